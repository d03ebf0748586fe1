//! Whatever is typed or heard, there is an answer, and what is not understood is not done.

use engine::{Act, Name, Present, Seat, Seed, Setup, Table, playout};
use games::{AnyGame, with_game};
use phrases::{By, Listener, Meant, Phrasebook, command, spoken};
use proptest::prelude::*;

/// A table some way into a random game.
fn table<G: Present>(seed: u64, steps: usize) -> Table<G> {
    let mut setup = Setup::<G>::new(Seed::from_number(seed));
    setup.names =
        (0..G::INFO.usual_players).map(|seat| Name::new(&format!("Player {seat}")).unwrap()).collect();
    let (mut table, _) = Table::open(setup).unwrap();
    let mut dice = playout::dice(&Seed::from_number(seed));
    let mut legal = Vec::new();
    for _ in 0..steps {
        let Some((seat, act)) = playout::choose(table.game(), &mut dice, &mut legal) else { break };
        table.act(seat, act).unwrap();
    }
    table
}

/// Hears a line from every seat; whatever is to be done can be done, and every answer says something.
fn hear<G: Present>(seed: u64, steps: usize, line: &str) {
    let table = table::<G>(seed, steps);
    for seat in Seat::all(G::INFO.usual_players) {
        let ear = Listener::new(&table, seat);
        for by in [By::Typing, By::Voice] {
            match ear.hear(line, by) {
                Meant::Do(act) => assert!(table.check(seat, &act).is_ok(), "{line:?}"),
                Meant::Which { question, choices } => {
                    assert!(question.ends_with(':') && !choices.is_empty(), "{line:?}");
                    assert!(choices.iter().all(|&index| index < ear.choices().len()), "{line:?}");
                }
                Meant::Refused(why) => assert!(why.text.len() > 10, "{line:?}"),
                Meant::Unclear(text) => assert!(text.len() > 10, "{line:?}"),
                Meant::Table(_) => assert!(command(line).is_some(), "{line:?}"),
                Meant::Silence => assert!(line.trim().is_empty(), "{line:?}"),
            }
        }
        assert!(!ear.why(line).is_empty());
    }
}

/// Words that mean something here or there, in any order.
fn words() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "discard",
        "move",
        "deal",
        "play",
        "attack",
        "block",
        "swap",
        "stick",
        "keep",
        "give",
        "left",
        "right",
        "take",
        "to",
        "two",
        "for",
        "four",
        "the",
        "a",
        "of",
        "as",
        "ace",
        "king",
        "five",
        "spades",
        "hearts",
        "♠",
        "10♦",
        "5S",
        "sideways",
        "not",
        "no",
        "why",
        "say",
        "rules",
        "number",
        "card",
        "column",
        "1",
        "2",
        "99",
        "last",
        "penultimate",
        "twenty",
        "+",
        "-",
        "#",
        "?",
        "queen",
        "joker",
        "red",
        "point",
        "trade",
        "seat",
        "undo",
        "it",
        "back",
        "Player",
        "one",
        "on",
        "pass",
    ]);
    prop::collection::vec(word, 0..12).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_gets_an_answer(line in ".{0,80}", seed in 0_u64..50, steps in 0_usize..30) {
        for &game in AnyGame::ALL {
            with_game!(game, G => hear::<G>(seed, steps, &line));
        }
    }

    #[test]
    fn any_words_of_the_games_get_an_answer(line in words(), seed in 0_u64..50, steps in 0_usize..30) {
        for &game in AnyGame::ALL {
            with_game!(game, G => hear::<G>(seed, steps, &line));
        }
    }

    #[test]
    fn any_label_can_be_spoken(label in ".{0,60}") {
        let choice = phrases::Choice { notation: label.clone(), label: label.clone(), phrases: vec![label.clone()] };
        let _ = Phrasebook::new(vec![choice.clone(), choice]).read(&spoken(&label));
    }
}

#[test]
fn very_long_lines_are_turned_away_but_may_be_said() {
    let table = table::<games::propre::Propre>(1, 0);
    let ear = Listener::new(&table, table.to_act().unwrap());
    for line in ["play ".repeat(1_000_000), "to for ate won ".repeat(100_000), "🂡".repeat(1_000_000)] {
        assert!(matches!(ear.hear(&line, By::Voice), Meant::Unclear(_)));
    }
    let talk = format!("say {}", "x".repeat(1_000_000));
    assert!(
        matches!(ear.hear(&talk, By::Typing), Meant::Refused(why) if why.text.contains("200") && why.code == Some("unspeakable"))
    );
}

/// Two players may have the same name; then notation and number still tell them apart.
#[test]
fn players_of_one_name_are_told_apart_by_number() {
    let mut setup = Setup::<games::grapples::Grapples>::new(Seed::from_number(4));
    setup.names = ["Ann", "Bob", "Cleo", "Ann"].map(|name| Name::new(name).unwrap()).to_vec();
    let (mut table, _) = Table::open(setup).unwrap();
    let steps = "give right,take,trade 3,tap out,stay,keep right,take,decline,give left,ask,accept";
    for act in steps.split(',') {
        table.act_text(table.to_act().unwrap(), act).unwrap();
    }
    let ear = Listener::new(&table, table.to_act().unwrap());
    assert!(
        matches!(ear.hear("trade with Ann", By::Voice), Meant::Which { choices, .. } if choices.len() == 2)
    );
    for (said, act) in
        [("trade 3", "trade 3"), ("trade with seat three", "trade 3"), ("number two", "trade 0")]
    {
        let Meant::Do(Act::Play(action)) = ear.hear(said, By::Voice) else { panic!("{said}") };
        assert_eq!(action.to_string(), act);
    }
}

#[test]
fn questions_are_answered_in_words_and_by_clause() {
    let table = table::<games::propre::Propre>(1, 0);
    let ear = Listener::new(&table, table.to_act().unwrap());
    let rows = [
        ("KD", "play KD: no"),
        ("the king of diamonds", "play KD: no"),
        ("play the king of diamonds", "(PP-R4)"),
        ("play KD", "(PP-R4)"),
        ("pass", "You can do that now: pass."),
        ("attack with the five", "You can do that now: attack 5H."),
        ("play the jack", "(PP-R4)"),
        ("", "Ask about an action, as in: why pass."),
        ("the weather", "Ask about an action"),
    ];
    for (asked, answer) in rows {
        assert!(ear.why(asked).contains(answer), "{asked}: {}", ear.why(asked));
    }
}
