//! `parlour serve` as a process.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// A server without a web client on a free port, which ends with the test.
pub struct Running {
    pub child: Child,
    /// Host and port.
    pub address: String,
}

impl Running {
    pub fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_parlour"))
            .args(["serve", "--tables-only", "--port", "0", "--calls-per-second", "1000000"])
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address =
            line.trim_end().strip_prefix("The card room is open at http://").expect("it starts").to_owned();
        Self { child, address }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
