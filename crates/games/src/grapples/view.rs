//! The table as one viewer sees it.

use engine::{Card, Game, Seat, Viewer};
use serde::Serialize;

use super::{Grapples, Kinds, Phase, Rules, Side, Spot, grapples};

/// A card in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Held {
    /// Which it is, if the viewer knows.
    pub card: Option<Card>,
    /// What everyone can tell about it.
    pub may_be: Kinds,
}

/// A hand that is laid out for a trade.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Pointing {
    /// Whose hand it is.
    pub with: Seat,
    /// How many more cards are to be pointed at.
    pub wanted: usize,
    /// Where the cards lie that were pointed at.
    pub pointed: Vec<Spot>,
}

/// What one viewer may know, and no more. Cards that are face down for them are `null`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    /// The rules played by.
    #[serde(serialize_with = "engine::options::as_map")]
    pub rules: Rules,
    /// Who looks.
    pub viewer: Viewer,
    /// Who deals.
    pub dealer: Seat,
    /// Turns of their own that the dealer has had since becoming dealer.
    pub dealer_turns: u8,
    /// Where dealing goes, once it has begun.
    pub direction: Option<Side>,
    /// Who is dealt to, or about to be.
    pub turn: Seat,
    /// What is being decided.
    pub phase: Phase,
    /// Who decides it.
    pub to_act: Option<Seat>,
    /// The hands, by seat.
    pub hands: Vec<Vec<Held>>,
    /// How many Grapples each seat has, where the viewer knows every card.
    pub totals: Vec<Option<i32>>,
    /// How many cards are left in the deck.
    pub stock: usize,
    /// The top card, for a dealer on a turn of their own and anyone who has looked at it before.
    pub top: Option<Card>,
    /// Cards that left the game.
    pub discarded: Vec<Card>,
    /// The trade for which cards are being pointed at.
    pub trade: Option<Pointing>,
    /// Who has won, once the game is over.
    pub winners: Vec<Seat>,
}

impl View {
    pub(super) fn of(state: &Grapples, viewer: Viewer) -> Self {
        let over = state.phase == Phase::Over;
        let known = |card: &Card| over || viewer.among(state.known[card.index()]);
        let held = |&card: &Card| Held { card: Some(card).filter(known), may_be: state.marks[card.index()] };
        let hand = |seat| state.hand(seat).as_slice().iter().map(held).collect();
        let hands: Vec<Vec<Held>> = state.seats().map(hand).collect();
        Self {
            rules: state.rules,
            viewer,
            dealer: state.dealer,
            dealer_turns: state.dealer_turns,
            direction: state.direction,
            turn: state.turn,
            phase: state.phase,
            to_act: state.to_act(),
            totals: hands.iter().map(|hand| total(hand)).collect(),
            hands,
            stock: state.stock.len(),
            top: state.stock.top().filter(known),
            discarded: state.discarded.as_slice().to_vec(),
            trade: state.trade.as_ref().map(|trade| Pointing {
                with: trade.with,
                wanted: trade.wanted.into(),
                pointed: trade.pointed().collect(),
            }),
            winners: if over { state.winners() } else { Vec::new() },
        }
    }

    /// The hand of that seat; empty where nobody sits.
    pub fn hand(&self, seat: Seat) -> &[Held] {
        self.hands.get(seat.index()).map_or(&[], Vec::as_slice)
    }

    /// The card that was dealt last, while it is being decided what comes of it.
    pub fn dealt(&self) -> Option<Card> {
        self.hand(self.turn).last().and_then(|held| held.card)
    }
}

fn total(hand: &[Held]) -> Option<i32> {
    hand.iter().map(|held| held.card.map(grapples)).sum()
}
