//! Who sits where, and how to speak of them.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::seat::Seat;

/// A player's name: short, and nothing that could play tricks on a screen.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Name(String);

/// Control and format characters: they could move the cursor, hide, or turn the text of a line around.
pub(crate) fn plays_tricks(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Whether a text of one line has 1 to `longest` characters, none of which could play tricks on a screen.
pub fn is_readable(text: &str, longest: usize) -> bool {
    let length = text.chars().count();
    (1..=longest).contains(&length) && text.trim() == text && !text.chars().any(plays_tricks)
}

/// A name that cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a player's name has 1 to {} visible characters", Name::LONGEST)]
pub struct BadName;

impl BadName {
    /// A stable name for programs.
    pub const fn code(&self) -> &'static str {
        "bad-name"
    }
}

impl Name {
    /// The most characters that a name has.
    pub const LONGEST: usize = 40;

    /// That name, without spaces around it.
    pub fn new(name: &str) -> Result<Self, BadName> {
        let name = name.trim();
        if name.is_empty() || name.chars().count() > Self::LONGEST || name.chars().any(plays_tricks) {
            return Err(BadName);
        }
        Ok(Self(name.to_owned()))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl TryFrom<String> for Name {
    type Error = BadName;
    fn try_from(name: String) -> Result<Self, BadName> {
        Self::new(&name)
    }
}

impl From<Name> for String {
    fn from(name: Name) -> String {
        name.0
    }
}

/// The names at the table, and which of them reads this.
#[derive(Clone, Copy, Debug)]
pub struct Seating<'a> {
    /// The players' names, by seat.
    pub names: &'a [Name],
    /// The reader's own seat, if they have one.
    pub you: Option<Seat>,
}

impl Seating<'_> {
    /// The player's name, the same for every viewer.
    pub fn name(&self, seat: Seat) -> String {
        self.names.get(seat.index()).map_or_else(|| format!("Seat {seat}"), |name| name.as_str().to_owned())
    }

    fn is_you(&self, seat: Seat) -> bool {
        self.you == Some(seat)
    }

    /// "You" or the name, to begin a sentence.
    pub fn subject(&self, seat: Seat) -> String {
        if self.is_you(seat) { "You".to_owned() } else { self.name(seat) }
    }

    /// "you" or the name, inside a sentence.
    pub fn object(&self, seat: Seat) -> String {
        if self.is_you(seat) { "you".to_owned() } else { self.name(seat) }
    }

    /// "Your" or "Ann's", to begin a sentence.
    pub fn possessive(&self, seat: Seat) -> String {
        if self.is_you(seat) { "Your".to_owned() } else { format!("{}'s", self.name(seat)) }
    }

    /// "You keep" or "Ann keeps": the subject with the verb that fits it.
    pub fn does(&self, seat: Seat, you: &str, they: &str) -> String {
        if self.is_you(seat) { format!("You {you}") } else { format!("{} {they}", self.name(seat)) }
    }

    /// "you, Ann and Bob".
    pub fn list(&self, seats: impl IntoIterator<Item = Seat>) -> String {
        let mut names: Vec<String> = seats.into_iter().map(|seat| self.object(seat)).collect();
        match names.pop() {
            None => "nobody".to_owned(),
            Some(last) if names.is_empty() => last,
            Some(last) => format!("{} and {last}", names.join(", ")),
        }
    }
}

/// "1 card", "2 cards".
pub fn counted(number: impl TryInto<i64>, one: &str, many: &str) -> String {
    let number = number.try_into().unwrap_or(i64::MAX);
    format!("{number} {}", if number == 1 { one } else { many })
}

/// The sentence with its first letter large.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_speak_to_the_reader() {
        let names = ["Ann", "Bob", "Cleo"].map(|name| Name::new(name).unwrap());
        let [ann, bob, cleo] = [0, 1, 2].map(|index| Seat::new(index).unwrap());
        let seating = Seating { names: &names, you: Some(bob) };
        assert_eq!(seating.does(ann, "swap", "swaps"), "Ann swaps");
        assert_eq!(seating.does(bob, "swap", "swaps"), "You swap");
        assert_eq!(seating.list([ann, bob, cleo]), "Ann, you and Cleo");
        assert_eq!(sentence(&seating.list([bob])), "You");
        assert_eq!(seating.list([]), "nobody");
        assert_eq!(counted(1, "card", "cards"), "1 card");
        assert_eq!(counted(0_u8, "card", "cards"), "0 cards");
    }

    #[test]
    fn names_that_could_play_tricks_are_refused() {
        for name in ["", "  ", "a\u{1b}[2J", "a\nb", "\u{202e}nnA", &"x".repeat(41)] {
            assert_eq!(Name::new(name), Err(BadName), "{name:?}");
        }
        assert_eq!(Name::new(" Zoë 🂡 ").unwrap().as_str(), "Zoë 🂡");
    }
}
