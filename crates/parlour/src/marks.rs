//! `parlour marks`: whether better players get better marks in an analysis.

use std::fmt::Write as _;
use std::time::Instant;

use bots::analysis::{self, Effort};
use bots::{BotStrategy, Level};
use engine::{Present, Seat, Setup};
use games::{AnyGame, ListedGame, with_game};
use rayon::prelude::*;

use crate::cli::MarksArgs;
use crate::failure::{Failure, Result};
use crate::game_run::{self, Lineup};
use crate::stats::{Mean, Sum};
use crate::{print, progress, setup};

/// Plays, analyses and compares: this game, or each in which there is something to decide.
pub fn run(args: &MarksArgs) -> Result {
    let Some(name) = &args.game else {
        let listed = ListedGame::all().into_iter().filter(|listed| listed.game.has_choices());
        return listed.enumerate().try_for_each(|(place, listed)| {
            print(if place > 0 { b"\n" } else { b"" })?;
            with_game!(listed.game, G => marks::<G>(listed.game, Some(listed.preset), args))
        });
    };
    let (game, preset) = setup::find(name)?;
    with_game!(game, G => marks::<G>(game, preset, args))
}

/// What seat 0 lost in one game.
struct Marked {
    loss: f64,
    decisions: usize,
    /// What the analysis took.
    seconds: f64,
}

/// The games of one level.
struct Marks {
    level: Level,
    games: Vec<Marked>,
}

impl Marks {
    fn decisions(&self) -> usize {
        self.games.iter().map(|game| game.decisions).sum()
    }

    /// The mean loss per decision. Games with many decisions count more, so that a game with two of them cannot blur it.
    fn mean(&self) -> f64 {
        self.games.iter().map(|game| game.loss).sum::<f64>() / self.decisions().max(1) as f64
    }

    /// What each game adds to the error of the mean. Decisions of one game are not independent; games are.
    fn errors(&self) -> impl Iterator<Item = f64> {
        let (mean, usual) = (self.mean(), self.decisions().max(1) as f64 / self.games.len().max(1) as f64);
        self.games.iter().map(move |game| (game.loss - mean * game.decisions as f64) / usual)
    }

    fn interval(&self) -> Mean {
        interval(self.mean(), self.errors())
    }

    /// By how much these are better than those, deal by deal.
    fn better_than(&self, others: &Self) -> Mean {
        let errors = others.errors().zip(self.errors()).map(|(theirs, ours)| theirs - ours);
        interval(others.mean() - self.mean(), errors)
    }
}

fn interval(value: f64, errors: impl Iterator<Item = f64>) -> Mean {
    let around = errors.collect::<Sum>().mean_of_deals();
    let half = (around.high - around.low) / 2.0;
    Mean { mean: value, low: value - half, high: value + half, ..around }
}

fn marks<G: BotStrategy + Present>(game: AnyGame, preset: Option<&str>, args: &MarksArgs) -> Result {
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
        let played = |number| {
            let marked = played(&setup, &lineup, number, args.samples, iterations);
            bar.inc(1);
            marked
        };
        rows.push(Marks {
            level,
            games: (0..args.games).into_par_iter().map(played).collect::<Result<_>>()?,
        });
    }
    bar.finish_and_clear();
    print(text(setup::title(game, &setup.rules), G::measure(), &rows).as_bytes())?;
    let decisions: usize = rows.iter().map(Marks::decisions).sum();
    let seconds: f64 = rows.iter().flat_map(|row| &row.games).map(|game| game.seconds).sum();
    eprintln!("{:.1} ms per decision, without the games", 1000.0 * seconds / decisions.max(1) as f64);
    Ok(())
}

/// What seat 0 loses in one game.
fn played<G: BotStrategy + Present>(
    setup: &Setup<G>,
    lineup: &Lineup,
    number: u64,
    samples: u32,
    iterations: u32,
) -> Result<Marked> {
    let record = game_run::record(setup, lineup, number)?;
    let started = Instant::now();
    let (_, moments) = analysis::moments::<G>(&record, Seat::FIRST).map_err(Failure::failed)?;
    let effort = Effort { samples, iterations, seed: record.seed.child(u64::MAX) };
    let loss = moments.iter().map(|moment| analysis::loss(moment, Seat::FIRST, &effort).value).sum();
    Ok(Marked { loss, decisions: moments.len(), seconds: started.elapsed().as_secs_f64() })
}

fn text(title: &str, measure: &str, rows: &[Marks]) -> String {
    let games = engine::counted(rows.first().map_or(0, |row| row.games.len()), "game", "games");
    let mut out = format!(
        "{title}: seat 0 of each level against club bots, {games} each, the same deals. Losses in {measure}.\n\n\
         level   decisions  mean loss per decision (95 % interval)  better than the row above by\n"
    );
    let shown = |mean: Mean| {
        let [mean, low, high] = [mean.mean, mean.low, mean.high].map(|share| 100.0 * share);
        format!("{mean:.3} % ({low:.3} to {high:.3})")
    };
    let mut weaker: Option<&Marks> = None;
    for row in rows {
        let (level, decisions, loss) = (row.level, row.decisions(), row.interval());
        let better = weaker.map_or_else(String::new, |weaker| shown(row.better_than(weaker)));
        let note = match weaker.map(Marks::interval) {
            Some(weaker) if loss.low > weaker.high => ", worse",
            Some(weaker) if loss.high >= weaker.low => ", intervals overlap",
            _ => "",
        };
        let line = format!("{level:<8}{decisions:>9}  {:<38}  {better}{note}", shown(loss));
        let _ = writeln!(out, "{}", line.trim_end());
        weaker = Some(row);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(level: Level, games: &[(f64, usize)]) -> Marks {
        let game = |&(loss, decisions)| Marked { loss, decisions, seconds: 0.0 };
        Marks { level, games: games.iter().map(game).collect() }
    }

    #[test]
    fn every_decision_counts_the_same() {
        let marks = row(Level::Club, &[(0.2, 1), (0.0, 9), (0.1, 10), (0.0, 0)]);
        assert!((marks.mean() - 0.015).abs() < 1e-9);
        assert!(marks.errors().sum::<f64>().abs() < 1e-9);
        let interval = marks.interval();
        assert!(interval.low < 0.015 && 0.015 < interval.high);
    }

    #[test]
    fn levels_are_compared_deal_by_deal() {
        let (weak, strong) = ([(0.5, 5), (1.5, 5), (0.1, 5)], [(0.4, 5), (1.4, 5), (0.0, 5)]);
        let (weak, strong) = (row(Level::Random, &weak), row(Level::Novice, &strong));
        let better = strong.better_than(&weak);
        assert!((better.low - 0.02).abs() < 1e-9 && (better.high - 0.02).abs() < 1e-9, "{better:?}");
        let told = text("Game", "the chance to win", &[weak, strong]);
        assert!(told.contains("2.000 % (2.000 to 2.000), intervals overlap"), "{told}");
    }

    #[test]
    fn a_better_level_that_gets_worse_marks_is_called_worse() {
        let (good, bad) = ([(0.1, 5), (0.11, 5), (0.12, 5)], [(2.0, 5), (2.01, 5), (2.02, 5)]);
        let told = |weak: &[(f64, usize)], strong: &[(f64, usize)]| {
            text("Game", "the chance to win", &[row(Level::Random, weak), row(Level::Novice, strong)])
        };
        let worse = told(&good, &bad);
        assert!(worse.trim_end().ends_with(", worse"), "{worse}");
        let better = told(&bad, &good);
        assert!(better.trim_end().ends_with(')'), "{better}");
    }
}
