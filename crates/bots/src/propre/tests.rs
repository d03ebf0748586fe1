use engine::{Act, Card, Options, Seat, Seed};
use games::propre::{Laid, Rules};

use super::*;
use crate::{Bot, Level, Player};

fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|code| code.parse().unwrap()).collect()
}

fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

/// Seat 0 of four is on turn with this hand and no card played yet; the others hold seven each.
fn scene(hand: &str, pile: &str) -> View {
    let game = Propre::start(&Rules::default(), 4, &Seed::from_number(1), &mut ());
    let mut view = game.view(Viewer::Seat(seat(0)));
    view.hand = cards(hand);
    view.sizes = vec![view.hand.len(), 7, 7, 7];
    view.pile = cards(pile).into_iter().map(|card| Laid { card, in_force: card }).collect();
    view.stock = 52 - view.sizes.iter().sum::<usize>() - view.pile.len();
    (view.active, view.av, view.mv, view.cw) = (seat(0), 0, 1, true);
    (view.fc, view.rm, view.b, view.pw) = (true, true, false, false);
    (view.declared, view.ready) = (vec![true; 4], vec![true; 4]);
    view
}

fn under_attack(hand: &str, pile: &str, av: u16) -> View {
    View { av, ..scene(hand, pile) }
}

fn decide(level: Level, view: &View) -> Act<Action> {
    let mut dice = Dice::new(&Seed::from_number(5));
    let mut legal = Vec::new();
    Propre::imagine(view, &mut dice).legal(&mut legal);
    Player::<Propre>::decide(&Bot(level), view, &legal, &mut dice, &Budget::iterations(120)).unwrap()
}

/// What the level does from there until its turn is over, in notation.
fn turn(level: Level, view: &View) -> (Vec<String>, Propre) {
    let mut game = Propre::imagine(view, &mut Dice::new(&Seed::from_number(9)));
    let mut done = Vec::new();
    while game.to_act() == Some(view.active) {
        let act = decide(level, &game.view(view.viewer));
        done.push(act.to_string());
        match act {
            Act::Play(action) => game.apply(action, &mut ()).unwrap(),
            Act::Say(words) => game.hear(view.active, &words, &mut ()).unwrap(),
        }
    }
    (done, game)
}

/// The levels play a whole game; every act is passed on before it is done, with the view it was chosen from.
fn play(rules: &Rules, levels: &[Level], number: u64, mut watch: impl FnMut(Level, &View, &Act<Action>)) {
    let seed = Seed::from_number(number);
    let mut dice = Dice::stream(&seed, 77);
    let mut game = Propre::start(rules, levels.len(), &seed, &mut ());
    let mut legal = Vec::new();
    for _ in 0..20_000 {
        let Some(seat) = game.to_act() else { return };
        legal.clear();
        game.legal(&mut legal);
        let (view, level) = (game.view(Viewer::Seat(seat)), levels[seat.index()]);
        let act =
            Player::<Propre>::decide(&Bot(level), &view, &legal, &mut dice, &Budget::iterations(24)).unwrap();
        watch(level, &view, &act);
        match act {
            Act::Play(action) => game.apply(action, &mut ()).unwrap(),
            Act::Say(words) => game.hear(seat, &words, &mut ()).unwrap(),
        }
    }
    panic!("game {number} of {levels:?} does not end");
}

#[test]
fn it_declares_at_its_first_turn() {
    let mut view = scene("KS QD 7C 4H", "9C");
    view.declared = vec![false; 4];
    for level in [Level::Club, Level::Expert] {
        assert_eq!(decide(level, &view), Act::Say(NAME.to_owned()));
    }
}

#[test]
fn under_attack_it_plays_what_it_can_rather_than_draw() {
    let rows = [
        ("KS QD 7C 4H", "block 7C"),
        ("KS QD 8C 2H", "attack 2H"),
        ("KS QD 8C JD", "jack JD"),
        ("KS QD 8C TH", "ten TH"),
        // Nothing wards it off: the five cards have to be drawn.
        ("KS QD 8C AH", "pass"),
    ];
    for (hand, expected) in rows {
        for level in [Level::Club, Level::Expert] {
            let done = decide(level, &under_attack(hand, "9C 5H", 5)).to_string();
            assert!(done.starts_with(expected), "{level} with {hand}: {done}");
        }
    }
}

#[test]
fn it_finds_the_order_in_which_all_cards_go() {
    let rows = [
        // The nine by its suit, then the eight for the one below; the other way round the nine would stay.
        ("9C 8H", "8C", "play 9C"),
        // The two attacks and could not be the last card, so it goes first and without its effect.
        ("2C 3H 4H", "2H", "play 2C"),
    ];
    for (hand, pile, first) in rows {
        for level in [Level::Club, Level::Expert] {
            let (done, game) = turn(level, &scene(hand, pile));
            let won = game.outcome().is_some_and(|outcome| outcome.winners == [seat(0)]);
            assert!(won, "{level} with {hand} on {pile}: {done:?}");
            assert!(hand != "9C 8H" || done[0] == first, "{done:?}");
        }
    }
}

#[test]
fn a_ten_is_used_for_another_turn() {
    let (done, game) = turn(Level::Club, &scene("TC KS KH 7D", "9C"));
    assert!(done.iter().any(|action| action == "ten TC -"), "{done:?}");
    assert!(game.view(Viewer::Public).sizes[0] < 3, "{done:?}");
}

#[test]
fn nobody_at_the_club_is_fined_or_draws_for_nothing() {
    let levels = [Level::Club, Level::Expert, Level::Club, Level::Novice];
    for number in 0..6 {
        play(&Rules::default(), &levels, number, |level, view, act| match act {
            Act::Say(words) => assert_eq!(words, NAME),
            Act::Play(action) => {
                let draws = *action == Action::Pass && view.fc && view.av == 0;
                assert!(level == Level::Novice || !draws, "{level} draws for nothing: {view:?}");
            }
        });
    }
}

#[test]
fn games_of_every_mix_of_levels_end() {
    let mut until_draw = Rules::default();
    until_draw.set("declaration", "until-draw").unwrap();
    let mut number = 0;
    for rules in [Rules::default(), until_draw] {
        for players in 2..=8 {
            let levels: Vec<Level> = (0..players).map(|seat| Level::ALL[(seat + players) % 4]).collect();
            number += 1;
            play(&rules, &levels, number, |_, _, _| {});
            play(&rules, &vec![Level::Club; players], number, |_, _, _| {});
        }
    }
}

/// The planner computes what a turn changes; this compares it with the game.
#[test]
fn plans_are_legal_to_the_last_card() {
    let mut dice = Dice::new(&Seed::from_number(3));
    for players in [2, 3, 4, 6] {
        play(&Rules::default(), &vec![Level::Club; players], players as u64, |_, view, _| {
            for plan in candidates(view).unwrap() {
                let mut game = Propre::imagine(view, &mut dice);
                for &action in plan.actions() {
                    let done = game.apply(action, &mut ());
                    assert!(done.is_ok(), "{action} of {:?} in {view:?}: {done:?}", plan.actions());
                }
            }
        });
    }
}

/// Why seat 0 would do this, with names for the others.
fn why(view: &View, action: &str) -> Option<String> {
    let names = ["You", "Ann", "Bob", "Cleo"].map(|name| engine::Name::new(name).unwrap());
    let seating = Seating { names: &names, you: Some(seat(0)) };
    let mut legal = Vec::new();
    Propre::imagine(view, &mut Dice::new(&Seed::from_number(5))).legal(&mut legal);
    let action: Action = action.parse().unwrap();
    assert!(legal.contains(&action), "{action}");
    why::why(view, &legal, action, &seating)
}

#[test]
fn every_reason_names_the_cards() {
    // The whole hand goes: 9 on 9, then the last card by its rank.
    assert_eq!(why(&scene("9S 9H", "4H 9D"), "play 9S").unwrap(), "It can win this turn: 9♠, then 9♥.");
    assert_eq!(why(&scene("9S", "4H 9D"), "play 9S").unwrap(), "It is your last card, and wins.");
    let chain = why(&scene("9S 9H KC 4D", "6H 9D"), "play 9S").unwrap();
    assert!(chain.starts_with("It begins a turn of ") && chain.contains("9♠"), "{chain}");
    let attack = why(&scene("5S KC QD 4D", "6H 9D"), "attack 5S").unwrap();
    assert!(attack.contains("Ann then faces an attack of 5."), "{attack}");
    let block = why(&under_attack("7S KC QD 4D", "6H 5D", 5), "block 7S").unwrap();
    assert!(block.contains("Without a block you may have to draw 5."), "{block}");
    let ten = why(&scene("TD KC QS 4S", "6H 9D"), "ten TD -").unwrap();
    assert!(ten.contains("With MV 0 you have another turn."), "{ten}");
    let ace = why(&scene("AS KC QC 4H", "6H 9D"), "ace AS C").unwrap();
    assert!(ace.contains("goes on clubs."), "{ace}");
    assert_eq!(
        why(&scene("4D KC QS 8S", "6H 9D"), "play 4D").unwrap(),
        "4♦ matches 9♦ now, and may not match what lies there next time."
    );
}

#[test]
fn to_end_a_turn_or_to_draw_has_reasons_too() {
    assert_eq!(
        why(&under_attack("KC QD 4D", "6H 5D", 5), "pass").unwrap(),
        "None of your cards can answer the attack, so you draw 5."
    );
    assert_eq!(
        why(&scene("KC QS 4S", "6H 9D"), "replace KC").unwrap(),
        "None of your cards can be played. To swap the hand costs no card: you draw 3 cards."
    );
    assert!(why(&scene("KC QS 4D", "6H 9D"), "replace KC").unwrap().contains("may go together better"));
    let played = View { fc: false, ..scene("KC QS 4S", "6H 9D") };
    assert_eq!(
        why(&played, "pass").unwrap(),
        "You have played this turn, so you draw nothing, and keep 3 cards for later."
    );
    assert_eq!(why(&scene("KC QS 4S", "6H 9D"), "pass"), None);
}
