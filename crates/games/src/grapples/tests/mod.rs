//! One test or more for each clause of RULES.md: how dealing goes, what cards do, who sees what.

mod cards;
mod dealing;
mod loans;
mod seeing;

use std::path::Path;

use engine::kit::{Trial, cards as read, conform, golden, rules as with, seat};
use engine::{Name, Options, Present, Seating, playout};
use proptest::prelude::*;

use super::*;

fn codes(cards: &[Card]) -> String {
    cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// A game that seat 0 deals. These cards lie on top, then those that do nothing, then all others.
fn rigged(rules: Rules, players: usize, top: &str) -> Grapples {
    let top = read(top);
    let mut rest: Vec<Card> = DECK_WITH_JOKERS.into_iter().filter(|card| !top.contains(card)).collect();
    rest.sort_by_key(|&card| Kinds::of(card) != Kinds::PLAIN);
    let mut game = Grapples::before_the_cut(&rules, players, Shuffler::new(&Seed::from_number(1)));
    game.stock = top.into_iter().chain(rest).rev().fold(Pile::new(), |mut stock, card| {
        stock.push(card);
        stock
    });
    game.begin_dealers_turn(&mut ());
    game
}

fn usual(players: usize, top: &str) -> Grapples {
    rigged(Rules::default(), players, top)
}

/// Gives a player cards that they have held for a while.
fn hold(game: &mut Grapples, number: usize, cards: &str) {
    for card in read(cards) {
        assert!(game.stock.take(card), "{card} is not in the deck");
        game.hands[number].push(card);
        game.known[card.index()] = Seats::only(seat(number));
        game.marks[card.index()] = Kinds::of(card);
    }
}

/// Leaves only this number of cards in the deck; the rest goes to the player there.
fn leave(game: &mut Grapples, cards: usize, number: usize) {
    let stock: Vec<Card> = game.stock.top_first().collect();
    hold(game, number, &codes(&stock[cards..]));
}

/// "0 keep left, 1 ask": who does what, each in their turn.
fn play(game: &mut Grapples, script: &str) -> Vec<Event> {
    let mut events = Vec::new();
    for step in script.split(", ") {
        let (number, action) = step.split_once(' ').unwrap();
        assert_eq!(game.to_act().map(|seat| seat.to_string()).as_deref(), Some(number), "before {step}");
        game.apply(action.parse().unwrap(), &mut events)
            .unwrap_or_else(|refusal| panic!("{step}: {refusal}"));
    }
    events
}

fn legal(game: &Grapples) -> String {
    let mut actions = Vec::new();
    game.legal(&mut actions);
    actions.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn refused(game: &Grapples, action: &str) -> (String, &'static str) {
    let refusal = game.check(action.parse().unwrap()).unwrap_err();
    (refusal.to_string(), engine::Refusal::clause(&refusal))
}

fn hand(game: &Grapples, number: usize) -> String {
    codes(game.hands[number].as_slice())
}

fn sees(game: &Grapples, viewer: usize, owner: usize) -> String {
    let view = game.view(Viewer::Seat(seat(viewer)));
    let card = |held: &Held| held.card.map_or_else(|| "?".to_owned(), |card| card.to_string());
    view.hand(seat(owner)).iter().map(card).collect::<Vec<_>>().join(" ")
}

fn names(players: usize) -> Vec<Name> {
    let all = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal"];
    all[..players].iter().map(|name| Name::new(name).unwrap()).collect()
}

/// What one player is told of these events.
fn told(events: &[Event], players: usize, viewer: usize) -> Vec<String> {
    let names = names(players);
    let seating = Seating { names: &names, you: Some(seat(viewer)) };
    let seen = events.iter().filter_map(|event| Grapples::show(event, Viewer::Seat(seat(viewer))));
    seen.filter_map(|seen| Grapples::tell(&seen, &seating)).collect()
}

fn described(game: &Grapples, viewer: usize) -> String {
    let names = names(game.players.into());
    let seating = Seating { names: &names, you: Some(seat(viewer)) };
    Grapples::describe(&game.view(Viewer::Seat(seat(viewer))), &seating)
}

fn conforms(rules: &Rules, players: usize) {
    let seen = conform::<Grapples>(rules, Trial { players, games: 40 });
    assert!(seen.different > seen.imagined / 2, "{seen:?}");
}

#[test]
fn conforms_with_every_size_of_table() {
    [2, 3, 4, 8].into_iter().for_each(|players| conforms(&Rules::default(), players));
}

#[test]
fn conforms_with_every_option() {
    for players in [2, 4] {
        conforms(&with(&[("double_down", "forced")]), players);
        conforms(&with(&[("dealer_may_redeem", "true")]), players);
        conforms(&with(&[("dealer_turns", "1")]), players);
        conforms(
            &with(&[("double_down", "forced"), ("dealer_may_redeem", "true"), ("dealer_turns", "9")]),
            players,
        );
    }
}

#[test]
fn the_preset_is_the_usual_game() {
    assert_eq!(Rules::default().preset_name(), Some("grapples"));
    assert_eq!(
        Rules::default().settings().iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>(),
        ["double_down=optional", "dealer_may_redeem=false", "dealer_turns=2"]
    );
}

#[test]
fn golden_playthroughs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/grapples/testdata");
    golden::<Grapples>(&folder.join("two.txt"), &Rules::default(), 2, 1);
    golden::<Grapples>(&folder.join("four.txt"), &Rules::default(), 4, 2);
    let other = with(&[("double_down", "forced"), ("dealer_may_redeem", "true"), ("dealer_turns", "3")]);
    golden::<Grapples>(&folder.join("options.txt"), &other, 3, 3);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_typed_is_read_or_refused(text in "(trade |point |keep |give |tap )?[ +a-z0-9é-]{0,6}|\\PC{0,12}") {
        if let Ok(action) = text.parse::<Action>() {
            prop_assert_eq!(action.to_string(), text);
        }
    }

    /// Whatever is tried, in whatever order: what is refused changes nothing, and no card is lost.
    #[test]
    fn any_actions_in_any_order(number in 0_u64..1000, players in 2_usize..=8, tries in prop::collection::vec(0_usize..75, 0..150)) {
        let mut game = Grapples::start(&Rules::default(), players, &Seed::from_number(number), &mut ());
        let every = Grapples::every_action(players);
        for index in tries {
            let before = game.clone();
            if game.apply(every[index % every.len()], &mut ()).is_err() {
                prop_assert!(game == before);
            }
            prop_assert_eq!(game.cards().len(), 54);
        }
        playout::finish(&mut game, &mut playout::dice(&Seed::from_number(number)), &mut Vec::new());
        prop_assert_eq!(game.outcome().map(|outcome| outcome.scores), Some(game.totals()));
    }
}
