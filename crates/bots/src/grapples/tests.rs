use engine::{Act, DECK_WITH_JOKERS, Options, Seed};
use games::grapples::{Held, Rules};

use super::*;
use crate::{Bot, Level, Player};

fn card(code: &str) -> Card {
    code.parse().unwrap()
}

/// The dealer of four looks at this card, before anything was dealt.
fn dealer_sees(code: &str) -> View {
    let game = Grapples::start(&Rules::default(), 4, &Seed::from_number(1), &mut ());
    let dealer = game.to_act().unwrap();
    View { top: Some(card(code)), ..game.view(Viewer::Seat(dealer)) }
}

fn decide(level: Level, view: &View) -> Action {
    let mut dice = Dice::new(&Seed::from_number(5));
    let mut legal = Vec::new();
    Grapples::imagine(view, &mut dice).legal(&mut legal);
    match Player::<Grapples>::decide(&Bot(level), view, &legal, &mut dice, &Budget::iterations(400)) {
        Some(Act::Play(action)) => action,
        other => panic!("{other:?}"),
    }
}

/// The levels play a whole game; every action is passed on with the view it was chosen from.
fn play(rules: &Rules, levels: &[Level], number: u64, mut watch: impl FnMut(Level, &View, Action)) {
    let seed = Seed::from_number(number);
    let mut dice = Dice::stream(&seed, 77);
    let mut game = Grapples::start(rules, levels.len(), &seed, &mut ());
    let mut legal = Vec::new();
    for _ in 0..2000 {
        let Some(seat) = game.to_act() else { return };
        legal.clear();
        game.legal(&mut legal);
        let (view, level) = (game.view(Viewer::Seat(seat)), levels[seat.index()]);
        let act = Player::<Grapples>::decide(&Bot(level), &view, &legal, &mut dice, &Budget::iterations(24));
        let Some(Act::Play(action)) = act else { panic!("{act:?}") };
        watch(level, &view, action);
        game.apply(action, &mut ()).unwrap();
    }
    panic!("game {number} of {levels:?} does not end");
}

#[test]
fn a_dealer_gives_kings_and_tens_away_and_keeps_what_counts() {
    for level in [Level::Club, Level::Expert] {
        for bad in ["KC", "TS"] {
            assert!(matches!(decide(level, &dealer_sees(bad)), Action::Give(_)), "{level} with {bad}");
        }
        for good in ["9C", "8H", "7D"] {
            assert!(matches!(decide(level, &dealer_sees(good)), Action::Keep(_)), "{level} with {good}");
        }
    }
}

#[test]
fn a_bad_card_goes_to_the_stronger_neighbour() {
    let mut view = dealer_sees("KC");
    let right = view.dealer.right(4);
    let nines = ["9C", "9H"].map(|code| Held { card: Some(card(code)), may_be: Kinds::PLAIN });
    view.hands[right.index()].extend(nines);
    assert_eq!(decide(Level::Club, &view), Action::Give(Side::Right));
}

/// Someone was dealt the two of clubs, knows all cards but these, and may take one of them.
fn double_down(unseen: &[&str]) -> View {
    let mut view = dealer_sees("2C");
    let unseen: Vec<Card> = unseen.iter().map(|code| card(code)).collect();
    let seen = |known: &Card| *known != card("2C") && !unseen.contains(known);
    let held = |known: Card| Held { card: Some(known), may_be: Kinds::of(known) };
    let mut hand: Vec<Held> = DECK_WITH_JOKERS.into_iter().filter(seen).map(held).collect();
    hand.push(held(card("2C")));
    let dealer = view.dealer;
    view.hands[dealer.index()] = hand;
    (view.top, view.stock, view.phase) = (None, unseen.len(), Phase::DoubleDown);
    (view.direction, view.dealer_turns) = (Some(Side::Left), 1);
    view
}

#[test]
fn it_counts_the_unseen_cards_before_it_doubles_down() {
    assert_eq!(decide(Level::Club, &double_down(&["9C", "9H", "8S", "KD"])), Action::Take);
    assert_eq!(decide(Level::Club, &double_down(&["KC", "KH", "TS", "3D"])), Action::Decline);
}

#[test]
fn queens_are_traded_away_and_the_deal_is_wanted() {
    let mut traded = 0;
    for number in 0..20 {
        play(&Rules::default(), &[Level::Club; 4], number, |_, view, action| match view.phase {
            Phase::Queen => {
                assert!(matches!(action, Action::Trade(_)), "{action}");
                traded += 1;
            }
            Phase::Jack => assert_eq!(action, Action::Ask),
            Phase::SpadeAce => assert_eq!(action, Action::Redeem),
            _ => {}
        });
    }
    assert!(traded > 20, "{traded}");
}

/// Before dealing has begun the deal could be passed round for ever.
#[test]
fn nobody_taps_out_before_the_first_card() {
    let levels = [Level::Expert, Level::Club, Level::Novice, Level::Expert];
    for number in 0..12 {
        play(&Rules::default(), &levels, number, |level, view, action| {
            assert!(view.direction.is_some() || action != Action::TapOut, "{level}");
        });
    }
}

#[test]
fn games_of_every_mix_of_levels_end() {
    let mut others = Rules::default();
    others.set("double_down", "forced").unwrap();
    others.set("dealer_may_redeem", "true").unwrap();
    let mut number = 0;
    for rules in [Rules::default(), others] {
        for players in 2..=8 {
            let levels: Vec<Level> = (0..players).map(|seat| Level::ALL[(seat + players) % 4]).collect();
            number += 1;
            play(&rules, &levels, number, |_, _, _| {});
            play(&rules, &vec![Level::Expert; players], number, |_, _, _| {});
        }
    }
}
