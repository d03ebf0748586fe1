//! The terminal's client: the same tables as in the browser, on a screen of letters or line by line.
//!
//! A table is reached through messages of `protocol` alone, whether it stands in this program ([`play`]) or on a
//! server ([`join`]), and drawn from its scene: nothing here knows a game.

#![forbid(unsafe_code)]

mod error;
mod game;
mod keep;
mod linear;
mod link;
mod paint;
mod screen;
mod stats;
mod table;

use std::io::{IsTerminal, stdin, stdout};

use client::random::bytes as random;
use keep::now_ms;
use paint::Theme;
use protocol::Order;
use screen::FirstPage;

pub use error::{Error, Result};
pub use game::{PlannedGame, PlayConfig, Special};
pub use keep::{DataDir, SavedGame, data_folder};
pub use link::{Address, Invite, Link, Thinking};
pub use paint::Colours;
pub use stats::stats;

/// How the client draws and takes input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DisplayOptions {
    /// Line by line.
    pub linear: bool,
    /// The suits' colours on a screen.
    pub colours: Colours,
    /// Whether the mouse is listened to.
    pub mouse: bool,
}

impl DisplayOptions {
    /// Whether lines are wanted although nobody said so: where there is no screen, or where a variable asks for it.
    pub fn is_linear_automatically() -> bool {
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0");
        let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb" || term.is_empty());
        !stdout().is_terminal()
            || !stdin().is_terminal()
            || dumb
            || set("PARLOUR_LINEAR")
            || set("ACCESSIBLE")
    }

    /// Whether nobody wants colours, as <https://no-color.org> has it.
    pub fn without_colours() -> bool {
        std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
    }

    fn theme(self) -> Theme {
        Theme { colours: self.colours }
    }
}

/// What the command line asks to play.
#[derive(Clone, Debug)]
pub enum PlayRequest {
    /// This game.
    Game(Box<PlannedGame>),
    /// This game, once its rules are settled; line by line there is nothing to settle but flags.
    Settle(Box<PlannedGame>),
    /// To choose, beginning with this order.
    Choose(Order),
}

/// Plays games of one's own.
pub fn play(wanted: PlayRequest, config: &PlayConfig, look: DisplayOptions) -> Result {
    if !look.linear {
        return show(
            match wanted {
                PlayRequest::Game(planned) => FirstPage::Game(planned),
                PlayRequest::Settle(planned) => FirstPage::Settle(planned.saved.order),
                PlayRequest::Choose(order) => FirstPage::Lobby(order),
            },
            config,
            look,
        );
    }
    let planned = match wanted {
        PlayRequest::Game(planned) | PlayRequest::Settle(planned) => *planned,
        PlayRequest::Choose(order) => match linear::ask_game(order, config.data_dir.as_ref())? {
            Some(order) => PlannedGame::new(order, None)?,
            None => return Ok(()),
        },
    };
    linear::play(planned, config)
}

fn show(first: FirstPage, config: &PlayConfig, look: DisplayOptions) -> Result {
    if let Some(said) = screen::run(first, config, look.theme(), look.mouse)? {
        println!("{said}");
    }
    Ok(())
}

/// Teaches a game: one of its lessons, counted from 1.
pub fn learn(listed: games::ListedGame, number: usize, config: &PlayConfig, look: DisplayOptions) -> Result {
    play(PlayRequest::Game(Box::new(PlannedGame::lesson(listed, number)?)), config, look)
}

/// Goes on with a kept game: the one of that number, or the one chosen.
pub fn resume(number: Option<usize>, order: Order, config: &PlayConfig, look: DisplayOptions) -> Result {
    let games = config.data_dir.as_ref().map(DataDir::games).unwrap_or_default();
    if let Some(unreadable) = config.data_dir.as_ref().and_then(DataDir::unreadable_games) {
        eprintln!("{unreadable}");
    }
    if games.is_empty() {
        return Err(Error::Failed("no saved game to resume; parlour play starts one".to_owned()));
    }
    let saved = match number {
        Some(number) => Some(games.get(number.wrapping_sub(1)).cloned().ok_or_else(|| {
            let last = games.len();
            Error::Usage(format!(
                "there is no game {number}; they are numbered from 1 to {last}, the latest first"
            ))
        })?),
        None if games.len() == 1 => games.into_iter().next(),
        // The lobby begins with them.
        None if !look.linear => return play(PlayRequest::Choose(order), config, look),
        None => linear::ask_kept(&games)?,
    };
    match saved {
        Some(saved) => play(PlayRequest::Game(Box::new(PlannedGame::kept(saved))), config, look),
        None => Ok(()),
    }
}

/// Plays at a table online.
pub fn join(
    address: Address,
    name: &str,
    data_dir: &DataDir,
    config: &PlayConfig,
    look: DisplayOptions,
) -> Result {
    let key = data_dir.guest_key()?;
    if look.linear {
        return linear::join(address, key, name);
    }
    show(FirstPage::Table(address, key, name.to_owned()), config, look)
}

/// A kept game in a line.
fn described(saved: &SavedGame) -> String {
    let actions = saved.record.as_deref().and_then(|record| engine::Record::read(record).ok());
    let actions = engine::counted(actions.map_or(0, |record| record.actions.len()), "action", "actions");
    let minutes = ((now_ms() - saved.saved_ms) / 60_000.0).max(0.0) as u64;
    let ago = match minutes {
        0 => "just now".to_owned(),
        1..60 => format!("{} ago", engine::counted(minutes, "minute", "minutes")),
        60..2880 => format!("{} ago", engine::counted(minutes / 60, "hour", "hours")),
        _ => format!("{} ago", engine::counted(minutes / 1440, "day", "days")),
    };
    format!("{}, after {actions}, {ago}", saved.title)
}
