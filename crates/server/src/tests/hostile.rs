//! Clients that mean harm, or are broken: they get an answer or a goodbye, and nobody else notices.

use std::time::Duration;

use engine::{Dice, Seed};
use proptest::prelude::*;
use protocol::online::{Call, CloseReason, Request, ServerMessage};
use protocol::{Ask, Tell, codes};

use crate::config::Config;
use crate::testing::{Visitor, dealt, finish, finish_until, key, order, quick, room, room_with};

/// Messages as clients send them, to be spoilt.
pub fn good() -> Vec<String> {
    let share = Seed::from_number(1);
    let seat = engine::Seat::FIRST;
    let calls = [
        Call::Hello { v: protocol::VERSION, key: Some(key(1)), since: Some(4) },
        Call::Sit { name: "Zoë".to_owned(), seat: Some(seat), share: Some(share), commit: None },
        Call::Sit { name: "Zoë".to_owned(), seat: None, share: None, commit: Some(share.commitment()) },
        Call::Commit { commit: share.commitment() },
        Call::Reveal { share },
        Call::Admit { at: 3, agree: true },
        Call::Share { share },
        Call::Leave,
        Call::Start,
        Call::Rematch { share: Some(share), commit: None },
        Call::Ask { what: Ask::act(3, "swap".to_owned()) },
        Call::Ask {
            what: Ask::Phrase { seq: 3, text: "say last card".to_owned(), spoken: true, hold: false },
        },
        Call::Ask { what: Ask::Look { since: Some(1) } },
        Call::Ask { what: Ask::Why { text: "5S".to_owned() } },
        Call::Ask { what: Ask::Undo { seq: 3 } },
        Call::Ask { what: Ask::Record },
        Call::Chat { text: "hello".to_owned() },
        Call::Host { what: protocol::online::HostAction::Mute { seat, off: false } },
        Call::Host { what: protocol::online::HostAction::Remove { seat } },
    ];
    calls.into_iter().map(|call| serde_json::to_string(&Request { id: 7, call }).unwrap()).collect()
}

#[tokio::test(start_paused = true)]
async fn a_client_of_another_version_is_told_to_update() {
    let hub = room();
    let (table, _visitors) = dealt(&hub, &order("propre", 3), 1).await;
    for (hello, says) in [
        (r#"{"id":0,"call":{"hello":{"v":1}}}"#, "Reload the page, or update parlour"),
        (r#"{"id":0,"call":{"hello":{"v":1,"key":"old","more":7}}}"#, "Reload the page, or update parlour"),
        (r#"{"id":0,"call":{"hello":{"v":3}}}"#, "Ask the operator of the card room"),
    ] {
        let mut old = Visitor::knock(&hub, &table, None).await;
        old.send(hello).await;
        let Some(ServerMessage::Bye { why, text }) = old.next_message().await else { panic!("{hello}") };
        assert_eq!(why, CloseReason::Protocol, "{hello}");
        assert!(text.contains(says), "{text}");
        assert!(old.next_message().await.is_none());
    }
}

#[derive(Clone, Debug)]
pub enum Spoil {
    Cut(usize),
    Insert(usize, char),
    Replace(usize, char),
    Double(usize),
    Number(u64),
    Splice(usize, usize),
}

fn spoil() -> impl Strategy<Value = Spoil> {
    let letter = prop_oneof![
        Just('"'),
        Just('{'),
        Just('}'),
        Just('['),
        Just('\\'),
        Just(','),
        Just(':'),
        Just('-'),
        Just('9'),
        Just('e'),
        Just('\0'),
        Just('\u{202e}'),
        any::<char>()
    ];
    prop_oneof![
        any::<usize>().prop_map(Spoil::Cut),
        (any::<usize>(), letter.clone()).prop_map(|(at, letter)| Spoil::Insert(at, letter)),
        (any::<usize>(), letter).prop_map(|(at, letter)| Spoil::Replace(at, letter)),
        any::<usize>().prop_map(Spoil::Double),
        any::<u64>().prop_map(Spoil::Number),
        (any::<usize>(), any::<usize>()).prop_map(|(from, to)| Spoil::Splice(from, to)),
    ]
}

pub fn spoilt(text: &str, other: &str, spoil: &Spoil) -> String {
    let letters: Vec<char> = text.chars().collect();
    let place = |at: usize| at % (letters.len() + 1);
    let (mut before, mut after): (Vec<char>, Vec<char>) = match spoil {
        Spoil::Cut(at) => (letters[..place(*at)].to_vec(), Vec::new()),
        Spoil::Insert(at, _) | Spoil::Replace(at, _) | Spoil::Double(at) => {
            (letters[..place(*at)].to_vec(), letters[place(*at)..].to_vec())
        }
        Spoil::Number(number) => {
            return text.replace(|letter: char| letter.is_ascii_digit(), &number.to_string());
        }
        Spoil::Splice(from, to) => {
            let theirs: Vec<char> = other.chars().collect();
            (letters[..place(*from)].to_vec(), theirs[to % (theirs.len() + 1)..].to_vec())
        }
    };
    match spoil {
        Spoil::Insert(_, letter) => before.push(*letter),
        Spoil::Replace(_, letter) => {
            before.push(*letter);
            after = after.into_iter().skip(1).collect();
        }
        Spoil::Double(_) => before.extend(before.clone()),
        _ => {}
    }
    before.into_iter().chain(after).collect()
}

fn message() -> impl Strategy<Value = String> {
    let all = good();
    let (first, second) = (proptest::sample::select(all.clone()), proptest::sample::select(all));
    let mutated = (first.clone(), second, proptest::collection::vec(spoil(), 0..4)).prop_map(
        |(text, other, spoils)| spoils.iter().fold(text, |text, spoil| spoilt(&text, &other, spoil)),
    );
    prop_oneof![4 => mutated, 1 => any::<String>(), 1 => first]
}

/// As many visits as the environment asks for, else a few.
fn visits() -> ProptestConfig {
    let asked = std::env::var("PARLOUR_FUZZ_CASES").ok().and_then(|number| number.parse().ok());
    ProptestConfig { cases: asked.unwrap_or(64), failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(visits())]

    #[test]
    fn whatever_is_sent_nobody_else_notices(messages in proptest::collection::vec(message(), 1..40)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        runtime.block_on(async {
            let hub = room_with(Config { outbox: 1000, ..quick() });
            let (table, mut visitors) = dealt(&hub, &order("propre", 3), 2).await;
            // One who sits at the table, one who watches, one who has not even said hello.
            let hostile = [
                Visitor::come(&hub, &table, Some(key(1)), None).await,
                Visitor::come(&hub, &table, None, None).await,
                Visitor::knock(&hub, &table, Some(key(5))).await,
            ];
            for mut visitor in hostile {
                for message in &messages {
                    if !visitor.send(message).await {
                        break;
                    }
                }
                // Whatever the result, a last question is answered, or there was a goodbye.
                visitor.send(r#"{"id":99,"call":{"ask":{"what":"record"}}}"#).await;
                while let Some(word) = visitor.next_message().await {
                    if matches!(word, ServerMessage::Reply { id: 99, .. } | ServerMessage::Bye { .. }) {
                        break;
                    }
                }
            }
            assert_eq!(hub.metrics().crashes.get(), 0);
            let (_, mut others) = dealt(&hub, &order("pass-the-ace", 3), 2).await;
            finish_until(&mut others, &mut Dice::new(&Seed::from_number(1)), 4).await;
            visitors[0].call(Call::Ask { what: Ask::Look { since: None } }).await;
        });
    }
}

#[tokio::test(start_paused = true)]
async fn a_client_that_does_not_say_hello_is_disconnected() {
    let hub = room();
    let (table, _visitors) = dealt(&hub, &order("propre", 3), 2).await;
    for first in ["", "{}", "hello", r#"{"call":"start"}"#, r#"{"call":{"hello":{"v":99}}}"#] {
        let mut visitor = Visitor::knock(&hub, &table, None).await;
        visitor.send(first).await;
        visitor.hear().await;
        assert_eq!(visitor.bye, Some(CloseReason::Protocol), "{first}");
        assert!(visitor.try_hear().await.is_none());
    }
    let mut silent = Visitor::knock(&hub, &table, None).await;
    silent.hear().await;
    assert_eq!(silent.bye, Some(CloseReason::Protocol));
    let mut strange = Visitor::come(&hub, &table, None, None).await;
    strange.send_strange().await;
    strange.hear_until(|visitor| visitor.bye.is_some()).await;
    let mut lost = Visitor::come(&hub, "nosuchtable2", None, None).await;
    assert_eq!(lost.bye, Some(CloseReason::NoTable));
    assert!(lost.try_hear().await.is_none());
}

#[tokio::test(start_paused = true)]
async fn a_client_that_calls_too_often_is_warned_and_then_disconnected() {
    let hub = room_with(Config { calls_at_once: 5, calls_per_second: 1, ..quick() });
    let (table, _visitors) = dealt(&hub, &order("propre", 3), 1).await;
    let mut eager = Visitor::come(&hub, &table, None, None).await;
    let look = r#"{"id":3,"call":{"ask":{"what":{"look":{"since":null}}}}}"#;
    let (mut answered, mut warned) = (0, 0);
    for _ in 0..100 {
        if !eager.send(look).await {
            break;
        }
        match eager.try_hear().await {
            Some(ServerMessage::Reply { what: Tell::Refused(refusal), .. }) => {
                assert_eq!(refusal.code, codes::TOO_FAST);
                warned += 1;
            }
            Some(ServerMessage::Reply { .. }) => answered += 1,
            _ => break,
        }
    }
    assert_eq!((answered, eager.bye), (5, Some(CloseReason::TooFast)));
    assert!(warned > 10);
    assert_eq!(hub.metrics().fast.get(), 1);
    let mut back = Visitor::come(&hub, &table, None, None).await;
    assert!(matches!(
        back.call(Call::Ask { what: Ask::Look { since: None } }).await,
        ServerMessage::Reply { .. }
    ));
}

#[tokio::test(start_paused = true)]
async fn a_client_that_does_not_read_is_dropped_and_can_resume() {
    let hub = room_with(Config { outbox: 4, client_timeout: Duration::from_secs(3600), ..quick() });
    let (table, mut visitors) = dealt(&hub, &order("pass-the-ace", 3), 2).await;
    let mut slow = Visitor::knock_with(&hub, &table, None, 2).await;
    slow.hello(None).await;
    slow.hear().await;
    let mut dice = Dice::new(&Seed::from_number(2));
    finish(&mut visitors, &mut dice).await;
    assert!(hub.metrics().slow.get() >= 1, "nothing waits without bound");
    let (at, end) = (slow.at, visitors[0].at);
    let mut back = slow.come_back(&hub, &table).await;
    assert!(at < end);
    back.hear_until(|back| back.at == end).await;
    assert_eq!(back.outcome(), visitors[0].outcome());
}
