//! The card room: finds tables, sets them up from their logs, and lets them go again.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{SystemTime, UNIX_EPOCH};

use engine::{Record, Seed};
use futures_util::FutureExt;
use protocol::http::{Listed, Results};
use protocol::online::{Room, TableOrder};
use tables::{BadTable, TableOrderExt};
use thiserror::Error;
use tokio::sync::{Semaphore, mpsc, oneshot, watch};
use tokio::time::Instant;

use crate::config::Config;
use crate::identity::GuestId;
use crate::ledger::{Ledger, LedgerError, PAGE};
use crate::lobby;
use crate::metrics::Metrics;
use crate::results;
use crate::table::{Actor, Command, Entry, EntryKind, Fold};

/// The letters of a table's name: none that are mistaken for another.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";
/// How long a table's name is: 60 bits, more than anyone can guess.
const LENGTH: usize = 12;
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
    /// How many experts think at once.
    pub thinkers: Arc<Semaphore>,
    tables: Mutex<HashMap<String, mpsc::Sender<Command>>>,
    crashes: Mutex<HashMap<String, u32>>,
    began: (Instant, u64),
    clients: AtomicU64,
    /// Held by everything that has to end before the room is closed.
    alive: Mutex<Option<mpsc::Sender<()>>>,
    ended: tokio::sync::Mutex<mpsc::Receiver<()>>,
}

/// Why there is no table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Absent {
    /// There is none of that name.
    #[error("There is no such table. Check the link.")]
    NoTable,
    /// It cannot be set up.
    #[error("This table is out of order. Open a new one.")]
    Broken,
    /// The ledger does not answer.
    #[error("The card room cannot save right now. Try again in a moment.")]
    Ledger,
    /// The server closes.
    #[error("The card room is closing. Come back in a moment.")]
    Closing,
    /// The order cannot be met.
    #[error("{0}")]
    Order(BadTable),
}

impl From<LedgerError> for Absent {
    fn from(error: LedgerError) -> Self {
        tracing::debug!(%error, "ledger error");
        Self::Ledger
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Whether this could be the name of a table.
pub(crate) fn is_table_name(text: &str) -> bool {
    text.len() == LENGTH && text.bytes().all(|letter| LETTERS.contains(&letter))
}

/// Enough of a table's name to find it in the log, but not to come to it.
pub(crate) fn short(table: &str) -> &str {
    table.get(..4).unwrap_or_default()
}

fn random<const N: usize>() -> Result<[u8; N], Absent> {
    crate::random::bytes().map_err(|_| Absent::Ledger)
}

impl Hub {
    /// A card room with this ledger. Must be called inside a tokio runtime.
    pub fn new(ledger: Arc<dyn Ledger>, config: Config) -> Self {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let (alive, ended) = mpsc::channel(1);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self(Arc::new(Inner {
            ledger,
            config,
            metrics: Metrics::default(),
            // Without randomness nothing can be dealt either, so that it does not matter here.
            node: u64::from_le_bytes(crate::random::must()),
            closing: watch::Sender::new(false),
            thinkers: Arc::new(Semaphore::new(cores.saturating_sub(1).max(1))),
            tables: Mutex::default(),
            crashes: Mutex::default(),
            began: (Instant::now(), since_1970.as_millis() as u64),
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
    pub async fn ready(&self) -> Result<(), Absent> {
        Ok(self.0.ledger.ready().await?)
    }

    /// Opens a table.
    pub async fn open(&self, order: &TableOrder, host: GuestId) -> Result<String, Absent> {
        order.table_info().map_err(Absent::Order)?;
        let table: String =
            random::<LENGTH>()?.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect();
        let kind = EntryKind::Opened { v: 1, order: order.clone(), host, secret: Seed(random()?) };
        let entry = Entry { t: self.0.now(), kind };
        self.0.ledger.append(&table, 0, entry.write()).await?;
        self.0.metrics.opened.add(1);
        tracing::info!(table = short(&table), game = order.game, "table created");
        if order.listed {
            // Setting it up puts it into the lobby.
            self.reach(&table).await?;
        }
        Ok(table)
    }

    /// The tables that everyone may find.
    pub async fn tables(&self) -> Result<Vec<Listed>, Absent> {
        Ok(lobby::tables(&*self.0.ledger, self.0.now()).await?)
    }

    /// Who is at a table.
    pub async fn room(&self, table: &str) -> Result<Room, Absent> {
        for _ in 0..2 {
            let (reply, room) = oneshot::channel();
            let sent = self.reach(table).await?.send(Command::Look { reply }).await;
            if let (Ok(()), Ok(room)) = (sent, room.await) {
                return Ok(room);
            }
        }
        Err(Absent::Ledger)
    }

    /// The record of a game that is over: of that number, or of the last.
    pub async fn record(&self, table: &str, number: Option<u32>) -> Result<Option<Record>, Absent> {
        let log = self.0.read(table).await?;
        let mut entries = log.iter();
        let first = entries.next().ok_or(Absent::NoTable)?;
        let mut fold = Fold::begin(table, first).map_err(|_| Absent::Broken)?;
        let delay = u64::from(fold.order.delay_seconds.unwrap_or(0)) * 1000;
        let mut last = None;
        for entry in entries.take_while(|entry| entry.t + delay <= self.0.now()) {
            if matches!(entry.kind, EntryKind::Again { .. }) {
                last = fold.record();
                if number == Some(fold.number) {
                    return Ok(last);
                }
            }
            fold.take(entry);
        }
        match number {
            Some(number) => Ok(fold.record().filter(|_| fold.number == number)),
            None => Ok(fold.record().or(last)),
        }
    }

    /// What is kept of a guest's games.
    pub async fn results(&self, guest: &GuestId) -> Result<Results, Absent> {
        Ok(results::of(&*self.0.ledger, guest).await?)
    }

    pub(crate) fn next_client(&self) -> u64 {
        self.0.clients.fetch_add(1, Ordering::Relaxed)
    }

    /// Something to hold while something runs that has to end before the room is closed.
    pub(crate) fn alive(&self) -> Option<mpsc::Sender<()>> {
        locked(&self.0.alive).clone()
    }

    /// The way to a table, set up if it is not.
    pub(crate) async fn reach(&self, table: &str) -> Result<mpsc::Sender<Command>, Absent> {
        if let Some(way) = self.0.warm(table) {
            return Ok(way);
        }
        if !is_table_name(table) {
            return Err(Absent::NoTable);
        }
        if locked(&self.0.crashes).get(table).is_some_and(|&crashes| crashes >= CRASHES) {
            return Err(Absent::Broken);
        }
        let alive = self.alive().ok_or(Absent::Closing)?;
        let watch = self.0.ledger.watch(table).await?;
        let log = self.0.read(table).await?;
        // Whatever a log may hold, folding it must not take more down than its table.
        let folded = std::panic::catch_unwind(AssertUnwindSafe(|| fold(table, &log)));
        let folded = folded.map_err(|_| Absent::Broken)??;
        let (sender, mail) = mpsc::channel(self.0.config.mailbox);
        {
            let mut tables = locked(&self.0.tables);
            if let Some(way) = tables.get(table).filter(|way| !way.is_closed()) {
                return Ok(way.clone());
            }
            tables.insert(table.to_owned(), sender.clone());
        }
        tracing::debug!(table = short(table), entries = log.len(), "table loaded from its log");
        let actor = Actor::new(self.0.clone(), log, folded, mail, watch);
        let (inner, table) = (self.0.clone(), table.to_owned());
        tokio::spawn(async move {
            let _alive = alive;
            let _warm = inner.metrics.tables.enter();
            if AssertUnwindSafe(actor.run()).catch_unwind().await.is_err() {
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

fn fold(table: &str, log: &[Entry]) -> Result<Fold, Absent> {
    let mut entries = log.iter();
    let first = entries.next().ok_or(Absent::NoTable)?;
    let mut fold = Fold::begin(table, first).map_err(|error| {
        tracing::error!(table = short(table), %error, "cannot load table");
        Absent::Broken
    })?;
    entries.for_each(|entry| fold.take(entry));
    Ok(fold)
}

impl Inner {
    /// Milliseconds since 1970, never going backwards.
    pub fn now(&self) -> u64 {
        self.began.1 + self.began.0.elapsed().as_millis() as u64
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
        // Whoever still holds the way here finds it closed and asks again.
        mail.close();
        mail.is_empty()
    }

    async fn read(&self, table: &str) -> Result<Vec<Entry>, Absent> {
        if !is_table_name(table) {
            return Err(Absent::NoTable);
        }
        let mut log = Vec::new();
        loop {
            let page = self.ledger.read(table, log.len() as u64).await?;
            let is_last = page.len() < PAGE;
            for bytes in page {
                log.push(Entry::read(&bytes).map_err(|error| {
                    tracing::error!(table = short(table), at = log.len(), %error, "cannot read log entry");
                    Absent::Broken
                })?);
            }
            if is_last {
                break;
            }
        }
        if log.is_empty() { Err(Absent::NoTable) } else { Ok(log) }
    }
}
