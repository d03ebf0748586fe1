//! Deals that are not left to chance alone: the deal of the day, and deals that can be won.

use std::any::Any;
use std::time::{SystemTime, UNIX_EPOCH};

use bots::advice::{self, Daily, Day};
use bots::solver::Solver;
use engine::{Game, Outcome as Ended, Setup};
use games::aces_up::Rules;

use super::counsel::MEMORY;
use crate::cli::PlayArgs;
use crate::failure::{Failure, Outcome};

/// So many deals are tried before one that can be won is given up.
const TRIES: u64 = 10_000;

/// What is special about a deal.
pub enum Special {
    /// The deal of a day.
    Daily(Daily),
    /// It can be won.
    Winnable,
}

/// Sees to it that the deal is the one asked for.
pub fn choose<G: Game>(setup: &mut Setup<G>, args: &PlayArgs) -> Outcome<Option<Special>> {
    if args.daily.is_none() && !args.winnable {
        return Ok(None);
    }
    let Some(&rules) = (&setup.rules as &dyn Any).downcast_ref::<Rules>() else {
        let name = G::INFO.name;
        let reason = format!("{name} has no such deals; --daily and --winnable are for parlour play aces-up");
        return Err(Failure::usage(reason));
    };
    let mut solver = Solver::new(MEMORY);
    if let Some(day) = args.daily {
        let day = day.map_or_else(today, Ok)?;
        let daily = advice::daily(day, &rules, &mut solver)
            .ok_or_else(|| Failure::failed("no deal of that day can be won by these rules; take others"))?;
        setup.seed = daily.seed;
        return Ok(Some(Special::Daily(daily)));
    }
    if !advice::can_be_won_at_all(&rules) {
        return Err(Failure::usage(format!("{}; leave --winnable out", advice::Unanswered::ForTheScore)));
    }
    let found = advice::winnable(&setup.seed, 0, TRIES, &rules, &mut solver);
    let found = found.ok_or_else(|| {
        Failure::failed(format!("none of {TRIES} deals was found to be winnable by these rules; take others"))
    })?;
    setup.seed = found.seed;
    Ok(Some(Special::Winnable))
}

/// Today in universal time: the day changes for everyone at once.
fn today() -> Outcome<Day> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).ok();
    let day = since.and_then(|since| Day::since_1970(since.as_secs() / 86_400));
    day.ok_or_else(|| {
        Failure::failed("the clock of this machine is wrong; name a day, as in --daily 2026-11-15")
    })
}

impl Special {
    /// What is said of it before the game.
    pub fn announce(&self) -> String {
        match self {
            Self::Daily(Daily { day, par, winnable, .. }) => {
                let can = if *winnable { " It can be won." } else { "" };
                format!(
                    "This is the deal of the day, {day}, the same for everyone.{can} \
                     Par is {par}: so many cards our club player discards, who sees no more than you."
                )
            }
            Self::Winnable => "This deal can be won, by one who knows what comes.".to_owned(),
        }
    }

    /// How it went, compared with others.
    pub fn compare(&self, outcome: &Ended) -> Option<String> {
        let Self::Daily(Daily { par, .. }) = self else { return None };
        let (score, par) = (*outcome.scores.first()?, i32::from(*par));
        let cards = |number: i32| engine::counted(number, "card", "cards");
        Some(match score - par {
            0 => format!("You played the deal of the day to par: {}.", cards(score)),
            more if more > 0 => format!("You beat the par of {par} by {}.", cards(more)),
            less => format!("You stayed {} below the par of {par}.", cards(-less)),
        })
    }
}
