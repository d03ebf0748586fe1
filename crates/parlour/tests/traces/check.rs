//! What the checkers of all games share: cards, reading a trace, comparing, and the choice of checker.
//!
//! Tolerant about, for every game:
//! - blank lines, unknown keys, the values of `seed` and `no`;
//! - `n` of the end line: the number of the last step, or one more.

use serde_json::Value;
use std::fmt;
use std::io::BufRead;

/// A card as printed. Rank 1 is the ace, 13 the king, 0 a joker (whose "suit" is R or B).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Card {
    pub rank: u8,
    pub suit: char,
}

const RANKS: &str = "XA23456789TJQK";
pub const SUITS: [char; 4] = ['S', 'H', 'D', 'C'];

impl Card {
    pub fn read(code: &str) -> Option<Card> {
        let mut letters = code.chars();
        let (rank, suit) = (letters.next()?, letters.next()?);
        let rank = RANKS.find(rank)? as u8;
        let suits = if rank == 0 { "RB" } else { "SHDC" };
        (letters.next().is_none() && suits.contains(suit)).then_some(Card { rank, suit })
    }
}

impl fmt::Display for Card {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}{}", &RANKS[self.rank as usize..=self.rank as usize], self.suit)
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

pub fn deck52() -> Vec<Card> {
    let of_suit = |suit| (1..=13).map(move |rank| Card { rank, suit });
    SUITS.into_iter().flat_map(of_suit).collect()
}

/// A broken clause, before the line number is known.
#[derive(Debug)]
pub struct Fault {
    pub clause: String,
    pub message: String,
}

pub type Check<T> = Result<T, Fault>;

pub fn fault<T>(clause: &str, message: impl Into<String>) -> Check<T> {
    Err(Fault { clause: clause.to_string(), message: message.into() })
}

#[derive(Debug)]
pub struct Error {
    pub line: usize,
    pub clause: String,
    pub message: String,
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "line {}: {}: {}", self.line, self.clause, self.message)
    }
}

#[derive(Debug, Default)]
pub struct Summary {
    pub games: usize,
    pub steps: usize,
}

pub fn same<T: PartialEq + fmt::Debug>(clause: &str, what: &str, expected: &T, found: &T) -> Check<()> {
    if expected == found {
        return Ok(());
    }
    fault(clause, format!("{what}: expected {expected:?}, found {found:?}"))
}

pub fn sorted(cards: &[Card]) -> Vec<Card> {
    let mut cards = cards.to_vec();
    cards.sort();
    cards
}

/// Equal but for their order.
pub fn same_cards(clause: &str, what: &str, expected: &[Card], found: &[Card]) -> Check<()> {
    same(clause, what, &sorted(expected), &sorted(found))
}

/// Begins with `known` in that order, and goes on with `loose` in any order.
pub fn same_pile(clause: &str, what: &str, known: &[Card], loose: &[Card], found: &[Card]) -> Check<()> {
    if found.len() != known.len() + loose.len() {
        let expected = known.len() + loose.len();
        return fault(clause, format!("{what}: expected {expected} cards, found {}: {found:?}", found.len()));
    }
    same(clause, what, &known, &&found[..known.len()])?;
    same_cards(clause, &format!("{what}, shuffled part"), loose, &found[known.len()..])
}

/// Takes one such card out; false if there is none.
pub fn take(cards: &mut Vec<Card>, card: Card) -> bool {
    let place = cards.iter().position(|&c| c == card);
    place.map(|i| cards.remove(i)).is_some()
}

/// What is left of `all` without `part`, or None if `part` has a card that `all` lacks.
pub fn without(all: &[Card], part: &[Card]) -> Option<Vec<Card>> {
    let mut rest = all.to_vec();
    part.iter().all(|&card| take(&mut rest, card)).then_some(rest)
}

// Reading JSON: a missing or odd field breaks the trace format, not a rule.

const FORMAT: &str = "trace format";

pub fn field<'a>(value: &'a Value, name: &str) -> Check<&'a Value> {
    value.get(name).map_or_else(|| fault(FORMAT, format!("field `{name}` is missing")), Ok)
}

pub fn read<'a, T>(value: &'a Value, name: &str, as_type: impl Fn(&'a Value) -> Option<T>) -> Check<T> {
    let found = field(value, name)?;
    as_type(found).map_or_else(|| fault(FORMAT, format!("field `{name}` cannot be {found}")), Ok)
}

pub fn int(value: &Value, name: &str) -> Check<i64> {
    read(value, name, Value::as_i64)
}

pub fn seat(value: &Value, name: &str) -> Check<usize> {
    read(value, name, to_seat)
}

pub fn flag(value: &Value, name: &str) -> Check<bool> {
    read(value, name, Value::as_bool)
}

pub fn text<'a>(value: &'a Value, name: &str) -> Check<&'a str> {
    read(value, name, Value::as_str)
}

pub fn list<'a, T>(value: &'a Value, name: &str, as_type: impl Fn(&'a Value) -> Option<T>) -> Check<Vec<T>> {
    read(value, name, |v| to_list(v, &as_type))
}

pub fn to_list<'a, T>(value: &'a Value, as_type: &impl Fn(&'a Value) -> Option<T>) -> Option<Vec<T>> {
    value.as_array()?.iter().map(as_type).collect()
}

pub fn to_seat(value: &Value) -> Option<usize> {
    value.as_u64().map(|n| n as usize)
}

pub fn to_card(value: &Value) -> Option<Card> {
    Card::read(value.as_str()?)
}

pub fn to_text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_string)
}

pub fn cards(value: &Value, name: &str) -> Check<Vec<Card>> {
    list(value, name, to_card)
}

pub fn hands(value: &Value, name: &str) -> Check<Vec<Vec<Card>>> {
    list(value, name, |hand| to_list(hand, &to_card))
}

/// One of the names that an option may have.
pub fn choice<'a>(rules: &'a Value, name: &str, names: &[&str]) -> Check<&'a str> {
    let found = text(rules, name)?;
    if names.contains(&found) {
        return Ok(found);
    }
    fault(FORMAT, format!("option `{name}`: expected one of {names:?}, found {found:?}"))
}

/// How a game cuts or draws for dealer.
pub struct CutRules<'a> {
    pub clause: &'a str,
    pub deck: Vec<Card>,
    pub value: &'a dyn Fn(Card) -> i64,
    /// After a tie only those who tied draw again (else everyone does).
    pub only_tied: bool,
}

/// Who wins the cut that is written as rounds of `[seat, card]`.
pub fn cut_winner(cut: Option<&Value>, seats: &[usize], rules: &CutRules) -> Check<usize> {
    let to_pull = |pull: &Value| Some((to_seat(pull.get(0)?)?, to_card(pull.get(1)?)?));
    let rounds = cut.and_then(|c| to_list(c, &|round| to_list(round, &to_pull)));
    let Some(rounds) = rounds else {
        return fault(rules.clause, format!("expected a cut as lists of [seat, card], found {cut:?}"));
    };
    let mut seats = seats.to_vec();
    let mut pile = rules.deck.clone();
    for (number, round) in rounds.iter().enumerate() {
        if pile.len() < seats.len() {
            pile = rules.deck.clone();
        }
        let tied = cut_round(round, &seats, &mut pile, rules)?;
        match (tied.as_slice(), number + 1 == rounds.len()) {
            ([winner], true) => return Ok(*winner),
            ([winner], false) => {
                return fault(rules.clause, format!("cut goes on after seat {winner} has won it"));
            }
            _ if rules.only_tied => seats = tied,
            _ => {}
        }
    }
    fault(rules.clause, "the cut ends without a single highest card")
}

/// The seats with the highest card of one round.
fn cut_round(
    round: &[(usize, Card)],
    seats: &[usize],
    pile: &mut Vec<Card>,
    rules: &CutRules,
) -> Check<Vec<usize>> {
    let mut drawers: Vec<usize> = round.iter().map(|pull| pull.0).collect();
    drawers.sort();
    same(rules.clause, "seats in a round of the cut", &seats.to_vec(), &drawers)?;
    if let Some((seat, card)) = round.iter().find(|pull| !take(pile, pull.1)) {
        return fault(rules.clause, format!("cut: seat {seat} drew {card}, which is not in the pile"));
    }
    let best = round.iter().map(|pull| (rules.value)(pull.1)).max();
    let is_best = |pull: &&(usize, Card)| Some((rules.value)(pull.1)) == best;
    let mut tied: Vec<usize> = round.iter().filter(is_best).map(|pull| pull.0).collect();
    tied.sort();
    Ok(tied)
}

/// The start line of a game.
pub struct Start<'a> {
    pub rules: &'a Value,
    pub players: usize,
    pub cut: Option<&'a Value>,
    pub state: &'a Value,
}

/// An act line.
pub struct Step<'a> {
    pub seat: usize,
    pub legal: Vec<String>,
    pub action: &'a str,
    pub cut: Option<&'a Value>,
    pub state: &'a Value,
}

/// A game's checker: holds the state after the last line that was read.
pub trait Referee {
    fn act(&mut self, step: &Step) -> Check<()>;
    fn over(&self) -> bool;
    fn outcome(&self, outcome: &Value) -> Check<()>;
}

/// The legal set is as the rules give it, and the action is in it.
pub fn check_choice(clause: &str, expected: &[String], step: &Step) -> Check<()> {
    let (mut expected, mut found) = (expected.to_vec(), step.legal.clone());
    expected.sort();
    found.sort();
    if let Some(pair) = found.windows(2).find(|pair| pair[0] == pair[1]) {
        return fault(clause, format!("legal actions: `{}` is listed twice", pair[0]));
    }
    let missing: Vec<_> = expected.iter().filter(|a| !found.contains(a)).collect();
    let extra: Vec<_> = found.iter().filter(|a| !expected.contains(a)).collect();
    if !missing.is_empty() || !extra.is_empty() {
        let message = format!("legal actions of seat {}: expected {expected:?}, found {found:?}", step.seat);
        return fault(clause, format!("{message} (missing {missing:?}, too many {extra:?})"));
    }
    if found.iter().any(|a| a == step.action) {
        return Ok(());
    }
    fault(clause, format!("action: expected one of {found:?}, found {:?}", step.action))
}

pub fn check_winners(clause: &str, expected: &[usize], outcome: &Value) -> Check<()> {
    let mut found = list(outcome, "winners", to_seat)?;
    found.sort();
    same(clause, "winners", &expected.to_vec(), &found)
}

pub fn check_scores(clause: &str, expected: &[i64], outcome: &Value) -> Check<()> {
    same(clause, "scores", &expected.to_vec(), &list(outcome, "scores", Value::as_i64)?)
}

type Begin = fn(&Start) -> Check<Box<dyn Referee>>;

/// The games that have a checker. It is optional; a game without one has its tests and the conformance kit.
pub const CHECKERS: [(&str, Begin); 5] = [
    ("pass-the-ace", |start| Ok(Box::new(crate::pass_the_ace::Table::start(start)?))),
    ("chase-the-ace", |start| Ok(Box::new(crate::pass_the_ace::Table::start(start)?))),
    ("aces-up", |start| Ok(Box::new(crate::aces_up::Table::start(start)?))),
    ("grapples", |start| Ok(Box::new(crate::grapples::Table::start(start)?))),
    ("propre", |start| Ok(Box::new(crate::propre::Table::start(start)?))),
];

fn begin(line: &Value) -> Check<Box<dyn Referee>> {
    same(FORMAT, "version", &1, &int(line, "v")?)?;
    let start = Start {
        rules: field(line, "rules")?,
        players: seat(line, "players")?,
        cut: line.get("cut").filter(|cut| !cut.is_null()),
        state: field(line, "state")?,
    };
    let game = text(line, "game")?;
    match CHECKERS.iter().find(|(name, _)| *name == game) {
        Some((_, begin)) => begin(&start),
        None => fault(FORMAT, format!("unknown game {game:?}")),
    }
}

fn act(game: &mut dyn Referee, line: &Value, last: i64) -> Check<()> {
    same(FORMAT, "n", &(last + 1), &int(line, "n")?)?;
    if game.over() {
        return fault(FORMAT, "a step after the end of the game");
    }
    game.act(&Step {
        seat: seat(line, "seat")?,
        legal: list(line, "legal", to_text)?,
        action: text(line, "action")?,
        cut: line.get("cut").filter(|cut| !cut.is_null()),
        state: field(line, "state")?,
    })
}

fn finish(game: &dyn Referee, line: &Value, last: i64) -> Check<()> {
    let n = int(line, "n")?;
    if n != last && n != last + 1 {
        return fault(FORMAT, format!("n of the end line: expected {last}, found {n}"));
    }
    if !game.over() {
        return fault(FORMAT, "an end line before the game is over");
    }
    game.outcome(field(line, "outcome")?)
}

/// Reads lines one after the other; holds the game under way.
#[derive(Default)]
struct Reader {
    done: Summary,
    game: Option<Box<dyn Referee>>,
    last: i64,
}

impl Reader {
    fn line(&mut self, line: &str) -> Check<()> {
        let line: Value = serde_json::from_str(line).or_else(|e| fault(FORMAT, format!("no JSON: {e}")))?;
        match (text(&line, "type")?, &mut self.game) {
            ("start", None) => {
                self.game = Some(begin(&line)?);
                self.last = 0;
            }
            ("act", Some(game)) => {
                act(game.as_mut(), &line, self.last)?;
                self.last += 1;
                self.done.steps += 1;
            }
            ("end", Some(game)) => {
                finish(game.as_ref(), &line, self.last)?;
                self.game = None;
                self.done.games += 1;
            }
            (kind, _) => return fault(FORMAT, format!("a line of type {kind:?} cannot stand here")),
        }
        Ok(())
    }
}

/// Checks a whole trace; the first broken clause ends it.
pub fn check_trace(lines: impl BufRead) -> Result<Summary, Error> {
    let mut reader = Reader::default();
    let mut number = 0;
    let at = |line, fault: Fault| Error { line, clause: fault.clause, message: fault.message };
    for line in lines.lines() {
        number += 1;
        let line = line.or_else(|e| fault(FORMAT, e.to_string())).map_err(|f| at(number, f))?;
        if !line.trim().is_empty() {
            reader.line(&line).map_err(|f| at(number, f))?;
        }
    }
    if reader.game.is_some() {
        let unfinished = fault(FORMAT, "the trace stops before the game's end line");
        unfinished.map_err(|f| at(number, f))?;
    }
    Ok(reader.done)
}
