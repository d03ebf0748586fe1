//! How fast bots think: club decisions and search iterations per second of processor time. `cargo xtask bench`. Names of games
//! choose some.

#[path = "../../games/benches/shared/clock.rs"]
mod clock;

use std::hint::black_box;
use std::time::Duration;

use clock::Clock;

use bots::{BotStrategy, Budget, ismcts};
use engine::{Dice, Seed, Viewer, playout};
use games::{AnyGame, with_game};

const MEASURE: Duration = Duration::from_millis(500);
const ITERATIONS: u32 = 2000;

/// Positions from the middle of random games, as the player on turn sees them.
fn positions<G: BotStrategy>() -> Vec<(G::View, Vec<G::Action>)> {
    let mut positions = Vec::new();
    for number in 0..200 {
        let seed = Seed::from_number(number);
        let mut game = G::start(&Default::default(), G::INFO.usual_players, &seed, &mut ());
        let mut dice = playout::dice(&seed);
        let mut legal = Vec::new();
        for _ in 0..number % 25 {
            legal.clear();
            game.legal(&mut legal);
            let Some(&action) = dice.pick(&legal) else { break };
            let _ = game.apply(action, &mut ());
        }
        legal.clear();
        game.legal(&mut legal);
        if let Some(seat) = game.to_act().filter(|_| legal.len() > 1) {
            positions.push((game.view(Viewer::Seat(seat)), legal));
        }
    }
    positions
}

/// How often a second this can be done, over all positions in turn.
fn per_second<P>(positions: &[P], mut once: impl FnMut(&P)) -> f64 {
    let clock = Clock::start();
    let mut number = 0_u64;
    while clock.elapsed() < MEASURE {
        for position in positions {
            once(position);
            number += 1;
            if number.is_multiple_of(64) && clock.elapsed() > MEASURE {
                break;
            }
        }
    }
    number as f64 / clock.elapsed().as_secs_f64()
}

fn measure<G: BotStrategy>() {
    let positions = positions::<G>();
    let mut dice = Dice::new(&Seed::from_number(1));
    let decisions = per_second(&positions, |(view, legal)| {
        black_box(G::club(view, legal, &mut dice));
    });
    let budget = Budget::iterations(ITERATIONS);
    let searches = per_second(&positions[..positions.len().min(8)], |(view, legal)| {
        black_box(ismcts::search::<G>(view, legal, &mut dice, &budget));
    });
    println!("{:<16} {:>16.0} {:>20.0}", G::INFO.id, decisions, searches * f64::from(ITERATIONS));
}

fn main() {
    println!(
        "thinking, per second of processor time\n{:<16} {:>16} {:>20}",
        "game", "club decisions/s", "search iterations/s"
    );
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let is_wanted = |game: &&AnyGame| wanted.is_empty() || wanted.iter().any(|id| id == game.info().id);
    for &game in AnyGame::ALL.iter().filter(is_wanted) {
        with_game!(game, G => measure::<G>());
    }
}
