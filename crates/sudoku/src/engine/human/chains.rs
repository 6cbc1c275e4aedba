//! Chains of candidates: if one is wrong, the next one is right, so the one after that is wrong, and so on.
//!
//! A *strong* link joins two candidates of which one must be right: the only two of a cell, or
//! the only two places of a digit in a unit. A *weak* link joins two candidates that cannot both be
//! right: any two of a cell, any two places in a unit. A chain begins and ends with a strong link
//! and alternates strong and weak links. So one of its ends is right, and candidates with weak links
//! to both ends are struck. X-chains stay with one digit, XY-chains with cells of two candidates. Of
//! all chains of a kind the shortest is taken, and of equally short ones the first one found.

mod forcing;
mod walk;
mod web;

pub(super) use self::forcing::forcing_chains;
use self::walk::Walk;
use self::web::{Links, Web};
use super::Ask;
use super::state::State;
use crate::engine::deduction::{Because, Deduction, Technique};

/// The greatest number of links in a chain, which is about what a patient player can follow.
const LONGEST: usize = 25;

/// The shortest X-chain, which uses only links between places of one digit.
pub(super) fn x_chain(state: &State, ask: &mut Ask<'_>) -> Option<Deduction> {
    shortest(state, Technique::XChain, Links::OfOneDigit, ask)
}

/// The shortest XY-chain, which uses only cells of two candidates.
pub(super) fn xy_chain(state: &State, ask: &mut Ask<'_>) -> Option<Deduction> {
    shortest(state, Technique::XyChain, Links::OfPairs, ask)
}

/// The shortest alternating chain, which uses links of any kind.
pub(super) fn alternating_chain(state: &State, ask: &mut Ask<'_>) -> Option<Deduction> {
    shortest(state, Technique::AlternatingChain, Links::Any, ask)
}

/// The shortest chain of a kind that strikes a candidate.
fn shortest(
    state: &State,
    technique: Technique,
    links: Links,
    ask: &mut Ask<'_>,
) -> Option<Deduction> {
    let web = Web::new(state, links, ask)?;
    let mut walk = Walk::new(&web);
    let mut best = None;
    let mut most = LONGEST;
    for start in (0..web.len()).filter(|&node| !web.strong(node).is_empty()) {
        if !ask(1) {
            return None;
        }
        if let Some(end) = walk.end_of_chain(start, most) {
            let chain = walk.path(state, end, true);
            // From now on only shorter chains are wanted. This chain has one link less than claims,
            // and the number of links is odd, so a shorter one has at most (claims - 3) links.
            most = chain.len().saturating_sub(3);
            best = Some((chain, start, end));
        }
        if most == 0 {
            break;
        }
    }
    let (chain, start, end) = best?;
    let because = || Because::Chain(chain);
    Deduction::strike(state.order(), technique, web.weak_to_both(start, end), because)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::human::testing::{all, at, blank, cells};

    #[test]
    fn one_end_of_an_x_chain_is_right() {
        // In region 9 the digit has a third place, so colours do not reach across it.
        let region = cells([(7, 8), (8, 9), (9, 7)]);
        let state = blank().with_row(8, 5, &[2, 9]).with_column(7, 5, &[3, 9]);
        let state = state.with_region(9, 5, &region);
        assert_eq!(state.found(Technique::Colouring), None);
        let (struck, text) = state.struck_by(Technique::XChain);
        assert_eq!(struck, [(at(3, 2), 5)]);
        assert_eq!(
            text,
            "X-chain: if row 3 column 7 is not 5, then row 9 column 7 is 5 (column 7), then row 8 column 9 is \
             not 5 (region 9), then row 8 column 2 is 5 (row 8), so 5 is struck from row 3 column 2"
        );
    }

    #[test]
    fn one_end_of_an_xy_chain_is_right() {
        let state = blank().with(at(1, 1), &[1, 2]).with(at(1, 5), &[2, 3]);
        let state = state.with(at(5, 5), &[3, 4]).with(at(5, 9), &[4, 1]);
        let (struck, text) = state.struck_by(Technique::XyChain);
        assert_eq!(struck, all(cells([(1, 9), (5, 1)]), &[1]), "{text}");
        assert_eq!(state.found(Technique::XChain), None);
    }

    #[test]
    fn an_alternating_chain_takes_links_of_every_kind() {
        let state = blank().with(at(1, 1), &[1, 2]).with_column(5, 2, &[1, 9]);
        let state = state.with(at(9, 2), &[2, 3]).with(at(5, 2), &[3, 1]);
        let (struck, text) = state.struck_by(Technique::AlternatingChain);
        let both_see = cells([(1, 2), (2, 2), (3, 2), (4, 1), (5, 1), (6, 1)]);
        assert_eq!(struck, all(both_see, &[1]), "{text}");
        assert_eq!(text.matches(" then ").count(), 7, "{text}");
        assert_eq!(state.found(Technique::XyChain), None);
    }

    #[test]
    fn whatever_a_cell_holds_its_chains_end_alike() {
        let state = blank().with(at(5, 5), &[1, 2, 3]);
        let state = state.with(at(5, 1), &[1, 4]).with(at(5, 2), &[2, 4]).with(at(4, 5), &[3, 4]);
        assert_eq!(state.found(Technique::AlternatingChain), None);
        let (struck, text) = state.struck_by(Technique::ForcingChains);
        assert_eq!(struck, [(at(4, 1), 4)]);
        assert!(text.starts_with("forcing chains: whatever row 5 column 5 holds: if "), "{text}");
        assert_eq!(text.matches("row 4 column 1 is not 4").count(), 3, "{text}");
    }

    #[test]
    fn a_search_that_may_not_go_on_finds_nothing() {
        let state = blank().with(at(1, 1), &[1, 2]).with(at(1, 5), &[2, 3]);
        let state = state.with(at(5, 5), &[3, 4]).with(at(5, 9), &[4, 1]);
        let mut asked = 0;
        let mut ask = |tests| {
            asked += tests;
            asked < 3
        };
        assert_eq!(state.find(Technique::XyChain, &mut ask), None);
        assert_eq!(asked, 3);
    }
}
