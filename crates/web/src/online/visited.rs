//! The tables online that this browser has been at, to find them again.

use engine::{Seat, Seed};
use protocol::online::Room;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::storage;

const KEPT: &str = "parlour.online";
/// The number of tables remembered.
const MOST: usize = 12;
/// The number of deals remembered of each.
const MOST_DEALS: usize = 3;

/// A table online.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Known {
    /// Its name in links.
    pub table: String,
    /// What is played.
    pub title: String,
    /// When it was last visited, in milliseconds since 1970.
    pub when_ms: f64,
    /// Whether the visitor sat there.
    #[serde(default)]
    pub seated: bool,
    /// What is known of its last deals, latest first.
    #[serde(default)]
    pub deals: Vec<Deal>,
}

impl Known {
    fn deal(&mut self, number: u32) -> &mut Deal {
        let place = self.deals.iter().position(|deal| deal.number == number).unwrap_or_else(|| {
            self.deals.insert(0, Deal { number, ..Deal::default() });
            self.deals.truncate(MOST_DEALS);
            0
        });
        &mut self.deals[place]
    }
}

/// What this browser knows of a deal, to check its record by.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Deal {
    /// Which game at the table.
    pub number: u32,
    /// What was promised of the shuffle before anyone could know it.
    pub promise: Option<String>,
    /// What this browser put into it.
    pub share: Option<Seed>,
}

#[derive(Default, Serialize, Deserialize)]
struct Tables {
    #[serde(default)]
    tables: Vec<Known>,
    #[serde(flatten)]
    more: Map<String, Value>,
}

/// The tables, latest first.
pub fn known() -> Vec<Known> {
    storage::here().find::<Tables>(KEPT).unwrap_or_default().tables
}

/// Remembers a table, and what it promises.
pub fn remember(room: &Room, you: Option<Seat>) {
    change(&room.table, |known| {
        known.title.clone_from(&room.info.title);
        known.when_ms = storage::now_ms();
        known.seated |= you.is_some();
        let deal = known.deal(room.number);
        // The first promise is the one to be kept.
        deal.promise.get_or_insert_with(|| room.commitment.clone());
        // Another device of the same guest has put in a share of its own.
        let own =
            room.seats.iter().find(|place| Some(place.seat) == you).and_then(|place| place.commit.as_ref());
        let replaced = |share: &Seed| own.is_some_and(|commit| share.commitment().to_string() != *commit);
        deal.share.take_if(|share| replaced(share));
        // The next game's secret is promised with the deal of this one.
        if let Some(next) = &room.next_commitment {
            known.deal(room.number + 1).promise.get_or_insert_with(|| next.clone());
        }
    });
}

/// Remembers what this browser put into the shuffle of that game.
pub fn put_in(table: &str, number: u32, share: Seed) {
    change(table, |known| known.deal(number).share = Some(share));
}

/// What is known of the deals at that table.
pub fn recall(table: &str) -> Vec<client::Recalled> {
    let known = known().into_iter().find(|known| known.table == table);
    let deals = known.into_iter().flat_map(|known| known.deals);
    deals.map(|Deal { number, promise, share }| client::Recalled { number, promise, share }).collect()
}

/// What is known of that deal.
pub fn deal(table: &str, number: u32) -> Option<Deal> {
    let known = known().into_iter().find(|known| known.table == table)?;
    known.deals.into_iter().find(|deal| deal.number == number)
}

fn change(table: &str, how: impl FnOnce(&mut Known)) {
    let mut kept = storage::here().find::<Tables>(KEPT).unwrap_or_default();
    let place = kept.tables.iter().position(|known| known.table == table);
    let mut known = place.map(|place| kept.tables.remove(place)).unwrap_or_else(|| Known {
        table: table.to_owned(),
        title: String::new(),
        when_ms: 0.0,
        seated: false,
        deals: Vec::new(),
    });
    how(&mut known);
    kept.tables.insert(0, known);
    kept.tables.truncate(MOST);
    // It is a convenience: nobody is bothered if there is no room for it.
    let _ = storage::here().put(KEPT, &kept);
}
