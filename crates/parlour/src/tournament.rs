//! `parlour tournament`: bots against each other, every deal played once in each seating.

use bots::{BotStrategy, Level};
use engine::{Seed, Setup};
use games::with_game;
use indicatif::ProgressBar;
use rayon::prelude::*;

use crate::cli::TournamentArgs;
use crate::failure::Result;
use crate::game_run::{self, Lineup};
use crate::plots::Pictured;
use crate::standings::{Deal, Standings};
use crate::{interrupt, print, progress, setup};

/// Holds a tournament.
pub fn run(args: &TournamentArgs) -> Result {
    let (game, preset) = setup::find(&args.game)?;
    with_game!(game, G => hold::<G>(preset, args))
}

/// Who sits where in one of the games that a deal is played in.
struct Seating {
    lineup: Lineup,
    /// Which of the bots, by seat.
    bots: Vec<usize>,
}

/// Each bot once on every seat; in a solitaire, each bot once.
fn seatings(levels: &[Level], alone: bool, iterations: u32) -> Result<Vec<Seating>> {
    let number = levels.len();
    let seating = |first: usize| {
        let bots: Vec<usize> =
            if alone { vec![first] } else { (first..first + number).map(|bot| bot % number).collect() };
        let seated: Vec<Level> = bots.iter().map(|&bot| levels[bot]).collect();
        Ok(Seating { lineup: Lineup::new(&seated, seated.len(), iterations)?, bots })
    };
    (0..number).map(seating).collect()
}

fn hold<G: Pictured>(preset: Option<&str>, args: &TournamentArgs) -> Result {
    let alone = *G::players(&G::Rules::default()).end() == 1;
    let players = if alone { 1 } else { args.players.len() };
    let setup = setup::setup::<G>(preset, &args.by, Some(players), "Seat 0")?;
    let seatings = seatings(&args.players, alone, args.iterations.unwrap_or_else(G::usual_iterations))?;
    let planned = args.games.div_ceil(seatings.len() as u64);
    interrupt::listen("games")?;
    let bar = progress::bar(planned.saturating_mul(seatings.len() as u64), "games");
    let deals = play::<G>(&setup, &seatings, planned, &bar);
    bar.finish_and_clear();
    if deals.is_empty() {
        return print(b"Interrupted before the first deal was played in every seating: nothing to show.\n");
    }
    let standings = Standings { levels: &args.players, alone, asked: args.games, planned, deals };
    let text = match (args.json, args.csv) {
        (true, _) => format!("{}\n", standings.json(&setup)),
        (_, true) => standings.csv(),
        _ => standings.text(&setup),
    };
    print(text.as_bytes())
}

/// The deals that were played in every seating, in order.
fn play<G: BotStrategy>(setup: &Setup<G>, seatings: &[Seating], deals: u64, bar: &ProgressBar) -> Vec<Deal> {
    let play = |number| play_deal::<G>(&setup.rules, seatings, &setup.seed.child(number), bar);
    (0..deals).into_par_iter().filter_map(play).collect()
}

fn play_deal<G: BotStrategy>(
    rules: &G::Rules,
    seatings: &[Seating],
    seed: &Seed,
    bar: &ProgressBar,
) -> Option<Deal> {
    let mut deal = Deal::new(seatings.len());
    for seating in seatings {
        if interrupt::asked() {
            return None;
        }
        match game_run::outcome::<G>(rules, &seating.lineup, seed) {
            Some(outcome) => deal.add(&seating.bots, &outcome),
            None => deal.broken_off += 1,
        }
        bar.inc(1);
    }
    // Every bot has played as many games as there are seats.
    deal.divide(seatings.first().map_or(1, |seating| seating.bots.len()));
    Some(deal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bot_sits_on_every_seat_once() {
        let levels = [Level::Expert, Level::Club, Level::Random];
        let seatings = seatings(&levels, false, 1).unwrap();
        for seat in 0..3 {
            let mut there: Vec<usize> = seatings.iter().map(|seating| seating.bots[seat]).collect();
            there.sort_unstable();
            assert_eq!(there, [0, 1, 2]);
        }
        for seating in &seatings {
            let seated: Vec<Level> = seating.bots.iter().map(|&bot| levels[bot]).collect();
            assert_eq!(seating.lineup.levels(), seated);
        }
    }
}
