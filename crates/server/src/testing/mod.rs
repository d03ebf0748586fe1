//! What tests need: folders that go away, a card room without waiting, and visitors that are real clients.

mod cut;
mod folder;
mod visitor;

use std::sync::Arc;
use std::time::Duration;

use engine::Seed;
use protocol::online::{Call, GuestKey, TableOrder};

pub use cut::CuttableLedger;
pub use folder::Folder;
pub use visitor::{Visitor, finish, finish_until};

use crate::config::Config;
use crate::hub::Hub;
use crate::identity::GuestId;
use crate::ledger::{Ledger, Memory};
use crate::table::{Entry, EntryKind};

/// Settings under which nobody waits.
pub fn quick() -> Config {
    Config {
        bot_pause: Duration::ZERO,
        calls_at_once: 1_000_000,
        bytes_at_once: u32::MAX,
        requests_at_once: 1_000_000,
        ..Config::default()
    }
}

/// A card room in memory.
pub fn room() -> Hub {
    room_with(quick())
}

/// A card room in memory, with these settings.
pub fn room_with(config: Config) -> Hub {
    Hub::new(Arc::new(Memory::default()), config)
}

/// A card room with this ledger.
pub fn room_on(ledger: Arc<dyn Ledger>) -> Hub {
    Hub::new(ledger, quick())
}

/// The key of the guest of that number.
pub fn key(number: u8) -> GuestKey {
    GuestKey::new([number; 32])
}

/// A table for this number of players.
pub fn order(game: &str, players: usize) -> TableOrder {
    TableOrder { players: Some(players), ..TableOrder::of(game) }
}

/// Opens a table whose secret follows from a number: the same in every run, so that its games are, too.
pub async fn open(hub: &Hub, order: &TableOrder, number: u64) -> String {
    let letters = number.to_string().replace('1', "z");
    let table = format!("{letters:a>12}");
    let secret = Seed::from_number(number);
    let host = GuestId::of(&key(0));
    let kind = EntryKind::Opened { v: 1, order: order.clone(), host, secret, rules_version: None };
    let entry = Entry { t: 1, kind };
    hub.0.ledger.append(&table, 0, entry.write()).await.unwrap();
    table
}

/// Opens a table and seats this number of people at it, the first of whom opened it.
pub async fn gather(hub: &Hub, order: &TableOrder, people: u8) -> (String, Vec<Visitor>) {
    let table = open(hub, order, hub.next_client()).await;
    let visitors = sit(hub, &table, people).await;
    (table, visitors)
}

/// Seats this number of people at a table.
pub async fn sit(hub: &Hub, table: &str, people: u8) -> Vec<Visitor> {
    let mut visitors = Vec::new();
    for number in 0..people {
        let share = Seed::from_number(100 + u64::from(number));
        visitors.push(sit_down(hub, table, number, share).await);
    }
    visitors
}

/// Seats the guest of that number.
pub async fn sit_down(hub: &Hub, table: &str, number: u8, share: Seed) -> Visitor {
    let mut visitor = Visitor::come(hub, table, Some(key(number)), None).await;
    let name = format!("Guest {number}");
    visitor.do_it(Call::Sit { name, seat: None, share: Some(share), commit: None }).await;
    visitor
}

/// Opens a table, seats this number of people and deals.
pub async fn dealt(hub: &Hub, order: &TableOrder, people: u8) -> (String, Vec<Visitor>) {
    dealt_by(hub, order, people, hub.next_client()).await
}

/// The same, with the deal of that number.
pub async fn dealt_by(hub: &Hub, order: &TableOrder, people: u8, number: u64) -> (String, Vec<Visitor>) {
    let table = open(hub, order, number).await;
    let mut visitors = sit(hub, &table, people).await;
    visitors[0].do_it(Call::Start).await;
    for visitor in &mut visitors {
        visitor.hear_until(|visitor| visitor.snapshot.is_some()).await;
    }
    (table, visitors)
}
