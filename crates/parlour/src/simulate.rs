//! `parlour simulate`: many games, at random or by bots, summed up, traced and plotted if asked.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;
use std::sync::mpsc;
use std::time::Instant;

use bots::{BotStrategy, Level};
use engine::options::AsMap;
use engine::{Game, Outcome, Present, Setup};
use games::with_game;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::cli::{MergeCommand, SimulateArgs, SimulateMergeArgs};
use crate::failure::{Failure, Result};
use crate::files::AtomicFile;
use crate::game_run::{self, GameRun, Headlines, Keep, Lineup};
use crate::parts::{Findings, Head, Study};
use crate::plots::{Plot, PlotCollector, PlottedGame};
use crate::stats::{Mean, Share, Sum, share};
use crate::{files, print, progress, setup};

/// Games played between two looks at the progress bar; their traces wait in memory.
const BATCH: u64 = 512;
/// The same for games that take microseconds and of which nothing is kept.
const QUICK_BATCH: u64 = 16_384;
/// Into how many pieces for each core a batch is cut.
const PIECES: u64 = 32;

/// Simulates.
pub fn run(args: &SimulateArgs) -> Result {
    if let Some(MergeCommand::Merge(args)) = &args.command {
        return merge(args);
    }
    let (game, preset) = setup::find(args.game.as_deref().unwrap_or_default())?;
    with_game!(game, G => simulate::<G>(preset, args))
}

fn simulate<G: PlottedGame>(preset: Option<&str>, args: &SimulateArgs) -> Result {
    let options = &args.options;
    let setup = setup::setup::<G>(preset, &options.by, options.players, "Seat 0")?;
    let lineup =
        Lineup::new(&args.bots, setup.names.len(), args.iterations.unwrap_or_else(G::usual_iterations))?;
    files::try_path(args.spread.part.as_deref())?;
    let plot = args.plot.as_deref().map(Plot::begin).transpose()?;
    let mut draft = args.trace.as_deref().map(AtomicFile::begin).transpose()?;
    let mut collector = plot.is_some().then(|| G::collector(&setup));
    let started = Instant::now();
    let part = args.spread.shard.map_or(0..args.games, |shard| shard.of(args.games));
    let totals = gather::<G>(&setup, &lineup, part.clone(), draft.as_mut(), collector.as_deref_mut())?;
    draft.map_or(Ok(()), AtomicFile::finish)?;
    if let (Some(plot), Some(collector)) = (plot, collector) {
        plot.finish(&collector.figure(&setup, &lineup, args.games, options.by.seed.as_deref()))?;
    }
    let shown = totals.show(&setup, &lineup, args.json);
    // Time is no result: it goes where it cannot spoil a comparison of two outputs.
    let seconds = started.elapsed().as_secs_f64();
    if !args.json {
        eprintln!(
            "{} games in {seconds:.2} s, {:.0} games per second",
            totals.games,
            totals.games as f64 / seconds.max(1e-9)
        );
    }
    let Some(path) = &args.spread.part else { return shown };
    let (bots, iterations) =
        (lineup.seat_players().iter().map(ToString::to_string).collect(), lineup.iterations());
    Study::new(&setup, bots, iterations, args.games, args.games, part, totals).write(path)?;
    shown
}

/// Puts the parts of a run together.
fn merge(args: &SimulateMergeArgs) -> Result {
    let mut parts = Study::<Totals>::read_all(&args.files)?.into_iter();
    let Some(mut whole) = parts.next() else { return Err(Failure::usage("name the files to merge")) };
    parts.for_each(|part| whole.findings.join(&part.findings));
    let Study { head, findings: totals } = whole;
    let Some(game) = head.game() else { return Err(Failure::failed("the game is not known")) };
    let level = |bot: &String| bot.parse::<Level>().map_err(Failure::failed);
    let levels = head.bots.iter().map(level).collect::<Result<Vec<_>>>()?;
    let lineup = Lineup::new(&levels, head.players, head.iterations)?;
    with_game!(game, G => totals.show(&head.setup::<G>()?, &lineup, args.json))
}

/// Plays the games and sums them up; their steps go to the draft, what can be drawn to the collector.
pub fn gather<G: BotStrategy + Present>(
    setup: &Setup<G>,
    lineup: &Lineup,
    games: Range<u64>,
    draft: Option<&mut AtomicFile>,
    collector: Option<&mut (dyn PlotCollector<G> + '_)>,
) -> Result<Totals> {
    let Some(draft) = draft else {
        return Ok(match collector {
            None => count_all(setup, lineup, games),
            collector => play_all(setup, lineup, games, Keep::Events, collector, |_| true),
        });
    };
    // Traces are written while the next games are played.
    std::thread::scope(|scope| {
        let (traces, written) = mpsc::sync_channel::<String>(BATCH as usize);
        let writer = scope.spawn(move || written.iter().try_for_each(|trace| draft.write(trace.as_bytes())));
        let totals =
            play_all(setup, lineup, games, Keep::Trace, collector, |trace| traces.send(trace).is_ok());
        drop(traces);
        writer.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        Ok(totals)
    })
}

/// Plays the games in any order, on all cores: sums come out the same. Nothing is kept of a game.
fn count_all<G: BotStrategy + Present>(setup: &Setup<G>, lineup: &Lineup, games: Range<u64>) -> Totals {
    let batch = if lineup.is_random() { QUICK_BATCH } else { BATCH };
    let bar = progress::bar(games.end - games.start, "games");
    let count = |games: Range<u64>| {
        let (mut totals, mut headlines) = (Totals::new(setup.names.len()), Headlines::new());
        for number in games {
            let (decisions, outcome) = game_run::count::<G>(setup, lineup, number, &mut headlines);
            totals.add(decisions, outcome.as_ref());
        }
        totals.add_headlines(&headlines);
        totals
    };
    let mut totals = Totals::new(setup.names.len());
    for first in games.clone().step_by(batch as usize) {
        let end = first + batch.min(games.end - first);
        // Many more pieces than cores, so that all cores are done at about the same time.
        let piece = (end - first).div_ceil(PIECES * rayon::current_num_threads() as u64);
        let starts = (0..(end - first).div_ceil(piece)).into_par_iter().map(|index| first + index * piece);
        let part = starts.map(|start| count(start..end.min(start + piece))).reduce_with(|mut one, other| {
            one.join(&other);
            one
        });
        part.iter().for_each(|part| totals.join(part));
        bar.inc(end - first);
    }
    bar.finish_and_clear();
    totals
}

/// Plays the games in order of their numbers, as far as anyone can tell. It stops early if a trace is not wanted any more.
fn play_all<G: BotStrategy + Present>(
    setup: &Setup<G>,
    lineup: &Lineup,
    games: Range<u64>,
    keep: Keep,
    mut collector: Option<&mut (dyn PlotCollector<G> + '_)>,
    mut traced: impl FnMut(String) -> bool,
) -> Totals {
    let bar = progress::bar(games.end - games.start, "games");
    let mut totals = Totals::new(setup.names.len());
    let mut headlines = Headlines::<G>::new();
    let mut runs: Vec<GameRun<G>> = Vec::new();
    for first in games.clone().step_by(BATCH as usize) {
        let count = BATCH.min(games.end - first) as usize;
        let play = |index| game_run::play::<G>(setup, lineup, first + index as u64, keep);
        (0..count).into_par_iter().map(play).collect_into_vec(&mut runs);
        for run in &mut runs {
            totals.add(run.decisions, run.outcome.as_ref());
            run.events.iter().for_each(|event| headlines.count(event));
            if keep == Keep::Trace && !traced(std::mem::take(&mut run.trace)) {
                bar.finish_and_clear();
                return totals;
            }
            if let Some(collector) = &mut collector {
                collector.add(run);
            }
        }
        bar.inc(runs.len() as u64);
    }
    bar.finish_and_clear();
    totals.add_headlines(&headlines);
    totals
}

/// What was worth counting, and how often it happened.
type HeadlineCounts = BTreeMap<Cow<'static, str>, u64>;

/// What the games came to. Everything is a sum of whole numbers, so parts add up to the same as the whole.
#[derive(Serialize, Deserialize)]
pub struct Totals {
    games: u64,
    /// How often each seat won alone, with one other, with two others, and so on.
    wins: Vec<Vec<u64>>,
    scores: Vec<Sum>,
    decisions: Sum,
    headlines: HeadlineCounts,
    broken_off: u64,
}

impl Findings for Totals {
    const KIND: &'static str = "simulated";
    const UNIT: &'static str = "games";

    fn is_sound(&self, head: &Head) -> bool {
        let (games, players) = (head.count(), head.players);
        let over = games.checked_sub(self.broken_off);
        let counts = |won: &Vec<u64>| {
            let all = won.iter().try_fold(0_u64, |sum, count| sum.checked_add(*count));
            won.len() == players && all.is_some_and(|all| Some(all) <= over)
        };
        // A headline is shown, so it must not change the terminal.
        let is_readable = |headline: &Cow<str>| !headline.contains(char::is_control);
        self.games == games
            && head.bots.len() == players
            && head.bots.iter().all(|bot| bot.parse::<Level>().is_ok())
            && self.headlines.keys().all(is_readable)
            && self.decisions.number() == games
            && (self.wins.len(), self.scores.len()) == (players, players)
            && self.wins.iter().all(counts)
            && self.scores.iter().all(|scores| Some(scores.number()) == over)
    }
}

impl Totals {
    fn new(players: usize) -> Self {
        Self {
            games: 0,
            wins: vec![vec![0; players]; players],
            scores: vec![Sum::EMPTY; players],
            decisions: Sum::EMPTY,
            headlines: BTreeMap::new(),
            broken_off: 0,
        }
    }

    /// Adds what other games came to.
    fn join(&mut self, other: &Self) {
        self.games = self.games.saturating_add(other.games);
        self.broken_off = self.broken_off.saturating_add(other.broken_off);
        self.decisions = self.decisions.and(other.decisions);
        for (sum, more) in self.wins.iter_mut().flatten().zip(other.wins.iter().flatten()) {
            *sum = sum.saturating_add(*more);
        }
        for (sum, more) in self.scores.iter_mut().zip(&other.scores) {
            *sum = sum.and(*more);
        }
        for (headline, count) in &other.headlines {
            let sum = self.headlines.entry(headline.clone()).or_insert(0);
            *sum = sum.saturating_add(*count);
        }
    }

    fn add(&mut self, decisions: u64, outcome: Option<&Outcome>) {
        self.games += 1;
        self.decisions.add(decisions as f64);
        self.broken_off += u64::from(outcome.is_none());
        if let Some(outcome) = outcome {
            for winner in &outcome.winners {
                self.wins[winner.index()][outcome.winners.len() - 1] += 1;
            }
            for (sum, &score) in self.scores.iter_mut().zip(&outcome.scores) {
                sum.add(score.into());
            }
        }
    }

    fn add_headlines<G: Present>(&mut self, headlines: &Headlines<G>) {
        for (headline, count) in headlines.counts() {
            *self.headlines.entry(Cow::Borrowed(headline)).or_insert(0) += count;
        }
    }

    fn show<G: Game>(&self, setup: &Setup<G>, lineup: &Lineup, json: bool) -> Result {
        let text = if json { format!("{}\n", self.json(setup, lineup)) } else { self.text(setup, lineup) };
        print(text.as_bytes())
    }

    fn seats(&self) -> impl Iterator<Item = (usize, Share, Mean)> + '_ {
        let seats = self.wins.iter().zip(&self.scores).enumerate();
        // Joint winners share the win, so that the shares of all seats add up.
        let won = |wins: &[u64]| -> f64 {
            wins.iter().enumerate().map(|(others, &count)| count as f64 / (others + 1) as f64).sum()
        };
        seats.map(move |(seat, (wins, score))| (seat, share(won(wins), self.games), score.mean()))
    }

    fn per_game(&self) -> BTreeMap<&str, f64> {
        self.headlines
            .iter()
            .map(|(name, &count)| (name.as_ref(), count as f64 / self.games as f64))
            .collect()
    }

    fn json<G: Game>(&self, setup: &Setup<G>, lineup: &Lineup) -> serde_json::Value {
        let seats: Vec<serde_json::Value> = self
            .seats()
            .map(|(seat, wins, score)| serde_json::json!({ "seat": seat, "wins": wins, "score": score }))
            .collect();
        let mut summary = serde_json::json!({
            "game": G::INFO.id,
            "rules": AsMap(&setup.rules),
            "players": setup.names.len(),
            "seed": setup.seed,
            "games": self.games,
            "seats": seats,
            "decisions": self.decisions.mean(),
            "per_game": self.per_game(),
        });
        if !lineup.is_random() {
            let levels: Vec<String> = lineup.seat_players().iter().map(ToString::to_string).collect();
            summary["bots"] = levels.into();
        }
        if self.broken_off > 0 {
            summary["broken_off"] = self.broken_off.into();
        }
        summary
    }

    fn text<G: Game>(&self, setup: &Setup<G>, lineup: &Lineup) -> String {
        let mut text = format!(
            "{}, {}, {}, {} {}, seed {}\n\n",
            G::INFO.name,
            engine::counted(setup.names.len(), "player", "players"),
            setup::rules_line(setup),
            engine::counted(self.games, "game", "games"),
            lineup.describe(),
            setup.seed,
        );
        let _ = writeln!(text, "seat   win share  (95 % interval)      mean score  (95 % interval)");
        for (seat, wins, score) in self.seats() {
            let _ = writeln!(
                text,
                "{seat:>4}   {:>7.2} %  ({:.2} % to {:.2} %)   {:>8.2}  ({:.2} to {:.2})",
                100.0 * wins.share,
                100.0 * wins.low,
                100.0 * wins.high,
                score.mean,
                score.low,
                score.high,
            );
        }
        let length = self.decisions.mean();
        let _ = writeln!(
            text,
            "\nlength: {:.1} decisions per game ({:.1} to {:.1}), least {:.0}, most {:.0}",
            length.mean, length.low, length.high, length.least, length.most
        );
        for (name, count) in self.per_game() {
            let _ = writeln!(text, "{name}: {count:.3} per game");
        }
        if self.broken_off > 0 {
            let games = engine::counted(self.broken_off, "game was", "games were");
            let _ = writeln!(
                text,
                "{games} broken off without an end, after {} decisions at most",
                game_run::LONGEST
            );
        }
        text
    }
}
