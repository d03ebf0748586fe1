//! The deal, the steps, the change of turn and the stock.

use super::*;

fn deal(players: usize, number: u64) -> Propre {
    Propre::start(&Rules::default(), players, &Seed::from_number(number), &mut ())
}

#[test]
fn pp_r1_and_pp_r2_the_card_turned_up_decides_how_it_starts() {
    let mut seen = std::collections::BTreeSet::new();
    for number in 0..300 {
        let game = deal(4, number);
        let left = game.dealer.left(4);
        let turned = rank(game.pile.top().unwrap());
        seen.insert(turned);
        let (active, av, cw, rm) = match turned {
            Rank::Two => (left, 2, true, true),
            Rank::Five => (left, 5, true, true),
            Rank::Ten => (left.left(4), 0, true, true),
            Rank::Jack => (game.dealer, 0, false, true),
            Rank::Ace => (left, 0, true, false),
            _ => (left, 0, true, true),
        };
        assert_eq!((game.active, game.av, game.cw, game.rm), (active, av, cw, rm), "{turned:?}");
        // PP-R1, after step 1 has counted MV up from nought.
        assert_eq!((game.mv, game.fc, game.b, game.pw), (1, true, false, false));
        assert!(game.declared.is_empty() && game.ready.is_empty());
    }
    assert_eq!(seen.len(), 13);
}

#[test]
fn pp_r2_an_ace_turned_up_lets_the_first_card_go_on_it_without_a_fit() {
    let mut game = Propre { rm: false, ..scene(&["9C 4D KD", "KS 9S"], "AH") };
    assert_eq!(verdict(&game, "play 9C"), "ok");
    act(&mut game, &["pass"]);
    assert_eq!(verdict(&game, "play KS"), "PP-R4", "a pass ends it too");
}

#[test]
fn pp_j1_seven_cards_each_and_a_second_deck_from_five_players() {
    for (players, decks) in [(2, 1), (4, 1), (5, 2), (8, 2)] {
        let game = deal(players, 1);
        assert!(game.hands[..players].iter().all(|hand| hand.len() == 7));
        assert_eq!((game.cards().len(), game.pile.len()), (52 * decks, 1));
    }
    let dealers: std::collections::BTreeSet<Seat> = (0..60).map(|number| deal(5, number).dealer).collect();
    assert_eq!(dealers.len(), 5, "the dealer is drawn by lot");
}

#[test]
fn pp_j1_no_more_players_than_the_decks_can_serve() {
    let most = |settings: &[(&str, &str)]| {
        let mut rules = Rules::default();
        settings.iter().for_each(|(name, value)| engine::Options::set(&mut rules, name, value).unwrap());
        *Propre::players(&rules).end()
    };
    assert_eq!(most(&[]), 8);
    assert_eq!(most(&[("decks", "1")]), 7);
    assert_eq!(most(&[("decks", "1"), ("hand_size", "12")]), 4);
    assert_eq!(most(&[("decks", "2"), ("hand_size", "12")]), 8);
    assert_eq!(most(&[("hand_size", "12")]), 8);
    assert_eq!(most(&[("decks", "1"), ("hand_size", "1")]), 8);
}

#[test]
fn pp_j3_ranks_and_suits_in_force_count_until_a_card_leaves_the_pile() {
    let game = scene(&["9D 9C 4C", "KS"], "4H AC=AD");
    assert_eq!((verdict(&game, "play 9D"), verdict(&game, "play 9C")), ("ok", "PP-R4"));
    let game = Propre { fc: false, ..scene(&["6C 9D KC", "KS"], "QH 5D=6D") };
    assert_eq!(verdict(&game, "play 6C"), "ok", "a sideways five is a six");
    let mut game = scene(&["9D", "KS"], "AC=AD 5H=6H TS 4D");
    game.stock.clear();
    act(&mut game, &["pass"]);
    let mut gone = [hand(&game, 0), game.stock.as_slice()].concat();
    gone.sort_unstable();
    assert_eq!(gone, {
        let mut all = cards("9D AC 5H");
        all.sort_unstable();
        all
    });
}

#[test]
fn pp_r14_the_turn_moves_by_mv_in_the_direction_of_play() {
    let moved = |mv, cw, players: usize| {
        let hands = ["9C 4D", "KS", "QS", "JS", "8S"];
        let mut game = Propre { mv, cw, b: true, fc: false, ..scene(&hands[..players], "4H") };
        act(&mut game, &["pass"]);
        assert!(game.fc && !game.b);
        (game.active.index(), game.mv)
    };
    assert_eq!(moved(1, true, 4), (1, 1));
    assert_eq!(moved(1, false, 4), (3, 1));
    assert_eq!(moved(3, true, 4), (3, 1));
    assert_eq!(moved(6, true, 4), (2, 1));
    assert_eq!(moved(0, true, 4), (0, 1));
    assert_eq!(moved(-1, true, 4), (0, 0), "two turns more");
    assert_eq!(moved(-2, false, 4), (0, -1));
}

#[test]
fn pp_r14_an_empty_hand_wins() {
    let mut game = scene(&["9H", "KS", "QS"], "4H");
    game.ready = Seats::only(seat(0));
    let mut events = Vec::new();
    game.apply(Action::Play(cards("9H")[0]), &mut events).unwrap();
    assert_eq!(events.last(), Some(&Event::Over { winner: seat(0) }));
    assert_eq!(game.to_act(), None);
    assert_eq!(game.outcome(), Some(Outcome { winners: vec![seat(0)], scores: vec![1, 0, 0] }));
    assert_eq!(
        (game.check(Action::Pass), game.hear(seat(1), "hello", &mut ())),
        (Err(Refusal::Over), Err(Refusal::Over))
    );
}

#[test]
fn pp_j15_the_winner_has_one_and_all_others_nothing() {
    let game = Propre { winner: Some(seat(1)), ..scene(&["9H", "", "QS"], "4H") };
    assert_eq!(game.outcome().unwrap().scores, [0, 1, 0]);
}

#[test]
fn pp_r15_later_cards_need_a_type_two_match() {
    let mut game = scene(&["9H 9C TC KH 2C", "KS"], "4H");
    act(&mut game, &["play 9H"]);
    assert_eq!(
        refused(&game, "play KH"),
        "K♥: after your first card this turn it must match 9♥ or 4♥, and no part of that match holds (PP-R5)"
    );
    assert_eq!(
        refused(&game, "play TC"),
        "10♣: it is only one rank off, so suit or rank must fit 9♥ as well, and neither does (PP-R15)"
    );
    assert_eq!(verdict(&game, "ten TC +"), "PP-R15");
    assert_eq!(verdict(&game, "play 9C"), "ok");
    act(&mut game, &["play 9C", "ten TC +"]);
    assert_eq!(verdict(&game, "attack 2C"), "PP-R5");
}

#[test]
fn pp_r15_options_without_a_type_one_match_take_any_type_two() {
    let game = Propre { fc: false, ..scene(&["2C JD 3C", "KS"], "AH QC") };
    assert_eq!(verdict(&game, "attack 2C"), "ok", "one off the penultimate, whatever the suit");
    assert_eq!(verdict(&game, "jack JD"), "ok");
    assert_eq!(verdict(&game, "play JD"), "PP-R15");
    assert_eq!(verdict(&game, "block 3C"), "PP-R5");
}

#[test]
fn pp_r16_what_is_refused_changes_nothing() {
    let game = scene(&["9C 4D", "KS"], "4H");
    let mut tried = game.clone();
    for action in ["play 9C", "attack KS", "ten 4D +", "play KS", "ace 9C D"] {
        assert!(tried.apply(action.parse().unwrap(), &mut ()).is_err());
    }
    assert_eq!(tried, game);
    assert_eq!(refused(&game, "play KS"), "K♠: this card is not in your hand (PP-R16)");
}

#[test]
fn pp_r17_b_holds_only_right_after_a_block_that_left_something() {
    let mut game = Propre { av: 12, ..scene(&["7C 3C 3D 4S QC", "KS"], "QH") };
    act(&mut game, &["block 7C"]);
    assert!(game.b);
    // B still holds while the next card is judged, then falls, and the block sets it again.
    act(&mut game, &["block 3C"]);
    assert_eq!((game.av, game.b), (2, true));
    let mut game = Propre { av: 12, ..scene(&["7C 7D 3C JD 8C", "KS"], "QH") };
    act(&mut game, &["block 7C"]);
    assert_eq!(verdict(&game, "block 3C"), "ok");
    act(&mut game, &["jack JD"]);
    assert_eq!((game.b, verdict(&game, "block 3C")), (false, "PP-R5"), "another card ends the bridge");
}

#[test]
fn pp_r17_rm_is_true_again_after_any_choice_but_a_later_pass() {
    let start = Propre { rm: false, pw: true, ..scene(&["9C 4D 2C", "KS"], "AH") };
    for action in ["play 9C", "attack 2C", "pass", "replace 9C"] {
        let mut game = start.clone();
        act(&mut game, &[action]);
        assert_eq!((game.rm, game.pw), (true, false), "{action}");
    }
    let mut game = Propre { fc: false, ..start };
    act(&mut game, &["pass"]);
    assert_eq!((game.rm, game.pw), (false, true));
}

#[test]
fn pp_j7_an_empty_hand_passes_by_itself() {
    let mut game = scene(&["7C", "KS"], "4H");
    (game.av, game.ready) = (10, Seats::only(seat(0)));
    let mut events = Vec::new();
    game.apply("block 7C".parse().unwrap(), &mut events).unwrap();
    assert!(!events.contains(&Event::Pass { seat: seat(0) }), "nothing that they chose");
    assert_eq!((hand(&game, 0).len(), game.to_act()), (3, Some(seat(1))));
}

#[test]
fn pp_j9_the_pile_becomes_the_stock_but_for_what_still_matches() {
    let after = |pile: &str| {
        let mut game = scene(&["9D", "KS"], pile);
        game.stock.clear();
        act(&mut game, &["pass"]);
        (game.pile.len(), hand(&game, 0).len(), game.stock.len())
    };
    assert_eq!(after("2C 8S TS 4D"), (2, 2, 1), "the two top cards stay");
    assert_eq!(after("2C 8S 4S 4H 4D"), (3, 2, 1), "and so does a run");
    assert_eq!(after("2C 8S 7S=4S 4H 4D"), (3, 2, 1), "by the ranks in force");
    assert_eq!(after("2C 4S 4H 4D TC"), (2, 2, 2), "a run that is covered does not");
    assert_eq!(after("TS 4D"), (2, 1, 0), "one draws what there is");
    assert_eq!(after("4D"), (1, 1, 0));
}

#[test]
fn pp_j9_an_attack_may_empty_the_stock_in_the_middle() {
    let mut game = Propre { av: 5, ..scene(&["9D", "KS"], "2C 8S TS JC 4D") };
    game.stock = Pile::of(&cards("QD QC"));
    let mut events = Vec::new();
    game.apply(Action::Pass, &mut events).unwrap();
    assert!(events.contains(&Event::Reshuffle { cards: 3 }));
    assert_eq!((hand(&game, 0).len(), game.stock.len(), game.pile.as_slice()), (6, 0, &cards("JC 4D")[..]));
    assert_eq!(&hand(&game, 0)[..3], cards("9D QC QD"));
}

/// The example in RULES.md.
#[test]
fn the_turn_in_the_rules_goes_as_told() {
    let mut game = Propre { av: 5, ..scene(&["7C 2D 5S KH", "KS", "QS"], "4H 5H") };
    act(&mut game, &["block 7C"]);
    assert_eq!((game.av, game.b), (0, false));
    act(&mut game, &["attack 2D", "attack 5S"]);
    assert_eq!(legal(&game), ["pass"]);
    act(&mut game, &["pass"]);
    assert_eq!((hand(&game, 0).len(), game.active, game.av), (1, seat(1), 7));

    let mut game = Propre { av: 12, ..scene(&["7C 2D 3S KH", "KS", "QS"], "4H 5H") };
    act(&mut game, &["block 7C"]);
    assert_eq!((game.av, game.b), (5, true));
    assert_eq!((verdict(&game, "block 3S"), verdict(&game, "block 3S clear")), ("ok", "ok"));
}
