//! The embedded ledger: one SQLite file, one writer that gathers what many tables append into one transaction.

mod writer;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bytes::Bytes;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection, Row};
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::task::JoinHandle;

use super::log_watch::LogWatches;
use super::{Collection, Item, Ledger, LedgerError, LedgerFuture, PAGE, Watch};
use writer::{Operation, Write, length, write_all};

/// Raised whenever the tables below change.
const SCHEMA: i64 = 1;
/// A file that is larger is looked through for damage while it is used already, not before.
const SMALL: u64 = 64 << 20;
/// Writes that wait for the next transaction; later ones wait outside.
const WAITING: usize = 4096;
/// Connections that read.
const READERS: u32 = 4;

const TABLES: [&str; 2] = [
    "CREATE TABLE entry (log TEXT NOT NULL, number INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (log, number)) \
     WITHOUT ROWID",
    "CREATE TABLE kept (revision INTEGER PRIMARY KEY AUTOINCREMENT, shelf TEXT NOT NULL, key TEXT NOT NULL, \
     value BLOB NOT NULL, UNIQUE (shelf, key))",
];

/// A ledger in a file.
pub struct Sqlite {
    writes: Mutex<Option<mpsc::Sender<Write>>>,
    readers: SqlitePool,
    log_watches: Arc<LogWatches>,
    failing: Arc<AtomicBool>,
    damage: Arc<OnceLock<LedgerError>>,
    checking: Option<JoinHandle<()>>,
    finished: Mutex<Option<oneshot::Receiver<()>>>,
}

fn reason(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Database(error) => error.message().to_owned(),
        other => other.to_string(),
    }
}

fn unavailable(error: sqlx::Error) -> LedgerError {
    LedgerError::Unavailable(reason(&error))
}

impl Sqlite {
    /// Opens the file, or makes it. Only its owner can read it: it holds the cards of games that are not over.
    pub async fn open(path: &Path) -> Result<Self, LedgerError> {
        make_private(path).map_err(|error| {
            LedgerError::Unavailable(format!("{} cannot be written: {error}", path.display()))
        })?;
        let options = SqliteConnectOptions::new()
            .filename(path)
            .journal_mode(SqliteJournalMode::Wal)
            // In WAL mode, FULL is what makes a commit survive a power cut.
            .synchronous(SqliteSynchronous::Full)
            // What was deleted does not stay in the file.
            .pragma("secure_delete", "ON")
            .busy_timeout(Duration::from_secs(10))
            .disable_statement_logging();
        let mut writer = SqliteConnection::connect_with(&options).await.map_err(unavailable)?;
        let is_new = prepare(&mut writer).await?;
        let damage = Arc::new(OnceLock::new());
        let large = std::fs::metadata(path).is_ok_and(|file| file.len() > SMALL);
        let checking = match is_new {
            false if large => Some(tokio::spawn(check_beside(options.clone(), damage.clone()))),
            false => {
                check(&mut writer).await?;
                None
            }
            true => None,
        };
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .connect_with(options.read_only(true))
            .await
            .map_err(unavailable)?;
        let (sender, receiver) = mpsc::channel(WAITING);
        let (done, finished) = oneshot::channel();
        let log_watches = Arc::new(LogWatches::default());
        let failing = Arc::new(AtomicBool::new(false));
        tokio::spawn(write_all(writer, receiver, log_watches.clone(), failing.clone(), done));
        let (writes, finished) = (Mutex::new(Some(sender)), Mutex::new(Some(finished)));
        Ok(Self { writes, readers, log_watches, failing, damage, checking, finished })
    }

    /// Limits the file to this number of pages, as a full disk would.
    #[cfg(test)]
    pub(super) async fn make_room(&self, pages: u32) {
        self.write(Operation::Room(pages)).await.unwrap();
    }

    /// Writes the file again, without the free space in which parts of what was deleted can linger. Nobody else may have
    /// it open.
    pub async fn compact(path: &Path) -> Result<(), LedgerError> {
        let options = SqliteConnectOptions::new().filename(path).disable_statement_logging();
        let mut file = SqliteConnection::connect_with(&options).await.map_err(unavailable)?;
        sqlx::query("VACUUM").execute(&mut file).await.map_err(unavailable)?;
        file.close().await.map_err(unavailable)
    }

    async fn write(&self, what: Operation) -> Result<u64, LedgerError> {
        let closed = || LedgerError::Unavailable("it is closed".to_owned());
        let sender = self.writes.lock().await.clone().ok_or_else(closed)?;
        let (reply, answer) = oneshot::channel();
        sender.send(Write { what, reply }).await.map_err(|_| closed())?;
        answer.await.map_err(|_| closed())?
    }
}

fn make_private(path: &Path) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

/// Looks through the whole file, which has to be read once.
async fn check(file: &mut SqliteConnection) -> Result<(), LedgerError> {
    let found: String =
        sqlx::query_scalar("PRAGMA quick_check(1)").fetch_one(file).await.map_err(unavailable)?;
    match found.as_str() {
        "ok" => Ok(()),
        _ => Err(LedgerError::Unavailable(format!("the file is damaged ({})", found.replace('\n', " ")))),
    }
}

/// Looks through the file while it is used. Damage is no reason to stop games that can be saved, but operators are told.
async fn check_beside(options: SqliteConnectOptions, damage: Arc<OnceLock<LedgerError>>) {
    let checked = async {
        let mut file = SqliteConnection::connect_with(&options.read_only(true)).await.map_err(unavailable)?;
        check(&mut file).await
    };
    if let Err(error) = checked.await {
        tracing::error!(%error, "close the card room and restore a backup");
        let _ = damage.set(error);
    }
}

/// Makes the tables if there are none yet; whether that was so.
async fn prepare(writer: &mut SqliteConnection) -> Result<bool, LedgerError> {
    let version: i64 =
        sqlx::query_scalar("PRAGMA user_version").fetch_one(&mut *writer).await.map_err(unavailable)?;
    if version == SCHEMA {
        return Ok(false);
    }
    if version > SCHEMA {
        return Err(LedgerError::Unavailable(format!(
            "the file was written by a newer version (format {version}, this one knows {SCHEMA}); update parlour"
        )));
    }
    let mut whole = writer.begin().await.map_err(unavailable)?;
    for table in TABLES {
        sqlx::query(table).execute(&mut *whole).await.map_err(unavailable)?;
    }
    sqlx::query("PRAGMA user_version = 1").execute(&mut *whole).await.map_err(unavailable)?;
    whole.commit().await.map_err(unavailable)?;
    Ok(true)
}

fn kept(row: &sqlx::sqlite::SqliteRow) -> Result<Item, sqlx::Error> {
    Ok(Item {
        key: row.try_get(0)?,
        revision: row.try_get::<i64, _>(1)? as u64,
        value: Bytes::from(row.try_get::<Vec<u8>, _>(2)?),
    })
}

impl Ledger for Sqlite {
    fn append<'a>(&'a self, log: &'a str, expected: u64, entry: Bytes) -> LedgerFuture<'a, u64> {
        Box::pin(self.write(Operation::Append { log: log.to_owned(), expected, entry }))
    }

    fn read<'a>(&'a self, log: &'a str, from: u64) -> LedgerFuture<'a, Vec<Bytes>> {
        Box::pin(async move {
            let text = "SELECT body FROM entry WHERE log = ?1 AND number >= ?2 ORDER BY number LIMIT ?3";
            let from = i64::try_from(from).unwrap_or(i64::MAX);
            let query = sqlx::query_scalar::<_, Vec<u8>>(text).bind(log).bind(from).bind(PAGE as i64);
            let bodies = query.fetch_all(&self.readers).await.map_err(unavailable)?;
            Ok(bodies.into_iter().map(Bytes::from).collect())
        })
    }

    fn watch<'a>(&'a self, log: &'a str) -> LedgerFuture<'a, Box<dyn Watch>> {
        Box::pin(async move {
            // First listen, then look: what is appended in between is heard.
            let waiting = self.log_watches.watch(log, 0);
            let length = length(&self.readers, log).await.map_err(unavailable)?;
            drop(self.log_watches.watch(log, length));
            Ok(waiting)
        })
    }

    fn redact<'a>(&'a self, log: &'a str, number: u64, entry: Bytes) -> LedgerFuture<'a, ()> {
        Box::pin(async move {
            self.write(Operation::Redact { log: log.to_owned(), number, entry }).await.map(|_| ())
        })
    }

    fn remove_log<'a>(&'a self, log: &'a str) -> LedgerFuture<'a, ()> {
        Box::pin(async move { self.write(Operation::RemoveLog { log: log.to_owned() }).await.map(|_| ()) })
    }

    fn logs(&self) -> LedgerFuture<'_, Vec<String>> {
        Box::pin(async move {
            let query = sqlx::query_scalar("SELECT log FROM entry WHERE number = 0 ORDER BY log");
            query.fetch_all(&self.readers).await.map_err(unavailable)
        })
    }

    fn put<'a>(
        &'a self,
        collection: Collection,
        key: &'a str,
        expected: Option<u64>,
        value: Bytes,
    ) -> LedgerFuture<'a, u64> {
        Box::pin(self.write(Operation::Put { collection, key: key.to_owned(), expected, value }))
    }

    fn remove<'a>(&'a self, collection: Collection, key: &'a str, expected: u64) -> LedgerFuture<'a, ()> {
        Box::pin(async move {
            self.write(Operation::Remove { collection, key: key.to_owned(), expected }).await.map(|_| ())
        })
    }

    fn get<'a>(&'a self, collection: Collection, key: &'a str) -> LedgerFuture<'a, Option<Item>> {
        Box::pin(async move {
            let text = "SELECT key, revision, value FROM kept WHERE shelf = ?1 AND key = ?2";
            let query = sqlx::query(text).bind(collection.name()).bind(key);
            let row = query.fetch_optional(&self.readers).await.map_err(unavailable)?;
            row.as_ref().map(kept).transpose().map_err(unavailable)
        })
    }

    fn list<'a>(
        &'a self,
        collection: Collection,
        prefix: &'a str,
        after: Option<&'a str>,
        limit: usize,
    ) -> LedgerFuture<'a, Vec<Item>> {
        Box::pin(async move {
            // Keys are plain ASCII, so that "~" comes after every one of them.
            let text = "SELECT key, revision, value FROM kept WHERE shelf = ?1 AND key >= ?2 AND key < ?3 \
                        AND key > ?4 ORDER BY key LIMIT ?5";
            let query = sqlx::query(text).bind(collection.name()).bind(prefix).bind(format!("{prefix}~"));
            let query = query.bind(after.unwrap_or("")).bind(i64::try_from(limit).unwrap_or(i64::MAX));
            let rows = query.fetch_all(&self.readers).await.map_err(unavailable)?;
            rows.iter().map(kept).collect::<Result<_, _>>().map_err(unavailable)
        })
    }

    fn ready(&self) -> LedgerFuture<'_, ()> {
        Box::pin(async move {
            let closed = self.writes.lock().await.as_ref().is_none_or(mpsc::Sender::is_closed);
            if closed {
                return Err(LedgerError::Unavailable("it is closed".to_owned()));
            }
            if self.failing.load(Ordering::Relaxed) {
                self.write(Operation::Probe).await?;
            }
            if let Some(damage) = self.damage.get() {
                return Err(damage.clone());
            }
            sqlx::query("SELECT 1 FROM entry LIMIT 1").execute(&self.readers).await.map_err(unavailable)?;
            Ok(())
        })
    }

    fn promise(&self) -> LedgerFuture<'_, String> {
        Box::pin(async {
            Ok("an acknowledged move is on this machine's disk: a crash costs nothing, the loss of the disk \
                everything since the last backup"
                .to_owned())
        })
    }

    fn close(&self) -> LedgerFuture<'_, ()> {
        Box::pin(async move {
            self.log_watches.close();
            if let Some(checking) = &self.checking {
                checking.abort();
            }
            self.readers.close().await;
            drop(self.writes.lock().await.take());
            if let Some(finished) = self.finished.lock().await.take() {
                let _ = finished.await;
            }
            Ok(())
        })
    }
}
