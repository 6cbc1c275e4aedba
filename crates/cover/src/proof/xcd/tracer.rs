//! The probe that writes the steps of a search.
//!
//! A search with a memo writes to a spool, whose codes differ from those of a certificate (see [`super::spool`]): at the time of
//! writing it is not known which sub-problems are used again. A search that visits solutions stores none, so the codes that
//! it writes are the certificate.

use std::cell::RefCell;
use std::io::{self, Write};

use super::spool::{ENDED, Uses};
use super::{BRANCH, RENAMED, SAME, STORES};
use crate::search::{Budget, Leaf, Position, Probe, Silent};

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
        super::spool::encode(&mut self.buffer, number);
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
    }
    #[inline]
    fn ended(&mut self, is_stored: bool) {
        self.uses.end(is_stored);
        self.number(ENDED);
    }
    #[inline]
    fn occurs_again(&mut self, place: usize) {
        let back = self.uses.use_again(place);
        self.number(SAME);
        self.number(back);
    }
    fn occurs_renamed(&mut self, place: usize, options: impl ExactSizeIterator<Item = u16>) {
        let back = self.uses.use_again(place);
        self.number(RENAMED);
        self.number(back);
        self.number(options.len() as u64);
        options.for_each(|option| self.number(option.into()));
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
