//! Logs: a subject for each. The entry says which number it has; the server takes it only if the last entry of its
//! subject is the one that we know.

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
use super::patience::Patience;

/// The header that says which entry of its log this is, and which writing of whom.
const ENTRY: &str = "Parlour-Entry";
/// The header by which the server compares before it appends.
const EXPECTED: &str = "Nats-Expected-Last-Subject-Sequence";
/// The header by which the server knows a message again for two minutes.
const ID: &str = "Nats-Msg-Id";
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

/// Writes if the last message of the subject is the expected one.
///
/// A cluster of NATS 2.9 compares before it agrees on the order, so that of those who write at the very same time all
/// would win, unless nothing is expected. But it agrees on which of several messages with one ID is the first; so what
/// takes the place of the same message has the same ID.
pub async fn write(
    inner: &Inner,
    subject: String,
    expected: u64,
    mut headers: HeaderMap,
    body: Bytes,
) -> Result<Written, LedgerError> {
    headers.insert(EXPECTED, expected.to_string());
    if expected > 0 {
        headers.insert(ID, expected.to_string());
    }
    let sent = inner.context.publish_with_headers(subject, headers, body).await;
    let ack = match sent {
        Ok(ack) => ack.await,
        Err(error) => Err(error),
    };
    match ack {
        Ok(ack) if ack.duplicate => Ok(Written::Otherwise),
        Ok(ack) => Ok(Written::At(ack.sequence)),
        Err(error) => match error.kind() {
            PublishErrorKind::WrongLastSequence => Ok(Written::Otherwise),
            // A stream without a leader answers nothing, or that it is not there.
            PublishErrorKind::TimedOut | PublishErrorKind::BrokenPipe | PublishErrorKind::StreamNotFound => {
                Ok(Written::Unknown(error.to_string()))
            }
            // Newer servers say so while one with the same ID is on its way.
            _ if error.to_string().contains("in process") => Ok(Written::Unknown(error.to_string())),
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
    let patience = Patience::begin(inner);
    loop {
        let error = match question().send().await {
            Ok(message) => return Ok(Some(message)),
            Err(error) => error,
        };
        if error.kind() == LastRawMessageErrorKind::NoMessageFound {
            return Ok(None);
        }
        if !patience.again().await {
            return Err(unavailable(error));
        }
    }
}

impl Inner {
    async fn last_entry(&self, log: &str) -> Result<Option<Placed>, LedgerError> {
        let found = last(self, &self.streams.log, &self.subject(log)).await?;
        let entry = found.map(read_back).transpose()?;
        if let Some(entry) = &entry {
            self.known.note(log, entry);
        }
        Ok(entry)
    }

    /// Where a log ends, as the stream's leader knows it.
    pub async fn end(&self, log: &str) -> Result<End, LedgerError> {
        Ok(self.last_entry(log).await?.map(|entry| entry.end()).unwrap_or_default())
    }

    /// Appends, and finds out what happened if no answer comes.
    pub async fn append(&self, log: &str, expected: u64, body: Bytes) -> Result<u64, LedgerError> {
        let by = self.next_writing();
        let patience = Patience::begin(self);
        let mut end = if expected == 0 { Some(End::default()) } else { self.known.end(log) };
        let mut unsure = false;
        loop {
            let known = match end.take().filter(|end| end.length == expected) {
                Some(end) => end,
                None => {
                    let end = self.end(log).await?;
                    if end.length != expected {
                        return self.beaten(log, expected, end, unsure.then_some(by), &body).await;
                    }
                    end
                }
            };
            let mut headers = HeaderMap::new();
            headers.insert(ENTRY, format!("{expected} {by:x}"));
            match write(self, self.subject(log), known.sequence, headers, body.clone()).await? {
                Written::At(sequence) => {
                    self.known.note(log, &Placed { number: expected, sequence, by, body });
                    return Ok(expected + 1);
                }
                // What was known was out of date, or an earlier attempt was written after all.
                Written::Otherwise => {}
                Written::Unknown(reason) => {
                    unsure = true;
                    if !patience.again().await {
                        return Err(unavailable(reason));
                    }
                }
            }
        }
    }

    /// The log is longer than expected: by ourselves, if an answer got lost, or by someone else.
    async fn beaten(
        &self,
        log: &str,
        expected: u64,
        end: End,
        ours: Option<u64>,
        body: &Bytes,
    ) -> Result<u64, LedgerError> {
        if let Some(by) = ours.filter(|_| end.length > expected) {
            let entries = self.fetch(log, expected, expected + 1, end).await?;
            if let Some(entry) = entries.into_iter().find(|entry| entry.by == by && entry.body == *body) {
                return Ok(entry.number + 1);
            }
        }
        Err(LedgerError::Conflict { actual: end.length })
    }

    /// A page of a log.
    pub async fn page(&self, log: &str, from: u64) -> Result<Vec<Bytes>, LedgerError> {
        if let Some(entries) = self.at_hand(log, from) {
            return Ok(entries);
        }
        let Some(last) = self.last_entry(log).await? else { return Ok(Vec::new()) };
        if last.number < from {
            return Ok(Vec::new());
        }
        if last.number == from {
            return Ok(vec![last.body]);
        }
        let to = last.end().length.min(from.saturating_add(PAGE as u64));
        let entries = self.fetch(log, from, to, last.end()).await?;
        if let Some(entry) = entries.last() {
            self.set_mark(log, entry.end());
        }
        Ok(entries.into_iter().map(|entry| entry.body).collect())
    }

    /// The entries `from..to` of a log that ends at `end`.
    async fn fetch(&self, log: &str, from: u64, to: u64, end: End) -> Result<Vec<Placed>, LedgerError> {
        // What comes before the nearest place that is known need not be looked at.
        let start = self.known.before(log, from).unwrap_or_default();
        let mark = self.mark(log, from);
        let start = if mark.length > start.length { mark } else { start };
        let mut entries = Vec::new();
        if end.length - start.length <= FEW {
            let mut sequence = start.sequence + 1;
            while let Some(message) = next(self, &self.subject(log), sequence).await? {
                let entry = read_back(message)?;
                sequence = entry.sequence + 1;
                let number = entry.number;
                if number == from + entries.len() as u64 {
                    entries.push(entry);
                }
                if number + 1 >= to {
                    break;
                }
            }
        } else {
            let patience = Patience::begin(self);
            while let Err(error) = self.consume(log, from..to, start, &mut entries).await {
                entries.clear();
                if !patience.again().await {
                    return Err(error);
                }
            }
        }
        match entries.len() as u64 == to - from {
            true => Ok(entries),
            false => Err(unavailable("entries are missing in the log")),
        }
    }

    /// Reads by a consumer of its own. Its server may lag behind the leader, so it is read until all has come.
    async fn consume(
        &self,
        log: &str,
        wanted: std::ops::Range<u64>,
        start: End,
        entries: &mut Vec<Placed>,
    ) -> Result<(), LedgerError> {
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
            let number = entry.number;
            if number == wanted.start + entries.len() as u64 {
                entries.push(entry);
            }
            if number + 1 >= wanted.end {
                return Ok(());
            }
        }
    }
}
