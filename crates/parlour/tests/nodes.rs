//! Several servers that share NATS servers, as processes: they are killed, cut off and started again. Where
//! `nats-server` is not installed, these tests say so and do nothing.

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use common::{fails, fresh, out};
use server::ledger::nats::local::{Servers, program};

fn is_possible() -> bool {
    let possible = program().is_some();
    if !possible {
        eprintln!("NOT TESTED: nats-server is not installed (Debian: apt-get install nats-server)");
    }
    possible
}

/// A server that ends with the test.
struct Running {
    child: Child,
    address: String,
}

impl Running {
    fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_parlour"))
            .args(["serve", "--tables-only", "--port", "0", "--calls-per-second", "1000000"])
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim_end().rsplit_once("http://").expect("it starts").1.to_owned();
        Self { child, address }
    }

    fn health(&self) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(stream, "GET /healthz HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address)
            .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.lines().next().unwrap_or_default().to_owned()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Plays at tables whose seats are spread over three servers while things go wrong.
fn survives(game: &str, faults: &str) {
    if !is_possible() {
        return;
    }
    let folder = fresh(&format!("nodes-{}", faults.replace(',', "-")));
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
}

#[test]
fn nothing_is_lost_when_a_server_is_killed_or_cut_off() {
    survives("pass-the-ace", "node,cut");
}

#[test]
fn nothing_is_lost_when_a_nats_server_is_killed_even_the_leader() {
    survives("propre", "server,leader");
}

#[test]
fn nothing_is_lost_when_everything_is_killed_at_once() {
    survives("grapples", "restart");
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

fn nats(folder: &Path) -> Servers {
    let servers = Servers::start(folder, 1, true, &[]).unwrap();
    while TcpStream::connect(("127.0.0.1", servers.ports()[0])).is_err() {
        std::thread::yield_now();
    }
    servers
}

#[test]
fn books_are_copied_from_a_folder_to_nats_and_back() {
    if !is_possible() {
        return;
    }
    let folder = fresh("copied");
    let (first, second) = (folder.join("first"), folder.join("second"));
    let (first, second) = (first.display().to_string(), second.display().to_string());
    {
        let server = Running::start(&["--data", &first]);
        load(&format!("ws://{}", server.address), 4);
        fails(&format!("ledger copy {first} {second}"), 1, "another parlour serve keeps its tables");
    }
    let servers = nats(&folder.join("nats"));
    let url = servers.addresses()[0].clone();
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
    fails(&format!("ledger copy {first} {url} --nats-name .."), 1, "letters, digits and hyphens");
}

#[test]
fn what_keeps_a_server_from_its_nats_servers_is_said_in_one_line() {
    fails(
        "serve --tables-only --port 0 --ledger nats://127.0.0.1:1",
        1,
        "no NATS server answers at nats://127.0.0.1:1",
    );
    fails("serve --tables-only --port 0 --ledger nats://x:y:z", 1, "not an address of a NATS server");
    fails("serve --tables-only --port 0 --ledger nats://127.0.0.1:1 --data x", 2, "--data");
    fails("serve --tables-only --port 0 --nats-replicas 0 --ledger nats://127.0.0.1:1", 2, "--nats-replicas");
    if !is_possible() {
        return;
    }
    let folder = fresh("refused");
    let plain = Servers::start(&folder, 1, false, &["authorization { user: me, password: secret }"]).unwrap();
    let port = plain.ports()[0];
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        std::thread::yield_now();
    }
    fails(
        &format!("serve --tables-only --port 0 --ledger nats://me:other@127.0.0.1:{port}"),
        1,
        "does not accept who we are; check user and password",
    );
    fails(
        &format!("serve --tables-only --port 0 --ledger nats://me:secret@127.0.0.1:{port}"),
        1,
        "start it with JetStream",
    );
}

#[test]
fn a_server_without_its_nats_servers_is_not_ready_until_they_are_back() {
    if !is_possible() {
        return;
    }
    let folder = fresh("ready");
    let mut servers = nats(&folder);
    let server = Running::start(&["--ledger", &servers.addresses()[0], "--log", "error"]);
    assert_eq!(server.health(), "HTTP/1.1 200 OK");
    servers.kill(0);
    while !server.health().contains("503") {}
    servers.revive(0).unwrap();
    while !server.health().contains("200") {}
}
