//! What goes wrong, in one line that says what to do, with the exit code for scripts.

use std::fmt;
use std::io;
use std::path::Path;

/// A command's result.
pub type Result<T = (), E = Failure> = std::result::Result<T, E>;

/// Why a command stopped.
#[derive(Debug)]
pub enum Failure {
    /// It was asked for wrongly: exit code 2.
    Usage(String),
    /// It could not be done: exit code 1.
    Failed(String),
    /// The output is closed.
    BrokenPipe,
}

impl Failure {
    /// It was asked for wrongly.
    pub fn usage(reason: impl fmt::Display) -> Self {
        Self::Usage(reason.to_string())
    }

    /// It could not be done.
    pub fn failed(reason: impl fmt::Display) -> Self {
        Self::Failed(reason.to_string())
    }

    /// Standard output failed.
    pub fn output(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::BrokenPipe,
            _ => Self::Failed(format!("cannot write the output: {error}")),
        }
    }

    /// A file failed.
    pub fn file(doing: &str, path: &Path, error: &io::Error) -> Self {
        let why = match error.kind() {
            io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
            io::ErrorKind::PermissionDenied => "permission denied; choose another place".to_owned(),
            io::ErrorKind::StorageFull => {
                "the disk is full; free some space or choose another place".to_owned()
            }
            io::ErrorKind::IsADirectory => "it is a folder; name a file".to_owned(),
            io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => {
                "a file of that name is in the way; choose another place".to_owned()
            }
            io::ErrorKind::InvalidData => "it is not a text file".to_owned(),
            _ => error.to_string(),
        };
        Self::Failed(format!("cannot {doing} {}: {why}", path.display()))
    }

    /// The exit code.
    pub fn code(&self) -> u8 {
        match self {
            Self::Usage(_) => 2,
            Self::Failed(_) | Self::BrokenPipe => 1,
        }
    }

    /// Whether the reader of our output has gone away.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::BrokenPipe)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(reason) | Self::Failed(reason) => f.write_str(reason),
            Self::BrokenPipe => f.write_str("the output is closed"),
        }
    }
}
