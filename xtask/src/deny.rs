//! Dependencies: their licences, sources, duplicates and known vulnerabilities, by `deny.toml`.

use std::process::{Command, Stdio};

use crate::release::target;
use crate::{patience, program_with, root};

/// The version of cargo-deny that is known to work.
const VERSION: &str = "0.20.2";

/// Whether the database of known vulnerabilities was at hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Advisories {
    /// No dependency has a known vulnerability, and none was withdrawn.
    Checked,
    /// The database could not be fetched: nothing is known.
    OutOfReach,
}

impl Advisories {
    /// One line for the end of a report.
    pub fn report(self) -> &'static str {
        match self {
            Self::Checked => "advisories checked",
            Self::OutOfReach => "advisories not checked: database out of reach",
        }
    }
}

/// Whether cargo-deny is installed, on the path or by [`install`].
pub fn is_there() -> bool {
    let mut command = Command::new("cargo-deny");
    command.arg("--version").env("PATH", path()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Builds cargo-deny into the target folder: 3 minutes on 2 cores.
pub fn install() -> Result<(), String> {
    let tools = target().join("tools");
    let tools = tools.to_string_lossy();
    let arguments = ["install", "cargo-deny", "--locked", "--version", VERSION, "--debug", "--root", &tools];
    program_with("cargo", &arguments, &[])
}

/// Checks all dependencies. Every finding is an error; a database that cannot be fetched is not.
pub fn check() -> Result<Advisories, String> {
    let strict = ["unmatched-skip", "unnecessary-skip", "license-not-encountered"];
    let strict = strict.iter().flat_map(|lint| ["--deny", *lint]);
    let arguments: Vec<&str> = ["check"].into_iter().chain(strict).collect();
    deny(&[&arguments[..], &["bans", "licenses", "sources"]].concat())?;
    // Fetching is a step of its own, so that its failure is told from a finding.
    eprintln!("\n$ cargo-deny fetch db");
    let mut fetch = Command::new("cargo-deny");
    if !patience::succeeds(fetch.args(["fetch", "db"]).env("PATH", path()).current_dir(root())) {
        eprintln!("{}", Advisories::OutOfReach.report());
        return Ok(Advisories::OutOfReach);
    }
    deny(&["check", "advisories"])?;
    Ok(Advisories::Checked)
}

/// Installs cargo-deny if it is missing, checks, and says what was checked.
pub fn run() -> Result<(), String> {
    if !is_there() {
        install()?;
    }
    let advisories = check()?;
    println!("\nLicences, sources and versions are in order; {}.", advisories.report());
    Ok(())
}

fn deny(arguments: &[&str]) -> Result<(), String> {
    program_with("cargo-deny", arguments, &[("PATH", &path())])
}

/// The path, and where [`install`] puts its programs.
fn path() -> String {
    let tools = target().join("tools").join("bin");
    let usual = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&usual).chain([tools]);
    std::env::join_paths(folders).unwrap_or(usual).to_string_lossy().into_owned()
}
