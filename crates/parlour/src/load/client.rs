//! One seat's client: what every client does ([`Session`], [`TableState`]), over a socket of its own, and measured.

use std::sync::atomic::Ordering;
use std::time::Duration;

use client::{Heard, Output, Session, TableState};
use engine::Seat;
use futures_util::{SinkExt, StreamExt};
use protocol::http::Opened;
use protocol::online::{Call, GuestKey, TableOrder};
use protocol::{Ask, Refusal, Tell, codes};
use serde::Deserialize;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use super::tally::Tally;

/// How long anything may take before it counts as an error.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);
/// Where the server is.
pub struct Server {
    pub host: String,
}

impl Server {
    /// Reads `ws://host:port`.
    pub fn read(url: &str) -> Result<Self, String> {
        let host = url.strip_prefix("ws://").or_else(|| url.strip_prefix("http://"));
        let host = host
            .map(|host| host.trim_end_matches('/'))
            .filter(|host| !host.is_empty() && !host.contains('/'));
        let host =
            host.ok_or_else(|| format!("\"{url}\" is not an address; give one such as ws://127.0.0.1:8080"))?;
        let port = if host.contains(':') { "" } else { ":80" };
        Ok(Self { host: format!("{host}{port}") })
    }

    /// Asks by HTTP; returns the first line of the answer, and its body.
    async fn ask(&self, request: &str) -> Result<(String, String), String> {
        let asked = async {
            let mut stream = TcpStream::connect(&self.host).await?;
            stream.write_all(request.as_bytes()).await?;
            let mut answer = String::new();
            stream.read_to_string(&mut answer).await?;
            Ok::<_, std::io::Error>(answer)
        };
        let answer =
            timeout(ANSWER_TIMEOUT, asked).await.map_err(|_| "an answer took too long".to_owned())?;
        let answer = answer.map_err(|error| {
            format!("cannot reach {}: {error}; is parlour serve running there?", self.host)
        })?;
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        Ok((head.lines().next().unwrap_or_default().to_owned(), body.to_owned()))
    }

    /// Something that the server counts, where it tells.
    pub async fn metric(&self, name: &str) -> Option<f64> {
        let request = format!("GET /metrics HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.host);
        let (_, body) = self.ask(&request).await.ok()?;
        let value = body.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))?;
        value.trim().parse().ok()
    }
}

/// A key, or a share in a shuffle, that nobody has chosen.
pub fn random() -> Result<[u8; 32], String> {
    ::client::random::bytes().map_err(|error| error.to_string())
}

/// Opens a table; returns its name and its host's key.
pub async fn open(server: &Server, game: &str, players: usize) -> Result<(String, GuestKey), String> {
    let key = GuestKey::new(random()?);
    let order = TableOrder { players: Some(players), sit_in_seconds: None, ..TableOrder::of(game) };
    let body = serde_json::to_string(&order).map_err(|error| error.to_string())?;
    let request = format!(
        "POST /api/tables HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        server.host,
        key.reveal(),
        body.len()
    );
    let (status, body) = server.ask(&request).await?;
    let opened: Opened =
        serde_json::from_str(&body).map_err(|_| format!("no table was opened: {status} {body}"))?;
    Ok((opened.table, key))
}

/// What went wrong on the way.
pub enum ClientError {
    /// The server does not know whether it was saved, or the table has changed meanwhile: look again.
    Unsaved,
    /// The table moved on while the connection was lost. Whether this was done is not known, so it does not count as
    /// acknowledged.
    Overtaken,
    /// It was not done, and that is not about saving.
    Refused(Refusal),
    /// Something that must not happen.
    Wrong(String),
}

impl ClientError {
    pub fn text(self) -> String {
        match self {
            Self::Unsaved => "that could not be saved".to_owned(),
            Self::Overtaken => "the table moved on meanwhile".to_owned(),
            Self::Refused(refusal) => refusal.text,
            Self::Wrong(text) => text,
        }
    }
}

/// What a message from the server was about.
enum Received {
    /// Something about the table.
    Table,
    /// The answer to the last call; none if it was done.
    Answer(Option<Box<Tell>>),
    /// The table had moved on when the last call was sent again.
    Overtaken,
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// One seat's client. It reconnects automatically, to the next server if this one is gone.
pub struct Client<'a> {
    /// Every server that has the table, and which one this is connected to.
    urls: Vec<String>,
    current: usize,
    tally: &'a Tally,
    session: Session,
    pub table: TableState,
    socket: Option<Socket>,
    /// How long to wait before the next connection.
    pause: Duration,
    /// Since when there is no connection.
    gone: Option<Instant>,
    pub lost: u64,
    pub out_of_order: u64,
}

async fn connect(url: &str) -> Result<Socket, String> {
    let opened = timeout(ANSWER_TIMEOUT, connect_async_with_config(url, None, true)).await;
    let (socket, _) =
        opened.map_err(|_| "connecting took too long".to_owned())?.map_err(|error| error.to_string())?;
    Ok(socket)
}

fn jitter() -> f64 {
    random().map_or(0.5, |bytes| f64::from(bytes[0]) / 255.0)
}

impl<'a> Client<'a> {
    /// Comes to a table, at the server of that number.
    pub async fn come(
        servers: &[Server],
        number: usize,
        table: &str,
        key: GuestKey,
        tally: &'a Tally,
    ) -> Result<Self, String> {
        let urls: Vec<String> =
            servers.iter().map(|server| format!("ws://{}/ws/{table}", server.host)).collect();
        let current = number % urls.len();
        let socket = connect(&urls[current]).await?;
        let mut client = Self {
            urls,
            current,
            tally,
            session: Session::new(Some(key)),
            table: TableState::default(),
            socket: Some(socket),
            pause: Duration::ZERO,
            gone: None,
            lost: 0,
            out_of_order: 0,
        };
        let hello = client.session.connected();
        client.carry_out(hello).await.map_err(ClientError::text)?;
        client.hear().await.map_err(ClientError::text)?;
        Ok(client)
    }

    /// Goes away and comes back, to be told how things stand.
    pub async fn look_again(&mut self) -> Result<(), ClientError> {
        let outputs = self.closed("to look again");
        self.carry_out(outputs).await?;
        while !self.session.is_open() {
            self.listen().await?;
        }
        Ok(())
    }

    /// Listens until something is heard.
    pub async fn hear(&mut self) -> Result<(), ClientError> {
        self.listen().await.map(drop)
    }

    async fn listen(&mut self) -> Result<Received, ClientError> {
        let mut since = Instant::now();
        loop {
            let outputs = match &mut self.socket {
                None => {
                    let outputs = self.connect_again().await?;
                    since = Instant::now();
                    outputs
                }
                // A server that only asks whether this client is there has said nothing.
                Some(socket) => match timeout_at(since + ANSWER_TIMEOUT, socket.next()).await {
                    Err(_) => return Err(ClientError::Wrong(self.silence())),
                    Ok(None) => self.closed("the connection ended"),
                    Ok(Some(Err(error))) => self.closed(&error.to_string()),
                    Ok(Some(Ok(Message::Text(text)))) => self.received(&text),
                    Ok(Some(Ok(_))) => continue,
                },
            };
            if let Some(received) = self.carry_out(outputs).await? {
                return Ok(received);
            }
        }
    }

    /// That nothing was heard, and what is known.
    fn silence(&self) -> String {
        let TableState { seq, standing, .. } = &self.table;
        let (url, at, seat) = (&self.urls[self.current], self.at(), self.you());
        format!(
            "nothing was heard for 30 s at {url}: seat {seat:?}, entry {at}, change {seq}, to act {:?}, unanswered {}",
            standing.to_act,
            self.session.unanswered()
        )
    }

    fn closed(&mut self, why: &str) -> Vec<Output> {
        self.socket = None;
        if self.gone.is_none() {
            self.gone = Some(Instant::now());
            self.tally.interrupted.fetch_add(1, Ordering::Relaxed);
        } else {
            // Nothing was heard since: as a balancer does, the next server is asked.
            self.current = (self.current + 1) % self.urls.len();
        }
        self.session.closed(why, jitter())
    }

    async fn connect_again(&mut self) -> Result<Vec<Output>, ClientError> {
        sleep(self.pause).await;
        match connect(&self.urls[self.current]).await {
            Ok(socket) => {
                self.socket = Some(socket);
                Ok(self.session.connected())
            }
            Err(reason) if self.gone.is_some_and(|gone| gone.elapsed() > 2 * ANSWER_TIMEOUT) => {
                Err(ClientError::Wrong(reason))
            }
            Err(reason) => Ok(self.closed(&reason)),
        }
    }

    /// Takes in a text, and counts what is not as it should be.
    fn received(&mut self, text: &str) -> Vec<Output> {
        let before = self.session.at();
        let outputs = self.session.received(text);
        // What this client was told cannot be forgotten.
        self.lost += u64::from(self.session.at() < before);
        let is_gap = outputs.iter().any(|output| matches!(output, Output::ConnectAfter(_)));
        if let (true, Ok(Gap::Change { since })) = (is_gap, serde_json::from_str(text)) {
            match Some(since) > before {
                true => self.lost += 1,
                false => self.out_of_order += 1,
            }
        }
        outputs
    }

    async fn carry_out(&mut self, outputs: Vec<Output>) -> Result<Option<Received>, ClientError> {
        let mut received = None;
        for output in outputs {
            match output {
                // A socket that cannot send says so when it is read, too.
                Output::Send(text) => {
                    if let Some(socket) = &mut self.socket {
                        let _ = socket.send(Message::text(text)).await;
                    }
                }
                Output::ConnectAfter(pause) => (self.socket, self.pause) = (None, pause),
                Output::Close => {
                    return Err(ClientError::Wrong("there is nothing to come back to".to_owned()));
                }
                Output::Heard(Heard::Checked(client::Verdict::Forged(why))) => {
                    return Err(ClientError::Wrong(why));
                }
                Output::Heard(Heard::Ended(why)) => return Err(ClientError::Wrong(why)),
                Output::Heard(Heard::Lost(_) | Heard::Waiting | Heard::Checked(_)) => {}
                Output::Heard(Heard::Answer { what, .. }) => received = Some(Received::Answer(what)),
                Output::Heard(Heard::Overtaken(_)) => received = Some(Received::Overtaken),
                Output::Heard(heard) => {
                    self.table.hear(heard);
                    if self.gone.take().is_some() {
                        self.tally.resumed.fetch_add(1, Ordering::Relaxed);
                    }
                    received.get_or_insert(Received::Table);
                }
            }
        }
        Ok(received)
    }

    /// Calls and waits until it is done; a refusal is an error.
    pub async fn do_it(&mut self, call: Call) -> Result<(), ClientError> {
        match self.answer(call).await?.map(|reply| *reply) {
            None => Ok(()),
            Some(Tell::Refused(refusal)) => match refusal.code.as_str() {
                codes::NOT_SAVED | codes::STALE => Err(ClientError::Unsaved),
                _ => Err(ClientError::Refused(refusal)),
            },
            Some(_) => Err(ClientError::Wrong("something else was answered than was asked".to_owned())),
        }
    }

    /// The record of the game that is over.
    pub async fn record(&mut self) -> Result<String, ClientError> {
        match self.answer(Call::Ask { what: Ask::Record }).await?.map(|reply| *reply) {
            Some(Tell::Record { text }) => Ok(text),
            Some(Tell::Refused(refusal)) => Err(ClientError::Refused(refusal)),
            _ => Err(ClientError::Wrong("something else was answered than a record".to_owned())),
        }
    }

    /// Calls and waits, whatever happens to the connection; none if it was done, else what was replied.
    async fn answer(&mut self, call: Call) -> Result<Option<Box<Tell>>, ClientError> {
        let outputs = self.session.call(call);
        self.carry_out(outputs).await?;
        loop {
            match self.listen().await? {
                Received::Answer(what) => return Ok(what),
                Received::Overtaken => return Err(ClientError::Overtaken),
                Received::Table => {}
            }
        }
    }

    /// The last entry that is known.
    pub fn at(&self) -> u64 {
        self.session.at().unwrap_or(0)
    }

    /// This client's seat.
    pub fn you(&self) -> Option<Seat> {
        self.table.you
    }

    /// What the rules want to hear at times, where they listen.
    pub fn says(&self) -> Option<String> {
        let heard = self.table.snapshot.as_ref().filter(|snapshot| snapshot.hears);
        heard.map(|snapshot| format!("say {}", snapshot.title))
    }

    /// Whether the cards are dealt and the game is not over.
    pub fn is_playing(&self) -> bool {
        self.table.is_dealt() && !self.table.is_over()
    }

    /// Says goodbye.
    pub async fn leave(mut self) {
        if let Some(socket) = &mut self.socket {
            let _ = socket.close(None).await;
        }
    }
}

/// Of a change that does not follow on what is known, what it should have followed on.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Gap {
    Change { since: u64 },
}
