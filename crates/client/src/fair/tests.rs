use engine::{Dice, Mix, Name};
use games::ListedGame;
use protocol::online::{Place, TableInfo, TableOrder, Who};
use tables::{TableHost, TableOrderExt};

use super::*;

fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

/// Two players who committed themselves to shares, and the table's secret.
fn mix() -> Mix {
    let mut mix = Mix::new(Seed::from_number(1));
    for index in 0..2 {
        mix.promise(seat(index), share(index).commitment());
    }
    mix
}

fn share(index: usize) -> Seed {
    Seed::from_number(100 + index as u64)
}

fn room(info: &TableInfo, mix: &Mix, phase: Phase) -> Room {
    let place = |index: usize| Place {
        host: index == 0,
        shared: true,
        commit: mix.promised(seat(index)).map(|commit| commit.to_string()),
        ..Place::new(seat(index), Who::Person, None)
    };
    Room {
        phase,
        commitment: mix.commitment().to_string(),
        revealing: phase == Phase::Gathering,
        ..Room::gathering("k3m9t2xw7q5d", info.clone(), (0..2).map(place).collect())
    }
}

/// Plays a game by this seed, to its end or as far as a test has the time for, as the first player sees it.
fn play(game: &str, seed: Seed, witness: &mut Witness) -> Box<dyn TableHost> {
    let order = TableOrder { players: Some(3), ..TableOrder::of(game) };
    let names = ["Ann", "Ben", "Carl"].map(|name| Name::new(name).unwrap()).to_vec();
    let mut host = tables::seated(&order.order(seed), names).unwrap();
    let mut dice = Dice::new(&Seed::from_number(3));
    let look = |host: &dyn TableHost| host.update(Viewer::Seat(seat(0)), host.seq()).standing;
    witness.see(Some(seat(0)), &look(&*host));
    for _ in 0..300 {
        let Some(turn) = host.to_act() else { break };
        let act = dice.pick(&host.choices(turn)).unwrap().act.clone();
        host.act(turn, &act).unwrap();
        witness.see(Some(seat(0)), &look(&*host));
    }
    host
}

/// A witness of the deal, and the mix when everyone has revealed.
fn deal(game: &str) -> (Witness, Mix) {
    let info = TableOrder { players: Some(3), ..TableOrder::of(game) }.table_info().unwrap();
    let mut mix = mix();
    let mut witness = Witness::default();
    let room = room(&info, &mix, Phase::Gathering);
    witness.room(&room);
    witness.reveal(&room, seat(0), share(0));
    for index in 0..2 {
        assert!(mix.reveal(seat(index), share(index)));
    }
    (witness, mix)
}

/// The games that three can play.
fn together() -> impl Iterator<Item = &'static str> {
    let listed = ListedGame::all().into_iter();
    listed.filter(|listed| listed.game.players(Some(listed.preset)).contains(&3)).map(|listed| listed.id)
}

fn forged(verdict: Verdict) -> String {
    match verdict {
        Verdict::Forged(why) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_honest_game_is_verified_with_every_card_that_was_seen() {
    for game in together() {
        let (mut witness, mix) = deal(game);
        let host = play(game, mix.seed(), &mut witness);
        assert!(witness.seen.len() > 3);
        let record = host.record().mixed_from(mix);
        assert_eq!(witness.check(&record.write()), Verdict::Verified, "{game}");
    }
}

#[test]
fn other_cards_than_those_of_the_promised_seed_are_found_out() {
    for game in together() {
        let (mut witness, mix) = deal(game);
        // The table deals what it likes, and writes a record of a game that never was.
        play(game, Seed::from_number(77), &mut witness);
        let record = play(game, mix.seed(), &mut Witness::default()).record().mixed_from(mix);
        assert!(forged(witness.check(&record.write())).contains("you saw"), "{game}");
    }
}

#[test]
fn another_secret_and_other_shares_are_found_out() {
    let game = "pass-the-ace";
    let (mut witness, mix) = deal(game);
    let honest = play(game, mix.seed(), &mut witness).record().mixed_from(mix.clone());
    assert_eq!(witness.check(&honest.write()), Verdict::Verified);
    let played = |mix: &Mix| {
        let record = play(game, mix.seed(), &mut Witness::default()).record().mixed_from(mix.clone());
        record.write()
    };
    let other_secret = Mix { secret: Seed::from_number(9), ..mix.clone() };
    assert!(forged(witness.check(&played(&other_secret))).contains("promised before the deal"));
    let mut without_mine = mix.clone();
    without_mine.take(seat(0));
    assert!(forged(witness.check(&played(&without_mine))).contains("you added"));
    // The server's friend tried many shares after the others were revealed.
    let mut chosen = mix.clone();
    chosen.put(seat(1), Seed::from_number(12345));
    assert!(forged(witness.check(&played(&chosen))).contains("chosen after yours"));
    let mut hidden = mix.clone();
    hidden.take(seat(1));
    assert!(forged(witness.check(&played(&hidden))).contains("not in the record"));
    let mut no_mix = honest.clone();
    no_mix.mix = None;
    forged(witness.check(&no_mix.write()));
    forged(witness.check("{}"));
}

#[test]
fn a_latecomer_is_not_told_more_than_was_checked() {
    let (_, mix) = deal("propre");
    let mut late = Witness::default();
    let host = play("propre", mix.seed(), &mut late);
    let record = host.record().mixed_from(mix.clone());
    assert!(matches!(late.check(&record.write()), Verdict::Partly(_)));
    // What was kept from an earlier visit counts.
    let info = TableOrder { players: Some(3), ..TableOrder::of("propre") }.table_info().unwrap();
    let mut back = Witness::default();
    let promise = Some(mix.commitment().to_string());
    back.recall(Recalled { number: 1, promise, share: Some(share(0)) });
    back.room(&room(&info, &mix, Phase::Playing));
    play("propre", mix.seed(), &mut back);
    assert_eq!(back.check(&record.write()), Verdict::Verified);
    let mut cheated = Witness::default();
    cheated.recall(Recalled { number: 1, promise: Some("00".repeat(32)), share: None });
    cheated.room(&room(&info, &mix, Phase::Playing));
    assert!(forged(cheated.check(&record.write())).contains("promised before the deal"));
}

#[test]
fn the_promise_of_a_rematch_is_the_one_given_during_the_game_before() {
    let (mut witness, mix) = deal("propre");
    let info = TableOrder { players: Some(3), ..TableOrder::of("propre") }.table_info().unwrap();
    let next = Some(Seed::from_number(5).commitment().to_string());
    witness.room(&Room { next_commitment: next.clone(), ..room(&info, &mix, Phase::Playing) });
    // The secret is changed once a share is known.
    witness.room(&Room { number: 2, ..room(&info, &Mix::new(Seed::from_number(6)), Phase::Gathering) });
    assert_eq!(witness.promise, next);
}

#[test]
fn a_list_that_is_opened_again_after_the_share_is_known_is_found_out() {
    let game = "pass-the-ace";
    let info = TableOrder { players: Some(3), ..TableOrder::of(game) }.table_info().unwrap();
    let (mut witness, mix) = deal(game);
    // The table goes back, the friend commits to another share, and everyone is asked for the same ones again.
    let mut chosen = mix.clone();
    chosen.promise(seat(1), Seed::from_number(12345).commitment());
    let open = Room { revealing: false, ..room(&info, &chosen, Phase::Gathering) };
    witness.room(&open);
    witness.reveal(&open, seat(0), share(0));
    chosen.reveal(seat(1), Seed::from_number(12345));
    let record = play(game, chosen.seed(), &mut witness).record().mixed_from(chosen.clone());
    assert!(forged(witness.check(&record.write())).contains("chosen after yours"));
    // A player who got up meanwhile and sat down again has another share, and another list.
    let (mut back, _) = deal(game);
    back.room(&Room { revealing: false, ..room(&info, &Mix::new(mix.secret), Phase::Gathering) });
    let mut again = Mix::new(mix.secret);
    again.promise(seat(0), share(7).commitment());
    let sealed = room(&info, &again, Phase::Gathering);
    back.room(&sealed);
    back.reveal(&sealed, seat(0), share(7));
    again.reveal(seat(0), share(7));
    let record = play(game, again.seed(), &mut back).record().mixed_from(again);
    assert_eq!(back.check(&record.write()), Verdict::Verified);
}

#[test]
fn those_who_did_not_reveal_are_told_of() {
    let game = "pass-the-ace";
    let info = TableOrder { players: Some(3), ..TableOrder::of(game) }.table_info().unwrap();
    let mut mix = mix();
    let mut witness = Witness::default();
    let room = room(&info, &mix, Phase::Gathering);
    witness.room(&room);
    witness.reveal(&room, seat(0), share(0));
    assert!(mix.reveal(seat(0), share(0)));
    let record = play(game, mix.seed(), &mut witness).record().mixed_from(mix);
    let Verdict::Partly(why) = witness.check(&record.write()) else { panic!() };
    assert!(why.starts_with("1 player did not reveal"), "{why}");
}
