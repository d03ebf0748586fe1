//! What is sent and answered over HTTP; `/api/openapi.json` of a server describes it. A table is opened with a
//! [`TableOrder`](crate::online::TableOrder) and looked at as a [`Room`](crate::online::Room).

use serde::{Deserialize, Serialize};

use crate::online::{GuestKey, Phase};

/// A table that was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Opened {
    /// The table: everyone who knows its name can come.
    pub table: String,
    /// Where its socket is.
    pub socket: String,
}

/// A table as the lobby shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Listed {
    /// The table: the last part of its link.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// What is played, for people.
    pub title: String,
    /// How far it is.
    pub phase: Phase,
    /// How many seats there are.
    pub players: usize,
    /// How many of them can be taken.
    pub free: usize,
    /// The names of the people there.
    pub people: Vec<String>,
    /// When anything last changed, in milliseconds since 1970.
    pub since: u64,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Finished {
    /// When it was noted, in milliseconds since 1970.
    pub t: u64,
    /// At which table.
    pub table: String,
    /// Which game there, from 1.
    pub number: u32,
    /// The game's id.
    pub game: String,
    /// What was played, for people.
    pub title: String,
    /// The names, by seat.
    pub players: Vec<String>,
    /// The guest's own seat.
    pub you: usize,
    /// Whether the guest won, alone or with others.
    pub won: bool,
    /// Each seat's result, in the game's own units.
    pub scores: Vec<i32>,
}

/// How a guest fared against another.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rival {
    /// The name that the other last had.
    pub name: String,
    /// Games together.
    pub games: u32,
    /// Games that the guest won and the other did not.
    pub won: u32,
    /// Games that the other won and the guest did not.
    pub lost: u32,
}

/// A guest's games, latest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Results {
    /// The name that the guest last had.
    pub name: Option<String>,
    /// The games.
    pub games: Vec<Finished>,
    /// Everyone the guest has played with, most games first.
    pub rivals: Vec<Rival>,
}

/// Another key for a guest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewKey {
    /// 32 random bytes as 64 hexadecimal digits.
    #[cfg_attr(feature = "openapi", schema(value_type = String, pattern = "^[0-9a-f]{64}$"))]
    pub key: GuestKey,
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Problem {
    /// A stable name for programs: one of [`codes`](crate::codes).
    pub code: String,
    /// A sentence that says what to do next.
    pub text: String,
}
