//! What a program that plays is asked, and what it answers, as JSON lines: docs/bots.md shows it at work.

use std::collections::BTreeMap;

use engine::{Outcome, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of the bot protocol.
pub const VERSION: u32 = 1;

/// A line to the program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ToBot {
    /// A game begins, and with it everything about the last one is over. The program answers with [`FromBot::Ready`].
    Start(Start),
    /// It is the program's turn. It answers with [`FromBot::Act`].
    Decide(Decision),
    /// The game is over. There is no answer.
    End {
        /// How it ended; none if it was broken off.
        outcome: Option<Outcome>,
    },
}

/// A line from the program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FromBot {
    /// The program is ready to play.
    Ready {
        /// Whether it wants the view as numbers, too.
        #[serde(default)]
        tensor: bool,
    },
    /// What it does, in the game's notation.
    Act(String),
}

/// The game that begins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Start {
    /// The version of the bot protocol.
    pub v: u32,
    /// The game's id.
    pub game: String,
    /// Every option of the rules.
    pub rules: BTreeMap<String, Value>,
    /// How many play.
    pub players: usize,
    /// The program's seat, from 0.
    pub seat: Seat,
    /// Seconds for each decision.
    pub seconds: f64,
    /// A random number, the same whenever this game is played with the same seed; it tells nothing about the cards.
    pub random: u32,
}

/// What is asked of the program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    /// The table as the program's seat sees it.
    pub view: Value,
    /// What it can do, in the game's notation.
    pub legal: Vec<String>,
    /// The same as numbers, the index of each in the list of all actions of the game.
    pub actions: Vec<usize>,
    /// The view as numbers, if the program wants it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tensor: Option<Vec<f32>>,
}
