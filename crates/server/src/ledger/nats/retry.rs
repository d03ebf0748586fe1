//! How long something is tried again while the servers choose a new leader, or the connection comes back.

use std::time::Duration;

use async_nats::connection::State;
use tokio::time::Instant;

use super::Inner;

/// NATS takes up to 9 s to choose a leader after one is gone.
const WHOLE: Duration = Duration::from_secs(12);
/// Without a connection there is no point in waiting for long.
const UNCONNECTED: Duration = Duration::from_secs(2);
/// The pause between two tries.
const PAUSE: Duration = Duration::from_millis(100);

pub struct Retry<'a> {
    inner: &'a Inner,
    began: Instant,
}

impl<'a> Retry<'a> {
    pub fn begin(inner: &'a Inner) -> Self {
        Self { inner, began: Instant::now() }
    }

    /// Waits a moment, if it is worth it to try again.
    pub async fn again(&self) -> bool {
        let connected = self.inner.client.connection_state() == State::Connected;
        if self.began.elapsed() > if connected { WHOLE } else { UNCONNECTED } {
            return false;
        }
        tokio::time::sleep(PAUSE).await;
        true
    }
}
