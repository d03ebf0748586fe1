//! Aces Up: how many cards are discarded.

use engine::Setup;
use games::aces_up::AcesUp;

use super::PlotCollector;
use super::figure::Panel;
use super::tally::Tally;
use crate::game_run::GameRun;
use crate::stats::share;

/// An empty collector.
pub fn collector(_: &Setup<AcesUp>) -> Box<dyn PlotCollector<AcesUp>> {
    Box::new(Scores::default())
}

#[derive(Default)]
struct Scores {
    scores: Tally,
    won: f64,
}

impl PlotCollector<AcesUp> for Scores {
    fn add(&mut self, run: &GameRun<AcesUp>) {
        let Some(outcome) = &run.outcome else { return };
        outcome.scores.iter().for_each(|&score| self.scores.add(score.into()));
        self.won += outcome.winners.len() as f64;
    }

    fn panels(&self) -> Vec<Panel> {
        let won = share(self.won, self.scores.total());
        vec![Panel {
            title: "How many cards are discarded".to_owned(),
            note: format!(
                "won (48 cards): {:.2} % of games, 95 % interval {:.2} % to {:.2} %; mean {:.1} cards",
                100.0 * won.share,
                100.0 * won.low,
                100.0 * won.high,
                self.scores.mean()
            ),
            across: "score (cards discarded)".to_owned(),
            up: "share of games (%)".to_owned(),
            content: self.scores.histogram(60),
        }]
    }
}
