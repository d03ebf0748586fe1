//! The bundle's folder as it grows. New files come before the page that names them and old ones go last, so that a
//! server that reads the folder meanwhile never serves half a bundle.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::pack::{self, Effort};

/// Stays when everything old is swept out: the repository keeps the folder with it.
const KEPT: &str = "README.md";

/// The folder and what was put into it.
pub struct Folder {
    out: PathBuf,
    effort: Effort,
    /// Plain names and the names with hashes, of everything under `/assets/`.
    names: Vec<(String, String)>,
    /// The address of everything that a visit needs, for the service worker.
    addresses: Vec<String>,
    /// Everything that was written, to know what is old.
    written: BTreeSet<PathBuf>,
    /// Over all content: the version of the bundle.
    hasher: blake3::Hasher,
}

impl Folder {
    /// A bundle that will be at `out`.
    pub fn new(out: &Path, effort: Effort) -> Self {
        let written = BTreeSet::from([out.join(KEPT)]);
        let (names, addresses) = (Vec::new(), Vec::new());
        Self { out: out.to_owned(), effort, names, addresses, written, hasher: blake3::Hasher::new() }
    }

    /// Puts a file under `/assets/`, named by its content so that it can be kept forever. Returns that name.
    pub fn asset(&mut self, name: &str, content: &[u8]) -> Result<String> {
        let hashed = hashed_name(name, content);
        self.write(&format!("assets/{hashed}"), content)?;
        self.addresses.push(format!("/assets/{hashed}"));
        self.names.push((name.to_owned(), hashed.clone()));
        Ok(hashed)
    }

    /// A text that names assets, with the names that they have in the bundle.
    pub fn rename(&self, text: &str) -> String {
        let rename = |text: String, (name, hashed): &(String, String)| {
            text.replace(&format!("/assets/{name}"), &format!("/assets/{hashed}"))
        };
        self.names.iter().fold(text.to_owned(), rename)
    }

    /// Puts in every file that has a fixed address: manifest, icons.
    pub fn public(&mut self, from: &Path) -> Result<()> {
        let mut folders = vec![from.to_owned()];
        let mut found = Vec::new();
        while let Some(folder) = folders.pop() {
            let entries =
                fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
            for path in entries.flatten().map(|entry| entry.path()) {
                if path.is_dir() { folders.push(path) } else { found.push(path) }
            }
        }
        found.sort();
        for path in found {
            let name = path.strip_prefix(from)?.to_string_lossy().replace('\\', "/");
            let content = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            self.write(&name, &content)?;
            self.addresses.push(format!("/{name}"));
        }
        Ok(())
    }

    /// The one page, at `/` and for every link into the room.
    pub fn page(&mut self, content: &[u8]) -> Result<()> {
        self.addresses.push("/".to_owned());
        self.write("index.html", content)
    }

    /// The service worker, told the version of the bundle and every file of it: first those of these names, which are
    /// needed soon.
    pub fn service_worker(&mut self, template: &str, soon: &[String]) -> Result<()> {
        let version = &self.hasher.finalize().to_hex()[..16];
        let is_soon = |address: &&String| soon.iter().any(|name| address.ends_with(&format!("/{name}")));
        let (first, rest): (Vec<&String>, Vec<&String>) = self.addresses.iter().partition(is_soon);
        let list: Vec<String> =
            first.into_iter().chain(rest).map(|address| format!("\"{address}\"")).collect();
        let script = template.replace("\"VERSION\"", &format!("\"{version}\""));
        let script = script.replace("[/* FILES */]", &format!("[{}]", list.join(", ")));
        self.write("service-worker.js", script.as_bytes())
    }

    /// Takes away what is not of this bundle.
    pub fn sweep(&self) -> Result<()> {
        let mut folders = vec![self.out.clone()];
        while let Some(folder) = folders.pop() {
            for path in fs::read_dir(&folder)?.flatten().map(|entry| entry.path()) {
                if path.is_dir() {
                    folders.push(path);
                } else if !self.written.contains(&path) {
                    fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
                }
            }
        }
        Ok(())
    }

    fn write(&mut self, name: &str, content: &[u8]) -> Result<()> {
        self.hasher.update(name.as_bytes()).update(content);
        let path = self.out.join(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        // What is there already keeps its date, so that nothing is built again because of it.
        let same = fs::read(&path).is_ok_and(|old| old == content);
        if !same {
            fs::write(&path, content).with_context(|| format!("cannot write {}", path.display()))?;
        }
        self.written.insert(path.clone());
        self.written.extend(pack::compress(&path, content, same, self.effort)?);
        Ok(())
    }
}

/// `style.css` becomes `style-0123456789abcdef.css`.
fn hashed_name(name: &str, content: &[u8]) -> String {
    let hash = &blake3::hash(content).to_hex()[..16];
    match name.rsplit_once('.') {
        Some((stem, extension)) => format!("{stem}-{hash}.{extension}"),
        None => format!("{name}-{hash}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fresh(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("parlour-bundle-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_name_changes_with_the_content_and_with_nothing_else() {
        assert_eq!(hashed_name("style.css", b"a"), hashed_name("style.css", b"a"));
        assert_ne!(hashed_name("style.css", b"a"), hashed_name("style.css", b"b"));
        assert!(hashed_name("style.css", b"a").starts_with("style-"));
        assert!(hashed_name("style.css", b"a").ends_with(".css"));
    }

    #[test]
    fn the_page_names_the_files_of_the_bundle_and_old_files_go() {
        let out = fresh("page");
        fs::write(out.join(KEPT), "stays").unwrap();
        fs::write(out.join("old.js"), "goes").unwrap();
        let mut folder = Folder::new(&out, Effort::Quick);
        let name = folder.asset("style.css", b"a{}").unwrap();
        let page = folder.rename("<link href=\"/assets/style.css\">");
        assert_eq!(page, format!("<link href=\"/assets/{name}\">"));
        folder.page(page.as_bytes()).unwrap();
        let soon = [folder.asset("soon.js", b"soon()").unwrap()];
        folder.service_worker("const a = \"VERSION\"; const b = [/* FILES */];", &soon).unwrap();
        folder.sweep().unwrap();
        let worker = fs::read_to_string(out.join("service-worker.js")).unwrap();
        let [soon] = soon;
        assert!(worker.contains(&format!("[\"/assets/{soon}\", \"/assets/{name}\", \"/\"]")), "{worker}");
        assert!(!worker.contains("VERSION"), "{worker}");
        assert!(out.join(KEPT).exists() && !out.join("old.js").exists());
        fs::remove_dir_all(out).unwrap();
    }

    #[test]
    fn what_is_compressed_is_smaller_and_reads_the_same() {
        let out = fresh("pack");
        let text = "the ace of spades ".repeat(200);
        let mut folder = Folder::new(&out, Effort::Most);
        let name = folder.asset("words.js", text.as_bytes()).unwrap();
        let plain = out.join("assets").join(name);
        let mut unpacked = Vec::new();
        let mut small: &[u8] = &fs::read(pack::sibling(&plain, "br")).unwrap();
        assert!(small.len() < text.len());
        brotli::BrotliDecompress(&mut small, &mut unpacked).unwrap();
        assert_eq!(unpacked, text.as_bytes());
        assert!(pack::sibling(&plain, "gz").exists());
        let tiny = folder.asset("tiny.js", b"1").unwrap();
        assert!(!pack::sibling(&out.join("assets").join(tiny), "br").exists(), "nothing is gained");
        fs::remove_dir_all(out).unwrap();
    }
}
