//! Cards that were held back: each must be worth it.
//!
//! A card is held back if it could be discarded when the next row is dealt. That is worth it only if it later is the only
//! open card that beats another one, or, where lone cards stay, if a card moves off it that would lie alone without
//! it. For take a line with the most discards, and of all those the one with the fewest cards on the table, summed up
//! over its deals. If a card is held back in it and none of this happens before it goes, discard it before that deal
//! and leave out what is done with it later: every other action stays possible, because whatever it beats another card
//! beats as well. As much is discarded, and fewer cards are on the table: a contradiction. So a card that was held back
//! is marked, the mark is taken off when it was worth it, and a marked card is never discarded.
//!
//! Which order discards are made in between two deals changes neither what goes nor what lies there at the next deal, so
//! this holds beside all that is done without a second thought. `deal_when = auto` is left out: there a discard may bring a
//! deal before its time.

use super::facts::Extra;
use super::lanes::{Lanes, top_place};
use super::position::Key;

/// The places of cards that were held back and have not been worth it yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Marks(pub Lanes);

impl Marks {
    pub fn is_on_top(self, lanes: Lanes, column: u32) -> bool {
        self.on_top(lanes, column).0 != 0
    }

    /// The mark of a column's top card.
    pub fn on_top(self, lanes: Lanes, column: u32) -> Self {
        Self(self.0 & 1 << (16 * column + top_place(lanes, column)))
    }

    pub fn set_top(&mut self, lanes: Lanes, column: u32) {
        self.0 |= 1 << (16 * column + top_place(lanes, column));
    }

    pub fn clear_top(&mut self, lanes: Lanes, column: u32) {
        self.0 &= !(1 << (16 * column + top_place(lanes, column)));
    }

    /// The top card of a column is discarded: if only one other beats it, that one was worth being held back.
    pub fn credit(&mut self, tops: [Key; 4], column: u32, lanes: Lanes) {
        if self.0 == 0 {
            return;
        }
        let gone = tops[column as usize];
        let beats = |other: &u32| tops[*other as usize] > gone && tops[*other as usize] ^ gone < 16;
        let mut beating = (0..4).filter(beats);
        if let (Some(only), None) = (beating.next(), beating.next()) {
            self.clear_top(lanes, only);
        }
    }
}

impl Extra for Marks {
    /// The fewer have to be worth it, the more is possible.
    fn bounds(&self, other: &Self, _: Lanes) -> bool {
        self.0 & !other.0 == 0
    }
}
