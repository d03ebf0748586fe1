//! Lessons: a guided hand on a chosen deal, as a text beside the rules of its game.
//!
//! ```text
//! # The title of a lesson
//! game: the game's id, or a preset that is a game
//! players: 3
//! seed: 7
//! set: option=value
//! then: 1 stick; 2 swap
//!
//! ## The title of a beat
//! What is said, in fewer than 25 words.
//! rule: XX-R1, XX-R2
//! point: hand
//! do: swap
//! wrong: What is said kindly when the learner does something else.
//! then: 1 stick; 2 draw
//! ```
//!
//! The learner sits on seat 0. A beat without `do` is read, and one goes on. `then` is what the others do after it; before
//! the first beat it is what they do first. `do: a or b` takes either. `point` is `hand`, `seat 1`, `heap ID` or `card 5H`.

use thiserror::Error;

use crate::card::Card;
use crate::scene::{At, Place, Scene, Text};
use crate::seat::Seat;

/// The number of words in a beat, below which it must stay.
pub const MOST_WORDS: usize = 25;

/// A guided hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// What it teaches.
    pub title: String,
    /// The game's id, or the name of a preset that is a game.
    pub game: String,
    /// How many sit at the table.
    pub players: usize,
    /// The number of the seed.
    pub seed: u64,
    /// Options that differ from the preset.
    pub settings: Vec<(String, String)>,
    /// What the others do before the first beat.
    pub before: Vec<Move>,
    /// What is told and done, one after the other.
    pub beats: Vec<Beat>,
}

/// What another player does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Who.
    pub seat: Seat,
    /// What, in notation.
    pub act: String,
}

/// One thing that is said, and done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Beat {
    /// A few words above it.
    pub title: String,
    /// What is said.
    pub text: String,
    /// The clauses that it follows from.
    pub clauses: Vec<String>,
    /// What is pointed at.
    pub point: Option<Pointed>,
    /// What the learner does, in notation: any of these. Empty if there is only something to read.
    pub acts: Vec<String>,
    /// What is said when the learner does something else.
    pub wrong: Option<String>,
    /// What the others do then.
    pub then: Vec<Move>,
}

impl Beat {
    /// The number of words that are read.
    pub fn words(&self) -> usize {
        self.text.split_whitespace().count()
    }
}

/// What a beat points at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pointed {
    /// What a player holds.
    Hand(Seat),
    /// A pile.
    Heap(String),
    /// A card, wherever it lies open.
    Card(Card),
}

impl Pointed {
    /// Where that is, if it can be seen.
    pub fn find(&self, scene: &Scene) -> Option<At> {
        let at = match self {
            Self::Hand(seat) => At { place: Place::Hand(*seat), card: None },
            Self::Heap(id) => At { place: Place::Heap(Text::Owned(id.clone())), card: None },
            Self::Card(card) => {
                let hands = scene.sitters.iter().map(|sitter| (Place::Hand(sitter.seat), &sitter.hand));
                let heaps = scene.heaps.iter().map(|heap| (Place::Heap(heap.id.clone()), &heap.cards));
                let lies = |(place, cards): (Place, &Vec<crate::scene::Lying>)| {
                    let index = cards.iter().position(|lying| lying.card == Some(*card))?;
                    Some(At { place, card: Some(index) })
                };
                hands.chain(heaps).find_map(lies)?
            }
        };
        scene.has(&at).then_some(at)
    }
}

/// Why a text is no list of lessons.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {why}")]
pub struct BadLesson {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub why: String,
}

impl Lesson {
    /// Reads the lessons of a game; none if the text is empty.
    pub fn read_all(text: &str) -> Result<Vec<Self>, BadLesson> {
        let mut lessons: Vec<Self> = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let bad = |why: String| BadLesson { line: index + 1, why };
            if let Some(title) = line.strip_prefix("# ") {
                lessons.push(Self::titled(title));
                continue;
            }
            let Some(lesson) = lessons.last_mut() else {
                match line.trim().is_empty() {
                    true => continue,
                    false => return Err(bad("a lesson begins with \"# TITLE\"".to_owned())),
                }
            };
            lesson.take(line).map_err(bad)?;
        }
        match lessons.iter().find_map(Self::lack) {
            Some(why) => Err(BadLesson { line: text.lines().count(), why }),
            None => Ok(lessons),
        }
    }

    fn titled(title: &str) -> Self {
        let (title, game) = (title.trim().to_owned(), String::new());
        let (settings, before, beats) = (Vec::new(), Vec::new(), Vec::new());
        Self { title, game, players: 0, seed: 0, settings, before, beats }
    }

    fn lack(&self) -> Option<String> {
        let missing = [("game", self.game.is_empty()), ("players", self.players == 0)];
        let name = missing.into_iter().find(|(_, missing)| *missing).map(|(name, _)| name);
        name.map(|name| format!("\"{}\" has no {name}", self.title))
    }

    fn take(&mut self, line: &str) -> Result<(), String> {
        let line = line.trim();
        if let Some(title) = line.strip_prefix("## ") {
            self.beats.push(Beat { title: title.to_owned(), ..Beat::default() });
            return Ok(());
        }
        let (key, value) = line.split_once(": ").unwrap_or(("", line));
        let number = || value.parse::<u64>().map_err(|_| format!("\"{value}\" is no number"));
        let Some(beat) = self.beats.last_mut() else {
            match key {
                "game" => self.game = value.to_owned(),
                "players" => self.players = number()? as usize,
                "seed" => self.seed = number()?,
                "set" => {
                    let (name, value) = value.split_once('=').ok_or("set: name=value")?;
                    self.settings.push((name.to_owned(), value.to_owned()));
                }
                "then" => self.before = moves(value)?,
                _ if line.is_empty() => {}
                _ => return Err(format!("\"{line}\" belongs to no beat; one begins with \"## TITLE\"")),
            }
            return Ok(());
        };
        match key {
            "rule" => beat.clauses = value.split(',').map(|id| id.trim().to_owned()).collect(),
            "point" => beat.point = Some(pointed(value)?),
            "do" => beat.acts = value.split(" or ").map(|act| act.trim().to_owned()).collect(),
            "wrong" => beat.wrong = Some(value.to_owned()),
            "then" => beat.then = moves(value)?,
            _ if line.is_empty() => {}
            _ => {
                let space = if beat.text.is_empty() { "" } else { " " };
                beat.text += &format!("{space}{line}");
            }
        }
        Ok(())
    }
}

fn seat(text: &str) -> Result<Seat, String> {
    text.parse().ok().and_then(Seat::new).ok_or_else(|| format!("\"{text}\" is no seat"))
}

/// "1 stick; 2 swap".
fn moves(text: &str) -> Result<Vec<Move>, String> {
    let one = |part: &str| {
        let (number, act) = part.trim().split_once(' ').ok_or_else(|| format!("\"{part}\" is no move"))?;
        Ok(Move { seat: seat(number)?, act: act.trim().to_owned() })
    };
    text.split(';').map(one).collect()
}

fn pointed(text: &str) -> Result<Pointed, String> {
    match text.split_once(' ') {
        None if text == "hand" => Ok(Pointed::Hand(Seat::FIRST)),
        Some(("seat", number)) => Ok(Pointed::Hand(seat(number)?)),
        Some(("heap", id)) => Ok(Pointed::Heap(id.to_owned())),
        Some(("card", code)) => code.parse().map(Pointed::Card).map_err(|_| format!("\"{code}\" is no card")),
        _ => Err(format!("\"{text}\" is nothing to point at; there are: hand, seat 1, heap ID, card 5H")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# First\ngame: whist\nplayers: 3\nseed: 7\nset: lives=1\nthen: 1 stick\n\n## Look\nYour card is\n\
                        low.\nrule: XX-R1, XX-R2\npoint: hand\ndo: swap or draw\nwrong: Try a swap.\n\
                        then: 1 stick; 2 give left\n\n## End\nThat is: all.\npoint: card 5H\n\n# Second\ngame: whist\nplayers: 2\n";

    #[test]
    fn lessons_are_read() {
        let [first, second] = &Lesson::read_all(TEXT).unwrap()[..] else { panic!("there are two") };
        assert_eq!(
            (first.title.as_str(), first.game.as_str(), first.players, first.seed),
            ("First", "whist", 3, 7)
        );
        assert_eq!(first.settings, [("lives".to_owned(), "1".to_owned())]);
        assert_eq!(first.before.len(), 1);
        let [look, end] = &first.beats[..] else { panic!("there are two beats") };
        assert_eq!((look.text.as_str(), look.words()), ("Your card is low.", 4));
        assert_eq!(look.clauses, ["XX-R1", "XX-R2"]);
        assert_eq!(
            (look.point.clone(), &look.acts[..]),
            (Some(Pointed::Hand(Seat::FIRST)), &["swap".to_owned(), "draw".to_owned()][..])
        );
        assert_eq!(look.then[1], Move { seat: Seat::new(2).unwrap(), act: "give left".to_owned() });
        assert_eq!((end.text.as_str(), end.acts.len()), ("That is: all.", 0));
        assert!(second.beats.is_empty());
        assert_eq!(Lesson::read_all(""), Ok(Vec::new()));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        for (text, line, why) in [
            ("Hello", 1, "# TITLE"),
            ("# A\nplayers: x", 2, "no number"),
            ("# A\nHello", 2, "belongs to no beat"),
            ("# A\ngame: whist\nplayers: 2\n## B\npoint: moon", 5, "nothing to point at"),
            ("# A\ngame: whist\nplayers: 2\n## B\nthen: stick", 5, "no move"),
            ("# A\nplayers: 2", 2, "no game"),
        ] {
            let bad = Lesson::read_all(text).unwrap_err();
            assert!(bad.line == line && bad.why.contains(why), "{text}: {bad}");
        }
    }
}
