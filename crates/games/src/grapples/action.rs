//! What players can do, how it is written, and why it may be refused.

use std::fmt;
use std::str::FromStr;

use engine::{BadNotation, Card, Seat, refusals};
use serde::Serialize;

use super::{MAX_PLAYERS, Phase};

/// A direction round the table, and the neighbour who sits there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Side {
    Left,
    Right,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Left => "left",
            Self::Right => "right",
        })
    }
}

/// A place in a hand that is laid out face down, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(transparent)]
pub struct Spot(u8);

impl Spot {
    /// The most cards that can lie there: the player who points holds at least the queen.
    pub const LAST: usize = Card::COUNT - 1;

    /// The place of that number, if that is possible.
    pub const fn new(number: usize) -> Option<Self> {
        if number >= 1 && number <= Self::LAST { Some(Self(number as u8)) } else { None }
    }

    /// The first places, this many.
    pub fn first(number: usize) -> impl Iterator<Item = Self> {
        (1..=number.min(Self::LAST) as u8).map(Self)
    }

    /// Its number, from 1.
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// What a player can do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// The dealer's: take the top card and deal on in that direction.
    Keep(Side),
    /// The dealer's: deal the top card to that neighbour and on from there.
    Give(Side),
    /// The dealer's: leave the deal to the left neighbour.
    TapOut,
    /// After a two or a joker: one more card.
    Take,
    /// After a two or a joker: no more cards.
    Decline,
    /// After a jack: ask the dealer to tap out.
    Ask,
    /// After a jack: leave the dealer in peace.
    Stay,
    /// The dealer's answer: the asker becomes dealer.
    Accept,
    /// The dealer's answer: no.
    Refuse,
    /// Become dealer by the ace of spades.
    Redeem,
    /// Only discard the ace of spades.
    Discard,
    /// After a queen: no trade.
    KeepQueen,
    /// After a queen: hand it to this player for some of their cards.
    Trade(Seat),
    /// Choose the card that lies there.
    Point(Spot),
}

impl Action {
    /// Every action that names neither a player nor a card.
    pub const SIMPLE: [Self; 14] = [
        Self::Keep(Side::Left),
        Self::Keep(Side::Right),
        Self::Give(Side::Left),
        Self::Give(Side::Right),
        Self::TapOut,
        Self::Take,
        Self::Decline,
        Self::Ask,
        Self::Stay,
        Self::Accept,
        Self::Refuse,
        Self::Redeem,
        Self::Discard,
        Self::KeepQueen,
    ];
    const KNOWN: &str = "keep left, keep right, give left, give right, tap out, take, decline, ask, stay, accept, \
                         refuse, redeem, discard, keep queen, trade SEAT, point NUMBER";

    /// The question to which this is an answer.
    pub(super) const fn phase(self) -> Phase {
        match self {
            Self::Keep(_) | Self::Give(_) | Self::TapOut => Phase::Dealer,
            Self::Take | Self::Decline => Phase::DoubleDown,
            Self::Ask | Self::Stay => Phase::Jack,
            Self::Accept | Self::Refuse => Phase::Answer,
            Self::Redeem | Self::Discard => Phase::SpadeAce,
            Self::KeepQueen | Self::Trade(_) => Phase::Queen,
            Self::Point(_) => Phase::Point,
        }
    }

    /// Why it cannot be done while something else is asked.
    pub(super) const fn misplaced(self, now: Phase) -> Refusal {
        match self {
            _ if matches!(now, Phase::Over) => Refusal::Over,
            Self::Keep(_) | Self::Give(_) => Refusal::NotADealersTurn { now },
            Self::TapOut => Refusal::NoTappingOutNow { now },
            Self::Take | Self::Decline => Refusal::NothingToDouble { now },
            Self::Ask | Self::Stay => Refusal::NoJack { now },
            Self::Accept | Self::Refuse => Refusal::NobodyAsks { now },
            Self::Redeem | Self::Discard => Refusal::NoSpadeAce { now },
            Self::KeepQueen | Self::Trade(_) => Refusal::NoNewQueen { now },
            Self::Point(_) => Refusal::NothingToPointAt { now },
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Keep(side) => return write!(f, "keep {side}"),
            Self::Give(side) => return write!(f, "give {side}"),
            Self::Trade(seat) => return write!(f, "trade {seat}"),
            Self::Point(spot) => return write!(f, "point {spot}"),
            Self::TapOut => "tap out",
            Self::Take => "take",
            Self::Decline => "decline",
            Self::Ask => "ask",
            Self::Stay => "stay",
            Self::Accept => "accept",
            Self::Refuse => "refuse",
            Self::Redeem => "redeem",
            Self::Discard => "discard",
            Self::KeepQueen => "keep queen",
        })
    }
}

/// A number as it would be written: no sign, no zeros before it.
fn number(text: &str) -> Option<usize> {
    text.parse().ok().filter(|number: &usize| number.to_string() == text)
}

impl FromStr for Action {
    type Err = BadNotation;

    fn from_str(text: &str) -> Result<Self, BadNotation> {
        let read = || {
            if let Some(seat) = text.strip_prefix("trade ") {
                return number(seat).filter(|&seat| seat < MAX_PLAYERS).and_then(Seat::new).map(Self::Trade);
            }
            if let Some(spot) = text.strip_prefix("point ") {
                return number(spot).and_then(Spot::new).map(Self::Point);
            }
            Self::SIMPLE.into_iter().find(|action| action.to_string() == text)
        };
        read().ok_or_else(|| BadNotation { text: text.to_owned(), known: Self::KNOWN })
    }
}

refusals! {
    /// Why an action is refused.
    pub enum Refusal {
        NotADealersTurn { now: Phase }: "not-a-dealers-turn", "GR-R6",
            "keeping or giving the top card is for a dealer's own turn; now {}", now.hint();
        NoTappingOutNow { now: Phase }: "no-tapping-out-now", "GR-R8",
            "a dealer can tap out only when a turn of their own begins; now {}", now.hint();
        NothingToDouble { now: Phase }: "nothing-to-double", "GR-R10",
            "one more card is offered only when a two or a joker was dealt; now {}", now.hint();
        NoJack { now: Phase }: "no-jack", "GR-R11",
            "only a player who was just dealt a jack, and is not dealer, can ask for the deal; now {}", now.hint();
        NobodyAsks { now: Phase }: "nobody-asks", "GR-R11",
            "nobody is asking the dealer to tap out; now {}", now.hint();
        NoSpadeAce { now: Phase }: "no-spade-ace", "GR-R12",
            "only the ace of spades, just dealt, can be redeemed or discarded; now {}", now.hint();
        NoNewQueen { now: Phase }: "no-new-queen", "GR-R17",
            "a queen can be traded only at once when the deck brings it; now {}", now.hint();
        NothingToPointAt { now: Phase }: "nothing-to-point-at", "GR-R16",
            "no hand is laid out to point at; now {}", now.hint();
        WithYourself: "with-yourself", "GR-R13",
            "you cannot trade with yourself; name another player who holds cards, or keep the queen";
        NobodyThere { last: usize }: "nobody-there", "GR-R13",
            "nobody sits there: the seats are 0 to {last}; name another player, or keep the queen";
        NothingToTrade: "nothing-to-trade", "GR-J8",
            "that player holds no card to trade; name one who does, or keep the queen";
        PointedAlready { spot: Spot }: "pointed-already", "GR-R16",
            "you have pointed at card {spot} already; point at another one";
        NoCardThere { cards: usize }: "no-card-there", "GR-R16",
            "only {cards} cards are laid out; point at one of 1 to {cards}";
        Over: "game-over", "GR-R18",
            "the game is over; start a new one";
    }
}
