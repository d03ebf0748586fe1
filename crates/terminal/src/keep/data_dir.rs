//! The folder in which things are kept.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use protocol::online::GuestKey;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tables::Tips;

use super::{GameResult, SavedGame};
use crate::error::{Error, Result};

/// Far more than any game.
const LARGEST: u64 = 16 << 20;
const GAMES: &str = "games";
const PLAYED: &str = "played";
const KEY: &str = "guest-key";
const TIPS: &str = "tips.json";

/// Where this user's programs keep their data; ours has a folder there.
pub fn data_folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = set("XDG_DATA_HOME").or_else(|| set("APPDATA")).or_else(|| {
        let home = set("HOME")?;
        Some(if cfg!(target_os = "macos") {
            home.join("Library/Application Support")
        } else {
            home.join(".local/share")
        })
    });
    base.map(|base| base.join("parlour"))
}

/// A folder for games, results and the guest's key.
#[derive(Clone, Debug)]
pub struct DataDir {
    folder: PathBuf,
}

impl DataDir {
    /// In that folder; it is made when something is first put there.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// In this user's usual folder for data, if there is one.
    pub fn usual() -> Option<Self> {
        data_folder().map(Self::new)
    }

    /// Saves a game; a finished one is removed, because it is among the results.
    pub fn keep(&self, saved: &SavedGame) -> Result {
        let path = self.path(GAMES, &saved.id);
        if saved.over {
            return match fs::remove_file(&path) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    Err(Error::file("remove", &path, &error))
                }
                _ => Ok(()),
            };
        }
        write(&path, saved)
    }

    /// Puts a result there.
    pub fn note(&self, played: &GameResult) -> Result {
        write(&self.path(PLAYED, &played.id), played)
    }

    /// The saved games, the latest first; what cannot be read is left where it is.
    pub fn games(&self) -> Vec<SavedGame> {
        client::saves::newest_first(self.all(GAMES).0, |game: &SavedGame| game.saved_ms)
    }

    /// The results.
    pub fn played(&self) -> Vec<GameResult> {
        self.all(PLAYED).0
    }

    /// Which saved games cannot be read, in a sentence.
    pub fn unreadable_games(&self) -> Option<String> {
        told(&self.all::<SavedGame>(GAMES).1, "saved game", "saved games")
    }

    /// Which results cannot be read, in a sentence.
    pub fn unreadable_results(&self) -> Option<String> {
        told(&self.all::<GameResult>(PLAYED).1, "result", "results")
    }

    /// Which tips have been met, and whether they are wanted; all are new where nothing can be read.
    pub fn tips(&self) -> Tips {
        read(&self.folder.join(TIPS)).unwrap_or_default()
    }

    /// Keeps which tips have been met.
    pub fn keep_tips(&self, tips: &Tips) -> Result {
        write(&self.folder.join(TIPS), tips)
    }

    /// Who this user is at tables online: a key of their own, made when it is first asked for.
    pub fn guest_key(&self) -> Result<GuestKey> {
        let path = self.folder.join(KEY);
        match fs::read_to_string(&path) {
            Ok(text) => text.trim().parse().map_err(|_| {
                Error::Failed(format!("{} holds no guest key; move it away to get another", path.display()))
            }),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let key = GuestKey::new(crate::random()?);
                put(&path, key.reveal().as_bytes(), true)?;
                Ok(key)
            }
            Err(error) => Err(Error::file("read", &path, &error)),
        }
    }

    fn path(&self, kind: &str, id: &str) -> PathBuf {
        // An id is ours, but a file may come from anywhere.
        let id: String =
            id.chars().filter(|letter| letter.is_ascii_alphanumeric() || *letter == '-').collect();
        self.folder.join(kind).join(format!("{id}.json"))
    }

    /// Everything of a kind, and the files that cannot be read.
    fn all<T: DeserializeOwned>(&self, kind: &str) -> (Vec<T>, Vec<PathBuf>) {
        let (mut things, mut unreadable) = (Vec::new(), Vec::new());
        let Ok(entries) = fs::read_dir(self.folder.join(kind)) else { return (things, unreadable) };
        let paths = entries.flatten().map(|entry| entry.path());
        for path in paths.filter(|path| path.extension().is_some_and(|end| end == "json")) {
            match read(&path) {
                Some(thing) => things.push(thing),
                None => unreadable.push(path),
            }
        }
        unreadable.sort();
        (things, unreadable)
    }
}

fn told(unreadable: &[PathBuf], one: &str, many: &str) -> Option<String> {
    let paths: Vec<String> = unreadable.iter().map(|path| path.display().to_string()).collect();
    let number = engine::counted(paths.len(), one, many);
    (!paths.is_empty()).then(|| format!("{number} cannot be read: {}", paths.join(", ")))
}

fn read<T: DeserializeOwned>(path: &Path) -> Option<T> {
    fs::metadata(path).ok().filter(|about| about.len() <= LARGEST)?;
    client::saves::read(&fs::read_to_string(path).ok()?).ok()
}

fn write<T: Serialize>(path: &Path, thing: &T) -> Result {
    put(path, client::saves::to_value(thing).to_string().as_bytes(), false)
}

/// Writes beside the final place first, so that the file is whole or not there.
fn put(path: &Path, bytes: &[u8], secret: bool) -> Result {
    let failed = |error: std::io::Error| Error::file("write", path, &error);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| Error::file("make", folder, &error))?;
    }
    let beside = path.with_extension(format!("{}.tmp", std::process::id()));
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    if secret {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    #[cfg(not(unix))]
    let _ = secret;
    let whole = options.open(&beside).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    whole.and_then(|()| fs::rename(&beside, path)).map_err(|error| {
        let _ = fs::remove_file(&beside);
        failed(error)
    })
}

/// Writes a record where the player wants it.
pub fn write_record(path: &Path, record: &str) -> Result {
    put(path, record.as_bytes(), false)
}
