//! The platforms that the Rust toolchain can build for.

use std::fs;
use std::process::Command;

use crate::shell::{DOWNLOAD, within};

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

fn added(target: &str) -> bool {
    within(DOWNLOAD, "rustup", &["target", "add", target])
}
