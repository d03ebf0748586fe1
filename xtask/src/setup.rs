//! What the project needs on a machine: found, or installed if the user agrees.

use std::io::{IsTerminal, Write, stdin};
use std::process::Command;
use std::sync::Mutex;
use std::{env, fs};

use crate::shell::{self, DOWNLOAD, at, find, is_ci, root, run, say, succeeds};

/// The oldest Node.js that the browser tests run on.
const NODE: u32 = 20;
/// The version of cargo-deny whose settings `deny.toml` has.
const DENY: &str = "cargo-deny@0.20.2";

/// Something that must be on the machine.
pub struct Tool {
    name: &'static str,
    purpose: &'static str,
    source: Source,
    is_there: fn() -> bool,
}

/// Where a tool comes from.
enum Source {
    /// A component of the Rust toolchain.
    Component(&'static str),
    /// Packages of Debian and its relatives.
    Packages(&'static [&'static str]),
    /// A crate with an executable, built without optimisation to save time.
    Crate(&'static str),
    /// The packages that `e2e/package-lock.json` names.
    Npm,
}

/// For SQLite and ring, which are partly C.
const C_COMPILER: Tool = Tool {
    name: "a C compiler",
    purpose: "compiles the parts of dependencies that are written in C",
    source: Source::Packages(&["gcc", "libc6-dev"]),
    is_there: || env::var_os("CC").is_some() || find("cc").is_some(),
};
pub const RUSTFMT: Tool = Tool {
    name: "rustfmt",
    purpose: "checks how code is formatted",
    source: Source::Component("rustfmt"),
    is_there: || succeeds("cargo", &["fmt", "--version"]),
};
pub const CLIPPY: Tool = Tool {
    name: "clippy",
    purpose: "looks for mistakes in code",
    source: Source::Component("clippy"),
    is_there: || succeeds("cargo", &["clippy", "--version"]),
};
pub const DENY_TOOL: Tool = Tool {
    name: "cargo-deny",
    purpose: "checks licences, versions and sources of dependencies",
    source: Source::Crate(DENY),
    is_there: || succeeds("cargo", &["deny", "--version"]),
};
/// Only a convenience: `cargo test` does, too.
const NEXTEST: Tool = Tool {
    name: "cargo-nextest",
    purpose: "runs tests side by side",
    source: Source::Crate("cargo-nextest"),
    is_there: has_nextest,
};
pub const DATABASES: Tool = Tool {
    name: "PostgreSQL, Patroni and etcd",
    purpose: "tests several servers that share a card room",
    source: Source::Packages(&["postgresql", "patroni", "etcd-server"]),
    is_there: || find("patroni").is_some() && find("etcd").is_some() && has_postgresql(),
};
pub const NODE_TOOL: Tool = Tool {
    name: "Node.js 20 or newer, with npm",
    purpose: "runs the browser tests",
    source: Source::Packages(&["nodejs", "npm"]),
    is_there: || find("npm").is_some() && node_version().is_some_and(|version| version >= NODE),
};
pub const NPM_PACKAGES: Tool = Tool {
    name: "e2e/node_modules",
    purpose: "drives the browsers",
    source: Source::Npm,
    is_there: npm_packages_are_there,
};
pub const CHROMIUM: Tool = Tool {
    name: "Chromium",
    purpose: "tests the page in Blink",
    // Chromium without a window: the tests take a quarter less processor time in it.
    source: Source::Packages(&["chromium-headless-shell"]),
    is_there: || program("CHROMIUM").is_some(),
};
pub const FIREFOX: Tool = Tool {
    name: "Firefox",
    purpose: "tests the page in Gecko",
    source: Source::Packages(&["firefox-esr"]),
    is_there: || program("FIREFOX").is_some(),
};
pub const WEBKIT: Tool = Tool {
    name: "WebKitGTK's driver",
    purpose: "tests the page in WebKit",
    source: Source::Packages(&["webkit2gtk-driver", "xvfb"]),
    is_there: || program("WEBKIT_DRIVER").is_some() && program("XVFB").is_some(),
};

pub const PYTHON: Tool = Tool {
    name: "Python 3.11 or newer, with venv",
    purpose: "builds and tests the Python package",
    source: Source::Packages(&["python3", "python3-venv"]),
    is_there: || {
        let check = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))";
        succeeds("python3", &["-c", check])
    },
};

/// For SQLite and ring, which are partly C, in a static executable.
pub const MUSL: Tool = Tool {
    name: "musl-gcc",
    purpose: "builds the static executable",
    source: Source::Packages(&["musl-tools"]),
    is_there: || find("musl-gcc").is_some(),
};

/// `cargo xtask setup [--yes]`: everything that `run` and `test` need, at once.
pub fn command(arguments: &[String]) -> Result<(), String> {
    let yes = match arguments {
        [] => false,
        [flag] if flag == "--yes" => true,
        _ => return Err("cargo xtask setup takes nothing but --yes (install without asking)".to_owned()),
    };
    let consent = if yes { Consent::Given } else { Consent::of_user() };
    crate::web::toolchain()?;
    let tools = [
        C_COMPILER,
        RUSTFMT,
        CLIPPY,
        NEXTEST,
        DENY_TOOL,
        NODE_TOOL,
        NPM_PACKAGES,
        CHROMIUM,
        FIREFOX,
        WEBKIT,
        DATABASES,
        PYTHON,
    ];
    let mut missing = Vec::new();
    for tool in tools {
        match tool.ensure_with(consent) {
            Ok(()) => println!("{:<32} there: {}", tool.name, tool.purpose),
            Err(why) => missing.push(why),
        }
    }
    if missing.is_empty() {
        Ok(())
    } else {
        Err(format!("not everything is there:\n  {}", missing.join("\n  ")))
    }
}

/// Whether packages may be installed on this machine.
#[derive(Clone, Copy, PartialEq)]
pub enum Consent {
    Given,
    /// To be asked for, each time.
    Asked,
    /// Nobody is there to ask.
    Unknown,
}

impl Consent {
    /// What a build server or a person at a terminal would say.
    pub fn of_user() -> Self {
        if is_ci() {
            Self::Given
        } else if stdin().is_terminal() {
            Self::Asked
        } else {
            Self::Unknown
        }
    }

    pub fn agrees(self, to: &str) -> bool {
        match self {
            Self::Given => true,
            Self::Unknown => false,
            Self::Asked => {
                eprint!("{to} [y/N] ");
                let _ = std::io::stderr().flush();
                let mut answer = String::new();
                stdin().read_line(&mut answer).is_ok() && answer.trim().eq_ignore_ascii_case("y")
            }
        }
    }
}

impl Tool {
    /// Makes sure that it is there; otherwise says what to type.
    pub fn ensure(&self) -> Result<(), String> {
        self.ensure_with(Consent::of_user())
    }

    fn ensure_with(&self, consent: Consent) -> Result<(), String> {
        // Parts of a test run are prepared beside each other; package managers allow one at a time.
        static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
        let _turn = ONE_AT_A_TIME.lock();
        if (self.is_there)() {
            return Ok(());
        }
        say(&format!("{} is missing; it {}", self.name, self.purpose));
        if self.install(consent) && (self.is_there)() {
            return Ok(());
        }
        Err(format!("{} is missing; {}", self.name, self.how()))
    }

    fn install(&self, consent: Consent) -> bool {
        match self.source {
            Source::Component(name) => shell::within(DOWNLOAD, "rustup", &["component", "add", name]),
            Source::Packages(packages) => {
                consent.agrees(&format!("Install {} with apt-get?", packages.join(", ")))
                    && apt_install(packages)
            }
            Source::Crate(name) => {
                eprintln!("Building it takes 2 to 4 minutes, once.");
                run("cargo", &["install", "--locked", "--debug", name], &[]).is_ok()
            }
            Source::Npm => npm_ci().is_ok(),
        }
    }

    /// How to get it by hand.
    fn how(&self) -> String {
        match self.source {
            Source::Component(name) => format!("type: rustup component add {name}"),
            Source::Packages(packages) => {
                format!(
                    "install it (Debian: apt-get install {}), or type: cargo xtask setup",
                    packages.join(" ")
                )
            }
            Source::Crate(name) => format!("type: cargo install --locked {name}"),
            Source::Npm => "type: npm ci --prefix e2e".to_owned(),
        }
    }
}

/// Debian keeps its programs in a folder for each version.
fn has_postgresql() -> bool {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    find("initdb").is_some()
        || versions.into_iter().any(|version| version.path().join("bin/initdb").is_file())
}

/// Whether `cargo nextest` can run the tests.
pub fn has_nextest() -> bool {
    succeeds("cargo", &["nextest", "--version"])
}

/// Installs Debian packages as the administrator that we are or can become.
pub fn apt_install(packages: &[&str]) -> bool {
    if find("apt-get").is_none() {
        return false;
    }
    let install = [&["install", "--yes", "--no-install-recommends"], packages].concat();
    // A fresh machine has no lists of packages yet.
    apt(&install) || (apt(&["update"]) && apt(&install))
}

fn apt(arguments: &[&str]) -> bool {
    let is_root =
        Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    let variables = [("DEBIAN_FRONTEND", "noninteractive")];
    let arguments = [&["--quiet"], arguments].concat();
    if is_root {
        run("apt-get", &arguments, &variables).is_ok()
    } else {
        run("sudo", &[&["apt-get"], &arguments[..]].concat(), &variables).is_ok()
    }
}

/// The program that a variable names, or that is found by its usual names.
pub fn program(variable: &str) -> Option<String> {
    let names: &[&str] = match variable {
        "CHROMIUM" => &["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"],
        "FIREFOX" => &["firefox-esr", "firefox"],
        "WEBKIT_DRIVER" => &["WebKitWebDriver"],
        "XVFB" => &["Xvfb"],
        _ => &[],
    };
    let named = env::var(variable).ok().filter(|path| fs::metadata(path).is_ok());
    named.or_else(|| names.iter().find_map(|name| find(name)).map(|path| path.to_string_lossy().into_owned()))
}

fn node_version() -> Option<u32> {
    let output = Command::new(find("node")?).arg("--version").output().ok()?;
    major(&String::from_utf8_lossy(&output.stdout))
}

/// The 20 of `v20.11.1`.
fn major(version: &str) -> Option<u32> {
    version.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

fn npm_packages_are_there() -> bool {
    let date = |path: &str| fs::metadata(root().join(path)).and_then(|data| data.modified()).ok();
    let there = date("e2e/node_modules/.package-lock.json");
    there.is_some() && there >= date("e2e/package-lock.json")
}

fn npm_ci() -> Result<(), String> {
    run("npm", &["ci", "--prefix", "e2e", "--no-audit", "--no-fund"], &[])?;
    // npm may leave the date alone.
    let mark = root().join("e2e/node_modules/.package-lock.json");
    let file = fs::File::options().append(true).open(&mark).map_err(|error| at(&mark, &error))?;
    file.set_modified(std::time::SystemTime::now()).map_err(|error| at(&mark, &error))
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

    #[test]
    fn nobody_is_asked_where_nobody_answers() {
        assert!(Consent::Given.agrees("Install?"));
        assert!(!Consent::Unknown.agrees("Install?"));
    }
}
