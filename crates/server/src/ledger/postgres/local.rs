//! A PostgreSQL server on this machine: for tests, and to see what happens when it is killed.

use std::io;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Where Debian puts the programs, in a folder for each version.
const DEBIAN: &str = "/usr/lib/postgresql";
/// The user of a database that is started here.
pub const USER: &str = "parlour";

/// The folder with PostgreSQL's programs, if this machine has them.
pub fn programs() -> Option<PathBuf> {
    let mut versions: Vec<(u32, PathBuf)> = std::fs::read_dir(DEBIAN)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin"))))
        .collect();
    versions.sort_unstable();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = versions.into_iter().rev().map(|(_, folder)| folder).chain(std::env::split_paths(&path));
    // Patroni needs all of them.
    let is_whole = |folder: &PathBuf| {
        ["initdb", "postgres", "pg_ctl", "pg_controldata"].iter().all(|name| folder.join(name).is_file())
    };
    folders.into_iter().find(is_whole)
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// PostgreSQL refuses to run as root; then it runs as the user whom its package made, in folders that are his.
pub fn command(program: &Path) -> Command {
    let mut command = if is_root() {
        let mut command = Command::new("setpriv");
        command.args([
            "--reuid",
            "postgres",
            "--regid",
            "postgres",
            "--clear-groups",
            "--pdeathsig",
            "KILL",
            "--",
        ]);
        command.arg(program);
        command
    } else {
        Command::new(program)
    };
    // It may not enter the folder where we are.
    command.current_dir("/").stdin(Stdio::null()).stdout(Stdio::null());
    command
}

/// Makes a folder that the database's user can use.
pub fn folder(path: &Path) -> io::Result<()> {
    std::fs::create_dir_all(path)?;
    if is_root() {
        done(Command::new("chown").arg("postgres:postgres").arg(path))?;
    }
    Ok(())
}

/// Runs a program to its end.
pub fn done(command: &mut Command) -> io::Result<()> {
    let output = command.stdout(Stdio::null()).stderr(Stdio::piped()).output()?;
    match output.status.success() {
        true => Ok(()),
        false => Err(io::Error::other(String::from_utf8_lossy(&output.stderr).trim().to_owned())),
    }
}

/// Ports that nobody listens on now. They are below those that the system gives to connections, which could take them
/// before a database starts.
pub fn free_ports(count: usize) -> io::Result<Vec<u16>> {
    let mut listeners = Vec::new();
    for _ in 0..1000 {
        let random = crate::random::bytes()
            .map(u16::from_le_bytes)
            .map_err(|error| io::Error::other(error.to_string()))?;
        if let Ok(listener) = TcpListener::bind(("127.0.0.1", 20_000 + random % 12_000)) {
            listeners.push(listener);
        }
        if listeners.len() == count {
            return listeners.iter().map(|listener| Ok(listener.local_addr()?.port())).collect();
        }
    }
    Err(io::Error::other("no free ports"))
}

/// A database that ends with this, killed.
pub struct Server {
    programs: PathBuf,
    data: PathBuf,
    log: PathBuf,
    port: u16,
    settings: Vec<String>,
    child: Option<Child>,
}

impl Server {
    /// Makes an empty database in a folder and starts it, with more settings such as `fsync=off`.
    pub fn start(folder: &Path, settings: &[&str]) -> io::Result<Self> {
        let programs = programs().ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
        self::folder(folder)?;
        let data = folder.join("data");
        if !data.exists() {
            let mut initdb = command(&programs.join("initdb"));
            initdb.arg("--pgdata").arg(&data).args(["--username", USER, "--auth", "trust"]);
            done(initdb.args(["--no-sync", "--encoding", "UTF8", "--locale", "C.UTF-8"]))?;
        }
        let settings = settings.iter().map(|setting| (*setting).to_owned()).collect();
        let (log, port) = (folder.join("log"), free_ports(1)?[0]);
        let mut server = Self { programs, data, log, port, settings, child: None };
        server.revive()?;
        Ok(server)
    }

    /// Where it listens.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("postgres://{USER}@127.0.0.1:{}/postgres", self.port)
    }

    /// Kills it in the middle of whatever it does.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            // On Unix this is SIGKILL: nothing can be tidied up.
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Starts it again with what it had, and waits until it takes connections.
    pub fn revive(&mut self) -> io::Result<()> {
        loop {
            let log = std::fs::OpenOptions::new().create(true).append(true).open(&self.log)?;
            let mut postgres = command(&self.programs.join("postgres"));
            postgres.arg("-D").arg(&self.data).args(["-p", &self.port.to_string()]).stderr(log);
            for setting in ["listen_addresses=127.0.0.1", "unix_socket_directories="] {
                postgres.args(["-c", setting]);
            }
            for setting in &self.settings {
                postgres.args(["-c", setting]);
            }
            let mut child = postgres.spawn()?;
            loop {
                if TcpStream::connect(("127.0.0.1", self.port)).is_ok() && self.is_ready() {
                    self.child = Some(child);
                    return Ok(());
                }
                match child.try_wait()? {
                    None => std::thread::yield_now(),
                    // What it left behind is still in use for a moment after it was killed.
                    Some(_) if self.is_in_use()? => break,
                    Some(_) => return Err(io::Error::other(self.last_words())),
                }
            }
        }
    }

    /// It listens before it is ready, and notes in its lock file which of the two it is.
    fn is_ready(&self) -> bool {
        let noted = std::fs::read_to_string(self.data.join("postmaster.pid")).unwrap_or_default();
        noted.lines().nth(7).is_some_and(|state| state.trim() == "ready")
    }

    fn is_in_use(&self) -> io::Result<bool> {
        Ok(["shared memory block", "lock file"].iter().any(|words| self.last_words().contains(words)))
    }

    fn last_words(&self) -> String {
        let log = std::fs::read_to_string(&self.log).unwrap_or_default();
        let lines: Vec<&str> = log.lines().rev().take(4).collect();
        lines.into_iter().rev().collect::<Vec<_>>().join("\n")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}
