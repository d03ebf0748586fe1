//! Around the game: sitting down, chat, pauses, clocks, watchers, the lobby.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use engine::{Dice, Seat, Seed};
use futures_util::{Sink, StreamExt, stream};
use protocol::online::{Call, HostAction, Phase, Request, TableOrder, Who};
use protocol::{Ask, Tell, codes};
use tokio::sync::mpsc;

use crate::config::Config;
use crate::hub::HubError;
use crate::identity::GuestId;
use crate::socket::{Frame, Incoming, serve_client};
use crate::testing::{Visitor, dealt, finish, finish_until, gather, key, order, quick, room, room_with};

fn sit(name: &str, seat: Option<usize>) -> Call {
    Call::Sit {
        name: name.to_owned(),
        seat: seat.and_then(Seat::new),
        share: Some(Seed::from_number(1)),
        commit: None,
    }
}

#[tokio::test(start_paused = true)]
async fn people_sit_down_once_with_a_name_of_their_own() {
    let hub = room();
    let (table, mut visitors) = gather(&hub, &order("pass-the-ace", 3), 2).await;
    let mut third = Visitor::come(&hub, &table, Some(key(7)), None).await;
    assert_eq!(third.you, None);
    for (call, code) in [
        (sit("", None), codes::BAD_NAME),
        (sit("guest 1", None), codes::NAME_TAKEN),
        (sit("Zoë", Some(0)), codes::SEAT_TAKEN),
        (sit("Zoë", Some(9)), codes::NO_SUCH_SEAT),
        (Call::Leave, codes::NOT_SEATED),
        (Call::Start, codes::NOT_HOST),
        (Call::Chat { text: "hi".to_owned() }, codes::NOT_SEATED),
        (Call::Host { what: HostAction::Bot { seat: Seat::FIRST } }, codes::NOT_HOST),
        (Call::Ask { what: Ask::Undo { seq: 1 } }, codes::NOT_DEALT),
        (Call::Hello { v: protocol::VERSION, key: None, since: None }, codes::ALREADY_HERE),
    ] {
        let refusal = third.is_refused(call).await;
        assert_eq!(refusal.code, code, "{}", refusal.text);
    }
    third.do_it(sit("Zoë", Some(2))).await;
    assert_eq!(third.you, Seat::new(2));
    assert!(third.is_refused(sit("Zoe", None)).await.code == codes::ALREADY_SEATED);
    let mut fourth = Visitor::come(&hub, &table, Some(key(8)), None).await;
    assert!(fourth.is_refused(sit("Late", None)).await.code == codes::TABLE_FULL);
    third.do_it(Call::Leave).await;
    assert_eq!(third.you, None);
    visitors[0].do_it(Call::Host { what: HostAction::Bot { seat: Seat::new(2).unwrap() } }).await;
    fourth.do_it(sit("Late", None)).await;
    assert_eq!(fourth.you, Seat::new(2), "a bot makes room");
    let mut nobody = Visitor::come(&hub, &table, None, None).await;
    assert!(nobody.is_refused(sit("Ghost", None)).await.code == codes::NO_KEY);
}

#[tokio::test(start_paused = true)]
async fn a_bot_takes_over_from_one_who_leaves_until_they_come_back() {
    let hub = room();
    let (_, mut visitors) = dealt(&hub, &order("propre", 3), 3).await;
    let mut dice = Dice::new(&Seed::from_number(2));
    finish_until(&mut visitors, &mut dice, 3).await;
    let mut leaving = visitors.pop().unwrap();
    let seat = leaving.you.unwrap();
    leaving.do_it(Call::Leave).await;
    leaving.hear_until(|visitor| visitor.you.is_none()).await;
    let hand = &leaving.standing().scene.sitters[seat.index()].hand;
    assert!(hand.iter().all(|lying| lying.card.is_none()), "the hand is hidden from those who left");
    finish_until(&mut visitors, &mut dice, 2).await;
    assert_eq!(visitors[0].room.as_ref().unwrap().seats[seat.index()].who, Who::Bot);
    leaving.do_it(sit("Friend", None)).await;
    assert_eq!(leaving.you, Some(seat));
    assert_eq!(leaving.standing().scene.sitters[seat.index()].name, "Friend");
    visitors.push(leaving);
    finish(&mut visitors, &mut dice).await;
    let record = visitors[0].record().await;
    assert_eq!(record.players[seat.index()].as_str(), "Friend");
    assert!(record.replay::<games::propre::Propre>(|_, _, _| {}).is_ok());
}

#[tokio::test(start_paused = true)]
async fn nobody_sees_two_hands_of_one_game_by_changing_seats() {
    let hub = room();
    let (_, mut visitors) = dealt(&hub, &order("grapples", 4), 2).await;
    let own = visitors[1].you.unwrap();
    visitors[1].do_it(Call::Leave).await;
    let refusal = visitors[1].is_refused(sit("Sly", Some(3))).await;
    assert_eq!(refusal.code, codes::SEAT_SEEN);
    visitors[1].do_it(sit("Sly", None)).await;
    assert_eq!(visitors[1].you, Some(own), "back to the same cards");
    finish(&mut visitors, &mut Dice::new(&Seed::from_number(4))).await;
}

#[tokio::test(start_paused = true)]
async fn a_guest_removed_while_gone_is_told_when_they_come_back() {
    let hub = room();
    let (table, mut visitors) = dealt(&hub, &order("propre", 3), 2).await;
    let mut gone = visitors.pop().unwrap();
    let seat = gone.you.unwrap();
    gone.leave();
    visitors[0].do_it(Call::Host { what: HostAction::Remove { seat } }).await;
    let back = gone.come_back(&hub, &table).await;
    assert_eq!(back.you, None);
    let hand = &back.standing().scene.sitters[seat.index()].hand;
    assert!(hand.iter().all(|lying| lying.card.is_none()), "and sees no more than a watcher");
}

#[tokio::test(start_paused = true)]
async fn chat_is_plain_and_short_and_can_be_muted() {
    let hub = room();
    let (table, mut visitors) = gather(&hub, &order("grapples", 3), 2).await;
    let chat = |text: &str| Call::Chat { text: text.to_owned() };
    visitors[1].do_it(chat(" <b>Good evening</b> ")).await;
    assert_eq!(visitors[1].chat[0].text, "<b>Good evening</b>", "text stays text");
    for bad in ["", "   ", &"x".repeat(201), "a\u{202e}b", "a\nb"] {
        assert!(visitors[1].is_refused(chat(bad)).await.code == codes::BAD_CHAT);
    }
    let seat = visitors[1].you.unwrap();
    visitors[0].do_it(Call::Host { what: HostAction::Mute { seat, off: false } }).await;
    assert!(visitors[1].is_refused(chat("hello?")).await.code == codes::MUTED);
    visitors[0].do_it(Call::Host { what: HostAction::Mute { seat, off: true } }).await;
    visitors[1].do_it(chat("Thank you!")).await;
    let late = Visitor::come(&hub, &table, None, None).await;
    assert_eq!(
        late.chat.iter().map(|line| line.text.as_str()).collect::<Vec<_>>(),
        ["<b>Good evening</b>", "Thank you!"]
    );
}

#[tokio::test(start_paused = true)]
async fn a_guest_whom_the_host_removes_can_only_watch_and_a_bot_takes_over() {
    let hub = room();
    let (_, mut visitors) = gather(&hub, &order("pass-the-ace", 3), 3).await;
    let mut dice = Dice::new(&Seed::from_number(3));
    let mut rude = visitors.pop().unwrap();
    let seat = rude.you.unwrap();
    let host_seat = visitors[0].you.unwrap();
    assert!(
        rude.is_refused(Call::Host { what: HostAction::Remove { seat: host_seat } }).await.code
            == codes::NOT_HOST
    );
    let own = visitors[0].is_refused(Call::Host { what: HostAction::Remove { seat: host_seat } }).await;
    assert_eq!(own.code, codes::OWN_SEAT);
    // Muted stays muted, on whatever seat.
    visitors[0].do_it(Call::Host { what: HostAction::Mute { seat, off: false } }).await;
    rude.do_it(Call::Leave).await;
    rude.do_it(sit("Other", None)).await;
    assert!(rude.is_refused(Call::Chat { text: "ha".to_owned() }).await.code == codes::MUTED);
    visitors[0].do_it(Call::Start).await;
    visitors[0].do_it(Call::Host { what: HostAction::Remove { seat } }).await;
    rude.hear_until(|visitor| visitor.you.is_none()).await;
    assert!(rude.is_refused(sit("Rude", None)).await.code == codes::REMOVED);
    assert!(
        visitors[0].is_refused(Call::Host { what: HostAction::Remove { seat } }).await.code
            == codes::NOBODY_THERE
    );
    for visitor in &mut visitors {
        visitor
            .hear_until(|visitor| visitor.room.as_ref().unwrap().seats[seat.index()].who == Who::Bot)
            .await;
    }
    finish(&mut visitors, &mut dice).await;
}

#[tokio::test(start_paused = true)]
async fn nothing_moves_while_the_table_is_paused() {
    let hub = room();
    let (_, mut visitors) = dealt(&hub, &order("pass-the-ace", 3), 1).await;
    let mut dice = Dice::new(&Seed::from_number(1));
    finish_until(&mut visitors, &mut dice, 1).await;
    let visitor = &mut visitors[0];
    visitor.do_it(Call::Host { what: HostAction::Pause }).await;
    let (seq, act) = (visitor.seq, visitor.standing().choices[0].act.clone());
    let refusal = visitor.is_refused(Call::Ask { what: Ask::act(seq, act) }).await;
    assert_eq!(refusal.code, codes::PAUSED);
    visitor.do_it(Call::Host { what: HostAction::Resume }).await;
    finish(&mut visitors, &mut dice).await;
}

#[tokio::test(start_paused = true)]
async fn a_clock_moves_for_those_who_do_not() {
    let hub = room();
    let ordered = TableOrder { move_seconds: Some(10), ..order("pass-the-ace", 2) };
    let (_, mut visitors) = dealt(&hub, &ordered, 2).await;
    // Nobody does anything, and yet the game ends.
    visitors[0].hear_until(|visitor| visitor.outcome().is_some()).await;
    let record = visitors[0].record().await;
    assert!(record.outcome.is_some());
}

#[tokio::test(start_paused = true)]
async fn watchers_of_a_delayed_table_see_it_later_and_all_of_it() {
    let hub = room();
    let ordered = TableOrder { delay_seconds: Some(30), ..order("pass-the-ace", 2) };
    let (table, mut visitors) = gather(&hub, &ordered, 2).await;
    let mut watcher = Visitor::come(&hub, &table, Some(key(9)), None).await;
    assert_eq!(watcher.at, visitors[1].at, "before the deal there is nothing to hide");
    visitors[0].do_it(Call::Start).await;
    for visitor in &mut visitors {
        visitor.hear_until(|visitor| visitor.snapshot.is_some()).await;
    }
    finish(&mut visitors, &mut Dice::new(&Seed::from_number(5))).await;
    let Tell::Refused(refusal) = (match watcher.call(Call::Ask { what: Ask::Look { since: None } }).await {
        protocol::online::ServerMessage::Reply { what, .. } => what,
        other => panic!("{other:?}"),
    }) else {
        panic!("the watcher sees the present")
    };
    assert_eq!(refusal.code, codes::NOT_DEALT);
    assert_eq!(hub.record(&table, None).await.unwrap(), None);
    assert_eq!(hub.room(&table).await.unwrap().phase, Phase::Gathering);
    watcher.hear_until(|watcher| watcher.outcome().is_some()).await;
    assert_eq!(watcher.outcome(), visitors[0].outcome());
    assert!(hub.record(&table, None).await.unwrap().is_some());
}

#[tokio::test(start_paused = true)]
async fn listed_tables_are_found_until_nobody_is_there() {
    let hub = room_with(Config { idle: Duration::from_secs(5), ..quick() });
    let (_, hidden) = gather(&hub, &order("grapples", 3), 1).await;
    assert!(hub.tables().await.unwrap().is_empty());
    let listed = TableOrder { listed: true, ..order("chase-the-ace", 4) };
    let (table, mut visitors) = gather(&hub, &listed, 2).await;
    visitors[0].do_it(Call::Chat { text: "Anyone?".to_owned() }).await;
    let tables = hub.tables().await.unwrap();
    assert_eq!(tables.len(), 1);
    assert_eq!((tables[0].table.as_str(), tables[0].title.as_str()), (table.as_str(), "Chase the Ace"));
    assert_eq!((tables[0].free, tables[0].players, tables[0].phase), (2, 4, Phase::Gathering));
    assert_eq!(tables[0].people, ["Guest 0", "Guest 1"]);
    drop((hidden, visitors));
    while hub.metrics().tables.get() > 0 {
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    assert!(hub.tables().await.unwrap().is_empty());
}

#[tokio::test(start_paused = true)]
async fn tables_that_cannot_be_are_not_opened() {
    let hub = room();
    let host = GuestId::of(&key(0));
    for (ordered, says) in [
        (TableOrder::of("whist"), "whist"),
        (order("grapples", 99), "players"),
        (order("pass-the-ace", 0), "players"),
        (TableOrder { bots: "genius".to_owned(), ..TableOrder::of("propre") }, "genius"),
        (TableOrder { move_seconds: Some(1), ..TableOrder::of("propre") }, "5 to 3600"),
        (TableOrder { delay_seconds: Some(9999), ..TableOrder::of("propre") }, "600"),
        (TableOrder { preset: Some("nine".to_owned()), ..TableOrder::of("propre") }, "nine"),
    ] {
        let error = hub.open(&ordered, host).await.unwrap_err();
        assert!(error.to_string().contains(says), "{error}");
    }
    for name in ["", "nosuchtable2", "../../etc/pw", "ABCDEFGHJKMN", "abcdefghjkmnp"] {
        assert_eq!(hub.room(name).await.err(), Some(HubError::NoTable), "{name}");
    }
}

/// Tells what is written at once.
struct Writes {
    frames: Vec<Frame>,
    to: mpsc::UnboundedSender<Vec<Frame>>,
}

impl Sink<Frame> for Writes {
    type Error = Infallible;

    fn poll_ready(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn start_send(mut self: Pin<&mut Self>, frame: Frame) -> Result<(), Infallible> {
        self.frames.push(frame);
        Ok(())
    }

    fn poll_flush(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        let frames = std::mem::take(&mut self.frames);
        let _ = self.to.send(frames);
        Poll::Ready(Ok(()))
    }

    fn poll_close(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.poll_flush(context)
    }
}

/// Every write wakes the client's machine and costs the server: a move takes one for each client.
#[tokio::test(start_paused = true)]
async fn a_change_and_the_answer_to_its_call_are_one_write() {
    let hub = room();
    let table = hub.open(&order("pass-the-ace", 2), GuestId::of(&key(1))).await.unwrap();
    let (to, mut written) = mpsc::unbounded_channel();
    let hello = Call::Hello { v: protocol::VERSION, key: Some(key(1)), since: None };
    let calls = [hello, sit("Ann", None), Call::Chat { text: "Hello!".to_owned() }];
    let says = |(id, call)| Incoming::Text(serde_json::to_string(&Request { id, call }).unwrap().into());
    let incoming = stream::iter((0..).zip(calls).map(says).collect::<Vec<_>>()).chain(stream::pending());
    tokio::spawn(async move {
        serve_client(&hub, &table, None, incoming, Writes { frames: Vec::new(), to }).await
    });
    let is = |frame: &Frame, what: &str| matches!(frame, Frame::Text(text) if text.starts_with(what));
    loop {
        let frames = written.recv().await.unwrap();
        if let Some(done) = frames.iter().position(|frame| is(frame, "{\"done\":{\"id\":2")) {
            assert!(done > 0 && is(&frames[done - 1], "{\"change\""), "{frames:?}");
            return;
        }
    }
}
