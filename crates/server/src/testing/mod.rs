//! What tests need: folders that go away, a card room without waiting, and visitors that are real clients.

mod folder;
mod visitor;

use std::sync::Arc;
use std::time::Duration;

use engine::Seed;
use protocol::online::{Call, GuestKey, TableOrder};

pub use folder::Folder;
pub use visitor::{Visitor, finish, finish_until};

use crate::config::Config;
use crate::hub::Hub;
use crate::identity::GuestId;
use crate::ledger::{Ledger, Memory};

/// Settings under which nobody waits.
pub fn quick() -> Config {
    Config {
        bot_pause: Duration::ZERO,
        calls_at_once: 1_000_000,
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

/// A table for so many.
pub fn order(game: &str, players: usize) -> TableOrder {
    TableOrder { players: Some(players), ..TableOrder::of(game) }
}

/// Opens a table and seats so many people at it, the first of whom opened it.
pub async fn gather(hub: &Hub, order: &TableOrder, people: u8) -> (String, Vec<Visitor>) {
    let table = hub.open(order, GuestId::of(&key(0))).await.unwrap();
    let visitors = sit(hub, &table, people).await;
    (table, visitors)
}

/// Seats so many people at a table.
pub async fn sit(hub: &Hub, table: &str, people: u8) -> Vec<Visitor> {
    let mut visitors = Vec::new();
    for number in 0..people {
        let mut visitor = Visitor::come(hub, table, Some(key(number)), None).await;
        let share = Seed::from_number(100 + u64::from(number));
        visitor.do_it(Call::Sit { name: format!("Guest {number}"), seat: None, share }).await;
        visitors.push(visitor);
    }
    visitors
}

/// Opens a table, seats so many people and deals.
pub async fn dealt(hub: &Hub, order: &TableOrder, people: u8) -> (String, Vec<Visitor>) {
    let (table, mut visitors) = gather(hub, order, people).await;
    visitors[0].do_it(Call::Start).await;
    for visitor in &mut visitors {
        visitor.hear_until(|visitor| visitor.snapshot.is_some()).await;
    }
    (table, visitors)
}
