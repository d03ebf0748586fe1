//! Orders, checked: what a client orders becomes a setup of a game that can be played.

use std::ops::RangeInclusive;

use bots::Level;
use engine::options::BadOption;
use engine::seating::BadName;
use engine::table::BadSetup;
use engine::{Game, Name, Options, Seed, Setup};
use games::{AnyGame, with_game};
use protocol::Order;
use protocol::online::{TableInfo, TableOrder};
use thiserror::Error;

use crate::names::bot_names;

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

/// Why a table cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadTable {
    /// The game cannot be played so.
    #[error(transparent)]
    Order(#[from] BadOrder),
    /// A time out of bounds.
    #[error("{what} is from {from} to {to} seconds, not {found}")]
    Seconds {
        /// The part of the order.
        what: &'static str,
        /// The least.
        from: u32,
        /// The most.
        to: u32,
        /// What was ordered.
        found: u32,
    },
    /// A long list of settings.
    #[error("no game has that many settings or such long ones")]
    Settings,
}

/// What an [`Order`] means to the games there are.
pub trait OrderExt {
    /// The game that is meant.
    fn game(&self) -> Result<AnyGame, BadOrder>;

    /// How well the others play.
    fn level(&self) -> Result<Level, BadOrder>;

    /// What is settled before the game.
    fn setup<G: Game>(&self) -> Result<Setup<G>, BadOrder>;

    /// Whether a table can be opened so.
    fn check(&self) -> Result<(), BadOrder>;
}

impl OrderExt for Order {
    fn game(&self) -> Result<AnyGame, BadOrder> {
        Ok(found(self)?.0)
    }

    fn level(&self) -> Result<Level, BadOrder> {
        Ok(self.bots.parse()?)
    }

    fn setup<G: Game>(&self) -> Result<Setup<G>, BadOrder> {
        let mut setup = unseated::<G>(self)?;
        let usual = G::INFO.usual_players.max(*G::players(&setup.rules).start());
        let players = self.players.unwrap_or(usual).min(engine::seat::MAX_SEATS);
        let first = Name::new(&self.name)?;
        let others = bot_names(&first, players)?;
        setup.names = [first].into_iter().chain(others).collect();
        Ok(setup)
    }

    fn check(&self) -> Result<(), BadOrder> {
        self.level()?;
        with_game!(self.game()?, G => {
            let setup = self.setup::<G>()?;
            enough::<G>(&setup.rules, setup.names.len())
        })
    }
}

fn found(order: &Order) -> Result<(AnyGame, Option<&'static str>), BadOrder> {
    AnyGame::find(&order.game).ok_or_else(|| BadOrder::Game(order.game.clone()))
}

/// What is settled before anyone sits down.
pub(crate) fn unseated<G: Game>(order: &Order) -> Result<Setup<G>, BadOrder> {
    let mut setup = Setup::<G>::new(order.seed);
    if let Some(preset) = order.preset.as_deref().or(found(order)?.1) {
        setup.preset(preset)?;
    }
    for (name, value) in &order.settings {
        setup.set(name, value)?;
    }
    Ok(setup)
}

/// What a [`TableOrder`] means to the games there are.
pub trait TableOrderExt {
    /// Checks the order, and says what will be played.
    fn table_info(&self) -> Result<TableInfo, BadTable>;
}

impl TableOrderExt for TableOrder {
    fn table_info(&self) -> Result<TableInfo, BadTable> {
        let long = |text: &str| text.len() > 100;
        if self.settings.len() > 32 || self.settings.iter().any(|(name, value)| long(name) || long(value)) {
            return Err(BadTable::Settings);
        }
        within("a clock", self.move_seconds, 5, 3600)?;
        within("a watcher's delay", self.delay_seconds, 0, 600)?;
        within("the time until a bot sits in", self.sit_in_seconds, 5, 3600)?;
        let order = self.order(Seed([0; 32]));
        order.level()?;
        Ok(with_game!(order.game()?, G => {
            let setup = order.setup::<G>()?;
            let range = G::players(&setup.rules);
            let players = setup.names.len();
            let wanted = self.players.filter(|wanted| *wanted != players);
            wanted.map_or_else(|| enough::<G>(&setup.rules, players), |wanted| Err(not_so_many::<G>(&range, wanted)))?;
            TableInfo {
                game: G::INFO.id.to_owned(),
                title: title(&setup),
                rules: setup.rules.differences(),
                hears: G::INFO.hears,
                players,
                fewest: *range.start(),
                most: *range.end(),
            }
        }))
    }
}

/// Whether that many can play by these rules.
fn enough<G: Game>(rules: &G::Rules, players: usize) -> Result<(), BadOrder> {
    let range = G::players(rules);
    if range.contains(&players) { Ok(()) } else { Err(not_so_many::<G>(&range, players)) }
}

fn not_so_many<G: Game>(range: &RangeInclusive<usize>, players: usize) -> BadOrder {
    let (min, max) = (*range.start(), *range.end());
    BadOrder::Setup(BadSetup::Players { game: G::INFO.name, players, min, max })
}

fn within(what: &'static str, seconds: Option<u32>, from: u32, to: u32) -> Result<(), BadTable> {
    match seconds {
        Some(found) if !(from..=to).contains(&found) => Err(BadTable::Seconds { what, from, to, found }),
        _ => Ok(()),
    }
}

/// What is played, by the name people know it by: some presets are games in their own right.
pub(crate) fn title<G: Game>(setup: &Setup<G>) -> String {
    match setup.rules.as_preset() {
        Some(preset) if preset.is_game => preset.title.to_owned(),
        _ => G::INFO.name.to_owned(),
    }
}
