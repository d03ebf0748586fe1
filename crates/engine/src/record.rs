//! Records: one game, replayable card for card.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::game::{Act, BadNotation, Game, Outcome};
use crate::mix::Mix;
use crate::options::{AsMap, BadOption, Options, options_from_json};
use crate::random::{Commitment, Seed};
use crate::seat::Seat;
use crate::seating::Name;
use crate::table::{Assistance, Assists, BadSetup, Events, Fallback, Setup, Table};

/// The version of the format.
pub const VERSION: u32 = 1;

/// A record as it lies in a file; nothing in it is believed before [`Record::replay`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The version of the format.
    pub v: u32,
    /// The game's id.
    pub game: String,
    /// The version of the game's rules.
    pub rules_version: u32,
    /// Every option of the rules.
    pub rules: BTreeMap<String, serde_json::Value>,
    /// What the table granted, where it grants anything.
    #[serde(rename = "courtesies", default, skip_serializing_if = "BTreeMap::is_empty")]
    pub assistance: BTreeMap<String, serde_json::Value>,
    /// The players' names, by seat.
    pub players: Vec<Name>,
    /// The seed of all shuffles.
    pub seed: Seed,
    /// What was shown of it before the deal: of the seed itself or, where it was mixed, of the table's secret.
    pub commitment: Commitment,
    /// What the seed was mixed from, at a table where every player's client had a share in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mix: Option<Mix>,
    /// The accepted actions, in order: seat and notation.
    pub actions: Vec<(Seat, String)>,
    /// Number of undos and hints.
    #[serde(default)]
    pub assists: Assists,
    /// Actions that were chosen for programs that failed to choose.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fallbacks: Vec<Fallback>,
    /// How the game ended; null while it has not.
    pub outcome: Option<Outcome>,
    /// A hash of the final state.
    #[serde(rename = "final")]
    pub final_hash: String,
}

/// Why a record is refused.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum BadRecord {
    /// Not a record at all, or torn.
    #[error("this is not a whole record: {0}")]
    Unreadable(String),
    /// A format of another time.
    #[error("the record's format has version {0}, this program reads version {VERSION}")]
    Version(u32),
    /// A record of another game.
    #[error("this is a record of \"{0}\", a game not known here")]
    Game(String),
    /// Rules of another time.
    #[error("the record was played by version {found} of the rules, this program knows version {known}")]
    RulesVersion {
        /// The record's.
        found: u32,
        /// Ours.
        known: u32,
    },
    /// Options that the game has not.
    #[error("the record's rules cannot be played: {0}")]
    Rules(#[from] BadOption),
    /// Too few or too many players.
    #[error(transparent)]
    Setup(#[from] BadSetup),
    /// The seed is not the one that was promised.
    #[error("the seed does not match its commitment: these are not the cards that were promised")]
    Commitment,
    /// The seed is not what secret and shares make.
    #[error("the seed is not mixed from the table's secret and the players' shares as they were promised")]
    Mix,
    /// An action that could not be done.
    #[error("action {number}, \"{text}\" by seat {seat}, could not have happened: {reason}")]
    Action {
        /// Counted from 1.
        number: usize,
        /// The seat that acted.
        seat: Seat,
        /// The action in notation.
        text: String,
        /// The reason for the refusal.
        reason: String,
    },
    /// Every action was legal, but the final state differs from the record.
    #[error("after action {0}, the last, the game does not stand as the record says")]
    Final(usize),
}

impl BadRecord {
    /// A stable name for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unreadable(_) => "unreadable-record",
            Self::Version(_) => "record-version",
            Self::Game(_) => "unknown-game",
            Self::RulesVersion { .. } => "rules-version",
            Self::Rules(bad) => bad.code(),
            Self::Setup(bad) => bad.code(),
            Self::Commitment => "commitment-mismatch",
            Self::Mix => "mix-mismatch",
            Self::Action { .. } => "impossible-action",
            Self::Final(_) => "end-mismatch",
        }
    }
}

/// The hash of a state: BLAKE3 over its trace form.
pub fn state_hash<G: Game>(game: &G) -> String {
    let bytes = serde_json::to_vec(&game.trace()).unwrap_or_default();
    blake3::hash(&bytes).to_hex().to_string()
}

fn stored<O: Options>(options: &O) -> BTreeMap<String, serde_json::Value> {
    match serde_json::to_value(AsMap(options)) {
        Ok(serde_json::Value::Object(map)) => map.into_iter().collect(),
        _ => BTreeMap::new(),
    }
}

impl<G: Game> Table<G> {
    /// The record of the game so far.
    pub fn record(&self) -> Record {
        let setup = self.setup();
        Record {
            v: VERSION,
            game: G::INFO.id.to_owned(),
            rules_version: G::INFO.rules_version,
            rules: stored(&setup.rules),
            assistance: if G::ASSISTANCE.is_some() { stored(&setup.assistance) } else { BTreeMap::new() },
            players: setup.names.clone(),
            seed: setup.seed,
            commitment: setup.seed.commitment(),
            mix: None,
            actions: self.log().iter().map(|entry| (entry.seat, entry.act.to_string())).collect(),
            assists: self.assists(),
            fallbacks: self.fallbacks().to_vec(),
            outcome: self.outcome(),
            final_hash: state_hash(self.game()),
        }
    }
}

impl Record {
    /// With what its seed was mixed from.
    pub fn mixed_from(self, mix: Mix) -> Self {
        Self { commitment: mix.commitment(), mix: Some(mix), ..self }
    }

    /// Reads a record's text.
    pub fn read(text: &str) -> Result<Self, BadRecord> {
        // The version is looked at first: a newer format may have a shape that this one cannot read.
        #[derive(Deserialize)]
        struct Version {
            v: u32,
        }
        let unreadable = |error: serde_json::Error| {
            BadRecord::Unreadable(match error.is_eof() {
                true => "the file is cut off; get a complete copy".to_owned(),
                false => error.to_string(),
            })
        };
        let version: Version = serde_json::from_str(text).map_err(unreadable)?;
        if version.v != VERSION {
            return Err(BadRecord::Version(version.v));
        }
        serde_json::from_str(text).map_err(unreadable)
    }

    /// The record's text.
    pub fn write(&self) -> String {
        // A record holds nothing that JSON cannot: strings, numbers and maps with string keys.
        let mut text = serde_json::to_string(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// What was settled before the recorded game.
    pub fn setup<G: Game>(&self) -> Result<Setup<G>, BadRecord> {
        if self.game != G::INFO.id {
            return Err(BadRecord::Game(self.game.clone()));
        }
        if self.rules_version != G::INFO.rules_version {
            let known = G::INFO.rules_version;
            return Err(BadRecord::RulesVersion { found: self.rules_version, known });
        }
        let promised = self.mix.as_ref().map_or_else(|| self.seed.commitment(), Mix::commitment);
        if promised != self.commitment {
            return Err(BadRecord::Commitment);
        }
        if self.mix.as_ref().is_some_and(|mix| !mix.is_sound() || mix.seed() != self.seed) {
            return Err(BadRecord::Mix);
        }
        let assistance = match G::ASSISTANCE {
            Some(_) => options_from_json(&self.assistance)?,
            None => Assistance::NONE,
        };
        let rules = options_from_json(&self.rules)?;
        Ok(Setup { rules, assistance, names: self.players.clone(), seed: self.seed })
    }

    /// Plays the record through and believes it only if every action could happen and the end is the one it
    /// names. Calls `step` after the deal and after every action.
    pub fn replay<G: Game>(
        &self,
        mut step: impl FnMut(&Table<G>, Option<(Seat, &str)>, Events<G>),
    ) -> Result<Table<G>, BadRecord> {
        let (mut table, events) = Table::open(self.setup()?)?;
        step(&table, None, events);
        for (number, (seat, text)) in self.actions.iter().enumerate() {
            let bad = |reason: String| BadRecord::Action {
                number: number + 1,
                seat: *seat,
                text: text.escape_default().to_string(),
                reason,
            };
            let act = Act::read(text, G::INFO.hears).map_err(|error: BadNotation| bad(error.to_string()))?;
            if act.to_string() != *text {
                return Err(bad(format!("its notation is \"{act}\"")));
            }
            let events = table.act(*seat, act).map_err(|refused| bad(refused.to_string()))?;
            step(&table, Some((*seat, text)), events);
        }
        if state_hash(table.game()) != self.final_hash || table.outcome() != self.outcome {
            return Err(BadRecord::Final(self.actions.len()));
        }
        // Each names an action of its own that is there.
        let numbers = || self.fallbacks.iter().map(|fallback| fallback.action);
        if !numbers().is_sorted_by(|one, next| one < next)
            || !numbers().all(|number| (1..=self.actions.len()).contains(&number))
        {
            return Err(BadRecord::Unreadable("a fallback names no action of its own".to_owned()));
        }
        table.restore(self.assists, &self.fallbacks);
        Ok(table)
    }
}
