//! How long the watched logs are, for those in this process who wait for them to grow, and their presence messages.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};

use bytes::Bytes;
use tokio::sync::{broadcast, watch};

use super::{LedgerError, LedgerFuture, Watch, WatchEvent};

/// Presence messages that may wait for a slow receiver; more than that are lost.
const PRESENCE_BUFFER: usize = 16;

#[derive(Default)]
pub(super) struct LogWatches(Mutex<HashMap<String, Watched>>);

struct Watched {
    length: watch::Sender<u64>,
    presence: broadcast::Sender<Bytes>,
    tail: Option<Tail>,
}

/// The last entry of a log that is known here, for ledgers whose entries have a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tail {
    pub number: u64,
    pub token: i64,
}

impl LogWatches {
    fn watched(&self) -> MutexGuard<'_, HashMap<String, Watched>> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The last entry that is known of a log; of a log that nobody watches, nothing is.
    pub fn tail(&self, log: &str) -> Option<Tail> {
        self.watched().get(log).filter(|log| !log.length.is_closed()).and_then(|log| log.tail)
    }

    /// Notes the last known entry of a log that is watched.
    pub fn advance(&self, log: &str, tail: Tail) {
        if let Some(log) = self.watched().get_mut(log)
            && log.tail.is_none_or(|known| known.number < tail.number)
        {
            log.tail = Some(tail);
        }
    }

    /// Every watched log in order, with its last known entry; logs that nobody waits for are forgotten.
    pub fn tails(&self) -> Vec<(String, Option<Tail>)> {
        let mut watched = self.watched();
        watched.retain(|_, log| !log.length.is_closed());
        let mut tails: Vec<_> = watched.iter().map(|(name, log)| (name.clone(), log.tail)).collect();
        tails.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        tails
    }

    /// Nobody waits for this log any longer.
    pub fn forget(&self, log: &str) {
        self.watched().remove(log);
    }

    /// Waits on this log; `length` is what it is known to have.
    pub fn watch(&self, log: &str, length: u64) -> Box<dyn Watch> {
        let mut watched = self.watched();
        let log = watched.entry(log.to_owned()).or_insert_with(|| Watched {
            length: watch::Sender::new(length),
            presence: broadcast::Sender::new(PRESENCE_BUFFER),
            tail: None,
        });
        if log.length.is_closed() {
            // Those who watched before know what they read; this one knows nothing yet.
            log.tail = None;
        }
        log.length.send_if_modified(|known| std::mem::replace(known, length.max(*known)) < length);
        Box::new(Waiting { length: log.length.subscribe(), presence: log.presence.subscribe() })
    }

    /// Notes that a log has grown; logs that nobody waits for are forgotten.
    pub fn note(&self, log: &str, length: u64) {
        let mut watched = self.watched();
        let Some(known) = watched.get(log) else { return };
        if known.length.is_closed() {
            watched.remove(log);
        } else {
            known.length.send_if_modified(|known| std::mem::replace(known, length.max(*known)) < length);
        }
    }

    /// Tells everyone who waits.
    pub fn publish_presence(&self, log: &str, words: Bytes) {
        if let Some(known) = self.watched().get(log) {
            let _ = known.presence.send(words);
        }
    }

    /// Nobody waits any longer.
    pub fn close(&self) {
        self.watched().clear();
    }
}

struct Waiting {
    length: watch::Receiver<u64>,
    presence: broadcast::Receiver<Bytes>,
}

impl Watch for Waiting {
    fn next(&mut self, beyond: u64) -> LedgerFuture<'_, WatchEvent> {
        Box::pin(async move {
            let Self { length, presence } = self;
            tokio::select! {
                grown = length.wait_for(|length| *length > beyond) => match grown {
                    Ok(length) => Ok(WatchEvent::Grown(*length)),
                    Err(_) => Err(LedgerError::Unavailable("it is closed".to_owned())),
                },
                words = heard(presence) => Ok(WatchEvent::Presence(words)),
            }
        })
    }
}

/// The next presence message; none ever, once nobody is left.
async fn heard(presence: &mut broadcast::Receiver<Bytes>) -> Bytes {
    loop {
        match presence.recv().await {
            Ok(words) => return words,
            Err(broadcast::error::RecvError::Lagged(_)) => {}
            Err(broadcast::error::RecvError::Closed) => return std::future::pending().await,
        }
    }
}
