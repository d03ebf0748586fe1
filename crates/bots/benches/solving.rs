//! How fast deals of Aces Up are solved, one thread: `cargo xtask bench`, or with rules, a number of deals
//! and a memory limit in MiB: `cargo bench --package bots --bench solving -- "discards=forced lone_card_moves=false" 1000 256`;
//! with `win` after that only whether they can be won.

use std::time::{Duration, Instant};

use bots::aces_up::solver::{Solver, Verdict};
use engine::{Game, Options, Seed};
use games::aces_up::{AcesUp, Rules};

/// Sets of rules, and how many deals to solve by them at most.
const TRIALS: &[(&str, u64)] = &[
    ("discards=forced lone_card_moves=false", 100_000),
    ("discards=forced", 2000),
    ("lone_card_moves=false", 200),
    ("", 50),
    ("fill=aces", 500),
    ("deal_when=stuck", 200),
];
/// No set of rules is measured for much longer.
const MEASURE: Duration = Duration::from_secs(20);

#[derive(Default)]
struct Counted {
    deals: u64,
    undecided: u64,
    score: u64,
    best: Duration,
    win_known: u64,
    winnable: u64,
    win: Duration,
    slowest: Duration,
}

fn rules(settings: &str) -> Rules {
    let mut rules = Rules::default();
    for (name, value) in settings.split_whitespace().filter_map(|setting| setting.split_once('=')) {
        if let Err(error) = rules.set(name, value) {
            panic!("{error}");
        }
    }
    rules
}

fn measure(settings: &str, deals: u64, memory: usize, time: Duration, win_only: bool) -> Counted {
    let rules = rules(settings);
    let mut solver = Solver::new(memory);
    let mut counted = Counted::default();
    let start = Instant::now();
    while counted.deals < deals && start.elapsed() < time {
        let game = AcesUp::start(&rules, 1, &Seed::from_number(counted.deals), &mut ());
        let begun = Instant::now();
        let can_win = solver.can_win(&game, &rules);
        let taken = begun.elapsed();
        counted.win += taken;
        counted.slowest = counted.slowest.max(taken);
        counted.deals += 1;
        counted.win_known += u64::from(can_win.is_some());
        counted.winnable += u64::from(can_win == Some(true));
        if win_only {
            continue;
        }
        let begun = Instant::now();
        let verdict = solver.best(&game, &rules);
        let taken = begun.elapsed();
        counted.best += taken;
        counted.slowest = counted.slowest.max(taken);
        counted.undecided += u64::from(matches!(verdict, Verdict::Undecided { .. }));
        counted.score += u64::from(verdict.score());
    }
    counted
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let deals = arguments.get(1).and_then(|deals| deals.parse().ok());
    let memory = arguments.get(2).and_then(|memory| memory.parse().ok()).unwrap_or(256_usize);
    println!("solving Aces Up, one thread, {memory} MiB, release build");
    println!(
        "{:<40} {:>7} {:>12} {:>10} {:>10} {:>12} {:>10} {:>10} {:>10}",
        "options", "deals", "best/s", "undecided", "mean", "can win/s", "undecided", "winnable", "slowest s"
    );
    let one: Vec<(&str, u64)> = match arguments.first() {
        Some(settings) => vec![(settings, deals.unwrap_or(1000))],
        None => TRIALS.to_vec(),
    };
    let win_only = arguments.get(3).is_some_and(|only| only == "win");
    let time = if arguments.is_empty() { MEASURE } else { Duration::MAX };
    for (settings, deals) in one {
        let counted = measure(settings, deals, memory << 20, time, win_only);
        let number = counted.deals as f64;
        println!(
            "{:<40} {:>7} {:>12.1} {:>9.2}% {:>10.3} {:>12.1} {:>9.2}% {:>9.2}% {:>10.2}",
            if settings.is_empty() { "usual" } else { settings },
            counted.deals,
            number / counted.best.as_secs_f64(),
            100.0 * counted.undecided as f64 / number,
            counted.score as f64 / number,
            number / counted.win.as_secs_f64(),
            100.0 * (number - counted.win_known as f64) / number,
            100.0 * counted.winnable as f64 / number,
            counted.slowest.as_secs_f64(),
        );
    }
}
