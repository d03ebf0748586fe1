//! What is new in all logs, in order: one consumer for the whole process. It is made again, from the last entry that
//! was heard on, whenever something is missing, its server is gone, or the connection was.

use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, push};
use async_nats::{Message, StatusCode, Subscriber};
use futures_util::StreamExt;
use tokio::sync::watch;
use tokio::time::{Instant, timeout};

use super::log::placed;
use super::{Inner, Standing};

/// How often the server says that nothing is new.
const HEARTBEAT: Duration = Duration::from_secs(1);
/// So long without a word, and someone else is asked.
const SILENCE: Duration = Duration::from_millis(2500);
/// So long without the feed, and nobody here can say any longer how the tables stand.
const LOST: Duration = Duration::from_secs(8);

/// Follows all logs until the ledger is closed.
pub async fn follow(inner: Arc<Inner>, mut from: u64, mut closing: watch::Receiver<bool>) {
    tokio::select! {
        _ = closing.wait_for(|closed| *closed) => {}
        () = async {
            let mut last_heard = Instant::now();
            loop {
                if let Some(subscriber) = open(&inner, from).await {
                    inner.standing.send_replace(Standing::Followed);
                    from = listen(&inner, subscriber, from).await;
                    last_heard = Instant::now();
                    inner.standing.send_if_modified(|now| *now == Standing::Followed && { *now = Standing::Shaky; true });
                } else {
                    if last_heard.elapsed() > LOST && *inner.standing.borrow() != Standing::Lost {
                        tracing::warn!("feed from NATS lost; clients are told to reconnect");
                        inner.standing.send_replace(Standing::Lost);
                        inner.known.close();
                    }
                    tokio::time::sleep(Duration::from_millis(200)).await;
                }
            }
        } => {}
    }
    inner.standing.send_replace(Standing::Closed);
    inner.known.close();
}

/// Asks for everything from that entry on.
async fn open(inner: &Inner, from: u64) -> Option<Subscriber> {
    let inbox = inner.client.new_inbox();
    let subscriber = inner.client.subscribe(inbox.clone()).await.ok()?;
    let config = push::Config {
        deliver_subject: inbox,
        deliver_policy: DeliverPolicy::ByStartSequence { start_sequence: from },
        ack_policy: AckPolicy::None,
        max_deliver: 1,
        flow_control: true,
        idle_heartbeat: HEARTBEAT,
        num_replicas: 1,
        memory_storage: true,
        inactive_threshold: 4 * HEARTBEAT,
        ..push::Config::default()
    };
    match timeout(2 * super::connect::REQUEST, inner.streams.log.create_consumer(config)).await {
        Ok(Ok(_)) => Some(subscriber),
        Ok(Err(error)) => {
            tracing::debug!(%error, "cannot subscribe to the feed");
            None
        }
        Err(_) => None,
    }
}

/// Listens as long as nothing is missing; returns the entry from which on to ask again.
async fn listen(inner: &Inner, mut subscriber: Subscriber, mut from: u64) -> u64 {
    let mut heard = 0;
    let reconnects = inner.client.statistics();
    let connects = || reconnects.connects.load(std::sync::atomic::Ordering::Relaxed);
    let before = connects();
    loop {
        // Another connection has another server, where this consumer may no longer be known.
        let Ok(Some(message)) = timeout(SILENCE, subscriber.next()).await else { return from };
        if connects() != before {
            return from;
        }
        if message.status.is_some() {
            if !keeps_up(inner, &message, heard).await {
                return from;
            }
            continue;
        }
        let Some((in_feed, in_stream)) = numbers(&message) else { return from };
        if in_feed != heard + 1 {
            return from;
        }
        (heard, from) = (in_feed, in_stream + 1);
        if let Some(log) = inner.log_of(&message.subject)
            && let Some(entry) = placed(in_stream, message.headers.as_ref(), message.payload.clone())
        {
            inner.known.note_delivered(log, &entry);
        }
    }
}

/// What the server says beside the entries: whether anything is missing, or that it waits for us.
async fn keeps_up(inner: &Inner, message: &Message, heard: u64) -> bool {
    if let Some(reply) = &message.reply {
        return inner.client.publish(reply.clone(), bytes::Bytes::new()).await.is_ok();
    }
    let header = |name: &str| message.headers.as_ref().and_then(|headers| headers.get(name));
    if let Some(stalled) = header("Nats-Consumer-Stalled") {
        return inner.client.publish(stalled.as_str().to_owned(), bytes::Bytes::new()).await.is_ok();
    }
    let last = header("Nats-Last-Consumer").and_then(|last| last.as_str().parse::<u64>().ok());
    message.status != Some(StatusCode::IDLE_HEARTBEAT) || last.is_none_or(|last| last == heard)
}

/// The number of a message in its consumer and in the stream, from the subject to acknowledge it at:
/// `$JS.ACK.[domain.account.]stream.consumer.delivered.in-stream.in-consumer.time.pending[.token]`.
pub fn numbers(message: &Message) -> Option<(u64, u64)> {
    let reply = message.reply.as_ref()?;
    let tokens: Vec<&str> = reply.as_str().split('.').collect();
    let at = if tokens.len() >= 11 { 7 } else { 5 };
    Some((tokens.get(at + 1)?.parse().ok()?, tokens.get(at)?.parse().ok()?))
}
