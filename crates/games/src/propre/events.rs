//! What happens at the table, and what each viewer notices of it.

use engine::{Card, Rank, Seat, Suit, Viewer};
use serde::{Serialize, Serializer};

use super::speech::Heard;

/// Why cards were drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// Nothing was played.
    Pass,
    /// Nothing was played under attack.
    Attack,
    /// The hand was replaced.
    Replace,
    /// Something was said.
    Words,
}

/// What happened, with everything that only some may know.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Event {
    /// The cards are dealt and one is turned up.
    Deal {
        dealer: Seat,
        hands: Vec<Vec<Card>>,
        turned: Card,
    },
    /// A turn begins; `again` if the same player had the last one.
    Turn {
        seat: Seat,
        again: bool,
    },
    Pass {
        seat: Seat,
    },
    Draw {
        seat: Seat,
        cards: Vec<Card>,
        cause: Cause,
    },
    /// The cards of the pile became the stock; their number.
    Reshuffle {
        cards: usize,
    },
    /// The whole hand went on the pile, the last card on top.
    Replace {
        seat: Seat,
        cards: Vec<Card>,
    },
    Attack {
        seat: Seat,
        card: Card,
        av: u16,
    },
    /// `av` is what is left of the attack.
    Block {
        seat: Seat,
        card: Card,
        av: u16,
        cleared: bool,
    },
    /// The hand is empty, but the attack is not blocked.
    Prevented {
        seat: Seat,
        av: u16,
    },
    /// `mv` is how far the turn will move.
    Ten {
        seat: Seat,
        card: Card,
        mv: i16,
    },
    Jack {
        seat: Seat,
        card: Card,
        cw: bool,
    },
    Ace {
        seat: Seat,
        card: Card,
        suit: Suit,
    },
    /// `rank` is the new one of a card played sideways.
    Play {
        seat: Seat,
        card: Card,
        rank: Option<Rank>,
    },
    Said {
        seat: Seat,
        words: String,
        heard: Heard,
    },
    Over {
        winner: Seat,
    },
}

/// What happened, as far as one viewer may know: cards that others draw are only counted.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Seen {
    Deal {
        dealer: Seat,
        hand: Option<Vec<Card>>,
        turned: Card,
    },
    Turn {
        seat: Seat,
        again: bool,
    },
    Pass {
        seat: Seat,
    },
    Draw {
        seat: Seat,
        number: usize,
        cards: Option<Vec<Card>>,
        cause: Cause,
    },
    Reshuffle {
        cards: usize,
    },
    Replace {
        seat: Seat,
        cards: Vec<Card>,
    },
    Attack {
        seat: Seat,
        card: Card,
        av: u16,
    },
    Block {
        seat: Seat,
        card: Card,
        av: u16,
        cleared: bool,
    },
    Prevented {
        seat: Seat,
        av: u16,
    },
    Ten {
        seat: Seat,
        card: Card,
        mv: i16,
    },
    Jack {
        seat: Seat,
        card: Card,
        cw: bool,
    },
    Ace {
        seat: Seat,
        card: Card,
        #[serde(serialize_with = "suit_code")]
        suit: Suit,
    },
    Play {
        seat: Seat,
        card: Card,
        #[serde(serialize_with = "rank_code")]
        rank: Option<Rank>,
    },
    Said {
        seat: Seat,
        words: String,
        heard: Heard,
    },
    Over {
        winner: Seat,
    },
}

fn suit_code<S: Serializer>(suit: &Suit, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_char(suit.code())
}

fn rank_code<S: Serializer>(rank: &Option<Rank>, serializer: S) -> Result<S::Ok, S::Error> {
    rank.map(Rank::code).serialize(serializer)
}

pub(super) fn show(event: &Event, viewer: Viewer) -> Seen {
    match event.clone() {
        Event::Deal { dealer, hands, turned } => {
            let hand = match viewer {
                Viewer::Seat(seat) => hands.get(seat.index()).cloned(),
                Viewer::Public => None,
            };
            Seen::Deal { dealer, hand, turned }
        }
        Event::Turn { seat, again } => Seen::Turn { seat, again },
        Event::Pass { seat } => Seen::Pass { seat },
        Event::Draw { seat, cards, cause } => {
            Seen::Draw { seat, number: cards.len(), cards: viewer.is(seat).then_some(cards), cause }
        }
        Event::Reshuffle { cards } => Seen::Reshuffle { cards },
        Event::Replace { seat, cards } => Seen::Replace { seat, cards },
        Event::Attack { seat, card, av } => Seen::Attack { seat, card, av },
        Event::Block { seat, card, av, cleared } => Seen::Block { seat, card, av, cleared },
        Event::Prevented { seat, av } => Seen::Prevented { seat, av },
        Event::Ten { seat, card, mv } => Seen::Ten { seat, card, mv },
        Event::Jack { seat, card, cw } => Seen::Jack { seat, card, cw },
        Event::Ace { seat, card, suit } => Seen::Ace { seat, card, suit },
        Event::Play { seat, card, rank } => Seen::Play { seat, card, rank },
        Event::Said { seat, words, heard } => Seen::Said { seat, words, heard },
        Event::Over { winner } => Seen::Over { winner },
    }
}
