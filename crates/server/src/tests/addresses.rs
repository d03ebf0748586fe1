//! Those who come with many keys, or in the name of many addresses, from one.

use std::net::{IpAddr, Ipv4Addr};

use engine::{Seat, Seed};
use protocol::online::{Call, CloseReason, ServerMessage};
use protocol::{Tell, codes};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::limits::{answer, look, until_refused};
use super::wire::{handshake, listen};
use crate::Hub;
use crate::config::Config;
use crate::testing::{Visitor, dealt, gather, key, order, quick, room, room_with};

const ATTACKER: IpAddr = IpAddr::V4(Ipv4Addr::new(9, 9, 9, 9));
const FRIEND: IpAddr = IpAddr::V4(Ipv4Addr::new(8, 8, 8, 8));

fn sit(name: &str) -> Call {
    Call::Sit { name: name.to_owned(), seat: None, share: Some(Seed::from_number(1)), commit: None }
}

async fn sits_from(hub: &Hub, table: &str, number: u8, from: IpAddr) -> Visitor {
    let mut visitor = Visitor::come_from(hub, table, Some(key(number)), from).await;
    visitor.do_it(sit(&format!("Guest {number}"))).await;
    visitor
}

#[tokio::test(start_paused = true)]
async fn any_number_of_keys_from_one_address_ask_no_more_than_a_household() {
    let hub = room_with(Config { calls_at_once: 5, calls_per_second: 1, ..quick() });
    let (table, _visitors) = dealt(&hub, &order("propre", 3), 1).await;
    let (mut answered, mut keys) = (0, Vec::new());
    for number in 20..60 {
        let mut visitor = Visitor::come_from(&hub, &table, Some(key(number)), ATTACKER).await;
        answered += until_refused(&mut visitor, codes::TOO_FAST, look).await;
        keys.push(visitor);
    }
    assert!((50..60).contains(&answered), "{answered} answers for forty keys, ten times those of a guest");
    let mut friend = Visitor::come_from(&hub, &table, Some(key(2)), FRIEND).await;
    assert_eq!(until_refused(&mut friend, codes::TOO_FAST, look).await, 5);
}

#[tokio::test(start_paused = true)]
async fn one_address_takes_a_quarter_of_the_places_to_watch() {
    let hub = room_with(Config { watchers: 8, ..quick() });
    let (table, _visitors) = dealt(&hub, &order("propre", 3), 1).await;
    let mut watchers = Vec::new();
    for number in 20..30 {
        watchers.push(Visitor::come_from(&hub, &table, Some(key(number)), ATTACKER).await);
    }
    let let_in = watchers.iter().filter(|watcher| watcher.bye.is_none()).count();
    assert_eq!(let_in, 2);
    assert!(watchers[2..].iter().all(|watcher| watcher.bye == Some(CloseReason::Full)));
    assert_eq!(Visitor::come_from(&hub, &table, None, FRIEND).await.bye, None);
}

#[tokio::test(start_paused = true)]
async fn one_address_does_not_take_the_seats_of_newcomers_again_and_again() {
    let hub = room();
    let (table, mut visitors) = gather(&hub, &order("propre", 4), 1).await;
    let mut seated = 0;
    for number in 20..60 {
        let mut stranger = Visitor::come_from(&hub, &table, Some(key(number)), ATTACKER).await;
        let told = stranger.call(sit(&format!("Sly {number}"))).await;
        match told {
            ServerMessage::Reply { what: Tell::Refused(refusal), .. } => {
                assert_eq!(refusal.code, codes::TOO_FAST)
            }
            _ => {
                seated += 1;
                stranger.do_it(Call::Leave).await;
            }
        }
    }
    assert_eq!(seated, 20);
    sits_from(&hub, &table, 1, FRIEND).await;
    // The host is at home here, wherever they come from.
    visitors[0].do_it(Call::Leave).await;
    let mut host = Visitor::come_from(&hub, &table, Some(key(0)), ATTACKER).await;
    host.do_it(sit("Opener")).await;
    assert_eq!(host.you, Some(Seat::FIRST));
}

#[tokio::test(start_paused = true)]
async fn keys_of_one_address_do_not_flood_the_host_with_reports() {
    let hub = room();
    let (table, visitors) = gather(&hub, &order("propre", 6), 1).await;
    let seat = visitors[0].you.unwrap();
    let report = || Call::Report { seat, text: String::new() };
    let mut made = 0;
    for number in 20..24 {
        let mut stranger = sits_from(&hub, &table, number, ATTACKER).await;
        made += until_refused(&mut stranger, codes::SPENT, report).await;
    }
    assert_eq!(made, 10);
    let mut friend = sits_from(&hub, &table, 1, FRIEND).await;
    assert_eq!(until_refused(&mut friend, codes::SPENT, report).await, 5);
}

/// A request for who is here, forwarded for someone.
fn forwarded(header: &str) -> String {
    format!("GET /api/tables HTTP/1.1\r\nHost: a\r\nConnection: close\r\n{header}\r\n")
}

async fn answered(address: std::net::SocketAddr, headers: impl Iterator<Item = String>) -> usize {
    let mut answered = 0;
    for header in headers {
        let text = answer(address, &forwarded(&header)).await;
        assert!(text.starts_with("HTTP/1.1 200") || text.starts_with("HTTP/1.1 429"), "{text}");
        answered += usize::from(text.starts_with("HTTP/1.1 200"));
    }
    answered
}

#[tokio::test]
async fn a_spoofed_header_over_a_connection_gets_nobody_another_allowance() {
    let config = || Config { requests_at_once: 10, requests_per_second: 1, ..quick() };
    let spoofed =
        |last: &'static str| (0..40).map(move |number| format!("X-Forwarded-For: 7.7.7.{number}{last}\r\n"));
    // Nobody is trusted: all of them are one.
    let address = listen(&room_with(config())).await;
    let count = answered(address, spoofed("")).await;
    assert!((10..30).contains(&count), "{count} of 40 with a header that anyone can write");
    // The proxy is trusted, and adds who asks.
    let trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    let address = listen(&room_with(Config { trusted_proxies, ..config() })).await;
    let count = answered(address, spoofed(", 9.9.9.9")).await;
    assert!((10..30).contains(&count), "{count} of 40 from behind a proxy");
    assert_eq!(answered(address, std::iter::once("X-Forwarded-For: 8.8.8.8\r\n".to_owned())).await, 1);
}

/// Sockets that are opened and kept open, through a proxy that says from where.
#[tokio::test]
async fn a_flood_of_sockets_from_one_address_leaves_room_for_others() {
    let trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    let hub = room_with(Config { connections_per_address: 5, trusted_proxies, ..quick() });
    let address = listen(&hub).await;
    let (table, _visitors) = dealt(&hub, &order("propre", 3), 1).await;
    let open = async |from: &str| {
        let mut bytes = handshake(&table);
        let end = bytes.len() - 2;
        bytes.splice(end..end, format!("X-Forwarded-For: {from}\r\n").into_bytes());
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(&bytes).await.unwrap();
        let mut status = [0; 12];
        stream.read_exact(&mut status).await.unwrap();
        (stream, String::from_utf8_lossy(&status).into_owned())
    };
    let mut flood = Vec::new();
    for _ in 0..20 {
        flood.push(open("9.9.9.9").await);
    }
    let let_in = flood.iter().filter(|(_, status)| status == "HTTP/1.1 101").count();
    assert_eq!(let_in, 5);
    assert!(flood[5..].iter().all(|(_, status)| status == "HTTP/1.1 429"));
    assert_eq!(open("8.8.8.8").await.1, "HTTP/1.1 101");
}
