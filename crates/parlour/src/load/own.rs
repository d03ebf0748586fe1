//! Servers of one's own: other processes, so that they can be killed as the system would kill them.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use server::ledger::postgres::cluster::{self, Cluster, DATABASES};

use super::proxy::Proxy;

/// How long databases may take until all of them follow.
const WHOLE: Duration = Duration::from_secs(120);

/// Servers with their data in a folder.
pub struct Own {
    pub nodes: Vec<Node>,
    /// What they share, if there can be several.
    pub shared: Option<Shared>,
}

/// Databases that several nodes share.
pub struct Shared {
    pub databases: Cluster,
    /// The cables between the databases, if they can be cut.
    pub cables: Vec<Proxy>,
    /// Where the servers note what they ask the databases.
    pub history: PathBuf,
    /// The folder of each database.
    pub folder: PathBuf,
}

impl Own {
    /// One server without databases.
    pub fn single(folder: &Path) -> Result<Self, String> {
        let data = vec!["--data".to_owned(), folder.display().to_string()];
        Ok(Self { nodes: vec![Node::start(data, Vec::new())?], shared: None })
    }

    /// Three databases and several servers, on any free ports; if they are to fail, with cables that can be cut.
    pub async fn several(folder: &Path, count: u8, to_fail: bool, small_disks: bool) -> Result<Self, String> {
        if let Some(missing) = cluster::missing() {
            return Err(format!("several servers need databases: {missing}"));
        }
        let said = |error: std::io::Error| format!("cannot start databases: {error}");
        let place = folder.join("databases");
        let mut databases = Cluster::plan(&place).map_err(said)?;
        let ports = databases.ports();
        databases.small_disks = small_disks;
        let mut cables = Vec::new();
        if to_fail {
            for (number, port) in ports.iter().enumerate() {
                let cable = Proxy::start(*port).await?;
                databases.lay_cable(number, cable.port);
                cables.push(cable);
            }
        }
        databases.start().map_err(said)?;
        let shared = Shared { databases, cables, history: folder.join("history"), folder: place };
        shared.whole().await?;
        let mut nodes = Vec::new();
        for _ in 0..count {
            let mut proxies = Vec::new();
            if to_fail {
                for port in &ports {
                    proxies.push(Proxy::start(*port).await?);
                }
            }
            let ways: Vec<u16> = proxies.iter().map(|proxy| proxy.port).collect();
            let url = Cluster::url(if to_fail { &ways } else { &ports });
            let mut arguments = vec!["--ledger".to_owned(), url];
            if to_fail {
                arguments.extend(["--history".to_owned(), shared.history.display().to_string()]);
            }
            nodes.push(Node::start(arguments, proxies)?);
        }
        Ok(Self { nodes, shared: Some(shared) })
    }

    /// The addresses of the servers.
    pub fn urls(&self) -> Vec<String> {
        self.nodes.iter().map(|node| format!("ws://{}", node.address)).collect()
    }
}

impl Shared {
    /// The address of the databases, without the servers' cables.
    pub fn url(&self) -> String {
        Cluster::url(&self.databases.ports())
    }

    /// Waits until all databases have everything; returns the number of the one that takes writes.
    pub async fn whole(&self) -> Result<usize, String> {
        self.wait(|cluster| cluster.whole()).await
    }

    /// Waits until another database than this takes writes.
    pub async fn moved_on(&self, from: usize) -> Result<usize, String> {
        let others = |cluster: &Cluster| {
            (0..DATABASES).filter(|number| *number != from).find_map(|number| cluster.leader_by(number))
        };
        self.wait(|cluster| others(cluster).filter(|leader| *leader != from)).await
    }

    async fn wait(&self, so: impl Fn(&Cluster) -> Option<usize>) -> Result<usize, String> {
        let began = Instant::now();
        while began.elapsed() < WHOLE {
            // Patroni answers at once, or is gone.
            if let Some(number) = tokio::task::block_in_place(|| so(&self.databases)) {
                return Ok(number);
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        Err(format!(
            "the databases were not in order within {} s; see {}",
            WHOLE.as_secs(),
            self.folder.display()
        ))
    }
}

/// One server.
pub struct Node {
    arguments: Vec<String>,
    child: Child,
    /// The cables to the databases.
    pub proxies: Vec<Proxy>,
    /// Host and port.
    pub address: String,
}

impl Node {
    fn start(arguments: Vec<String>, proxies: Vec<Proxy>) -> Result<Self, String> {
        let (child, address) = spawn(&arguments, "0")?;
        Ok(Self { arguments, child, proxies, address })
    }

    /// Kills it, without a chance to finish anything.
    pub fn kill(&mut self) {
        // On Unix this is SIGKILL: nothing can be tidied up.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Starts it again at the same address.
    pub fn revive(&mut self) -> Result<(), String> {
        let port = self.address.rsplit(':').next().unwrap_or_default();
        let (child, address) = spawn(&self.arguments, port)?;
        (self.child, self.address) = (child, address);
        Ok(())
    }

    /// Cuts it off from the databases, or mends it.
    pub fn cut(&self, cut: bool) {
        self.proxies.iter().for_each(|proxy| proxy.cut(cut));
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Starts the server, and waits until it says where it listens.
fn spawn(arguments: &[String], port: &str) -> Result<(Child, String), String> {
    let program = std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    let mut child = Command::new(program)
        .args(["serve", "--tables-only", "--host", "127.0.0.1", "--port", port])
        // The test measures capacity, so rate limits are off; errors are logged.
        .args(["--log", "error", "--calls-per-second", "1000000"])
        .args(arguments)
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
