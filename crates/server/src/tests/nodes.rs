//! Several servers with one ledger, none of which owns anything.

use std::sync::Arc;

use engine::{Dice, Seed};
use protocol::online::{Call, TableOrder};
use protocol::{Ask, codes};

use super::games::kinds;
use crate::Hub;
use crate::ledger::{Ledger, Memory, Postgres, postgres};
use crate::table::{Entry, EntryKind};
use crate::testing::{CuttableLedger, Folder, Visitor, dealt, finish, finish_until, order, room_on};

fn is_away(visitor: &Visitor, other: &Visitor) -> bool {
    let seat = other.you.expect("they sit").index();
    visitor.room.as_ref().expect("someone is here").seats[seat].away
}

/// Everything that happened at a table.
async fn log(ledger: &dyn Ledger, table: &str) -> Vec<EntryKind> {
    let mut entries = Vec::new();
    loop {
        let page = ledger.read(table, entries.len() as u64).await.unwrap();
        if page.is_empty() {
            return entries;
        }
        entries.extend(page.iter().map(|bytes| Entry::read(bytes).unwrap().kind));
    }
}

fn count(log: &[EntryKind], so: impl Fn(&EntryKind) -> bool) -> usize {
    log.iter().filter(|what| so(what)).count()
}

/// Sits each visitor at another server.
async fn spread(hubs: &[Hub], table: &str, visitors: Vec<Visitor>) -> Vec<Visitor> {
    let mut split = Vec::new();
    for (number, visitor) in visitors.into_iter().enumerate() {
        split.push(visitor.come_back(&hubs[number % hubs.len()], table).await);
    }
    split
}

#[tokio::test(start_paused = true)]
async fn a_player_at_another_server_is_not_away() {
    let ledger = Arc::new(Memory::default());
    let hubs = [room_on(ledger.clone()), room_on(ledger.clone()), room_on(ledger.clone())];
    let (table, visitors) = dealt(&hubs[0], &order("pass-the-ace", 3), 3).await;
    let mut visitors = spread(&hubs, &table, visitors).await;
    // A long evening: every player thinks for minutes.
    let mut dice = Dice::new(&Seed::from_number(1));
    for _ in 0..3 {
        finish_until(&mut visitors, &mut dice, 1).await;
        tokio::time::sleep(std::time::Duration::from_secs(100)).await;
    }
    // Everyone changes to the next server in the middle of it.
    let mut moved = Vec::new();
    for (number, visitor) in visitors.into_iter().enumerate() {
        moved.push(visitor.come_back(&hubs[(number + 1) % 3], &table).await);
        tokio::time::sleep(std::time::Duration::from_secs(20)).await;
    }
    finish(&mut moved, &mut dice).await;
    let log = log(&*ledger, &table).await;
    assert_eq!(
        count(&log, |what| matches!(what, EntryKind::Away { .. } | EntryKind::Back { .. })),
        0,
        "{log:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn those_whose_server_is_gone_are_away_in_time_and_back_with_it() {
    let memory = Arc::new(Memory::default());
    let cut = Arc::new(CuttableLedger::new(memory.clone()));
    let hubs = [room_on(memory.clone()), room_on(cut.clone())];
    let wanted = TableOrder { sit_in_seconds: Some(60), ..order("pass-the-ace", 2) };
    let (table, visitors) = dealt(&hubs[0], &wanted, 2).await;
    let mut visitors = spread(&hubs, &table, visitors).await;
    let mut dice = Dice::new(&Seed::from_number(1));
    finish_until(&mut visitors, &mut dice, 2).await;
    let mut second = visitors.pop().unwrap();
    let mut first = visitors.pop().unwrap();
    cut.set(true);
    first.hear_until(|first| is_away(first, &second)).await;
    // A client that is cut off is told the truth.
    let refusal = second.is_refused(Call::Chat { text: "Hello?".to_owned() }).await;
    assert_eq!(refusal.code, codes::NOT_SAVED);
    cut.set(false);
    first.hear_until(|first| !is_away(first, &second)).await;
    second.do_it(Call::Chat { text: "Hello!".to_owned() }).await;
    let mut both = [first, second];
    finish(&mut both, &mut dice).await;
    let log = log(&*memory, &table).await;
    assert_eq!(count(&log, |what| matches!(what, EntryKind::Away { .. })), 1, "{log:?}");
    assert_eq!(count(&log, |what| matches!(what, EntryKind::Back { .. })), 1, "{log:?}");
    assert_eq!(count(&log, |what| matches!(what, EntryKind::Chatted { .. })), 1, "{log:?}");
}

#[tokio::test(start_paused = true)]
async fn a_server_that_closes_hands_its_players_over() {
    let ledger = Arc::new(Memory::default());
    let staying = room_on(ledger.clone());
    let closing = room_on(Arc::new(CuttableLedger::new(ledger.clone())));
    let (table, visitors) = dealt(&staying, &order("pass-the-ace", 2), 2).await;
    let mut visitors = spread(&[staying.clone(), closing.clone()], &table, visitors).await;
    let mut dice = Dice::new(&Seed::from_number(1));
    finish_until(&mut visitors, &mut dice, 2).await;
    let second = visitors.pop().unwrap();
    closing.close().await;
    let second = second.come_back(&staying, &table).await;
    visitors.push(second);
    finish(&mut visitors, &mut dice).await;
    let log = log(&*ledger, &table).await;
    assert_eq!(count(&log, |what| matches!(what, EntryKind::Away { .. })), 0, "{log:?}");
}

/// A player who had seen a move went on to another server, and it was gone for a moment.
#[tokio::test(start_paused = true)]
async fn a_player_who_goes_to_another_server_does_not_go_back_in_time() {
    let memory = Arc::new(Memory::default());
    let deaf = Arc::new(CuttableLedger::new(memory.clone()));
    let hubs = [room_on(memory), room_on(deaf.clone())];
    let (table, visitors) = dealt(&hubs[0], &order("pass-the-ace", 2), 2).await;
    let mut visitors = spread(&hubs, &table, visitors).await;
    let first = visitors.remove(0);
    deaf.deafen();
    let mut first = first.come_back(&hubs[0], &table).await;
    first.do_it(Call::Chat { text: "Hello!".to_owned() }).await;
    let known = first.at;
    let first = first.come_back(&hubs[1], &table).await;
    assert_eq!(first.at, known);
}

/// What was decided before the table knew of it is decided again.
#[tokio::test(start_paused = true)]
async fn a_move_whose_answer_got_lost_is_not_done_twice() {
    let memory = Arc::new(Memory::default());
    let cut = Arc::new(CuttableLedger::new(memory.clone()));
    let hub = room_on(cut.clone());
    let (table, mut visitors) = dealt(&hub, &order("aces-up", 1), 1).await;
    let you = &mut visitors[0];
    let seq = you.seq;
    let deal = || Call::Ask { what: Ask::act(seq, "deal".to_owned()) };
    cut.lose_an_answer();
    assert_eq!(you.is_refused(deal()).await.code, codes::NOT_SAVED);
    // As anyone would, after a moment.
    tokio::time::sleep(std::time::Duration::from_secs(5)).await;
    assert_eq!(you.is_refused(deal()).await.code, codes::STALE);
    cut.set(false);
    let log = log(&*memory, &table).await;
    assert_eq!(count(&log, |what| matches!(what, EntryKind::Acted { .. })), 1, "{log:?}");
}

/// Bots and clocks of a table that three servers have: whatever happens, happens once.
#[tokio::test(start_paused = true)]
async fn what_a_table_does_by_itself_is_done_once() {
    let memory = Arc::new(Memory::default());
    let hubs = [room_on(memory.clone()), room_on(memory.clone()), room_on(memory.clone())];
    let wanted = TableOrder { move_seconds: Some(20), ..order("pass-the-ace", 5) };
    let (table, visitors) = dealt(&hubs[0], &wanted, 3).await;
    let mut visitors = spread(&hubs, &table, visitors).await;
    // Nobody moves; the clock does it for everyone, to the end.
    while visitors.iter().any(|visitor| visitor.outcome().is_none()) {
        for visitor in &mut visitors {
            if visitor.outcome().is_none() {
                visitor.hear().await;
            }
        }
    }
    let record = hubs[2].record(&table, None).await.unwrap().unwrap();
    let acted = count(&log(&*memory, &table).await, |what| matches!(what, EntryKind::Acted { .. }));
    assert_eq!(record.actions.len(), acted, "every entry was a move, none was passed over");
}

#[tokio::test(start_paused = true)]
async fn a_move_that_two_send_at_once_is_done_once_and_both_are_told_the_truth() {
    let ledger = Arc::new(Memory::default());
    let hubs = [room_on(ledger.clone()), room_on(ledger.clone())];
    let (table, visitors) = dealt(&hubs[0], &order("pass-the-ace", 2), 2).await;
    let mut visitors = spread(&hubs, &table, visitors).await;
    finish_until(&mut visitors, &mut Dice::new(&Seed::from_number(1)), 1).await;
    let turn = visitors[0].standing().to_act.unwrap().index();
    // The same player on two devices, at two servers.
    let mut twin = Visitor::come(&hubs[1 - turn], &table, visitors[turn].key, None).await;
    let (seq, act) = (visitors[turn].seq, visitors[turn].standing().choices[0].act.clone());
    assert_eq!(twin.seq, seq);
    let call = || Call::Ask { what: Ask::act(seq, act.clone()) };
    let (one, two) = tokio::join!(visitors[turn].call(call()), twin.call(call()));
    let done = [&one, &two]
        .into_iter()
        .filter(|word| matches!(word, protocol::online::ServerMessage::Done { .. }))
        .count();
    assert_eq!(done, 1, "{one:?} {two:?}");
}

/// Four players on three servers with a real database behind them: whole games of every kind.
#[tokio::test(flavor = "multi_thread")]
async fn four_players_on_three_servers_play_whole_games() {
    let folder = Folder::fresh("postgres-games");
    let Some(server) = postgres::tests::server(&folder, &["fsync=off"]) else { return };
    let mut hubs = Vec::new();
    let mut ledgers: Vec<Arc<Postgres>> = Vec::new();
    for _ in 0..3 {
        let ledger = Arc::new(postgres::tests::open(&server).await);
        ledgers.push(ledger.clone());
        hubs.push(room_on(ledger));
    }
    let mut dice = Dice::new(&Seed::from_number(4));
    for (name, players, people) in kinds() {
        let (players, people) = if players == 1 { (1, people) } else { (5, 4) };
        let wanted = TableOrder { listed: true, ..order(name, players) };
        let table = hubs[0].open(&wanted, crate::GuestId::of(&crate::testing::key(0))).await.unwrap();
        let mut visitors = Vec::new();
        for number in 0..people {
            let hub = &hubs[usize::from(number) % 3];
            let share = Seed::from_number(u64::from(number));
            visitors.push(crate::testing::sit_down(hub, &table, number, share).await);
        }
        visitors[0].do_it(Call::Start).await;
        for visitor in &mut visitors {
            visitor.hear_until(|visitor| visitor.snapshot.is_some()).await;
        }
        finish(&mut visitors, &mut dice).await;
        let record = visitors[0].record().await;
        for hub in &hubs {
            assert_eq!(hub.record(&table, None).await.unwrap().as_ref(), Some(&record), "{name}");
            // The lobby is told when the table has a moment for it.
            while !hub.tables().await.unwrap().iter().any(|listed| listed.table == table) {
                tokio::task::yield_now().await;
            }
        }
        let log = log(&*ledgers[1], &table).await;
        assert_eq!(count(&log, |what| matches!(what, EntryKind::Away { .. })), 0, "{name}: {log:?}");
    }
    for hub in hubs {
        assert_eq!(hub.metrics().crashes.get(), 0);
        hub.close().await;
    }
}

/// What one server does with its books in memory, it does with PostgreSQL behind it, too.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_on_postgresql_does_what_any_other_does() {
    let folder = Folder::fresh("postgres-online");
    let Some(server) = postgres::tests::server(&folder, &["fsync=off"]) else { return };
    let hub = room_on(Arc::new(postgres::tests::open(&server).await));
    super::games::another_game(&hub).await;
    super::games::the_record_is_closed_until_then(&hub).await;
    super::games::watched_and_taken_back(&hub).await;
    super::resume::told_what_they_missed(&hub).await;
    super::resume::everything_for_a_number_that_never_was(&hub).await;
    super::resume::a_move_belongs_to_its_position(&hub).await;
    assert_eq!(hub.metrics().crashes.get(), 0);
}
