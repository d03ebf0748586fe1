//! What the ledger asks of a database: few statements, each decided by the database alone. The simulation in the tests
//! takes the place of PostgreSQL here.

use bytes::Bytes;
use futures_util::future::BoxFuture;

use super::super::{Collection, Item};

/// What a database gives, later.
pub type StoreFuture<'a, T> = BoxFuture<'a, Result<T, Failure>>;

/// Why a statement did not succeed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Whether it was done.
    pub outcome: Outcome,
    /// For people.
    pub reason: String,
}

/// Whether a statement without a good answer was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// No answer came: it may be written, or be written later.
    Unknown,
    /// It is not written; try again, perhaps at another host.
    Again,
    /// It is not written, and will not be.
    Refused,
}

/// An entry to write.
#[derive(Clone, Debug)]
pub struct NewEntry {
    pub log: String,
    pub number: u64,
    /// Marks this write among all others: a reader knows whose entry it is.
    pub token: i64,
    /// The mark of the entry before, where it is known.
    pub before: Option<i64>,
    pub body: Bytes,
}

/// An entry as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    pub number: u64,
    pub token: i64,
    pub body: Bytes,
}

/// What is at the place where an entry was to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The length of the log.
    pub length: u64,
    /// The mark of the entry at that place.
    pub token: Option<i64>,
}

/// An item to put into a collection.
#[derive(Clone, Debug)]
pub struct NewItem {
    pub collection: Collection,
    pub key: String,
    /// The revision to replace; none for something new.
    pub expected: Option<u64>,
    /// The new revision, which no other write has.
    pub revision: u64,
    pub value: Bytes,
}

/// A place in a collection, and a revision there.
pub type Place = (Collection, String, u64);

/// A database. Every method is one statement with a commit of its own: it has happened whole or not at all.
pub trait Store: Send + Sync + 'static {
    /// Writes each entry whose number is free and whose predecessor is there, with the expected mark; returns the marks
    /// of those that were written.
    fn insert<'a>(&'a self, lane: usize, entries: &'a [NewEntry]) -> StoreFuture<'a, Vec<i64>>;

    /// What is at these numbers of these logs, and how long the logs are.
    fn look<'a>(&'a self, places: &'a [(String, u64)]) -> StoreFuture<'a, Vec<Found>>;

    /// Entries from a number on.
    fn page<'a>(&'a self, log: &'a str, from: u64, limit: usize) -> StoreFuture<'a, Vec<Stored>>;

    /// The lengths of logs, in their order.
    fn lengths<'a>(&'a self, logs: &'a [String]) -> StoreFuture<'a, Vec<u64>>;

    /// The names of all logs, in order.
    fn logs(&self) -> StoreFuture<'_, Vec<String>>;

    /// Writes another body for an entry.
    fn redact<'a>(&'a self, log: &'a str, number: u64, body: &'a Bytes) -> StoreFuture<'a, ()>;

    /// Deletes a log.
    fn remove_log<'a>(&'a self, log: &'a str) -> StoreFuture<'a, ()>;

    /// Puts new things into collections; returns the places that were free.
    fn insert_kept<'a>(&'a self, things: &'a [NewItem]) -> StoreFuture<'a, Vec<Place>>;

    /// Replaces things that have the expected revision; returns the places where it was so, with the new revision.
    fn replace_kept<'a>(&'a self, things: &'a [NewItem]) -> StoreFuture<'a, Vec<Place>>;

    /// Removes things that have this revision; returns those.
    fn remove_kept<'a>(&'a self, places: &'a [Place]) -> StoreFuture<'a, Vec<Place>>;

    /// The revisions at these places, in their order; 0 where nothing is.
    fn revisions<'a>(&'a self, places: &'a [(Collection, String)]) -> StoreFuture<'a, Vec<u64>>;

    /// Something in a collection.
    fn get<'a>(&'a self, collection: Collection, key: &'a str) -> StoreFuture<'a, Option<Item>>;

    /// Things whose key begins so, after a key, in order.
    fn list<'a>(
        &'a self,
        collection: Collection,
        prefix: &'a str,
        after: Option<&'a str>,
        limit: usize,
    ) -> StoreFuture<'a, Vec<Item>>;

    /// Tells every listener something that is not stored.
    fn notify<'a>(&'a self, words: &'a str) -> StoreFuture<'a, ()>;

    /// Begins to listen.
    fn listen(&self) -> StoreFuture<'_, Box<dyn Listener>>;

    /// What a crash could cost.
    fn durability(&self) -> StoreFuture<'_, super::Durability>;

    /// Closes all connections.
    fn close(&self) -> BoxFuture<'_, ()>;
}

/// Hears what is told with [`Store::notify`].
pub trait Listener: Send {
    /// The next words.
    fn next(&mut self) -> StoreFuture<'_, String>;
}
