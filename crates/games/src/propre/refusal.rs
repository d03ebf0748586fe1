//! Why an action is refused: worded for the player.

use engine::{Card, Seat};
use thiserror::Error;

use super::action::Way;

/// Why an action is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum Refusal {
    /// The player does not hold the card.
    #[error("{0}: this card is not in your hand")]
    NotHeld(Card),
    /// A card of another rank.
    #[error("{card}: {}", only(*way))]
    Rank { way: Way, card: Card },
    /// An option that is not for a last card.
    #[error("{card}: {} cannot be your last card; keep another one to play after it", called(*way))]
    Last { way: Way, card: Card },
    /// A last 3 or 7 with nothing to block.
    #[error("{0}: as your last card it can block only while there is an attack; play it plainly instead")]
    NothingToBlock(Card),
    /// The hand is replaced first or not at all.
    #[error("you can replace your hand only before you have played a card this turn")]
    NotFirst,
    /// An option that waits until the attack is over.
    #[error("{}; answer it with a 2, 3, 5 or 7, or pass", under_attack(*way, *av))]
    UnderAttack { way: Way, av: u16 },
    /// An attack that this card cannot end at a stroke.
    #[error("{card}: a block clears the attack only on {}, after your first card, and where some of it would be left", other(*card))]
    NoClear { card: Card },
    /// A third six in a row.
    #[error("{0}: two sixes lie on top, and a third may not follow them")]
    ThirdSix(Card),
    /// No type 1 match.
    #[error("{card}: neither suit nor rank fits {top}")]
    NoFit { card: Card, top: Card },
    /// No type 2 match.
    #[error("{card}: after your first card this turn it must match {}, and no part of that match holds", both(*top, *under))]
    NoMatch { card: Card, top: Card, under: Option<Card> },
    /// A type 2 match by (2) alone, and no type 1 match.
    #[error("{card}: it is only one rank off, so suit or rank must fit {top} as well, and neither does")]
    OnlyOneOff { card: Card, top: Card },
    /// The last card was not declared in time.
    #[error(
        "{0}: you may play your last card only if you said \"Propreantepenultimate Card\" before the turn last went to another player"
    )]
    NotDeclared(Card),
    /// Words from nowhere.
    #[error("nobody sits at place {0}")]
    NobodyThere(Seat),
    /// Nobody can act any more.
    #[error("the game is over; start a new one")]
    Over,
}

/// Which cards this is for.
fn only(way: Way) -> &'static str {
    match way {
        Way::Attack => "only a 2 or a 5 attacks",
        Way::Block | Way::Clear => "only a 3 or a 7 blocks",
        Way::Ten => "only a 10 changes how far the turn moves",
        Way::Jack => "only a jack turns the direction",
        Way::Ace => "only an ace can be given a suit",
        Way::Sideways => "only cards from 2 to 10 can be played sideways",
        Way::Pass | Way::Replace | Way::Play => "this card cannot be played so",
    }
}

fn called(way: Way) -> &'static str {
    match way {
        Way::Attack => "an attack",
        Way::Ten => "a 10 that moves the turn",
        Way::Jack => "a jack that turns the direction",
        Way::Ace => "an ace with a suit of your choice",
        Way::Block | Way::Clear => "a block",
        Way::Pass | Way::Replace | Way::Play | Way::Sideways => "this",
    }
}

fn under_attack(way: Way, av: u16) -> String {
    let what = match way {
        Way::Replace => "you cannot replace your hand",
        Way::Ace => "an ace cannot be given a suit",
        _ => "a card cannot be played plainly",
    };
    format!("{what} under an attack of {av}")
}

fn other(card: Card) -> &'static str {
    if super::matching::CardSet::THREES.has(card) { "a 7" } else { "a 3" }
}

fn both(top: Card, under: Option<Card>) -> String {
    under.map_or_else(|| top.to_string(), |under| format!("{top} or {under}"))
}

impl engine::Refusal for Refusal {
    fn clause(&self) -> &'static str {
        match self {
            Self::Rank { way, .. } | Self::Last { way, .. } | Self::UnderAttack { way, .. } => way.clause(),
            Self::NothingToBlock(_) | Self::NoClear { .. } => "PP-R9",
            Self::NotFirst => "PP-R7",
            Self::ThirdSix(_) => "PP-R3",
            Self::NoFit { .. } => "PP-R4",
            Self::NoMatch { .. } => "PP-R5",
            Self::NotHeld(_) => "PP-R16",
            Self::OnlyOneOff { .. } => "PP-R15",
            Self::NotDeclared(_) => "PP-R19",
            Self::NobodyThere(_) => "PP-R18",
            Self::Over => "PP-R14",
        }
    }
}

impl Way {
    /// The clause of this option.
    pub(super) fn clause(self) -> &'static str {
        match self {
            Self::Pass => "PP-R6",
            Self::Replace => "PP-R7",
            Self::Attack => "PP-R8",
            Self::Block | Self::Clear => "PP-R9",
            Self::Ten => "PP-R10",
            Self::Jack => "PP-R11",
            Self::Ace => "PP-R12",
            Self::Play | Self::Sideways => "PP-R13",
        }
    }
}
