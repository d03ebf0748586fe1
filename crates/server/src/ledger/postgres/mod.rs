//! The ledger of several servers: PostgreSQL keeps the logs. "Append at this number or not at all" is its primary key,
//! so any number of equal servers share one.
//!
//! `Store` is what is asked of the database, `sql` how PostgreSQL does it; `writer` gathers and settles writes,
//! `feed` tells and hears what is new.

pub mod cluster;
mod connect;
mod durability;
mod feed;
pub mod local;
mod schema;
mod settings;
#[cfg(test)]
mod simulation;
mod sql;
mod store;
#[cfg(test)]
pub(crate) mod tests;
mod writer;

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::{Notify, mpsc, oneshot, watch};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::log_watch::{LogWatches, Tail};
use super::{Collection, Item, Ledger, LedgerError, LedgerFuture, PAGE, Watch};
pub use durability::{Durability, DurabilityLevel};
use feed::Notification;
pub use settings::Settings;
use store::{Failure, NewEntry, NewItem, Store};
use writer::{Append, Change, ItemChange};

/// The name that everyone tells and hears news by.
const CHANNEL: &str = "parlour";
/// Writers that append, each with a statement under way at most.
const APPENDING: usize = 2;
/// Writes that wait for their writer; later ones wait outside.
const WAITING: usize = 4096;
/// How long a write may take before it is said that nobody knows; shorter while nothing can be written anyway.
const PATIENCE: Duration = Duration::from_secs(8);
const SHORT_PATIENCE: Duration = Duration::from_secs(2);
/// How long closing waits for what is under way.
const CLOSING: Duration = Duration::from_secs(4);

fn unavailable(reason: impl ToString) -> LedgerError {
    LedgerError::Unavailable(reason.to_string())
}

impl From<Failure> for LedgerError {
    fn from(failed: Failure) -> Self {
        Self::Unavailable(failed.reason)
    }
}

/// Whether it is known here how the logs stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    Followed,
    Lost,
    Closed,
}

struct Inner {
    store: Arc<dyn Store>,
    node: u64,
    watches: LogWatches,
    /// Logs of which something is gone that was acknowledged, until they are watched again.
    diverged: Mutex<HashSet<String>>,
    standing: watch::Sender<Standing>,
    /// Whether `NOTIFY` is heard.
    hears: AtomicBool,
    /// Asks for the lengths of the watched logs now.
    ask_now: Notify,
    failing: AtomicBool,
    notifications: mpsc::Sender<Notification>,
}

impl Inner {
    fn diverged_logs(&self) -> MutexGuard<'_, HashSet<String>> {
        self.diverged.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn works(&self) {
        if self.failing.swap(false, Ordering::Relaxed) {
            tracing::warn!("ledger writable again");
        }
    }

    fn fails(&self, reason: &str) {
        if !self.failing.swap(true, Ordering::Relaxed) {
            tracing::error!(reason, "ledger not writable; clients are told to retry");
        }
    }

    /// An entry of this server is written.
    fn note(&self, log: &str, number: u64, token: i64) {
        self.watches.advance(log, Tail { number, token });
        self.watches.note(log, number + 1);
        // If too many wait, the others will ask.
        let _ = self.notifications.try_send(Notification::Grown(log.to_owned(), number + 1));
    }

    /// Takes a length that was asked for when the log's last known entry was `tail`.
    fn check_length(&self, log: &str, tail: Option<Tail>, length: u64) {
        match tail {
            Some(tail) if tail.number >= length => drop(self.diverged(log)),
            _ => self.watches.note(log, length),
        }
    }

    /// The database has lost or changed what it acknowledged: nothing more is done with what is known of this log
    /// here. Those who watch it are told, and have to begin again.
    fn diverged(&self, log: &str) -> LedgerError {
        if self.diverged_logs().insert(log.to_owned()) {
            let table = crate::hub::short(log);
            tracing::error!(table, "the database has lost acknowledged entries; the table is reloaded");
        }
        self.watches.forget(log);
        unavailable("the database has lost entries that it had acknowledged")
    }

    fn check(&self, log: &str) -> Result<(), LedgerError> {
        if *self.standing.borrow() == Standing::Closed {
            return Err(unavailable("it is closed"));
        }
        match self.diverged_logs().contains(log) {
            true => Err(unavailable("the database has lost entries that it had acknowledged")),
            false => Ok(()),
        }
    }

    async fn page(&self, log: &str, from: u64) -> Result<Vec<Bytes>, LedgerError> {
        self.check(log)?;
        let tail = self.watches.tail(log);
        // The last known entry is read once more, to see that it is still the same.
        let again = tail.filter(|tail| tail.number + 1 == from);
        let first = from - u64::from(again.is_some());
        let limit = PAGE + usize::from(again.is_some());
        let mut stored = self.store.page(log, first, limit).await?;
        // What comes after a gap is no part of the log.
        let whole = stored.iter().zip(first..).take_while(|(entry, number)| entry.number == *number).count();
        stored.truncate(whole);
        if let Some(tail) = tail {
            let known = tail.number.checked_sub(first).and_then(|at| stored.get(usize::try_from(at).ok()?));
            let is_end = stored.len() < limit;
            let covers = tail.number >= first && (is_end || known.is_some());
            if covers && known.is_none_or(|entry| entry.token != tail.token) {
                return Err(self.diverged(log));
            }
        }
        if let Some(last) = stored.last() {
            self.watches.advance(log, Tail { number: last.number, token: last.token });
        }
        Ok(stored.into_iter().skip(usize::from(again.is_some())).map(|entry| entry.body).collect())
    }
}

/// A ledger in PostgreSQL.
pub struct Postgres {
    inner: Arc<Inner>,
    require_standby: bool,
    appends: Mutex<Option<mpsc::Sender<Append>>>,
    changes: Mutex<Option<mpsc::Sender<Change>>>,
    writers: Mutex<Vec<JoinHandle<()>>>,
    feed: Mutex<Vec<JoinHandle<()>>>,
    marks: AtomicU64,
    last_revision: AtomicU64,
}

impl Postgres {
    /// Connects, and makes what is not there yet.
    pub async fn open(settings: &Settings) -> Result<Self, LedgerError> {
        let store = sql::Sql::open(settings.clone()).await?;
        let ledger = Self::on(Arc::new(store), settings.require_standby)?;
        let durability = ledger.durability().await?;
        if settings.require_standby && !durability.has_standby() {
            let _ = ledger.close().await;
            return Err(unavailable(format!(
                "--require-standby is set, but {}; set synchronous_standby_names and synchronous_commit",
                durability.text()
            )));
        }
        match durability.level() {
            DurabilityLevel::Nothing | DurabilityLevel::Soon => tracing::warn!("{}", durability.text()),
            _ => tracing::info!("{}", durability.text()),
        }
        Ok(ledger)
    }

    /// A ledger on any store that keeps to the rules.
    fn on(store: Arc<dyn Store>, require_standby: bool) -> Result<Self, LedgerError> {
        let random = || crate::random::bytes::<8>().map(u64::from_le_bytes).map_err(unavailable);
        let (notifications, told) = mpsc::channel(WAITING);
        let (appends, appending) = mpsc::channel(WAITING);
        let (changes, changing) = mpsc::channel(WAITING);
        let inner = Arc::new(Inner {
            store,
            node: random()?,
            watches: LogWatches::default(),
            diverged: Mutex::default(),
            standing: watch::Sender::new(Standing::Followed),
            hears: AtomicBool::new(false),
            ask_now: Notify::new(),
            failing: AtomicBool::new(false),
            notifications,
        });
        let (appending, changing) =
            (Arc::new(tokio::sync::Mutex::new(appending)), Arc::new(tokio::sync::Mutex::new(changing)));
        let mut writers: Vec<_> = (0..APPENDING)
            .map(|lane| tokio::spawn(writer::append_all(inner.clone(), lane, appending.clone())))
            .collect();
        writers.push(tokio::spawn(writer::change_all(inner.clone(), changing)));
        let feed = vec![
            tokio::spawn(feed::tell(inner.clone(), told)),
            tokio::spawn(feed::listen(inner.clone())),
            tokio::spawn(feed::poll(inner.clone())),
        ];
        Ok(Self {
            require_standby,
            appends: Mutex::new(Some(appends)),
            changes: Mutex::new(Some(changes)),
            writers: Mutex::new(writers),
            feed: Mutex::new(feed),
            marks: AtomicU64::new(random()?),
            last_revision: AtomicU64::new(0),
            inner,
        })
    }

    /// How durable an acknowledged write is.
    pub async fn durability(&self) -> Result<Durability, LedgerError> {
        Ok(self.inner.store.durability().await?)
    }

    /// A mark that no other write has, by whomever: it began at a random number.
    fn mark(&self) -> i64 {
        self.marks.fetch_add(1, Ordering::Relaxed).cast_signed()
    }

    /// A revision that no other write has, later than the one it replaces: the time, and a random rest. Where clocks
    /// differ the rest is random all the same, or two servers would give the same one.
    fn revision(&self, expected: Option<u64>) -> Result<u64, LedgerError> {
        let rest = u64::from_le_bytes(crate::random::bytes().map_err(unavailable)?) >> 43;
        let since_1970 =
            std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        let now = (since_1970.as_millis() as u64) << 21 & (i64::MAX as u64);
        let next = |last: u64| now.max(last.max(expected.unwrap_or(0)) + 1) + rest;
        let last =
            self.last_revision.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |last| Some(next(last)));
        Ok(next(last.unwrap_or_default()))
    }

    async fn write<T>(
        &self,
        sender: &Mutex<Option<mpsc::Sender<T>>>,
        write: impl FnOnce(oneshot::Sender<Result<u64, LedgerError>>) -> T,
    ) -> Result<u64, LedgerError> {
        let closed = || unavailable("it is closed");
        let sender =
            sender.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).clone().ok_or_else(closed)?;
        let (reply, answer) = oneshot::channel();
        let patience = if self.inner.failing.load(Ordering::Relaxed) { SHORT_PATIENCE } else { PATIENCE };
        let written = async {
            sender.send(write(reply)).await.map_err(|_| closed())?;
            answer.await.map_err(|_| closed())?
        };
        match timeout(patience, written).await {
            Ok(written) => written,
            Err(_) => {
                self.inner.fails("the database takes too long to write");
                Err(unavailable("the database does not say whether it was written"))
            }
        }
    }

    async fn append_entry(&self, log: &str, expected: u64, entry: Bytes) -> Result<u64, LedgerError> {
        self.inner.check(log)?;
        let before = self.inner.watches.tail(log).filter(|tail| tail.number + 1 == expected);
        let entry = NewEntry {
            log: log.to_owned(),
            number: expected,
            token: self.mark(),
            before: before.map(|tail| tail.token),
            body: entry,
        };
        self.write(&self.appends, |reply| Append { entry, reply }).await
    }

    /// Writes something and takes it away again.
    async fn probe(&self) -> Result<(), LedgerError> {
        let log = format!("{PROBE}{:x}", self.mark().cast_unsigned());
        self.append_entry(&log, 0, Bytes::from_static(&[0; 1024])).await?;
        Ok(self.inner.store.remove_log(&log).await?)
    }
}

/// How the names begin of logs that are only to see whether anything can be written.
const PROBE: &str = "probe-";

impl Ledger for Postgres {
    fn append<'a>(&'a self, log: &'a str, expected: u64, entry: Bytes) -> LedgerFuture<'a, u64> {
        Box::pin(self.append_entry(log, expected, entry))
    }

    fn read<'a>(&'a self, log: &'a str, from: u64) -> LedgerFuture<'a, Vec<Bytes>> {
        Box::pin(self.inner.page(log, from))
    }

    fn watch<'a>(&'a self, log: &'a str) -> LedgerFuture<'a, Box<dyn Watch>> {
        Box::pin(async move {
            if *self.inner.standing.borrow() != Standing::Followed {
                return Err(unavailable("the connection to the database is lost"));
            }
            self.inner.diverged_logs().remove(log);
            // First listen, then look: what is appended in between is heard.
            let waiting = self.inner.watches.watch(log, 0);
            let tail = self.inner.watches.tail(log);
            let length = self.inner.store.lengths(&[log.to_owned()]).await?.pop().unwrap_or(0);
            self.inner.check_length(log, tail, length);
            Ok(waiting)
        })
    }

    fn publish_presence<'a>(&'a self, log: &'a str, words: Bytes) -> LedgerFuture<'a, ()> {
        Box::pin(async move {
            let words = std::str::from_utf8(&words).ok().filter(|words| feed::can_be_told(log, words));
            let words = words.ok_or_else(|| unavailable("these words cannot be told"))?;
            // What is said while nobody listens would wait, and come too late.
            if *self.inner.standing.borrow() != Standing::Followed {
                return Err(unavailable("the connection to the database is lost"));
            }
            let words = Notification::Presence(log.to_owned(), words.to_owned());
            self.inner.notifications.try_send(words).map_err(|_| unavailable("too much is told at once"))
        })
    }

    fn redact<'a>(&'a self, log: &'a str, number: u64, entry: Bytes) -> LedgerFuture<'a, ()> {
        Box::pin(async move { Ok(self.inner.store.redact(log, number, &entry).await?) })
    }

    fn remove_log<'a>(&'a self, log: &'a str) -> LedgerFuture<'a, ()> {
        Box::pin(async move {
            // Twice: an entry that was on its way meanwhile would stay.
            self.inner.store.remove_log(log).await?;
            Ok(self.inner.store.remove_log(log).await?)
        })
    }

    fn logs(&self) -> LedgerFuture<'_, Vec<String>> {
        Box::pin(async move {
            let mut logs = self.inner.store.logs().await?;
            logs.retain(|log| !log.starts_with(PROBE));
            Ok(logs)
        })
    }

    fn put<'a>(
        &'a self,
        collection: Collection,
        key: &'a str,
        expected: Option<u64>,
        value: Bytes,
    ) -> LedgerFuture<'a, u64> {
        Box::pin(async move {
            let revision = self.revision(expected)?;
            // 0 is the revision of what is not there.
            let expected = expected.filter(|expected| *expected > 0);
            let what =
                ItemChange::Put(NewItem { collection, key: key.to_owned(), expected, revision, value });
            self.write(&self.changes, |reply| Change { what, reply }).await
        })
    }

    fn remove<'a>(&'a self, collection: Collection, key: &'a str, expected: u64) -> LedgerFuture<'a, ()> {
        Box::pin(async move {
            let what = ItemChange::Remove((collection, key.to_owned(), expected));
            self.write(&self.changes, |reply| Change { what, reply }).await.map(drop)
        })
    }

    fn get<'a>(&'a self, collection: Collection, key: &'a str) -> LedgerFuture<'a, Option<Item>> {
        Box::pin(async move { Ok(self.inner.store.get(collection, key).await?) })
    }

    fn list<'a>(
        &'a self,
        collection: Collection,
        prefix: &'a str,
        after: Option<&'a str>,
        limit: usize,
    ) -> LedgerFuture<'a, Vec<Item>> {
        Box::pin(async move { Ok(self.inner.store.list(collection, prefix, after, limit).await?) })
    }

    fn ready(&self) -> LedgerFuture<'_, ()> {
        Box::pin(async move {
            match *self.inner.standing.borrow() {
                Standing::Closed => return Err(unavailable("it is closed")),
                Standing::Lost => return Err(unavailable("the connection to the database is lost")),
                Standing::Followed => {}
            }
            let durability = self.inner.store.durability().await?;
            if self.require_standby && !durability.has_standby() {
                return Err(unavailable(format!("--require-standby is set, but {}", durability.text())));
            }
            if self.inner.failing.load(Ordering::Relaxed) {
                self.probe().await?;
            }
            Ok(())
        })
    }

    fn promise(&self) -> LedgerFuture<'_, String> {
        Box::pin(async move { Ok(self.durability().await?.text()) })
    }

    fn close(&self) -> LedgerFuture<'_, ()> {
        Box::pin(async move {
            let taken = |handles: &Mutex<Vec<JoinHandle<()>>>| {
                std::mem::take(&mut *handles.lock().unwrap_or_else(|poisoned| poisoned.into_inner()))
            };
            drop(self.appends.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take());
            drop(self.changes.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take());
            for writer in taken(&self.writers) {
                let abort = writer.abort_handle();
                if timeout(CLOSING, writer).await.is_err() {
                    abort.abort();
                }
            }
            taken(&self.feed).iter().for_each(JoinHandle::abort);
            self.inner.standing.send_replace(Standing::Closed);
            self.inner.watches.close();
            self.inner.store.close().await;
            Ok(())
        })
    }
}
