//! From what a player typed to one of the actions that are legal now.

use engine::{Card, DECK_WITH_JOKERS};

/// What was meant.
#[derive(Debug, PartialEq, Eq)]
pub enum Meant {
    /// This one of the choices.
    One(usize),
    /// Any of these.
    Several(Vec<usize>),
    /// None of them.
    None,
}

/// Words that people say and that tell nothing.
const FILLERS: [&str; 14] =
    ["the", "a", "an", "of", "with", "please", "my", "i", "card", "it", "into", "onto", "on", "and"];

/// Finds which of the choices, each a notation and a label, was meant by a number, its notation or a phrase.
pub fn find(typed: &str, choices: &[(String, String)]) -> Meant {
    let typed = typed.trim().to_lowercase();
    if let Ok(number) = typed.parse::<usize>() {
        return if (1..=choices.len()).contains(&number) { Meant::One(number - 1) } else { Meant::None };
    }
    let same =
        |choice: &(String, String)| [&choice.0, &choice.1].iter().any(|text| text.to_lowercase() == typed);
    if let Some(index) = choices.iter().position(same) {
        return Meant::One(index);
    }
    let words: Vec<&str> = typed
        .split(|letter: char| !letter.is_alphanumeric() && !"♠♥♦♣+-".contains(letter))
        .filter(|word| !word.is_empty() && !FILLERS.contains(word))
        .collect();
    if words.is_empty() {
        return Meant::None;
    }
    let fits = |choice: &(String, String)| {
        let known = vocabulary(choice);
        words.iter().all(|word| known.iter().any(|known| known == word))
    };
    let found: Vec<usize> = (0..choices.len()).filter(|&index| fits(&choices[index])).collect();
    match found[..] {
        [] => Meant::None,
        [one] => Meant::One(one),
        _ => Meant::Several(found),
    }
}

/// Every word that could be used for a choice: those of its notation and label, and its cards in words.
fn vocabulary((notation, label): &(String, String)) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for token in notation.split_whitespace().chain(label.split_whitespace()) {
        let token = token.trim_matches(['.', ',', ':', '(', ')']).trim_end_matches("'s");
        words.push(token.to_lowercase());
        let is_token = |card: &Card| card.short() == token || card.to_string() == token;
        if let Some(card) = DECK_WITH_JOKERS.into_iter().find(is_token) {
            words.extend(card.name().split(' ').map(str::to_owned));
            words.extend(card.rank().map(|rank| rank.index().to_lowercase()));
            words.extend(card.suit().map(|suit| suit.name().trim_end_matches('s').to_owned()));
            words.extend([card.short().to_lowercase(), card.to_string().to_lowercase()]);
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices() -> Vec<(String, String)> {
        [
            ("discard 2", "Discard 5♠"),
            ("discard 3", "Discard 9♠"),
            ("move 1 4", "Move K♥ to column 4"),
            ("deal", "Deal four cards"),
        ]
        .map(|(notation, label)| (notation.to_owned(), label.to_owned()))
        .to_vec()
    }

    #[test]
    fn numbers_notation_and_phrases_lead_to_the_action() {
        let cases = [
            ("1", 0),
            (" 4 ", 3),
            ("discard 2", 0),
            ("Discard 9♠", 1),
            ("discard the five of spades", 0),
            ("please discard nine", 1),
            ("move the king of hearts", 2),
            ("king of hearts to column 4", 2),
            ("9s", 1),
            ("DEAL", 3),
        ];
        for (typed, index) in cases {
            assert_eq!(find(typed, &choices()), Meant::One(index), "{typed}");
        }
    }

    #[test]
    fn what_fits_several_or_none_is_said_so() {
        assert_eq!(find("discard", &choices()), Meant::Several(vec![0, 1]));
        assert_eq!(find("spades", &choices()), Meant::Several(vec![0, 1]));
        for typed in
            ["5", "0", "99999999999999999999999", "discard 1", "the", "ace", "", "🂡", "discard five nine"]
        {
            assert_eq!(find(typed, &choices()), Meant::None, "{typed}");
        }
    }
}
