//! The ledger of several machines: NATS JetStream keeps the logs, compares before it appends, copies everything to
//! several servers and chooses new leaders. Any number of equal processes share one.

mod collection;
mod connect;
mod feed;
mod known;
pub mod local;
mod log;
mod retry;
#[cfg(test)]
pub(crate) mod tests;

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use async_nats::connection::State;
use async_nats::jetstream::Context;
use async_nats::{Client, HeaderMap, Subscriber};
use bytes::Bytes;
use futures_util::StreamExt;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::{Answer, Collection, Kept, Ledger, LedgerError, News, Watch};
pub use connect::Settings;
use connect::Streams;
use known::{End, Known, unavailable};
use log::Written;

/// Places in long logs that are remembered from one page to the next.
const MARKS: usize = 64;

/// Whether what is new is heard here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    Followed,
    Shaky,
    Lost,
    Closed,
}

struct Inner {
    name: String,
    client: Client,
    context: Context,
    streams: Streams,
    known: Known,
    standing: watch::Sender<Standing>,
    /// A write was refused; whether that is still so has to be tried.
    failing: AtomicBool,
    /// Where the last pages of logs ended.
    marks: Mutex<Vec<(String, End)>>,
    writings: AtomicU64,
}

impl Inner {
    fn subject(&self, log: &str) -> String {
        format!("{}.log.{log}", self.name)
    }

    fn log_of<'a>(&self, subject: &'a str) -> Option<&'a str> {
        subject.strip_prefix(self.name.as_str())?.strip_prefix(".log.")
    }

    /// A number that no other writing has, by whomever.
    fn next_writing(&self) -> u64 {
        self.writings.fetch_add(1, Ordering::Relaxed)
    }

    fn at_hand(&self, log: &str, from: u64) -> Option<Vec<Bytes>> {
        if *self.standing.borrow() != Standing::Followed {
            return None;
        }
        self.known.recent(log, from)
    }

    fn marks(&self) -> std::sync::MutexGuard<'_, Vec<(String, End)>> {
        self.marks.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The last place known in a log before or at that entry.
    fn mark(&self, log: &str, from: u64) -> End {
        let marks = self.marks();
        let fitting = marks.iter().filter(|(name, end)| name == log && end.length <= from);
        fitting.map(|(_, end)| *end).max_by_key(|end| end.length).unwrap_or_default()
    }

    fn set_mark(&self, log: &str, end: End) {
        let mut marks = self.marks();
        marks.retain(|(name, _)| name != log);
        if marks.len() == MARKS {
            marks.remove(0);
        }
        marks.push((log.to_owned(), end));
    }

    /// Writes something to the logs' stream and takes it away again.
    async fn probe(&self) -> Result<(), LedgerError> {
        let subject = self.subject(&format!("probe-{:x}", self.next_writing()));
        match log::write(self, subject, 0, HeaderMap::new(), Bytes::from_static(&[0; 1024])).await? {
            Written::At(sequence) => {
                let _ = self.streams.log.delete_message(sequence).await;
                self.failing.store(false, Ordering::Relaxed);
                tracing::warn!("ledger writable again");
                Ok(())
            }
            Written::Otherwise => Err(unavailable("cannot write a probe")),
            Written::Unknown(reason) => Err(unavailable(reason)),
        }
    }
}

/// A ledger in NATS JetStream.
pub struct Nats {
    inner: Arc<Inner>,
    closing: watch::Sender<bool>,
    feed: tokio::sync::Mutex<Option<JoinHandle<()>>>,
}

impl Nats {
    /// Connects, and makes what is not there yet.
    pub async fn open(settings: &Settings) -> Result<Self, LedgerError> {
        let client = connect::connect(settings).await?;
        let mut context = async_nats::jetstream::new(client.clone());
        context.set_timeout(connect::REQUEST);
        let streams = connect::streams(&context, settings).await?;
        let state = streams.log.get_info().await.map_err(unavailable)?.state;
        let seed: [u8; 8] = crate::random::bytes().map_err(unavailable)?;
        let inner = Arc::new(Inner {
            name: settings.name.clone(),
            client,
            context,
            streams,
            known: Known::default(),
            standing: watch::Sender::new(Standing::Shaky),
            failing: AtomicBool::new(false),
            marks: Mutex::default(),
            writings: AtomicU64::new(u64::from_le_bytes(seed)),
        });
        let (closing, closed) = watch::channel(false);
        let mut followed = inner.standing.subscribe();
        let feed = tokio::spawn(feed::follow(inner.clone(), state.last_sequence + 1, closed));
        // From here on, whatever is appended is heard.
        let first = tokio::time::timeout(
            Duration::from_secs(20),
            followed.wait_for(|now| *now == Standing::Followed),
        );
        if !matches!(first.await, Ok(Ok(_))) {
            feed.abort();
            return Err(unavailable(
                "the NATS servers do not tell what is new; see that they are all running",
            ));
        }
        Ok(Self { inner, closing, feed: tokio::sync::Mutex::new(Some(feed)) })
    }

    /// The name of the server that leads the logs' stream, if the servers form a cluster.
    pub async fn leader(&self) -> Result<Option<String>, LedgerError> {
        let info = self.inner.streams.log.get_info().await.map_err(unavailable)?;
        Ok(info.cluster.and_then(|cluster| cluster.leader))
    }

    /// Whether every server that keeps a copy has all of it.
    pub async fn is_whole(&self) -> Result<bool, LedgerError> {
        for stream in [&self.inner.streams.log, &self.inner.streams.collection] {
            let info = stream.get_info().await.map_err(unavailable)?;
            let whole = info.cluster.is_none_or(|cluster| {
                let current = cluster.replicas.iter().filter(|peer| peer.current && !peer.offline).count();
                cluster.leader.is_some() && current + 1 == info.config.num_replicas
            });
            if !whole {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn standing(&self) -> Result<(), LedgerError> {
        match *self.inner.standing.borrow() {
            Standing::Closed => Err(unavailable("it is closed")),
            Standing::Lost => Err(unavailable("the connection to NATS is lost")),
            Standing::Followed | Standing::Shaky => Ok(()),
        }
    }
}

impl Ledger for Nats {
    fn append<'a>(&'a self, log: &'a str, expected: u64, entry: Bytes) -> Answer<'a, u64> {
        Box::pin(self.inner.append(log, expected, entry))
    }

    fn read<'a>(&'a self, log: &'a str, from: u64) -> Answer<'a, Vec<Bytes>> {
        Box::pin(self.inner.page(log, from))
    }

    fn watch<'a>(&'a self, log: &'a str) -> Answer<'a, Box<dyn Watch>> {
        Box::pin(async move {
            self.standing()?;
            let presence = self.inner.client.subscribe(format!("{}.whisper.{log}", self.inner.name)).await;
            let presence = presence.map_err(unavailable)?;
            // First listen, then look: what is appended in between is heard.
            let length = self.inner.known.watch(log);
            let waiting =
                Waiting { inner: self.inner.clone(), log: log.to_owned(), length: Some(length), presence };
            self.inner.end(log).await?;
            Ok(Box::new(waiting) as Box<dyn Watch>)
        })
    }

    fn publish_presence<'a>(&'a self, log: &'a str, words: Bytes) -> Answer<'a, ()> {
        Box::pin(async move {
            // What is said while nobody listens would wait, and come too late.
            if self.inner.client.connection_state() != State::Connected {
                return Err(unavailable("the connection to NATS is lost"));
            }
            let subject = format!("{}.whisper.{log}", self.inner.name);
            self.inner.client.publish(subject, words).await.map_err(unavailable)
        })
    }

    fn logs(&self) -> Answer<'_, Vec<String>> {
        Box::pin(async move {
            let subjects = self.inner.subjects(&self.inner.streams.log, &self.inner.subject("*")).await?;
            let mut names: Vec<String> =
                subjects.iter().filter_map(|subject| self.inner.log_of(subject)).map(str::to_owned).collect();
            names.sort_unstable();
            // What is written while it is listed may come twice.
            names.dedup();
            Ok(names)
        })
    }

    fn put<'a>(
        &'a self,
        collection: Collection,
        key: &'a str,
        expected: Option<u64>,
        value: Bytes,
    ) -> Answer<'a, u64> {
        Box::pin(self.inner.put(collection, key, expected, value))
    }

    fn remove<'a>(&'a self, collection: Collection, key: &'a str, expected: u64) -> Answer<'a, ()> {
        Box::pin(self.inner.remove(collection, key, expected))
    }

    fn get<'a>(&'a self, collection: Collection, key: &'a str) -> Answer<'a, Option<Kept>> {
        Box::pin(self.inner.get(collection, key))
    }

    fn list<'a>(
        &'a self,
        collection: Collection,
        prefix: &'a str,
        after: Option<&'a str>,
        limit: usize,
    ) -> Answer<'a, Vec<Kept>> {
        Box::pin(self.inner.list(collection, prefix, after, limit))
    }

    fn ready(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            self.standing()?;
            for stream in [&self.inner.streams.log, &self.inner.streams.collection] {
                let info = stream.get_info().await.map_err(unavailable)?;
                if info.cluster.is_some_and(|cluster| cluster.leader.is_none()) {
                    return Err(unavailable("the NATS cluster chooses a leader"));
                }
            }
            if self.inner.failing.load(Ordering::Relaxed) {
                self.inner.probe().await?;
            }
            Ok(())
        })
    }

    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            self.closing.send_replace(true);
            if let Some(feed) = self.feed.lock().await.take() {
                let _ = feed.await;
            }
            let _ = tokio::time::timeout(connect::REQUEST, self.inner.client.flush()).await;
            Ok(())
        })
    }
}

struct Waiting {
    inner: Arc<Inner>,
    log: String,
    length: Option<watch::Receiver<u64>>,
    presence: Subscriber,
}

impl Watch for Waiting {
    fn news(&mut self, beyond: u64) -> Answer<'_, News> {
        Box::pin(async move {
            let Self { length: Some(length), presence, .. } = self else {
                return Err(unavailable("it is closed"));
            };
            tokio::select! {
                grown = length.wait_for(|length| *length > beyond) => match grown {
                    Ok(length) => Ok(News::Grown(*length)),
                    Err(_) => Err(unavailable("the connection to NATS is lost")),
                },
                Some(words) = presence.next() => Ok(News::Presence(words.payload)),
            }
        })
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        drop(self.length.take());
        self.inner.known.leave(&self.log);
    }
}
