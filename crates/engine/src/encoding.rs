//! Views as numbers of a fixed count, for programs that learn.
//!
//! A game writes its view part by part ([`Game::encode`]); every part has a name and a length that depends on the number of
//! players alone. Seats are counted from the viewer on: 0 is the viewer, 1 the left neighbour, and so on.

use serde::Serialize;
use serde_json::Value;

use crate::card::Card;
use crate::game::Game;
use crate::seat::{Seat, Viewer};

/// The length of [`Encoder::hashed`].
pub const HASHED: usize = 512;

/// One part of an encoding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Part {
    /// What it tells.
    pub name: &'static str,
    /// The index of its first number.
    pub start: usize,
    /// How many numbers it has.
    pub length: usize,
}

/// Takes what a view says, part by part.
pub struct Encoder<'a> {
    values: &'a mut Vec<f32>,
    parts: Option<&'a mut Vec<Part>>,
    viewer: usize,
    players: usize,
}

/// Adds what a view says to `values`.
pub fn encode<G: Game>(view: &G::View, viewer: Viewer, players: usize, values: &mut Vec<f32>) {
    G::encode(view, &mut Encoder { values, parts: None, viewer: index(viewer), players });
}

/// The parts of an encoding, in order; any view of a table of this many has the same.
pub fn layout<G: Game>(view: &G::View, players: usize) -> Vec<Part> {
    let mut parts = Vec::new();
    G::encode(view, &mut Encoder { values: &mut Vec::new(), parts: Some(&mut parts), viewer: 0, players });
    parts
}

fn index(viewer: Viewer) -> usize {
    match viewer {
        Viewer::Seat(seat) => seat.index(),
        Viewer::Public => 0,
    }
}

impl Encoder<'_> {
    /// How many play.
    pub fn players(&self) -> usize {
        self.players
    }

    /// A part of this length, which is zero where nothing is written.
    pub fn part(&mut self, name: &'static str, length: usize, write: impl FnOnce(&mut [f32])) {
        let start = self.values.len();
        self.values.resize(start + length, 0.0);
        write(&mut self.values[start..]);
        if let Some(parts) = &mut self.parts {
            parts.push(Part { name, start, length });
        }
    }

    /// One number. Games divide it by the most it can be, or nearly.
    pub fn number(&mut self, name: &'static str, value: f32) {
        self.part(name, 1, |out| out[0] = value);
    }

    /// 1 or 0.
    pub fn flag(&mut self, name: &'static str, value: bool) {
        self.number(name, f32::from(value));
    }

    /// A 1 at the index, of this many; nowhere if there is none.
    pub fn one_of(&mut self, name: &'static str, length: usize, index: Option<usize>) {
        self.part(name, length, |out| set(out, index));
    }

    /// Cards by [`Card::index`]: how many of each there are.
    pub fn cards(&mut self, name: &'static str, cards: impl IntoIterator<Item = Card>) {
        self.part(name, Card::COUNT, |out| cards.into_iter().for_each(|card| out[card.index()] += 1.0));
    }

    /// A 1 at a seat.
    pub fn seat(&mut self, name: &'static str, seat: Option<Seat>) {
        let (viewer, players) = (self.viewer, self.players);
        let place = seat.map(|seat| (seat.index() + players - viewer) % players);
        self.part(name, players, |out| set(out, place));
    }

    /// A number for each seat; what is called has the seat's own index.
    pub fn by_seat(&mut self, name: &'static str, value: impl Fn(usize) -> f32) {
        self.rows(name, 1, |seat, out| out[0] = value(seat));
    }

    /// A row of numbers for each seat; what is called has the seat's own index.
    pub fn rows(&mut self, name: &'static str, length: usize, write: impl Fn(usize, &mut [f32])) {
        let (viewer, players) = (self.viewer, self.players);
        self.part(name, players * length, |out| {
            for (place, row) in out.chunks_exact_mut(length.max(1)).enumerate() {
                write((viewer + place) % players, row);
            }
        });
    }

    /// Whatever a view says, without knowing it: every value of its JSON form counts at an index that follows from its
    /// path and, if it is a word, from the word (feature hashing). Good enough to begin with; a game that wants to be learnt
    /// writes its own.
    pub fn hashed(&mut self, view: &impl Serialize) {
        let value = serde_json::to_value(view).unwrap_or_default();
        self.part("the view, hashed", HASHED, |out| hash(&value, FNV, out));
    }
}

fn set(out: &mut [f32], index: Option<usize>) {
    if let Some(place) = index.and_then(|index| out.get_mut(index)) {
        *place = 1.0;
    }
}

const FNV: u32 = 0x811c_9dc5;

fn mix(path: u32, bytes: &[u8]) -> u32 {
    bytes.iter().fold(path, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

fn hash(value: &Value, path: u32, out: &mut [f32]) {
    let mut count = |path: u32, amount: f32| out[path as usize % HASHED] += amount;
    match value {
        Value::Null => {}
        Value::Bool(value) => count(path, f32::from(*value)),
        Value::Number(number) => count(path, number.as_f64().unwrap_or_default() as f32 / 16.0),
        Value::String(word) => count(mix(path, word.as_bytes()), 1.0),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                hash(item, mix(path, &(index as u32).to_le_bytes()), out);
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                hash(field, mix(path, name.as_bytes()), out);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoder<'a>(values: &'a mut Vec<f32>, parts: &'a mut Vec<Part>) -> Encoder<'a> {
        Encoder { values, parts: Some(parts), viewer: 1, players: 3 }
    }

    #[test]
    fn parts_follow_each_other_and_seats_begin_with_the_viewer() {
        let (mut values, mut parts) = (Vec::new(), Vec::new());
        let mut out = encoder(&mut values, &mut parts);
        out.flag("flag", true);
        out.seat("dealer", Seat::new(0));
        out.seat("nobody", None);
        out.by_seat("lives", |seat| seat as f32);
        out.one_of("phase", 2, Some(1));
        assert_eq!(values, [1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 2.0, 0.0, 0.0, 1.0]);
        assert_eq!(parts[3], Part { name: "lives", start: 7, length: 3 });
    }

    #[test]
    fn cards_are_counted_at_their_index() {
        let (mut values, mut parts) = (Vec::new(), Vec::new());
        let card = Card::from_index(3).unwrap();
        encoder(&mut values, &mut parts).cards("hand", [card, card, Card::BLACK_JOKER]);
        assert_eq!((values[3], values[53], values.iter().sum::<f32>()), (2.0, 1.0, 3.0));
    }

    #[test]
    fn a_hash_has_the_same_length_for_whatever_is_said() {
        let (mut short, mut long) = (Vec::new(), Vec::new());
        encoder(&mut short, &mut Vec::new()).hashed(&["AS"]);
        encoder(&mut long, &mut Vec::new()).hashed(&["AS", "KD", "2C"]);
        assert_eq!((short.len(), long.len()), (HASHED, HASHED));
        assert_ne!(short, long);
    }
}
