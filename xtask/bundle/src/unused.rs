//! Takes classes out of a program that a dependency exports to JavaScript and nobody uses: they would keep their code in the
//! first file.

use anyhow::{Context, Result, bail};

/// In the names of all that belongs to such a class, in small letters. Server functions stream with them (`wasm-streams`, which
/// leptos brings), and the room has none.
const CLASSES: &str = "intounderlying";

/// Where the bindings of a program are described, until they are written.
const BINDINGS: &[u8] = b"__wasm_bindgen_unstable";

const CUSTOM: u8 = 0;
const EXPORTS: u8 = 7;

/// The program without these classes. Nothing in it is numbered anew.
pub fn without_classes(wasm: &[u8]) -> Result<Vec<u8>> {
    let mut rest = Bytes(wasm);
    let mut out = rest.take(8)?.to_vec();
    while !rest.0.is_empty() {
        let kind = rest.take(1)?[0];
        let size = rest.number()?;
        let section = rest.take(size)?;
        let section = match kind {
            EXPORTS => exports(section)?,
            CUSTOM => bindings(section)?,
            _ => section.to_vec(),
        };
        out.push(kind);
        push_number(&mut out, section.len());
        out.extend(section);
    }
    Ok(out)
}

fn is_used(name: &[u8]) -> bool {
    !name.to_ascii_lowercase().windows(CLASSES.len()).any(|part| part == CLASSES.as_bytes())
}

fn exports(section: &[u8]) -> Result<Vec<u8>> {
    let mut rest = Bytes(section);
    let mut used = Vec::new();
    for _ in 0..rest.number()? {
        let before = rest.0;
        let length = rest.number()?;
        let name = rest.take(length)?;
        rest.take(1)?;
        rest.number()?;
        if is_used(name) {
            used.push(&before[..before.len() - rest.0.len()]);
        }
    }
    let mut out = Vec::new();
    push_number(&mut out, used.len());
    out.extend(used.concat());
    Ok(out)
}

/// Each description is preceded by the version of its format, and both by their lengths.
fn bindings(section: &[u8]) -> Result<Vec<u8>> {
    let mut rest = Bytes(section);
    let length = rest.number()?;
    if rest.take(length)? != BINDINGS {
        return Ok(section.to_vec());
    }
    let mut out = section[..section.len() - rest.0.len()].to_vec();
    while !rest.0.is_empty() {
        let before = rest.0;
        rest.counted()?;
        if is_used(rest.counted()?) {
            out.extend_from_slice(&before[..before.len() - rest.0.len()]);
        }
    }
    Ok(out)
}

fn push_number(out: &mut Vec<u8>, mut number: usize) {
    while number > 127 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

/// What is left to be read.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count).context("the WASM ends too soon")?;
        self.0 = rest;
        Ok(taken)
    }

    /// In seven bits at a time, the lowest first (LEB128).
    fn number(&mut self) -> Result<usize> {
        let mut number = 0;
        for place in 0..5 {
            let byte = self.take(1)?[0];
            number |= usize::from(byte & 127) << (7 * place);
            if byte < 128 {
                return Ok(number);
            }
        }
        bail!("a number in the WASM does not end")
    }

    /// As many bytes as the four before them say.
    fn counted(&mut self) -> Result<&'a [u8]> {
        let count = u32::from_le_bytes(self.take(4)?.try_into()?);
        self.take(count as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section(kind: u8, content: &[u8]) -> Vec<u8> {
        let mut out = vec![kind];
        push_number(&mut out, content.len());
        out.extend_from_slice(content);
        out
    }

    fn program(exports: &[&str], descriptions: &[&str]) -> Vec<u8> {
        let mut listed = vec![exports.len() as u8];
        for (index, name) in exports.iter().enumerate() {
            listed.push(name.len() as u8);
            listed.extend_from_slice(name.as_bytes());
            listed.extend([0, index as u8]);
        }
        let mut described = vec![BINDINGS.len() as u8];
        described.extend_from_slice(BINDINGS);
        for text in
            ["version"].into_iter().cycle().zip(descriptions).flat_map(|(version, text)| [version, text])
        {
            described.extend((text.len() as u32).to_le_bytes());
            described.extend_from_slice(text.as_bytes());
        }
        let long = section(10, &[1; 300]);
        [b"\0asm\x01\0\0\0".to_vec(), section(EXPORTS, &listed), long, section(CUSTOM, &described)].concat()
    }

    #[test]
    fn unused_classes_go_and_all_else_stays() {
        let whole = program(&["main", "memory"], &["a", "b"]);
        assert_eq!(without_classes(&whole).unwrap(), whole);
        let more =
            program(&["main", "memory", "__wbg_intounderlyingsink_free"], &["a", "IntoUnderlyingSink", "b"]);
        assert_eq!(without_classes(&more).unwrap(), whole);
    }

    #[test]
    fn a_torn_program_is_refused() {
        let whole = program(&["main"], &["a"]);
        assert!(without_classes(&whole[..whole.len() - 1]).is_err());
    }
}
