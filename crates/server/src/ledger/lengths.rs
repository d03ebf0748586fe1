//! How long the watched logs are, for those in this process who wait for them to grow.

use std::collections::HashMap;
use std::sync::Mutex;

use tokio::sync::watch;

use super::{Answer, LedgerError, Watch};

#[derive(Default)]
pub(super) struct Lengths(Mutex<HashMap<String, watch::Sender<u64>>>);

impl Lengths {
    /// Waits on this log; `length` is what it is known to have.
    pub fn watch(&self, log: &str, length: u64) -> Box<dyn Watch> {
        let mut watched = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let sender = watched.entry(log.to_owned()).or_insert_with(|| watch::Sender::new(length));
        sender.send_if_modified(|known| std::mem::replace(known, length.max(*known)) < length);
        Box::new(Waiting(sender.subscribe()))
    }

    /// Notes that a log has grown; logs that nobody waits for are forgotten.
    pub fn note(&self, log: &str, length: u64) {
        let mut watched = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let Some(sender) = watched.get(log) else { return };
        if sender.is_closed() {
            watched.remove(log);
        } else {
            sender.send_if_modified(|known| std::mem::replace(known, length.max(*known)) < length);
        }
    }

    /// Nobody waits any longer.
    pub fn close(&self) {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).clear();
    }
}

struct Waiting(watch::Receiver<u64>);

impl Watch for Waiting {
    fn grown(&mut self, beyond: u64) -> Answer<'_, u64> {
        Box::pin(async move {
            let grown = self.0.wait_for(|length| *length > beyond).await;
            grown.map(|length| *length).map_err(|_| LedgerError::Unavailable("it is closed".to_owned()))
        })
    }
}
