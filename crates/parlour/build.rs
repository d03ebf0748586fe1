//! Embeds the web client's bundle in a released executable: a new bundle makes a new executable. While developing,
//! the bundle is read from its folder, and nothing need be built again.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-check-cfg=cfg(embedded)");
    if env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo:rustc-cfg=embedded");
        println!("cargo:rerun-if-changed=../../dist");
        let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
        fs::write(out.join("bundle.rs"), list(&Path::new("../../dist").canonicalize()?)?)?;
    }
    Ok(())
}

/// The files below the folder, as the source of a slice of names and contents.
fn list(root: &Path) -> io::Result<String> {
    let mut files = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    let mut source = String::from("&[\n");
    for path in files {
        let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        let _ = writeln!(source, "    ({name:?}, include_bytes!({:?})),", path.to_string_lossy());
    }
    Ok(source + "]\n")
}
