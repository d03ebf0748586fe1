//! The platforms that the Rust toolchain can build for.

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long the toolchain may take to fetch a target.
const PATIENCE: Duration = Duration::from_secs(60);

/// Whether the toolchain in use has the target's core library, or could fetch it.
pub fn ensure(target: &str) -> bool {
    is_there(target) || (added(target) && is_there(target))
}

fn is_there(target: &str) -> bool {
    let output = Command::new("rustc").args(["--print", "target-libdir", "--target", target]).output();
    let folder = output.ok().filter(|output| output.status.success()).map(|output| output.stdout);
    let folder = folder.and_then(|text| String::from_utf8(text).ok()).unwrap_or_default();
    let Ok(entries) = fs::read_dir(folder.trim()) else { return false };
    entries.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with("libcore-"))
}

/// Asks rustup, which waits for a network that is not there unless it is stopped.
fn added(target: &str) -> bool {
    eprintln!("\n$ rustup target add {target}");
    let Ok(mut child) = Command::new("rustup").args(["target", "add", target]).stdin(Stdio::null()).spawn()
    else {
        return false;
    };
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) if start.elapsed() < PATIENCE => thread::sleep(Duration::from_millis(100)),
            _ => {
                eprintln!("rustup did not answer within {} seconds", PATIENCE.as_secs());
                let _ = child.kill();
                let _ = child.wait();
                return false;
            }
        }
    }
}
