//! Deals that are not left to chance alone: the deal of the day, and deals that can be won.

use std::time::{SystemTime, UNIX_EPOCH};

use bots::advice::Day;
use bots::{BotStrategy, SolverMemory};
use engine::Setup;
use terminal::Special;

use crate::cli::PlayArgs;
use crate::failure::{Failure, Result};

/// The number of deals to try before giving up on a winnable one.
const TRIES: u64 = 10_000;
/// What the solver may take before a game, in bytes: enough for most deals, and nobody waits long.
const MEMORY: usize = 128 << 20;

/// Sees to it that the deal is the one asked for.
pub fn choose<G: BotStrategy>(setup: &mut Setup<G>, args: &PlayArgs) -> Result<Option<Special>> {
    if args.daily.is_none() && !args.winnable {
        return Ok(None);
    }
    let Some(deals) = G::solvable() else {
        let (name, other) = (G::INFO.name, bots::solvable_game().map_or("", |game| game.info().id));
        let reason = format!("{name} has no such deals; --daily and --winnable are for parlour play {other}");
        return Err(Failure::usage(reason));
    };
    let mut memory = SolverMemory::new(MEMORY);
    if let Some(day) = args.daily {
        let day = day.map_or_else(today, Ok)?;
        let daily = deals
            .daily(day, &setup.rules, &mut memory)
            .ok_or_else(|| Failure::failed("no deal of that day can be won by these rules; take others"))?;
        setup.seed = daily.seed;
        return Ok(Some(Special::Daily {
            day: daily.day.to_string(),
            par: daily.par,
            winnable: daily.winnable,
        }));
    }
    deals.check(&setup.rules).map_err(|why| Failure::usage(format!("{why}; leave --winnable out")))?;
    let found = deals.winnable(&setup.seed, 0, TRIES, &setup.rules, &mut memory);
    let found = found.ok_or_else(|| {
        Failure::failed(format!("none of {TRIES} deals was found to be winnable by these rules; take others"))
    })?;
    setup.seed = found.seed;
    Ok(Some(Special::Winnable))
}

/// Today in universal time: the day changes for everyone at once.
fn today() -> Result<Day> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).ok();
    let day = since.and_then(|since| Day::since_1970(since.as_secs() / 86_400));
    day.ok_or_else(|| {
        Failure::failed("the clock of this machine is wrong; name a day, as in --daily 2026-11-15")
    })
}
