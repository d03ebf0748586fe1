//! What is asked before a game, line by line.

use std::sync::mpsc::channel;

use engine::Options;
use engine::seating::sentence;
use games::{AnyGame, with_game};
use protocol::Order;
use tables::OrderExt;

use super::Event;
use super::console::Console;
use crate::error::Result;
use crate::game::offered_level;
use crate::keep::{DataDir, SavedGame};

/// Asks what to play, by which rules; none if the player would rather leave.
pub fn ask_game(mut order: Order, data_dir: Option<&DataDir>) -> Result<Option<Order>> {
    let mut asking = Asking::new();
    let names = AnyGame::names();
    asking.console.say("Welcome to the card room. What shall we play?")?;
    for (index, name) in names.iter().enumerate() {
        let Some((game, preset)) = AnyGame::find(name) else { continue };
        let preset = game.presets().iter().find(|known| Some(known.name) == preset);
        let help = match preset {
            Some(preset) => format!("{} ({}): {}", preset.title, game.info().name, preset.help),
            None => format!("{}: {}", game.info().name, game.info().summary),
        };
        asking.console.say(&format!("  {}. {name}. {help}", index + 1))?;
    }
    while let Some(line) = asking.line("Number or name> ")? {
        let by_number = line.parse().ok().and_then(|number: usize| names.get(number.wrapping_sub(1)));
        match by_number.map_or(line.to_lowercase(), |name| (*name).to_owned()).as_str() {
            "" => {}
            "q" | "quit" => return Ok(None),
            name if AnyGame::find(name).is_some() => {
                order.game = name.to_owned();
                return asking.settle(order, data_dir);
            }
            name => {
                let none = format!("There is no game \"{name}\"; there are: {}.", names.join(", "));
                asking.console.say(&none)?;
            }
        }
    }
    Ok(None)
}

/// Asks which saved game to resume.
pub fn ask_kept(games: &[SavedGame]) -> Result<Option<SavedGame>> {
    let mut asking = Asking::new();
    asking.console.say("Saved games:")?;
    for (index, saved) in games.iter().enumerate() {
        asking.console.say(&format!("  {}. {}", index + 1, crate::described(saved)))?;
    }
    while let Some(line) = asking.line("Number> ")? {
        match line.as_str() {
            "" => {}
            "q" | "quit" => return Ok(None),
            line => match line.parse::<usize>().ok().and_then(|number| games.get(number.wrapping_sub(1))) {
                Some(saved) => return Ok(Some(saved.clone())),
                None => asking.console.say(&format!("Type a number from 1 to {}, or quit.", games.len()))?,
            },
        }
    }
    Ok(None)
}

/// Someone who asks and waits for an answer.
struct Asking {
    console: Console,
    events: std::sync::mpsc::Receiver<Event>,
}

impl Asking {
    fn new() -> Self {
        let (to, events) = channel();
        Self { console: Console::open(to), events }
    }

    fn line(&mut self, prompt: &str) -> Result<Option<String>> {
        self.console.prompt(prompt)?;
        self.console.want();
        match self.events.recv() {
            Ok(Event::Line(Some(line))) => {
                self.console.came(&line)?;
                Ok(Some(line))
            }
            _ => {
                self.console.say("")?;
                Ok(None)
            }
        }
    }

    /// Lets the player settle the rules before the deal.
    fn settle(&mut self, mut order: Order, data_dir: Option<&DataDir>) -> Result<Option<Order>> {
        self.console
            .say("Press Enter to deal, type settings to see what can be set, or NAME=VALUE to set it.")?;
        while let Some(line) = self.line("Deal> ")? {
            match line.trim() {
                "" | "deal" => return Ok(Some(order)),
                "q" | "quit" => return Ok(None),
                "settings" => self.settings(&order, data_dir)?,
                line => match set(&mut order, line) {
                    Ok(()) => self.console.say("Set.")?,
                    Err(why) => self.console.say(&sentence(&format!("{why}.")))?,
                },
            }
        }
        Ok(None)
    }

    fn settings(&self, order: &Order, data_dir: Option<&DataDir>) -> Result {
        let Some((game, named)) = AnyGame::find(&order.game) else { return Ok(()) };
        let presets: Vec<&str> = game.presets().iter().map(|preset| preset.name).collect();
        let preset = order.preset.as_deref().or(named).unwrap_or(presets[0]);
        self.console.say(&format!("  preset={preset} ({})", presets.join(", ")))?;
        if let Some(players) = order.players {
            self.console.say(&format!("  players={players}"))?;
        }
        let bots = match order.bots.as_str() {
            "" => offered_level(order, data_dir).to_string(),
            chosen => chosen.to_owned(),
        };
        self.console.say(&format!("  bots={bots} (random, novice, club, expert)"))?;
        let settings = with_game!(game, G => order.setup::<G>().map(|setup| setup.rules.settings()));
        let Ok(settings) = settings else { return Ok(()) };
        for (spec, (_, value)) in game.options().iter().zip(settings) {
            self.console
                .say(&format!("  {}={value} ({}): {} ({})", spec.name, spec.kind, spec.help, spec.clause))?;
        }
        Ok(())
    }
}

/// Sets what is written as NAME=VALUE, if a table can be opened so.
fn set(order: &mut Order, line: &str) -> Result<(), String> {
    let (name, value) =
        line.split_once('=').ok_or("write NAME=VALUE, as in bots=expert, or press Enter to deal")?;
    let (name, value) = (name.trim(), value.trim());
    let mut changed = order.clone();
    match name {
        "preset" => (changed.preset, changed.settings) = (Some(value.to_owned()), Default::default()),
        "players" => changed.players = Some(value.parse().map_err(|_| "players takes a number".to_owned())?),
        "bots" => {
            changed.bots = value.to_owned();
            changed.level().map_err(|bad| bad.to_string())?;
        }
        _ => {
            changed.settings.insert(name.to_owned(), value.to_owned());
        }
    }
    tables::open(&changed).map_err(|bad| bad.to_string())?;
    *order = changed;
    Ok(())
}
