//! Keeps what is done of a long run, so that a machine that fails costs a few seconds.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::run::{BadRun, Run};
use crate::failure::{Failure, Result};
use crate::files;

/// How often what is done is kept.
const EVERY: Duration = Duration::from_secs(2);

/// The file of a run. It is replaced as a whole or not at all, and says which deals its totals are of: whatever
/// happens, no deal is counted twice.
pub struct Checkpoint {
    path: PathBuf,
    /// When it was kept last since work began.
    kept: Option<Instant>,
    /// Deals done then.
    done: u64,
}

impl Checkpoint {
    /// Takes over what the file holds of this run, or begins it. A file of anything else stays as it is.
    pub fn open(path: &Path, run: &mut Run) -> Result<Self> {
        if path.exists() {
            *run = matching(path, run)?;
        }
        let mut checkpoint = Self { path: path.to_owned(), kept: None, done: 0 };
        checkpoint.keep(run)?;
        // The first solved deal is saved at once, so that the file shows that it works.
        checkpoint.kept = None;
        Ok(checkpoint)
    }

    /// Keeps what is done, if that was not done for a while.
    pub fn now_and_then(&mut self, run: &Run) -> Result {
        let due = self.kept.is_none_or(|kept| kept.elapsed() >= EVERY);
        if due && run.done.count() > self.done { self.keep(run) } else { Ok(()) }
    }

    /// Keeps what is done.
    pub fn keep(&mut self, run: &Run) -> Result {
        files::write(&self.path, &run.write())?;
        self.kept = Some(Instant::now());
        self.done = run.done.count();
        Ok(())
    }
}

/// The run that a file holds.
pub fn read(path: &Path) -> Result<Run> {
    Run::read(&files::read(path)?).map_err(|BadRun(reason)| {
        Failure::failed(format!("{} does not contain a usable run: {reason}", path.display()))
    })
}

fn matching(path: &Path, run: &Run) -> Result<Run> {
    let refused = |reason: String| {
        Failure::failed(format!("{reason}; the file is unchanged: name another file for --checkpoint"))
    };
    let kept = read(path).map_err(|failure| refused(failure.to_string()))?;
    let mut differs = kept.differs(run);
    if differs.is_empty() && kept.part() != run.part() {
        let part = |run: &Run| format!("deals {} to {}", run.part().start, run.part().end.saturating_sub(1));
        differs.push(format!("{}, not {}", part(&kept), part(run)));
    }
    if differs.is_empty() {
        return Ok(kept);
    }
    Err(refused(format!("{} is the checkpoint of another run ({})", path.display(), differs.join("; "))))
}
