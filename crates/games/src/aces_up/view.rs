//! What the player sees: everything but the order of the stock.

use engine::{Card, DECK, Dice, Pile, Viewer};
use serde::Serialize;

use super::{AcesUp, Cards, Column, Possible, Rules};

/// How the game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// There is still something to do.
    InProgress,
    /// Only the four aces are left.
    Won,
    /// Nothing is left to do, and other cards than aces lie there.
    Lost,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Event {
    Deal { cards: [Card; 4], deals_left: u8 },
    Discard { column: Column, card: Card, forced: bool },
    Move { from: Column, to: Column, card: Card },
    Over { won: bool, score: usize, left: usize, deals: u8 },
}

/// The table as anyone sees it; a solitaire hides only the order of the stock.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    /// The rules played by.
    #[serde(serialize_with = "engine::options::as_map")]
    pub rules: Rules,
    /// Who looks.
    pub viewer: Viewer,
    /// The columns, bottom first.
    pub columns: [Vec<Card>; 4],
    /// How many cards the stock holds.
    pub stock: usize,
    /// How many deals are left.
    pub deals_left: u8,
    /// The discarded cards, in order.
    pub discarded: Vec<Card>,
    /// Cards discarded.
    pub score: usize,
    /// Cards left in the columns that are not aces.
    pub left: usize,
    /// How the game stands.
    pub status: Status,
}

impl View {
    pub(super) fn of(state: &AcesUp, viewer: Viewer) -> Self {
        Self {
            rules: state.rules,
            viewer,
            columns: state.columns.map(|column| column.as_slice().to_vec()),
            stock: state.stock().len(),
            deals_left: state.deals_left(),
            discarded: state.discarded.as_slice().to_vec(),
            score: state.score(),
            left: state.left(),
            status: state.status,
        }
    }

    /// The top card of a column.
    pub fn top(&self, column: Column) -> Option<Card> {
        self.columns[column.index()].last().copied()
    }
}

/// A state that looks like the view, with the stock in a random order.
pub(super) fn imagine(view: &View, dice: &mut Dice) -> AcesUp {
    state(view, |stock| dice.shuffle(stock))
}

/// A state that looks like the view. Cards that have been dealt have lost their place in the deck, so they lie before the
/// stock in any order.
pub(super) fn state(view: &View, shuffle: impl FnOnce(&mut [Card])) -> AcesUp {
    let gone: Vec<Card> = view.columns.iter().flatten().chain(&view.discarded).copied().collect();
    let mut stock: Vec<Card> = DECK.into_iter().filter(|card| !gone.contains(card)).collect();
    shuffle(&mut stock);
    let mut deck = DECK;
    for (place, card) in deck.iter_mut().zip(gone.iter().chain(&stock)) {
        *place = *card;
    }
    let mut state = AcesUp {
        rules: view.rules,
        columns: std::array::from_fn(|index| Cards::of(&view.columns[index])),
        deck,
        dealt: gone.len() as u8,
        discarded: Pile::of(&view.discarded),
        status: view.status,
        possible: Possible::default(),
    };
    state.possible = state.work_out();
    state
}
