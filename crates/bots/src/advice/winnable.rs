//! Deals that can be won, on demand.

use engine::{Game, Seed};
use games::aces_up::{AcesUp, Rules};

use super::{can_be_won_at_all, tidy};
use crate::solver::Solver;

/// A deal that can be won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Winnable {
    /// Its seed, to open a table with.
    pub seed: Seed,
    /// Which of the deals that follow from the start it is, from 0.
    pub number: u64,
}

/// The first deal at or after `from` that these rules can win, among the deals that follow from `start` as in a
/// simulation with that seed; at most `tries` are looked at, and one that the solver cannot decide is passed over.
/// None if nothing was found: go on from `from + tries`, or give up.
pub fn winnable(start: &Seed, from: u64, tries: u64, rules: &Rules, solver: &mut Solver) -> Option<Winnable> {
    if !can_be_won_at_all(rules) {
        return None;
    }
    (from..from.saturating_add(tries)).find_map(|number| {
        let seed = start.child(number);
        // Tidy play is solved at once, and often suffices.
        let can_win =
            wins(&seed, &tidy(rules), solver) || *rules != tidy(rules) && wins(&seed, rules, solver);
        can_win.then_some(Winnable { seed, number })
    })
}

/// Whether it is certain that a deal can be won.
fn wins(seed: &Seed, rules: &Rules, solver: &mut Solver) -> bool {
    let game = AcesUp::start(rules, 1, seed, &mut ());
    match game.outcome() {
        Some(outcome) => !outcome.winners.is_empty(),
        None => solver.can_win(&game, rules) == Some(true),
    }
}
