//! What is settled before a game, as a client orders it.

use std::collections::BTreeMap;

use engine::Seed;
use serde::{Deserialize, Serialize};

/// A table, as ordered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Order {
    /// The game's id, or the name of a preset.
    pub game: String,
    /// A preset of that game.
    #[serde(default)]
    pub preset: Option<String>,
    /// Options, by name, that differ from the preset.
    #[serde(default)]
    pub settings: BTreeMap<String, String>,
    /// How many sit at the table.
    #[serde(default)]
    pub players: Option<usize>,
    /// The player's name.
    pub name: String,
    /// How well the others play.
    pub bots: String,
    /// Random seed.
    pub seed: Seed,
}

impl Order {
    /// A table by the usual rules, with the usual number of players.
    pub fn new(
        game: impl Into<String>,
        name: impl Into<String>,
        bots: impl Into<String>,
        seed: Seed,
    ) -> Self {
        Self {
            game: game.into(),
            preset: None,
            settings: BTreeMap::new(),
            players: None,
            name: name.into(),
            bots: bots.into(),
            seed,
        }
    }
}
