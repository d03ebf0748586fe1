//! The file of a part of a simulation or a tournament.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use engine::options::{AsMap, options_from_json};
use engine::{Game, Seed, Setup};
use games::{AnyGame, with_game};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Part, Ranges};
use crate::failure::{Failure, Result};
use crate::program::shortened;
use crate::{files, setup};

/// The version of the format.
const VERSION: u32 = 1;
/// The largest file of a part, in bytes: a tournament of about ten million deals.
const LARGEST: u64 = 1 << 30;

/// What a part of a run came to.
pub trait Findings: Serialize + DeserializeOwned {
    /// What such a file says it is.
    const KIND: &'static str;
    /// What is counted.
    const UNIT: &'static str;

    /// Whether it could have come from this part.
    fn is_sound(&self, head: &Head) -> bool;
}

/// What was played, the same in all parts but for `from` and `to`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Head {
    v: u32,
    kind: String,
    game: String,
    rules_version: u32,
    rules: BTreeMap<String, Value>,
    pub players: usize,
    pub seed: Seed,
    /// Who plays, as flags name them.
    pub bots: Vec<String>,
    pub iterations: u32,
    /// How many games were asked for.
    pub asked: u64,
    /// How many deals or games the whole run has.
    pub whole: u64,
    /// The part of them that was played.
    pub from: u64,
    pub to: u64,
}

/// A part of a run.
#[derive(Serialize, Deserialize)]
pub struct Study<F> {
    #[serde(flatten)]
    pub head: Head,
    pub findings: F,
}

impl Head {
    /// The number of deals or games of this part.
    pub fn count(&self) -> u64 {
        self.to.saturating_sub(self.from)
    }

    /// The game that was played.
    pub fn game(&self) -> Option<AnyGame> {
        AnyGame::ALL.iter().copied().find(|game| game.info().id == self.game)
    }

    /// What was settled before the games.
    pub fn setup<G: Game>(&self) -> Result<Setup<G>> {
        let mut setup = Setup::<G>::new(self.seed);
        setup.rules = options_from_json(&self.rules).map_err(Failure::failed)?;
        setup::seat::<G>(&mut setup, self.players)?;
        Ok(setup)
    }

    fn differs(&self, other: &Self, unit: &str) -> Vec<String> {
        let facts = |head: &Self| {
            [
                format!("game {}", head.game),
                format!("{} players", head.players),
                format!("seed {}", head.seed),
                format!("bots {}", head.bots.join(",")),
                format!("{} iterations", head.iterations),
                format!("{} {unit}", head.whole),
                format!("{} games asked for", head.asked),
            ]
        };
        let mut pairs: Vec<(String, String)> = facts(self).into_iter().zip(facts(other)).collect();
        if self.game == other.game {
            let rule = |head: &Self, name: &String| match head.rules.get(name) {
                Some(value) => format!("{name} {value}"),
                None => format!("no {name}"),
            };
            let names: BTreeSet<&String> = self.rules.keys().chain(other.rules.keys()).collect();
            pairs.extend(names.into_iter().map(|name| (rule(self, name), rule(other, name))));
        }
        let differ = pairs.into_iter().filter(|(mine, others)| mine != others);
        differ.map(|(mine, others)| format!("{}, not {}", shortened(&mine), shortened(&others))).collect()
    }
}

impl<F: Findings> Study<F> {
    /// What this part came to, with everything that fixes it.
    pub fn new<G: Game>(
        setup: &Setup<G>,
        bots: Vec<String>,
        iterations: u32,
        asked: u64,
        whole: u64,
        part: std::ops::Range<u64>,
        findings: F,
    ) -> Self {
        let rules = match serde_json::to_value(AsMap(&setup.rules)) {
            Ok(Value::Object(map)) => map.into_iter().collect(),
            _ => BTreeMap::new(),
        };
        let head = Head {
            v: VERSION,
            kind: F::KIND.to_owned(),
            game: G::INFO.id.to_owned(),
            rules_version: G::INFO.rules_version,
            rules,
            players: setup.names.len(),
            seed: setup.seed,
            bots,
            iterations,
            asked,
            whole,
            from: part.start,
            to: part.end,
        };
        Self { head, findings }
    }

    /// Writes the file, whole or not at all.
    pub fn write(&self, path: &Path) -> Result {
        let text = serde_json::to_string(self).map_err(Failure::failed)?;
        files::write(path, &(text + "\n"))
    }

    fn from_text(text: &str) -> std::result::Result<Self, String> {
        // What it is comes first: a newer format may have another shape.
        #[derive(Deserialize)]
        struct Kind {
            v: u32,
            kind: String,
        }
        let torn = |error: serde_json::Error| format!("it is not whole: {error}");
        let known = match serde_json::from_str::<Kind>(text) {
            Err(error) if !error.is_data() => return Err(torn(error)),
            known => known.ok().filter(|known| known.kind == F::KIND),
        };
        let Some(Kind { v, .. }) = known else { return Err("it is a file of another kind".to_owned()) };
        if v != VERSION {
            return Err(format!("its format has version {v}, this program reads version {VERSION}"));
        }
        let study: Self = serde_json::from_str(text).map_err(torn)?;
        let head = &study.head;
        let Some(game) = head.game() else { return Err(format!("there is no game \"{}\"", head.game)) };
        let known = game.info().rules_version;
        if head.rules_version != known {
            let found = head.rules_version;
            return Err(format!("it is of version {found} of the rules, this program knows {known}"));
        }
        with_game!(game, G => head.setup::<G>().map(drop)).map_err(|error| error.to_string())?;
        let part = head.from <= head.to && head.to <= head.whole;
        if !(part && study.findings.is_sound(head)) {
            return Err("its numbers do not add up, so it was damaged".to_owned());
        }
        Ok(study)
    }

    /// The parts of a whole run, in order; they must be there without a gap.
    pub fn read_all(files: &[PathBuf]) -> Result<Vec<Self>> {
        let mut parts: Vec<Self> = super::read(files)?;
        parts.sort_by_key(|part| (part.head.from, part.head.to));
        let mut done = Ranges::default();
        parts.iter().for_each(|part| done.add(part.head.from..part.head.to));
        let missing = done.missing(0..parts.first().map_or(0, |part| part.head.whole));
        if missing.is_empty() {
            return Ok(parts);
        }
        let unit = F::UNIT;
        Err(Failure::failed(format!("{unit} {missing} are missing; name the files of all parts")))
    }
}

impl<F: Findings> Part for Study<F> {
    const UNIT: &'static str = F::UNIT;

    fn read(path: &Path) -> Result<Self> {
        Self::from_text(&files::read_up_to(path, LARGEST)?).map_err(|reason| {
            // The file may hold anything, also what would change the terminal.
            let reason = shortened(&reason);
            Failure::failed(format!("{} does not contain a usable part: {reason}", path.display()))
        })
    }

    fn differs(&self, other: &Self) -> Vec<String> {
        self.head.differs(&other.head, F::UNIT)
    }

    fn done(&self) -> Ranges {
        Ranges::of(self.head.from..self.head.to)
    }
}
