//! `cargo xtask test`: everything that must hold, part by part, and how many tests ran in each.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::browser::Counted;
use crate::deny::Advisories;
use crate::setup::{self, Tool};
use crate::shell::{self, cargo, is_ci, root, run_reading, say};
use crate::{browser, deny, python, tidy, web};

/// Parts that are no crate, in the order in which they run.
const CHECKS: [&str; 6] = ["fmt", "tidy", "deny", "advisories", "clippy", "docs"];
/// A crate without tests in Rust.
const PYTHON: &str = "python";
const BROWSERS: [&str; 3] = ["chromium", "firefox", "webkit"];

/// Long tests (thousands of games) multiply their length by this variable.
const SCALE: &str = "PARLOUR_TEST_SCALE";
const FULL_SCALE: &str = "10";

/// What to run.
#[derive(Debug, PartialEq)]
struct Selection {
    full: bool,
    checks: Vec<&'static str>,
    /// Crates of the workspace; none for all of them.
    crates: Option<Vec<String>>,
    browsers: Vec<&'static str>,
    /// The Python package, whose tests are in Python.
    python: bool,
}

impl Selection {
    fn of(arguments: &[String]) -> Result<Self, String> {
        let known = members()?;
        let (flags, parts): (Vec<&String>, Vec<&String>) =
            arguments.iter().partition(|argument| argument.starts_with("--"));
        let full = match flags.as_slice() {
            [] => false,
            [flag] if *flag == "--full" => true,
            [flag, ..] => return Err(format!("cargo xtask test does not know {flag}; it knows --full")),
        };
        if parts.is_empty() {
            return Ok(Self {
                full,
                checks: CHECKS.into(),
                crates: None,
                browsers: BROWSERS.into(),
                python: true,
            });
        }
        let mut chosen = Self {
            full,
            checks: Vec::new(),
            crates: Some(Vec::new()),
            browsers: Vec::new(),
            python: parts.iter().any(|part| *part == PYTHON),
        };
        for part in parts {
            let check = CHECKS.into_iter().find(|check| check == part);
            let browser = BROWSERS.into_iter().find(|browser| browser == part);
            chosen.checks.extend(check);
            chosen.browsers.extend(browser);
            if part == PYTHON {
                continue;
            }
            if known.contains(part) {
                chosen.crates.get_or_insert_default().push(part.clone());
            } else if check.is_none() && browser.is_none() {
                let parts = [CHECKS.join(", "), known.join(", "), BROWSERS.join(", ")].join(", ");
                return Err(format!("there is no part \"{part}\"; there are {parts}"));
            }
            // A page is more than its crate.
            if part == "web" {
                chosen.browsers.extend(BROWSERS);
            }
        }
        chosen.browsers = BROWSERS.into_iter().filter(|browser| chosen.browsers.contains(browser)).collect();
        Ok(chosen)
    }

    fn has_rust(&self) -> bool {
        self.crates.as_ref().is_none_or(|crates| !crates.is_empty())
    }

    /// How long the long tests are, as a variable for them.
    fn scale(&self) -> &'static [(&'static str, &'static str)] {
        if self.full { &[(SCALE, FULL_SCALE)] } else { &[] }
    }

    /// `--workspace`, or the chosen packages.
    fn packages(&self) -> Vec<&str> {
        match &self.crates {
            None => vec!["--workspace"],
            Some(crates) => crates.iter().flat_map(|name| ["--package", name]).collect(),
        }
    }
}

/// The packages of the workspace, by name.
fn members() -> Result<Vec<String>, String> {
    let path = root().join("Cargo.toml");
    let text = std::fs::read_to_string(&path).map_err(|error| shell::at(&path, &error))?;
    let list =
        text.split_once("members = [").and_then(|(_, rest)| rest.split_once(']')).map(|(list, _)| list);
    let paths = list.unwrap_or_default().split(',').map(|path| path.trim().trim_matches('"'));
    Ok(paths
        .filter_map(|path| path.rsplit('/').next())
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect())
}

/// How a part went.
enum Outcome {
    /// Passed; with the number of tests, where it has tests.
    Passed(Option<usize>),
    /// Passed, but this many tests were skipped.
    Skipping {
        passed: usize,
        skipped: usize,
    },
    /// Depends on the network, which is no fault of this project; and why it was not checked.
    Unchecked(&'static str),
    /// Could not run here, and why.
    Missing(String),
    Failed(String),
}

/// The parts so far.
struct Report {
    rows: Vec<(String, Outcome, Duration)>,
}

impl Report {
    /// Runs a part, unless something has failed before.
    fn part(&mut self, name: &str, run: impl FnOnce() -> Result<Outcome, String>) {
        if self.has_failed() {
            return;
        }
        say(name);
        let start = Instant::now();
        let outcome = run().unwrap_or_else(Outcome::Failed);
        self.rows.push((name.to_owned(), outcome, start.elapsed()));
    }

    /// Runs lanes of parts beside each other, each lane in its order until a part fails, unless something has failed before.
    fn side_by_side(&mut self, lanes: &[Vec<&str>], run: impl Fn(&str) -> Result<Outcome, String> + Sync) {
        if self.has_failed() {
            return;
        }
        let lane = |parts: &[&str]| {
            let mut report = Self { rows: Vec::new() };
            parts.iter().for_each(|part| report.part(part, || run(part)));
            report.rows
        };
        let lane = &lane;
        std::thread::scope(|scope| {
            let running: Vec<_> = lanes.iter().map(|parts| scope.spawn(move || lane(parts))).collect();
            for lane in running {
                self.rows.extend(lane.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
        });
    }

    fn has_failed(&self) -> bool {
        self.rows.iter().any(|(_, outcome, _)| matches!(outcome, Outcome::Failed(_)))
    }

    /// Prints a line per part, and says whether all is well.
    fn finish(self) -> Result<(), String> {
        println!("\n{:<12} {:>6} {:>6}", "part", "tests", "s");
        let (mut tests, mut missing, mut unchecked, mut failed) = (0, Vec::new(), Vec::new(), None);
        for (name, outcome, time) in self.rows {
            let seconds = time.as_secs();
            match outcome {
                Outcome::Passed(count) => {
                    tests += count.unwrap_or_default();
                    let count = count.map_or_else(|| "-".to_owned(), |count| count.to_string());
                    println!("{name:<12} {count:>6} {seconds:>6}");
                }
                Outcome::Skipping { passed, skipped } => {
                    tests += passed;
                    println!("{name:<12} {passed:>6} {seconds:>6}  {skipped} SKIPPED");
                    missing.push(format!("{skipped} of {name}'s tests"));
                }
                Outcome::Unchecked(why) => {
                    println!("{name:<12} NOT CHECKED: {why}");
                    unchecked.push(format!("{name} not checked: {why}"));
                }
                Outcome::Missing(why) => {
                    println!("{name:<12} DID NOT RUN: {why}");
                    missing.push(name);
                }
                Outcome::Failed(why) => {
                    println!("{name:<12} FAILED: {why}");
                    failed = Some(format!("{name}: {why}"));
                }
            }
        }
        if let Some(why) = failed {
            return Err(why);
        }
        println!("\n{tests} passed, 0 failed");
        if is_ci() && !missing.is_empty() {
            return Err(format!("did not run: {}", missing.join(", ")));
        }
        if !missing.is_empty() {
            unchecked.push(format!("not run: {}", missing.join(", ")));
        }
        match unchecked.as_slice() {
            [] => println!("Passed."),
            _ => println!("Passed; {}", unchecked.join("; ")),
        }
        Ok(())
    }
}

/// Runs the chosen parts.
pub fn command(arguments: &[String]) -> Result<(), String> {
    let chosen = Selection::of(arguments)?;
    let is_named = chosen.crates.is_some();
    let mut report = Report { rows: Vec::new() };
    for name in &chosen.checks {
        // Documentation shares what the tests compile.
        if *name != "docs" {
            report.part(name, || check(name, is_named));
        }
    }
    // The page compiles beside the tests: each alone leaves a core idle towards its end.
    let page = if chosen.browsers.is_empty() || report.has_failed() { None } else { Some(web::start()) };
    if chosen.has_rust() {
        rust(&chosen, &mut report);
    }
    if chosen.checks.contains(&"docs") {
        report.part("docs", || check("docs", is_named));
    }
    if let Some(page) = page {
        report.part("page", || page.and_then(web::Build::finish).map(|()| Outcome::Passed(None)));
        // Tests of the whole workspace build it, too.
        if chosen.crates.is_some() {
            report.part("executable", || {
                cargo(&["build", "--workspace", "--bin", "parlour", "--locked"])
                    .map(|()| Outcome::Passed(None))
            });
        }
    }
    report.side_by_side(&lanes(&chosen), |name| match name {
        PYTHON => with(&[setup::PYTHON], || python::test().map(outcome)),
        engine => in_browser(engine, chosen.scale()),
    });
    report.finish()
}

/// What runs beside each other at the end. Chromium's many files keep two cores busy; the others wait for one thing
/// after another.
fn lanes(chosen: &Selection) -> Vec<Vec<&'static str>> {
    let (chromium, others): (Vec<_>, Vec<_>) =
        chosen.browsers.iter().copied().partition(|engine| *engine == "chromium");
    let others = chosen.python.then_some(PYTHON).into_iter().chain(others).collect();
    vec![chromium, others]
}

fn check(name: &str, is_named: bool) -> Result<Outcome, String> {
    match name {
        "fmt" => {
            setup::RUSTFMT.ensure()?;
            cargo(&["fmt", "--all", "--check"])?;
        }
        "tidy" => tidy::check(&root())?,
        "deny" => {
            return with(&[setup::DENY_TOOL], || deny::check().map(|()| Outcome::Passed(None)));
        }
        "advisories" => {
            return with(&[setup::DENY_TOOL], || {
                Ok(match deny::check_advisories()? {
                    Advisories::Checked => Outcome::Passed(None),
                    // If it was asked for by name, it is needed.
                    Advisories::OutOfReach if is_named => Outcome::Missing(deny::OUT_OF_REACH.to_owned()),
                    Advisories::OutOfReach => Outcome::Unchecked(deny::OUT_OF_REACH),
                })
            });
        }
        "clippy" => {
            setup::CLIPPY.ensure()?;
            let what = ["clippy", "--workspace", "--all-targets", "--all-features", "--locked"];
            cargo(&[&what[..], &["--", "--deny", "warnings"]].concat())?;
        }
        _ => {
            let what =
                ["doc", "--workspace", "--no-deps", "--all-features", "--locked", "--document-private-items"];
            shell::run("cargo", &what, &[("RUSTDOCFLAGS", "--deny warnings")])?;
        }
    }
    Ok(Outcome::Passed(None))
}

/// Runs a part that needs tools, if they can be had.
fn with(tools: &[Tool], run: impl FnOnce() -> Result<Outcome, String>) -> Result<Outcome, String> {
    match tools.iter().try_for_each(Tool::ensure) {
        Ok(()) => run(),
        Err(why) => Ok(Outcome::Missing(why)),
    }
}

fn in_browser(engine: &str, scale: &[(&str, &str)]) -> Result<Outcome, String> {
    let tool = match engine {
        "chromium" => setup::CHROMIUM,
        "firefox" => setup::FIREFOX,
        _ => setup::WEBKIT,
    };
    with(&[setup::NODE_TOOL, setup::NPM_PACKAGES, tool], || browser::test(engine, &[], scale).map(outcome))
}

fn outcome(counted: Counted) -> Outcome {
    match counted {
        Counted { passed, skipped: 0 } => Outcome::Passed(Some(passed)),
        Counted { passed, skipped } => Outcome::Skipping { passed, skipped },
    }
}

/// Runs the tests of crates; each crate is a part of the report.
fn rust(chosen: &Selection, report: &mut Report) {
    let needs_databases = chosen
        .crates
        .as_ref()
        .is_none_or(|crates| crates.iter().any(|name| ["server", "parlour"].contains(&name.as_str())));
    if needs_databases && let Err(why) = setup::DATABASES.ensure() {
        report.rows.push(("clusters".to_owned(), Outcome::Missing(why), Duration::ZERO));
    }
    let mut counts = Counts::default();
    let start = Instant::now();
    let packages = chosen.packages();
    let done = if setup::has_nextest() {
        // Tests of servers and databases wait a lot, so there can be one more than cores.
        let threads = shell::cores_and_one().to_string();
        let all = ["nextest", "run", "--locked", "--no-fail-fast", "--test-threads", &threads];
        let arguments = [&all, &packages[..]].concat();
        say("tests");
        run_reading("cargo", &arguments, chosen.scale(), |line| counts.nextest(line))
            .and_then(|()| doc_tests(&packages, &mut counts))
    } else {
        let arguments = [&["test", "--locked"], &packages[..]].concat();
        say("tests");
        run_reading("cargo", &arguments, chosen.scale(), |line| counts.libtest(line))
    };
    let mut time = start.elapsed();
    for (name, count) in counts.by_crate {
        // They run side by side, so the time is that of all of them.
        report.rows.push((name, Outcome::Passed(Some(count)), time));
        time = Duration::ZERO;
    }
    if let Err(why) = done {
        report.rows.push(("tests".to_owned(), Outcome::Failed(why), time));
    }
}

/// Nextest leaves examples in documentation to cargo.
fn doc_tests(packages: &[&str], counts: &mut Counts) -> Result<(), String> {
    let arguments = [&["test", "--doc", "--locked"], packages].concat();
    run_reading("cargo", &arguments, &[], |line| counts.libtest(line))
}

/// How many tests passed, by crate, read from what the test runners print.
#[derive(Default)]
struct Counts {
    by_crate: BTreeMap<String, usize>,
    /// The crate whose tests cargo runs just now.
    current: String,
}

impl Counts {
    /// Reads a line of nextest; whether to show it: passed tests are only counted.
    fn nextest(&mut self, line: &str) -> bool {
        let plain = without_colours(line);
        let Some(rest) = plain.trim_start().strip_prefix("PASS [") else { return true };
        let Some((_, rest)) = rest.split_once(']') else { return true };
        let words = rest.split_whitespace().find(|word| !word.starts_with('(') && !word.ends_with(')'));
        let name = words.and_then(|id| id.split("::").next()).unwrap_or_default();
        *self.by_crate.entry(name.to_owned()).or_default() += 1;
        false
    }

    /// Reads a line of cargo's own test runner.
    fn libtest(&mut self, line: &str) -> bool {
        let plain = without_colours(line);
        let plain = plain.trim();
        if let Some(name) = plain.strip_prefix("Doc-tests ") {
            self.current = name.to_owned();
        } else if plain.starts_with("Running ") {
            let file = plain.rsplit(['/', '\\']).next().unwrap_or_default();
            self.current = file.split('-').next().unwrap_or_default().to_owned();
        } else if let Some(rest) = plain.strip_prefix("test result: ok. ") {
            let passed =
                rest.split(' ').next().and_then(|number| number.parse::<usize>().ok()).unwrap_or_default();
            if passed > 0 {
                *self.by_crate.entry(self.current.clone()).or_default() += passed;
            }
        } else if plain.starts_with("test ") && plain.ends_with("... ok") {
            return false;
        }
        !(plain.is_empty() || plain == "running 0 tests")
    }
}

/// Without the escape sequences that colour a terminal.
pub fn without_colours(line: &str) -> String {
    let mut parts = line.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').map_or(part, |(_, rest)| rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    #[test]
    fn everything_runs_unless_parts_are_named() {
        let all = Selection::of(&[]).unwrap();
        assert_eq!((all.full, all.packages()), (false, vec!["--workspace"]));
        let games = Selection::of(&words(&["games", "--full"])).unwrap();
        assert!(games.full && games.checks.is_empty() && games.browsers.is_empty());
        assert_eq!(games.packages(), ["--package", "games"]);
        let page = Selection::of(&words(&["web", "clippy"])).unwrap();
        assert_eq!((page.checks, page.browsers), (vec!["clippy"], BROWSERS.to_vec()));
        let only = Selection::of(&words(&["firefox"])).unwrap();
        assert!(!only.has_rust());
    }

    #[test]
    fn what_is_not_a_part_is_refused() {
        assert!(Selection::of(&words(&["whist"])).unwrap_err().contains("there is no part \"whist\""));
        assert!(Selection::of(&words(&["--fast"])).unwrap_err().contains("--full"));
    }

    #[test]
    fn tests_are_counted_by_crate() {
        let mut counts = Counts::default();
        assert!(
            !counts.nextest("\u{1b}[32;1m        PASS\u{1b}[0m [   0.004s] (  1/345) engine card::tests::a")
        );
        assert!(!counts.nextest("        PASS [   0.004s] parlour::serving killed"));
        assert!(!counts.nextest("        PASS [   0.004s] parlour::bin/parlour cli::tests::b"));
        assert!(counts.nextest("        FAIL [   0.004s] parlour::serving other"));
        assert!(counts.libtest("   Doc-tests engine"));
        assert!(counts.libtest("test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured"));
        counts.libtest("     Running unittests src/lib.rs (target/debug/deps/games-0123456789abcdef)");
        counts.libtest("test result: ok. 7 passed; 0 failed; 0 ignored; 0 measured");
        let found: Vec<(&str, usize)> =
            counts.by_crate.iter().map(|(name, count)| (name.as_str(), *count)).collect();
        assert_eq!(found, [("engine", 3), ("games", 7), ("parlour", 2)]);
    }

    #[test]
    fn a_part_that_fails_ends_the_run_and_is_named() {
        let mut report = Report { rows: Vec::new() };
        report.part("one", || Ok(Outcome::Passed(Some(3))));
        report.part("two", || Err("broken".to_owned()));
        report.part("three", || unreachable!("nothing runs after a failure"));
        assert_eq!(report.finish(), Err("two: broken".to_owned()));
    }

    #[test]
    fn lanes_run_beside_each_other_and_each_ends_with_its_first_failure() {
        let mut report = Report { rows: Vec::new() };
        let meeting = std::sync::Barrier::new(2);
        report.side_by_side(&[vec!["one", "two"], vec!["three", "four"]], |part| match part {
            "one" | "three" => {
                // Both get here only if they run at the same time.
                meeting.wait();
                Ok(Outcome::Passed(Some(1)))
            }
            "two" => Err("broken".to_owned()),
            _ => Ok(Outcome::Passed(Some(1))),
        });
        let names: Vec<&str> = report.rows.iter().map(|(name, ..)| name.as_str()).collect();
        assert_eq!(names, ["one", "two", "three", "four"]);
        report.side_by_side(&[vec!["five"]], |_| unreachable!("nothing runs after a failure"));
        assert_eq!(report.finish(), Err("two: broken".to_owned()));
    }

    #[test]
    fn what_was_skipped_is_not_passed_over() {
        let mut report = Report { rows: Vec::new() };
        report.part("chromium", || Ok(Outcome::Skipping { passed: 3, skipped: 1 }));
        report.part("advisories", || Ok(Outcome::Unchecked(deny::OUT_OF_REACH)));
        let expected = if is_ci() { Err("did not run: 1 of chromium's tests".to_owned()) } else { Ok(()) };
        assert_eq!(report.finish(), expected);
    }
}
