//! Fair cards: nobody chooses them, not even a server together with one of its players.

use std::sync::Arc;
use std::time::Duration;

use engine::{Dice, Mix, Record, Seat, Seed};
use protocol::codes;
use protocol::online::{Call, HostAction, Phase, Room, Who};

use crate::Hub;
use crate::ledger::Memory;
use crate::testing::{CuttableLedger, Visitor, dealt, finish, key, open, order, room, room_on};

fn share(number: u8) -> Seed {
    Seed::from_number(500 + u64::from(number))
}

fn sit(number: u8) -> Call {
    let (name, commit) = (format!("Guest {number}"), Some(share(number).commitment()));
    Call::Sit { name, seat: None, share: None, commit }
}

fn now(visitor: &Visitor) -> &Room {
    visitor.room.as_ref().unwrap()
}

/// A table where this number of players have committed themselves, and the host deals.
async fn sealed(hub: &Hub, people: u8) -> (String, Vec<Visitor>) {
    let table = open(hub, &order("pass-the-ace", 3), hub.next_client()).await;
    let mut visitors = Vec::new();
    for number in 0..people {
        let mut visitor = Visitor::come(hub, &table, Some(key(number)), None).await;
        visitor.do_it(sit(number)).await;
        visitors.push(visitor);
    }
    visitors[0].do_it(Call::Start).await;
    for visitor in &mut visitors {
        visitor.hear_until(|visitor| now(visitor).revealing).await;
    }
    (table, visitors)
}

async fn all_see_cards(visitors: &mut [Visitor]) {
    for visitor in visitors {
        visitor.hear_until(|visitor| visitor.snapshot.is_some()).await;
    }
}

fn mix(record: &Record) -> &Mix {
    record.replay::<games::pass_the_ace::PassTheAce>(|_, _, _| {}).unwrap();
    record.mix.as_ref().unwrap()
}

#[tokio::test(start_paused = true)]
async fn shares_are_revealed_only_after_everyone_is_bound_to_theirs() {
    let hub = room();
    let (table, mut visitors) = sealed(&hub, 2).await;
    // The friend of the server knows the secret now, and sees the first share: nothing can be changed any more.
    visitors[0].do_it(Call::Reveal { share: share(0) }).await;
    let friend = &mut visitors[1];
    for (call, code) in [
        (Call::Reveal { share: share(9) }, codes::BAD_SHARE),
        (Call::Share { share: share(9) }, codes::ALREADY_DEALT),
        (Call::Commit { commit: share(9).commitment() }, codes::ALREADY_DEALT),
        (Call::Rematch { share: Some(share(9)), commit: None }, codes::ALREADY_DEALT),
    ] {
        assert_eq!(friend.is_refused(call).await.code, code);
    }
    let mut third = Visitor::come(&hub, &table, Some(key(2)), None).await;
    assert_eq!(third.is_refused(sit(2)).await.code, codes::ALREADY_DEALT);
    assert_eq!(now(&visitors[1]).phase, Phase::Gathering);
    // A host who is in it takes nobody's share out.
    let seat = visitors[1].you.unwrap();
    for what in [HostAction::Bot { seat }, HostAction::Free { seat }, HostAction::Remove { seat }] {
        let refusal = visitors[0].is_refused(Call::Host { what }).await;
        assert_eq!(refusal.code, codes::ALREADY_DEALT);
    }
    visitors[1].do_it(Call::Reveal { share: share(1) }).await;
    all_see_cards(&mut visitors).await;
    finish(&mut visitors, &mut Dice::new(&Seed::from_number(1))).await;
    let record = visitors[0].record().await;
    let shares: Vec<(Seat, Seed)> = Seat::all(2).zip([share(0), share(1)]).collect();
    assert_eq!(mix(&record).shares, shares);
    assert_eq!(mix(&record).promises.len(), 2);
    assert_eq!(mix(&record).unrevealed().count(), 0);
    // Someone who changes a share and the seed with it is found out by the promise.
    let mut forged = record.clone();
    let forged_mix = forged.mix.as_mut().unwrap();
    forged_mix.shares[1].1 = share(9);
    forged.seed = forged_mix.seed();
    let refused = forged.replay::<games::pass_the_ace::PassTheAce>(|_, _, _| {}).err();
    assert_eq!(refused, Some(engine::BadRecord::Mix));
}

#[tokio::test(start_paused = true)]
async fn a_player_who_does_not_reveal_is_replaced_by_a_bot_and_the_record_says_so() {
    let hub = room();
    let (_, mut visitors) = sealed(&hub, 2).await;
    let mut silent = visitors.pop().unwrap();
    let seat = silent.you.unwrap();
    visitors[0].do_it(Call::Reveal { share: share(0) }).await;
    all_see_cards(&mut visitors).await;
    assert_eq!(now(&visitors[0]).seats[seat.index()].who, Who::Bot);
    silent.hear_until(|visitor| visitor.you.is_none()).await;
    assert_eq!(silent.is_refused(Call::Reveal { share: share(1) }).await.code, codes::NOT_SEATED);
    // The cards went to a bot: they are not theirs to come back to.
    silent.do_it(sit(1)).await;
    assert!(silent.you.is_none() && now(&silent).newcomer.is_some());
    finish(&mut visitors, &mut Dice::new(&Seed::from_number(1))).await;
    let record = visitors[0].record().await;
    assert_eq!(mix(&record).unrevealed().collect::<Vec<_>>(), [seat]);
    assert_ne!(record.players[seat.index()].as_str(), "Guest 1");
}

/// A server that is cut off tells its clients later than a player has to reveal a share.
#[tokio::test(start_paused = true)]
async fn nobody_loses_their_seat_because_their_server_was_lost() {
    let memory = Arc::new(Memory::default());
    let cut = Arc::new(CuttableLedger::new(memory.clone()));
    let hubs = [room_on(memory.clone()), room_on(cut.clone())];
    for returns in [true, false] {
        cut.set(false);
        let table = open(&hubs[0], &order("pass-the-ace", 2), u64::from(returns)).await;
        let mut visitors = Vec::new();
        for number in 0..2 {
            let hub = &hubs[usize::from(number)];
            let mut visitor = Visitor::come(hub, &table, Some(key(number)), None).await;
            visitor.do_it(sit(number)).await;
            visitors.push(visitor);
        }
        let (mut second, mut first) = (visitors.pop().unwrap(), visitors.pop().unwrap());
        let seat = second.you.unwrap().index();
        first.hear_until(|first| now(first).seats[seat].who == Who::Person).await;
        cut.set(true);
        first.do_it(Call::Start).await;
        first.do_it(Call::Reveal { share: share(0) }).await;
        if returns {
            tokio::time::sleep(Duration::from_secs(20)).await;
            second = second.come_back(&hubs[0], &table).await;
            second.do_it(Call::Reveal { share: share(1) }).await;
        }
        first.hear_until(|first| first.snapshot.is_some()).await;
        let who = if returns { Who::Person } else { Who::Bot };
        assert_eq!(now(&first).seats[seat].who, who, "the table does not wait for ever");
    }
}

/// A database that fails over takes longer than a player has to reveal a share.
#[tokio::test(start_paused = true)]
async fn nobody_loses_their_seat_because_their_share_could_not_be_saved() {
    let cut = Arc::new(CuttableLedger::new(Arc::new(Memory::default())));
    let hub = room_on(cut.clone());
    let (_, mut visitors) = sealed(&hub, 2).await;
    visitors[0].do_it(Call::Reveal { share: share(0) }).await;
    cut.set(true);
    let within = hub.0.config.reveal_within;
    tokio::time::sleep(within / 2).await;
    assert_eq!(visitors[1].is_refused(Call::Reveal { share: share(1) }).await.code, codes::NOT_SAVED);
    tokio::time::sleep(within * 6 / 5).await;
    cut.set(false);
    tokio::time::sleep(within / 2).await;
    visitors[1].do_it(Call::Reveal { share: share(1) }).await;
    all_see_cards(&mut visitors).await;
    assert_eq!(now(&visitors[0]).seats[1].who, Who::Person);
}

/// A table that is set up again waits for its players, even if the ledger fails once more.
#[tokio::test(start_paused = true)]
async fn a_failure_after_a_restart_leaves_players_the_time_to_come_back() {
    let memory = Arc::new(Memory::default());
    let closing = room_on(memory.clone());
    let (table, mut visitors) = sealed(&closing, 2).await;
    closing.close().await;
    let cut = Arc::new(CuttableLedger::new(memory));
    let hub = room_on(cut.clone());
    let late = visitors.pop().unwrap();
    let mut first = visitors.pop().unwrap().come_back(&hub, &table).await;
    cut.set(true);
    assert_eq!(first.is_refused(Call::Reveal { share: share(0) }).await.code, codes::NOT_SAVED);
    cut.set(false);
    tokio::time::sleep(hub.0.config.reveal_within + Duration::from_secs(5)).await;
    let mut late = late.come_back(&hub, &table).await;
    late.do_it(Call::Reveal { share: share(1) }).await;
    assert_eq!(now(&late).seats[1].who, Who::Person);
}

#[tokio::test(start_paused = true)]
async fn a_share_stays_in_the_shuffle_when_its_player_gets_up_after_revealing_it() {
    let hub = room();
    let (_, mut visitors) = sealed(&hub, 2).await;
    visitors[1].do_it(Call::Reveal { share: share(1) }).await;
    visitors[1].do_it(Call::Leave).await;
    visitors.pop();
    visitors[0].do_it(Call::Reveal { share: share(0) }).await;
    all_see_cards(&mut visitors).await;
    finish(&mut visitors, &mut Dice::new(&Seed::from_number(1))).await;
    assert_eq!(mix(&visitors[0].record().await).shares.len(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_deal_that_everyone_walks_away_from_can_be_begun_again() {
    let hub = room();
    let (_, mut visitors) = sealed(&hub, 1).await;
    visitors[0].do_it(Call::Leave).await;
    assert!(!now(&visitors[0]).revealing);
    visitors[0].do_it(sit(0)).await;
    visitors[0].do_it(Call::Start).await;
    visitors[0].do_it(Call::Reveal { share: share(0) }).await;
    all_see_cards(&mut visitors).await;
}

#[tokio::test(start_paused = true)]
async fn the_secret_of_a_rematch_is_chosen_before_anyone_shares() {
    let hub = room();
    let (table, mut visitors) = dealt(&hub, &order("pass-the-ace", 3), 2).await;
    let promised = now(&visitors[0]).next_commitment.clone().expect("it is promised with the deal");
    assert_ne!(promised, now(&visitors[0]).commitment);
    finish(&mut visitors, &mut Dice::new(&Seed::from_number(1))).await;
    // The server learns the first share, and cannot choose its secret any more.
    for (number, visitor) in visitors.iter_mut().enumerate() {
        let commit = Some(share(number as u8).commitment());
        visitor.do_it(Call::Rematch { share: None, commit }).await;
        assert_eq!(now(visitor).commitment, promised);
    }
    for (number, visitor) in visitors.iter_mut().enumerate() {
        visitor.hear_until(|visitor| now(visitor).revealing).await;
        visitor.do_it(Call::Reveal { share: share(number as u8) }).await;
    }
    all_see_cards(&mut visitors).await;
    finish(&mut visitors, &mut Dice::new(&Seed::from_number(2))).await;
    let record = visitors[0].record().await;
    assert_eq!(record.commitment.to_string(), promised);
    assert_eq!(mix(&record).promises.len(), 2);
    assert_eq!(hub.record(&table, Some(2)).await.unwrap(), Some(record));
}

#[tokio::test(start_paused = true)]
async fn a_table_that_is_loaded_again_in_the_middle_of_a_deal_goes_on_with_it() {
    let hub = room();
    let (table, visitors) = sealed(&hub, 2).await;
    hub.reach(&table).await.unwrap().send(crate::table::Command::Crash).await.unwrap();
    let mut back = Vec::new();
    for (number, mut visitor) in visitors.into_iter().enumerate() {
        visitor.hear_until(|visitor| visitor.bye.is_some()).await;
        let mut visitor = visitor.come_back(&hub, &table).await;
        assert!(now(&visitor).revealing);
        visitor.do_it(Call::Reveal { share: share(number as u8) }).await;
        back.push(visitor);
    }
    all_see_cards(&mut back).await;
    tokio::time::sleep(Duration::from_secs(20)).await;
    assert!(now(&back[0]).seats.iter().filter(|place| place.who == Who::Person).count() == 2);
}

/// A friend wants another game while the host is gone for a moment.
#[tokio::test(start_paused = true)]
async fn a_rematch_waits_for_a_host_who_is_gone_for_a_moment() {
    let hub = room();
    let (table, mut visitors) = dealt(&hub, &order("grapples", 3), 2).await;
    finish(&mut visitors, &mut Dice::new(&Seed::from_number(3))).await;
    let mut friend = visitors.pop().unwrap();
    visitors[0].do_it(Call::Rematch { share: None, commit: Some(share(0).commitment()) }).await;
    drop(visitors);
    friend.hear_until(|visitor| now(visitor).seats[0].away).await;
    friend.do_it(Call::Rematch { share: None, commit: Some(share(1).commitment()) }).await;
    tokio::time::sleep(Duration::from_secs(30)).await;
    let mut host = Visitor::come(&hub, &table, Some(key(0)), None).await;
    assert_eq!((now(&host).phase, now(&host).revealing, host.you.is_some()), (Phase::Gathering, false, true));
    // Both are there: the cards are dealt.
    for (visitor, number) in [(&mut host, 0), (&mut friend, 1)] {
        visitor.hear_until(|visitor| now(visitor).revealing).await;
        visitor.do_it(Call::Reveal { share: share(number) }).await;
    }
    host.hear_until(|visitor| visitor.snapshot.is_some()).await;
    assert!(host.you.is_some());
}
