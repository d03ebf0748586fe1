//! What lies on a table and who sits at it, in a form that every screen can draw without knowing the game.
//!
//! A scene is made from a view, so it cannot show more than the view does.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::card::Card;
use crate::seat::Seat;
use crate::seating::Seating;

/// A text that is mostly known beforehand.
pub type Text = Cow<'static, str>;

/// Something worth knowing at a glance: "Lives: 3".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact {
    /// The name of the fact.
    pub label: Text,
    /// The current value.
    pub value: Text,
    /// The value as a number, if it is small enough to be shown as dots, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dots: Option<u8>,
    /// How many dots there can be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<u8>,
}

impl Fact {
    /// A fact without dots.
    pub fn new(label: impl Into<Text>, value: impl ToString) -> Self {
        Self { label: label.into(), value: Text::Owned(value.to_string()), dots: None, most: None }
    }

    /// A small number out of a maximum, shown as dots as well.
    pub fn dotted(label: impl Into<Text>, number: u8, most: u8) -> Self {
        Self { dots: Some(number), most: Some(most), ..Self::new(label, number) }
    }
}

/// A card that lies somewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lying {
    /// Which it is; none if it lies face down for the viewer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<Card>,
    /// What is to be said about it: "as 9♣", "a jack".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Text>,
    /// Whether it stands out from the others, as cards do that were pointed at.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub raised: bool,
    /// Whether it lies across the others, because it counts as another rank: the note says which.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sideways: bool,
    /// What it counts, where cards count; a hand is shown in this order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worth: Option<i32>,
    /// What a touch means, in notation, whether it can be done or not: a wrong touch gets the game's own answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub means: Option<Text>,
}

impl Lying {
    /// A card that everyone who looks can read.
    pub fn open(card: Card) -> Self {
        Self { card: Some(card), ..Self::default() }
    }

    /// A card, if it is known.
    pub fn maybe(card: Option<Card>) -> Self {
        Self { card, ..Self::default() }
    }

    /// With a note.
    pub fn with_note(self, note: impl Into<Text>) -> Self {
        Self { note: Some(note.into()), ..self }
    }

    /// With what a touch means, in notation.
    pub fn meaning(self, act: impl ToString) -> Self {
        Self { means: Some(act.to_string().into()), ..self }
    }
}

/// How the cards of a pile lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// One on another; only the top one can be seen.
    Stack,
    /// Overlapping downwards, so that each can be read.
    Column,
    /// Side by side.
    Row,
}

/// Cards that lie together and belong to nobody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heap {
    /// Its name for programs, unique at the table.
    pub id: Text,
    /// Its name for people.
    pub label: Text,
    /// How its cards lie.
    pub layout: Layout,
    /// How many cards there are.
    pub count: usize,
    /// The cards, bottom first: all of them, or as many as there is anything to see of.
    pub cards: Vec<Lying>,
    /// What is to be said about it: "12 deals left".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Text>,
}

impl Heap {
    /// A pile of which nothing but the backs can be seen.
    pub fn face_down(id: impl Into<Text>, label: impl Into<Text>, count: usize) -> Self {
        Self {
            id: id.into(),
            label: label.into(),
            layout: Layout::Stack,
            count,
            cards: vec![Lying::default(); count.min(1)],
            note: None,
        }
    }

    /// A pile of cards that are known.
    pub fn of(id: impl Into<Text>, label: impl Into<Text>, layout: Layout, cards: Vec<Lying>) -> Self {
        Self { id: id.into(), label: label.into(), layout, count: cards.len(), cards, note: None }
    }

    /// With a note.
    pub fn with_note(self, note: impl Into<Text>) -> Self {
        Self { note: Some(note.into()), ..self }
    }
}

/// A player at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sitter {
    /// The seat.
    pub seat: Seat,
    /// Their name.
    pub name: String,
    /// Whether this is the viewer.
    pub you: bool,
    /// Whether something is up to them.
    pub on_turn: bool,
    /// Whether their turn is expected next.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub next: bool,
    /// Whether they are out of the game.
    pub out: bool,
    /// Words that belong to them: "dealer", "winner".
    pub marks: Vec<Text>,
    /// Facts about the player, such as lives or points.
    pub facts: Vec<Fact>,
    /// The cards of the hand, as the viewer sees them.
    pub hand: Vec<Lying>,
}

impl Sitter {
    /// A player of whom nothing is known yet.
    pub fn new(seat: Seat, seating: &Seating) -> Self {
        Self {
            seat,
            name: seating.name(seat),
            you: seating.you == Some(seat),
            on_turn: false,
            next: false,
            out: false,
            marks: Vec::new(),
            facts: Vec::new(),
            hand: Vec::new(),
        }
    }

    /// Adds the mark if it holds.
    pub fn mark_if(&mut self, holds: bool, mark: impl Into<Text>) {
        if holds {
            self.marks.push(mark.into());
        }
    }
}

/// What was shown when a round ended and has been cleared away since.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reveal {
    /// What ended: "Round 3".
    pub title: Text,
    /// What it led to, and why, in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
    /// What each player showed.
    pub hands: Vec<Shown>,
}

/// One player's part of what was shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    /// The seat.
    pub seat: Seat,
    /// Their name.
    pub name: String,
    /// Their cards.
    pub cards: Vec<Card>,
    /// The result for this player: "loses a life".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Text>,
}

/// The way that turns go around the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// To the left.
    Clockwise,
    /// To the right.
    Counter,
}

/// The table as a screen shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scene {
    /// How the game stands as a whole.
    pub facts: Vec<Fact>,
    /// Everyone at the table, by seat.
    pub sitters: Vec<Sitter>,
    /// The piles, in the order in which a reader should meet them.
    pub heaps: Vec<Heap>,
    /// What is being decided, and by whom.
    pub prompt: String,
    /// The way that turns go, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub way: Option<Way>,
    /// How the last round ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reveal: Option<Reveal>,
}

impl Scene {
    /// Whether there is such a place, and such a card in it.
    pub fn has(&self, at: &At) -> bool {
        let cards = match &at.place {
            Place::Heap(id) => self.heaps.iter().find(|heap| heap.id == *id).map(|heap| heap.cards.len()),
            Place::Hand(seat) => self.sitters.get(seat.index()).map(|sitter| sitter.hand.len()),
        };
        cards.is_some_and(|cards| at.card.is_none_or(|index| index < cards))
    }
}

/// Where cards can lie.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// In the pile of that id.
    Heap(Text),
    /// Before that player.
    Hand(Seat),
}

/// A place, or one card there, counted from 0 from the bottom or the left.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct At {
    /// The pile or hand.
    pub place: Place,
    /// The index of the card; none for the place as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<usize>,
}

/// An action as a movement of the hand: what is touched, and where it is laid.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gesture {
    /// What is touched; none where only a button will do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<At>,
    /// The place it is laid on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Place>,
}

impl Gesture {
    /// Touching a pile.
    pub fn touch_heap(id: impl Into<Text>) -> Self {
        Self { from: Some(At { place: Place::Heap(id.into()), card: None }), to: None }
    }

    /// Touching one card of a pile.
    pub fn touch_card(id: impl Into<Text>, card: usize) -> Self {
        Self { from: Some(At { place: Place::Heap(id.into()), card: Some(card) }), to: None }
    }

    /// Touching what a player holds.
    pub fn touch_hand(seat: Seat, card: Option<usize>) -> Self {
        Self { from: Some(At { place: Place::Hand(seat), card }), to: None }
    }

    /// … and laying it on a pile.
    pub fn onto_heap(self, id: impl Into<Text>) -> Self {
        Self { to: Some(Place::Heap(id.into())), ..self }
    }

    /// … and handing it to a player.
    pub fn to_hand(self, seat: Seat) -> Self {
        Self { to: Some(Place::Hand(seat)), ..self }
    }
}
