//! `parlour tournament`: bots against each other; for every deal, each bot has each seat once.

use std::ops::Range;
use std::path::Path;
use std::str::FromStr;

use engine::{Record, Seed, Setup};
use games::with_game;
use indicatif::ProgressBar;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::cli::{MergeCommand, NamedBot, ProgramArgs, StandingsArgs, TournamentArgs, TournamentMergeArgs};
use crate::failure::{Failure, Result};
use crate::game_run::{self, Lineup, SeatPlayer};
use crate::parts::{Findings, Head, Study};
use crate::plots::PlottedGame;
use crate::program::{self, Report};
use crate::standings::{Deal, Standings};
use crate::{files, interrupt, print, progress, setup, standings};

/// Holds a tournament.
pub fn run(args: &TournamentArgs) -> Result {
    if let Some(MergeCommand::Merge(args)) = &args.command {
        return merge(args);
    }
    let (game, preset) = setup::find(args.game.as_deref().unwrap_or_default())?;
    with_game!(game, G => hold::<G>(preset, args))
}

/// Who sits where in one of the games that a deal is played in.
struct Seating {
    lineup: Lineup,
    /// Which of the bots, by seat.
    bots: Vec<usize>,
    /// Whether it gets cards of its own, which no other seating of the deal has.
    own_cards: bool,
}

impl Seating {
    /// The seed of its game.
    fn seed(&self, deal: Seed, index: usize) -> Seed {
        if self.own_cards { deal.child(index as u64) } else { deal }
    }
}

/// Each bot once on every seat; in a solitaire, each bot once.
fn seatings(seat_players: &[SeatPlayer], alone: bool, iterations: u32) -> Vec<Seating> {
    let number = seat_players.len();
    let shares_cards = standings::shares_cards(seat_players, alone);
    let seating = |first: usize| {
        let bots: Vec<usize> =
            if alone { vec![first] } else { (first..first + number).map(|bot| bot % number).collect() };
        let seated: Vec<SeatPlayer> = bots.iter().map(|&bot| seat_players[bot].clone()).collect();
        let own_cards = !seated.iter().all(&shares_cards);
        Seating { lineup: Lineup::of(seated, iterations), bots, own_cards }
    };
    (0..number).map(seating).collect()
}

fn is_solitaire<G: PlottedGame>() -> bool {
    *G::players(&G::Rules::default()).end() == 1
}

fn hold<G: PlottedGame>(preset: Option<&str>, args: &TournamentArgs) -> Result {
    let alone = is_solitaire::<G>();
    let players = if alone { 1 } else { args.players.len() };
    let setup = setup::setup::<G>(preset, &args.by, Some(players), "Seat 0")?;
    let (seat_players, programs) = program::seat_players(&args.players, &args.programs)?;
    let seatings = seatings(&seat_players, alone, args.iterations.unwrap_or_else(G::usual_iterations));
    files::try_path(args.spread.part.as_deref())?;
    let records = args.records.as_deref().map(Records::open).transpose()?;
    let tables = seatings.len() as u64;
    let planned = args.games.div_ceil(tables);
    let part = args.spread.shard.map_or(0..planned, |shard| shard.of(planned));
    let count = part.end - part.start;
    interrupt::listen("games")?;
    let bar = progress::bar(count.saturating_mul(tables), "games");
    let deals = play::<G>(&setup, &seatings, part.clone(), records.as_ref(), &bar);
    bar.finish_and_clear();
    programs.iter().for_each(|program| program.close());
    let deals = deals?;
    let reports = programs.iter().map(|program| (program.line().to_owned(), program.report())).collect();
    let held = Held { alone, deals, programs: reports };
    let Some(path) = &args.spread.part else {
        return held.show(&setup, &seat_players, args.games, planned, &args.shown);
    };
    let shown = held.show(&setup, &seat_players, count.saturating_mul(tables), count, &args.shown);
    if (held.deals.len() as u64) < count {
        return Err(Failure::failed("interrupted: the part is not whole, so it was not saved"));
    }
    let (bots, iterations) =
        (seat_players.iter().map(ToString::to_string).collect(), seatings[0].lineup.iterations());
    Study::new(&setup, bots, iterations, args.games, planned, part, held).write(path)?;
    shown
}

/// Puts the parts of a tournament together.
fn merge(args: &TournamentMergeArgs) -> Result {
    let mut parts = Study::<Held>::read_all(&args.files)?.into_iter();
    let Some(mut whole) = parts.next() else { return Err(Failure::usage("name the files to merge")) };
    parts.for_each(|part| whole.findings.join(part.findings));
    let Study { head, findings: held } = whole;
    let Some(game) = head.game() else { return Err(Failure::failed("the game is not known")) };
    let named = head.bots.iter().map(|bot| bot.parse::<NamedBot>().map_err(Failure::failed));
    // No program is started: they are only named.
    let (seat_players, _) = program::seat_players(&named.collect::<Result<Vec<_>>>()?, &ProgramArgs::USUAL)?;
    with_game!(game, G => held.show(&head.setup::<G>()?, &seat_players, head.asked, head.whole, &args.shown))
}

/// What was played of a tournament.
#[derive(Serialize, Deserialize)]
struct Held {
    /// Whether each bot plays alone: a solitaire.
    alone: bool,
    /// In order.
    deals: Vec<Deal>,
    /// The programs that took part, by their command, and how they behaved.
    programs: Vec<(String, Report)>,
}

impl Findings for Held {
    const KIND: &'static str = "tournament";
    const UNIT: &'static str = "deals";

    fn is_sound(&self, head: &Head) -> bool {
        let bots = head.bots.len();
        let is_whole = |deal: &Deal| deal.wins.len() == bots && deal.broken_off <= bots as u64;
        let alone = head.game().is_some_and(|game| with_game!(game, G => is_solitaire::<G>()));
        let named: Vec<_> = head.bots.iter().map(|bot| NamedBot::from_str(bot)).collect();
        let takes_part = |(line, _): &(String, Report)| named.contains(&Ok(NamedBot::Command(line.clone())));
        bots > 0
            && named.iter().all(|bot| bot.is_ok())
            && !head.bots.iter().any(|bot| bot.contains(','))
            && (self.alone, head.players) == (alone, if alone { 1 } else { bots })
            && self.deals.len() as u64 == head.count()
            && self.deals.iter().all(is_whole)
            && self.programs.iter().all(takes_part)
    }
}

impl Held {
    /// Adds what was played after this.
    fn join(&mut self, later: Self) {
        self.deals.extend(later.deals);
        for (line, report) in later.programs {
            match self.programs.iter_mut().find(|(known, _)| *known == line) {
                Some((_, sum)) => sum.join(&report),
                None => self.programs.push((line, report)),
            }
        }
    }

    fn show<G: PlottedGame>(
        &self,
        setup: &Setup<G>,
        seat_players: &[SeatPlayer],
        asked: u64,
        planned: u64,
        shown: &StandingsArgs,
    ) -> Result {
        if self.deals.is_empty() {
            let why = match planned {
                0 => "This part has no deals.",
                _ => "Interrupted before the first deal was played in every seating: nothing to show.",
            };
            // Programs read only a result.
            if shown.json || shown.csv {
                eprintln!("{why}");
                return Ok(());
            }
            return print(format!("{why}\n").as_bytes());
        }
        let standings = Standings { seat_players, alone: self.alone, asked, planned, deals: &self.deals };
        print(self.text(&standings, setup, shown).as_bytes())
    }

    fn text<G: PlottedGame>(&self, standings: &Standings, setup: &Setup<G>, shown: &StandingsArgs) -> String {
        if shown.json {
            let mut json = standings.json(setup);
            if !self.programs.is_empty() {
                json["programs"] = self.programs.iter().map(|(line, report)| report.json(line)).collect();
            }
            return format!("{json}\n");
        }
        if shown.csv {
            return standings.csv();
        }
        let reports = self.programs.iter().map(|(line, report)| report.text(line));
        standings.text(setup) + &reports.collect::<String>()
    }
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
    deals: Range<u64>,
    records: Option<&Records>,
    bar: &ProgressBar,
) -> Result<Vec<Deal>> {
    let play = |number| play_deal::<G>(setup, seatings, number, records, bar).transpose();
    deals.into_par_iter().filter_map(play).collect()
}

/// None if it was interrupted.
fn play_deal<G: PlottedGame>(
    setup: &Setup<G>,
    seatings: &[Seating],
    number: u64,
    records: Option<&Records>,
    bar: &ProgressBar,
) -> Result<Option<Deal>> {
    let mut deal = Deal::new(seatings.len());
    for (index, seating) in seatings.iter().enumerate() {
        if interrupt::asked() {
            return Ok(None);
        }
        let seed = seating.seed(setup.seed.child(number), index);
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
