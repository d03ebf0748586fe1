//! Folders that go away.

use std::path::PathBuf;

/// A folder that goes away with the test.
pub struct Folder(PathBuf);

impl Folder {
    /// An empty folder of that name.
    pub fn fresh(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("parlour-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    /// A file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
