//! Everything that a phrase could mean, word by word: a graph from its first word to its last.

use engine::Card;

use crate::lexicon::{self, Sure};
use crate::wording::{Dictionary, Pip, WordId, code};

/// What a step through the phrase means.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum StepMeaning {
    /// Nothing: a filler.
    Skip,
    Word(WordId),
    Pip(Pip),
    Number(u32),
}

/// How far a reading is from what was said: guessed at, by sound only, in other words. Less is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Distance {
    pub(crate) guessed: u16,
    pub(crate) sounds: u16,
    pub(crate) loose: u16,
}

impl Distance {
    pub(crate) const NONE: Self = Self { guessed: 0, sounds: 0, loose: 0 };
    const LOOSE: Self = Self { loose: 1, ..Self::NONE };
    const SOUNDS: Self = Self { sounds: 1, ..Self::NONE };
    const SLIP: Self = Self { guessed: 1, ..Self::NONE };
    const DROPPED: Self = Self { guessed: 2, ..Self::NONE };

    fn of(sure: Sure) -> Self {
        if sure == Sure::Written { Self::NONE } else { Self::SOUNDS }
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            guessed: self.guessed + other.guessed,
            sounds: self.sounds + other.sounds,
            loose: self.loose + other.loose,
        }
    }
}

/// One step: to which word it leads, what it means, and how far that is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) to: usize,
    pub(crate) what: StepMeaning,
    pub(crate) distance: Distance,
}

/// Every step, by the word where it begins.
#[derive(Clone, Debug)]
pub(crate) struct Lattice {
    pub(crate) edges: Vec<Vec<Edge>>,
}

impl Lattice {
    /// What these words could mean with this dictionary. Guessing leaves words out and mends slips.
    pub(crate) fn new(words: &[String], dictionary: &Dictionary, guess: bool) -> Self {
        let edges = (0..words.len()).map(|index| {
            let mut here = Here { words, index, edges: Vec::new() };
            here.fillers();
            here.numbers();
            here.cards();
            here.dictionary(dictionary);
            if guess {
                here.guesses(dictionary);
            }
            here.edges
        });
        Self { edges: edges.collect() }
    }

    /// Whether there is a way from the first word to the last at all.
    pub(crate) fn leads_through(&self) -> bool {
        let mut reached = vec![false; self.edges.len() + 1];
        reached[0] = true;
        for (index, edges) in self.edges.iter().enumerate() {
            if reached[index] {
                edges.iter().for_each(|edge| reached[edge.to] = true);
            }
        }
        reached[self.edges.len()]
    }

    /// The cards that are named in full, for questions about them.
    pub(crate) fn cards(&self) -> impl Iterator<Item = Card> {
        let steps = self.edges.iter().flatten();
        steps.filter_map(|edge| match edge.what {
            StepMeaning::Pip(Pip::Card(card)) => Some(card),
            _ => None,
        })
    }

    /// Whether a card, or a part of one, is named at all.
    pub(crate) fn pips(&self) -> impl Iterator<Item = Pip> {
        let steps = self.edges.iter().flatten();
        steps.filter_map(|edge| match edge.what {
            StepMeaning::Pip(pip) if edge.distance.sounds == 0 => Some(pip),
            _ => None,
        })
    }
}

struct Here<'a> {
    words: &'a [String],
    index: usize,
    edges: Vec<Edge>,
}

impl Here<'_> {
    fn word(&self) -> &str {
        &self.words[self.index]
    }

    fn next(&self, ahead: usize) -> &str {
        self.words.get(self.index + ahead).map_or("", String::as_str)
    }

    fn previous(&self) -> &str {
        self.index.checked_sub(1).map_or("", |index| &self.words[index])
    }

    fn add(&mut self, length: usize, what: StepMeaning, distance: Distance) {
        self.edges.push(Edge { to: self.index + length, what, distance });
    }

    fn fillers(&mut self) {
        let (word, next) = (self.word(), self.next(1));
        // "discard to", "the to of spades" and "pass it on" cannot mean the small word.
        let last = next.is_empty() && (lexicon::is_preposition(word) || word == "on");
        let rank = lexicon::is_of(next) && (lexicon::is_preposition(word) || matches!(word, "a" | "as"));
        let before_a_place = lexicon::counts(next) || lexicon::is_article(next);
        if lexicon::is_filler(word) && !last && !rank {
            self.add(1, StepMeaning::Skip, Distance::NONE);
        } else if lexicon::may_be_preposition(word) && before_a_place {
            self.add(1, StepMeaning::Skip, Distance::SOUNDS);
        } else if matches!(word, "one" | "ones") && lexicon::is_article(self.previous()) {
            self.add(1, StepMeaning::Skip, Distance::LOOSE);
        }
    }

    fn numbers(&mut self) {
        let word = self.word();
        // "the five" is a card, "the five columns" are not.
        let counted = lexicon::counts(self.next(1)) || matches!(self.next(1), "card" | "cards");
        let of_suit = lexicon::is_of(self.next(1)) && lexicon::suit(self.next(2)).is_some();
        let card = of_suit || (lexicon::is_article(self.previous()) && !counted);
        if let Some((number, sure)) = lexicon::number(word).filter(|_| !card) {
            self.add(1, StepMeaning::Number(number), Distance::of(sure));
            let units = lexicon::number(self.next(1)).filter(|(units, _)| (1..10).contains(units));
            if let Some((units, also)) = units.filter(|_| (20..100).contains(&number) && number % 10 == 0) {
                let distance = Distance::of(sure).plus(Distance::of(also));
                self.add(2, StepMeaning::Number(number + units), distance);
            }
        }
        if let Some(number) = lexicon::ordinal(self.word()) {
            self.add(1, StepMeaning::Number(number), Distance::NONE);
        }
    }

    fn cards(&mut self) {
        let word = self.word();
        if let Some(card) = code(word) {
            let distance = if lexicon::is_filler(word) { Distance::SOUNDS } else { Distance::NONE };
            self.add(1, StepMeaning::Pip(Pip::Card(card)), distance);
        }
        match (self.word(), self.next(1)) {
            ("red", "joker") => self.add(2, StepMeaning::Pip(Pip::Card(Card::RED_JOKER)), Distance::NONE),
            ("black", "joker") => self.add(2, StepMeaning::Pip(Pip::Card(Card::BLACK_JOKER)), Distance::NONE),
            ("joker" | "jokers", _) => self.add(1, StepMeaning::Pip(Pip::Joker), Distance::NONE),
            _ => {}
        }
        // "Five of spades" is one card, and never a five and some spades.
        let of = usize::from(lexicon::is_of(self.next(1)));
        let rank = lexicon::rank_before_suit(self.word());
        if let (Some((rank, sure)), Some((suit, also))) = (rank, lexicon::suit(self.next(1 + of))) {
            let distance = Distance::of(sure).plus(Distance::of(also));
            self.add(2 + of, StepMeaning::Pip(Pip::Card(Card::new(rank, suit))), distance);
            if of == 1 {
                return;
            }
        }
        if let Some((rank, sure)) = lexicon::rank(self.word())
            && !lexicon::counts(self.previous())
        {
            self.add(1, StepMeaning::Pip(Pip::Rank(rank)), Distance::of(sure));
        }
        if let Some((suit, sure)) = lexicon::suit(self.word()) {
            self.add(1, StepMeaning::Pip(Pip::Suit(suit)), Distance::of(sure));
            if let Some((rank, also)) = lexicon::rank(self.next(1)) {
                let distance = Distance::of(sure).plus(Distance::of(also)).plus(Distance::LOOSE);
                self.add(2, StepMeaning::Pip(Pip::Card(Card::new(rank, suit))), distance);
            }
        }
    }

    fn dictionary(&mut self, dictionary: &Dictionary) {
        let index = self.index;
        let words = self.words;
        let word = words[index].as_str();
        if let Some(id) = dictionary.find(word) {
            self.add(1, StepMeaning::Word(id), Distance::NONE);
        }
        for meant in lexicon::synonyms(word) {
            if let Some(id) = dictionary.find(meant) {
                self.add(1, StepMeaning::Word(id), Distance::LOOSE);
            }
        }
        for id in lexicon::sounds_like(word).iter().filter_map(|meant| dictionary.find(meant)) {
            self.add(1, StepMeaning::Word(id), Distance::SOUNDS);
        }
        for (length, meant, sure) in lexicon::idioms(&words[index..]) {
            if let Some(id) = dictionary.find(meant) {
                let distance = if sure == Sure::Written { Distance::LOOSE } else { Distance::SOUNDS };
                self.add(length, StepMeaning::Word(id), distance);
            }
        }
    }

    /// Words that mean nothing here may be left out or mended, but never a number, a card or a "not".
    fn guesses(&mut self, dictionary: &Dictionary) {
        let word = self.word().to_owned();
        let tells = lexicon::number(&word).is_some()
            || lexicon::ordinal(&word).is_some()
            || lexicon::rank(&word).is_some()
            || lexicon::suit(&word).is_some()
            || code(&word).is_some()
            || lexicon::is_negation(&word);
        if tells || self.edges.iter().any(|edge| matches!(edge.what, StepMeaning::Word(_))) {
            return;
        }
        self.add(1, StepMeaning::Skip, Distance::DROPPED);
        for id in dictionary.near(&word) {
            self.add(1, StepMeaning::Word(id), Distance::SLIP);
        }
    }
}
