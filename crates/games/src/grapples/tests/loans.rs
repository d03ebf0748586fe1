//! The loan shark.

use std::collections::BTreeSet;

use super::loan_shark::price;
use super::*;

/// Seat 0 is dealt this queen while the others hold cards.
fn queen_for(queen: &str, second: &str, third: &str) -> Grapples {
    let mut game = usual(3, &format!("{queen} KH KC KD"));
    hold(&mut game, 1, second);
    hold(&mut game, 2, third);
    play(&mut game, "0 keep left");
    game
}

#[test]
fn gr_r13_a_queen_is_kept_or_traded_for_three_cards() {
    let mut game = queen_for("QH", "3S 4S 5S 6S 7S", "3C");
    assert_eq!((legal(&game).as_str(), game.to_act()), ("keep queen, trade 1, trade 2", Some(seat(0))));
    let mut keeping = game.clone();
    play(&mut keeping, "0 keep queen");
    assert_eq!(hand(&keeping, 0), "QH");
    play(&mut game, "0 trade 1, 0 point 1, 0 point 3, 0 point 5");
    assert_eq!((game.hands[0].len(), game.hands[1].len()), (3, 4), "two left, the queen, and a king dealt");
    assert!(hand(&game, 1).ends_with("QH KH"));
    assert!(game.hands[0].as_slice().iter().all(|card| read("3S 4S 5S 6S 7S").contains(card)));
    let (why, clause) = refused(&queen_for("QH", "3S", "3C"), "trade 0");
    assert_eq!(clause, "GR-R13");
    assert!(why.starts_with("you cannot trade with yourself; name another"), "{why}");
    assert_eq!(refused(&queen_for("QH", "3S", "3C"), "trade 3").1, "GR-R13");
}

#[test]
fn gr_r14_the_queen_of_spades_takes_half_of_a_hand() {
    let [spades, hearts] = ["QS", "QH"].map(|code| code.parse().unwrap());
    assert_eq!([8, 9, 10, 11, 20, 53].map(|hand| price(spades, hand)), [4, 4, 5, 5, 10, 26]);
    assert_eq!([8, 9, 10, 11, 20, 53].map(|hand| price(hearts, hand)), [3; 6]);
    let mut game = queen_for("QS", "3S 4S 5S 6S 7S 8S 9S 3D 4D", "");
    play(&mut game, "0 trade 1, 0 point 1, 0 point 2, 0 point 3");
    assert_eq!(game.phase, Phase::Point, "(9 − 1) / 2 is four");
    play(&mut game, "0 point 4");
    assert_eq!(game.hands[0].len(), 4);
}

#[test]
fn gr_j7_the_queen_of_spades_is_worth_three_at_least() {
    let queen = SPADE_QUEEN;
    assert_eq!([3, 4, 5, 6, 7].map(|hand| price(queen, hand)), [3; 5]);
}

#[test]
fn gr_r15_a_small_hand_is_taken_whole() {
    for (queen, theirs) in [("QH", "3S 4S"), ("QS", "3S"), ("QS", "3S 4S")] {
        let mut game = queen_for(queen, theirs, "");
        play(&mut game, "0 trade 1");
        assert_eq!(hand(&game, 0), theirs);
        assert_eq!(hand(&game, 1), format!("{queen} KH"));
    }
}

#[test]
fn gr_j8_there_must_be_a_card_to_trade_for() {
    let game = queen_for("QH", "", "3C");
    assert_eq!(legal(&game), "keep queen, trade 2");
    let (why, clause) = refused(&game, "trade 1");
    assert_eq!(
        (why.as_str(), clause),
        ("that player holds no card to trade; name one who does, or keep the queen", "GR-J8")
    );
}

#[test]
fn gr_r16_cards_are_pointed_at_one_by_one() {
    let mut game = queen_for("QH", "3S 4S 5S 6S 7S", "");
    play(&mut game, "0 trade 1");
    assert_eq!(legal(&game), "point 1, point 2, point 3, point 4, point 5");
    let layout = game.trade.as_ref().unwrap().layout;
    play(&mut game, "0 point 4");
    assert_eq!(legal(&game), "point 1, point 2, point 3, point 5");
    assert_eq!(refused(&game, "point 4").0, "you have pointed at card 4 already; point at another one");
    assert_eq!(
        refused(&game, "point 6"),
        ("only 5 cards are laid out; point at one of 1 to 5".to_owned(), "GR-R16")
    );
    assert_eq!(refused(&game, "keep queen").1, "GR-R17");
    play(&mut game, "0 point 1, 0 point 5");
    let chosen = [0, 3, 4].map(|index| layout.as_slice()[index]);
    assert_eq!(hand(&game, 0), codes(&chosen));
    assert_eq!(refused(&game, "point 1").1, "GR-R16");
}

#[test]
fn gr_j9_each_trade_lays_the_hand_out_in_a_new_order() {
    let laid_out = |number: u64| {
        let mut game = queen_for("QH", "3S 4S 5S 6S 7S 8S 9S", "");
        game.shuffler = Shuffler::new(&Seed::from_number(number));
        play(&mut game, "0 trade 1");
        codes(game.trade.unwrap().layout.as_slice())
    };
    let orders: BTreeSet<String> = (0..20).map(laid_out).collect();
    assert!(orders.len() > 15, "{orders:?}");
    assert_eq!(laid_out(3), laid_out(3));
}

#[test]
fn gr_j15_nobody_knows_how_the_cards_lie_and_they_change_hands_together() {
    let mut game = queen_for("QH", "3S 4S 5S 6S 7S", "");
    play(&mut game, "0 trade 1, 0 point 2, 0 point 3");
    assert_eq!((hand(&game, 0).as_str(), hand(&game, 1).as_str()), ("QH", "3S 4S 5S 6S 7S"));
    assert_eq!(sees(&game, 0, 1), "? ? ? ? ?");
    let mut otherwise = game.clone();
    otherwise.trade.as_mut().unwrap().layout.as_mut_slice().reverse();
    for viewer in [Viewer::Seat(seat(0)), Viewer::Seat(seat(1)), Viewer::Public] {
        assert_eq!(game.view(viewer), otherwise.view(viewer));
    }
    let mut dice = Dice::new(&Seed::from_number(1));
    let view = game.view(Viewer::Seat(seat(1)));
    let mut imagined = || codes(Grapples::imagine(&view, &mut dice).trade.unwrap().layout.as_slice());
    assert!((0..10).map(|_| imagined()).collect::<BTreeSet<_>>().len() > 5, "the owner can only guess too");
    let text = described(&game, 1);
    assert!(text.contains("Laid out: your hand of 5; pointed at 2 and 3, 1 card to go."), "{text}");
}

#[test]
fn gr_r17_a_queen_works_once_and_traded_cards_do_nothing() {
    let mut game = queen_for("QH", "QC JS 2S", "");
    play(&mut game, "0 trade 1");
    // A queen, a jack and a two came over: seat 1 is simply next, and so on round to the dealer.
    assert_eq!([0, 1, 2].map(|number| hand(&game, number)), ["QC JS 2S", "QH KH", "KC"]);
    assert_eq!((game.phase, game.to_act()), (Phase::Dealer, Some(seat(0))));
    for action in ["trade 1", "keep queen"] {
        let (why, clause) = refused(&game, action);
        assert_eq!(clause, "GR-R17");
        assert!(why.starts_with("a queen can be traded only at once when the deck brings it"), "{why}");
    }
    assert_eq!(refused(&game, "ask").1, "GR-R11");
}

/// Counting the cards elsewhere gives the answer that a look at every hand gives.
#[test]
fn someone_can_trade_where_there_is_a_partner() {
    for (players, number) in
        [2, 3, 8].into_iter().flat_map(|players| (0..40).map(move |number| (players, number)))
    {
        let seed = Seed::from_number(number);
        let mut game = Grapples::start(&Rules::default(), players, &seed, &mut ());
        let (mut dice, mut legal) = (playout::dice(&seed), Vec::new());
        while game.play_random(&mut dice, &mut legal, &mut ()) {
            assert_eq!(game.someone_can_trade(), !game.partners().is_empty(), "{game:?}");
        }
    }
}
