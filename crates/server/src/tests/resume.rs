//! Coming back: to a table that went on, that slept, that failed, or whose server was killed.

use std::sync::Arc;
use std::time::Duration;

use engine::{Dice, Seed};
use protocol::online::{Call, CloseReason, HostAction, Phase, ServerMessage, TableOrder};
use protocol::{Ask, codes};

use super::games::kinds;
use crate::Hub;
use crate::config::Config;
use crate::ledger::{Memory, Sqlite};
use crate::table::Command;
use crate::testing::{
    Folder, Visitor, dealt, finish, finish_until, key, order, quick, room, room_on, room_with,
};

#[tokio::test(start_paused = true)]
async fn a_client_that_comes_back_is_told_exactly_what_it_missed() {
    told_what_they_missed(&room()).await;
}

pub async fn told_what_they_missed(hub: &Hub) {
    for (name, players, people) in kinds() {
        let (table, mut visitors) = dealt(hub, &order(name, players), people).await;
        let mut dice = Dice::new(&Seed::from_number(6));
        // One who never leaves and only watches.
        let mut watcher = Visitor::come(hub, &table, None, None).await;
        let mut gone = Visitor::come(hub, &table, None, None).await;
        let mut moves = 1;
        while visitors[0].outcome().is_none() {
            finish_until(&mut visitors, &mut dice, moves).await;
            let at = visitors[0].at;
            gone = gone.come_back(hub, &table).await;
            gone.hear_until(|gone| gone.at >= at).await;
            watcher.hear_until(|watcher| watcher.at >= at).await;
            let at = gone.at.max(watcher.at);
            gone.hear_until(|gone| gone.at >= at).await;
            watcher.hear_until(|watcher| watcher.at >= at).await;
            assert_eq!(gone.lines, watcher.lines, "{name}");
            assert_eq!(gone.standing(), watcher.standing(), "{name}");
            moves += 3;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_number_that_never_was_gets_everything() {
    everything_for_a_number_that_never_was(&room()).await;
}

pub async fn everything_for_a_number_that_never_was(hub: &Hub) {
    let (table, visitors) = dealt(hub, &order("pass-the-ace", 3), 2).await;
    for since in [Some(0), Some(1), Some(1_000_000), Some(u64::MAX)] {
        let mut visitor = Visitor::knock(hub, &table, Some(key(1))).await;
        visitor.hello(since).await;
        assert!(matches!(visitor.hear().await, ServerMessage::Welcome(_)), "{since:?}");
        assert_eq!(visitor.you, visitors[1].you, "the seat belongs to the key");
    }
}

#[tokio::test(start_paused = true)]
async fn a_seat_whose_player_is_gone_is_shown_and_a_bot_sits_in_until_they_return() {
    let hub = room();
    let order = TableOrder { sit_in_seconds: Some(30), ..order("pass-the-ace", 2) };
    let (table, mut visitors) = dealt(&hub, &order, 2).await;
    let mut second = visitors.pop().unwrap();
    let first = &mut visitors[0];
    let seat = second.you.unwrap();
    second.leave();
    let place = move |visitor: &Visitor| visitor.room.as_ref().unwrap().seats[seat.index()].clone();
    first.hear_until(|visitor| place(visitor).away).await;
    assert!(!place(first).sat_in, "there is time to come back");
    first.hear_until(|visitor| place(visitor).sat_in).await;
    // The game goes on with the bot on that seat.
    let mut dice = Dice::new(&Seed::from_number(3));
    finish_until(&mut visitors, &mut dice, 2).await;
    let mut second = second.come_back(&hub, &table).await;
    second.hear_until(|visitor| !place(visitor).away).await;
    assert!(!place(&second).sat_in, "the seat is handed back");
    visitors.push(second);
    finish(&mut visitors, &mut dice).await;
}

#[tokio::test(start_paused = true)]
async fn a_table_sleeps_when_nobody_is_there_and_wakes_as_it_was() {
    let hub = room_with(Config { idle: Duration::from_secs(5), ..quick() });
    let (table, mut visitors) = dealt(&hub, &order("grapples", 3), 2).await;
    finish_until(&mut visitors, &mut Dice::new(&Seed::from_number(1)), 5).await;
    let before = visitors[0].standing().scene.clone();
    drop(visitors);
    while hub.metrics().tables.get() > 0 {
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    let visitor = Visitor::come(&hub, &table, Some(key(0)), None).await;
    assert_eq!(visitor.standing().scene, before);
}

#[tokio::test(start_paused = true)]
async fn a_table_that_fails_takes_nobody_else_down_and_recovers() {
    let hub = room();
    let (table, mut visitors) = dealt(&hub, &order("pass-the-ace", 3), 2).await;
    let (_, mut others) = dealt(&hub, &order("propre", 3), 2).await;
    let mut dice = Dice::new(&Seed::from_number(8));
    finish_until(&mut visitors, &mut dice, 3).await;
    hub.reach(&table).await.unwrap().send(Command::Crash).await.unwrap();
    let mut back = Vec::new();
    for mut visitor in visitors {
        visitor.hear_until(|visitor| visitor.bye.is_some()).await;
        assert_eq!(visitor.bye, Some(CloseReason::Table));
        back.push(visitor.come_back(&hub, &table).await);
    }
    assert_eq!(hub.metrics().crashes.get(), 1);
    finish(&mut back, &mut dice).await;
    finish(&mut others, &mut dice).await;
}

#[tokio::test(start_paused = true)]
async fn closing_tells_everyone_and_waits() {
    let ledger = Arc::new(Memory::default());
    let hub = room_on(ledger.clone());
    let (table, mut visitors) = dealt(&hub, &order("pass-the-ace", 3), 2).await;
    let closing = tokio::spawn({
        let hub = hub.clone();
        async move { hub.close().await }
    });
    for visitor in &mut visitors {
        visitor.hear_until(|visitor| visitor.bye.is_some()).await;
        assert_eq!(visitor.bye, Some(CloseReason::Closing));
        assert!(visitor.try_hear().await.is_none());
    }
    closing.await.unwrap();
    assert_eq!(hub.reach(&table).await.err(), Some(crate::hub::HubError::Closing));
    // The same log under another server.
    let again = room_on(ledger);
    let mut back = Vec::new();
    for visitor in visitors {
        back.push(visitor.come_back(&again, &table).await);
    }
    finish(&mut back, &mut Dice::new(&Seed::from_number(1))).await;
}

/// As after kill -9: another server begins with the files as they are, while the first still has them open.
#[tokio::test(flavor = "multi_thread")]
async fn after_a_kill_everything_acknowledged_is_there() {
    let folder = Folder::fresh("killed");
    let ledger = Arc::new(Sqlite::open(&folder.file("parlour.db")).await.unwrap());
    let mut hub = room_on(ledger);
    let mut tables = Vec::new();
    let mut dice = Dice::new(&Seed::from_number(5));
    for (name, players, people) in kinds() {
        tables.push(dealt(&hub, &order(name, players), people).await);
    }
    for kill in 0..3 {
        for (_, visitors) in &mut tables {
            finish_until(visitors, &mut dice, 3).await;
        }
        let name = format!("after-{kill}.db");
        let old = if kill == 0 { "parlour.db".to_owned() } else { format!("after-{}.db", kill - 1) };
        for suffix in ["", "-wal"] {
            std::fs::copy(folder.file(&format!("{old}{suffix}")), folder.file(&format!("{name}{suffix}")))
                .unwrap();
        }
        hub = room_on(Arc::new(Sqlite::open(&folder.file(&name)).await.unwrap()));
        let mut back = Vec::new();
        for (table, visitors) in tables {
            let mut here = Vec::new();
            for visitor in visitors {
                let (at, lines) = (visitor.at, visitor.lines.len());
                let visitor = visitor.come_back(&hub, &table).await;
                assert!(visitor.at >= at && visitor.lines.len() >= lines, "nothing acknowledged is lost");
                here.push(visitor);
            }
            back.push((table, here));
        }
        tables = back;
    }
    for (table, visitors) in &mut tables {
        finish(visitors, &mut dice).await;
        let record = hub.record(table, None).await.unwrap().unwrap();
        assert_eq!(record.outcome.as_ref(), visitors[0].outcome());
    }
}

/// Two servers with one ledger: each has a client of the same table, and nothing happens twice.
#[tokio::test(start_paused = true)]
async fn two_servers_share_a_table() {
    for (name, players, people) in kinds() {
        let ledger = Arc::new(Memory::default());
        let hubs = [room_on(ledger.clone()), room_on(ledger)];
        let (table, visitors) = dealt(&hubs[0], &order(name, players), people).await;
        let mut split = Vec::new();
        for (number, visitor) in visitors.into_iter().enumerate() {
            split.push(visitor.come_back(&hubs[number % 2], &table).await);
        }
        let mut watcher = Visitor::come(&hubs[1], &table, None, None).await;
        finish(&mut split, &mut Dice::new(&Seed::from_number(2))).await;
        let at = split[0].at;
        watcher.hear_until(|watcher| watcher.at >= at).await;
        assert_eq!(watcher.outcome(), split[0].outcome(), "{name}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_move_meant_for_another_position_is_refused_and_chat_is_no_other_position() {
    a_move_belongs_to_its_position(&room()).await;
}

pub async fn a_move_belongs_to_its_position(hub: &Hub) {
    let (_, mut visitors) = dealt(hub, &order("pass-the-ace", 2), 2).await;
    finish_until(&mut visitors, &mut Dice::new(&Seed::from_number(1)), 1).await;
    let turn = visitors[0].standing().to_act.unwrap().index();
    let act = visitors[turn].standing().choices[0].act.clone();
    let seq = visitors[turn].seq;
    for wrong in [0, seq - 1, seq + 1] {
        let refusal = visitors[turn].is_refused(Call::Ask { what: Ask::act(wrong, act.clone()) }).await;
        assert_eq!(refusal.code, codes::STALE);
    }
    visitors[1 - turn].do_it(Call::Chat { text: "Take your time!".to_owned() }).await;
    visitors[turn].do_it(Call::Ask { what: Ask::act(seq, act.clone()) }).await;
    let again = visitors[turn].is_refused(Call::Ask { what: Ask::act(seq, act) }).await;
    assert_eq!(again.code, codes::STALE, "sent twice, done once");
}

#[tokio::test(start_paused = true)]
async fn a_table_without_its_host_can_still_begin() {
    let hub = room();
    let (_, mut visitors) = crate::testing::gather(&hub, &order("propre", 3), 2).await;
    let mut second = visitors.pop().unwrap();
    assert!(!second.host && visitors[0].host);
    drop(visitors);
    second.hear_until(|visitor| visitor.room.as_ref().unwrap().acting == visitor.you).await;
    assert!(!second.host);
    second.do_it(Call::Host { what: HostAction::Pause }).await;
    second.do_it(Call::Host { what: HostAction::Resume }).await;
    assert_eq!(second.is_refused(Call::Start).await.code, codes::HOST_EXPECTED);
    tokio::time::sleep(Duration::from_secs(60)).await;
    second.do_it(Call::Start).await;
    assert_eq!(second.room.as_ref().unwrap().phase, Phase::Playing);
}

/// Words do not move the position. Sent again after a lost answer, they must not cost a second card all the same.
#[tokio::test(start_paused = true)]
async fn words_that_are_sent_again_are_said_once() {
    let hub = room();
    let (_, mut visitors) = dealt(&hub, &order("propre", 2), 2).await;
    let say = |seq| Call::Ask { what: Ask::act(seq, "say last card".to_owned()) };
    let seq = visitors[0].seq;
    visitors[0].do_it(say(seq)).await;
    assert_eq!(visitors[0].is_refused(say(seq)).await.code, codes::STALE);
    // Another player who has not heard it yet can speak, and so can the first one about what followed.
    visitors[1].do_it(say(seq)).await;
    let seq = visitors[0].seq;
    visitors[0].do_it(say(seq)).await;
}
