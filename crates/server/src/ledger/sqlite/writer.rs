//! The one who writes: takes what many tables append together, and asks the thread of the database as seldom as it can.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bytes::Bytes;
use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;
use tokio::sync::{mpsc, oneshot};

use super::reason;
use crate::ledger::log_watch::LogWatches;
use crate::ledger::{Collection, LedgerError};

/// The most writes in one transaction.
const GROUP: usize = 512;
/// The most appends in one statement.
const TOGETHER: usize = 32;

/// Something to write, and where the answer goes.
pub(super) struct Write {
    pub what: Operation,
    pub reply: oneshot::Sender<Result<u64, LedgerError>>,
}

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
pub(super) async fn write_all(
    mut writer: SqliteConnection,
    mut waiting: mpsc::Receiver<Write>,
    log_watches: Arc<LogWatches>,
    failing: Arc<AtomicBool>,
    done: oneshot::Sender<()>,
) {
    let mut group = Vec::with_capacity(GROUP);
    while waiting.recv_many(&mut group, GROUP).await > 0 {
        match commit(&mut writer, &group).await {
            Ok(results) => {
                if failing.swap(false, Ordering::Relaxed) {
                    tracing::warn!("ledger writable again");
                }
                for (write, result) in group.drain(..).zip(results) {
                    if let (Operation::Append { log, .. }, Ok(length)) = (&write.what, &result) {
                        log_watches.note(log, *length);
                    }
                    let _ = write.reply.send(result);
                }
            }
            Err(error) => {
                let error = reason(&error);
                if !failing.swap(true, Ordering::Relaxed) {
                    tracing::error!(error, "ledger not writable; clients are told to retry");
                }
                let _ = sqlx::query("ROLLBACK").execute(&mut writer).await;
                for write in group.drain(..) {
                    let _ = write.reply.send(Err(LedgerError::Unavailable(error.clone())));
                }
            }
        }
    }
    let _ = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut writer).await;
    let _ = writer.close().await;
    let _ = done.send(());
}

async fn commit(
    writer: &mut SqliteConnection,
    group: &[Write],
) -> Result<Vec<Result<u64, LedgerError>>, sqlx::Error> {
    // One statement is a transaction of its own, and the thread of the database is woken once.
    if together(group) == group.len() && append_together(writer, group).await? {
        return Ok(lengths(group).collect());
    }
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *writer).await?;
    let mut results = Vec::with_capacity(group.len());
    while let Some(write) = group.get(results.len()) {
        let rest = &group[results.len()..];
        let appends = &rest[..together(rest)];
        if appends.len() > 1 && append_together(writer, appends).await? {
            results.extend(lengths(appends));
            continue;
        }
        results.push(match &write.what {
            Operation::Append { log, expected, entry } => append(writer, log, *expected, entry).await?,
            Operation::Put { collection, key, expected, value } => {
                put(writer, *collection, key, *expected, value).await?
            }
            Operation::Remove { collection, key, expected } => {
                remove(writer, *collection, key, *expected).await?
            }
            Operation::Redact { log, number, entry } => {
                let text = "UPDATE entry SET body = ?3 WHERE log = ?1 AND number = ?2";
                let query = sqlx::query(text).bind(log).bind(*number as i64).bind(&entry[..]);
                query.execute(&mut *writer).await?;
                Ok(0)
            }
            Operation::RemoveLog { log } => {
                sqlx::query("DELETE FROM entry WHERE log = ?1").bind(log).execute(&mut *writer).await?;
                Ok(0)
            }
            Operation::Probe => {
                // Takes room, and gives it back.
                for text in [
                    "INSERT INTO entry (log, number, body) VALUES ('', 0, zeroblob(16384))",
                    "DELETE FROM entry WHERE log = ''",
                ] {
                    sqlx::query(text).execute(&mut *writer).await?;
                }
                Ok(0)
            }
            #[cfg(test)]
            Operation::Room(pages) => {
                let text = sqlx::AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"));
                sqlx::query(text).execute(&mut *writer).await?;
                Ok(0)
            }
        });
    }
    sqlx::query("COMMIT").execute(&mut *writer).await?;
    Ok(results)
}

type Written = Result<Result<u64, LedgerError>, sqlx::Error>;

/// How many writes from the first on are appends to different logs, and fit into one statement.
fn together(group: &[Write]) -> usize {
    let mut logs = HashSet::new();
    let appends = group.iter().take(TOGETHER).take_while(
        |write| matches!(&write.what, Operation::Append { log, .. } if logs.insert(log.as_str())),
    );
    appends.count()
}

/// How long the logs are after these appends.
fn lengths(appends: &[Write]) -> impl Iterator<Item = Result<u64, LedgerError>> {
    appends.iter().filter_map(|write| match &write.what {
        Operation::Append { expected, .. } => Some(Ok(expected + 1)),
        _ => None,
    })
}

/// Appends to different logs, all of them or, if one does not fit, none; whether they were.
async fn append_together(writer: &mut SqliteConnection, appends: &[Write]) -> Result<bool, sqlx::Error> {
    let rows = vec!["(?, ?, ?)"; appends.len()].join(", ");
    let text = format!(
        "WITH new (log, number, body) AS (VALUES {rows}) INSERT OR ROLLBACK INTO entry (log, number, body) \
         SELECT log, number, body FROM new WHERE NOT EXISTS (SELECT 1 FROM new WHERE new.number <> \
         (SELECT coalesce(max(entry.number) + 1, 0) FROM entry WHERE entry.log = new.log))"
    );
    // It either fits or changes nothing, so no copy of every page is needed to take half of it back (`OR ROLLBACK`).
    // The text is made of constants alone.
    let mut query = sqlx::query(sqlx::AssertSqlSafe(text));
    for write in appends {
        if let Operation::Append { log, expected, entry } = &write.what {
            query = query.bind(log).bind(*expected as i64).bind(&entry[..]);
        }
    }
    Ok(query.execute(&mut *writer).await?.rows_affected() > 0)
}

async fn append(writer: &mut SqliteConnection, log: &str, expected: u64, entry: &Bytes) -> Written {
    // The check is in the statement itself: another process may have written since anyone here read.
    let text = "INSERT INTO entry (log, number, body) SELECT ?1, ?2, ?3 \
                WHERE ?2 = (SELECT coalesce(max(number) + 1, 0) FROM entry WHERE log = ?1)";
    let done =
        sqlx::query(text).bind(log).bind(expected as i64).bind(&entry[..]).execute(&mut *writer).await?;
    if done.rows_affected() == 1 {
        return Ok(Ok(expected + 1));
    }
    Ok(Err(LedgerError::Conflict { actual: length(writer, log).await? }))
}

pub(super) async fn length(reader: impl sqlx::SqliteExecutor<'_>, log: &str) -> Result<u64, sqlx::Error> {
    let text = "SELECT coalesce(max(number) + 1, 0) FROM entry WHERE log = ?1";
    Ok(sqlx::query_scalar::<_, i64>(text).bind(log).fetch_one(reader).await? as u64)
}

async fn revision(
    writer: &mut SqliteConnection,
    collection: Collection,
    key: &str,
) -> Result<u64, sqlx::Error> {
    let text = "SELECT revision FROM kept WHERE shelf = ?1 AND key = ?2";
    let found: Option<i64> =
        sqlx::query_scalar(text).bind(collection.name()).bind(key).fetch_optional(&mut *writer).await?;
    Ok(found.unwrap_or(0) as u64)
}

async fn put(
    writer: &mut SqliteConnection,
    collection: Collection,
    key: &str,
    expected: Option<u64>,
    value: &Bytes,
) -> Written {
    let actual = revision(writer, collection, key).await?;
    if actual != expected.unwrap_or(0) {
        return Ok(Err(LedgerError::Conflict { actual }));
    }
    // Replacing makes a new row, and so a revision that never was.
    let text = "INSERT OR REPLACE INTO kept (shelf, key, value) VALUES (?1, ?2, ?3)";
    let done =
        sqlx::query(text).bind(collection.name()).bind(key).bind(&value[..]).execute(&mut *writer).await?;
    Ok(Ok(done.last_insert_rowid() as u64))
}

async fn remove(writer: &mut SqliteConnection, collection: Collection, key: &str, expected: u64) -> Written {
    let actual = revision(writer, collection, key).await?;
    if actual != expected || actual == 0 {
        return Ok(Err(LedgerError::Conflict { actual }));
    }
    sqlx::query("DELETE FROM kept WHERE revision = ?1").bind(expected as i64).execute(&mut *writer).await?;
    Ok(Ok(0))
}
