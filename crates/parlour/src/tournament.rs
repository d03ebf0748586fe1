//! `parlour tournament`: bots against each other, every deal played once in each seating.

use std::path::Path;
use std::sync::Arc;

use engine::{Record, Seed, Setup};
use games::with_game;
use indicatif::ProgressBar;
use rayon::prelude::*;

use crate::cli::TournamentArgs;
use crate::failure::{Failure, Result};
use crate::game_run::{self, Lineup, SeatPlayer};
use crate::plots::PlottedGame;
use crate::program::{self, Program};
use crate::standings::{Deal, Standings};
use crate::{files, interrupt, print, progress, setup};

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
fn seatings(seat_players: &[SeatPlayer], alone: bool, iterations: u32) -> Vec<Seating> {
    let number = seat_players.len();
    let seating = |first: usize| {
        let bots: Vec<usize> =
            if alone { vec![first] } else { (first..first + number).map(|bot| bot % number).collect() };
        let seated: Vec<SeatPlayer> = bots.iter().map(|&bot| seat_players[bot].clone()).collect();
        Seating { lineup: Lineup::of(seated, iterations), bots }
    };
    (0..number).map(seating).collect()
}

fn hold<G: PlottedGame>(preset: Option<&str>, args: &TournamentArgs) -> Result {
    let alone = *G::players(&G::Rules::default()).end() == 1;
    let players = if alone { 1 } else { args.players.len() };
    let setup = setup::setup::<G>(preset, &args.by, Some(players), "Seat 0")?;
    let (seat_players, programs) = program::seat_players(&args.players, &args.programs)?;
    let seatings = seatings(&seat_players, alone, args.iterations.unwrap_or_else(G::usual_iterations));
    let records = args.records.as_deref().map(Records::open).transpose()?;
    let planned = args.games.div_ceil(seatings.len() as u64);
    interrupt::listen("games")?;
    let bar = progress::bar(planned.saturating_mul(seatings.len() as u64), "games");
    let deals = play::<G>(&setup, &seatings, planned, records.as_ref(), &bar);
    bar.finish_and_clear();
    programs.iter().for_each(|program| program.close());
    let deals = deals?;
    if deals.is_empty() {
        return print(b"Interrupted before the first deal was played in every seating: nothing to show.\n");
    }
    let standings = Standings { seat_players: &seat_players, alone, asked: args.games, planned, deals };
    print(shown::<G>(&standings, &setup, &programs, args).as_bytes())
}

fn shown<G: PlottedGame>(
    standings: &Standings,
    setup: &Setup<G>,
    programs: &[Arc<Program>],
    args: &TournamentArgs,
) -> String {
    if args.json {
        let mut json = standings.json(setup);
        if !programs.is_empty() {
            json["programs"] = programs.iter().map(|program| program.report().json(program.line())).collect();
        }
        return format!("{json}\n");
    }
    if args.csv {
        return standings.csv();
    }
    let reports = programs.iter().map(|program| program.report().text(program.line()));
    standings.text(setup) + &reports.collect::<String>()
}

/// The folder for records.
struct Records<'a>(&'a Path);

impl<'a> Records<'a> {
    fn open(folder: &'a Path) -> Result<Self> {
        std::fs::create_dir_all(folder)
            .map_err(|error| Failure::failed(format!("{}: {error}", folder.display())))?;
        Ok(Self(folder))
    }

    /// Named by the deal and the seating, both from 1.
    fn keep(&self, deal: u64, seating: usize, record: &Record) -> Result {
        files::write(&self.0.join(format!("{:06}-{}.json", deal + 1, seating + 1)), &record.write())
    }
}

/// The deals that were played in every seating, in order.
fn play<G: PlottedGame>(
    setup: &Setup<G>,
    seatings: &[Seating],
    deals: u64,
    records: Option<&Records>,
    bar: &ProgressBar,
) -> Result<Vec<Deal>> {
    let play = |number| play_deal::<G>(setup, seatings, number, records, bar).transpose();
    (0..deals).into_par_iter().filter_map(play).collect()
}

/// None if it was interrupted.
fn play_deal<G: PlottedGame>(
    setup: &Setup<G>,
    seatings: &[Seating],
    number: u64,
    records: Option<&Records>,
    bar: &ProgressBar,
) -> Result<Option<Deal>> {
    let seed: Seed = setup.seed.child(number);
    let mut deal = Deal::new(seatings.len());
    for (index, seating) in seatings.iter().enumerate() {
        if interrupt::asked() {
            return Ok(None);
        }
        let outcome = match records {
            Some(records) => {
                let record = game_run::record_with(setup, &seating.lineup, seed)?;
                records.keep(number, index, &record)?;
                record.outcome
            }
            None => game_run::outcome::<G>(&setup.rules, &seating.lineup, &seed),
        };
        match outcome {
            Some(outcome) => deal.add(&seating.bots, &outcome),
            None => deal.broken_off += 1,
        }
        bar.inc(1);
    }
    // Every bot has played as many games as there are seats.
    deal.divide(seatings.first().map_or(1, |seating| seating.bots.len()));
    Ok(Some(deal))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bots::Level;

    #[test]
    fn every_bot_sits_on_every_seat_once() {
        let seat_players = [Level::Expert, Level::Club, Level::Random].map(SeatPlayer::Level);
        let seatings = seatings(&seat_players, false, 1);
        for seat in 0..3 {
            let mut there: Vec<usize> = seatings.iter().map(|seating| seating.bots[seat]).collect();
            there.sort_unstable();
            assert_eq!(there, [0, 1, 2]);
        }
        for seating in &seatings {
            let seated: Vec<SeatPlayer> = seating.bots.iter().map(|&bot| seat_players[bot].clone()).collect();
            assert_eq!(seating.lineup.seat_players(), seated);
        }
    }
}
