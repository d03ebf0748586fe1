//! What was said, as the rules hear it (PP-J8).

use serde::Serialize;

/// What a player says to declare the last card.
pub const NAME: &str = "Propreantepenultimate Card";

/// The name as it is compared.
const LETTERS: &str = "propreantepenultimatecard";
/// Words this near to the name were meant to be it.
const NEAR: usize = 8;

/// What the rules make of some words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Heard {
    /// The name of the game: the last card is declared.
    Declaration,
    /// "Last Card", which costs a card.
    LastCard,
    /// The name said wrong or cut short, which costs a card (PP-R20).
    Mispronounced,
    /// Just talk.
    Talk,
}

/// Hears only letters, and no difference between large and small ones.
pub(super) fn hear(words: &str) -> Heard {
    if words == NAME {
        return Heard::Declaration;
    }
    let heard: String =
        words.chars().filter(|letter| letter.is_alphabetic()).flat_map(char::to_lowercase).collect();
    if heard.strip_prefix("true").unwrap_or(&heard) == LETTERS {
        Heard::Declaration
    } else if heard == "lastcard" {
        Heard::LastCard
    } else if heard.contains("propre") || heard.contains("penultimate") || is_near(&heard) {
        Heard::Mispronounced
    } else {
        Heard::Talk
    }
}

/// The words of this line as `say …` takes them, if the rules would judge them.
pub(super) fn words_to_say(line: &str, by_ear: bool) -> Option<String> {
    let line = line.trim();
    if by_ear && sounds_like_the_name(line) {
        return Some(NAME.to_owned());
    }
    (hear(line) != Heard::Talk).then(|| line.to_owned())
}

/// How speech recognition spells the parts of a name that no dictionary has.
const BY_EAR: [&[&str]; 4] = [
    &["propre", "proper", "propra", "propray", "proprey", "propria", "proprio", "proppre", "propper"],
    &["ante", "anti", "anty", "antie", "antee", "auntie", "aunty", "anta", "ani", "and", "an"],
    &["penultimate", "penultimat", "penaltimate", "penoltimate", "panultimate", "pinultimate"],
    &["card", "cart", "cards"],
];

fn sounds_like_the_name(line: &str) -> bool {
    let letters: String =
        line.chars().take(80).filter(|letter| letter.is_alphabetic()).flat_map(char::to_lowercase).collect();
    let mut ends = vec![letters.strip_prefix("true").unwrap_or(&letters)];
    for part in BY_EAR {
        ends =
            ends.iter().flat_map(|rest| part.iter().filter_map(|spelt| rest.strip_prefix(spelt))).collect();
    }
    ends.contains(&"")
}

fn is_near(heard: &str) -> bool {
    // Every letter more or less is one edit, so only words about as long as the name need comparing.
    heard.chars().count().abs_diff(LETTERS.len()) <= NEAR && edit_distance(heard) <= NEAR
}

/// How many letters must be added, left out or changed to make the name of these words (Levenshtein).
fn edit_distance(heard: &str) -> usize {
    let mut row: [usize; LETTERS.len() + 1] = std::array::from_fn(|index| index);
    for (number, letter) in heard.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = number + 1;
        for (index, wanted) in LETTERS.chars().enumerate() {
            let changed = diagonal + usize::from(letter != wanted);
            diagonal = row[index + 1];
            row[index + 1] = changed.min(diagonal + 1).min(row[index] + 1);
        }
    }
    row[LETTERS.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pp_j8_what_was_said_is_heard_by_its_letters() {
        let rows = [
            ("Propreantepenultimate Card", Heard::Declaration),
            ("propreantepenultimate card", Heard::Declaration),
            ("PROPREANTEPENULTIMATE... CARD!", Heard::Declaration),
            ("Propre-ante-penultimate-card", Heard::Declaration),
            ("True Propreantepenultimate Card", Heard::Declaration),
            ("Last Card", Heard::LastCard),
            ("last  card!!", Heard::LastCard),
            ("LASTCARD", Heard::LastCard),
            ("This is not my last card", Heard::Talk),
            ("last cards", Heard::Talk),
            ("propre", Heard::Mispronounced),
            ("Propreantepenultimate", Heard::Mispronounced),
            ("Antepenultimate Card", Heard::Mispronounced),
            ("penultimate", Heard::Mispronounced),
            ("true true Propreantepenultimate Card", Heard::Mispronounced),
            ("My Propreantepenultimate Card", Heard::Mispronounced),
            ("Própreantepenultimate Card", Heard::Mispronounced),
            ("Properantepenultimatum Card", Heard::Mispronounced),
            ("card", Heard::Talk),
            ("proper card", Heard::Talk),
            ("", Heard::Talk),
            ("🂡 ?! 123", Heard::Talk),
            ("Nice weather we are having", Heard::Talk),
        ];
        for (words, heard) in rows {
            assert_eq!(hear(words), heard, "{words:?}");
        }
    }

    /// A person's letters are judged as they are; a machine's are what it made of the sound.
    #[test]
    fn pp_j8_what_a_machine_wrote_down_counts_by_its_sound() {
        let rows = [
            ("Propreantepenultimate Card", Some(NAME), Some("Propreantepenultimate Card")),
            ("proper anti penultimate card", Some(NAME), Some("proper anti penultimate card")),
            ("true pro pre ante penultimate card", Some(NAME), Some("true pro pre ante penultimate card")),
            ("last card", Some("last card"), Some("last card")),
            ("penultimate card", Some("penultimate card"), Some("penultimate card")),
            ("nice weather", None, None),
            ("play nine of clubs sideways", None, None),
            ("", None, None),
        ];
        for (line, by_ear, typed) in rows {
            assert_eq!(words_to_say(line, true).as_deref(), by_ear, "{line}");
            assert_eq!(words_to_say(line, false).as_deref(), typed, "{line}");
        }
        assert_eq!(hear("proper anti penultimate card"), Heard::Mispronounced);
    }

    #[test]
    fn pp_r20_eight_edits_are_near_and_nine_are_not() {
        // Neither holds "propre" or "penultimate", so the distance alone decides.
        let (eight, nine) = ("xropreaxtepxnuxtixatxcxrx", "xropxeaxtepxnuxtixatxcxrx");
        assert_eq!((edit_distance(eight), hear(eight)), (8, Heard::Mispronounced));
        assert_eq!((edit_distance(nine), hear(nine)), (9, Heard::Talk));
        assert_eq!((edit_distance(""), edit_distance(LETTERS)), (LETTERS.len(), 0));
        assert_eq!((edit_distance("properantepenultimatecard"), edit_distance(&LETTERS[8..])), (2, 8));
    }
}
