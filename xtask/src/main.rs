//! Project tasks as commands: `cargo xtask run`, `cargo xtask test` and others.

#![forbid(unsafe_code)]

mod browser;
mod deny;
mod fuzz;
mod release;
mod setup;
mod shell;
mod targets;
mod test;
mod tidy;
mod web;

use std::env;
use std::process::{Command, ExitCode};

use shell::{cargo, executable, root, say};
use web::Quality;

const HELP: &str = "\
cargo xtask run [ARGUMENTS]       build everything and start the server (arguments go to `parlour` instead)
cargo xtask test [PARTS] [--full] run all checks and tests, or only these parts: a crate, fmt, tidy, deny, clippy, docs,
                                  chromium, firefox, webkit (--full: long tests at full length)
cargo xtask setup [--yes]         install the tools that run and test need (--yes: without asking)
cargo xtask web [--release]       build the web client into dist (--release: small download, slow build)
cargo xtask browser [FILES]       run the tests in Chromium, or only those in these files
cargo xtask release [--static]    build executables and packages into target/dist (--static: only the static executable)
cargo xtask tidy                  check rules, tests, documents and crate dependencies against each other
cargo xtask golden                regenerate the golden playthroughs; read the diff before you commit it
cargo xtask bench                 measure playouts, decisions, search iterations and solved deals per second
cargo xtask fuzz                  send malformed messages to the server, over sockets and HTTP (needs Python)
cargo xtask thresholds            recompute when a bot sticks in Pass the Ace (takes minutes)
cargo xtask clauses               list every rule clause with the number of tests that name it";

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1);
    let command = arguments.next().unwrap_or_default();
    let rest: Vec<String> = arguments.collect();
    let done = match command.as_str() {
        "run" => run(&rest),
        "web" => web::command(&rest),
        "test" => test::command(&rest),
        "setup" => setup::command(&rest),
        "release" => release::run(&rest),
        "browser" => browser(&rest),
        "tidy" => tidy::check(&root()),
        "clauses" => tidy::list(&root()),
        "golden" => golden(),
        "bench" => bench(),
        "fuzz" => fuzz::run(),
        "thresholds" => thresholds(),
        "" | "help" | "--help" | "-h" => {
            println!("{HELP}");
            Ok(())
        }
        other => Err(format!("unknown command \"{other}\"\n{HELP}")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("xtask: {reason}");
            ExitCode::FAILURE
        }
    }
}

/// Builds everything and starts the card room.
fn run(arguments: &[String]) -> Result<(), String> {
    let first = if executable("debug").exists() {
        ""
    } else {
        " The first time this takes about 6 minutes on 2 cores."
    };
    say(&format!("Building the web client and the executable side by side.{first}"));
    let page = web::start(Quality::Quick)?;
    cargo(&["build", "--locked", "--package", "parlour"])?;
    say("Waiting for the web client and packing it.");
    page.finish()?;
    let program = executable("debug");
    let arguments = if arguments.is_empty() { vec!["serve".to_owned()] } else { arguments.to_vec() };
    say("Opening the card room.");
    let status = Command::new(&program)
        .args(arguments)
        .status()
        .map_err(|error| format!("cannot start {}: {error}", program.display()))?;
    if status.success() { Ok(()) } else { Err("parlour ended with an error".to_owned()) }
}

/// Only the tests in Chromium, or only those in some files of it.
fn browser(files: &[String]) -> Result<(), String> {
    for tool in [setup::NODE_TOOL, setup::NPM_PACKAGES, setup::CHROMIUM] {
        tool.ensure()?;
    }
    web::build(Quality::Quick)?;
    cargo(&["build", "--locked", "--package", "parlour"])?;
    browser::test("chromium", files).map(|passed| println!("\n{passed} passed, 0 failed"))
}

fn golden() -> Result<(), String> {
    shell::run("cargo", &["test", "--package", "games", "--locked", "golden"], &[("PARLOUR_GOLDEN", "1")])?;
    println!("\nRegenerated. Read the diff before you commit it: git diff -- '*/testdata/*'");
    Ok(())
}

fn bench() -> Result<(), String> {
    cargo(&["bench", "--package", "games", "--bench", "playouts", "--locked"])?;
    cargo(&["bench", "--package", "bots", "--bench", "thinking", "--locked"])?;
    cargo(&["bench", "--package", "bots", "--bench", "solving", "--locked"])?;
    cargo(&["bench", "--package", "phrases", "--bench", "hearing", "--locked"])
}

fn thresholds() -> Result<(), String> {
    let test = "the_table_is_computed_when_asked_for";
    let arguments =
        ["test", "--release", "--package", "bots", "--lib", "--locked", test, "--", "--nocapture"];
    shell::run("cargo", &arguments, &[("PARLOUR_THRESHOLDS", "1")])
}
