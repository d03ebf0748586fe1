//! The options of the rules, and their presets.

use engine::{Card, Rank, choices, options};

choices! {
    /// SJN-V1: which cards are played with.
    pub enum Deck {
        Full = "52": "The whole deck.",
        Short = "32": "Seven and higher: every other card is a picture card or an ace.",
    }
}

choices! {
    /// SJN-V2: when a player without cards is out.
    pub enum Out {
        WhenDue = "when-due": "When they have to turn over a card, or when the trick is over.",
        AtOnce = "at-once": "As soon as their last card is turned over.",
    }
}

choices! {
    /// SJN-V3: the number of cards after which the game is a draw.
    pub enum Limit {
        Hundred = "100": "A hundred cards, for a quick game.",
        Thousand = "1000": "A thousand cards.",
        TenThousand = "10000": "Ten thousand cards: hardly any game reaches it.",
        HundredThousand = "100000": "A hundred thousand cards.",
    }
}

impl Deck {
    pub(super) fn has(self, card: Card) -> bool {
        let low = |rank: Rank| rank != Rank::Ace && rank < Rank::Seven;
        self == Self::Full || !card.rank().is_some_and(low)
    }
}

impl Limit {
    pub(super) const fn cards(self) -> u32 {
        match self {
            Self::Hundred => 100,
            Self::Thousand => 1000,
            Self::TenThousand => 10_000,
            Self::HundredThousand => 100_000,
        }
    }
}

options! {
    /// The rule options of Strip Jack Naked.
    pub struct Rules {
        deck: Deck = Deck::Full, "SJN-V1", "Cards in the deck.";
        out: Out = Out::WhenDue, "SJN-V2", "When a player without cards is out.";
        limit: Limit = Limit::TenThousand, "SJN-V3", "Cards turned over after which the game is a draw.";
    }
    presets {
        "strip-jack-naked" is a game: "Strip Jack Naked", "52 cards, out when a card is due." => {};
        "short-deck": "Short deck", "32 cards, half of them to be paid for." => { deck: Deck::Short };
    }
}
