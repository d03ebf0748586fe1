//! A ledger that is gone with the process: for tests, and for an evening that nobody wants to keep.

use std::collections::{BTreeMap, HashMap};
use std::ops::Bound;
use std::sync::{Mutex, MutexGuard};

use bytes::Bytes;

use super::lengths::Lengths;
use super::{Answer, Kept, Ledger, LedgerError, PAGE, Shelf, Watch};

/// A ledger in memory.
#[derive(Default)]
pub struct Memory {
    held: Mutex<Held>,
    lengths: Lengths,
}

#[derive(Default)]
struct Held {
    logs: HashMap<String, Vec<Bytes>>,
    shelves: HashMap<Shelf, BTreeMap<String, (u64, Bytes)>>,
    revisions: u64,
}

impl Memory {
    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Ledger for Memory {
    fn append<'a>(&'a self, log: &'a str, expected: u64, entry: Bytes) -> Answer<'a, u64> {
        Box::pin(async move {
            let mut held = self.held();
            let actual = held.logs.get(log).map_or(0, Vec::len) as u64;
            if actual != expected {
                return Err(LedgerError::Conflict { actual });
            }
            held.logs.entry(log.to_owned()).or_default().push(entry);
            self.lengths.note(log, expected + 1);
            Ok(expected + 1)
        })
    }

    fn read<'a>(&'a self, log: &'a str, from: u64) -> Answer<'a, Vec<Bytes>> {
        Box::pin(async move {
            let from = usize::try_from(from).unwrap_or(usize::MAX);
            let held = self.held();
            let entries = held.logs.get(log).into_iter().flatten();
            Ok(entries.skip(from).take(PAGE).cloned().collect())
        })
    }

    fn watch<'a>(&'a self, log: &'a str) -> Answer<'a, Box<dyn Watch>> {
        Box::pin(async move {
            let held = self.held();
            Ok(self.lengths.watch(log, held.logs.get(log).map_or(0, Vec::len) as u64))
        })
    }

    fn whisper<'a>(&'a self, log: &'a str, words: Bytes) -> Answer<'a, ()> {
        Box::pin(async move {
            self.lengths.whisper(log, words);
            Ok(())
        })
    }

    fn logs(&self) -> Answer<'_, Vec<String>> {
        Box::pin(async move {
            let mut names: Vec<String> = self.held().logs.keys().cloned().collect();
            names.sort_unstable();
            Ok(names)
        })
    }

    fn put<'a>(&'a self, shelf: Shelf, key: &'a str, expected: Option<u64>, value: Bytes) -> Answer<'a, u64> {
        Box::pin(async move {
            let mut held = self.held();
            let revision = held.revisions + 1;
            let shelf = held.shelves.entry(shelf).or_default();
            let actual = shelf.get(key).map_or(0, |(revision, _)| *revision);
            if actual != expected.unwrap_or(0) {
                return Err(LedgerError::Conflict { actual });
            }
            shelf.insert(key.to_owned(), (revision, value));
            held.revisions = revision;
            Ok(revision)
        })
    }

    fn remove<'a>(&'a self, shelf: Shelf, key: &'a str, expected: u64) -> Answer<'a, ()> {
        Box::pin(async move {
            let mut held = self.held();
            let shelf = held.shelves.entry(shelf).or_default();
            let actual = shelf.get(key).map_or(0, |(revision, _)| *revision);
            if actual != expected || actual == 0 {
                return Err(LedgerError::Conflict { actual });
            }
            shelf.remove(key);
            Ok(())
        })
    }

    fn get<'a>(&'a self, shelf: Shelf, key: &'a str) -> Answer<'a, Option<Kept>> {
        Box::pin(async move {
            let held = self.held();
            let found = held.shelves.get(&shelf).and_then(|shelf| shelf.get(key));
            Ok(found.map(|(revision, value)| Kept {
                key: key.to_owned(),
                revision: *revision,
                value: value.clone(),
            }))
        })
    }

    fn list<'a>(
        &'a self,
        shelf: Shelf,
        prefix: &'a str,
        after: Option<&'a str>,
        limit: usize,
    ) -> Answer<'a, Vec<Kept>> {
        Box::pin(async move {
            let held = self.held();
            let Some(shelf) = held.shelves.get(&shelf) else { return Ok(Vec::new()) };
            let from = match after {
                Some(after) if after >= prefix => Bound::Excluded(after),
                _ => Bound::Included(prefix),
            };
            let things = shelf.range::<str, _>((from, Bound::Unbounded));
            let wanted = things.take_while(|(key, _)| key.starts_with(prefix)).take(limit);
            let kept = |(key, (revision, value)): (&String, &(u64, Bytes))| Kept {
                key: key.clone(),
                revision: *revision,
                value: value.clone(),
            };
            Ok(wanted.map(kept).collect())
        })
    }

    fn ready(&self) -> Answer<'_, ()> {
        Box::pin(async { Ok(()) })
    }

    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async {
            self.lengths.close();
            Ok(())
        })
    }
}
