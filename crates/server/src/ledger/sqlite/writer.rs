//! The one who writes: a thread that takes what many tables append together, and waits for the disk once for all of it.

use std::sync::atomic::{AtomicBool, Ordering};

use bytes::Bytes;
use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};
use tokio::sync::{mpsc, oneshot};

use crate::ledger::log_watch::LogWatches;
use crate::ledger::{Collection, LedgerError};

/// The most writes in one transaction.
const GROUP: usize = 512;

/// Something to write, and where the answer goes.
pub(super) struct Write {
    pub what: Operation,
    pub reply: oneshot::Sender<Written>,
}

/// The length of the log or the revision of the thing that was written, or why it was not.
pub(super) type Written = Result<u64, LedgerError>;

pub(super) enum Operation {
    Append {
        log: String,
        expected: u64,
        entry: Bytes,
    },
    Put {
        collection: Collection,
        key: String,
        expected: Option<u64>,
        value: Bytes,
    },
    Remove {
        collection: Collection,
        key: String,
        expected: u64,
    },
    /// Another body for an entry that is there.
    Redact {
        log: String,
        number: u64,
        entry: Bytes,
    },
    RemoveLog {
        log: String,
    },
    /// Whether anything can be written.
    Probe,
    /// Limits the file to this number of pages, as a full disk would.
    #[cfg(test)]
    Room(u32),
}

/// Takes whatever waits, writes it in one transaction, and answers once that is on the disk.
pub(super) fn write_all(
    mut file: Connection,
    mut waiting: mpsc::Receiver<Write>,
    log_watches: &LogWatches,
    failing: &AtomicBool,
) {
    let mut group = Vec::with_capacity(GROUP);
    while waiting.blocking_recv_many(&mut group, GROUP) > 0 {
        let results = commit_all(&mut file, &group);
        let error = match &results[..] {
            [Err(LedgerError::Unavailable(error)), rest @ ..] if rest.iter().all(is_unavailable) => {
                Some(error)
            }
            _ => None,
        };
        match (error, failing.swap(error.is_some(), Ordering::Relaxed)) {
            (Some(error), false) => tracing::error!(error, "ledger not writable; clients are told to retry"),
            (None, true) => tracing::warn!("ledger writable again"),
            _ => {}
        }
        for (write, result) in group.drain(..).zip(results) {
            if let (Operation::Append { log, .. }, Ok(length)) = (&write.what, &result) {
                log_watches.note(log, *length);
            }
            let _ = write.reply.send(result);
        }
    }
    let _ = file.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)");
}

fn is_unavailable(written: &Written) -> bool {
    matches!(written, Err(LedgerError::Unavailable(_)))
}

/// Writes all of it at once, or what can be written of it: a damaged page of one table keeps no other from being saved.
fn commit_all(file: &mut Connection, group: &[Write]) -> Vec<Written> {
    let mut failed = match commit(file, group) {
        Ok(results) => return results,
        Err(error) => error,
    };
    let alone = |write| {
        if group.len() > 1 && !concerns_everyone(&failed) {
            match commit(file, std::slice::from_ref(write)) {
                Ok(mut results) => return results.pop(),
                Err(error) => {
                    tracing::warn!(%error, "one of several writes failed");
                    failed = error;
                }
            }
        }
        Some(Err(LedgerError::Unavailable(failed.to_string())))
    };
    group.iter().filter_map(alone).collect()
}

/// Whether nothing else can be written either.
fn concerns_everyone(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{
        CannotOpen, DatabaseBusy, DatabaseLocked, DiskFull, NotADatabase, ReadOnly, SystemIoFailure,
    };
    let all = [CannotOpen, DatabaseBusy, DatabaseLocked, DiskFull, NotADatabase, ReadOnly, SystemIoFailure];
    error.sqlite_error_code().is_some_and(|code| all.contains(&code))
}

/// All of it or nothing. What does not fit is refused, and keeps nothing else from being written.
fn commit(file: &mut Connection, group: &[Write]) -> rusqlite::Result<Vec<Written>> {
    let whole = file.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let results = group.iter().map(|write| write.what.carry_out(&whole)).collect::<Result<_, _>>()?;
    whole.commit()?;
    Ok(results)
}

impl Operation {
    fn carry_out(&self, file: &Connection) -> rusqlite::Result<Written> {
        match self {
            Self::Append { log, expected, entry } => return append(file, log, *expected, entry),
            Self::Put { collection, key, expected, value } => {
                return put(file, *collection, key, *expected, value);
            }
            Self::Remove { collection, key, expected } => {
                let actual = revision(file, *collection, key)?;
                if actual != *expected || actual == 0 {
                    return Ok(Err(LedgerError::Conflict { actual }));
                }
                let text = "DELETE FROM kept WHERE revision = ?1";
                file.prepare_cached(text)?.execute([*expected as i64])?;
            }
            Self::Redact { log, number, entry } => {
                let text = "UPDATE entry SET body = ?3 WHERE log = ?1 AND number = ?2";
                file.prepare_cached(text)?.execute(params![log, *number as i64, &entry[..]])?;
            }
            Self::RemoveLog { log } => {
                file.prepare_cached("DELETE FROM entry WHERE log = ?1")?.execute([log])?;
            }
            // Takes room, and gives it back.
            Self::Probe => file.execute_batch(
                "INSERT INTO entry (log, number, body) VALUES ('', 0, zeroblob(16384)); \
                 DELETE FROM entry WHERE log = '';",
            )?,
            #[cfg(test)]
            Self::Room(pages) => {
                file.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(()))?;
            }
        }
        Ok(Ok(0))
    }
}

fn append(file: &Connection, log: &str, expected: u64, entry: &[u8]) -> rusqlite::Result<Written> {
    // Nobody else can write until the transaction ends, but they may have since anyone here read.
    let actual = length(file, log)?;
    if actual != expected {
        return Ok(Err(LedgerError::Conflict { actual }));
    }
    let text = "INSERT INTO entry (log, number, body) VALUES (?1, ?2, ?3)";
    file.prepare_cached(text)?.execute(params![log, expected as i64, entry])?;
    Ok(Ok(expected + 1))
}

pub(super) fn length(file: &Connection, log: &str) -> rusqlite::Result<u64> {
    let text = "SELECT coalesce(max(number) + 1, 0) FROM entry WHERE log = ?1";
    let length: i64 = file.prepare_cached(text)?.query_row([log], |row| row.get(0))?;
    Ok(length as u64)
}

fn revision(file: &Connection, collection: Collection, key: &str) -> rusqlite::Result<u64> {
    let text = "SELECT revision FROM kept WHERE shelf = ?1 AND key = ?2";
    let mut query = file.prepare_cached(text)?;
    let found: Option<i64> = query.query_row([collection.name(), key], |row| row.get(0)).optional()?;
    Ok(found.unwrap_or(0) as u64)
}

fn put(
    file: &Connection,
    collection: Collection,
    key: &str,
    expected: Option<u64>,
    value: &[u8],
) -> rusqlite::Result<Written> {
    let actual = revision(file, collection, key)?;
    if actual != expected.unwrap_or(0) {
        return Ok(Err(LedgerError::Conflict { actual }));
    }
    // Replacing makes a new row, and so a revision that never was.
    let text = "INSERT OR REPLACE INTO kept (shelf, key, value) VALUES (?1, ?2, ?3)";
    let revision = file.prepare_cached(text)?.insert(params![collection.name(), key, value])?;
    Ok(Ok(revision as u64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::sqlite::make_tables;

    #[test]
    fn what_cannot_be_written_keeps_nothing_else_from_being_saved() {
        let mut file = Connection::open_in_memory().unwrap();
        make_tables(&mut file).unwrap();
        // As a damaged page would.
        file.execute_batch(
            "CREATE TRIGGER damage BEFORE INSERT ON entry WHEN NEW.log = 'damaged' \
             BEGIN SELECT RAISE(ABORT, 'damaged'); END;",
        )
        .unwrap();
        let append = |log: &str| Write {
            what: Operation::Append { log: log.to_owned(), expected: 0, entry: Bytes::from_static(b"x") },
            reply: oneshot::channel().0,
        };
        let written = commit_all(&mut file, &["one", "damaged", "two"].map(append));
        assert!(matches!(written[..], [Ok(1), Err(LedgerError::Unavailable(_)), Ok(1)]), "{written:?}");
        assert_eq!(["one", "damaged", "two"].map(|log| length(&file, log).unwrap()), [1, 0, 1]);
    }
}
