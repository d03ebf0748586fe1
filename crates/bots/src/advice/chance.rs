//! Can this still be won?

use engine::Table;

use super::Unanswered;
use crate::{BotStrategy, SolverMemory};

/// Whether a game can still be won by one who knew every card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chance<A> {
    /// Yes, and these actions win it.
    Yes(Vec<A>),
    /// No, whatever is done.
    No,
    /// Not known within the solver's memory.
    Unknown,
}

/// Whether this game can still be won. That helps a player, so the table notes it as a hint and refuses where it
/// gives none.
pub fn chance<G: BotStrategy>(
    table: &mut Table<G>,
    memory: &mut SolverMemory,
) -> Result<Chance<G::Action>, Unanswered> {
    let solvable = G::solvable().ok_or(Unanswered::NoSolver)?;
    if !table.setup().assistance.hints {
        return Err(Unanswered::NotGranted);
    }
    if table.to_act().is_none() {
        return Err(Unanswered::Over);
    }
    solvable.check(&table.setup().rules)?;
    table.note_hint();
    Ok(solvable.way(table.game(), &table.setup().rules, memory))
}
