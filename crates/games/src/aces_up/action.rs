//! What the player can do, and why not.

use std::fmt;
use std::str::FromStr;

use engine::{BadNotation, Card, refusals};
use serde::{Serialize, Serializer};

/// One of the four columns; people count them from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Column(u8);

impl Column {
    /// The four columns, in order.
    pub const ALL: [Self; 4] = [Self(0), Self(1), Self(2), Self(3)];

    /// Its place in an array.
    pub fn index(self) -> usize {
        usize::from(self.0 & 3)
    }

    /// Its bit in a set of columns.
    pub(super) fn bit(self) -> u8 {
        1 << self.index()
    }

    /// The column of this number in a set that has as many.
    pub(super) fn nth(set: u8, number: usize) -> Self {
        let rest = (0..number).fold(set, |rest, _| rest & rest.wrapping_sub(1));
        Self(rest.trailing_zeros() as u8 & 3)
    }

    /// The columns of a set, in order.
    pub(super) fn among(mut set: u8) -> impl Iterator<Item = Self> {
        std::iter::from_fn(move || {
            (set != 0).then(|| {
                let column = Self(set.trailing_zeros() as u8 & 3);
                set &= set - 1;
                column
            })
        })
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

/// As people count: 1 to 4.
impl Serialize for Column {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0 + 1)
    }
}

/// What the player can do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Take the top card of a column away.
    Discard(Column),
    /// Move a top card into an empty column.
    Move(Column, Column),
    /// Deal four more cards.
    Deal,
}

impl Action {
    /// Every action that can be written.
    pub fn all() -> impl Iterator<Item = Self> {
        let moves = |from| Column::ALL.into_iter().map(move |to| Self::Move(from, to));
        let discards = Column::ALL.into_iter().map(Self::Discard);
        discards.chain(Column::ALL.into_iter().flat_map(moves)).chain([Self::Deal])
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Discard(column) => write!(f, "discard {column}"),
            Self::Move(from, to) => write!(f, "move {from} {to}"),
            Self::Deal => f.write_str("deal"),
        }
    }
}

impl FromStr for Action {
    type Err = BadNotation;

    fn from_str(text: &str) -> Result<Self, BadNotation> {
        let known = "discard COLUMN, move COLUMN COLUMN, deal (columns 1 to 4)";
        let named = |action: &Self| action.to_string() == text;
        Self::all().find(named).ok_or_else(|| BadNotation { text: text.to_owned(), known })
    }
}

refusals! {
    /// Why an action is refused.
    pub enum Refusal {
        EmptyColumn { column: Column }: "empty-column", "AU-R2",
            "column {column} is empty: no card lies there to discard or move";
        NothingHigher { card: Card }: "nothing-higher", "AU-R3",
            "{} stays: no other column shows a higher card of its suit", card.short();
        ColumnTaken { column: Column }: "column-taken", "AU-R4",
            "column {column} is not empty: a card moves only into an empty column";
        OnlyAcesFill { card: Card }: "only-aces-fill", "AU-V2",
            "{} cannot move: by these rules only aces fill an empty column", card.short();
        LoneCard { card: Card }: "lone-card", "AU-J1",
            "{} is the only card of its column, which by these rules stays where it is", card.short();
        StockEmpty: "stock-empty", "AU-R5",
            "the stock is empty: there is nothing left to deal";
        DealLimit { limit: u8 }: "deal-limit", "AU-V3",
            "all {limit} deals of this game have been made: discard or move what you can";
        NotStuck: "not-stuck", "AU-V1",
            "a discard or a move is still possible: by these rules you deal only when there is none";
        Over: "game-over", "AU-R6",
            "the game is over; start a new one";
    }
}
