//! The project's habits as commands: `cargo xtask run`, `cargo xtask test` and friends.

#![forbid(unsafe_code)]

mod apt;
mod browser;
mod deny;
mod fuzz;
mod nats;
mod patience;
mod release;
mod targets;
mod tidy;
mod web;

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use browser::Browser;

const HELP: &str = "\
cargo xtask run [ARGUMENTS]  build everything and open the card room (arguments go to `parlour`)
cargo xtask web [--dev]      build the web client into dist (--dev: quick to build, large to load)
cargo xtask test             fmt, clippy, tidy and every test, also in a browser: what must hold before a commit
cargo xtask browser [FILES]  only the tests in a real browser, or only those in these files
cargo xtask tidy             check that rules, tests and documents belong together
cargo xtask golden           write the golden playthroughs anew, to be read before they are committed
cargo xtask bench            playouts, decisions, search iterations, solved deals per second; microseconds per phrase
cargo xtask fuzz             arbitrary and spoilt messages for the server, over sockets and HTTP (needs Python)
cargo xtask deny             check licences, sources, versions and advisories of all dependencies (installs cargo-deny)
cargo xtask release          build what is handed out into target/dist; --static: only the static executable
cargo xtask thresholds       compute anew when a bot sticks in Pass the Ace (minutes)
cargo xtask clauses          list every rule clause and how many tests name it";

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1);
    let command = arguments.next().unwrap_or_default();
    let rest: Vec<String> = arguments.collect();
    let done = match command.as_str() {
        "run" => run(&rest),
        "web" => web::build(&rest),
        "test" => test(),
        "browser" => browser(&rest),
        "tidy" => tidy::check(&root()),
        "clauses" => tidy::list(&root()),
        "golden" => golden(),
        "bench" => bench(),
        "fuzz" => fuzz::run(),
        "deny" => deny::run(),
        "release" => release::run(&rest),
        "thresholds" => thresholds(),
        "" | "help" | "--help" | "-h" => {
            println!("{HELP}");
            Ok(())
        }
        other => Err(format!("there is no command \"{other}\"\n{HELP}")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("xtask: {reason}");
            ExitCode::FAILURE
        }
    }
}

/// The project's root, wherever the command was given.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// Runs cargo in the project's root, without what the outer cargo left in the environment.
fn cargo(arguments: &[&str]) -> Result<(), String> {
    cargo_with(arguments, &[])
}

fn cargo_with(arguments: &[&str], variables: &[(&str, &str)]) -> Result<(), String> {
    program_with("cargo", arguments, variables)
}

fn program_with(program: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Result<(), String> {
    let line = format!("{program} {}", arguments.join(" "));
    eprintln!("\n$ {line}");
    let mut command = Command::new(program);
    for (name, _) in env::vars_os() {
        let text = name.to_string_lossy();
        let inherited =
            ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_"].iter().any(|prefix| text.starts_with(prefix));
        let known = ["CARGO", "RUSTC", "RUSTUP_TOOLCHAIN", "LD_LIBRARY_PATH"];
        if inherited || known.contains(&text.as_ref()) {
            command.env_remove(&name);
        }
    }
    command.args(arguments).envs(variables.iter().copied()).current_dir(root());
    let status = command
        .status()
        .map_err(|error| format!("cannot start {program}: {error}; install it from rustup"))?;
    if status.success() { Ok(()) } else { Err(format!("{line} failed")) }
}

/// Says which part of the toolchain is missing, and how to get it.
fn need(component: &str) -> Result<(), String> {
    let found = Command::new("cargo")
        .args([component, "--version"])
        .output()
        .is_ok_and(|output| output.status.success());
    if found {
        return Ok(());
    }
    let name = if component == "fmt" { "rustfmt" } else { component };
    let added =
        Command::new("rustup").args(["component", "add", name]).status().is_ok_and(|status| status.success());
    if added {
        Ok(())
    } else {
        Err(format!("cargo {component} is missing; type: rustup component add {name}"))
    }
}

fn run(arguments: &[String]) -> Result<(), String> {
    web::build(&[])?;
    cargo(&["build", "--release", "--locked", "--package", "parlour"])?;
    let name = if cfg!(windows) { "parlour.exe" } else { "parlour" };
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let program = target.join("release").join(name);
    let arguments = if arguments.is_empty() { vec!["serve".to_owned()] } else { arguments.to_vec() };
    let status = Command::new(&program)
        .args(arguments)
        .status()
        .map_err(|error| format!("cannot start {}: {error}", program.display()))?;
    if status.success() { Ok(()) } else { Err("parlour ended with an error".to_owned()) }
}

fn test() -> Result<(), String> {
    need("fmt")?;
    need("clippy")?;
    cargo(&["fmt", "--all", "--check"])?;
    tidy::check(&root())?;
    cargo(&[
        "clippy",
        "--workspace",
        "--all-targets",
        "--all-features",
        "--locked",
        "--",
        "--deny",
        "warnings",
    ])?;
    // The tests of several servers on one machine need NATS servers; without them they do nothing.
    let nats = nats::ensure();
    // By themselves, the tests look for leaks in a few games of each kind; here in as many as it takes to be sure.
    cargo_with(&["test", "--workspace", "--locked"], &[("PARLOUR_LEAK_GAMES", "1000")])?;
    cargo_with(
        &["doc", "--workspace", "--no-deps", "--locked", "--document-private-items"],
        &[("RUSTDOCFLAGS", "--deny warnings")],
    )?;
    web::build(&[])?;
    let browser = browser::test(&[])?;
    if let Err(why) = nats {
        println!("\nThe tests with NATS DID NOT RUN: {why}.");
    }
    match browser {
        Browser::Passed => println!("\nAll is well."),
        Browser::Impossible(why) => println!("\nThe browser tests DID NOT RUN: {why}.\nAll else is well."),
    }
    Ok(())
}

fn browser(files: &[String]) -> Result<(), String> {
    web::build(&[])?;
    cargo(&["build", "--locked", "--package", "parlour"])?;
    match browser::test(files)? {
        Browser::Passed => Ok(()),
        Browser::Impossible(why) => Err(format!("the browser tests cannot run: {why}")),
    }
}

fn golden() -> Result<(), String> {
    cargo_with(&["test", "--package", "games", "--locked", "golden"], &[("PARLOUR_GOLDEN", "1")])?;
    println!("\nWritten anew. Read the difference before you commit it: git diff -- '*/testdata/*'");
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
    cargo_with(&arguments, &[("PARLOUR_THRESHOLDS", "1")])
}
