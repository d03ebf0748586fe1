//! Parts of a run that is spread over machines, and how they are put together: `--shard` and `merge`.

mod ranges;
mod shard;
mod study;

use std::path::{Path, PathBuf};

use crate::failure::{Failure, Result};

pub use ranges::Ranges;
pub use shard::Shard;
pub use study::{Findings, Head, Study};

/// A part of a run, as its file has it.
pub trait Part: Sized {
    /// What is counted: deals or games.
    const UNIT: &'static str;

    /// Reads a file and believes it only if it adds up.
    fn read(path: &Path) -> Result<Self>;

    /// In what this differs from another run, so that they cannot be put together: each as "32 deals, not 64".
    fn differs(&self, other: &Self) -> Vec<String>;

    /// What of the run is done here.
    fn done(&self) -> Ranges;
}

/// Reads the parts of one run; none may count twice.
pub fn read<P: Part>(files: &[PathBuf]) -> Result<Vec<P>> {
    let mut parts: Vec<(&Path, P)> = Vec::new();
    for path in files {
        let part = P::read(path)?;
        for (other_path, other) in &parts {
            fit(path, &part, other_path, other)?;
        }
        parts.push((path, part));
    }
    Ok(parts.into_iter().map(|(_, part)| part).collect())
}

/// Whether two files are parts of one run that do not overlap.
fn fit<P: Part>(path: &Path, part: &P, other_path: &Path, other: &P) -> Result {
    let (path, other_path) = (path.display(), other_path.display());
    let differs = part.differs(other);
    if !differs.is_empty() {
        let differs = differs.join("; ");
        return Err(Failure::failed(format!(
            "{path} belongs to another run than {other_path}: it has {differs}"
        )));
    }
    match part.done().common(&other.done()) {
        None => Ok(()),
        Some(both) => Err(Failure::failed(format!(
            "{other_path} and {path} both hold {} {}; leave one of them out, or they would count twice",
            P::UNIT,
            Ranges::of(both)
        ))),
    }
}
