//! What a player can do, and its notation.

use std::fmt;
use std::str::FromStr;

use engine::{BadNotation, Card, DECK, Suit};

/// What a player can do on their turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Play nothing.
    Pass,
    /// Lay the whole hand on the pile, this card on top, and draw as many.
    Replace(Card),
    /// Play a 2 or 5 to raise the attack.
    Attack(Card),
    /// Play a 3 or 7 to lower the attack.
    Block(Card),
    /// Play a 3 on a 7 or a 7 on a 3 to end the attack.
    Clear(Card),
    /// Play a 10: the turn will move one seat further.
    TenUp(Card),
    /// Play a 10: the turn will move one seat less.
    TenDown(Card),
    /// Play a jack to turn the direction.
    Jack(Card),
    /// Play an ace and choose its suit.
    Ace(Card, Suit),
    /// Play a card without effect.
    Play(Card),
    /// Play a card sideways: its rank becomes 11 less its number.
    Sideways(Card),
}

/// The ways to act: an action without its card and suit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Way {
    Pass,
    Replace,
    Attack,
    Block,
    Clear,
    Ten,
    Jack,
    Ace,
    Play,
    Sideways,
}

const KNOWN: &str = "pass, replace C, attack C, block C, block C clear, ten C +, ten C -, jack C, ace C S, play C, \
                     play C sideways (C is a card as in 5S, S a suit: S H D C), and say TEXT";

impl Action {
    /// The card that is played or named; none for a pass.
    pub fn card(self) -> Option<Card> {
        match self {
            Self::Pass => None,
            Self::Replace(card)
            | Self::Attack(card)
            | Self::Block(card)
            | Self::Clear(card)
            | Self::TenUp(card)
            | Self::TenDown(card)
            | Self::Jack(card)
            | Self::Ace(card, _)
            | Self::Play(card)
            | Self::Sideways(card) => Some(card),
        }
    }

    /// How a card is played; a pass is a way of its own.
    pub(super) fn way(self) -> Way {
        match self {
            Self::Pass => Way::Pass,
            Self::Replace(_) => Way::Replace,
            Self::Attack(_) => Way::Attack,
            Self::Block(_) => Way::Block,
            Self::Clear(_) => Way::Clear,
            Self::TenUp(_) | Self::TenDown(_) => Way::Ten,
            Self::Jack(_) => Way::Jack,
            Self::Ace(..) => Way::Ace,
            Self::Play(_) => Way::Play,
            Self::Sideways(_) => Way::Sideways,
        }
    }

    /// Every action with this card that has a notation.
    pub(super) fn with_card(card: Card) -> impl Iterator<Item = Self> {
        let plain = [
            Self::Replace(card),
            Self::Attack(card),
            Self::Block(card),
            Self::Clear(card),
            Self::TenUp(card),
            Self::TenDown(card),
            Self::Jack(card),
            Self::Play(card),
            Self::Sideways(card),
        ];
        plain.into_iter().chain(Suit::ALL.map(|suit| Self::Ace(card, suit)))
    }

    /// Every action that has a notation.
    pub(super) fn all() -> Vec<Self> {
        std::iter::once(Self::Pass).chain(DECK.into_iter().flat_map(Self::with_card)).collect()
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.write_str("pass"),
            Self::Replace(card) => write!(f, "replace {card}"),
            Self::Attack(card) => write!(f, "attack {card}"),
            Self::Block(card) => write!(f, "block {card}"),
            Self::Clear(card) => write!(f, "block {card} clear"),
            Self::TenUp(card) => write!(f, "ten {card} +"),
            Self::TenDown(card) => write!(f, "ten {card} -"),
            Self::Jack(card) => write!(f, "jack {card}"),
            Self::Ace(card, suit) => write!(f, "ace {card} {}", suit.code()),
            Self::Play(card) => write!(f, "play {card}"),
            Self::Sideways(card) => write!(f, "play {card} sideways"),
        }
    }
}

impl FromStr for Action {
    type Err = BadNotation;

    fn from_str(text: &str) -> Result<Self, BadNotation> {
        read(text).ok_or_else(|| BadNotation { text: text.to_owned(), known: KNOWN })
    }
}

fn read(text: &str) -> Option<Action> {
    let mut words = text.split(' ');
    let verb = words.next()?;
    let card = words.next().map(|word| word.parse::<Card>().ok().filter(|card| !card.is_joker()));
    let more = words.next();
    if words.next().is_some() {
        return None;
    }
    let Some(card) = card else { return (verb == "pass").then_some(Action::Pass) };
    let card = card?;
    Some(match (verb, more) {
        ("replace", None) => Action::Replace(card),
        ("attack", None) => Action::Attack(card),
        ("block", None) => Action::Block(card),
        ("block", Some("clear")) => Action::Clear(card),
        ("ten", Some("+")) => Action::TenUp(card),
        ("ten", Some("-")) => Action::TenDown(card),
        ("jack", None) => Action::Jack(card),
        ("ace", Some(suit)) => Action::Ace(card, read_suit(suit)?),
        ("play", None) => Action::Play(card),
        ("play", Some("sideways")) => Action::Sideways(card),
        _ => return None,
    })
}

fn read_suit(text: &str) -> Option<Suit> {
    let mut letters = text.chars();
    let suit = letters.next()?.try_into().ok()?;
    letters.next().is_none().then_some(suit)
}
