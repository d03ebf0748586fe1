//! A ledger that can be cut off, as a cable can.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bytes::Bytes;
use tokio::sync::watch;

use crate::ledger::{Collection, Item, Ledger, LedgerError, LedgerFuture, Watch, WatchEvent};

/// The way to a ledger.
pub struct CuttableLedger {
    ledger: Arc<dyn Ledger>,
    cut: watch::Sender<bool>,
    /// Whether nothing new is heard.
    deaf: watch::Sender<bool>,
    /// Whether the next answer to an append gets lost.
    loses: AtomicBool,
}

fn gone() -> LedgerError {
    LedgerError::Unavailable("cut off".to_owned())
}

impl CuttableLedger {
    /// A way to this ledger, open at first.
    pub fn new(ledger: Arc<dyn Ledger>) -> Self {
        let [cut, deaf] = [false, false].map(watch::Sender::new);
        Self { ledger, cut, deaf, loses: AtomicBool::new(false) }
    }

    /// Cuts it off, or heals it.
    pub fn set(&self, cut: bool) {
        self.cut.send_replace(cut);
        self.deaf.send_replace(cut);
    }

    /// The next entry is written, but nobody hears of it until the way is healed.
    pub fn lose_an_answer(&self) {
        self.loses.store(true, Ordering::Relaxed);
        self.deafen();
    }

    /// Nothing new is heard until the way is healed.
    pub fn deafen(&self) {
        self.deaf.send_replace(true);
    }

    fn through<'a, T: Send + 'a>(&'a self, answer: LedgerFuture<'a, T>) -> LedgerFuture<'a, T> {
        Box::pin(async move { if *self.cut.borrow() { Err(gone()) } else { answer.await } })
    }
}

impl Ledger for CuttableLedger {
    fn append<'a>(&'a self, log: &'a str, expected: u64, entry: Bytes) -> LedgerFuture<'a, u64> {
        let append = self.through(self.ledger.append(log, expected, entry));
        Box::pin(async move {
            let length = append.await?;
            if self.loses.swap(false, Ordering::Relaxed) { Err(gone()) } else { Ok(length) }
        })
    }

    fn read<'a>(&'a self, log: &'a str, from: u64) -> LedgerFuture<'a, Vec<Bytes>> {
        self.through(self.ledger.read(log, from))
    }

    fn watch<'a>(&'a self, log: &'a str) -> LedgerFuture<'a, Box<dyn Watch>> {
        Box::pin(async move {
            let watch = self.through(self.ledger.watch(log)).await?;
            Ok(Box::new(Cutting { watch, deaf: self.deaf.subscribe() }) as Box<dyn Watch>)
        })
    }

    fn publish_presence<'a>(&'a self, log: &'a str, words: Bytes) -> LedgerFuture<'a, ()> {
        self.through(self.ledger.publish_presence(log, words))
    }

    fn redact<'a>(&'a self, log: &'a str, number: u64, entry: Bytes) -> LedgerFuture<'a, ()> {
        self.through(self.ledger.redact(log, number, entry))
    }

    fn remove_log<'a>(&'a self, log: &'a str) -> LedgerFuture<'a, ()> {
        self.through(self.ledger.remove_log(log))
    }

    fn logs(&self) -> LedgerFuture<'_, Vec<String>> {
        self.through(self.ledger.logs())
    }

    fn put<'a>(
        &'a self,
        collection: Collection,
        key: &'a str,
        expected: Option<u64>,
        value: Bytes,
    ) -> LedgerFuture<'a, u64> {
        self.through(self.ledger.put(collection, key, expected, value))
    }

    fn remove<'a>(&'a self, collection: Collection, key: &'a str, expected: u64) -> LedgerFuture<'a, ()> {
        self.through(self.ledger.remove(collection, key, expected))
    }

    fn get<'a>(&'a self, collection: Collection, key: &'a str) -> LedgerFuture<'a, Option<Item>> {
        self.through(self.ledger.get(collection, key))
    }

    fn list<'a>(
        &'a self,
        collection: Collection,
        prefix: &'a str,
        after: Option<&'a str>,
        limit: usize,
    ) -> LedgerFuture<'a, Vec<Item>> {
        self.through(self.ledger.list(collection, prefix, after, limit))
    }

    fn ready(&self) -> LedgerFuture<'_, ()> {
        self.through(self.ledger.ready())
    }

    fn close(&self) -> LedgerFuture<'_, ()> {
        // Only the way ends here; the ledger is there for others.
        Box::pin(async { Ok(()) })
    }
}

struct Cutting {
    watch: Box<dyn Watch>,
    deaf: watch::Receiver<bool>,
}

impl Watch for Cutting {
    fn next(&mut self, beyond: u64) -> LedgerFuture<'_, WatchEvent> {
        Box::pin(async move {
            loop {
                // What is new is heard once the way is open again; presence published meanwhile is not.
                let _ = self.deaf.wait_for(|deaf| !deaf).await;
                tokio::select! {
                    event = self.watch.next(beyond) => return event,
                    _ = self.deaf.wait_for(|deaf| *deaf) => {}
                }
            }
        })
    }
}
