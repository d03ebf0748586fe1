//! `parlour solve --deals`: how many deals can be won.

use std::time::Instant;

use games::aces_up::AcesUp;

use super::checkpoint::{self, Checkpoint};
use super::report::Report;
use super::run::Run;
use super::work::Work;
use crate::cli::{RuleArgs, SolveArgs};
use crate::failure::Result;
use crate::plots::Plot;
use crate::{interrupt, progress, setup};

/// Solves many deals.
pub fn run(deals: u64, preset: Option<&str>, args: &SolveArgs) -> Result {
    let setup = setup::setup::<AcesUp>(preset, &rules(args)?, None, "Seat 0")?;
    let part = args.shard.map_or(0..deals, |shard| shard.of(deals));
    let plot = args.shown.plot.as_deref().map(Plot::begin).transpose()?;
    let mut run = Run::new(&setup.rules, setup.seed, deals, part.clone(), args.memory);
    let mut checkpoint =
        args.checkpoint.as_deref().map(|path| Checkpoint::open(path, &mut run)).transpose()?;
    let before = run.done.count();
    if before > 0 {
        eprintln!("Resuming from the checkpoint: {before} of {} deals are solved.", part.end - part.start);
    }
    interrupt::listen("deals")?;
    let work = Work {
        rules: setup.rules,
        seed: run.seed,
        deals: run.missing(),
        threads: args.threads.map_or_else(rayon::current_num_threads, usize::from),
        memory: args.memory.bytes(),
    };
    let started = Instant::now();
    solve(&work, &mut run, checkpoint.as_mut())?;
    let seconds = started.elapsed().as_secs_f64();
    let report = Report { run: &run, confidence: args.shown.confidence, seed: args.by.seed.as_deref() };
    report.show(&args.shown, plot)?;
    // Time is no result: it goes where it cannot spoil a comparison of two outputs.
    let solved = run.done.count() - before;
    eprintln!(
        "{solved} deals in {seconds:.2} s on {}, {:.0} deals per second",
        engine::counted(work.threads, "thread", "threads"),
        solved as f64 / seconds.max(1e-9)
    );
    Ok(())
}

/// The rules as asked for. Without a seed the checkpoint's is taken, if there is one: otherwise nobody who left the
/// seed to chance could ever go on.
fn rules(args: &SolveArgs) -> Result<RuleArgs> {
    let mut by = args.by.clone();
    if let (None, Some(path)) = (&by.seed, &args.checkpoint)
        && path.is_file()
        && let Ok(kept) = checkpoint::read(path)
    {
        by.seed = Some(kept.seed.to_string());
    }
    Ok(by)
}

fn solve(work: &Work, run: &mut Run, mut checkpoint: Option<&mut Checkpoint>) -> Result {
    let part = run.part();
    let bar = progress::bar(part.end - part.start, "deals");
    bar.set_position(run.done.count());
    bar.reset_eta();
    let worked = work.go(|solved| {
        if let Some(solved) = solved {
            bar.inc(solved.deals.end - solved.deals.start);
            run.add(solved.deals, &solved.tally);
        } else {
            bar.tick();
        }
        checkpoint.as_mut().map_or(Ok(()), |checkpoint| checkpoint.now_and_then(run))
    });
    bar.finish_and_clear();
    worked?;
    checkpoint.map_or(Ok(()), |checkpoint| checkpoint.keep(run))
}
