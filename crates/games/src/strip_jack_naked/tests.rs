use std::path::Path;

use engine::kit::{Trial, conform, golden, rules, seat};
use engine::{Name, Present, Refusal as _, Seating, Setup, Table};

use super::*;

/// A game about to begin: by seat what its cards are, the top one first. `-` is a plain card.
fn game(rules: Rules, piles: &[&str]) -> StripJackNaked {
    let mut state = StripJackNaked::start(&rules, piles.len(), &Seed::from_number(1), &mut ());
    let mut left: Vec<Card> = DECK.to_vec();
    for (pile, text) in state.piles.iter_mut().zip(piles) {
        let mut take = |sign: char| {
            let fits = |card: &Card| match price(*card) {
                None => sign == '-',
                Some(_) => card.rank().is_some_and(|rank| rank.code() == sign),
            };
            left.remove(left.iter().position(fits).expect("a deck has no such card left"))
        };
        let cards: Vec<Card> = text.chars().map(&mut take).collect();
        *pile = Pile::new();
        cards.into_iter().rev().for_each(|card| pile.push(card));
    }
    state.watch = Watch::new(&state.piles, Seat::FIRST);
    state
}

/// Turns over that number of cards, or as many as there are; returns what happened.
fn turn(state: &mut StripJackNaked, cards: u32) -> Vec<Event> {
    let mut events = Vec::new();
    for _ in 0..cards {
        if state.apply(Action::Turn, &mut events).is_err() {
            break;
        }
    }
    events
}

/// The cards of a pile, top first.
fn pile(state: &StripJackNaked, index: usize) -> String {
    let sign = |card: Card| card.rank().filter(|_| price(card).is_some()).map_or('-', Rank::code);
    state.pile(seat(index)).top_first().map(sign).collect()
}

fn owes(state: &StripJackNaked) -> Option<(usize, usize, u8)> {
    state.debt.map(|debt| (state.turn.index(), debt.to.index(), debt.left))
}

fn out(events: &[Event]) -> Vec<usize> {
    let seats = events.iter().filter_map(|event| match event {
        Event::Out { seat } => Some(seat.index()),
        _ => None,
    });
    seats.collect()
}

#[test]
fn sjn_r1_two_to_six_players_and_52_cards() {
    let open = |players: usize| {
        let mut setup = Setup::<StripJackNaked>::new(Seed::from_number(1));
        setup.names = vec![Name::new("Someone").unwrap(); players];
        Table::open(setup).is_ok()
    };
    assert_eq!([1, 2, 6, 7].map(open), [false, true, true, false]);
    let state = StripJackNaked::start(&Rules::default(), 2, &Seed::from_number(1), &mut ());
    assert_eq!(state.cards().len(), 52);
    assert!(!state.cards().iter().any(|card| card.is_joker()));
}

#[test]
fn sjn_r2_cards_are_dealt_one_by_one_and_nobody_sees_them() {
    for (players, dealt) in [(2, vec![26, 26]), (3, vec![18, 17, 17]), (5, vec![11, 11, 10, 10, 10])] {
        let mut events = Vec::new();
        let state = StripJackNaked::start(&Rules::default(), players, &Seed::from_number(7), &mut events);
        assert_eq!(events, [Event::Deal { piles: dealt.clone() }]);
        for viewer in [Viewer::Seat(Seat::FIRST), Viewer::Public] {
            let view = state.view(viewer);
            assert_eq!(view.piles, dealt);
            let text = serde_json::to_string(&view).unwrap();
            assert!(DECK.iter().all(|card| !text.contains(&format!("\"{card}\""))), "{text}");
        }
    }
}

#[test]
fn sjn_r3_players_turn_over_their_top_cards_in_turn() {
    let mut state = game(Rules::default(), &["---", "---", "---"]);
    let top = state.pile(Seat::FIRST).top().unwrap();
    let events = turn(&mut state, 1);
    assert_eq!(events, [Event::Turn { seat: seat(0), card: top, debt: None }]);
    assert_eq!(state.view(Viewer::Public).middle, [top]);
    for next in [1, 2, 0, 1] {
        assert_eq!(state.to_act(), Some(seat(next)));
        turn(&mut state, 1);
    }
    assert_eq!(StripJackNaked::every_action(3), [Action::Turn]);
}

#[test]
fn sjn_r4_each_picture_card_has_its_price() {
    for (card, left) in [("J", 1), ("Q", 2), ("K", 3), ("A", 4)] {
        let mut state = game(Rules::default(), &[&format!("{card}-----"), "------", "------"]);
        turn(&mut state, 1);
        for left in (1..=left).rev() {
            assert_eq!(owes(&state), Some((1, 0, left)));
            turn(&mut state, 1);
        }
        assert_eq!((owes(&state), state.to_act()), (None, Some(seat(0))));
    }
}

#[test]
fn sjn_r5_a_picture_card_ends_the_debt_and_asks_for_its_own() {
    let mut state = game(Rules::default(), &["A----", "-Q---", "-----"]);
    turn(&mut state, 3);
    assert_eq!(owes(&state), Some((2, 1, 2)));
    turn(&mut state, 2);
    assert_eq!(state.to_act(), Some(seat(1)));
    assert_eq!(state.pile(seat(1)).len(), 8);
}

#[test]
fn sjn_r6_the_middle_goes_under_the_pile_in_order() {
    let mut state = game(Rules::default(), &["-A--K", "-----Q", "-----"]);
    turn(&mut state, 4);
    let middle: Vec<Card> = state.middle.as_slice().to_vec();
    assert_eq!(owes(&state), Some((1, 0, 4)).filter(|_| middle.len() == 4));
    let events = turn(&mut state, 4);
    assert_eq!(events.last(), Some(&Event::Take { seat: seat(0), cards: 8, trick: 1 }));
    assert_eq!(pile(&state, 0), "--K---A----");
    let first = state.pile(seat(0)).top_first().nth(3);
    assert_eq!(first, middle.first().copied(), "the card that was laid first comes first");
    assert_eq!((state.to_act(), state.middle.len()), (Some(seat(0)), 0));
}

#[test]
fn sjn_r7_without_a_card_to_turn_over_a_player_is_out() {
    let mut state = game(Rules::default(), &["--", "-", "---"]);
    assert!(out(&turn(&mut state, 3)).is_empty());
    assert_eq!(out(&turn(&mut state, 1)), [1], "when the card is due, not before");
    assert_eq!(state.to_act(), Some(seat(2)));
    // A last card that must be paid for brings its player back.
    let mut state = game(Rules::default(), &["J", "-----", "-----"]);
    let events = turn(&mut state, 2);
    assert_eq!((out(&events), state.to_act()), (vec![], Some(seat(0))));
    assert_eq!(pile(&state, 0), "J-");
    // After a trick nothing comes back to a player without cards.
    let mut state = game(Rules::default(), &["J-", "-", "-----"]);
    assert_eq!(out(&turn(&mut state, 2)), [1]);
}

#[test]
fn sjn_j1_what_cannot_be_paid_in_full_ends_the_trick() {
    let mut state = game(Rules::default(), &["A-", "--", "----"]);
    let events = turn(&mut state, 3);
    assert_eq!(out(&events), [1]);
    assert_eq!(events.last(), Some(&Event::Take { seat: seat(0), cards: 3, trick: 1 }));
    assert_eq!(state.to_act(), Some(seat(0)));
    assert_eq!(state.end, None);
}

#[test]
fn sjn_r8_the_last_player_with_cards_wins_them_all() {
    let mut state = game(Rules::default(), &["-A---", "--"]);
    let events = turn(&mut state, 4);
    assert_eq!(out(&events), [1]);
    let outcome = state.outcome().unwrap();
    assert_eq!((outcome.winners, outcome.scores), (vec![seat(0)], vec![7, 0]));
    let refusal = state.check(Action::Turn).unwrap_err();
    assert_eq!((refusal.code(), refusal.clause()), ("game-over", "SJN-R8"));
    assert!(matches!(events.last(), Some(Event::Over { end: End::Won, turned: 4, .. })));
}

/// Casella and others, arXiv 2403.13855.
#[test]
fn sjn_r9_a_game_that_would_never_end_is_noticed() {
    let mut state = game(Rules::default(), &["---K---Q-KQAJ-----AAJ--J--", "----------Q----KQ-J-----KA"]);
    let events = turn(&mut state, 10_000);
    assert_eq!(state.end, Some(End::Endless { tricks: 62 }));
    assert!(state.turned < 1000, "{} cards", state.turned);
    assert_eq!(state.outcome().map(|outcome| outcome.winners), Some(vec![]));
    let seating = Seating { names: &[], you: Some(Seat::FIRST) };
    let last = StripJackNaked::tell(events.last().unwrap(), &seating).unwrap();
    assert!(last.contains("it would go on for ever") && last.contains("62 tricks ago"), "{last}");
}

/// The same piles again, but another player leads: that is another position.
#[test]
fn sjn_r9_the_leader_belongs_to_the_position() {
    let state = game(Rules::default(), &["J-K-", "-Q--"]);
    let mut watch = Watch::new(&state.piles, seat(0));
    assert_eq!(watch.repeats(&state.piles, seat(1)), None);
    assert_eq!(watch.repeats(&state.piles, seat(0)), None);
    assert_eq!(watch.repeats(&state.piles, seat(1)), Some(2));
    // Cards of the same price are the same.
    let mut other = game(Rules::default(), &["J-K-", "-Q--"]);
    other.piles[1].as_mut_slice().reverse();
    let mut watch = Watch::new(&state.piles, seat(0));
    assert_eq!(watch.repeats(&other.piles, seat(0)), None, "the order counts");
}

/// What is called endless is endless, and what is not called so ends: a set of all positions tells.
#[test]
fn sjn_r9_there_is_no_false_alarm_and_none_is_missed() {
    let limit = rules(&[("limit", "100000"), ("deck", "32")]);
    for number in 0..300 {
        let mut state = StripJackNaked::start(&limit, 2, &Seed::from_number(number), &mut ());
        let mut seen = std::collections::BTreeSet::new();
        let mut repeated = false;
        while state.apply(Action::Turn, &mut ()).is_ok() {
            if state.middle.is_empty() {
                repeated |= !seen.insert((state.turn, pile(&state, 0), pile(&state, 1)));
            }
        }
        assert_eq!(matches!(state.end, Some(End::Endless { .. })), repeated, "seed {number}");
    }
}

#[test]
fn a_famous_deal_ends_after_1164_tricks_and_8344_cards() {
    for out in ["when-due", "at-once"] {
        let rules = rules(&[("out", out)]);
        let mut state = game(rules, &["---AJ--Q---------QAKQJJ-QK", "-----A----KJ-K--------A---"]);
        let events = turn(&mut state, 10_000);
        let over = Event::Over { end: End::Won, winner: Some(seat(1)), turned: 8344, tricks: 1164 };
        assert_eq!(events.last(), Some(&over));
        assert_eq!(state.outcome().map(|outcome| outcome.scores), Some(vec![0, 52]));
    }
}

#[test]
fn sjn_v1_a_short_deck_has_the_seven_and_higher() {
    let mut state = StripJackNaked::start(&rules(&[("deck", "32")]), 3, &Seed::from_number(1), &mut ());
    assert_eq!(state.view(Viewer::Public).piles, [11, 11, 10]);
    assert_eq!(state.cards().iter().filter(|card| price(**card).is_some()).count(), 16);
    turn(&mut state, 10_000);
    assert_eq!(state.outcome().map(|outcome| outcome.scores.iter().sum()), Some(32));
}

#[test]
fn sjn_v2_with_at_once_the_last_card_puts_a_player_out() {
    let mut state = game(rules(&[("out", "at-once")]), &["--", "-", "---"]);
    assert_eq!(out(&turn(&mut state, 2)), [1]);
    assert_eq!(state.to_act(), Some(seat(2)));
    // With two players the game is over then.
    let mut state = game(rules(&[("out", "at-once")]), &["-", "--"]);
    turn(&mut state, 1);
    assert_eq!(state.outcome().unwrap().scores, [0, 3]);
}

#[test]
fn sjn_j2_nobody_pays_a_player_who_is_out() {
    let mut state = game(rules(&[("out", "at-once")]), &["A", "----", "----"]);
    let events = turn(&mut state, 1);
    assert_eq!((out(&events), owes(&state)), (vec![0], None));
    assert_eq!(state.to_act(), Some(seat(1)));
    turn(&mut state, 1);
    assert_eq!((state.to_act(), state.middle.len()), (Some(seat(2)), 2));
}

#[test]
fn sjn_v3_after_the_limit_the_game_is_a_draw() {
    let mut state =
        game(rules(&[("limit", "100")]), &["---AJ--Q---------QAKQJJ-QK", "-----A----KJ-K--------A---"]);
    let events = turn(&mut state, 10_000);
    assert_eq!((state.turned, state.end), (100, Some(End::Limit)));
    assert!(matches!(events.last(), Some(Event::Over { winner: None, turned: 100, .. })));
    assert_eq!(state.outcome().map(|outcome| outcome.winners), Some(vec![]));
}

#[test]
fn conforms_with_every_option() {
    let mixes = [
        (rules(&[]), 2),
        (rules(&[]), 3),
        (rules(&[]), 6),
        (rules(&[("deck", "32")]), 2),
        (rules(&[("deck", "32"), ("out", "at-once")]), 6),
        (rules(&[("out", "at-once")]), 4),
        (rules(&[("limit", "100")]), 5),
        (rules(&[("limit", "1000"), ("out", "at-once")]), 2),
    ];
    for (rules, players) in mixes {
        let seen = conform::<StripJackNaked>(&rules, Trial { players, games: 12 });
        assert!(seen.different * 2 > seen.imagined, "{seen:?}");
    }
}

#[test]
fn golden_playthroughs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/strip_jack_naked/testdata");
    golden::<StripJackNaked>(&folder.join("usual.txt"), &Rules::default(), 2, 1);
    golden::<StripJackNaked>(&folder.join("four.txt"), &rules(&[("deck", "32"), ("out", "at-once")]), 4, 2);
    golden::<StripJackNaked>(&folder.join("limit.txt"), &rules(&[("limit", "100")]), 3, 3);
}
