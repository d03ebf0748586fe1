//! What was asked of a ledger and what it answered, noted call by call, so that it can be checked afterwards
//! ([`check()`]): the ledger itself is not believed.

mod check;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bytes::Bytes;
use serde::{Deserialize, Serialize};

use super::{Collection, Item, Ledger, LedgerError, LedgerFuture, Watch};
pub use check::{Final, Verdict, check};

/// A call or its answer. Of a call without an answer, nobody knows whether it was done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Which call, within one process.
    pub id: u64,
    /// When, in microseconds.
    pub t: u64,
    /// What was asked or answered.
    pub what: EventKind,
}

/// What was asked or answered. Contents are noted as [`digest`].
#[allow(missing_docs)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EventKind {
    /// An entry is to be appended as this number.
    Append { log: String, number: u64, body: String },
    /// Entries are to be read from this number on.
    Read { log: String, from: u64 },
    /// A log is to be removed.
    RemoveLog { log: String },
    /// Something is to be put into a collection in place of this revision; 0 for something new.
    Put { place: String, expected: u64, value: String },
    /// Something is to be removed from a collection.
    Remove { place: String, expected: u64 },
    /// Something is to be read from a collection.
    Get { place: String },
    /// It was done; with the length or the revision.
    Done(u64),
    /// These entries were read.
    Entries(Vec<String>),
    /// This was read, with its revision; nothing was there if empty.
    Found(Option<(u64, String)>),
    /// It was refused: not done, because someone else was quicker.
    Refused,
    /// Nobody knows whether it was done.
    Unknown,
}

/// Stands for contents: 16 bytes of BLAKE3, in hexadecimal.
pub fn digest(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..32].to_owned()
}

/// The place of something in a collection.
pub fn place(collection: Collection, key: &str) -> String {
    format!("{}/{key}", collection.name())
}

/// Where events go, and what time it is.
pub trait EventRecorder: Send + Sync + 'static {
    /// Notes an event before anything else happens.
    fn note(&self, event: &Event);
    /// Microseconds, the same for all processes of one run.
    fn now(&self) -> u64;
}

/// A ledger whose calls are noted.
pub struct Recorded {
    ledger: Arc<dyn Ledger>,
    recorder: Arc<dyn EventRecorder>,
    calls: AtomicU64,
}

impl Recorded {
    /// Notes every call of this ledger.
    pub fn new(ledger: Arc<dyn Ledger>, recorder: Arc<dyn EventRecorder>) -> Self {
        Self { ledger, recorder, calls: AtomicU64::new(0) }
    }

    fn note(&self, id: u64, what: EventKind) {
        self.recorder.note(&Event { id, t: self.recorder.now(), what });
    }

    async fn noted<T>(
        &self,
        call: EventKind,
        answer: LedgerFuture<'_, T>,
        told: impl FnOnce(&T) -> EventKind,
    ) -> Result<T, LedgerError> {
        let id = self.calls.fetch_add(1, Ordering::Relaxed);
        self.note(id, call);
        let answer = answer.await;
        let what = match &answer {
            Ok(answer) => told(answer),
            Err(LedgerError::Conflict { .. }) => EventKind::Refused,
            Err(LedgerError::Unavailable(_)) => EventKind::Unknown,
        };
        self.note(id, what);
        answer
    }
}

impl Ledger for Recorded {
    fn append<'a>(&'a self, log: &'a str, expected: u64, entry: Bytes) -> LedgerFuture<'a, u64> {
        let call = EventKind::Append { log: log.to_owned(), number: expected, body: digest(&entry) };
        let answer = self.ledger.append(log, expected, entry);
        Box::pin(self.noted(call, answer, |length| EventKind::Done(*length)))
    }

    fn read<'a>(&'a self, log: &'a str, from: u64) -> LedgerFuture<'a, Vec<Bytes>> {
        let call = EventKind::Read { log: log.to_owned(), from };
        let told = |page: &Vec<Bytes>| EventKind::Entries(page.iter().map(|body| digest(body)).collect());
        Box::pin(self.noted(call, self.ledger.read(log, from), told))
    }

    fn watch<'a>(&'a self, log: &'a str) -> LedgerFuture<'a, Box<dyn Watch>> {
        self.ledger.watch(log)
    }

    fn publish_presence<'a>(&'a self, log: &'a str, words: Bytes) -> LedgerFuture<'a, ()> {
        self.ledger.publish_presence(log, words)
    }

    fn home(&self) -> String {
        self.ledger.home()
    }

    fn redact<'a>(&'a self, log: &'a str, number: u64, entry: Bytes) -> LedgerFuture<'a, ()> {
        // The log is another from now on, which nothing here could check.
        let call = EventKind::RemoveLog { log: log.to_owned() };
        Box::pin(self.noted(call, self.ledger.redact(log, number, entry), |()| EventKind::Done(0)))
    }

    fn remove_log<'a>(&'a self, log: &'a str) -> LedgerFuture<'a, ()> {
        let call = EventKind::RemoveLog { log: log.to_owned() };
        Box::pin(self.noted(call, self.ledger.remove_log(log), |()| EventKind::Done(0)))
    }

    fn logs(&self) -> LedgerFuture<'_, Vec<String>> {
        self.ledger.logs()
    }

    fn put<'a>(
        &'a self,
        collection: Collection,
        key: &'a str,
        expected: Option<u64>,
        value: Bytes,
    ) -> LedgerFuture<'a, u64> {
        let (place, digest) = (place(collection, key), digest(&value));
        let call = EventKind::Put { place, expected: expected.unwrap_or(0), value: digest };
        let answer = self.ledger.put(collection, key, expected, value);
        Box::pin(self.noted(call, answer, |revision| EventKind::Done(*revision)))
    }

    fn remove<'a>(&'a self, collection: Collection, key: &'a str, expected: u64) -> LedgerFuture<'a, ()> {
        let call = EventKind::Remove { place: place(collection, key), expected };
        Box::pin(self.noted(call, self.ledger.remove(collection, key, expected), |()| EventKind::Done(0)))
    }

    fn get<'a>(&'a self, collection: Collection, key: &'a str) -> LedgerFuture<'a, Option<Item>> {
        let call = EventKind::Get { place: place(collection, key) };
        let told = |kept: &Option<Item>| {
            EventKind::Found(kept.as_ref().map(|kept| (kept.revision, digest(&kept.value))))
        };
        Box::pin(self.noted(call, self.ledger.get(collection, key), told))
    }

    fn list<'a>(
        &'a self,
        collection: Collection,
        prefix: &'a str,
        after: Option<&'a str>,
        limit: usize,
    ) -> LedgerFuture<'a, Vec<Item>> {
        Box::pin(async move {
            let began = self.recorder.now();
            let things = self.ledger.list(collection, prefix, after, limit).await?;
            for kept in &things {
                let id = self.calls.fetch_add(1, Ordering::Relaxed);
                let call = EventKind::Get { place: place(collection, &kept.key) };
                self.recorder.note(&Event { id, t: began, what: call });
                self.note(id, EventKind::Found(Some((kept.revision, digest(&kept.value)))));
            }
            Ok(things)
        })
    }

    fn ready(&self) -> LedgerFuture<'_, ()> {
        self.ledger.ready()
    }

    fn promise(&self) -> LedgerFuture<'_, String> {
        self.ledger.promise()
    }

    fn close(&self) -> LedgerFuture<'_, ()> {
        self.ledger.close()
    }
}
