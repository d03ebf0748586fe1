//! Shelves: a subject for each thing, of which the stream keeps the last message. Its number in the stream is the
//! thing's revision. What is taken off leaves an empty message for a moment. Of two who replace a thing in the very same
//! moment, a cluster of NATS 2.9 may take both (see [`super::log`]); then the later one stays.

use std::collections::BTreeSet;

use async_nats::HeaderMap;
use async_nats::jetstream::stream::Stream;
use bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt, stream};

use super::super::{Collection, Kept, LedgerError};
use super::Inner;
use super::known::unavailable;
use super::log::{Written, last, write};
use super::retry::Retry;

/// Marks what was taken off.
const GONE: &str = "Parlour-Gone";
/// Marks which writing of whom it is.
const BY: &str = "Parlour-By";
/// Things that are fetched at the same time.
const AT_ONCE: usize = 32;

enum Thing {
    Never,
    Gone(u64),
    There(Kept),
}

impl Thing {
    fn sequence(&self) -> u64 {
        match self {
            Self::Never => 0,
            Self::Gone(sequence) => *sequence,
            Self::There(kept) => kept.revision,
        }
    }

    fn revision(&self) -> u64 {
        if let Self::There(kept) = self { kept.revision } else { 0 }
    }
}

impl Inner {
    fn place(&self, collection: Collection, key: &str) -> String {
        format!("{}.shelf.{}.{key}", self.name, collection.name())
    }

    async fn thing(&self, collection: Collection, key: &str) -> Result<(Thing, Option<u64>), LedgerError> {
        let Some(found) = last(self, &self.streams.collection, &self.place(collection, key)).await? else {
            return Ok((Thing::Never, None));
        };
        let by = found.headers.get(BY).and_then(|by| u64::from_str_radix(by.as_str(), 16).ok());
        if found.headers.get(GONE).is_some() {
            return Ok((Thing::Gone(found.sequence), by));
        }
        let kept = Kept { key: key.to_owned(), revision: found.sequence, value: found.payload };
        Ok((Thing::There(kept), by))
    }

    /// Writes in place of what has that revision; returns the new one.
    async fn replace(
        &self,
        collection: Collection,
        key: &str,
        expected: u64,
        value: Option<Bytes>,
    ) -> Result<u64, LedgerError> {
        let by = self.next_writing();
        let retry = Retry::begin(self);
        // Most new things never were there before.
        let (mut sequence, mut tries) = (expected, 0);
        loop {
            tries += 1;
            let mut headers = HeaderMap::new();
            headers.insert(BY, format!("{by:x}"));
            if value.is_none() {
                headers.insert(GONE, "1");
            }
            let body = value.clone().unwrap_or_default();
            match write(self, self.place(collection, key), sequence, headers, body).await? {
                Written::At(revision) => return Ok(revision),
                Written::Otherwise if tries == 1 || retry.again().await => {}
                Written::Otherwise => return Err(unavailable("the collection is not available")),
                Written::Unknown(reason) => {
                    if !retry.again().await {
                        return Err(unavailable(reason));
                    }
                }
            }
            match self.thing(collection, key).await? {
                // An earlier attempt was written, only its answer got lost.
                (thing, Some(writer)) if writer == by => return Ok(thing.sequence()),
                (thing, _) if thing.revision() == expected => sequence = thing.sequence(),
                (thing, _) => return Err(LedgerError::Conflict { actual: thing.revision() }),
            }
        }
    }

    pub async fn put(
        &self,
        collection: Collection,
        key: &str,
        expected: Option<u64>,
        value: Bytes,
    ) -> Result<u64, LedgerError> {
        self.replace(collection, key, expected.unwrap_or(0), Some(value)).await
    }

    pub async fn remove(&self, collection: Collection, key: &str, expected: u64) -> Result<(), LedgerError> {
        if expected == 0 {
            let actual = self.thing(collection, key).await?.0.revision();
            return Err(LedgerError::Conflict { actual });
        }
        let gone = self.replace(collection, key, expected, None).await?;
        // Whether the empty message stays or not, the thing is gone.
        let _ = self.streams.collection.delete_message(gone).await;
        Ok(())
    }

    pub async fn get(&self, collection: Collection, key: &str) -> Result<Option<Kept>, LedgerError> {
        match self.thing(collection, key).await?.0 {
            Thing::There(kept) => Ok(Some(kept)),
            _ => Ok(None),
        }
    }

    pub async fn list(
        &self,
        collection: Collection,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<Kept>, LedgerError> {
        // The server knows whole words only.
        let words = prefix.rfind('.').map_or("", |dot| &prefix[..=dot]);
        let (filter, before) =
            (self.place(collection, &format!("{words}>")), self.place(collection, "").len());
        let subjects = self.subjects(&self.streams.collection, &filter).await?;
        let keys = subjects.into_iter().filter_map(|subject| subject.get(before..).map(str::to_owned));
        // In order, and once each: what is written while they are listed may come twice.
        let mut keys: BTreeSet<String> = keys.collect();
        keys.retain(|key| key.starts_with(prefix) && after.is_none_or(|after| key.as_str() > after));
        let mut things =
            stream::iter(keys).map(|key| async move { self.get(collection, &key).await }).buffered(AT_ONCE);
        let mut kept = Vec::new();
        while kept.len() < limit
            && let Some(thing) = things.try_next().await?
        {
            kept.extend(thing);
        }
        Ok(kept)
    }

    /// Every subject of a stream that has a message.
    pub async fn subjects(&self, stream: &Stream, filter: &str) -> Result<Vec<String>, LedgerError> {
        let retry = Retry::begin(self);
        loop {
            let asked = async {
                let found = stream.info_with_subjects(filter).await.map_err(unavailable)?;
                found.map_ok(|(subject, _)| subject).try_collect().await.map_err(unavailable)
            };
            match asked.await {
                Ok(subjects) => return Ok(subjects),
                Err(error) if !retry.again().await => return Err(error),
                Err(_) => {}
            }
        }
    }
}
