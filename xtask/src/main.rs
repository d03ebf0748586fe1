//! Project tasks as commands: `cargo xtask run`, `cargo xtask test` and others.

#![forbid(unsafe_code)]

mod bench;
mod bench_server;
mod browser;
mod deny;
mod fuzz;
mod new_game;
mod python;
mod release;
mod setup;
mod shell;
mod targets;
mod test;
mod tidy;
mod web;

use std::env;
use std::process::{Command, ExitCode};

use browser::Counted;
use shell::{cargo, executable, root, say};
use web::Quality;

const HELP: &str = "\
cargo xtask run [ARGUMENTS]       build everything and start the server (arguments go to `parlour` instead)
cargo xtask test [PARTS] [--full] run all checks and tests, or only these parts: a crate, fmt, tidy, deny, advisories,
                                  clippy, docs, python, chromium, firefox, webkit (--full: long tests at full length)
cargo xtask cluster [FOLDER]      start three databases and three servers on this machine, until Ctrl-C (default:
                                  a temporary folder)
cargo xtask setup [--yes]         install the tools that run and test need (--yes: without asking)
cargo xtask web [--release]       build the web client into dist (--release: small download, slow build)
cargo xtask browser [FILES]       run the tests in Chromium, or only those in these files
cargo xtask release [--static]    build executables and packages into target/dist (--static: only the static executable)
cargo xtask python                build the Python package and install it into target/python/venv
cargo xtask new-game NAME         make the skeleton of a new game: it is playable and passes its tests
cargo xtask tidy                  check rules, tests, documents and crate dependencies against each other
cargo xtask golden                regenerate the golden playthroughs; read the diff before you commit it
cargo xtask bench [--quick]       measure playouts, decisions, search iterations and solved deals per second
                                  (--quick: only playouts, of a release build and of what `run` builds;
                                  --peers: playouts and the Python package against OpenSpiel, the server against
                                  boardgame.io; --peers server: only the latter)
cargo xtask fuzz [INPUTS]         send malformed entries, calls and requests to the server, over sockets and HTTP
                                  (default: 1000000; needs Python)
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
        "cluster" => cluster(&rest),
        "release" => release::run(&rest),
        "browser" => browser(&rest),
        "tidy" => tidy::check(&root()),
        "clauses" => tidy::list(&root()),
        "new-game" => new_game::command(&rest),
        "golden" => golden(),
        "bench" => bench::command(&rest),
        "python" => python::command(&rest),
        "fuzz" => fuzz::run(&rest),
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
    let first = if executable("parlour").exists() {
        ""
    } else {
        " The first time this takes about 6 minutes on 2 cores."
    };
    say(&format!("Building the executable (1 of 2).{first}"));
    cargo(&["build", "--locked", "--workspace", "--bin", "parlour", "--bin", "bundle"])?;
    say("Building the web client (2 of 2).");
    web::build(Quality::Quick)?;
    let program = executable("parlour");
    let arguments = if arguments.is_empty() { vec!["serve".to_owned()] } else { arguments.to_vec() };
    say("Opening the card room.");
    let status = Command::new(&program)
        .args(arguments)
        .status()
        .map_err(|error| format!("cannot start {}: {error}", program.display()))?;
    if status.success() { Ok(()) } else { Err("parlour ended with an error".to_owned()) }
}

/// Three databases and three servers on this machine, until Ctrl-C.
fn cluster(arguments: &[String]) -> Result<(), String> {
    let folder = match arguments {
        [] => env::temp_dir().join(format!("parlour-cluster-{}", std::process::id())),
        [folder] => folder.into(),
        _ => return Err("cargo xtask cluster takes one folder, or nothing".to_owned()),
    };
    setup::DATABASES.ensure()?;
    cargo(&["build", "--locked", "--workspace", "--bin", "parlour"])?;
    let program = executable("parlour");
    let started = Command::new(&program).arg("cluster").arg(&folder).status();
    let status = started.map_err(|error| format!("cannot start {}: {error}", program.display()))?;
    if status.success() { Ok(()) } else { Err("the cluster ended with an error".to_owned()) }
}

/// Only the tests in Chromium, or only those in some files of it.
fn browser(files: &[String]) -> Result<(), String> {
    for tool in [setup::NODE_TOOL, setup::NPM_PACKAGES, setup::CHROMIUM] {
        tool.ensure()?;
    }
    web::build(Quality::Quick)?;
    cargo(&["build", "--locked", "--workspace", "--bin", "parlour"])?;
    let Counted { passed, skipped } = browser::test("chromium", files, &[])?;
    println!("\n{passed} passed, 0 failed, {skipped} skipped");
    Ok(())
}

fn golden() -> Result<(), String> {
    shell::run("cargo", &["test", "--package", "games", "--locked", "golden"], &[("PARLOUR_GOLDEN", "1")])?;
    println!("\nRegenerated. Read the diff before you commit it: git diff -- '*/testdata/*'");
    Ok(())
}

fn thresholds() -> Result<(), String> {
    let test = "the_table_is_computed_when_asked_for";
    let arguments =
        ["test", "--release", "--package", "bots", "--lib", "--locked", test, "--", "--nocapture"];
    shell::run("cargo", &arguments, &[("PARLOUR_THRESHOLDS", "1")])
}
