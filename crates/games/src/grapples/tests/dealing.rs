//! The deck, the dealer, and how the deal moves.

use std::collections::BTreeSet;

use engine::{Setup, Table};

use super::*;

fn cut_of(players: usize, number: u64) -> (Cut, Grapples) {
    let mut events = Vec::new();
    let game = Grapples::start(&Rules::default(), players, &Seed::from_number(number), &mut events);
    (events.iter().find_map(<Grapples as Game>::cut).cloned().unwrap(), game)
}

#[test]
fn gr_r1_one_deck_with_both_jokers_is_dealt_once() {
    let mut game = Grapples::start(&Rules::default(), 4, &Seed::from_number(5), &mut ());
    let cards: BTreeSet<Card> = game.cards().into_iter().collect();
    assert_eq!(cards.len(), 54);
    assert!(cards.contains(&Card::RED_JOKER) && cards.contains(&Card::BLACK_JOKER));
    let order: Vec<Card> = game.stock.top_first().collect();
    let (mut dice, mut legal) = (playout::dice(&Seed::from_number(5)), Vec::new());
    while let Some((_, engine::Act::Play(action))) = playout::choose(&game, &mut dice, &mut legal) {
        game.apply(action, &mut ()).unwrap();
        let left: Vec<Card> = game.stock.top_first().collect();
        assert!(order.ends_with(&left), "the deck only ever loses its top");
    }
}

#[test]
fn gr_j1_two_to_eight_can_play_and_four_usually_do() {
    assert_eq!(Grapples::INFO.usual_players, 4);
    for players in 0..=10 {
        let names = (0..players).map(|number| Name::new(&format!("P{number}")).unwrap()).collect();
        let opened = Table::<Grapples>::open(Setup { names, ..Setup::new(Seed::from_number(1)) });
        assert_eq!(opened.is_ok(), (2..=8).contains(&players), "{players}");
    }
}

#[test]
fn gr_r2_every_card_has_its_worth() {
    let worth = |cards: &str| read(cards).into_iter().map(grapples).collect::<Vec<_>>();
    assert_eq!(worth("XR XB QS QH KD KC TS TH"), [-2, -2, -10, -10, -10, -10, -10, -10]);
    assert_eq!(worth("JS JC 2D 3H 4S 5C 6D 7H 8S 9C"), [3, 3, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(worth("AH AD AC AS"), [1, 1, 1, 0]);
    assert_eq!(DECK_WITH_JOKERS.into_iter().map(grapples).sum::<i32>(), 4 * 44 + 3 + 4 * 3 - 4 - 12 * 10);
}

#[test]
fn gr_r3_everyone_draws_until_one_alone_has_the_highest_worth() {
    let mut ties = 0;
    for number in 0..300 {
        let (cut, game) = cut_of(4, number);
        for (round, draws) in cut.rounds.iter().enumerate() {
            assert_eq!(draws.iter().map(|(seat, _)| seat.index()).collect::<Vec<_>>(), [0, 1, 2, 3]);
            let highest = draws.iter().map(|&(_, card)| grapples(card)).max().unwrap();
            let best: Vec<Seat> =
                draws.iter().filter(|(_, card)| grapples(*card) == highest).map(|draw| draw.0).collect();
            if round + 1 < cut.rounds.len() {
                ties += 1;
                assert!(best.len() > 1);
            } else {
                assert_eq!(best, [game.dealer]);
            }
        }
    }
    assert!(ties > 20);
    // A two beats a king here, so each card is told with its worth.
    let [two, king] = ["2S", "KD"].map(|code| code.parse().unwrap());
    let cut = Cut { rounds: vec![vec![(seat(0), king), (seat(1), two)]] };
    assert_eq!(
        told(&[Event::Cut { cut, winner: seat(1) }], 2, 0),
        ["Everyone draws for the deal: You K♦ (−10), Bob 2♠ (2). Bob is the first dealer."]
    );
}

#[test]
fn gr_j2_draws_use_up_the_pile_before_it_is_shuffled_again() {
    let (mut longest, mut tops) = (0, BTreeSet::new());
    for number in 0..4000 {
        let (cut, game) = cut_of(8, number);
        longest = longest.max(cut.rounds.len());
        // Six draws of eight cards come from one pile of 54.
        for pile in cut.rounds.chunks(6) {
            let drawn: BTreeSet<Card> = pile.iter().flatten().map(|&(_, card)| card).collect();
            assert_eq!(drawn.len(), pile.len() * 8);
        }
        assert_eq!(game.stock.len(), 54);
        tops.insert(game.stock.top());
    }
    assert_eq!(tops.len(), 54, "after the cut the whole deck is shuffled, and anything may come first");
    assert!(longest > 6, "some draw went on with a new pile: {longest}");
}

#[test]
fn gr_r4_the_dealer_has_the_first_turn_and_a_turn_is_a_card_from_the_top() {
    let mut game = usual(4, "5H 6H");
    assert_eq!((game.to_act(), game.phase, game.turn), (Some(seat(0)), Phase::Dealer, seat(0)));
    play(&mut game, "0 keep left");
    assert_eq!(hand(&game, 0), "5H");
    assert_eq!(hand(&game, 1), "6H");
}

#[test]
fn gr_r5_the_dealer_looks_at_the_top_card_on_each_of_their_turns() {
    let mut game = usual(2, "5H 6H 7H");
    assert_eq!(game.view(Viewer::Seat(seat(0))).top, Some(read("5H")[0]));
    let events = play(&mut game, "0 keep left");
    assert_eq!(game.view(Viewer::Seat(seat(0))).top, Some(read("7H")[0]));
    let last = |viewer| told(&events, 2, viewer).pop().unwrap();
    assert_eq!(last(0), "Your second turn as dealer. You look at the top card: the seven of hearts (7).");
    assert_eq!(last(1), "Ann's second turn as dealer, with a look at the top card.");
}

#[test]
fn gr_j3_looking_is_no_action_of_its_own() {
    let game = usual(3, "KC");
    assert_eq!(legal(&game), "keep left, keep right, give left, give right, tap out");
    assert!(described(&game, 0).contains("on top the king of clubs (−10)"));
    assert!(!described(&game, 1).contains("on top"));
}

#[test]
fn gr_r6_the_dealer_keeps_or_gives_and_sets_the_direction_again() {
    let after = |action: &str| {
        let mut game = usual(4, "5H JC 6H 7H 8H");
        play(&mut game, &format!("0 {action}"));
        (hand(&game, 0), game.turn.index(), game.direction)
    };
    // The jack stops at the player who gets the second card.
    assert_eq!(after("keep left"), ("5H".to_owned(), 1, Some(Side::Left)));
    assert_eq!(after("keep right"), ("5H".to_owned(), 3, Some(Side::Right)));
    assert_eq!(after("give left"), (String::new(), 2, Some(Side::Left)));
    assert_eq!(after("give right"), (String::new(), 2, Some(Side::Right)));

    let mut game = usual(3, "3H 4H 5H 6H 7H JC");
    play(&mut game, "0 keep left, 0 give right");
    assert_eq!([0, 1, 2].map(|number| hand(&game, number)), ["3H JC", "4H 7H", "5H 6H"]);
    assert_eq!(refused(&game, "take").1, "GR-R10");
    let events = play(&mut usual(3, "5H JH"), "0 give left");
    assert_eq!(told(&events, 3, 2)[0], "Ann gives the card to Bob; dealing goes on to the left.");
}

#[test]
fn gr_r6_two_players_have_each_other_on_both_sides() {
    for (side, direction) in [("left", Side::Left), ("right", Side::Right)] {
        let mut game = usual(2, "5H 6H");
        play(&mut game, &format!("0 give {side}"));
        assert_eq!((hand(&game, 1).as_str(), game.direction), ("5H", Some(direction)));
        assert_eq!((game.to_act(), game.phase, game.dealer_turns), (Some(seat(0)), Phase::Dealer, 1));
    }
}

#[test]
fn gr_r7_the_others_are_dealt_to_in_that_direction_without_being_asked() {
    let mut game = usual(5, "3H 4H 5H 6H 7H 8H");
    play(&mut game, "0 keep right");
    assert_eq!([4, 3, 2, 1].map(|number| hand(&game, number)), ["4H", "5H", "6H", "7H"]);
    assert_eq!((game.to_act(), game.phase), (Some(seat(0)), Phase::Dealer));
}

#[test]
fn gr_r8_a_dealer_may_leave_the_deal_to_the_left_neighbour() {
    let mut game = usual(3, "3H 4H 5H JH");
    let events = play(&mut game, "0 keep right, 0 tap out");
    assert_eq!((game.dealer, game.dealer_turns), (seat(1), 0));
    assert_eq!(told(&events, 3, 1).iter().rev().nth(1).unwrap(), "Ann taps out. You are dealer now.");
    let (why, clause) = refused(&game, "tap out");
    assert_eq!(clause, "GR-R8");
    assert!(why.ends_with("now ask for the deal, or keep quiet"), "{why}");
}

#[test]
fn gr_r9_a_dealer_taps_out_when_a_third_turn_would_start() {
    let mut game = usual(3, "3H 4H 5H 6H 7H 8H 9H JC");
    let events = play(&mut game, "0 keep left, 0 give left");
    // The second turn gave 6H to seat 1 and 7H to seat 2; then seat 0 is dealt 8H as an ordinary player.
    assert_eq!([0, 1, 2].map(|number| hand(&game, number)), ["3H 8H", "4H 6H", "5H 7H"]);
    assert_eq!((game.dealer, game.dealer_turns, game.phase), (seat(1), 0, Phase::Dealer));
    assert!(
        told(&events, 3, 0).contains(&"You have had your turns and tap out. Bob is dealer now.".to_owned())
    );

    let once = with(&[("dealer_turns", "1")]);
    let mut game = rigged(once, 3, "3H 4H 5H JC");
    play(&mut game, "0 keep left");
    assert_eq!((game.dealer, game.turn, game.phase), (seat(1), seat(0), Phase::Jack));
}

#[test]
fn gr_j4_after_a_tap_out_the_old_dealer_is_dealt_to_like_anyone() {
    // To the left the new dealer comes right after; to the right they come last.
    let mut game = usual(3, "3H 4H 5H 6H");
    play(&mut game, "0 keep left, 0 tap out");
    assert_eq!([0, 1, 2].map(|number| hand(&game, number)), ["3H 6H", "4H", "5H"]);
    assert_eq!((game.to_act(), game.phase), (Some(seat(1)), Phase::Dealer));
    let mut game = usual(3, "3H 4H 5H 6H 7H");
    play(&mut game, "0 keep right, 0 tap out");
    assert_eq!([0, 1, 2].map(|number| hand(&game, number)), ["3H 6H", "5H", "4H 7H"]);
    assert_eq!((game.to_act(), game.phase), (Some(seat(1)), Phase::Dealer));
}

#[test]
fn gr_j4_before_the_first_card_the_new_dealer_begins() {
    let mut game = usual(3, "3H");
    play(&mut game, "0 tap out, 1 tap out");
    assert_eq!((game.to_act(), game.phase, game.direction), (Some(seat(2)), Phase::Dealer, None));
    assert_eq!(game.cards().len(), game.stock.len());
    play(&mut game, "2 keep left");
    assert_eq!(hand(&game, 2), "3H");
}

#[test]
fn gr_j4_a_dealer_by_jack_or_ace_gets_no_extra_turn() {
    let mut game = usual(4, "3H JC 4H 5H 6H");
    play(&mut game, "0 keep left, 1 ask, 0 accept");
    // Seats 2, 3 and the old dealer are dealt to before the new dealer's first turn.
    assert_eq!([0, 1, 2, 3].map(|number| hand(&game, number)), ["3H 6H", "JC", "4H", "5H"]);
    assert_eq!((game.to_act(), game.phase, game.dealer_turns), (Some(seat(1)), Phase::Dealer, 0));

    let mut game = usual(4, "AS 4H 5H 6H");
    play(&mut game, "0 give right, 3 redeem");
    assert_eq!([0, 1, 2, 3].map(|number| hand(&game, number)), ["6H", "5H", "4H", ""]);
    assert_eq!((game.to_act(), game.dealer, game.dealer_turns), (Some(seat(3)), seat(3), 0));
}

#[test]
fn gr_j17_a_turn_counts_once_the_card_is_kept_or_given() {
    let mut game = usual(2, "3H 4H 5H 6H 7H 8H");
    assert_eq!(game.dealer_turns, 0);
    play(&mut game, "0 give left");
    assert_eq!(game.dealer_turns, 1);
    play(&mut game, "0 tap out");
    assert_eq!((game.dealer, game.dealer_turns), (seat(1), 0));
    play(&mut game, "1 keep left");
    assert_eq!(game.dealer_turns, 1);
}

#[test]
fn gr_r18_the_game_ends_with_the_deck_and_the_most_grapples_win() {
    let mut game = usual(3, "9H 3H 4H");
    leave(&mut game, 3, 2);
    let events = play(&mut game, "0 keep left");
    let outcome = game.outcome().unwrap();
    let rest: i32 = game.hands[2].as_slice().iter().map(|&card| grapples(card)).sum();
    assert_eq!(outcome.scores, [9, 3, rest]);
    assert_eq!(outcome.winners, [seat(if rest > 9 { 2 } else { 0 })]);
    assert_eq!(game.to_act(), None);
    assert_eq!(refused(&game, "keep left"), ("the game is over; start a new one".to_owned(), "GR-R18"));
    assert!(told(&events, 3, 0).last().unwrap().contains("You 9♥, 9 Grapples; Bob 3♥, 3 Grapples"));
    assert!(described(&game, 0).starts_with("Deck 0 cards. The game is over.\n"), "{}", described(&game, 0));
}

#[test]
fn gr_j10_equal_totals_share_the_win() {
    let mut game = usual(2, "9H 9C KS");
    leave(&mut game, 2, 0);
    game.hands[0].clear();
    let events = play(&mut game, "0 keep left");
    assert_eq!(game.outcome(), Some(Outcome { winners: vec![seat(0), seat(1)], scores: vec![9, 9] }));
    assert!(told(&events, 2, 1).last().unwrap().ends_with("Ann and you share the win!"));
}

#[test]
fn gr_j18_all_hands_are_shown_at_the_end() {
    let mut game = usual(3, "9H 3H 4H 5H");
    leave(&mut game, 3, 2);
    assert_eq!(game.view(Viewer::Public).totals, [Some(0), Some(0), None]);
    play(&mut game, "0 keep left");
    let view = game.view(Viewer::Public);
    assert!(view.hands.iter().flatten().all(|held| held.card.is_some()));
    assert_eq!(view.totals.into_iter().flatten().collect::<Vec<_>>(), game.totals());
}
