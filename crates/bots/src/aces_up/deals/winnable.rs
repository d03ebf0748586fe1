//! Deals that can be won, on demand.

use engine::{Game, Seed};
use games::aces_up::{AcesUp, Rules};

use super::{can_be_won_at_all, tidy};
use crate::Winnable;
use crate::aces_up::solver::Solver;

/// The first deal that can be won, as [`Solvable::winnable`](crate::Solvable::winnable) says.
pub(super) fn winnable(
    start: &Seed,
    from: u64,
    tries: u64,
    rules: &Rules,
    solver: &mut Solver,
) -> Option<Winnable> {
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
