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

fn beats(one: Key, other: Key) -> bool {
    one != NONE && other != NONE && one > other && one ^ other < 16
}

/// A deal with every card known, and the rules it is played by.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// By column and row.
    pub cards: [[Key; 13]; 4],
    /// So many rows are there to be dealt, the first one included.
    pub rows: u8,
    pub forced: bool,
    pub lone_moves: bool,
    only_aces: bool,
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

/// A set of columns, one bit for each.
pub(super) type Columns = u8;

/// The columns of a set.
pub(super) fn each(set: Columns) -> impl Iterator<Item = usize> {
    (0..4).filter(move |column| set >> column & 1 == 1)
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
            only_aces: rules.fill == Fill::Aces,
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

    /// What lies in each column, and how much is still in the stock.
    pub fn station(&self, position: &Position) -> Station {
        let columns = [0, 1, 2, 3].map(|column| {
            let moved = Some(position.moved[column]).filter(|&card| card != NONE);
            let rows = (0..13).filter(|row| position.rows[column] >> row & 1 == 1);
            moved.into_iter().chain(rows.map(|row| self.cards[column][row])).collect()
        });
        Station { columns, stock: 52 - 4 * usize::from(position.dealt) }
    }

    fn top(&self, position: &Position, column: usize) -> Key {
        match position.rows[column] {
            0 => position.moved[column],
            rows => self.cards[column][15 - rows.leading_zeros() as usize],
        }
    }

    pub fn tops(&self, position: &Position) -> [Key; 4] {
        [0, 1, 2, 3].map(|column| self.top(position, column))
    }

    /// The columns whose top card can go.
    pub fn discards(&self, position: &Position) -> Columns {
        let tops = self.tops(position);
        let beaten = |column: &usize| tops.iter().any(|&other| beats(other, tops[*column]));
        (0..4).filter(beaten).fold(0, |set, column| set | 1 << column)
    }

    /// The columns whose top card may fill an empty one.
    fn fillers(&self, position: &Position) -> Columns {
        let fills = |top: Key| top != NONE && (!self.only_aces || top & 15 == ACE);
        let tops = self.tops(position);
        (0..4).filter(|&column| fills(tops[column])).fold(0, |set, column| set | 1 << column)
    }

    /// The columns from which a move would count: more than one card lies there, and the top one may fill.
    pub fn counted_moves(&self, position: &Position) -> Columns {
        if position.empty() == 0 { 0 } else { self.fillers(position) & !position.lone() }
    }

    /// The columns whose only card may move.
    pub fn lone_movers(&self, position: &Position) -> Columns {
        if self.lone_moves { self.fillers(position) & position.lone() } else { 0 }
    }

    /// How many cards there are to be dealt, those on the table and those gone included.
    pub fn all_cards(&self) -> u8 {
        4 * self.rows
    }

    pub fn can_deal(&self, position: &Position) -> bool {
        position.dealt < self.rows
    }

    pub fn deal(&self, position: &mut Position) {
        let row = 1 << position.dealt;
        position.rows.iter_mut().for_each(|rows| *rows |= row);
        position.dealt += 1;
    }

    /// Makes every possible discard. The order cannot matter: whatever beats a card outranks it and stays.
    pub fn discard_all(&self, position: &mut Position) {
        loop {
            let discards = self.discards(position);
            if discards == 0 {
                return;
            }
            each(discards).for_each(|column| self.take(position, column));
        }
    }

    /// Takes the top card of a column away.
    pub fn take(&self, position: &mut Position, column: usize) {
        match position.rows[column] {
            0 => position.moved[column] = NONE,
            rows => position.rows[column] = rows & !(1 << (15 - rows.leading_zeros())),
        }
    }

    /// Moves the top card of a column into an empty one.
    pub fn shift(&self, position: &mut Position, from: usize, to: usize) {
        let card = self.top(position, from);
        self.take(position, from);
        position.moved[to] = card;
    }

    /// Every way in which lone cards that may move can be spread over their columns and the empty ones. One
    /// empty column is enough to reach each of them: three moves by way of it exchange any two cards.
    pub fn arrangements(&self, position: &Position) -> Vec<Position> {
        let movers = self.lone_movers(position);
        if movers == 0 || position.empty() == 0 {
            return vec![*position];
        }
        let slots = movers | position.empty();
        let cards: Vec<Key> = each(movers).map(|column| self.top(position, column)).collect();
        let mut bare = *position;
        for column in each(slots) {
            (bare.rows[column], bare.moved[column]) = (0, NONE);
        }
        let mut found = vec![bare];
        for card in cards {
            let place = |before: Position| {
                each(slots).filter(move |&column| before.moved[column] == NONE).map(move |column| {
                    let mut after = before;
                    after.moved[column] = card;
                    after
                })
            };
            found = found.into_iter().flat_map(place).collect();
        }
        found
    }

    /// The one position that stands for all that lone moves lead to and back: movable lone cards in order of
    /// their keys. Only where they can be put anywhere at any time.
    pub fn settled(&self, position: &Position) -> Position {
        let movers = self.lone_movers(position);
        if movers == 0 || position.empty() == 0 {
            return *position;
        }
        let mut cards: Vec<Key> = each(movers).map(|column| self.top(position, column)).collect();
        cards.sort_unstable();
        let mut cards = cards.into_iter();
        let mut settled = *position;
        for column in each(movers | position.empty()) {
            (settled.rows[column], settled.moved[column]) = (0, cards.next().unwrap_or(NONE));
        }
        settled
    }
}

impl Position {
    fn height(&self, column: usize) -> u32 {
        self.rows[column].count_ones() + u32::from(self.moved[column] != NONE)
    }

    /// How many cards lie in the columns.
    pub fn cards(&self) -> u32 {
        (0..4).map(|column| self.height(column)).sum()
    }

    /// Columns that hold no card.
    pub fn empty(&self) -> Columns {
        (0..4).filter(|&column| self.height(column) == 0).fold(0, |set, column| set | 1 << column)
    }

    /// Columns that hold just one.
    pub fn lone(&self) -> Columns {
        (0..4).filter(|&column| self.height(column) == 1).fold(0, |set, column| set | 1 << column)
    }

    /// The whole position as a number, so that no two share one: 52 bits of rows, 28 of moved cards, 4 of deals.
    pub fn number(&self) -> u128 {
        let mut number = u128::from(self.dealt);
        for column in 0..4 {
            let moved = if self.moved[column] == NONE { 0 } else { self.moved[column] + 1 };
            number = number << 20 | u128::from(self.rows[column]) << 7 | u128::from(moved);
        }
        number
    }
}
