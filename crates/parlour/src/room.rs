//! Where a player types and reads: a terminal, a pipe or a screen reader.

use std::io::{self, BufRead, Read, Write};

use engine::seating::sentence;
use games::AnyGame;

use crate::failure::{Failure, Outcome};
use crate::{interactive, setup};

/// Bytes of a line that are read at once; nobody types more.
const LONGEST_LINE: u64 = 4096;

/// Where the player's words come from and the game's go to.
pub struct Room {
    input: io::StdinLock<'static>,
    /// What is piped in is written out too, so that the output can be read on its own.
    echo: bool,
}

impl Room {
    /// The room before this terminal, or pipe.
    pub fn new() -> Self {
        Self { input: io::stdin().lock(), echo: !interactive(&io::stdin()) }
    }

    /// Writes a line.
    pub fn say(&self, text: &str) -> Outcome {
        writeln!(io::stdout(), "{text}").map_err(Failure::output)
    }

    /// Writes a line for someone who has to wait; a script need not be told.
    pub fn say_meanwhile(&self, text: &str) -> Outcome {
        if self.echo { Ok(()) } else { self.say(text) }
    }

    /// The next line, or none when the input has ended.
    pub fn ask(&mut self, prompt: &str) -> Outcome<Option<String>> {
        let mut out = io::stdout();
        write!(out, "{prompt}").and_then(|()| out.flush()).map_err(Failure::output)?;
        let mut line = Vec::new();
        let read = self.input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        let read = read.map_err(|error| Failure::failed(format!("cannot read your input: {error}")))?;
        let line = String::from_utf8_lossy(&line).trim().replace(char::is_control, "");
        if read == 0 {
            self.say("")?;
            return Ok(None);
        }
        if self.echo {
            self.say(&line)?;
        }
        Ok(Some(line))
    }

    /// Asks what to play; none if the player would rather leave.
    pub fn ask_game(&mut self) -> Outcome<Option<(AnyGame, Option<&'static str>)>> {
        let names = AnyGame::names();
        self.say("Welcome to the card room. What shall we play?")?;
        for (index, name) in names.iter().enumerate() {
            let (game, preset) = setup::find(name)?;
            let of = |preset| game.presets().iter().find(|known| Some(known.name) == preset);
            let help = match of(preset) {
                Some(preset) => format!("{} ({}): {}", preset.title, game.info().name, preset.help),
                None => format!("{}: {}", game.info().name, game.info().summary),
            };
            self.say(&format!("  {}. {name}. {help}", index + 1))?;
        }
        while let Some(line) = self.ask("Number or name> ")? {
            let by_number = line.parse().ok().and_then(|number: usize| names.get(number.wrapping_sub(1)));
            match by_number.map_or(line.as_str(), |name| *name) {
                "" => {}
                "q" | "quit" => return Ok(None),
                name => match setup::find(name) {
                    Ok(found) => return Ok(Some(found)),
                    Err(failure) => self.say(&sentence(&format!("{failure}.")))?,
                },
            }
        }
        Ok(None)
    }
}
