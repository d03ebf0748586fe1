//! Keeping and finding things in a key-value store. Nothing that cannot be read is ever thrown away.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::key_value::KeyValueStore;
use client::saves::{
    Damaged, GameResult, Kept, SavedGame, Unreadable, from_value, newest_first, read, to_value,
};

/// The number of games kept to resume.
pub const MOST_GAMES: usize = 30;
/// The number of results that keep their records.
pub const MOST_RECORDS: usize = 200;

/// Every key of ours begins so.
pub const OURS: &str = "parlour.";
/// Where texts go that nobody can read.
pub const DAMAGED: &str = "parlour.damaged.";
/// Where the preferences are.
pub const PREFERENCES: &str = "parlour.preferences";

/// What a program of today says about a thing of tomorrow.
const NEWER: &str = "This was kept by a newer version of Parlour. It stays as it is: reload the page to get that \
                     version, then go on.";

/// Everything kept in a key-value store.
pub struct Store<S> {
    /// The texts, by key.
    pub kv: S,
}

impl<S: KeyValueStore> Store<S> {
    /// What is under a key. What cannot be read is moved aside first, whole.
    pub fn find<T: DeserializeOwned>(&self, key: &str) -> Option<T> {
        let text = self.kv.get(key)?;
        match read(&text) {
            Ok(thing) => Some(thing),
            Err(Unreadable::Newer(_)) => None,
            Err(Unreadable::Damaged) => {
                self.put_aside(key, text);
                None
            }
        }
    }

    /// Lays a thing under a key, unless a newer program's lies there.
    pub fn put<T: Serialize>(&self, key: &str, thing: &T) -> Result<(), String> {
        if self.is_newer(key) {
            return Err(NEWER.to_owned());
        }
        self.kv.set(key, &to_value(thing).to_string()).map_err(|why| why.to_string())
    }

    fn is_newer(&self, key: &str) -> bool {
        let text = self.kv.get(key);
        text.is_some_and(|text| matches!(read::<serde_json::Value>(&text), Err(Unreadable::Newer(_))))
    }

    /// Moves a text to where it harms nobody; it stays where it is if there is no room for the move.
    pub(super) fn put_aside(&self, key: &str, text: String) {
        let damaged = Damaged { from: key.to_owned(), text: text.clone(), told: false };
        self.kv.remove(key);
        if self.add_damaged(&damaged).is_err() {
            let _ = self.kv.set(key, &text);
        }
    }

    pub(super) fn add_damaged(&self, damaged: &Damaged) -> Result<(), String> {
        let number = |key: &String| key.strip_prefix(DAMAGED)?.parse::<u32>().ok();
        let last = self.kv.keys().iter().filter_map(number).max().unwrap_or(0);
        let key = format!("{DAMAGED}{}", last.saturating_add(1));
        self.kv.set(&key, &to_value(damaged).to_string()).map_err(|why| why.to_string())
    }

    /// Every text that nobody could read, with its key.
    pub fn damaged(&self) -> Vec<(String, Damaged)> {
        let keys = self.kv.keys().into_iter().filter(|key| key.starts_with(DAMAGED));
        let look = |key: String| {
            let text = self.kv.get(&key)?;
            // Even this may have been damaged once more.
            let damaged = read(&text).unwrap_or_else(|_| Damaged { from: key.clone(), text, told: false });
            Some((key, damaged))
        };
        keys.filter_map(look).collect()
    }

    /// Every key that only a newer program can read.
    pub fn newer(&self) -> Vec<String> {
        let ours = |key: &String| key.starts_with(OURS) && !key.starts_with(DAMAGED);
        self.kv.keys().into_iter().filter(ours).filter(|key| self.is_newer(key)).collect()
    }

    /// What the player should know about the things kept, a sentence each, until it has been told.
    pub fn notices(&self) -> Vec<String> {
        // Reading everything once brings to light what is damaged.
        let _ = (self.all::<SavedGame>(), self.all::<GameResult>());
        let mut notices = Vec::new();
        for (key, damaged) in self.damaged().into_iter().filter(|(_, damaged)| !damaged.told) {
            notices.push(format!(
                "{} could not be read. Nothing is lost: it was put aside as \"{key}\" and is part of the file that \
                 you can save under Preferences.",
                plain_name(&damaged.from)
            ));
        }
        match self.newer().len() {
            0 => {}
            1 => notices.push("One thing here was kept by a newer version of Parlour. It is left untouched; reload the page to get that version.".to_owned()),
            many => notices.push(format!("{many} things here were kept by a newer version of Parlour. They are left untouched; reload the page to get that version.")),
        }
        notices
    }

    /// The player has read the notices.
    pub fn told(&self) {
        for (key, damaged) in self.damaged() {
            if !damaged.told {
                let _ = self.put(&key, &Damaged { told: true, ..damaged });
            }
        }
    }

    /// Everything of a kind, newest first.
    pub fn all<T: Kept>(&self) -> Vec<T> {
        let keys = self.kv.keys().into_iter().filter(|key| key.starts_with(T::PREFIX));
        newest_first(keys.filter_map(|key| self.find(&key)).collect(), T::made_ms)
    }

    /// The thing of that id.
    pub fn one<T: Kept>(&self, id: &str) -> Option<T> {
        self.find(&key_of::<T>(id))
    }

    /// Keeps a game, and lets the oldest go where there are too many: finished ones first.
    pub fn keep(&self, saved: &SavedGame) -> Result<(), String> {
        let key = key_of::<SavedGame>(&saved.id);
        let known = self.kv.get(&key).is_some();
        self.put(&key, saved)?;
        if known {
            // Nothing was added; a move should cost as little as it can.
            return Ok(());
        }
        let mut games = self.all::<SavedGame>();
        games.retain(|other| other.id != saved.id);
        let too_many = (games.len() + 1).saturating_sub(MOST_GAMES);
        let (over, under_way): (Vec<&SavedGame>, Vec<&SavedGame>) =
            games.iter().rev().partition(|saved| saved.over);
        over.into_iter().chain(under_way).take(too_many).for_each(|saved| self.forget(&saved.id));
        Ok(())
    }

    /// Lets a game go.
    pub fn forget(&self, id: &str) {
        let key = key_of::<SavedGame>(id);
        if !self.is_newer(&key) {
            self.kv.remove(&key);
        }
    }

    /// Notes a result; older ones give up their records in time.
    pub fn note(&self, played: &GameResult) -> Result<(), String> {
        if played.id.is_empty() {
            return self.note(&GameResult { id: super::new_id(), ..played.clone() });
        }
        self.put(&key_of::<GameResult>(&played.id), played)?;
        for old in self.all::<GameResult>().into_iter().skip(MOST_RECORDS).filter(|old| old.record.is_some())
        {
            self.put(&key_of::<GameResult>(&old.id), &GameResult { record: None, ..old })?;
        }
        Ok(())
    }

    /// Everything of ours goes: games, results, preferences, and what could not be read.
    pub fn forget_everything(&self) {
        self.kv.keys().iter().filter(|key| key.starts_with(OURS)).for_each(|key| self.kv.remove(key));
    }

    /// The stored text of a key as JSON, if it is any.
    pub(super) fn raw(&self, key: &str) -> Option<serde_json::Value> {
        serde_json::from_str(&self.kv.get(key)?).ok()
    }

    /// The newer of what is here and what comes, by its id; none if what is here stays.
    pub(super) fn newer_of<T: Kept>(&self, value: &serde_json::Value) -> Result<Option<T>, Unreadable> {
        let coming: T = from_value(value.clone())?;
        let here = self.one::<T>(coming.id());
        Ok(Some(coming).filter(|coming| here.is_none_or(|here| here.made_ms() < coming.made_ms())))
    }
}

/// The key of the thing of that id.
pub fn key_of<T: Kept>(id: &str) -> String {
    format!("{}{id}", T::PREFIX)
}

/// What a key holds, for people.
fn plain_name(key: &str) -> &'static str {
    match key {
        _ if key.starts_with(SavedGame::PREFIX) => "A game that was kept",
        _ if key.starts_with(GameResult::PREFIX) => "A result",
        PREFERENCES => "Your preferences",
        _ => "Something that was kept",
    }
}
