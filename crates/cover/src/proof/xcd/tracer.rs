//! The probe that writes the steps of a search.
//!
//! A search with a memo writes to a spool, whose codes differ from those of a certificate (see [`super::spool`]): at the time of
//! writing it is not known which sub-problems are used again. A search that visits solutions stores none, so the codes that
//! it writes are the certificate.

use std::cell::RefCell;
use std::io::{self, Write};

use super::kept::{self, Guide};
use super::spool::{ENDED, Uses};
use super::{BRANCH, RENAMED, SAME, STORES};
use crate::engine::traced::Plan;
use crate::search::{Budget, Keeper, Leaf, Position, Probe, Recalled, Silent};

/// Number of bytes that are written at once.
const BUFFER: usize = 1 << 16;

/// Writes the steps of a search.
pub(super) struct Tracer<'a> {
    out: &'a RefCell<dyn Write + 'a>,
    result: io::Result<()>,
    silent: Silent<'a>,
    items: &'a [u32],
    nodes: u64,
    most_nodes: u64,
    buffer: Vec<u8>,
    /// Number of bytes written, without those in the buffer.
    written: u64,
    uses: Uses,
    /// The steps that are read in place of being written.
    guide: Option<Guide<'a>>,
    keeper: Option<&'a dyn Keeper>,
}

impl<'a> Tracer<'a> {
    /// A probe that writes to `out`. `items` are the numbers that items have in a certificate, by their numbers in the engine.
    pub(super) fn new(
        out: &'a RefCell<dyn Write + 'a>,
        budget: &'a Budget,
        items: &'a [u32],
    ) -> Self {
        Self {
            out,
            result: Ok(()),
            silent: Silent::new(budget),
            items,
            nodes: 0,
            most_nodes: budget.nodes.unwrap_or(u64::MAX),
            buffer: Vec::with_capacity(BUFFER + 16),
            written: 0,
            uses: Uses::default(),
            guide: None,
            keeper: None,
        }
    }

    /// Follows the steps of an earlier walk, of this length in bytes.
    pub(super) fn follow(&mut self, guide: Guide<'a>, bytes: u64) {
        (self.guide, self.written) = (Some(guide), bytes);
    }

    /// Keeps a plan, unless it is followed, and the steps to come.
    pub(super) fn keep(&mut self, keeper: Option<&'a dyn Keeper>, plan: &Plan) {
        self.keeper = keeper;
        if let (Some(keeper), None) = (keeper, &self.guide) {
            kept::keep(keeper, plan);
        }
    }

    /// Takes over a result of writing; an error ends the search.
    pub(super) fn fail(&mut self, result: io::Result<()>) {
        if self.result.is_ok() {
            self.result = result;
        }
    }

    #[inline]
    fn number(&mut self, number: u64) {
        if self.guide.is_some() && self.is_followed(number) {
            return;
        }
        super::spool::encode(&mut self.buffer, number);
    }

    /// Whether the next number of the guide is this one, as it should be; `false` if the guide has ended.
    #[cold]
    #[inline(never)]
    fn is_followed(&mut self, number: u64) -> bool {
        match self.guided(Guide::number) {
            Some(Some(found)) if found == number => true,
            Some(None) => {
                self.guide = None;
                false
            }
            _ => {
                self.fail(Err(kept::of_another()));
                true
            }
        }
    }

    /// What the guide says; `None` if there is none, or if it cannot be read, which ends the search.
    fn guided<T>(&mut self, ask: impl FnOnce(&mut Guide<'a>) -> io::Result<T>) -> Option<T> {
        let asked = self.guide.as_mut().map(ask)?;
        asked.map_err(|error| self.fail(Err(error))).ok()
    }

    /// Follows a step that refers to a stored sub-problem; returns how many numbers it has.
    fn followed_reference(&mut self, is_renamed: bool) -> Option<u64> {
        let (_, back) = (self.guided(Guide::next)?, self.guided(Guide::next)?);
        if !self.uses.use_before(back) {
            self.fail(Err(kept::of_another()));
        }
        if !is_renamed {
            return Some(2);
        }
        let options = self.guided(Guide::next)?;
        for _ in 0..options {
            self.guided(Guide::next)?;
        }
        Some(2 + options)
    }

    /// Called after each step.
    #[inline]
    fn end_of_step(&mut self) {
        if self.buffer.len() >= BUFFER {
            self.write();
        }
    }

    #[cold]
    #[inline(never)]
    fn write(&mut self) {
        if self.result.is_ok() {
            self.result = self.out.borrow_mut().write_all(&self.buffer);
        }
        if let (Some(keeper), Ok(()), false) = (self.keeper, &self.result, self.buffer.is_empty()) {
            kept::keep_steps(keeper, &self.buffer);
        }
        self.written += self.buffer.len() as u64;
        self.buffer.clear();
    }

    /// Writes what is left. Returns the number of bytes written, and how often each sub-problem is used.
    pub(super) fn finish(mut self) -> io::Result<(u64, Uses)> {
        self.write();
        self.result.map(|()| (self.written, self.uses))
    }
}

impl Probe for Tracer<'_> {
    const COUNTING: bool = false;
    const TRACING: bool = true;
    fn tests(&mut self, _: u64) {}
    fn fork(&mut self) {}
    fn depth(&mut self, _: usize) {}
    fn leaf(&mut self, _: Leaf) {}
    #[inline]
    fn branches(&mut self, item: usize, is_kept: bool) {
        if is_kept {
            self.uses.begin();
            self.number(STORES);
        }
        self.number(BRANCH + u64::from(self.items[item]));
        self.end_of_step();
    }
    #[inline]
    fn ended(&mut self, is_stored: bool) {
        self.uses.end(is_stored);
        self.number(ENDED);
        self.end_of_step();
    }
    #[inline]
    fn occurs_again(&mut self, place: usize) {
        let back = self.uses.use_again(place);
        self.number(SAME);
        self.number(back);
        self.end_of_step();
    }
    fn occurs_renamed(&mut self, place: usize, options: impl ExactSizeIterator<Item = u16>) {
        let back = self.uses.use_again(place);
        self.number(RENAMED);
        self.number(back);
        self.number(options.len() as u64);
        options.for_each(|option| self.number(option.into()));
        self.end_of_step();
    }
    fn recall(&mut self) -> Recalled {
        let Some(next) = self.guided(Guide::peek) else { return Recalled::Nothing };
        match next.map(u64::from) {
            None => self.guide = None,
            Some(STORES) => return Recalled::Searched,
            Some(code @ (SAME | RENAMED)) => {
                if let Some(numbers) = self.followed_reference(code == RENAMED) {
                    return Recalled::Again { numbers };
                }
            }
            Some(_) => self.fail(Err(kept::of_another())),
        }
        Recalled::Nothing
    }
    fn may_go_on(&self) -> bool {
        self.result.is_ok() && self.silent.may_go_on()
    }
    #[inline]
    fn enter(&mut self) -> bool {
        if self.nodes >= self.most_nodes || !self.may_go_on() {
            return false;
        }
        self.nodes += 1;
        true
    }
    #[inline]
    fn enter_at(&mut self, position: impl FnOnce() -> Position) -> bool {
        self.silent.enter_at(position) && self.enter()
    }
}
