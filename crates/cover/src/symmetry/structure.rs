//! A problem as a graph, on which its symmetries act: a vertex for each item that an option holds, each colour of an item, and each
//! option.
//!
//! Items and colours together are called *points*. A permutation of the points determines where options go, so it is
//! all that is stored of a symmetry. Equal options are one vertex with a number of copies.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::SymmetryError;
use crate::problem::{Colour, Entry, ItemId, OptionId, Problem};
use crate::refine::{Graph, Partition};

/// Upper bound on the number of vertices, which have numbers of 16 bits.
const MOST_VERTICES: usize = u16::MAX as usize;

/// The graph of a problem. Points are the vertices from 0, then come options without their repetitions.
#[derive(Debug)]
pub(crate) struct Structure {
    /// By point, its item, and the colour if the point is a colour of that item.
    pub(crate) points: Vec<(ItemId, Option<Colour>)>,
    /// By point, the vertex of its item.
    holders: Vec<u16>,
    /// By point, a number for its kind: primary with the same bounds, secondary, or colour.
    kinds: Vec<u16>,
    /// By different option, the first option of the problem that is equal to it.
    pub(crate) options: Vec<OptionId>,
    /// By different option, the number of options that are equal to it, with itself.
    pub(crate) copies: Vec<u32>,
    /// By option of the problem, the number of its different option; `None` for an option that cannot be chosen.
    pub(crate) numbers: Vec<Option<u16>>,
    /// The points of different option `o` are `members[starts[o]..starts[o + 1]]`, in ascending order.
    members: Vec<u16>,
    starts: Vec<u32>,
    by_members: HashMap<Vec<u16>, u16, FixedState>,
    pub(crate) graph: Graph,
    /// The partition of the vertices by refinement.
    pub(crate) root: Partition,
    /// By number of a vertex or a place, a random word.
    words: Vec<u64>,
}

impl Structure {
    pub(crate) fn new(problem: &Problem) -> Result<Self, SymmetryError> {
        let choosable = || problem.option_ids().filter(|&option| problem.is_choosable(option));
        let mut is_held = vec![false; problem.items()];
        for entry in choosable().flat_map(|option| problem.option(option)) {
            is_held[entry.item.index()] = true;
        }
        let held = problem.item_ids().filter(|item| is_held[item.index()]);
        let mut items: Vec<ItemId> = held.collect();
        let bounds = |item: ItemId| problem.bounds(item).map(|b| (b.low, b.high));
        // Primary items stay before secondary ones, which have no bounds.
        items.sort_by_key(|&item| (!problem.is_primary(item), bounds(item)));
        let mut colours: Vec<(ItemId, Colour)> = choosable()
            .flat_map(|option| problem.option(option))
            .filter_map(|entry| Some((entry.item, entry.colour?)))
            .collect();
        colours.sort_unstable();
        colours.dedup();
        let points: Vec<(ItemId, Option<Colour>)> = items
            .iter()
            .map(|&item| (item, None))
            .chain(colours.iter().map(|&(item, colour)| (item, Some(colour))))
            .collect();
        admit(points.len())?;
        let mut vertices = vec![0; problem.items()];
        items.iter().enumerate().for_each(|(v, item)| vertices[item.index()] = v as u16);
        let vertex = |entry: &Entry| match entry.colour {
            None => vertices[entry.item.index()],
            Some(colour) => {
                let place = colours.binary_search(&(entry.item, colour));
                (items.len() + place.expect("a colour of a choosable option")) as u16
            }
        };
        let (mut lists, mut copies) = (Vec::new(), Vec::<u32>::new());
        let mut found: HashMap<Vec<u16>, usize, FixedState> = HashMap::default();
        for option in choosable() {
            let mut list: Vec<u16> = problem.option(option).iter().map(vertex).collect();
            list.sort_unstable();
            let place = *found.entry(list).or_insert_with_key(|list| {
                lists.push((option, list.clone()));
                copies.push(0);
                lists.len() - 1
            });
            copies[place] += 1;
        }
        admit(points.len() + lists.len())?;
        // Options with as many copies are together; `sort` keeps the order of the problem among them.
        let mut order: Vec<usize> = (0..lists.len()).collect();
        order.sort_by_key(|&place| copies[place]);
        let mut structure = Self {
            holders: points.iter().map(|(item, _)| vertices[item.index()]).collect(),
            kinds: Vec::new(),
            options: order.iter().map(|&place| lists[place].0).collect(),
            copies: order.iter().map(|&place| copies[place]).collect(),
            numbers: vec![None; problem.options()],
            members: Vec::new(),
            starts: vec![0],
            by_members: HashMap::default(),
            graph: Graph::default(),
            root: Partition::default(),
            words: (0..points.len() + lists.len()).map(|v| mix(v as u64 + 1)).collect(),
            points,
        };
        for (number, &place) in order.iter().enumerate() {
            let list = std::mem::take(&mut lists[place].1);
            structure.members.extend(&list);
            structure.starts.push(structure.members.len() as u32);
            structure.by_members.insert(list, number as u16);
        }
        for option in choosable() {
            let mut list: Vec<u16> = problem.option(option).iter().map(vertex).collect();
            list.sort_unstable();
            structure.numbers[option.index()] = structure.by_members.get(&list).copied();
        }
        structure.join();
        let kind = |&(item, colour): &(ItemId, Option<Colour>)| match colour {
            Some(_) => (2, None),
            None => (u8::from(!problem.is_primary(item)), bounds(item)),
        };
        let of_points: Vec<_> = structure.points.iter().map(kind).collect();
        for same in of_points.chunk_by(|a, b| a == b) {
            let next = structure.kinds.last().map_or(0, |last| last + 1);
            structure.kinds.extend(same.iter().map(|_| next));
        }
        let mut ends = ends_of_runs(&structure.kinds);
        let points = structure.points.len();
        ends.extend(ends_of_runs(&structure.copies).into_iter().map(|end| points + end));
        structure.root.begin(&structure.graph, &ends, points);
        structure.root.refine(&structure.graph);
        Ok(structure)
    }

    /// Makes the graph: options are joined with their points, colours with their items.
    fn join(&mut self) {
        let points = self.points.len();
        let mut near = vec![Vec::new(); self.vertices()];
        let mut put = |a: usize, b: usize| {
            near[a].push(b as u16);
            near[b].push(a as u16);
        };
        for (point, &holder) in self.holders.iter().enumerate() {
            if point != holder as usize {
                put(point, holder as usize);
            }
        }
        for option in 0..self.options.len() {
            for &point in self.members(option) {
                put(point as usize, points + option);
            }
        }
        self.graph.starts.push(0);
        for list in near {
            self.graph.neighbours.extend(list);
            self.graph.starts.push(self.graph.neighbours.len() as u32);
        }
    }

    pub(crate) fn vertices(&self) -> usize {
        self.points.len() + self.options.len()
    }

    /// The vertices of the options follow those of the points.
    pub(crate) fn vertex(&self, option: u16) -> u16 {
        self.points.len() as u16 + option
    }

    fn members(&self, option: usize) -> &[u16] {
        &self.members[self.starts[option] as usize..self.starts[option + 1] as usize]
    }

    /// A permutation of the points that takes the different options to these, if there is one. Of points that the same options hold,
    /// the first goes to the first. Colours are not considered.
    pub(crate) fn images(&self, options: &[u16]) -> Option<Vec<u16>> {
        let mut held: Vec<Vec<u16>> = vec![Vec::new(); self.points.len()];
        let mut taken = held.clone();
        for (option, &image) in options.iter().enumerate() {
            for &point in self.members(option) {
                held[point as usize].push(option as u16);
                taken[point as usize].push(image);
            }
        }
        let mut by_options: HashMap<&[u16], Vec<u16>, FixedState> = HashMap::default();
        for (point, held) in held.iter().enumerate().rev() {
            by_options.entry(held).or_default().push(point as u16);
        }
        let image = |taken: &mut Vec<u16>| {
            taken.sort_unstable();
            by_options.get_mut(&taken[..])?.pop()
        };
        taken.iter_mut().map(image).collect()
    }

    /// The options to which a permutation of the points takes the different options; `None` if it is not a symmetry.
    pub(crate) fn action(&self, images: &[u16]) -> Option<Vec<u16>> {
        for (point, &image) in images.iter().enumerate() {
            let (there, holder) = (image as usize, self.holders[point] as usize);
            if self.kinds[point] != self.kinds[there] || images[holder] != self.holders[there] {
                return None;
            }
        }
        let mut list = Vec::new();
        let options = 0..self.options.len();
        let image = |option: usize| {
            list.clear();
            list.extend(self.members(option).iter().map(|&point| images[point as usize]));
            list.sort_unstable();
            let image = self.by_members.get(&list[..]).copied()?;
            (self.copies[image as usize] == self.copies[option]).then_some(image)
        };
        options.map(image).collect()
    }

    /// The symmetry that takes the points in one order to those in another, if it is one and takes the options
    /// marked to options marked. There must be as many marks on both sides.
    pub(crate) fn between(&self, from: &Labelled<'_>, to: &Labelled<'_>) -> Option<Vec<u16>> {
        let mut images = vec![0; self.points.len()];
        for (&a, &b) in from.order.iter().zip(to.order) {
            images[a as usize] = b;
        }
        let options = self.action(&images)?;
        let mut image: Vec<u16> = from.marks.iter().map(|&o| options[o as usize]).collect();
        image.sort_unstable();
        (image == to.marks).then_some(images)
    }

    /// A number that is the same for isomorphic nodes of a search tree.
    pub(crate) fn invariant(&self, partition: &Partition) -> u64 {
        let (mut cell, mut sum) = (0, 0u64);
        while cell < self.vertices() {
            let members = partition.members(cell);
            // All vertices of a cell have the same number of neighbours in each cell.
            let near = self.graph.neighbours(members[0]).iter();
            let near = near.map(|&vertex| self.words[partition.cell(vertex)]);
            sum = mix(sum ^ near.fold(self.words[cell], u64::wrapping_add));
            cell += members.len();
        }
        sum
    }

    /// A hash of the graph whose points are numbered by their places, and of the options marked.
    pub(crate) fn hash(&self, places: &[u16], marks: &[u16]) -> u64 {
        let word = |point: usize| self.words[places[point] as usize];
        let mut sum = 0u64;
        for (point, &holder) in self.holders.iter().enumerate() {
            if point != holder as usize {
                sum = sum.wrapping_add(mix(word(point) ^ word(holder as usize).rotate_left(1)));
            }
        }
        let option = |option: usize| {
            let points = self.members(option).iter().map(|&point| word(point as usize));
            points.fold(u64::from(self.copies[option]), u64::wrapping_add)
        };
        for o in 0..self.options.len() {
            sum = sum.wrapping_add(mix(option(o)));
        }
        for &mark in marks {
            sum = sum.wrapping_add(mix(!option(mark as usize)));
        }
        sum
    }

    /// The graph whose points are numbered by their places, written down: lists to be compared.
    pub(crate) fn written(&self, labelled: &Labelled<'_>) -> Vec<Vec<u32>> {
        let mut places = vec![0; self.points.len()];
        labelled.order.iter().enumerate().for_each(|(i, &point)| places[point as usize] = i as u32);
        let place = |point: &u16| places[*point as usize];
        let colours = self.holders.iter().enumerate();
        let mut lists: Vec<Vec<u32>> =
            colours.map(|(point, holder)| vec![places[point], place(holder)]).collect();
        lists.sort_unstable();
        let mut options: Vec<Vec<u32>> = (0..self.options.len())
            .map(|option| {
                let mut list: Vec<u32> = self.members(option).iter().map(place).collect();
                list.sort_unstable();
                let is_marked = labelled.marks.binary_search(&(option as u16)).is_ok();
                list.extend([self.copies[option], u32::from(is_marked)]);
                list
            })
            .collect();
        options.sort_unstable();
        lists.extend(options);
        lists
    }
}

/// An order of the points, and the different options that are marked, in ascending order.
#[derive(Clone, Copy)]
pub(crate) struct Labelled<'l> {
    pub(crate) order: &'l [u16],
    pub(crate) marks: &'l [u16],
}

fn admit(vertices: usize) -> Result<(), SymmetryError> {
    if vertices > MOST_VERTICES { Err(SymmetryError::TooLarge(vertices)) } else { Ok(()) }
}

fn ends_of_runs<T: PartialEq>(values: &[T]) -> Vec<usize> {
    let runs = values.chunk_by(|a, b| a == b);
    runs.scan(0, |end, run| {
        *end += run.len();
        Some(*end)
    })
    .collect()
}

/// The finaliser of `SplitMix64` (G. L. Steele, D. Lea and C. H. Flood, 2014).
fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}
