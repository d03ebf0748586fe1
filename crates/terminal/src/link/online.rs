//! A table on a server. The connection comes back by itself, and nothing that happened meanwhile is missed.

use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use protocol::Ask;
use protocol::online::{Call, CloseReason, GuestKey, Request, Word};
use tokio::net::TcpStream;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::error::Error as SocketError;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::{Address, Heard};

/// The server asks every 25 s whether we are there; after this silence it is not there itself.
const SILENCE: Duration = Duration::from_secs(60);
/// How long connecting may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// The first pause before coming back; it doubles with every try.
const PAUSE: Duration = Duration::from_millis(250);
/// … up to this.
const LONGEST_PAUSE: Duration = Duration::from_secs(15);

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A table on a server.
pub struct Online {
    calls: UnboundedSender<Call>,
}

impl Online {
    pub(super) fn start<E: From<Heard> + Send + 'static>(
        address: Address,
        key: GuestKey,
        to: Sender<E>,
    ) -> Self {
        let (calls, asked) = unbounded_channel();
        thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            match runtime {
                Ok(runtime) => {
                    runtime.block_on(Client { address, key, to, at: None, sent: 0, open: None }.run(asked))
                }
                Err(error) => {
                    let _ = to.send(Heard::Gone(format!("The network cannot be used: {error}.")).into());
                }
            }
        });
        Self { calls }
    }

    pub(super) fn send(&self, call: Call) {
        let _ = self.calls.send(call);
    }
}

struct Client<E> {
    address: Address,
    key: GuestKey,
    to: Sender<E>,
    /// The last entry that is known.
    at: Option<u64>,
    sent: u64,
    /// What was called and not answered yet.
    open: Option<Request>,
}

/// How a connection ended.
enum End {
    /// It is worth trying again.
    Lost(String),
    /// It is not.
    Gone(String),
    /// The player left.
    Left,
}

impl<E: From<Heard>> Client<E> {
    async fn run(mut self, mut asked: UnboundedReceiver<Call>) {
        let mut pause = PAUSE;
        loop {
            let before = self.at;
            match self.run_connection(&mut asked).await {
                End::Left => return,
                End::Gone(why) => {
                    let _ = self.to.send(Heard::Gone(why).into());
                    return;
                }
                End::Lost(why) => {
                    if self.at != before {
                        pause = PAUSE;
                    }
                    if self.to.send(Heard::Lost(why).into()).is_err() {
                        return;
                    }
                }
            }
            if !self.wait(pause, &mut asked).await {
                return;
            }
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// Waits before coming back; false if the player left.
    async fn wait(&mut self, pause: Duration, asked: &mut UnboundedReceiver<Call>) -> bool {
        let until = sleep(pause);
        tokio::pin!(until);
        loop {
            tokio::select! {
                () = &mut until => return true,
                call = asked.recv() => match call {
                    None => return false,
                    Some(call) => self.unsent(&call),
                },
            }
        }
    }

    fn unsent(&self, call: &Call) {
        let what = match call {
            Call::Chat { .. } => "Your words were not sent",
            _ => "This was not done",
        };
        let text = format!("{what}: the connection is lost. Say it again when it is back.");
        let _ = self.to.send(Heard::Unsent(text).into());
    }

    /// From one connection's beginning to its end.
    async fn run_connection(&mut self, asked: &mut UnboundedReceiver<Call>) -> End {
        let mut socket = match self.connect().await {
            Ok(socket) => socket,
            Err(end) => return end,
        };
        let mut fresh = true;
        loop {
            tokio::select! {
                call = asked.recv() => {
                    let Some(call) = call else {
                        let _ = socket.close(None).await;
                        return End::Left;
                    };
                    self.sent += 1;
                    let request = Request { id: self.sent, call };
                    let sent = say(&mut socket, &request).await;
                    self.open = Some(request);
                    if let Err(why) = sent {
                        return End::Lost(why);
                    }
                }
                heard = timeout(SILENCE, socket.next()) => {
                    let text = match heard {
                        Err(_) => return End::Lost("nothing was heard for a minute".to_owned()),
                        Ok(None) => return End::Lost("the server closed it".to_owned()),
                        Ok(Some(Err(error))) => return End::Lost(error.to_string()),
                        Ok(Some(Ok(Message::Text(text)))) => text,
                        Ok(Some(Ok(_))) => continue,
                    };
                    match serde_json::from_str(&text) {
                        Ok(word) => {
                            if self.note(&word) {
                                self.at = None;
                                return End::Lost("something was missed".to_owned());
                            }
                            if let Word::Bye { why, text } = &word {
                                return match why {
                                    CloseReason::NoTable | CloseReason::Protocol => End::Gone(text.clone()),
                                    _ => End::Lost(text.clone()),
                                };
                            }
                            let again = if std::mem::take(&mut fresh) { self.again(&word) } else { None };
                            if self.to.send(Heard::Word(word).into()).is_err() {
                                return End::Left;
                            }
                            if let Some(request) = again {
                                let sent = say(&mut socket, &request).await;
                                self.open = Some(request);
                                if let Err(why) = sent {
                                    return End::Lost(why);
                                }
                            }
                        }
                        Err(_) => return End::Gone("This server uses a newer protocol version; update parlour.".to_owned()),
                    }
                }
            }
        }
    }

    async fn connect(&mut self) -> Result<Socket, End> {
        // Of several that could be compiled in, this one encrypts; it stays if someone else has chosen before.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let url = self.address.socket();
        let opened = timeout(PATIENCE, connect_async(&url)).await;
        let host = self.address.host();
        let mut socket = match opened {
            Err(_) => return Err(End::Lost(format!("{host} does not answer"))),
            Ok(Ok((socket, _))) => socket,
            Ok(Err(SocketError::Http(answer))) if answer.status().is_client_error() => {
                let status = answer.status();
                return Err(match status.as_u16() {
                    429 => End::Lost(format!("{host} has too many visitors from here")),
                    _ => End::Gone(format!(
                        "There is no such table at {host} ({status}). Ask for another link."
                    )),
                });
            }
            Ok(Err(SocketError::Url(error))) => {
                return Err(End::Gone(format!("The link cannot be used: {error}.")));
            }
            // So says the one who encrypts, if the other is not who it says it is.
            Ok(Err(SocketError::Io(error))) if error.kind() == std::io::ErrorKind::InvalidData => {
                return Err(End::Gone(format!(
                    "{host} cannot prove that it is {host} ({error}). Nothing was sent to it. \
                     Ask whoever invited you."
                )));
            }
            Ok(Err(SocketError::Io(error))) => {
                let why = match error.kind() {
                    std::io::ErrorKind::ConnectionRefused => "nobody listens there".to_owned(),
                    std::io::ErrorKind::NotFound => "there is no such server".to_owned(),
                    _ => error.to_string(),
                };
                return Err(End::Lost(format!("{host} cannot be reached ({why})")));
            }
            Ok(Err(error)) => return Err(End::Lost(format!("{host} cannot be reached ({error})"))),
        };
        let hello = Call::Hello { v: protocol::VERSION, key: Some(self.key), since: self.at };
        say(&mut socket, &Request { id: 0, call: hello }).await.map_err(End::Lost)?;
        Ok(socket)
    }

    /// What is to be sent again after the first word of a new connection: a move that was under way when the old one
    /// was lost. If the game has gone on since, it was done, or it was meant for another position.
    fn again(&mut self, word: &Word) -> Option<Request> {
        let request = self.open.take()?;
        let Call::Ask { what: Ask::Act { seq, .. } | Ask::Phrase { seq, .. } } = &request.call else {
            self.unsent(&request.call);
            return None;
        };
        let now = match word {
            Word::Welcome(welcome) => welcome.game.as_ref().map(|game| game.seq),
            Word::Change(change) => change.game.as_ref().map(|game| game.seq),
            _ => None,
        };
        now.is_none_or(|now| now == *seq).then_some(request)
    }

    /// Notes how far we are; tells whether something was missed.
    fn note(&mut self, word: &Word) -> bool {
        match word {
            Word::Welcome(welcome) => self.at = Some(welcome.at),
            Word::Change(change) => {
                let missed = self.at != Some(change.since);
                self.at = Some(change.at);
                return missed;
            }
            Word::Done { id, .. } | Word::Reply { id, .. } => {
                if self.open.as_ref().is_some_and(|request| request.id == *id) {
                    self.open = None;
                }
            }
            Word::Bye { .. } => {}
        }
        false
    }
}

async fn say(socket: &mut Socket, request: &Request) -> Result<(), String> {
    let text = serde_json::to_string(request).map_err(|error| error.to_string())?;
    socket.send(Message::text(text)).await.map_err(|error| error.to_string())
}
