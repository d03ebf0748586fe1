//! Ledgers that earlier releases wrote (`testdata/ledgers`): they open, show what they showed, and their games go on.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use engine::{Dice, Record, Seat, Seed};
use protocol::codes;
use protocol::online::{Call, HostAction, Phase};
use serde::Deserialize;

use crate::Hub;
use crate::identity::GuestId;
use crate::ledger::Sqlite;
use crate::testing::{Folder, Visitor, finish, key, room_on};

/// What the first player of a table saw when the ledger was written.
#[derive(Deserialize)]
struct Then {
    table: String,
    number: u32,
    lines: Vec<String>,
    to_act: Option<Seat>,
    chat: Vec<String>,
    people: u8,
    #[serde(default)]
    records: Vec<String>,
}

type Tables = BTreeMap<String, Then>;

/// A card room on a copy of that ledger.
async fn released(format: u32, why: &str) -> (Folder, Hub, Tables) {
    let kept = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("testdata/ledgers");
    let folder = Folder::fresh(&format!("format-{format}-{why}"));
    let file = folder.file("parlour.db");
    std::fs::copy(kept.join(format!("format-{format}.db")), &file).unwrap();
    let then = std::fs::read_to_string(kept.join(format!("format-{format}.json"))).unwrap();
    let hub = room_on(Arc::new(Sqlite::open(&file).await.unwrap()));
    (folder, hub, serde_json::from_str(&then).unwrap())
}

async fn come_back(hub: &Hub, then: &Then) -> Vec<Visitor> {
    let mut visitors = Vec::new();
    for number in 0..then.people {
        visitors.push(Visitor::come(hub, &then.table, Some(key(number)), None).await);
    }
    visitors
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_ledger_shows_what_it_showed() {
    let (_folder, hub, tables) = released(1, "shows").await;
    assert_eq!(hub.0.ledger.logs().await.unwrap().len(), tables.len());
    for (name, then) in &tables {
        let visitor = Visitor::come(&hub, &then.table, Some(key(0)), None).await;
        let lines: Vec<&str> = visitor.lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(lines, then.lines, "{name}");
        assert_eq!(visitor.standing().to_act, then.to_act, "{name}");
        assert_eq!(visitor.you, Some(Seat::FIRST), "{name}: the seat belongs to the key");
        let chat: Vec<&str> = visitor.chat.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(chat, then.chat, "{name}");
        assert_eq!(visitor.room.as_ref().unwrap().number, then.number, "{name}");
        for (number, text) in (1..).zip(&then.records) {
            let record = hub.record(&then.table, Some(number)).await.unwrap().unwrap();
            assert_eq!(record.write(), *text, "{name}: game {number}");
        }
    }
    let results = hub.results(&GuestId::of(&key(1))).await.unwrap();
    assert_eq!((results.name.as_deref(), results.games.len()), (Some("Guest 1"), 2));
    assert_eq!(results.rivals[0].name, "Guest 0");
    hub.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_games_of_an_old_ledger_go_on() {
    let (_folder, hub, tables) = released(1, "goes-on").await;
    let mut dice = Dice::new(&Seed::from_number(4));
    for (name, then) in &tables {
        let mut visitors = come_back(&hub, then).await;
        if name == "paused" {
            let mut removed = Visitor::come(&hub, &then.table, Some(key(2)), None).await;
            let sit = Call::Sit {
                name: "Back".to_owned(),
                seat: None,
                share: Some(Seed::from_number(1)),
                commit: None,
            };
            assert_eq!(removed.is_refused(sit).await.code, codes::REMOVED);
            let chat = Call::Chat { text: "hello?".to_owned() };
            assert_eq!(visitors[1].is_refused(chat).await.code, codes::MUTED);
            visitors[0].do_it(Call::Host { what: HostAction::Resume }).await;
        }
        if visitors[0].room.as_ref().unwrap().phase == Phase::Over {
            visitors[0].do_it(Call::Rematch { share: Some(Seed::from_number(9)), commit: None }).await;
            for visitor in &mut visitors[1..] {
                visitor.do_it(Call::Rematch { share: Some(Seed::from_number(8)), commit: None }).await;
            }
            for visitor in &mut visitors {
                visitor.hear_until(|visitor| visitor.snapshot.is_some()).await;
            }
        }
        finish(&mut visitors, &mut dice).await;
        let record = visitors[0].record().await;
        assert_eq!(record.outcome.as_ref(), visitors[0].outcome(), "{name}");
        assert_eq!(Record::read(&record.write()).unwrap(), record, "{name}");
        tables::reopen(&record, None).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    hub.close().await;
}
