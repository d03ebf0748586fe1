//! How long it takes to understand a phrase, and to get ready for one. `cargo xtask bench`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use engine::{Name, Present, Seat, Seed, Setup, Table, playout};
use games::{AnyGame, with_game};
use phrases::{By, Listener, spoken};

const MEASURE: Duration = Duration::from_millis(700);

/// Tables from the middle of random games, with someone on turn.
fn tables<G: Present>() -> Vec<(Table<G>, Seat)> {
    let mut tables = Vec::new();
    for number in 0..60 {
        let mut setup = Setup::<G>::new(Seed::from_number(number));
        setup.names =
            (0..G::INFO.usual_players).filter_map(|seat| Name::new(&format!("Player {seat}")).ok()).collect();
        let Ok((mut table, _)) = Table::open(setup) else { continue };
        let mut dice = playout::dice(&Seed::from_number(number));
        let mut legal = Vec::new();
        for _ in 0..number % 20 {
            let Some((seat, act)) = playout::choose(table.game(), &mut dice, &mut legal) else { break };
            let _ = table.act(seat, act);
        }
        tables.extend(table.to_act().map(|seat| (table, seat)));
    }
    tables
}

/// Microseconds that one of these takes at its quickest: on average over all of them, and the slowest of them.
/// The machine has other things to do now and then; a phrase does not get slower by that.
fn microseconds<P>(things: &[P], mut once: impl FnMut(&P)) -> (f64, f64) {
    let mut quickest = vec![f64::INFINITY; things.len()];
    let start = Instant::now();
    let mut rounds = 0;
    while start.elapsed() < MEASURE || rounds < 5 {
        for (thing, quickest) in things.iter().zip(&mut quickest) {
            let began = Instant::now();
            once(thing);
            *quickest = quickest.min(began.elapsed().as_secs_f64() * 1e6);
        }
        rounds += 1;
    }
    let slowest = quickest.iter().copied().fold(0.0, f64::max);
    (quickest.iter().sum::<f64>() / things.len() as f64, slowest)
}

type Phrases<G> = fn(&Listener<G>) -> Vec<String>;

fn in_full<G: Present>(ear: &Listener<G>) -> Vec<String> {
    ear.choices().iter().map(|choice| spoken(&choice.label)).collect()
}

fn in_part<G: Present>(ear: &Listener<G>) -> Vec<String> {
    let part = |label: &str| label.split(' ').take(3).collect::<Vec<_>>().join(" please ");
    ear.choices().iter().map(|choice| part(&choice.label)).collect()
}

fn impossible<G: Present>(_: &Listener<G>) -> Vec<String> {
    let phrases =
        ["attack with the king of hearts", "discard the ace", "swap", "block", "draw", "trade with two"];
    phrases.map(str::to_owned).to_vec()
}

fn nonsense<G: Present>(_: &Listener<G>) -> Vec<String> {
    vec!["what a lovely evening this is".to_owned(), "to for ate won of ".repeat(16), "🂡".repeat(300)]
}

fn measure<G: Present>() {
    let tables = tables::<G>();
    let (ready, _) = microseconds(&tables, |(table, seat)| {
        black_box(Listener::new(table, *seat));
    });
    let listeners: Vec<Listener<G>> =
        tables.iter().map(|(table, seat)| Listener::new(table, *seat)).collect();
    let kinds: [(&str, Phrases<G>); 4] = [
        ("said in full", in_full),
        ("said in part", in_part),
        ("not possible", impossible),
        ("nonsense", nonsense),
    ];
    for (kind, phrases) in kinds {
        let said: Vec<(&Listener<G>, String)> = listeners
            .iter()
            .flat_map(|ear| phrases(ear).into_iter().map(move |phrase| (ear, phrase)))
            .collect();
        let (mean, worst) = microseconds(&said, |(ear, phrase)| {
            black_box(ear.hear(phrase, By::Voice));
        });
        println!("{:<14} {kind:<14} {:>8} {ready:>9.0} {mean:>9.0} {worst:>9.0}", G::INFO.id, said.len());
    }
}

fn main() {
    println!("understanding phrases, microseconds, one thread, release build");
    println!(
        "{:<14} {:<14} {:>8} {:>9} {:>9} {:>9}",
        "game", "phrases", "number", "get ready", "mean", "worst"
    );
    for &game in AnyGame::ALL {
        with_game!(game, G => measure::<G>());
    }
}
