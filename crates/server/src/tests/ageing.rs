//! Tables that get old: what it costs to wake them, and what is kept of them.

use std::sync::Arc;

use engine::{Dice, Seed};
use protocol::online::{Call, CloseReason, Phase, ServerMessage, TableOrder};
use protocol::{Ask, codes};

use super::games::kinds;
use crate::Hub;
use crate::identity::GuestId;
use crate::ledger::{Collection, Ledger, Memory};
use crate::table::{Entry, EntryKind};
use crate::testing::{Visitor, dealt, finish, finish_until, key, order, room_on};

/// Another game with the same people.
async fn again(visitors: &mut [Visitor], share: u64) {
    let number = visitors[0].room.as_ref().unwrap().number;
    for visitor in visitors.iter_mut() {
        visitor.do_it(Call::Rematch { share: Some(Seed::from_number(share)), commit: None }).await;
    }
    for visitor in visitors {
        visitor
            .hear_until(|visitor| {
                visitor.snapshot.is_some() && visitor.room.as_ref().unwrap().number == number + 1
            })
            .await;
    }
}

async fn length(ledger: &dyn Ledger, table: &str) -> u64 {
    let mut length = 0;
    loop {
        match ledger.read(table, length).await.unwrap().len() as u64 {
            0 => return length,
            more => length += more,
        }
    }
}

/// What everyone at the table sees, without what depends on who is connected.
async fn seen(hub: &Hub, table: &str, people: u8) -> Vec<String> {
    let mut seen = Vec::new();
    for guest in (0..people).map(|number| Some(key(number))).chain([None]) {
        let visitor = Visitor::come(hub, table, guest, None).await;
        seen.push(visitor.heard[0].clone());
    }
    seen
}

#[tokio::test(start_paused = true)]
async fn waking_a_table_costs_one_game_however_old_it_is() {
    for (name, players, people) in kinds() {
        let ledger = Arc::new(Memory::default());
        let hub = room_on(ledger.clone());
        let (table, mut visitors) = dealt(&hub, &order(name, players), people).await;
        let mut dice = Dice::new(&Seed::from_number(1));
        let mut longest = 0;
        let mut before = 0;
        for game in 0..12 {
            finish(&mut visitors, &mut dice).await;
            longest = longest.max(visitors[0].at - before);
            before = visitors[0].at;
            visitors[0].do_it(Call::Chat { text: format!("That was game {game}.") }).await;
            again(&mut visitors, game).await;
        }
        finish_until(&mut visitors, &mut dice, 2).await;
        hub.close().await;
        // Every other server folds only what came after the last checkpoint, and sees the same as one that folds all.
        let woken = room_on(ledger.clone());
        let shown = seen(&woken, &table, people).await;
        let (read, all) = (woken.metrics().loaded.get(), length(&*ledger, &table).await);
        assert!(read <= longest + 110, "{name}: {read} of {all} entries, the longest game has {longest}");
        let kept = ledger.get(Collection::Checkpoints, &table).await.unwrap();
        if let Some(kept) = kept {
            ledger.remove(Collection::Checkpoints, &table, kept.revision).await.unwrap();
        } else {
            assert!(all < 150, "{name}: no checkpoint in {all} entries");
        }
        let whole = room_on(ledger);
        assert_eq!(seen(&whole, &table, people).await, shown, "{name}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_damaged_checkpoint_is_as_good_as_none() {
    let ledger = Arc::new(Memory::default());
    let hub = room_on(ledger.clone());
    let (table, mut visitors) = dealt(&hub, &order("pass-the-ace", 3), 2).await;
    finish_until(&mut visitors, &mut Dice::new(&Seed::from_number(1)), 3).await;
    hub.close().await;
    let shown = seen(&room_on(ledger.clone()), &table, 2).await;
    for spoilt in ["", "{}", r#"{"v":99}"#, "null"] {
        let old = ledger.get(Collection::Checkpoints, &table).await.unwrap().map(|kept| kept.revision);
        ledger.put(Collection::Checkpoints, &table, old, spoilt.into()).await.unwrap();
        assert_eq!(seen(&room_on(ledger.clone()), &table, 2).await, shown, "{spoilt}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_crowd_at_a_cold_table_folds_its_log_once() {
    let ledger = Arc::new(Memory::default());
    let hub = room_on(ledger.clone());
    let (table, mut visitors) = dealt(&hub, &order("propre", 3), 2).await;
    finish(&mut visitors, &mut Dice::new(&Seed::from_number(1))).await;
    hub.close().await;
    let all = length(&*ledger, &table).await;
    let hub = room_on(ledger);
    let come = (0..100).map(|_| Visitor::come(&hub, &table, None, None));
    let crowd = futures_util::future::join_all(come).await;
    assert!(crowd.iter().all(|visitor| visitor.snapshot.is_some()));
    assert_eq!(hub.metrics().loaded.get(), all, "one fold for a hundred visitors");
    // A table that cannot be loaded is not loaded a hundred times either.
    let broken = "zzzzzzzzzzzz";
    let opened = Entry { t: 1, kind: EntryKind::Started { next: None } };
    for number in 0..150 {
        hub.0.ledger.append(broken, number, opened.write()).await.unwrap();
    }
    let come = (0..100).map(|_| Visitor::come(&hub, broken, None, None));
    let crowd = futures_util::future::join_all(come).await;
    assert!(crowd.iter().all(|visitor| visitor.bye == Some(CloseReason::Broken)));
    assert_eq!(hub.metrics().loaded.get(), all + 150);
}

#[tokio::test(start_paused = true)]
async fn a_record_is_kept_when_its_game_ends_and_never_computed_again() {
    let ledger = Arc::new(Memory::default());
    let hub = room_on(ledger.clone());
    let (table, mut visitors) = dealt(&hub, &order("grapples", 3), 2).await;
    let mut dice = Dice::new(&Seed::from_number(1));
    finish(&mut visitors, &mut dice).await;
    let first = visitors[0].record().await;
    again(&mut visitors, 5).await;
    assert_eq!(hub.record(&table, None).await.unwrap().as_ref(), Some(&first));
    assert_eq!(hub.record(&table, Some(2)).await.unwrap(), None, "it is not over");
    finish(&mut visitors, &mut dice).await;
    let second = visitors[0].record().await;
    // The log is damaged: it cannot be folded any more.
    let at = length(&*ledger, &table).await;
    ledger.append(&table, at, "?".into()).await.unwrap();
    let hub = room_on(ledger);
    for (number, record) in [(Some(1), &first), (Some(2), &second), (None, &second)] {
        assert_eq!(hub.record(&table, number).await.unwrap().as_ref(), Some(record), "{number:?}");
    }
    assert_eq!(hub.record(&table, Some(3)).await.unwrap(), None);
}

#[tokio::test(start_paused = true)]
async fn a_table_of_other_rules_says_so_and_can_be_read() {
    let ledger = Arc::new(Memory::default());
    let hub = room_on(ledger.clone());
    let host = GuestId::of(&key(0));
    let opened = hub.open(&TableOrder::of("propre"), host).await.unwrap();
    let bytes = ledger.read(&opened, 0).await.unwrap();
    assert!(String::from_utf8_lossy(&bytes[0]).contains(r#""rules_version":1"#));
    let (finished, mut visitors) = dealt(&hub, &order("propre", 2), 2).await;
    visitors[0].do_it(Call::Chat { text: "A good game.".to_owned() }).await;
    finish(&mut visitors, &mut Dice::new(&Seed::from_number(1))).await;
    let record = visitors[0].record().await;
    hub.room(&finished).await.unwrap();
    hub.close().await;
    // As if it had been written by a version with other rules.
    let table = "abcdefghjkmn";
    let log = ledger.read(&finished, 0).await.unwrap();
    for (number, bytes) in log.into_iter().enumerate() {
        let mut entry = Entry::read(&bytes).unwrap();
        if let EntryKind::Opened { rules_version, .. } = &mut entry.kind {
            *rules_version = Some(7);
        }
        ledger.append(table, number as u64, entry.write()).await.unwrap();
    }
    crate::records::keep(&*ledger, table, 1, 5, &record).await.unwrap();
    let hub = room_on(ledger.clone());
    let mut visitor = Visitor::come(&hub, table, Some(key(0)), None).await;
    let room = visitor.room.clone().unwrap();
    assert_eq!((room.other_rules, room.phase), (Some(7), Phase::Gathering));
    assert_eq!(visitor.chat[0].text, "A good game.");
    let told = visitor.hear().await;
    assert!(matches!(&told, ServerMessage::Reply { id: 0, .. }), "{told:?}");
    assert!(visitor.heard.last().unwrap().contains("version 7 of the rules"));
    let before = length(&*ledger, table).await;
    for call in [
        Call::Start,
        Call::Chat { text: "hello".to_owned() },
        Call::Rematch { share: Some(Seed::from_number(1)), commit: None },
        Call::Ask { what: Ask::Look { since: None } },
        Call::Leave,
    ] {
        assert_eq!(visitor.is_refused(call).await.code, codes::RULES_VERSION);
    }
    drop(visitor);
    tokio::time::sleep(std::time::Duration::from_secs(90)).await;
    assert_eq!(length(&*ledger, table).await, before, "nothing is added to it");
    assert_eq!(hub.record(table, None).await.unwrap(), Some(record.clone()));
    assert_eq!(hub.record(table, Some(1)).await.unwrap(), Some(record));
}
