//! `parlour marks`: whether better players get better marks in an analysis.

use std::fmt::Write as _;
use std::time::Instant;

use bots::analysis::{self, Effort};
use bots::{BotStrategy, Level};
use engine::{Present, Seat, Setup, Viewer};
use games::with_game;
use rayon::prelude::*;

use crate::cli::MarksArgs;
use crate::failure::{Failure, Result};
use crate::game_run::{self, Lineup};
use crate::stats::{Mean, Sum};
use crate::{print, progress, setup};

/// Plays, analyses and compares.
pub fn run(args: &MarksArgs) -> Result {
    let (game, preset) = setup::find(&args.game)?;
    with_game!(game, G => marks::<G>(preset, args))
}

/// What the games of one level came to.
struct Marks {
    level: Level,
    /// The loss per decision, of each game.
    loss: Mean,
    decisions: usize,
    seconds: f64,
}

fn marks<G: BotStrategy + Present>(preset: Option<&str>, args: &MarksArgs) -> Result {
    if !G::has_choices() {
        let text = format!("nobody has anything to decide in {}, so there is nothing to mark", G::INFO.name);
        return Err(Failure::usage(text));
    }
    let setup = setup::setup::<G>(preset, &args.by, None, "Seat 0")?;
    let iterations = args.iterations.unwrap_or_else(G::usual_iterations);
    let bar = progress::bar(args.games * Level::ALL.len() as u64, "games");
    let mut rows = Vec::new();
    for level in Level::ALL {
        let mut levels = vec![Level::Club; setup.names.len()];
        levels[0] = level;
        let lineup = Lineup::new(&levels, levels.len(), iterations)?;
        let started = Instant::now();
        let games: Vec<(f64, usize)> = (0..args.games)
            .into_par_iter()
            .map(|number| {
                let marks = game(&setup, &lineup, number, args.samples, iterations);
                bar.inc(1);
                marks
            })
            .collect::<Result<_>>()?;
        let decisions = games.iter().map(|(_, decisions)| decisions).sum();
        let played = games.iter().filter(|(_, decisions)| *decisions > 0);
        let loss: Sum = played.map(|(loss, decisions)| loss / *decisions as f64).collect();
        rows.push(Marks {
            level,
            loss: loss.mean_of_deals(),
            decisions,
            seconds: started.elapsed().as_secs_f64(),
        });
    }
    bar.finish_and_clear();
    print(text::<G>(&rows, args).as_bytes())?;
    for row in &rows {
        let each = 1000.0 * row.seconds / row.decisions.max(1) as f64;
        eprintln!("{}: {:.2} s with the games, {each:.1} ms per decision", row.level, row.seconds);
    }
    Ok(())
}

/// The losses of seat 0 in one game, together, and its number of decisions.
fn game<G: BotStrategy + Present>(
    setup: &Setup<G>,
    lineup: &Lineup,
    number: u64,
    samples: u32,
    iterations: u32,
) -> Result<(f64, usize)> {
    let record = game_run::record(setup, lineup, number)?;
    let seed = record.seed.child(u64::MAX);
    let (table, moments) = analysis::moments::<G>(&record, Seat::FIRST).map_err(Failure::failed)?;
    let effort = Effort { samples, iterations, seed };
    let seating = table.seating(Viewer::Seat(Seat::FIRST));
    let judge = |moment| analysis::judge(moment, Seat::FIRST, &seating, &effort);
    Ok((moments.iter().map(|moment| judge(moment).loss.value).sum(), moments.len()))
}

fn text<G: BotStrategy + Present>(rows: &[Marks], args: &MarksArgs) -> String {
    let mut out = format!(
        "{}: seat 0 of each level against club bots, {} each, the same deals. Losses in {}.\n\n\
         level   decisions  mean loss per decision (95 % interval)\n",
        G::INFO.name,
        engine::counted(args.games, "game", "games"),
        G::measure()
    );
    for Marks { level, loss, decisions, .. } in rows {
        let [mean, low, high] = [loss.mean, loss.low, loss.high].map(|share| 100.0 * share);
        let _ = writeln!(out, "{level:<8}{decisions:>9}  {mean:.3} % ({low:.3} to {high:.3})");
    }
    out
}
