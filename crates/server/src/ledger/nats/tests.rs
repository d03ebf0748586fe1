//! Against real servers; where `nats-server` is not installed, these tests say so and do nothing.

use std::sync::Arc;

use bytes::Bytes;

use super::local::{Servers, program};
use super::{Nats, Settings};
use crate::ledger::{Collection, Ledger, LedgerError, PAGE};
use crate::testing::Folder;

fn body(text: &str) -> Bytes {
    Bytes::copy_from_slice(text.as_bytes())
}

/// So many servers in a folder, unless this machine has none.
pub fn servers(folder: &Folder, count: usize, more: &[&str]) -> Option<Servers> {
    if program().is_none() {
        eprintln!("NOT TESTED: nats-server is not installed (Debian: apt-get install nats-server)");
        return None;
    }
    Some(Servers::start(&folder.file("nats"), count, true, more).unwrap())
}

/// Servers take a moment until they listen.
pub async fn open(servers: &Servers) -> Nats {
    open_with(&Settings::new(servers.addresses())).await
}

async fn open_with(settings: &Settings) -> Nats {
    loop {
        match Nats::open(settings).await {
            Ok(ledger) => return ledger,
            // Three servers on a busy machine may take their time to find each other.
            Err(LedgerError::Unavailable(why))
                if why.contains("no NATS server answers") || why.contains("start more of them") =>
            {
                tokio::task::yield_now().await;
            }
            Err(error) => panic!("{error}"),
        }
    }
}

async fn refused(settings: &Settings) -> String {
    loop {
        match Nats::open(settings).await.err() {
            Some(LedgerError::Unavailable(why)) if why.contains("no NATS server answers") => {
                tokio::task::yield_now().await;
            }
            Some(LedgerError::Unavailable(why)) => return why,
            other => panic!("{other:?}"),
        }
    }
}

/// Three who share a cluster: each position is won once, whoever asks, and everyone hears of everything.
#[tokio::test(flavor = "multi_thread")]
async fn those_who_share_a_cluster_never_win_the_same_position() {
    let folder = Folder::fresh("nats-race");
    let Some(servers) = servers(&folder, 3, &[]) else { return };
    const EACH: usize = 100;
    let mut writers = Vec::new();
    for writer in 0..6 {
        let ledger = open(&servers).await;
        writers.push(tokio::spawn(async move {
            let (log, mut position, mut won) = (format!("race-{}", writer % 2), 0, Vec::new());
            let mut watch = ledger.watch(&log).await.unwrap();
            while won.len() < EACH {
                let entry = body(&format!("{writer}.{}", won.len()));
                match ledger.append(&log, position, entry.clone()).await {
                    Ok(length) => {
                        won.push((position, entry));
                        position = length;
                    }
                    Err(LedgerError::Conflict { actual }) => {
                        assert!(actual > position);
                        position = actual;
                    }
                    Err(other) => panic!("{other}"),
                }
            }
            // Three write to each log.
            while position < 3 * EACH as u64 {
                if let crate::ledger::News::Grown(length) = watch.news(position).await.unwrap() {
                    position = length;
                }
            }
            let mut entries = Vec::new();
            while entries.len() < 3 * EACH {
                let page = ledger.read(&log, entries.len() as u64).await.unwrap();
                assert!(!page.is_empty() && page.len() <= PAGE);
                entries.extend(page);
            }
            for (position, entry) in won {
                assert_eq!(entries[position as usize], entry, "acknowledged, and there");
            }
            assert_eq!(entries.len(), 3 * EACH);
        }));
    }
    for writer in writers {
        writer.await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_acknowledged_survives_the_leader_and_goes_on_without_it() {
    let folder = Folder::fresh("nats-leader");
    let Some(mut servers) = servers(&folder, 3, &[]) else { return };
    let ledger = open(&servers).await;
    let other = open(&servers).await;
    let mut watch = other.watch("t").await.unwrap();
    for number in 0..20 {
        ledger.append("t", number, body("before")).await.unwrap();
    }
    ledger.put(Collection::Guests, "ann", None, body("here")).await.unwrap();
    let leader = ledger.leader().await.unwrap().unwrap();
    servers.kill(servers.number(&leader).unwrap());
    let mut number = 20;
    while number < 40 {
        match ledger.append("t", number, body("after")).await {
            Ok(length) => number = length,
            // Nobody knows; so look.
            Err(LedgerError::Unavailable(_)) => {
                if let Ok(entries) = ledger.read("t", number).await {
                    number += entries.len() as u64;
                }
            }
            Err(conflict) => panic!("nobody else writes: {conflict}"),
        }
    }
    assert!(ledger.get(Collection::Guests, "ann").await.unwrap().is_some());
    let mut known = 0;
    while known < 40 {
        if let crate::ledger::News::Grown(length) = watch.news(known).await.unwrap() {
            known = length;
        }
    }
    let entries = other.read("t", 0).await.unwrap();
    assert_eq!(entries.len(), 40, "none is missing, none is there twice");
    assert_eq!(entries[19], body("before"));
    assert_eq!(entries[20], body("after"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_store_refuses_and_loses_nothing() {
    let folder = Folder::fresh("nats-full");
    let Some(servers) = servers(&folder, 1, &[]) else { return };
    let settings = Settings { most_bytes: Some(20_000), ..Settings::new(servers.addresses()) };
    let ledger = open_with(&settings).await;
    let mut kept = 0;
    let refused = loop {
        match ledger.append("t", kept, body(&"x".repeat(1000))).await {
            Ok(length) => kept = length,
            Err(error) => break error,
        }
    };
    assert!(refused.to_string().contains("maximum bytes exceeded"), "{refused}");
    assert!(kept > 5);
    assert!(ledger.ready().await.is_err(), "whoever looks after it is told");
    assert_eq!(ledger.read("t", 0).await.unwrap().len() as u64, kept);
    let names = ledger.inner.streams.log.get_info().await.unwrap();
    let roomy = async_nats::jetstream::stream::Config { max_bytes: 1_000_000, ..names.config };
    ledger.inner.context.update_stream(roomy).await.unwrap();
    assert_eq!(ledger.ready().await, Ok(()));
    assert_eq!(ledger.append("t", kept, body("y")).await, Ok(kept + 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_keeps_it_from_opening_is_told_with_what_to_do() {
    let nobody = Settings::new(vec!["nats://127.0.0.1:1".to_owned()]);
    let why = Nats::open(&nobody).await.err().unwrap().to_string();
    assert!(
        why.contains("no NATS server answers at nats://127.0.0.1:1") && why.contains("check the address"),
        "{why}"
    );
    let nonsense = Settings::new(vec!["nats://a b c".to_owned()]);
    let why = Nats::open(&nonsense).await.err().unwrap().to_string();
    assert!(why.contains("is not an address"), "{why}");

    let folder = Folder::fresh("nats-refused");
    let Some(locked) = servers(&folder, 1, &["authorization { user: me, password: secret }"]) else { return };
    let stranger = Settings::new(locked.addresses());
    let why = refused(&stranger).await;
    assert!(why.contains("does not accept who we are"), "{why}");
    let wrong = stranger.servers[0].replace("nats://", "nats://me:wrong@");
    let why = refused(&Settings::new(vec![wrong])).await;
    assert!(why.contains("does not accept who we are") && !why.contains("wrong@"), "{why}");
    let right = stranger.servers[0].replace("nats://", "nats://me:secret@");
    let ledger = open_with(&Settings::new(vec![right.clone()])).await;
    ledger.append("t", 0, body("x")).await.unwrap();

    let many = Settings { replicas: Some(3), name: "many".to_owned(), ..Settings::new(vec![right.clone()]) };
    let why = refused(&many).await;
    assert!(why.contains("--nats-replicas 1"), "{why}");
    let loses = async_nats::jetstream::stream::Config {
        name: "other-log".to_owned(),
        subjects: vec!["other.log.*".to_owned()],
        max_age: std::time::Duration::from_secs(60),
        ..Default::default()
    };
    ledger.inner.context.create_stream(loses).await.unwrap();
    let other = Settings { name: "other".to_owned(), ..Settings::new(vec![right]) };
    let why = refused(&other).await;
    assert!(why.contains("not one of ours") && why.contains("--nats-name"), "{why}");

    let plain = Servers::start(&folder.file("plain"), 1, false, &[]).unwrap();
    let why = refused(&Settings::new(plain.addresses())).await;
    assert!(why.contains("start it with JetStream"), "{why}");
    let missing = Settings { credentials: Some(folder.file("no.creds")), ..Settings::new(plain.addresses()) };
    let why = refused(&missing).await;
    assert!(why.contains("no.creds"), "{why}");
}

#[tokio::test(flavor = "multi_thread")]
async fn presence_reaches_those_who_watch_and_is_not_kept() {
    let folder = Folder::fresh("nats-presence");
    let Some(servers) = servers(&folder, 1, &[]) else { return };
    let (one, two) = (Arc::new(open(&servers).await), open(&servers).await);
    let mut watch = two.watch("t").await.unwrap();
    // The other server connection has to know of the subscription first.
    two.append("other", 0, body("x")).await.unwrap();
    one.publish_presence("t", body("psst")).await.unwrap();
    assert_eq!(watch.news(0).await, Ok(crate::ledger::News::Presence(body("psst"))));
    assert_eq!(one.read("t", 0).await, Ok(vec![]));
}
