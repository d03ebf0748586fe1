//! At a table online, as the server tells of it.

use crossterm::event::{Event as Input, KeyCode};
use engine::scene::Reveal;
use engine::{Gesture, Seat};
use protocol::online::{Call, Change, ChatLine, Phase, Place, Room, ServerMessage, TableOrder, Welcome, Who};
use protocol::{Choice, Line, Refusal, Tell, Update, VERSION, codes};
use tables::TableOrderExt;

use super::{Effect, FirstPage, Page, Player, TablePage, order};
use crate::game::PlannedGame;
use crate::link::Heard;
use crate::paint::Colours;

/// At a table where Ann sits, and this player, if anyone.
fn joined(you: Option<Seat>, chat: &[(&str, u64)], deal: bool) -> Player {
    // Cards of a table of one's own, as they are told.
    let planned = PlannedGame::new(order("pass-the-ace", 7), None).unwrap();
    let mut player = Player::before(FirstPage::Game(Box::new(planned)), (80, 24), Colours::Four);
    let snapshot = player.table_page().table.snapshot.clone();
    player.app.sit(None);
    let place = |index: usize, name: Option<&str>| {
        let who = if name.is_some() { Who::Person } else { Who::Nobody };
        Place { shared: true, ..Place::new(Seat::new(index).unwrap(), who, name) }
    };
    let own = you.map(|_| "Zoë");
    let info = TableOrder { players: Some(2), ..TableOrder::of("pass-the-ace") }.table_info().unwrap();
    let seats = vec![place(0, own), place(1, Some("Guest"))];
    let phase = if deal { Phase::Playing } else { Phase::Gathering };
    let room = Room { phase, ..Room::gathering("k3m9t2xw7q5d", info, seats) };
    let seat = Seat::new(1).unwrap();
    let chat = chat.iter().map(|(text, at)| ChatLine {
        at: *at,
        seat,
        name: "Guest".to_owned(),
        text: (*text).to_owned(),
    });
    let welcome = Welcome {
        v: VERSION,
        at: 9,
        you,
        host: false,
        room,
        chat: chat.collect(),
        game: snapshot.filter(|_| deal),
    };
    player.app.hear(Heard::Message(ServerMessage::Welcome(Box::new(welcome))), player.now, &mut Vec::new());
    player.draw();
    player
}

fn page(player: &mut Player) -> &mut TablePage {
    match &mut player.app.page {
        Page::Table(page) => page,
        _ => panic!("no table is shown"),
    }
}

#[test]
fn chat_is_typed_over_the_cards_of_a_round() {
    let mut player = joined(Some(Seat::FIRST), &[], true);
    let reveal = Reveal { title: "Round 1".into(), ..Reveal::default() };
    page(&mut player).reveal = Some(reveal);
    player.keys("c2 good luck");
    assert!(player.text().contains("say to the others › 2 good luck"), "{}", player.text());
    assert!(player.table_page().reveal.is_some());
    player.press(KeyCode::Esc);
}

/// The others play on: this is said, these lines are told, and a round ends if there is a reveal.
fn plays_on(player: &mut Player, said: &str, lines: &[Line], reveal: Option<Reveal>) {
    let table = &player.table_page().table;
    let mut standing = table.standing.clone();
    standing.scene.reveal = reveal.or(standing.scene.reveal);
    let game = Update { seq: table.seq + 1, lines: lines.to_vec(), standing };
    let name = "Guest".to_owned();
    let chat = vec![ChatLine { at: 20, seat: Seat::new(1).unwrap(), name, text: said.to_owned() }];
    let change = Change { since: 9, at: 10, host: None, room: None, chat, game: Some(game) };
    let message = ServerMessage::Change(Box::new(change));
    player.app.hear(Heard::Message(message), player.now, &mut Vec::new());
    player.draw();
}

/// The end of a round, and what of the next one was told with it.
fn after_a_round() -> Player {
    let mut player = joined(Some(Seat::FIRST), &[], true);
    page(&mut player).table.standing.choices.clear();
    let lines = [
        Line::new("Guest loses a life."),
        Line { begins: true, ..Line::new("Guest deals round 2.") },
        Line { cry: Some("Kung!".to_owned()), ..Line::new("Ann holds a king.") },
    ];
    plays_on(
        &mut player,
        "well played",
        &lines,
        Some(Reveal { title: "Round 1".into(), ..Reveal::default() }),
    );
    player
}

fn log(player: &Player) -> Vec<&str> {
    player.table_page().table.log.iter().map(|line| line.text.as_str()).collect()
}

#[test]
fn what_is_said_while_a_round_is_looked_at_is_read_at_once() {
    let mut player = after_a_round();
    assert!(log(&player).ends_with(&["Guest loses a life.", "Guest: well played"]), "{:?}", log(&player));
    plays_on(&mut player, "your turn", &[Line::new("Ann stands.")], None);
    assert_eq!(log(&player).last(), Some(&"Guest: your turn"));
    player.press(KeyCode::Enter);
    let next = ["Guest: your turn", "Guest deals round 2.", "Ann holds a king.", "Ann stands."];
    assert!(log(&player).ends_with(&next), "{:?}", log(&player));
}

#[test]
fn nothing_of_the_next_round_is_called_out_over_the_end_of_one() {
    let mut player = after_a_round();
    assert!(player.table_page().cry.is_none(), "{}", player.text());
    plays_on(&mut player, "oh", &[Line { cry: Some("Kung!".to_owned()), ..Line::new("A king.") }], None);
    assert!(player.table_page().cry.is_none(), "{}", player.text());
}

#[test]
fn one_who_looks_at_a_round_is_told_that_it_is_their_turn() {
    let mut player = after_a_round();
    assert!(!player.text().contains("your turn"), "{}", player.text());
    let stick = Choice { act: "stick".to_owned(), label: "Stick".to_owned(), gesture: Gesture::default() };
    page(&mut player).table.standing.choices = vec![stick];
    player.draw();
    assert!(player.text().contains("Enter goes on. It is your turn."), "{}", player.text());
}

#[test]
fn what_was_said_before_one_came_stands_before_the_game() {
    let player = joined(Some(Seat::FIRST), &[("hello", 2)], true);
    let log = &player.table_page().table.log;
    assert_eq!(log[0].text, "Guest: hello");
    assert!(log.len() > 1, "{log:?}");
    assert_eq!(log.iter().filter(|line| line.text == "Guest: hello").count(), 1, "{log:?}");
}

#[test]
fn one_who_leaves_is_told_what_the_link_leads_back_to() {
    let watcher = joined(None, &[], true).table_page().farewell(true).unwrap();
    assert!(watcher.contains("link") && !watcher.contains("seat"), "{watcher}");
    let player = joined(Some(Seat::FIRST), &[], true).table_page().farewell(true).unwrap();
    assert!(player.contains("your seat"), "{player}");
}

/// What is called to the table when these keys are pressed.
fn called(player: &mut Player, keys: &str) -> Vec<Call> {
    let mut out = Vec::new();
    for key in keys.chars() {
        let code = if key == '\n' { KeyCode::Enter } else { KeyCode::Char(key) };
        player.app.take(Input::Key(code.into()), player.now, &mut out);
    }
    player.draw();
    let call = |effect| if let Effect::Call(call) = effect { Some(call) } else { None };
    out.into_iter().filter_map(call).collect()
}

#[test]
fn one_without_a_name_of_their_own_gets_a_free_one() {
    let mut player = joined(None, &[], false);
    page(&mut player).name = "Guest".to_owned();
    let calls = called(&mut player, "1");
    assert!(matches!(&calls[..], [Call::Sit { name, .. }] if name == "Guest 2"), "{calls:?}");
}

#[test]
fn a_name_that_is_taken_can_be_changed_on_the_spot() {
    let mut player = joined(None, &[], false);
    let calls = called(&mut player, "1");
    assert!(matches!(&calls[..], [Call::Sit { name, .. }] if name == "Zoë"), "{calls:?}");
    let refusal = Refusal::new(codes::NAME_TAKEN, "Someone here has that name.");
    let call = Box::new(calls[0].clone());
    let refused = Heard::Answer { call, what: Some(Box::new(Tell::Refused(refusal))) };
    player.app.hear(refused, player.now, &mut Vec::new());
    player.draw();
    assert!(player.text().contains("/sit as NAME"), "{}", player.text());
    let calls = called(&mut player, "/sit as Ben Bo\n");
    assert!(matches!(&calls[..], [Call::Sit { name, .. }] if name == "Ben Bo"), "{calls:?}");
}
