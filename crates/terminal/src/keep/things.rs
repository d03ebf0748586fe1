//! What is kept. The files have the same shape as what the browser keeps.
//! Fields that a later version adds are carried along in `more`, so that an older one never drops them.

use protocol::Order;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A game that can be gone on with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Slot {
    /// Its name, that of its file.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// What is played, for people.
    pub title: String,
    /// As it was ordered.
    pub order: Order,
    /// The record so far, once there is one.
    #[serde(default)]
    pub record: Option<String>,
    /// When it was kept last, in milliseconds since 1970.
    pub saved_ms: f64,
    /// Whether the game is over.
    #[serde(default)]
    pub over: bool,
    /// The day whose deal this is.
    #[serde(default)]
    pub daily: Option<String>,
    /// What a club player makes of that deal.
    #[serde(default)]
    pub par: Option<u8>,
    /// What later versions have added.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

/// A finished game, for statistics.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// That of its slot: a game that is noted twice counts once, as it stood last.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// What was played, for people.
    pub title: String,
    /// When it ended, in milliseconds since 1970.
    pub when_ms: f64,
    /// Whether the player won.
    pub won: bool,
    /// The player's score, in the game's own units.
    pub score: i32,
    /// How many sat at the table.
    pub players: usize,
    /// How well the others played; empty at a table online.
    #[serde(default)]
    pub bots: String,
    /// How many actions there were.
    #[serde(default)]
    pub actions: usize,
    /// How often something was taken back.
    #[serde(default)]
    pub undos: u32,
    /// How often the table was asked for advice.
    #[serde(default)]
    pub hints: u32,
    /// The day whose deal it was.
    #[serde(default)]
    pub daily: Option<String>,
    /// Where all chance came from.
    #[serde(default)]
    pub seed: String,
    /// The record.
    #[serde(default)]
    pub record: Option<String>,
    /// What later versions have added.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}
