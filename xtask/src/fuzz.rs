//! Arbitrary and spoilt messages for the server: over sockets, and over HTTP by what its own description allows and
//! forbids (schemathesis, which needs Python).

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::{env, fs};

use crate::shell::{self, cargo, executable, target};

/// The version of schemathesis that is known to work.
const SCHEMATHESIS: &str = "schemathesis==4.32.5";
/// Entries of logs, calls and requests, unless another number is asked for.
const INPUTS: u64 = 1_000_000;
/// One of this number of inputs is a visit over a socket, which sends up to 40 messages.
const PER_VISIT: u64 = 300;
/// Requests for each operation and phase.
const REQUESTS: &str = "300";

/// A server that ends with this.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Sends everything that should not be sent.
pub fn run(arguments: &[String]) -> Result<(), String> {
    let inputs = match arguments {
        [] => INPUTS,
        [number] => number.parse().map_err(|_| format!("{number} is not a number of inputs"))?,
        _ => return Err("cargo xtask fuzz takes the number of inputs, or nothing".to_owned()),
    };
    let (inputs, visits) = (inputs.to_string(), (inputs / PER_VISIT).max(1).to_string());
    let arguments = ["test", "--package", "server", "--lib", "--locked", "--"];
    let arguments = [&arguments[..], &["--nocapture", "tests::fuzz", "tests::hostile"]].concat();
    shell::run("cargo", &arguments, &[("PARLOUR_FUZZ_INPUTS", &inputs), ("PARLOUR_FUZZ_CASES", &visits)])?;
    cargo(&["build", "--workspace", "--bin", "parlour", "--locked"])?;
    let folder = target().join("fuzz");
    let schemathesis = schemathesis(&folder)?;
    let (server, address) = serve(&executable("parlour"), &folder.join("data"))?;
    let key = format!("Authorization: Bearer {}", "5e".repeat(32));
    let description = format!("{address}/api/openapi.json");
    // What the description cannot say (how many can play which game) may be refused, so valid orders may be, too.
    let arguments = ["run", &description, "--header", &key, "--max-examples", REQUESTS];
    let arguments =
        [&arguments[..], &["--checks", "all", "--exclude-checks", "positive_data_acceptance"]].concat();
    shell::run(&schemathesis.to_string_lossy(), &arguments, &[])?;
    drop(server);
    println!("\nNothing broke.");
    Ok(())
}

/// Where schemathesis is, installed into a folder of its own if it is not.
fn schemathesis(folder: &Path) -> Result<PathBuf, String> {
    let tools = folder.join("python");
    let scripts = tools.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let program = scripts.join(format!("schemathesis{}", env::consts::EXE_SUFFIX));
    if !program.is_file() {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let place = tools.to_string_lossy().into_owned();
        shell::run("python3", &["-m", "venv", &place], &[])
            .map_err(|why| format!("{why}; install Python 3.10 or newer, with venv"))?;
        shell::run(&scripts.join("pip").to_string_lossy(), &["install", "--quiet", SCHEMATHESIS], &[])?;
    }
    Ok(program)
}

/// Starts the server on an empty folder; returns it and its address.
fn serve(program: &Path, data: &Path) -> Result<(Running, String), String> {
    let _ = fs::remove_dir_all(data);
    let mut child = Command::new(program)
        .args(["serve", "--tables-only", "--port", "0", "--data"])
        .arg(data)
        .stdout(Stdio::piped())
        .spawn()
        .map(Running)
        .map_err(|error| format!("cannot start {}: {error}", program.display()))?;
    let mut line = String::new();
    if let Some(out) = &mut child.0.stdout {
        let _ = BufReader::new(out).read_line(&mut line);
    }
    let address = line.trim_end().rsplit_once(' ').map(|(_, address)| address.to_owned());
    Ok((child, address.ok_or("the server did not start")?))
}
