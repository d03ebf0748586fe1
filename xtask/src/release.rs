//! What is handed out: the executable for this machine, a static one for any Linux, and what belongs to them.

mod deb;
mod licences;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::shell::{self, cargo, root, target};
use crate::web::{self, Quality};
use crate::{setup, targets};

/// Builds everything into `target/dist`.
pub fn run(arguments: &[String]) -> Result<(), String> {
    let only_static = match arguments {
        [] => false,
        [flag] if flag == "--static" => true,
        _ => return Err("cargo xtask release takes nothing but --static".to_owned()),
    };
    // At full quality; fails if the bundle is too large.
    web::build(Quality::Release)?;
    let folder = target().join("dist");
    let _ = fs::remove_dir_all(&folder);
    let mut made = Vec::new();
    if !only_static {
        cargo(&["build", "--release", "--locked", "--package", "parlour"])?;
        let program = format!("parlour{}", env::consts::EXE_SUFFIX);
        copy(&target().join("release").join(&program), &folder.join(&program))?;
        made.push((program, "for this machine".to_owned()));
    }
    if cfg!(target_os = "linux") {
        let (program, how) = build_static()?;
        copy(&program, &folder.join("static/parlour"))?;
        made.push(("static/parlour".to_owned(), format!("static, {how}")));
    } else {
        eprintln!("The static executable is built on Linux only.");
    }
    let first = made.first().map(|(program, _)| folder.join(program)).ok_or("nothing was built")?;
    accompany(&first, &folder)?;
    if cfg!(target_os = "linux") {
        match deb::build(&folder)? {
            Some(package) => made.push((package, "for Debian and Ubuntu".to_owned())),
            None => eprintln!("No Debian package: dpkg-deb is not installed."),
        }
    }
    sum(&folder)?;
    println!("\nIn {}:", folder.display());
    for (program, how) in made {
        let bytes = fs::metadata(folder.join(&program)).map_or(0, |metadata| metadata.len());
        println!("  {program}: {how}, {:.1} MiB", bytes as f64 / f64::from(1 << 20));
    }
    Ok(())
}

/// An executable that needs nothing of the system it runs on; with musl, or else with glibc.
fn build_static() -> Result<(PathBuf, String), String> {
    let build = |triple: &str, flags: &[(&str, &str)]| {
        let arguments = ["build", "--release", "--locked", "--package", "parlour", "--target", triple];
        shell::run("cargo", &arguments, flags)?;
        Ok((target().join(triple).join("release/parlour"), triple.to_owned()))
    };
    let musl = format!("{}-unknown-linux-musl", env::consts::ARCH);
    if targets::ensure(&musl) && setup::MUSL.ensure().is_ok() {
        return build(&musl, &[]);
    }
    eprintln!("\nRust cannot build for {musl} here, so the static executable is made with glibc.");
    // Variables take the place of the flags in .cargo/config.toml.
    let flags = [("RUSTFLAGS", "-C target-feature=+crt-static --cfg erase_components")];
    build(&format!("{}-unknown-linux-gnu", env::consts::ARCH), &flags)
}

/// The manual page, shell completions, licences, and files for systemd and containers.
fn accompany(program: &Path, folder: &Path) -> Result<(), String> {
    write(&folder.join("parlour.1"), &output(program, &["man"])?)?;
    for (shell, file) in [("bash", "parlour.bash"), ("zsh", "_parlour"), ("fish", "parlour.fish")] {
        write(&folder.join("completions").join(file), &output(program, &["completions", shell])?)?;
    }
    for file in ["LICENSE-MIT", "LICENSE-APACHE"] {
        copy(&root().join(file), &folder.join(file))?;
    }
    write(&folder.join("THIRD-PARTY.txt"), licences::collect()?.as_bytes())?;
    // An empty folder for the container.
    write(&folder.join("data/.keep"), b"")?;
    for file in ["parlour.service", "Containerfile"] {
        copy(&root().join("packaging").join(file), &folder.join(file))?;
    }
    Ok(())
}

/// Writes `SHA256SUMS`, as `sha256sum --check` reads it.
fn sum(folder: &Path) -> Result<(), String> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).map_err(|error| format!("{}: {error}", next.display()))?.flatten() {
            let path = entry.path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    let name = |path: &PathBuf| path.strip_prefix(folder).unwrap_or(path).to_string_lossy().into_owned();
    let mut files: Vec<String> = files.iter().map(name).collect();
    files.sort();
    let sums = |program: &str, flags: &[&str]| {
        let output = Command::new(program).args(flags).args(&files).current_dir(folder).output().ok()?;
        output.status.success().then_some(output.stdout)
    };
    let sums = sums("sha256sum", &[]).or_else(|| sums("shasum", &["-a", "256"]));
    write(&folder.join("SHA256SUMS"), &sums.ok_or("neither sha256sum nor shasum is installed")?)
}

fn output(program: &Path, arguments: &[&str]) -> Result<Vec<u8>, String> {
    let line = format!("{} {}", program.display(), arguments.join(" "));
    let output = Command::new(program).args(arguments).output();
    let output = output.map_err(|error| format!("cannot start {line}: {error}"))?;
    if output.status.success() { Ok(output.stdout) } else { Err(format!("{line} failed")) }
}

fn write(path: &Path, content: &[u8]) -> Result<(), String> {
    let folder = path.parent().unwrap_or(path);
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, content));
    written.map_err(|error| format!("{}: {error}", path.display()))
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let folder = to.parent().unwrap_or(to);
    let copied = fs::create_dir_all(folder).and_then(|()| fs::copy(from, to));
    copied.map(drop).map_err(|error| format!("{} to {}: {error}", from.display(), to.display()))
}
