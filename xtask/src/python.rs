//! The Python package: built as a wheel, installed into a virtual environment under `target`, tested and measured there.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::browser::Counted;
use crate::setup;
use crate::shell::{self, at, run_reading, say, target};

/// What building and testing need, in versions that are known to work.
const TOOLS: [&str; 5] =
    ["maturin==1.16.0", "numpy>=1.26,<3", "gymnasium==1.4.0", "pettingzoo==1.27.0", "pytest==9.2.0"];
/// What the package is measured against.
const PEERS: [&str; 1] = ["open_spiel==2.0.2"];

/// The five lines of the README: what a newcomer types first must work.
const FIRST_LINES: &str = "\
import parlour
game, bot = parlour.Game('propre', players=4, seed=7), parlour.bot('club')
while not game.is_over():
    game.apply(bot.decide(game))
print(game.returns(), game.winners())";

/// A virtual environment.
struct Venv(PathBuf);

impl Venv {
    /// The environment of this name with these packages, made if it is not there.
    fn with(name: &str, packages: &[&str]) -> Result<Self, String> {
        let venv = Self(target().join("python").join(name));
        let (list, wanted) = (venv.0.join("packages.txt"), packages.join("\n"));
        if fs::read_to_string(&list).is_ok_and(|there| there == wanted) {
            return Ok(venv);
        }
        venv.make()?;
        venv.pip(packages)?;
        fs::write(&list, wanted).map_err(|error| at(&list, &error))?;
        Ok(venv)
    }

    /// Makes it, empty.
    fn make(&self) -> Result<(), String> {
        let place = self.0.to_string_lossy().into_owned();
        shell::run("python3", &["-m", "venv", "--clear", &place], &[])
    }

    fn program(&self, name: &str) -> String {
        let folder = if cfg!(windows) { "Scripts" } else { "bin" };
        self.0.join(folder).join(format!("{name}{}", env::consts::EXE_SUFFIX)).to_string_lossy().into_owned()
    }

    fn pip(&self, packages: &[&str]) -> Result<(), String> {
        let arguments = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
        shell::run(&self.program("python"), &[&arguments, packages].concat(), &[])
    }

    /// Builds the wheel with this profile of cargo.
    fn wheel(&self, profile: &str) -> Result<PathBuf, String> {
        let folder = target().join("python").join(format!("wheel-{profile}"));
        let _ = fs::remove_dir_all(&folder);
        let (out, python) = (folder.to_string_lossy().into_owned(), self.program("python"));
        let arguments = ["build", "--manifest-path", "crates/python/Cargo.toml", "--profile", profile];
        let more = ["--interpreter", &python, "--out", &out];
        shell::run(&self.program("maturin"), &[&arguments[..], &more].concat(), &[])?;
        let files = fs::read_dir(&folder).map_err(|error| at(&folder, &error))?;
        let mut wheels = files.flatten().map(|file| file.path());
        wheels
            .find(|path| path.extension().is_some_and(|ext| ext == "whl"))
            .ok_or("no wheel was built".to_owned())
    }

    fn install(&self, wheel: &Path) -> Result<(), String> {
        self.pip(&["--force-reinstall", "--no-deps", &wheel.to_string_lossy()])
    }
}

/// `cargo xtask python`: a release build, installed.
pub fn command(arguments: &[String]) -> Result<(), String> {
    if !arguments.is_empty() {
        return Err("cargo xtask python takes no arguments".to_owned());
    }
    setup::PYTHON.ensure()?;
    let venv = Venv::with("venv", &TOOLS)?;
    let wheel = venv.wheel("release")?;
    venv.install(&wheel)?;
    println!("\nThe wheel: {}\nInstalled for: {}", wheel.display(), venv.program("python"));
    Ok(())
}

/// Runs the package's tests, and tries it in an environment that has nothing else.
pub fn test() -> Result<Counted, String> {
    let venv = Venv::with("venv", &TOOLS)?;
    let wheel = venv.wheel("dev")?;
    venv.install(&wheel)?;
    let mut counted = None;
    let arguments = ["-m", "pytest", "--quiet", "-p", "no:cacheprovider", "crates/python/tests"];
    let parlour = shell::executable("parlour").to_string_lossy().into_owned();
    run_reading(&venv.program("python"), &arguments, &[("PARLOUR", &parlour)], |line| {
        counted = count(line).or(counted.take());
        true
    })?;
    let Counted { passed, skipped } = counted.ok_or("pytest did not say how many tests passed")?;
    fresh(&wheel)?;
    // One more: the fresh environment.
    Ok(Counted { passed: passed + 1, skipped })
}

/// The wheel alone must be enough: no Rust, no tools, and what it depends on is installed with it.
fn fresh(wheel: &Path) -> Result<(), String> {
    say("The wheel in a fresh environment, without Rust");
    let venv = Venv(target().join("python").join("fresh"));
    venv.make()?;
    venv.pip(&[&wheel.to_string_lossy()])?;
    let out = Command::new(venv.program("python"))
        .args(["-c", FIRST_LINES])
        .env("PATH", "/usr/bin:/bin")
        .current_dir(&venv.0)
        .output()
        .map_err(|error| at(&venv.0, &error))?;
    match out.status.success() {
        true => Ok(()),
        false => Err(format!("the fresh environment: {}", String::from_utf8_lossy(&out.stderr))),
    }
}

/// Reads pytest's last line: "12 passed, 1 skipped in 3.4s".
fn count(line: &str) -> Option<Counted> {
    let plain = crate::test::without_colours(line);
    let number = |what: &str| {
        let before = plain.split_once(&format!(" {what}"))?.0;
        before.rsplit([' ', ',']).next()?.parse::<usize>().ok()
    };
    let passed = plain.contains(" in ").then(|| number("passed")).flatten()?;
    Some(Counted { passed, skipped: number("skipped").unwrap_or(0) })
}

/// `cargo xtask bench --peers`: these rows of the playouts and steps per second in Python against OpenSpiel, in one run.
pub fn bench(playouts: &[String]) -> Result<(), String> {
    setup::PYTHON.ensure()?;
    let venv = Venv::with("venv", &TOOLS)?;
    let wheel = venv.wheel("release")?;
    let peers = Venv::with("peers", &[&TOOLS[1..2], &PEERS].concat())?;
    peers.install(&wheel)?;
    let rows = playouts.iter().map(String::as_str);
    let arguments: Vec<&str> = std::iter::once("crates/python/benches/peers.py").chain(rows).collect();
    shell::run(&peers.program("python"), &arguments, &[])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::root;

    #[test]
    fn the_last_line_of_pytest_is_read() {
        let of = |line| count(line).map(|Counted { passed, skipped }| (passed, skipped));
        assert_eq!(of("97 passed in 33.87s"), Some((97, 0)));
        assert_eq!(of("97 passed, 2 skipped, 7 warnings in 33.87s (0:01:52)"), Some((97, 2)));
        assert_eq!(of("1 failed, 97 passed in 3s"), Some((97, 0)));
        assert_eq!(of("collected 97 items"), None);
        assert_eq!(of(""), None);
    }

    /// The README shows what is tried in the fresh environment.
    #[test]
    fn the_readme_shows_the_first_lines() {
        let text = fs::read_to_string(root().join("README.md")).unwrap().replace('"', "'");
        for line in FIRST_LINES.lines() {
            assert!(text.contains(line), "{line}");
        }
    }
}
