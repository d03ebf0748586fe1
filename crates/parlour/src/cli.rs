//! The command line. Shell completions and the manual page are made from these definitions.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// A card room for home-made and pub card games
#[derive(Parser)]
#[command(version, about, propagate_version = true, arg_required_else_help = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Play a game, line by line
    Play(PlayArgs),
    /// List the games and their presets
    Games {
        /// Write JSON for programs
        #[arg(long)]
        json: bool,
    },
    /// Show the rules of a game and its options
    Rules(RulesArgs),
    /// Show a recorded game, step by step
    Replay(ReplayArgs),
    /// Check that a recorded game happened as it says: shuffle, actions and end
    Verify(VerifyArgs),
    /// Play many games at random and sum them up
    Simulate(SimulateArgs),
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

/// By which rules.
#[derive(Args, Clone, Default)]
pub struct OptionArgs {
    /// Take a preset of the game's rules
    #[arg(long, value_name = "NAME")]
    pub preset: Option<String>,
    /// Set a rule option; can be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// Read rule options from a TOML file of `name = value` lines
    #[arg(long, value_name = "FILE.toml")]
    pub rules: Option<PathBuf>,
    /// How many sit at the table
    #[arg(long, value_name = "NUMBER")]
    pub players: Option<usize>,
    /// Where all chance comes from: a whole number, or 64 hexadecimal digits
    #[arg(long, value_name = "SEED")]
    pub seed: Option<String>,
}

#[derive(Args)]
pub struct PlayArgs {
    /// A game or one of its presets (asks if left out)
    pub game: Option<String>,
    #[command(flatten)]
    pub options: OptionArgs,
    /// Your name
    #[arg(long, default_value = "Guest")]
    pub name: String,
    /// Keep the record of the game in this file
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
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
    /// Write every step of every game to this file, as JSON lines
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// Write the summary as JSON for programs
    #[arg(long)]
    pub json: bool,
}
