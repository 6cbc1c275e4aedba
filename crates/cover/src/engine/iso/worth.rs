//! Rationing of forms: where they find no classes that are known, few are made.

/// By size of the states, whether forms find classes that are known.
#[derive(Default)]
pub(super) struct Worth {
    by_size: Vec<Trial>,
}

#[derive(Clone, Copy, Default)]
struct Trial {
    made: u64,
    found: u64,
    skipped: u64,
}

impl Worth {
    /// States of about the same number of options are judged together.
    const STEP: usize = 8;
    /// Number of forms of a size before they are judged. Problems of fuzzing are small, so that it is smaller there.
    const FIRST: u64 = if cfg!(fuzzing) { 8 } else { 64 };
    /// Forms are worth making if one in this many finds its class; if not, one in [`Self::AGAIN`] states gets a form.
    const ONE_IN: u64 = 16;
    const AGAIN: u64 = 32;

    fn trial(&mut self, options: usize) -> &mut Trial {
        let place = options / Self::STEP;
        if self.by_size.len() <= place {
            self.by_size.resize(place + 1, Trial::default());
        }
        &mut self.by_size[place]
    }

    /// Whether to make the form of a state with this number of options.
    pub(super) fn is_worth(&mut self, options: usize) -> bool {
        let trial = self.trial(options);
        if trial.made < Self::FIRST || trial.found * Self::ONE_IN >= trial.made {
            return true;
        }
        trial.skipped += 1;
        trial.skipped.is_multiple_of(Self::AGAIN)
    }

    /// Records that a form was made, and whether its class was known.
    pub(super) fn made(&mut self, options: usize, found: bool) {
        let trial = self.trial(options);
        trial.made += 1;
        trial.found += u64::from(found);
    }
}
