//! The licences of everything that becomes part of the executable or of the web client in it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::root;

/// How the names of such files begin.
const NAMES: [&str; 4] = ["LICENSE", "LICENCE", "COPYING", "NOTICE"];

/// Each text once, after the names of those who use it.
pub fn collect() -> Result<String, String> {
    let mut packages = packages("parlour", &[])?;
    packages.extend(self::packages("web", &["--target", "wasm32-unknown-unknown"])?);
    let metadata = cargo(&["metadata", "--format-version", "1", "--locked"])?;
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for manifest in manifests(&metadata) {
        let Some(folder) = Path::new(&manifest).parent() else { continue };
        let package = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if packages.contains_key(&package) {
            for text in licences(folder) {
                texts.entry(text).or_default().insert(package.clone());
            }
        }
    }
    let mut all = String::from("Parlour contains these packages:\n\n");
    all.extend(packages.iter().map(|(package, licence)| format!("{package}: {licence}\n")));
    for (text, packages) in texts {
        let packages: Vec<String> = packages.into_iter().collect();
        all += &format!("\n{}\n{}\n\n{}\n", "=".repeat(80), packages.join(", "), text.trim_end());
    }
    Ok(all)
}

/// Packages that are not ours, as `name-version`, with the name of their licence.
fn packages(root: &str, flags: &[&str]) -> Result<BTreeMap<String, String>, String> {
    let tree =
        ["tree", "--locked", "--edges", "normal", "--prefix", "none", "--format", "{p}|{l}", "--package"];
    let tree = cargo(&[&tree[..], &[root], flags].concat())?;
    Ok(tree.lines().filter_map(package).collect())
}

/// From `serde v1.0.0|MIT`; our own packages have a path, too.
fn package(line: &str) -> Option<(String, String)> {
    let (package, licence) = line.split_once('|')?;
    let (name, version) = package.split_once(" v")?;
    let version = version.trim_end_matches(" (proc-macro)");
    let licence = licence.trim_end_matches(" (*)");
    (!version.contains(' ')).then(|| (format!("{name}-{version}"), licence.to_owned()))
}

/// The paths of all manifests, from cargo's JSON.
fn manifests(metadata: &str) -> impl Iterator<Item = String> {
    let paths = metadata.split("\"manifest_path\":\"").skip(1).filter_map(|rest| rest.split('"').next());
    paths.map(|path| path.replace("\\\\", "\\"))
}

/// The texts of a package, and of what others wrote and lies in its folders.
fn licences(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let is_licence = |name: &str| NAMES.iter().any(|start| name.to_uppercase().starts_with(start));
    let texts = |entry: fs::DirEntry| match entry.file_type() {
        Ok(kind) if kind.is_dir() => licences(&entry.path()),
        Ok(_) if is_licence(&entry.file_name().to_string_lossy()) => {
            fs::read_to_string(entry.path()).into_iter().collect()
        }
        _ => Vec::new(),
    };
    entries.flatten().flat_map(texts).collect()
}

fn cargo(arguments: &[&str]) -> Result<String, String> {
    let output = Command::new("cargo").args(arguments).current_dir(root()).output();
    let output = output.map_err(|error| format!("cannot start cargo: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_of_others_are_listed() {
        let listed = |name: &str, licence: &str| Some((name.to_owned(), licence.to_owned()));
        assert_eq!(package("serde v1.0.1|MIT OR Apache-2.0 (*)"), listed("serde-1.0.1", "MIT OR Apache-2.0"));
        assert_eq!(package("derive v2.0.0 (proc-macro)|MIT"), listed("derive-2.0.0", "MIT"));
        assert_eq!(package("engine v0.1.0 (/parlour/crates/engine)|MIT"), None);
    }

    #[test]
    fn manifests_are_found_in_metadata() {
        let json = r#"{"packages":[{"manifest_path":"/a/b-1/Cargo.toml","x":1},{"manifest_path":"C:\\c"}]}"#;
        assert_eq!(manifests(json).collect::<Vec<_>>(), ["/a/b-1/Cargo.toml", r"C:\c"]);
    }
}
