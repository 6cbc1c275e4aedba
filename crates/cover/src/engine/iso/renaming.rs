//! The renaming that makes two sub-problems equal, written out: what a proof of a count up to isomorphism needs of each
//! class that was known.

use super::super::model::{Model, bits};
use super::form::FormBuilder;
use super::state::States;
use crate::problem::{Colour, ItemId, OptionId};

/// How the sub-problem that some options leave corresponds to the one that others leave.
///
/// A sub-problem is what is left when forced options are chosen, too, and options without a future are gone. Items of which nothing
/// depends any more are not in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renaming {
    /// The items of the first sub-problem, each with the item of the second that takes its place.
    pub items: Vec<(ItemId, ItemId)>,
    /// The same for the colours of secondary items.
    pub colours: Vec<((ItemId, Colour), (ItemId, Colour))>,
    /// The same for options.
    pub options: Vec<(OptionId, OptionId)>,
}

/// A sub-problem with its form.
struct Formed {
    form: Vec<u8>,
    /// In the order of the form, the items with their colours, counted from 1; 0 for the item itself.
    vertices: Vec<(u16, u32)>,
    /// In the order of the form, the options.
    options: Vec<OptionId>,
}

impl Formed {
    /// What some options leave; `None` if it has no solution, no option, or too many items for a form.
    fn new(model: &Model, ids: &[OptionId], chosen: &[OptionId]) -> Option<Self> {
        let mut states = States::new(model);
        for option in chosen {
            let option = ids.iter().position(|id| id == option)?;
            let is_left = states.options(0)[option / 64] >> (option % 64) & 1 == 1;
            if !is_left {
                return None;
            }
            states.choose(model, 0, option);
            let left = states.part(1);
            states.put(model, 0, &left);
        }
        if !states.propagate(model, 0, |_| {}) || bits(states.options(0)).next().is_none() {
            return None;
        }
        let mut forms = FormBuilder::new(model);
        let (left, open) = (states.options(0), states.open(0));
        if !forms.make(model, left, open) {
            return None;
        }
        let options =
            forms.options(left).into_iter().map(|option| ids[usize::from(option)]).collect();
        Some(Self { form: std::mem::take(&mut forms.form), vertices: forms.vertices(), options })
    }
}

/// The renaming of what `first` leaves to what `second` leaves, if their forms are equal.
pub(super) fn renaming(model: &Model, first: &[OptionId], second: &[OptionId]) -> Option<Renaming> {
    let ids: Vec<OptionId> = model.option_ids().collect();
    let [first, second] = [first, second].map(|chosen| Formed::new(model, &ids, chosen));
    let (first, second) = (first?, second?);
    if first.form != second.form {
        return None;
    }
    let (mut items, mut colours) = (Vec::new(), Vec::new());
    for (&a, &b) in first.vertices.iter().zip(&second.vertices) {
        let item = |(item, _): (u16, u32)| ItemId(u32::from(item));
        let coloured = |(_, colour)| Some(Colour(u32::checked_sub(colour, 1)?));
        match (coloured(a), coloured(b)) {
            (Some(of_a), Some(of_b)) => colours.push(((item(a), of_a), (item(b), of_b))),
            _ => items.push((item(a), item(b))),
        }
    }
    let options = first.options.into_iter().zip(second.options).collect();
    Some(Renaming { items, colours, options })
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use crate::engine::Iso;
    use crate::engine::copied::random_problem;
    use crate::family;
    use crate::problem::{OptionId, Problem};
    use crate::random::Stream;

    /// Checks a renaming by the problem alone. Returns the number of options that correspond.
    fn check(problem: &Problem, renaming: &super::Renaming) -> usize {
        let items: BTreeMap<_, _> = renaming.items.iter().copied().collect();
        let colours: BTreeMap<_, _> = renaming.colours.iter().copied().collect();
        let targets: BTreeSet<_> = items.values().collect();
        assert_eq!((items.len(), targets.len()), (renaming.items.len(), items.len()));
        let targets: BTreeSet<_> = colours.values().collect();
        assert_eq!((colours.len(), targets.len()), (renaming.colours.len(), colours.len()));
        for (&(a, _), &(b, _)) in &colours {
            assert_eq!(items[&a], b, "a colour is of the item that its item becomes");
        }
        for (&a, &b) in &items {
            assert_eq!(a.index() < problem.primary(), b.index() < problem.primary());
        }
        // What an option holds, of the items that are left.
        let back: BTreeSet<_> = items.values().copied().collect();
        for &(a, b) in &renaming.options {
            let held = problem.option(a).iter().filter(|entry| items.contains_key(&entry.item));
            let renamed: BTreeSet<_> = held
                .map(|entry| match entry.colour {
                    Some(colour) => {
                        let (item, colour) = colours[&(entry.item, colour)];
                        (item, Some(colour))
                    }
                    None => (items[&entry.item], None),
                })
                .collect();
            let held = problem.option(b).iter().filter(|entry| back.contains(&entry.item));
            assert_eq!(renamed, held.map(|entry| (entry.item, entry.colour)).collect());
        }
        renaming.options.len()
    }

    #[test]
    fn a_symbol_for_another_is_a_renaming() {
        let problem = family::build("latin:5").unwrap();
        let named = |text: &str| {
            let is = |&option: &OptionId| problem.option_text(option) == text;
            problem.option_ids().find(is).unwrap()
        };
        let [a, b] = ["p00 r00 c00", "p34 r32 c42"].map(named);
        let renaming = Iso.renaming(&problem, &[a], &[b]).unwrap().unwrap();
        assert_eq!(check(&problem, &renaming), 125 - 13);
        // Two symbols in one row are like one symbol in two rows: rows and symbols can change places. They are not like two symbols in two
        // rows and columns.
        let [row, symbol, apart] = ["p01 r01 c11", "p11 r10 c10", "p11 r11 c11"].map(named);
        let renaming = Iso.renaming(&problem, &[a, row], &[a, symbol]).unwrap().unwrap();
        check(&problem, &renaming);
        assert_eq!(Iso.renaming(&problem, &[a, row], &[a, apart]).unwrap(), None);
        assert_eq!(Iso.renaming(&problem, &[a, a], &[a, row]).unwrap(), None);
    }

    #[test]
    fn renamings_of_random_problems_map_options_to_options() {
        let mut stream = Stream::new(17, 0);
        let (mut found, mut coloured) = (0, 0);
        for _ in 0..if cfg!(miri) { 10 } else { 2000 } {
            let problem = random_problem(&mut stream);
            let options: Vec<OptionId> = problem.option_ids().collect();
            for &a in &options {
                for &b in &options {
                    if let Some(renaming) = Iso.renaming(&problem, &[a], &[b]).unwrap() {
                        check(&problem, &renaming);
                        found += usize::from(a != b);
                        coloured += usize::from(a != b && !renaming.colours.is_empty());
                    }
                }
            }
        }
        assert!(cfg!(miri) || found > 1000 && coloured > 20, "{found} {coloured}");
    }
}
