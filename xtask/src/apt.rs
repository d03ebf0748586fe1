//! Debian's packages, where we may install them.

use std::process::{Command, Stdio};

/// Installs packages if this is a Debian and we are its administrator; says what it does. Whether it worked.
pub fn install(packages: &[&str]) -> bool {
    if !is_administrator() || !apt(&["--version"], Stdio::null()) {
        return false;
    }
    eprintln!("\n$ apt-get install {}", packages.join(" "));
    let install = [&["install", "--yes", "--no-install-recommends"], packages].concat();
    // A fresh machine has no lists of packages yet.
    apt(&install, Stdio::null()) || (apt(&["update"], Stdio::null()) && apt(&install, Stdio::inherit()))
}

fn apt(arguments: &[&str], out: Stdio) -> bool {
    let mut command = Command::new("apt-get");
    command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null()).stdout(out);
    command.status().is_ok_and(|status| status.success())
}

fn is_administrator() -> bool {
    let output = Command::new("id").arg("-u").output();
    output.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
