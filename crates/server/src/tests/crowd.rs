//! A crowd at one table that tries everything, in any order: hosts, friends, second keys and strangers, who come, go, deal,
//! look, take seats and give them away. Whatever they do, nobody gets to see two hands of a game.

use std::collections::HashMap;
use std::time::Duration;

use engine::{Dice, Seat, Seed};
use protocol::Ask;
use protocol::online::{Call, HostAction, Phase, Who};

use super::games::verify;
use crate::Hub;
use crate::testing::{Visitor, key, open, order, room};

/// Keys at the table, more than it has seats.
const KEYS: u8 = 7;
const SEATS: usize = 4;
const STEPS: usize = 500;

fn share(number: u8) -> Seed {
    Seed::from_number(500 + u64::from(number))
}

fn flip(dice: &mut Dice, one_of: usize) -> bool {
    dice.below(one_of) == 0
}

/// Something that this guest could call, sensible or not.
fn anything(guest: &Visitor, number: u8, dice: &mut Dice) -> Call {
    let room = guest.room.as_ref().unwrap();
    let seat = Seat::new(dice.below(SEATS)).unwrap();
    let (share, commit) = match flip(dice, 3) {
        true => (Some(share(number)), None),
        false => (None, Some(share(number).commitment())),
    };
    // Those without a seat want one, and rather a bot's than any.
    if guest.you.is_none() && !flip(dice, 4) {
        let bots: Vec<Seat> =
            Seat::all(SEATS).filter(|seat| room.seats[seat.index()].who == Who::Bot).collect();
        let seat = dice.pick(&bots).copied().filter(|_| flip(dice, 2));
        return Call::Sit { name: format!("Guest {number}"), seat, share, commit };
    }
    match dice.below(16) {
        0 => Call::Sit { name: format!("Guest {number}"), seat: Some(seat), share, commit },
        1..=3 => Call::Leave,
        4 | 5 => Call::Start,
        6 | 7 => Call::Rematch { share, commit },
        8 => Call::Commit { commit: self::share(number).commitment() },
        9 | 10 => Call::Host { what: HostAction::Bot { seat } },
        11 => Call::Host { what: HostAction::Free { seat } },
        12 if flip(dice, 8) => Call::Host { what: HostAction::Remove { seat } },
        13 if room.paused || flip(dice, 6) => {
            Call::Host { what: if room.paused { HostAction::Resume } else { HostAction::Pause } }
        }
        14 => Call::Program,
        _ => Call::Ask { what: Ask::Look { since: None } },
    }
}

/// What this guest has to do for the game to go on, if anything.
fn duty(guest: &Visitor, number: u8, dice: &mut Dice) -> Option<Call> {
    let room = guest.room.as_ref()?;
    let you = guest.you?;
    if room.revealing {
        return Some(Call::Reveal { share: share(number) });
    }
    if let Some(asked) = &room.newcomer {
        return Some(Call::Admit { at: asked.at, agree: !flip(dice, 12) });
    }
    let standing = &guest.snapshot.as_ref()?.standing;
    let act = (standing.to_act == Some(you)).then(|| dice.pick(&standing.choices))??;
    Some(Call::Ask { what: Ask::act(guest.seq, act.act.clone()) })
}

/// Whose each hand was, by game and seat; and by game and key, which hand it was.
#[derive(Default)]
struct Hands {
    of_seat: HashMap<(u32, Seat), u8>,
    of_key: HashMap<(u32, u8), Seat>,
}

impl Hands {
    fn check(&mut self, guest: &Visitor, number: u8) {
        let room = guest.room.as_ref().unwrap();
        let Some(snapshot) = guest.snapshot.as_ref().filter(|_| room.phase == Phase::Playing) else { return };
        for (seat, sitter) in Seat::all(SEATS).zip(&snapshot.standing.scene.sitters) {
            let is_seen = sitter.hand.iter().any(|lying| lying.card.is_some());
            assert!(!is_seen || guest.you == Some(seat), "{number} sees the hand of {seat:?}");
        }
        let Some(seat) = guest.you else { return };
        let first = *self.of_seat.entry((room.number, seat)).or_insert(number);
        assert_eq!(first, number, "the cards of {seat:?} belong to another in game {}", room.number);
        let own = *self.of_key.entry((room.number, number)).or_insert(seat);
        assert_eq!(own, seat, "{number} holds a second hand in game {}", room.number);
    }
}

async fn come(hub: &Hub, table: &str, number: u8) -> Visitor {
    Visitor::come(hub, table, Some(key(number)), None).await
}

/// One evening; returns how many games were played to their end, and how many hands a person held.
async fn evening(seed: u64) -> (u32, usize) {
    let mut dice = Dice::new(&Seed::from_number(seed));
    let hub = room();
    let table = open(&hub, &order("propre", SEATS), seed).await;
    let mut guests = Vec::new();
    for number in 0..KEYS {
        guests.push(come(&hub, &table, number).await);
    }
    let mut hands = Hands::default();
    for _ in 0..STEPS {
        // Mostly those whose turn it is, so that games come to their end.
        let busy =
            |number: &u8| duty(&guests[usize::from(*number)], *number, &mut Dice::new(&share(0))).is_some();
        let busy: Vec<u8> = (0..KEYS).filter(busy).collect();
        let any = dice.below(usize::from(KEYS)) as u8;
        let number = dice.pick(&busy).copied().filter(|_| dice.below(4) > 0).unwrap_or(any);
        let guest = &mut guests[usize::from(number)];
        if flip(&mut dice, 25) {
            guest.leave();
            tokio::time::sleep(Duration::from_secs(dice.below(70) as u64)).await;
            guests[usize::from(number)] = come(&hub, &table, number).await;
        } else {
            let call = duty(guest, number, &mut dice).filter(|_| !flip(&mut dice, 6));
            let call = call.unwrap_or_else(|| anything(guest, number, &mut dice));
            guest.call(call).await;
        }
        tokio::time::sleep(Duration::from_millis(dice.below(3000) as u64)).await;
        for (number, guest) in (0..).zip(&mut guests) {
            guest.catch_up();
            assert_eq!(guest.bye, None);
            hands.check(guest, number);
        }
        let opener = &guests[0];
        assert!(
            opener.you.is_none() || opener.host,
            "the guest who opened the table is its host whenever they sit"
        );
        assert!(guests.iter().filter(|guest| guest.host).count() <= 1);
    }
    assert_eq!(hub.metrics().crashes.get(), 0);
    let mut over = 0;
    while let Some(record) = hub.record(&table, Some(over + 1)).await.unwrap() {
        verify(&record);
        over += 1;
    }
    (over, hands.of_key.len())
}

#[tokio::test(start_paused = true)]
async fn whatever_a_crowd_does_nobody_sees_two_hands_of_a_game() {
    let scale: u64 = std::env::var("PARLOUR_TEST_SCALE").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let (mut games, mut hands) = (0, 0);
    for seed in 0..6 * scale {
        let (over, held) = evening(seed).await;
        (games, hands) = (games + over, hands + held);
    }
    println!("{games} games played to their end, {hands} hands held by people");
    assert!(games > 0 && hands > 20, "{games} games, {hands} hands");
}
