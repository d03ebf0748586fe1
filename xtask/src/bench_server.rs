//! Our server against that of boardgame.io, in one run on this machine: moves for each second of processor time that a
//! server takes. Clients are processes of their own and count for neither.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::setup;
use crate::shell::{self, at, cargo, root, run_reading, say, target};

/// What is measured against, in a version that is known to work.
const PEER: &str = "boardgame.io@0.50.2";
/// Each server is measured so often, in turns.
const ROUNDS: usize = 2;
const TABLES: &str = "40";
const PLAYERS: &str = "4";
const SECONDS: &str = "20";

/// A server that ends with this.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Measures both servers and compares them.
pub fn peers() -> Result<(), String> {
    setup::NODE_TOOL.ensure()?;
    cargo(&["build", "--release", "--bin", "parlour", "--locked"])?;
    let folder = target().join("peers").join("server");
    install(&folder)?;
    let (mut ours, mut theirs) = (0.0, 0.0);
    for round in 1..=ROUNDS {
        say(&format!(
            "{TABLES} tables of {PLAYERS}, round {round} of {ROUNDS}: parlour, every move on the disk"
        ));
        ours += parlour(&folder)? / ROUNDS as f64;
        say(&format!("{TABLES} tables of {PLAYERS}, round {round} of {ROUNDS}: boardgame.io, in memory"));
        theirs += boardgame(&folder)? / ROUNDS as f64;
    }
    println!("\n{:<14} {:>38}", "server", "moves per second of processor time");
    println!("{:<14} {ours:>38.0}", "parlour");
    println!("{:<14} {theirs:>38.0}", "boardgame.io");
    println!("{:<14} {:>38.2}", "ratio", ours / theirs);
    Ok(())
}

/// Installs boardgame.io into that folder, with the game and the clients beside it.
fn install(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| at(folder, &error))?;
    let scripts = root().join("crates/server/benches/peers");
    for name in ["game.cjs", "server.cjs", "clients.cjs"] {
        fs::copy(scripts.join(name), folder.join(name)).map_err(|error| at(&scripts.join(name), &error))?;
    }
    let (list, wanted) = (folder.join("installed.txt"), PEER);
    if fs::read_to_string(&list).is_ok_and(|there| there == wanted) {
        return Ok(());
    }
    let place = folder.to_string_lossy();
    shell::run("npm", &["install", "--no-audit", "--no-fund", "--no-save", "--prefix", &place, PEER], &[])?;
    fs::write(&list, wanted).map_err(|error| at(&list, &error))
}

/// Our server with a new ledger.
fn parlour(folder: &Path) -> Result<f64, String> {
    let data = folder.join("data");
    let _ = fs::remove_dir_all(&data);
    fs::create_dir_all(&data).map_err(|error| at(&data, &error))?;
    let program = target().join("release").join(format!("parlour{}", std::env::consts::EXE_SUFFIX));
    let arguments = ["load", "--own", &data.to_string_lossy(), "--tables", TABLES, "--players", PLAYERS];
    measured(&program.to_string_lossy(), &[&arguments[..], &["--pace", "0", "--seconds", SECONDS]].concat())
}

/// That of boardgame.io.
fn boardgame(folder: &Path) -> Result<f64, String> {
    let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    let port = free.map_err(|error| format!("no free port: {error}"))?.port().to_string();
    let child = Command::new("node").arg(folder.join("server.cjs")).arg(&port).stdout(Stdio::piped()).spawn();
    let mut server = Running(child.map_err(|error| format!("node: {error}"))?);
    let said = server.0.stdout.take().map(|out| BufReader::new(out).lines().map_while(Result::ok));
    if !said.is_some_and(|mut lines| lines.any(|line| line == "listening")) {
        return Err("boardgame.io's server did not start".to_owned());
    }
    let (clients, process) = (folder.join("clients.cjs"), server.0.id().to_string());
    measured("node", &[&clients.to_string_lossy(), &port, TABLES, PLAYERS, SECONDS, &process])
}

fn measured(program: &str, arguments: &[&str]) -> Result<f64, String> {
    let mut found = None;
    run_reading(program, arguments, &[], |line| {
        found = rate(line).or(found);
        true
    })?;
    found.ok_or_else(|| format!("{program} did not say how much processor time the server took"))
}

/// Reads "…: 12.3 s of processor time, 4567 moves for each".
fn rate(line: &str) -> Option<f64> {
    line.split_once(" s of processor time, ")?.1.split_once(" moves")?.0.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_about_the_server_is_read_and_nothing_else() {
        assert_eq!(rate("Server: 12.34 s of processor time, 4567 moves for each"), Some(4567.0));
        assert_eq!(rate("40 tables of 4, pass-the-ace: 1959 moves in 8.1 s"), None);
    }
}
