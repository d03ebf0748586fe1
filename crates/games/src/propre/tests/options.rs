//! The eight options of the player on turn.

use super::*;

#[test]
fn pp_r6_a_pass_draws_one_card_or_the_attack() {
    let mut game = scene(&["9C 4D", "KS"], "4H");
    act(&mut game, &["pass"]);
    assert_eq!((hand(&game, 0).len(), game.active), (3, seat(1)));
    act(&mut game, &["pass"]);
    assert_eq!(hand(&game, 1).len(), 2);

    let mut game = scene(&["9C 4D", "KS"], "4H");
    (game.av, game.rm) = (7, false);
    act(&mut game, &["pass"]);
    assert_eq!((hand(&game, 0).len(), game.av, game.rm), (9, 0, true));
}

#[test]
fn pp_r6_the_cards_come_from_the_top_of_the_stock() {
    let mut game = scene(&["9C 4D", "KS"], "4H");
    let top: Vec<Card> = game.stock.top_first().take(2).collect();
    game.av = 2;
    act(&mut game, &["pass"]);
    assert_eq!(hand(&game, 0), [cards("9C 4D"), top].concat());
}

#[test]
fn pp_j4_a_pass_after_a_card_ends_the_turn_and_draws_nothing() {
    let mut game = scene(&["2C 4D 9D", "KS"], "4H");
    act(&mut game, &["attack 2C", "pass"]);
    assert_eq!((hand(&game, 0).len(), game.av, game.active), (2, 2, seat(1)));
}

#[test]
fn pp_r7_a_hand_is_replaced_only_first_and_in_peace() {
    let game = scene(&["9C 4D", "KS"], "4H");
    assert_eq!(verdict(&game, "replace 9C"), "ok");
    let attacked = Propre { av: 2, ..game.clone() };
    assert_eq!(
        refused(&attacked, "replace 9C"),
        "you cannot replace your hand under an attack of 2; answer it with a 2, 3, 5 or 7, or pass (PP-R7)"
    );
    let later = Propre { fc: false, ..game };
    assert_eq!(verdict(&later, "replace 9C"), "PP-R7");
}

#[test]
fn pp_r7_a_replaced_hand_has_no_effect_and_comes_back_as_large() {
    let mut game = scene(&["2C TD JS AH", "KS", "QS"], "4H");
    act(&mut game, &["replace TD"]);
    assert_eq!((hand(&game, 0).len(), game.av, game.mv, game.cw, game.active), (4, 0, 1, true, seat(1)));
}

#[test]
fn pp_j5_the_named_card_ends_on_top_of_the_others_in_hand_order() {
    let mut game = scene(&["2C TD JS AH", "KS"], "4H");
    act(&mut game, &["replace TD"]);
    assert_eq!(game.pile.as_slice(), cards("4H 2C JS AH TD"));
    assert_eq!(game.in_force.as_slice(), game.pile.as_slice());
}

#[test]
fn pp_j10_a_last_card_is_replaced_without_having_been_declared() {
    let mut game = scene(&["9C", "KS"], "4H");
    assert_eq!(legal(&game), ["pass", "replace 9C"]);
    act(&mut game, &["replace 9C"]);
    assert_eq!((hand(&game, 0).len(), game.winner), (1, None));
}

#[test]
fn pp_r8_twos_and_fives_attack() {
    let mut game = scene(&["2C 5D 9H", "KS"], "4H");
    assert_eq!(refused(&game, "attack 9H"), "9♥: only a 2 or a 5 attacks (PP-R8)");
    act(&mut game, &["attack 2C"]);
    assert_eq!((game.av, game.fc, game.active), (2, false, seat(0)));
    let mut game = Propre { av: 4, ..scene(&["5D 9H", "KS"], "4H") };
    act(&mut game, &["attack 5D"]);
    assert_eq!(game.av, 9);
    let last = Propre { ready: Seats::only(seat(0)), ..scene(&["5D", "KS"], "4H") };
    assert_eq!(verdict(&last, "attack 5D"), "PP-R8");
}

#[test]
fn pp_r9_threes_and_sevens_block() {
    let block = |av, card: &str| {
        let mut game = Propre { av, ..scene(&["3C 7D 9H", "KS"], "4H") };
        act(&mut game, &[&format!("block {card}")]);
        (game.av, game.b)
    };
    assert_eq!(block(5, "3C"), (2, true));
    assert_eq!(block(5, "7D"), (0, false));
    assert_eq!(block(7, "7D"), (0, false));
    assert_eq!(block(0, "3C"), (0, false));
    assert_eq!(verdict(&scene(&["9H 4C", "KS"], "4H"), "block 9H"), "PP-R9");
}

#[test]
fn pp_r9_a_last_card_blocks_only_an_attack() {
    let mut game = scene(&["3C", "KS"], "4H");
    game.ready = Seats::only(seat(0));
    assert_eq!(verdict(&game, "block 3C"), "PP-R9");
    game.av = 3;
    assert_eq!(verdict(&game, "block 3C"), "ok");
    act(&mut game, &["block 3C"]);
    assert_eq!(game.winner, Some(seat(0)), "the attack is blocked and the hand empty");
}

#[test]
fn pp_r9_the_other_of_three_and_seven_may_clear_the_attack() {
    let after = |fc, av, pile: &str, played: &str| {
        let game = Propre { fc, av, b: true, ..scene(&["3C 7D 9H", "KS"], pile) };
        verdict(&game, &format!("block {played} clear"))
    };
    assert_eq!(after(false, 9, "QH 7S", "3C"), "ok");
    assert_eq!(after(false, 9, "QH 3S", "7D"), "ok");
    assert_eq!(after(true, 9, "QH 7S", "3C"), "PP-R9", "not as the first card");
    assert_eq!(after(false, 3, "QH 7S", "3C"), "PP-R9", "the block alone does it");
    assert_eq!(after(false, 4, "QH 7S", "3C"), "ok");
    assert_eq!(after(false, 7, "QH 3S", "7D"), "PP-R9");
    assert_eq!(after(false, 9, "QH 3S", "3C"), "PP-R9", "not on its own rank");
    assert_eq!(after(false, 9, "7S QH", "3C"), "PP-R9", "only on the top card");
    assert_eq!(after(false, 9, "QH 4S=7S", "3C"), "ok", "a sideways four is a seven");

    let mut game = Propre { fc: false, av: 9, b: true, ..scene(&["3C 9H", "KS"], "QH 7S") };
    act(&mut game, &["block 3C clear"]);
    assert_eq!((game.av, game.b, game.fc), (0, true, false), "B stays as the block set it");
}

#[test]
fn pp_r9_an_empty_hand_under_attack_does_not_win() {
    let mut game = scene(&["3C", "KS QS", "QC"], "4H");
    (game.av, game.ready, game.mv) = (5, Seats::only(seat(0)), 3);
    let mut events = Vec::new();
    game.apply("block 3C".parse().unwrap(), &mut events).unwrap();
    assert!(events.contains(&Event::Prevented { seat: seat(0), av: 2 }), "{events:?}");
    assert_eq!((hand(&game, 0).len(), game.av, game.pw, game.winner), (2, 0, false, None));
    assert_eq!((game.active, game.mv), (seat(1), 1), "the tens played before are forgotten");
}

#[test]
fn pp_r10_a_ten_moves_the_turn_one_seat_more_or_less() {
    let mut game = scene(&["TH 9C", "KS", "QS"], "4H");
    act(&mut game, &["ten TH +", "pass"]);
    assert_eq!((game.active, game.mv), (seat(2), 1));
    let mut game = scene(&["TH 9C", "KS", "QS"], "4H");
    act(&mut game, &["ten TH -", "pass"]);
    assert_eq!((game.active, game.mv, game.fc), (seat(0), 1, true));
    let game = scene(&["TC 9C", "KS"], "4H");
    assert_eq!(refused(&game, "ten TC +"), "10♣: neither suit nor rank fits 4♥ (PP-R4)");
    assert_eq!(verdict(&game, "ten 9C -"), "PP-R10");
    let last = Propre { ready: Seats::only(seat(0)), ..scene(&["TH", "KS"], "4H") };
    assert_eq!((verdict(&last, "ten TH +"), verdict(&last, "play TH")), ("PP-R10", "ok"));
    let attacked = Propre { av: 2, ..scene(&["TH 9C", "KS"], "2H") };
    assert_eq!(verdict(&attacked, "ten TH +"), "ok", "a ten may be played under attack");
}

#[test]
fn pp_r11_a_jack_turns_the_direction() {
    let mut game = scene(&["JC 9C", "KS", "QS"], "4H");
    act(&mut game, &["jack JC", "pass"]);
    assert_eq!((game.cw, game.active), (false, seat(2)));
    assert_eq!(verdict(&scene(&["JC 9C", "KS"], "4H"), "jack 9C"), "PP-R11");
    assert_eq!(verdict(&scene(&["JC", "KS"], "4H"), "jack JC"), "PP-R11");
}

#[test]
fn pp_r12_an_ace_takes_the_suit_one_names() {
    let mut game = scene(&["AC 9C 9D", "KS"], "4H");
    act(&mut game, &["ace AC D", "pass"]);
    assert_eq!(game.in_force.as_slice(), cards("4H AD"));
    assert_eq!(game.pile.as_slice(), cards("4H AC"));
    assert_eq!(verdict(&scene(&["AC 9C", "KS"], "4H"), "ace 9C D"), "PP-R12");
    assert_eq!(verdict(&scene(&["AC", "KS"], "4H"), "ace AC D"), "PP-R12");
    let attacked = Propre { av: 2, ..scene(&["AC 9C", "KS"], "4H") };
    assert_eq!(verdict(&attacked, "ace AC D"), "PP-R12");
}

#[test]
fn pp_r13_a_card_is_played_plainly_where_it_fits() {
    let mut game = scene(&["9H 2H 9C", "KS"], "4H");
    assert_eq!(refused(&game, "play 9C"), "9♣: neither suit nor rank fits 4♥ (PP-R4)");
    act(&mut game, &["play 2H"]);
    assert_eq!((game.av, game.fc), (0, false), "no effect");
    let attacked = Propre { av: 2, ..scene(&["9H 9C", "KS"], "4H") };
    assert_eq!(verdict(&attacked, "play 9H"), "PP-R13");
}

#[test]
fn pp_r13_sideways_makes_eleven_less_the_rank() {
    let rows = [("2H", "9H"), ("3H", "8H"), ("5H", "6H"), ("6H", "5H"), ("9H", "2H"), ("TH", "AH")];
    for (played, becomes) in rows {
        let mut game = scene(&[&format!("{played} KC"), "KS"], "4H");
        act(&mut game, &[&format!("play {played} sideways")]);
        assert_eq!(game.in_force.top(), Some(becomes.parse().unwrap()));
        assert_eq!(game.pile.top(), Some(played.parse().unwrap()));
    }
    let game = scene(&["JH AH KC", "KS"], "4H");
    assert_eq!(
        (verdict(&game, "play JH sideways"), verdict(&game, "play AH sideways")),
        ("PP-R13", "PP-R13")
    );
    // The match is judged by what is printed: 7 becomes 4, but that does not make it fit a four.
    assert_eq!(verdict(&scene(&["7C KC", "KS"], "4H"), "play 7C sideways"), "PP-R4");
    assert_eq!(
        verdict(&scene(&["5C KC", "KS"], "6S 6C"), "play 5C sideways"),
        "ok",
        "a five may become a third six"
    );
}

#[test]
fn pp_j6_the_first_card_of_a_turn_goes_on_anything() {
    let game = scene(&["2C 5C 3C 7C JC AC TC", "KS"], "4H");
    for action in ["attack 2C", "attack 5C", "block 3C", "block 7C", "jack JC", "ace AC S"] {
        assert_eq!(verdict(&game, action), "ok", "{action}");
    }
    assert_eq!((verdict(&game, "ten TC +"), verdict(&game, "play 2C")), ("PP-R4", "PP-R4"));
    let later = Propre { fc: false, ..game };
    for action in ["attack 2C", "block 7C", "jack JC", "ace AC S"] {
        assert_eq!(verdict(&later, action), "PP-R5", "{action}");
    }
}

#[test]
fn pp_j12_of_two_equal_cards_each_action_is_listed_once() {
    let mut game = scene(&["9H 3C 9H", "KS", "QS", "QD", "QC"], "4H");
    let plays = legal(&game);
    assert_eq!(plays.iter().filter(|action| action.as_str() == "play 9H").count(), 1, "{plays:?}");
    act(&mut game, &["replace 9H"]);
    assert_eq!(game.pile.as_slice(), cards("4H 3C 9H 9H"), "the first of them goes on top");
}

#[test]
fn what_can_be_done_is_listed_card_by_card_and_choices_last() {
    let game = scene(&["2H 7C TH AC", "KS"], "4H");
    let expected = "pass, replace 2H, attack 2H, play 2H, play 2H sideways, replace 7C, block 7C, replace TH, play TH, \
                    play TH sideways, replace AC, ten TH +, ten TH -, ace AC S, ace AC H, ace AC D, ace AC C";
    assert_eq!(legal(&game).join(", "), expected);
}

#[test]
fn a_hand_of_a_whole_deck_is_listed_in_full() {
    let deck: Vec<String> = DECK.iter().map(ToString::to_string).collect();
    for fc in [true, false] {
        let game = Propre { fc, ..scene(&[&deck.join(" "), "KS", "QS", "JS", "TS"], "9H 4H") };
        let accepted: Vec<Action> =
            Action::all().into_iter().filter(|&action| game.check(action).is_ok()).collect();
        let mut listed = Vec::new();
        game.legal(&mut listed);
        listed.sort_unstable();
        assert_eq!(listed.len(), accepted.len());
        assert!(accepted.iter().all(|action| listed.binary_search(action).is_ok()));
    }
}
