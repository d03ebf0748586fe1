//! A line as a list of words, the same for what is heard and for what buttons say.

use engine::Suit;

use crate::lexicon;

/// The most characters that are read as a phrase; longer lines are talk.
pub const LONGEST_PHRASE: usize = 300;
/// The most words that are read.
const MOST_WORDS: usize = 60;

/// Whether a line is too long to be a phrase.
pub(crate) fn is_too_long(text: &str) -> bool {
    text.chars().nth(LONGEST_PHRASE).is_some()
}

/// The words of a line in small letters, without punctuation; signs become words.
pub(crate) fn tokens(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut letters = text.chars().take(LONGEST_PHRASE).peekable();
    while let Some(letter) = letters.next() {
        if letter.is_alphanumeric() {
            word.extend(letter.to_lowercase());
            continue;
        }
        // "don't" and "a's" are one word each.
        if matches!(letter, '\'' | '’') && !word.is_empty() {
            continue;
        }
        let starts = word.is_empty();
        finish(&mut word, &mut words);
        let alone = starts && letters.peek().is_none_or(|next| next.is_whitespace() || next.is_ascii_digit());
        if let Some(sign) = sign(letter, alone) {
            words.push(sign);
        }
    }
    finish(&mut word, &mut words);
    words.truncate(MOST_WORDS);
    words
}

fn finish(word: &mut String, words: &mut Vec<String>) {
    if !word.is_empty() {
        words.push(std::mem::take(word));
    }
}

/// The word for a sign, if it is more than punctuation.
fn sign(letter: char, alone: bool) -> Option<String> {
    let word = match letter {
        '♠' | '♤' => Suit::Spades.name(),
        '♥' | '♡' => Suit::Hearts.name(),
        '♦' | '♢' => Suit::Diamonds.name(),
        '♣' | '♧' => Suit::Clubs.name(),
        '+' => "plus",
        '-' | '−' | '–' if alone => "minus",
        '#' => "number",
        // Punctuation, spaces, joiners and variation selectors.
        '\0'..='\u{bf}' | '\u{2000}'..='\u{206f}' | '\u{3000}'..='\u{303f}' | '\u{fe00}'..='\u{fe0f}' => {
            return None;
        }
        other if other.is_whitespace() || other.is_control() => return None,
        // Anything else may be all there is of a player's name.
        other => return Some(other.to_string()),
    };
    Some(word.to_owned())
}

/// A word as it is compared: "cards" and "card" are the same.
pub(crate) fn stem(word: &str) -> &str {
    match word.strip_suffix('s') {
        Some(stem) if stem.len() > 2 && !stem.ends_with('s') => stem,
        _ => word,
    }
}

/// A line with every card and number in one form, to compare what is said in full.
pub(crate) fn canonical(text: &str) -> String {
    canonical_of(&tokens(text))
}

pub(crate) fn canonical_of(words: &[String]) -> String {
    let mut out = String::new();
    let mut index = 0;
    while index < words.len() {
        let word = words[index].as_str();
        let of = usize::from(words.get(index + 1).is_some_and(|next| next == "of"));
        let suit =
            words.get(index + 1 + of).filter(|next| next.len() > 1).and_then(|next| lexicon::suit(next));
        let card = suit.and_then(|(suit, _)| Some((lexicon::rank_before_suit(word)?.0, suit)));
        if !out.is_empty() {
            out.push(' ');
        }
        if let Some((rank, suit)) = card {
            out.push_str(rank.index());
            out.push(suit.sign());
            index += 2 + of;
            continue;
        }
        match lexicon::number(word) {
            Some((number, lexicon::Sure::Written)) => out.push_str(&number.to_string()),
            _ => out.push_str(word),
        }
        index += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_become_words_and_punctuation_goes() {
        let rows: [(&str, &[&str]); 7] = [
            ("Discard 5♠!", &["discard", "5", "spades"]),
            ("ten TS -", &["ten", "ts", "minus"]),
            ("go counter-clockwise", &["go", "counter", "clockwise"]),
            ("I don't, Ada's", &["i", "dont", "adas"]),
            ("#3 + ♥\u{fe0f}", &["number", "3", "plus", "hearts"]),
            ("Swap with 🂡", &["swap", "with", "🂡"]),
            (" \t…", &[]),
        ];
        for (text, words) in rows {
            assert_eq!(tokens(text), words, "{text}");
        }
        assert_eq!(tokens(&"x ".repeat(100_000)).len(), MOST_WORDS);
    }

    #[test]
    fn a_card_reads_the_same_in_every_form() {
        for text in ["Discard A♠", "discard ace of spades", "DISCARD ACE SPADES", "discard a of spades."] {
            assert_eq!(canonical(text), "discard A♠", "{text}");
        }
        assert_eq!(canonical("Deal four cards"), canonical("deal 4 cards"));
    }
}
