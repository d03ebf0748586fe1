//! A pseudo-terminal with the program in it.

use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZero;
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;
use std::process::{Child, Command};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use pty_process::Size;
use pty_process::blocking::{self, Pty, open};
use vt100::{MouseProtocolMode, Parser, Screen};

/// Timeout of every wait, long enough for the slowest machine.
const NEVER: Duration = Duration::from_secs(30);

/// Between these two a picture is drawn.
const DRAWING: &[u8] = b"\x1b[?2026h";
const DRAWN: &[u8] = b"\x1b[?2026l";

/// Written behind everything that the program wrote, once it has ended.
const END: &[u8] = b"\x1b[end of the program]";

/// A terminal with the program in it.
pub struct Terminal {
    parser: Parser,
    master: Arc<Pty>,
    /// Stays open as long as the master does, so that its settings can be looked at after the end.
    slave: OwnedFd,
    child: Child,
    output: Receiver<Vec<u8>>,
    /// What has come of a picture that is still being drawn.
    unfinished: Vec<u8>,
}

impl Terminal {
    /// Starts the program with these arguments in a terminal of 80 by 24.
    pub fn start(arguments: &str, data: &Path) -> Self {
        Self::start_with(arguments, data, &[])
    }

    /// The same, with these in its environment.
    pub fn start_with(arguments: &str, data: &Path, environment: &[(&str, &Path)]) -> Self {
        let (master, pts) = open().unwrap();
        master.resize(Size::new(24, 80)).unwrap();
        let slave = pts.as_fd().try_clone_to_owned().unwrap();
        let mut command = blocking::Command::new(env!("CARGO_BIN_EXE_parlour"))
            .args(arguments.split_whitespace())
            .arg("--data")
            .arg(data)
            .env("TERM", "xterm-256color")
            .envs(environment.iter().copied());
        for name in ["NO_COLOR", "PARLOUR_LINEAR", "ACCESSIBLE"] {
            command = command.env_remove(name);
        }
        let child = command.spawn(pts).unwrap();
        let master = Arc::new(master);
        let reader = Arc::clone(&master);
        let (to, output) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(number) = (&*reader).read(&mut bytes) {
                if number == 0 || to.send(bytes[..number].to_vec()).is_err() {
                    return;
                }
            }
        });
        Self {
            parser: Parser::new(cells(24), cells(80), 0),
            master,
            slave,
            child,
            output,
            unfinished: Vec::new(),
        }
    }

    pub fn screen(&self) -> &Screen {
        self.parser.screen()
    }

    pub fn text(&self) -> String {
        self.screen().contents()
    }

    /// Shows what has come, up to a picture that is not drawn to its end: half of it would show choices that are gone.
    fn show(&mut self, bytes: &[u8]) {
        self.unfinished.extend_from_slice(bytes);
        let whole = self.unfinished.len() - cut_off(&self.unfinished);
        self.parser.process(&self.unfinished[..whole]);
        self.unfinished.drain(..whole);
    }

    /// Waits until the screen is so.
    pub fn until(&mut self, what: &str, so: impl Fn(&Screen) -> bool) {
        while !so(self.parser.screen()) {
            match self.output.recv_timeout(NEVER) {
                Ok(bytes) => self.show(&bytes),
                Err(_) => panic!("waiting for {what}:\n{}", self.text()),
            }
        }
    }

    /// Takes in what has come, or comes in a moment.
    pub fn hear(&mut self) {
        if let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(20)) {
            self.show(&bytes);
        }
    }

    /// Waits until this can be read.
    pub fn sees(&mut self, text: &str) {
        self.until(text, |screen| screen.contents().contains(text));
    }

    /// Types.
    pub fn keys(&mut self, keys: &str) {
        (&*self.master).write_all(keys.as_bytes()).unwrap();
    }

    /// Clicks on this text below the table.
    pub fn click(&mut self, text: &str) {
        let rows: Vec<String> = self.screen().rows(0, 200).collect();
        let rule = rows.iter().rposition(|row| row.starts_with("─────")).unwrap_or(0);
        let found = rows
            .iter()
            .enumerate()
            .skip(rule)
            // Numbers are meant that stand before choices, not those in a sentence.
            .filter(|(_, line)| begins_with_number(line) || !begins_with_number(text))
            .find_map(|(row, line)| line.find(text).map(|at| (line[..at].chars().count() + 1, row + 1)));
        let (column, row) = found.unwrap_or_else(|| panic!("{text} is not there:\n{}", self.text()));
        self.keys(&format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"));
    }

    /// Gives the window another size.
    pub fn resize(&mut self, rows: u16, cols: u16) {
        self.parser.screen_mut().set_size(cells(rows), cells(cols));
        self.master.resize(Size::new(rows, cols)).unwrap();
    }

    /// Sends a signal by its name.
    pub fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &pid]).status().unwrap().success());
    }

    /// Waits until the program is stopped.
    pub fn is_stopped(&self) {
        let pid = self.child.id().to_string();
        let state = || Command::new("ps").args(["-o", "state=", "-p", &pid]).output().unwrap().stdout;
        while state().first() != Some(&b'T') {
            thread::yield_now();
        }
    }

    /// Waits for the end; returns whether it ended well.
    pub fn end(&mut self) -> bool {
        let status = self.child.wait().unwrap();
        // What was written before the end is still on its way, and comes before this.
        File::from(self.slave.try_clone().unwrap()).write_all(END).unwrap();
        while !self.unfinished.ends_with(END) {
            let bytes = self.output.recv_timeout(NEVER).expect("the end of the output comes");
            self.unfinished.extend(bytes);
        }
        let written = std::mem::take(&mut self.unfinished);
        self.parser.process(written.strip_suffix(END).unwrap());
        status.success()
    }

    /// Whether the program has the terminal for itself.
    pub fn is_taken(&self) -> bool {
        self.screen().alternate_screen()
    }

    /// The terminal is as it was before: the usual screen, a cursor, no mouse, and lines that are echoed.
    pub fn is_given_back(&self) {
        let screen = self.screen();
        assert!(!screen.alternate_screen(), "{}", self.text());
        assert!(!screen.hide_cursor());
        assert!(!screen.bracketed_paste());
        assert_eq!(screen.mouse_protocol_mode(), MouseProtocolMode::None);
        let stty = Command::new("stty").arg("-a").stdin(self.slave.try_clone().unwrap()).output().unwrap();
        let modes = String::from_utf8_lossy(&stty.stdout).into_owned();
        for mode in ["icanon", "echo", "isig", "opost"] {
            let is = modes.split_whitespace().any(|word| word.trim_end_matches(';') == mode);
            assert!(is, "{mode} is on again: {modes}");
        }
    }
}

/// Nobody is left behind.
impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How many bytes at the end belong to a picture that is still being drawn, or may be the first of one.
fn cut_off(bytes: &[u8]) -> usize {
    let last = |mark: &[u8]| bytes.windows(mark.len()).rposition(|found| found == mark);
    match last(DRAWING) {
        Some(begin) if last(DRAWN).is_none_or(|end| end < begin) => bytes.len() - begin,
        _ => (1..DRAWING.len()).rev().find(|number| bytes.ends_with(&DRAWING[..*number])).unwrap_or(0),
    }
}

fn cells(number: u16) -> NonZero<u16> {
    NonZero::new(number).unwrap()
}

/// Whether the player can do something: a first button below the line.
pub fn can_act(screen: &Screen) -> bool {
    below_the_line(screen).first().is_some_and(|row| row.starts_with(" 1 "))
}

/// How many numbered buttons there are: each is a number before a word with a capital letter.
pub fn choices(screen: &Screen) -> usize {
    let text = below_the_line(screen).join("\n");
    let is_there = |number: &usize| {
        let numbered = format!(" {number} ");
        let mut labels = text.match_indices(&numbered).map(|(at, found)| &text[at + found.len()..]);
        labels.any(|label| label.starts_with(char::is_uppercase))
    };
    (1..=9).take_while(is_there).count()
}

fn below_the_line(screen: &Screen) -> Vec<String> {
    let rows: Vec<String> = screen.rows(0, 200).collect();
    let rule = rows.iter().rposition(|row| row.starts_with("─────")).unwrap_or(rows.len());
    rows.into_iter().skip(rule + 2).collect()
}

/// Whether the cards of a round are shown.
pub fn is_round_end(screen: &Screen) -> bool {
    screen.contents().contains("Enter goes on")
}

/// Whether the game is over.
pub fn is_over(screen: &Screen) -> bool {
    screen.contents().contains("1 Another game")
}

fn begins_with_number(text: &str) -> bool {
    text.trim_start().starts_with(|first: char| first.is_ascii_digit())
}
