//! Over a real connection, from clients that break the rules of HTTP and of sockets themselves.

use engine::{Dice, Seed};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::hub::Hub;
use crate::testing::{dealt, finish, key, order, room};
use crate::{State, router, serve};

/// Connections of each kind.
const TRIES: u64 = 400;

/// The card room at an address.
pub async fn listen(hub: &Hub) -> std::net::SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let state = State::new(hub.clone());
    let app = router(state.clone());
    tokio::spawn(async move { serve(listener, app, &state, std::future::pending()).await });
    address
}

pub fn handshake(table: &str) -> Vec<u8> {
    format!(
        "GET /ws/{table} HTTP/1.1\r\nHost: cards\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    .into_bytes()
}

/// A frame as a client sends it, masked with zeros.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![first];
    match payload.len() {
        short @ 0..126 => bytes.push(0x80 | short as u8),
        long => {
            bytes.push(0x80 | 126);
            bytes.extend((long as u16).to_be_bytes());
        }
    }
    bytes.extend([0; 4]);
    bytes.extend(payload);
    bytes
}

/// Sends all of it, and reads until the server has closed.
async fn send(address: std::net::SocketAddr, bytes: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // The server may have heard enough before all of it is sent.
    let _ = stream.write_all(bytes).await;
    let _ = stream.shutdown().await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    answer
}

fn spoil(bytes: &mut Vec<u8>, from: usize, dice: &mut Dice) {
    for _ in 0..=dice.below(4) {
        let at = from + dice.below(bytes.len() - from);
        match dice.below(4) {
            0 => bytes[at] = dice.below(256) as u8,
            1 => bytes.insert(at, dice.below(256) as u8),
            2 => bytes.truncate(at.max(from + 1)),
            _ => bytes[at] ^= 1 << dice.below(8),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn broken_connections_end_and_nobody_else_notices() {
    let hub = room();
    let address = listen(&hub).await;
    let (table, mut visitors) = dealt(&hub, &order("pass-the-ace", 3), 2).await;
    let hello = format!(r#"{{"id":0,"call":{{"hello":{{"v":2,"key":"{}"}}}}}}"#, key(1).reveal());
    let look = br#"{"id":9,"call":{"ask":{"what":{"look":{}}}}}"#;
    let upgrade = handshake(&table);
    let mut talk = upgrade.clone();
    for part in [frame(0x81, hello.as_bytes()), frame(0x81, look), frame(0x89, b"ping"), frame(0x88, b"")] {
        talk.extend(part);
    }
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(&talk[..talk.len() - frame(0x88, b"").len()]).await.unwrap();
    let mut answer = Vec::new();
    // Unspoilt, it works.
    while !String::from_utf8_lossy(&answer).contains(r#"{"reply":{"id":9"#) {
        assert!(stream.read_buf(&mut answer).await.unwrap() > 0);
    }
    drop(stream);

    // Strange but whole: binary, unknown kinds, pieces without a beginning, not masked, too long, no text at all.
    let mut unmasked = frame(0x81, b"{}");
    unmasked[1] &= 0x7f;
    let huge = [&[0x81, 0xff][..], &u64::MAX.to_be_bytes()[..], &[0; 4][..]].concat();
    let large = frame(0x81, &[b'x'; 60_000]);
    for strange in [
        frame(0x82, b"\x00\x01"),
        frame(0x83, b"?"),
        frame(0x80, b"tail"),
        frame(0xf1, b"reserved"),
        frame(0x81, b"\xff\xfe"),
        frame(0x01, b"never ends"),
        frame(0x89, &[0; 200]),
        unmasked,
        huge,
        large,
    ] {
        for greeting in [Vec::new(), frame(0x81, hello.as_bytes())] {
            send(address, &[upgrade.clone(), greeting, strange.clone()].concat()).await;
        }
    }
    let mut dice = Dice::new(&Seed::from_number(1));
    for number in 0..TRIES {
        let mut bytes = talk.clone();
        // Some are broken from the beginning, some only after the handshake.
        let from = if number % 2 == 0 { 0 } else { upgrade.len() };
        spoil(&mut bytes, from, &mut dice);
        let answer = send(address, &bytes).await;
        let status = String::from_utf8_lossy(&answer[..answer.len().min(12)]).into_owned();
        assert!(!status.starts_with("HTTP/1.1 5"), "{status}");
    }
    assert_eq!(hub.metrics().crashes.get(), 0);
    finish(&mut visitors, &mut dice).await;
    assert!(visitors[0].outcome().is_some());
}
