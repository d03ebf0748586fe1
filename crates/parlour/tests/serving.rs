//! `parlour serve` as a process: what keeps it from starting, and what is left when it is killed.

mod common;

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};

use common::{fails, fresh, out};

/// A server that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

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

    let mut first = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(["serve", "--tables-only", "--port", "0", "--data"])
        .arg(&folder)
        .stdout(Stdio::piped())
        .spawn()
        .map(Running)
        .unwrap();
    let mut line = String::new();
    BufReader::new(first.0.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("The card room is open at http://127.0.0.1:"), "{line}");
    fails(
        &format!("serve --tables-only --port 0 --data {data}"),
        1,
        "another parlour serve keeps its tables",
    );
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
