//! Can this still be won?

use engine::{Game, Table};
use games::aces_up::{AcesUp, Action};

use super::{Unanswered, can_be_won_at_all};
use crate::solver::{Solver, Verdict};

/// Whether a game can still be won by one who knew the stock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chance {
    /// Yes, and these actions win it.
    Yes(Vec<Action>),
    /// No, whatever is done.
    No,
    /// Not known within the solver's memory.
    Unknown,
}

/// Whether this game can still be won. That helps a player, so the table notes it as a hint and refuses where it
/// gives none.
pub fn chance(table: &mut Table<AcesUp>, solver: &mut Solver) -> Result<Chance, Unanswered> {
    if !table.setup().assistance.hints {
        return Err(Unanswered::NotGranted);
    }
    if table.to_act().is_none() {
        return Err(Unanswered::Over);
    }
    let rules = table.setup().rules;
    if !can_be_won_at_all(&rules) {
        return Err(Unanswered::ForTheScore);
    }
    table.note_hint();
    Ok(way(table.game(), &rules, solver))
}

/// The same for any position, without a table: for those who look at a game from outside.
pub fn way(game: &AcesUp, rules: &games::aces_up::Rules, solver: &mut Solver) -> Chance {
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
