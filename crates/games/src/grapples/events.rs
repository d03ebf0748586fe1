//! What happens at the table, and what each viewer notices of it.

use engine::cut::Cut;
use engine::{Card, Seat, Seats, Viewer};
use serde::Serialize;

use super::{Kinds, Side, Spot};

/// How someone became dealer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// The old dealer tapped out; forced, if their turns were used up.
    TapOut {
        /// Whether they had to.
        forced: bool,
    },
    /// The old dealer did as a jack asked.
    Accepted,
    /// By the ace of spades.
    Redeemed,
}

/// What happened, with everything that only some may know.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Event {
    /// Everyone drew for the first deal.
    Cut {
        cut: Cut,
        winner: Seat,
    },
    /// A dealer's turn begins with a look at the top card.
    Look {
        dealer: Seat,
        turn: u8,
        card: Card,
    },
    /// The dealer lets this seat have the card and says how dealing goes on.
    Direct {
        dealer: Seat,
        seat: Seat,
        side: Side,
    },
    /// A card is dealt; some know which, the others only what it gives away.
    Dealt {
        seat: Seat,
        card: Card,
        known: Seats,
        mark: Kinds,
    },
    Take {
        seat: Seat,
        forced: bool,
    },
    Decline {
        seat: Seat,
    },
    Ask {
        seat: Seat,
        dealer: Seat,
    },
    Stay {
        seat: Seat,
    },
    Refuse {
        dealer: Seat,
        seat: Seat,
    },
    NewDealer {
        seat: Seat,
        old: Seat,
        how: How,
    },
    Discard {
        seat: Seat,
        card: Card,
    },
    /// A queen is not traded; unasked, if there was nobody to trade with.
    KeepQueen {
        seat: Seat,
        queen: Card,
        unasked: bool,
    },
    Trade {
        seat: Seat,
        with: Seat,
        queen: Card,
        wanted: usize,
        of: usize,
    },
    Point {
        seat: Seat,
        with: Seat,
        spot: Spot,
    },
    Traded {
        seat: Seat,
        with: Seat,
        queen: Card,
        cards: Vec<Card>,
    },
    Over {
        hands: Vec<Vec<Card>>,
        totals: Vec<i32>,
        winners: Vec<Seat>,
    },
}

/// What happened, as far as one viewer may know: cards that are hidden from them are left out.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Seen {
    Cut { cut: Cut, winner: Seat },
    Look { dealer: Seat, turn: u8, card: Option<Card> },
    Direct { dealer: Seat, seat: Seat, side: Side },
    Dealt { seat: Seat, card: Option<Card>, may_be: Kinds },
    Take { seat: Seat, forced: bool },
    Decline { seat: Seat },
    Ask { seat: Seat, dealer: Seat },
    Stay { seat: Seat },
    Refuse { dealer: Seat, seat: Seat },
    NewDealer { seat: Seat, old: Seat, how: How },
    Discard { seat: Seat, card: Card },
    KeepQueen { seat: Seat, queen: Option<Card>, unasked: bool },
    Trade { seat: Seat, with: Seat, queen: Card, wanted: usize, of: usize },
    Point { seat: Seat, with: Seat, spot: Spot },
    Traded { seat: Seat, with: Seat, queen: Card, number: usize, cards: Option<Vec<Card>> },
    Over { hands: Vec<Vec<Card>>, totals: Vec<i32>, winners: Vec<Seat> },
}

pub(super) fn show(event: &Event, viewer: Viewer) -> Option<Seen> {
    Some(match event.clone() {
        Event::Cut { cut, winner } => Seen::Cut { cut, winner },
        Event::Look { dealer, turn, card } => {
            Seen::Look { dealer, turn, card: viewer.is(dealer).then_some(card) }
        }
        Event::Direct { dealer, seat, side } => Seen::Direct { dealer, seat, side },
        Event::Dealt { seat, card, known, mark } => {
            Seen::Dealt { seat, card: viewer.among(known).then_some(card), may_be: mark }
        }
        Event::Take { seat, forced } => Seen::Take { seat, forced },
        Event::Decline { seat } => Seen::Decline { seat },
        Event::Ask { seat, dealer } => Seen::Ask { seat, dealer },
        Event::Stay { seat } => Seen::Stay { seat },
        Event::Refuse { dealer, seat } => Seen::Refuse { dealer, seat },
        Event::NewDealer { seat, old, how } => Seen::NewDealer { seat, old, how },
        Event::Discard { seat, card } => Seen::Discard { seat, card },
        // Nobody else can tell a queen that found no partner from a plain card.
        Event::KeepQueen { seat, unasked: true, .. } if !viewer.is(seat) => return None,
        Event::KeepQueen { seat, queen, unasked } => {
            Seen::KeepQueen { seat, queen: viewer.is(seat).then_some(queen), unasked }
        }
        Event::Trade { seat, with, queen, wanted, of } => Seen::Trade { seat, with, queen, wanted, of },
        Event::Point { seat, with, spot } => Seen::Point { seat, with, spot },
        Event::Traded { seat, with, queen, cards } => {
            let number = cards.len();
            let cards = (viewer.is(seat) || viewer.is(with)).then_some(cards);
            Seen::Traded { seat, with, queen, number, cards }
        }
        Event::Over { hands, totals, winners } => Seen::Over { hands, totals, winners },
    })
}
