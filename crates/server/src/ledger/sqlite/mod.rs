//! The embedded ledger: one SQLite file, one writer that gathers what many tables append into one transaction.

mod readers;
mod writer;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use rusqlite::{Connection, InterruptHandle, OpenFlags, OptionalExtension, Row};
use tokio::sync::{mpsc, oneshot};

use super::log_watch::LogWatches;
use super::{Collection, Item, Ledger, LedgerError, LedgerFuture, PAGE, Watch};
use readers::Readers;
use writer::{Operation, Write, Written, length, write_all};

/// Raised whenever the tables below change.
const SCHEMA: i64 = 1;
/// A file that is larger is looked through for damage while it is used already, not before.
const SMALL: u64 = 64 << 20;
/// Writes that wait for the next transaction; later ones wait outside.
const WAITING: usize = 4096;
/// Pages of the log, 4 KiB each, after which it is copied to the file. After a crash it has to be read again.
const LOG_PAGES: i64 = 4096;
/// Kibibytes of pages that the writer keeps in memory, so that it need not read what it appends to.
const CACHE_KIB: i64 = 16 * 1024;
/// How long a connection waits for another process that writes.
const BUSY: Duration = Duration::from_secs(10);

const TABLES: [&str; 2] = [
    "CREATE TABLE entry (log TEXT NOT NULL, number INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (log, number)) \
     WITHOUT ROWID",
    "CREATE TABLE kept (revision INTEGER PRIMARY KEY AUTOINCREMENT, shelf TEXT NOT NULL, key TEXT NOT NULL, \
     value BLOB NOT NULL, UNIQUE (shelf, key))",
];

/// A ledger in a file.
pub struct Sqlite {
    writes: Mutex<Option<mpsc::Sender<Write>>>,
    readers: Readers,
    log_watches: Arc<LogWatches>,
    failing: Arc<AtomicBool>,
    damage: Arc<OnceLock<LedgerError>>,
    checking: Option<InterruptHandle>,
    finished: Mutex<Option<oneshot::Receiver<()>>>,
}

fn unavailable(error: rusqlite::Error) -> LedgerError {
    LedgerError::Unavailable(error.to_string())
}

fn closed() -> LedgerError {
    LedgerError::Unavailable("it is closed".to_owned())
}

fn taken<T>(place: &Mutex<Option<T>>) -> Option<T> {
    place.lock().unwrap_or_else(PoisonError::into_inner).take()
}

impl Sqlite {
    /// Opens the file, or makes it. Only its owner can read it: it holds the cards of games that are not over.
    pub async fn open(path: &Path) -> Result<Self, LedgerError> {
        let place = path.to_owned();
        tokio::task::spawn_blocking(move || Self::open_now(&place)).await.map_err(|_| closed())?
    }

    fn open_now(path: &Path) -> Result<Self, LedgerError> {
        make_private(path).map_err(|error| {
            LedgerError::Unavailable(format!("{} cannot be written: {error}", path.display()))
        })?;
        let mut file = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE).map_err(unavailable)?;
        let is_new = prepare(&mut file)?;
        let damage = Arc::new(OnceLock::new());
        let large = std::fs::metadata(path).is_ok_and(|file| file.len() > SMALL);
        let checking = match is_new {
            false if large => Some(check_beside(path, damage.clone())?),
            false => {
                check(&file)?;
                None
            }
            true => None,
        };
        let (sender, receiver) = mpsc::channel(WAITING);
        let (done, finished) = oneshot::channel();
        let log_watches = Arc::new(LogWatches::default());
        let failing = Arc::new(AtomicBool::new(false));
        let (watches, fails) = (log_watches.clone(), failing.clone());
        thread("ledger", move || {
            write_all(file, receiver, &watches, &fails);
            let _ = done.send(());
        })?;
        let (writes, finished) = (Mutex::new(Some(sender)), Mutex::new(Some(finished)));
        let readers = Readers::new(path.to_owned());
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
        let place = path.to_owned();
        let compacted = tokio::task::spawn_blocking(move || {
            Connection::open_with_flags(place, OpenFlags::SQLITE_OPEN_READ_WRITE)?.execute_batch("VACUUM")
        });
        compacted.await.map_err(|_| closed())?.map_err(unavailable)
    }

    /// The way to the writer, until the ledger is closed.
    fn writer(&self) -> Result<mpsc::Sender<Write>, LedgerError> {
        self.writes.lock().unwrap_or_else(PoisonError::into_inner).clone().ok_or_else(closed)
    }

    async fn write(&self, what: Operation) -> Written {
        let (reply, answer) = oneshot::channel();
        self.writer()?.send(Write { what, reply }).await.map_err(|_| closed())?;
        answer.await.map_err(|_| closed())?
    }
}

/// A connection to the file, with what every one of them keeps to.
fn connect(path: &Path, access: OpenFlags) -> rusqlite::Result<Connection> {
    let file = Connection::open_with_flags(path, access | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    file.busy_timeout(BUSY)?;
    if access.contains(OpenFlags::SQLITE_OPEN_READ_WRITE) {
        file.pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(()))?;
        // In WAL mode, FULL is what makes a commit survive a power cut.
        file.pragma_update(None, "synchronous", "full")?;
        // Pages that many games change are copied from the log to the file less often.
        file.pragma_update_and_check(None, "wal_autocheckpoint", LOG_PAGES, |_| Ok(()))?;
        file.pragma_update(None, "cache_size", -CACHE_KIB)?;
        // What was deleted does not stay in the file.
        file.pragma_update_and_check(None, "secure_delete", true, |_| Ok(()))?;
    }
    Ok(file)
}

fn thread(name: &str, work: impl FnOnce() + Send + 'static) -> Result<(), LedgerError> {
    let started = std::thread::Builder::new().name(name.to_owned()).spawn(work);
    started.map(drop).map_err(|error| LedgerError::Unavailable(error.to_string()))
}

fn make_private(path: &Path) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

/// Looks through the whole file, which has to be read once.
fn check(file: &Connection) -> Result<(), LedgerError> {
    let found = file.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0));
    match found.map_err(unavailable)?.as_str() {
        "ok" => Ok(()),
        found => Err(LedgerError::Unavailable(format!("the file is damaged ({})", found.replace('\n', " ")))),
    }
}

/// Looks through the file while it is used. Damage is no reason to stop games that can be saved, but operators are told.
/// Returns what ends it.
fn check_beside(path: &Path, damage: Arc<OnceLock<LedgerError>>) -> Result<InterruptHandle, LedgerError> {
    let file = connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(unavailable)?;
    let handle = file.get_interrupt_handle();
    thread("ledger-check", move || {
        let interrupted = |error: &LedgerError| error.to_string().contains("interrupted");
        if let Some(error) = check(&file).err().filter(|error| !interrupted(error)) {
            tracing::error!(%error, "close the card room and restore a backup");
            let _ = damage.set(error);
        }
    })?;
    Ok(handle)
}

/// Makes the tables if there are none yet; whether that was so.
fn prepare(file: &mut Connection) -> Result<bool, LedgerError> {
    let version: i64 = file.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(unavailable)?;
    if version == SCHEMA {
        return Ok(false);
    }
    if version > SCHEMA {
        return Err(LedgerError::Unavailable(format!(
            "the file was written by a newer version (format {version}, this one knows {SCHEMA}); update parlour"
        )));
    }
    make_tables(file).map_err(unavailable)?;
    Ok(true)
}

fn make_tables(file: &mut Connection) -> rusqlite::Result<()> {
    let whole = file.transaction()?;
    TABLES.iter().try_for_each(|table| whole.execute_batch(table))?;
    whole.pragma_update(None, "user_version", SCHEMA)?;
    whole.commit()
}

fn kept(row: &Row) -> rusqlite::Result<Item> {
    Ok(Item {
        key: row.get(0)?,
        revision: row.get::<_, i64>(1)? as u64,
        value: Bytes::from(row.get::<_, Vec<u8>>(2)?),
    })
}

impl Ledger for Sqlite {
    fn append<'a>(&'a self, log: &'a str, expected: u64, entry: Bytes) -> LedgerFuture<'a, u64> {
        Box::pin(self.write(Operation::Append { log: log.to_owned(), expected, entry }))
    }

    fn read<'a>(&'a self, log: &'a str, from: u64) -> LedgerFuture<'a, Vec<Bytes>> {
        Box::pin(async move {
            let text = "SELECT body FROM entry WHERE log = ?1 AND number >= ?2 ORDER BY number LIMIT ?3";
            let (log, from) = (log.to_owned(), i64::try_from(from).unwrap_or(i64::MAX));
            let read = self.readers.ask(move |file| {
                let mut query = file.prepare_cached(text)?;
                let bodies = query.query_map((log, from, PAGE as i64), |row| row.get::<_, Vec<u8>>(0))?;
                bodies.map(|body| body.map(Bytes::from)).collect()
            });
            read.await
        })
    }

    fn watch<'a>(&'a self, log: &'a str) -> LedgerFuture<'a, Box<dyn Watch>> {
        Box::pin(async move {
            // First listen, then look: what is appended in between is heard.
            let waiting = self.log_watches.watch(log, 0);
            let name = log.to_owned();
            let length = self.readers.ask(move |file| length(file, &name)).await?;
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
            let text = "SELECT log FROM entry WHERE number = 0 ORDER BY log";
            self.readers.ask(move |file| file.prepare(text)?.query_map([], |row| row.get(0))?.collect()).await
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
            let key = key.to_owned();
            let get = self.readers.ask(move |file| {
                file.prepare_cached(text)?.query_row([collection.name(), &key], kept).optional()
            });
            get.await
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
            let (prefix, after) = (prefix.to_owned(), after.unwrap_or("").to_owned());
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            let list = self.readers.ask(move |file| {
                let place = (collection.name(), &prefix, format!("{prefix}~"), after, limit);
                file.prepare_cached(text)?.query_map(place, kept)?.collect()
            });
            list.await
        })
    }

    fn ready(&self) -> LedgerFuture<'_, ()> {
        Box::pin(async move {
            if self.writer()?.is_closed() {
                return Err(closed());
            }
            if self.failing.load(Ordering::Relaxed) {
                self.write(Operation::Probe).await?;
            }
            if let Some(damage) = self.damage.get() {
                return Err(damage.clone());
            }
            self.readers
                .ask(|file| file.prepare_cached("SELECT 1 FROM entry LIMIT 1")?.exists([]))
                .await
                .map(drop)
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
                checking.interrupt();
            }
            self.readers.close().await;
            drop(taken(&self.writes));
            if let Some(finished) = taken(&self.finished) {
                let _ = finished.await;
            }
            Ok(())
        })
    }
}
