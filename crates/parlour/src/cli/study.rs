//! Flags of the commands for learning and looking back.

use std::path::PathBuf;

use clap::Args;

use super::{LookArgs, RuleArgs, seconds};

#[derive(Args)]
pub struct LearnArgs {
    /// Game or preset that is a game (lists all lessons if omitted)
    pub game: Option<String>,
    /// Number of the lesson, for games that have several
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub lesson: usize,
    /// Seconds that another player takes for a move at a terminal; 0 for none [default: 0.6]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub pace: Option<f64>,
    #[command(flatten)]
    pub look: LookArgs,
}

#[derive(Args)]
pub struct AnalyseArgs {
    /// Record file
    pub file: PathBuf,
    /// Seat whose decisions are judged [default: 0]
    #[arg(long, value_name = "NUMBER")]
    pub seat: Option<usize>,
    #[command(flatten)]
    pub effort: EffortArgs,
    /// File to plot the chance to win over the game to
    #[arg(long, value_name = "FILE.svg|FILE.png")]
    pub plot: Option<PathBuf>,
    /// Write JSON for programs
    #[arg(long)]
    pub json: bool,
}

/// How much an analysis thinks.
#[derive(Args)]
pub struct EffortArgs {
    /// Number of imagined games to judge each decision by
    #[arg(long, value_name = "NUMBER", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub samples: u32,
    /// Search iterations of the expert per decision [default: the game's own, 1000 or 2000]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    pub iterations: Option<u32>,
    /// Random seed of what is imagined: a whole number or 64 hex digits [default: made from the record]
    #[arg(long, value_name = "SEED")]
    pub seed: Option<String>,
}

#[derive(Args)]
pub struct MarksArgs {
    /// Game or preset [default: each in which there is something to decide]
    pub game: Option<String>,
    #[command(flatten)]
    pub by: RuleArgs,
    /// Number of games for each level
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(2..))]
    pub games: u64,
    /// Number of imagined games to judge each decision by
    #[arg(long, value_name = "NUMBER", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub samples: u32,
    /// Search iterations of an expert per decision [default: the game's own, 1000 or 2000]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    pub iterations: Option<u32>,
}
