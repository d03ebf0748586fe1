//! How a table of good players plays one round: from which card on each of them sticks.

use games::pass_the_ace::{Action, Rules, View};

use super::situation::{Situation, exchange};
use super::table::{DRAWING, SWAPPING};

/// The habits of a whole table, in order of play.
#[derive(Clone, Copy, Debug)]
pub struct Habits<'a> {
    /// For each turn four digits: the lowest place in the order of cards that is kept, with one's own card and
    /// with one that was given, each first if the first player did not stick and then if they did.
    pub row: &'a str,
    /// A dealer who has the choice swaps rather than draws.
    pub dealer_swaps: bool,
}

impl Habits<'_> {
    /// The lowest place in the order of cards that is kept.
    pub fn keep(&self, situation: &Situation) -> u8 {
        let turns = (self.row.len() + 1) / 5;
        // A table larger than any in the book plays like the largest, the dealer still last.
        let turn = if situation.is_dealer() { turns - 1 } else { situation.position.min(turns.max(2) - 2) };
        let kind = 2 * usize::from(situation.given) + usize::from(situation.first_stuck);
        let digit = self.row.as_bytes().get(turn * 5 + kind).map_or('7', |&digit| digit.into());
        digit.to_digit(16).unwrap_or(7) as u8
    }

    /// What a player with these habits does.
    pub fn follow(&self, view: &View, legal: &[Action]) -> Action {
        let Some((situation, own)) = Situation::of(view) else { return Action::Stick };
        if situation.safe || own >= self.keep(&situation) {
            return Action::Stick;
        }
        exchange(view, own, legal, self.dealer_swaps).unwrap_or(Action::Stick)
    }
}

/// The habits that one may meet under these rules. Where the dealer may swap, many a dealer still only draws,
/// and everyone plays accordingly.
pub fn schools(rules: &Rules, living: usize) -> &'static [Habits<'static>] {
    let living = living.clamp(2, DRAWING.len() + 1);
    let both = &SCHOOLS[living - 2];
    if rules.dealer_may_swap { both } else { &both[..1] }
}

static SCHOOLS: [[Habits<'static>; 2]; DRAWING.len()] = {
    let mut schools = [[Habits { row: "", dealer_swaps: false }; 2]; DRAWING.len()];
    let mut index = 0;
    while index < DRAWING.len() {
        schools[index] = [
            Habits { row: DRAWING[index], dealer_swaps: false },
            Habits { row: SWAPPING[index], dealer_swaps: true },
        ];
        index += 1;
    }
    schools
};
