//! Files that are whole or not there at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use crate::failure::{Failure, Result};

/// The largest record or rules file that is read: far more than any game, far less than the memory.
const LARGEST: u64 = 16 * 1024 * 1024;

/// A file being written beside its final place; only [`AtomicFile::finish`] puts it there.
pub struct AtomicFile {
    path: PathBuf,
    beside: PathBuf,
    file: Option<BufWriter<File>>,
}

impl AtomicFile {
    /// Begins a file; fails at once if it could not be put there.
    pub fn begin(path: &Path) -> Result<Self> {
        if path.is_dir() {
            return Err(Failure::failed(format!(
                "cannot write {}: it is a folder; name a file",
                path.display()
            )));
        }
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.tmp", std::process::id()));
        let beside = path.with_file_name(name);
        let file = File::create(&beside).map_err(|error| Failure::file("write", path, &error))?;
        Ok(Self { path: path.to_owned(), beside, file: Some(BufWriter::new(file)) })
    }

    /// Writes some more.
    pub fn write(&mut self, bytes: &[u8]) -> Result {
        let Some(file) = &mut self.file else { return Ok(()) };
        file.write_all(bytes).map_err(|error| Failure::file("write", &self.path, &error))
    }

    /// Makes sure that all is on the disk, and puts the file in its place.
    pub fn finish(mut self) -> Result {
        let Some(file) = self.file.take() else { return Ok(()) };
        let whole = file
            .into_inner()
            .map_err(|error| error.into_error())
            .and_then(|file| file.sync_all())
            .and_then(|()| fs::rename(&self.beside, &self.path));
        whole.map_err(|error| {
            let _ = fs::remove_file(&self.beside);
            Failure::file("write", &self.path, &error)
        })
    }
}

/// An unfinished file leaves nothing behind.
impl Drop for AtomicFile {
    fn drop(&mut self) {
        if self.file.take().is_some() {
            let _ = fs::remove_file(&self.beside);
        }
    }
}

/// Tries whether a file could be put there: better to know now than after an hour.
pub fn try_path(path: Option<&Path>) -> Result {
    path.map_or(Ok(()), |path| AtomicFile::begin(path).map(drop))
}

/// Writes a whole file.
pub fn write(path: &Path, text: &str) -> Result {
    let mut draft = AtomicFile::begin(path)?;
    draft.write(text.as_bytes())?;
    draft.finish()
}

/// Reads a text file of sensible size.
pub fn read(path: &Path) -> Result<String> {
    read_up_to(path, LARGEST)
}

/// Reads a text file of at most this many bytes. No more is read, also of what has no size: a pipe or a device.
pub fn read_up_to(path: &Path, largest: u64) -> Result<String> {
    let failed = |error| Failure::file("read", path, &error);
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(failed)?;
    file.take(largest.saturating_add(1)).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > largest {
        let reason = format!("cannot read {}: it has more than {largest} bytes", path.display());
        return Err(Failure::failed(reason));
    }
    String::from_utf8(bytes).map_err(|_| failed(io::ErrorKind::InvalidData.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_read_than_was_agreed() {
        let path = std::env::temp_dir().join(format!("parlour-files-{}", std::process::id()));
        write(&path, "four").unwrap();
        assert_eq!(read_up_to(&path, 4).unwrap(), "four");
        assert!(read_up_to(&path, 3).unwrap_err().to_string().contains("it has more than 3 bytes"));
        fs::remove_file(&path).unwrap();
        #[cfg(unix)]
        assert!(read_up_to(Path::new("/dev/zero"), 1000).unwrap_err().to_string().contains("more than 1000"));
    }
}
