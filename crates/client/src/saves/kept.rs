//! What is kept: games, results, and texts that nobody could read.
//! Fields that a later version adds are carried along in `more`, so that an older one never drops them.

use engine::Seat;
use engine::scene::Fact;
use protocol::{Order, Standing, compact};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The version of everything kept. It is raised only when an older program could no longer read a thing rightly;
/// a new field needs no new version.
pub const VERSION: u32 = 1;

/// A saved game, begun or finished.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedGame {
    /// Its name in links.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// What is played, for people.
    pub title: String,
    /// As it was ordered.
    pub order: Order,
    /// The record so far, once there is one.
    #[serde(default)]
    pub record: Option<String>,
    /// When it was kept last, in milliseconds since 1970.
    pub saved_ms: f64,
    /// Whether the game is over.
    #[serde(default)]
    pub over: bool,
    /// The day whose deal this is.
    #[serde(default)]
    pub daily: Option<String>,
    /// What a club player makes of that deal.
    #[serde(default)]
    pub par: Option<u8>,
    /// How far it has come, for people: "Round 7".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reached: Option<String>,
    /// What later versions have added.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

impl SavedGame {
    /// Updates `reached`: the first fact about the table whose value begins with a digit, and whether it is the player's turn.
    pub fn reach(&mut self, standing: &Standing) {
        let counts = |fact: &&Fact| fact.value.as_bytes().first().is_some_and(u8::is_ascii_digit);
        let fact = standing.scene.facts.iter().find(counts);
        let yours = standing.to_act == Some(Seat::FIRST) && !standing.scene.sitters.is_empty();
        let parts = [
            fact.map(|fact| format!("{} {}", fact.label, fact.value)),
            yours.then(|| "your turn".to_owned()),
        ];
        self.reached =
            Some(parts.into_iter().flatten().collect::<Vec<_>>().join(", ")).filter(|text| !text.is_empty());
    }

    /// What is noted of the game once it is over; at a table of one's own one sits on the first seat.
    pub fn result(&self, standing: &Standing, when_ms: f64) -> Option<GameResult> {
        let outcome = standing.outcome.as_ref()?;
        Some(GameResult {
            id: self.id.clone(),
            game: self.game.clone(),
            title: self.title.clone(),
            when_ms,
            won: outcome.winners.contains(&Seat::FIRST),
            score: outcome.scores.first().copied().unwrap_or(0),
            players: outcome.scores.len(),
            bots: self.order.bots.clone(),
            actions: standing.actions,
            undos: standing.assists.undos,
            hints: standing.assists.hints,
            daily: self.daily.clone(),
            seed: self.seed().to_string(),
            record: self.record.clone(),
            more: Map::new(),
        })
    }
}

/// A finished game, for statistics.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GameResult {
    /// That of its saved game: one that is noted twice counts once, as it stood last.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// What was played, for people.
    pub title: String,
    /// When it ended, in milliseconds since 1970.
    pub when_ms: f64,
    /// Whether the player won.
    pub won: bool,
    /// The player's score, in the game's own units.
    pub score: i32,
    /// How many sat at the table.
    pub players: usize,
    /// How well the others played.
    #[serde(default)]
    pub bots: String,
    /// How many actions there were.
    #[serde(default)]
    pub actions: usize,
    /// How often something was taken back.
    #[serde(default)]
    pub undos: u32,
    /// How often the table was asked for advice.
    #[serde(default)]
    pub hints: u32,
    /// The day whose deal it was.
    #[serde(default)]
    pub daily: Option<String>,
    /// Where all chance came from.
    #[serde(default)]
    pub seed: String,
    /// The record, for the last few games.
    #[serde(default)]
    pub record: Option<String>,
    /// What later versions have added.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

/// A text that nobody could read, kept as it was.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Damaged {
    /// The key it lay under.
    pub from: String,
    /// The text.
    pub text: String,
    /// Whether the player knows.
    #[serde(default)]
    pub told: bool,
}

/// A kind of thing with a key of its own.
pub trait Kept: Serialize + DeserializeOwned {
    /// What its keys begin with.
    const PREFIX: &'static str;

    /// Its own part of the key.
    fn id(&self) -> &str;

    /// When it was made: of two with the same id the newer one counts.
    fn made_ms(&self) -> f64;
}

impl Kept for SavedGame {
    const PREFIX: &'static str = "parlour.slot.";

    fn id(&self) -> &str {
        &self.id
    }

    fn made_ms(&self) -> f64 {
        self.saved_ms
    }
}

impl Kept for GameResult {
    const PREFIX: &'static str = "parlour.played.";

    fn id(&self) -> &str {
        &self.id
    }

    fn made_ms(&self) -> f64 {
        self.when_ms
    }
}

/// Why a kept text cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// It is torn or of another shape.
    Damaged,
    /// A newer program wrote it.
    Newer(u64),
}

/// Reads a thing with the version it was written by.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, Unreadable> {
    from_value(compact::read(text).map_err(|_| Unreadable::Damaged)?)
}

/// Reads a thing with the version it was written by, from JSON.
pub fn from_value<T: DeserializeOwned>(mut value: Value) -> Result<T, Unreadable> {
    let version = value.as_object_mut().and_then(|fields| fields.remove("v"));
    match version.and_then(|version| version.as_u64()) {
        None => Err(Unreadable::Damaged),
        Some(newer) if newer > VERSION.into() => Err(Unreadable::Newer(newer)),
        Some(_) => compact::read_value(&value).map_err(|_| Unreadable::Damaged),
    }
}

/// A thing with its version, as JSON.
pub fn to_value<T: Serialize>(thing: &T) -> Value {
    let text = serde_json::to_string(thing).unwrap_or_default();
    let mut value: Value = serde_json::from_str(&text).unwrap_or_default();
    if let Some(fields) = value.as_object_mut() {
        fields.insert("v".to_owned(), VERSION.into());
    }
    value
}

#[cfg(test)]
mod tests {
    use engine::scene::Sitter;

    use super::*;

    #[test]
    fn a_game_that_was_left_says_how_far_it_has_come() {
        let order = Order::new("grapples", "Zoë", "novice", engine::Seed::from_number(7));
        let kept = serde_json::json!({ "id": "1", "game": "grapples", "title": "Grapples", "order": order, "saved_ms": 0.0 });
        let mut saved: SavedGame = serde_json::from_value(kept).unwrap();
        let mut standing = Standing::default();
        saved.reach(&standing);
        assert_eq!(saved.reached, None, "nothing to say");
        standing.scene.facts = vec![Fact::new("Direction", "left"), Fact::new("Round", 7)];
        standing.to_act = Some(Seat::FIRST);
        saved.reach(&standing);
        assert_eq!(saved.reached.as_deref(), Some("Round 7"), "alone it is always one's turn");
        standing.scene.sitters = vec![Sitter::new(Seat::FIRST, &engine::Seating { names: &[], you: None })];
        saved.reach(&standing);
        assert_eq!(saved.reached.as_deref(), Some("Round 7, your turn"));
        standing.scene.facts.clear();
        saved.reach(&standing);
        assert_eq!(saved.reached.as_deref(), Some("your turn"));
    }
}
