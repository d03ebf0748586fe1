//! Parlour: a card room for home-made and pub card games.

#![forbid(unsafe_code)]

mod analyse;
mod bot_cmd;
mod cli;
mod failure;
mod files;
mod game_run;
mod guest_cmd;
mod interrupt;
mod interval;
mod ledger_cmd;
mod load;
mod marks;
mod parts;
mod phrases;
mod play;
mod plots;
mod program;
mod progress;
mod replay;
mod rules;
mod serve;
mod setup;
mod simulate;
mod solve;
mod standings;
mod stats;
mod tournament;

use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use cli::{Cli, Command};
use failure::{Failure, Result};

/// A server makes many small texts and lists for every move, and is a fifth faster with it than with glibc's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    match run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of our output is gone: not an error, and nobody is left to tell.
        Err(failure) if failure.is_broken_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("parlour: {failure}");
            ExitCode::from(failure.code())
        }
    }
}

fn run(cli: Cli) -> Result {
    match cli.command {
        Command::Ledger(args) => ledger_cmd::run(&args),
        Command::Guest(args) => guest_cmd::run(&args),
        Command::Cluster { folder } => load::cluster(&folder),
        Command::Load(args) => load::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Learn(args) => play::learn(&args),
        Command::Resume(args) => play::resume(&args),
        Command::Stats(args) => play::stats(&args),
        Command::Bot(args) => bot_cmd::run(&args),
        Command::Join(args) => play::join(&args),
        Command::Rules(args) => rules::run(&args),
        Command::Phrases(args) => phrases::run(&args),
        Command::Replay(args) => replay::replay(&args),
        Command::Verify(args) => replay::verify(&args),
        Command::Analyse(args) => analyse::run(&args),
        Command::Marks(args) => marks::run(&args),
        Command::Simulate(args) => simulate::run(&args),
        Command::Tournament(args) => tournament::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Plots(args) => plots::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Games { json } => rules::list(json),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "parlour", &mut script);
            print(&script)
        }
        Command::Man => {
            let mut page = Vec::new();
            clap_mangen::Man::new(Cli::command()).render(&mut page).map_err(Failure::output)?;
            print(&page)
        }
    }
}

fn print(bytes: &[u8]) -> Result {
    std::io::stdout().write_all(bytes).map_err(Failure::output)
}

/// Help goes to where it was asked for; a slip in the command line gets one line that says what to do.
fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    if error.kind() == clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = error.print();
        return ExitCode::from(2);
    }
    let text = error.to_string();
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut message =
        lines.next().unwrap_or("error: the command line is not understood").replacen("error: ", "", 1);
    let tips =
        lines.filter(|line| ["tip:", "[possible", "<", "--"].iter().any(|start| line.starts_with(start)));
    for tip in tips.take(2) {
        message += &format!(" {}", tip.replacen("tip:", "—", 1));
    }
    eprintln!("parlour: {message}; see parlour --help");
    ExitCode::from(2)
}

/// Whether a person sits before this stream.
fn interactive(stream: &impl IsTerminal) -> bool {
    stream.is_terminal()
}
