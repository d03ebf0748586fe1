//! Makes the browser's bundle from the web client's WASM: writes the bindings, gives files names that change with
//! their content, lists them for the service worker and compresses them. `cargo xtask web` calls it.

#![forbid(unsafe_code)]

mod folder;
mod pack;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

use folder::Folder;
use pack::Effort;

/// What a visitor loads before the first card is dealt must stay small.
const LARGEST_WASM: usize = 750 * 1024;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (release, paths): (Vec<_>, Vec<_>) = arguments.iter().partition(|argument| *argument == "--release");
    let [wasm, client, bindings, out] = paths.as_slice() else {
        eprintln!(
            "bundle: give the WASM, the web client's folder, a folder for the bindings and the bundle's folder"
        );
        return ExitCode::from(2);
    };
    let effort = if release.is_empty() { Effort::Quick } else { Effort::Most };
    match bundle(Path::new(wasm), Path::new(client), Path::new(bindings), Path::new(out), effort) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bundle: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn bundle(wasm: &Path, client: &Path, bindings: &Path, out: &Path, effort: Effort) -> Result<()> {
    bind(wasm, bindings)?;
    let read = |path: PathBuf| fs::read(&path).with_context(|| format!("cannot read {}", path.display()));
    let text =
        |path: PathBuf| fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()));

    let mut folder = Folder::new(out, effort);
    let wasm_name = folder.asset("parlour.wasm", &read(bindings.join("parlour_bg.wasm"))?)?;
    folder.asset("parlour.js", text(bindings.join("parlour.js"))?.as_bytes())?;
    folder.asset("style.css", styles(&client.join("style"))?.as_bytes())?;
    let start = folder.rename(&text(client.join("js/start.js"))?);
    folder.asset("start.js", start.as_bytes())?;
    folder.public(&client.join("public"))?;
    let page = folder.rename(&text(client.join("index.html"))?);
    folder.page(page.as_bytes())?;
    let worker = text(client.join("js/service-worker.js"))?;
    folder.service_worker(&worker)?;
    folder.sweep()?;
    report(out, &wasm_name, effort)
}

/// Writes the JavaScript half of the bindings, and the WASM that fits it.
fn bind(wasm: &Path, bindings: &Path) -> Result<()> {
    if bindings.exists() {
        fs::remove_dir_all(bindings).with_context(|| format!("cannot empty {}", bindings.display()))?;
    }
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).out_name("parlour").typescript(false).omit_default_module_path(true);
    bindgen.remove_name_section(true).remove_producers_section(true);
    bindgen.web(true)?.generate(bindings)?;
    if bindings.join("snippets").exists() {
        bail!(
            "a dependency of the web client brings JavaScript of its own, which the bundle does not take in"
        );
    }
    Ok(())
}

/// All style sheets as one, in the order of their names.
fn styles(folder: &Path) -> Result<String> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "css"));
    paths.sort();
    let sheets: Result<Vec<String>, _> = paths.iter().map(fs::read_to_string).collect();
    Ok(sheets.context("cannot read a style sheet")?.join("\n"))
}

/// Tells what a first visit costs; a release may not cost too much.
fn report(out: &Path, wasm_name: &str, effort: Effort) -> Result<()> {
    let plain = out.join("assets").join(wasm_name);
    let bytes = |path: &Path| {
        fs::metadata(path).map(|data| data.len()).with_context(|| format!("cannot read {}", path.display()))
    };
    let (before, after) = (bytes(&plain)?, bytes(&pack::sibling(&plain, "br"))?);
    eprintln!("web: WASM {} KiB after brotli, {} KiB before", after.div_ceil(1024), before.div_ceil(1024));
    if effort == Effort::Most && after > LARGEST_WASM as u64 {
        bail!("the WASM is {after} bytes after brotli; make it smaller than {LARGEST_WASM} bytes");
    }
    Ok(())
}
