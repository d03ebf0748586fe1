//! The command line. Shell completions and the manual page are made from these definitions.

mod programs;
mod study;

use std::path::PathBuf;

use bots::Level;
use bots::advice::Day;
use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum};
use games::AnyGame;

use crate::parts::Shard;
use crate::solve::{Chosen, Confidence, Memory};
pub use programs::{BotArgs, NamedBot, ProgramArgs, StandingsArgs, TournamentArgs, TournamentMergeArgs};
pub use study::{AnalyseArgs, EffortArgs, LearnArgs, MarksArgs};

/// A card room for home-made and pub card games
#[derive(Parser)]
#[command(version, about, propagate_version = true, arg_required_else_help = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Serve the card room to browsers
    Serve(ServeArgs),
    /// Manage the ledger: copy it between a folder and PostgreSQL
    Ledger(LedgerArgs),
    /// Manage the guests of a card room: delete the data of a guest
    Guest(GuestArgs),
    /// Start three databases and three servers on this machine, until Ctrl-C
    #[command(hide = true)]
    Cluster {
        /// Folder for their data
        folder: PathBuf,
    },
    /// Load-test a server: play at many tables at once
    Load(LoadArgs),
    /// Play a game against bots, full screen or line by line
    Play(PlayArgs),
    /// Learn a game in a guided first hand
    Learn(LearnArgs),
    /// Resume a saved game
    Resume(ResumeArgs),
    /// Show your results
    Stats(StatsArgs),
    /// Join an online table
    Join(JoinArgs),
    /// Let a program of your own play at an online table, shown to everyone as a bot
    Bot(BotArgs),
    /// List the games and their presets
    Games {
        /// Write JSON for programs
        #[arg(long)]
        json: bool,
    },
    /// Show the rules of a game and its options
    Rules(RulesArgs),
    /// List the phrases of a game, with examples
    Phrases(PhrasesArgs),
    /// Replay a recorded game
    Replay(ReplayArgs),
    /// Verify a recorded game: shuffle, actions and result
    Verify(VerifyArgs),
    /// Analyse a recorded game: what each decision of a player was worth, and what an expert would have done
    Analyse(AnalyseArgs),
    /// Compare the marks that bots of each level get in analyses of their games
    Marks(MarksArgs),
    /// Simulate many games, with random players or bots, and print statistics
    Simulate(SimulateArgs),
    /// Run a tournament of bots: for every deal, each bot has each seat once
    Tournament(TournamentArgs),
    /// Solve a solitaire with every card known: one deal step by step, or the share of winnable deals
    Solve(SolveArgs),
    /// Draw plots of every game
    Plots(PlotsArgs),
    /// Print a completion script for a shell
    Completions {
        /// Shell to write the script for
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
}

/// A game with its rules.
#[derive(Args, Clone)]
pub struct GameArgs {
    /// Game or preset (see `parlour games`)
    pub game: String,
    #[command(flatten)]
    pub options: OptionArgs,
}

/// Rules and number of players.
#[derive(Args, Clone)]
pub struct OptionArgs {
    #[command(flatten)]
    pub by: RuleArgs,
    /// Number of players [default: the game's own]
    #[arg(long, value_name = "NUMBER")]
    pub players: Option<usize>,
}

/// Rules and seed.
#[derive(Args, Clone, Default)]
pub struct RuleArgs {
    /// Preset of rule options
    #[arg(long, value_name = "NAME")]
    pub preset: Option<String>,
    /// Rule option to set; repeatable
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// TOML file with rule options as `name = value` lines
    #[arg(long, value_name = "FILE.toml")]
    pub rules: Option<PathBuf>,
    /// Random seed: a whole number or 64 hex digits [default: random]
    #[arg(long, value_name = "SEED")]
    pub seed: Option<String>,
}

#[derive(Args)]
pub struct ServeArgs {
    /// TCP port to listen on; 0 takes any free port
    #[arg(long, env = "PARLOUR_PORT", value_name = "NUMBER", default_value_t = 8080)]
    pub port: u16,
    /// Address to listen on; 0.0.0.0 accepts connections from the network
    #[arg(long, env = "PARLOUR_HOST", value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub host: String,
    /// Folder for tables and results, created if missing [default: parlour in your data folder]
    #[arg(long, env = "PARLOUR_DATA", value_name = "FOLDER")]
    pub data: Option<PathBuf>,
    /// Store everything in PostgreSQL, shared with other servers, instead of in a folder: postgres://USER@HOST,HOST/DATABASE;
    /// repeatable: each table lives in one of several databases
    #[arg(long, env = "PARLOUR_LEDGER", value_name = "URL", value_delimiter = ' ', conflicts_with = "data")]
    pub ledger: Vec<String>,
    /// Refuse to run unless a synchronous standby of PostgreSQL has every acknowledged move
    #[arg(long, env = "PARLOUR_REQUIRE_STANDBY", requires = "ledger", conflicts_with = "data")]
    pub require_standby: bool,
    /// Folder to note every call to the ledger in, for the checks of `parlour load`
    #[arg(long, value_name = "FOLDER", hide = true)]
    pub history: Option<PathBuf>,
    /// Delay before a bot moves at an online table, in milliseconds
    #[arg(long, env = "PARLOUR_BOT_PAUSE", value_name = "NUMBER", default_value_t = 800)]
    pub bot_pause: u64,
    /// Additional allowed web origin, such as `https://cards.example`; repeatable
    #[arg(long, env = "PARLOUR_ORIGIN", value_name = "ORIGIN", value_delimiter = ',')]
    pub origin: Vec<String>,
    /// Proxy whose X-Forwarded-For is trusted: an address or a network such as 10.0.0.0/8; repeatable
    #[arg(long, env = "PARLOUR_TRUSTED_PROXY", value_name = "CIDR", value_delimiter = ',')]
    pub trusted_proxy: Vec<server::Network>,
    /// Replaced by --trusted-proxy
    #[arg(long, env = "PARLOUR_BEHIND_PROXY", hide = true)]
    pub behind_proxy: bool,
    /// Maximum number of connections in total
    #[arg(long, env = "PARLOUR_MAX_CONNECTIONS", value_name = "NUMBER", default_value_t = 20_000)]
    pub max_connections: usize,
    /// Maximum number of tables in memory at the same time; the others wait in the ledger
    #[arg(long, env = "PARLOUR_MAX_TABLES", value_name = "NUMBER", default_value_t = 10_000)]
    pub max_tables: usize,
    /// Maximum number of connections per address; localhost is exempt
    #[arg(long, env = "PARLOUR_CONNECTIONS_PER_ADDRESS", value_name = "NUMBER", default_value_t = 200)]
    pub connections_per_address: usize,
    /// Sustained rate limit per client, in calls per second; bursts may be three times as large
    #[arg(long, env = "PARLOUR_CALLS_PER_SECOND", value_name = "NUMBER", default_value_t = 20,
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub calls_per_second: u32,
    /// Address and port for /metrics and /healthz, such as 127.0.0.1:9100; else only this machine can read /metrics
    #[arg(long, env = "PARLOUR_METRICS_LISTEN", value_name = "ADDRESS:PORT")]
    pub metrics_listen: Option<std::net::SocketAddr>,
    /// Days to keep the logs of finished tables; 0 keeps them forever. Records and results always stay
    #[arg(long, env = "PARLOUR_KEEP_FINISHED", value_name = "DAYS", default_value_t = 90)]
    pub keep_finished: u32,
    /// Also write the reports of players to the log; the host always gets them
    #[arg(long, env = "PARLOUR_LOG_REPORTS")]
    pub log_reports: bool,
    /// Serve only the tables (API and sockets), without the web client
    #[arg(long, env = "PARLOUR_TABLES_ONLY")]
    pub tables_only: bool,
    /// Log level on stderr: error, warn, info, debug or trace
    #[arg(long, env = "PARLOUR_LOG", value_name = "LEVEL", default_value = "warn")]
    pub log: tracing::Level,
    /// Format of the log: text, or json with one object per line
    #[arg(long, env = "PARLOUR_LOG_FORMAT", value_name = "FORMAT", default_value = "text")]
    pub log_format: LogFormat,
}

/// Formats of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Lines for people
    Text,
    /// One JSON object per line
    Json,
}

#[derive(Args)]
pub struct LedgerArgs {
    #[command(subcommand)]
    pub what: LedgerCommand,
}

#[derive(Subcommand)]
pub enum LedgerCommand {
    /// Copy all data, then read it back and compare
    Copy(CopyArgs),
}

#[derive(Args)]
pub struct CopyArgs {
    /// Source: a data folder, or postgres://…; several databases in one argument, separated by spaces
    pub from: String,
    /// Destination: a data folder, or postgres://…; existing data must be a prefix of the source
    pub to: String,
}

#[derive(Args)]
pub struct GuestArgs {
    #[command(subcommand)]
    pub what: GuestCommand,
}

#[derive(Subcommand)]
pub enum GuestCommand {
    /// Delete a guest's name, chat and results; the server must be stopped unless the ledger is in PostgreSQL
    Forget(ForgetArgs),
}

#[derive(Args)]
pub struct ForgetArgs {
    /// Ledger: a data folder, or postgres://…
    pub ledger: String,
    /// Guest key, 64 hex digits; "-" reads it from standard input
    pub key: String,
}

#[derive(Args)]
pub struct LoadArgs {
    /// Address of the server; repeatable, to spread the seats of each table over several servers
    #[arg(long, value_name = "URL", default_value = "ws://127.0.0.1:8080")]
    pub url: Vec<String>,
    /// Start a server for the test, with its data in this folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "url")]
    pub own: Option<PathBuf>,
    /// Number of servers to start, with three PostgreSQL databases that they share, all with their data in that folder
    #[arg(long, value_name = "NUMBER", requires = "own", value_parser = clap::value_parser!(u8).range(1..=9))]
    pub nodes: Option<u8>,
    /// Number of times to kill and restart that server while everyone plays, to check that nothing is lost; with
    /// --nodes, number of times for each of --faults
    #[arg(long, value_name = "NUMBER", requires = "own", conflicts_with = "seconds")]
    pub kills: Option<u32>,
    /// Faults to inject with --nodes and --kills
    #[arg(long, value_name = "NAME", value_delimiter = ',', requires = "nodes",
          default_values = ["node", "primary", "pause", "cut", "split", "restart"])]
    pub faults: Vec<Fault>,
    /// Number of tables
    #[arg(long, value_name = "NUMBER", default_value_t = 100)]
    pub tables: usize,
    /// Players per table
    #[arg(long, value_name = "NUMBER", default_value_t = 4)]
    pub players: usize,
    /// Game or preset to play
    #[arg(long, value_name = "NAME", default_value = AnyGame::ALL[0].info().id)]
    pub game: String,
    /// Seconds between moves at each table; 0 for full speed
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "2")]
    pub pace: f64,
    /// Duration of the measurement in seconds, once everyone is seated
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    pub seconds: f64,
    /// Write JSON for programs
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct PlayArgs {
    /// Game or preset (asks if omitted)
    pub game: Option<String>,
    #[command(flatten)]
    pub options: OptionArgs,
    /// Your name
    #[arg(long, env = "PARLOUR_NAME", default_value = "Guest")]
    pub name: String,
    /// Level of the bots: random, novice, club or expert; expert:500 for an expert with 500 search iterations per move; or cmd:COMMAND for a program of your own [default: novice at first, better as you win; club where no results are kept]
    #[arg(long, value_name = "BOT")]
    pub bots: Option<NamedBot>,
    #[command(flatten)]
    pub programs: ProgramArgs,
    /// Seconds that a bot takes for a move at a terminal; 0 for none [default: 0.6; 1.4 in your first game of a kind]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub pace: Option<f64>,
    /// Search iterations of an expert per move; expert:500 overrides it [default: what fits into 1 second at a terminal, else the game's own, 1000 or 2000]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    pub iterations: Option<u32>,
    /// File to save the record of the game to
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Play the deal of the day, or of another day; it is winnable, and the same for everyone (solvable games)
    #[arg(long, value_name = "YEAR-MONTH-DAY", num_args = 0..=1, conflicts_with_all = ["seed", "winnable"])]
    pub daily: Option<Option<Day>>,
    /// Play a winnable deal (solvable games)
    #[arg(long)]
    pub winnable: bool,
    /// Deal at once by the usual rules; skip the settings page
    #[arg(long)]
    pub now: bool,
    #[command(flatten)]
    pub look: LookArgs,
}

#[derive(Args)]
pub struct ResumeArgs {
    /// Number of the saved game, 1 for the latest (asks if there are several)
    pub number: Option<usize>,
    /// Your name, if you start another game
    #[arg(long, env = "PARLOUR_NAME", default_value = "Guest")]
    pub name: String,
    #[command(flatten)]
    pub programs: ProgramArgs,
    /// Seconds that a bot takes for a move at a terminal; 0 for none [default: 0.6]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub pace: Option<f64>,
    #[command(flatten)]
    pub look: LookArgs,
}

#[derive(Args)]
pub struct StatsArgs {
    /// Folder of your games [default: parlour in your data folder]
    #[arg(long, env = "PARLOUR_DATA", value_name = "FOLDER")]
    pub data: Option<PathBuf>,
    /// Write JSON for programs
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct JoinArgs {
    /// Link of the table
    pub url: String,
    /// Your name
    #[arg(long, env = "PARLOUR_NAME", default_value = "Guest")]
    pub name: String,
    #[command(flatten)]
    pub look: LookArgs,
}

/// Number of colours of the suits.
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum Suits {
    Four,
    Two,
    None,
}

/// Display and storage of the client.
#[derive(Args)]
pub struct LookArgs {
    /// Line by line, without cursor movement; automatic when there is no terminal, or with PARLOUR_LINEAR=1 or ACCESSIBLE=1
    #[arg(long)]
    pub linear: bool,
    /// Number of suit colours; NO_COLOR=1 also means none
    #[arg(long, value_enum, value_name = "HOW MANY", default_value_t = Suits::Four)]
    pub colours: Suits,
    /// Disable the mouse, so that the terminal can select text
    #[arg(long)]
    pub no_mouse: bool,
    /// Folder of your games, created if missing [default: parlour in your data folder]
    #[arg(long, env = "PARLOUR_DATA", value_name = "FOLDER")]
    pub data: Option<PathBuf>,
}

#[derive(Args)]
pub struct RulesArgs {
    /// Game or preset
    pub game: String,
    /// Show only the clause with this ID, such as PTA-R8
    #[arg(long, value_name = "ID")]
    pub clause: Option<String>,
    /// Show the game on one page, for print
    #[arg(long, conflicts_with_all = ["clause", "json"])]
    pub summary: bool,
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
    /// Record file
    pub file: PathBuf,
    /// Show what the player in this seat saw [default: what each player knew when they acted]
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
    /// Record file
    pub file: PathBuf,
    /// Write JSON for programs
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct SimulateArgs {
    #[command(subcommand)]
    pub command: Option<MergeCommand<SimulateMergeArgs>>,
    /// Game or preset (see `parlour games`)
    #[arg(required = true)]
    pub game: Option<String>,
    #[command(flatten)]
    pub options: OptionArgs,
    /// Number of games
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// Bot levels, one for all seats or one per seat from seat 0: random, novice, club or expert
    #[arg(long, value_name = "LEVEL,…", value_delimiter = ',', default_value = "random")]
    pub bots: Vec<Level>,
    /// Search iterations of an expert per move [default: the game's own, 1000 or 2000]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    pub iterations: Option<u32>,
    /// File to write every step of every game to, as JSON lines
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// File to plot the results to
    #[arg(long, value_name = "FILE.svg|FILE.png", conflicts_with = "shard")]
    pub plot: Option<PathBuf>,
    #[command(flatten)]
    pub spread: SpreadArgs,
    /// Write the summary as JSON for programs
    #[arg(long)]
    pub json: bool,
}

/// One run on many machines.
#[derive(Args)]
pub struct SpreadArgs {
    /// Play only this part, such as 3/16; needs --seed and --part
    #[arg(long, value_name = "PART/PARTS", requires = "seed", requires = "part")]
    pub shard: Option<Shard>,
    /// With --shard: file to save the part to, for `merge`
    #[arg(long, value_name = "FILE", requires = "shard")]
    pub part: Option<PathBuf>,
}

/// What else a command does whose runs can be spread over machines.
#[derive(Subcommand)]
pub enum MergeCommand<A: Args> {
    /// Merge the parts of a run: the result is the same as without --shard
    Merge(A),
}

#[derive(Args)]
pub struct SimulateMergeArgs {
    /// Files of --part, of all parts
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Write the summary as JSON for programs
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(group(ArgGroup::new("what").args(["deal", "from", "deals"]).required(true)))]
pub struct SolveArgs {
    #[command(subcommand)]
    pub command: Option<MergeCommand<SolveMergeArgs>>,
    /// A solvable game or one of its presets
    #[arg(required = true)]
    pub game: Option<String>,
    #[command(flatten)]
    pub by: RuleArgs,
    /// Solve the deal of this seed and print the solution; SEED/NUMBER is a deal of the run with that seed, counted from 0
    #[arg(long, value_name = "SEED[/NUMBER]", conflicts_with = "seed")]
    pub deal: Option<Chosen>,
    /// Solve from the last position of this record, by its rules
    #[arg(long, value_name = "RECORD", conflicts_with_all = ["seed", "preset", "set", "rules"])]
    pub from: Option<PathBuf>,
    /// With --from: number of actions to play before solving [default: all]
    #[arg(long, value_name = "NUMBER")]
    pub after: Option<usize>,
    /// Number of deals to solve; prints the share that can be won
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    pub deals: Option<u64>,
    /// Memory limit per thread, such as 256MiB or 1GiB; a deal that needs more counts as undecided
    #[arg(long, value_name = "SIZE", default_value = "256MiB")]
    pub memory: Memory,
    /// With --deals: solve only this part, such as 3/16; needs --seed
    #[arg(long, value_name = "PART/PARTS", requires = "seed")]
    pub shard: Option<Shard>,
    /// With --deals: file to save progress to; an existing file is resumed
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// With --deals: number of threads [default: one per core]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    #[command(flatten)]
    pub shown: ShownArgs,
}

/// Output of statistics over many deals.
#[derive(Args)]
pub struct ShownArgs {
    /// Confidence level of the intervals, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = Confidence::USUAL)]
    pub confidence: Confidence,
    /// Write the result as JSON for programs
    #[arg(long)]
    pub json: bool,
    /// With many deals: write CSV, one line per score
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// With many deals: file to plot the scores to
    #[arg(long, value_name = "FILE.svg|FILE.png")]
    pub plot: Option<PathBuf>,
}

#[derive(Args)]
pub struct SolveMergeArgs {
    /// Files of --checkpoint or --json, one per part
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub shown: ShownArgs,
}

#[derive(Args)]
pub struct PlotsArgs {
    /// Folder for the plots, created if missing
    #[arg(long, value_name = "FOLDER")]
    pub out: PathBuf,
    /// Number of games of each kind
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// Random seed: a whole number or 64 hex digits [default: random]
    #[arg(long, value_name = "SEED")]
    pub seed: Option<String>,
    /// Level of the bots in all seats: random, novice, club or expert
    #[arg(long, value_name = "LEVEL", default_value_t = Level::Club)]
    pub bots: Level,
    /// Search iterations of an expert per move [default: the game's own, 1000 or 2000]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    pub iterations: Option<u32>,
}

/// Faults to inject into a card room of several servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Fault {
    /// Kill a server
    Node,
    /// Kill the database that takes writes
    Primary,
    /// Stop the database that takes writes (SIGSTOP) until another one does, then wake it
    Pause,
    /// Cut a server off from the databases until clients notice
    Cut,
    /// Cut the database that takes writes off from the others until clients notice
    Split,
    /// Fill the disk of the database that takes writes until clients notice (needs root)
    Full,
    /// Kill everything at once
    Restart,
}

fn seconds(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| (0.0..=60.0).contains(number));
    number.ok_or_else(|| "give a number of seconds from 0 to 60, such as 0.6".to_owned())
}
