//! What the network looks at. Every trait that a table has is a number; it has one weight for each impression.
//!
//! Cards that are gone no longer matter, so a card is ranked by how many higher ones of its suit are left: an ace
//! by none, a queen whose king is gone by one.

use engine::Card;

use super::super::thumb::{height, suit};
use super::Suits;

/// Ranks are told apart up to seven or so.
const RANKS: usize = 8;
const RANK: [usize; 13] = [0, 1, 2, 3, 4, 5, 5, 6, 6, 7, 7, 7, 7];
const FEW: [usize; 13] = [0, 1, 2, 3, 3, 4, 4, 5, 5, 5, 5, 5, 5];
const DEALS: usize = 13;

// Of a card in its column: its rank with the cards on it, and with the cards under it; where the higher cards are;
// its rank with the lower cards it lies on; how many lower ones it could still beat.
const CARDS_ON: usize = 0;
const CARDS_UNDER: usize = CARDS_ON + 6 * RANKS;
const HIGHER: usize = CARDS_UNDER + 4 * RANKS;
// Of the column's lowest card: its rank with the length of the column.
const LOWEST: usize = HIGHER + 2 * 4 * 3 * 2 * 2;
const LIES_ON_LOWER: usize = LOWEST + RANKS * 7;
const COULD_BEAT: usize = LIES_ON_LOWER + 4 * RANKS;
// Of the column.
const LENGTH: usize = COULD_BEAT + 3 * 6;
const COLUMN_DEALS: usize = LENGTH + 11;
pub const COLUMN_TRAITS: usize = COLUMN_DEALS + DEALS;

// Of a suit: where its three highest cards are; how many are to come; how many lie there; the rank of the one on
// top of a column; how many lie on lower ones.
const PLACES: usize = 20;
const NOWHERE: usize = PLACES - 1;
const TO_COME: usize = 3 * PLACES;
const THERE: usize = TO_COME + 13;
const ON_TOP: usize = THERE + 9;
const ON_LOWER: usize = ON_TOP + 5;
const SUIT_DEALS: usize = ON_LOWER + 6;
pub const SUIT_TRAITS: usize = SUIT_DEALS + DEALS;

// Of the whole table: how many columns are empty.
const WHOLE_DEALS: usize = 4;
pub const WHOLE_TRAITS: usize = WHOLE_DEALS + DEALS;

/// A table to look at.
pub struct Table<'a> {
    columns: [&'a [Card]; 4],
    in_column: [Suits; 4],
    there: Suits,
    stock: Suits,
    deals: usize,
    suits: [OfSuit; 4],
}

/// What is noted of a suit when the columns are looked through.
#[derive(Clone, Copy)]
struct OfSuit {
    /// By height.
    places: [u8; 13],
    on_top: usize,
    on_lower: usize,
}

impl<'a> Table<'a> {
    pub fn new(columns: [&'a [Card]; 4], stock: Suits, deals: u8) -> Self {
        let in_column = columns.map(super::suits);
        let there = std::array::from_fn(|suit| in_column.iter().fold(0, |all, column| all | column[suit]));
        let none = OfSuit { places: [0; 13], on_top: 4, on_lower: 0 };
        let deals = usize::from(deals).min(DEALS - 1);
        let mut table = Self { columns, in_column, there, stock, deals, suits: [none; 4] };
        table.note_suits();
        table
    }

    fn left(&self, suit: usize) -> u16 {
        self.there[suit] | self.stock[suit]
    }

    fn note_suits(&mut self) {
        for column in self.columns {
            let mut under: Suits = [0; 4];
            for (depth, &card) in column.iter().enumerate() {
                let (suit, height) = (suit(card), height(card));
                let (lower, higher) = around(height);
                let on_it = column.len() - 1 - depth;
                let rank = count(self.left(suit) & higher);
                let noted = &mut self.suits[suit];
                noted.places[height] = place(depth, on_it) as u8;
                noted.on_lower += usize::from(under[suit] & lower != 0);
                if on_it == 0 {
                    noted.on_top = rank.min(3);
                }
                under[suit] |= 1 << height;
            }
        }
    }

    pub fn each_trait_of_column(&self, column: usize, mut has: impl FnMut(usize)) {
        let (cards, in_column) = (self.columns[column], &self.in_column[column]);
        has(LENGTH + cards.len().min(10));
        has(COLUMN_DEALS + self.deals);
        let mut under: Suits = [0; 4];
        for (depth, &card) in cards.iter().enumerate() {
            let (suit, height) = (suit(card), height(card));
            let (lower, higher) = around(height);
            let on_it = cards.len() - 1 - depth;
            let rank = RANK[count(self.left(suit) & higher)];
            let to_come = count(self.stock[suit] & higher).min(3);
            let elsewhere = count(self.there[suit] & !in_column[suit] & higher).min(2);
            let above = usize::from(in_column[suit] & !under[suit] & higher != 0);
            let below = usize::from(under[suit] & higher != 0);
            let is_top = usize::from(on_it == 0);
            has(CARDS_ON + on_it.min(5) * RANKS + rank);
            has(CARDS_UNDER + depth.min(3) * RANKS + rank);
            has(HIGHER + (((is_top * 4 + to_come) * 3 + elsewhere) * 2 + above) * 2 + below);
            if depth == 0 {
                has(LOWEST + rank * 7 + on_it.min(6));
            }
            has(LIES_ON_LOWER + count(under[suit] & lower).min(3) * RANKS + rank);
            has(COULD_BEAT + on_it.min(2) * 6 + FEW[count(self.left(suit) & lower)]);
            under[suit] |= 1 << height;
        }
    }

    pub fn each_trait_of_suit(&self, suit: usize, mut has: impl FnMut(usize)) {
        let noted = &self.suits[suit];
        let mut left = self.left(suit);
        for which in 0..3 {
            let highest = left.checked_ilog2();
            has(which * PLACES + highest.map_or(NOWHERE, |height| usize::from(noted.places[height as usize])));
            left &= !highest.map_or(0, |height| 1 << height);
        }
        has(TO_COME + count(self.stock[suit]).min(12));
        has(THERE + count(self.there[suit]).min(8));
        has(ON_TOP + noted.on_top);
        has(ON_LOWER + noted.on_lower.min(5));
        has(SUIT_DEALS + self.deals);
    }

    pub fn each_trait_of_whole(&self, mut has: impl FnMut(usize)) {
        has(self.columns.iter().filter(|column| column.is_empty()).count().min(3));
        has(WHOLE_DEALS + self.deals);
    }
}

/// The heights below this one and those above it.
fn around(height: usize) -> (u16, u16) {
    let lower = (1 << height) - 1;
    (lower, 0x1fff & !(lower << 1 | 1))
}

fn count(cards: u16) -> usize {
    cards.count_ones() as usize
}

/// Where a card lies, in a number: 0 is for those in the stock, 1 for a lone card; then come those on top, those
/// at the bottom, and those with cards on both sides.
fn place(under_it: usize, on_it: usize) -> usize {
    match (under_it, on_it) {
        (0, 0) => 1,
        (_, 0) => 1 + under_it.min(4),
        (0, _) => 5 + on_it.min(4),
        _ => 10 + (under_it.min(3) - 1) * 3 + on_it.min(3) - 1,
    }
}
