//! Options from bytes, made for a planned exact cover.
//!
//! Random options hardly ever form an exact cover. So options are made for a planned cover: an option may be
//! restricted to the items that this cover still lacks, or may have all of them. When the cover lacks no item, another
//! one is planned. Missing bytes count as zeros, so all inputs give options, and short inputs give few.

use arbitrary::{Result, Unstructured};

/// Number of different colours of secondary items.
pub const COLOURS: usize = 3;

/// The options planned so far.
pub struct Plan {
    secondary: usize,
    /// Which primary items the cover being planned still lacks.
    lacking: Vec<bool>,
    /// Whether options may be repeated up to 320 times, not only twice.
    has_many_copies: bool,
}

/// An option. Items are numbered from 0, first the primary ones; colours are below [`COLOURS`].
pub struct Planned {
    /// The items, and colours of secondary items. Each item stands once.
    pub entries: Vec<(usize, Option<usize>)>,
    /// The cost of the option.
    pub cost: u8,
    /// Number of times that the option stands in the problem.
    pub times: usize,
}

impl Plan {
    /// A plan without options, for this number of items of each kind.
    pub fn new(primary: usize, secondary: usize, has_many_copies: bool) -> Self {
        Self { secondary, lacking: vec![true; primary], has_many_copies }
    }

    /// The next option; `None` if the bytes give an option without items.
    pub fn option(&mut self, bytes: &mut Unstructured<'_>) -> Result<Option<Planned>> {
        let flags: u8 = bytes.arbitrary()?;
        let flag = |bit: u32| flags >> bit & 1 == 1;
        let own = self.own(flag(0), flag(1), bytes)?;
        let mut entries: Vec<(usize, Option<usize>)> = own.into_iter().map(|i| (i, None)).collect();
        for _ in 0..u8::from(flag(2)) + u8::from(flag(3)) {
            let which: u8 = bytes.arbitrary()?;
            let secondary = usize::from(which / 4);
            if secondary >= self.secondary {
                continue;
            }
            let item = self.lacking.len() + secondary;
            let colour = usize::from(which % 4).checked_sub(1);
            if entries.iter().all(|&(other, _)| other != item) {
                entries.push((item, colour));
            }
        }
        if entries.is_empty() {
            return Ok(None);
        }
        if flag(4) {
            entries.reverse();
        }
        let cost = if flag(5) { bytes.arbitrary()? } else { 0 };
        let times = match (flag(6), flag(7)) {
            (true, true) if self.has_many_copies => {
                1 + usize::from(bytes.arbitrary::<u8>()?) * 5 / 4
            }
            (true, _) => 2,
            (false, _) => 1,
        };
        Ok(Some(Planned { entries, cost, times }))
    }

    /// The primary items of an option: up to eight neighbouring items, or, if `fits`, only those of them that the
    /// planned cover lacks. If `ends` as well, all items that the cover lacks.
    fn own(&mut self, fits: bool, ends: bool, bytes: &mut Unstructured<'_>) -> Result<Vec<usize>> {
        let primary = self.lacking.len();
        if primary == 0 {
            return Ok(Vec::new());
        }
        let own = if ends && fits {
            (0..primary).filter(|&i| self.lacking[i]).collect()
        } else {
            let [from, mask]: [u8; 2] = bytes.arbitrary()?;
            let bits = (0..8.min(primary)).filter(|bit| mask >> bit & 1 == 1);
            let items = bits.map(|bit| (usize::from(from) + bit) % primary);
            items.filter(|&i| !fits || self.lacking[i]).collect::<Vec<_>>()
        };
        if fits {
            for &i in &own {
                self.lacking[i] = false;
            }
            if !self.lacking.contains(&true) {
                self.lacking.fill(true);
            }
        }
        Ok(own)
    }
}
