//! Guests who want to be forgotten, keys that are replaced, tables that are too old to be kept, and reports.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use engine::{Dice, Seed};
use protocol::online::{Call, CloseReason, GuestKey, HostAction, ServerMessage, TableOrder};
use protocol::{Tell, codes};
use tower::ServiceExt;

use crate::config::Config;
use crate::identity::GuestId;
use crate::ledger::{Collection, Ledger, Memory, Sqlite};
use crate::testing::{Folder, Visitor, dealt, finish, finish_until, key, order, quick, room, room_on};
use crate::{Hub, State, router};

/// Everything that the ledger holds, as text.
async fn everything(ledger: &dyn Ledger) -> String {
    let mut all = String::new();
    for log in ledger.logs().await.unwrap() {
        let mut from = 0;
        loop {
            let page = ledger.read(&log, from).await.unwrap();
            if page.is_empty() {
                break;
            }
            from += page.len() as u64;
            page.iter().for_each(|entry| all.push_str(&String::from_utf8_lossy(entry)));
        }
    }
    for collection in Collection::ALL {
        for kept in ledger.list(collection, "", None, 10_000).await.unwrap() {
            all.push_str(&String::from_utf8_lossy(&kept.value));
        }
    }
    all
}

async fn forgets(hub: &Hub, guest: GuestKey) -> StatusCode {
    let request = Request::delete("/api/guest")
        .header("authorization", format!("Bearer {}", guest.reveal()))
        .body(Body::empty())
        .unwrap();
    router(State::new(hub.clone())).oneshot(request).await.unwrap().status()
}

#[tokio::test(start_paused = true)]
async fn a_guest_who_wants_it_is_forgotten() {
    let ledger = Arc::new(Memory::default());
    let hub = room_on(ledger.clone());
    let mut dice = Dice::new(&Seed::from_number(1));
    // A finished game, one that is under way, and a table where they only chatted.
    let (finished, mut visitors) = dealt(&hub, &order("grapples", 3), 2).await;
    visitors[1].do_it(Call::Chat { text: "my secret recipe".to_owned() }).await;
    visitors[0].do_it(Call::Chat { text: "how nice".to_owned() }).await;
    finish(&mut visitors, &mut dice).await;
    let (playing, mut others) = dealt(&hub, &order("propre", 3), 2).await;
    finish_until(&mut others, &mut dice, 3).await;
    others[1].do_it(Call::Chat { text: "my secret plan".to_owned() }).await;
    // Results are noted when the table has a moment for it.
    while hub.results(&GuestId::of(&key(1))).await.unwrap().games.is_empty() {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let before = hub.record(&finished, None).await.unwrap().unwrap();
    assert!(everything(&*ledger).await.contains("Guest 1"));

    assert_eq!(forgets(&hub, key(1)).await, StatusCode::NO_CONTENT);
    let all = everything(&*ledger).await;
    for gone in ["Guest 1", "secret recipe", "secret plan"] {
        assert!(!all.contains(gone), "{gone} is still there");
    }
    assert!(all.contains("how nice"), "what others said stays");
    // Nobody is shown them any longer, and the games go on.
    let first = &mut others[0];
    first
        .hear_until(|visitor| visitor.room.as_ref().unwrap().seats[1].name.as_deref() != Some("Guest 1"))
        .await;
    assert!(first.chat.is_empty());
    assert!(!serde_json::to_string(&first.snapshot).unwrap().contains("Guest 1"));
    others.truncate(1);
    finish(&mut others, &mut dice).await;
    // The others' results and the record stay, without the name; the record still verifies.
    let results = hub.results(&GuestId::of(&key(0))).await.unwrap();
    assert!(results.games.iter().any(|game| game.table == finished) && results.rivals.is_empty());
    let record = hub.record(&finished, None).await.unwrap().unwrap();
    assert!(record.players[1].as_str().starts_with("Someone "), "{}", record.players[1]);
    assert_eq!((&record.actions, &record.final_hash), (&before.actions, &before.final_hash));
    tables::reopen(&record, None).map(drop).unwrap();
    let mine = hub.results(&GuestId::of(&key(1))).await.unwrap();
    assert_eq!((mine.name, mine.games.len()), (None, 0));
    // Another server that folds the logs again shows the same.
    let again = room_on(ledger);
    for table in [&finished, &playing] {
        let visitor = Visitor::come(&again, table, Some(key(0)), None).await;
        assert!(!visitor.heard[0].contains("Guest 1") && !visitor.heard[0].contains("secret"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_forgotten_is_gone_from_the_file() {
    let folder = Folder::fresh("forgotten");
    let file = folder.file("parlour.db");
    let hub = room_on(Arc::new(Sqlite::open(&file).await.unwrap()));
    let (_, mut visitors) = dealt(&hub, &order("pass-the-ace", 3), 2).await;
    visitors[1].do_it(Call::Chat { text: "my secret recipe".to_owned() }).await;
    assert_eq!(forgets(&hub, key(1)).await, StatusCode::NO_CONTENT);
    drop(visitors);
    hub.close().await;
    let bytes = std::fs::read(&file).unwrap();
    let holds = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(holds("Guest 0") && !holds("Guest 1") && !holds("secret recipe"));
}

/// A player who got up before the end has no result, but their name is in the record and in the results of the others.
#[tokio::test(start_paused = true)]
async fn a_guest_who_left_in_the_middle_is_forgotten_too() {
    for swept in [false, true] {
        let ledger = Arc::new(Memory::default());
        let hub = room_on(ledger.clone());
        let mut dice = Dice::new(&Seed::from_number(1));
        let (table, mut visitors) = dealt(&hub, &order("grapples", 3), 2).await;
        finish_until(&mut visitors, &mut dice, 2).await;
        visitors[1].do_it(Call::Leave).await;
        visitors.truncate(1);
        finish(&mut visitors, &mut dice).await;
        while hub.results(&GuestId::of(&key(0))).await.unwrap().games.is_empty() {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        assert!(everything(&*ledger).await.contains("Guest 1"));
        drop(visitors);
        if swept {
            hub.close().await;
            ledger.remove_log(&table).await.unwrap();
        }
        let hub = room_on(ledger.clone());
        assert_eq!(forgets(&hub, key(1)).await, StatusCode::NO_CONTENT);
        assert!(!everything(&*ledger).await.contains("Guest 1"), "swept: {swept}");
        let record = hub.record(&table, Some(1)).await.unwrap().unwrap();
        assert!(record.players[1].as_str().starts_with("Someone "), "{}", record.players[1]);
    }
}

#[tokio::test(start_paused = true)]
async fn a_checkpoint_keeps_nobody_who_is_forgotten() {
    let ledger = Arc::new(Memory::default());
    let hub = room_on(ledger.clone());
    let (_, mut visitors) = dealt(&hub, &order("grapples", 3), 2).await;
    for number in 0..100 {
        visitors[1].do_it(Call::Chat { text: format!("my secret {number}") }).await;
    }
    finish(&mut visitors, &mut Dice::new(&Seed::from_number(1))).await;
    visitors[0].do_it(Call::Rematch { share: Some(Seed::from_number(1)), commit: None }).await;
    let checkpoints = async || ledger.list(Collection::Checkpoints, "", None, 10).await.unwrap().len();
    assert_eq!(checkpoints().await, 1);
    assert_eq!(forgets(&hub, key(1)).await, StatusCode::NO_CONTENT);
    let all = everything(&*ledger).await;
    assert!(!all.contains("Guest 1") && !all.contains("my secret"));
}

/// While shares are revealed, a bot takes over under the name of the one who goes.
#[tokio::test(start_paused = true)]
async fn a_guest_forgotten_while_the_cards_are_dealt_leaves_no_name() {
    for leaves_first in [false, true] {
        let ledger = Arc::new(Memory::default());
        let hub = room_on(ledger.clone());
        let table = crate::testing::open(&hub, &order("grapples", 3), 7).await;
        let mut visitors = Vec::new();
        for number in 0..2 {
            let mut visitor = Visitor::come(&hub, &table, Some(key(number)), None).await;
            let commit = Some(Seed::from_number(number.into()).commitment());
            let name = format!("Guest {number}");
            visitor.do_it(Call::Sit { name, seat: None, share: None, commit }).await;
            visitors.push(visitor);
        }
        visitors[0].do_it(Call::Start).await;
        visitors[1].hear_until(|visitor| visitor.room.as_ref().unwrap().revealing).await;
        if leaves_first {
            visitors[1].do_it(Call::Leave).await;
        } else {
            assert_eq!(forgets(&hub, key(1)).await, StatusCode::NO_CONTENT);
        }
        visitors[0].do_it(Call::Reveal { share: Seed::from_number(0) }).await;
        visitors.truncate(1);
        visitors[0].hear_until(|visitor| visitor.snapshot.is_some()).await;
        if leaves_first {
            assert_eq!(forgets(&hub, key(1)).await, StatusCode::NO_CONTENT);
            let nameless = |visitor: &Visitor| {
                visitor.room.as_ref().unwrap().seats[1].name.as_deref() != Some("Guest 1")
            };
            visitors[0].hear_until(nameless).await;
        }
        finish(&mut visitors, &mut Dice::new(&Seed::from_number(1))).await;
        let record = visitors[0].record().await;
        assert!(record.players[1].as_str().starts_with("Someone "), "{}", record.players[1]);
        assert!(!everything(&*ledger).await.contains("Guest 1"), "left first: {leaves_first}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_full_log_keeps_nobody_from_being_forgotten() {
    let ledger = Arc::new(Memory::default());
    let hub = Hub::new(ledger.clone(), Config { longest_log: 40, ..quick() });
    let (full, mut visitors) = dealt(&hub, &order("propre", 3), 2).await;
    let (_, others) = dealt(&hub, &order("propre", 3), 2).await;
    let paused = crate::table::Entry { t: 1, kind: crate::table::EntryKind::Paused };
    for at in visitors[0].at..40 {
        ledger.append(&full, at, paused.write()).await.unwrap();
    }
    visitors[0].hear_until(|visitor| visitor.at >= 40).await;
    drop((visitors, others));
    assert_eq!(forgets(&hub, key(1)).await, StatusCode::NO_CONTENT);
    assert!(!everything(&*ledger).await.contains("Guest 1"));
}

/// Several requests at once, and one whose answer was lost.
#[tokio::test(flavor = "multi_thread")]
async fn a_key_is_replaced_by_one_other_however_many_want_to_be_it() {
    let folder = Folder::fresh("keys");
    let hub = room_on(Arc::new(Sqlite::open(&folder.file("parlour.db")).await.unwrap()));
    let tasks: Vec<_> = (10..22)
        .map(|new| {
            let hub = hub.clone();
            tokio::spawn(async move { replaces(&hub, key(1), &key(new).reveal()).await })
        })
        .collect();
    let mut done = Vec::new();
    for (new, task) in (10..22).zip(tasks) {
        if task.await.unwrap() == StatusCode::NO_CONTENT {
            done.push(new);
        }
    }
    assert_eq!(done.len(), 1, "{done:?}");
    let guest = GuestId::of(&key(1));
    for new in 10..22 {
        let acts = hub.guest(&key(new)).await.unwrap() == Ok(guest);
        assert_eq!(acts, done == [new], "{new}");
    }
    assert_eq!(replaces(&hub, key(1), &key(done[0]).reveal()).await, StatusCode::NO_CONTENT, "asked again");
    assert_eq!(replaces(&hub, key(1), &key(99).reveal()).await, StatusCode::UNAUTHORIZED);
    hub.close().await;
}

async fn replaces(hub: &Hub, old: GuestKey, new: &str) -> StatusCode {
    let request = Request::post("/api/guest/key")
        .header("authorization", format!("Bearer {}", old.reveal()))
        .header("content-type", "application/json")
        .body(Body::from(format!(r#"{{"key":"{new}"}}"#)))
        .unwrap();
    router(State::new(hub.clone())).oneshot(request).await.unwrap().status()
}

#[tokio::test(start_paused = true)]
async fn a_key_is_replaced_and_the_old_one_stops_working() {
    let hub = room();
    let (table, mut visitors) = dealt(&hub, &order("pass-the-ace", 3), 2).await;
    let seat = visitors[1].you;
    for (new, status) in [
        (key(9).reveal(), StatusCode::NO_CONTENT),
        (key(8).reveal(), StatusCode::UNAUTHORIZED),
        ("short".to_owned(), StatusCode::UNAUTHORIZED),
    ] {
        assert_eq!(replaces(&hub, key(1), &new).await, status, "{new}");
    }
    // A client with the stolen key is out, and does not get in again.
    visitors[1].hear_until(|visitor| visitor.bye.is_some()).await;
    let thief = Visitor::come(&hub, &table, Some(key(1)), None).await;
    assert_eq!(thief.bye, Some(CloseReason::NoKey));
    assert!(thief.heard[0].contains("replaced"));
    // The new key has the seat, and can be replaced again.
    assert_eq!(Visitor::come(&hub, &table, Some(key(9)), None).await.you, seat);
    assert_eq!(replaces(&hub, key(9), &key(0).reveal()).await, StatusCode::UNPROCESSABLE_ENTITY, "taken");
    assert_eq!(replaces(&hub, key(9), &key(7).reveal()).await, StatusCode::NO_CONTENT);
    assert_eq!(Visitor::come(&hub, &table, Some(key(7)), None).await.you, seat);
    assert_eq!(Visitor::come(&hub, &table, Some(key(9)), None).await.bye, Some(CloseReason::NoKey));
    assert_eq!(forgets(&hub, key(1)).await, StatusCode::UNAUTHORIZED, "not even to be forgotten");
    // Being forgotten does not bring a retired key back.
    assert_eq!(forgets(&hub, key(7)).await, StatusCode::NO_CONTENT);
    assert_eq!(Visitor::come(&hub, &table, Some(key(1)), None).await.bye, Some(CloseReason::NoKey));
}

#[tokio::test(start_paused = true)]
async fn tables_finished_long_ago_are_only_records() {
    let ledger = Arc::new(Memory::default());
    let config =
        Config { keep_finished: Some(Duration::from_secs(3600)), idle: Duration::from_secs(5), ..quick() };
    let hub = Hub::new(ledger.clone(), config);
    let mut dice = Dice::new(&Seed::from_number(1));
    let (finished, mut visitors) = dealt(&hub, &order("grapples", 3), 2).await;
    finish(&mut visitors, &mut dice).await;
    let (running, others) = dealt(&hub, &order("propre", 3), 2).await;
    let record = visitors[0].record().await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    drop((visitors, others));
    while hub.metrics().tables.get() > 0 {
        tokio::time::sleep(Duration::from_secs(10)).await;
    }
    assert_eq!(hub.sweep().await.unwrap(), 0, "not yet");
    tokio::time::sleep(Duration::from_secs(3700)).await;
    assert_eq!(hub.sweep().await.unwrap(), 1);
    assert_eq!(hub.sweep().await.unwrap(), 0);
    assert_eq!(ledger.logs().await.unwrap(), [running], "a game that is not over is kept");
    assert_eq!(hub.record(&finished, None).await.unwrap(), Some(record));
    let late = Visitor::come(&hub, &finished, Some(key(0)), None).await;
    assert_eq!(late.bye, Some(CloseReason::NoTable));
    assert_eq!(hub.results(&GuestId::of(&key(0))).await.unwrap().games.len(), 1);
    assert_eq!(forgets(&hub, key(1)).await, StatusCode::NO_CONTENT);
    let record = hub.record(&finished, Some(1)).await.unwrap().unwrap();
    assert!(record.players[1].as_str().starts_with("Someone "));
}

#[tokio::test(start_paused = true)]
async fn a_report_reaches_the_host_and_nobody_else() {
    let hub = room();
    let listed = TableOrder { listed: true, ..order("propre", 3) };
    let (table, mut visitors) = dealt(&hub, &listed, 3).await;
    let seat = visitors[2].you.unwrap();
    let mut watcher = Visitor::come(&hub, &table, None, None).await;
    let report = |text: &str| Call::Report { seat, text: text.to_owned() };
    let told = visitors[1].call(report("They are rude.")).await;
    assert!(
        matches!(&told, ServerMessage::Reply { what: Tell::Answer { text, .. }, .. } if text.contains("host"))
    );
    let at_host = visitors[0].hear().await;
    assert!(matches!(&at_host, ServerMessage::Reply { id: 0, what: Tell::Answer { text, .. } }
        if text.contains("Guest 1 reports Guest 2") && text.contains("They are rude.")));
    assert_eq!(watcher.is_refused(report("")).await.code, codes::NO_KEY);
    assert_eq!(visitors[1].is_refused(report(&"x".repeat(300))).await.code, codes::BAD_CHAT);
    for _ in 0..4 {
        visitors[1].call(report("")).await;
    }
    assert_eq!(visitors[1].is_refused(report("")).await.code, codes::SPENT);
    // Those who never sat here have nothing to report, however many keys they have.
    for number in 50..60 {
        let mut stranger = Visitor::come(&hub, &table, Some(key(number)), None).await;
        assert_eq!(stranger.is_refused(report("spam")).await.code, codes::NOT_SEATED);
    }
    visitors[2].do_it(Call::Chat { text: "what?".to_owned() }).await;
    assert!(visitors[2].heard.iter().all(|text| !text.contains("reports")));
    // Nor is it a way for the muted to be read.
    visitors[0].do_it(Call::Host { what: HostAction::Mute { seat, off: false } }).await;
    let seat = visitors[1].you.unwrap();
    visitors[2].call(Call::Report { seat, text: "an insult".to_owned() }).await;
    let at_host = visitors[0].hear().await;
    assert!(matches!(&at_host, ServerMessage::Reply { id: 0, what: Tell::Answer { text, .. } }
        if text.contains("Guest 2 reports Guest 1") && !text.contains("insult")));
}
