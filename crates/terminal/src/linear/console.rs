//! Where lines are typed and read: a terminal, a pipe or a screen reader. Nothing that was written is ever changed.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use super::Event;
use crate::error::{Error, Result};

/// Bytes of a line that are read at once; nobody types more.
const LONGEST_LINE: u64 = 4096;

/// Reads the player's lines and writes the game's.
pub struct Console {
    /// A line is read only when it is wanted, so that no pipe fills the memory.
    wanted: Sender<()>,
    /// What is piped in is written out too, so that the output can be read on its own.
    echo: bool,
}

impl Console {
    /// The console of this terminal or pipe; lines are handed to `to`.
    pub fn open(to: Sender<Event>) -> Self {
        let (wanted, asked) = channel();
        thread::spawn(move || read(&asked, &to));
        Self { wanted, echo: !io::stdin().is_terminal() }
    }

    /// Writes a line.
    pub fn say(&self, text: &str) -> Result {
        writeln!(io::stdout(), "{text}").map_err(Error::output)
    }

    /// Writes a line for someone who has to wait; a script need not be told.
    pub fn say_meanwhile(&self, text: &str) -> Result {
        if self.echo { Ok(()) } else { self.say(text) }
    }

    /// Writes a prompt, behind which one types.
    pub fn prompt(&self, prompt: &str) -> Result {
        let mut out = io::stdout();
        write!(out, "{prompt}").and_then(|()| out.flush()).map_err(Error::output)
    }

    /// Wants a line.
    pub fn want(&self) {
        let _ = self.wanted.send(());
    }

    /// A line has come.
    pub fn came(&self, line: &str) -> Result {
        if self.echo { self.say(line) } else { Ok(()) }
    }
}

fn read(asked: &Receiver<()>, to: &Sender<Event>) {
    let mut input = io::stdin().lock();
    while asked.recv().is_ok() {
        let mut line = Vec::new();
        let read = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        let line = String::from_utf8_lossy(&line).trim().replace(char::is_control, "");
        let event = match read {
            Ok(0) => Event::Line(None),
            Ok(_) => Event::Line(Some(line)),
            Err(error) => Event::Unreadable(error.to_string()),
        };
        if to.send(event).is_err() {
            return;
        }
    }
}
