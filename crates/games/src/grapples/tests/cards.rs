//! Twos and jokers, jacks, the ace of spades, and what happens automatically.

use super::*;

#[test]
fn gr_r10_a_two_or_a_joker_offers_one_more_card() {
    for first in ["2S", "XR"] {
        let mut game = usual(3, &format!("{first} 5H 6H JH"));
        play(&mut game, "0 keep left");
        assert_eq!((legal(&game).as_str(), game.to_act()), ("take, decline", Some(seat(0))));
        let mut other = game.clone();
        play(&mut game, "0 take");
        assert_eq!([0, 1].map(|number| hand(&game, number)), [format!("{first} 5H"), "6H".to_owned()]);
        play(&mut other, "0 decline");
        assert_eq!([0, 1].map(|number| hand(&other, number)), [first.to_owned(), "5H".to_owned()]);
    }
    let (why, clause) = refused(&usual(3, "5H"), "take");
    assert_eq!(clause, "GR-R10");
    assert!(why.contains("only when a two or a joker was dealt"), "{why}");
}

#[test]
fn gr_r10_forced_the_card_comes_by_itself() {
    let mut game = rigged(with(&[("double_down", "forced")]), 3, "2S XB 5H 6H JH");
    let events = play(&mut game, "0 keep left");
    assert_eq!([0, 1].map(|number| hand(&game, number)), ["2S XB 5H", "6H"]);
    assert_eq!(game.phase, Phase::Jack);
    assert!(told(&events, 3, 2).contains(&"Ann doubles down, as these rules have it.".to_owned()));
}

#[test]
fn gr_j5_each_two_or_joker_offers_again() {
    let mut game = usual(3, "5H 2S XB 2H 6H JH");
    play(&mut game, "0 keep left, 1 take, 1 take, 1 take");
    assert_eq!(hand(&game, 1), "2S XB 2H 6H");
    assert_eq!((game.phase, game.turn), (Phase::Jack, seat(2)));
}

#[test]
fn gr_j5_a_card_taken_has_its_own_effect() {
    let mut game = usual(3, "5H 2S JC");
    play(&mut game, "0 keep left, 1 take");
    assert_eq!((legal(&game).as_str(), game.to_act()), ("ask, stay", Some(seat(1))));
}

#[test]
fn gr_r11_a_jack_may_ask_and_the_dealer_answers() {
    let start = || {
        let mut game = usual(3, "5H JC 6H 7H");
        play(&mut game, "0 keep left");
        game
    };
    let mut game = start();
    assert_eq!(legal(&game), "ask, stay");
    play(&mut game, "1 ask");
    assert_eq!((legal(&game).as_str(), game.to_act(), game.turn), ("accept, refuse", Some(seat(0)), seat(1)));
    let mut refusing = game.clone();
    let events = play(&mut game, "0 accept");
    assert_eq!((game.dealer, game.dealer_turns, hand(&game, 1).as_str()), (seat(1), 0, "JC"));
    assert_eq!(told(&events, 3, 1)[0], "Ann accepts. You are dealer now.");
    play(&mut refusing, "0 refuse");
    assert_eq!((refusing.dealer, refusing.dealer_turns, refusing.phase), (seat(0), 1, Phase::Dealer));
    let mut staying = start();
    play(&mut staying, "1 stay");
    assert_eq!((staying.dealer, staying.phase), (seat(0), Phase::Dealer));
    assert_eq!(refused(&staying, "accept").1, "GR-R11");
}

#[test]
fn gr_r11_a_dealer_cannot_ask_themself() {
    let mut game = usual(3, "JH 5H 6H");
    play(&mut game, "0 keep left");
    assert_eq!((hand(&game, 0).as_str(), game.phase, game.dealer_turns), ("JH", Phase::Dealer, 1));
    assert_eq!(refused(&game, "ask").1, "GR-R11");
}

#[test]
fn gr_r12_the_ace_of_spades_makes_a_dealer_or_nothing_and_is_gone() {
    let start = || {
        let mut game = usual(3, "5H AS 6H 7H");
        play(&mut game, "0 keep left");
        game
    };
    let mut game = start();
    assert_eq!((legal(&game).as_str(), hand(&game, 1).as_str()), ("redeem, discard", "AS"));
    let events = play(&mut game, "1 redeem");
    assert_eq!((game.dealer, hand(&game, 1).as_str()), (seat(1), ""));
    assert_eq!(codes(game.discarded.as_slice()), "AS");
    assert_eq!(
        told(&events, 3, 0)[..2],
        ["Bob redeems the ace of spades. Bob is dealer now.", "Bob discards the ace of spades."]
    );
    let mut game = start();
    play(&mut game, "1 discard");
    assert_eq!((game.dealer, codes(game.discarded.as_slice()).as_str()), (seat(0), "AS"));
    assert_eq!(refused(&game, "redeem").1, "GR-R12");
}

#[test]
fn gr_j6_a_dealer_can_only_discard_it() {
    let mut game = usual(2, "5H 6H AS 7H 8H");
    play(&mut game, "0 keep left, 0 keep left");
    assert_eq!((hand(&game, 0).as_str(), codes(game.discarded.as_slice()).as_str()), ("5H 8H", "AS"));
    assert_eq!((game.dealer, game.dealer_turns), (seat(1), 0), "their time ran on, and is up");
}

#[test]
fn gr_j6_unless_the_rules_let_a_dealer_redeem() {
    let mut game = rigged(with(&[("dealer_may_redeem", "true")]), 2, "5H 6H AS 7H 8H");
    play(&mut game, "0 keep left, 0 keep left");
    assert_eq!(legal(&game), "redeem, discard");
    play(&mut game, "0 redeem");
    assert_eq!((game.dealer, game.dealer_turns, game.phase), (seat(0), 0, Phase::Dealer));
    assert_eq!((hand(&game, 1).as_str(), codes(game.discarded.as_slice()).as_str()), ("6H 7H", "AS"));
}

#[test]
fn gr_j11_the_last_card_has_its_effect_but_brings_no_other() {
    let last = |card: &str| {
        let mut game = usual(3, card);
        leave(&mut game, 1, 2);
        play(&mut game, "0 give left");
        game
    };
    assert_eq!((last("2S").phase, hand(&last("2S"), 1).as_str()), (Phase::Over, "2S"));
    assert_eq!(last("XR").phase, Phase::Over);

    let mut jack = last("JC");
    play(&mut jack, "1 ask, 0 accept");
    assert_eq!((jack.dealer, jack.phase), (seat(1), Phase::Over));

    let mut ace = last("AS");
    play(&mut ace, "1 redeem");
    assert_eq!((ace.dealer, hand(&ace, 1).as_str(), ace.phase), (seat(1), "", Phase::Over));

    let mut queen = last("QS");
    let theirs = queen.hands[2].len();
    play(&mut queen, "1 trade 2");
    for number in 1..=theirs / 2 {
        play(&mut queen, &format!("1 point {number}"));
    }
    assert_eq!((queen.hands[1].len(), queen.phase), (theirs / 2, Phase::Over));
}

#[test]
fn gr_j12_what_leaves_no_choice_happens_by_itself() {
    let mut ace = usual(3, "AS 5H JH");
    play(&mut ace, "0 keep left");
    assert_eq!((codes(ace.discarded.as_slice()).as_str(), ace.phase), ("AS", Phase::Jack));

    let mut forced = rigged(with(&[("double_down", "forced")]), 3, "XR 5H JH");
    play(&mut forced, "0 keep left");
    assert_eq!((hand(&forced, 0).as_str(), forced.phase), ("XR 5H", Phase::Jack));

    let mut queen = usual(3, "QH JH");
    let events = play(&mut queen, "0 keep left");
    assert_eq!((hand(&queen, 0).as_str(), queen.phase), ("QH", Phase::Jack));
    let kept = "You keep the queen of hearts: nobody else holds a card to trade.".to_owned();
    assert!(told(&events, 3, 0).contains(&kept));
    assert!(!told(&events, 3, 1).iter().any(|line| line.contains("queen")), "nobody else can tell");

    let mut whole = usual(3, "QH JH");
    hold(&mut whole, 1, "3S 4S 5S");
    play(&mut whole, "0 keep left, 0 trade 1");
    assert_eq!((hand(&whole, 0).as_str(), hand(&whole, 1).as_str()), ("3S 4S 5S", "QH JH"));

    let mut tired = rigged(with(&[("dealer_turns", "1")]), 2, "3H 4H 5H 6H");
    play(&mut tired, "0 keep left");
    assert_eq!((tired.dealer, hand(&tired, 0).as_str()), (seat(1), "3H 5H"));
}
