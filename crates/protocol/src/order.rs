//! What is settled before a game, as a client orders it.

use std::collections::BTreeMap;

use bots::Level;
use engine::options::BadOption;
use engine::seating::BadName;
use engine::table::BadSetup;
use engine::{Game, Name, Seed, Setup};
use games::AnyGame;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Names for those who fill the other seats.
const BOTS: [&str; 11] =
    ["Ada", "Bela", "Cleo", "Dario", "Edith", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Kim"];

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
    /// The name of whoever orders.
    pub name: String,
    /// How well the others play.
    pub bots: String,
    /// Where all chance comes from.
    pub seed: Seed,
}

/// Why an order cannot be met.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadOrder {
    /// No such game.
    #[error("there is no game \"{0}\"; choose one from the lobby")]
    Game(String),
    /// An option cannot be set so.
    #[error(transparent)]
    Option(#[from] BadOption),
    /// A name cannot be used.
    #[error(transparent)]
    Name(#[from] BadName),
    /// Too few or too many players.
    #[error(transparent)]
    Setup(#[from] BadSetup),
    /// No such level.
    #[error(transparent)]
    Level(#[from] bots::BadLevel),
}

impl Order {
    /// The game that is meant.
    pub fn game(&self) -> Result<AnyGame, BadOrder> {
        Ok(self.found()?.0)
    }

    fn found(&self) -> Result<(AnyGame, Option<&'static str>), BadOrder> {
        AnyGame::find(&self.game).ok_or_else(|| BadOrder::Game(self.game.clone()))
    }

    /// How well the others play.
    pub fn level(&self) -> Result<Level, BadOrder> {
        Ok(self.bots.parse()?)
    }

    /// What is settled before the game.
    pub fn setup<G: Game>(&self) -> Result<Setup<G>, BadOrder> {
        let mut setup = self.unseated::<G>()?;
        let usual = G::INFO.usual_players.max(*G::players(&setup.rules).start());
        let players = self.players.unwrap_or(usual).min(engine::seat::MAX_SEATS);
        let first = Name::new(&self.name)?;
        let others = bot_names(&first, players)?;
        setup.names = [first].into_iter().chain(others).collect();
        Ok(setup)
    }

    /// What is settled before anyone sits down.
    pub(crate) fn unseated<G: Game>(&self) -> Result<Setup<G>, BadOrder> {
        let mut setup = Setup::<G>::new(self.seed);
        if let Some(preset) = self.preset.as_deref().or(self.found()?.1) {
            setup.preset(preset)?;
        }
        for (name, value) in &self.settings {
            setup.set(name, value)?;
        }
        Ok(setup)
    }
}

/// Names for the seats after the first.
pub fn bot_names(first: &Name, players: usize) -> Result<Vec<Name>, BadName> {
    let bot = |number: usize| {
        let name = BOTS.get(number - 1).map_or_else(|| format!("Bot {number}"), |name| (*name).to_owned());
        let taken = name.eq_ignore_ascii_case(first.as_str());
        Name::new(&if taken { format!("{name} II") } else { name })
    };
    (1..players).map(bot).collect()
}

/// A name for a bot among those who have these.
pub fn bot_name<'a>(taken: impl IntoIterator<Item = &'a str> + Clone) -> String {
    let is_free = |name: &str| !taken.clone().into_iter().any(|other| other.eq_ignore_ascii_case(name));
    let known = BOTS.iter().map(|name| (*name).to_owned());
    let more = (1..).map(|number| format!("Bot {number}"));
    known.chain(more).find(|name| is_free(name)).unwrap_or_default()
}
