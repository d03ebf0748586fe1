//! `parlour simulate`: many random games, summed up, and traced if asked.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Instant;

use engine::options::AsMap;
use engine::trace::Tracer;
use engine::{Act, Game, Options, Outcome as Ended, Seed, Setup, playout};
use games::with_game;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use crate::cli::SimulateArgs;
use crate::failure::Outcome;
use crate::figures::{Mean, Share, Sum, share};
use crate::files::Draft;
use crate::{interactive, print, setup};

/// Games played between two looks at the progress bar; their traces wait in memory.
const BATCH: u64 = 512;

/// Simulates.
pub fn run(args: &SimulateArgs) -> Outcome {
    let (game, preset) = setup::find(&args.game.game)?;
    with_game!(game, G => simulate::<G>(preset, args))
}

/// What one game came to.
struct Played {
    trace: String,
    decisions: u64,
    outcome: Option<Ended>,
    headlines: BTreeMap<&'static str, u64>,
}

fn simulate<G: Game>(preset: Option<&str>, args: &SimulateArgs) -> Outcome {
    let setup = setup::setup::<G>(preset, &args.game.options, "Seat 0")?;
    let mut draft = args.trace.as_deref().map(Draft::begin).transpose()?;
    let bar = progress(args.games);
    let started = Instant::now();
    let mut summary = Totals::new(setup.names.len());
    for first in (0..args.games).step_by(BATCH as usize) {
        let batch: Vec<Played> = (first..(first + BATCH).min(args.games))
            .into_par_iter()
            .map(|number| play_one::<G>(&setup, number, draft.is_some()))
            .collect();
        for played in &batch {
            summary.add(played);
            if let Some(draft) = &mut draft {
                draft.write(played.trace.as_bytes())?;
            }
        }
        bar.inc(batch.len() as u64);
    }
    bar.finish_and_clear();
    draft.map_or(Ok(()), Draft::finish)?;
    let text = if args.json { format!("{}\n", summary.json(&setup)) } else { summary.text(&setup) };
    print(text.as_bytes())?;
    // Time is no result: it goes where it cannot spoil a comparison of two outputs.
    let seconds = started.elapsed().as_secs_f64();
    if !args.json {
        eprintln!(
            "{} games in {seconds:.2} s, {:.0} games per second",
            args.games,
            args.games as f64 / seconds.max(1e-9)
        );
    }
    Ok(())
}

fn progress(games: u64) -> ProgressBar {
    if !interactive(&std::io::stderr()) {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} games, {per_sec}, {eta} left");
    let bar = ProgressBar::new(games);
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar
}

fn play_one<G: Game>(setup: &Setup<G>, number: u64, traced: bool) -> Played {
    let seed: Seed = setup.seed.child(number);
    let players = setup.names.len();
    let mut played = Played { trace: String::new(), decisions: 0, outcome: None, headlines: BTreeMap::new() };
    let mut dice = playout::dice(&seed);
    let mut legal = Vec::new();
    let mut events = Vec::new();
    let game = if traced {
        let (mut tracer, mut game) =
            Tracer::start::<G>(&mut played.trace, number, &setup.rules, players, &seed, &mut events);
        while let Some((seat, act)) = playout::choose(&game, &mut dice, &mut legal) {
            if !tracer.act(&mut game, seat, &act, &mut events) {
                break;
            }
            played.decisions += 1;
        }
        tracer.end(&game);
        game
    } else {
        let mut game = G::start(&setup.rules, players, &seed, &mut events);
        while let Some((seat, act)) = playout::choose(&game, &mut dice, &mut legal) {
            let done = match &act {
                Act::Play(action) => game.apply(*action, &mut events),
                Act::Say(words) => game.hear(seat, words, &mut events),
            };
            if done.is_err() {
                break;
            }
            played.decisions += 1;
        }
        game
    };
    for headline in events.iter().filter_map(G::headline) {
        *played.headlines.entry(headline).or_insert(0) += 1;
    }
    played.outcome = game.outcome();
    played
}

struct Totals {
    games: u64,
    wins: Vec<f64>,
    scores: Vec<Sum>,
    decisions: Sum,
    headlines: BTreeMap<&'static str, u64>,
}

impl Totals {
    fn new(players: usize) -> Self {
        Self {
            games: 0,
            wins: vec![0.0; players],
            scores: vec![Sum::EMPTY; players],
            decisions: Sum::EMPTY,
            headlines: BTreeMap::new(),
        }
    }

    fn add(&mut self, played: &Played) {
        self.games += 1;
        self.decisions.add(played.decisions as f64);
        if let Some(outcome) = &played.outcome {
            // Joint winners share the win, so that the shares of all seats add up.
            for winner in &outcome.winners {
                self.wins[winner.index()] += 1.0 / outcome.winners.len() as f64;
            }
            for (sum, &score) in self.scores.iter_mut().zip(&outcome.scores) {
                sum.add(score.into());
            }
        }
        for (headline, count) in &played.headlines {
            *self.headlines.entry(headline).or_insert(0) += count;
        }
    }

    fn seats(&self) -> impl Iterator<Item = (usize, Share, Mean)> + '_ {
        let seats = self.wins.iter().zip(&self.scores).enumerate();
        seats.map(|(seat, (&wins, score))| (seat, share(wins, self.games), score.mean()))
    }

    fn per_game(&self) -> BTreeMap<&'static str, f64> {
        self.headlines.iter().map(|(name, &count)| (*name, count as f64 / self.games as f64)).collect()
    }

    fn json<G: Game>(&self, setup: &Setup<G>) -> serde_json::Value {
        let seats: Vec<serde_json::Value> = self
            .seats()
            .map(|(seat, wins, score)| serde_json::json!({ "seat": seat, "wins": wins, "score": score }))
            .collect();
        serde_json::json!({
            "game": G::INFO.id,
            "rules": AsMap(&setup.rules),
            "players": setup.names.len(),
            "seed": setup.seed,
            "games": self.games,
            "seats": seats,
            "decisions": self.decisions.mean(),
            "per_game": self.per_game(),
        })
    }

    fn text<G: Game>(&self, setup: &Setup<G>) -> String {
        let rules = setup.rules.differences();
        let rules = if rules.is_empty() { "usual rules".to_owned() } else { rules.join(" ") };
        let mut text = format!(
            "{}, {}, {rules}, {} of random play, seed {}\n\n",
            G::INFO.name,
            engine::counted(setup.names.len(), "player", "players"),
            engine::counted(self.games, "game", "games"),
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
        text
    }
}
