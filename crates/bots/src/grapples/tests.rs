use engine::{Act, DECK_WITH_JOKERS, Options, Seed, Viewer};
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

/// Why the one who looks would do this, with names for the seats.
fn why(view: &View, action: Action) -> Option<String> {
    let names = ["Ann", "Bob", "Cleo", "Dan"].map(|name| engine::Name::new(name).unwrap());
    why::why(view, action, &Seating { names: &names, you: None })
}

/// The same table with Ann on turn as dealer.
fn ann_sees(code: &str) -> View {
    let view = dealer_sees(code);
    View { viewer: Viewer::Seat(Seat::FIRST), dealer: Seat::FIRST, turn: Seat::FIRST, ..view }
}

#[test]
fn a_dealers_reasons_name_the_card_and_who_gets_it() {
    assert_eq!(why(&ann_sees("9C"), Action::Keep(Side::Left)).unwrap(), "9♣ is worth +9.");
    let king = ann_sees("KC");
    assert_eq!(why(&king, Action::Give(Side::Left)).unwrap(), "K♣ is worth −10: let Bob have it.");
    let mut richer = ann_sees("KC");
    richer.hands[3].push(Held { card: Some(card("9H")), may_be: Kinds::PLAIN });
    assert_eq!(
        why(&richer, Action::Give(Side::Right)).unwrap(),
        "K♣ is worth −10: let Dan have it, who has more than Bob by your count."
    );
    assert_eq!(why(&king, Action::Keep(Side::Left)), None, "nothing speaks for it");
    let joker = why(&ann_sees("XR"), Action::Keep(Side::Left)).unwrap();
    assert!(
        joker.starts_with("red joker is worth −2, and it lets you take one more card, worth +"),
        "{joker}"
    );
    let mut queen = ann_sees("QC");
    queen.hands[2].push(Held { card: Some(card("9H")), may_be: Kinds::PLAIN });
    assert_eq!(
        why(&queen, Action::Keep(Side::Left)).unwrap(),
        "A queen from the deck can be traded, and Cleo has a hand of about +9 to buy from."
    );
}

#[test]
fn the_next_card_speaks_for_a_double_down_or_against_it() {
    let good = double_down(&["9C", "8C", "7C"]);
    assert_eq!(
        why(&good, Action::Take).unwrap(),
        "By the cards that you have not seen, the next one is worth +8 on average."
    );
    assert_eq!(why(&good, Action::Decline), None);
    let bad = double_down(&["KC", "KH", "TS"]);
    assert_eq!(
        why(&bad, Action::Decline).unwrap(),
        "By the cards that you have not seen, the next one is worth −10 on average."
    );
}

#[test]
fn the_deal_the_answer_and_the_trade_have_reasons() {
    let view = ann_sees("9C");
    for action in [Action::Ask, Action::Redeem] {
        assert!(why(&view, action).unwrap().contains("As dealer you see the top card"));
    }
    // Cleo asks Ann for the deal; Bob would get it next.
    let mut asked =
        View { phase: Phase::Answer, turn: Seat::new(2).unwrap(), dealer_turns: 1, ..view.clone() };
    assert!(why(&asked, Action::Refuse).unwrap().contains("another turn as dealer"));
    asked.dealer_turns = 2;
    asked.hands[1].push(Held { card: Some(card("9H")), may_be: Kinds::PLAIN });
    assert_eq!(
        why(&asked, Action::Accept).unwrap(),
        "Your turns as dealer are used up. The deal would go to Bob, who has more than Cleo by your count."
    );
    asked.hands[2].extend([Held { card: Some(card("8H")), may_be: Kinds::PLAIN }; 2]);
    assert_eq!(
        why(&asked, Action::Refuse).unwrap(),
        "Your turns as dealer are used up. The deal goes to Bob, who has no more than Cleo by your count."
    );
    // Ann got a queen and can trade it.
    let mut queen = View { phase: Phase::Queen, ..view };
    queen.hands[0].push(Held { card: Some(card("QC")), may_be: Kinds::QUEEN });
    queen.hands[2].push(Held { card: Some(card("9H")), may_be: Kinds::PLAIN });
    assert_eq!(
        why(&queen, Action::Trade(Seat::new(2).unwrap())).unwrap(),
        "Q♣ is worth −10. You give it to Cleo for cards of a hand worth +9 by your count, which no other trade beats."
    );
    assert!(why(&queen, "point 1".parse().unwrap()).unwrap().contains("mixed"));
}
