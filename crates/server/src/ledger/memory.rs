//! A ledger that is gone with the process: for tests, and for an evening that nobody wants to keep.

use std::collections::{BTreeMap, HashMap};
use std::ops::Bound;
use std::sync::{Mutex, MutexGuard};

use bytes::Bytes;

use super::log_watch::LogWatches;
use super::{Collection, Item, Ledger, LedgerError, LedgerFuture, PAGE, Watch};

/// A ledger in memory.
#[derive(Default)]
pub struct Memory {
    held: Mutex<Held>,
    log_watches: LogWatches,
}

#[derive(Default)]
struct Held {
    logs: HashMap<String, Vec<Bytes>>,
    collections: HashMap<Collection, BTreeMap<String, (u64, Bytes)>>,
    revisions: u64,
}

impl Memory {
    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Ledger for Memory {
    fn append<'a>(&'a self, log: &'a str, expected: u64, entry: Bytes) -> LedgerFuture<'a, u64> {
        Box::pin(async move {
            let mut held = self.held();
            let actual = held.logs.get(log).map_or(0, Vec::len) as u64;
            if actual != expected {
                return Err(LedgerError::Conflict { actual });
            }
            held.logs.entry(log.to_owned()).or_default().push(entry);
            self.log_watches.note(log, expected + 1);
            Ok(expected + 1)
        })
    }

    fn read<'a>(&'a self, log: &'a str, from: u64) -> LedgerFuture<'a, Vec<Bytes>> {
        Box::pin(async move {
            let from = usize::try_from(from).unwrap_or(usize::MAX);
            let held = self.held();
            let entries = held.logs.get(log).into_iter().flatten();
            Ok(entries.skip(from).take(PAGE).cloned().collect())
        })
    }

    fn watch<'a>(&'a self, log: &'a str) -> LedgerFuture<'a, Box<dyn Watch>> {
        Box::pin(async move {
            let held = self.held();
            Ok(self.log_watches.watch(log, held.logs.get(log).map_or(0, Vec::len) as u64))
        })
    }

    fn publish_presence<'a>(&'a self, log: &'a str, words: Bytes) -> LedgerFuture<'a, ()> {
        Box::pin(async move {
            self.log_watches.publish_presence(log, words);
            Ok(())
        })
    }

    fn redact<'a>(&'a self, log: &'a str, number: u64, entry: Bytes) -> LedgerFuture<'a, ()> {
        Box::pin(async move {
            let mut held = self.held();
            let place = held.logs.get_mut(log).and_then(|log| log.get_mut(usize::try_from(number).ok()?));
            let place = place.ok_or_else(|| LedgerError::Unavailable("there is no such entry".to_owned()))?;
            *place = entry;
            Ok(())
        })
    }

    fn remove_log<'a>(&'a self, log: &'a str) -> LedgerFuture<'a, ()> {
        Box::pin(async move {
            self.held().logs.remove(log);
            Ok(())
        })
    }

    fn logs(&self) -> LedgerFuture<'_, Vec<String>> {
        Box::pin(async move {
            let mut names: Vec<String> = self.held().logs.keys().cloned().collect();
            names.sort_unstable();
            Ok(names)
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
            let mut held = self.held();
            let revision = held.revisions + 1;
            let collection = held.collections.entry(collection).or_default();
            let actual = collection.get(key).map_or(0, |(revision, _)| *revision);
            if actual != expected.unwrap_or(0) {
                return Err(LedgerError::Conflict { actual });
            }
            collection.insert(key.to_owned(), (revision, value));
            held.revisions = revision;
            Ok(revision)
        })
    }

    fn remove<'a>(&'a self, collection: Collection, key: &'a str, expected: u64) -> LedgerFuture<'a, ()> {
        Box::pin(async move {
            let mut held = self.held();
            let collection = held.collections.entry(collection).or_default();
            let actual = collection.get(key).map_or(0, |(revision, _)| *revision);
            if actual != expected || actual == 0 {
                return Err(LedgerError::Conflict { actual });
            }
            collection.remove(key);
            Ok(())
        })
    }

    fn get<'a>(&'a self, collection: Collection, key: &'a str) -> LedgerFuture<'a, Option<Item>> {
        Box::pin(async move {
            let held = self.held();
            let found = held.collections.get(&collection).and_then(|collection| collection.get(key));
            Ok(found.map(|(revision, value)| Item {
                key: key.to_owned(),
                revision: *revision,
                value: value.clone(),
            }))
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
            let held = self.held();
            let Some(collection) = held.collections.get(&collection) else { return Ok(Vec::new()) };
            let from = match after {
                Some(after) if after >= prefix => Bound::Excluded(after),
                _ => Bound::Included(prefix),
            };
            let things = collection.range::<str, _>((from, Bound::Unbounded));
            let wanted = things.take_while(|(key, _)| key.starts_with(prefix)).take(limit);
            let kept = |(key, (revision, value)): (&String, &(u64, Bytes))| Item {
                key: key.clone(),
                revision: *revision,
                value: value.clone(),
            };
            Ok(wanted.map(kept).collect())
        })
    }

    fn ready(&self) -> LedgerFuture<'_, ()> {
        Box::pin(async { Ok(()) })
    }

    fn promise(&self) -> LedgerFuture<'_, String> {
        Box::pin(async { Ok("nothing is kept: everything is gone with the server".to_owned()) })
    }

    fn close(&self) -> LedgerFuture<'_, ()> {
        Box::pin(async {
            self.log_watches.close();
            Ok(())
        })
    }
}
