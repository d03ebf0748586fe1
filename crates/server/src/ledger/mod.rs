//! The ledger: where tables are kept.
//!
//! It holds logs, which only grow, and collections of small things. Whatever is written is written at an expected
//! position or revision, or not at all, so that any number of processes can share one ledger: two that write at once,
//! one wins, the other reads again. Nothing is acknowledged before it is durable.

#[cfg(test)]
mod conformance;
pub mod history;
mod log_watch;
pub mod memory;
pub mod postgres;
pub mod shards;
pub mod sqlite;

use bytes::Bytes;
use futures_util::future::BoxFuture;
use thiserror::Error;

pub use memory::Memory;
pub use postgres::Postgres;
pub use shards::Shards;
pub use sqlite::Sqlite;

/// The most entries that one [`Ledger::read`] gives.
pub const PAGE: usize = 200;

/// Why something was not written or read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LedgerError {
    /// Someone else was quicker: read again.
    #[error("conflict: now at {actual}")]
    Conflict {
        /// The log's length, or the thing's revision (0 if it is not there).
        actual: u64,
    },
    /// The ledger cannot be reached, or it cannot be known whether it was written: read before writing again.
    #[error("the ledger does not answer: {0}")]
    Unavailable(String),
}

/// What a ledger gives, later.
pub type LedgerFuture<'a, T> = BoxFuture<'a, Result<T, LedgerError>>;

/// A collection of small things, each under a key of lower-case letters, digits, dots and hyphens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Collection {
    /// The tables that everyone may find.
    Lobby,
    /// The guests, by the hash of their key.
    Guests,
    /// Finished games, by guest.
    Results,
    /// The records of finished games, by table and number.
    Records,
    /// The tables where each guest has had a seat.
    Visits,
    /// Tables between two games, so that not all of their log has to be folded.
    Checkpoints,
}

impl Collection {
    /// Every collection.
    pub const ALL: [Self; 6] =
        [Self::Lobby, Self::Guests, Self::Results, Self::Records, Self::Visits, Self::Checkpoints];

    /// Its name in the store.
    pub fn name(self) -> &'static str {
        match self {
            Self::Lobby => "lobby",
            Self::Guests => "guests",
            Self::Results => "results",
            Self::Records => "records",
            Self::Visits => "visits",
            Self::Checkpoints => "checkpoints",
        }
    }
}

/// An item of a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its key.
    pub key: String,
    /// Changes with every write, and never comes back.
    pub revision: u64,
    /// What is kept.
    pub value: Bytes,
}

/// Where tables are kept.
pub trait Ledger: Send + Sync + 'static {
    /// Appends an entry as number `expected` (counted from 0) and returns the log's new length; a log begins with its
    /// first entry.
    fn append<'a>(&'a self, log: &'a str, expected: u64, entry: Bytes) -> LedgerFuture<'a, u64>;

    /// The entries from number `from` on, at most [`PAGE`] of them; none where there is no such log.
    fn read<'a>(&'a self, log: &'a str, from: u64) -> LedgerFuture<'a, Vec<Bytes>>;

    /// Someone who tells when a log grows, no matter who appended.
    fn watch<'a>(&'a self, log: &'a str) -> LedgerFuture<'a, Box<dyn Watch>>;

    /// Tells everyone who watches this log something that is not kept. It may come back to the sender, and it may
    /// get lost. A ledger that only one process uses has nobody to tell.
    fn publish_presence<'a>(&'a self, _log: &'a str, _words: Bytes) -> LedgerFuture<'a, ()> {
        Box::pin(async { Ok(()) })
    }

    /// What the name of a new log ends with, so that it can be told where the log is kept.
    fn home(&self) -> String {
        String::new()
    }

    /// Writes an entry of a log again, so that what it held is gone. Not every ledger can.
    fn redact<'a>(&'a self, _log: &'a str, _number: u64, _entry: Bytes) -> LedgerFuture<'a, ()> {
        Box::pin(async {
            Err(LedgerError::Unavailable("this ledger cannot change what is written".to_owned()))
        })
    }

    /// Removes a whole log.
    fn remove_log<'a>(&'a self, log: &'a str) -> LedgerFuture<'a, ()>;

    /// The names of all logs, in order, to copy a ledger.
    fn logs(&self) -> LedgerFuture<'_, Vec<String>>;

    /// Puts something into a collection in place of what has the expected revision, or as new; returns its revision.
    fn put<'a>(
        &'a self,
        collection: Collection,
        key: &'a str,
        expected: Option<u64>,
        value: Bytes,
    ) -> LedgerFuture<'a, u64>;

    /// Removes something from a collection if it has the expected revision.
    fn remove<'a>(&'a self, collection: Collection, key: &'a str, expected: u64) -> LedgerFuture<'a, ()>;

    /// Something in a collection.
    fn get<'a>(&'a self, collection: Collection, key: &'a str) -> LedgerFuture<'a, Option<Item>>;

    /// Things whose key begins so, in the order of their keys, after `after`, at most `limit`.
    fn list<'a>(
        &'a self,
        collection: Collection,
        prefix: &'a str,
        after: Option<&'a str>,
        limit: usize,
    ) -> LedgerFuture<'a, Vec<Item>>;

    /// Whether it can be written and read now.
    fn ready(&self) -> LedgerFuture<'_, ()>;

    /// How durable an acknowledged write is: a sentence for the operator.
    fn promise(&self) -> LedgerFuture<'_, String> {
        Box::pin(async { Ok("an acknowledged move is kept as long as the ledger is".to_owned()) })
    }

    /// Writes what is under way and closes.
    fn close(&self) -> LedgerFuture<'_, ()>;
}

/// What a [`Watch`] tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WatchEvent {
    /// The log is that long.
    Grown(u64),
    /// Someone who has the log told this.
    Presence(Bytes),
}

/// Tells when a log grows, and what is said about presence.
pub trait Watch: Send {
    /// Waits until the log is longer than `beyond`, or presence is published. Fails once it can no longer be known
    /// whether the log grows; then the log has to be watched again.
    fn next(&mut self, beyond: u64) -> LedgerFuture<'_, WatchEvent>;
}
