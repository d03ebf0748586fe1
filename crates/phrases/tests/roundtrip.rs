//! Every legal action of every random position, in every game and variant, has phrases that lead back to it.

use engine::options::Kind;
use engine::{Act, Game, Name, Options, Present, Seed, Setup, Table, playout};
use games::{AnyGame, with_game};
use phrases::{By, Listener, Meant, Phrasebook, Reading, spoken};

/// Names as people have them, some of which are words of the games.
const NAMES: [&str; 8] = ["Ann", "Jack", "Deal", "Zoë", "Two", "Left", "🂡", "Ace of Spades"];

/// The usual rules, every preset, and every option at every value that its description names.
fn variants<G: Game>() -> Vec<G::Rules> {
    let presets = G::Rules::PRESETS.iter().filter_map(|preset| G::Rules::preset(preset.name));
    let mut variants: Vec<G::Rules> = presets.collect();
    for spec in G::Rules::SPECS {
        for text in values(&spec.kind) {
            let mut rules = G::Rules::default();
            if rules.set(spec.name, &text).is_ok() {
                variants.push(rules);
            }
        }
    }
    variants
}

fn values(kind: &Kind) -> Vec<String> {
    match kind {
        Kind::Flag => vec!["true".to_owned(), "false".to_owned()],
        Kind::Number { min, max, .. } => vec![min.to_string(), max.to_string()],
        Kind::Choice(choices) => choices.iter().map(|choice| choice.name.to_owned()).collect(),
    }
}

fn names(players: usize) -> Vec<Name> {
    let name = |seat: usize| {
        let name = NAMES.get(seat).map_or_else(|| format!("Player {seat}"), |name| (*name).to_owned());
        Name::new(&name).unwrap()
    };
    (0..players).map(name).collect()
}

/// Plays a random game and tries every legal action of every position on the way; counts them.
fn play<G: Present>(rules: &G::Rules, players: usize, number: u64) -> usize {
    let mut setup = Setup::<G>::new(Seed::from_number(number));
    setup.rules = rules.clone();
    setup.names = names(players);
    let (mut table, _) = Table::open(setup).unwrap();
    let mut dice = playout::dice(&Seed::from_number(number));
    let mut legal = Vec::new();
    let mut tried = 0;
    // In the longest games, every n-th position is enough.
    let mut position = 0_u64;
    while let Some((seat, act)) = playout::choose(table.game(), &mut dice, &mut legal) {
        position += 1;
        if position < 40 || position.is_multiple_of(7) {
            let ear = Listener::new(&table, seat);
            let context = |what: &str| {
                let rules = rules.differences().join(" ");
                format!(
                    "{what}; {} [{rules}], {players} players, seed {number}, position {position}",
                    G::INFO.id
                )
            };
            for (&action, choice) in table.legal(seat).iter().zip(ear.choices()) {
                tried += 1;
                let meant = Meant::Do(Act::Play(action));
                for by in [By::Typing, By::Voice] {
                    for said in [&choice.notation, &choice.label, &spoken(&choice.label)] {
                        let heard = ear.hear(said, by);
                        assert_eq!(heard, meant, "{}", context(said));
                    }
                    let shouted = choice.notation.to_uppercase();
                    assert_eq!(ear.hear(&shouted, by), meant, "{}", context(&shouted));
                }
            }
            for index in 0..ear.choices().len() {
                let said = format!("number {}", index + 1);
                let meant = Meant::Do(Act::Play(table.legal(seat)[index]));
                assert_eq!(ear.hear(&said, By::Voice), meant, "{}", context(&said));
            }
        }
        table.act(seat, act).unwrap();
        if position > 400 {
            break;
        }
    }
    tried
}

fn try_all<G: Present>() {
    let mut tried = 0;
    // Short games have few actions, so there are more of them.
    for round in 0..100 {
        for rules in variants::<G>() {
            let range = G::players(&rules);
            let (min, max) = (*range.start(), (*range.end()).min(8).max(*range.start()));
            let numbers = [min, max, G::INFO.usual_players.clamp(min, max)];
            for (seed, players) in (round * 3 + 1..).zip(numbers) {
                tried += play::<G>(&rules, players, seed);
            }
        }
        if tried > 1000 {
            return;
        }
    }
    panic!("{}: only {tried} actions were tried", G::INFO.id);
}

#[test]
fn every_legal_action_is_reached_by_notation_and_by_its_label_read_aloud() {
    for &game in AnyGame::ALL {
        with_game!(game, G => try_all::<G>());
    }
}

/// Every other phrase that a game offers is understood: as this action, or as one among several.
#[test]
fn every_phrase_of_a_game_fits_its_action() {
    fn check<G: Present>() {
        let mut setup = Setup::<G>::new(Seed::from_number(5));
        setup.names =
            (0..G::INFO.usual_players).map(|seat| Name::new(&format!("Friend {seat}")).unwrap()).collect();
        let (mut table, _) = Table::open(setup).unwrap();
        let mut dice = playout::dice(&Seed::from_number(5));
        let mut legal = Vec::new();
        for _ in 0..150 {
            let Some((seat, act)) = playout::choose(table.game(), &mut dice, &mut legal) else { break };
            let ear = Listener::new(&table, seat);
            let book = Phrasebook::new(ear.choices().to_vec());
            for (index, choice) in ear.choices().iter().enumerate() {
                for phrase in choice.phrases.iter().map(|phrase| spoken(phrase)) {
                    match book.read(&phrase) {
                        Reading::One(one) => assert_eq!(one, index, "{phrase}"),
                        Reading::Several(several) => assert!(several.contains(&index), "{phrase}"),
                        other => panic!("{phrase}: {other:?}"),
                    }
                }
            }
            table.act(seat, act).unwrap();
        }
    }
    for &game in AnyGame::ALL {
        with_game!(game, G => check::<G>());
    }
}
