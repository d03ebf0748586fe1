//! Cards, from a deck of 52 with two jokers.

use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

/// A card's rank; the ace is one, and each game says for itself whether it is high or low.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Rank {
    Ace = 1,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
}

impl Rank {
    /// Every rank, ace first.
    pub const ALL: [Self; 13] = [
        Self::Ace,
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
    ];
    const CODES: [char; 13] = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'];
    const NAMES: [&str; 13] = [
        "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen",
        "king",
    ];

    /// 1 for the ace to 13 for the king.
    #[inline]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The rank of that number, 1 for the ace to 13 for the king.
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            1..=13 => Some(Self::ALL[number as usize - 1]),
            _ => None,
        }
    }

    /// The rank's one-letter code, `T` for the ten.
    pub const fn code(self) -> char {
        Self::CODES[self as usize - 1]
    }

    /// The rank in words.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize - 1]
    }

    /// As printed on a card: `10` rather than the code `T`.
    #[inline]
    pub const fn index(self) -> &'static str {
        ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"][self as usize - 1]
    }
}

/// A card's suit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Suit {
    Spades,
    Hearts,
    Diamonds,
    Clubs,
}

impl Suit {
    /// Every suit, in the order of a new deck.
    pub const ALL: [Self; 4] = [Self::Spades, Self::Hearts, Self::Diamonds, Self::Clubs];

    /// The suit's one-letter code.
    pub const fn code(self) -> char {
        ['S', 'H', 'D', 'C'][self as usize]
    }

    /// The suit in words.
    pub const fn name(self) -> &'static str {
        ["spades", "hearts", "diamonds", "clubs"][self as usize]
    }

    /// The suit's sign.
    pub const fn sign(self) -> char {
        ['♠', '♥', '♦', '♣'][self as usize]
    }
}

/// One of two jokers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Joker {
    Red,
    Black,
}

/// What is printed on a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Face {
    /// One of the 52.
    Suited(Rank, Suit),
    /// A joker.
    Joker(Joker),
}

// By the card's place in a new deck, and as long as a power of two, so that looking one up needs no check.
const RANKS: [Option<Rank>; 64] = {
    let mut ranks = [None; 64];
    let mut index = 0;
    while index < 52 {
        ranks[index] = Some(Rank::ALL[index % 13]);
        index += 1;
    }
    ranks
};
const SUITS: [Option<Suit>; 64] = {
    let mut suits = [None; 64];
    let mut index = 0;
    while index < 52 {
        suits[index] = Some(Suit::ALL[index / 13]);
        index += 1;
    }
    suits
};

/// One card. There is no value of this type that is not a card, and an `Option<Card>` is no larger.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(NonZeroU8);

impl Card {
    /// How many different cards there are.
    pub const COUNT: usize = 54;
    /// The red joker.
    pub const RED_JOKER: Self = Self::at(52);
    /// The black joker.
    pub const BLACK_JOKER: Self = Self::at(53);

    #[inline]
    const fn at(index: u8) -> Self {
        Self(NonZeroU8::new(index + 1).expect("one more than an unsigned number is not zero"))
    }

    /// The card of that rank and suit.
    #[inline]
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self::at(suit as u8 * 13 + rank as u8 - 1)
    }

    /// The card's place in a new deck: 0 to 51, jokers 52 and 53.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The card at that place of a new deck.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self::at(index as u8)) } else { None }
    }

    /// What is printed on it.
    #[inline]
    pub const fn face(self) -> Face {
        match self.index() {
            52 => Face::Joker(Joker::Red),
            53 => Face::Joker(Joker::Black),
            index => Face::Suited(Rank::ALL[index % 13], Suit::ALL[index / 13]),
        }
    }

    /// The rank, which a joker has not.
    #[inline]
    pub const fn rank(self) -> Option<Rank> {
        RANKS[self.index() & 63]
    }

    /// The suit, which a joker has not.
    #[inline]
    pub const fn suit(self) -> Option<Suit> {
        SUITS[self.index() & 63]
    }

    /// Whether it is a joker.
    #[inline]
    pub const fn is_joker(self) -> bool {
        self.index() >= 52
    }

    /// The card in words, as one would say it: "ten of diamonds".
    pub fn name(self) -> String {
        match self.face() {
            Face::Suited(rank, suit) => format!("{} of {}", rank.name(), suit.name()),
            Face::Joker(Joker::Red) => "red joker".to_owned(),
            Face::Joker(Joker::Black) => "black joker".to_owned(),
        }
    }

    /// The suited card that people write like this: "10♦".
    pub fn from_short(text: &str) -> Option<Self> {
        let sign = text.chars().next_back()?;
        let suit = Suit::ALL.into_iter().find(|suit| suit.sign() == sign)?;
        let index = text.strip_suffix(sign)?;
        let rank = Rank::ALL.into_iter().find(|rank| rank.index() == index)?;
        Some(Self::new(rank, suit))
    }

    /// The card as people write it: "10♦".
    pub fn short(self) -> String {
        match self.face() {
            Face::Suited(rank, suit) => format!("{}{}", rank.index(), suit.sign()),
            Face::Joker(Joker::Red) => "red joker".to_owned(),
            Face::Joker(Joker::Black) => "black joker".to_owned(),
        }
    }
}

/// A new deck of 52 in order, without jokers.
pub const DECK: [Card; 52] = {
    let mut deck = [Card::at(0); 52];
    let mut index = 0;
    while index < 52 {
        deck[index] = Card::at(index as u8);
        index += 1;
    }
    deck
};

/// A new deck of 54 in order, the jokers last.
pub const DECK_WITH_JOKERS: [Card; 54] = {
    let mut deck = [Card::at(0); 54];
    let mut index = 0;
    while index < 54 {
        deck[index] = Card::at(index as u8);
        index += 1;
    }
    deck
};

/// Each card in notation, in ASCII.
const CODES: [[u8; 2]; Card::COUNT] = {
    let mut codes = [[b'X'; 2]; Card::COUNT];
    let mut index = 0;
    while index < Card::COUNT {
        codes[index] = match Card::at(index as u8).face() {
            Face::Suited(rank, suit) => [rank.code() as u8, suit.code() as u8],
            Face::Joker(Joker::Red) => *b"XR",
            Face::Joker(Joker::Black) => *b"XB",
        };
        index += 1;
    }
    codes
};

impl Card {
    /// The card in notation: "TD".
    fn code(self) -> &'static str {
        str::from_utf8(&CODES[self.index()]).unwrap_or_default()
    }
}

/// The code of records and notation: `TD`, `AS`, `XR`.
impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that is not a card's, a suit's or a rank's code.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "\"{0}\" is not a card; write rank A 2 … 9 T J Q K and suit S H D C, as in TD, or XR and XB for jokers"
)]
pub struct BadCard(pub String);

impl BadCard {
    /// A stable name for programs.
    pub const fn code(&self) -> &'static str {
        "bad-card"
    }
}

impl TryFrom<char> for Rank {
    type Error = BadCard;

    fn try_from(code: char) -> Result<Self, BadCard> {
        let code = code.to_ascii_uppercase();
        Self::ALL.into_iter().find(|rank| rank.code() == code).ok_or_else(|| BadCard(code.to_string()))
    }
}

impl TryFrom<char> for Suit {
    type Error = BadCard;

    fn try_from(code: char) -> Result<Self, BadCard> {
        let code = code.to_ascii_uppercase();
        Self::ALL.into_iter().find(|suit| suit.code() == code).ok_or_else(|| BadCard(code.to_string()))
    }
}

impl FromStr for Card {
    type Err = BadCard;

    fn from_str(text: &str) -> Result<Self, BadCard> {
        let bad = || BadCard(text.to_owned());
        if text.eq_ignore_ascii_case("xr") {
            return Ok(Self::RED_JOKER);
        }
        if text.eq_ignore_ascii_case("xb") {
            return Ok(Self::BLACK_JOKER);
        }
        let mut letters = text.chars();
        match (letters.next(), letters.next(), letters.next()) {
            (Some(rank), Some(suit), None) => {
                Ok(Self::new(rank.try_into().map_err(|_| bad())?, suit.try_into().map_err(|_| bad())?))
            }
            _ => Err(bad()),
        }
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_read_back_from_their_signs() {
        for card in DECK {
            assert_eq!(Card::from_short(&card.short()), Some(card));
        }
        for text in ["", "♠", "5", "1♠", "05♠", "5♠ ", "red joker", "♠5"] {
            assert_eq!(Card::from_short(text), None, "{text:?}");
        }
    }

    #[test]
    fn every_card_has_its_own_code_and_reads_back() {
        let codes: std::collections::BTreeSet<String> =
            DECK_WITH_JOKERS.iter().map(|card| card.to_string()).collect();
        assert_eq!(codes.len(), 54);
        for card in DECK_WITH_JOKERS {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(card.to_string().to_lowercase().parse(), Ok(card));
            assert_eq!(Card::from_index(card.index()), Some(card));
        }
        assert_eq!(Card::from_index(54), None);
        assert_eq!(size_of::<Option<Card>>(), 1);
    }

    #[test]
    fn what_is_no_card_is_refused() {
        for text in ["", "1S", "10S", "SA", "A", "AX", "XX", "ASS", "♠A", "T D"] {
            assert!(text.parse::<Card>().is_err(), "{text}");
        }
    }

    #[test]
    fn ranks_count_from_the_ace() {
        assert_eq!(Rank::Ace.number(), 1);
        assert_eq!(Rank::from_number(13), Some(Rank::King));
        assert_eq!(Rank::from_number(0), None);
        assert_eq!(Rank::from_number(14), None);
        assert_eq!(Card::new(Rank::Ten, Suit::Diamonds).name(), "ten of diamonds");
        assert_eq!(Card::new(Rank::Ten, Suit::Diamonds).short(), "10♦");
    }
}
