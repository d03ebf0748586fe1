//! Small pictures for rules, drawn from cards, as a text beside the rules of a game.
//!
//! A line each: `title, clause: cards | caption`. Cards are written as everywhere (`5H`); `??` is a card face down, `->` an
//! arrow, and a card with a `*` is marked. Any other word is written between the cards.

use crate::card::Card;

/// A row of cards with a caption.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// What it shows: "Setup".
    pub title: &'static str,
    /// The clause that it belongs to.
    pub clause: &'static str,
    /// What is drawn, from the left.
    pub parts: Vec<Part>,
    /// What is said about it.
    pub caption: &'static str,
}

/// Something in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A card, and whether it is marked.
    Card(Card, bool),
    /// A card face down.
    Back,
    /// An arrow to the right.
    Arrow,
    /// A word.
    Word(&'static str),
}

impl Picture {
    /// Reads the pictures of a game; a line that is none is passed over.
    pub fn read_all(text: &'static str) -> Vec<Self> {
        text.lines().filter_map(Self::read).collect()
    }

    fn read(line: &'static str) -> Option<Self> {
        let (name, rest) = line.split_once(": ")?;
        let (title, clause) = name.split_once(", ")?;
        let (cards, caption) = rest.split_once(" | ")?;
        let parts = cards.split_whitespace().map(Part::read).collect();
        Some(Self { title: title.trim(), clause: clause.trim(), parts, caption: caption.trim() })
    }
}

impl Part {
    fn read(word: &'static str) -> Self {
        match word {
            "??" => return Self::Back,
            "->" => return Self::Arrow,
            _ => {}
        }
        let (card, marked) = word.strip_suffix('*').map_or((word, false), |card| (card, true));
        card.parse().map_or(Self::Word(word), |card| Self::Card(card, marked))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_picture() {
        let [picture] = &Picture::read_all("\nA turn, XX-R1: 5H* -> ?? +3 | You swap.\nnothing\n")[..] else {
            panic!("one line is a picture")
        };
        assert_eq!((picture.title, picture.clause, picture.caption), ("A turn", "XX-R1", "You swap."));
        let five = "5H".parse().unwrap();
        assert_eq!(picture.parts, [Part::Card(five, true), Part::Arrow, Part::Back, Part::Word("+3")]);
    }
}
