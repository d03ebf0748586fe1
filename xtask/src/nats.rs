//! NATS servers for the tests of several servers: found or installed, and what is missing is said.

use std::process::{Command, Stdio};

use crate::apt;

/// Where Debian puts it, which is not on everyone's path.
const PROGRAMS: [&str; 2] = ["nats-server", "/usr/sbin/nats-server"];

fn is_there() -> bool {
    PROGRAMS.iter().any(|program| {
        let version =
            Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        version.is_ok_and(|status| status.success())
    })
}

/// Installs `nats-server` where that is possible; why not, where it is not.
pub fn ensure() -> Result<(), String> {
    if is_there() || (apt::install(&["nats-server"]) && is_there()) {
        return Ok(());
    }
    Err("nats-server is missing; install it (Debian: apt-get install nats-server)".to_owned())
}
