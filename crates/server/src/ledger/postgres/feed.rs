//! What is new: `NOTIFY` says which log has grown, and those who watch it read it. What is not heard is found by asking
//! how long the watched logs are, now and then; often, where nothing can be heard.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, timeout};

use super::store::Listener;
use super::{Inner, Standing};

/// How often a server says something to itself, to know that it hears.
const BEAT: Duration = Duration::from_secs(2);
/// So long without hearing oneself, and nothing is heard here.
const SILENCE: Duration = Duration::from_secs(5);
/// How often the lengths are asked for: while nothing is heard, and else as a safety net.
const POLL: Duration = Duration::from_secs(1);
const QUIET_POLLS: u32 = 5;
/// So long without an answer, and nobody here can say any longer how the tables stand.
const LOST: Duration = Duration::from_secs(8);
/// The most bytes of one `NOTIFY`; PostgreSQL takes 7999.
const LONGEST: usize = 7800;
/// The most logs that are asked for at once.
const ASKED: usize = 500;
/// The pause before listening is tried again.
const PAUSE: Duration = Duration::from_millis(500);

/// Something to tell the other servers.
pub enum Notification {
    Grown(String, u64),
    Presence(String, String),
}

impl Notification {
    fn line(&self) -> String {
        match self {
            Self::Grown(log, length) => format!("g {log} {length}\n"),
            Self::Presence(log, words) => format!("p {log} {words}\n"),
        }
    }
}

/// Whether these words can be told.
pub fn can_be_told(log: &str, words: &str) -> bool {
    log.len() + words.len() + 4 <= LONGEST && !words.contains(['\n', '\0'])
}

/// Tells the others what is new here, many things at a time.
pub async fn tell(inner: Arc<Inner>, mut waiting: mpsc::Receiver<Notification>) {
    let mut beat = tokio::time::interval(BEAT);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut notifications = Vec::new();
    loop {
        let mut text = String::new();
        tokio::select! {
            biased;
            _ = beat.tick() => text = format!("h {}\n", inner.node),
            count = waiting.recv_many(&mut notifications, ASKED) => if count == 0 { return },
        }
        for line in notifications.drain(..).map(|notification| notification.line()) {
            if text.len() + line.len() > LONGEST {
                send(&inner, &text).await;
                text.clear();
            }
            text += &line;
        }
        send(&inner, &text).await;
    }
}

async fn send(inner: &Inner, text: &str) {
    if let Err(failed) = inner.store.notify(text).await {
        // The others will ask.
        tracing::debug!(reason = failed.reason, "cannot tell other servers what is new");
    }
}

/// Hears what the others tell.
pub async fn listen(inner: Arc<Inner>) {
    loop {
        match inner.store.listen().await {
            Ok(listener) => {
                inner.ask_now.notify_one();
                hear(&inner, listener).await;
            }
            Err(failed) => tracing::debug!(reason = failed.reason, "cannot listen"),
        }
        inner.hears.store(false, Ordering::Relaxed);
        tokio::time::sleep(PAUSE).await;
    }
}

async fn hear(inner: &Inner, mut listener: Box<dyn Listener>) {
    let mut heard = Instant::now();
    while let Ok(Ok(text)) = timeout(SILENCE.saturating_sub(heard.elapsed()), listener.next()).await {
        for line in text.lines() {
            let mut words = line.splitn(3, ' ');
            match (words.next(), words.next(), words.next()) {
                (Some("h"), Some(node), _) if node == inner.node.to_string() => {
                    heard = Instant::now();
                    inner.hears.store(true, Ordering::Relaxed);
                }
                (Some("g"), Some(log), Some(length)) => {
                    if let Ok(length) = length.parse() {
                        inner.watches.note(log, length);
                    }
                }
                (Some("p"), Some(log), Some(words)) => {
                    inner.watches.publish_presence(log, Bytes::copy_from_slice(words.as_bytes()));
                }
                _ => {}
            }
        }
    }
}

/// Asks for the lengths of the watched logs.
pub async fn poll(inner: Arc<Inner>) {
    let mut last = Instant::now();
    let mut quiet = 0;
    loop {
        tokio::select! {
            biased;
            () = inner.ask_now.notified() => quiet = QUIET_POLLS,
            () = tokio::time::sleep(POLL) => quiet += 1,
        }
        if inner.hears.load(Ordering::Relaxed) && quiet < QUIET_POLLS {
            last = Instant::now();
            continue;
        }
        quiet = 0;
        let mut asked = pin!(ask(&inner));
        let answered = match timeout(LOST.saturating_sub(last.elapsed()), &mut asked).await {
            Ok(answered) => answered,
            // It may take long until there is an answer, and nobody here waits for that.
            Err(_) => {
                lose(&inner);
                asked.await
            }
        };
        if answered {
            last = Instant::now();
            inner.standing.send_replace(Standing::Followed);
        } else if last.elapsed() > LOST {
            lose(&inner);
        }
    }
}

/// Nobody here knows any longer how the tables stand: those who watch them have to begin again.
fn lose(inner: &Inner) {
    if *inner.standing.borrow() != Standing::Lost {
        tracing::warn!("the database does not answer; clients are told to reconnect");
        inner.standing.send_replace(Standing::Lost);
        inner.watches.close();
    }
}

/// Whether an answer came.
async fn ask(inner: &Inner) -> bool {
    let mut watched = inner.watches.tails();
    if watched.is_empty() {
        // Still to be asked: whether the database answers.
        watched.push((String::new(), None));
    }
    for chunk in watched.chunks(ASKED) {
        let logs: Vec<String> = chunk.iter().map(|(log, _)| log.clone()).collect();
        match inner.store.lengths(&logs).await {
            Ok(lengths) => {
                for ((log, tail), length) in chunk.iter().zip(lengths) {
                    inner.check_length(log, *tail, length);
                }
            }
            Err(failed) => {
                inner.fails(&failed.reason);
                return false;
            }
        }
    }
    true
}
