use engine::Seed;
use protocol::online::{Place, Room, TableOrder, Who};
use protocol::{Ask, Standing};
use tables::TableOrderExt;

use super::*;
use crate::fair::Verdict;

fn seat() -> Seat {
    Seat::new(0).unwrap()
}

fn room() -> Room {
    let info = TableOrder { players: Some(2), ..TableOrder::of("pass-the-ace") }.table_info().unwrap();
    let place = Place { host: true, shared: true, ..Place::new(seat(), Who::Person, Some("Zoë")) };
    Room::gathering("k3m9t2xw7q5d", info, vec![place])
}

fn welcome(at: u64) -> String {
    said_at_welcome(at, Vec::new())
}

fn said_at_welcome(at: u64, chat: Vec<ChatLine>) -> String {
    let welcome = Welcome { v: VERSION, at, you: Some(seat()), host: true, room: room(), chat, game: None };
    text(&ServerMessage::Welcome(Box::new(welcome)))
}

fn change(since: u64, at: u64) -> String {
    text(&ServerMessage::Change(Box::new(Change {
        since,
        at,
        host: None,
        room: None,
        chat: Vec::new(),
        game: None,
    })))
}

fn text(message: &ServerMessage) -> String {
    serde_json::to_string(message).unwrap()
}

fn act(seq: u64) -> Call {
    Call::Ask { what: Ask::act(seq, "stick".to_owned()) }
}

fn chat(text: &str) -> Call {
    Call::Chat { text: text.to_owned() }
}

fn refused(id: u64, code: &str) -> String {
    let refusal = Refusal::new(code, "No.");
    text(&ServerMessage::Reply { id, what: Tell::Refused(refusal) })
}

/// The requests that are to be sent.
fn sent(out: &[Output]) -> Vec<Request> {
    let texts = out.iter().filter_map(|output| match output {
        Output::Send(text) => Some(text),
        _ => None,
    });
    texts.map(|text| serde_json::from_str(text).unwrap()).collect()
}

/// The answers that were heard: the call, and whether it was done.
fn answers(out: &[Output]) -> Vec<(Call, bool)> {
    let answer = |output: &Output| match output {
        Output::Heard(Heard::Answer { call, what }) => Some(((**call).clone(), what.is_none())),
        _ => None,
    };
    out.iter().filter_map(answer).collect()
}

fn pause_in(out: &[Output]) -> Option<Duration> {
    out.iter().find_map(|output| match output {
        Output::ConnectAfter(pause) => Some(*pause),
        _ => None,
    })
}

/// A session that has heard everything up to that entry.
fn open(at: u64) -> Session {
    let mut session = Session::new(Some(GuestKey::new([7; 32])));
    session.connected();
    session.received(&welcome(at));
    assert!(session.is_open());
    session
}

/// Loses the connection and has another, which tells this first.
fn reconnect(session: &mut Session, first: &str) -> Vec<Output> {
    assert!(pause_in(&session.closed("it broke", 0.0)).is_some());
    session.connected();
    session.received(first)
}

#[test]
fn hello_is_the_first_message_and_names_what_is_known() {
    let mut session = Session::new(Some(GuestKey::new([7; 32])));
    let key = Some(GuestKey::new([7; 32]));
    let hello = |since| Request { id: 0, call: Call::Hello { v: VERSION, key, since } };
    assert_eq!(sent(&session.connected()), [hello(None)]);
    session.received(&welcome(4));
    session.received(&change(4, 6));
    session.closed("it broke", 0.5);
    assert_eq!(sent(&session.connected()), [hello(Some(6))]);
}

#[test]
fn what_is_called_before_the_welcome_waits_for_it() {
    let mut session = Session::new(None);
    let waiting = [Output::Heard(Heard::Waiting)];
    assert_eq!(session.call(act(1)), waiting);
    session.connected();
    assert_eq!(session.call(chat("Hello!")), waiting);
    let out = session.received(&welcome(1));
    let ids: Vec<u64> = sent(&out).iter().map(|request| request.id).collect();
    assert_eq!(ids, [1, 2]);
    // What was heard is told before anything is sent.
    assert!(matches!(out[0], Output::Heard(Heard::Message(ServerMessage::Welcome(_)))));
    // It was sent once, so a refusal is one.
    assert_eq!(answers(&session.received(&refused(1, codes::STALE))), [(act(1), false)]);
}

#[test]
fn a_lost_answer_makes_the_call_be_sent_again_until_it_is_answered() {
    let mut session = open(4);
    let first = sent(&session.call(act(1)));
    let second = sent(&session.call(Call::Start));
    for _ in 0..3 {
        let again = sent(&reconnect(&mut session, &change(4, 4)));
        assert_eq!(again, [first.clone(), second.clone()].concat(), "the same ids, in the same order");
    }
    assert_eq!(answers(&session.received(&text(&ServerMessage::Done { id: 1, at: 5 }))), [(act(1), true)]);
    assert_eq!(sent(&reconnect(&mut session, &change(4, 5))), second);
    session.received(&text(&ServerMessage::Done { id: 2, at: 6 }));
    assert_eq!(session.unanswered(), 0);
    assert_eq!(sent(&reconnect(&mut session, &change(5, 6))), []);
}

#[test]
fn a_move_whose_answer_was_lost_is_overtaken_if_the_table_has_moved_on() {
    let mut session = open(4);
    session.call(act(1));
    reconnect(&mut session, &change(4, 5));
    // It may have been done. It may also be that an earlier move, which could not be saved at once, was saved after all.
    let overtaken = Output::Heard(Heard::Overtaken(Box::new(act(1))));
    assert_eq!(session.received(&refused(1, codes::STALE)), [overtaken]);
    assert_eq!(session.unanswered(), 0);
}

#[test]
fn what_is_so_already_counts_as_done_only_when_it_was_sent_again() {
    let sit = Call::Sit {
        name: "Zoë".to_owned(),
        seat: None,
        share: None,
        commit: Some(Seed([1; 32]).commitment()),
    };
    let cases = [
        (sit, codes::ALREADY_SEATED),
        (Call::Leave, codes::NOT_SEATED),
        (Call::Start, codes::ALREADY_DEALT),
        (Call::Rematch { share: None, commit: Some(Seed([1; 32]).commitment()) }, codes::ALREADY_DEALT),
    ];
    for (call, code) in cases {
        let mut session = open(1);
        session.call(call.clone());
        assert_eq!(answers(&session.received(&refused(1, code))), [(call.clone(), false)]);
        session.call(call.clone());
        reconnect(&mut session, &change(1, 1));
        assert_eq!(answers(&session.received(&refused(2, code))), [(call.clone(), true)]);
        session.call(call.clone());
        reconnect(&mut session, &change(1, 1));
        assert_eq!(answers(&session.received(&refused(3, codes::PAUSED))), [(call, false)]);
    }
}

#[test]
fn an_answer_counts_once() {
    let mut session = open(4);
    session.call(act(1));
    let done = text(&ServerMessage::Done { id: 1, at: 5 });
    assert_eq!(answers(&session.received(&done)).len(), 1);
    assert_eq!(session.received(&done), []);
    assert_eq!(session.received(&refused(1, codes::STALE)), []);
}

#[test]
fn chat_that_was_heard_is_not_said_again() {
    let line = |at, text: &str| ChatLine { at, seat: seat(), name: "Zoë".to_owned(), text: text.to_owned() };
    let mut session = open(4);
    session.call(chat("Hello!"));
    session.call(chat("Hello!"));
    session.call(chat("Anyone?"));
    // The first was said before the connection broke, another like it long before.
    let out = reconnect(&mut session, &said_at_welcome(6, vec![line(3, "Hello!"), line(5, "Hello!")]));
    assert_eq!(answers(&out), [(chat("Hello!"), true)]);
    let ids: Vec<u64> = sent(&out).iter().map(|request| request.id).collect();
    assert_eq!(ids, [2, 3]);
}

#[test]
fn after_a_gap_everything_is_asked_for_again_on_another_socket() {
    let mut session = open(4);
    session.call(act(1));
    assert_eq!(session.received(&change(6, 7)), [Output::ConnectAfter(Duration::ZERO)]);
    // What still comes from the old socket is of no use.
    assert!(answers(&session.received(&change(7, 8))).is_empty());
    let hello = sent(&session.connected());
    assert!(matches!(hello[0].call, Call::Hello { since: None, .. }));
    let out = session.received(&welcome(9));
    assert_eq!(session.at(), Some(9));
    assert_eq!(sent(&out).len(), 1, "what was not answered is sent again");
}

#[test]
fn gaps_without_end_are_not_chased_without_pause() {
    let mut session = open(4);
    let mut pauses = Vec::new();
    for _ in 0..4 {
        pauses.extend(pause_in(&session.received(&change(6, 7))));
        session.connected();
    }
    assert_eq!(pauses, [0, 500, 1000, 2000].map(Duration::from_millis));
}

#[test]
fn the_pause_doubles_up_to_eight_seconds_and_is_reset_once_something_is_heard() {
    let mut session = open(1);
    let mut pauses = Vec::new();
    for _ in 0..8 {
        pauses.extend(pause_in(&session.closed("it broke", 1.0)));
    }
    assert_eq!(pauses, [250, 500, 1000, 2000, 4000, 8000, 8000, 8000].map(Duration::from_millis));
    session.connected();
    // An open socket alone is no reason to hurry.
    assert_eq!(pause_in(&session.closed("it broke", 1.0)), Some(Duration::from_secs(8)));
    session.connected();
    session.received(&change(1, 1));
    assert_eq!(pause_in(&session.closed("it broke", 1.0)), Some(Duration::from_millis(250)));
}

#[test]
fn not_everyone_comes_back_at_the_same_moment() {
    let at = |jitter| pause_in(&open(1).closed("it broke", jitter)).unwrap();
    assert_eq!(at(0.0), Duration::from_millis(125));
    assert_eq!(at(0.5), Duration::from_micros(187_500));
    assert_eq!(at(1.0), Duration::from_millis(250));
    assert_eq!(at(f64::INFINITY), at(1.0));
}

#[test]
fn a_client_that_was_too_fast_waits_longest() {
    let mut session = open(1);
    let why = CloseReason::TooFast;
    assert_eq!(session.received(&text(&ServerMessage::Bye { why, text: "Wait.".to_owned() })), []);
    assert_eq!(pause_in(&session.closed("it closed", 1.0)), Some(LONGEST_PAUSE));
}

#[test]
fn other_reasons_to_close_are_no_reason_to_stay_away() {
    for why in [CloseReason::Slow, CloseReason::Table, CloseReason::Closing, CloseReason::Ledger] {
        let mut session = open(1);
        assert_eq!(session.received(&text(&ServerMessage::Bye { why, text: "Come back.".to_owned() })), []);
        assert_eq!(pause_in(&session.closed("it closed", 1.0)), Some(FIRST_PAUSE));
    }
}

#[test]
fn without_a_table_or_a_common_language_nothing_is_tried_again() {
    for why in [CloseReason::NoTable, CloseReason::Protocol] {
        let mut session = open(1);
        session.call(act(1));
        let out = session.received(&text(&ServerMessage::Bye { why, text: "Update.".to_owned() }));
        assert_eq!(out, [Output::Heard(Heard::Ended("Update.".to_owned())), Output::Close]);
        assert_eq!(session.closed("it closed", 0.5), []);
        assert_eq!(session.online_again(), []);
        assert_eq!(session.call(act(2)), []);
        assert_eq!(session.connected(), [Output::Close]);
        assert_eq!(session.unanswered(), 0);
    }
}

#[test]
fn a_message_that_is_not_understood_ends_it() {
    let out = open(1).received("{\"news\":1}");
    assert!(matches!(&out[..], [Output::Heard(Heard::Ended(_)), Output::Close]), "{out:?}");
}

#[test]
fn a_client_that_is_online_again_does_not_wait() {
    let mut session = open(1);
    assert_eq!(session.online_again(), [], "there is a connection");
    session.closed("it broke", 1.0);
    session.closed("it broke", 1.0);
    assert_eq!(session.online_again(), [Output::ConnectAfter(Duration::ZERO)]);
    session.connected();
    assert_eq!(session.online_again(), [], "it is being tried");
    assert_eq!(pause_in(&session.closed("it broke", 1.0)), Some(FIRST_PAUSE));
}

#[test]
fn why_the_connection_is_lost_is_told() {
    let out = open(1).closed("nobody listens there", 0.5);
    assert_eq!(out[0], Output::Heard(Heard::Lost("nobody listens there".to_owned())));
}

#[test]
fn the_server_says_why_it_hangs_up() {
    let mut session = Session::new(None);
    session.connected();
    session.received(&welcome(1));
    let (why, reason) = (CloseReason::Closing, "The card room closes for a moment.".to_owned());
    session.received(&text(&ServerMessage::Bye { why, text: reason.clone() }));
    let out = session.closed("the connection was closed", 0.5);
    assert_eq!(out[0], Output::Heard(Heard::Lost(reason)));
    assert_eq!(session.closed("no route", 0.5)[0], Output::Heard(Heard::Lost("no route".to_owned())));
}

#[test]
fn what_was_said_and_heard_is_not_said_again() {
    let mut session = Session::new(None);
    session.connected();
    session.received(&welcome(1));
    session.call(chat("Hello!"));
    let line = ChatLine { at: 2, seat: seat(), name: "Ann".to_owned(), text: "Hello!".to_owned() };
    let change = Change { since: 1, at: 2, host: None, room: None, chat: vec![line], game: None };
    session.received(&text(&ServerMessage::Change(Box::new(change))));
    session.closed("it broke", 0.5);
    session.connected();
    assert_eq!(sent(&session.received(&welcome(2))), []);
}

/// Someone else may sit on that seat by now.
#[test]
fn what_a_host_did_to_a_seat_is_not_sent_again() {
    let mut session = Session::new(None);
    session.connected();
    session.received(&welcome(1));
    let remove = Call::Host { what: HostAction::Remove { seat: seat() } };
    session.call(remove.clone());
    session.call(act(1));
    session.closed("it broke", 0.5);
    session.connected();
    let out = session.received(&welcome(2));
    assert_eq!(sent(&out).iter().map(|request| request.id).collect::<Vec<_>>(), [2]);
    assert_eq!(answers(&out), [(remove, false)]);
}

fn own_share() -> Seed {
    Seed([9; 32])
}

fn sit_with_share() -> Call {
    Call::Sit { name: "Zoë".to_owned(), seat: None, share: Some(own_share()), commit: None }
}

/// The room with this client's commitment in it.
fn committed_room(revealing: bool) -> Room {
    let mut room = Room { revealing, ..room() };
    room.seats[0].commit = Some(own_share().commitment().to_string());
    room
}

fn room_change(since: u64, room: Room) -> String {
    let change = Change { since, at: since + 1, host: None, room: Some(room), chat: Vec::new(), game: None };
    text(&ServerMessage::Change(Box::new(change)))
}

fn over() -> Standing {
    let outcome = Some(engine::Outcome { winners: vec![seat()], scores: vec![1] });
    Standing { outcome, ..Standing::default() }
}

fn game_change(since: u64, standing: Standing) -> String {
    let game = Some(protocol::Update { seq: 9, lines: Vec::new(), standing });
    let change = Change { since, at: since + 1, host: None, room: None, chat: Vec::new(), game };
    text(&ServerMessage::Change(Box::new(change)))
}

#[test]
fn a_share_leaves_this_client_only_when_everyone_is_bound_to_theirs() {
    let mut session = open(1);
    let out = session.call(sit_with_share());
    let [Request { call: Call::Sit { share, commit, .. }, .. }] = &sent(&out)[..] else { panic!("{out:?}") };
    assert_eq!((*share, *commit), (None, Some(own_share().commitment())));
    session.received(&text(&ServerMessage::Done { id: 1, at: 2 }));
    assert_eq!(sent(&session.received(&room_change(1, committed_room(false)))), []);
    let out = sent(&session.received(&room_change(2, committed_room(true))));
    assert_eq!(
        out.iter().map(|request| &request.call).collect::<Vec<_>>(),
        [&Call::Reveal { share: own_share() }]
    );
    assert_eq!(sent(&session.received(&room_change(3, committed_room(true)))), [], "once is enough");
    // After a lost connection it is sent again; nobody waits for the answer.
    let change = room_change(4, committed_room(true));
    let out = sent(&reconnect(&mut session, &change));
    assert_eq!(out.len(), 1, "{out:?}");
    let id = out[0].id;
    assert_eq!(answers(&session.received(&text(&ServerMessage::Done { id, at: 5 }))), []);
    assert_eq!(session.unanswered(), 0);
}

#[test]
fn a_restarted_client_commits_itself_to_another_share() {
    let mut session = Session::new(Some(GuestKey::new([7; 32])));
    session.connected();
    let room = committed_room(false);
    let welcome =
        Welcome { v: VERSION, at: 1, you: Some(seat()), host: true, room, chat: Vec::new(), game: None };
    let first = text(&ServerMessage::Welcome(Box::new(welcome)));
    let out = sent(&session.received(&first));
    let [Request { call: Call::Commit { commit }, .. }] = &out[..] else { panic!("{out:?}") };
    assert_ne!(*commit, own_share().commitment());
    // One that has kept its share does not.
    let mut session = Session::new(Some(GuestKey::new([7; 32])));
    session.recall(Recalled { number: 1, promise: None, share: Some(own_share()) });
    session.connected();
    assert_eq!(sent(&session.received(&first)), []);
}

#[test]
fn a_game_that_is_over_is_checked_without_being_told_to() {
    let mut session = open(1);
    let out = sent(&session.received(&game_change(1, over())));
    let [Request { id, call: Call::Ask { what: Ask::Record } }] = &out[..] else { panic!("{out:?}") };
    assert_eq!(sent(&session.received(&game_change(2, over()))), [], "asked once");
    let record = Tell::Record { text: "{}".to_owned() };
    let out = session.received(&text(&ServerMessage::Reply { id: *id, what: record }));
    assert!(matches!(&out[..], [Output::Heard(Heard::Checked(Verdict::Forged(_)))]), "{out:?}");
}

#[test]
fn a_share_that_could_not_be_saved_is_revealed_again() {
    let mut session = open(1);
    session.call(sit_with_share());
    session.received(&text(&ServerMessage::Done { id: 1, at: 2 }));
    let out = sent(&session.received(&room_change(1, committed_room(true))));
    let out = session.received(&refused(out[0].id, codes::NOT_SAVED));
    assert!(pause_in(&out).is_some() && answers(&out).is_empty(), "{out:?}");
    session.connected();
    let out = sent(&session.received(&change(2, 3)));
    assert_eq!(
        out.iter().map(|request| &request.call).collect::<Vec<_>>(),
        [&Call::Reveal { share: own_share() }]
    );
}

fn warnings(out: &[Output]) -> Vec<&str> {
    let warning = |output| match output {
        &Output::Heard(Heard::Checked(Verdict::Forged(ref why))) => Some(why.as_str()),
        _ => None,
    };
    out.iter().filter_map(warning).collect()
}

/// A session that sat down with its share, which the table took.
fn bound() -> Session {
    let mut session = open(1);
    session.call(sit_with_share());
    session.received(&room_change(1, committed_room(false)));
    session.received(&text(&ServerMessage::Done { id: 1, at: 2 }));
    session
}

/// A server that asks for the share and then calls the same deal another game could choose its secret by the share.
#[test]
fn a_share_is_not_revealed_a_second_time_under_another_number() {
    let mut session = bound();
    let out = sent(&session.received(&room_change(2, committed_room(true))));
    session.received(&text(&ServerMessage::Done { id: out[0].id, at: 3 }));
    let again = Room { number: 2, commitment: "22".repeat(32), ..committed_room(true) };
    let out = session.received(&room_change(3, again));
    assert_eq!(sent(&out), []);
    assert_eq!(warnings(&out), ["The game before was broken off once your share was known."]);
}

#[test]
fn a_share_is_not_revealed_for_another_promise() {
    let mut session = bound();
    let out = session.received(&room_change(2, Room { commitment: "22".repeat(32), ..committed_room(true) }));
    assert_eq!(sent(&out), []);
    assert!(warnings(&out)[0].contains("promised first"), "{out:?}");
}

/// In a rematch the commitment that was sent is swapped for that of the last game, whose share everyone knows.
#[test]
fn a_share_of_an_earlier_game_is_not_revealed_again() {
    let mut session = bound();
    let out = sent(&session.received(&room_change(2, committed_room(true))));
    session.received(&text(&ServerMessage::Done { id: out[0].id, at: 3 }));
    session.received(&game_change(3, over()));
    let out = session.call(Call::Rematch { share: Some(Seed([8; 32])), commit: None });
    let id = sent(&out)[0].id;
    session.received(&room_change(4, Room { number: 2, ..committed_room(false) }));
    session.received(&text(&ServerMessage::Done { id, at: 5 }));
    let out = session.received(&room_change(5, Room { number: 2, ..committed_room(true) }));
    assert_eq!(sent(&out), []);
    assert!(warnings(&out)[0].contains("was not chosen here"), "{out:?}");
}

#[test]
fn cards_that_are_dealt_without_the_share_are_told_of_at_once() {
    let mut session = bound();
    let out = session.received(&room_change(2, Room { phase: Phase::Playing, ..room() }));
    assert_eq!(warnings(&out), ["The cards were dealt without the chance that you added."]);
}

/// The table takes a share and then does as if it had not come.
#[test]
fn a_seat_that_is_lost_although_the_share_was_revealed_is_told_of() {
    for leaves in [false, true] {
        let mut session = bound();
        let out = sent(&session.received(&room_change(2, committed_room(true))));
        session.received(&text(&ServerMessage::Done { id: out[0].id, at: 3 }));
        if leaves {
            session.call(Call::Leave);
        }
        let room = committed_room(true);
        let welcome =
            Welcome { v: VERSION, at: 4, you: None, host: false, room, chat: Vec::new(), game: None };
        let out = session.received(&text(&ServerMessage::Welcome(Box::new(welcome))));
        assert_eq!(warnings(&out).len(), usize::from(!leaves), "{out:?}");
    }
}

/// A server that does not like the cards could ask for other shares.
#[test]
fn a_shuffle_that_is_begun_again_is_told_of() {
    let mut session = bound();
    let out = sent(&session.received(&room_change(2, committed_room(true))));
    session.received(&text(&ServerMessage::Done { id: out[0].id, at: 3 }));
    let out = session.received(&room_change(3, committed_room(false)));
    assert_eq!(warnings(&out), ["The shuffle was begun again once your share was known."]);
}

/// The share of the game before counts for nothing if the table could not save this one in time.
#[test]
fn a_seat_that_is_lost_because_the_share_came_too_late_is_no_fault() {
    let mut session = bound();
    let out = sent(&session.received(&room_change(2, committed_room(true))));
    session.received(&text(&ServerMessage::Done { id: out[0].id, at: 3 }));
    session.received(&game_change(3, over()));
    let id = sent(&session.call(Call::Rematch { share: Some(Seed([8; 32])), commit: None }))[0].id;
    let mut room = Room { number: 2, ..committed_room(false) };
    room.seats[0].commit = Some(Seed([8; 32]).commitment().to_string());
    session.received(&room_change(4, room.clone()));
    session.received(&text(&ServerMessage::Done { id, at: 5 }));
    room.revealing = true;
    assert_eq!(
        sent(&session.received(&room_change(5, room.clone()))).len(),
        1,
        "revealed, and never answered"
    );
    let welcome = Welcome { v: VERSION, at: 7, you: None, host: false, room, chat: Vec::new(), game: None };
    let out = reconnect(&mut session, &text(&ServerMessage::Welcome(Box::new(welcome))));
    assert_eq!(warnings(&out), Vec::<&str>::new());
}

#[test]
fn a_record_that_is_refused_is_told_of() {
    for (code, loud) in [(codes::NO_RECORD, true), (codes::NOT_DEALT, false)] {
        let mut session = open(1);
        let game = Some(protocol::Update { seq: 9, lines: Vec::new(), standing: over() });
        let change = Change { since: 1, at: 2, host: None, room: Some(room()), chat: Vec::new(), game };
        let out = sent(&session.received(&text(&ServerMessage::Change(Box::new(change)))));
        if !loud {
            // Someone wanted another game at once.
            session.received(&room_change(2, Room { number: 2, ..room() }));
        }
        let out = session.received(&refused(out[0].id, code));
        assert_eq!(warnings(&out).len(), usize::from(loud), "{out:?}");
        assert!(matches!(&out[..], [Output::Heard(Heard::Checked(_))]), "{out:?}");
    }
}
