//! Labels that show card signs and are read as words: "Discard 5♠" is read "Discard five of spades".

use engine::{Card, Rank, Suit};
use leptos::prelude::*;

/// A piece of a label: words, or a card and how it is read.
#[derive(Clone, PartialEq, Debug)]
enum Piece {
    Text(String),
    Card(Card, String),
}

/// Cards may be written by their signs ("5♠") or by their names ("the five of spades").
fn pieces(label: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut text = String::new();
    let mut rest = label;
    while let Some(word) = rest.split_inclusive(' ').next() {
        let Some((card, start, end)) = card_at(rest) else {
            text += word;
            rest = &rest[word.len()..];
            continue;
        };
        text += &rest[..start];
        let mut read = if rest[start..end].contains(' ') { rest[start..end].to_owned() } else { card.name() };
        // The article belongs to the name: beside a sign it is only read.
        if let Some(article) = ["the ", "The "].into_iter().find(|article| text.ends_with(article)) {
            text.truncate(text.len() - article.len());
            read.insert_str(0, article);
        }
        pieces.push(Piece::Text(std::mem::take(&mut text)));
        pieces.push(Piece::Card(card, read));
        rest = &rest[end..];
        // What follows up to the next word is no word of its own.
        let tail = rest.split_inclusive(' ').next().unwrap_or_default();
        text += tail;
        rest = &rest[tail.len()..];
    }
    pieces.push(Piece::Text(text));
    pieces.retain(|piece| !matches!(piece, Piece::Text(text) if text.is_empty()));
    pieces
}

/// The card with which a text begins, and where its words begin and end.
fn card_at(text: &str) -> Option<(Card, usize, usize)> {
    let start = text.len() - text.trim_start_matches('(').len();
    let core = |word: &str| word.trim_end_matches([' ', ',', '.', ':', ';', '!', '?', ')']).len();
    let mut words = text[start..].split_inclusive(' ');
    let first = words.next()?;
    if let Some(card) = Card::from_short(&first[..core(first)]) {
        return Some((card, start, start + core(first)));
    }
    let (of, last) = (words.next()?, words.next()?);
    let rank = Rank::ALL.into_iter().find(|rank| first.strip_suffix(' ') == Some(rank.name()))?;
    let suit = Suit::ALL.into_iter().find(|suit| &last[..core(last)] == suit.name())?;
    let end = start + first.len() + of.len() + core(last);
    (of == "of ").then(|| (Card::new(rank, suit), start, end))
}

/// A label as it is read aloud.
pub fn read_aloud(label: &str) -> String {
    let read = |piece: Piece| match piece {
        Piece::Text(text) | Piece::Card(_, text) => text,
    };
    pieces(label).into_iter().map(read).collect()
}

/// A word of more letters than this may be broken.
pub const LONG: usize = 15;

/// The text with a soft hyphen between two syllables near the middle of every very long word.
pub fn hyphenated(text: &str) -> String {
    let halves = |word: &'_ str| {
        let letters = word.as_bytes();
        let vowel = |at: usize| {
            letters.get(at).is_some_and(|letter| b"aeiouy".contains(&letter.to_ascii_lowercase()))
        };
        let consonant = |at: usize| !vowel(at) && letters[at].is_ascii_alphabetic();
        let breaks = (1..letters.len()).filter(|&at| vowel(at - 1) && consonant(at) && vowel(at + 1));
        let middle = breaks
            .min_by_key(|at| at.abs_diff(letters.len() / 2))
            .filter(|_| word.trim().chars().count() > LONG && !word.contains('-'));
        let (start, end) = word.split_at(middle.unwrap_or(0));
        if start.is_empty() { end.to_owned() } else { format!("{start}\u{ad}{end}") }
    };
    text.split_inclusive(' ').map(halves).collect()
}

/// A text in which cards are shown by their signs and read by their names.
#[component]
pub fn Label(
    /// The text.
    #[prop(into)]
    text: String,
) -> impl IntoView {
    let show = |piece: Piece| match piece {
        Piece::Text(text) => text.into_any(),
        Piece::Card(card, read) => {
            let red = card.suit().is_some_and(|suit| matches!(suit, Suit::Hearts | Suit::Diamonds));
            let suit = card.suit().map_or("", |suit| suit.name());
            view! {
                <span class="sign" class:red=red data-suit=suit aria-hidden="true">{card.short()}</span>
                <span class="unseen">{read}</span>
            }
            .into_any()
        }
    };
    // One element, so that a button lays it out as the sentence it is.
    view! { <span class="label">{pieces(&text).into_iter().map(show).collect_view()}</span> }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_read_as_words() {
        let rows = [
            ("Discard 5♠", "Discard five of spades"),
            ("Move 10♥ to column 4", "Move ten of hearts to column 4"),
            ("Attack with 2♣: 4 in all", "Attack with two of clubs: 4 in all"),
            ("Play 9♣ sideways, as 2♣", "Play nine of clubs sideways, as two of clubs"),
            ("Deal four cards", "Deal four cards"),
            ("What about J♥?", "What about jack of hearts?"),
            ("(K♦), A♠.", "(king of diamonds), ace of spades."),
            ("", ""),
        ];
        for (label, read) in rows {
            assert_eq!(read_aloud(label), read);
        }
    }

    #[test]
    fn names_are_shown_as_signs_and_read_as_they_are() {
        let shown = |label: &str| {
            let show = |piece| match piece {
                Piece::Text(text) => text,
                Piece::Card(card, _) => card.short(),
            };
            pieces(label).into_iter().map(show).collect::<String>()
        };
        let rows = [
            ("You give the ten of hearts and get the ace of spades.", "You give 10♥ and get A♠."),
            ("The eight of clubs is discarded.", "8♣ is discarded."),
            ("Dealt: jack of diamonds, three of spades", "Dealt: J♦, 3♠"),
            ("You get a queen of hearts (−10).", "You get a Q♥ (−10)."),
            ("The three of them, two of us, the red joker", "The three of them, two of us, the red joker"),
            ("ten of", "ten of"),
        ];
        for (label, signs) in rows {
            assert_eq!(shown(label), signs);
            assert_eq!(read_aloud(label), label);
        }
    }

    #[test]
    fn a_very_long_word_may_be_broken_between_syllables() {
        let rows = [
            ("Propreantepenultimate Card", "Propreante\u{ad}penultimate Card"),
            ("Say “Propreantepenultimate Card”", "Say “Propreante\u{ad}penultimate Card”"),
            ("Ünbelievableünbelievable", "Ünbelie\u{ad}vableünbelievable"),
            ("Aces Up", "Aces Up"),
            ("counter-clockwise", "counter-clockwise"),
            ("Hmmmmmmmmmmmmmmmmm!", "Hmmmmmmmmmmmmmmmmm!"),
        ];
        for (text, broken) in rows {
            assert_eq!(hyphenated(text), broken);
        }
    }
}
