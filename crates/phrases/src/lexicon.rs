//! The words that all games share: numbers, cards, fillers, and what speech engines make of them.

use std::collections::HashMap;
use std::sync::LazyLock;

use engine::{Rank, Suit};

/// How sure a word is: as it is written, or only by its sound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sure {
    /// This is how it is written.
    Written,
    /// A speech engine may write this for it.
    Sounds,
}

use Sure::{Sounds, Written};

/// Words that people say and that tell nothing.
const FILLERS: &[&str] = &[
    "a", "actually", "ah", "alright", "an", "and", "as", "at", "away", "be", "by", "can", "card", "cards",
    "choose", "click", "could", "do", "eh", "er", "erm", "for", "from", "go", "going", "gonna", "have",
    "here", "hey", "hm", "hmm", "i", "id", "ill", "im", "in", "into", "is", "it", "its", "ive", "just",
    "kindly", "let", "lets", "like", "likes", "make", "maybe", "me", "my", "now", "of", "oh", "ok", "okay",
    "on", "onto", "our", "pick", "please", "press", "select", "shall", "should", "so", "some", "thank",
    "thanks", "that", "the", "their", "them", "then", "there", "this", "to", "try", "uh", "um", "us",
    "wanna", "want", "we", "well", "will", "with", "would", "you", "your",
];

/// Words that turn the meaning round: what holds one of them is never guessed at.
const NEGATIONS: &[&str] = &["cannot", "cant", "dont", "neither", "never", "no", "not", "nothing", "without"];

/// Words before a number that make it a number and no rank.
const COUNTED: &[&str] =
    &["column", "number", "option", "choice", "pile", "player", "position", "row", "seat", "spot", "stack"];

/// Words before a number of the list.
pub(crate) const LISTED: &[&str] = &["number", "option", "choice", "item", "line"];

const NUMBERS: &[(&str, u32, Sure)] = &[
    ("zero", 0, Written),
    ("one", 1, Written),
    ("won", 1, Sounds),
    ("wan", 1, Sounds),
    ("two", 2, Written),
    ("to", 2, Sounds),
    ("too", 2, Sounds),
    ("tu", 2, Sounds),
    ("deuce", 2, Written),
    ("juice", 2, Sounds),
    ("three", 3, Written),
    ("trey", 3, Written),
    ("tree", 3, Sounds),
    ("free", 3, Sounds),
    ("four", 4, Written),
    ("for", 4, Sounds),
    ("fore", 4, Sounds),
    ("forth", 4, Sounds),
    ("five", 5, Written),
    ("fife", 5, Sounds),
    ("hive", 5, Sounds),
    ("fives", 5, Written),
    ("six", 6, Written),
    ("sex", 6, Sounds),
    ("sicks", 6, Sounds),
    ("sick", 6, Sounds),
    ("sixes", 6, Written),
    ("seven", 7, Written),
    ("sevan", 7, Sounds),
    ("heaven", 7, Sounds),
    ("eight", 8, Written),
    ("ate", 8, Sounds),
    ("hate", 8, Sounds),
    ("ait", 8, Sounds),
    ("nine", 9, Written),
    ("nein", 9, Sounds),
    ("niner", 9, Written),
    ("mine", 9, Sounds),
    ("ten", 10, Written),
    ("tan", 10, Sounds),
    ("tin", 10, Sounds),
    ("eleven", 11, Written),
    ("twelve", 12, Written),
    ("thirteen", 13, Written),
    ("fourteen", 14, Written),
    ("fifteen", 15, Written),
    ("sixteen", 16, Written),
    ("seventeen", 17, Written),
    ("eighteen", 18, Written),
    ("nineteen", 19, Written),
    ("twenty", 20, Written),
    ("thirty", 30, Written),
    ("forty", 40, Written),
    ("fourty", 40, Written),
    ("fifty", 50, Written),
    ("sixty", 60, Written),
    ("seventy", 70, Written),
    ("eighty", 80, Written),
    ("ninety", 90, Written),
];

const ORDINALS: &[(&str, u32)] = &[
    ("first", 1),
    ("second", 2),
    ("third", 3),
    ("fourth", 4),
    ("fifth", 5),
    ("sixth", 6),
    ("seventh", 7),
    ("eighth", 8),
    ("ninth", 9),
    ("tenth", 10),
    ("eleventh", 11),
    ("twelfth", 12),
];

const RANKS: &[(&str, Rank, Sure)] = &[
    ("ace", Rank::Ace, Written),
    ("aces", Rank::Ace, Written),
    ("ase", Rank::Ace, Sounds),
    ("ice", Rank::Ace, Sounds),
    ("base", Rank::Ace, Sounds),
    ("face", Rank::Ace, Sounds),
    ("eights", Rank::Eight, Written),
    ("jack", Rank::Jack, Written),
    ("jacks", Rank::Jack, Written),
    ("knave", Rank::Jack, Written),
    ("jacques", Rank::Jack, Sounds),
    ("jock", Rank::Jack, Sounds),
    ("jax", Rank::Jack, Sounds),
    ("jake", Rank::Jack, Sounds),
    ("queen", Rank::Queen, Written),
    ("queens", Rank::Queen, Written),
    ("quinn", Rank::Queen, Sounds),
    ("quin", Rank::Queen, Sounds),
    ("clean", Rank::Queen, Sounds),
    ("green", Rank::Queen, Sounds),
    ("king", Rank::King, Written),
    ("kings", Rank::King, Written),
    ("kink", Rank::King, Sounds),
    ("kin", Rank::King, Sounds),
];

/// Letters that are ranks only before a suit: "a of spades", "k hearts".
const LETTERS: &[(&str, Rank)] = &[
    ("a", Rank::Ace),
    ("as", Rank::Ace),
    ("t", Rank::Ten),
    ("j", Rank::Jack),
    ("q", Rank::Queen),
    ("k", Rank::King),
];

const SUITS: &[(&str, Suit, Sure)] = &[
    ("spades", Suit::Spades, Written),
    ("spade", Suit::Spades, Written),
    ("space", Suit::Spades, Sounds),
    ("spaces", Suit::Spades, Sounds),
    ("spayed", Suit::Spades, Sounds),
    ("spates", Suit::Spades, Sounds),
    ("spaded", Suit::Spades, Sounds),
    ("hearts", Suit::Hearts, Written),
    ("heart", Suit::Hearts, Written),
    ("hart", Suit::Hearts, Sounds),
    ("harts", Suit::Hearts, Sounds),
    ("hards", Suit::Hearts, Sounds),
    ("arts", Suit::Hearts, Sounds),
    ("diamonds", Suit::Diamonds, Written),
    ("diamond", Suit::Diamonds, Written),
    ("dimond", Suit::Diamonds, Sounds),
    ("dimonds", Suit::Diamonds, Sounds),
    ("clubs", Suit::Clubs, Written),
    ("club", Suit::Clubs, Written),
    ("clubbed", Suit::Clubs, Sounds),
    ("glubs", Suit::Clubs, Sounds),
    ("cubs", Suit::Clubs, Sounds),
    ("s", Suit::Spades, Written),
    ("h", Suit::Hearts, Written),
    ("d", Suit::Diamonds, Written),
    ("c", Suit::Clubs, Written),
];

/// Other words for the verbs of card games, whichever game uses them.
const SYNONYMS: &[(&str, &[&str])] = &[
    ("attacking", &["attack"]),
    ("blocking", &["block"]),
    ("change", &["swap", "exchange"]),
    ("chuck", &["discard"]),
    ("deck", &["stock"]),
    ("defend", &["block"]),
    ("discarding", &["discard"]),
    ("ditch", &["discard"]),
    ("drop", &["discard", "play"]),
    ("dump", &["discard"]),
    ("exchange", &["swap", "trade", "replace"]),
    ("hold", &["keep", "stick"]),
    ("keep", &["stick"]),
    ("lay", &["play"]),
    ("pile", &["column", "stock"]),
    ("place", &["play", "move"]),
    ("playing", &["play"]),
    ("put", &["play", "move"]),
    ("remove", &["discard"]),
    ("row", &["column"]),
    ("shift", &["move"]),
    ("stack", &["column"]),
    ("switch", &["swap", "trade"]),
    ("swapping", &["swap"]),
    ("throw", &["discard", "play"]),
    ("toss", &["discard"]),
    ("trade", &["swap"]),
    ("use", &["play"]),
    ("nah", &["no"]),
    ("nope", &["no"]),
    ("sure", &["yes"]),
    ("yeah", &["yes"]),
    ("yep", &["yes"]),
];

/// The same in several words.
const IDIOMS: &[(&[&str], &str, Sure)] = &[
    (&["get", "rid", "of"], "discard", Written),
    (&["take", "away"], "discard", Written),
    (&["throw", "away"], "discard", Written),
    (&["throw", "out"], "discard", Written),
    (&["put", "down"], "play", Written),
    (&["lay", "down"], "play", Written),
    (&["pick", "up"], "draw", Written),
    (&["do", "not"], "dont", Written),
    (&["side", "ways"], "sideways", Sounds),
    (&["side", "way"], "sideways", Sounds),
    (&["a", "tack"], "attack", Sounds),
    (&["dis", "card"], "discard", Sounds),
    (&["disc", "card"], "discard", Sounds),
    (&["disk", "card"], "discard", Sounds),
    (&["disk", "hard"], "discard", Sounds),
    (&["this", "card"], "discard", Sounds),
    (&["the", "scarred"], "discard", Sounds),
    (&["re", "place"], "replace", Sounds),
];

/// What speech engines write for the words of card games.
const SOUNDS: &[(&str, &str)] = &[
    ("attach", "attack"),
    ("attacked", "attack"),
    ("asked", "ask"),
    ("axe", "ask"),
    ("black", "block"),
    ("blocked", "block"),
    ("blog", "block"),
    ("calm", "column"),
    ("collum", "column"),
    ("colon", "column"),
    ("colour", "column"),
    ("dealt", "deal"),
    ("deel", "deal"),
    ("dill", "deal"),
    ("discarded", "discard"),
    ("disguard", "discard"),
    ("disregard", "discard"),
    ("drawer", "draw"),
    ("drew", "draw"),
    ("except", "accept"),
    ("gift", "give"),
    ("keeps", "keep"),
    ("moved", "move"),
    ("movie", "move"),
    ("paid", "play"),
    ("passed", "pass"),
    ("past", "pass"),
    ("played", "play"),
    ("pointed", "point"),
    ("pint", "point"),
    ("replaced", "replace"),
    ("steak", "stick"),
    ("stake", "stick"),
    ("stock", "stick"),
    ("stuck", "stick"),
    ("swab", "swap"),
    ("swamp", "swap"),
    ("swapped", "swap"),
    ("swop", "swap"),
    ("tab", "tap"),
    ("teal", "deal"),
    ("top", "tap"),
    ("traded", "trade"),
    ("trait", "trade"),
    ("tray", "trade"),
    ("write", "right"),
];

/// All that a word can be.
#[derive(Default)]
struct Entry {
    filler: bool,
    number: Option<(u32, Sure)>,
    ordinal: Option<u32>,
    rank: Option<(Rank, Sure)>,
    letter: Option<Rank>,
    suit: Option<(Suit, Sure)>,
    synonyms: &'static [&'static str],
    sounds: Vec<&'static str>,
}

/// The tables above, to be looked up by word.
static WORDS: LazyLock<HashMap<&'static str, Entry>> = LazyLock::new(|| {
    let mut words: HashMap<&str, Entry> = HashMap::new();
    for &word in FILLERS {
        words.entry(word).or_default().filler = true;
    }
    for &(word, number, sure) in NUMBERS {
        words.entry(word).or_default().number = Some((number, sure));
    }
    for &(word, number) in ORDINALS {
        words.entry(word).or_default().ordinal = Some(number);
    }
    for &(word, rank, sure) in RANKS {
        words.entry(word).or_default().rank = Some((rank, sure));
    }
    for &(word, rank) in LETTERS {
        words.entry(word).or_default().letter = Some(rank);
    }
    for &(word, suit, sure) in SUITS {
        words.entry(word).or_default().suit = Some((suit, sure));
    }
    for &(word, meant) in SYNONYMS {
        words.entry(word).or_default().synonyms = meant;
    }
    for &(word, meant) in SOUNDS {
        words.entry(word).or_default().sounds.push(meant);
    }
    words
});

pub(crate) fn is_filler(word: &str) -> bool {
    WORDS.get(word).is_some_and(|entry| entry.filler)
}

/// Numbers that may be a preposition misheard: "move the king two column three".
pub(crate) fn may_be_preposition(word: &str) -> bool {
    matches!(word, "two" | "too" | "four")
}

/// Words that a speech engine writes for a number, and that mean something else as often.
pub(crate) fn only_sounds_like_a_number(word: &str) -> bool {
    number(word).is_some_and(|(_, sure)| sure == Sounds)
}

/// Fillers that are numbers where no preposition can stand: at the end, or before "of".
pub(crate) fn is_preposition(word: &str) -> bool {
    matches!(word, "to" | "for")
}

/// Words that sound like a number but are said for themselves too often to be one when they stand alone.
pub(crate) fn is_far_fetched(word: &str) -> bool {
    let usual = ["won", "to", "too", "tree", "for", "fore", "sicks", "sex", "ate", "nein"];
    number(word).is_some_and(|(_, sure)| sure == Sounds) && !usual.contains(&word)
}

pub(crate) fn is_of(word: &str) -> bool {
    matches!(word, "of" | "off" | "ov" | "have")
}

pub(crate) fn is_article(word: &str) -> bool {
    matches!(word, "the" | "a" | "my" | "this" | "that")
}

pub(crate) fn is_negation(word: &str) -> bool {
    NEGATIONS.contains(&word)
}

pub(crate) fn counts(word: &str) -> bool {
    COUNTED.contains(&word)
}

/// The numbers that this word can be; digits too.
pub(crate) fn number(word: &str) -> Option<(u32, Sure)> {
    if word.bytes().all(|byte| byte.is_ascii_digit()) {
        return word.parse().ok().filter(|_| word.len() <= 4).map(|number| (number, Written));
    }
    WORDS.get(word)?.number
}

/// "third", "3rd".
pub(crate) fn ordinal(word: &str) -> Option<u32> {
    WORDS.get(word).and_then(|entry| entry.ordinal).or_else(|| {
        let digits = ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end))?;
        number(digits).filter(|_| !digits.is_empty()).map(|(number, _)| number)
    })
}

/// The rank that this word alone names, a number of pips included.
pub(crate) fn rank(word: &str) -> Option<(Rank, Sure)> {
    if let Some(rank) = WORDS.get(word).and_then(|entry| entry.rank) {
        return Some(rank);
    }
    let (number, sure) = number(word)?;
    let pips = (2..=10).contains(&number);
    pips.then(|| Rank::from_number(number as u8)).flatten().map(|rank| (rank, sure))
}

/// The rank that this word is before a suit: letters, and "one" for the ace.
pub(crate) fn rank_before_suit(word: &str) -> Option<(Rank, Sure)> {
    let letter = WORDS.get(word).and_then(|entry| entry.letter).map(|rank| (rank, Written));
    let one = matches!(word, "one" | "1" | "won").then_some((Rank::Ace, Sounds));
    letter.or_else(|| rank(word)).or(one)
}

pub(crate) fn suit(word: &str) -> Option<(Suit, Sure)> {
    WORDS.get(word)?.suit
}

pub(crate) fn synonyms(word: &str) -> &'static [&'static str] {
    WORDS.get(word).map_or(&[], |entry| entry.synonyms)
}

pub(crate) fn sounds_like(word: &str) -> &'static [&'static str] {
    WORDS.get(word).map_or(&[], |entry| &entry.sounds)
}

/// The idioms that begin here: how many words they take, and the word they stand for.
pub(crate) fn idioms(words: &[String]) -> impl Iterator<Item = (usize, &'static str, Sure)> {
    let begins = move |idiom: &[&str]| {
        idiom.len() <= words.len() && idiom.iter().zip(words).all(|(known, word)| known == word)
    };
    IDIOMS
        .iter()
        .filter(move |(idiom, ..)| begins(idiom))
        .map(|(idiom, meant, sure)| (idiom.len(), *meant, *sure))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fillers_tell_nothing() {
        assert!(FILLERS.is_sorted_by(|one, other| one < other), "in order, and none twice");
        assert!(is_filler("the") && is_filler("your") && !is_filler("left") && !is_filler("no"));
    }

    #[test]
    fn numbers_are_read_as_written_and_as_heard() {
        let rows = [("7", 7, Written), ("seven", 7, Written), ("ate", 8, Sounds), ("won", 1, Sounds)];
        for (word, value, sure) in rows {
            assert_eq!(number(word), Some((value, sure)), "{word}");
        }
        for word in ["", "99999", "99999999999999999999999", "x1", "²", "٣"] {
            assert_eq!(number(word).filter(|_| !word.is_empty()), None, "{word}");
        }
        assert_eq!(
            (ordinal("third"), ordinal("3rd"), ordinal("th"), ordinal("rd")),
            (Some(3), Some(3), None, None)
        );
    }
}
