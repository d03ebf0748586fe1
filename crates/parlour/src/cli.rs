//! The command line. Shell completions and the manual page are made from these definitions.

use std::path::PathBuf;

use bots::Level;
use bots::advice::Day;
use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum};

use crate::solve::{Chosen, Confidence, Memory, Shard};

/// A card room for home-made and pub card games
#[derive(Parser)]
#[command(version, about, propagate_version = true, arg_required_else_help = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Open the card room for browsers
    Serve(ServeArgs),
    /// Look after the books: copy them from one place to another
    Ledger(LedgerArgs),
    /// Play at many tables of a server at once, to see what it bears
    Load(LoadArgs),
    /// Play a game against bots, on the screen or line by line
    Play(PlayArgs),
    /// Go on with a game that was left
    Resume(ResumeArgs),
    /// Show how your games went
    Stats(StatsArgs),
    /// Play with others at a table online
    Join(JoinArgs),
    /// List the games and their presets
    Games {
        /// Write JSON for programs
        #[arg(long)]
        json: bool,
    },
    /// Show the rules of a game and its options
    Rules(RulesArgs),
    /// List what can be said or typed in a game, with examples
    Phrases(PhrasesArgs),
    /// Show a recorded game, step by step
    Replay(ReplayArgs),
    /// Check that a recorded game happened as it says: shuffle, actions and end
    Verify(VerifyArgs),
    /// Play many games, at random or by bots, and sum them up
    Simulate(SimulateArgs),
    /// Let bots play each other, every deal once in each seating
    Tournament(TournamentArgs),
    /// Solve Aces Up with every card known: a deal step by step, or how many of many deals can be won
    Solve(SolveArgs),
    /// Draw the plots of every game
    Plots(PlotsArgs),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
}

/// Which game, by which rules.
#[derive(Args, Clone)]
pub struct GameArgs {
    /// A game or one of its presets: pass-the-ace, chase-the-ace, aces-up, … (see `parlour games`)
    pub game: String,
    #[command(flatten)]
    pub options: OptionArgs,
}

/// By which rules, and how many play.
#[derive(Args, Clone)]
pub struct OptionArgs {
    #[command(flatten)]
    pub by: RuleArgs,
    /// How many sit at the table
    #[arg(long, value_name = "NUMBER")]
    pub players: Option<usize>,
}

/// By which rules, with which cards.
#[derive(Args, Clone, Default)]
pub struct RuleArgs {
    /// Take a preset of the game's rules
    #[arg(long, value_name = "NAME")]
    pub preset: Option<String>,
    /// Set a rule option; can be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// Read rule options from a TOML file of `name = value` lines
    #[arg(long, value_name = "FILE.toml")]
    pub rules: Option<PathBuf>,
    /// Where all chance comes from: a whole number, or 64 hexadecimal digits
    #[arg(long, value_name = "SEED")]
    pub seed: Option<String>,
}

#[derive(Args)]
pub struct ServeArgs {
    /// The port to listen on; 0 takes any that is free
    #[arg(long, env = "PARLOUR_PORT", value_name = "NUMBER", default_value_t = 8080)]
    pub port: u16,
    /// The address to listen on; 0.0.0.0 lets the whole network in
    #[arg(long, env = "PARLOUR_HOST", value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub host: String,
    /// The folder for tables and results, made if it is not there [default: parlour in your data folder]
    #[arg(long, env = "PARLOUR_DATA", value_name = "FOLDER")]
    pub data: Option<PathBuf>,
    /// Keep everything on these NATS servers, shared with other servers, instead of a folder: nats://HOST:PORT,…
    #[arg(long, env = "PARLOUR_LEDGER", value_name = "URL", value_delimiter = ',', conflicts_with = "data")]
    pub ledger: Vec<String>,
    #[command(flatten)]
    pub nats: NatsArgs,
    /// Milliseconds that a bot waits before it moves at a table online
    #[arg(long, env = "PARLOUR_BOT_PAUSE", value_name = "NUMBER", default_value_t = 800)]
    pub bot_pause: u64,
    /// A page of another origin that may use this server, such as `https://cards.example`; can be given several times
    #[arg(long, env = "PARLOUR_ORIGIN", value_name = "ORIGIN", value_delimiter = ',')]
    pub origin: Vec<String>,
    /// Take the address of a client from X-Forwarded-For: only behind a proxy that sets it
    #[arg(long, env = "PARLOUR_BEHIND_PROXY")]
    pub behind_proxy: bool,
    /// The most connections from one address; this machine itself is not counted
    #[arg(long, env = "PARLOUR_CONNECTIONS_PER_ADDRESS", value_name = "NUMBER", default_value_t = 200)]
    pub connections_per_address: usize,
    /// Calls per second that one client may make for long; three times as many at once
    #[arg(long, env = "PARLOUR_CALLS_PER_SECOND", value_name = "NUMBER", default_value_t = 20,
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub calls_per_second: u32,
    /// Serve tables only, without the web client
    #[arg(long, env = "PARLOUR_TABLES_ONLY")]
    pub tables_only: bool,
    /// What is told on standard error: error, warn, info, debug or trace
    #[arg(long, env = "PARLOUR_LOG", value_name = "LEVEL", default_value = "warn")]
    pub log: tracing::Level,
}

/// How NATS servers are spoken to.
#[derive(Args, Clone, Default)]
pub struct NatsArgs {
    /// A file of credentials for the NATS servers; user and password can also stand in the URL
    #[arg(long, env = "PARLOUR_NATS_CREDS", value_name = "FILE")]
    pub nats_creds: Option<PathBuf>,
    /// A certificate that the NATS servers' certificates are checked with, beside the system's
    #[arg(long, env = "PARLOUR_NATS_CA", value_name = "FILE.pem")]
    pub nats_ca: Option<PathBuf>,
    /// Our own certificate for the NATS servers
    #[arg(long, env = "PARLOUR_NATS_CERT", value_name = "FILE.pem", requires = "nats_key")]
    pub nats_cert: Option<PathBuf>,
    /// The key of that certificate
    #[arg(long, env = "PARLOUR_NATS_KEY", value_name = "FILE.pem", requires = "nats_cert")]
    pub nats_key: Option<PathBuf>,
    /// How many NATS servers keep each entry, when the streams are made [default: 3 in a cluster, else 1]
    #[arg(long, env = "PARLOUR_NATS_REPLICAS", value_name = "NUMBER", value_parser = clap::value_parser!(u8).range(1..=5))]
    pub nats_replicas: Option<u8>,
    /// The first word of the names of streams and subjects
    #[arg(long, env = "PARLOUR_NATS_NAME", value_name = "NAME", default_value = "parlour")]
    pub nats_name: String,
    /// Connect to the named NATS servers only, not to others of their cluster that they tell of
    #[arg(long, env = "PARLOUR_NATS_ONLY")]
    pub nats_only: bool,
}

#[derive(Args)]
pub struct LedgerArgs {
    #[command(subcommand)]
    pub what: LedgerCommand,
}

#[derive(Subcommand)]
pub enum LedgerCommand {
    /// Copy every table and everything else, then read all of it back and compare
    Copy(CopyArgs),
}

#[derive(Args)]
pub struct CopyArgs {
    /// From where: a data folder, or nats://HOST:PORT,…
    pub from: String,
    /// To where: a data folder, or nats://HOST:PORT,…; what is there already must be the beginning of the same
    pub to: String,
    #[command(flatten)]
    pub nats: NatsArgs,
}

#[derive(Args)]
pub struct LoadArgs {
    /// Where the server is; can be given several times, so that the seats of each table are spread over all of them
    #[arg(long, value_name = "URL", default_value = "ws://127.0.0.1:8080")]
    pub url: Vec<String>,
    /// Start a server for this, with its data in this folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "url")]
    pub own: Option<PathBuf>,
    /// Start so many servers, and three NATS servers that they share, all with their data in that folder
    #[arg(long, value_name = "NUMBER", requires = "own", value_parser = clap::value_parser!(u8).range(1..=9))]
    pub nodes: Option<u8>,
    /// Kill that server so often while everyone plays, start it again at once, and see whether anything is lost; with
    /// --nodes, do everything that --faults names so often
    #[arg(long, value_name = "NUMBER", requires = "own", conflicts_with = "seconds")]
    pub kills: Option<u32>,
    /// What --kills does where there are --nodes
    #[arg(long, value_name = "NAME", value_delimiter = ',', requires = "nodes",
          default_values = ["node", "server", "leader", "cut", "restart"])]
    pub faults: Vec<Fault>,
    /// How many tables
    #[arg(long, value_name = "NUMBER", default_value_t = 100)]
    pub tables: usize,
    /// How many sit at each
    #[arg(long, value_name = "NUMBER", default_value_t = 4)]
    pub players: usize,
    /// What is played: a game or one of its presets
    #[arg(long, value_name = "NAME", default_value = "pass-the-ace")]
    pub game: String,
    /// Seconds from move to move at each table, 0 for as fast as it goes
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "2")]
    pub pace: f64,
    /// Seconds that are counted, after everyone sat down
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    pub seconds: f64,
    /// Write JSON for programs
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct PlayArgs {
    /// A game or one of its presets (asks if left out)
    pub game: Option<String>,
    #[command(flatten)]
    pub options: OptionArgs,
    /// Your name
    #[arg(long, env = "PARLOUR_NAME", default_value = "Guest")]
    pub name: String,
    /// How well the others play: random, novice, club or expert
    #[arg(long, value_name = "LEVEL", default_value_t = Level::Club)]
    pub bots: Level,
    /// Seconds that a bot takes for a move at a terminal, 0 for none [default: 0.6]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub pace: Option<f64>,
    /// Iterations that an expert searches before a move [default: what fits into 1 second at a terminal, else the game's own, 1000 or 2000]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    pub iterations: Option<u32>,
    /// Keep the record of the game in this file
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Aces Up: play the deal of the day, or of another day; it can be won, and everyone has the same
    #[arg(long, value_name = "YEAR-MONTH-DAY", num_args = 0..=1, conflicts_with_all = ["seed", "winnable"])]
    pub daily: Option<Option<Day>>,
    /// Aces Up: play a deal that can be won
    #[arg(long)]
    pub winnable: bool,
    /// Deal at once, by the usual rules, without a look at the settings
    #[arg(long)]
    pub now: bool,
    #[command(flatten)]
    pub look: LookArgs,
}

#[derive(Args)]
pub struct ResumeArgs {
    /// Which game, 1 being the one left last (asks if there are several)
    pub number: Option<usize>,
    /// Your name, should you begin another game
    #[arg(long, env = "PARLOUR_NAME", default_value = "Guest")]
    pub name: String,
    /// Seconds that a bot takes for a move at a terminal, 0 for none [default: 0.6]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub pace: Option<f64>,
    #[command(flatten)]
    pub look: LookArgs,
}

#[derive(Args)]
pub struct StatsArgs {
    /// The folder where your games are kept [default: parlour in your data folder]
    #[arg(long, env = "PARLOUR_DATA", value_name = "FOLDER")]
    pub data: Option<PathBuf>,
    /// Write JSON for programs
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct JoinArgs {
    /// The table's link
    pub url: String,
    /// Your name
    #[arg(long, env = "PARLOUR_NAME", default_value = "Guest")]
    pub name: String,
    #[command(flatten)]
    pub look: LookArgs,
}

/// How many colours the suits have.
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum Suits {
    Four,
    Two,
    None,
}

/// How the client shows itself, and where it keeps things.
#[derive(Args)]
pub struct LookArgs {
    /// Line by line: no screen, no cursor that moves [default where there is no terminal, or with PARLOUR_LINEAR=1 or ACCESSIBLE=1]
    #[arg(long)]
    pub linear: bool,
    /// Colours of the suits on the screen; NO_COLOR=1 is for none
    #[arg(long, value_enum, value_name = "HOW MANY", default_value_t = Suits::Four)]
    pub colours: Suits,
    /// Leave the mouse to the terminal, to select text with it
    #[arg(long)]
    pub no_mouse: bool,
    /// The folder where your games are kept, made if it is not there [default: parlour in your data folder]
    #[arg(long, env = "PARLOUR_DATA", value_name = "FOLDER")]
    pub data: Option<PathBuf>,
}

#[derive(Args)]
pub struct RulesArgs {
    /// A game or one of its presets
    pub game: String,
    /// Show only the clause with this ID, such as PTA-R8
    #[arg(long, value_name = "ID")]
    pub clause: Option<String>,
    /// Write the options as JSON for programs
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct PhrasesArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Write JSON for programs
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct ReplayArgs {
    /// The record
    pub file: PathBuf,
    /// Show what the player on this seat saw; without it, what each player knew when they acted
    #[arg(long, value_name = "NUMBER")]
    pub seat: Option<usize>,
    /// Show the table after every action, not only at the end
    #[arg(long)]
    pub steps: bool,
    /// Write JSON lines for programs
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct VerifyArgs {
    /// The record
    pub file: PathBuf,
    /// Write JSON for programs
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct SimulateArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// How many games
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// Who plays: one level for all seats, or one for each, from seat 0: random, novice, club, expert
    #[arg(long, value_name = "LEVEL,…", value_delimiter = ',', default_value = "random")]
    pub bots: Vec<Level>,
    /// Iterations that an expert searches before a move [default: the game's own, 1000 or 2000]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    pub iterations: Option<u32>,
    /// Write every step of every game to this file, as JSON lines
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// Draw what the games tell into this file
    #[arg(long, value_name = "FILE.svg|FILE.png")]
    pub plot: Option<PathBuf>,
    /// Write the summary as JSON for programs
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct TournamentArgs {
    /// A game or one of its presets
    pub game: String,
    #[command(flatten)]
    pub by: RuleArgs,
    /// The bots, by level: expert,club,club,random
    #[arg(long, value_name = "LEVEL,…", value_delimiter = ',', required = true)]
    pub players: Vec<Level>,
    /// How many games, rounded up to whole deals: with four bots a deal is four games
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// Iterations that an expert searches before a move [default: the game's own, 1000 or 2000]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    pub iterations: Option<u32>,
    /// Write the result as JSON for programs
    #[arg(long)]
    pub json: bool,
    /// Write one line per bot, for spreadsheets
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
}

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(group(ArgGroup::new("what").args(["deal", "from", "deals"]).required(true)))]
pub struct SolveArgs {
    #[command(subcommand)]
    pub command: Option<SolveCommand>,
    /// aces-up, or one of its presets
    #[arg(required = true)]
    pub game: Option<String>,
    #[command(flatten)]
    pub by: RuleArgs,
    /// Solve the deal of this seed and show the line; SEED/NUMBER is a deal of the run with that seed, from 0
    #[arg(long, value_name = "SEED[/NUMBER]", conflicts_with = "seed")]
    pub deal: Option<Chosen>,
    /// Solve from where this record stands, by its rules
    #[arg(long, value_name = "RECORD", conflicts_with_all = ["seed", "preset", "set", "rules"])]
    pub from: Option<PathBuf>,
    /// With --from: solve from where the game stood after so many of its actions [default: all]
    #[arg(long, value_name = "NUMBER")]
    pub after: Option<usize>,
    /// Solve so many deals and tell how many can be won
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    pub deals: Option<u64>,
    /// The memory that a deal may take before it counts as undecided, on each thread: 256MiB, 1GiB
    #[arg(long, value_name = "SIZE", default_value = "256MiB")]
    pub memory: Memory,
    /// With --deals: solve only this part of them, as in 3/16; needs --seed
    #[arg(long, value_name = "PART/PARTS", requires = "seed")]
    pub shard: Option<Shard>,
    /// With --deals: keep what is done in this file, and go on from there if it is there already
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// With --deals: how many threads solve [default: one for each core]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    #[command(flatten)]
    pub shown: ShownArgs,
}

/// How figures of many deals are shown.
#[derive(Args)]
pub struct ShownArgs {
    /// How sure the intervals are, in per cent
    #[arg(long, value_name = "PERCENT", default_value_t = Confidence::USUAL)]
    pub confidence: Confidence,
    /// Write the result as JSON for programs
    #[arg(long)]
    pub json: bool,
    /// Of many deals: write one line per score, for spreadsheets
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Of many deals: draw the scores into this file
    #[arg(long, value_name = "FILE.svg|FILE.png")]
    pub plot: Option<PathBuf>,
}

#[derive(Subcommand)]
pub enum SolveCommand {
    /// Put the parts of a run together: the files of --checkpoint or the output of --json
    Merge(MergeArgs),
}

#[derive(Args)]
pub struct MergeArgs {
    /// What --checkpoint kept or --json wrote, one file for each part
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub shown: ShownArgs,
}

#[derive(Args)]
pub struct PlotsArgs {
    /// The folder for the plots, made if it is not there
    #[arg(long, value_name = "FOLDER")]
    pub out: PathBuf,
    /// How many games of each kind
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// Where all chance comes from: a whole number, or 64 hexadecimal digits
    #[arg(long, value_name = "SEED")]
    pub seed: Option<String>,
    /// Who plays, on all seats: random, novice, club or expert
    #[arg(long, value_name = "LEVEL", default_value_t = Level::Club)]
    pub bots: Level,
    /// Iterations that an expert searches before a move [default: the game's own, 1000 or 2000]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    pub iterations: Option<u32>,
}

/// What can happen to a card room of several machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Fault {
    /// A server is killed
    Node,
    /// A NATS server is killed
    Server,
    /// The NATS server that leads is killed
    Leader,
    /// A server is cut off from NATS, until it shows
    Cut,
    /// Everything is killed at once
    Restart,
}

fn seconds(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| (0.0..=60.0).contains(number));
    number.ok_or_else(|| "give a number of seconds from 0 to 60, such as 0.6".to_owned())
}
