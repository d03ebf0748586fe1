//! Dependencies: their licences, sources, duplicates and known vulnerabilities, by `deny.toml`.

use crate::shell::{DOWNLOAD, run, within};

/// Why known vulnerabilities were not looked for.
pub const OUT_OF_REACH: &str = "database out of reach";

/// Whether the database of known vulnerabilities was at hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Advisories {
    /// No dependency has a known vulnerability, and none was withdrawn.
    Checked,
    /// The database could not be fetched: nothing is known.
    OutOfReach,
}

/// Checks licences, sources and duplicates. Every finding is an error.
pub fn check() -> Result<(), String> {
    let strict = ["unmatched-skip", "unnecessary-skip", "license-not-encountered"];
    let strict = strict.iter().flat_map(|lint| ["--deny", *lint]);
    let arguments: Vec<&str> = ["check"].into_iter().chain(strict).collect();
    deny(&[&arguments[..], &["bans", "licenses", "sources"]].concat())
}

/// Looks for known vulnerabilities. Every finding is an error; a database that cannot be fetched is not.
pub fn check_advisories() -> Result<Advisories, String> {
    // Fetching is a step of its own, so that its failure is told from a finding.
    if !within(DOWNLOAD, "cargo-deny", &["fetch", "db"]) {
        return Ok(Advisories::OutOfReach);
    }
    deny(&["check", "advisories"])?;
    Ok(Advisories::Checked)
}

fn deny(arguments: &[&str]) -> Result<(), String> {
    run("cargo-deny", arguments, &[])
}
