//! The bundle's files: part of a released executable, read from `dist` while developing.

use bytes::Bytes;

/// A file of the bundle.
pub struct File {
    /// What is in it.
    pub content: Bytes,
    /// The hash of the content.
    pub hash: blake3::Hash,
}

/// The file of this name, such as `assets/parlour.js`.
#[cfg(embedded)]
pub fn get(name: &str) -> Option<&'static File> {
    use std::collections::HashMap;
    use std::sync::LazyLock;

    static CONTENTS: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/bundle.rs"));
    static FILES: LazyLock<HashMap<&str, File>> = LazyLock::new(|| {
        let file = |content| File { content: Bytes::from_static(content), hash: blake3::hash(content) };
        CONTENTS.iter().map(|(name, content)| (*name, file(content))).collect()
    });
    FILES.get(name)
}

/// The file of this name, such as `assets/parlour.js`.
#[cfg(not(embedded))]
pub fn get(name: &str) -> Option<File> {
    use std::path::{Component, Path};

    let path = Path::new(name);
    // Nothing outside the folder is read.
    if !path.components().all(|part| matches!(part, Component::Normal(_))) {
        return None;
    }
    let content = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dist").join(path)).ok()?;
    Some(File { hash: blake3::hash(&content), content: content.into() })
}
