//! What a card is worth, what it does when dealt, and what that gives away about it.

use std::fmt;

use engine::card::Face;
use engine::{Card, DECK_WITH_JOKERS, Rank, Suit};
use serde::{Serialize, Serializer};

/// The one card that nobody keeps.
pub const SPADE_ACE: Card = Card::new(Rank::Ace, Suit::Spades);
/// The one queen that is worth half a hand.
pub const SPADE_QUEEN: Card = Card::new(Rank::Queen, Suit::Spades);

/// A card's worth in Grapples (GR-R2).
#[inline]
pub const fn grapples(card: Card) -> i32 {
    WORTH[card.index() & 63] as i32
}

/// By the card's place in a new deck, and as long as a power of two, so that looking one up needs no check.
static WORTH: [i8; 64] = {
    let mut worth = [0; 64];
    let mut index = 0;
    while index < Card::COUNT {
        worth[index] = match DECK_WITH_JOKERS[index].face() {
            Face::Joker(_) => -2,
            Face::Suited(Rank::Ace, Suit::Spades) => 0,
            Face::Suited(Rank::Ten | Rank::Queen | Rank::King, _) => -10,
            Face::Suited(Rank::Jack, _) => 3,
            Face::Suited(rank, _) => rank.number() as i8,
        };
        index += 1;
    }
    worth
};

/// What a card may be: a set of the kinds that the game treats differently when they are dealt.
///
/// A card is dealt face down, but a player who is asked something shows by it what kind of card it must be, and
/// one who is asked nothing shows that too.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Kinds(u8);

impl Kinds {
    /// Nothing at all.
    pub const NONE: Self = Self(0);
    /// A card that does nothing.
    pub const PLAIN: Self = Self(1);
    /// A two or a joker.
    pub const DOUBLE: Self = Self(1 << 1);
    /// A jack.
    pub const JACK: Self = Self(1 << 2);
    /// A queen.
    pub const QUEEN: Self = Self(1 << 3);
    /// The ace of spades.
    pub const SPADE_ACE: Self = Self(1 << 4);
    /// Any card.
    pub const ANY: Self = Self(0b11111);
    const NAMES: [(Self, &str); 5] = [
        (Self::PLAIN, "plain"),
        (Self::DOUBLE, "two-or-joker"),
        (Self::JACK, "jack"),
        (Self::QUEEN, "queen"),
        (Self::SPADE_ACE, "spade-ace"),
    ];
    const BY_CARD: [Self; Card::COUNT] = {
        let mut kinds = [Self::PLAIN; Card::COUNT];
        let mut index = 0;
        while index < Card::COUNT {
            kinds[index] = match DECK_WITH_JOKERS[index].face() {
                Face::Joker(_) | Face::Suited(Rank::Two, _) => Self::DOUBLE,
                Face::Suited(Rank::Ace, Suit::Spades) => Self::SPADE_ACE,
                Face::Suited(Rank::Jack, _) => Self::JACK,
                Face::Suited(Rank::Queen, _) => Self::QUEEN,
                Face::Suited(..) => Self::PLAIN,
            };
            index += 1;
        }
        kinds
    };

    /// The one kind that this card is of.
    #[inline]
    pub const fn of(card: Card) -> Self {
        Self::BY_CARD[card.index()]
    }

    /// Either of these.
    #[inline]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Either of these, if the condition holds.
    #[inline]
    pub(super) const fn or_if(self, condition: bool, other: Self) -> Self {
        if condition { self.or(other) } else { self }
    }

    /// Whether it may be of that kind.
    #[inline]
    pub const fn has(self, kind: Self) -> bool {
        self.0 & kind.0 != 0
    }

    /// Whether the card could be this one.
    #[inline]
    pub const fn fit(self, card: Card) -> bool {
        self.has(Self::of(card))
    }
}

impl fmt::Debug for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Self::NAMES.iter().filter(|(kind, _)| self.has(*kind)).map(|(_, name)| *name);
        f.write_str(&names.collect::<Vec<_>>().join("|"))
    }
}

/// A list of words.
impl Serialize for Kinds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(Self::NAMES.iter().filter(|(kind, _)| self.has(*kind)).map(|(_, name)| name))
    }
}
