//! Servers of one's own: other processes, so that they can be killed as the system would kill them.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use server::ledger::nats::Settings;
use server::ledger::nats::local::{Servers, program};
use server::ledger::{LedgerError, Nats};

use super::proxy::Proxy;
use crate::cli::LoadArgs;

/// NATS servers that are started.
const SERVERS: usize = 3;

/// Servers with their data in a folder.
pub struct Own {
    pub nodes: Vec<Node>,
    /// What they share, if there can be several.
    pub cluster: Option<Cluster>,
}

/// NATS servers that several nodes share.
pub struct Cluster {
    pub servers: Servers,
    /// To see how they are.
    pub ledger: Nats,
}

impl Own {
    /// Starts whatever is asked for, on any free ports.
    pub async fn start(folder: &Path, args: &LoadArgs) -> Result<Self, String> {
        let Some(count) = args.nodes else {
            let data = vec!["--data".to_owned(), folder.display().to_string()];
            return Ok(Self { nodes: vec![Node::start(data, None)?], cluster: None });
        };
        if program().is_none() {
            return Err("several servers need nats-server; install it (Debian: apt-get install nats-server)"
                .to_owned());
        }
        let servers = Servers::start(&folder.join("nats"), SERVERS, true, &[])
            .map_err(|error| format!("cannot start NATS servers: {error}"))?;
        let ledger = patient(&servers).await?;
        let mut nodes = Vec::new();
        for _ in 0..count {
            // A proxy takes time, and is only needed to be cut.
            let proxy = if args.kills.is_some() { Some(Proxy::start(servers.ports()).await?) } else { None };
            let mut ledger = vec!["--ledger".to_owned()];
            match &proxy {
                Some(proxy) => {
                    ledger.extend([format!("nats://127.0.0.1:{}", proxy.port), "--nats-only".to_owned()])
                }
                None => ledger.push(servers.addresses().join(",")),
            }
            nodes.push(Node::start(ledger, proxy)?);
        }
        Ok(Self { nodes, cluster: Some(Cluster { servers, ledger }) })
    }

    /// The addresses of the servers.
    pub fn urls(&self) -> Vec<String> {
        self.nodes.iter().map(|node| format!("ws://{}", node.address)).collect()
    }
}

/// Waits until the servers can keep something.
async fn patient(servers: &Servers) -> Result<Nats, String> {
    let began = std::time::Instant::now();
    loop {
        match Nats::open(&Settings::new(servers.addresses())).await {
            Ok(ledger) => return Ok(ledger),
            Err(LedgerError::Unavailable(_)) if began.elapsed().as_secs() < 30 => {
                tokio::time::sleep(std::time::Duration::from_millis(100)).await;
            }
            Err(error) => return Err(error.to_string()),
        }
    }
}

/// One server.
pub struct Node {
    ledger: Vec<String>,
    child: Child,
    pub proxy: Option<Proxy>,
    /// Host and port.
    pub address: String,
}

impl Node {
    fn start(ledger: Vec<String>, proxy: Option<Proxy>) -> Result<Self, String> {
        let (child, address) = spawn(&ledger, "0")?;
        Ok(Self { ledger, child, proxy, address })
    }

    /// Kills it in the middle of whatever it does.
    pub fn kill(&mut self) {
        // On Unix this is SIGKILL: nothing can be tidied up.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Starts it again at the same address.
    pub fn revive(&mut self) -> Result<(), String> {
        let port = self.address.rsplit(':').next().unwrap_or_default();
        let (child, address) = spawn(&self.ledger, port)?;
        (self.child, self.address) = (child, address);
        Ok(())
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Starts the server, and waits until it says where it listens.
fn spawn(ledger: &[String], port: &str) -> Result<(Child, String), String> {
    let program = std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    let mut child = Command::new(program)
        .args(["serve", "--tables-only", "--host", "127.0.0.1", "--port", port])
        // The test measures capacity, so rate limits are off; errors are logged.
        .args(["--log", "error", "--calls-per-second", "1000000"])
        .args(ledger)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot start a server: {error}"))?;
    let mut line = String::new();
    if let Some(out) = &mut child.stdout {
        let _ = BufReader::new(out).read_line(&mut line);
    }
    match line.trim_end().rsplit_once("http://") {
        Some((_, address)) => Ok((child, address.to_owned())),
        None => {
            let _ = child.kill();
            let _ = child.wait();
            Err("the server did not start".to_owned())
        }
    }
}
