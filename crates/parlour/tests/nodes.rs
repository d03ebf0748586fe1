//! Several servers that share databases, as processes: they are killed, cut off and started again. Without the packages,
//! these tests fail on a build server and say so elsewhere.

mod common;
#[path = "common/running.rs"]
mod running;

use std::io::{Read, Write};
use std::net::TcpStream;

use common::{fails, fresh, out};
use running::Running;
use server::ledger::postgres::{cluster, local};

fn is_possible(missing: Option<&str>) -> bool {
    if let Some(missing) = missing {
        assert!(std::env::var_os("CI").is_none_or(|ci| ci.is_empty() || ci == "false"), "{missing}");
        eprintln!("NOT TESTED: {missing}");
    }
    missing.is_none()
}

fn database(name: &str) -> Option<local::Server> {
    let missing = "PostgreSQL is not installed (Debian: apt-get install postgresql)";
    is_possible(local::programs().is_none().then_some(missing)).then(|| {
        // The databases' user may not enter the folder of the build.
        let folder = std::env::temp_dir().join(format!("parlour-{name}-{}", std::process::id()));
        local::Server::start(&folder, &["fsync=off"]).unwrap()
    })
}

fn asked(server: &Running, path: &str) -> String {
    let mut stream = TcpStream::connect(&server.address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.address).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

fn health(server: &Running) -> String {
    asked(server, "/healthz").lines().next().unwrap_or_default().to_owned()
}

/// Plays at tables whose seats are spread over three servers while things go wrong.
fn survives(game: &str, faults: &str) {
    if !is_possible(cluster::missing()) {
        return;
    }
    let folder = std::env::temp_dir().join(format!("parlour-nodes-{}", faults.replace(',', "-")));
    let _ = std::fs::remove_dir_all(&folder);
    let arguments = format!(
        "load --own {} --nodes 3 --kills 1 --faults {faults} --tables 4 --players 4 --pace 0 --json --game {game}",
        folder.display()
    );
    let output = common::parlour(&arguments);
    let said = out(&output);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    let told: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(told["kills"].as_u64(), Some(faults.split(',').count() as u64), "{said}");
    assert!(told["games"].as_u64() >= Some(4), "every table has played to the end: {said}");
    for fault in ["errors", "lost", "out_of_order"] {
        assert_eq!(told[fault], 0, "{said}");
    }
    assert!(told["history"]["acknowledged"].as_u64() > Some(100), "{said}");
    assert_eq!(told["history"]["faults"], 0, "{said}");
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn nothing_is_lost_when_a_server_is_killed_or_cut_off() {
    survives("pass-the-ace", "node,cut");
}

#[test]
fn nothing_is_lost_when_the_database_is_killed_or_sleeps() {
    survives("propre", "primary,pause");
}

#[test]
fn nothing_is_lost_when_everything_is_killed_at_once() {
    survives("grapples", "split,restart");
}

fn load(url: &str, tables: u32) {
    let output = common::parlour(&format!(
        "load --url {url} --tables {tables} --players 3 --pace 0 --seconds 2 --json"
    ));
    let said = out(&output);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
}

fn copy(from: &str, to: &str) -> String {
    let output = common::parlour(&format!("ledger copy {from} {to}"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    out(&output)
}

#[test]
fn books_are_copied_from_a_folder_to_postgresql_and_back() {
    let Some(database) = database("copied") else { return };
    let folder = fresh("copied");
    let (first, second) = (folder.join("first"), folder.join("second"));
    let (first, second) = (first.display().to_string(), second.display().to_string());
    {
        let server = Running::start(&["--data", &first]);
        load(&format!("ws://{}", server.address), 4);
        fails(&format!("ledger copy {first} {second}"), 1, "another parlour serve keeps its tables");
    }
    let url = database.url();
    // One of the tables is opened to see whether any can be.
    let there = copy(&first, &url);
    assert!(there.starts_with("Copied 5 tables with "), "{there}");
    assert_eq!(copy(&first, &url), there, "once more changes nothing");
    assert_eq!(copy(&url, &second), there);
    {
        let server = Running::start(&["--ledger", &url]);
        load(&format!("ws://{}", server.address), 1);
    }
    assert!(copy(&url, &second).starts_with("Copied 7 tables with "));
    fails(&format!("ledger copy {}/none {second}", folder.display()), 1, "nothing to copy");
}

/// Tables of several databases, beside those from when there was only one.
#[test]
fn a_card_room_in_several_databases_is_one() {
    let (Some(one), Some(other)) = (database("shard-one"), database("shard-other")) else { return };
    {
        let server = Running::start(&["--ledger", &one.url()]);
        load(&format!("ws://{}", server.address), 2);
    }
    let server = Running::start(&["--ledger", &one.url(), "--ledger", &other.url()]);
    load(&format!("ws://{}", server.address), 4);
    let ready = asked(&server, "/readyz");
    assert!(ready.contains("ledger 1: ") && ready.contains("ledger 2: "), "{ready}");
    // Bots would play on at the tables while they are copied.
    drop(server);
    let folder = fresh("shards");
    let tables = |text: String| text.split(' ').nth(1).and_then(|number| number.parse::<u32>().ok()).unwrap();
    let first = tables(copy(&one.url(), &folder.join("one").display().to_string()));
    let second = tables(copy(&other.url(), &folder.join("other").display().to_string()));
    assert_eq!((first + second, second > 0 && first > 3), (3 + 5, true), "{first} and {second}");
}

#[test]
fn what_keeps_a_server_from_its_databases_is_said_in_one_line() {
    fails(
        "serve --tables-only --port 0 --ledger postgres://me:secret@127.0.0.1:1/cards",
        1,
        "no PostgreSQL server at 127.0.0.1:1 takes writes",
    );
    fails("serve --tables-only --port 0 --ledger postgres://x:y:z", 1, "not an address of PostgreSQL");
    fails("serve --tables-only --port 0 --ledger postgres://127.0.0.1:1/c --data x", 2, "--data");
    fails("serve --tables-only --port 0 --require-standby --data x", 2, "--require-standby");
    let Some(database) = database("refused") else { return };
    fails(
        &format!("serve --tables-only --port 0 --require-standby --ledger {}", database.url()),
        1,
        "--require-standby is set, but fsync is off",
    );
}

#[test]
fn a_server_without_its_database_is_not_ready_until_it_is_back() {
    let Some(mut database) = database("ready") else { return };
    let server = Running::start(&["--ledger", &database.url(), "--log", "error"]);
    assert_eq!(health(&server), "HTTP/1.1 200 OK");
    assert!(asked(&server, "/readyz").contains("fsync is off"), "it says what a crash could cost");
    database.kill();
    while !health(&server).contains("503") {}
    database.revive().unwrap();
    while !health(&server).contains("200") {}
}
