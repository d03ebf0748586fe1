//! `parlour serve` as a process: what keeps it from starting, and what is left when it is killed.

mod common;
#[path = "common/running.rs"]
mod running;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};

use common::{fails, fresh, out};
use running::Running;

#[test]
fn what_keeps_the_server_from_starting_is_said_in_one_line() {
    let folder = fresh("serving");
    let data = folder.display();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    fails(&format!("serve --tables-only --port {port} --data {data}"), 1, "is in use; choose another");
    std::fs::write(folder.join("file"), "x").unwrap();
    fails(&format!("serve --tables-only --port 0 --data {data}/file"), 1, "is in the way");
    let damaged = fresh("serving-damaged");
    std::fs::write(damaged.join("parlour.db"), "not a ledger at all, but a sentence ".repeat(200)).unwrap();
    let arguments = format!("serve --tables-only --port 0 --data {}", damaged.display());
    fails(&arguments, 1, "not a database; nothing was changed");
    let kept = std::fs::read_to_string(damaged.join("parlour.db")).unwrap();
    assert!(kept.starts_with("not a ledger"), "a damaged file is left as it is");
    fails("serve --log loud", 2, "--log");
    fails("serve --calls-per-second 0", 2, "--calls-per-second");
    fails("serve --trusted-proxy everyone", 2, "CIDR notation");
    fails("serve --tables-only --behind-proxy", 1, "--trusted-proxy 127.0.0.1");

    let _first = Running::start(&["--data", &data.to_string()]);
    fails(
        &format!("serve --tables-only --port 0 --data {data}"),
        1,
        "another parlour serve keeps its tables",
    );
}

/// In a ledger from before it was noted where guests sat, every log is looked through.
#[test]
fn an_operator_can_forget_a_guest() {
    let folder = fresh("forget");
    let old = concat!(env!("CARGO_MANIFEST_DIR"), "/../server/testdata/ledgers/format-1.db");
    let file = folder.join("parlour.db");
    std::fs::copy(old, &file).unwrap();
    let holds = |text: &str| {
        let bytes = std::fs::read(&file).unwrap();
        bytes.windows(text.len()).any(|window| window == text.as_bytes())
    };
    assert!(holds("Guest 1") && holds("Good luck, all!"));
    let (data, key) = (folder.display(), "01".repeat(32));
    fails(&format!("guest forget {data}/none {key}"), 1, "has no file");
    fails(&format!("guest forget {data} 0101"), 1, "this is no guest key");
    let output = common::parlour(&format!("guest forget {data} {key}"));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(out(&output), "Forgot the guest at 3 tables, with 2 results\n", "{told}");
    assert!(!holds("Guest 1") && !holds("Good luck, all!") && holds("Guest 0"));
}

/// Every game of every table is compared with its record; `parlour load` fails if a single move is missing or too many.
#[test]
fn no_acknowledged_move_is_lost_when_the_server_is_killed() {
    for game in ["pass-the-ace", "propre"] {
        let folder = fresh(&format!("killed-{game}"));
        let arguments = format!(
            "load --own {} --kills 3 --tables 5 --players 3 --pace 0 --json --game {game}",
            folder.display()
        );
        let output = common::parlour(&arguments);
        let said = out(&output);
        assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
        let told: serde_json::Value = serde_json::from_str(&said).unwrap();
        assert_eq!(told["kills"], 3, "{said}");
        assert!(told["games"].as_u64() >= Some(5), "every table has played to the end: {said}");
        assert!(told["resumed"].as_u64() >= Some(15), "everyone came back: {said}");
        for fault in ["errors", "lost", "out_of_order"] {
            assert_eq!(told[fault], 0, "{said}");
        }
    }
}

/// What a server answers to this request.
fn asked(address: &str, path: &str, header: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{header}\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// A request that comes through a proxy, or says so, does not learn how busy the server is; the operator does.
#[test]
fn metrics_are_not_public_and_logs_can_be_read_by_programs() {
    let folder = fresh("monitored");
    let arguments = ["--metrics-listen", "127.0.0.1:0", "--log", "info", "--log-format", "json", "--data"];
    let child = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(["serve", "--tables-only", "--port", "0"])
        .args(arguments)
        .arg(&folder)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Its log tells the address.
    let mut server = Running { child, address: String::new() };
    let mut lines = BufReader::new(server.child.stderr.take().unwrap()).lines();
    let mut next = || -> Option<serde_json::Value> {
        let line = lines.next()?.unwrap();
        Some(serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}")))
    };
    let mut address_of = |what: &str| loop {
        let line = next().expect("it is told where the server listens");
        if line["message"] == what {
            return line["address"].as_str().unwrap().to_owned();
        }
    };
    let (room, metrics) = (address_of("the card room is open"), address_of("metrics are served"));
    assert!(asked(&room, "/healthz", "").starts_with("HTTP/1.1 200"));
    assert!(asked(&room, "/metrics", "").starts_with("HTTP/1.1 200"), "this machine may");
    for header in
        ["X-Forwarded-For: 9.9.9.9", "X-Forwarded-For: 127.0.0.1", "Forwarded: for=127.0.0.1", "Via: 1.1 a"]
    {
        let answer = asked(&room, "/metrics", &format!("{header}\r\n"));
        assert!(answer.starts_with("HTTP/1.1 404"), "{header}: {answer}");
    }
    let answer = asked(&metrics, "/metrics", "");
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("parlour_connections"), "{answer}");
    assert!(asked(&metrics, "/api/tables", "").starts_with("HTTP/1.1 404"), "there is nothing else");
    let _ = server.child.kill();
    while next().is_some() {}
}

/// A client of the socket, without anything that would read for it.
#[cfg(target_os = "linux")]
mod slow {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::{TcpSocket, TcpStream};

    /// The receive buffer of a client that does not read.
    const SMALL: u32 = 2048;

    /// Opens a socket to the table and says hello.
    pub async fn come(address: &str, table: &str, key: &str, small: bool) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        if small {
            socket.set_recv_buffer_size(SMALL).unwrap();
        }
        let mut stream = socket.connect(address.parse().unwrap()).await.unwrap();
        let request = format!(
            "GET /ws/{table} HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.unwrap());
        }
        send(&mut stream, &format!(r#"{{"id":0,"call":{{"hello":{{"v":2,"key":"{key}"}}}}}}"#)).await;
        stream
    }

    /// Sends a text, masked with zeros; whether anyone still listens does not matter.
    pub async fn send(stream: &mut TcpStream, text: &str) {
        let mut bytes = vec![0x81, 0x80 | 126];
        bytes.extend((text.len() as u16).to_be_bytes());
        bytes.extend([0; 4]);
        bytes.extend(text.as_bytes());
        let _ = stream.write_all(&bytes).await;
    }

    /// Reads texts until one holds this; returns it.
    pub async fn hear(stream: &mut TcpStream, wanted: &str) -> String {
        loop {
            let (kind, short) = (stream.read_u8().await.unwrap(), stream.read_u8().await.unwrap());
            let length = match short {
                126 => u64::from(stream.read_u16().await.unwrap()),
                127 => stream.read_u64().await.unwrap(),
                short => u64::from(short),
            };
            let mut payload = vec![0; length as usize];
            stream.read_exact(&mut payload).await.unwrap();
            let text = String::from_utf8_lossy(&payload).into_owned();
            if kind & 15 == 1 && text.contains(wanted) {
                return text;
            }
        }
    }
}

/// A figure of the server's memory in KiB, as the system tells it.
#[cfg(target_os = "linux")]
fn memory(server: &Running, which: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.child.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(which)).unwrap();
    line.trim().trim_end_matches("kB").trim().parse().unwrap()
}

/// Clients that ask for everything again and again, and read nothing of it.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn clients_that_do_not_read_do_not_fill_the_servers_memory() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    const CLIENTS: u64 = 60;
    let folder = fresh("slow-readers");
    let server = Running::start(&["--data", &folder.display().to_string()]);
    let address = server.address.clone();
    let key = "5e".repeat(32);
    let body = r#"{"game":"propre","players":3}"#;
    let mut http = tokio::net::TcpStream::connect(&address).await.unwrap();
    let request = format!(
        "POST /api/tables HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {key}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    http.write_all(request.as_bytes()).await.unwrap();
    let mut opened = String::new();
    http.read_to_string(&mut opened).await.unwrap();
    let table = opened.split("/ws/").nth(1).unwrap()[..12].to_owned();

    let mut host = slow::come(&address, &table, &key, false).await;
    slow::send(&mut host, &format!(r#"{{"id":1,"call":{{"sit":{{"name":"Ann","share":"{key}"}}}}}}"#)).await;
    slow::hear(&mut host, r#""done":{"id":1"#).await;
    slow::send(&mut host, r#"{"id":2,"call":"start"}"#).await;
    slow::hear(&mut host, r#""done":{"id":2"#).await;
    let mut clients = Vec::new();
    for number in 0..CLIENTS {
        let mut client = slow::come(&address, &table, &format!("{number:064x}"), true).await;
        slow::hear(&mut client, "welcome").await;
        clients.push(client);
    }
    let before = memory(&server, "VmRSS:");
    for client in &mut clients {
        for number in 0..400 {
            let look =
                format!(r#"{{"id":{number},"call":{{"ask":{{"what":{{"look":{{"since":null}}}}}}}}}}"#);
            slow::send(client, &look).await;
        }
    }
    // Readers are answered all the while.
    for number in 10..60 {
        slow::send(&mut host, &format!(r#"{{"id":{number},"call":{{"ask":{{"what":"record"}}}}}}"#)).await;
        slow::hear(&mut host, &format!(r#""id":{number},"#)).await;
    }
    let peak = memory(&server, "VmHWM:");
    println!("{CLIENTS} clients that do not read: from {before} KiB to {peak} KiB at most");
    assert!(peak < before + CLIENTS * 768, "from {before} KiB to {peak} KiB");
}
