//! Everything kept, as one file: to move it elsewhere, or to be safe.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::key_value::KeyValueStore;
use super::store::{DAMAGED, OURS, PREFERENCES, Store, key_of};
use client::saves::{Damaged, GameResult, Kept, SavedGame, Unreadable, VERSION, from_value, to_value};

/// What the file calls itself.
const FORMAT: &str = "parlour-keepsakes";

/// The file.
#[derive(Serialize, Deserialize)]
struct Keepsakes {
    format: String,
    v: u32,
    /// When it was written, in milliseconds since 1970.
    #[serde(default)]
    saved_ms: f64,
    #[serde(default)]
    slots: Vec<Value>,
    #[serde(default)]
    played: Vec<Value>,
    #[serde(default)]
    preferences: Option<Value>,
    /// What nobody could read.
    #[serde(default)]
    damaged: Vec<Damaged>,
    /// What only a newer version can read, under its keys.
    #[serde(default)]
    other: Map<String, Value>,
}

/// The result of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Saved games.
    pub games: usize,
    /// Results.
    pub results: usize,
    /// Whether the preferences were taken over.
    pub preferences: bool,
    /// What could not be read and was put aside.
    pub put_aside: usize,
    /// What was here already, as new or newer.
    pub known: usize,
}

impl Imported {
    /// A sentence or two.
    pub fn told(&self) -> String {
        let count = |number, one, many| engine::counted(number, one, many);
        let mut text = format!(
            "Taken from the file: {} and {}.",
            count(self.games, "game", "games"),
            count(self.results, "result", "results")
        );
        if self.preferences {
            text.push_str(" Its preferences apply now.");
        }
        if self.known > 0 {
            text.push_str(&format!(" {} already here.", count(self.known, "entry was", "entries were")));
        }
        if self.put_aside > 0 {
            text.push_str(&format!(" {} could not be read and was put aside, whole.", self.put_aside));
        }
        text
    }
}

impl<S: KeyValueStore> Store<S> {
    /// Everything as one text.
    pub fn export(&self, now_ms: f64) -> String {
        // What cannot be read is put aside first, so that it is among the damaged.
        let (slots, played) = (self.all::<SavedGame>(), self.all::<GameResult>());
        let newer = self.newer();
        let file = Keepsakes {
            format: FORMAT.to_owned(),
            v: VERSION,
            saved_ms: now_ms,
            slots: slots.iter().map(to_value).collect(),
            played: played.iter().map(to_value).collect(),
            preferences: self.raw(PREFERENCES).filter(|_| !newer.iter().any(|key| key == PREFERENCES)),
            damaged: self.damaged().into_iter().map(|(_, damaged)| damaged).collect(),
            other: newer.into_iter().filter_map(|key| self.raw(&key).map(|value| (key, value))).collect(),
        };
        serde_json::to_string_pretty(&file).unwrap_or_default()
    }

    /// Adds what a file holds. Of two things with the same name the newer one counts; nothing else is touched. If
    /// it cannot be done whole, it is not done.
    pub fn import(&self, text: &str) -> Result<Imported, String> {
        let file = read_file(text)?;
        let mut done = Imported::default();
        let mut writes: Vec<(String, String)> = Vec::new();
        let mut aside: Vec<Damaged> = Vec::new();
        done.games = self.take::<SavedGame>(&file.slots, &mut writes, &mut aside, &mut done.known);
        done.results = self.take::<GameResult>(&file.played, &mut writes, &mut aside, &mut done.known);
        if let Some(value) = file.preferences {
            let changed = |value: &Value| value.get("changed_ms").and_then(Value::as_f64).unwrap_or(0.0);
            let here = self.raw(PREFERENCES).map(|here| changed(&here));
            if here.is_none_or(|here| here < changed(&value)) {
                done.preferences = true;
                writes.push((PREFERENCES.to_owned(), value.to_string()));
            }
        }
        for (key, value) in file.other {
            let ours = key.starts_with(OURS) && !key.starts_with(DAMAGED);
            if ours && self.kv.get(&key).is_none() {
                writes.push((key, value.to_string()));
            }
        }
        let known: Vec<Damaged> = self.damaged().into_iter().map(|(_, damaged)| damaged).collect();
        let is_known = |coming: &Damaged| {
            known.iter().any(|here| (&here.from, &here.text) == (&coming.from, &coming.text))
        };
        done.put_aside = aside.len();
        aside.extend(file.damaged.into_iter().map(|damaged| Damaged { told: true, ..damaged }));
        aside.retain(|coming| !is_known(coming));
        self.write_all(&writes, &aside)?;
        Ok(done)
    }

    /// Lists what is to be written of a kind, and how many there are.
    fn take<T: Kept>(
        &self,
        values: &[Value],
        writes: &mut Vec<(String, String)>,
        aside: &mut Vec<Damaged>,
        known: &mut usize,
    ) -> usize {
        let before = writes.len();
        for value in values {
            match self.newer_of::<T>(value) {
                Ok(Some(thing)) => writes.push((key_of::<T>(thing.id()), to_value(&thing).to_string())),
                Ok(None) => *known += 1,
                Err(_) => aside.push(Damaged {
                    from: format!("{}imported", T::PREFIX),
                    text: value.to_string(),
                    told: false,
                }),
            }
        }
        writes.len() - before
    }

    /// Writes all of it or, if the room does not suffice, nothing.
    fn write_all(&self, writes: &[(String, String)], aside: &[Damaged]) -> Result<(), String> {
        let before: Vec<(String, Option<String>)> =
            writes.iter().map(|(key, _)| (key.clone(), self.kv.get(key))).collect();
        let keys = self.kv.keys();
        let written = writes.iter().try_for_each(|(key, text)| {
            self.kv.set(key, text).map_err(|why| format!("{why} Nothing was taken from the file."))
        });
        let written = written.and_then(|()| aside.iter().try_for_each(|damaged| self.add_damaged(damaged)));
        if written.is_err() {
            let added = self.kv.keys().into_iter().filter(|key| !keys.contains(key));
            added.for_each(|key| self.kv.remove(&key));
            for (key, text) in before {
                if let Some(text) = text {
                    let _ = self.kv.set(&key, &text);
                }
            }
        }
        written
    }
}

fn read_file(text: &str) -> Result<Keepsakes, String> {
    let foreign = "This file is no export of Parlour. Choose the file that was saved under Preferences.";
    let value: Value = serde_json::from_str(text).map_err(|error| {
        if text.contains(FORMAT) {
            format!(
                "This file is torn: it stops making sense at line {}. Save it again where it came from.",
                error.line()
            )
        } else {
            foreign.to_owned()
        }
    })?;
    if value.get("commitment").is_some() && value.get("actions").is_some() {
        return Err("This is the record of one game. Open it under Replay.".to_owned());
    }
    if value.get("format").and_then(Value::as_str) != Some(FORMAT) {
        return Err(foreign.to_owned());
    }
    if let Err(Unreadable::Newer(version)) = from_value::<Value>(value.clone()) {
        return Err(format!(
            "This file was saved by a newer version of Parlour (its format is {version}, this one reads {VERSION}). \
             Reload the page to get that version, then try again."
        ));
    }
    // Via the text, which takes less code than reading the value.
    serde_json::from_str(&value.to_string())
        .map_err(|error| format!("This file is damaged: {error}. Save it again where it came from."))
}
