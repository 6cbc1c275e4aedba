//! The sub-problems of a certificate that are known: those stored, and the classes of isomorphic ones.

use std::hash::{BuildHasher, Hash};

use foldhash::{fast, quality};
use hashbrown::HashMap;

/// A fingerprint of 128 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Print([u64; 2]);

impl Print {
    pub(super) fn of(parts: &(impl Hash + ?Sized)) -> Self {
        Self([1, 2].map(|seed| quality::FixedState::with_seed(seed).hash_one(parts)))
    }
}

/// What a state is known by.
pub(super) struct Name {
    pub(super) state: Print,
    /// The fingerprint of its form, if it has one, and its options in the order of the form.
    pub(super) form: Option<(Print, Box<[u16]>)>,
}

/// A class of isomorphic states: the number of the stored one, and its options in the order of the form.
pub(super) struct Class {
    pub(super) number: u32,
    pub(super) options: Box<[u16]>,
}

/// The sub-problems that are known, as far as there is room.
pub(super) struct KnownSubproblems {
    numbers: HashMap<Print, u32, fast::FixedState>,
    classes: HashMap<Print, Class, fast::FixedState>,
    /// Bytes taken by classes, and upper bound on those taken by all.
    of_classes: usize,
    room: usize,
}

impl KnownSubproblems {
    /// Classes will take up to half of `room`, in bytes.
    pub(super) fn new(room: usize) -> Self {
        let (numbers, classes) = (HashMap::default(), HashMap::default());
        Self { numbers, classes, of_classes: 0, room }
    }

    pub(super) fn number(&self, state: Print) -> Option<u32> {
        self.numbers.get(&state).copied()
    }

    pub(super) fn class(&self, form: Print) -> Option<&Class> {
        self.classes.get(&form)
    }

    /// Adds a state that is stored by a number. If there is no room, other states are forgotten, or its class is not known.
    pub(super) fn add(&mut self, name: Name, number: u32) {
        let Self { numbers, classes, of_classes, room } = self;
        if let Some((form, options)) = name.form {
            // The table is half empty after it has grown.
            let bytes = size_of_val(&*options) + 2 * size_of::<(Print, Class)>();
            if *of_classes + bytes <= *room / 2 {
                *of_classes += bytes;
                classes.insert(form, Class { number, options });
            }
        }
        // A table that is full is copied into one of twice its size.
        let grown = 3 * numbers.allocation_size();
        if numbers.len() == numbers.capacity() && grown > *room - *of_classes {
            numbers.clear();
        }
        numbers.insert(name.state, number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_forgotten_and_classes_are_not() {
        let mut known = KnownSubproblems::new(1 << 12);
        let print = |number: u32| Print::of(&number);
        for number in 0..1000 {
            let form = (number < 5).then(|| (print(number), vec![7; 3].into_boxed_slice()));
            known.add(Name { state: print(number), form }, number);
            assert_eq!(known.number(print(number)), Some(number));
        }
        let states = (0..1000).filter(|&number| known.number(print(number)).is_some());
        assert!((1..200).contains(&states.count()));
        assert!((0..5).all(|form| known.class(print(form)).is_some_and(|it| it.number == form)));
    }
}
