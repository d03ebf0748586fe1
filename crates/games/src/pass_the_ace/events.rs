//! What happens at the table, and what each viewer notices of it.

use engine::cut::Cut;
use engine::{Card, Seat, Viewer};
use serde::Serialize;

use super::Turn;

/// What everyone is told about an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Announcement {
    /// The neighbour holds a king; the swap is denied.
    Kung,
    /// The card received is lower (PTA-R9).
    Modi,
    /// The card received has the same rank (PTA-R10).
    DirtyDan,
}

impl Turn {
    /// What everyone is told about such a turn.
    pub(super) fn announcement(self) -> Option<Announcement> {
        match self {
            Self::Kung => Some(Announcement::Kung),
            Self::Modi => Some(Announcement::Modi),
            Self::DirtyDan => Some(Announcement::DirtyDan),
            Self::Stuck | Self::Swapped => None,
        }
    }
}

/// What happened, with everything that only some may know.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Event {
    /// Cards were drawn for the deal, or for the pot.
    Cut {
        cut: Cut,
        winner: Seat,
    },
    /// A round begins.
    Deal {
        game: u32,
        round: u32,
        dealer: Seat,
    },
    /// The trash became the stock.
    Reshuffle {
        cards: usize,
    },
    /// Everyone looks at their own card.
    Hands {
        hands: Vec<(Seat, Card)>,
    },
    Stick {
        seat: Seat,
    },
    Swap {
        seat: Seat,
        other: Seat,
        gave: Card,
        got: Card,
        announcement: Option<Announcement>,
    },
    Kung {
        seat: Seat,
        other: Seat,
        king: Card,
    },
    Draw {
        seat: Seat,
        gave: Card,
        got: Card,
        open: bool,
        announcement: Option<Announcement>,
    },
    KingRefused {
        seat: Seat,
        king: Card,
    },
    Reveal {
        hands: Vec<(Seat, Card)>,
        losers: Vec<Seat>,
        out: Vec<Seat>,
    },
    /// A double game, or, if `carried`, an undecided one whose pot waits for the next.
    Again {
        game: u32,
        pot: u32,
        carried: bool,
    },
    Over {
        winners: Vec<Seat>,
        tokens: Vec<u32>,
    },
}

/// What happened, as far as one viewer may know: cards of others are left out.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Seen {
    Cut {
        cut: Cut,
        winner: Seat,
    },
    Deal {
        game: u32,
        round: u32,
        dealer: Seat,
    },
    Reshuffle {
        cards: usize,
    },
    Hand {
        card: Option<Card>,
    },
    Stick {
        seat: Seat,
    },
    Swap {
        seat: Seat,
        other: Seat,
        gave: Option<Card>,
        got: Option<Card>,
        announcement: Option<Announcement>,
    },
    Kung {
        seat: Seat,
        other: Seat,
        king: Card,
    },
    Draw {
        seat: Seat,
        gave: Option<Card>,
        got: Option<Card>,
        announcement: Option<Announcement>,
    },
    KingRefused {
        seat: Seat,
        king: Card,
    },
    Reveal {
        hands: Vec<(Seat, Card)>,
        losers: Vec<Seat>,
        out: Vec<Seat>,
    },
    Again {
        game: u32,
        pot: u32,
        carried: bool,
    },
    Over {
        winners: Vec<Seat>,
        tokens: Vec<u32>,
    },
}

pub(super) fn show(event: &Event, viewer: Viewer) -> Seen {
    match event.clone() {
        Event::Cut { cut, winner } => Seen::Cut { cut, winner },
        Event::Deal { game, round, dealer } => Seen::Deal { game, round, dealer },
        Event::Reshuffle { cards } => Seen::Reshuffle { cards },
        Event::Hands { hands } => {
            Seen::Hand { card: hands.iter().find(|(seat, _)| viewer.is(*seat)).map(|&(_, card)| card) }
        }
        Event::Stick { seat } => Seen::Stick { seat },
        Event::Swap { seat, other, gave, got, announcement } => {
            let both = (viewer.is(seat) || viewer.is(other)).then_some((gave, got));
            let (gave, got) = both.unzip();
            Seen::Swap { seat, other, gave, got, announcement }
        }
        Event::Kung { seat, other, king } => Seen::Kung { seat, other, king },
        Event::Draw { seat, gave, got, open, announcement } => Seen::Draw {
            seat,
            gave: viewer.is(seat).then_some(gave),
            got: (open || viewer.is(seat)).then_some(got),
            announcement,
        },
        Event::KingRefused { seat, king } => Seen::KingRefused { seat, king },
        Event::Reveal { hands, losers, out } => Seen::Reveal { hands, losers, out },
        Event::Again { game, pot, carried } => Seen::Again { game, pot, carried },
        Event::Over { winners, tokens } => Seen::Over { winners, tokens },
    }
}
