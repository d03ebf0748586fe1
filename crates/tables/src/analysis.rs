//! The analysis of a recorded game of any kind, in the words of a table.

use std::fmt;

use bots::advice::Slip;
use bots::analysis::{self, Effort, Estimate, Moment};
use bots::{BotStrategy, SolverMemory};
use engine::{BadRecord, Present, Record, Seat, Table, Viewer};
use games::{AnyGame, with_game};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Imagined games by which a decision is judged where nobody chose.
const SAMPLES: u32 = 400;

/// How much is thought about each decision where nobody chose. It follows from the record, so that two runs agree.
pub(crate) fn usual_effort(game: AnyGame, record: &Record) -> Effort {
    let iterations = with_game!(game, G => G::usual_iterations());
    Effort { samples: SAMPLES, iterations, seed: record.seed.child(u64::MAX) }
}

/// A number from −1 to 1, and the interval that holds it with 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The number.
    pub value: f64,
    /// Where the interval begins.
    pub low: f64,
    /// Where the interval ends.
    pub high: f64,
}

/// "34 % (31 to 37)".
impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [low, high] = [self.low, self.high].map(|end| (100.0 * end).round() + 0.0);
        write!(f, "{} ({low} to {high})", percent(self.value))
    }
}

/// "34 %".
pub fn percent(share: f64) -> String {
    // Nought has no sign.
    format!("{} %", (100.0 * share).round() + 0.0)
}

impl From<Estimate> for Interval {
    fn from(Estimate { value, low, high }: Estimate) -> Self {
        Self { value, low, high }
    }
}

/// What one decision was worth, from what the player could know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// Which action of the record it is, from 1.
    pub number: usize,
    /// What was done, in notation.
    pub act: String,
    /// What was done, as a button says it.
    pub label: String,
    /// What the expert would have done, in notation.
    pub best: String,
    /// What the expert would have done, as a button says it.
    pub best_label: String,
    /// Why the expert would have done it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The chance to win before, with the expert's choice.
    pub before: Interval,
    /// The chance to win after what was done.
    pub after: Interval,
    /// By how much the expert's choice is better ([`Analysis::measure`]).
    pub loss: Interval,
}

impl Judged {
    /// What was done, and what it left.
    pub fn done(&self) -> String {
        format!("{}. Chance {}.", self.label, self.after)
    }

    /// What the expert thinks of it.
    pub fn expert(&self) -> String {
        if self.act == self.best {
            return "The expert agrees.".to_owned();
        }
        let Self { best_label, before, loss, .. } = self;
        let cost = match () {
            () if loss.low > 0.0 => format!("better by {loss}"),
            () if loss.high < 0.0 => format!("not better after all: {loss}"),
            () => "about as good".to_owned(),
        };
        let why = self.why.as_ref().map_or_else(String::new, |why| format!(" {why}"));
        format!("The expert: {best_label}, chance {before}, {cost}.{why}")
    }
}

/// Why a game cannot be analysed.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum BadAnalysis {
    /// The record is refused.
    #[error(transparent)]
    Record(#[from] BadRecord),
    /// Nobody sat there.
    #[error("the record has seats 0 to {last}, not {seat}")]
    Seat {
        /// The seat that was asked for.
        seat: usize,
        /// The last seat.
        last: usize,
    },
}

/// One seat's decisions in a recorded game. Each can be judged on its own, in any order and on any thread.
pub struct Analysis {
    study: Box<dyn Study>,
}

trait Study: Send + Sync {
    fn len(&self) -> usize;
    fn judge(&self, index: usize) -> Option<Judged>;
    fn exactly(&self, memory: &mut SolverMemory) -> Option<String>;
    fn measure(&self) -> &'static str;
}

struct Studied<G: BotStrategy> {
    table: Table<G>,
    seat: Seat,
    moments: Vec<Moment<G>>,
    effort: Effort,
}

impl Analysis {
    /// Replays the record, and refuses it if the game did not happen.
    pub fn load(
        record: &Record,
        seat: usize,
        effort: impl Fn(AnyGame) -> Effort,
    ) -> Result<Self, BadAnalysis> {
        let last = record.players.len().saturating_sub(1);
        let there = Seat::new(seat).filter(|there| there.index() <= last);
        let seat = there.ok_or(BadAnalysis::Seat { seat, last })?;
        let known = AnyGame::ALL.iter().copied().find(|game| game.info().id == record.game);
        let game = known.ok_or_else(|| BadRecord::Game(record.game.clone()))?;
        let effort = effort(game);
        with_game!(game, G => {
            let (table, moments) = analysis::moments::<G>(record, seat)?;
            Ok(Self { study: Box::new(Studied { table, seat, moments, effort }) })
        })
    }

    /// The number of decisions.
    pub fn len(&self) -> usize {
        self.study.len()
    }

    /// Whether the seat had nothing to decide.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Judges one decision, counted from 0.
    pub fn judge(&self, index: usize) -> Option<Judged> {
        self.study.judge(index)
    }

    /// Where the game was lost, with every card known; none in a game that has no solver.
    pub fn exactly(&self, memory: &mut SolverMemory) -> Option<String> {
        self.study.exactly(memory)
    }

    /// What losses are measured in, after "in".
    pub fn measure(&self) -> &'static str {
        self.study.measure()
    }

    /// The places of the costliest decisions, the costliest first: at most three.
    pub fn costliest(judged: &[Judged]) -> Vec<usize> {
        let estimate = |Interval { value, low, high }| Estimate { value, low, high };
        let losses: Vec<Estimate> = judged.iter().map(|one| estimate(one.loss)).collect();
        analysis::costliest(&losses)
    }
}

impl<G: BotStrategy + Present> Study for Studied<G> {
    fn len(&self) -> usize {
        self.moments.len()
    }

    fn judge(&self, index: usize) -> Option<Judged> {
        let moment = self.moments.get(index)?;
        let seating = self.table.seating(Viewer::Seat(self.seat));
        let decision = analysis::judge(moment, self.seat, &seating, &self.effort);
        let label = |action| G::label(&moment.view, action, &seating);
        Some(Judged {
            number: decision.number,
            act: decision.action.to_string(),
            label: label(decision.action),
            best: decision.best.to_string(),
            best_label: label(decision.best),
            why: decision.why,
            before: decision.before.into(),
            after: decision.after.into(),
            loss: decision.loss.into(),
        })
    }

    fn exactly(&self, memory: &mut SolverMemory) -> Option<String> {
        let slip = analysis::exactly(&self.table, memory)?;
        Some(match slip {
            Slip::Here { number, action, instead } => {
                let instead: Vec<String> = instead.iter().map(ToString::to_string).collect();
                let better = match instead.is_empty() {
                    true => String::new(),
                    false => format!(" This would have won: {}.", instead.join(", ")),
                };
                format!("The deal could be won until action {number}, {action}.{better}")
            }
            Slip::Never => "The deal could not be won from the start.".to_owned(),
            Slip::NotLost => "The deal is won, or can still be.".to_owned(),
            Slip::Between { after, by } => {
                let from = after.map_or(1, |after| after + 1);
                format!("The deal was lost with one of the actions {from} to {by}.")
            }
            Slip::Unknown => "With the memory there is, that could not be found out.".to_owned(),
        })
    }

    fn measure(&self) -> &'static str {
        G::measure()
    }
}
