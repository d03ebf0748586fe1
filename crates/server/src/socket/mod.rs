//! One client's connection to a table: hello, calls in, words out.
//!
//! It knows nothing of the network: frames come from a stream and go to a sink.

mod limit;

use std::sync::{Arc, OnceLock};

use axum::extract::ws::Utf8Bytes;
use futures_util::{Sink, SinkExt, Stream, StreamExt};
use protocol::online::{Call, CloseReason, Request, Word};
use protocol::{Refusal, Tell};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout};

pub(crate) use limit::Bucket;

use crate::hub::{Absent, Hub, short};
use crate::identity::GuestId;
use crate::table::{Attach, Command, Outgoing};

/// So many calls beyond the limit are answered; then the client is let go.
const WARNINGS: u32 = 50;
/// What a line of chat costs of what a client may call.
const CHAT_COST: u32 = 4;

/// What comes from a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Incoming {
    /// A message.
    Text(Utf8Bytes),
    /// A sign of life.
    Pulse,
    /// Something that is not part of the protocol.
    Strange,
}

/// What goes to a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// A message.
    Text(Utf8Bytes),
    /// A question whether it is still there.
    Ping,
}

fn frame(word: &Word) -> Frame {
    Frame::Text(Utf8Bytes::from(serde_json::to_string(word).unwrap_or_default()))
}

fn bye(why: CloseReason) -> Word {
    let text = match why {
        CloseReason::NoTable => "There is no such table. Check the link.",
        CloseReason::Protocol => "This is not how a client speaks here. Reload the page, or see PROTOCOL.md.",
        CloseReason::Slow => "Your connection does not keep up. Come back; nothing is lost.",
        CloseReason::TooFast => "That was too much at once. Come back in a moment.",
        CloseReason::Table => "The table had to be set up again. Come back; nothing is lost.",
        CloseReason::Closing => "The card room closes for a moment. Come back soon; nothing is lost.",
        CloseReason::Ledger => "The card room cannot save right now. Come back in a moment.",
    };
    Word::Bye { why, text: text.to_owned() }
}

fn reason_for(absent: &Absent) -> CloseReason {
    match absent {
        Absent::NoTable | Absent::Order(_) => CloseReason::NoTable,
        Absent::Broken => CloseReason::Table,
        Absent::Ledger => CloseReason::Ledger,
        Absent::Closing => CloseReason::Closing,
    }
}

/// Sees to a client until it leaves or has to.
pub async fn serve_client<I, O>(hub: &Hub, table: &str, mut incoming: I, mut outgoing: O)
where
    I: Stream<Item = Incoming> + Unpin,
    O: Sink<Frame> + Unpin,
{
    let Some(_alive) = hub.alive() else { return };
    let _open = hub.metrics().connections.enter();
    let client_timeout = hub.0.config.client_timeout;
    let why = match timeout(client_timeout, hello(&mut incoming)).await {
        Ok(Some((guest, since))) => {
            let mut visit = Visit::new(hub, table, guest, since);
            visit.stay(&mut incoming, &mut outgoing).await
        }
        Ok(None) | Err(_) => Some(CloseReason::Protocol),
    };
    tracing::debug!(table = short(table), ?why, "client disconnected");
    if let Some(why) = why {
        let _ = timeout(client_timeout, outgoing.send(frame(&bye(why)))).await;
    }
    let _ = timeout(client_timeout, outgoing.close()).await;
}

/// The first message says who comes.
async fn hello(
    incoming: &mut (impl Stream<Item = Incoming> + Unpin),
) -> Option<(Option<GuestId>, Option<u64>)> {
    loop {
        match incoming.next().await? {
            Incoming::Pulse => {}
            Incoming::Strange => return None,
            Incoming::Text(text) => {
                let request: Request = serde_json::from_str(&text).ok()?;
                let Call::Hello { v: protocol::VERSION, key, since } = request.call else { return None };
                return Some((key.as_ref().map(GuestId::of), since));
            }
        }
    }
}

/// A client at a table.
struct Visit<'a> {
    hub: &'a Hub,
    table: &'a str,
    client: u64,
    guest: Option<GuestId>,
    since: Option<u64>,
    bucket: Bucket,
    warnings: u32,
}

/// Why a visit ends; none if the client left.
type End = Option<CloseReason>;

impl<'a> Visit<'a> {
    fn new(hub: &'a Hub, table: &'a str, guest: Option<GuestId>, since: Option<u64>) -> Self {
        let config = &hub.0.config;
        let bucket = Bucket::new(config.calls_per_second, config.calls_at_once, Instant::now());
        Self { hub, table, client: hub.next_client(), guest, since, bucket, warnings: 0 }
    }

    async fn stay<I, O>(&mut self, incoming: &mut I, outgoing: &mut O) -> End
    where
        I: Stream<Item = Incoming> + Unpin,
        O: Sink<Frame> + Unpin,
    {
        let close_reason = Arc::new(OnceLock::new());
        let (way, mut inbox) = match self.attach(&close_reason).await {
            Ok(attached) => attached,
            Err(absent) => return Some(reason_for(&absent)),
        };
        let end = self.talk(incoming, outgoing, &way, &mut inbox).await;
        let _ = way.send(Command::Detach { client: self.client }).await;
        match end {
            // The table closed the way: it says why, or it failed.
            Err(()) => Some(close_reason.get().copied().unwrap_or(CloseReason::Table)),
            Ok(end) => end,
        }
    }

    async fn attach(
        &self,
        close_reason: &Arc<OnceLock<CloseReason>>,
    ) -> Result<(mpsc::Sender<Command>, mpsc::Receiver<Outgoing>), Absent> {
        for _ in 0..3 {
            let way = self.hub.reach(self.table).await?;
            let (outbox, inbox) = mpsc::channel(self.hub.0.config.outbox);
            let attach = Attach {
                client: self.client,
                guest: self.guest,
                since: self.since,
                outbox,
                close_reason: close_reason.clone(),
            };
            // A table that went to sleep meanwhile is woken again.
            if way.send(Command::Attach(attach)).await.is_ok() {
                return Ok((way, inbox));
            }
        }
        Err(Absent::Ledger)
    }

    /// Ends with a reason, or with an error where the table has let the client go.
    async fn talk<I, O>(
        &mut self,
        incoming: &mut I,
        outgoing: &mut O,
        way: &mpsc::Sender<Command>,
        inbox: &mut mpsc::Receiver<Outgoing>,
    ) -> Result<End, ()>
    where
        I: Stream<Item = Incoming> + Unpin,
        O: Sink<Frame> + Unpin,
    {
        let (client_timeout, heartbeat) = (self.hub.0.config.client_timeout, self.hub.0.config.heartbeat);
        let mut heard = Instant::now();
        let mut beat = heard + heartbeat;
        loop {
            let frame = tokio::select! {
                word = inbox.recv() => Frame::Text(word.ok_or(())?),
                message = incoming.next() => {
                    heard = Instant::now();
                    match message {
                        None => return Ok(None),
                        Some(Incoming::Pulse) => continue,
                        Some(Incoming::Strange) => return Ok(Some(CloseReason::Protocol)),
                        Some(Incoming::Text(text)) => match self.take(&text, way).await? {
                            Taken::Passed => continue,
                            Taken::Answer(word) => frame(&word),
                            Taken::Enough => {
                                self.hub.metrics().fast.add(1);
                                return Ok(Some(CloseReason::TooFast));
                            }
                        },
                    }
                },
                () = sleep_until(beat) => {
                    if heard + 2 * heartbeat < Instant::now() {
                        return Ok(None);
                    }
                    beat = Instant::now() + heartbeat;
                    Frame::Ping
                },
            };
            match timeout(client_timeout, outgoing.send(frame)).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) => return Ok(None),
                Err(_) => return Ok(Some(CloseReason::Slow)),
            }
        }
    }

    /// Takes a message: to the table with it, or an answer at once.
    async fn take(&mut self, text: &str, way: &mpsc::Sender<Command>) -> Result<Taken, ()> {
        let request: Result<Request, _> = serde_json::from_str(text);
        let cost = match &request {
            Ok(Request { call: Call::Chat { .. }, .. }) => CHAT_COST,
            _ => 1,
        };
        let id = request.as_ref().map_or(0, |request| request.id);
        if !self.bucket.take(cost, Instant::now()) {
            self.warnings += 1;
            let slower = Refusal::plain("That was too much at once. Wait a moment, then go on.");
            return Ok(match self.warnings {
                0..WARNINGS => Taken::Answer(Word::Reply { id, what: Tell::Refused(slower) }),
                _ => Taken::Enough,
            });
        }
        match request {
            Ok(Request { id, call }) => {
                way.send(Command::Call { client: self.client, id, call }).await.map_err(|_| ())?;
                Ok(Taken::Passed)
            }
            Err(error) => {
                let refusal = Refusal::plain(format!("This was not understood: {error}. See PROTOCOL.md."));
                Ok(Taken::Answer(Word::Reply { id, what: Tell::Refused(refusal) }))
            }
        }
    }
}

enum Taken {
    Passed,
    Answer(Word),
    Enough,
}
