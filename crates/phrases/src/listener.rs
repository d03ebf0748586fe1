//! Hears a player at a table: notation, phrases, numbers, words that the rules judge, commands.

use std::fmt;
use std::sync::OnceLock;

use engine::seating::sentence;
use engine::table::Refused;
use engine::{Act, Card, DECK_WITH_JOKERS, Present, Seat, Seating, Table, Viewer};

use crate::command::{Command, command};
use crate::lattice::Lattice;
use crate::lexicon;
use crate::phrasebook::{Choice, Found, Phrasebook, Reading, listed, plain};
use crate::spoken::spoken;
use crate::tokens::{canonical, canonical_of, is_too_long, tokens};
use crate::wording::{Dictionary, Pip, code};

/// How a line came in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// Typed: the letters are the player's own.
    Typing,
    /// From speech recognition: the spelling is the software's.
    Voice,
}

/// What a player meant.
#[derive(Clone, Debug, PartialEq)]
pub enum Meant<A> {
    /// To do or say this. It is legal, as far as the player can know.
    Do(Act<A>),
    /// One of these choices, by index; the question is worded to stand before the list of them.
    Which {
        /// The question for the player.
        question: String,
        /// The choices that fit.
        choices: Vec<usize>,
    },
    /// Something that the front end does.
    Table(Command),
    /// Something that cannot be done now, and why.
    Refused(Reason),
    /// Nothing that is understood, and what can be said instead.
    Unclear(String),
    /// Nothing at all: an empty line.
    Silence,
}

/// Why something cannot be done now. Of several reasons, code and clause are those of the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// In sentences.
    pub text: String,
    /// A stable name for programs; none where a card is explained and not an action refused.
    pub code: Option<&'static str>,
    /// The rule clause, where one forbids it.
    pub clause: Option<&'static str>,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The maximum number of reasons in an answer.
const MOST_REASONS: usize = 3;
/// The maximum number of examples in an answer.
const MOST_EXAMPLES: usize = 4;
/// The maximum number of words in a phrase that is compared with illegal actions.
const LONGEST_REFUSED: usize = 24;
/// The maximum number of illegal actions that are compared with a phrase.
const MOST_OTHERS: usize = 150;
/// With more illegal actions than this, only notation and label are compared: little was said, so that is enough.
const MANY_OTHERS: usize = 80;

/// What one player can say at one moment. Make a new one after everything that happens.
pub struct Listener<'a, G: Present> {
    table: &'a Table<G>,
    seat: Seat,
    view: G::View,
    actions: Vec<G::Action>,
    book: Phrasebook,
    /// The cards of which the game tells this player why they can or cannot be played, by index.
    known: OnceLock<[bool; Card::COUNT]>,
}

impl<'a, G: Present> Listener<'a, G> {
    /// Listens to the player on this seat.
    pub fn new(table: &'a Table<G>, seat: Seat) -> Self {
        let view = table.view(Viewer::Seat(seat));
        let actions = table.legal(seat);
        let seating = table.seating(Viewer::Seat(seat));
        let choices = actions.iter().map(|&action| choice::<G>(&view, action, &seating)).collect();
        Self { table, seat, view, actions, book: Phrasebook::new(choices), known: OnceLock::new() }
    }

    /// What the player can do now, in the order of the list's numbers.
    pub fn choices(&self) -> &[Choice] {
        self.book.choices()
    }

    /// What the player means by this line.
    pub fn hear(&self, heard: &str, by: By) -> Meant<G::Action> {
        let heard = heard.trim();
        if heard.is_empty() {
            return Meant::Silence;
        }
        if let Some(act) = self.notation(heard) {
            return self.exactly(act, heard);
        }
        if let Some(words) = said::<G>(heard, by) {
            return self.attempt(Act::Say(words));
        }
        if is_too_long(heard) {
            return Meant::Unclear(format!("That is too long to be a phrase. {}", self.examples()));
        }
        match self.book.by_label(heard)[..] {
            [] => {}
            [one] => return self.choose(one),
            ref several => return which("That could be:", several),
        }
        let words = tokens(heard);
        let number = listed(&words);
        if let Some(number) = number.filter(|&number| number <= self.actions.len()) {
            return self.choose(number - 1);
        }
        if number.is_some() && !self.actions.is_empty() {
            let last = self.actions.len();
            return Meant::Unclear(format!(
                "There is no such number in the list: it goes from 1 to {last}. For a card say \"the\" before it."
            ));
        }
        let found = self.book.find(&words);
        if let Some(found) = found.as_ref().filter(|found| found.is_full()) {
            return self.chosen(found);
        }
        if let Some(command) = command(heard) {
            return Meant::Table(command);
        }
        match found {
            Some(found) => self.partly(&words, &found),
            None => self.lost(heard, &words),
        }
    }

    /// Why something can or cannot be done now.
    pub fn why(&self, asked: &str) -> String {
        let words = tokens(asked);
        let cards: Vec<Card> = Lattice::new(&words, &Dictionary::default(), false).cards().collect();
        let only_a_card = Phrasebook::new(Vec::new()).find(&words).is_none()
            && words.iter().all(|word| lexicon::is_filler(word) || is_pip(word));
        if let [card, ..] = cards[..]
            && only_a_card
            && let Some(reason) = G::why_card(&self.view, card)
        {
            return reason;
        }
        if let Some(act) = self.notation(asked.trim()) {
            return match self.table.check(self.seat, &act) {
                Ok(()) => format!("You can do that now: {act}."),
                Err(refused) => self.reason(&refused).text,
            };
        }
        let yes = |act: &Act<G::Action>| format!("You can do that now: {act}.");
        match self.hear(asked, By::Typing) {
            Meant::Do(act) => yes(&act),
            Meant::Refused(why) => why.text,
            Meant::Which { choices, question } => {
                let possible: Vec<String> =
                    choices.iter().map(|&index| self.choices()[index].label.clone()).collect();
                format!("{question} {}. Ask about one of these, or do it.", possible.join("; "))
            }
            _ => {
                let example = self.choices().first().map_or("pass", |choice| &choice.notation);
                format!(
                    "Ask about an action, as in: why {example}. Where cards are played, ask about one you hold."
                )
            }
        }
    }

    /// Notation in large or small letters, legal or not, and `say …` where the game listens.
    fn notation(&self, heard: &str) -> Option<Act<G::Action>> {
        if let Some(index) = self.book.by_notation(heard) {
            return Some(Act::Play(self.actions[index]));
        }
        let heard = plain(heard);
        let as_written = heard.parse().ok();
        let in_usual_case = || {
            let usual = |word: &str| {
                let is_code =
                    code(&word.to_lowercase()).is_some() || (word.len() == 1 && "shdcSHDC".contains(word));
                if is_code { word.to_uppercase() } else { word.to_lowercase() }
            };
            heard.split(' ').map(usual).collect::<Vec<_>>().join(" ").parse().ok()
        };
        as_written.or_else(in_usual_case).map(Act::Play)
    }

    fn attempt(&self, act: Act<G::Action>) -> Meant<G::Action> {
        match self.table.check(self.seat, &act) {
            Ok(()) => Meant::Do(act),
            Err(refused) => Meant::Refused(self.reason(&refused)),
        }
    }

    /// Notation is never taken for another action, but what else it could have meant is asked.
    fn exactly(&self, act: Act<G::Action>, heard: &str) -> Meant<G::Action> {
        match (self.attempt(act), self.book.find(&tokens(heard))) {
            (Meant::Refused(why), Some(found)) if found.is_full() => {
                which(&format!("{why} Did you mean:"), &found.choices)
            }
            (meant, _) => meant,
        }
    }

    fn choose(&self, index: usize) -> Meant<G::Action> {
        Meant::Do(Act::Play(self.actions[index]))
    }

    fn chosen(&self, found: &Found) -> Meant<G::Action> {
        match found.choices[..] {
            [one] => self.choose(one),
            ref several => which("That could be:", several),
        }
    }

    /// An action said in part is done only if nothing else was said in full, legal or not.
    fn partly(&self, words: &[String], found: &Found) -> Meant<G::Action> {
        let [one] = found.choices[..] else { return self.chosen(found) };
        if found.fit.vague {
            return which("Did you mean:", &found.choices);
        }
        match self.illegal(words) {
            Some((true, why)) => which(&format!("{why} Did you mean:"), &found.choices),
            _ => self.choose(one),
        }
    }

    /// Nothing legal fits: perhaps something that is not legal does, or a guess helps.
    fn lost(&self, heard: &str, words: &[String]) -> Meant<G::Action> {
        if let Some((_, why)) = self.illegal(words) {
            return Meant::Refused(why);
        }
        if let Reading::Perhaps(choices) = self.book.guess(words) {
            return which("Did you mean:", &choices);
        }
        let settled = self.table.outcome().is_some() || words.iter().any(|word| lexicon::is_negation(word));
        let card = Lattice::new(words, &Dictionary::default(), false).cards().next();
        if let Some(card) = card.filter(|_| !settled) {
            let why = G::why_card(&self.view, card);
            let nothing =
                || format!("Nothing you can do now is about the {}. {}", card.name(), self.examples());
            let explained = |text| Meant::Refused(Reason { text, code: None, clause: None });
            return why.map_or_else(|| Meant::Unclear(nothing()), explained);
        }
        let heard: String = heard.chars().filter(|letter| !letter.is_control()).take(60).collect();
        Meant::Unclear(format!("\"{heard}\" fits nothing you can do now. {}", self.examples()))
    }

    /// Why what was said cannot be done, if it fits an action that is not legal; and whether it was said in full.
    fn illegal(&self, words: &[String]) -> Option<(bool, Reason)> {
        if words.len() > LONGEST_REFUSED {
            return None;
        }
        let others = self.others(words);
        let seating = self.table.seating(Viewer::Seat(self.seat));
        let brief = others.len() > MANY_OTHERS;
        let named = |&(action, _): &(G::Action, _)| {
            if brief {
                button::<G>(&self.view, action, &seating)
            } else {
                choice::<G>(&self.view, action, &seating)
            }
        };
        let choices = others.iter().map(named).collect();
        let book = Phrasebook::in_parts(choices);
        let found = book.find(words).filter(|found| !found.fit.vague)?;
        // What a button would say in just these words is meant before all else.
        let line = canonical_of(words);
        let is_label = |index: &usize| canonical(&book.choices()[*index].label) == line;
        let labelled: Vec<usize> = found.choices.iter().copied().filter(is_label).collect();
        let meant = if labelled.is_empty() { &found.choices } else { &labelled };
        let mut candidates: Vec<&(G::Action, Option<Card>)> =
            meant.iter().map(|&index| &others[index]).collect();
        // Of all kings that cannot attack, the one in hand is meant.
        let held = |card: &Option<Card>| card.is_some_and(|card| self.knows(card));
        if candidates.iter().any(|(_, card)| held(card)) {
            candidates.retain(|(_, card)| held(card));
        }
        let mut reasons: Vec<Reason> = Vec::new();
        for (action, _) in candidates {
            if reasons.len() == MOST_REASONS {
                break;
            }
            if let Err(refused) = self.table.check(self.seat, &Act::Play(*action)) {
                let why = self.reason(&refused);
                if !reasons.contains(&why) {
                    reasons.push(why);
                }
            }
        }
        let texts: Vec<&str> = reasons.iter().map(|reason| reason.text.as_str()).collect();
        let text = texts.join(" ");
        reasons.pop().map(|last| (found.is_full(), Reason { text, ..last }))
    }

    /// The actions that are not legal and that this phrase might name, with the card of their notation.
    fn others(&self, words: &[String]) -> Vec<(G::Action, Option<Card>)> {
        let every = G::every_action(self.table.setup().names.len());
        let few = every.len() <= MOST_OTHERS;
        let mut named: Vec<Pip> = Lattice::new(words, &Dictionary::default(), false).pips().collect();
        if named.iter().any(|pip| matches!(pip, Pip::Card(_))) {
            named.retain(|pip| matches!(pip, Pip::Card(_)));
        }
        let might = |card: Option<Card>| match card {
            Some(card) if !few && named.is_empty() => self.knows(card),
            Some(card) if !few => named.iter().any(|pip| pip.names(Pip::Card(card))),
            _ => true,
        };
        let legal = |action: &G::Action| self.actions.contains(action);
        let with_card = |action: G::Action| (action, card_in(&action.to_string()));
        let others = every.into_iter().filter(|action| !legal(action)).map(with_card);
        others.filter(|(_, card)| might(*card)).take(MOST_OTHERS).collect()
    }

    fn knows(&self, card: Card) -> bool {
        let told = |card: Card| G::why_card(&self.view, card).is_some();
        let known = self.known.get_or_init(|| DECK_WITH_JOKERS.map(told));
        known[card.index()]
    }

    fn reason(&self, refused: &Refused<G::Refusal>) -> Reason {
        let text = match refused {
            Refused::NotYourTurn(turn) => {
                let who = self.table.seating(Viewer::Seat(self.seat)).name(*turn);
                format!("It is not your turn; wait for {who}.")
            }
            other => sentence(&format!("{other}.")),
        };
        Reason { text, code: Some(refused.code()), clause: refused.clause() }
    }

    /// "You can say: …", one example for every verb.
    fn examples(&self) -> String {
        let mut verbs: Vec<&str> = Vec::new();
        let mut examples: Vec<String> = Vec::new();
        for choice in self.choices() {
            let verb = choice.notation.split(' ').next().unwrap_or_default();
            if !verbs.contains(&verb) && examples.len() < MOST_EXAMPLES {
                verbs.push(verb);
                examples.push(spoken(choice.label.split(':').next().unwrap_or_default()));
            }
        }
        match self.table.to_act() {
            None => "The game is over: say quit, or help.".to_owned(),
            Some(turn) if turn != self.seat => {
                let who = self.table.seating(Viewer::Seat(self.seat)).name(turn);
                format!("It is not your turn; wait for {who}, or say help.")
            }
            Some(_) => format!("You can say: {}; or a number from the list, or help.", examples.join("; ")),
        }
    }
}

/// What is said at the table by this line, if the game listens to such words.
fn said<G: Present>(heard: &str, by: By) -> Option<String> {
    if !G::INFO.hears {
        return None;
    }
    let by_ear = by == By::Voice;
    let (first, rest) = heard.split_once(char::is_whitespace).unwrap_or((heard, ""));
    if first.eq_ignore_ascii_case("say") && command(heard).is_none() {
        let rest = rest.trim();
        return Some(G::words_to_say(rest, by_ear).unwrap_or_else(|| rest.to_owned()));
    }
    G::words_to_say(heard, by_ear)
}

fn is_pip(word: &str) -> bool {
    lexicon::rank_before_suit(word).is_some()
        || lexicon::suit(word).is_some()
        || code(word).is_some()
        || matches!(word, "red" | "black" | "joker")
}

fn which<A>(question: &str, choices: &[usize]) -> Meant<A> {
    Meant::Which { question: question.to_owned(), choices: choices.to_vec() }
}

/// The card that a notation names first.
fn card_in(notation: &str) -> Option<Card> {
    notation.split(' ').skip(1).find_map(|word| word.parse().ok())
}

pub(crate) fn choice<G: Present>(view: &G::View, action: G::Action, seating: &Seating) -> Choice {
    Choice { phrases: G::phrases(view, action, seating), ..button::<G>(view, action, seating) }
}

fn button<G: Present>(view: &G::View, action: G::Action, seating: &Seating) -> Choice {
    Choice { notation: action.to_string(), label: G::label(view, action, seating), phrases: Vec::new() }
}
