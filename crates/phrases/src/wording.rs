//! One way to say an action: its notation, its label or another phrase, ready to be compared.

use std::collections::HashMap;

use engine::{Card, Rank, Suit};

use crate::lexicon;
use crate::tokens::{stem, tokens};

/// A card, or as much of one as was said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pip {
    Card(Card),
    Rank(Rank),
    Suit(Suit),
    Joker,
}

impl Pip {
    /// Whether this, said by someone, can be meant for that in a wording.
    pub(crate) fn names(self, wanted: Self) -> bool {
        match (self, wanted) {
            (Self::Rank(rank), Self::Card(card)) => card.rank() == Some(rank),
            (Self::Suit(suit), Self::Card(card)) => card.suit() == Some(suit),
            (Self::Joker, Self::Card(card)) => card.is_joker(),
            _ => self == wanted,
        }
    }

    /// A suit alone tells too little to act on it.
    pub(crate) fn tells(self) -> bool {
        !matches!(self, Self::Suit(_))
    }
}

/// A word's place in a [`Dictionary`].
pub(crate) type WordId = u16;

/// Every word that the choices use, by stem.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dictionary {
    ids: HashMap<String, WordId>,
}

impl Dictionary {
    pub(crate) fn find(&self, word: &str) -> Option<WordId> {
        self.ids.get(stem(word)).copied()
    }

    fn add(&mut self, word: &str) -> WordId {
        let next = self.ids.len().try_into().unwrap_or(WordId::MAX);
        let word = stem(word);
        self.ids.get(word).copied().unwrap_or_else(|| {
            self.ids.insert(word.to_owned(), next);
            next
        })
    }

    /// The words that a slip of the finger could have made this of.
    pub(crate) fn near<'a>(&'a self, word: &'a str) -> impl Iterator<Item = WordId> + 'a {
        let word = stem(word);
        let slips = match word.len() {
            0..=3 => 0,
            4..=6 => 1,
            _ => 2,
        };
        let close = move |known: &str| slips > 0 && known.len() > 3 && edits(word, known) <= slips;
        self.ids.iter().filter(move |(known, _)| close(known)).map(|(_, id)| *id)
    }
}

/// Longer words are no slip of any word that games use.
const LONGEST_SLIP: usize = 20;

/// How many letters must be added, left out, changed or swapped with the next to make one word of the other.
fn edits(one: &str, other: &str) -> usize {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len().abs_diff(other.len()) > 2 || one.len().max(other.len()) > LONGEST_SLIP {
        return usize::MAX;
    }
    let mut rows = [[0_usize; LONGEST_SLIP + 1]; LONGEST_SLIP + 1];
    rows[0] = std::array::from_fn(|index| index);
    for i in 1..=one.len() {
        rows[i][0] = i;
        for j in 1..=other.len() {
            let changed = rows[i - 1][j - 1] + usize::from(one[i - 1] != other[j - 1]);
            rows[i][j] = changed.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1] {
                rows[i][j] = rows[i][j].min(rows[i - 2][j - 2] + 1);
            }
        }
    }
    rows[one.len()][other.len()]
}

/// The most words, cards and numbers of a wording that are compared.
const MOST_WORDS: usize = 64;
const MOST_TERMS: usize = 3;

/// One way to say an action.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wording {
    pub(crate) words: Vec<WordId>,
    /// A bit for each word that must be said to say all of it.
    pub(crate) needed: u64,
    /// The bit of the word that tells what is done.
    pub(crate) verb: u64,
    /// Cards and numbers are said in this order, from the first on: "as 2♣" alone does not name the card.
    pub(crate) pips: Vec<Pip>,
    pub(crate) numbers: Vec<u32>,
}

impl Wording {
    /// Reads a label or another phrase of a game. What follows a colon explains, and need not be said.
    pub(crate) fn of_phrase(text: &str, dictionary: &mut Dictionary) -> Self {
        let (main, note) = text.split_once(':').unwrap_or((text, ""));
        let mut wording = Self::default();
        wording.read(&tokens(main), 0, dictionary);
        let note = if note.is_empty() { Vec::new() } else { tokens(note) };
        for word in note {
            if lexicon::number(&word).is_none() && lexicon::suit(&word).is_none() {
                wording.word(&word, false, dictionary);
            }
        }
        wording.close();
        wording
    }

    /// Reads notation, whose first word is a verb even where it is "ten".
    pub(crate) fn of_notation(text: &str, dictionary: &mut Dictionary) -> Self {
        let words = tokens(text);
        let mut wording = Self::default();
        if let Some(verb) = words.first() {
            wording.word(verb, true, dictionary);
        }
        wording.read(&words, 1, dictionary);
        wording.close();
        wording
    }

    fn read(&mut self, words: &[String], from: usize, dictionary: &mut Dictionary) {
        let mut index = from;
        while index < words.len() {
            let word = words[index].as_str();
            let next = |ahead: usize| words.get(index + ahead).map_or("", String::as_str);
            // In notation a card is a code; in a phrase it is written out, and "as" is a word.
            if let Some((card, length)) = card_at(words, index).filter(|_| from == 0) {
                self.pip(Pip::Card(card));
                index += length;
                continue;
            }
            if let Some(card) = code(word).filter(|_| from > 0 || !lexicon::is_filler(word)) {
                self.pip(Pip::Card(card));
            } else if let Some((suit, lexicon::Sure::Written)) = lexicon::suit(word) {
                self.pip(Pip::Suit(suit));
            } else if let Some((number, lexicon::Sure::Written)) = lexicon::number(word)
                && self.numbers.len() < MOST_TERMS
            {
                self.numbers.push(number);
            } else if let Some((rank, lexicon::Sure::Written)) = lexicon::rank(word)
                && !lexicon::is_of(next(1))
            {
                self.pip(Pip::Rank(rank));
            } else {
                self.word(word, true, dictionary);
            }
            index += 1;
        }
    }

    fn pip(&mut self, pip: Pip) {
        if self.pips.len() < MOST_TERMS {
            self.pips.push(pip);
        }
    }

    fn word(&mut self, word: &str, main: bool, dictionary: &mut Dictionary) {
        if self.words.len() >= MOST_WORDS {
            return;
        }
        let bit = 1 << self.words.len();
        if main && !lexicon::is_filler(word) {
            self.needed |= bit;
            if self.verb == 0 && self.pips.is_empty() {
                self.verb = bit;
            }
        }
        self.words.push(dictionary.add(word));
    }

    /// Where all words are fillers they are what is said.
    fn close(&mut self) {
        if self.needed == 0 && self.pips.is_empty() && self.numbers.is_empty() {
            self.needed = u64::MAX.checked_shr(64 - self.words.len() as u32).unwrap_or(0);
            self.verb = 1;
        }
    }
}

/// The card that is written out from here on, and in how many words: "5 spades", "ace of hearts", "red joker".
pub(crate) fn card_at(words: &[String], index: usize) -> Option<(Card, usize)> {
    let word = words.get(index)?.as_str();
    let next = words.get(index + 1)?.as_str();
    if matches!(next, "joker" | "jokers") {
        return match word {
            "red" => Some((Card::RED_JOKER, 2)),
            "black" => Some((Card::BLACK_JOKER, 2)),
            _ => None,
        };
    }
    let of = usize::from(lexicon::is_of(next));
    let (suit, _) =
        lexicon::suit(words.get(index + 1 + of)?).filter(|(_, sure)| *sure == lexicon::Sure::Written)?;
    let (rank, _) = lexicon::rank_before_suit(word).filter(|(_, sure)| *sure == lexicon::Sure::Written)?;
    Some((Card::new(rank, suit), 2 + of))
}

/// A card by its code, "5s" or "10h".
pub(crate) fn code(word: &str) -> Option<Card> {
    if let Some(suit) = word.strip_prefix("10") {
        return format!("t{suit}").parse().ok().filter(|_| suit.len() == 1);
    }
    word.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_finger_are_counted() {
        let rows =
            [("discrad", "discard", 1), ("swpa", "swap", 1), ("deal", "deal", 0), ("stick", "stock", 1)];
        for (one, other, number) in rows {
            assert_eq!(edits(one, other), number, "{one} {other}");
        }
    }

    #[test]
    fn a_wording_knows_its_words_cards_and_numbers() {
        let mut dictionary = Dictionary::default();
        let label = Wording::of_phrase("Trade Q♠ with Ada for 3 of 7 cards", &mut dictionary);
        assert_eq!((label.numbers, label.pips.len()), (vec![3, 7], 1));
        let notation = Wording::of_notation("ace AS H", &mut dictionary);
        let ace = Card::new(Rank::Ace, Suit::Spades);
        assert_eq!(notation.pips, [Pip::Card(ace), Pip::Suit(Suit::Hearts)]);
        let attack = Wording::of_phrase("Attack with 5♠: 7 in all", &mut dictionary);
        assert!(attack.numbers.is_empty(), "what follows a colon explains");
    }
}
