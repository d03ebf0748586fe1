//! `parlour play`, `resume`, `stats` and `join`: the terminal's client, set up by flags.

mod deals;

use std::fmt::Write as _;
use std::io::{IsTerminal, stdin, stdout};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bots::Level;
use games::{ListedGame, with_game};
use protocol::Order;
use terminal::{Colours, DataDir, DisplayOptions, PlannedGame, PlayConfig, PlayRequest, Thinking};

use crate::cli::{
    JoinArgs, LearnArgs, LookArgs, NamedBot, PlayArgs, ProgramArgs, ResumeArgs, StatsArgs, Suits,
};
use crate::failure::{Failure, Result};
use crate::program::Programs;
use crate::{files, print, setup};

/// Plays.
pub fn run(args: &PlayArgs) -> Result {
    files::try_path(args.record.as_deref())?;
    let program = match &args.bots {
        Some(NamedBot::Command(line)) => Some(line.clone()),
        _ => None,
    };
    let iterations = match args.bots {
        Some(NamedBot::Expert(iterations)) => Some(iterations),
        _ => args.iterations,
    };
    let mut config = config(args.pace, iterations, args.look.data.as_deref(), args.record.as_deref());
    config.seed = args.options.by.seed.as_deref().map(|seed| setup::seed(Some(seed))).transpose()?;
    with_programs(config, &args.programs, program, |config| {
        Ok(terminal::play(wanted(args)?, config, look(&args.look))?)
    })
}

/// Lets programs play instead of the bots: this one in new games. Afterwards it is said how they failed.
fn with_programs(
    mut config: PlayConfig,
    args: &ProgramArgs,
    program: Option<String>,
    play: impl FnOnce(&PlayConfig) -> Result,
) -> Result {
    let programs = Arc::new(Programs::new(args)?);
    program.as_deref().map(|line| programs.find(line)).transpose()?;
    config.thinking.invite = Some(programs.invite(program));
    let played = play(&config);
    programs.close();
    played
}

/// Teaches a game, or lists what can be learnt.
pub fn learn(args: &LearnArgs) -> Result {
    let Some(name) = &args.game else { return print(lessons().as_bytes()) };
    let (game, preset) = setup::find(name)?;
    let listed = ListedGame::played(game, preset)
        .ok_or_else(|| Failure::usage(format!("there is no lesson for {name}")))?;
    let config = config(args.pace, None, args.look.data.as_deref(), None);
    with_programs(config, &ProgramArgs::USUAL, None, |config| {
        Ok(terminal::learn(listed, args.lesson, config, look(&args.look))?)
    })
}

fn lessons() -> String {
    let mut text = String::new();
    for listed in ListedGame::all() {
        for (index, lesson) in tables::lessons(listed).iter().enumerate() {
            let number = if index == 0 { String::new() } else { format!(" --lesson {}", index + 1) };
            let beats = engine::counted(lesson.beats.len(), "step", "steps");
            let _ = writeln!(text, "{}, {beats}: parlour learn {}{number}", lesson.title, listed.id);
        }
    }
    text
}

/// Goes on with a kept game.
pub fn resume(args: &ResumeArgs) -> Result {
    let mut config = config(args.pace, None, args.look.data.as_deref(), None);
    config.data_dir = Some(data_dir(args.look.data.as_deref())?);
    let order = Order::new("", args.name.clone(), String::new(), setup::seed(None)?);
    with_programs(config, &args.programs, None, |config| {
        Ok(terminal::resume(args.number, order, config, look(&args.look))?)
    })
}

/// Shows the results of the games that were played.
pub fn stats(args: &StatsArgs) -> Result {
    let data_dir = data_dir(args.data.as_deref())?;
    if let Some(unreadable) = data_dir.unreadable_results() {
        eprintln!("{unreadable}");
    }
    print(terminal::stats(&data_dir, args.json).as_bytes())
}

/// Plays at a table online.
pub fn join(args: &JoinArgs) -> Result {
    let address = args.url.parse().map_err(Failure::usage)?;
    engine::Name::new(&args.name).map_err(|error| Failure::usage(format!("{error}; set --name")))?;
    let data_dir = data_dir(args.look.data.as_deref())?;
    let config = config(None, None, args.look.data.as_deref(), None);
    Ok(terminal::join(address, &args.name, &data_dir, &config, look(&args.look))?)
}

/// The game that the flags settle, or what is known before it is chosen.
fn wanted(args: &PlayArgs) -> Result<PlayRequest> {
    let special = args.daily.is_some() || args.winnable;
    let (game, preset) = match (&args.game, bots::solvable_game().filter(|_| special)) {
        (Some(name), _) => setup::find(name)?,
        (None, Some(game)) => (game, None),
        (None, None) => {
            engine::Name::new(&args.name).map_err(|error| Failure::usage(format!("{error}; set --name")))?;
            return Ok(PlayRequest::Choose(order(args, "", None)?));
        }
    };
    with_game!(game, G => {
        let mut setup = setup::setup::<G>(preset, &args.options.by, args.options.players, &args.name)?;
        let special = deals::choose(&mut setup, args)?;
        let order = Order {
            seed: setup.seed,
            players: Some(setup.names.len()),
            ..order(args, game.info().id, preset)?
        };
        let is_program = matches!(args.bots, Some(NamedBot::Command(_)));
        let planned = Box::new(PlannedGame::new(order, special)?);
        // Rule flags skip the settings page.
        let by = &args.options.by;
        let settled = by.preset.is_some() || !by.set.is_empty() || by.rules.is_some() || by.seed.is_some()
            || args.options.players.is_some() || args.daily.is_some() || args.winnable || args.now || is_program;
        Ok(if settled { PlayRequest::Game(planned) } else { PlayRequest::Settle(planned) })
    })
}

/// How well bots play, if it was said; where a program plays, they play only instead of it.
fn level(bot: Option<&NamedBot>) -> Option<Level> {
    bot.map(|bot| match bot {
        NamedBot::Level(level) => *level,
        NamedBot::Expert(_) => Level::Expert,
        NamedBot::Command(_) => Level::Random,
    })
}

/// What the flags say, whatever is played.
fn order(args: &PlayArgs, game: &str, preset: Option<&str>) -> Result<Order> {
    let by = &args.options.by;
    let mut settings = setup::settings(by)?;
    let players = settings.remove("players").and_then(|players| players.parse().ok());
    Ok(Order {
        game: game.to_owned(),
        preset: by.preset.clone().or_else(|| preset.map(str::to_owned)),
        settings,
        players: args.options.players.or(players),
        name: args.name.clone(),
        bots: level(args.bots.as_ref()).map_or_else(String::new, |level| level.to_string()),
        seed: setup::seed(by.seed.as_deref())?,
    })
}

/// Where nobody types, play has to be the same every time, nobody waits, and nothing is kept unless a folder is named.
fn config(
    pace: Option<f64>,
    iterations: Option<u32>,
    data: Option<&Path>,
    record: Option<&Path>,
) -> PlayConfig {
    let (watched, typed) = (stdout().is_terminal(), stdin().is_terminal());
    PlayConfig {
        pause: if watched { pace.map(Duration::from_secs_f64) } else { Some(Duration::ZERO) },
        seed: None,
        thinking: Thinking {
            iterations,
            by_the_clock: watched && typed && iterations.is_none(),
            invite: None,
        },
        data_dir: if typed || data.is_some() { data_dir(data).ok() } else { None },
        record: record.map(Path::to_owned),
    }
}

fn data_dir(data: Option<&Path>) -> Result<DataDir> {
    let named = data.map(|folder| DataDir::new(folder.to_owned()));
    named
        .or_else(DataDir::usual)
        .ok_or_else(|| Failure::failed("no default data folder on this machine; name one with --data"))
}

fn look(args: &LookArgs) -> DisplayOptions {
    let colours = match args.colours {
        _ if DisplayOptions::without_colours() => Colours::None,
        Suits::Four => Colours::Four,
        Suits::Two => Colours::Two,
        Suits::None => Colours::None,
    };
    DisplayOptions {
        linear: args.linear || DisplayOptions::is_linear_automatically(),
        colours,
        mouse: !args.no_mouse,
    }
}

impl From<terminal::Error> for Failure {
    fn from(error: terminal::Error) -> Self {
        match error {
            terminal::Error::Closed => Self::BrokenPipe,
            terminal::Error::Usage(reason) => Self::Usage(reason),
            other => Self::Failed(other.to_string()),
        }
    }
}
