//! Against a real PostgreSQL that the test starts. Without the packages, these tests fail on a build server and say so
//! elsewhere.

use std::sync::Arc;

use bytes::Bytes;
use sqlx::{Connection, PgConnection};
use tokio::task::JoinSet;

use super::local::{Server, programs};
use super::{Postgres, Settings};
use crate::ledger::{Collection, Ledger, LedgerError, PAGE, Watch, WatchEvent};
use crate::testing::Folder;

fn body(text: &str) -> Bytes {
    Bytes::copy_from_slice(text.as_bytes())
}

/// A database in a folder, unless this machine has none.
pub fn server(folder: &Folder, settings: &[&str]) -> Option<Server> {
    if programs().is_none() {
        let missing = "PostgreSQL is not installed (Debian: apt-get install postgresql)";
        assert!(std::env::var_os("CI").is_none_or(|ci| ci.is_empty() || ci == "false"), "{missing}");
        eprintln!("NOT TESTED: {missing}");
        return None;
    }
    Some(Server::start(&folder.file("postgres"), settings).unwrap())
}

/// A database that listens may not be ready yet.
pub async fn open(server: &Server) -> Postgres {
    open_with(&Settings::read(&server.url()).unwrap()).await.unwrap()
}

async fn open_with(settings: &Settings) -> Result<Postgres, LedgerError> {
    loop {
        match Postgres::open(settings).await {
            Err(LedgerError::Unavailable(why)) if why.contains("starting up") => {}
            opened => return opened,
        }
    }
}

async fn why_not(settings: &Settings) -> String {
    match open_with(settings).await {
        Err(LedgerError::Unavailable(why)) => why,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it opened"),
    }
}

async fn sql(server: &Server, text: &'static str) {
    let mut connection = PgConnection::connect(&server.url()).await.unwrap();
    sqlx::query(text).execute(&mut connection).await.unwrap();
}

async fn grown(watch: &mut dyn Watch, beyond: u64) -> u64 {
    loop {
        if let WatchEvent::Grown(length) = watch.next(beyond).await.unwrap() {
            return length;
        }
    }
}

/// Three who share a database: each position is won once, no matter who asks, and everyone hears of everything.
#[tokio::test(flavor = "multi_thread")]
async fn those_who_share_a_database_never_win_the_same_position() {
    let folder = Folder::fresh("postgres-race");
    let Some(server) = server(&folder, &["fsync=off"]) else { return };
    const EACH: usize = 100;
    let mut writers = JoinSet::new();
    for writer in 0..6 {
        // The first ones make the tables, all at once.
        let settings = Settings::read(&server.url()).unwrap();
        writers.spawn(async move {
            let ledger = open_with(&settings).await.unwrap();
            let (log, mut position, mut won) = (format!("race-{}", writer % 2), 0, Vec::new());
            let mut watch = ledger.watch(&log).await.unwrap();
            while won.len() < EACH {
                let entry = body(&format!("{writer} at {position}"));
                match ledger.append(&log, position, entry.clone()).await {
                    Ok(length) => {
                        won.push((position, entry));
                        position = length;
                    }
                    Err(LedgerError::Conflict { actual }) => {
                        assert!(actual > position);
                        position = actual;
                    }
                    // A busy machine: whether it was written is seen there.
                    Err(LedgerError::Unavailable(_)) => {
                        let found = ledger.read(&log, position).await.unwrap_or_default();
                        if found.first() == Some(&entry) {
                            won.push((position, entry));
                        }
                        position += u64::from(!found.is_empty());
                    }
                }
            }
            // Three write to each log.
            while position < 3 * EACH as u64 {
                position = grown(&mut *watch, position).await;
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
        });
    }
    // The first that fails ends the test: the others would wait for what it did not write.
    while let Some(done) = writers.join_next().await {
        done.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_acknowledged_survives_the_database_that_is_killed() {
    let folder = Folder::fresh("postgres-killed");
    let Some(mut server) = server(&folder, &[]) else { return };
    let (ledger, other) = (open(&server).await, open(&server).await);
    let mut watch = other.watch("t").await.unwrap();
    for number in 0..20 {
        ledger.append("t", number, body("before")).await.unwrap();
    }
    ledger.put(Collection::Guests, "ann", None, body("here")).await.unwrap();
    server.kill();
    assert!(matches!(ledger.append("t", 20, body("lost?")).await, Err(LedgerError::Unavailable(_))));
    assert!(ledger.ready().await.is_err(), "the operator is told");
    server.revive().unwrap();
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
    // If it was gone for long, those who watch have to begin again.
    let mut known = 0;
    while known < 40 {
        match watch.next(known).await {
            Ok(WatchEvent::Grown(length)) => known = length,
            Ok(WatchEvent::Presence(_)) => {}
            Err(_) => {
                if let Ok(anew) = other.watch("t").await {
                    watch = anew;
                }
            }
        }
    }
    let entries = other.read("t", 0).await.unwrap();
    assert_eq!(entries.len(), 40, "none is missing, none is there twice");
    assert_eq!(entries[19], body("before"));
    assert_eq!(ledger.ready().await, Ok(()));
}

/// A failover to a standby that lagged behind takes acknowledged entries away, and others take their place.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_forgets_is_noticed_before_anything_is_built_on_it() {
    let folder = Folder::fresh("postgres-forgets");
    let Some(server) = server(&folder, &["fsync=off"]) else { return };
    let (ledger, other) = (open(&server).await, open(&server).await);
    for log in ["appends", "reads", "waits"] {
        let mut watch = ledger.watch(log).await.unwrap();
        for number in 0..3 {
            ledger.append(log, number, body("old")).await.unwrap();
        }
        sql(&server, "DELETE FROM parlour_entry WHERE number = 2").await;
        if log != "waits" {
            other.append(log, 2, body("new")).await.unwrap();
        }
        match log {
            "appends" => assert!(ledger.append(log, 3, body("built on it")).await.is_err()),
            "reads" => assert!(ledger.read(log, 3).await.is_err()),
            _ => {}
        }
        let told = loop {
            match watch.next(3).await {
                Ok(_) => {}
                Err(error) => break error,
            }
        };
        assert!(matches!(told, LedgerError::Unavailable(_)), "a fold of it has to begin again");
        assert!(ledger.append(log, 3, body("too late")).await.is_err(), "until then nothing is taken");
        let _anew = ledger.watch(log).await.unwrap();
        let entries = ledger.read(log, 0).await.unwrap();
        assert_eq!(
            ledger.append(log, entries.len() as u64, body("after")).await,
            Ok(entries.len() as u64 + 1)
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_keeps_it_from_opening_is_told_with_what_to_do() {
    let nobody = Settings::read("postgres://me:secret@127.0.0.1:1,127.0.0.1:2/cards").unwrap();
    let why = why_not(&nobody).await;
    assert!(why.contains("no PostgreSQL server at 127.0.0.1:1,127.0.0.1:2 takes writes"), "{why}");
    assert!(why.contains("check the address") && !why.contains("secret"), "{why}");

    let folder = Folder::fresh("postgres-refused");
    let Some(server) = server(&folder, &["fsync=off"]) else { return };
    open(&server).await.close().await.unwrap();
    let elsewhere = server.url().replace("/postgres", "/cards");
    let why = why_not(&Settings::read(&elsewhere).unwrap()).await;
    assert!(why.contains("createdb cards"), "{why}");
    let stranger = server.url().replace("parlour@", "stranger@");
    let why = why_not(&Settings::read(&stranger).unwrap()).await;
    assert!(why.contains("does not accept user stranger"), "{why}");
    let safe = format!("{}?sslmode=require", server.url());
    assert!(why_not(&Settings::read(&safe).unwrap()).await.contains("sslmode"));
    let needy = Settings { require_standby: true, ..Settings::read(&server.url()).unwrap() };
    let why = why_not(&needy).await;
    assert!(why.contains("--require-standby") && why.contains("synchronous_standby_names"), "{why}");

    sql(&server, "ALTER SYSTEM SET default_transaction_read_only = on").await;
    sql(&server, "SELECT pg_reload_conf()").await;
    let why = loop {
        match Postgres::open(&Settings::read(&server.url()).unwrap()).await {
            Err(LedgerError::Unavailable(why)) => break why,
            Err(other) => panic!("{other}"),
            // The setting takes a moment.
            Ok(ledger) => ledger.close().await.unwrap(),
        }
    };
    assert!(why.contains("each of them is a standby"), "{why}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_a_newer_version_is_refused_unless_it_was_only_expanded() {
    let folder = Folder::fresh("postgres-newer");
    let Some(server) = server(&folder, &["fsync=off"]) else { return };
    open(&server).await.close().await.unwrap();
    sql(&server, "INSERT INTO parlour_schema (version, needs) VALUES (2, 1)").await;
    open(&server).await.close().await.unwrap();
    sql(&server, "INSERT INTO parlour_schema (version, needs) VALUES (3, 3)").await;
    let why = why_not(&Settings::read(&server.url()).unwrap()).await;
    assert!(why.contains("update parlour"), "{why}");
}

#[tokio::test(flavor = "multi_thread")]
async fn presence_reaches_those_who_watch_and_is_not_kept() {
    let folder = Folder::fresh("postgres-presence");
    let Some(server) = server(&folder, &["fsync=off"]) else { return };
    let (one, two) = (Arc::new(open(&server).await), open(&server).await);
    let mut watch = two.watch("t").await.unwrap();
    // Nobody says when the other one has begun to listen.
    let words = body(r#"{"it's": "here"}"#);
    let telling = tokio::spawn({
        let (one, words) = (one.clone(), words.clone());
        async move {
            loop {
                one.publish_presence("t", words.clone()).await.unwrap();
                tokio::task::yield_now().await;
            }
        }
    });
    assert_eq!(watch.next(0).await, Ok(WatchEvent::Presence(words)));
    telling.abort();
    assert_eq!(one.read("t", 0).await, Ok(vec![]));
    assert!(one.publish_presence("t", body("two\nlines")).await.is_err());
}

/// A database without room says so; nothing is lost, and it goes on once there is room.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_takes_no_writes_refuses_and_loses_nothing() {
    let folder = Folder::fresh("postgres-full");
    let Some(server) = server(&folder, &["fsync=off"]) else { return };
    let ledger = open(&server).await;
    ledger.append("t", 0, body("x")).await.unwrap();
    sql(&server, "ALTER TABLE parlour_entry ADD CONSTRAINT full_disk CHECK (number < 1)").await;
    let refused = ledger.append("t", 1, body("y")).await.unwrap_err();
    assert!(matches!(&refused, LedgerError::Unavailable(why) if why.contains("full_disk")), "{refused}");
    assert_eq!(ledger.read("t", 0).await.unwrap().len(), 1);
    sql(&server, "ALTER TABLE parlour_entry DROP CONSTRAINT full_disk").await;
    assert_eq!(ledger.append("t", 1, body("y")).await, Ok(2));
    assert_eq!(ledger.ready().await, Ok(()));
}
