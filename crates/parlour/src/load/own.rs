//! A server of one's own: another process, so that it can be killed as the system would kill it.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A server with its data in a folder.
pub struct Own {
    folder: PathBuf,
    child: Child,
    /// Where it listens.
    pub address: String,
}

impl Own {
    /// Starts a server on any free port.
    pub fn start(folder: &Path) -> Result<Self, String> {
        let (child, address) = spawn(folder, "0")?;
        Ok(Self { folder: folder.to_owned(), child, address })
    }

    /// Kills it in the middle of whatever it does, and starts it again at the same address.
    pub fn kill(&mut self) -> Result<(), String> {
        self.end();
        let port = self.address.rsplit(':').next().unwrap_or_default();
        let (child, address) = spawn(&self.folder, port)?;
        (self.child, self.address) = (child, address);
        Ok(())
    }

    fn end(&mut self) {
        // On Unix this is SIGKILL: nothing can be tidied up.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        self.end();
    }
}

/// Starts the server, and waits until it says where it listens.
fn spawn(folder: &Path, port: &str) -> Result<(Child, String), String> {
    let program = std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    let mut child = Command::new(program)
        .args(["serve", "--tables-only", "--host", "127.0.0.1", "--port", port])
        // What is asked here is what the server bears, not what it allows.
        .args(["--calls-per-second", "1000000", "--data"])
        .arg(folder)
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
