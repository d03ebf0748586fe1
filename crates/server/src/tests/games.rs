//! Whole games over sockets.

use engine::{Dice, Seat, Seed};
use games::{AnyGame, ListedGame, with_game};
use protocol::online::{Call, Phase, Who};
use protocol::{Ask, Tell, codes};
use tables::{LocalTable, Progress, WorkerReply, WorkerRequest};

use crate::Hub;
use crate::identity::GuestId;
use crate::testing::{Visitor, dealt, dealt_by, finish, gather, key, order, room};

/// Every game of the registry with a number of players and how many of them are people: two of them and a bot where
/// three can play, and one alone where only one can.
pub fn kinds() -> Vec<(&'static str, usize, u8)> {
    let kind = |listed: ListedGame| {
        let players = (listed.fewest_players + 1).max(3).min(listed.usual_players);
        (listed.id, players, players.min(2) as u8)
    };
    ListedGame::all().into_iter().map(kind).collect()
}

pub fn verify(record: &engine::Record) {
    let (game, _) = AnyGame::find(&record.game).unwrap();
    with_game!(game, G => { record.replay::<G>(|_, _, _| {}).unwrap(); });
}

#[tokio::test(start_paused = true)]
async fn every_game_is_played_to_its_end_by_people_and_a_bot() {
    for (name, players, people) in kinds() {
        for number in 0..3 {
            let hub = room();
            let (table, mut visitors) = dealt_by(&hub, &order(name, players), people, number).await;
            let promised = visitors[0].room.as_ref().unwrap().commitment.clone();
            let mut dice = Dice::new(&Seed::from_number(number));
            finish(&mut visitors, &mut dice).await;
            for visitor in &visitors {
                assert_eq!(visitor.outcome(), visitors[0].outcome(), "all see the same end");
                assert!(visitor.outcome().is_some());
                assert_eq!(visitor.room.as_ref().unwrap().phase, Phase::Over);
            }
            let record = visitors[0].record().await;
            verify(&record);
            let mix = record.mix.as_ref().unwrap();
            assert_eq!(record.commitment.to_string(), promised, "what was promised before was kept");
            assert_eq!(mix.shares.len(), usize::from(people), "everyone had a share");
            assert_eq!(hub.record(&table, None).await.unwrap().unwrap(), record);
            assert_eq!(hub.record(&table, Some(2)).await.unwrap(), None);
            assert_eq!(hub.metrics().crashes.get(), 0);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn the_record_of_a_forged_mix_is_refused() {
    let hub = room();
    let (_, mut visitors) = dealt(&hub, &order("pass-the-ace", 3), 2).await;
    finish(&mut visitors, &mut Dice::new(&Seed::from_number(1))).await;
    let record = visitors[0].record().await;
    let refused =
        |record: &engine::Record| record.replay::<games::pass_the_ace::PassTheAce>(|_, _, _| {}).err();
    let mut other_share = record.clone();
    other_share.mix.as_mut().unwrap().shares[0].1 = Seed::from_number(5);
    assert_eq!(refused(&other_share), Some(engine::BadRecord::Mix));
    let mut other_secret = record.clone();
    other_secret.mix.as_mut().unwrap().secret = Seed::from_number(5);
    assert_eq!(refused(&other_secret), Some(engine::BadRecord::Commitment));
    let mut no_mix = record.clone();
    no_mix.mix = None;
    assert_eq!(refused(&no_mix), Some(engine::BadRecord::Commitment));
    assert_eq!(refused(&record), None);
}

#[tokio::test(start_paused = true)]
async fn the_record_is_closed_until_the_game_is_over() {
    the_record_is_closed_until_then(&room()).await;
}

pub async fn the_record_is_closed_until_then(hub: &Hub) {
    let (table, mut visitors) = dealt(hub, &order("grapples", 3), 2).await;
    let refusal = visitors[0].is_refused(Call::Ask { what: Ask::Record }).await;
    assert_eq!(refusal.code, codes::NO_RECORD);
    assert_eq!(hub.record(&table, None).await.unwrap(), None);
    let mut watcher = Visitor::come(hub, &table, None, None).await;
    watcher.is_refused(Call::Ask { what: Ask::Record }).await;
}

#[tokio::test(start_paused = true)]
async fn another_game_takes_one_click_and_has_other_cards() {
    another_game(&room()).await;
}

/// In a room where nobody has finished a game before.
pub async fn another_game(hub: &Hub) {
    let (table, mut visitors) = dealt(hub, &order("pass-the-ace", 3), 2).await;
    let mut dice = Dice::new(&Seed::from_number(4));
    finish(&mut visitors, &mut dice).await;
    let early = visitors[1].is_refused(Call::Start).await;
    assert_eq!(early.code, codes::NOT_HOST);
    let first = visitors[0].record().await;
    visitors[1].do_it(Call::Rematch { share: Some(Seed::from_number(7)), commit: None }).await;
    visitors[0].hear_until(|visitor| visitor.room.as_ref().unwrap().phase == Phase::Gathering).await;
    assert!(visitors[0].room.as_ref().unwrap().deals_itself && visitors[0].snapshot.is_none());
    visitors[0].do_it(Call::Rematch { share: Some(Seed::from_number(8)), commit: None }).await;
    for visitor in &mut visitors {
        visitor.hear_until(|visitor| visitor.snapshot.is_some()).await;
        assert_eq!(visitor.room.as_ref().unwrap().number, 2);
    }
    finish(&mut visitors, &mut dice).await;
    let second = visitors[0].record().await;
    verify(&second);
    assert_ne!(first.seed, second.seed);
    assert_ne!(first.commitment, second.commitment);
    assert_eq!(hub.record(&table, Some(1)).await.unwrap(), Some(first));
    assert_eq!(hub.record(&table, None).await.unwrap(), Some(second));
    // The end is noted with the guests right after everyone was told.
    while hub.results(&GuestId::of(&key(1))).await.unwrap().games.len() < 2 {
        tokio::task::yield_now().await;
    }
    let results = hub.results(&GuestId::of(&key(0))).await.unwrap();
    assert_eq!(results.name.as_deref(), Some("Guest 0"));
    assert_eq!(results.games.len(), 2);
    assert_eq!(results.rivals.len(), 1, "a bot is no rival");
    let rival = &results.rivals[0];
    assert_eq!((rival.name.as_str(), rival.games), ("Guest 1", 2));
    let other = hub.results(&GuestId::of(&key(1))).await.unwrap();
    assert_eq!((rival.won, rival.lost), (other.rivals[0].lost, other.rivals[0].won));
    assert!(hub.results(&GuestId::of(&key(9))).await.unwrap().games.is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_game_for_one_can_be_watched_and_taken_back() {
    watched_and_taken_back(&room()).await;
}

pub async fn watched_and_taken_back(hub: &Hub) {
    let (table, mut visitors) = dealt(hub, &order("aces-up", 1), 1).await;
    let mut watcher = Visitor::come(hub, &table, None, None).await;
    let before = visitors[0].standing().scene.clone();
    let seq = visitors[0].seq;
    visitors[0].do_it(Call::Ask { what: Ask::act(seq, "deal".to_owned()) }).await;
    let seq = visitors[0].seq;
    let hint = Call::Ask { what: Ask::Hint { seq } };
    let advice = reply(visitors[0].call(hint.clone()).await);
    assert!(matches!(advice, Tell::Answer { act: Some(_), .. }), "hints are granted");
    // Sent again because its answer was lost, it is the same hint.
    assert_eq!(reply(visitors[0].call(hint).await), advice);
    let undo = Call::Ask { what: Ask::Undo { seq } };
    visitors[0].do_it(undo.clone()).await;
    assert_eq!(visitors[0].standing().scene, before);
    // Sent twice, done once.
    assert_eq!(visitors[0].is_refused(undo).await.code, codes::STALE);
    let redo = Call::Ask { what: Ask::Redo { seq: visitors[0].seq } };
    visitors[0].do_it(redo.clone()).await;
    assert_eq!(visitors[0].is_refused(redo).await.code, codes::STALE);
    let late = Call::Ask { what: Ask::Hint { seq } };
    assert_eq!(visitors[0].is_refused(late).await.code, codes::STALE);
    let at = visitors[0].at;
    watcher.hear_until(|watcher| watcher.at == at).await;
    assert_eq!(watcher.standing().scene.heaps, visitors[0].standing().scene.heaps);
    assert_eq!(watcher.standing().assists.hints, 1);
    assert!(watcher.standing().choices.is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_player_reads_what_happened_by_rounds_and_a_spectator_does_not() {
    let hub = room();
    let (table, mut visitors) = dealt(&hub, &order("pass-the-ace", 2), 2).await;
    let history = || Call::Ask { what: Ask::History };
    let Tell::History { chapters } = reply(visitors[0].call(history()).await) else { panic!("no history") };
    assert_eq!(chapters.last().unwrap().title, "Round 1");
    let phrase = Ask::Phrase { seq: 0, text: "history".to_owned(), spoken: false, hold: false };
    let said = reply(visitors[0].call(Call::Ask { what: phrase }).await);
    assert_eq!(said, Tell::History { chapters });
    let mut watcher = Visitor::come(&hub, &table, None, None).await;
    assert_eq!(watcher.is_refused(history()).await.code, codes::NOT_SEATED);
}

fn reply(message: protocol::online::ServerMessage) -> Tell {
    match message {
        protocol::online::ServerMessage::Reply { what, .. } => what,
        other => panic!("{other:?}"),
    }
}

/// A bot at a table of one's own does what the server's bot did in the same position.
#[tokio::test(start_paused = true)]
async fn bots_decide_the_same_online_and_at_home() {
    for (name, players, _) in kinds().into_iter().filter(|(_, players, _)| *players > 1) {
        let hub = room();
        let ordered = order(name, players);
        let (_, mut visitors) = dealt_by(&hub, &ordered, 1, 5).await;
        finish(&mut visitors, &mut Dice::new(&Seed::from_number(5))).await;
        let record = visitors[0].record().await;
        let by_bots = record.actions.iter().enumerate().filter(|(_, (seat, _))| *seat != Seat::FIRST);
        let mut compared = 0;
        for (number, done) in by_bots.take(40) {
            let mut home = LocalTable::default();
            let (record, bots) = (record.write(), ordered.bots.clone());
            home.work(WorkerRequest::Resume { record, actions: Some(number), bots }, None);
            let reply = home.work(WorkerRequest::Ask { what: Ask::Next }, None);
            let WorkerReply::Tell { progress: Some(Progress::Changed { added, .. }), .. } = reply else {
                panic!("{name}: a bot moves after {number} actions, not {reply:?}")
            };
            assert_eq!(added, std::slice::from_ref(done), "{name} after {number} actions");
            compared += 1;
        }
        assert!(compared > 0, "{name}: bots had something to do");
    }
}

#[tokio::test(start_paused = true)]
async fn bots_take_the_empty_seats() {
    let hub = room();
    let ordered = protocol::online::TableOrder { bots: "novice".to_owned(), ..order("propre", 4) };
    let (_, mut visitors) = gather(&hub, &ordered, 1).await;
    visitors[0].do_it(Call::Start).await;
    visitors[0].hear_until(|visitor| visitor.snapshot.is_some()).await;
    let seats = &visitors[0].room.as_ref().unwrap().seats;
    assert_eq!(seats.iter().filter(|place| place.who == Who::Bot).count(), 3);
    let mut names: Vec<_> = seats.iter().filter_map(|place| place.name.clone()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 4, "nobody is mistaken for another");
    finish(&mut visitors, &mut Dice::new(&Seed::from_number(2))).await;
}
