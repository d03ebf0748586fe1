//! One client's connection to a table: hello, calls in, words out.
//!
//! It knows nothing of the network: frames come from a stream and go to a sink.

mod limit;
mod outbox;

use std::net::IpAddr;
use std::pin::pin;
use std::sync::{Arc, OnceLock};

use axum::extract::ws::Utf8Bytes;
use futures_util::{Sink, SinkExt, Stream, StreamExt};
use protocol::online::{Call, CloseReason, GuestKey, Request, ServerMessage};
use protocol::{Refusal, Tell, VERSION, codes};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout};

pub(crate) use limit::Bucket;
use outbox::{Help, Inbox, outbox};
pub(crate) use outbox::{NotSent, Outbox};

use crate::allowance::Usage;
use crate::guests::Retired;
use crate::hub::{Hub, HubError, short};
use crate::identity::GuestId;
use crate::table::{Attach, Command};

/// The number of calls beyond the limit that are answered before the client is disconnected.
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

fn frame(message: &ServerMessage) -> Frame {
    Frame::Text(Utf8Bytes::from(serde_json::to_string(message).unwrap_or_default()))
}

fn bye(why: CloseReason) -> ServerMessage {
    let text = match why {
        CloseReason::NoTable => "There is no such table. Check the link.",
        CloseReason::Protocol => "This is not how a client speaks here. Reload the page, or see PROTOCOL.md.",
        CloseReason::Slow => "Your connection does not keep up. Come back; nothing is lost.",
        CloseReason::TooFast => "That was too much at once. Come back in a moment.",
        CloseReason::Table => "The table had to be set up again. Come back; nothing is lost.",
        CloseReason::NoKey => "Your key was replaced by another. Use the new one.",
        CloseReason::Broken => {
            "This table cannot be read here. If its server was just updated, try again later; else open a new one."
        }
        CloseReason::Full => "There is no room for another visitor right now. Come back in a few minutes.",
        CloseReason::Closing => "The card room closes for a moment. Come back soon; nothing is lost.",
        CloseReason::Ledger => "The card room cannot save right now. Come back in a moment.",
    };
    ServerMessage::Bye { why, text: text.to_owned() }
}

fn reason_for(error: &HubError) -> CloseReason {
    match error {
        HubError::NoTable | HubError::Order(_) => CloseReason::NoTable,
        HubError::Broken => CloseReason::Broken,
        HubError::Ledger => CloseReason::Ledger,
        HubError::Closing => CloseReason::Closing,
        HubError::Full => CloseReason::Full,
    }
}

/// Sees to a client until it leaves or has to.
pub async fn serve_client<I, O>(hub: &Hub, table: &str, from: Option<IpAddr>, mut incoming: I, outgoing: O)
where
    I: Stream<Item = Incoming> + Unpin,
    O: Sink<Frame> + Unpin + Send + 'static,
{
    let mut outgoing = Some(outgoing);
    let Some(_alive) = hub.alive() else { return };
    let _open = hub.metrics().connections.enter();
    let client_timeout = hub.0.config.client_timeout;
    let bye = match timeout(client_timeout, hello(&mut incoming)).await {
        Ok(Greeting::Hello { key, since }) => match known(hub, key.as_ref()).await {
            Err(why) => Some(bye(why)),
            Ok(guest) => match hub.0.allowances.open(guest.as_ref(), from, &hub.0.config) {
                None => Some(bye(CloseReason::Full)),
                // The welcome holds the whole table, so it counts, too.
                Some(usage) if !usage.call(0) => Some(bye(CloseReason::TooFast)),
                Some(usage) => {
                    let mut visit = Visit::new(hub, table, guest, since, usage);
                    visit.stay(&mut incoming, &mut outgoing).await.map(bye)
                }
            },
        },
        Ok(Greeting::Version(version)) => Some(other_version(version)),
        Ok(Greeting::Strange) | Err(_) => Some(bye(CloseReason::Protocol)),
    };
    tracing::debug!(table = short(table), ?bye, "client disconnected");
    let Some(mut outgoing) = outgoing else { return };
    if let Some(bye) = bye {
        let _ = timeout(client_timeout, outgoing.send(frame(&bye))).await;
    }
    let _ = timeout(client_timeout, outgoing.close()).await;
}

/// The guest of a key.
async fn known(hub: &Hub, key: Option<&GuestKey>) -> Result<Option<GuestId>, CloseReason> {
    let Some(key) = key else { return Ok(None) };
    match hub.guest(key).await {
        Ok(Ok(guest)) => Ok(Some(guest)),
        Ok(Err(Retired)) => Err(CloseReason::NoKey),
        Err(error) => Err(reason_for(&error)),
    }
}

/// The first message of a client.
enum Greeting {
    Hello {
        key: Option<GuestKey>,
        since: Option<u64>,
    },
    /// Hello in another version of the protocol.
    Version(u64),
    /// Something else, or nothing.
    Strange,
}

/// The first message says who comes.
async fn hello(incoming: &mut (impl Stream<Item = Incoming> + Unpin)) -> Greeting {
    for _ in 0..WARNINGS {
        match incoming.next().await {
            Some(Incoming::Pulse) => {}
            None | Some(Incoming::Strange) => return Greeting::Strange,
            Some(Incoming::Text(text)) => return Greeting::read(&text),
        }
    }
    Greeting::Strange
}

impl Greeting {
    fn read(text: &str) -> Self {
        let request: Result<Request, _> = serde_json::from_str(text);
        if let Ok(Request { call: Call::Hello { v: VERSION, key, since }, .. }) = request {
            return Self::Hello { key, since };
        }
        // Whatever else a hello of another version holds, its version is here.
        let version = serde_json::from_str::<serde_json::Value>(text).ok();
        let version = version.and_then(|message| message.pointer("/call/hello/v")?.as_u64());
        version.filter(|version| *version != u64::from(VERSION)).map_or(Self::Strange, Self::Version)
    }
}

fn other_version(version: u64) -> ServerMessage {
    let text = if version < u64::from(VERSION) {
        format!(
            "This client speaks version {version} of the protocol, and the card room version {VERSION}. \
             Reload the page, or update parlour."
        )
    } else {
        format!(
            "This client speaks version {version} of the protocol, and the card room only version {VERSION}. \
             Ask the operator of the card room to update it."
        )
    };
    ServerMessage::Bye { why: CloseReason::Protocol, text }
}

/// A client at a table.
struct Visit<'a> {
    hub: &'a Hub,
    table: &'a str,
    client: u64,
    guest: Option<GuestId>,
    since: Option<u64>,
    usage: Arc<Usage>,
    warnings: u32,
}

/// Why a visit ends; none if the client left.
type End = Option<CloseReason>;

impl<'a> Visit<'a> {
    fn new(hub: &'a Hub, table: &'a str, guest: Option<GuestId>, since: Option<u64>, usage: Usage) -> Self {
        Self { hub, table, client: hub.next_client(), guest, since, usage: Arc::new(usage), warnings: 0 }
    }

    /// The table writes to `outgoing` meanwhile.
    async fn stay<I, O>(&mut self, incoming: &mut I, outgoing: &mut Option<O>) -> End
    where
        I: Stream<Item = Incoming> + Unpin,
        O: Sink<Frame> + Unpin + Send + 'static,
    {
        let config = &self.hub.0.config;
        let (outbox, inbox) = outbox(outgoing.take()?, config.outbox, config.outbox_bytes);
        let close_reason = Arc::new(OnceLock::new());
        let end = match self.attach(outbox, &close_reason).await {
            Ok(way) => {
                let end = self.talk(incoming, &way, &inbox).await;
                let _ = way.send(Command::Detach { client: self.client }).await;
                end
            }
            Err(error) => Ok(Some(reason_for(&error))),
        };
        *outgoing = inbox.take();
        match end {
            // The table closed the way: it says why, or it failed.
            Err(()) => Some(close_reason.get().copied().unwrap_or(CloseReason::Table)),
            Ok(end) => end,
        }
    }

    async fn attach(
        &self,
        outbox: Outbox,
        close_reason: &Arc<OnceLock<CloseReason>>,
    ) -> Result<mpsc::Sender<Command>, HubError> {
        let mut attach = Command::Attach(Box::new(Attach {
            client: self.client,
            guest: self.guest,
            since: self.since,
            outbox,
            usage: self.usage.clone(),
            close_reason: close_reason.clone(),
        }));
        for _ in 0..3 {
            // Setting a table up takes room that no client needs later.
            let way = Box::pin(self.hub.reach(self.table)).await?;
            // A table that went to sleep meanwhile is woken again.
            match way.send(attach).await {
                Ok(()) => return Ok(way),
                Err(mpsc::error::SendError(again)) => attach = again,
            }
        }
        Err(HubError::Ledger)
    }

    /// Ends with a reason, or with an error where the table has let the client go.
    async fn talk<I, O>(
        &mut self,
        incoming: &mut I,
        way: &mpsc::Sender<Command>,
        inbox: &Inbox<O>,
    ) -> Result<End, ()>
    where
        I: Stream<Item = Incoming> + Unpin,
        O: Sink<Frame> + Unpin,
    {
        let (client_timeout, heartbeat) = (self.hub.0.config.client_timeout, self.hub.0.config.heartbeat);
        let mut heard = Instant::now();
        let mut beat = pin!(sleep_until(heard + heartbeat));
        loop {
            let frame = tokio::select! {
                help = inbox.help() => match help {
                    Help::Write => None,
                    Help::End => return Err(()),
                },
                message = incoming.next() => {
                    heard = Instant::now();
                    match message {
                        None => return Ok(None),
                        Some(Incoming::Pulse) if self.usage.call(1) => continue,
                        Some(Incoming::Pulse) => {
                            self.warnings += 1;
                            if self.warnings < WARNINGS {
                                continue;
                            }
                            self.hub.metrics().fast.add(1);
                            return Ok(Some(CloseReason::TooFast));
                        }
                        Some(Incoming::Strange) => return Ok(Some(CloseReason::Protocol)),
                        Some(Incoming::Text(text)) => match self.take(&text, way).await? {
                            Taken::Passed => continue,
                            Taken::Answer(message) => Some(frame(&message)),
                            Taken::Enough => {
                                self.hub.metrics().fast.add(1);
                                return Ok(Some(CloseReason::TooFast));
                            }
                        },
                    }
                },
                () = &mut beat => {
                    if heard + 2 * heartbeat < Instant::now() {
                        return Ok(None);
                    }
                    beat.as_mut().reset(Instant::now() + heartbeat);
                    Some(Frame::Ping)
                },
            };
            match timeout(client_timeout, inbox.write(frame)).await {
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
            Ok(Request { call: Call::Chat { .. } | Call::Report { .. }, .. }) => CHAT_COST,
            _ => 1,
        };
        let id = request.as_ref().map_or(0, |request| request.id);
        if !self.usage.call(cost) {
            self.warnings += 1;
            let slower =
                Refusal::new(codes::TOO_FAST, "That was too much at once. Wait a moment, then go on.");
            return Ok(match self.warnings {
                0..WARNINGS => Taken::Answer(ServerMessage::Reply { id, what: Tell::Refused(slower) }),
                _ => Taken::Enough,
            });
        }
        match request {
            Ok(Request { id, call }) => {
                let call = Command::Call { client: self.client, id, call: Box::new(call) };
                way.send(call).await.map_err(|_| ())?;
                Ok(Taken::Passed)
            }
            Err(error) => {
                let text = format!("This was not understood: {error}. See PROTOCOL.md.");
                let refusal = Refusal::new(codes::BAD_MESSAGE, text);
                Ok(Taken::Answer(ServerMessage::Reply { id, what: Tell::Refused(refusal) }))
            }
        }
    }
}

enum Taken {
    Passed,
    Answer(ServerMessage),
    Enough,
}
