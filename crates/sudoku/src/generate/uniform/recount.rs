//! All bands and stacks that agree on the first region, looked at: how many completions they have
//! at most, and in all, which is the number of full grids.
//!
//! The first region is taken as 123, 456, 789. What can complete a band depends on the digits in
//! each of its columns alone, and not on their order within the column, nor on the order of the
//! columns of a region and of the two regions: that leaves 22266 kinds of bands, and as many of
//! stacks, which are bands transposed. The rows and the columns of the first region may be
//! reordered and its digits renamed, which leaves 683 of them for the band; and band and stack may
//! change places.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{ALL, BOUND, Completions, bit, fillings, lacking};

/// The digits in the columns of the second and of the third region, in order.
type Kind = [[u16; 3]; 2];

/// Full grids (B. Felgenhauer, F. Jarvis, "Enumerating possible Sudoku grids", 2005).
const GRIDS: u128 = 6_670_903_752_021_072_936_960;

/// A kind of bands.
struct Class {
    kind: Kind,
    /// One of them, whose first region is 123, 456, 789.
    band: [u8; 27],
    /// How many there are.
    bands: u128,
    /// Classes with this number become each other by reordering.
    orbit: usize,
}

/// The classes, those of an orbit together.
fn classes() -> Vec<Class> {
    let mut found: BTreeMap<Kind, Class> = BTreeMap::new();
    for band in bands() {
        let kind = kind_of(&band);
        let class = Class { kind, band, bands: 0, orbit: 0 };
        // Of the 6 x 6 orders of the first row there was one.
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
    // The rows of the first region are the octal digits.
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

/// What each digit becomes when rows and columns of the first region are reordered.
fn reorderings() -> impl Iterator<Item = [u16; 9]> {
    ORDERS.iter().flat_map(|rows| {
        ORDERS.map(|columns| std::array::from_fn(|d| 1 << (3 * rows[d / 3] + columns[d % 3])))
    })
}

fn renamed(kind: Kind, digits: &[u16; 9]) -> Kind {
    let rename = |set: u16| (0..9).filter(|d| set >> d & 1 == 1).fold(0, |all, d| all | digits[d]);
    sorted(kind.map(|region| region.map(rename)))
}

/// A band, and another one as a stack.
fn frame(top: &[u8; 27], left: &[u8; 27]) -> Vec<u8> {
    let mut cells = vec![0; 81];
    cells[..27].copy_from_slice(top);
    for (i, &digit) in left.iter().enumerate() {
        let (r, c) = (i % 9, i / 9);
        // Transposed, 123456789 is 147258369.
        let digit = digit - 1;
        cells[r * 9 + c] = digit % 3 * 3 + digit / 3 + 1;
    }
    cells
}

/// As [`Completions`], but their number alone, faster.
struct Counter {
    heads: Vec<u16>,
    chains: Vec<(u64, u16)>,
}

impl Counter {
    fn count(&mut self, frame: &[u8]) -> usize {
        let slot = |columns: u64| (columns.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52) as usize;
        let lacking = lacking(frame);
        self.heads.fill(u16::MAX);
        self.chains.clear();
        for filling in fillings(frame, 6, lacking) {
            let head = &mut self.heads[slot(filling.columns)];
            self.chains.push((filling.columns, *head));
            *head = self.chains.len() as u16 - 1;
        }
        assert!(self.chains.len() < usize::from(u16::MAX));
        let mut count = 0;
        for filling in fillings(frame, 3, lacking) {
            let columns = lacking ^ filling.columns;
            let mut at = self.heads[slot(columns)];
            while let Some(&(other, next)) = self.chains.get(usize::from(at)) {
                count += usize::from(other == columns);
                at = next;
            }
        }
        count
    }
}

/// The greatest number of completions with a band of this orbit and a stack of it or a later one,
/// and the full grids that have them, or have them transposed.
fn recount(orbit: usize, classes: &[Class]) -> (usize, u128) {
    let start = classes.partition_point(|class| class.orbit < orbit);
    let tops = classes[start..].iter().take_while(|class| class.orbit == orbit);
    let top_bands: u128 = tops.map(|class| class.bands).sum();
    let mut counter = Counter { heads: vec![0; 1 << 12], chains: Vec::new() };
    let (mut most, mut grids) = (0, 0);
    for class in &classes[start..] {
        let count = counter.count(&frame(&classes[start].band, &class.band));
        most = most.max(count);
        let twice = if class.orbit == orbit { 1 } else { 2 };
        grids += twice * top_bands * class.bands * count as u128;
    }
    (most, grids)
}

#[test]
fn bands_are_of_22266_kinds() {
    let classes = classes();
    assert_eq!(classes.len(), 22_266);
    assert_eq!(classes.last().unwrap().orbit + 1, 683);
    assert_eq!(classes.iter().map(|class| class.bands).sum::<u128>(), 56 * 6u128.pow(6));
    // Classes of one orbit have as many completions with the same stacks, reordered.
    for (a, b) in [(0, 1), (300, 9000), (22_000, 55)] {
        let frames = [(a, b), (b, a)].map(|(a, b)| frame(&classes[a].band, &classes[b].band));
        let counts = frames.map(|frame| Completions::of(&frame).count);
        assert_eq!(counts[0], counts[1], "transposed");
    }
}

/// Every pair of a band and a stack, which takes about 25 minutes of processor time in a release
/// build, on two threads.
#[test]
#[ignore = "takes long"]
fn the_bound_is_the_most_completions_that_a_band_and_a_stack_have() {
    let classes = classes();
    let next = AtomicUsize::new(0);
    let orbits = classes.last().unwrap().orbit + 1;
    let work = || {
        let orbit = || next.fetch_add(1, Ordering::Relaxed);
        let orbits = std::iter::repeat_with(orbit).take_while(|&orbit| orbit < orbits);
        orbits
            .map(|orbit| recount(orbit, &classes))
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
