//! The web client: from Rust to what a browser loads.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::{cargo, cargo_with, program_with, root, targets};

const TARGET: &str = "wasm32-unknown-unknown";
/// Flags for this machine's processor mean nothing to a browser. Pages made of boxed parts, not of one type for each,
/// are a twelfth smaller to load.
const FLAGS: &str = "--cfg erase_components";

/// Builds the WASM and makes the bundle in `dist`.
pub fn build(arguments: &[String]) -> Result<(), String> {
    let dev = match arguments {
        [] => false,
        [flag] if flag == "--dev" => true,
        _ => return Err("cargo xtask web takes nothing but --dev (quick to build, large to load)".to_owned()),
    };
    // The quick build is an optimised one's little sister, and has its own folder of results.
    let profile = if dev { "web-dev" } else { "web" };
    let build = ["build", "--locked", "--package", "web", "--profile", profile, "--target", TARGET];
    let build = [&build[..], &["--target-dir", "target/web"]].concat();
    match toolchain()? {
        Toolchain::Own => cargo_with(&build, &[("RUSTFLAGS", FLAGS)])?,
        Toolchain::Debian { linker } => {
            let from_source = [&build[..], &["-Z", "build-std=std,panic_abort"]].concat();
            let linker = linker.to_string_lossy();
            let variables = [
                ("RUSTFLAGS", FLAGS),
                ("RUSTC", "/usr/bin/rustc"),
                ("RUSTC_BOOTSTRAP", "1"),
                ("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker.as_ref()),
            ];
            program_with("/usr/bin/cargo", &from_source, &variables)?;
        }
    }
    let target = root().join("target/web");
    let wasm = target.join(TARGET).join(profile).join("web.wasm");
    let paths = [wasm, root().join("crates/web"), target.join("bindings"), root().join("dist")];
    let mut bundle = vec!["run", "--quiet", "--locked", "--package", "bundle", "--"];
    let paths = paths.map(|path| path.to_string_lossy().into_owned());
    bundle.extend(paths.iter().map(String::as_str));
    bundle.extend(dev.then_some("--dev"));
    cargo(&bundle)
}

/// Who can build for the browser.
enum Toolchain {
    /// The one in use.
    Own,
    /// Debian's, which builds the standard library from its source.
    Debian { linker: PathBuf },
}

/// Finds, adds or installs what is needed, in this order.
fn toolchain() -> Result<Toolchain, String> {
    if targets::ensure(TARGET) {
        return Ok(Toolchain::Own);
    }
    if let Some(linker) = debian() {
        return Ok(Toolchain::Debian { linker });
    }
    Err(format!("Rust cannot build for the browser here; type: rustup target add {TARGET}"))
}

/// Debian's own compiler, with the source of the standard library.
fn debian() -> Option<PathBuf> {
    let there = || Path::new("/usr/lib/rustlib/src/rust/library").exists() || source_of_debian().is_some();
    let ready = || Path::new("/usr/bin/cargo").exists() && there() && newest_linker().is_some();
    if !ready() && !crate::apt::install(&["rustc-web", "rust-web-src", "cargo-web", "lld-22"]) {
        return None;
    }
    newest_linker().filter(|_| ready())
}

fn source_of_debian() -> Option<PathBuf> {
    let output = Command::new("/usr/bin/rustc").args(["--print", "sysroot"]).output().ok()?;
    let sysroot = String::from_utf8(output.stdout).ok()?;
    let source = Path::new(sysroot.trim()).join("lib/rustlib/src/rust/library");
    source.exists().then_some(source)
}

/// `wasm-ld-22` before `wasm-ld-19`.
fn newest_linker() -> Option<PathBuf> {
    let folders = env::var_os("PATH").unwrap_or_default();
    let names = env::split_paths(&folders).filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
    let version = |path: &PathBuf| {
        let name = path.file_name()?.to_string_lossy().into_owned();
        name.strip_prefix("wasm-ld-")?.parse::<u32>().ok()
    };
    names.map(|entry| entry.path()).filter(|path| version(path).is_some()).max_by_key(version)
}
