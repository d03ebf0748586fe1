//! Who sees what, and how it is told.

use super::*;

fn marks(game: &Grapples, owner: usize) -> Vec<Kinds> {
    game.view(Viewer::Public).hand(seat(owner)).iter().map(|held| held.may_be).collect()
}

#[test]
fn own_hand_and_total_are_seen_and_other_hands_are_counted() {
    let mut game = usual(3, "3H KH 5H 6H");
    hold(&mut game, 1, "9S");
    play(&mut game, "0 keep left");
    let view = game.view(Viewer::Seat(seat(1)));
    assert_eq!(sees(&game, 1, 1), "9S KH");
    assert_eq!((sees(&game, 1, 0), sees(&game, 1, 2)), ("?".to_owned(), "?".to_owned()));
    assert_eq!(view.totals, [None, Some(-1), None]);
    let text = described(&game, 1);
    assert!(
        text.contains("You: 2 cards: nine of spades (9), king of hearts (−10); together −1 Grapples"),
        "{text}"
    );
    assert!(text.contains("Ann: 1 card, dealer (1 of 2 turns taken)"), "{text}");
    assert!(text.contains("Dealing goes to the left"), "{text}");
}

#[test]
fn gr_j13_a_choice_gives_away_the_kind_of_card_and_no_more() {
    for (card, kind, words) in [
        ("JC", Kinds::JACK, "Bob is dealt a jack."),
        ("2D", Kinds::DOUBLE, "Bob is dealt a two or a joker."),
        ("QH", Kinds::QUEEN, "Bob is dealt a queen."),
        ("AS", Kinds::SPADE_ACE, "Bob is dealt the ace of spades (0)."),
    ] {
        let mut game = usual(3, &format!("5H {card}"));
        let events = play(&mut game, "0 keep left");
        assert_eq!(marks(&game, 1), [kind]);
        assert_eq!(told(&events, 3, 2).last().unwrap(), words);
        let open = if card == "AS" { "AS" } else { "?" };
        assert_eq!(sees(&game, 2, 1), open);
    }
}

#[test]
fn gr_j13_silence_gives_away_what_a_card_is_not() {
    // The dealer's jack asks nothing, and neither does a queen while nobody else has a card.
    let mut game = usual(3, "JH 5H 6H");
    play(&mut game, "0 keep left");
    assert_eq!(marks(&game, 0), [Kinds::PLAIN.or(Kinds::JACK).or(Kinds::QUEEN)]);
    assert_eq!(marks(&game, 1), [Kinds::PLAIN]);
    // Imagined hidden cards keep to that.
    let mut dice = Dice::new(&Seed::from_number(1));
    let view = game.view(Viewer::Seat(seat(2)));
    let mut first = std::collections::BTreeSet::new();
    for _ in 0..300 {
        let imagined = Grapples::imagine(&view, &mut dice);
        assert!(Kinds::PLAIN.fit(imagined.hands[1].top().unwrap()));
        first.insert(format!("{:?}", Kinds::of(imagined.hands[0].top().unwrap())));
    }
    assert_eq!(first.into_iter().collect::<Vec<_>>(), ["jack", "plain", "queen"]);
}

#[test]
fn gr_j13_hidden_cards_are_imagined_as_often_as_they_are_likely() {
    // Seat 0's card is plain, a jack or a queen: 39 + 4 + 4, less the two plain ones that the others hold.
    let mut game = usual(3, "KH 5H 6H");
    play(&mut game, "0 keep left");
    let view = game.view(Viewer::Seat(seat(2)));
    let mut dice = Dice::new(&Seed::from_number(2));
    let jacks = (0..4000).filter(|_| {
        let imagined = Grapples::imagine(&view, &mut dice);
        Kinds::of(imagined.hands[0].top().unwrap()) == Kinds::JACK
    });
    let share = jacks.count() as f64 / 4000.0;
    assert!((share - 4.0 / 45.0).abs() < 0.02, "{share}");
}

#[test]
fn gr_j14_a_trade_shows_the_queen_to_all_and_the_cards_to_both() {
    let mut game = usual(4, "QH KH KC KD");
    hold(&mut game, 1, "3S 4S 5S 6S");
    hold(&mut game, 3, "9S");
    let mut events = play(&mut game, "0 keep left, 0 trade 1");
    assert_eq!(sees(&game, 3, 0), "QH");
    events.extend(play(&mut game, "0 point 1, 0 point 2, 0 point 3"));
    let got = hand(&game, 0);
    assert_eq!((sees(&game, 0, 0), sees(&game, 1, 0)), (got.clone(), got));
    assert_eq!(sees(&game, 3, 0), "? ? ?");
    assert_eq!((sees(&game, 0, 1).as_str(), sees(&game, 3, 1).as_str()), ("? QH ?", "? QH ?"));
    let line = |viewer| told(&events, 4, viewer).into_iter().find(|line| line.contains(" from ")).unwrap();
    assert_eq!(line(3), "Ann gets 3 cards from Bob, and Bob gets the queen of hearts.");
    assert!(line(1).starts_with("Ann gets the "), "{}", line(1));
    assert!(line(1).ends_with(" from you, and you get the queen of hearts."), "{}", line(1));
}

#[test]
fn gr_j14_after_pointing_only_the_two_know_single_cards() {
    let mut game = usual(3, "QH KH KC KD QD");
    hold(&mut game, 1, "JS 4S 5S 6S 7S");
    // Seat 2 has known the jack and the six for a while, and seat 0 the seven.
    let [jack, six, seven] = ["JS", "6S", "7S"].map(|code| code.parse::<Card>().unwrap().index());
    (game.known[jack], game.known[six]) =
        (Seats::first(3).without(seat(0)), Seats::first(3).without(seat(0)));
    game.known[seven] = Seats::first(2);
    play(&mut game, "0 keep left, 0 trade 1");
    assert_eq!((sees(&game, 0, 1).as_str(), sees(&game, 2, 1).as_str()), ("? ? ? ? 7S", "JS ? ? 6S ?"));
    game.trade.as_mut().unwrap().layout = Pile::of(&read("7S 6S 5S 4S JS"));
    play(&mut game, "0 point 3, 0 point 4, 0 point 5");
    assert_eq!((sees(&game, 0, 1).as_str(), sees(&game, 0, 0).as_str()), ("7S ? QH ?", "5S 4S JS"));
    assert_eq!((sees(&game, 2, 1).as_str(), sees(&game, 2, 0).as_str()), ("? ? QH ?", "? ? ?"));
    assert_eq!(sees(&game, 1, 0), "5S 4S JS");
    let mixed = Kinds::PLAIN.or(Kinds::JACK);
    assert_eq!(
        (marks(&game, 0), marks(&game, 1)),
        (vec![mixed; 3], vec![mixed, mixed, Kinds::QUEEN, Kinds::PLAIN])
    );
}

#[test]
fn gr_j14_a_hand_bought_whole_takes_what_is_known_along() {
    let mut game = usual(3, "QH KH KC KD");
    hold(&mut game, 1, "JS 4S");
    game.known[read("JS")[0].index()] = Seats::only(seat(1)).with(seat(2));
    play(&mut game, "0 keep left, 0 trade 1");
    assert_eq!((sees(&game, 2, 0).as_str(), sees(&game, 1, 0).as_str()), ("JS ?", "JS 4S"));
}

#[test]
fn gr_j16_who_has_looked_keeps_knowing() {
    let mut game = usual(3, "5H 6H 7H");
    let events = play(&mut game, "0 give left");
    assert_eq!((sees(&game, 0, 1).as_str(), sees(&game, 2, 1).as_str()), ("5H", "?"));
    assert!(told(&events, 3, 0).contains(&"Bob is dealt the five of hearts (5).".to_owned()));
    assert!(told(&events, 3, 2).contains(&"Bob is dealt a card.".to_owned()));

    let mut game = usual(3, "5H 6H 7H");
    play(&mut game, "0 tap out");
    let top = |viewer| game.view(Viewer::Seat(seat(viewer))).top;
    assert_eq!([0, 1, 2].map(top), [Some(read("5H")[0]), Some(read("5H")[0]), None]);
    assert_eq!(game.view(Viewer::Public).top, None);
}

#[test]
fn buttons_say_what_they_do() {
    let names = names(3);
    let label = |game: &Grapples, action: &str| {
        let you = game.to_act().unwrap();
        let seating = Seating { names: &names, you: Some(you) };
        Grapples::label(&game.view(Viewer::Seat(you)), action.parse().unwrap(), &seating)
    };
    let mut game = usual(3, "QS KH KC KD");
    assert_eq!(label(&game, "keep left"), "Keep Q♠, deal left");
    assert_eq!(label(&game, "give right"), "Give Q♠ to Cleo");
    assert_eq!(label(&game, "tap out"), "Tap out: Bob takes the deal");
    hold(&mut game, 1, "3S 4S 5S 6S 7S 8S 9S 3D 4D");
    play(&mut game, "0 keep left");
    hold(&mut game, 2, "3C");
    assert_eq!(label(&game, "trade 1"), "Trade Q♠ with Bob for 4 of 9 cards");
    assert_eq!(label(&game, "trade 2"), "Trade Q♠ with Cleo for their only card");
    hold(&mut game, 2, "4C");
    assert_eq!(label(&game, "trade 2"), "Trade Q♠ with Cleo for both cards");
    hold(&mut game, 2, "5C");
    assert_eq!(label(&game, "trade 2"), "Trade Q♠ with Cleo for all 3 cards");
    assert_eq!(label(&game, "keep queen"), "Keep Q♠");
    play(&mut game, "0 trade 1");
    assert_eq!(label(&game, "point 3"), "Point at card 3");
}

#[test]
fn a_trade_names_its_price() {
    for (theirs, price, yours) in [
        ("3S", "their only card", "your only card"),
        ("3S 4S", "both cards", "both cards"),
        ("3S 4S 5S", "all 3 cards", "all 3 cards"),
        ("3S 4S 5S 6S", "3 of 4 cards", "3 of 4 cards"),
    ] {
        let mut game = usual(3, "QH KH KC KD");
        hold(&mut game, 1, theirs);
        let events = play(&mut game, "0 keep left, 0 trade 1");
        let line = |viewer| told(&events, 3, viewer).into_iter().find(|line| line.contains("trade")).unwrap();
        assert_eq!(line(2), format!("Ann shows the queen of hearts and trades it with Bob for {price}."));
        assert_eq!(line(1), format!("Ann shows the queen of hearts and trades it with you for {yours}."));
    }
}

#[test]
fn gr_j13_hidden_cards_of_one_kind_are_counted() {
    let mut game = usual(3, "5H 2S XR 6H");
    play(&mut game, "0 keep left, 1 take");
    assert!(described(&game, 2).contains("Bob: 2 cards: 2 twos or jokers\n"), "{}", described(&game, 2));
}

fn fits_its_marks(game: &Grapples) -> bool {
    game.hands.iter().flat_map(Pile::as_slice).all(|&card| game.marks[card.index()].fit(card))
}

#[test]
fn gr_j13_neither_the_true_deal_nor_an_imagined_one_contradicts_what_was_seen() {
    let rules = [Rules::default(), with(&[("double_down", "forced"), ("dealer_may_redeem", "true")])];
    for number in 0..60 {
        let (players, seed) = (2 + number as usize % 7, Seed::from_number(number));
        let mut game = Grapples::start(&rules[number as usize % 2], players, &seed, &mut ());
        let (mut dice, mut legal) = (playout::dice(&seed), Vec::new());
        while let Some((_, engine::Act::Play(action))) = playout::choose(&game, &mut dice, &mut legal) {
            assert!(fits_its_marks(&game), "seed {number}");
            for viewer in [Viewer::Public, Viewer::Seat(game.turn), Viewer::Seat(game.dealer)] {
                let imagined = Grapples::imagine(&game.view(viewer), &mut dice);
                assert!(fits_its_marks(&imagined), "seed {number}, {viewer:?}");
            }
            game.apply(action, &mut ()).unwrap();
        }
        assert!(fits_its_marks(&game), "seed {number}, at the end");
    }
}

/// Rollouts look at imagined games in a quicker way, which must show the same.
#[test]
fn a_glance_shows_what_the_view_shows() {
    for number in 0..60 {
        let seed = Seed::from_number(number);
        let players = 2 + number as usize % 7;
        let mut game = Grapples::start(&Rules::default(), players, &seed, &mut ());
        let (mut dice, mut legal) = (playout::dice(&seed), Vec::new());
        while let Some((seat, engine::Act::Play(action))) = playout::choose(&game, &mut dice, &mut legal) {
            let view = game.view(Viewer::Seat(seat));
            let glance = game.glance().unwrap();
            assert_eq!(glance, view.glance(), "seed {number}, {action}");
            assert_eq!(
                (0..8).map(|index| glance.hand(super::seat(index))).collect::<Vec<_>>(),
                (0..8).map(|index| view.hand(super::seat(index))).collect::<Vec<_>>()
            );
            let top = view.top.filter(|_| view.phase == Phase::Dealer);
            assert_eq!(game.at_a_glance(), (view.phase, view.direction, top));
            game.apply(action, &mut ()).unwrap();
        }
        assert_eq!(game.glance(), None);
    }
}

#[test]
fn the_direction_is_named_as_on_the_buttons_and_as_the_arrows_go() {
    for (side, words, way) in [
        ("left", "to the left ↻", engine::scene::Way::Clockwise),
        ("right", "to the right ↺", engine::scene::Way::Counter),
    ] {
        let mut game = usual(3, "3H KH 5H 6H");
        play(&mut game, &format!("0 keep {side}"));
        let seating = Seating { names: &[], you: None };
        let scene = Grapples::scene(&game.view(Viewer::Public), &seating);
        assert_eq!((&*scene.facts[0].value, scene.way), (words, Some(way)));
        assert_eq!(scene.facts[1], engine::scene::Fact::new("Turns dealt", "1 of 2"));
    }
}

#[test]
fn the_prompt_says_why_there_is_a_choice() {
    let mut game = usual(3, "3H JH 5H 6H");
    let prompt = |game: &Grapples, you: usize| {
        let seating = Seating { names: &[], you: Some(seat(you)) };
        Grapples::scene(&game.view(Viewer::Seat(seat(you))), &seating).prompt
    };
    assert_eq!(prompt(&game, 0), "You deal: keep the top card, give it away, or tap out.");
    play(&mut game, "0 keep left");
    assert_eq!(prompt(&game, 1), "A jack: ask Seat 0 for the deal, or keep quiet.");
    play(&mut game, "1 ask");
    assert_eq!(prompt(&game, 0), "Seat 1 asks for the deal: tap out for them, or stay dealer.");
}

#[test]
fn the_player_after_the_newest_card_is_next() {
    let next = |game: &Grapples| {
        let scene = Grapples::scene(&game.view(Viewer::Public), &Seating { names: &[], you: None });
        scene.sitters.into_iter().find(|sitter| sitter.next).map(|sitter| (sitter.seat, sitter.marks))
    };
    let mut game = usual(4, "3H JH 5H JS 6H 9C");
    assert_eq!(next(&game), None, "the dealer's choice decides it");
    play(&mut game, "0 keep right");
    // Seat 3 has the jack.
    assert_eq!(next(&game), Some((seat(2), vec!["gets the next card".into()])));
    play(&mut game, "3 ask");
    assert_eq!(next(&game).map(|(seat, _)| seat), Some(seat(2)), "also while the dealer is asked");
    play(&mut game, "0 refuse");
    // Seat 1 has a jack, too, and after it comes the dealer's own turn.
    assert_eq!(next(&game).map(|(seat, marks)| (seat, marks.len())), Some((seat(0), 1)));
}

#[test]
fn a_card_is_promised_only_to_a_player_who_gets_it() {
    let next = |deck: &str, script: &str| {
        let mut game = usual(3, deck);
        play(&mut game, script);
        let scene = Grapples::scene(&game.view(Viewer::Public), &Seating { names: &[], you: None });
        let next = scene.sitters.into_iter().find(|sitter| sitter.next)?;
        Some((next.seat, next.marks.iter().any(|mark| mark == "gets the next card")))
    };
    assert_eq!(next("3H 2H 5H 6H", "0 keep left"), Some((seat(2), false)), "seat 1 may double down first");
    let twice = next("3H 4H 5H 6H 7H JH 8H", "0 keep left, 0 keep left");
    assert_eq!(twice, Some((seat(0), true)), "a dealer who has had both turns is dealt to like anyone else");
}
