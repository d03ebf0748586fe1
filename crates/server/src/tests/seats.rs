//! Whose cards are whose, and who may do what to whom: attacks on a table by those who sit at it.

use std::time::Duration;

use engine::{Dice, Seat, Seed};
use protocol::online::{Call, HostAction, Newcomer, Phase, Who};
use protocol::{Ask, codes};

use crate::Hub;
use crate::identity::GuestId;
use crate::table::{Entry, EntryKind};
use crate::testing::{Visitor, dealt, finish, gather, key, order, room};

fn sit(name: &str, seat: Option<Seat>) -> Call {
    Call::Sit { name: name.to_owned(), seat, share: Some(Seed::from_number(1)), commit: None }
}

fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

fn sees_hand(visitor: &Visitor, seat: Seat) -> bool {
    visitor.standing().scene.sitters[seat.index()].hand.iter().any(|lying| lying.card.is_some())
}

fn who(visitor: &Visitor, seat: Seat) -> Who {
    visitor.room.as_ref().unwrap().seats[seat.index()].who
}

fn question(visitor: &Visitor) -> Option<Newcomer> {
    visitor.room.as_ref().unwrap().newcomer.clone()
}

/// Waits until the visitor is asked, and answers.
async fn answer(visitor: &mut Visitor, agree: bool) {
    visitor.hear_until(|visitor| question(visitor).is_some()).await;
    let at = question(visitor).unwrap().at;
    visitor.do_it(Call::Admit { at, agree }).await;
}

async fn newcomer(hub: &Hub, table: &str, number: u8) -> Visitor {
    Visitor::come(hub, table, Some(key(number)), None).await
}

#[tokio::test(start_paused = true)]
async fn a_second_key_does_not_look_into_a_bots_hand() {
    let hub = room();
    let (table, mut visitors) = dealt(&hub, &order("propre", 3), 2).await;
    let bot = seat(2);
    // The first player's other browser.
    let mut second_key = newcomer(&hub, &table, 9).await;
    second_key.do_it(sit("Sly", Some(bot))).await;
    assert_eq!((second_key.you, sees_hand(&second_key, bot)), (None, false), "first everyone is asked");
    answer(&mut visitors[0], true).await;
    visitors[1].hear_until(|visitor| question(visitor).is_some()).await;
    let asked = question(&visitors[1]).unwrap();
    assert_eq!((asked.name.as_str(), asked.seat), ("Sly", bot));
    assert_eq!(second_key.you, None, "one of two is not enough");
    answer(&mut visitors[1], false).await;
    second_key.hear_until(|visitor| question(visitor).is_none()).await;
    assert_eq!((second_key.you, sees_hand(&second_key, bot)), (None, false));
    assert_eq!(second_key.is_refused(sit("Sly", Some(bot))).await.code, codes::TURNED_AWAY);
    finish(&mut visitors, &mut Dice::new(&Seed::from_number(4))).await;
}

#[tokio::test(start_paused = true)]
async fn a_newcomer_to_whom_everyone_agrees_plays_on_with_a_bots_cards() {
    let hub = room();
    let (table, mut visitors) = dealt(&hub, &order("propre", 3), 2).await;
    let mut zoe = newcomer(&hub, &table, 9).await;
    zoe.do_it(sit("Zoë", None)).await;
    let mut late = newcomer(&hub, &table, 8).await;
    assert_eq!(late.is_refused(sit("Late", None)).await.code, codes::BEING_ASKED);
    assert_eq!(late.is_refused(Call::Admit { at: 1, agree: true }).await.code, codes::NOT_SEATED);
    let stale = visitors[0].is_refused(Call::Admit { at: 1, agree: true }).await;
    assert_eq!(stale.code, codes::STALE);
    for visitor in &mut visitors {
        answer(visitor, true).await;
    }
    zoe.hear_until(|visitor| visitor.you.is_some()).await;
    assert_eq!(zoe.you, Some(seat(2)));
    assert!(sees_hand(&zoe, seat(2)) && question(&zoe).is_none());
    // From now on the cards are hers: nobody else gets them, and she gets no others.
    zoe.do_it(Call::Leave).await;
    assert_eq!(late.is_refused(sit("Late", Some(seat(2)))).await.code, codes::HAND_TAKEN);
    assert_eq!(late.is_refused(sit("Late", None)).await.code, codes::TABLE_FULL);
    zoe.do_it(sit("Zoë", None)).await;
    visitors.push(zoe);
    finish(&mut visitors, &mut Dice::new(&Seed::from_number(4))).await;
    assert_eq!(visitors[0].record().await.players[2].as_str(), "Zoë");
}

#[tokio::test(start_paused = true)]
async fn a_host_does_not_get_a_friends_cards_with_a_second_key() {
    let hub = room();
    let (table, mut visitors) = dealt(&hub, &order("propre", 3), 2).await;
    let mut friend = visitors.pop().unwrap();
    let own = friend.you.unwrap();
    let mut second_key = newcomer(&hub, &table, 9).await;
    visitors[0].do_it(Call::Host { what: HostAction::Bot { seat: own } }).await;
    friend.hear_until(|visitor| visitor.you.is_none()).await;
    assert_eq!(second_key.is_refused(sit("Sly", Some(own))).await.code, codes::HAND_TAKEN);
    // While the friend is out, they still have a say.
    second_key.do_it(sit("Sly", None)).await;
    answer(&mut visitors[0], true).await;
    second_key.hear_until(|visitor| question(visitor).is_some_and(|asked| asked.waiting == [own])).await;
    assert_eq!(second_key.you, None);
    // Only the friend comes back.
    friend.do_it(sit("Guest 1", None)).await;
    assert_eq!(friend.you, Some(own));
    answer(&mut friend, false).await;
    visitors.push(friend);
    finish(&mut visitors, &mut Dice::new(&Seed::from_number(4))).await;
    second_key.hear_until(|visitor| visitor.outcome().is_some()).await;
    assert_eq!(who(&second_key, seat(2)), Who::Bot);
}

#[tokio::test(start_paused = true)]
async fn a_newcomer_can_withdraw_and_nobody_is_nagged_for_ever() {
    let hub = room();
    let (table, mut visitors) = dealt(&hub, &order("propre", 3), 1).await;
    for number in 10..18 {
        let mut guest = newcomer(&hub, &table, number).await;
        guest.do_it(sit("Knock", None)).await;
        guest.do_it(sit("Knock", None)).await;
        guest.do_it(Call::Leave).await;
        assert!(question(&guest).is_none());
        assert_eq!(guest.is_refused(Call::Leave).await.code, codes::NOT_SEATED);
    }
    let mut ninth = newcomer(&hub, &table, 18).await;
    assert_eq!(ninth.is_refused(sit("Knock", None)).await.code, codes::TURNED_AWAY);
    finish(&mut visitors, &mut Dice::new(&Seed::from_number(4))).await;
}

fn acting(visitor: &Visitor) -> Option<Seat> {
    visitor.room.as_ref().unwrap().acting
}

#[tokio::test(start_paused = true)]
async fn a_friend_does_not_remove_a_host_who_is_away_for_a_moment() {
    for deal in [false, true] {
        let hub = room();
        let (table, mut visitors) = gather(&hub, &order("propre", 3), 2).await;
        let mut friend = visitors.pop().unwrap();
        let mut host = visitors.pop().unwrap();
        if deal {
            host.do_it(Call::Start).await;
        }
        let seat = host.you.unwrap();
        host.leave();
        friend.hear_until(|visitor| acting(visitor) == visitor.you).await;
        tokio::time::sleep(Duration::from_secs(4)).await;
        for what in [
            HostAction::Remove { seat },
            HostAction::Bot { seat },
            HostAction::Free { seat },
            HostAction::Mute { seat, off: false },
        ] {
            assert_eq!(friend.is_refused(Call::Host { what }).await.code, codes::NOT_HOST);
        }
        friend.do_it(Call::Host { what: HostAction::Pause }).await;
        let mut host = host.come_back(&hub, &table).await;
        host.hear_until(|visitor| acting(visitor).is_none()).await;
        assert!(host.host && host.you == Some(seat));
        let refusal = friend.is_refused(Call::Host { what: HostAction::Resume }).await;
        assert_eq!(refusal.code, codes::NOT_HOST, "the host is back");
        host.do_it(Call::Host { what: HostAction::Resume }).await;
    }
}

#[tokio::test(start_paused = true)]
async fn nobody_deals_or_takes_the_first_seat_before_the_opener() {
    let hub = room();
    let table = hub.open(&order("propre", 3), GuestId::of(&key(0))).await.unwrap();
    let mut friend = newcomer(&hub, &table, 1).await;
    assert_eq!(friend.is_refused(sit("Friend", Some(Seat::FIRST))).await.code, codes::SEAT_TAKEN);
    friend.do_it(sit("Friend", None)).await;
    assert_eq!(friend.you, Some(seat(1)));
    assert_eq!(friend.is_refused(Call::Start).await.code, codes::HOST_EXPECTED);
    let mut third = newcomer(&hub, &table, 2).await;
    third.do_it(sit("Third", None)).await;
    let mut fourth = newcomer(&hub, &table, 3).await;
    assert_eq!(fourth.is_refused(sit("Fourth", None)).await.code, codes::TABLE_FULL);
    let mut opener = newcomer(&hub, &table, 0).await;
    assert_eq!(opener.is_refused(Call::Start).await.code, codes::NOT_SEATED);
    opener.do_it(sit("Opener", None)).await;
    assert_eq!((opener.you, opener.host), (Some(Seat::FIRST), true));
    opener.do_it(Call::Start).await;
}

#[tokio::test(start_paused = true)]
async fn a_table_whose_opener_does_not_come_for_a_minute_begins_without_them() {
    let hub = room();
    let table = hub.open(&order("propre", 3), GuestId::of(&key(0))).await.unwrap();
    let mut friend = newcomer(&hub, &table, 1).await;
    friend.do_it(sit("Friend", None)).await;
    tokio::time::sleep(Duration::from_secs(60)).await;
    friend.do_it(Call::Start).await;
    assert_eq!(friend.room.as_ref().unwrap().phase, Phase::Playing);
}

#[tokio::test(start_paused = true)]
async fn an_opener_who_gets_up_hands_the_table_over_until_they_sit_down_again() {
    let hub = room();
    let (_, mut visitors) = gather(&hub, &order("propre", 3), 2).await;
    visitors[0].do_it(Call::Leave).await;
    visitors[1].hear_until(|visitor| visitor.host).await;
    visitors[0].do_it(sit("Opener", None)).await;
    assert!(visitors[0].host);
    visitors[1].hear_until(|visitor| !visitor.host).await;
}

#[tokio::test(start_paused = true)]
async fn nobody_takes_the_name_of_a_bot_or_of_another_even_in_other_letters() {
    let hub = room();
    let (table, mut visitors) = gather(&hub, &order("propre", 4), 1).await;
    let mut second = newcomer(&hub, &table, 1).await;
    // The second and fourth have letters of other scripts in them.
    for name in ["Ada", "Аdа", "GUEST 0", "Guеst 0", "Guest O", "You", "Bot 2"] {
        assert_eq!(second.is_refused(sit(name, None)).await.code, codes::NAME_TAKEN, "{name}");
    }
    second.do_it(sit("Ada Lovelace", None)).await;
    visitors[0].do_it(Call::Start).await;
    // Replaced by a bot that has their name, they come back with it; nobody else asks with it.
    let own = second.you.unwrap();
    visitors[0].do_it(Call::Host { what: HostAction::Bot { seat: own } }).await;
    second.hear_until(|visitor| visitor.you.is_none()).await;
    let mut third = newcomer(&hub, &table, 2).await;
    assert_eq!(third.is_refused(sit("Аda Lovelace", None)).await.code, codes::NAME_TAKEN);
    second.do_it(sit("Ada Lovelace", None)).await;
    assert_eq!(second.you, Some(own));
}

/// Names that nobody sees, and words that cover those of others.
#[tokio::test(start_paused = true)]
async fn nobody_is_invisible_or_writes_over_others() {
    let hub = room();
    let (table, mut visitors) = gather(&hub, &order("propre", 2), 1).await;
    let mut second = newcomer(&hub, &table, 1).await;
    let pile = format!("Z{}", "\u{300}".repeat(30));
    for name in ["\u{3164}", "Ann\u{2800}", "\u{301}\u{302}", "\u{fe0f}", &pile] {
        assert_eq!(second.is_refused(sit(name, None)).await.code, codes::BAD_NAME, "{name:?}");
    }
    second.do_it(sit("Nguye\u{302}\u{303}n", None)).await;
    let chat = |text: &str| Call::Chat { text: text.to_owned() };
    assert_eq!(second.is_refused(chat(&pile)).await.code, codes::BAD_CHAT);
    let report = Call::Report { seat: Seat::FIRST, text: pile.clone() };
    assert_eq!(second.is_refused(report).await.code, codes::BAD_CHAT);
    second.do_it(chat("Zoe\u{308} is late.")).await;
    visitors[0].do_it(Call::Start).await;
    second.hear_until(|visitor| visitor.snapshot.is_some()).await;
    let say = Call::Ask { what: Ask::act(second.seq, format!("say {pile}")) };
    assert_eq!(second.is_refused(say).await.code, codes::BAD_CHAT);
}

/// An entry that cannot have happened, as only a faulty process writes it.
#[tokio::test(start_paused = true)]
async fn a_newcomer_to_a_seat_that_is_not_there_is_nobody() {
    for index in [0, 40] {
        let hub = room();
        let (table, mut visitors) = dealt(&hub, &order("propre", 3), 1).await;
        // No bot moves meanwhile.
        visitors[0].do_it(Call::Host { what: HostAction::Pause }).await;
        let at = visitors[0].at;
        let (seat, guest) = (seat(index), GuestId::of(&key(9)));
        let kind = EntryKind::AskedIn { seat, guest, name: engine::Name::new("Zo").unwrap() };
        hub.0.ledger.append(&table, at, Entry { t: 1, kind }.write()).await.unwrap();
        visitors[0].hear_until(|visitor| visitor.at > at).await;
        tokio::time::sleep(Duration::from_secs(5)).await;
        visitors[0].do_it(Call::Chat { text: "Nobody?".to_owned() }).await;
        assert!(visitors[0].room.as_ref().unwrap().newcomer.is_none());
        assert!(visitors[0].at < at + 10, "{} entries", visitors[0].at);
        assert_eq!(visitors[0].room.as_ref().unwrap().seats[0].name.as_deref(), Some("Guest 0"));
    }
}

fn is_program(visitor: &Visitor, seat: Seat) -> bool {
    visitor.room.as_ref().unwrap().seats[seat.index()].program
}

#[tokio::test(start_paused = true)]
async fn a_program_says_so_before_the_deal_and_stays_one_until_the_game_is_over() {
    let hub = room();
    let (_, mut visitors) = gather(&hub, &order("propre", 3), 2).await;
    visitors[1].do_it(Call::Program).await;
    visitors[0].do_it(Call::Start).await;
    for visitor in &mut visitors {
        visitor.hear_until(|visitor| visitor.snapshot.is_some()).await;
    }
    let own = visitors[1].you.unwrap();
    assert!(is_program(&visitors[0], own), "everyone is shown it");
    let decide = || Call::Ask { what: Ask::Decide };
    assert_eq!(visitors[0].is_refused(decide()).await.code, codes::NOT_HERE, "a person decides alone");
    assert_eq!(visitors[0].is_refused(Call::Program).await.code, codes::ALREADY_DEALT);
    // Getting up and coming back makes no person of it.
    visitors[1].do_it(Call::Leave).await;
    visitors[1].do_it(sit("Guest 1", None)).await;
    assert_eq!(visitors[1].you, Some(own));
    let at = visitors[1].at;
    visitors[0].hear_until(|visitor| visitor.at >= at).await;
    assert!(is_program(&visitors[0], own) && is_program(&visitors[1], own));
}

/// The record names every action on a program's seat that was not the program's choice, no matter who made it instead.
#[tokio::test(start_paused = true)]
async fn a_record_names_what_a_program_did_not_choose() {
    let hub = room();
    let (_, mut visitors) = gather(&hub, &order("pass-the-ace", 2), 2).await;
    visitors[1].do_it(Call::Program).await;
    visitors[0].do_it(Call::Start).await;
    for visitor in &mut visitors {
        visitor.hear_until(|visitor| visitor.snapshot.is_some()).await;
    }
    let own = visitors[1].you.unwrap();
    // What a person says of this is not noted, nor what is no code. Then the program gets up, and a bot plays on.
    let mut said = ["crashed", "Not a code"].into_iter();
    let mut failed = Vec::new();
    for number in 1.. {
        let on_turn = usize::from(visitors[0].standing().to_act == Some(own));
        let code = if on_turn == 1 { said.next() } else { Some("illegal") };
        let Some(code) = code else { break };
        if code == "crashed" {
            failed.push(number);
        }
        let act = visitors[on_turn].standing().choices[0].act.clone();
        let what = Ask::Act { seq: visitors[on_turn].seq, act, fallback: Some(code.to_owned()) };
        visitors[on_turn].do_it(Call::Ask { what }).await;
        let at = visitors[on_turn].at;
        visitors[1 - on_turn].hear_until(|visitor| visitor.at >= at).await;
    }
    let before = visitors[0].standing().actions;
    visitors[1].do_it(Call::Leave).await;
    finish(&mut visitors[..1], &mut Dice::new(&Seed::from_number(1))).await;
    let record = visitors[0].record().await;
    let by = |code: &str| {
        let named = record.fallbacks.iter().filter(|fallback| fallback.why.starts_with(code));
        named.map(|fallback| fallback.action).collect::<Vec<_>>()
    };
    assert_eq!((failed.len(), by("crashed")), (1, failed));
    let by_the_bot = |number: &usize| *number > before && record.actions[number - 1].0 == own;
    assert_eq!(by("away: "), (1..=record.actions.len()).filter(by_the_bot).collect::<Vec<_>>());
    assert!(by("away: ").len() + 1 == record.fallbacks.len() && record.fallbacks.len() > 1);
    record.replay::<games::pass_the_ace::PassTheAce>(|_, _, _| {}).unwrap();
}

#[test]
fn a_checkpoint_from_before_programs_is_read() {
    let chair = r#"{"Person":{"guest":"GUEST","name":"Ann","away":false,"sat_in":false,"muted":false}}"#;
    let guest = serde_json::to_string(&GuestId::of(&key(1))).unwrap();
    let chair: Result<crate::table::Chair, _> = serde_json::from_str(&chair.replace("\"GUEST\"", &guest));
    assert!(chair.is_ok(), "{chair:?}");
}
