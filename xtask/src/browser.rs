//! The tests in a real browser: what they need is found or installed, and what is missing is said.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::{apt, program_with, root};

/// What the tests are written for.
const NODE: u32 = 20;

/// How it went.
pub enum Browser {
    /// All tests passed.
    Passed,
    /// This machine cannot run them, and why.
    Impossible(String),
}

/// Runs the tests in `e2e` (or only the named files) against the bundle in `dist` and the debug build of `parlour`.
pub fn test(files: &[String]) -> Result<Browser, String> {
    let (node, chromium) = match (node(), chromium()) {
        (Ok(node), Ok(chromium)) => (node, chromium),
        (Err(why), _) | (_, Err(why)) => return Ok(Browser::Impossible(why)),
    };
    if let Err(why) = packages() {
        return Ok(Browser::Impossible(why));
    }
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let parlour = target.join("debug").join(format!("parlour{}", env::consts::EXE_SUFFIX));
    let (chromium, parlour) = (chromium.to_string_lossy(), parlour.to_string_lossy());
    let variables = [("CHROMIUM", chromium.as_ref()), ("PARLOUR", parlour.as_ref())];
    // A test that hangs must not hang everything.
    let mut arguments = vec!["--test", "--test-timeout=300000", "--test-reporter=spec"];
    let all = if files.is_empty() { all()? } else { files.to_vec() };
    arguments.extend(all.iter().map(String::as_str));
    program_with(&node.to_string_lossy(), &arguments, &variables)?;
    Ok(Browser::Passed)
}

/// Every file of tests; versions of node differ in how they would look for them.
fn all() -> Result<Vec<String>, String> {
    let folder = root().join("e2e/tests");
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut files: Vec<String> = names.filter(|name| name.ends_with(".test.mjs")).collect();
    files.sort();
    Ok(files.iter().map(|name| format!("e2e/tests/{name}")).collect())
}

fn node() -> Result<PathBuf, String> {
    let both = || find("node").filter(|_| find("npm").is_some());
    let Some(node) = both().or_else(|| both_after_install(both)) else {
        return Err(format!("node and npm are missing; install Node.js {NODE} or newer"));
    };
    let version =
        Command::new(&node).arg("--version").output().map(|output| output.stdout).unwrap_or_default();
    match major(&String::from_utf8_lossy(&version)) {
        Some(number) if number >= NODE => Ok(node),
        _ => Err(format!("node is too old; install Node.js {NODE} or newer")),
    }
}

fn both_after_install(both: impl Fn() -> Option<PathBuf>) -> Option<PathBuf> {
    apt::install(&["nodejs", "npm"]).then(both).flatten()
}

/// The 20 of `v20.11.1`.
fn major(version: &str) -> Option<u32> {
    version.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

fn chromium() -> Result<PathBuf, String> {
    if let Some(named) = env::var_os("CHROMIUM").map(PathBuf::from) {
        let missing = format!("$CHROMIUM names {}, which is not there", named.display());
        return if named.is_file() { Ok(named) } else { Err(missing) };
    }
    let known = || ["chromium", "chromium-browser", "google-chrome"].iter().find_map(|name| find(name));
    let installed = || apt::install(&["chromium"]).then(known).flatten();
    known()
        .or_else(installed)
        .ok_or_else(|| "Chromium is missing; install it, or name it in $CHROMIUM".to_owned())
}

/// Fetches what `e2e/package-lock.json` names, unless it is there already.
fn packages() -> Result<(), String> {
    let date = |path: &str| fs::metadata(root().join(path)).and_then(|data| data.modified()).ok();
    let (there, wanted) = (date("e2e/node_modules/.package-lock.json"), date("e2e/package-lock.json"));
    if there.is_some() && there >= wanted {
        return Ok(());
    }
    program_with("npm", &["ci", "--prefix", "e2e"], &[]).map_err(|error| {
        format!("{error}; the browser's test packages cannot be fetched, is there a network?")
    })
}

fn find(name: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&folders)
        .map(|folder: PathBuf| folder.join(&name))
        .find(|path: &PathBuf| Path::is_file(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_node_are_read() {
        assert_eq!(major("v20.11.1\n"), Some(20));
        assert_eq!(major("nonsense"), None);
        assert_eq!(major(""), None);
    }
}
