//! At a table online: a screen and a line-by-line client, with a real server between them.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::common::{fresh, out, parlour};
use crate::pty::{Terminal, can_act, is_round_end};
use crate::tls;

/// Who opens the table.
const KEY: &str = "abababababababababababababababababababababababababababababababab";

/// A server in a process of its own.
struct Server {
    child: Child,
    host: String,
    data: PathBuf,
}

impl Server {
    fn start(data: &Path, port: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_parlour"))
            .args(["serve", "--tables-only", "--bot-pause", "0", "--port", port, "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let host = line.trim().rsplit("http://").next().unwrap().to_owned();
        assert!(host.contains(':'), "{line}");
        Self { child, host, data: data.to_owned() }
    }

    /// Ends without a goodbye, and starts again at the same place.
    fn again(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        let port = self.host.rsplit(':').next().unwrap().to_owned();
        let data = self.data.clone();
        let fresh = Self::start(&data, &port);
        let old = std::mem::replace(self, fresh);
        drop(old);
    }

    fn http(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Opens a table; returns its invitation.
    fn open(&self, order: &str) -> String {
        let answer = self.http(&format!(
            "POST /api/tables HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {KEY}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{order}",
            self.host,
            order.len()
        ));
        let body = answer.split("\r\n\r\n").nth(1).unwrap_or_default();
        let opened: serde_json::Value = serde_json::from_str(body).unwrap_or_else(|_| panic!("{answer}"));
        format!("http://{}/t/{}", self.host, opened["table"].as_str().unwrap())
    }

    fn record(&self, link: &str) -> String {
        let table = link.rsplit('/').next().unwrap();
        let answer = self.http(&format!(
            "GET /api/tables/{table}/record HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
            self.host
        ));
        answer.split("\r\n\r\n").nth(1).unwrap_or_default().to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The host, seated, at a screen.
fn host_at(folder: &Path, link: &str) -> Terminal {
    let ann = folder.join("ann");
    std::fs::create_dir_all(&ann).unwrap();
    std::fs::write(ann.join("guest-key"), KEY).unwrap();
    let mut host = Terminal::start(&format!("join {link} --name Ann"), &ann);
    host.sees("1 Take a seat");
    host.keys("1");
    host.sees("Ann (you)");
    host
}

/// The host at a screen and a guest line by line, seated, and the cards dealt.
fn seated(name: &str, order: &str) -> (Server, String, Terminal, Terminal) {
    let folder = fresh(name);
    let server = Server::start(&folder.join("server"), "0");
    let link = server.open(order);
    let mut host = host_at(&folder, &link);
    let mut guest = Terminal::start(&format!("join {link} --name Ben --linear"), &folder.join("ben"));
    guest.sees("1. Take a seat");
    guest.keys("sit\n");
    guest.sees("Ben (you)");
    host.sees("Ben · ready");
    guest.keys("chat good evening\n");
    host.sees("Ben: good evening");
    host.keys("cwelcome\r");
    guest.sees("Ann says: welcome");
    host.keys("1");
    guest.sees("The cards are dealt.");
    (server, link, host, guest)
}

/// Whether the line-by-line client waits for its player's move.
fn waits(terminal: &Terminal) -> bool {
    terminal.text().trim_end().ends_with("Your turn>")
}

/// Goes on after a round; the end of the next may already be shown.
fn pass_round_end(host: &mut Terminal) {
    let before = host.text();
    host.keys("\r");
    host.until("the table", |screen| !is_round_end(screen) || screen.contents() != before);
}

/// Plays until both know that the game is over; `after` is called after every move of the host.
fn finish(host: &mut Terminal, guest: &mut Terminal, mut after: impl FnMut(usize)) {
    let mut moves = 0;
    let over = |terminal: &Terminal| terminal.text().contains("Another game with the same people");
    while !over(host) || !over(guest) {
        if is_round_end(host.screen()) {
            pass_round_end(host);
        } else if !over(host) && can_act(host.screen()) {
            let before = host.text();
            host.keys("1");
            host.until("something that was done", |screen| screen.contents() != before);
            moves += 1;
            after(moves);
        } else if waits(guest) {
            let before = guest.text();
            guest.keys("1\n");
            guest.until("something that was done", |screen| screen.contents() != before);
        } else {
            // Someone else moves; either terminal may hear of it first.
            host.hear();
            guest.hear();
        }
    }
}

#[test]
fn two_terminals_play_a_whole_game_at_one_table() {
    for (name, order) in [
        ("pta", r#"{"game":"pass-the-ace","players":3,"bots":"club","settings":{"lives":"1"}}"#),
        ("grapples", r#"{"game":"grapples","players":2,"bots":"club"}"#),
    ] {
        let (server, link, mut host, mut guest) = seated(&format!("pty-online-{name}"), order);
        finish(&mut host, &mut guest, |_| {});
        guest.sees("Shuffle verified.");
        let file = server.data.join("record.json");
        std::fs::write(&file, server.record(&link)).unwrap();
        let verified = out(&parlour(&format!("verify {}", file.display())));
        assert!(verified.starts_with("Verified"), "{verified}");
        guest.keys("quit\n");
        assert!(guest.end());
        host.keys("q");
        assert!(host.end());
        host.is_given_back();
    }
}

/// Plays on at the host's screen until the game is over.
fn finish_alone(host: &mut Terminal) {
    let over = |screen: &vt100::Screen| screen.contents().contains("Another game with the same people");
    loop {
        host.until("a turn, a round's end or the end", |screen| {
            is_round_end(screen) || can_act(screen) || over(screen)
        });
        if is_round_end(host.screen()) {
            pass_round_end(host);
        } else if over(host.screen()) {
            return;
        } else {
            let before = host.text();
            host.keys("1");
            host.until("something that was done", |screen| screen.contents() != before);
        }
    }
}

/// One program that plays, and one that crashes at every decision: both are shown as bots, and the game goes on.
#[test]
fn programs_play_online_and_are_shown_as_bots() {
    const BOT: &str = r#"while read -r line; do case $line in '{"start"'*) echo '{"ready":{}}' ;;
        '{"decide"'*) [ "$1" = crash ] && exit 1; echo '{"act":"stick"}' ;; esac; done"#;
    let folder = fresh("pty-online-programs");
    let server = Server::start(&folder.join("server"), "0");
    let link = server.open(r#"{"game":"pass-the-ace","players":3,"bots":"club","settings":{"lives":"1"}}"#);
    let mut host = host_at(&folder, &link);
    let table = link.rsplit('/').next().unwrap();
    let bot = |name: &str, manner: &str| {
        let url = format!("http://{}", server.host);
        Command::new(env!("CARGO_BIN_EXE_parlour"))
            .args([
                "bot", "--url", &url, "--table", table, "--name", name, "--", "sh", "-c", BOT, "sh", manner,
            ])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let good = bot("Robbie", "good");
    host.sees("Robbie, a bot · ready");
    let bad = bot("Marvin", "crash");
    host.sees("Marvin, a bot · ready");
    host.keys("1");
    finish_alone(&mut host);
    for (child, failed) in [(good, false), (bad, true)] {
        let done = child.wait_with_output().unwrap();
        let (said, report) = (out(&done), String::from_utf8_lossy(&done.stderr).into_owned());
        assert!(done.status.success() && said.contains("The game is over"), "{said}{report}");
        assert_eq!(report.contains("crashed: "), failed, "{report}");
    }
    let record: serde_json::Value = serde_json::from_str(&server.record(&link)).unwrap();
    let seat = |name: &str| record["players"].as_array().unwrap().iter().position(|other| other == name);
    let acts = |name: &str| {
        let numbered = (1..).zip(record["actions"].as_array().unwrap());
        numbered.filter(|(_, action)| action[0] == seat(name).unwrap()).collect::<Vec<_>>()
    };
    let good = acts("Robbie");
    assert!(!good.is_empty() && good.iter().all(|(_, action)| action[1] == "stick"));
    // The record says which actions were not the program's own.
    let fallbacks = record["fallbacks"].as_array().unwrap();
    assert!(fallbacks.iter().all(|fallback| fallback["why"] == "crashed"), "{fallbacks:?}");
    let named: Vec<u64> = fallbacks.iter().map(|fallback| fallback["action"].as_u64().unwrap()).collect();
    assert_eq!(named, acts("Marvin").into_iter().map(|(number, _)| number).collect::<Vec<u64>>());
}

#[test]
fn a_server_that_falls_over_is_found_again() {
    let order = r#"{"game":"pass-the-ace","players":3,"bots":"club","settings":{"lives":"2"}}"#;
    let (mut server, _, mut host, mut guest) = seated("pty-online-again", order);
    finish(&mut host, &mut guest, |moves| {
        if moves == 2 {
            server.again();
        }
    });
    host.keys("q");
    assert!(host.end());
}

#[test]
fn a_link_that_leads_nowhere_is_told() {
    let folder = fresh("pty-online-nowhere");
    let server = Server::start(&folder.join("server"), "0");
    let link = format!("http://{}/t/nosuchtable0", server.host);
    let mut terminal = Terminal::start(&format!("join {link} --linear"), &folder.join("data"));
    assert!(!terminal.end());
    assert!(terminal.text().to_lowercase().contains("table"), "{}", terminal.text());
    let wrong = parlour("join nonsense");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("copy the whole link"));
}

#[test]
fn an_https_link_is_followed_to_a_server_that_proves_who_it_is() {
    let folder = fresh("pty-online-tls");
    let server = Server::start(&folder.join("server"), "0");
    let link = server.open(r#"{"game":"pass-the-ace","players":2,"bots":"club"}"#);
    let (port, certificate) = tls::before(&server.host);
    let file = folder.join("authority.pem");
    std::fs::write(&file, certificate).unwrap();
    let link = format!("https://localhost:{port}/t/{}", link.rsplit('/').next().unwrap());
    let join = format!("join {link} --linear --name Ann");
    let mut trusting = Terminal::start_with(&join, &folder.join("ann"), &[("SSL_CERT_FILE", &file)]);
    trusting.sees("1. Take a seat");
    trusting.keys("1\n");
    trusting.sees("Ann (you)");
    trusting.keys("quit\n");
    assert!(trusting.end());
    let mut wary = Terminal::start(&join, &folder.join("ben"));
    assert!(!wary.end());
    let said = wary.text().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("has no valid certificate"), "{said}");
}

/// A guest who reads and writes lines.
fn guest(folder: &Path, link: &str, who: &str, flags: &str) -> Terminal {
    Terminal::start(&format!("join {link} --linear {flags}"), &folder.join(who))
}

#[test]
fn friends_who_give_no_name_or_the_same_one_can_all_sit() {
    let folder = fresh("pty-online-names");
    let server = Server::start(&folder.join("server"), "0");
    let link = server.open(r#"{"game":"pass-the-ace","players":4,"bots":"club"}"#);
    for (who, flags, name) in [("ann", "", "Guest (you)"), ("ben", "", "Guest 2 (you)")] {
        let mut guest = guest(&folder, &link, who, flags);
        guest.sees("1. Take a seat");
        guest.keys("sit\n");
        guest.sees(name);
    }
    let mut guest = guest(&folder, &link, "cleo", "--name guest");
    guest.sees("1. Take a seat");
    guest.keys("sit\n");
    guest.sees("sit as NAME");
    guest.keys("sit as Cleve\n");
    guest.sees("Cleve (you)");
}

#[test]
fn one_who_watches_line_by_line_can_ask_how_things_stand_and_sit_down() {
    let order = r#"{"game":"pass-the-ace","players":3,"bots":"club"}"#;
    let (server, link, _host, mut ben) = seated("pty-online-watcher", order);
    let mut watcher = guest(server.data.parent().unwrap(), &link, "cleo", "--name Cleve");
    watcher.sees("1. Ask for your cards, or for a bot's");
    watcher.keys("table\n");
    watcher.sees("Stock: ");
    watcher.sees("Ben");
    watcher.keys("whose turn\n");
    watcher.sees("turn.");
    watcher.keys("take a seat\n");
    ben.sees("Let Cleve take Ada's cards?");
    assert!(!watcher.text().contains("You only watch"), "{}", watcher.text());
}

#[test]
fn one_who_cannot_connect_ends_with_the_input_or_by_quit() {
    let folder = fresh("pty-online-nobody");
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let join = format!("join http://{free}/t/k3m9t2xw7q5d");
    let ended = parlour(&format!("{join} --data {}", folder.display()));
    assert_eq!(ended.status.code(), Some(1));
    let error = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(error.contains("nobody listens there"), "{error}");
    let mut terminal = Terminal::start(&format!("{join} --linear"), &folder);
    terminal.sees("Type quit to stop.");
    terminal.keys("quit\n");
    assert!(terminal.end());
}
