//! `parlour solve`: Aces Up with every card known. One deal step by step, or many deals for what they tell.

mod asked;
mod checkpoint;
mod many;
mod merge;
mod one;
mod report;
mod run;
mod work;

use games::AnyGame;

use crate::cli::{MergeCommand, SolveArgs};
use crate::failure::{Failure, Result};
use crate::setup;

pub use asked::{Chosen, Confidence, Memory};

/// Solves.
pub fn run(args: &SolveArgs) -> Result {
    if let Some(MergeCommand::Merge(args)) = &args.command {
        return merge::run(args);
    }
    let (game, preset) = setup::find(args.game.as_deref().unwrap_or_default())?;
    if game != AnyGame::AcesUp {
        let name = game.info().name;
        return Err(Failure::usage(format!("{name} cannot be solved, only Aces Up: parlour solve aces-up")));
    }
    check(args)?;
    match (&args.deal, &args.from, args.deals) {
        (Some(deal), _, _) => one::deal(deal, preset, args),
        (_, Some(record), _) => one::record(record, args),
        (_, _, Some(deals)) => many::run(deals, preset, args),
        _ => Err(Failure::usage("choose what to solve: --deal SEED, --from RECORD or --deals NUMBER")),
    }
}

/// Refuses what belongs to another way of solving: silence would look like consent.
fn check(args: &SolveArgs) -> Result {
    let shown = &args.shown;
    let of_many = [
        ("--shard", args.shard.is_some()),
        ("--checkpoint", args.checkpoint.is_some()),
        ("--threads", args.threads.is_some()),
        ("--csv", shown.csv),
        ("--plot", shown.plot.is_some()),
    ];
    if let Some((flag, _)) = of_many.iter().find(|(_, given)| *given && args.deals.is_none()) {
        return Err(Failure::usage(format!("{flag} is for many deals; use it with --deals")));
    }
    if args.after.is_some() && args.from.is_none() {
        return Err(Failure::usage("--after is for a record; use it with --from"));
    }
    Ok(())
}
