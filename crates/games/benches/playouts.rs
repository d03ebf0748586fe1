//! Random playouts per second of processor time, and on all cores: `cargo xtask bench`. Names of games choose some.

#[path = "shared/clock.rs"]
mod clock;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clock::Clock;

use engine::random::Seed;
use engine::{Dice, Game, Options, Present, playout};
use games::{AnyGame, with_game};

/// Long enough to be steady, short enough to be run often.
const MEASURE: Duration = Duration::from_millis(500);
const BATCH: u64 = 200;
const LARGE_TABLE: usize = 8;

#[derive(Default)]
struct Counted {
    games: AtomicU64,
    decisions: AtomicU64,
    /// Nanoseconds that the threads spent on a processor.
    processor: AtomicU64,
}

/// One line of the table.
#[derive(Clone, Copy)]
struct Trial {
    game: AnyGame,
    players: usize,
    preset: &'static str,
}

/// Every game by each of its presets, and the usual rules once more at a large table.
fn trials() -> Vec<Trial> {
    let of = |&game: &AnyGame| {
        let (usual, presets) = (game.info().usual_players, game.presets());
        let by_preset = presets.iter().map(move |preset| Trial { game, players: usual, preset: preset.name });
        let most = *game.players(None).end();
        let large = Trial { game, players: most.min(LARGE_TABLE), preset: presets[0].name };
        by_preset.chain((large.players > usual).then_some(large))
    };
    AnyGame::ALL.iter().flat_map(of).collect()
}

/// Plays on this number of threads; what was counted, and the seconds on the wall.
fn run<G: Game>(trial: &Trial, threads: u64) -> (Counted, f64) {
    let rules = G::Rules::preset(trial.preset).unwrap_or_default();
    let counted = Counted::default();
    let start = Instant::now();
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let (rules, counted) = (&rules, &counted);
            scope.spawn(move || work::<G>(rules, trial.players, thread, counted));
        }
    });
    (counted, start.elapsed().as_secs_f64())
}

fn work<G: Game>(rules: &G::Rules, players: usize, thread: u64, counted: &Counted) {
    let run = Seed::from_number(thread);
    let mut dice = Dice::stream(&run, 1);
    let mut legal = Vec::new();
    let (mut number, mut decisions) = (0, 0);
    let clock = Clock::start();
    while clock.elapsed() < MEASURE {
        for _ in 0..BATCH {
            let mut game = G::start(rules, players, &run.child(number), &mut ());
            decisions += u64::from(playout::finish(&mut game, &mut dice, &mut legal));
            number += 1;
        }
    }
    counted.games.fetch_add(number, Ordering::Relaxed);
    counted.decisions.fetch_add(decisions, Ordering::Relaxed);
    counted.processor.fetch_add(clock.elapsed().as_nanos() as u64, Ordering::Relaxed);
}

/// How many rounds a game has, by counting them in a sample; 0 where a game has none.
fn rounds_per_game<G: Present>(trial: &Trial) -> f64 {
    let rules = G::Rules::preset(trial.preset).unwrap_or_default();
    let mut rounds = 0;
    for number in 0..2000 {
        let seed = Seed::from_number(number);
        let mut events = Vec::new();
        let mut game = G::start(&rules, trial.players, &seed, &mut events);
        let mut dice = playout::dice(&seed);
        let mut legal = Vec::new();
        while let Some((seat, act)) = playout::choose(&game, &mut dice, &mut legal) {
            if act.perform(&mut game, seat, &mut events).is_err() {
                break;
            }
        }
        rounds += events.iter().filter(|event| G::headline(event) == Some("rounds")).count();
    }
    rounds as f64 / 2000.0
}

fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn main() {
    // Other bench flags of cargo are of no use here.
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    println!("random playouts per second of processor time, and per second on all cores");
    println!(
        "{:<16} {:>7}  {:<18} {:>12} {:>14} {:>14} {:>14}",
        "game",
        "players",
        "preset",
        "games",
        "decisions",
        "rounds",
        format!("games ×{cores}")
    );
    let is_wanted = |trial: &&Trial| wanted.is_empty() || wanted.iter().any(|id| id == trial.game.info().id);
    for trial in trials().iter().filter(is_wanted) {
        let (one, _) = with_game!(trial.game, G => run::<G>(trial, 1));
        let (all, all_seconds) = with_game!(trial.game, G => run::<G>(trial, cores));
        let seconds = one.processor.load(Ordering::Relaxed) as f64 / 1e9;
        let games = one.games.load(Ordering::Relaxed) as f64 / seconds;
        let rounds = with_game!(trial.game, G => rounds_per_game::<G>(trial));
        let rounds = if rounds > 0.0 { thousands(games * rounds) } else { "–".to_owned() };
        println!(
            "{:<16} {:>7}  {:<18} {:>12} {:>14} {:>14} {:>14}",
            trial.game.info().id,
            trial.players,
            trial.preset,
            thousands(games),
            thousands(one.decisions.load(Ordering::Relaxed) as f64 / seconds),
            rounds,
            thousands(all.games.load(Ordering::Relaxed) as f64 / all_seconds),
        );
    }
}
