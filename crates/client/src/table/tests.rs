use engine::scene::Reveal;
use protocol::online::{Place, TableOrder, Who};
use protocol::{Ask, Order, VERSION};
use tables::{LocalTable, Progress, TableOrderExt, WorkerRequest};

use super::*;

fn line(text: &str) -> Line {
    Line::new(text)
}

fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

fn snapshot(commitment: &str) -> Snapshot {
    Snapshot {
        v: VERSION,
        seq: 1,
        game: "pass-the-ace".to_owned(),
        title: "Chase the Ace".to_owned(),
        rules: Vec::new(),
        commitment: commitment.to_owned(),
        you: Some(seat(0)),
        undo: false,
        hints: false,
        hears: false,
        sayings: Vec::new(),
        unit: String::new(),
        earlier: None,
        log: vec![line("The cards are dealt.")],
        standing: Standing { to_act: Some(seat(0)), ..Standing::default() },
    }
}

fn update(seq: u64, text: &str) -> Update {
    let standing = Standing { to_act: Some(seat(1)), actions: 1, ..Standing::default() };
    Update { seq, lines: vec![line(text)], standing }
}

fn place(index: usize, who: Who, name: &str) -> Place {
    Place::new(seat(index), who, Some(name).filter(|name| !name.is_empty()))
}

fn room(seats: Vec<Place>) -> Room {
    let info = TableOrder { players: Some(2), ..TableOrder::of("pass-the-ace") }.table_info().unwrap();
    Room::gathering("k3m9t2xw7q5d", info, seats)
}

fn welcome(seats: Vec<Place>, chat: Vec<ChatLine>, game: Option<Snapshot>) -> ServerMessage {
    let (you, host) = (Some(seat(0)), true);
    ServerMessage::Welcome(Box::new(Welcome { v: VERSION, at: 4, you, host, room: room(seats), chat, game }))
}

fn change(since: u64) -> Change {
    Change { since, at: since + 1, host: None, room: None, chat: Vec::new(), game: None }
}

fn refusal() -> Refusal {
    Refusal::new(codes::STALE, "No.")
}

/// The record of a table that was just opened.
fn opened() -> Progress {
    let order = Order::new("aces-up", "Ann", "club", Seed::from_number(1));
    match LocalTable::default().work(WorkerRequest::Open { order }, None) {
        WorkerReply::Tell { progress: Some(progress), .. } => progress,
        other => panic!("{other:?}"),
    }
}

/// A table of one's own, dealt.
fn own() -> TableState {
    let mut table = TableState::default();
    let told = table.hear(Tell::Snapshot(Box::new(snapshot("one"))));
    assert_eq!(told, [Told::Dealt { fresh: true }]);
    table
}

#[test]
fn a_table_of_ones_own_is_dealt_and_goes_on() {
    let mut table = own();
    assert_eq!((table.seq, table.you, &table.connection), (1, Some(seat(0)), &Connection::Open));
    assert_eq!((table.title(), table.game_id()), ("Chase the Ace", Some("pass-the-ace")));
    let what = Tell::Update(Box::new(update(2, "You stick.")));
    let told = table.hear(WorkerReply::Tell { what, progress: Some(opened()) });
    assert_eq!(told, [Told::Happened(vec![line("You stick.")]), Told::Recorded]);
    assert_eq!((table.seq, table.log.len()), (2, 2));
    assert_eq!(table.record.as_ref().map(|record| record.actions.len()), Some(0));
    assert!(table.bots_move());
}

#[test]
fn other_cards_are_told_from_the_same_cards_shown_again() {
    let mut table = own();
    let again = table.hear(Tell::Snapshot(Box::new(snapshot("one"))));
    assert_eq!(again, [Told::Dealt { fresh: false }]);
    let other = table.hear(Tell::Snapshot(Box::new(snapshot("two"))));
    assert_eq!(other, [Told::Dealt { fresh: true }]);
}

#[test]
fn the_end_of_a_round_is_told_once() {
    let mut table = own();
    let mut ended = update(2, "Round 1 ends.");
    let reveal = Reveal { title: "Round 1".into(), ..Reveal::default() };
    ended.standing.scene.reveal = Some(reveal.clone());
    let told = table.hear(Tell::Update(Box::new(ended.clone())));
    assert_eq!(told[1..], [Told::RoundEnded(reveal)]);
    let told = table.hear(Tell::Update(Box::new(Update { seq: 3, ..ended })));
    assert_eq!(told.len(), 1);
}

#[test]
fn what_was_foreseen_is_not_told_twice() {
    let mut table = own();
    let foreseen = update(0, "You stick.");
    assert_eq!(table.foresee(foreseen.clone()).len(), 1);
    assert_eq!((table.seq, table.log.len()), (2, 2));
    assert_eq!(table.foresee(foreseen), [], "one action at a time");
    assert_eq!(table.hear(Tell::Update(Box::new(update(2, "You stick.")))), []);
    assert_eq!(table.hear(Tell::Update(Box::new(update(3, "Ada sticks.")))).len(), 1);
}

#[test]
fn what_was_foreseen_wrongly_is_looked_at_again() {
    let mut table = own();
    table.foresee(update(0, "You stick."));
    let mut other = update(2, "You stick.");
    other.standing.actions = 7;
    assert_eq!(table.hear(Tell::Update(Box::new(other))), [Told::LookAgain]);
    table.foresee(update(0, "You stick."));
    assert_eq!(table.hear(Tell::Refused(refusal())), [Told::LookAgain, Told::Refused(refusal())]);
    assert_eq!(table.hear(Tell::Refused(refusal())), [Told::Refused(refusal())]);
}

#[test]
fn what_was_foreseen_stays_when_the_table_is_opened_again() {
    let mut table = own();
    let sticks = update(5, "You stick.");
    table.foresee(sticks.clone());
    let again = Snapshot { seq: 4, ..snapshot("one") };
    assert_eq!(table.hear(Tell::Snapshot(Box::new(again))), [Told::Dealt { fresh: false }]);
    assert_eq!((table.seq, table.standing.actions, table.log.len()), (5, 1, 2));
    assert_eq!(table.hear(Tell::Update(Box::new(sticks))), []);
    // Other cards are shown as they are.
    table.foresee(update(0, "You swap."));
    table.hear(Tell::Snapshot(Box::new(snapshot("two"))));
    assert_eq!((table.seq, table.standing.actions, table.log.len()), (1, 0, 1));
}

#[test]
fn people_who_come_and_go_are_told_of() {
    let mut table = TableState::default();
    let nobody = vec![place(0, Who::Person, "Zoë"), place(1, Who::Nobody, "")];
    assert_eq!(table.hear(welcome(nobody, Vec::new(), None)), [Told::People(Vec::new())]);
    assert_eq!((table.you, table.is_dealt()), (Some(seat(0)), false));
    let now = room(vec![place(0, Who::Person, "Zoë"), place(1, Who::Person, "Ann")]);
    let told = table.hear(ServerMessage::Change(Box::new(Change { room: Some(now.clone()), ..change(4) })));
    assert_eq!(told, [Told::People(vec!["Ann sits down.".to_owned()])]);
    let mut paused = now;
    paused.paused = true;
    paused.seats[1].away = true;
    let told = table.hear(ServerMessage::Change(Box::new(Change { room: Some(paused), ..change(5) })));
    let lines = ["Ann is away.", "The host pauses the game."].map(str::to_owned).to_vec();
    assert_eq!(told, [Told::People(lines)]);
}

#[test]
fn chat_is_told_once_and_the_oldest_forgotten() {
    let said = |at: u64| ChatLine { at, seat: seat(1), name: "Ann".to_owned(), text: format!("{at}") };
    let mut table = TableState::default();
    let told = table.hear(welcome(Vec::new(), vec![said(2)], None));
    assert_eq!(told[1..], [Told::Chat(said(2))]);
    // A welcome tells what is known, too.
    let told = table.hear(welcome(Vec::new(), vec![said(2), said(3)], None));
    assert_eq!(told[1..], [Told::Chat(said(3))]);
    let many: Vec<ChatLine> = (4..204).map(said).collect();
    table.hear(ServerMessage::Change(Box::new(Change { chat: many, ..change(4) })));
    let chat = table.online.unwrap().chat;
    assert_eq!((chat.len(), chat[0].at), (CHAT_KEPT, 104));
}

#[test]
fn a_lost_connection_is_told_once_and_so_is_its_return() {
    let mut table = TableState::default();
    assert_eq!(table.connection, Connection::Opening);
    table.hear(welcome(Vec::new(), Vec::new(), None));
    let lost = Heard::Lost("the server closed it.".to_owned());
    assert_eq!(table.hear(lost.clone()), [Told::Lost("the server closed it".to_owned())]);
    assert_eq!(table.hear(lost), []);
    assert_eq!(table.hear(ServerMessage::Change(Box::new(change(4)))), [Told::Found]);
    assert_eq!(table.hear(ServerMessage::Change(Box::new(change(5)))), []);
    assert_eq!(table.hear(Heard::Ended("Gone.".to_owned())), [Told::Failed("Gone.".to_owned())]);
    assert_eq!(table.connection, Connection::Ended("Gone.".to_owned()));
}

#[test]
fn refusals_of_the_game_are_told_from_those_of_the_table() {
    let mut table = TableState::default();
    let mut answer = |call: Call| {
        let what = Some(Box::new(Tell::Refused(refusal())));
        table.hear(Heard::Answer { call: Box::new(call), what })
    };
    let undo = Call::Ask { what: Ask::Record };
    assert_eq!(answer(undo), [Told::Refused(refusal())]);
    assert_eq!(answer(Call::Start), [Told::Declined(refusal())]);
    assert_eq!(table.hear(Heard::Answer { call: Box::new(Call::Start), what: None }), []);
}

#[test]
fn another_game_takes_the_place_of_the_last() {
    let mut table = TableState::default();
    table.hear(welcome(Vec::new(), Vec::new(), Some(snapshot("one"))));
    assert!(table.is_dealt());
    table.hear(ServerMessage::Change(Box::new(Change { game: Some(update(2, "You stick.")), ..change(4) })));
    assert_eq!((table.seq, table.log.len()), (2, 2));
    table.hear(welcome(Vec::new(), Vec::new(), None));
    assert!(!table.is_dealt() && table.log.is_empty());
}

/// A table in play with Ann, who is asked, Ben and a bot; `asks` is the question.
fn asked(host: bool, acting: Option<Seat>, asks: Option<Newcomer>) -> TableState {
    let seats = vec![place(0, Who::Person, "Ann"), place(1, Who::Person, "Ben"), place(2, Who::Bot, "Ada")];
    let phase = protocol::online::Phase::Playing;
    let room = Room { phase, acting, newcomer: asks, ..room(seats) };
    let (you, game) = (Some(seat(0)), Some(snapshot("one")));
    let mut table = TableState::default();
    let welcome = Welcome { v: VERSION, at: 4, you, host, room, chat: Vec::new(), game };
    table.hear(ServerMessage::Welcome(Box::new(welcome)));
    table
}

#[test]
fn players_with_cards_are_asked_about_a_newcomer_and_answer_in_a_word() {
    use crate::buttons::{ButtonAction, buttons, named};
    let newcomer = |waiting: Vec<Seat>| Newcomer { at: 12, name: "Zoë".to_owned(), seat: seat(2), waiting };
    let mut table = asked(true, None, None);
    assert_eq!(named(&table, "agree"), None);
    let room = Room {
        newcomer: Some(newcomer(vec![seat(0), seat(1)])),
        ..table.online.as_ref().unwrap().room.clone()
    };
    let told = table.hear(ServerMessage::Change(Box::new(Change { room: Some(room.clone()), ..change(4) })));
    let sentence = "Let Zoë take Ada's cards? Everyone who holds cards is asked.".to_owned();
    assert_eq!(told, [Told::People(vec![sentence])]);
    let labels: Vec<String> = buttons(&table, None).into_iter().map(|button| button.label).collect();
    assert_eq!(labels, ["Let Zoë take Ada's cards? Agree", "Let Zoë take Ada's cards? Refuse"]);
    assert_eq!(named(&table, "Agree"), Some(ButtonAction::Admit(12, true)));
    assert_eq!(named(&table, "refuse"), Some(ButtonAction::Admit(12, false)));
    // Once answered, it is up to the others.
    let waiting = Room { newcomer: Some(newcomer(vec![seat(1)])), ..room.clone() };
    table.hear(ServerMessage::Change(Box::new(Change { room: Some(waiting), ..change(5) })));
    assert_eq!((named(&table, "refuse"), buttons(&table, None).len()), (None, 0));
    let refused = Room { newcomer: None, ..room };
    let told = table.hear(ServerMessage::Change(Box::new(Change { room: Some(refused), ..change(6) })));
    assert_eq!(told, [Told::People(vec!["Zoë does not take part in this game.".to_owned()])]);
}

#[test]
fn a_stand_in_for_the_host_can_pause_and_nothing_else() {
    use crate::buttons::{ButtonAction, host_actions};
    let deeds = |table: &TableState| -> Vec<ButtonAction> {
        host_actions(table).into_iter().map(|button| button.action).collect()
    };
    let host = asked(true, None, None);
    assert_eq!(deeds(&host), [ButtonAction::Pause, ButtonAction::Bot(seat(1)), ButtonAction::GetUp]);
    let acting = asked(false, Some(seat(0)), None);
    assert_eq!(deeds(&acting), [ButtonAction::Pause, ButtonAction::GetUp]);
    let guest = asked(false, None, None);
    assert_eq!(deeds(&guest), [ButtonAction::GetUp]);
}

#[test]
fn the_verdict_on_a_game_lasts_until_other_cards_are_dealt() {
    let mut table = asked(true, None, None);
    let told = table.hear(Heard::Checked(Verdict::Verified));
    assert_eq!((told, &table.verdict), (vec![Told::Checked(Verdict::Verified)], &Some(Verdict::Verified)));
    table.hear(Tell::Snapshot(Box::new(snapshot("two"))));
    assert_eq!(table.verdict, None);
}
