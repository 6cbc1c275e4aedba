//! The moves of a step.

use super::super::super::model::Model;
use super::{Bits, Chunk, Field, Move, Step, holds, place};
use crate::problem::Bounds;

/// A step, before it is made.
pub(super) struct Choice<'c> {
    pub(super) model: &'c Model,
    /// The item that is to be covered; `None` if the step takes or leaves an option.
    pub(super) item: Option<usize>,
    pub(super) step: usize,
    pub(super) values: &'c [u32],
    pub(super) closes: &'c [usize],
    pub(super) before: &'c [Field],
    pub(super) after: &'c [Field],
}

impl Choice<'_> {
    pub(super) fn step(&self, options: &[usize]) -> Step {
        let closes_now = |field: &&Field| self.closes[field.item] == self.step;
        let closing = self.before.iter().filter(closes_now).map(|field| field.length).sum();
        let mut chunks: Vec<Chunk> = Vec::new();
        let mut from = 0;
        for field in self.before {
            if let Some(place) = place(self.after, field.item) {
                match chunks.last_mut() {
                    Some(Chunk { from: first, to, length })
                        if *to + *length == place && *first + *length == from =>
                    {
                        *length += field.length;
                    }
                    _ => chunks.push(Chunk { from, to: place, length: field.length }),
                }
            }
            from += field.length;
        }
        let mut moves = Vec::new();
        let covered = |value| {
            let place = place(self.before, self.item?);
            place.map(|from| Bits { from, length: 1, value })
        };
        // No option is chosen if the item is covered already, or if the step may leave its option.
        if self.item.is_none() || covered(1).is_some() {
            let closing = covered(1).into_iter().collect();
            self.count(None, Move { closing, ..Move::default() }, &mut moves);
        }
        for &option in options {
            let closing = covered(0).into_iter().collect();
            self.choose(option, 0, Move { closing, ..Move::default() }, &mut moves);
        }
        Step { width: from, closing, chunks, moves }
    }

    /// Adds the moves that choose an option: the entries from number `next` on are to be added to `made`.
    fn choose(&self, option: usize, next: usize, mut made: Move, moves: &mut Vec<Move>) {
        let Some(entry) = self.model.entries(option).get(next) else {
            return self.count(Some(option), made, moves);
        };
        let item = entry.item as usize;
        if Some(item) == self.item || self.model.bounds(item).is_some() {
            return self.choose(option, next + 1, made, moves);
        }
        let value = u64::from(if entry.colour == 0 { self.values[item] } else { entry.colour });
        let is_at_front = field(self.before, item).is_some();
        if entry.colour > 0 && is_at_front {
            // The item may have the colour already, and keeps it.
            let kept = self.with(made.clone(), item, |bits| Bits { value, ..bits });
            self.choose(option, next + 1, kept, moves);
        }
        if is_at_front {
            made = self.with(made, item, |bits| Bits { value: 0, ..bits });
        }
        made.add.extend(field(self.after, item).map(|bits| Bits { value, ..bits }));
        self.choose(option, next + 1, made, moves);
    }

    /// The move with a test of the field that an item has before the step.
    fn with(&self, mut made: Move, item: usize, test: impl Fn(Bits) -> Bits) -> Move {
        match (field(self.before, item), field(self.after, item)) {
            (_, Some(bits)) => made.test.push(test(bits)),
            (Some(bits), None) => made.closing.push(test(bits)),
            (None, None) => {}
        }
        made
    }

    /// Adds the moves that `made` is for the numbers of items with bounds: the option, if there is one, covers its items once more, and
    /// where no option is left, the number must be within the bounds.
    fn count(&self, option: Option<usize>, made: Move, moves: &mut Vec<Move>) {
        let mut variants = vec![made];
        for item in 0..self.model.primary {
            let Some(Bounds { low, high }) = self.model.bounds(item) else { continue };
            let more = option.is_some_and(|option| holds(self.model, option, item));
            let closes = self.closes[item] == self.step;
            if !more && !closes {
                continue;
            }
            let least = if closes { low.saturating_sub(more.into()) } else { 0 };
            let most = high - u32::from(more);
            match field(self.before, item) {
                // It was not covered before.
                None if least > 0 => variants.clear(),
                None => {}
                Some(Bits { length, .. }) => {
                    let ranges = ranges(least.into(), most.into(), length);
                    let test = |made: &Move, range: Bits| match range.length {
                        0 => made.clone(),
                        length => self.with(made.clone(), item, |bits| Bits {
                            from: bits.from + range.from,
                            length,
                            value: range.value,
                        }),
                    };
                    let all = |made| ranges.iter().map(move |&range| test(made, range));
                    variants = variants.iter().flat_map(all).collect();
                }
            }
            let one = field(self.after, item).filter(|_| more);
            if let Some(one) = one.map(|bits| Bits { value: 1, ..bits }) {
                for made in &mut variants {
                    made.add.push(one);
                }
            }
        }
        moves.extend(variants);
    }
}

/// The field of an item, with the value 0.
fn field(fields: &[Field], item: usize) -> Option<Bits> {
    let length = fields.iter().find(|field| field.item == item)?.length;
    place(fields, item).map(|from| Bits { from, length, value: 0 })
}

/// The numbers from `least` to `most` of those with `length` bits, as values of their upper bits.
fn ranges(least: u64, most: u64, length: u32) -> Vec<Bits> {
    let (mut next, end) = (least, (most + 1).min(1 << length));
    let mut ranges = Vec::new();
    while next < end {
        let mut from = next.trailing_zeros().min(length);
        while next + (1 << from) > end {
            from -= 1;
        }
        ranges.push(Bits { from, length: length - from, value: next >> from });
        next += 1 << from;
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_hold_each_number_once() {
        for length in 0..6 {
            let all = 1u64 << length;
            for least in 0..all + 2 {
                for most in 0..all + 2 {
                    let ranges = ranges(least, most, length);
                    for number in 0..all {
                        let holds = |range: &&Bits| number >> range.from == range.value;
                        let times = ranges.iter().filter(holds).count();
                        assert_eq!(times, usize::from((least..=most).contains(&number)));
                    }
                }
            }
        }
    }
}
