//! One seat's client: a socket that reconnects automatically.

use std::time::Duration;

use engine::Seat;
use futures_util::{SinkExt, StreamExt};
use protocol::http::Opened;
use protocol::online::{Call, GuestKey, Request, TableOrder};
use protocol::{Ask, Tell};
use serde::Deserialize;
use serde::de::IgnoredAny;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

/// How long anything may take before it counts as an error.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);
/// How long to wait before coming back.
const PAUSE: Duration = Duration::from_millis(250);

/// What a server says when the client should look again: it cannot save right now, or a move that it took for lost was
/// written after all.
const UNSAVED: [&str; 2] = ["That could not be saved", "The table has changed meanwhile"];

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

    /// The bytes of memory that the server holds, where it tells.
    pub async fn memory(&self) -> Option<u64> {
        let request = format!("GET /metrics HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.host);
        let (_, body) = self.ask(&request).await.ok()?;
        let line = body.lines().find_map(|line| line.strip_prefix("process_resident_memory_bytes "))?;
        line.trim().parse().ok()
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

/// The parts of a word that matter here.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Heard {
    Welcome { at: u64, you: Option<Seat>, game: Option<Game> },
    Change { since: u64, at: u64, game: Option<Game> },
    Done { id: u64 },
    Reply { id: u64, what: Box<Tell> },
    Bye { text: String },
}

#[derive(Deserialize)]
pub struct Game {
    pub seq: u64,
    pub standing: Standing,
    #[serde(default)]
    title: String,
    #[serde(default)]
    hears: bool,
}

#[derive(Deserialize)]
pub struct Standing {
    pub to_act: Option<Seat>,
    pub actions: usize,
    outcome: Option<IgnoredAny>,
    pub choices: Vec<Choice>,
}

#[derive(Deserialize)]
pub struct Choice {
    pub act: String,
}

fn told(reply: Tell) -> String {
    match reply {
        Tell::Refused(refusal) => refusal.text,
        Tell::Answer { text, .. } | Tell::Several { text, .. } => text,
        _ => "something else was answered than was asked".to_owned(),
    }
}

/// What went wrong on the way.
pub enum Trouble {
    /// The server says that it does not know whether it was saved, or that the table has changed meanwhile: look again.
    Unsaved,
    /// The connection ended; it can be opened again.
    Gone(String),
    /// Something that must not happen.
    Wrong(String),
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// One seat's client.
pub struct Client {
    /// Every server that has the table, and which one this is connected to.
    urls: Vec<String>,
    current: usize,
    key: GuestKey,
    socket: Socket,
    pub at: u64,
    pub you: Option<Seat>,
    pub game: Option<Game>,
    /// What the rules want to hear at times, where they listen.
    pub says: Option<String>,
    pub lost: u64,
    pub out_of_order: u64,
    pub calls: u64,
}

async fn connect(url: &str, key: GuestKey, since: Option<u64>) -> Result<Socket, String> {
    let opened = timeout(ANSWER_TIMEOUT, connect_async_with_config(url, None, true)).await;
    let (mut socket, _) =
        opened.map_err(|_| "connecting took too long".to_owned())?.map_err(|error| error.to_string())?;
    let hello = Request { id: 0, call: Call::Hello { v: protocol::VERSION, key: Some(key), since } };
    let text = serde_json::to_string(&hello).map_err(|error| error.to_string())?;
    socket.send(Message::text(text)).await.map_err(|error| error.to_string())?;
    Ok(socket)
}

impl Client {
    /// Comes to a table, at the server of that number.
    pub async fn come(servers: &[Server], number: usize, table: &str, key: GuestKey) -> Result<Self, String> {
        let urls: Vec<String> =
            servers.iter().map(|server| format!("ws://{}/ws/{table}", server.host)).collect();
        let current = number % urls.len();
        let socket = connect(&urls[current], key, None).await?;
        let mut client = Self {
            urls,
            current,
            key,
            socket,
            at: 0,
            you: None,
            game: None,
            says: None,
            lost: 0,
            out_of_order: 0,
            calls: 0,
        };
        client.hear().await.map_err(|trouble| trouble.text())?;
        Ok(client)
    }

    /// Comes back, from the last entry it knows on, to the next server if this one is gone.
    pub async fn come_back(&mut self) -> Result<(), String> {
        let began = std::time::Instant::now();
        loop {
            tokio::time::sleep(PAUSE).await;
            let reason = match connect(&self.urls[self.current], self.key, Some(self.at)).await {
                Ok(socket) => {
                    self.socket = socket;
                    match self.hear().await {
                        Ok(_) => return Ok(()),
                        Err(Trouble::Wrong(reason)) => return Err(reason),
                        Err(trouble) => trouble.text(),
                    }
                }
                Err(reason) => reason,
            };
            if began.elapsed() > 2 * ANSWER_TIMEOUT {
                return Err(reason);
            }
            self.current = (self.current + 1) % self.urls.len();
        }
    }

    /// The next word, noted.
    pub async fn hear(&mut self) -> Result<Heard, Trouble> {
        loop {
            let next = timeout(ANSWER_TIMEOUT, self.socket.next()).await;
            let message = match next {
                Err(_) => return Err(Trouble::Wrong("timeout: no message for 30 s".to_owned())),
                Ok(None) => return Err(Trouble::Gone("connection closed".to_owned())),
                Ok(Some(Err(error))) => return Err(Trouble::Gone(error.to_string())),
                Ok(Some(Ok(message))) => message,
            };
            let Message::Text(text) = message else { continue };
            let mut heard: Heard = serde_json::from_str(&text)
                .map_err(|error| Trouble::Wrong(format!("cannot parse message: {error}: {text}")))?;
            self.note(&mut heard)?;
            return Ok(heard);
        }
    }

    fn note(&mut self, heard: &mut Heard) -> Result<(), Trouble> {
        match heard {
            Heard::Welcome { at, you, game } => {
                // What this client was told cannot be forgotten.
                self.lost += u64::from(*at < self.at);
                (self.at, self.you, self.game) = (*at, *you, game.take());
                let heard = self.game.as_ref().filter(|game| game.hears);
                self.says = heard.map(|game| format!("say {}", game.title));
            }
            Heard::Change { since, at, game } => {
                self.lost += u64::from(*since > self.at);
                self.out_of_order += u64::from(*since < self.at || *at <= *since && *at != self.at);
                self.at = *at;
                if let Some(game) = game.take() {
                    self.game = Some(game);
                }
            }
            Heard::Bye { text } => return Err(Trouble::Gone(text.clone())),
            Heard::Done { .. } | Heard::Reply { .. } => {}
        }
        Ok(())
    }

    /// Sends a call; returns its number.
    pub async fn call(&mut self, call: Call) -> Result<u64, Trouble> {
        self.calls += 1;
        let text = serde_json::to_string(&Request { id: self.calls, call });
        let text = text.map_err(|error| Trouble::Wrong(error.to_string()))?;
        self.socket.send(Message::text(text)).await.map_err(|error| Trouble::Gone(error.to_string()))?;
        Ok(self.calls)
    }

    /// Calls and waits until it is done; a refusal is an error.
    pub async fn do_it(&mut self, call: Call) -> Result<(), Trouble> {
        match self.answer(call).await? {
            None => Ok(()),
            Some(reply) => {
                let text = told(*reply);
                let again = UNSAVED.iter().any(|start| text.starts_with(start));
                Err(if again { Trouble::Unsaved } else { Trouble::Wrong(text) })
            }
        }
    }

    /// The record of the game that is over.
    pub async fn record(&mut self) -> Result<String, Trouble> {
        match self.answer(Call::Ask { what: Ask::Record }).await?.map(|reply| *reply) {
            Some(Tell::Record { text }) => Ok(text),
            Some(reply) => Err(Trouble::Wrong(told(reply))),
            None => Err(Trouble::Wrong("a record was done".to_owned())),
        }
    }

    /// Calls and waits; none if it was done, else what was replied.
    async fn answer(&mut self, call: Call) -> Result<Option<Box<Tell>>, Trouble> {
        let id = self.call(call).await?;
        loop {
            match self.hear().await? {
                Heard::Done { id: done } if done == id => return Ok(None),
                Heard::Reply { id: done, what } if done == id => return Ok(Some(what)),
                _ => {}
            }
        }
    }

    /// Whether the cards are dealt and the game is not over.
    pub fn is_playing(&self) -> bool {
        self.game.as_ref().is_some_and(|game| game.standing.outcome.is_none())
    }

    /// How far the game is.
    pub fn seq(&self) -> u64 {
        self.game.as_ref().map_or(0, |game| game.seq)
    }

    /// Says goodbye.
    pub async fn leave(mut self) {
        let _ = self.socket.close(None).await;
    }
}

impl Trouble {
    pub fn text(self) -> String {
        match self {
            Self::Gone(text) | Self::Wrong(text) => text,
            Self::Unsaved => "that could not be saved".to_owned(),
        }
    }
}
