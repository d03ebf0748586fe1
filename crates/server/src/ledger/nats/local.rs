//! NATS servers on this machine: for tests, and for whoever wants to see what happens when one is killed.

use std::io;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The program, as Debian's package `nats-server` installs it.
const PROGRAM: &str = "nats-server";
/// Where Debian puts it, which is not on everyone's path.
const DEBIAN: &str = "/usr/sbin/nats-server";

/// NATS servers that end with this, killed.
pub struct Servers {
    folder: PathBuf,
    each: Vec<Server>,
    more: Vec<String>,
}

struct Server {
    port: u16,
    route: u16,
    child: Option<Child>,
}

/// Where the program is, if this machine has it.
pub fn program() -> Option<PathBuf> {
    [PROGRAM, DEBIAN].into_iter().map(PathBuf::from).find(|program| {
        let version =
            Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        version.is_ok_and(|status| status.success())
    })
}

/// Ports that nobody listens on now.
fn free_ports(count: usize) -> io::Result<Vec<u16>> {
    let listeners: Vec<TcpListener> =
        (0..count).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<Result<_, _>>()?;
    listeners.iter().map(|listener| Ok(listener.local_addr()?.port())).collect()
}

impl Servers {
    /// Starts so many servers with their data in a folder; several form a cluster. More lines can be added to their
    /// settings; without JetStream they keep nothing.
    pub fn start(folder: &Path, count: usize, jetstream: bool, more: &[&str]) -> io::Result<Self> {
        let ports = free_ports(2 * count)?;
        let each = (0..count)
            .map(|number| Server { port: ports[2 * number], route: ports[2 * number + 1], child: None })
            .collect();
        let mut more: Vec<String> = more.iter().map(|line| (*line).to_owned()).collect();
        if jetstream && !more.iter().any(|line| line.starts_with("jetstream")) {
            more.push("jetstream { max_memory_store: 256MB, max_file_store: 8GB }".to_owned());
        }
        let mut servers = Self { folder: folder.to_owned(), each, more };
        for number in 0..count {
            servers.revive(number)?;
        }
        Ok(servers)
    }

    /// Where they listen.
    pub fn addresses(&self) -> Vec<String> {
        self.each.iter().map(|server| format!("nats://127.0.0.1:{}", server.port)).collect()
    }

    /// The ports that they listen on.
    pub fn ports(&self) -> Vec<u16> {
        self.each.iter().map(|server| server.port).collect()
    }

    /// The number of the server of that name.
    pub fn number(&self, name: &str) -> Option<usize> {
        let number = name.strip_prefix("nats-")?.parse().ok()?;
        (number < self.each.len()).then_some(number)
    }

    /// Kills one in the middle of whatever it does.
    pub fn kill(&mut self, number: usize) {
        if let Some(mut child) = self.each.get_mut(number).and_then(|server| server.child.take()) {
            // On Unix this is SIGKILL: nothing can be tidied up.
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Starts one that was killed, with what it had.
    pub fn revive(&mut self, number: usize) -> io::Result<()> {
        let file = self.folder.join(format!("nats-{number}.conf"));
        std::fs::create_dir_all(&self.folder)?;
        std::fs::write(&file, self.settings(number))?;
        let program = program().ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
        let log = std::fs::File::create(self.folder.join(format!("nats-{number}.log")))?;
        let child = Command::new(program).arg("-c").arg(&file).stdout(Stdio::null()).stderr(log).spawn()?;
        self.each[number].child = Some(child);
        Ok(())
    }

    fn settings(&self, number: usize) -> String {
        let server = &self.each[number];
        let mut text = format!("server_name: nats-{number}\nlisten: 127.0.0.1:{}\n", server.port);
        if self.each.len() > 1 {
            let routes: Vec<String> =
                self.each.iter().map(|other| format!("nats://127.0.0.1:{}", other.route)).collect();
            text += &format!(
                "cluster {{ name: parlour, listen: 127.0.0.1:{}, routes: [{}] }}\n",
                server.route,
                routes.join(", ")
            );
        }
        for line in &self.more {
            let store = self.folder.join(format!("store-{number}"));
            let line =
                line.replacen("jetstream {", &format!("jetstream {{ store_dir: \"{}\",", store.display()), 1);
            text += &format!("{line}\n");
        }
        text
    }
}

impl Drop for Servers {
    fn drop(&mut self) {
        for number in 0..self.each.len() {
            self.kill(number);
        }
    }
}
