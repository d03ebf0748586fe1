//! Any game: what results there are or how long it takes, and who wins.

use bots::BotStrategy;
use engine::{Present, Setup};

use super::PlotCollector;
use super::figure::{Content, Panel};
use super::tally::{Tally, shares};
use crate::game_run::GameRun;

/// The share of games that is drawn: the few that take longest would leave no room for the others.
const DRAWN: f64 = 0.99;

/// An empty collector.
pub fn collector<G: BotStrategy + Present>(setup: &Setup<G>) -> Box<dyn PlotCollector<G>> {
    let wins = vec![0.0; setup.names.len()];
    Box::new(Results {
        unit: G::unit(&setup.rules),
        results: Tally::default(),
        lengths: Tally::default(),
        games: 0,
        wins,
    })
}

struct Results {
    unit: &'static str,
    results: Tally,
    /// In actions of all players.
    lengths: Tally,
    games: u64,
    /// By seat.
    wins: Vec<f64>,
}

impl Results {
    fn results(&self) -> Panel {
        Panel {
            title: "What players end with".to_owned(),
            note: format!("mean {:.1}", self.results.mean()),
            across: format!("result ({})", self.unit),
            up: "share of results (%)".to_owned(),
            content: self.results.histogram(60),
        }
    }

    fn lengths(&self) -> Panel {
        let [half, most, longest] = [0.5, DRAWN, 1.0].map(|share| self.lengths.quantile(share));
        let mean = self.lengths.mean();
        Panel {
            title: "How long a game takes".to_owned(),
            note: format!(
                "mean {mean:.0}, half within {half}, {} % within {most} (drawn), longest {longest}",
                100.0 * DRAWN
            ),
            across: "turns of all players".to_owned(),
            up: "share of games (%)".to_owned(),
            content: self.lengths.up_to(most as i64).histogram(60),
        }
    }

    fn wins(&self) -> Panel {
        let players = self.wins.len();
        let seats = (0..players).map(|seat| seat.to_string()).collect();
        Panel {
            title: "Who wins".to_owned(),
            note: "whiskers: 95 % interval; dashed: equal shares".to_owned(),
            across: "seat".to_owned(),
            up: "share of wins (%)".to_owned(),
            content: Content::Bars {
                bars: shares(seats, &self.wins, self.games),
                even: Some(100.0 / players as f64),
            },
        }
    }
}

impl<G: BotStrategy> PlotCollector<G> for Results {
    fn add(&mut self, run: &GameRun<G>) {
        let Some(outcome) = &run.outcome else { return };
        self.games += 1;
        self.lengths.add(run.decisions as i64);
        outcome.scores.iter().for_each(|&score| self.results.add(score.into()));
        for winner in &outcome.winners {
            self.wins[winner.index()] += 1.0 / outcome.winners.len() as f64;
        }
    }

    /// Where nobody chooses anything, the length of a game is all that there is to tell.
    fn panels(&self) -> Vec<Panel> {
        vec![if G::has_choices() { self.results() } else { self.lengths() }, self.wins()]
    }
}

#[cfg(test)]
mod tests {
    use engine::Game as _;
    use engine::{Name, Seed};
    use games::{AnyGame, with_game};

    use super::*;
    use crate::game_run::{self, Keep, Lineup};

    #[test]
    fn any_game_can_be_drawn() {
        for &game in AnyGame::ALL {
            with_game!(game, G => {
                let names = vec![Name::new("Ann").unwrap(); game.info().usual_players];
                let setup = Setup::<G> { names, ..Setup::new(Seed::from_number(1)) };
                let lineup = Lineup::new(&[bots::Level::Random], setup.names.len(), 1).unwrap();
                let mut collector = collector(&setup);
                (0..5).for_each(|number| collector.add(&game_run::play(&setup, &lineup, number, Keep::Events)));
                let panels = collector.panels();
                assert_eq!(panels.len(), 2);
                let result = format!("result ({})", G::unit(&setup.rules));
                assert_eq!(panels[0].across, if G::has_choices() { &result } else { "turns of all players" });
            });
        }
    }
}
