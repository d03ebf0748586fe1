//! What has been filled in, and what is wrong with it.

use std::collections::BTreeMap;

use bots::Level;
use engine::{Name, Seed};
use leptos::prelude::*;
use protocol::Order;
use wasm_bindgen::JsCast;

use super::super::Offer;
use crate::preferences::{Preferences, use_preferences};
use crate::storage;

/// The form of one game.
#[derive(Clone, Copy)]
pub struct Form {
    pub offer: Offer,
    pub preset: RwSignal<&'static str>,
    pub settings: RwSignal<BTreeMap<String, String>>,
    pub players: RwSignal<String>,
    pub bots: RwSignal<String>,
    pub name: RwSignal<String>,
    pub seed: RwSignal<String>,
    /// Only a deal that can be won will do.
    pub winnable: RwSignal<bool>,
    problems: RwSignal<BTreeMap<String, String>>,
    likes: RwSignal<Preferences>,
}

impl Form {
    /// The usual rules, as the player likes it.
    pub fn new(offer: Offer, likes: Preferences) -> Self {
        let settings = offer.settings(offer.preset);
        let (_, usual) = offer.players(&settings);
        Self {
            offer,
            preset: RwSignal::new(offer.preset),
            players: RwSignal::new(usual.to_string()),
            settings: RwSignal::new(settings),
            bots: RwSignal::new(offer.level(&likes, &storage::results()).to_string()),
            name: RwSignal::new(likes.name),
            seed: RwSignal::new(String::new()),
            winnable: RwSignal::new(false),
            problems: RwSignal::default(),
            likes: use_preferences(),
        }
    }

    /// Sets every option as the preset has it; the number of players follows where it must.
    pub fn take_preset(self, preset: &'static str) {
        self.preset.set(preset);
        self.settings.set(self.offer.settings(preset));
        self.problems.set(BTreeMap::new());
        let (least, most) = self.range();
        let fits = self
            .players
            .get_untracked()
            .trim()
            .parse()
            .is_ok_and(|players: usize| (least..=most).contains(&players));
        if !fits {
            let (_, usual) = self.settings.with_untracked(|settings| self.offer.players(settings));
            self.players.set(usual.to_string());
        }
    }

    /// Sets one option.
    pub fn set(self, name: &str, value: String) {
        self.problems.update(|problems| drop(problems.remove(name)));
        self.settings.update(|settings| drop(settings.insert(name.to_owned(), value)));
    }

    /// Takes what is typed into a field; what was wrong with it before is forgotten.
    pub fn type_in(self, field: &str, into: RwSignal<String>, text: String) {
        self.problems.update(|problems| drop(problems.remove(field)));
        into.set(text);
    }

    /// What an option is set to.
    pub fn value(self, name: &str) -> String {
        self.settings.with(|settings| settings.get(name).cloned().unwrap_or_default())
    }

    /// Whether any option differs from the preset.
    pub fn adjusted(self) -> bool {
        self.settings.get() != self.offer.settings(self.preset.get())
    }

    /// The fewest and the most players by these settings.
    pub fn range(self) -> (usize, usize) {
        let (range, _) = self.settings.with(|settings| self.offer.players(settings));
        (*range.start(), *range.end())
    }

    /// What is wrong with a field.
    pub fn problem(self, field: &str) -> Option<String> {
        self.problems.with(|problems| problems.get(field).cloned())
    }

    /// The order, if nothing is wrong; otherwise every field that is says so.
    pub fn order(self) -> Option<Order> {
        let mut problems = BTreeMap::new();
        let settings = self.settings.get_untracked();
        for (name, value) in &settings {
            if let Some(why) = self.offer.refuses(name, value) {
                problems.insert(name.clone(), why);
            }
        }
        let name = self.name.get_untracked();
        if let Err(why) = Name::new(&name) {
            problems.insert("name".to_owned(), engine::seating::sentence(&format!("{why}.")));
        }
        let (range, usual) = self.offer.players(&settings);
        let players = match self.players.get_untracked().trim().parse() {
            Ok(players) if range.contains(&players) => players,
            _ if range == (1..=1) => usual,
            _ => {
                let why = format!("By these rules choose {} to {} players.", range.start(), range.end());
                problems.insert("players".to_owned(), why);
                usual
            }
        };
        let seed = read_seed(&self.seed.get_untracked()).unwrap_or_else(|why| {
            problems.insert("seed".to_owned(), why);
            None
        });
        let usual = self.offer.settings(self.preset.get_untracked());
        let good = problems.is_empty();
        self.problems.set(problems);
        good.then(|| Order {
            game: self.offer.id.to_owned(),
            preset: Some(self.preset.get_untracked().to_owned()),
            settings: settings.into_iter().filter(|(name, value)| usual.get(name) != Some(value)).collect(),
            players: Some(players),
            name,
            bots: self.bots.get_untracked(),
            seed: seed.unwrap_or_else(storage::fresh_seed),
        })
    }

    /// Whether any deal will do: a player who asks for a certain one gets that one.
    pub fn takes_any_deal(self) -> bool {
        self.seed.with_untracked(|seed| seed.trim().is_empty()) && !self.winnable.get_untracked()
    }

    /// The next game begins with this name and these bots.
    pub fn remember(self) {
        let (name, chosen) = (self.name.get_untracked(), self.bots.get_untracked());
        let offered = |likes: &Preferences| self.offer.level(likes, &storage::results()).to_string();
        // Who leaves the level as it was offered has not chosen one.
        let bots = self
            .likes
            .with_untracked(|likes| if chosen == offered(likes) { likes.bots.clone() } else { chosen });
        if self.likes.with_untracked(|likes| (&likes.name, &likes.bots) != (&name, &bots)) {
            self.likes.update(|likes| (likes.name, likes.bots) = (name, bots));
        }
    }
}

/// A seed as a person types it: a number, or all of its digits; none for a fresh one.
fn read_seed(text: &str) -> Result<Option<Seed>, String> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    // Hex first: 64 digits can look like a number with many zeros.
    let parsed = text.to_lowercase().parse().or_else(|_| text.parse().map(Seed::from_number));
    parsed
        .map(Some)
        .map_err(|_| "Type a whole number, or the 64 digits (0 to 9, a to f) of a seed.".to_owned())
}

/// A level in a line.
pub fn level_help(level: Level) -> &'static str {
    match level {
        Level::Random => "Random: anything that is allowed",
        Level::Novice => "Novice: plausible, with mistakes",
        Level::Club => "Club: good habits, at once",
        Level::Expert => "Expert: thinks it through",
    }
}

/// Brings the first field that needs another look before the player.
pub fn focus_first_problem() {
    let Ok(Some(field)) = document().query_selector("form [aria-invalid=true]") else { return };
    if let Ok(Some(folded)) = field.closest("details") {
        let _ = folded.set_attribute("open", "");
    }
    if let Ok(field) = field.dyn_into::<web_sys::HtmlElement>() {
        let _ = field.focus();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_read_as_people_type_them() {
        assert_eq!(read_seed("  "), Ok(None));
        assert_eq!(read_seed(" 7 "), Ok(Some(Seed::from_number(7))));
        let seven = Seed::from_number(7);
        assert_eq!(read_seed(&seven.to_string().to_uppercase()), Ok(Some(seven)));
        for bad in ["-1", "seven", "12ab", "1.5"] {
            assert!(read_seed(bad).is_err(), "{bad}");
        }
    }
}
