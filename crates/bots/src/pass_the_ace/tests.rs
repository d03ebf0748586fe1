use engine::{Act, Card, Dice, Game, Options, Seat, Seed, Viewer};
use games::pass_the_ace::{Action, PassTheAce, Rules, Turn, View};

use super::habits::schools;
use super::situation::{Situation, place};
use crate::{Bot, Budget, Level, Player};

fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

fn rules(settings: &[(&str, &str)]) -> Rules {
    let mut rules = Rules::default();
    settings.iter().for_each(|(name, value)| rules.set(name, value).unwrap());
    rules
}

/// What the dealer on seat 0 sees when all others have had their turn; an empty text is a card not known.
fn dealer_sees(rules: Rules, told: &[Turn], hands: &[&str]) -> View {
    let game = PassTheAce::start(&rules, hands.len(), &Seed::from_number(1), &mut ());
    let mut view = game.view(Viewer::Public);
    let card = |text: &&str| text.parse::<Card>().ok();
    view.viewer = Viewer::Seat(Seat::FIRST);
    view.dealer = Seat::FIRST;
    view.turn = Some(Seat::FIRST);
    view.told = told.to_vec();
    view.hands = hands.iter().map(card).collect();
    view
}

fn decide(view: &View, level: Level, iterations: u32) -> Action {
    let mut legal = vec![Action::Stick];
    if view.rules.dealer_may_swap || view.turn != Some(view.dealer) {
        legal.push(Action::Swap);
    }
    if view.turn == Some(view.dealer) {
        legal.push(Action::Draw);
    }
    let mut dice = Dice::new(&Seed::from_number(5));
    let act =
        Player::<PassTheAce>::decide(&Bot(level), view, &legal, &mut dice, &Budget::iterations(iterations));
    match act {
        Some(Act::Play(action)) => action,
        other => panic!("{other:?}"),
    }
}

#[test]
fn nobody_good_swaps_into_a_known_king() {
    // Seat 1 is known to have a king; the dealer holds an ace.
    let view = dealer_sees(rules(&[]), &[Turn::Stuck, Turn::Stuck, Turn::Stuck], &["AS", "KD", "", ""]);
    for level in [Level::Club, Level::Expert] {
        assert_eq!(decide(&view, level, 300), Action::Draw, "{level}");
    }
}

#[test]
fn a_better_card_that_was_seen_is_taken_back() {
    // Of two, the first swapped and got the dealer's jack for a three: the dealer takes it back.
    let view = dealer_sees(rules(&[]), &[Turn::Swapped], &["3S", "JD"]);
    for level in [Level::Club, Level::Expert] {
        assert_eq!(decide(&view, level, 300), Action::Swap, "{level}");
    }
}

#[test]
fn a_player_who_knows_of_a_lower_card_sticks() {
    // Seat 3 got a lower card from the dealer than it gave, and the dealer knows which.
    let told = [Turn::Stuck, Turn::Stuck, Turn::Modi];
    let view = dealer_sees(rules(&[]), &told, &["4S", "", "", "3D"]);
    for level in [Level::Club, Level::Expert] {
        assert_eq!(decide(&view, level, 300), Action::Stick, "{level}");
    }
    // The card came through three hands, and seat 1 was told to have got a lower one for it.
    let told = [Turn::Modi, Turn::Swapped, Turn::Swapped];
    let view = dealer_sees(rules(&[]), &told, &["4S", "", "", "9D"]);
    for level in [Level::Club, Level::Expert] {
        assert_eq!(decide(&view, level, 300), Action::Stick, "{level}");
    }
}

#[test]
fn an_open_card_is_drawn_only_if_it_is_better() {
    let open = rules(&[("dealer_draws_from", "discard"), ("dealer_may_swap", "no")]);
    let mut view = dealer_sees(open, &[Turn::Stuck; 3], &["3S", "", "", ""]);
    for (top, expected) in [("2H", Action::Stick), ("QH", Action::Draw)] {
        view.trash = vec![top.parse().ok()];
        view.stock = 47;
        for level in [Level::Club, Level::Expert] {
            assert_eq!(decide(&view, level, 300), expected, "{level}, {top}");
        }
    }
}

#[test]
fn low_queens_are_the_worst() {
    let low = rules(&[("queens_low", "yes")]);
    let places = ["QS", "AS", "2S", "JS", "KS"].map(|card| place(&low, card.parse().unwrap()));
    assert_eq!(places, [1, 2, 3, 12, 13]);
    let view = dealer_sees(low, &[Turn::Stuck; 3], &["QS", "", "", ""]);
    for level in [Level::Club, Level::Expert] {
        assert_ne!(decide(&view, level, 300), Action::Stick, "{level}");
    }
}

/// The lowest place that each player keeps after all before have stuck.
fn keeps(preset: &str, living: usize) -> Vec<u8> {
    let rules = Rules::preset(preset).unwrap();
    let habits = schools(&rules, living)[0];
    (0..living).map(|turn| habits.keep(&Situation::after(&vec![Turn::Stuck; turn], living))).collect()
}

/// The reference has one threshold for each player, whatever was told; ours is the one after all have stuck, so that
/// it may differ by one.
#[test]
fn thresholds_agree_with_the_reference() {
    let reference: [&[u8]; 3] = [&[7, 9], &[6, 7, 7, 7], &[5; 8]];
    for expected in reference {
        let keeps = keeps("chase-the-ace", expected.len());
        let near = |(keep, expected): (&u8, &u8)| keep.abs_diff(*expected) <= 1;
        assert!(keeps.iter().zip(expected).all(near), "{keeps:?}, not {expected:?}");
    }
    assert_eq!(keeps("chase-the-ace", 4)[..2], [6, 7]);
    // The more there are, the more is kept; beyond twelve it stays the same.
    assert_eq!(keeps("chase-the-ace", 30)[29], keeps("chase-the-ace", 12)[11]);
}

/// The first player of four, with each card, as a game deals them.
#[test]
fn the_expert_keeps_high_cards_and_passes_low_ones_on() {
    let rules = Rules::preset("chase-the-ace").unwrap();
    let mut seen = 0;
    for number in 0..40 {
        let game = PassTheAce::start(&rules, 4, &Seed::from_number(number), &mut ());
        let first = game.to_act().unwrap();
        let view = game.view(Viewer::Seat(first));
        let own = place(&rules, view.own_card().unwrap());
        match own {
            ..=4 => assert_eq!(decide(&view, Level::Expert, 600), Action::Swap, "{own}"),
            9.. => assert_eq!(decide(&view, Level::Expert, 600), Action::Stick, "{own}"),
            _ => continue,
        }
        seen += 1;
    }
    assert!(seen > 20);
}

/// One player of a level against three of another, in every seat of every deal; the share of wins.
fn share(one: Level, others: Level, deals: u64) -> f64 {
    let mut won = 0;
    for (number, place) in (0..deals * 4).map(|index| (index / 4, seat(index as usize % 4))) {
        let seed = Seed::from_number(number);
        let mut game = PassTheAce::start(&rules(&[]), 4, &seed, &mut ());
        let mut dice = Dice::stream(&seed, 1 << 40);
        while let Some(seat) = game.to_act() {
            let mut legal = Vec::new();
            game.legal(&mut legal);
            let bot = Bot(if seat == place { one } else { others });
            let view = game.view(Viewer::Seat(seat));
            let act = Player::<PassTheAce>::decide(&bot, &view, &legal, &mut dice, &Budget::iterations(60));
            let Some(Act::Play(action)) = act else { panic!("{act:?}") };
            game.apply(action, &mut ()).unwrap();
        }
        won += u32::from(game.outcome().is_some_and(|outcome| outcome.winners.contains(&place)));
    }
    f64::from(won) / (deals * 4) as f64
}

#[test]
fn every_level_beats_random_players() {
    // A fair share is a quarter; club has two thirds, so these bounds are far away.
    assert!(share(Level::Club, Level::Random, 60) > 0.45);
    assert!(share(Level::Expert, Level::Random, 30) > 0.45);
    assert!(share(Level::Novice, Level::Random, 60) > 0.35);
}

/// Why the player on seat 0 would do this, with names for the others.
fn why(view: &View, action: Action) -> String {
    let names = ["You", "Ann", "Bob", "Cleo"].map(|name| engine::Name::new(name).unwrap());
    let seating = engine::Seating { names: &names, you: Some(Seat::FIRST) };
    super::why::why(view, action, &seating).unwrap()
}

#[test]
fn every_reason_names_the_cards() {
    let sees = |told: &[Turn], hands: &[&str]| dealer_sees(rules(&[]), told, hands);
    let king = sees(&[Turn::Stuck; 3], &["KS", "", "", ""]);
    assert_eq!(why(&king, Action::Stick), "No card is higher than a king, and nobody can take it from you.");
    let lower = sees(&[Turn::Stuck, Turn::Stuck, Turn::Modi], &["4S", "", "", "3D"]);
    assert_eq!(why(&lower, Action::Stick), "Cleo has had a turn and holds 3♦, which is lower than your 4♠.");
    let passed_on = sees(&[Turn::Modi, Turn::Swapped, Turn::Swapped], &["4S", "", "", "9D"]);
    assert_eq!(
        why(&passed_on, Action::Stick),
        "Ann passed on the card that you hold, got a lower one for it, and has had a turn."
    );
    let seen = sees(&[Turn::Swapped], &["3S", "JD"]);
    assert_eq!(why(&seen, Action::Swap), "Ann holds J♦, which is higher than your 3♠.");
    let unknown = sees(&[Turn::Stuck; 3], &["3S", "", "", ""]);
    // 51 cards are unseen: 8 aces and twos are lower, 3 are threes, 40 are higher.
    assert_eq!(why(&unknown, Action::Swap), "Of the 51 cards that you cannot see, 78 % are higher than 3♠.");
    assert_eq!(why(&unknown, Action::Draw), "Of the 51 cards that you cannot see, 78 % are higher than 3♠.");
    assert_eq!(why(&unknown, Action::Stick), "Of the 51 cards that you cannot see, 16 % are lower than 3♠.");
    let open = rules(&[("dealer_draws_from", "discard"), ("dealer_may_swap", "no")]);
    let mut open = dealer_sees(open, &[Turn::Stuck; 3], &["3S", "", "", ""]);
    open.trash = vec![Some("9H".parse().unwrap())];
    assert_eq!(why(&open, Action::Draw), "9♥ lies open on the trash and is higher than your 3♠.");
}

#[test]
fn a_neighbour_who_is_known_to_be_no_better_is_a_reason_to_stick() {
    let first =
        |hands: &[&str]| View { dealer: seat(3), told: Vec::new(), ..dealer_sees(rules(&[]), &[], hands) };
    let king = first(&["3S", "KD", "", ""]);
    assert_eq!(why(&king, Action::Stick), "Ann holds K♦, and a king cannot be taken.");
    let lower = first(&["3S", "2D", "", ""]);
    assert_eq!(why(&lower, Action::Stick), "Ann holds 2♦, which is no better than your 3♠.");
}
