//! Running other programs in the project's root, and saying so.

use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

/// How long a program may take to fetch something: some wait for ever for a network that is not there.
pub const DOWNLOAD: Duration = Duration::from_secs(60);

/// The project's root, independent of the working directory.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// Cargo's folder for build results.
pub fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |path| root().join(path))
}

/// An executable of the profile that `run` and `test` build.
pub fn executable(name: &str) -> PathBuf {
    target().join("debug").join(format!("{name}{}", env::consts::EXE_SUFFIX))
}

/// Whether this runs on a build server.
pub fn is_ci() -> bool {
    env::var("CI").is_ok_and(|value| !value.is_empty() && value != "false")
}

/// How many programs that wait a lot keep all cores busy.
pub fn cores_and_one() -> usize {
    thread::available_parallelism().map_or(2, |cores| cores.get() + 1)
}

/// Says what happens next.
pub fn say(text: &str) {
    eprintln!("\n==> {text}");
}

/// Runs cargo.
pub fn cargo(arguments: &[&str]) -> Result<(), String> {
    run("cargo", arguments, &[])
}

/// Runs a program with its output on the terminal.
pub fn run(program: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Result<(), String> {
    eprintln!("$ {}", line(program, arguments));
    let status = command(program, arguments, variables).status().map_err(|error| missing(program, &error))?;
    if status.success() { Ok(()) } else { Err(format!("{} failed", line(program, arguments))) }
}

/// Runs a program and hands every line of its output to `read`, which decides whether it is shown. Standard output and
/// standard error are both read.
pub fn run_reading(
    program: &str,
    arguments: &[&str],
    variables: &[(&str, &str)],
    mut read: impl FnMut(&str) -> bool + Send,
) -> Result<(), String> {
    eprintln!("$ {}", line(program, arguments));
    let mut command = command(program, arguments, variables);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| missing(program, &error))?;
    let (sender, lines) = std::sync::mpsc::channel();
    let readers: [Option<Box<dyn std::io::Read + Send>>; 2] = [
        child.stdout.take().map(|out| Box::new(out) as _),
        child.stderr.take().map(|out| Box::new(out) as _),
    ];
    for reader in readers.into_iter().flatten() {
        let sender = sender.clone();
        thread::spawn(move || {
            for bytes in BufReader::new(reader).split(b'\n').map_while(Result::ok) {
                let _ = sender.send(String::from_utf8_lossy(&bytes).into_owned());
            }
        });
    }
    drop(sender);
    for text in lines {
        if read(&text) {
            eprintln!("{text}");
        }
    }
    let status = child.wait().map_err(|error| format!("{program}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{} failed", line(program, arguments))) }
}

/// Whether a program starts and ends well, without output.
pub fn succeeds(program: &str, arguments: &[&str]) -> bool {
    let mut command = command(program, arguments, &[]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Runs a program for a limited time; whether it succeeded.
pub fn within(limit: Duration, program: &str, arguments: &[&str]) -> bool {
    eprintln!("$ {}", line(program, arguments));
    let Ok(mut child) = command(program, arguments, &[]).stdin(Stdio::null()).spawn() else { return false };
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) if start.elapsed() < limit => thread::sleep(Duration::from_millis(100)),
            _ => {
                eprintln!("{program} did not answer within {} seconds", limit.as_secs());
                let _ = child.kill();
                let _ = child.wait();
                return false;
            }
        }
    }
}

/// A program that runs beside others, its output kept in a file until it is needed.
pub struct Background {
    child: Child,
    line: String,
    log: PathBuf,
}

impl Background {
    /// Starts it; the log gets this name.
    pub fn start(
        name: &str,
        program: &str,
        arguments: &[&str],
        variables: &[(&str, &str)],
    ) -> Result<Self, String> {
        let line = line(program, arguments);
        let log = target().join("xtask").join(format!("{name}.log"));
        eprintln!("$ {line}    (beside other work; output in {})", log.display());
        let parent = log.parent().map_or(Ok(()), fs::create_dir_all);
        let file = parent.and_then(|()| fs::File::create(&log)).map_err(|error| at(&log, &error))?;
        let also = file.try_clone().map_err(|error| at(&log, &error))?;
        let mut command = command(program, arguments, variables);
        let child = command.stdin(Stdio::null()).stdout(file).stderr(also).spawn();
        Ok(Self { child: child.map_err(|error| missing(program, &error))?, line, log })
    }

    /// Waits for it; if it failed, shows what it said.
    pub fn wait(mut self) -> Result<(), String> {
        let status = self.child.wait().map_err(|error| format!("{}: {error}", self.line))?;
        if status.success() {
            return Ok(());
        }
        eprintln!("{}", fs::read_to_string(&self.log).unwrap_or_default());
        Err(format!("{} failed", self.line))
    }
}

/// Nothing outlives the command that started it.
impl Drop for Background {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A program on the path.
pub fn find(name: &str) -> Option<PathBuf> {
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    let folders = path();
    env::split_paths(&folders).map(|folder| folder.join(&name)).find(|path| path.is_file())
}

/// The path, with the folder into which cargo installs and with Debian's folder of servers, where only administrators look.
fn path() -> OsString {
    let usual = env::var_os("PATH").unwrap_or_default();
    let cargo =
        env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")));
    let more = [cargo.unwrap_or_default().join("bin"), PathBuf::from("/usr/sbin")];
    env::join_paths(env::split_paths(&usual).chain(more)).unwrap_or(usual)
}

/// An error of the file system, with the path that it concerns.
pub fn at(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}

/// A command without what the outer cargo left in the environment, which would confuse an inner one.
fn command(program: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Command {
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
    command.args(arguments).env("PATH", path()).envs(variables.iter().copied()).current_dir(root());
    command
}

fn line(program: &str, arguments: &[&str]) -> String {
    format!("{program} {}", arguments.join(" "))
}

fn missing(program: &str, error: &std::io::Error) -> String {
    format!("cannot start {program}: {error}; type: cargo xtask setup")
}
