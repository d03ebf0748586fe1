//! Programs that wait for a network that is not there, unless they are stopped.

use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long such a program may take.
const LIMIT: Duration = Duration::from_secs(60);

/// Runs the program; whether it succeeded in time.
pub fn succeeds(command: &mut Command) -> bool {
    let name = command.get_program().to_string_lossy().into_owned();
    let Ok(mut child) = command.stdin(Stdio::null()).spawn() else { return false };
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) if start.elapsed() < LIMIT => thread::sleep(Duration::from_millis(100)),
            _ => {
                eprintln!("{name} did not end within {} seconds", LIMIT.as_secs());
                let _ = child.kill();
                let _ = child.wait();
                return false;
            }
        }
    }
}
