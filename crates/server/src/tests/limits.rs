//! Those who want more than their share: of connections, memory, time, and of a table's log.

use std::net::SocketAddr;
use std::time::Duration;

use bytes::Bytes;
use engine::{Dice, Seed};
use protocol::http::Listed;
use protocol::online::{Call, CloseReason, HostAction, Phase, ServerMessage, TableOrder};
use protocol::{Ask, Line, Tell, codes};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::wire::listen;
use crate::config::Config;
use crate::ledger::Collection;
use crate::testing::{Visitor, dealt, finish, finish_until, gather, key, order, quick, room_with};
use crate::{State, router};

/// What comes back for these bytes, until the server closes the connection.
pub(super) async fn answer(address: SocketAddr, bytes: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(bytes.as_bytes()).await.unwrap();
    let mut text = String::new();
    let _ = stream.read_to_string(&mut text).await;
    text
}

#[tokio::test]
async fn a_client_that_sends_a_request_too_slowly_is_disconnected() {
    let hub = room_with(Config { request_timeout: Duration::from_millis(200), ..quick() });
    let address = listen(&hub).await;
    // A header that never ends, and a body that never comes.
    assert_eq!(answer(address, "GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: ").await, "");
    let key = key(1).reveal();
    let post = format!(
        "POST /api/tables HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {key}\r\n\
         Content-Type: application/json\r\nContent-Length: 40\r\n\r\n{{"
    );
    let answered = answer(address, &post).await;
    assert!(answered.starts_with("HTTP/1.1 408"), "{answered}");
    let whole = "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    assert!(answer(address, whole).await.starts_with("HTTP/1.1 200"), "others are served");
}

#[tokio::test]
async fn a_flood_of_connections_leaves_the_server_standing() {
    let hub = room_with(Config { connections: 20, ..quick() });
    let address = listen(&hub).await;
    let mut flood = Vec::new();
    for _ in 0..20 {
        flood.push(TcpStream::connect(address).await.unwrap());
    }
    let whole = "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    assert_eq!(answer(address, whole).await, "", "one more is turned away without a word");
    flood.truncate(10);
    let mut served = String::new();
    while !served.starts_with("HTTP/1.1 200") {
        served = answer(address, whole).await;
    }
}

#[tokio::test(start_paused = true)]
async fn only_so_many_tables_are_warm_and_empty_ones_make_room() {
    let hub = room_with(Config { warm_tables: 3, ..quick() });
    let mut tables = Vec::new();
    for _ in 0..3 {
        tables.push(gather(&hub, &order("pass-the-ace", 3), 1).await);
    }
    let (_, visitors) = tables.pop().unwrap();
    let fourth = crate::testing::open(&hub, &order("propre", 3), 99).await;
    let late = Visitor::come(&hub, &fourth, Some(key(7)), None).await;
    assert_eq!(late.bye, Some(CloseReason::Full));
    drop(visitors);
    // The table whose visitors have left makes room, long before it would have gone to sleep.
    let mut late = late;
    while late.bye.is_some() {
        late = Visitor::come(&hub, &fourth, Some(key(7)), None).await;
    }
    assert!(late.room.is_some());
    assert!(hub.metrics().tables.get() <= 3);
}

#[tokio::test(start_paused = true)]
async fn a_table_is_found_among_thousands() {
    let hub = room_with(quick());
    let now = hub.0.now();
    for number in 0..2500_u64 {
        let listed = Listed {
            table: format!("aaaa{number:08}"),
            game: "propre".to_owned(),
            title: "A flood of tables".to_owned(),
            phase: Phase::Gathering,
            players: 2,
            free: 2,
            people: Vec::new(),
            since: now,
        };
        let bytes = Bytes::from(serde_json::to_vec(&listed).unwrap());
        hub.0.ledger.put(Collection::Lobby, &listed.table, None, bytes).await.unwrap();
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    // Its name comes after all of theirs.
    let table = crate::testing::open(&hub, &TableOrder { listed: true, ..order("propre", 3) }, 9).await;
    let _visitors = crate::testing::sit(&hub, &table, 1).await;
    let app = router(State::new(hub.clone()));
    let mut found = Vec::new();
    for page in 1.. {
        let path = format!("/api/tables?page={page}");
        let request = axum::http::Request::get(path).body(axum::body::Body::empty()).unwrap();
        let response = tower::ServiceExt::oneshot(app.clone(), request).await.unwrap();
        let bytes = axum::body::to_bytes(response.into_body(), 1 << 20).await.unwrap();
        let tables: Vec<Listed> = serde_json::from_slice(&bytes).unwrap();
        assert!(tables.len() <= 100);
        if tables.is_empty() {
            break;
        }
        found.extend(tables);
    }
    assert_eq!(found.len(), 2501);
    assert_eq!(found[0].table, table, "the latest comes first");
}

pub(super) fn look() -> Call {
    Call::Ask { what: Ask::Look { since: None } }
}

/// Calls until it is refused with this code; returns how often it was not.
pub(super) async fn until_refused(
    visitor: &mut Visitor,
    code: &str,
    mut call: impl FnMut() -> Call,
) -> usize {
    for number in 0..10_000 {
        if let ServerMessage::Reply { what: Tell::Refused(refusal), .. } = visitor.call(call()).await {
            assert_eq!(refusal.code, code, "{}", refusal.text);
            return number;
        }
    }
    panic!("it is never refused")
}

#[tokio::test(start_paused = true)]
async fn a_look_costs_as_much_as_it_sends() {
    let hub = room_with(Config { bytes_at_once: 200_000, bytes_per_second: 10_000, ..quick() });
    let (table, mut visitors) = dealt(&hub, &order("propre", 3), 2).await;
    let mut greedy = Visitor::come(&hub, &table, Some(key(8)), None).await;
    let looks = until_refused(&mut greedy, codes::TOO_FAST, look).await;
    let sent: usize = greedy.heard.iter().map(String::len).sum();
    assert!(looks > 3 && (200_000..400_000).contains(&sent), "{looks} looks, {sent} bytes");
    // Another socket of the same guest gets no more; another guest does.
    let again = Visitor::come(&hub, &table, Some(key(8)), None).await;
    assert_eq!(again.bye, Some(CloseReason::TooFast));
    assert!(matches!(visitors[1].call(look()).await, ServerMessage::Reply { what: Tell::Snapshot(_), .. }));
    tokio::time::sleep(Duration::from_secs(60)).await;
    assert!(matches!(greedy.call(look()).await, ServerMessage::Reply { what: Tell::Snapshot(_), .. }));
}

#[tokio::test(start_paused = true)]
async fn many_sockets_of_a_guest_have_one_allowance() {
    let hub = room_with(Config { calls_at_once: 40, calls_per_second: 1, sockets_per_guest: 4, ..quick() });
    let (table, _visitors) = dealt(&hub, &order("propre", 3), 1).await;
    let mut sockets = Vec::new();
    for _ in 0..4 {
        sockets.push(Visitor::come(&hub, &table, Some(key(5)), None).await);
    }
    let fifth = Visitor::come(&hub, &table, Some(key(5)), None).await;
    assert_eq!(fifth.bye, Some(CloseReason::Full));
    let mut answered = 0;
    for socket in &mut sockets {
        answered += until_refused(socket, codes::TOO_FAST, look).await;
    }
    assert!((20..=40).contains(&answered), "{answered} answers for four sockets");
    drop(sockets);
    tokio::time::sleep(Duration::from_secs(30)).await;
    assert_eq!(Visitor::come(&hub, &table, Some(key(5)), None).await.bye, None);
}

#[tokio::test(start_paused = true)]
async fn only_so_many_watch_and_players_always_come_in() {
    let hub = room_with(Config { watchers: 3, ..quick() });
    let (table, visitors) = dealt(&hub, &order("pass-the-ace", 3), 2).await;
    let mut watchers = Vec::new();
    for _ in 0..3 {
        watchers.push(Visitor::come(&hub, &table, None, None).await);
    }
    assert!(watchers.iter().all(|watcher| watcher.bye.is_none()));
    assert_eq!(Visitor::come(&hub, &table, None, None).await.bye, Some(CloseReason::Full));
    drop(visitors);
    assert_eq!(Visitor::come(&hub, &table, Some(key(1)), None).await.bye, None, "a player's seat is theirs");
}

#[tokio::test(start_paused = true)]
async fn a_snapshot_has_the_last_lines_and_older_ones_are_asked_for() {
    let hub = room_with(quick());
    let (table, mut visitors) = dealt(&hub, &order("propre", 3), 2).await;
    for number in 0..500 {
        let act = format!("say number {number}");
        let seq = visitors[0].seq;
        visitors[0].do_it(Call::Ask { what: Ask::act(seq, act) }).await;
    }
    let at = visitors[0].at;
    visitors[1].hear_until(|visitor| visitor.at >= at).await;
    let mut late = Visitor::come(&hub, &table, Some(key(1)), None).await;
    let snapshot = late.snapshot.clone().unwrap();
    assert!((200..220).contains(&snapshot.log.len()), "{} lines", snapshot.log.len());
    let mut lines: Vec<Line> = snapshot.log;
    let mut earlier = snapshot.earlier;
    while let Some(before) = earlier {
        match late.call(Call::Ask { what: Ask::Log { before } }).await {
            ServerMessage::Reply { what: Tell::Log { earlier: next, lines: mut older }, .. } => {
                assert!(older.len() < 220);
                older.append(&mut lines);
                (lines, earlier) = (older, next);
            }
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(lines, visitors[1].lines);
    // A client that was gone for long gets a snapshot, too.
    let mut back = Visitor::knock(&hub, &table, Some(key(1))).await;
    back.hello(Some(at - 400)).await;
    assert!(matches!(back.hear().await, ServerMessage::Welcome(_)));
}

#[tokio::test(start_paused = true)]
async fn nobody_fills_a_table_with_anything_but_moves() {
    let config = || Config { longest_log: 4000, ..quick() };
    let chat = || Call::Chat { text: "spam".to_owned() };
    let share = || Call::Share { share: Seed::from_number(3) };
    // Shares and chat before the deal, words and chat in the game.
    let hub = room_with(config());
    let (_, mut visitors) = gather(&hub, &order("propre", 2), 2).await;
    let shares = until_refused(&mut visitors[1], codes::SPENT, share).await;
    let lines = until_refused(&mut visitors[1], codes::SPENT, chat).await;
    assert_eq!((shares, lines), (50, 100), "so much for those who have not played yet");
    visitors[0].do_it(chat()).await;
    let mut pauses = [HostAction::Pause, HostAction::Resume].into_iter().cycle();
    let host = || Call::Host { what: pauses.next().unwrap() };
    assert_eq!(until_refused(&mut visitors[0], codes::SPENT, host).await, 400);
    visitors[0].do_it(Call::Start).await;
    for visitor in &mut visitors {
        visitor.hear_until(|visitor| visitor.snapshot.is_some()).await;
    }
    let seq = visitors[1].seq;
    let say = Call::Ask { what: Ask::act(seq, "say hello".to_owned()) };
    assert_eq!(visitors[1].is_refused(say).await.code, codes::SPENT);
    // Moves still count.
    let mut dice = Dice::new(&Seed::from_number(3));
    for _ in 0..300 {
        move_silently(&mut visitors, &mut dice).await;
    }
    // Actions taken back, and done again.
    let hub = room_with(config());
    let (_, mut visitors) = dealt(&hub, &order("aces-up", 1), 1).await;
    finish_until(&mut visitors, &mut dice, 1).await;
    let player = &mut visitors[0];
    for number in 0..400 {
        let seq = player.seq;
        let what = if number % 2 == 0 { Ask::Undo { seq } } else { Ask::Redo { seq } };
        player.do_it(Call::Ask { what }).await;
    }
    let again = Call::Ask { what: Ask::Undo { seq: player.seq } };
    assert_eq!(player.is_refused(again).await.code, codes::SPENT);
    finish(&mut visitors, &mut dice).await;
}

/// Someone who stands in for a host pauses and goes on until there is no room for it, and the host comes back.
#[tokio::test(start_paused = true)]
async fn an_acting_host_cannot_freeze_a_game() {
    let hub = room_with(Config { longest_log: 4000, ..quick() });
    let (table, mut visitors) = dealt(&hub, &order("pass-the-ace", 3), 2).await;
    let mut friend = visitors.pop().unwrap();
    drop(visitors);
    friend.hear_until(|visitor| visitor.room.as_ref().unwrap().acting == visitor.you).await;
    let host = |what| Call::Host { what };
    let mut pauses = [HostAction::Pause, HostAction::Resume].into_iter().cycle();
    until_refused(&mut friend, codes::SPENT, || host(pauses.next().unwrap())).await;
    assert!(!friend.room.as_ref().unwrap().paused);
    let mut opener = Visitor::come(&hub, &table, Some(key(0)), None).await;
    let seat = friend.you.unwrap();
    for what in [HostAction::Pause, HostAction::Resume, HostAction::Mute { seat, off: false }] {
        opener.do_it(host(what)).await;
    }
    finish(&mut [opener, friend], &mut Dice::new(&Seed::from_number(3))).await;
}

/// A few keys sit down and get up until there is no room for it.
#[tokio::test(start_paused = true)]
async fn strangers_leave_room_for_friends_and_for_the_host() {
    let hub = room_with(Config { longest_log: 4000, ..quick() });
    let (table, mut visitors) = gather(&hub, &order("propre", 6), 1).await;
    let sit = |name: String| Call::Sit { name, seat: None, share: Some(Seed::from_number(1)), commit: None };
    let mut entries = 0;
    for number in 10..15 {
        let mut stranger = Visitor::come(&hub, &table, Some(key(number)), None).await;
        let mut calls = [sit(format!("Sly {number}")), Call::Leave].into_iter().cycle();
        entries += until_refused(&mut stranger, codes::SPENT, || calls.next().unwrap()).await;
    }
    assert!(entries < 200, "{entries}");
    let mut friend = Visitor::come(&hub, &table, Some(key(1)), None).await;
    friend.do_it(sit("Ben".to_owned())).await;
    let host = &mut visitors[0];
    host.do_it(Call::Share { share: Seed::from_number(9) }).await;
    friend.do_it(Call::Leave).await;
    host.do_it(Call::Leave).await;
    host.do_it(sit("Ann".to_owned())).await;
}

#[tokio::test(start_paused = true)]
async fn pings_count_as_calls() {
    let hub = room_with(Config { calls_at_once: 40, calls_per_second: 1, ..quick() });
    let (table, _visitors) = dealt(&hub, &order("propre", 3), 1).await;
    let mut pinger = Visitor::come(&hub, &table, Some(key(5)), None).await;
    let mut pings = 0;
    while pinger.ping().await && pings < 1000 {
        pings += 1;
    }
    pinger.hear_until(|visitor| visitor.bye.is_some()).await;
    assert_eq!(pinger.bye, Some(CloseReason::TooFast));
    // Before a hello, too.
    let silent = Visitor::knock(&hub, &table, Some(key(6))).await;
    let mut pings = 0;
    while silent.ping().await && pings < 1000 {
        pings += 1;
    }
    assert!(pings < 100, "{pings}");
}

/// One move, without a word.
async fn move_silently(visitors: &mut [Visitor], dice: &mut Dice) {
    finish_until(visitors, dice, 0).await;
    let Some(turn) = visitors[0].standing().to_act else { return };
    let mover = visitors.iter_mut().find(|visitor| visitor.you == Some(turn)).unwrap();
    let act = dice.pick(&mover.standing().choices).unwrap().act.clone();
    mover.do_it(Call::Ask { what: Ask::act(mover.seq, act) }).await;
}

#[tokio::test(start_paused = true)]
async fn coming_and_going_all_day_fills_no_log() {
    let hub = room_with(Config { longest_log: 400, idle: Duration::from_secs(3600), ..quick() });
    let order = TableOrder { sit_in_seconds: Some(5), ..order("pass-the-ace", 2) };
    let (table, mut visitors) = dealt(&hub, &order, 2).await;
    let mut flapper = visitors.pop().unwrap();
    for _ in 0..200 {
        flapper.leave();
        tokio::time::sleep(Duration::from_secs(6)).await;
        flapper = Visitor::come(&hub, &table, Some(key(1)), None).await;
        assert_eq!(flapper.bye, None);
    }
    let first = &mut visitors[0];
    first.do_it(Call::Chat { text: "Still here.".to_owned() }).await;
    assert!(first.at < 200, "{} entries", first.at);
    // A bot plays for the one who comes and goes, and the game ends.
    drop(flapper);
    finish(&mut visitors, &mut Dice::new(&Seed::from_number(1))).await;
}

#[tokio::test(start_paused = true)]
async fn mute_covers_everything_that_others_read() {
    let hub = room_with(quick());
    let (_, mut visitors) = dealt(&hub, &order("propre", 3), 2).await;
    let seat = visitors[1].you.unwrap();
    visitors[0].do_it(Call::Host { what: HostAction::Mute { seat, off: false } }).await;
    let at = visitors[0].at;
    visitors[1].hear_until(|visitor| visitor.at >= at).await;
    let muted = &mut visitors[1];
    let say = |words: &str, seq| Call::Ask { what: Ask::act(seq, format!("say {words}")) };
    let phrase = |text: &str, seq| {
        let text = text.to_owned();
        Call::Ask { what: Ask::Phrase { seq, text, spoken: false, hold: false } }
    };
    for call in
        [Call::Chat { text: "insult".to_owned() }, say("insult", muted.seq), phrase("say insult", muted.seq)]
    {
        assert_eq!(muted.is_refused(call).await.code, codes::MUTED);
    }
    // What the rules ask for can still be said.
    muted.do_it(say("propreantepenultimate card", muted.seq)).await;
    // Nor is a new name a way to say something.
    muted.do_it(Call::Leave).await;
    let sit = |name: &str| Call::Sit {
        name: name.to_owned(),
        seat: None,
        share: Some(Seed::from_number(1)),
        commit: None,
    };
    muted.do_it(sit("Insult")).await;
    let place = &muted.room.as_ref().unwrap().seats[muted.you.unwrap().index()];
    assert_eq!(place.name.as_deref(), Some("Guest 1"), "a muted player keeps the name they had");
    assert_eq!(muted.is_refused(Call::Chat { text: "insult".to_owned() }).await.code, codes::MUTED);
}

/// An entry of a kind that only a newer version writes, or a damaged one.
#[tokio::test(start_paused = true)]
async fn an_entry_that_cannot_be_read_ends_with_a_clear_message() {
    for body in [r#"{"t":1,"what":"teleported","seat":0}"#, "{", "\u{0}"] {
        let hub = room_with(quick());
        let (table, mut visitors) = dealt(&hub, &order("pass-the-ace", 2), 2).await;
        let at = visitors[0].at.max(visitors[1].at);
        hub.0.ledger.append(&table, at, Bytes::copy_from_slice(body.as_bytes())).await.unwrap();
        for visitor in &mut visitors {
            visitor.hear_until(|visitor| visitor.bye.is_some()).await;
            assert_eq!(visitor.bye, Some(CloseReason::Broken), "{body}");
        }
        let late = Visitor::come(&hub, &table, Some(key(0)), None).await;
        assert_eq!(late.bye, Some(CloseReason::Broken), "{body}");
        assert!(late.heard[0].contains("cannot be read"), "{}", late.heard[0]);
        assert_eq!(hub.room(&table).await.err(), Some(crate::hub::HubError::Broken));
    }
}
