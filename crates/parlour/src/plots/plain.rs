//! Any game: what results there are, and who wins.

use bots::BotStrategy;
use engine::{Present, Setup};

use super::Album;
use super::figure::{Content, Panel};
use super::tally::{Tally, shares};
use crate::game_run::GameRun;

/// An empty album.
pub fn album<G: BotStrategy + Present>(setup: &Setup<G>) -> Box<dyn Album<G>> {
    let wins = vec![0.0; setup.names.len()];
    Box::new(Results { unit: G::unit(&setup.rules), results: Tally::default(), games: 0, wins })
}

struct Results {
    unit: &'static str,
    results: Tally,
    games: u64,
    /// By seat.
    wins: Vec<f64>,
}

impl<G: BotStrategy> Album<G> for Results {
    fn add(&mut self, bout: &GameRun<G>) {
        let Some(outcome) = &bout.outcome else { return };
        self.games += 1;
        outcome.scores.iter().for_each(|&score| self.results.add(score.into()));
        for winner in &outcome.winners {
            self.wins[winner.index()] += 1.0 / outcome.winners.len() as f64;
        }
    }

    fn panels(&self) -> Vec<Panel> {
        let players = self.wins.len();
        let results = Panel {
            title: "What players end with".to_owned(),
            note: format!("mean {:.1}", self.results.mean()),
            across: format!("result ({})", self.unit),
            up: "share of results (%)".to_owned(),
            content: self.results.histogram(60),
        };
        let seats = (0..players).map(|seat| seat.to_string()).collect();
        let wins = Panel {
            title: "Who wins".to_owned(),
            note: "whiskers: 95 % interval; dashed: equal shares".to_owned(),
            across: "seat".to_owned(),
            up: "share of wins (%)".to_owned(),
            content: Content::Bars {
                bars: shares(seats, &self.wins, self.games),
                even: Some(100.0 / players as f64),
            },
        };
        vec![results, wins]
    }
}

#[cfg(test)]
mod tests {
    use engine::{Name, Seed};
    use games::aces_up::AcesUp;

    use super::*;
    use crate::game_run::{self, Lineup};

    #[test]
    fn any_game_can_be_drawn() {
        let names = vec![Name::new("Ann").unwrap()];
        let setup = Setup::<AcesUp> { names, ..Setup::new(Seed::from_number(1)) };
        let lineup = Lineup::new(&[bots::Level::Random], 1, 1).unwrap();
        let mut album = album(&setup);
        (0..5).for_each(|number| album.add(&game_run::play(&setup, &lineup, number, false)));
        let panels = album.panels();
        assert_eq!(panels.len(), 2);
        assert_eq!(panels[0].across, "result (cards discarded)");
    }
}
