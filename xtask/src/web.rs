//! The web client: from Rust to what a browser loads.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::setup::{Consent, apt_install};
use crate::shell::{Background, cargo, executable, root, run, target};
use crate::targets;

const TARGET: &str = "wasm32-unknown-unknown";
/// Flags for this machine's processor mean nothing to a browser. Pages made of boxed parts, not of one type for each,
/// are a twelfth smaller to load.
const FLAGS: &str = "--cfg erase_components";

/// How good the bundle has to be.
#[derive(Clone, Copy, PartialEq)]
pub enum Quality {
    /// Quick to build, larger to load: for `run` and `test`.
    Quick,
    /// As small as it gets, and checked to be small enough.
    Release,
}

/// The packages that become programs, with the profile that each is built in.
type Programs = [(&'static str, &'static str); 2];

impl Quality {
    /// The page, and the worker beside it.
    fn programs(self) -> Programs {
        match self {
            Self::Quick => [("web", "web-dev"), ("worker", "web-dev")],
            Self::Release => [("web", "web"), ("worker", "web-worker")],
        }
    }
}

/// `cargo xtask web [--release]`.
pub fn command(arguments: &[String]) -> Result<(), String> {
    match arguments {
        [] => build(Quality::Quick),
        [flag] if flag == "--release" => build(Quality::Release),
        _ => Err("cargo xtask web takes nothing but --release (small to load, slow to build)".to_owned()),
    }
}

/// Builds the WASM and makes the bundle in `dist`.
pub fn build(quality: Quality) -> Result<(), String> {
    for call in compilers(quality)? {
        run(call.program, &call.arguments(), &call.variables())?;
    }
    bundle(quality)
}

/// The compiler at work beside other things.
pub struct Build(Background);

/// Starts to compile the WASM, quickly.
pub fn start() -> Result<Build, String> {
    let calls = compilers(Quality::Quick)?;
    let call = calls.first().ok_or("There is nothing to compile.")?;
    Ok(Build(Background::start("web", call.program, &call.arguments(), &call.variables())?))
}

impl Build {
    /// Waits for the WASM and makes the bundle.
    pub fn finish(self) -> Result<(), String> {
        self.0.wait()?;
        bundle(Quality::Quick)
    }
}

/// A call of the compiler.
struct Call {
    program: &'static str,
    arguments: Vec<String>,
    variables: Vec<(&'static str, String)>,
}

impl Call {
    fn arguments(&self) -> Vec<&str> {
        self.arguments.iter().map(String::as_str).collect()
    }

    fn variables(&self) -> Vec<(&str, &str)> {
        self.variables.iter().map(|(name, value)| (*name, value.as_str())).collect()
    }
}

/// How to call the compiler: once for each profile.
fn compilers(quality: Quality) -> Result<Vec<Call>, String> {
    let toolchain = toolchain()?;
    let mut profiles: Vec<(&str, Vec<&str>)> = Vec::new();
    for (package, profile) in quality.programs() {
        match profiles.iter_mut().find(|(known, _)| *known == profile) {
            Some((_, packages)) => packages.push(package),
            None => profiles.push((profile, vec![package])),
        }
    }
    Ok(profiles.into_iter().map(|(profile, packages)| compiler(&toolchain, profile, &packages)).collect())
}

fn compiler(toolchain: &Toolchain, profile: &str, packages: &[&str]) -> Call {
    let folder = target().join("web").to_string_lossy().into_owned();
    let build = ["build", "--locked", "--profile", profile, "--target", TARGET, "--target-dir", &folder];
    let mut arguments: Vec<String> = build.map(str::to_owned).into();
    arguments.extend(packages.iter().flat_map(|package| ["--package", *package]).map(str::to_owned));
    let mut variables = vec![("RUSTFLAGS", FLAGS.to_owned())];
    let program = match toolchain {
        Toolchain::Own => "cargo",
        Toolchain::Debian { linker } => {
            arguments.extend(["-Z", "build-std=std,panic_abort"].map(str::to_owned));
            let linker = linker.to_string_lossy().into_owned();
            variables.extend([
                ("RUSTC", "/usr/bin/rustc".to_owned()),
                ("RUSTC_BOOTSTRAP", "1".to_owned()),
                ("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker),
            ]);
            "/usr/bin/cargo"
        }
    };
    Call { program, arguments, variables }
}

/// Makes `dist` of the WASM.
fn bundle(quality: Quality) -> Result<(), String> {
    // With all of the workspace: alone, its dependencies would have other features and be compiled again.
    cargo(&["build", "--quiet", "--locked", "--workspace", "--bin", "bundle"])?;
    let folder = target().join("web");
    let wasm =
        |(package, profile): (&str, &str)| folder.join(TARGET).join(profile).join(format!("{package}.wasm"));
    let [page, worker] = quality.programs().map(wasm);
    let paths = [page, worker, root().join("crates/web"), folder.join("bindings"), root().join("dist")];
    let paths = paths.map(|path| path.to_string_lossy().into_owned());
    let mut arguments: Vec<&str> = paths.iter().map(String::as_str).collect();
    arguments.extend((quality == Quality::Release).then_some("--release"));
    run(&executable("bundle").to_string_lossy(), &arguments, &[])
}

/// Who can build for the browser.
pub enum Toolchain {
    /// The one in use.
    Own,
    /// Debian's, which builds the standard library from its source.
    Debian { linker: PathBuf },
}

/// Finds, adds or installs what is needed, in this order.
pub fn toolchain() -> Result<Toolchain, String> {
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
    let packages = ["rustc-web", "rust-web-src", "cargo-web", "lld-22"];
    let agreed = || Consent::of_user().agrees(&format!("Install {} with apt-get?", packages.join(", ")));
    if !(ready() || agreed() && apt_install(&packages)) {
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
