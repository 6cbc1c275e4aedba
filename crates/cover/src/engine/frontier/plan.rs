//! The plan of a count: in which order items are covered, and what a key says before each step.

mod choice;

use self::choice::Choice;
use super::super::model::Model;

/// One step for each primary item that is to be covered once, then one for each option without such items.
pub(in super::super) struct Plan {
    pub(super) steps: Vec<Step>,
    /// Largest number of bits of a key.
    pub(super) width: u32,
    /// By step, what is left before it.
    pub(super) left: Vec<Left>,
}

/// What is left before a step, whatever was chosen, and what keys say of it.
pub(super) struct Left {
    /// The options of this step and the steps after it.
    pub(super) options: Vec<u64>,
    /// The primary items of these steps.
    pub(super) open: Vec<u64>,
    pub(super) places: Vec<Place>,
}

/// The field of an item: `length` bits from bit `from`.
pub(super) struct Place {
    pub(super) item: usize,
    pub(super) from: u32,
    pub(super) length: u32,
}

/// A step covers one primary item, by an option chosen now unless an option chosen before covers the item; or it takes or leaves one
/// option.
pub(super) struct Step {
    /// Number of bits of keys before the step.
    pub(super) width: u32,
    /// Number of the topmost of these bits, which keys lose in this step.
    pub(super) closing: u32,
    /// Where the other bits go in keys after the step.
    pub(super) chunks: Vec<Chunk>,
    pub(super) moves: Vec<Move>,
}

impl Step {
    /// Number of bits of keys that stay.
    pub(super) fn stays(&self) -> u32 {
        self.width - self.closing
    }
}

/// Bits that stay together: `length` bits from bit `from` before the step go to bit `to` after it.
#[derive(Clone, Copy)]
pub(super) struct Chunk {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) length: u32,
}

/// What may happen to a state in a step.
#[derive(Clone, Default)]
pub(super) struct Move {
    /// The values that bits must have which keys lose in this step.
    pub(super) closing: Vec<Bits>,
    /// The values that bits must have which stay, by their places after the step.
    pub(super) test: Vec<Bits>,
    /// What is added to the key after the step: bits that are clear before it, and 1 to the numbers of items with bounds.
    pub(super) add: Vec<Bits>,
}

/// `length` bits from bit `from` have the value `value`.
#[derive(Clone, Copy)]
pub(super) struct Bits {
    pub(super) from: u32,
    pub(super) length: u32,
    pub(super) value: u64,
}

/// What keys say of an item: whether it is covered; of a coloured item, its colour; of an item with bounds, how often it is covered.
#[derive(Clone, Copy)]
struct Field {
    item: usize,
    length: u32,
}

impl Plan {
    /// The plan for an order of the primary items that are to be covered once.
    pub(in super::super) fn new(model: &Model, order: &[usize]) -> Self {
        let Spans { opens, closes, options } = Spans::new(model, order);
        let values = largest_values(model);
        let layout = |step: usize| {
            let is_open = |&item: &usize| opens[item] < step && closes[item] >= step;
            let mut fields: Vec<Field> = (0..model.items)
                .filter(is_open)
                .map(|item| Field { item, length: u32::BITS - values[item].leading_zeros() })
                .collect();
            // What closes first is on top; fields are listed from the lowest bit.
            fields.sort_by_key(|field| (std::cmp::Reverse(closes[field.item]), field.item));
            fields
        };
        let mut before = layout(0);
        let (mut steps, mut left) = (Vec::new(), Vec::new());
        let mut rest = [set(model.options(), model.words()), set(model.primary, model.item_words)];
        for (step, options) in options.iter().enumerate() {
            let [all, open] = &mut rest;
            left.push(Left { options: all.clone(), open: open.clone(), places: places(&before) });
            let item = order.get(step).copied();
            if let Some(item) = item {
                open[item / 64] &= !(1 << (item % 64));
            }
            for &option in options {
                all[option / 64] &= !(1 << (option % 64));
            }
            let after = layout(step + 1);
            let choice = Choice {
                model,
                item,
                step,
                values: &values,
                closes: &closes,
                before: &before,
                after: &after,
            };
            steps.push(choice.step(options));
            before = after;
        }
        let is_needed = |item| model.bounds(item).is_some_and(|bounds| bounds.low > 0);
        if steps.is_empty() && (0..model.primary).any(is_needed) {
            // There is no option at all. A step without moves leaves no state.
            steps.push(Step { width: 0, closing: 0, chunks: Vec::new(), moves: Vec::new() });
            left.push(Left { options: Vec::new(), open: Vec::new(), places: Vec::new() });
        }
        let width = steps.iter().map(|step| step.width).max().unwrap_or(0);
        Self { steps, width, left }
    }

    /// Approximate size in bytes.
    pub(super) fn bytes(&self) -> usize {
        let list = |bits: &Vec<Bits>| size_of_val(&bits[..]);
        let of_move = |made: &Move| {
            size_of::<Move>() + list(&made.closing) + list(&made.test) + list(&made.add)
        };
        let of_step = |step: &Step| {
            let moves: usize = step.moves.iter().map(of_move).sum();
            size_of::<Step>() + size_of_val(&step.chunks[..]) + moves
        };
        let of_left = |left: &Left| {
            let sets = size_of_val(&left.options[..]) + size_of_val(&left.open[..]);
            size_of::<Left>() + sets + size_of_val(&left.places[..])
        };
        let steps: usize = self.steps.iter().map(of_step).sum();
        steps + self.left.iter().map(of_left).sum::<usize>()
    }
}

/// The set of all numbers below `size`, as `words` words.
fn set(size: usize, words: usize) -> Vec<u64> {
    let mut set = vec![0; words];
    (0..size).for_each(|i| set[i / 64] |= 1 << (i % 64));
    set
}

fn places(fields: &[Field]) -> Vec<Place> {
    let place = |from: &mut u32, field: &Field| {
        let place = Place { item: field.item, from: *from, length: field.length };
        *from += field.length;
        Some(place)
    };
    fields.iter().scan(0, place).collect()
}

/// By item, the options that hold it.
pub(super) fn holders(model: &Model) -> Vec<Vec<usize>> {
    let mut holders = vec![Vec::new(); model.items];
    for option in 0..model.options() {
        for entry in model.entries(option) {
            holders[usize::from(entry.item)].push(option);
        }
    }
    holders
}

/// The order, with items that have no option left to be considered as early as can be: they need no place at the front then.
pub(super) fn closed_early(model: &Model, holders: &[Vec<usize>], order: &[usize]) -> Vec<usize> {
    let mut left: Vec<usize> = holders.iter().map(Vec::len).collect();
    let (mut is_there, mut is_passed) = (vec![false; model.primary], vec![false; model.options()]);
    let mut closed = Vec::with_capacity(order.len());
    let mut todo = Vec::new();
    for &item in order.iter().filter(|&&item| model.bounds(item).is_none()) {
        todo.push(item);
        while let Some(item) = todo.pop() {
            if std::mem::replace(&mut is_there[item], true) {
                continue;
            }
            closed.push(item);
            for &option in &holders[item] {
                if std::mem::replace(&mut is_passed[option], true) {
                    continue;
                }
                for entry in model.entries(option) {
                    let other = usize::from(entry.item);
                    left[other] -= 1;
                    if left[other] == 0 && other < model.primary && model.bounds(other).is_none() {
                        todo.push(other);
                    }
                }
            }
        }
    }
    closed
}

/// By item, the steps between which keys have a field for it, and by step, the options that may be chosen in it.
struct Spans {
    opens: Vec<usize>,
    closes: Vec<usize>,
    options: Vec<Vec<usize>>,
}

impl Spans {
    fn new(model: &Model, order: &[usize]) -> Self {
        let mut rank = vec![usize::MAX; model.items];
        order.iter().enumerate().for_each(|(step, &item)| rank[item] = step);
        let mut options: Vec<Vec<usize>> = vec![Vec::new(); order.len()];
        let (mut opens, mut closes) = (vec![usize::MAX; model.items], vec![0; model.items]);
        for option in 0..model.options() {
            // An option is chosen at the step of its first item.
            let ranks = model.entries(option).iter().map(|entry| rank[entry.item as usize]);
            let mut step = ranks.min().unwrap_or(usize::MAX);
            if step < order.len() {
                options[step].push(option);
            } else {
                step = options.len();
                options.push(vec![option]);
            }
            for entry in model.entries(option) {
                let item = entry.item as usize;
                opens[item] = opens[item].min(step);
                closes[item] = closes[item].max(step);
            }
        }
        for (step, &item) in order.iter().enumerate() {
            closes[item] = step;
        }
        Self { opens, closes, options }
    }
}

/// Upper bound on the number of states of all layers.
pub(super) fn most_states(model: &Model, order: &[usize]) -> f64 {
    let Spans { opens, closes, options } = Spans::new(model, order);
    // Bits that keys gain and lose before each step.
    let mut bits = vec![0i64; options.len() + 2];
    for (item, &value) in largest_values(model).iter().enumerate() {
        let (opens, closes) = (opens[item], closes[item]);
        if opens < closes {
            let length = i64::from(u32::BITS - value.leading_zeros());
            bits[opens + 1] += length;
            bits[closes + 1] -= length;
        }
    }
    let widths = bits[..=options.len()].iter().scan(0, |width, change| {
        *width += change;
        Some(*width as f64)
    });
    widths.map(f64::exp2).sum()
}

/// By item, the largest value of its field: 0 is that of an item not covered; a covered item without colours has 1, and one
/// with colours its colour, or 1 more than the largest if an option without a colour holds it; one with bounds has the number of times.
pub(super) fn largest_values(model: &Model) -> Vec<u32> {
    let (mut colours, mut held) = (vec![0; model.items], vec![0; model.items]);
    for entry in (0..model.options()).flat_map(|option| model.entries(option)) {
        held[entry.item as usize] += 1;
        let most = &mut colours[entry.item as usize];
        *most = entry.colour.max(*most);
    }
    let most = |(item, (colours, held)): (usize, (u32, u32))| {
        model.bounds(item).map_or(colours + 1, |bounds| bounds.high.min(held))
    };
    colours.into_iter().zip(held).enumerate().map(most).collect()
}

fn holds(model: &Model, option: usize, item: usize) -> bool {
    model.entries(option).iter().any(|entry| usize::from(entry.item) == item)
}

/// The lowest bit of the field of an item.
fn place(fields: &[Field], item: usize) -> Option<u32> {
    let mut from = 0;
    for field in fields {
        if field.item == item {
            return Some(from);
        }
        from += field.length;
    }
    None
}
