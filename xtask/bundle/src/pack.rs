//! Compression ahead of time, as far as it goes, so that the server has nothing to do.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use brotli::enc::BrotliEncoderParams;
use flate2::Compression;
use flate2::write::GzEncoder;

/// Pictures are compressed already.
const PACKED_ALREADY: [&str; 3] = ["png", "webp", "woff2"];

/// How long compression may take.
#[derive(Clone, Copy, PartialEq)]
pub enum Effort {
    /// A second, for a bundle that changes soon.
    Quick,
    /// Half a minute, for one that is loaded a thousand times.
    Most,
}

/// Writes the compressed forms beside a file, where they are smaller, unless they are there already for this content.
/// Returns what is there.
pub fn compress(path: &Path, content: &[u8], unchanged: bool, effort: Effort) -> Result<Vec<PathBuf>> {
    if path.extension().is_some_and(|extension| PACKED_ALREADY.iter().any(|known| extension == *known)) {
        return Ok(Vec::new());
    }
    let (br, gz) = (sibling(path, "br"), sibling(path, "gz"));
    // What is there may have been packed in a hurry.
    if unchanged && effort == Effort::Quick && br.exists() && gz.exists() {
        return Ok(vec![br, gz]);
    }
    let mut written = Vec::new();
    for (path, packed) in [(br, brotli(content, effort)?), (gz, gzip(content, effort)?)] {
        if packed.len() < content.len() {
            fs::write(&path, packed).with_context(|| format!("cannot write {}", path.display()))?;
            written.push(path);
        }
    }
    Ok(written)
}

/// The compressed form's file: `a.js.br`.
pub fn sibling(path: &Path, extension: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    PathBuf::from(name)
}

fn brotli(content: &[u8], effort: Effort) -> Result<Vec<u8>> {
    // The best block size depends on the content: for a release, try each and keep the smallest result.
    let (quality, blocks) = if effort == Effort::Most { (11, &[0, 16, 20][..]) } else { (4, &[0][..]) };
    let mut smallest: Option<Vec<u8>> = None;
    for &lgblock in blocks {
        let settings = BrotliEncoderParams { quality, lgwin: 22, lgblock, ..BrotliEncoderParams::default() };
        let mut packed = Vec::new();
        brotli::BrotliCompress(&mut &*content, &mut packed, &settings)?;
        if smallest.as_ref().is_none_or(|found| packed.len() < found.len()) {
            smallest = Some(packed);
        }
    }
    Ok(smallest.unwrap_or_default())
}

fn gzip(content: &[u8], effort: Effort) -> Result<Vec<u8>> {
    let level = if effort == Effort::Most { Compression::best() } else { Compression::fast() };
    let mut encoder = GzEncoder::new(Vec::new(), level);
    encoder.write_all(content)?;
    Ok(encoder.finish()?)
}
