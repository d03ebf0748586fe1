//! Deals of which every card is known: which can be won, how, and the deal of the day.

mod daily;
#[cfg(test)]
mod tests;
mod winnable;

use engine::{Game, Seed};
use games::aces_up::{AcesUp, Action, Discards, Rules};

use super::solver::{Solver, Verdict};
use crate::advice::{Chance, Day, Unanswered};
use crate::{Daily, Solvable, SolverMemory, Winnable};

/// What can be found out about Aces Up.
pub(super) struct KnownDeals;

impl Solvable<AcesUp> for KnownDeals {
    fn check(&self, rules: &Rules) -> Result<(), Unanswered> {
        if can_be_won_at_all(rules) { Ok(()) } else { Err(FOR_THE_SCORE) }
    }

    fn can_win(&self, game: &AcesUp, rules: &Rules, memory: &mut SolverMemory) -> Option<bool> {
        memory.solver(Solver::new).can_win(game, rules)
    }

    fn way(&self, game: &AcesUp, rules: &Rules, memory: &mut SolverMemory) -> Chance<Action> {
        way(game, rules, memory.solver(Solver::new))
    }

    fn winnable(
        &self,
        start: &Seed,
        from: u64,
        tries: u64,
        rules: &Rules,
        memory: &mut SolverMemory,
    ) -> Option<Winnable> {
        winnable::winnable(start, from, tries, rules, memory.solver(Solver::new))
    }

    fn daily(&self, day: Day, rules: &Rules, memory: &mut SolverMemory) -> Option<Daily> {
        daily::daily(day, rules, memory.solver(Solver::new))
    }
}

const FOR_THE_SCORE: Unanswered = Unanswered::CannotBeWon {
    why: "with fewer than twelve deals nobody can get down to the aces: this game is played for the score",
    clause: "AU-V3",
};

/// Whether a game by these rules can be won at all: fewer than twelve deals leave cards in the stock (AU-V3).
pub fn can_be_won_at_all(rules: &Rules) -> bool {
    rules.deal_limit.is_none_or(|limit| limit.get() >= 12)
}

/// The same rules for one who plays tidily: whatever can be discarded is discarded at once, and a column's only card
/// stays where it is.
///
/// Both are choices that all rules leave to the player, and neither changes when cards may be dealt, for that depends
/// on discards and on moves of other cards only (AU-J1, AU-V1). So what tidy play can win can be won.
fn tidy(rules: &Rules) -> Rules {
    Rules { discards: Discards::Forced, lone_card_moves: false, ..*rules }
}

/// Whether this game can still be won, and how.
fn way(game: &AcesUp, rules: &Rules, solver: &mut Solver) -> Chance<Action> {
    match solver.can_win(game, rules) {
        Some(false) => Chance::No,
        None => Chance::Unknown,
        Some(true) => match solver.line(game, rules) {
            (Verdict::Best(48) | Verdict::Undecided { at_least: 48 }, line) if wins(game, &line) => {
                Chance::Yes(line)
            }
            // That it can be won was shown, but not how, within the memory: an answer without a line is none.
            _ => Chance::Unknown,
        },
    }
}

/// Whether these actions win: what is promised to a player is tried first.
fn wins(game: &AcesUp, line: &[Action]) -> bool {
    let mut game = game.clone();
    line.iter().all(|&action| game.apply(action, &mut ()).is_ok())
        && game.outcome().is_some_and(|outcome| !outcome.winners.is_empty())
}
