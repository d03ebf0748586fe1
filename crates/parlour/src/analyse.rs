//! `parlour analyse`: what each decision of a recorded game was worth, from what its player could know.

use std::fmt::Write as _;
use std::time::Instant;

use bots::{BotStrategy, SolverMemory};
use engine::{Record, Seating};
use games::{AnyGame, with_game};
use rayon::prelude::*;
use tables::{Analysis, Effort, Interval, Judged};

use crate::cli::{AnalyseArgs, EffortArgs};
use crate::failure::{Failure, Result};
use crate::plots::Plot;
use crate::plots::figure::{Content, Figure, Panel, Point};
use crate::{files, print, progress, setup};

/// Memory of the solver, in bytes.
const MEMORY: usize = 256 << 20;

/// Analyses a recorded game.
pub fn run(args: &AnalyseArgs) -> Result {
    let failed = |reason: String| Failure::failed(format!("{}: {reason}", args.file.display()));
    let record = Record::read(&files::read(&args.file)?).map_err(|error| failed(error.to_string()))?;
    let seat = args.seat.unwrap_or(0);
    let plot = args.plot.as_deref().map(Plot::begin).transpose()?;
    let effort = effort(&args.effort, &record)?;
    let analysis = Analysis::load(&record, seat, effort).map_err(|error| match error {
        tables::BadAnalysis::Seat { .. } => Failure::usage(error),
        error => failed(error.to_string()),
    })?;
    let started = Instant::now();
    let judged = judge_all(&analysis);
    let seconds = started.elapsed().as_secs_f64();
    let report = Report {
        marked: Analysis::costliest(&judged),
        exactly: analysis.exactly(&mut SolverMemory::new(MEMORY)),
        measure: analysis.measure(),
        name: Seating { names: &record.players, you: None }
            .name(engine::Seat::new(seat).unwrap_or(engine::Seat::FIRST))
            .to_string(),
        judged,
        seat,
        record: &record,
    };
    if let Some(plot) = plot {
        plot.finish(&report.figure())?;
    }
    let text = if args.json { format!("{}\n", report.json()) } else { report.text() };
    print(text.as_bytes())?;
    if !args.json && !report.judged.is_empty() {
        let each = 1000.0 * seconds / report.judged.len().max(1) as f64;
        eprintln!("{} in {seconds:.2} s, {each:.0} ms each", counted(report.judged.len()));
    }
    Ok(())
}

fn counted(number: usize) -> String {
    engine::counted(number, "decision", "decisions")
}

/// How much is thought, by these flags; what is not said follows from the record, so that two runs agree.
pub fn effort(args: &EffortArgs, record: &Record) -> Result<impl Fn(AnyGame) -> Effort + use<>> {
    let seed = match &args.seed {
        Some(text) => setup::seed(Some(text))?,
        None => record.seed.child(u64::MAX),
    };
    let (samples, iterations) = (args.samples, args.iterations);
    Ok(move |game| {
        let usual = || with_game!(game, G => G::usual_iterations());
        Effort { samples, iterations: iterations.unwrap_or_else(usual), seed }
    })
}

/// Every decision, judged on all cores.
pub fn judge_all(analysis: &Analysis) -> Vec<Judged> {
    let bar = progress::bar(analysis.len() as u64, "decisions");
    let judge = |index| {
        let judged = analysis.judge(index);
        bar.inc(1);
        judged
    };
    let judged = (0..analysis.len()).into_par_iter().filter_map(judge).collect();
    bar.finish_and_clear();
    judged
}

/// What an analysis tells.
struct Report<'a> {
    record: &'a Record,
    seat: usize,
    name: String,
    judged: Vec<Judged>,
    marked: Vec<usize>,
    exactly: Option<String>,
    measure: &'static str,
}

impl Report<'_> {
    fn mean_loss(&self) -> f64 {
        self.judged.iter().map(|judged| judged.loss.value).sum::<f64>() / self.judged.len().max(1) as f64
    }

    fn text(&self) -> String {
        if self.judged.is_empty() {
            return format!(
                "{}, seat {}: nothing was yours to decide. You did everything right, and so did everyone else; \
                 the cards decided it.\n",
                self.name, self.seat
            );
        }
        let mut out = String::new();
        let _ = writeln!(
            out,
            "{}, seat {}: {}, judged from what they could know. Intervals hold with 95 % confidence.",
            self.name,
            self.seat,
            counted(self.judged.len())
        );
        for (place, judged) in self.judged.iter().enumerate() {
            self.tell(&mut out, place, judged);
        }
        let _ = writeln!(
            out,
            "\nMean loss per decision: {:.2} %. Losses are measured in {}.",
            100.0 * self.mean_loss() + 0.0,
            self.measure
        );
        match &self.marked[..] {
            [] => drop(writeln!(out, "No decision clearly cost anything.")),
            marked => {
                let numbers: Vec<String> =
                    marked.iter().map(|&place| self.judged[place].number.to_string()).collect();
                let _ = writeln!(out, "Costliest: action {}.", numbers.join(", "));
            }
        }
        if let Some(exactly) = &self.exactly {
            let _ = writeln!(out, "With every card known: {exactly}");
        }
        out
    }

    fn tell(&self, out: &mut String, place: usize, judged: &Judged) {
        let mark = if self.marked.contains(&place) { "*" } else { " " };
        let (number, done, expert) = (judged.number, judged.done(), judged.expert());
        let between = if judged.act == judged.best { " " } else { "\n       " };
        let _ = writeln!(out, "{mark}{number:>4}. {done}{between}{expert}");
    }

    fn json(&self) -> serde_json::Value {
        let marked: Vec<usize> = self.marked.iter().map(|&place| self.judged[place].number).collect();
        serde_json::json!({
            "game": self.record.game, "seat": self.seat, "decisions": self.judged, "costliest": marked,
            "mean_loss": self.mean_loss(), "measure": self.measure, "exactly": self.exactly,
        })
    }

    fn figure(&self) -> Figure {
        let point = |(place, judged): (usize, &Judged)| {
            let Interval { value, low, high } = judged.after;
            Point {
                at: judged.number as f64,
                value: 100.0 * value,
                low: 100.0 * low,
                high: 100.0 * high,
                mark: self.marked.contains(&place),
            }
        };
        let panel = Panel {
            title: "Chance to win after each decision".to_owned(),
            note: "lines: 95 % interval; dots: the costliest decisions".to_owned(),
            across: "action of the record".to_owned(),
            up: "chance to win, in percent".to_owned(),
            content: Content::Course(self.judged.iter().enumerate().map(point).collect()),
        };
        Figure {
            title: format!("{}: {}", self.record.game, self.name),
            made_from: format!("{} judged from what the player could know", counted(self.judged.len())),
            panels: vec![panel],
        }
    }
}
