//! Makes the browser's bundle from the web client's WASM: writes the bindings, gives files names that change with
//! their content, lists them for the service worker and compresses them. `cargo xtask web` calls it.

#![forbid(unsafe_code)]

mod folder;
mod pack;
mod program;
mod unused;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use folder::Folder;
use pack::Effort;
use program::Program;

/// The part with the tables of one's own.
const TABLE: &str = "table";
/// What the lobby needs must stay small.
const LARGEST_LOBBY: u64 = 128 * 1024;
/// The same with the first table.
const LARGEST_FIRST: u64 = 300 * 1024;
/// What the worker loads beside them.
const LARGEST_WORKER: u64 = 364 * 1024;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (release, paths): (Vec<_>, Vec<_>) = arguments.iter().partition(|argument| *argument == "--release");
    let paths: Vec<&Path> = paths.into_iter().map(Path::new).collect();
    let [page, worker, client, work, out] = paths.as_slice() else {
        eprintln!(
            "bundle: give the WASM of the page, that of the worker, the web client's folder, a folder to work in and the \
             bundle's folder"
        );
        return ExitCode::from(2);
    };
    let effort = if release.is_empty() { Effort::Quick } else { Effort::Most };
    match bundle([page, worker], client, work, out, effort) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bundle: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn bundle([page, worker]: [&Path; 2], client: &Path, work: &Path, out: &Path, effort: Effort) -> Result<()> {
    if work.exists() {
        fs::remove_dir_all(work).with_context(|| format!("cannot empty {}", work.display()))?;
    }
    let text =
        |path: PathBuf| fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()));

    let mut folder = Folder::new(out, effort);
    let page = program::in_parts(&mut folder, page, "parlour", work)?;
    let worker = program::whole(&mut folder, worker, "tables", work)?;
    folder.asset("style.css", styles(&client.join("style"))?.as_bytes())?;
    // What the first table needs comes before all other files: its part, and the worker.
    let mut soon = page.parts.get(TABLE).cloned().unwrap_or_default();
    soon.extend([worker.main.clone(), worker.script.clone()]);
    for script in ["worker.js", "start.js"] {
        let script_text = folder.rename(&text(client.join("js").join(script))?);
        soon.push(folder.asset(script, script_text.as_bytes())?);
    }
    folder.public(&client.join("public"))?;
    let html = folder.rename(&text(client.join("index.html"))?);
    folder.page(html.as_bytes())?;
    folder.service_worker(&text(client.join("js/service-worker.js"))?, &soon)?;
    folder.sweep()?;
    report(&out.join("assets"), &page, &worker, effort)
}

/// All style sheets as one, in the order of their names.
fn styles(folder: &Path) -> Result<String> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "css"));
    paths.sort();
    let sheets: Result<Vec<String>, _> = paths.iter().map(fs::read_to_string).collect();
    with_system_themes(&sheets.context("cannot read a style sheet")?.join("\n"))
}

/// The selector of a theme, and what a system says that asks for it.
const THEMES: [(&str, &str); 2] = [
    (":root[data-theme=\"dark\"]", "prefers-color-scheme: dark"),
    (":root[data-theme=\"contrast\"]", "prefers-contrast: more"),
];

/// Repeats every rule of a theme for players who leave the theme to their system. The style sheets have it once. Such a rule
/// begins a line with the theme's selector, alone or followed by a comma, and has one declaration on each line.
fn with_system_themes(css: &str) -> Result<String> {
    let mut out = String::new();
    let mut repeated: Option<Repeated> = None;
    for line in css.lines() {
        out += &format!("{line}\n");
        let theme = THEMES.iter().find(|(selector, _)| line.contains(selector));
        let Some(rule) = &mut repeated else {
            if let Some((selector, system)) = theme {
                let is_body = match line.strip_prefix(selector) {
                    Some(" {") => true,
                    Some(",") => false,
                    _ => bail!("this rule of a theme cannot be repeated for the system: {line}"),
                };
                repeated = Some(Repeated { system, is_body, body: String::new() });
            }
            continue;
        };
        let is_comment = line.trim_start().starts_with("/*") && line.ends_with("*/");
        match line {
            _ if theme.is_some() => bail!("one rule of two themes cannot be repeated: {line}"),
            _ if !rule.is_body && line.ends_with([',', '{']) => rule.is_body = line.ends_with('{'),
            "}" if rule.is_body => {
                let Repeated { system, body, .. } = rule;
                out += &format!("@media ({system}) {{\n  :root:not([data-theme]) {{\n{body}  }}\n}}\n");
                repeated = None;
            }
            _ if rule.is_body && line.ends_with(';') && line.contains(':') => {
                rule.body += &format!("  {line}\n")
            }
            _ if is_comment || line.is_empty() => {}
            _ => bail!("a theme has one declaration on each line, but here is: {line}"),
        }
    }
    Ok(out)
}

/// A rule of a theme that is being repeated.
struct Repeated {
    system: &'static str,
    /// Whether its declarations have begun.
    is_body: bool,
    body: String,
}

/// Tells what is loaded when; a release may not cost too much.
fn report(assets: &Path, page: &Program, worker: &Program, effort: Effort) -> Result<()> {
    let bytes = |file: &String| {
        let packed = pack::sibling(&assets.join(file), "br");
        let path = if packed.exists() { packed } else { assets.join(file) };
        fs::metadata(&path).map(|data| data.len()).with_context(|| format!("cannot read {}", path.display()))
    };
    let sum = |files: &[String]| files.iter().map(bytes).sum::<Result<u64>>();
    let (lobby, tables) = (bytes(&page.main)?, bytes(&worker.main)?);
    eprintln!("web: WASM after brotli: {} KiB for the lobby, {} KiB for the worker", kib(lobby), kib(tables));
    for (part, files) in &page.parts {
        eprintln!("web: part {part}: {} KiB in {} files", kib(sum(files)?), files.len());
    }
    let first = lobby + sum(page.parts.get(TABLE).context("the page has no part with tables")?)?;
    for (what, found, most) in [
        ("the lobby", lobby, LARGEST_LOBBY),
        ("lobby and first table", first, LARGEST_FIRST),
        ("the worker", tables, LARGEST_WORKER),
    ] {
        if effort == Effort::Most && found > most {
            bail!("the WASM of {what} is {found} bytes after brotli; make it smaller than {most} bytes");
        }
    }
    Ok(())
}

fn kib(bytes: u64) -> u64 {
    bytes.div_ceil(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_theme_is_repeated_for_systems_that_ask_for_it() {
        let css = "a {\n  b: c;\n}\n:root[data-theme=\"dark\"],\n.dark {\n  --ink: white;\n}\n";
        let system =
            "@media (prefers-color-scheme: dark) {\n  :root:not([data-theme]) {\n    --ink: white;\n  }\n}\n";
        assert_eq!(with_system_themes(css).unwrap(), format!("{css}{system}"));
    }

    #[test]
    fn a_theme_that_cannot_be_repeated_stops_the_build() {
        for css in [
            ":root[data-theme=\"dark\"] .card {\n  --ink: white;\n}\n",
            ":root[data-theme=\"dark\"] { --ink: white; }\n",
            ":root[data-theme=\"dark\"],\n.dark { --ink: white; }\n",
            ".dark, :root[data-theme=\"dark\"] {\n  --ink: white;\n}\n",
            "@media print {\n  :root[data-theme=\"dark\"] {\n    --ink: white;\n  }\n}\n",
            ":root[data-theme=\"dark\"],\n:root[data-theme=\"contrast\"] {\n  --ink: white;\n}\n",
            ":root[data-theme=\"dark\"] {\n  --shadow:\n    0 0 white,\n    0 1px black;\n}\n",
        ] {
            with_system_themes(css).expect_err(css);
        }
    }
}
