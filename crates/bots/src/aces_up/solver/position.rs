//! Positions of Aces Up with every card known, small enough to be remembered by the million.
//!
//! Each card is dealt to one column in one row. Only a bottom card can have come from elsewhere, because cards move
//! into empty columns only. So a column is the set of rows whose card still lies there, and at most one moved
//! card under them.

use engine::Card;
use games::aces_up::{AcesUp, Column, DealWhen, Discards, Fill, Rules};

use super::line::Station;

/// A card as a number: two bits of suit, four of height, the ace highest. One beats another exactly if it is
/// greater and the suit is the same.
pub(super) type Key = u8;

/// No card.
pub(super) const NONE: Key = u8::MAX;
/// The height of an ace.
pub(super) const ACE: u8 = 12;

pub(super) fn key(card: Card) -> Key {
    let index = card.index() as u8;
    (((index / 13) & 3) << 4) | ((index + 12) % 13)
}

/// A deal with every card known, and the rules it is played by.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// By column and row.
    pub cards: [[Key; 13]; 4],
    /// The number of rows to deal, the first one included.
    pub rows: u8,
    pub forced: bool,
    pub lone_moves: bool,
    /// Whether any card may fill an empty column, not only aces.
    pub fills_any: bool,
    pub when: DealWhen,
}

/// Where the cards lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Position {
    /// One bit for each row whose card still lies in its column.
    pub rows: [u16; 4],
    /// The card at the bottom that came from elsewhere.
    pub moved: [Key; 4],
    /// Rows dealt so far.
    pub dealt: u8,
}

impl Known {
    /// The deal of this game, with all that its rules say, and where its cards lie now.
    pub fn of(game: &AcesUp, rules: &Rules) -> (Self, Position) {
        let stock = game.known_stock();
        let dealt = (52 - stock.len()) / 4;
        let mut known = Self {
            cards: [[NONE; 13]; 4],
            rows: (dealt + usize::from(game.deals_left())) as u8,
            forced: rules.discards == Discards::Forced,
            lone_moves: rules.lone_card_moves,
            fills_any: rules.fill == Fill::Any,
            when: rules.deal_when,
        };
        let mut position = Position { rows: [0; 4], moved: [NONE; 4], dealt: dealt as u8 };
        for (place, &card) in stock.iter().enumerate() {
            known.cards[place % 4][dealt + place / 4] = key(card);
        }
        // Which row a card on the table was dealt in makes no difference, only which lies on which: the cards of a
        // column take the last rows before the next deal, the bottom one counting as moved.
        for column in Column::ALL {
            let cards = game.cards_in(column);
            let Some((&bottom, others)) = cards.split_first() else { continue };
            position.moved[column.index()] = key(bottom);
            for (above, &card) in others.iter().enumerate() {
                let row = dealt - others.len() + above;
                known.cards[column.index()][row] = key(card);
                position.rows[column.index()] |= 1 << row;
            }
        }
        (known, position)
    }

    /// No deal at all.
    pub fn nothing() -> Self {
        Self {
            cards: [[NONE; 13]; 4],
            rows: 0,
            forced: false,
            lone_moves: false,
            fills_any: false,
            when: DealWhen::AnyTime,
        }
    }

    /// The highest card of each suit among those on the table and those to be dealt: nothing beats it. None where
    /// there is no card of a suit.
    pub fn unbeatable(&self, position: &Position) -> [Option<Key>; 4] {
        let mut highest = [None; 4];
        for column in 0..4 {
            let lies =
                |row: usize| row >= usize::from(position.dealt) || position.rows[column] >> row & 1 == 1;
            let cards = self.cards[column][..usize::from(self.rows)].iter().enumerate();
            let cards = cards.filter(|&(row, _)| lies(row)).map(|(_, &key)| key);
            for key in cards.chain([position.moved[column]]).filter(|&key| key != NONE) {
                let suit = usize::from(key >> 4) & 3;
                highest[suit] = highest[suit].max(Some(key));
            }
        }
        highest
    }

    /// What lies in each column, and how much is still in the stock.
    pub fn station(&self, position: &Position) -> Station {
        let columns = [0, 1, 2, 3].map(|column| {
            let moved = Some(position.moved[column]).filter(|&card| card != NONE);
            let rows = (0..13).filter(|row| position.rows[column] >> row & 1 == 1);
            moved.into_iter().chain(rows.map(|row| self.cards[column][row])).collect()
        });
        Station { columns, stock: 52 - 4 * usize::from(position.dealt) }
    }
}
