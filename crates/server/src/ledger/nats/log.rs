//! Logs: a subject for each. Every entry says which number it has; of several with one number the first counts, for
//! everyone alike, and whoever writes one looks afterwards whether it was the first.
//!
//! The server compares, too, before it takes an entry: the last message of the subject has to be the one that we know.
//! That is almost always enough. But a cluster of NATS 2.9 compares before it agrees on the order, so that those who
//! write at the very same time are all taken. Message IDs would be agreed upon; but with them, after crashes, copies
//! with other numbers and lost entries were seen: what is refused that late seems to be counted wrongly.

use async_nats::HeaderMap;
use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, push};
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::StreamMessage;
use async_nats::jetstream::stream::{LastRawMessageErrorKind, Stream};
use bytes::Bytes;
use futures_util::StreamExt;
use tokio::time::timeout;

use super::super::{LedgerError, PAGE};
use super::Inner;
use super::connect::REQUEST;
use super::feed::numbers;
use super::known::{End, Placed, unavailable};
use super::retry::Retry;

/// The header that says which entry of its log this is, and which writing of whom.
const ENTRY: &str = "Parlour-Entry";
/// The header by which the server compares before it appends.
const EXPECTED: &str = "Nats-Expected-Last-Subject-Sequence";
/// So few entries are asked for one by one; more are worth a consumer.
const FEW: u64 = 8;

/// An entry as it came, unless it is none of ours.
pub fn placed(sequence: u64, headers: Option<&HeaderMap>, body: Bytes) -> Option<Placed> {
    let (number, by) = headers?.get(ENTRY)?.as_str().split_once(' ')?;
    Some(Placed { number: number.parse().ok()?, sequence, by: u64::from_str_radix(by, 16).ok()?, body })
}

fn read_back(message: StreamMessage) -> Result<Placed, LedgerError> {
    let entry = placed(message.sequence, Some(&message.headers), message.payload);
    entry.ok_or_else(|| unavailable(format!("message {} of the log is none of ours", message.sequence)))
}

/// What came of an attempt to write.
pub enum Written {
    At(u64),
    /// Something else is last there.
    Otherwise,
    /// It may be written, or not.
    Unknown(String),
}

/// Writes if the last message of the subject is the expected one, as far as the server knows.
pub async fn write(
    inner: &Inner,
    subject: String,
    expected: u64,
    mut headers: HeaderMap,
    body: Bytes,
) -> Result<Written, LedgerError> {
    headers.insert(EXPECTED, expected.to_string());
    let sent = inner.context.publish_with_headers(subject, headers, body).await;
    let ack = match sent {
        Ok(ack) => ack.await,
        Err(error) => Err(error),
    };
    match ack {
        Ok(ack) => Ok(Written::At(ack.sequence)),
        Err(error) => match error.kind() {
            PublishErrorKind::WrongLastSequence => Ok(Written::Otherwise),
            // A stream without a leader answers nothing, or that it is not there.
            PublishErrorKind::TimedOut | PublishErrorKind::BrokenPipe | PublishErrorKind::StreamNotFound => {
                Ok(Written::Unknown(error.to_string()))
            }
            _ => {
                inner.failing.store(true, std::sync::atomic::Ordering::Relaxed);
                Err(unavailable(format!("the NATS server does not take it: {error}")))
            }
        },
    }
}

/// The last message of a subject, as the stream's leader knows it.
pub async fn last(
    inner: &Inner,
    stream: &Stream,
    subject: &str,
) -> Result<Option<StreamMessage>, LedgerError> {
    ask(inner, || stream.raw_message_builder().last_by_subject(subject)).await
}

/// The first message of a subject from that sequence on.
async fn next(inner: &Inner, subject: &str, from: u64) -> Result<Option<StreamMessage>, LedgerError> {
    ask(inner, || inner.streams.log.raw_message_builder().next_by_subject(subject).sequence(from)).await
}

type Question = async_nats::jetstream::stream::RawMessageBuilder;

async fn ask(inner: &Inner, question: impl Fn() -> Question) -> Result<Option<StreamMessage>, LedgerError> {
    let retry = Retry::begin(inner);
    loop {
        let error = match question().send().await {
            Ok(message) => return Ok(Some(message)),
            Err(error) => error,
        };
        if error.kind() == LastRawMessageErrorKind::NoMessageFound {
            return Ok(None);
        }
        if !retry.again().await {
            return Err(unavailable(error));
        }
    }
}

/// Entries of a log as they are read, in the order of the stream.
struct Reading {
    /// The number that comes next.
    next: u64,
    /// The first number that is wanted, and how many.
    from: u64,
    limit: usize,
    /// Nothing after this message is looked for.
    until: u64,
    entries: Vec<Placed>,
}

impl Reading {
    /// Takes a message; tells whether that was all.
    fn take(&mut self, entry: Placed) -> Result<bool, LedgerError> {
        let sequence = entry.sequence;
        if entry.number > self.next {
            return Err(unavailable("entries are missing in the log"));
        }
        // Those who were not the first with their number do not count.
        if entry.number == self.next {
            self.next += 1;
            if entry.number >= self.from {
                self.entries.push(entry);
            }
        }
        Ok(self.entries.len() == self.limit || sequence >= self.until)
    }
}

impl Inner {
    /// The last message of a log, as the stream's leader knows it.
    async fn last_message(&self, log: &str) -> Result<Option<Placed>, LedgerError> {
        let found = last(self, &self.streams.log, &self.subject(log)).await?;
        let entry = found.map(read_back).transpose()?;
        if let Some(entry) = &entry {
            self.known.hear_of(log, entry.end());
        }
        Ok(entry)
    }

    /// Where a log ends, as far as its last message and what is known here tell.
    pub async fn end(&self, log: &str) -> Result<End, LedgerError> {
        let Some(last) = self.last_message(log).await? else { return Ok(End::default()) };
        let known = self.known.end(log).unwrap_or_default();
        Ok(End { length: known.length.max(last.number + 1), sequence: last.sequence })
    }

    /// Appends, and finds out what happened: whether it was the first, or was written although no answer came.
    pub async fn append(&self, log: &str, expected: u64, body: Bytes) -> Result<u64, LedgerError> {
        let by = self.next_writing();
        let retry = Retry::begin(self);
        let mut end = if expected == 0 { Some(End::default()) } else { self.known.end(log) };
        let (mut unsure, mut tries) = (false, 0);
        loop {
            let known = match end.take().filter(|end| end.length == expected) {
                Some(end) => end,
                None => {
                    let end = self.end(log).await?;
                    if end.length < expected || (end.length > expected && !unsure) {
                        return Err(LedgerError::Conflict { actual: end.length });
                    }
                    if end.length > expected {
                        return self.look(log, expected, by, End::default()).await;
                    }
                    end
                }
            };
            let mut headers = HeaderMap::new();
            headers.insert(ENTRY, format!("{expected} {by:x}"));
            tries += 1;
            match write(self, self.subject(log), known.sequence, headers, body.clone()).await? {
                Written::At(_) => return self.look(log, expected, by, known).await,
                // What was known was out of date.
                Written::Otherwise if tries == 1 || retry.again().await => {}
                Written::Otherwise => return Err(unavailable("the log is not to be had")),
                Written::Unknown(reason) => {
                    unsure = true;
                    if !retry.again().await {
                        return Err(unavailable(reason));
                    }
                }
            }
        }
    }

    /// Looks whose entry has that number: ours, or someone else was quicker. It is after that place.
    async fn look(&self, log: &str, number: u64, by: u64, after: End) -> Result<u64, LedgerError> {
        let retry = Retry::begin(self);
        let start = if after.length == number { after } else { self.place_before(log, number) };
        let mut reading =
            Reading { next: start.length, from: number, limit: 1, until: u64::MAX, entries: vec![] };
        let mut sequence = start.sequence + 1;
        loop {
            match next(self, &self.subject(log), sequence).await? {
                Some(message) => {
                    let entry = read_back(message)?;
                    sequence = entry.sequence + 1;
                    if reading.take(entry)? {
                        break;
                    }
                }
                // A new leader may not have it yet.
                None if retry.again().await => {}
                None => return Err(unavailable("what was written is not to be found")),
            }
        }
        let Some(first) = reading.entries.first() else { return Err(unavailable("nothing was read")) };
        self.known.note(log, first);
        if first.by == by {
            return Ok(number + 1);
        }
        let actual = self.known.end(log).map_or(0, |end| end.length).max(number + 1);
        Err(LedgerError::Conflict { actual })
    }

    /// A page of a log.
    pub async fn page(&self, log: &str, from: u64) -> Result<Vec<Bytes>, LedgerError> {
        if let Some(entries) = self.at_hand(log, from) {
            return Ok(entries);
        }
        let Some(last) = self.last_message(log).await? else { return Ok(Vec::new()) };
        let entries = self.fetch(log, from, &last).await?;
        if let Some(entry) = entries.last() {
            self.set_mark(log, entry.end());
        }
        Ok(entries.into_iter().map(|entry| entry.body).collect())
    }

    /// The nearest place that is known before an entry; what comes before it need not be looked at.
    fn place_before(&self, log: &str, number: u64) -> End {
        let (known, mark) = (self.known.before(log, number).unwrap_or_default(), self.mark(log, number));
        if mark.length > known.length { mark } else { known }
    }

    /// The entries of a log from that number on, up to its last message, a page at most.
    async fn fetch(&self, log: &str, from: u64, last: &Placed) -> Result<Vec<Placed>, LedgerError> {
        let start = self.place_before(log, from);
        let reading =
            || Reading { next: start.length, from, limit: PAGE, until: last.sequence, entries: Vec::new() };
        if last.sequence <= start.sequence {
            return Ok(Vec::new());
        }
        if last.end().length.saturating_sub(start.length) <= FEW {
            let (mut reading, mut sequence) = (reading(), start.sequence + 1);
            while let Some(message) = next(self, &self.subject(log), sequence).await? {
                let entry = read_back(message)?;
                sequence = entry.sequence + 1;
                if reading.take(entry)? {
                    break;
                }
            }
            return Ok(reading.entries);
        }
        let retry = Retry::begin(self);
        loop {
            match self.consume(log, start, reading()).await {
                Ok(entries) => return Ok(entries),
                Err(error) if !retry.again().await => return Err(error),
                Err(_) => {}
            }
        }
    }

    /// Reads by a consumer of its own. Its server may lag behind the leader, so it is read until all has come.
    async fn consume(&self, log: &str, start: End, mut reading: Reading) -> Result<Vec<Placed>, LedgerError> {
        let inbox = self.client.new_inbox();
        let mut subscriber = self.client.subscribe(inbox.clone()).await.map_err(unavailable)?;
        let config = push::Config {
            deliver_subject: inbox,
            filter_subject: self.subject(log),
            deliver_policy: DeliverPolicy::ByStartSequence { start_sequence: start.sequence + 1 },
            ack_policy: AckPolicy::None,
            max_deliver: 1,
            num_replicas: 1,
            memory_storage: true,
            inactive_threshold: REQUEST,
            ..push::Config::default()
        };
        self.streams.log.create_consumer(config).await.map_err(unavailable)?;
        let mut heard = 0;
        loop {
            let message = timeout(REQUEST, subscriber.next()).await;
            let message = message.ok().flatten().ok_or_else(|| unavailable("reading a log took too long"))?;
            let Some((in_feed, in_stream)) = numbers(&message) else { continue };
            if in_feed != heard + 1 {
                return Err(unavailable("something got lost while a log was read"));
            }
            heard = in_feed;
            let Some(entry) = placed(in_stream, message.headers.as_ref(), message.payload) else { continue };
            if reading.take(entry)? {
                return Ok(reading.entries);
            }
        }
    }
}
