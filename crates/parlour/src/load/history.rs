//! The histories that servers note while they are killed, and what is found in them.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use server::ledger::Postgres;
use server::ledger::history::{Event, EventRecorder, Final, Verdict, check};
use server::ledger::postgres::Settings;

use crate::failure::{Failure, Result};

/// A file with an event on each line, written at once: it must be there when the process is killed.
pub struct HistoryFile(Mutex<File>);

fn micros() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_micros() as u64
}

impl HistoryFile {
    /// Begins a history of this process.
    pub fn create(folder: &Path) -> Result<Self> {
        std::fs::create_dir_all(folder).map_err(|error| Failure::file("make", folder, &error))?;
        let path = folder.join(format!("{}-{}.jsonl", micros(), std::process::id()));
        let file = File::create_new(&path).map_err(|error| Failure::file("write", &path, &error))?;
        Ok(Self(Mutex::new(file)))
    }
}

impl EventRecorder for HistoryFile {
    fn note(&self, event: &Event) {
        let mut line = serde_json::to_vec(event).unwrap_or_default();
        line.push(b'\n');
        // A history with a hole would accuse the ledger, so it is better to have none.
        if let Err(error) = self.0.lock().unwrap_or_else(PoisonError::into_inner).write_all(&line) {
            tracing::error!(%error, "cannot note the history of the ledger");
        }
    }

    fn now(&self) -> u64 {
        micros()
    }
}

fn read(path: &Path) -> std::io::Result<Vec<Event>> {
    // The last line may have been cut off by a kill.
    BufReader::new(File::open(path)?)
        .lines()
        .filter_map(|line| line.map(|line| serde_json::from_str(&line).ok()).transpose())
        .collect()
}

/// Compares what all servers noted in a folder with what is in the databases.
pub async fn verdict(folder: &Path, url: &str) -> std::result::Result<Verdict, String> {
    let files = std::fs::read_dir(folder).map_err(|error| format!("cannot read the histories: {error}"))?;
    let paths: Vec<PathBuf> = files.flatten().map(|entry| entry.path()).collect();
    let histories: std::io::Result<Vec<_>> = paths.iter().map(|path| read(path)).collect();
    let histories = histories.map_err(|error| format!("cannot read a history: {error}"))?;
    let said = |error: server::ledger::LedgerError| error.to_string();
    let ledger = Postgres::open(&Settings::read(url).map_err(said)?).await.map_err(said)?;
    let end = Final::read(&ledger).await.map_err(said)?;
    Ok(check(&histories, &end))
}
