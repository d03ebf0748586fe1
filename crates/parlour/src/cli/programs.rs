//! Flags of the commands in which bots are named: levels of our own, or programs of others.

use std::path::PathBuf;

use bots::Level;
use clap::Args;

use super::{MergeCommand, RuleArgs, SpreadArgs};

/// A bot, as it is named in flags.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NamedBot {
    /// One of our own.
    Level(Level),
    /// An expert that searches this number of iterations.
    Expert(u32),
    /// A command that starts one.
    Command(String),
}

impl std::str::FromStr for NamedBot {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        // It is shown, also where others wrote it: in the part of a tournament.
        if text.contains(char::is_control) {
            return Err("write it in one line, without tabs; put a longer command into a script".to_owned());
        }
        if let Some(number) = text.strip_prefix("expert:") {
            let number = number.parse().ok().filter(|&number: &u32| number > 0);
            return number.map(Self::Expert).ok_or_else(|| "write expert:500 for 500 iterations".to_owned());
        }
        match text.strip_prefix("cmd:") {
            Some(command) => Ok(Self::Command(command.trim().to_owned())),
            None => text.parse().map(Self::Level).map_err(|bad: bots::BadLevel| {
                format!(
                    "{bad}; or expert:500 for 500 iterations, or cmd:COMMAND for a program of your own (see docs/bots.md)"
                )
            }),
        }
    }
}

/// Programs that play.
#[derive(Args)]
pub struct ProgramArgs {
    /// Time limit of a program per decision, in seconds; then a random legal action is played
    #[arg(long, value_name = "SECONDS", default_value_t = SECONDS, value_parser = limit)]
    pub bot_seconds: f64,
    /// File to append the stderr output of programs to
    #[arg(long, value_name = "FILE")]
    pub bot_log: Option<PathBuf>,
}

impl ProgramArgs {
    /// Where there are no such flags.
    pub const USUAL: Self = Self { bot_seconds: SECONDS, bot_log: None };
}

/// The usual time limit.
const SECONDS: f64 = 5.0;

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct TournamentArgs {
    #[command(subcommand)]
    pub command: Option<MergeCommand<TournamentMergeArgs>>,
    /// Game or preset
    #[arg(required = true)]
    pub game: Option<String>,
    #[command(flatten)]
    pub by: RuleArgs,
    /// Bots, one per player: random, novice, club or expert; expert:500 for an expert with 500 search iterations per move; or cmd:COMMAND for a program of your own. Example: expert,cmd:"python3 mybot.py",club
    #[arg(long, value_name = "BOT,…", value_delimiter = ',', required = true)]
    pub players: Vec<NamedBot>,
    #[command(flatten)]
    pub programs: ProgramArgs,
    /// Folder to save the record of every game to, created if missing
    #[arg(long, value_name = "FOLDER")]
    pub records: Option<PathBuf>,
    /// Number of games, rounded up to whole deals: with four bots a deal is four games
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// Search iterations of an expert per move; expert:500 overrides it [default: the game's own, 1000 or 2000]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    pub iterations: Option<u32>,
    #[command(flatten)]
    pub spread: SpreadArgs,
    #[command(flatten)]
    pub shown: StandingsArgs,
}

/// How the result of a tournament is written.
#[derive(Args)]
pub struct StandingsArgs {
    /// Write the result as JSON for programs
    #[arg(long)]
    pub json: bool,
    /// Write CSV, one line per bot
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
}

#[derive(Args)]
pub struct TournamentMergeArgs {
    /// Files of --part, of all parts
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub shown: StandingsArgs,
}

#[derive(Args)]
pub struct BotArgs {
    /// Address of the server, such as http://127.0.0.1:8080, or the whole link of the table
    #[arg(long, value_name = "URL")]
    pub url: String,
    /// Table: the last part of its link [default: the one that the link names]
    #[arg(long, value_name = "TABLE")]
    pub table: Option<String>,
    /// Name of the bot at the table
    #[arg(long, default_value = "My program")]
    pub name: String,
    /// Seat to sit down on, from 1 [default: any free seat]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u8).range(1..=52))]
    pub seat: Option<u8>,
    /// Stay for the next games, until Ctrl-C
    #[arg(long)]
    pub stay: bool,
    /// File with the bot's guest key, created if missing [default: another key each time]
    #[arg(long, value_name = "FILE")]
    pub key: Option<PathBuf>,
    #[command(flatten)]
    pub programs: ProgramArgs,
    /// Program and its arguments, after --
    #[arg(last = true, required = true, value_name = "PROGRAM")]
    pub program: Vec<String>,
}

fn limit(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| (0.01..=3600.0).contains(number));
    number.ok_or_else(|| "give a number of seconds from 0.01 to 3600, such as 2".to_owned())
}
