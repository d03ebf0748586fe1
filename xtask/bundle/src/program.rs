//! A program for the browser: its WASM, cut into parts where it says so, and the JavaScript that loads them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use walrus::{Module, ModuleConfig};
use wasm_bindgen_cli_support::Bindgen;
use wasm_split_cli_support::{Options, transform};

use crate::folder::Folder;
use crate::unused::without_classes;

/// How the WASM names the JavaScript that loads its parts.
const LOADER: &str = "./parts.js";

/// Modules that are loaded with the same of these parts lie in one file: each file takes a while to be asked for.
const PACKED: [&[&str]; 2] = [&["room", "table"], &["drawers"]];

/// JavaScript: a module out of a file that holds several.
const PIECE: &str = r#"const packs = {};
const piece = async (file, from, to) => {
  packs[file] ??= fetch(new URL(file, import.meta.url)).then((got) =>
    got.ok ? got.arrayBuffer() : Promise.reject(new Error(`${file}: ${got.status}`)),
  );
  try {
    return new Response((await packs[file]).slice(from, to), { headers: { "content-type": "application/wasm" } });
  } catch (error) {
    // Another attempt may succeed.
    delete packs[file];
    throw error;
  }
};
"#;

/// The files of a program in the bundle.
pub struct Program {
    /// The file that is loaded first.
    pub main: String,
    /// The JavaScript that loads it.
    pub script: String,
    /// The files that are loaded for each part.
    pub parts: BTreeMap<String, Vec<String>>,
}

/// Puts a program of one piece into the bundle, as `name.wasm` and `name.js`.
pub fn whole(folder: &mut Folder, wasm: &Path, name: &str, work: &Path) -> Result<Program> {
    bind(wasm, name, work)?;
    let main = folder.asset(&format!("{name}.wasm"), &read(&work.join(format!("{name}_bg.wasm")))?)?;
    let script = folder.asset(&format!("{name}.js"), &read(&work.join(format!("{name}.js")))?)?;
    Ok(Program { main, script, parts: BTreeMap::new() })
}

/// Puts a program of several parts into the bundle: `name.wasm` is loaded first, `name.js` loads it and the others.
pub fn in_parts(folder: &mut Folder, wasm: &Path, name: &str, work: &Path) -> Result<Program> {
    let cut = work.join("parts");
    fs::create_dir_all(&cut).with_context(|| format!("cannot make {}", cut.display()))?;
    let (content, first, module) =
        (without_classes(&read(wasm)?)?, cut.join("first.wasm"), format!("./{name}.js"));
    let mut options = Options::new(&content);
    (options.output_dir, options.main_out_path) = (&cut, &first);
    (options.link_name, options.main_module) = (LOADER, &module);
    let split =
        transform(options).map_err(|error| anyhow!("the WASM cannot be cut into parts: {error:#}"))?;
    let mut modules: Vec<(String, &Path)> =
        split.split_modules.iter().map(|path| (stem(path), &**path)).collect();
    modules.sort();
    bind(&first, name, work)?;

    let mut packs: BTreeMap<String, Vec<(String, Vec<u8>)>> = BTreeMap::new();
    for (stem, path) in modules {
        let has = |part: &&&str| split.prefetch_map.get(**part).is_some_and(|stems| stems.contains(&stem));
        packs.entry(pack_of(&stem, &has)).or_default().push((stem, compact(&read(path)?)?));
    }
    let mut loader = PIECE.to_owned() + &text(&cut.join(LOADER))?;
    let mut files = BTreeMap::new();
    for (pack, modules) in packs {
        let content: Vec<u8> = modules.iter().flat_map(|(_, wasm)| wasm).copied().collect();
        let file = folder.asset(&pack, &content)?;
        let mut from = 0;
        for (stem, wasm) in modules {
            let to = from + wasm.len();
            let fetched = format!("fetch(new URL(\"./{stem}.wasm\", import.meta.url))");
            if !loader.contains(&fetched) {
                bail!("the loader fetches {stem} in another way than expected");
            }
            loader = loader.replace(&fetched, &format!("piece(\"./{file}\", {from}, {to})"));
            files.insert(stem, file.clone());
            from = to;
        }
    }
    let main = folder.asset(&format!("{name}.wasm"), &read(&work.join(format!("{name}_bg.wasm")))?)?;
    let bindings = join(&text(&work.join(format!("{name}.js")))?, &loader)?;
    let script = folder.asset(&format!("{name}.js"), bindings.as_bytes())?;
    let of = |stems: &Vec<String>| {
        let files: BTreeSet<&String> = stems.iter().filter_map(|stem| files.get(stem)).collect();
        files.into_iter().cloned().collect()
    };
    let parts = split.prefetch_map.iter().map(|(part, stems)| (part.clone(), of(stems))).collect();
    Ok(Program { main, script, parts })
}

/// The file that a module lies in: one for those that the same of the first parts need, else one of its own.
fn pack_of(stem: &str, has: &dyn Fn(&&&str) -> bool) -> String {
    let of = PACKED.iter().map(|parts| parts.iter().filter(has).copied().collect::<Vec<_>>());
    match of.into_iter().find(|parts| !parts.is_empty()) {
        Some(parts) => format!("parts-{}.bin", parts.join("-")),
        None => format!("{stem}.wasm"),
    }
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// A part without names, and with numbers as short as they can be: the linker leaves room in them.
fn compact(wasm: &[u8]) -> Result<Vec<u8>> {
    Ok(parse(wasm)?.emit_wasm())
}

/// A module that is written without names.
fn parse(wasm: &[u8]) -> Result<Module> {
    let mut config = ModuleConfig::new();
    config.generate_name_section(false).generate_producers_section(false);
    config.parse(wasm).map_err(|error| anyhow!("the WASM cannot be read: {error:#}"))
}

/// Writes the JavaScript half of the bindings, and the WASM that fits it.
fn bind(wasm: &Path, name: &str, work: &Path) -> Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).out_name(name).typescript(false).omit_default_module_path(true);
    // The parts use memory, stack and table of the first.
    bindgen.keep_lld_exports(true);
    bindgen.remove_name_section(true).remove_producers_section(true);
    bindgen.web(true)?.generate(work)?;
    if work.join("snippets").exists() {
        bail!(
            "a dependency of the web client brings JavaScript of its own, which the bundle does not take in"
        );
    }
    shorten_names(name, work)
}

/// Gives short names to all that the WASM gets from its bindings: half of a name is a hash, which cannot be compressed.
fn shorten_names(name: &str, work: &Path) -> Result<()> {
    let (wasm, script) = (work.join(format!("{name}_bg.wasm")), work.join(format!("{name}.js")));
    let (mut module, mut bindings) = (parse(&read(&wasm)?)?, text(&script)?);
    let of_bindings = format!("./{name}_bg.js");
    let imports = module.imports.iter_mut().filter(|import| import.module == of_bindings);
    for (index, import) in imports.enumerate() {
        let (long, short) = (format!(" {}:", import.name), format!("i{index}"));
        if bindings.matches(&long).count() != 1 {
            bail!("the bindings name {} in another way than expected", import.name);
        }
        bindings = bindings.replace(&long, &format!(" {short}:"));
        import.name = short;
    }
    fs::write(&script, bindings).with_context(|| format!("cannot write {}", script.display()))?;
    fs::write(&wasm, module.emit_wasm()).with_context(|| format!("cannot write {}", wasm.display()))
}

/// Makes one file of the bindings and of what loads the parts. They name each other, and files are named by their
/// content, so they cannot be two.
fn join(bindings: &str, loader: &str) -> Result<String> {
    let (mut names, mut body) = (Vec::new(), String::new());
    // The code that asked for a part hears that it could not be loaded. The console would also tell of those that a player leaves.
    let is_told = |line: &&str| line.trim() != "console.error(e);";
    for line in loader.lines().filter(|line| !line.starts_with("import ")).filter(is_told) {
        let exported = line.strip_prefix("export const ");
        names.extend(exported.and_then(|rest| rest.split(' ').next()));
        body += exported.map_or_else(|| line.to_owned(), |rest| format!("const {rest}")).as_str();
        body.push('\n');
    }
    let mut joined = format!("{body}const PARTS = {{ {} }};\n", names.join(", "));
    // The loader is imported once for each of its functions.
    let mut imports = 0;
    for line in bindings.lines() {
        let alias = line.strip_prefix("import * as ").filter(|_| line.contains(LOADER));
        match alias.and_then(|rest| rest.split(' ').next()) {
            Some(alias) => {
                imports += 1;
                joined += &format!("const {alias} = PARTS;\n");
            }
            None => joined += &format!("{line}\n"),
        }
    }
    match imports {
        0 => bail!("the bindings load no part, or in another way than expected"),
        _ => Ok(joined),
    }
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

fn text(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bindings_and_loader_become_one_file() {
        let bindings =
            "import * as import1 from \"./parts.js\"\nimport * as import2 from \"./parts.js\"\nlet wasm;\n";
        let loader = "import { initSync } from \"./parlour.js\";\nlet shared;\nexport const load_table = load(\"./table-1.wasm\");\n";
        let joined = join(bindings, loader).unwrap();
        assert!(!joined.contains("import "), "{joined}");
        assert!(joined.contains("const load_table = load(\"./table-1.wasm\");"), "{joined}");
        assert!(joined.contains("const PARTS = { load_table };\nconst import1 = PARTS;\n"), "{joined}");
        assert!(joined.ends_with("const import2 = PARTS;\nlet wasm;\n"), "{joined}");
        assert!(join("let wasm;", loader).is_err(), "a program without parts is no such program");
    }
}
