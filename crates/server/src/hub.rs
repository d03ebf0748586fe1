//! The card room: finds tables, sets them up from their logs, and lets them go again.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bytes::Bytes;
use engine::{Record, Seed};
use futures_util::FutureExt;
use protocol::http::{Listed, Results};
use protocol::online::{GuestKey, Phase, Room, TableOrder};
use tables::{BadTable, TableOrderExt};
use thiserror::Error;
use tokio::sync::{Notify, OnceCell, Semaphore, mpsc, oneshot, watch};
use tokio::time::Instant;

use crate::allowance::Allowances;
use crate::config::Config;
use crate::guests::{self, Replaced, Retired};
use crate::identity::GuestId;
use crate::ledger::{Collection, Ledger, LedgerError, PAGE};
use crate::lobby;
use crate::metrics::Metrics;
use crate::records;
use crate::results;
use crate::table::{Actor, Checkpoint, Command, Entry, EntryKind, Fold, Loaded, Thinkers, known_rules};

/// The letters of a table's name: none that are mistaken for another.
pub(crate) const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";
/// How long a table's name is: 60 bits, more than anyone can guess. One more letter may say which ledger has it.
pub(crate) const NAME_LENGTH: usize = 12;
/// The longest delay for watchers, in milliseconds.
const LONGEST_DELAY: u64 = 600_000;
/// How long a table that cannot be read is not tried again.
const BROKEN: Duration = Duration::from_secs(60);
/// A table that failed so often is left alone.
const CRASHES: u32 = 5;

/// The card room. Cheap to clone; all clones are the same room.
#[derive(Clone)]
pub struct Hub(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub ledger: Arc<dyn Ledger>,
    pub config: Config,
    pub metrics: Metrics,
    /// What the others call this process.
    pub node: u64,
    pub closing: watch::Sender<bool>,
    /// What everyone may use.
    pub allowances: Allowances,
    /// Tables that nobody is at are let go when there is no room for another.
    pub crowded: Notify,
    /// Where experts think.
    pub thinkers: Thinkers,
    tables: Mutex<HashMap<String, mpsc::Sender<Command>>>,
    /// Tables that are being set up.
    loading: Mutex<HashMap<String, Arc<OnceCell<Reached>>>>,
    /// Tables that could not be set up, and when that was tried.
    broken: Mutex<HashMap<String, Instant>>,
    /// How many logs are folded at once.
    loaders: Semaphore,
    crashes: Mutex<HashMap<String, u32>>,
    clock: Clock,
    clients: AtomicU64,
    /// Held by everything that has to end before the room is closed.
    alive: Mutex<Option<mpsc::Sender<()>>>,
    ended: tokio::sync::Mutex<mpsc::Receiver<()>>,
}

/// The way to a table, or why there is none.
type Reached = Result<mpsc::Sender<Command>, HubError>;

/// Why the hub cannot serve a table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HubError {
    /// There is none of that name.
    #[error("There is no such table. Check the link.")]
    NoTable,
    /// It cannot be set up: what its log holds is damaged, or of a newer version.
    #[error(
        "This table cannot be read here. If its server was just updated, try again later; else open a new one."
    )]
    Broken,
    /// The ledger does not answer.
    #[error("The card room cannot save right now. Try again in a moment.")]
    Ledger,
    /// The server closes.
    #[error("The card room is closing. Come back in a moment.")]
    Closing,
    /// There is no room for another table.
    #[error("The card room is full right now. Come back in a few minutes.")]
    Full,
    /// The order cannot be met.
    #[error("{0}")]
    Order(BadTable),
}

impl From<LedgerError> for HubError {
    fn from(error: LedgerError) -> Self {
        tracing::debug!(%error, "ledger error");
        Self::Ledger
    }
}

fn wall_clock() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64
}

/// A clock that follows the system's, but never backwards: since when, and what time it was then.
struct Clock(Mutex<(Instant, u64)>);

impl Clock {
    fn new(now: Instant, wall: u64) -> Self {
        Self(Mutex::new((now, wall)))
    }

    fn now(&self, now: Instant, wall: u64) -> u64 {
        let mut known = locked(&self.0);
        let passed = now.saturating_duration_since(known.0).as_millis() as u64;
        let time = known.1.saturating_add(passed);
        if wall > time {
            *known = (now, wall);
        }
        time.max(wall)
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Whether this could be the name of a table.
pub(crate) fn is_table_name(text: &str) -> bool {
    (NAME_LENGTH..=NAME_LENGTH + 1).contains(&text.len())
        && text.bytes().all(|letter| LETTERS.contains(&letter))
}

/// Enough of a table's name to find it in the log, but not to come to it.
pub(crate) fn short(table: &str) -> &str {
    table.get(..4).unwrap_or_default()
}

fn random<const N: usize>() -> Result<[u8; N], HubError> {
    crate::random::bytes().map_err(|_| HubError::Ledger)
}

impl Hub {
    /// A card room with this ledger. Must be called inside a tokio runtime.
    pub fn new(ledger: Arc<dyn Ledger>, config: Config) -> Self {
        let (alive, ended) = mpsc::channel(1);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self(Arc::new(Inner {
            ledger,
            config,
            metrics: Metrics::default(),
            // Without randomness nothing can be dealt either, so that it does not matter here.
            node: u64::from_le_bytes(crate::random::must()),
            closing: watch::Sender::new(false),
            allowances: Allowances::default(),
            crowded: Notify::new(),
            thinkers: Thinkers::new(cores.saturating_sub(1).max(1)),
            tables: Mutex::default(),
            loading: Mutex::default(),
            broken: Mutex::default(),
            loaders: Semaphore::new(cores),
            crashes: Mutex::default(),
            clock: Clock::new(Instant::now(), wall_clock()),
            clients: AtomicU64::new(1),
            alive: Mutex::new(Some(alive)),
            ended: tokio::sync::Mutex::new(ended),
        }))
    }

    /// What is counted.
    pub fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    /// Whether the ledger answers.
    pub async fn ready(&self) -> Result<(), HubError> {
        Ok(self.0.ledger.ready().await?)
    }

    /// What an acknowledgement of the ledger is worth.
    pub async fn promise(&self) -> Result<String, HubError> {
        Ok(self.0.ledger.promise().await?)
    }

    /// Whether the server lets its clients go.
    pub fn is_closing(&self) -> bool {
        *self.0.closing.borrow()
    }

    /// Opens a table.
    pub async fn open(&self, order: &TableOrder, host: GuestId) -> Result<String, HubError> {
        let info = order.table_info().map_err(HubError::Order)?;
        let mut table: String =
            random::<NAME_LENGTH>()?.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect();
        table += &self.0.ledger.home();
        let kind = EntryKind::Opened {
            v: 1,
            order: order.clone(),
            host,
            secret: Seed(random()?),
            rules_version: Some(known_rules(&info)),
        };
        let entry = Entry { t: self.0.now(), kind };
        self.0.ledger.append(&table, 0, entry.write()).await?;
        self.0.metrics.opened.add(1);
        tracing::info!(table = short(&table), game = order.game, "table created");
        if order.listed {
            // Setting it up puts it into the lobby. If that fails, the first who comes does it.
            let _ = self.reach(&table).await;
        }
        Ok(table)
    }

    /// The tables that everyone may find.
    pub async fn tables(&self) -> Result<Vec<Listed>, HubError> {
        Ok(lobby::tables(&*self.0.ledger, self.0.now()).await?)
    }

    /// Who is at a table.
    pub async fn room(&self, table: &str) -> Result<Room, HubError> {
        for _ in 0..2 {
            let (reply, room) = oneshot::channel();
            let sent = self.reach(table).await?.send(Command::Look { reply }).await;
            if let (Ok(()), Ok(room)) = (sent, room.await) {
                return Ok(room);
            }
        }
        Err(HubError::Ledger)
    }

    /// The record of a game that is over: of that number, or of the last.
    pub async fn record(&self, table: &str, number: Option<u32>) -> Result<Option<Record>, HubError> {
        // Watchers of a table with a delay learn no sooner that a game is over.
        let room = match self.room(table).await {
            Ok(room) if room.other_rules.is_none() => room,
            // Of a table that cannot be played on, or is gone, there is what was kept.
            Ok(_) | Err(HubError::NoTable | HubError::Broken) => {
                let ledger = &*self.0.ledger;
                let record = match number {
                    Some(number) => records::get(ledger, table, number).await?,
                    None => records::last(ledger, table).await?,
                };
                return match record {
                    None if is_table_name(table) && !self.0.ledger.read(table, 0).await?.is_empty() => {
                        Ok(None)
                    }
                    None => Err(HubError::NoTable),
                    record => Ok(record),
                };
            }
            Err(error) => return Err(error),
        };
        let finished = if room.phase == Phase::Over { room.number } else { room.number - 1 };
        let wanted = number.unwrap_or(finished);
        if wanted == 0 || wanted > finished {
            return Ok(None);
        }
        if let Some(record) = records::get(&*self.0.ledger, table, wanted).await? {
            return Ok(Some(record));
        }
        self.recorded(table, wanted).await
    }

    /// The record of a game from before records were kept, or that is over only just now; it is kept from now on.
    async fn recorded(&self, table: &str, wanted: u32) -> Result<Option<Record>, HubError> {
        let log = self.0.read(table, 0).await?;
        let name = table.to_owned();
        let found = self.0.aside(move || {
            let mut entries = log.iter();
            let mut fold = Fold::begin(&name, entries.next()?).ok()?;
            for entry in entries {
                if matches!(entry.kind, EntryKind::Again { .. }) && fold.number == wanted {
                    break;
                }
                fold.take(entry);
            }
            let record = fold.record().filter(|_| fold.number == wanted)?;
            Some((fold.ended, record))
        });
        let found = found.await?;
        if let Some((ended, record)) = &found {
            records::keep(&*self.0.ledger, table, wanted, *ended, record).await?;
        }
        Ok(found.map(|(_, record)| record))
    }

    /// What is kept of a guest's games.
    pub async fn results(&self, guest: &GuestId) -> Result<Results, HubError> {
        Ok(results::of(&*self.0.ledger, guest).await?)
    }

    /// Whether a table is cold, its last game is over, and nothing happened there since; nobody came to the rematch that
    /// someone may have wanted.
    pub(crate) async fn is_finished_before(&self, table: &str, time: u64) -> Result<bool, HubError> {
        if self.0.warm(table).is_some() {
            return Ok(false);
        }
        match self.0.load(table).await {
            Ok(loaded) => {
                let last = loaded.log.last().map_or(u64::MAX, |entry| entry.t);
                let (phase, number) = (loaded.fold.phase(), loaded.fold.number);
                let over = phase == Phase::Over || (phase == Phase::Gathering && number > 1);
                Ok(over && last < time)
            }
            Err(HubError::NoTable | HubError::Broken) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// The guest whom a key acts for.
    pub(crate) async fn guest(&self, key: &GuestKey) -> Result<Result<GuestId, Retired>, HubError> {
        Ok(guests::of(&*self.0.ledger, key).await?)
    }

    /// The guest whom a key acts for; none if it was replaced by another.
    pub async fn find_guest(&self, key: &GuestKey) -> Result<Option<GuestId>, HubError> {
        Ok(self.guest(key).await?.ok())
    }

    /// From now on another key is the guest's, and the old one stops working.
    pub(crate) async fn replace_key(&self, old: &GuestKey, new: &GuestKey) -> Result<Replaced, HubError> {
        let replaced = guests::replace(&*self.0.ledger, old, new, self.0.now()).await?;
        if replaced == Replaced::Done
            && let Ok(guest) = self.guest(new).await?
        {
            // Sockets with the old key are closed.
            let tables: Vec<_> = locked(&self.0.tables).values().cloned().collect();
            for table in tables {
                let _ = table.send(Command::LetGo { guest }).await;
            }
        }
        Ok(replaced)
    }

    pub(crate) fn next_client(&self) -> u64 {
        self.0.clients.fetch_add(1, Ordering::Relaxed)
    }

    /// Shutdown guard: closing waits until all are dropped.
    pub(crate) fn alive(&self) -> Option<mpsc::Sender<()>> {
        locked(&self.0.alive).clone()
    }

    /// The way to a table, set up if it is not.
    pub(crate) async fn reach(&self, table: &str) -> Reached {
        if let Some(way) = self.0.warm(table) {
            return Ok(way);
        }
        if !is_table_name(table) {
            return Err(HubError::NoTable);
        }
        if locked(&self.0.crashes).get(table).is_some_and(|&crashes| crashes >= CRASHES) {
            return Err(HubError::Broken);
        }
        let lately = |broken: &Instant| broken.elapsed() < BROKEN;
        if locked(&self.0.broken).get(table).is_some_and(lately) {
            return Err(HubError::Broken);
        }
        // Everyone who comes meanwhile waits for the same fold.
        let once = locked(&self.0.loading).entry(table.to_owned()).or_default().clone();
        let _loading = Loading { inner: &self.0, table };
        let reached = once.get_or_init(|| self.set_up(table)).await.clone();
        if reached.as_ref().is_err_and(|error| *error == HubError::Broken) {
            let mut broken = locked(&self.0.broken);
            broken.retain(|_, when| lately(when));
            broken.insert(table.to_owned(), Instant::now());
        }
        reached
    }

    async fn set_up(&self, table: &str) -> Reached {
        if let Some(way) = self.0.warm(table) {
            return Ok(way);
        }
        let alive = self.alive().ok_or(HubError::Closing)?;
        if locked(&self.0.tables).len() >= self.0.config.warm_tables {
            self.0.crowded.notify_waiters();
            self.0.metrics.turned_away.add(1);
            return Err(HubError::Full);
        }
        let watch = self.0.ledger.watch(table).await?;
        let loaded = self.0.load(table).await?;
        let (sender, mail) = mpsc::channel(self.0.config.mailbox);
        {
            let mut tables = locked(&self.0.tables);
            if let Some(way) = tables.get(table).filter(|way| !way.is_closed()) {
                return Ok(way.clone());
            }
            tables.insert(table.to_owned(), sender.clone());
        }
        tracing::debug!(table = short(table), entries = loaded.fold.at, "table loaded from its log");
        // In a box of its own: a future that owned it would have room for it more than once.
        let mut actor = Box::new(Actor::new(self.0.clone(), loaded, mail, watch));
        let (inner, table) = (self.0.clone(), table.to_owned());
        tokio::spawn(async move {
            let _alive = alive;
            let _warm = inner.metrics.tables.enter();
            let ended = AssertUnwindSafe(actor.run()).catch_unwind().await;
            // Closes the mailbox, so that nobody is sent to a table that is gone.
            drop(actor);
            if ended.is_err() {
                inner.metrics.crashes.add(1);
                *locked(&inner.crashes).entry(table.clone()).or_default() += 1;
                tracing::error!(table = short(&table), "table panicked; it will be reloaded from its log");
            }
            tracing::debug!(table = short(&table), "table evicted");
            let mut tables = locked(&inner.tables);
            if tables.get(&table).is_some_and(mpsc::Sender::is_closed) {
                tables.remove(&table);
            }
        });
        Ok(sender)
    }

    /// Tells everyone, waits for everything under way, and closes the ledger.
    pub async fn close(&self) {
        tracing::info!(tables = self.0.metrics.tables.get(), "server shutting down");
        self.0.closing.send_replace(true);
        locked(&self.0.alive).take();
        while self.0.ended.lock().await.recv().await.is_some() {}
        if let Err(error) = self.0.ledger.close().await {
            tracing::warn!(%error, "cannot close the ledger");
        }
    }
}

/// A table that is being set up; it is not any longer once that is done, or nobody waits for it.
struct Loading<'a> {
    inner: &'a Inner,
    table: &'a str,
}

impl Drop for Loading<'_> {
    fn drop(&mut self) {
        let mut loading = locked(&self.inner.loading);
        // The map holds one reference, and the caller that ends now another.
        if loading.get(self.table).is_some_and(|once| once.initialized() || Arc::strong_count(once) <= 2) {
            loading.remove(self.table);
        }
    }
}

/// Folds what was read of a log, from a checkpoint on if there is one. May panic on a damaged log;
/// only this table must fail.
fn fold(table: &str, checkpoint: Option<Bytes>, mut log: Vec<Entry>) -> Result<Loaded, HubError> {
    let broken = |error: &dyn std::fmt::Display| {
        tracing::error!(table = short(table), %error, "cannot load table");
        HubError::Broken
    };
    let begin = || match &checkpoint {
        Some(bytes) => Checkpoint::read(bytes)
            .and_then(|checkpoint| checkpoint.restore(table))
            .ok_or_else(|| broken(&"the checkpoint cannot be read")),
        None => {
            let first = log.first().ok_or(HubError::NoTable)?;
            Fold::begin(table, first).map_err(|error| broken(&error))
        }
    };
    let mut fold = begin()?;
    let base =
        if fold.order.delay_seconds.is_some_and(|seconds| seconds > 0) { Some(begin()?) } else { None };
    if checkpoint.is_none() {
        log.remove(0);
    }
    log.iter().for_each(|entry| fold.take(entry));
    Ok(Loaded { fold, base, log })
}

impl Inner {
    /// Milliseconds since 1970. It never goes backwards: if the system's clock is put forward, so is this one; if it
    /// is put back, this one goes on.
    pub fn now(&self) -> u64 {
        self.clock.now(Instant::now(), wall_clock())
    }

    fn warm(&self, table: &str) -> Option<mpsc::Sender<Command>> {
        locked(&self.tables).get(table).filter(|way| !way.is_closed()).cloned()
    }

    /// Lets a table go that nobody is at; false if someone is on the way to it.
    pub fn retire(&self, table: &str, mail: &mut mpsc::Receiver<Command>) -> bool {
        let mut tables = locked(&self.tables);
        if !mail.is_empty() {
            return false;
        }
        tables.remove(table);
        // Callers that still hold the old mailbox find it closed and ask again.
        mail.close();
        mail.is_empty()
    }

    /// Does what takes time on another thread than those that serve, a few at a time.
    async fn aside<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, HubError> {
        let _place = self.loaders.acquire().await.map_err(|_| HubError::Closing)?;
        tokio::task::spawn_blocking(work).await.map_err(|error| {
            tracing::error!(%error, "folding a log failed");
            HubError::Broken
        })
    }

    /// Reads and folds a table's log, from its checkpoint on if it has one that fits.
    async fn load(&self, table: &str) -> Result<Loaded, HubError> {
        let mut kept = self.ledger.get(Collection::Checkpoints, table).await?.map(|kept| kept.value);
        let mut log = Vec::new();
        let found = kept.as_deref().and_then(Checkpoint::read);
        match found {
            // What watchers are not to see yet has to be folded for them later.
            Some(found) if found.t.saturating_add(LONGEST_DELAY) <= self.now() || !found.is_delayed() => {
                log = self.read(table, found.at - 1).await.unwrap_or_default();
                if log.first().is_some_and(|entry| found.ends_with(entry)) {
                    log.remove(0);
                } else {
                    kept = None;
                }
            }
            _ => kept = None,
        }
        if kept.is_none() {
            log = self.read(table, 0).await?;
        }
        self.metrics.loaded.add(log.len() as u64);
        let table = table.to_owned();
        self.aside(move || fold(&table, kept, log)).await?
    }

    /// The entries of a log from that number on.
    async fn read(&self, table: &str, from: u64) -> Result<Vec<Entry>, HubError> {
        if !is_table_name(table) {
            return Err(HubError::NoTable);
        }
        let mut log = Vec::new();
        loop {
            let page = self.ledger.read(table, from + log.len() as u64).await?;
            let is_last = page.len() < PAGE;
            for bytes in page {
                log.push(Entry::read(&bytes).map_err(|error| {
                    tracing::error!(table = short(table), at = log.len(), %error, "cannot read log entry");
                    HubError::Broken
                })?);
            }
            if is_last {
                break;
            }
        }
        if log.is_empty() { Err(HubError::NoTable) } else { Ok(log) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_goes_on_whatever_the_system_does() {
        let start = Instant::now();
        let clock = Clock::new(start, 1_000_000);
        let after = |seconds| start + Duration::from_secs(seconds);
        assert_eq!(clock.now(after(1), 1_001_000), 1_001_000);
        assert_eq!(clock.now(after(2), 5_000), 1_002_000, "put back by minutes");
        assert_eq!(clock.now(after(3), 9_000_000), 9_000_000, "put forward by hours");
        assert_eq!(clock.now(after(4), 1_004_000), 9_001_000, "and back again");
        assert_eq!(clock.now(after(3), 0), 9_000_000);
    }
}
