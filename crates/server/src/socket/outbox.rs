//! What waits for a client: bounded in messages and in bytes.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;

/// Why a message was not put into an outbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotSent {
    /// Too much waits already.
    Full,
    /// The client is gone.
    Gone,
}

/// The end of the table.
pub struct Outbox {
    sender: mpsc::Sender<Utf8Bytes>,
    waiting: Arc<AtomicUsize>,
    most: usize,
}

/// The end of the client.
pub struct Inbox {
    receiver: mpsc::Receiver<Utf8Bytes>,
    waiting: Arc<AtomicUsize>,
}

/// An outbox with a limit of messages and bytes. A single message may be larger than that.
pub fn outbox(messages: usize, bytes: usize) -> (Outbox, Inbox) {
    let (sender, receiver) = mpsc::channel(messages);
    let waiting = Arc::new(AtomicUsize::new(0));
    (Outbox { sender, waiting: waiting.clone(), most: bytes }, Inbox { receiver, waiting })
}

impl Outbox {
    /// Puts a message into it.
    pub fn send(&self, text: Utf8Bytes) -> Result<(), NotSent> {
        let length = text.len();
        let waiting = self.waiting.fetch_add(length, Ordering::Relaxed);
        let sent = if waiting > 0 && waiting + length > self.most {
            Err(NotSent::Full)
        } else {
            self.sender.try_send(text).map_err(|error| match error {
                mpsc::error::TrySendError::Full(_) => NotSent::Full,
                mpsc::error::TrySendError::Closed(_) => NotSent::Gone,
            })
        };
        if sent.is_err() {
            self.waiting.fetch_sub(length, Ordering::Relaxed);
        }
        sent
    }
}

impl Inbox {
    /// The next message; none once the table has let the client go.
    pub async fn receive(&mut self) -> Option<Utf8Bytes> {
        let text = self.receiver.recv().await;
        self.taken(text)
    }

    /// The next message, if one waits already.
    pub fn waiting(&mut self) -> Option<Utf8Bytes> {
        let text = self.receiver.try_recv().ok();
        self.taken(text)
    }

    fn taken(&self, text: Option<Utf8Bytes>) -> Option<Utf8Bytes> {
        let text = text?;
        self.waiting.fetch_sub(text.len(), Ordering::Relaxed);
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_outbox_is_bounded_in_messages_and_in_bytes() {
        let (outbox, mut inbox) = outbox(3, 10);
        assert_eq!(outbox.send("a message that is too large".into()), Ok(()), "alone it goes");
        assert_eq!(outbox.send("b".into()), Err(NotSent::Full));
        inbox.receive().await;
        for text in ["1234", "5678", "9"] {
            assert_eq!(outbox.send(text.into()), Ok(()));
        }
        assert_eq!(outbox.send("".into()), Err(NotSent::Full));
        inbox.receive().await;
        assert_eq!(outbox.send("123456".into()), Err(NotSent::Full));
        assert_eq!(outbox.send("12345".into()), Ok(()));
        drop(inbox);
        assert_eq!(outbox.send("".into()), Err(NotSent::Gone));
    }
}
