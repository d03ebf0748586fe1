//! What goes wrong, in a sentence that says what to do.

use std::io;
use std::path::Path;

use thiserror::Error;

/// Why the terminal's client stopped.
#[derive(Debug, Error)]
pub enum Error {
    /// The output is closed: nobody is left to tell.
    #[error("the output is closed")]
    Closed,
    /// It was asked for wrongly.
    #[error("{0}")]
    Usage(String),
    /// It could not be done.
    #[error("{0}")]
    Failed(String),
    /// A signal ended it.
    #[error("ended by signal {0}")]
    Signal(i32),
}

/// What comes of something that can fail.
pub type Result<T = (), E = Error> = std::result::Result<T, E>;

impl From<client::random::NoRandomness> for Error {
    fn from(error: client::random::NoRandomness) -> Self {
        Self::Failed(error.to_string())
    }
}

impl Error {
    /// The screen or standard output failed.
    pub(crate) fn output(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Failed(format!("cannot write to the terminal: {error}")),
        }
    }

    /// A file failed.
    pub(crate) fn file(doing: &str, path: &Path, error: &io::Error) -> Self {
        let why = match error.kind() {
            io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
            io::ErrorKind::PermissionDenied => {
                "permission denied; name another folder with --data".to_owned()
            }
            io::ErrorKind::StorageFull => {
                "the disk is full; free some space, or name another folder with --data".to_owned()
            }
            _ => error.to_string(),
        };
        Self::Failed(format!("cannot {doing} {}: {why}", path.display()))
    }
}
