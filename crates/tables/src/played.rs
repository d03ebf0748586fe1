//! A game that is played through again: no bots, no advice, no words. Little code, where all that runs a table would be
//! much to load.

use bots::BotStrategy;
use engine::scene::Scene;
use engine::table::Assists;
use engine::{BadRecord, Present, Record, Seat, Viewer};
use games::{AnyGame, with_game};
use protocol::{Refusal, Update};

use crate::host::{self, Hosted, TableHost};

/// What can be done with a game that is played through again.
pub trait ReplayedGame: Send + Sync {
    /// The number of the last change.
    fn seq(&self) -> u64;

    /// How many actions there are.
    fn actions(&self) -> usize;

    /// The actions after the first `kept`, in notation.
    fn actions_after(&self, kept: usize) -> Vec<(Seat, String)>;

    /// How often the player was helped.
    fn assists(&self) -> Assists;

    /// Does what the notation says.
    fn act(&mut self, seat: Seat, notation: &str) -> Result<(), Refusal>;

    /// What happened since that change, for this viewer.
    fn update(&self, viewer: Viewer, since: u64) -> Update;

    /// The table as this viewer sees it.
    fn scene(&self, viewer: Viewer) -> Scene;
}

/// Plays this number of a record's actions, or all of them; the whole record must hold.
pub fn play_through(record: &Record, actions: Option<usize>) -> Result<Box<dyn ReplayedGame>, BadRecord> {
    with_game!(recorded_game(record)?, G => Ok(Box::new(host::replayed::<G>(record, actions)?)))
}

/// The game that a record is of.
pub(crate) fn recorded_game(record: &Record) -> Result<AnyGame, BadRecord> {
    let found = AnyGame::find(&record.game).map(|(game, _)| game);
    found.filter(|game| game.info().id == record.game).ok_or_else(|| BadRecord::Game(record.game.clone()))
}

impl<G: BotStrategy + Present> ReplayedGame for Hosted<G> {
    fn seq(&self) -> u64 {
        TableHost::seq(self)
    }

    fn actions(&self) -> usize {
        TableHost::actions(self)
    }

    fn actions_after(&self, kept: usize) -> Vec<(Seat, String)> {
        TableHost::actions_after(self, kept)
    }

    fn assists(&self) -> Assists {
        TableHost::assists(self)
    }

    fn act(&mut self, seat: Seat, notation: &str) -> Result<(), Refusal> {
        TableHost::act(self, seat, notation)
    }

    fn update(&self, viewer: Viewer, since: u64) -> Update {
        TableHost::update(self, viewer, since)
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        TableHost::scene(self, viewer)
    }
}
