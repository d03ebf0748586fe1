//! `parlour solve merge`: the parts of a run, put together.

use std::path::Path;

use super::checkpoint;
use super::ranges::Ranges;
use super::report::Report;
use super::run::Run;
use crate::cli::MergeArgs;
use crate::failure::{Failure, Result};
use crate::plots::Plot;

/// Merges.
pub fn run(args: &MergeArgs) -> Result {
    let plot = args.shown.plot.as_deref().map(Plot::begin).transpose()?;
    let mut parts: Vec<(&Path, Run)> = Vec::new();
    for path in &args.files {
        let part = checkpoint::read(path)?;
        for (other_path, other) in &parts {
            fit(path, &part, other_path, other)?;
        }
        parts.push((path, part));
    }
    let mut parts = parts.into_iter().map(|(_, part)| part);
    let Some(first) = parts.next() else { return Err(Failure::usage("name the files to merge")) };
    let mut whole = first.whole();
    for part in parts {
        part.done.iter().for_each(|range| whole.done.add(range));
        whole.tally.join(&part.tally);
    }
    Report { run: &whole, confidence: args.shown.confidence, seed: None }.show(&args.shown, plot)
}

/// Whether two files are parts of one run that do not overlap.
fn fit(path: &Path, part: &Run, other_path: &Path, other: &Run) -> Result {
    let (path, other_path) = (path.display(), other_path.display());
    let differs = part.differs(other);
    if !differs.is_empty() {
        let differs = differs.join("; ");
        return Err(Failure::failed(format!(
            "{path} belongs to another run than {other_path}: it has {differs}"
        )));
    }
    match part.done.common(&other.done) {
        None => Ok(()),
        Some(both) => Err(Failure::failed(format!(
            "{other_path} and {path} both hold deals {}; leave one of them out, or they would count twice",
            Ranges::of(both)
        ))),
    }
}
