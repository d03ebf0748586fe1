//! `parlour solve merge`: the parts of a run, put together.

use std::path::Path;

use super::checkpoint;
use super::report::Report;
use super::run::Run;
use crate::cli::SolveMergeArgs;
use crate::failure::{Failure, Result};
use crate::parts::{self, Part, Ranges};
use crate::plots::Plot;

/// Merges.
pub fn run(args: &SolveMergeArgs) -> Result {
    let plot = args.shown.plot.as_deref().map(Plot::begin).transpose()?;
    let mut parts = parts::read::<Run>(&args.files)?.into_iter();
    let Some(first) = parts.next() else { return Err(Failure::usage("name the files to merge")) };
    let mut whole = first.whole();
    for part in parts {
        part.done.iter().for_each(|range| whole.done.add(range));
        whole.tally.join(&part.tally);
    }
    Report { run: &whole, confidence: args.shown.confidence, seed: None }.show(&args.shown, plot)
}

impl Part for Run {
    const UNIT: &'static str = "deals";

    fn read(path: &Path) -> Result<Self> {
        checkpoint::read(path)
    }

    fn differs(&self, other: &Self) -> Vec<String> {
        Run::differs(self, other)
    }

    fn done(&self) -> Ranges {
        self.done.clone()
    }
}
