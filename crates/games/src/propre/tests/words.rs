//! What is said, what is shown, what is explained.

use super::*;

#[test]
fn pp_r18_anyone_may_speak_at_any_time_and_last_card_costs_a_card() {
    let mut game = Propre { fc: false, av: 3, ..scene(&["9C 4D", "KS", "QS"], "QH 4H") };
    let before = game.clone();
    say(&mut game, 2, "last card");
    assert_eq!(hand(&game, 2).len(), 2);
    say(&mut game, 0, "Last Card!");
    assert_eq!(hand(&game, 0).len(), 3);
    say(&mut game, 1, "What a lovely evening");
    assert_eq!(hand(&game, 1).len(), 1);
    // PP-J14: nothing else changes, not even in the middle of one's own turn.
    assert_eq!((game.active, game.fc, game.av, game.mv), (before.active, before.fc, before.av, before.mv));
    assert_eq!(game.hear(seat(3), "hello", &mut ()), Err(Refusal::NobodyThere { seat: seat(3) }));
}

#[test]
fn pp_r19_the_last_card_must_be_declared_before_the_turn_came() {
    let mut game = scene(&["9H", "KS 5C"], "4H");
    assert!(refused(&game, "play 9H").contains("you said \"Propreantepenultimate Card\""));
    assert_eq!(verdict(&game, "play 9H"), "PP-R19");
    say(&mut game, 0, NAME);
    assert_eq!(verdict(&game, "play 9H"), "PP-R19", "too late for this turn");
    act(&mut game, &["pass", "pass"]);
    assert!(game.ready.has(seat(0)) && !game.ready.has(seat(1)));

    let mut game = Propre { av: 3, ..scene(&["3H", "KS 5C"], "4H") };
    assert_eq!(verdict(&game, "block 3H"), "PP-R19", "blocking is playing");
    game.ready = Seats::only(seat(0));
    assert_eq!(verdict(&game, "block 3H"), "ok");
}

#[test]
fn pp_r19_one_can_declare_on_the_turn_of_another() {
    let mut game = scene(&["9C 4D", "KH QH"], "4H");
    say(&mut game, 1, NAME);
    act(&mut game, &["pass", "play KH", "play QH"]);
    assert_eq!(game.winner, Some(seat(1)));
}

#[test]
fn pp_r19_another_turn_for_the_same_player_is_no_change() {
    let mut game = scene(&["TH 9H", "KS", "QS"], "4H");
    say(&mut game, 0, NAME);
    act(&mut game, &["ten TH -", "pass"]);
    assert_eq!((game.active, verdict(&game, "play 9H")), (seat(0), "PP-R19"));
}

#[test]
fn pp_j11_a_turn_that_goes_once_round_is_no_change() {
    let mut game = scene(&["TH 9H", "KS"], "4H");
    say(&mut game, 0, NAME);
    act(&mut game, &["ten TH +", "pass"]);
    assert_eq!((game.active, game.ready), (seat(0), Seats::NONE));
}

#[test]
fn pp_r20_a_slip_of_the_tongue_costs_a_card() {
    let mut game = scene(&["9C 4D", "KS"], "4H");
    let events = say(&mut game, 1, "Penultimate Card");
    assert_eq!(hand(&game, 1).len(), 2);
    assert!(matches!(
        &events[..],
        [Event::Said { heard: Heard::Mispronounced, .. }, Event::Draw { cause: Cause::Words, .. }]
    ));
    assert!(!game.declared.has(seat(1)));
}

#[test]
fn pp_j8_the_full_name_or_the_true_one_declares() {
    let mut game = scene(&["9C 4D", "KS"], "4H");
    say(&mut game, 0, "propreantepenultimate card");
    say(&mut game, 1, "True Propreantepenultimate Card!");
    assert_eq!(game.declared, Seats::first(2));
    assert_eq!((hand(&game, 0).len(), hand(&game, 1).len()), (2, 1));
}

#[test]
fn pp_v1_a_declaration_holds_for_the_game_or_until_a_draw() {
    for (declaration, holds) in [(Declaration::Once, true), (Declaration::UntilDraw, false)] {
        let both = Seats::first(2);
        let start = || {
            let mut game = scene(&["9C 4D", "KS"], "4H");
            game.rules.declaration = declaration;
            (game.declared, game.ready) = (both, both);
            game
        };
        let left = if holds { both } else { Seats::only(seat(1)) };
        for action in ["pass", "replace 9C"] {
            let mut game = start();
            act(&mut game, &[action]);
            assert_eq!((game.declared, game.ready), (left, left), "{action}");
        }
        let mut game = start();
        say(&mut game, 0, "last card");
        assert_eq!((game.declared, game.ready), (left, left), "a card for words");
    }
}

#[test]
fn pp_j13_drawing_no_card_at_all_voids_nothing() {
    let mut game = scene(&["9C 4D", "KS"], "QS 4H");
    game.rules.declaration = Declaration::UntilDraw;
    game.stock.clear();
    say(&mut game, 0, NAME);
    say(&mut game, 0, "propre");
    assert!(game.declared.has(seat(0)));
}

#[test]
fn pp_j14_a_card_for_words_comes_at_once() {
    let mut game = scene(&["9H", "KS", "QS"], "4H");
    game.ready = Seats::only(seat(0));
    say(&mut game, 0, "last card");
    act(&mut game, &["play 9H"]);
    assert_eq!((game.winner, hand(&game, 0).len()), (None, 1), "that was not the last card any more");
}

#[test]
fn random_players_think_of_declaring_when_few_cards_are_left() {
    let mut game = scene(&["9C 4D 3S", "KS"], "4H");
    assert_eq!((game.remark(seat(0)), game.remark(seat(1)), game.remark(seat(7))), (Some(NAME), None, None));
    say(&mut game, 0, NAME);
    assert_eq!(game.remark(seat(0)), None);
    assert_eq!(scene(&["9C 4D 3S 3H", "KS"], "4H").remark(seat(0)), None);
}

#[test]
fn cards_drawn_are_seen_by_the_one_who_draws() {
    let event = Event::Draw { seat: seat(1), cards: cards("9C 4D"), cause: Cause::Attack };
    let own = Propre::show(&event, Viewer::Seat(seat(1)));
    assert_eq!(
        own,
        Some(Seen::Draw { seat: seat(1), number: 2, cards: Some(cards("9C 4D")), cause: Cause::Attack })
    );
    for viewer in [Viewer::Seat(seat(0)), Viewer::Public] {
        let seen = Propre::show(&event, viewer);
        assert_eq!(seen, Some(Seen::Draw { seat: seat(1), number: 2, cards: None, cause: Cause::Attack }));
    }
    let mut deal = Vec::new();
    let game = Propre::start(&Rules::default(), 3, &Seed::from_number(4), &mut deal);
    let Some(Seen::Deal { hand: own, .. }) = Propre::show(&deal[0], Viewer::Seat(seat(2))) else { panic!() };
    assert_eq!(own.as_deref(), Some(hand(&game, 2)));
    assert!(matches!(Propre::show(&deal[0], Viewer::Public), Some(Seen::Deal { hand: None, .. })));
}

fn names() -> [engine::Name; 3] {
    ["Ann", "Bob", "Cleo"].map(|name| engine::Name::new(name).unwrap())
}

/// What that player is told of these events.
fn told(events: &[Event], viewer: usize) -> Vec<String> {
    let (names, viewer) = (names(), seat(viewer));
    let seating = Seating { names: &names, you: Some(viewer) };
    let seen = events.iter().filter_map(|event| Propre::show(event, Viewer::Seat(viewer)));
    seen.filter_map(|seen| Propre::tell(&seen, &seating)).collect()
}

#[test]
fn what_is_said_is_told_with_what_it_costs() {
    let mut game = scene(&["9C 4D", "KS", "QS"], "4H");
    let mut line = |words: &str, viewer| told(&say(&mut game, 0, words), viewer).remove(0);
    assert_eq!(line("last card", 0), "You say: \"last card\". Careful: those words cost a card.");
    assert_eq!(line("Last Card!", 1), "Ann says: \"Last Card!\" Careful: those words cost a card.");
    assert_eq!(line("propre", 1), "Ann says: \"propre\". That is not quite the name, and it costs a card.");
    assert_eq!(line("Hello", 1), "Ann says: \"Hello\".");
    assert_eq!(line(NAME, 0), format!("You say: \"{NAME}\". The last card is declared."));
    let described =
        |game: &Propre| Propre::describe(&game.view(Viewer::Public), &Seating { names: &names(), you: None });
    assert!(described(&game).contains("Ann: 5 cards, declared, on turn"), "{}", described(&game));
    game.ready = game.declared;
    assert!(described(&game).contains("Ann: 5 cards, can win this turn, on turn"), "{}", described(&game));
}

#[test]
fn another_turn_is_told_to_the_player_who_has_it() {
    let mut game = scene(&["TH TD 9C", "KS", "QS"], "4H");
    let view = game.view(Viewer::Seat(seat(0)));
    let names = names();
    let seating = |viewer| Seating { names: &names, you: Some(seat(viewer)) };
    let label = Propre::label(&view, "ten TH -".parse().unwrap(), &seating(0));
    assert_eq!(label, "Play 10♥: you have another turn");
    let mut events = Vec::new();
    game.apply("ten TH -".parse().unwrap(), &mut events).unwrap();
    assert_eq!(told(&events, 0), ["You play 10♥: you have another turn."]);
    assert_eq!(told(&events, 1), ["Ann plays 10♥: Ann has another turn."]);
    let described = Propre::describe(&game.view(Viewer::Seat(seat(1))), &seating(1));
    assert!(described.contains("clockwise, Ann has another turn"), "{described}");
    let twice = [Event::Ten { seat: seat(0), card: cards("TD")[0], mv: -1 }];
    assert_eq!(told(&twice, 0), ["You play 10♦: you have 2 more turns."]);
    let one = [Event::Reshuffle { cards: 1 }];
    assert_eq!(told(&one, 0), ["The stock is empty: 1 card of the pile is shuffled into a new one."]);
}

#[test]
fn why_card_names_each_option_and_each_part() {
    let game = Propre { fc: false, ..scene(&["TC 9C 5D", "KS"], "4H 9H") };
    let view = game.view(Viewer::Seat(seat(0)));
    let why = Propre::why_card(&view, cards("TC")[0]).unwrap();
    let expected = [
        "ten TC + or -: no, it is only one rank off, so suit or rank must fit 9♥ as well, and neither does (PP-R15)",
        "play TC: no, it is only one rank off, so suit or rank must fit 9♥ as well, and neither does (PP-R15)",
        "play TC sideways: no, it is only one rank off, so suit or rank must fit 9♥ as well, and neither does (PP-R15)",
        "replace TC: no, you can replace your hand only before you have played a card this turn (PP-R7)",
        "Type 1 match with 9H: no third six: yes (PP-R3); suit or rank fits: no (PP-R4)",
        "Type 2 match with 9H or 4H (PP-R5): (1) same rank: no; (2) one rank off: yes; (3) 3 and 7 right after a \
         block: no; (4) sum, difference, product or quotient: no; (5) ace of spades on A, J, Q or K: no; (6) as many \
         as the run on top, 1: no",
    ];
    assert_eq!(why.lines().collect::<Vec<_>>(), expected);
    let first = scene(&["5D 9C", "KS"], "4H").view(Viewer::Seat(seat(0)));
    let why = Propre::why_card(&first, cards("5D")[0]).unwrap();
    assert!(
        why.starts_with("attack 5D: yes (PP-R8)\nplay 5D: no, neither suit nor rank fits 4♥ (PP-R4)"),
        "{why}"
    );
    assert_eq!(Propre::why_card(&first, cards("KS")[0]), None);
    let waiting = game.view(Viewer::Seat(seat(1)));
    assert!(Propre::why_card(&waiting, cards("KS")[0]).unwrap().contains("wait"));
}

/// What is explained as possible is what is listed.
#[test]
fn why_card_agrees_with_the_list() {
    let mut legal = Vec::new();
    for number in 0..20 {
        let seed = Seed::from_number(number);
        let mut game = Propre::start(&Rules::default(), 4, &seed, &mut ());
        let mut dice = engine::playout::dice(&seed);
        while let Some(on_turn) = game.to_act() {
            let view = game.view(Viewer::Seat(on_turn));
            legal.clear();
            game.legal(&mut legal);
            for &card in &view.hand {
                let why = Propre::why_card(&view, card).unwrap();
                let listed =
                    |way| legal.iter().any(|action| (action.way(), action.card()) == (way, Some(card)));
                assert_eq!(why.contains(&format!("play {card}: yes")), listed(Way::Play), "{why}");
                assert_eq!(why.contains(&format!("block {card} clear: yes")), listed(Way::Clear), "{why}");
            }
            if let Some(words) = game.remark(on_turn) {
                game.hear(on_turn, words, &mut ()).unwrap();
            }
            let action = *dice.pick(&legal).unwrap();
            game.apply(action, &mut ()).unwrap();
        }
    }
}

#[test]
fn an_attack_stands_first_and_the_prompt_says_whom_it_hits() {
    let mut game = scene(&["5H 3H 2C", "4S", "6D"], "9H");
    let names = ["Ann", "Bob", "Cleo"].map(|name| engine::Name::new(name).unwrap());
    let seating = Seating { names: &names, you: Some(seat(0)) };
    let shown = |game: &Propre| Propre::scene(&game.view(Viewer::Seat(seat(0))), &seating);
    let attack = |game: &Propre| shown(game).facts.swap_remove(0);
    assert_eq!(attack(&game), engine::scene::Fact::new("Attack", "none"));
    game.av = 4;
    game.fc = false;
    assert_eq!(attack(&game), engine::scene::Fact::new("Attack", "4"));
    assert_eq!(shown(&game).prompt, "Your turn: play on, or end it. The attack of 4 goes to Bob.");
    game.cw = false;
    assert_eq!(shown(&game).prompt, "Your turn: play on, or end it. The attack of 4 goes to Cleo.");
    // A ten has moved the turn elsewhere.
    game.mv = 2;
    assert_eq!(shown(&game).prompt, "Your turn: play on, or end it.");
}

#[test]
fn whose_turn_it_is_and_that_a_turn_ends_is_in_sight_and_another_turn_is_not() {
    assert!(Propre::is_in_sight(&Seen::Pass { seat: seat(0) }), "what was played or drawn stays");
    let turn = |again| Seen::Turn { seat: seat(1), again };
    assert!(Propre::is_in_sight(&turn(false)));
    assert!(!Propre::is_in_sight(&turn(true)), "that the same player goes on is worth a line");
}

#[test]
fn a_card_that_counts_as_another_rank_lies_sideways() {
    let mut game = scene(&["7C KC AH", "4S"], "9C");
    act(&mut game, &["play 7C sideways"]);
    let seating = Seating { names: &[], you: None };
    let heaps = Propre::scene(&game.view(Viewer::Public), &seating).heaps;
    let pile: Vec<_> = heaps[0].cards.iter().map(|lying| (lying.sideways, lying.note.as_deref())).collect();
    assert_eq!(pile, [(false, None), (true, Some("as 4♣"))]);
}
