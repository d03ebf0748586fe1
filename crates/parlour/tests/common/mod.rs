//! Running the program as a person or a script would.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// Runs with these arguments, and nothing typed.
pub fn parlour(arguments: &str) -> Output {
    typing(arguments, "")
}

/// Runs with these lines typed.
pub fn typing(arguments: &str, typed: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(arguments.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that ends early does not read everything, and that is its right.
    let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
    child.wait_with_output().unwrap()
}

/// What went to standard output.
pub fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// An empty folder of that name.
pub fn fresh(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Checks that a failing command writes one line to stderr, nothing to stdout, and has that exit code.
pub fn fails(arguments: &str, code: i32, says: &str) {
    let output = parlour(arguments);
    let error = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(code), "{arguments}: {error}");
    assert_eq!(error.lines().count(), 1, "{arguments}: {error}");
    assert!(error.contains(says), "{arguments}: {error}");
    assert!(!error.trim_end().contains(char::is_control), "{arguments}: {error:?}");
    assert_eq!(out(&output), "", "{arguments}");
}
