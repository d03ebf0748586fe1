//! A table on a server, over a socket. What is sent, and when the connection is tried again, is up to
//! [`client::Session`]; here is only the network.

use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use client::{Output, Session};
use futures_util::{SinkExt, StreamExt};
use protocol::online::{Call, GuestKey};
use tokio::net::TcpStream;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::error::Error as SocketError;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::{Address, Heard};

/// The server asks every 25 s whether we are there; after this silence it is not there itself.
const SILENCE: Duration = Duration::from_secs(60);
/// How long connecting may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

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
                Ok(runtime) => runtime.block_on(Client::new(address, key, to).run(asked)),
                Err(error) => {
                    let _ = to.send(Heard::Ended(format!("The network cannot be used: {error}.")).into());
                }
            }
        });
        Self { calls }
    }

    pub(super) fn send(&self, call: Call) {
        let _ = self.calls.send(call);
    }
}

/// Why there is no socket.
enum NoSocket {
    /// It is worth trying again.
    Lost(String),
    /// It is not.
    Ended(String),
}

/// Nobody listens any longer, or there is nothing to come back to.
struct Over;

struct Client<E> {
    address: Address,
    session: Session,
    to: Sender<E>,
    socket: Option<Socket>,
    /// When to connect, while there is no socket.
    connect_at: Instant,
}

impl<E: From<Heard>> Client<E> {
    fn new(address: Address, key: GuestKey, to: Sender<E>) -> Self {
        let session = Session::new(Some(key));
        Self { address, session, to, socket: None, connect_at: Instant::now() }
    }

    async fn run(mut self, mut asked: UnboundedReceiver<Call>) {
        while self.step(&mut asked).await.is_ok() {}
        if let Some(mut socket) = self.socket {
            let _ = socket.close(None).await;
        }
    }

    /// Waits for whatever comes next, and does what follows from it.
    async fn step(&mut self, asked: &mut UnboundedReceiver<Call>) -> Result<(), Over> {
        let outputs = match &mut self.socket {
            Some(socket) => tokio::select! {
                call = asked.recv() => self.session.call(call.ok_or(Over)?),
                heard = timeout(SILENCE, socket.next()) => match heard {
                    Ok(Some(Ok(Message::Text(text)))) => self.session.received(&text),
                    Ok(Some(Ok(_))) => Vec::new(),
                    // How a socket broke tells a player nothing.
                    Ok(Some(Err(_))) => self.lost(""),
                    Ok(None) => self.lost("the server closed it"),
                    Err(_) => self.lost("nothing was heard for a minute"),
                },
            },
            None => tokio::select! {
                call = asked.recv() => self.session.call(call.ok_or(Over)?),
                () = sleep_until(self.connect_at) => match connect(&self.address).await {
                    Ok(socket) => {
                        self.socket = Some(socket);
                        self.session.connected()
                    }
                    Err(NoSocket::Lost(why)) => self.lost(&why),
                    Err(NoSocket::Ended(why)) => self.session.ended(why),
                },
            },
        };
        self.carry_out(outputs).await
    }

    fn lost(&mut self, why: &str) -> Vec<Output> {
        self.socket = None;
        self.session.closed(why, jitter())
    }

    async fn carry_out(&mut self, outputs: Vec<Output>) -> Result<(), Over> {
        for output in outputs {
            match output {
                Output::Heard(heard) => self.to.send(heard.into()).map_err(|_| Over)?,
                Output::ConnectAfter(pause) => {
                    (self.socket, self.connect_at) = (None, Instant::now() + pause);
                }
                Output::Close => return Err(Over),
                // A socket that cannot send says so when it is read, too.
                Output::Send(text) => {
                    if let Some(socket) = &mut self.socket {
                        let _ = socket.send(Message::text(text)).await;
                    }
                }
            }
        }
        Ok(())
    }
}

/// From 0 to 1; without randomness everyone waits equally long.
fn jitter() -> f64 {
    crate::random().map_or(0.5, |bytes| f64::from(bytes[0]) / 255.0)
}

async fn connect(address: &Address) -> Result<Socket, NoSocket> {
    // Of several that could be compiled in, this one encrypts; it stays if someone else has chosen before.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let host = address.host();
    let error = match timeout(CONNECT_TIMEOUT, connect_async(&address.socket())).await {
        Err(_) => return Err(NoSocket::Lost(format!("{host} does not answer"))),
        Ok(Ok((socket, _))) => return Ok(socket),
        Ok(Err(error)) => error,
    };
    Err(match error {
        SocketError::Http(answer) if answer.status().is_client_error() => {
            let status = answer.status();
            match status.as_u16() {
                429 => NoSocket::Lost(format!("{host} has too many visitors from here")),
                _ => NoSocket::Ended(format!(
                    "There is no such table at {host} ({status}). Ask for another link."
                )),
            }
        }
        SocketError::Url(error) => NoSocket::Ended(format!("The link cannot be used: {error}.")),
        SocketError::Io(error) if is_not_tls(&error) => {
            let table = address.table();
            NoSocket::Ended(format!("This server has no https; try http://{host}/t/{table}"))
        }
        // So says the one who encrypts, if the other is not who it says it is.
        SocketError::Io(error) if error.kind() == std::io::ErrorKind::InvalidData => {
            NoSocket::Ended(format!(
                "{host} has no valid certificate ({error}). Nothing was sent to it. Ask for another link."
            ))
        }
        // A name that nobody knows has no kind of error of its own.
        SocketError::Io(error) if error.raw_os_error().is_none() && is_unknown(host).await => {
            NoSocket::Lost(format!("{host} cannot be reached (there is no server of that name)"))
        }
        SocketError::Io(error) => NoSocket::Lost(format!("{host} cannot be reached ({})", why_not(&error))),
        SocketError::Protocol(_) => NoSocket::Lost(format!("{host} broke the connection off")),
        error => NoSocket::Lost(format!("{host} cannot be reached ({error})")),
    })
}

/// Whether the other side does not encrypt at all.
fn is_not_tls(error: &std::io::Error) -> bool {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>());
    matches!(inner, Some(rustls::Error::InvalidMessage(_)))
}

/// Whether the server's name leads to no address.
async fn is_unknown(host: &str) -> bool {
    let has_port = host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    let host = if has_port { host.to_owned() } else { format!("{host}:443") };
    tokio::net::lookup_host(host).await.is_err()
}

fn why_not(error: &std::io::Error) -> String {
    use std::io::ErrorKind;
    match error.kind() {
        ErrorKind::ConnectionRefused => "nobody listens there".to_owned(),
        ErrorKind::ConnectionReset | ErrorKind::UnexpectedEof => "it broke the connection off".to_owned(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpListener;

    use super::*;

    async fn ended(address: &str) -> String {
        match connect(&address.parse().expect("it is an invitation")).await {
            Err(NoSocket::Ended(why) | NoSocket::Lost(why)) => why,
            Ok(_) => "connected".to_owned(),
        }
    }

    #[tokio::test]
    async fn a_server_without_https_is_told_as_such() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let host = listener.local_addr().unwrap();
        let server = thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let _ = stream.read(&mut [0; 1024]);
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
        });
        let why = ended(&format!("https://{host}/t/k3m9")).await;
        assert_eq!(why, format!("This server has no https; try http://{host}/t/k3m9"));
        server.join().unwrap();
    }

    #[tokio::test]
    async fn a_server_that_hangs_up_is_told_plainly() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let host = listener.local_addr().unwrap();
        let server = thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let _ = stream.read(&mut [0; 1024]);
        });
        let why = ended(&format!("http://{host}/t/k3m9")).await;
        assert!(why.contains("broke the connection off"), "{why}");
        server.join().unwrap();
    }

    #[tokio::test]
    async fn a_name_that_nobody_knows_is_told_plainly() {
        // No name has an empty part, so nobody has to be asked for it.
        let why = ended("http://no..name:8080/t/k3m9").await;
        assert_eq!(why, "no..name:8080 cannot be reached (there is no server of that name)");
    }
}
