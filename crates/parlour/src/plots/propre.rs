//! Propreantepenultimate Card: how long games take, and who wins them.

use engine::Setup;
use games::propre::{Event, Propre};

use super::PlotCollector;
use super::figure::{Content, Panel};
use super::tally::{Tally, left_of, places, shares};
use crate::game_run::GameRun;

/// An empty collector.
pub fn collector(setup: &Setup<Propre>) -> Box<dyn PlotCollector<Propre>> {
    Box::new(Games { turns: Tally::default(), wins: vec![0.0; setup.names.len()] })
}

struct Games {
    turns: Tally,
    /// By place, from the dealer to the left.
    wins: Vec<f64>,
}

impl PlotCollector<Propre> for Games {
    fn add(&mut self, run: &GameRun<Propre>) {
        let Some(outcome) = &run.outcome else { return };
        let turns = run.events.iter().filter(|event| matches!(event, Event::Turn { .. })).count();
        self.turns.add(turns as i64);
        let dealt = run.events.iter().find_map(|event| match event {
            Event::Deal { dealer, .. } => Some(*dealer),
            _ => None,
        });
        let players = self.wins.len();
        if let (Some(dealer), Some(winner)) = (dealt, outcome.winners.first()) {
            self.wins[left_of(dealer, *winner, players)] += 1.0;
        }
    }

    fn panels(&self) -> Vec<Panel> {
        let players = self.wins.len();
        vec![
            Panel {
                title: "How long a game takes".to_owned(),
                note: format!(
                    "mean {:.1} turns; half of all games within {:.0}, 95 % within {:.0}",
                    self.turns.mean(),
                    self.turns.quantile(0.5),
                    self.turns.quantile(0.95)
                ),
                across: "length (turns)".to_owned(),
                up: "share of games (%)".to_owned(),
                content: self.turns.histogram(40),
            },
            Panel {
                title: "Who wins".to_owned(),
                note: "whiskers: 95 % interval; dashed: equal shares".to_owned(),
                across: "seats to the left of the dealer".to_owned(),
                up: "share of wins (%)".to_owned(),
                content: Content::Bars {
                    bars: shares(places(players), &self.wins, self.turns.total()),
                    even: Some(100.0 / players as f64),
                },
            },
        ]
    }
}
