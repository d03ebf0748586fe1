//! The choices there are, and which of them a phrase means.

use crate::fit::{Fit, Fitter};
use crate::lattice::Lattice;
use crate::lexicon;
use crate::tokens::{canonical, is_too_long, tokens};
use crate::wording::{Dictionary, Wording};

/// Something that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The action's notation.
    pub notation: String,
    /// What its button says.
    pub label: String,
    /// Other ways to say it, worded like labels.
    pub phrases: Vec<String>,
}

/// Which of the choices, by their index, a phrase means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// The index of the only choice that fits.
    One(usize),
    /// The indices of several choices that fit equally well.
    Several(Vec<usize>),
    /// One of these, at a guess: to be asked, never to be done.
    Perhaps(Vec<usize>),
    /// None of them.
    None,
}

/// The choices there are, ready to be compared with what is heard.
#[derive(Clone, Debug)]
pub struct Phrasebook {
    choices: Vec<Choice>,
    wordings: Vec<Vec<Wording>>,
    dictionary: Dictionary,
    /// Every label and phrase in the form in which whole lines are compared.
    lines: Vec<Lines>,
}

#[derive(Clone, Debug)]
struct Lines {
    label: String,
    phrases: Vec<String>,
}

/// The best readings of a phrase, all as good as each other.
pub(crate) struct Found {
    pub(crate) fit: Fit,
    pub(crate) choices: Vec<usize>,
}

impl Found {
    /// Whether it was said in full, without sound-alike words.
    pub(crate) fn is_full(&self) -> bool {
        !self.fit.partly && self.fit.sounds == 0
    }
}

/// Of longer lines too much would be guessed.
const MOST_TO_GUESS: usize = 16;

impl Phrasebook {
    /// A book of these choices, numbered from 1 as they come.
    pub fn new(choices: Vec<Choice>) -> Self {
        let lines = |choice: &Choice| Lines {
            label: canonical(&choice.label),
            phrases: choice.phrases.iter().map(|phrase| canonical(phrase)).collect(),
        };
        let lines = choices.iter().map(lines).collect();
        Self { lines, ..Self::in_parts(choices) }
    }

    /// A book that is asked only once, and not for whole lines.
    pub(crate) fn in_parts(choices: Vec<Choice>) -> Self {
        let mut dictionary = Dictionary::default();
        let wordings = choices.iter().map(|choice| wordings(choice, &mut dictionary)).collect();
        Self { choices, wordings, dictionary, lines: Vec::new() }
    }

    /// The choices.
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// Which of the choices a phrase means, where there is nothing but these to be meant.
    pub fn read(&self, heard: &str) -> Reading {
        if is_too_long(heard) {
            return Reading::None;
        }
        if let Some(index) = self.by_notation(heard) {
            return Reading::One(index);
        }
        match self.by_label(heard)[..] {
            [] => {}
            [one] => return Reading::One(one),
            ref several => return Reading::Several(several.to_vec()),
        }
        let words = tokens(heard);
        if let Some(number) = listed(&words) {
            return if number <= self.choices.len() { Reading::One(number - 1) } else { Reading::None };
        }
        match self.find(&words) {
            Some(found) => found.reading(),
            None => self.guess(&words),
        }
    }

    /// The choice of just this notation, in large or small letters.
    pub(crate) fn by_notation(&self, heard: &str) -> Option<usize> {
        let heard = plain(heard);
        self.choices.iter().position(|choice| choice.notation.eq_ignore_ascii_case(&heard))
    }

    /// The choices of just this label or phrase, written or read aloud; a label wins over a phrase.
    pub(crate) fn by_label(&self, heard: &str) -> Vec<usize> {
        let heard = canonical(heard);
        if heard.is_empty() {
            return Vec::new();
        }
        let all = || (0..).zip(&self.lines);
        let labelled: Vec<usize> =
            all().filter(|(_, lines)| lines.label == heard).map(|(index, _)| index).collect();
        if !labelled.is_empty() {
            return labelled;
        }
        all().filter(|(_, lines)| lines.phrases.contains(&heard)).map(|(index, _)| index).collect()
    }

    /// The best readings in which every word has a meaning.
    pub(crate) fn find(&self, words: &[String]) -> Option<Found> {
        self.best(&Lattice::new(words, &self.dictionary, false))
    }

    /// The choices that could be meant if some words are left out or mended.
    pub(crate) fn guess(&self, words: &[String]) -> Reading {
        if words.len() > MOST_TO_GUESS {
            return Reading::None;
        }
        let content = words.iter().filter(|word| !lexicon::is_filler(word)).count();
        let found = self.best(&Lattice::new(words, &self.dictionary, true));
        match found {
            // More guessed than said is no reading at all.
            Some(found) if usize::from(found.fit.guessed) <= content && !found.fit.vague => {
                Reading::Perhaps(found.choices)
            }
            _ => Reading::None,
        }
    }

    fn best(&self, lattice: &Lattice) -> Option<Found> {
        if !lattice.leads_through() {
            return None;
        }
        let mut fitter = Fitter::default();
        let mut found: Option<Found> = None;
        for (index, wordings) in self.wordings.iter().enumerate() {
            let Some(fit) = wordings.iter().filter_map(|wording| fitter.fit(lattice, wording)).min() else {
                continue;
            };
            match &mut found {
                Some(known) if known.fit < fit => {}
                Some(known) if known.fit == fit => known.choices.push(index),
                _ => found = Some(Found { fit, choices: vec![index] }),
            }
        }
        found
    }
}

impl Found {
    pub(crate) fn reading(self) -> Reading {
        match self.choices[..] {
            [one] if !self.fit.vague => Reading::One(one),
            [_] => Reading::Perhaps(self.choices),
            _ => Reading::Several(self.choices),
        }
    }
}

fn wordings(choice: &Choice, dictionary: &mut Dictionary) -> Vec<Wording> {
    let mut wordings = vec![
        Wording::of_notation(&choice.notation, dictionary),
        Wording::of_phrase(&choice.label, dictionary),
    ];
    wordings.extend(choice.phrases.iter().map(|phrase| Wording::of_phrase(phrase, dictionary)));
    wordings
}

/// A line as notation is compared: single spaces, and none around it.
pub(crate) fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The number of the list that was said, and nothing else: "7", "number seven", "click for", "the third one".
pub(crate) fn listed(words: &[String]) -> Option<usize> {
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    let pronoun = words.len() > 1 && words.last() == Some(&"one");
    let ordinal = |word: &str| lexicon::ordinal(word);
    if pronoun && words.get(words.len() - 2).is_some_and(|word| ordinal(word).is_some()) {
        words.pop();
    }
    let (&last, before) = words.split_last()?;
    let (tens, before) = match before.split_last() {
        Some((tens, rest)) => match lexicon::number(tens) {
            Some((tens @ 20..100, _)) if tens % 10 == 0 => (tens, rest),
            _ => (0, before),
        },
        None => (0, before),
    };
    let is_listed = |word: &str| lexicon::LISTED.contains(&word);
    let number = match (lexicon::number(last), ordinal(last)) {
        (Some((number @ 1..10, _)), _) if tens > 0 => tens + number,
        (Some((number, _)), _) if tens == 0 => number,
        (None, Some(number)) if tens == 0 => number,
        _ => return None,
    };
    // "the five" is a card; "the third" is a place, and "number the five" nobody says.
    let marked = before.iter().any(|word| is_listed(word) || *word == "click" || *word == "press");
    let article = before.last().is_some_and(|word| lexicon::is_article(word)) && ordinal(last).is_none();
    // "Card 4" is for games whose cards have numbers.
    let fills = |word: &str| lexicon::is_filler(word) && !matches!(word, "card" | "cards");
    let only = before.iter().all(|word| is_listed(word) || fills(word));
    // A word that only sounds like a number is none in a longer line: "go for", "have it to", "can this be won".
    let stray =
        lexicon::only_sounds_like_a_number(last) && !before.is_empty() || lexicon::is_far_fetched(last);
    (only && (!stray || marked) && (!article || marked) && number > 0)
        .then(|| number.try_into().ok())
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Labels and notation alone, as in a game that adds no phrases of its own.
    fn book(choices: &[(&str, &str)]) -> Phrasebook {
        let choice = |&(notation, label): &(&str, &str)| Choice {
            notation: notation.to_owned(),
            label: label.to_owned(),
            phrases: Vec::new(),
        };
        Phrasebook::new(choices.iter().map(choice).collect())
    }

    const CHOICES: &[(&str, &str)] = &[
        ("discard 2", "Discard 5♠"),
        ("discard 3", "Discard 9♠"),
        ("move 1 4", "Move K♥ to column 4"),
        ("deal", "Deal four cards"),
    ];

    #[test]
    fn labels_and_notation_alone_are_understood() {
        let cases = [
            ("1", 0),
            (" 4 ", 3),
            ("discard 2", 0),
            ("Discard 9♠", 1),
            ("discard the five of spades", 0),
            ("please throw the nine away", 1),
            ("move the king of hearts", 2),
            ("king of hearts to column 4", 2),
            ("move one to for", 2),
            ("9s", 1),
            ("DEAL", 3),
            ("number for", 3),
        ];
        let book = book(CHOICES);
        for (said, index) in cases {
            assert_eq!(book.read(said), Reading::One(index), "{said}");
        }
    }

    #[test]
    fn what_fits_several_or_none_is_said_so() {
        let book = book(CHOICES);
        assert_eq!(book.read("discard"), Reading::Several(vec![0, 1]));
        assert_eq!(book.read("spades"), Reading::Several(vec![0, 1]));
        assert_eq!(book.read("hearts"), Reading::Perhaps(vec![2]), "too little to act on");
        let lost = [
            "5",
            "0",
            "99999999999999999999999",
            "discard 1",
            "the",
            "ace",
            "",
            "🂡",
            "discard five nine",
            "move 4 1",
        ];
        for said in lost {
            assert_eq!(book.read(said), Reading::None, "{said}");
        }
    }

    /// "Two" may be a column or a card; digits are notation, an article makes it a card.
    #[test]
    fn a_number_that_could_be_two_things_is_asked_back() {
        let book = book(&[("discard 2", "Discard K♥"), ("discard 3", "Discard 2♠")]);
        assert_eq!(book.read("discard two"), Reading::Several(vec![0, 1]));
        assert_eq!(book.read("discard 2"), Reading::One(0));
        assert_eq!(book.read("discard the two"), Reading::One(1));
        assert_eq!(book.read("discard two of spades"), Reading::One(1));
    }

    #[test]
    fn numbers_of_the_list_are_heard_but_not_overheard() {
        let number = |said: &str| listed(&tokens(said));
        for (said, wanted) in [("7", 7), ("number seven", 7), ("click ate", 8), ("to", 2), ("twenty one", 21)]
        {
            assert_eq!(number(said), Some(wanted), "{said}");
        }
        for (said, wanted) in
            [("the third one", 3), ("option mine", 9), ("#12", 12), ("go for number for", 4)]
        {
            assert_eq!(number(said), Some(wanted), "{said}");
        }
        for said in ["mine", "hate", "the five", "go for", "one two", "card 3", "zero", ""] {
            assert_eq!(number(said), None, "{said}");
        }
    }
}
