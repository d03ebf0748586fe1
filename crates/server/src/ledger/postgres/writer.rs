//! The writers: they gather what many tables write into one statement with one commit, and settle what is not known.
//!
//! Every write has a mark that no other write has. If no answer comes, the same write is sent again, with its mark: the
//! primary key lets it in once at most, and the mark that is found there tells whose it is. Nothing is guessed.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Mutex, mpsc, oneshot};

use super::super::LedgerError;
use super::store::{Failure, NewEntry, NewItem, Outcome, Place, Store};
use super::{Inner, unavailable};

/// The most writes in one statement.
const GROUP: usize = 512;
/// The pause before something is tried again.
const PAUSE: Duration = Duration::from_millis(100);

type Reply = oneshot::Sender<Result<u64, LedgerError>>;

/// An entry, and who waits for it.
pub struct Append {
    pub entry: NewEntry,
    pub reply: Reply,
}

/// A change of a collection, and who waits for it.
pub struct Change {
    pub what: ItemChange,
    pub reply: Reply,
}

/// A change of a collection.
pub enum ItemChange {
    Put(NewItem),
    Remove(Place),
}

/// What waits for its writer; several writers can share it.
pub type Waiting<T> = Arc<Mutex<mpsc::Receiver<T>>>;

async fn take<T>(waiting: &Waiting<T>, is_wanted: impl Fn(&T) -> bool) -> Option<Vec<T>> {
    let mut group = Vec::new();
    if waiting.lock().await.recv_many(&mut group, GROUP).await == 0 {
        return None;
    }
    group.retain(is_wanted);
    Some(group)
}

/// Appends until the ledger is closed.
pub async fn append_all(inner: Arc<Inner>, lane: usize, waiting: Waiting<Append>) {
    while let Some(group) = take(&waiting, |write: &Append| !write.reply.is_closed()).await {
        append(&inner, lane, group).await;
    }
}

async fn append(inner: &Inner, lane: usize, mut group: Vec<Append>) {
    // Everyone locks in the same order.
    group.sort_by(|one, other| {
        (&one.entry.log, one.entry.number).cmp(&(&other.entry.log, other.entry.number))
    });
    while !group.is_empty() {
        let entries: Vec<NewEntry> = group.iter().map(|write| write.entry.clone()).collect();
        match inner.store.insert(lane, &entries).await {
            Ok(written) => {
                inner.works();
                let written: HashSet<i64> = written.into_iter().collect();
                let (done, missing): (Vec<_>, Vec<_>) =
                    group.into_iter().partition(|write| written.contains(&write.entry.token));
                done.into_iter().for_each(|write| appended(inner, write));
                group = settle(inner, missing).await;
                // Nobody has the place, and yet it was not to be had: someone else let go of it.
                if !group.is_empty() {
                    pause(&mut group, |write| write.reply.is_closed()).await;
                }
            }
            Err(failed) => {
                inner.fails(&failed.reason);
                if failed.outcome == Outcome::Refused {
                    group.into_iter().for_each(|write| answer(write.reply, Err(unavailable(&failed.reason))));
                    return;
                }
                pause(&mut group, |write| write.reply.is_closed()).await;
            }
        }
    }
}

/// Waits a moment, and forgets those who wait no longer: they were told that nobody knows.
async fn pause<T>(group: &mut Vec<T>, is_gone: impl Fn(&T) -> bool) {
    tokio::time::sleep(PAUSE).await;
    group.retain(|write| !is_gone(write));
}

fn answer(reply: Reply, result: Result<u64, LedgerError>) {
    let _ = reply.send(result);
}

fn appended(inner: &Inner, write: Append) {
    let NewEntry { log, number, token, .. } = write.entry;
    inner.note(&log, number, token);
    answer(write.reply, Ok(number + 1));
}

/// Looks at the places of those that were not written; returns those that have to be tried again.
async fn settle(inner: &Inner, mut missing: Vec<Append>) -> Vec<Append> {
    while !missing.is_empty() {
        let places: Vec<_> =
            missing.iter().map(|write| (write.entry.log.clone(), write.entry.number)).collect();
        let found = match inner.store.look(&places).await {
            Ok(found) => found,
            Err(failed) => {
                inner.fails(&failed.reason);
                pause(&mut missing, |write| write.reply.is_closed()).await;
                continue;
            }
        };
        let mut again = Vec::new();
        for (write, found) in missing.into_iter().zip(found) {
            let entry = &write.entry;
            if found.token == Some(entry.token) {
                // An earlier try came through.
                appended(inner, write);
            } else if found.token.is_none() && entry.before.is_some() {
                let error = inner.diverged(&entry.log);
                answer(write.reply, Err(error));
            } else if found.token.is_none() && found.length == entry.number {
                again.push(write);
            } else {
                answer(write.reply, Err(LedgerError::Conflict { actual: found.length }));
            }
        }
        return again;
    }
    missing
}

/// Changes collections until the ledger is closed.
pub async fn change_all(inner: Arc<Inner>, waiting: Waiting<Change>) {
    while let Some(group) = take(&waiting, |write: &Change| !write.reply.is_closed()).await {
        let (mut new, mut replaced, mut removed) = (Vec::new(), Vec::new(), Vec::new());
        for change in group {
            match &change.what {
                ItemChange::Put(_) if change.is_new() => new.push(change),
                ItemChange::Put(_) => replaced.push(change),
                ItemChange::Remove(_) => removed.push(change),
            }
        }
        for group in [new, replaced, removed] {
            keep(&inner, group).await;
        }
    }
}

impl Change {
    fn is_new(&self) -> bool {
        matches!(&self.what, ItemChange::Put(thing) if thing.expected.is_none())
    }

    /// Where it leads, if it is done.
    fn place(&self) -> Place {
        match &self.what {
            ItemChange::Put(thing) => (thing.collection, thing.key.clone(), thing.revision),
            ItemChange::Remove(place) => place.clone(),
        }
    }
}

/// Sends changes of one kind; returns the places where they were done.
async fn send(store: &dyn Store, group: &[Change]) -> Result<Vec<Place>, Failure> {
    let (mut things, mut places) = (Vec::new(), Vec::new());
    for change in group {
        match &change.what {
            ItemChange::Put(thing) => things.push(thing.clone()),
            ItemChange::Remove(place) => places.push(place.clone()),
        }
    }
    match things.first().map(|thing| thing.expected) {
        None => store.remove_kept(&places).await,
        Some(None) => store.insert_kept(&things).await,
        Some(Some(_)) => store.replace_kept(&things).await,
    }
}

/// Makes changes of one kind.
async fn keep(inner: &Inner, mut group: Vec<Change>) {
    // Whether an earlier try may have been done.
    let mut unsure = false;
    while !group.is_empty() {
        match send(&*inner.store, &group).await {
            Ok(done) => {
                inner.works();
                let mut done: HashSet<Place> = done.into_iter().collect();
                let mut missing = Vec::new();
                for change in group {
                    let place = change.place();
                    // Of two that remove the same, one has done it.
                    match done.remove(&place) {
                        true => answer(change.reply, Ok(place.2)),
                        false => missing.push(change),
                    }
                }
                return settle_changes(inner, missing, unsure).await;
            }
            Err(failed) => {
                inner.fails(&failed.reason);
                if failed.outcome == Outcome::Refused {
                    group
                        .into_iter()
                        .for_each(|change| answer(change.reply, Err(unavailable(&failed.reason))));
                    return;
                }
                unsure |= failed.outcome == Outcome::Unknown;
                // Something new that was written, and removed by another server since, must not come back.
                if unsure && group.iter().all(Change::is_new) {
                    return settle_changes(inner, group, unsure).await;
                }
                pause(&mut group, |change| change.reply.is_closed()).await;
            }
        }
    }
}

async fn settle_changes(inner: &Inner, mut missing: Vec<Change>, unsure: bool) {
    while !missing.is_empty() {
        let places: Vec<_> = missing
            .iter()
            .map(|change| {
                let (collection, key, _) = change.place();
                (collection, key)
            })
            .collect();
        let found = match inner.store.revisions(&places).await {
            Ok(found) => found,
            Err(failed) => {
                inner.fails(&failed.reason);
                pause(&mut missing, |change| change.reply.is_closed()).await;
                continue;
            }
        };
        for (change, actual) in missing.into_iter().zip(found) {
            let result = match &change.what {
                // An earlier try came through.
                ItemChange::Put(thing) if thing.revision == actual => Ok(actual),
                // An earlier try may have come through, and been replaced or removed since.
                _ if unsure => Err(unavailable("nobody knows whether it was written")),
                _ => Err(LedgerError::Conflict { actual }),
            };
            answer(change.reply, result);
        }
        return;
    }
}
