//! Tips: what happens for the first time is explained in a line, once.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// A line about something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tip {
    /// Its name, unique in the game: "kung".
    pub key: &'static str,
    /// The clause that it follows from.
    pub clause: &'static str,
    /// What is said.
    pub text: &'static str,
}

impl Tip {
    /// Reads the tips of a game: a line each, `key, clause: text`. What is no tip is passed over.
    pub fn read_all(text: &'static str) -> impl Iterator<Item = Self> {
        text.lines().filter_map(|line| {
            let (name, text) = line.split_once(": ")?;
            let (key, clause) = name.split_once(", ")?;
            Some(Self { key: key.trim(), clause: clause.trim(), text: text.trim() })
        })
    }

    /// Its name among those that have been met.
    fn met_as(&self, game: &str) -> String {
        format!("{game}/{}", self.key)
    }

    /// As it is told at a table.
    pub fn line(&self) -> String {
        format!("Tip: {} ({})", self.text, self.clause)
    }
}

/// A tip as a page shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TipShown {
    /// Its name among those that have been met: `game/key`.
    pub key: String,
    /// The clause that it follows from.
    pub clause: String,
    /// What is said.
    pub text: String,
    /// The sentence that tells of what it explains: before that was shown, nobody would understand it.
    pub explains: String,
}

impl TipShown {
    /// The tip, and the sentence that tells of what it explains.
    pub fn new(game: &str, tip: &Tip, explains: String) -> Self {
        Self { key: tip.met_as(game), clause: tip.clause.to_owned(), text: tip.text.to_owned(), explains }
    }
}

/// Whether tips are wanted, and which have been met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tips {
    /// Whether they are shown.
    pub on: bool,
    /// Those that have been met, as `game/key`.
    pub met: BTreeSet<String>,
}

impl Default for Tips {
    fn default() -> Self {
        Self { on: true, met: BTreeSet::new() }
    }
}

impl Tips {
    /// Whether this one is to be shown; it has been met from then on.
    pub fn meet(&mut self, game: &str, tip: &Tip) -> bool {
        self.on && self.met.insert(tip.met_as(game))
    }

    /// What the words ask for, if they are about tips: to switch them on or off, or to begin again.
    pub fn obey(&mut self, words: &str) -> Option<&'static str> {
        let words = words.trim().to_lowercase();
        Some(match words.as_str() {
            "tips off" | "no tips" | "switch tips off" => {
                self.on = false;
                "Tips are off. Say tips on to get them back."
            }
            "tips on" | "switch tips on" | "tips" => {
                self.on = true;
                "Tips are on. Say tips off to stop them, tips again to see all of them again."
            }
            "tips again" => {
                *self = Self::default();
                "Every tip is shown once more, when it is met."
            }
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests;
