//! A hint: what a good player would do, from what the player sees.

use engine::{Dice, Seat, Table, Viewer};

use super::Unanswered;
use crate::{BotStrategy, Budget};

/// What to do, and why if that can be said in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint<A> {
    /// The move.
    pub action: A,
    /// A whole sentence.
    pub why: Option<String>,
}

/// What a good player would do on this seat ([`BotStrategy::suggest`]), who knows what the player there knows and no
/// more. The table notes that it helped; one that gives no hints refuses.
pub fn hint<G: BotStrategy>(
    table: &mut Table<G>,
    seat: Seat,
    dice: &mut Dice,
    budget: &Budget,
) -> Result<Hint<G::Action>, Unanswered> {
    if !table.setup().assistance.hints {
        return Err(Unanswered::NotGranted);
    }
    let (view, legal) = (table.view(Viewer::Seat(seat)), table.legal(seat));
    let action = match legal[..] {
        [] => return Err(Unanswered::NotYourTurn),
        [only] => only,
        [first, ..] => {
            let chosen = G::suggest(&view, &legal, dice, budget);
            chosen.filter(|action| legal.contains(action)).unwrap_or(first)
        }
    };
    table.note_hint();
    let why = G::why(&view, &legal, action, &table.seating(Viewer::Seat(seat)));
    Ok(Hint { action, why })
}
