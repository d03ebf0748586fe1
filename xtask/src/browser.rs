//! The tests in real browsers, against the bundle in `dist` and the executable of the tests.

use std::fs;

use crate::setup::program;
use crate::shell::{at, cores_and_one, executable, find, root, run_reading};
use crate::test::without_colours;

/// Runs an engine's tests, or only the named files; returns how many passed. `more` are variables for them.
pub fn test(engine: &str, files: &[String], more: &[(&str, &str)]) -> Result<Counted, String> {
    let files = if files.is_empty() { files_of(engine)? } else { files.to_vec() };
    let node = find("node").ok_or("node is missing; type: cargo xtask setup")?;
    let parlour = executable("parlour").to_string_lossy().into_owned();
    let browsers =
        ["CHROMIUM", "FIREFOX", "WEBKIT_DRIVER"].map(|name| (name, program(name).unwrap_or_default()));
    let mut variables: Vec<(&str, &str)> =
        browsers.iter().map(|(name, path)| (*name, path.as_str())).collect();
    variables.push(("PARLOUR", &parlour));
    variables.extend(more);
    // A file that hangs must not hang everything: the limit is for a whole file.
    let concurrency = format!("--test-concurrency={}", cores_and_one());
    let mut arguments = vec!["--test", "--test-timeout=1200000", "--test-reporter=spec", &concurrency];
    arguments.extend(files.iter().map(String::as_str));
    let mut counted = Counted::default();
    run_reading(&node.to_string_lossy(), &arguments, &variables, |line| {
        counted.read(line);
        eprintln!("{engine}: {line}");
        false
    })?;
    match counted.passed {
        0 => Err(format!("no test ran in {engine}")),
        _ => Ok(counted),
    }
}

/// The numbers in node's closing lines, as in "ℹ pass 125".
#[derive(Clone, Copy, Default, Debug, PartialEq)]
pub struct Counted {
    pub passed: usize,
    pub skipped: usize,
}

impl Counted {
    fn read(&mut self, line: &str) {
        let line = without_colours(line);
        let number = |prefix: &str| line.trim().strip_prefix(prefix)?.trim().parse::<usize>().ok();
        self.passed += number("ℹ pass ").unwrap_or_default();
        self.skipped += number("ℹ skipped ").or_else(|| number("ℹ todo ")).unwrap_or_default();
    }
}

/// Chromium's tests are many files, the other engines have one each.
fn files_of(engine: &str) -> Result<Vec<String>, String> {
    if engine != "chromium" {
        return Ok(vec![format!("e2e/engines/{engine}.test.mjs")]);
    }
    let folder = root().join("e2e/tests");
    let entries = fs::read_dir(&folder).map_err(|error| at(&folder, &error))?;
    let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut files: Vec<String> = names.filter(|name| name.ends_with(".test.mjs")).collect();
    files.sort();
    Ok(files.iter().map(|name| format!("e2e/tests/{name}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_tests_is_read_from_nodes_closing_lines() {
        let mut counted = Counted::default();
        let lines =
            ["✔ a pass 3", "ℹ tests 128", "\u{1b}[34mℹ pass 125\u{1b}[39m", "ℹ skipped 2", "ℹ todo 1"];
        lines.iter().for_each(|line| counted.read(line));
        assert_eq!(counted, Counted { passed: 125, skipped: 3 });
    }
}
