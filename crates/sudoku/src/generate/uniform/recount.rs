//! Counts the completions of all bands and stacks that agree on the first region: their greatest
//! number, and their sum, which is the number of full grids.
//!
//! The first region is taken as 123, 456, 789. The completions of a band depend only on the set of
//! digits in each of its columns, not on their order within the column, nor on the order of the
//! columns within a region, nor on the order of the second and the third region. That leaves 22266
//! kinds of bands, and as many of stacks, which are transposed bands. The rows and the columns of the
//! first region can be reordered and its digits renamed, which leaves 683 kinds for the band; and band
//! and stack can be exchanged.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{ALL, BOUND, Completions, bit, fillings, lacking};

/// The digits in the columns of the second and of the third region, in order.
type Kind = [[u16; 3]; 2];

/// The number of full grids (B. Felgenhauer, F. Jarvis, "Enumerating possible Sudoku grids", 2005).
const GRIDS: u128 = 6_670_903_752_021_072_936_960;

struct Class {
    kind: Kind,
    /// A band of the class, whose first region is 123, 456, 789.
    band: [u8; 27],
    bands: u128,
    /// The number of the orbit. Classes with the same number are turned into each other by reordering the
    /// rows and columns of the first region.
    orbit: usize,
}

/// All classes. The classes of one orbit follow one another.
fn classes() -> Vec<Class> {
    let mut found: BTreeMap<Kind, Class> = BTreeMap::new();
    for band in bands() {
        let kind = kind_of(&band);
        let class = Class { kind, band, bands: 0, orbit: 0 };
        // The first row has 3! x 3! orders within boxes 2 and 3. `bands` lists one of them, which stands for 36.
        found.entry(kind).or_insert(class).bands += 36;
    }
    let mut classes: Vec<Class> = found.into_values().collect();
    let least = |kind: Kind| reorderings().map(|digits| renamed(kind, &digits)).min().unwrap();
    let least: Vec<Kind> = classes.iter().map(|class| least(class.kind)).collect();
    let orbits: BTreeSet<Kind> = least.iter().copied().collect();
    for (class, least) in classes.iter_mut().zip(least) {
        class.orbit = orbits.range(..least).count();
    }
    classes.sort_by_key(|class| class.orbit);
    classes
}

/// All bands with this first region and, in the first row, digits in order within each region.
fn bands() -> Vec<[u8; 27]> {
    let mut bands = Vec::new();
    let triples: Vec<u16> = (0..=ALL).filter(|digits| digits.count_ones() == 3).collect();
    // In masks of digits, 0o007, 0o070 and 0o700 are the digits in the three rows of the first region.
    let apart = |a: u16, b: u16| a & b == 0;
    for &a in triples.iter().filter(|&&a| apart(a, 0o007)) {
        for &b in triples.iter().filter(|&&b| apart(b, 0o070 | a)) {
            let c = ALL & !(a | b);
            let others = [ALL & !(0o007 | a), ALL & !(0o070 | b), ALL & !(0o700 | c)];
            if !apart(c, 0o700) || !apart(others[0], others[1]) {
                continue;
            }
            for orders in 0..6usize.pow(4) {
                let order = |i: u32| ORDERS[orders / 6usize.pow(i) % 6];
                let mut band = std::array::from_fn(|cell| (cell / 9 * 3 + cell % 3) as u8 + 1);
                write(&mut band[3..6], a, ORDERS[0]);
                write(&mut band[6..9], others[0], ORDERS[0]);
                write(&mut band[12..15], b, order(0));
                write(&mut band[15..18], others[1], order(1));
                write(&mut band[21..24], c, order(2));
                write(&mut band[24..27], others[2], order(3));
                bands.push(band);
            }
        }
    }
    bands
}

const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

fn write(cells: &mut [u8], digits: u16, order: [usize; 3]) {
    let digits = (1..=9).filter(|&digit| digits & bit(digit) != 0);
    for (digit, at) in digits.zip(order) {
        cells[at] = digit;
    }
}

fn kind_of(band: &[u8; 27]) -> Kind {
    let column = |c: usize| (0..3).fold(0, |digits, r| digits | bit(band[r * 9 + c]));
    sorted([[3, 4, 5], [6, 7, 8]].map(|region| region.map(column)))
}

fn sorted(mut kind: Kind) -> Kind {
    for region in &mut kind {
        region.sort_unstable();
    }
    kind.sort_unstable();
    kind
}

/// The new bit of each digit for each reordering of the rows and columns of the first region.
fn reorderings() -> impl Iterator<Item = [u16; 9]> {
    ORDERS.iter().flat_map(|rows| {
        ORDERS.map(|columns| std::array::from_fn(|d| 1 << (3 * rows[d / 3] + columns[d % 3])))
    })
}

fn renamed(kind: Kind, digits: &[u16; 9]) -> Kind {
    let rename = |set: u16| (0..9).filter(|d| set >> d & 1 == 1).fold(0, |all, d| all | digits[d]);
    sorted(kind.map(|region| region.map(rename)))
}

/// A frame of two bands: one at the top, and one transposed as the left stack.
fn frame(top: &[u8; 27], left: &[u8; 27]) -> Vec<u8> {
    let mut cells = vec![0; 81];
    cells[..27].copy_from_slice(top);
    for (i, &digit) in left.iter().enumerate() {
        let (r, c) = (i % 9, i / 9);
        cells[r * 9 + c] = transposed(digit);
    }
    cells
}

/// The new name of a digit when the first region is transposed: 123456789 becomes 147258369.
fn transposed(digit: u8) -> u8 {
    (digit - 1) % 3 * 3 + (digit - 1) / 3 + 1
}

/// The digits in the rows of a stack's second or third region: half of a kind, transposed.
type Region = [u16; 3];

/// All halves of kinds, and the two halves of each class.
struct Halves {
    regions: Vec<Region>,
    of_class: Vec<[usize; 2]>,
}

impl Halves {
    fn of(classes: &[Class]) -> Self {
        let all: BTreeSet<Region> = classes.iter().flat_map(|class| class.kind).collect();
        let regions: Vec<Region> = all.into_iter().collect();
        let place = |region| regions.binary_search(&region).expect("the list has all");
        let of_class = classes.iter().map(|class| class.kind.map(place)).collect();
        Self { regions, of_class }
    }
}

/// The fillings of a band below some top band, for each half of a stack to its left, grouped by the
/// digits in each column. Each set of digits by column has a number.
struct Below {
    /// For each half, the numbers of the sets that the columns have, each with its number of fillings.
    having: Vec<Vec<(u32, u32)>>,
    /// For each half, the numbers of the sets that the columns leave to the other band, each with its
    /// number of fillings.
    leaving: Vec<Vec<(u32, u32)>>,
    /// How many sets have a number.
    numbers: usize,
}

impl Below {
    fn of(top: &[u8; 27], regions: &[Region]) -> Self {
        let mut cells = vec![0; 81];
        cells[..27].copy_from_slice(top);
        let lacking = lacking(&cells);
        let mut numbers: HashMap<u64, u32> = HashMap::new();
        let (mut having, mut leaving) = (Vec::new(), Vec::new());
        for region in regions {
            for (row, &digits) in region.iter().enumerate() {
                let digits = (1..=9).filter(|&digit| digits & bit(digit) != 0);
                for (c, digit) in digits.enumerate() {
                    cells[27 + row * 9 + c] = transposed(digit);
                }
            }
            let mut all: Vec<u64> =
                fillings(&cells, 3, lacking).iter().map(|filling| filling.columns).collect();
            all.sort_unstable();
            let (mut has, mut leaves) = (Vec::new(), Vec::new());
            for same in all.chunk_by(|a, b| a == b) {
                let mut number = |columns| {
                    let next = numbers.len() as u32;
                    *numbers.entry(columns).or_insert(next)
                };
                has.push((number(same[0]), same.len() as u32));
                leaves.push((number(lacking ^ same[0]), same.len() as u32));
            }
            having.push(has);
            leaving.push(leaves);
        }
        Self { having, leaving, numbers: numbers.len() }
    }

    /// The number of completions with each of these stacks.
    fn completions(&self, halves: &[[usize; 2]]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..halves.len()).collect();
        order.sort_unstable_by_key(|&i| halves[i]);
        let mut counts = vec![0; halves.len()];
        let mut middle = vec![0; self.numbers];
        for same in order.chunk_by(|&i, &j| halves[i][0] == halves[j][0]) {
            let having = &self.having[halves[same[0]][0]];
            for &(columns, times) in having {
                middle[columns as usize] = times;
            }
            for &i in same {
                let leaving = self.leaving[halves[i][1]].iter();
                let pairs = leaving.map(|&(columns, times)| times * middle[columns as usize]);
                counts[i] = pairs.sum::<u32>() as usize;
            }
            for &(columns, _) in having {
                middle[columns as usize] = 0;
            }
        }
        counts
    }
}

/// Of all frames with a band of this orbit and a stack of this orbit or a later one: the greatest number of completions
/// of a frame, and the number of full grids that complete one of these frames or a transposed one.
fn recount(orbit: usize, classes: &[Class], halves: &Halves) -> (usize, u128) {
    let start = classes.partition_point(|class| class.orbit < orbit);
    let tops = classes[start..].iter().take_while(|class| class.orbit == orbit);
    let top_bands: u128 = tops.map(|class| class.bands).sum();
    let below = Below::of(&classes[start].band, &halves.regions);
    let counts = below.completions(&halves.of_class[start..]);
    let (mut most, mut grids) = (0, 0);
    for (class, count) in classes[start..].iter().zip(counts) {
        most = most.max(count);
        let twice = if class.orbit == orbit { 1 } else { 2 };
        grids += twice * top_bands * class.bands * count as u128;
    }
    (most, grids)
}

/// Counting the completions for all stacks at once gives the same numbers as for each stack alone.
#[test]
fn stacks_with_a_half_in_common_share_its_fillings() {
    let classes = classes();
    let halves = Halves::of(&classes);
    for top in [0, 7000, 22_265] {
        let below = Below::of(&classes[top].band, &halves.regions);
        let counts = below.completions(&halves.of_class);
        for left in (top % 100..classes.len()).step_by(997) {
            let frame = frame(&classes[top].band, &classes[left].band);
            assert_eq!(counts[left], Completions::of(&frame).count, "{top} {left}");
        }
    }
}

#[test]
fn bands_are_of_22266_kinds() {
    let classes = classes();
    assert_eq!(classes.len(), 22_266);
    assert_eq!(classes.last().unwrap().orbit + 1, 683);
    assert_eq!(classes.iter().map(|class| class.bands).sum::<u128>(), 56 * 6u128.pow(6));
    // Exchanging band and stack, which transposes the frame, does not change the number of completions.
    for (a, b) in [(0, 1), (300, 9000), (22_000, 55)] {
        let frames = [(a, b), (b, a)].map(|(a, b)| frame(&classes[a].band, &classes[b].band));
        let counts = frames.map(|frame| Completions::of(&frame).count);
        assert_eq!(counts[0], counts[1], "transposed");
    }
}

/// Counts the completions of every pair of a band and a stack. It takes about half a minute of
/// processor time in a development build, on two threads.
#[test]
#[ignore = "takes long"]
fn the_bound_is_the_most_completions_that_a_band_and_a_stack_have() {
    let classes = classes();
    let halves = Halves::of(&classes);
    let next = AtomicUsize::new(0);
    let orbits = classes.last().unwrap().orbit + 1;
    let work = || {
        let orbit = || next.fetch_add(1, Ordering::Relaxed);
        let orbits = std::iter::repeat_with(orbit).take_while(|&orbit| orbit < orbits);
        orbits
            .map(|orbit| recount(orbit, &classes, &halves))
            .fold((0, 0), |(most, grids), (m, g)| (most.max(m), grids + g))
    };
    let (most, grids) = std::thread::scope(|scope| {
        let workers = [scope.spawn(work), scope.spawn(work)];
        workers
            .map(|worker| worker.join().unwrap())
            .into_iter()
            .fold((0, 0), |a, b| (a.0.max(b.0), a.1 + b.1))
    });
    println!("{most} completions at most, {grids} grids with the first region");
    assert_eq!(grids * 362_880, GRIDS);
    assert_eq!(most, BOUND);
}
