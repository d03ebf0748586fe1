//! A game of one's own as it was settled before the deal.

use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::time::Duration;

use bots::{BotStrategy as _, Level};
use client::TableState;
use client::saves::fitting_level;
use engine::{Game, Name, Options, Outcome, Seat, Seating, Seed};
use games::{AnyGame, ListedGame, with_game};
use protocol::Order;
use tables::{OrderExt, WorkerRequest};

use crate::error::{Error, Result};
use crate::keep::{DataDir, SavedGame, now_ms};
use crate::link::{GameSaver, Heard, Link, Thinking};
use crate::table::TableGame;

/// What a saved game has of a program that plays on the other seats: its command.
const PROGRAM: &str = "program";
/// Marks a saved game in which the player left it to their results how well bots play.
const OFFERED: &str = "offered";

/// What a bot takes for a move when someone watches, and in a player's first game of a kind.
const PAUSE: Duration = Duration::from_millis(600);
const SLOW_PAUSE: Duration = Duration::from_millis(1400);

/// What is special about a deal.
#[derive(Clone, Debug, PartialEq)]
pub enum Special {
    /// The deal of a day.
    Daily {
        /// Which day, as in 2026-11-15.
        day: String,
        /// What the club player makes of it.
        par: u8,
        /// Whether it can be won.
        winnable: bool,
    },
    /// It can be won.
    Winnable,
}

impl Special {
    /// What is said of it before the game.
    pub fn announce(&self) -> String {
        match self {
            Self::Daily { day, par, winnable } => {
                let can = if *winnable { " It can be won." } else { "" };
                format!(
                    "This is the deal of the day, {day}, the same for everyone.{can} \
                     Par {par} (what a club player scores)."
                )
            }
            Self::Winnable => "This deal can be won, if you know every card.".to_owned(),
        }
    }

    /// How it went, compared with others.
    pub fn compare(&self, outcome: &Outcome) -> Option<String> {
        let Self::Daily { par, .. } = self else { return None };
        let (score, par) = (*outcome.scores.first()?, i32::from(*par));
        let cards = |number: i32| engine::counted(number, "card", "cards");
        Some(match score - par {
            0 => format!("You played the deal of the day to par: {}.", cards(score)),
            more if more > 0 => format!("You beat the par of {par} by {}.", cards(more)),
            less => format!("You stayed {} below the par of {par}.", cards(-less)),
        })
    }
}

/// How games of one's own are played here.
#[derive(Clone, Debug)]
pub struct PlayConfig {
    /// What a bot takes for a move, if that was chosen.
    pub pause: Option<Duration>,
    /// The seed that the command line asks for.
    pub seed: Option<Seed>,
    /// How bots think.
    pub thinking: Thinking,
    /// Where games are kept; nowhere, if none.
    pub data_dir: Option<DataDir>,
    /// A file for the record.
    pub record: Option<PathBuf>,
}

/// A game to be played.
#[derive(Clone, Debug)]
pub struct PlannedGame {
    /// The saved game, with its record if it goes on.
    pub saved: SavedGame,
    /// What is special about the deal.
    pub special: Option<Special>,
    /// Which lesson of the game it is, from 1; none if nothing is taught.
    pub lesson: Option<usize>,
}

impl PlannedGame {
    /// A new game. An order that names no level is suited to the player's results once the table opens.
    pub fn new(order: Order, special: Option<Special>) -> Result<Self> {
        let game = order.game().map_err(|bad| Error::Usage(bad.to_string()))?;
        let (daily, par) = match &special {
            Some(Special::Daily { day, par, .. }) => (Some(day.clone()), Some(*par)),
            _ => (None, None),
        };
        let saved = SavedGame {
            id: fresh_id()?,
            game: game.info().id.to_owned(),
            title: listed(&order).map_or(game.info().name, |listed| listed.title).to_owned(),
            order,
            record: None,
            saved_ms: now_ms(),
            over: false,
            daily,
            par,
            reached: None,
            more: Default::default(),
        };
        Ok(Self { saved, special, lesson: None })
    }

    /// A lesson of this game, counted from 1.
    pub fn lesson(listed: ListedGame, number: usize) -> Result<Self> {
        let lessons = tables::lessons(listed);
        let lesson = number.checked_sub(1).and_then(|index| lessons.get(index));
        let lesson = lesson.ok_or_else(|| {
            let there = match lessons.len() {
                0 => "it has none yet".to_owned(),
                1 => "there is one lesson, 1".to_owned(),
                last => format!("there are lessons 1 to {last}"),
            };
            Error::Usage(format!("{} has no lesson {number}; {there}", listed.title))
        })?;
        Ok(Self { lesson: Some(number), ..Self::new(tables::lesson_order(lesson), None)? })
    }

    /// What is said after the last step of a lesson.
    pub fn lesson_over(&self, game_over: bool) -> String {
        let play_on = if game_over { "" } else { " Play on, or quit." };
        let id = &self.saved.order.game;
        let listed = ListedGame::all().into_iter().find(|listed| listed.id == id);
        let last = listed.map_or(0, |listed| tables::lessons(listed).len());
        let next = self.lesson.map(|number| number + 1).filter(|next| *next <= last);
        let next = next.map_or_else(String::new, |next| format!(" Next: parlour learn {id} --lesson {next}"));
        format!("That was the lesson.{play_on}{next}")
    }

    /// A game that goes on.
    pub fn kept(saved: SavedGame) -> Self {
        let special = match (&saved.daily, saved.par) {
            (Some(day), Some(par)) => Some(Special::Daily { day: day.clone(), par, winnable: true }),
            _ => None,
        };
        Self { saved, special, lesson: None }
    }

    /// The command of the program that plays on the other seats; none if bots do.
    pub fn program(&self) -> Option<&str> {
        saved_program(&self.saved)
    }

    /// Suits a new game to the player's results: how well bots play, and a kind first game of each title.
    pub fn suit(&mut self, data_dir: Option<&DataDir>, seed: Option<Seed>) {
        if self.saved.record.is_some() || self.lesson.is_some() {
            return;
        }
        let order = &mut self.saved.order;
        self.saved.more.remove(OFFERED);
        if order.bots.is_empty() {
            order.bots = offered_level(order, data_dir).to_string();
            self.saved.more.insert(OFFERED.to_owned(), true.into());
        }
        let any_deal = self.special.is_none() && seed != Some(order.seed);
        if let Some(data_dir) = data_dir {
            self.saved.be_kind(&data_dir.played(), any_deal);
        }
    }

    /// What a bot takes for a move, unless that was chosen.
    pub fn pause(&self) -> Duration {
        if self.saved.is_gentle() { SLOW_PAUSE } else { PAUSE }
    }

    /// Opens its table. In a new game the program plays that the command line names; one that goes on has its own.
    pub fn open<E: From<Heard> + Send + 'static>(&mut self, config: &PlayConfig, to: Sender<E>) -> Link {
        let named = config.thinking.invite.as_ref().and_then(|invite| invite.program.clone());
        if let Some(program) = named.filter(|_| self.saved.record.is_none() && self.lesson.is_none()) {
            self.saved.more.insert(PROGRAM.to_owned(), program.into());
        }
        self.suit(config.data_dir.as_ref(), config.seed);
        let link = Link::local(config.thinking.clone(), self.program(), self.saver(config), to);
        link.work(self.request());
        link
    }

    /// The order of the next game: without a level, if the player left that to their results.
    pub fn next_order(&self) -> Order {
        let mut order = self.saved.order.clone();
        if self.saved.more.contains_key(OFFERED) {
            order.bots.clear();
        }
        order
    }

    /// The same again, with other cards.
    pub fn again(&self) -> Result<Self> {
        let order = Order { seed: Seed(crate::random()?), ..self.next_order() };
        let mut again = Self::new(order, None)?;
        again.saved.more.clone_from(&self.saved.more);
        Ok(again)
    }

    /// What the table is told first.
    pub fn request(&self) -> WorkerRequest {
        match self.lesson {
            Some(number) => WorkerRequest::Learn { game: self.saved.order.game.clone(), number },
            None => self.saved.request(),
        }
    }

    /// Who keeps it.
    fn saver(&self, config: &PlayConfig) -> Option<GameSaver> {
        let data_dir = config.data_dir.clone().filter(|_| self.lesson.is_none());
        data_dir.map(|data_dir| GameSaver::new(data_dir, self.saved.clone()))
    }

    /// What is played, by whom, and what is special about it.
    pub fn opening(&self, table: &TableState) -> Vec<String> {
        let Some(game) = table.game() else { return Vec::new() };
        let order = &self.saved.order;
        // How a lesson sets the table is its own affair.
        let setup_title =
            || with_game!(game, G => order.setup::<G>().map(|setup| title(game, &setup.rules)).ok());
        let title =
            setup_title().filter(|_| self.lesson.is_none()).unwrap_or_else(|| table.title().to_owned());
        let summary = listed(order).map_or(game.info().summary, |listed| listed.summary);
        let mut lines = vec![format!("{title}. {summary}")];
        let names: Vec<Name> =
            table.standing.scene.sitters.iter().filter_map(|sitter| Name::new(&sitter.name).ok()).collect();
        if names.len() > 1 {
            let others = Seating { names: &names, you: None }.list(Seat::all(names.len()).skip(1));
            let who = match self.program() {
                Some(program) => format!("; the program \"{program}\" plays for them"),
                None if game.has_choices() => format!("; their level is {}", order.bots),
                None => String::new(),
            };
            lines.push(format!("You play with {others}, clockwise from your left{who}."));
        }
        lines.extend(self.announce(table));
        lines
    }

    /// What is special about the deal, and kind words before a first game.
    pub fn announce(&self, table: &TableState) -> Vec<String> {
        let special = self.special.as_ref().map(Special::announce);
        let first = self.saved.is_gentle() && self.saved.record.is_none();
        let chooses = table.game().is_some_and(|game| game.has_choices());
        let kind = (first && chooses).then(|| {
            let chosen = self.saved.is_welcome() && table.is_your_turn();
            let begin =
                if chosen { "The cards were chosen so that you act first, and nobody" } else { "Nobody" };
            let hints = table.grants(|table| table.hints);
            let hint = if hints { " Ask for a hint whenever you like." } else { "" };
            format!("This is your first game of {}. {begin} hurries.{hint}", self.saved.title)
        });
        special.into_iter().chain(kind).collect()
    }
}

/// The level of bots that fits the player's results in what is ordered; a club's where no results are kept.
pub fn offered_level(order: &Order, data_dir: Option<&DataDir>) -> Level {
    match (listed(order), data_dir) {
        (Some(listed), Some(data_dir)) => fitting_level(listed.title, &data_dir.played()),
        _ => Level::Club,
    }
}

/// What is ordered, as people know it.
fn listed(order: &Order) -> Option<ListedGame> {
    let game = order.game().ok()?;
    let preset = with_game!(game, G => order.setup::<G>().ok()?.rules.preset_name());
    ListedGame::played(game, preset)
}

/// The command of the program that plays on the other seats of a saved game.
pub fn saved_program(saved: &SavedGame) -> Option<&str> {
    saved.more.get(PROGRAM)?.as_str()
}

/// Some presets are games in their own right, others are ways to play one.
fn title<R: Options>(game: AnyGame, rules: &R) -> String {
    let name = game.info().name;
    match rules.as_preset() {
        Some(preset) if preset.is_game => preset.title.to_owned(),
        Some(preset) => format!("{name}, {}", preset.title.to_lowercase()),
        None => format!("{name} ({})", rules.differences().join(", ")),
    }
}

/// Whether one can ask where a lost game was lost.
pub fn can_look_back(table: &TableState) -> bool {
    let lost = table.standing.outcome.as_ref().is_some_and(|outcome| outcome.winners.is_empty());
    let Some(snapshot) = table.snapshot.as_ref().filter(|_| lost && table.is_solvable()) else {
        return false;
    };
    let Some(game) = table.game() else { return false };
    with_game!(game, G => {
        let mut rules = <G as Game>::Rules::default();
        for setting in &snapshot.rules {
            if let Some((name, value)) = setting.split_once('=') {
                let _ = rules.set(name, value);
            }
        }
        G::solvable().is_some_and(|deals| deals.check(&rules).is_ok())
    })
}

/// When it began, and a few digits by chance: later games sort later.
fn fresh_id() -> Result<String> {
    let bytes = crate::random()?;
    Ok(format!("{:011x}-{:02x}{:02x}", now_ms() as u64, bytes[0], bytes[1]))
}
