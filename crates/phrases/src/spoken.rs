//! A label in words, for a voice.

use engine::Card;

/// A label in words, as a voice would say it: "Discard 5♠" is "discard five of spades".
///
/// Heard again, it leads back to the action whose label it was.
pub fn spoken(label: &str) -> String {
    let mut out = String::with_capacity(label.len() + 16);
    for (index, word) in label.split(' ').enumerate() {
        if index > 0 {
            out.push(' ');
        }
        let bare = word.trim_end_matches([',', ':', '.', ';', '!', '?', ')']);
        let end = &word[bare.len()..];
        match Card::from_short(bare) {
            Some(card) => out.push_str(&card.name()),
            None if bare == "+" => out.push_str("plus"),
            None if matches!(bare, "-" | "−") => out.push_str("minus"),
            None if bare.starts_with('−') => {
                out.push_str("minus ");
                out.push_str(bare.trim_start_matches('−'));
            }
            // The verb; a name keeps its large letter.
            None if index == 0 => out.push_str(&bare.to_lowercase()),
            None => out.push_str(bare),
        }
        out.push_str(end);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_read_aloud() {
        let rows = [
            ("Discard 5♠", "discard five of spades"),
            ("Move K♥ to column 4", "move king of hearts to column 4"),
            ("Swap with Ada", "swap with Ada"),
            ("Attack with 2♥: 7 in all", "attack with two of hearts: 7 in all"),
            ("Play 9♣ sideways, as 2♣", "play nine of clubs sideways, as two of clubs"),
            ("Keep red joker, deal on to the left", "keep red joker, deal on to the left"),
            ("10♦ (−10)", "ten of diamonds (−10)"),
            ("", ""),
        ];
        for (label, words) in rows {
            assert_eq!(spoken(label), words);
        }
    }
}
