//! Bots decide from what they see: the same for every state that looks the same to them, and never stalling.

use bots::{Bot, BotStrategy, Budget, Level, Player};
use engine::{Act, Dice, Game, Options, Seed, Viewer};
use games::{AnyGame, with_game};

/// A short search: honesty does not depend on strength.
const BUDGET: Budget = Budget::iterations(30);

fn decide<G: BotStrategy>(bot: Bot, game: &G, seed: &Seed) -> Option<Act<G::Action>> {
    decide_by(bot, game, &mut Dice::new(seed))
}

fn decide_by<G: BotStrategy>(bot: Bot, game: &G, dice: &mut Dice) -> Option<Act<G::Action>> {
    let seat = game.to_act()?;
    let mut legal = Vec::new();
    game.legal(&mut legal);
    Player::<G>::decide(&bot, &game.view(Viewer::Seat(seat)), &legal, dice, &BUDGET)
}

fn apply<G: BotStrategy>(game: &mut G, act: &Act<G::Action>) {
    let seat = game.to_act().unwrap();
    let done = act.perform(game, seat, &mut ());
    assert!(done.is_ok(), "{act} was refused");
}

/// At every turn the hidden cards are dealt again, and the bot must not notice.
fn is_honest<G: BotStrategy>(level: Level, players: usize, number: u64) {
    let bot = Bot(level);
    let seed = Seed::from_number(number);
    let mut game = G::start(&Default::default(), players, &seed, &mut ());
    let mut other = Dice::stream(&seed, 9);
    for turn in 0..60 {
        let Some(seat) = game.to_act() else { return };
        let thought = seed.child(turn);
        let act = decide(bot, &game, &thought).expect("someone on turn can do something");
        for _ in 0..2 {
            let imagined = G::imagine(&game.view(Viewer::Seat(seat)), &mut other);
            assert_eq!(
                decide(bot, &imagined, &thought),
                Some(act.clone()),
                "{level} in {} saw too much",
                G::INFO.id
            );
        }
        assert_eq!(decide(bot, &game, &thought), Some(act.clone()), "the same dice, another thought");
        apply(&mut game, &act);
    }
}

#[test]
fn a_bot_decides_the_same_for_every_state_that_looks_the_same() {
    for &game in AnyGame::ALL {
        for level in Level::ALL {
            with_game!(game, G => {
                let players = G::INFO.usual_players;
                (0..3).for_each(|number| is_honest::<G>(level, players, number));
            });
        }
    }
}

/// Club players and random ones play on; the fast path does what a bot does by the view, with the same dice, and does not
/// notice either when the hidden cards are dealt again.
fn is_fast_alike<G: BotStrategy>(rules: &G::Rules, players: usize, number: u64) {
    let seed = Seed::from_number(number);
    let mut game = G::start(rules, players, &seed, &mut ());
    let mut other = Dice::stream(&seed, 9);
    for turn in 0..300 {
        let Some(seat) = game.to_act() else { return };
        let thought = seed.child(turn);
        let mut dice = Dice::new(&thought);
        let act = decide_by(Bot(Level::Club), &game, &mut dice).expect("someone on turn can do something");
        let next = dice.below(1 << 30);
        let imagined = G::imagine(&game.view(Viewer::Seat(seat)), &mut other);
        for game in [&game, &imagined] {
            let mut dice = Dice::new(&thought);
            let fast = G::club_act(game, &mut Vec::new(), &mut dice);
            assert_eq!(fast.as_ref(), Some(&act), "{}, {players} players, seed {number}", G::INFO.id);
            assert_eq!(dice.below(1 << 30), next, "{}: other dice", G::INFO.id);
        }
        let level = if other.below(3) == 0 { Level::Random } else { Level::Club };
        let act = decide(Bot(level), &game, &thought).unwrap();
        apply(&mut game, &act);
    }
}

#[test]
fn a_club_player_decides_at_sight_as_by_the_view() {
    for &game in AnyGame::ALL {
        with_game!(game, G => for preset in game.presets() {
            let rules = <G as Game>::Rules::preset(preset.name).unwrap();
            let (fewest, most) = G::players(&rules).into_inner();
            for players in [fewest, G::INFO.usual_players, most.min(9)] {
                (0..12).for_each(|number| is_fast_alike::<G>(&rules, players, number));
            }
        });
    }
}

/// What an expert does at every turn of a random game, and what the dice show afterwards.
fn thoughts<G: BotStrategy>(number: u64, threads: usize) -> Vec<(Option<G::Action>, usize)> {
    let seed = Seed::from_number(number);
    let mut game = G::start(&Default::default(), G::INFO.usual_players, &seed, &mut ());
    let (mut chance, mut dice, mut legal) = (Dice::stream(&seed, 9), Dice::new(&seed), Vec::new());
    let budget = Budget { threads, ..Budget::iterations(150) };
    let mut thoughts = Vec::new();
    for _ in 0..12 {
        let Some(seat) = game.to_act() else { break };
        legal.clear();
        game.legal(&mut legal);
        if legal.len() > 1 {
            let expert = G::expert(&game.view(Viewer::Seat(seat)), &legal, &mut dice, &budget);
            thoughts.push((expert, dice.below(1000)));
        }
        let action = *chance.pick(&legal).expect("someone on turn can do something");
        assert!(game.apply(action, &mut ()).is_ok());
    }
    thoughts
}

#[test]
fn an_expert_decides_the_same_on_any_number_of_threads() {
    for &game in AnyGame::ALL {
        with_game!(game, G => for number in 0..4 {
            assert_eq!(thoughts::<G>(number, 1), thoughts::<G>(number, 3), "{}", G::INFO.id);
        });
    }
}

/// Plays a table of bots to its end, the levels going round; returns the number of decisions.
fn play<G: BotStrategy>(rules: &G::Rules, levels: &[Level], players: usize, number: u64) -> usize {
    let seed = Seed::from_number(number);
    let mut game = G::start(rules, players, &seed, &mut ());
    let mut decisions = 0;
    while let Some(seat) = game.to_act() {
        let bot = Bot(levels[seat.index() % levels.len()]);
        let act =
            decide(bot, &game, &seed.child(decisions as u64)).expect("someone on turn can do something");
        apply(&mut game, &act);
        decisions += 1;
        assert!(
            decisions < 100_000,
            "{}, {levels:?}, seed {number}: the bots never come to an end",
            G::INFO.id
        );
    }
    decisions
}

#[test]
fn tables_of_bots_come_to_an_end() {
    for &game in AnyGame::ALL {
        with_game!(game, G => {
            let usual = <G as Game>::Rules::default();
            for number in 0..20 {
                for level in [Level::Random, Level::Novice, Level::Club] {
                    play::<G>(&usual, &[level], G::INFO.usual_players, number);
                }
            }
            play::<G>(&usual, &[Level::Expert, Level::Club, Level::Novice, Level::Random], G::INFO.usual_players, 7);
        });
    }
}

#[test]
fn every_option_can_be_played_by_bots() {
    for &game in AnyGame::ALL {
        with_game!(game, G => {
            for rules in variants::<G>() {
                let players = G::INFO.usual_players.max(*G::players(&rules).start()).min(*G::players(&rules).end());
                for number in 0..3 {
                    play::<G>(&rules, &[Level::Club, Level::Novice], players, number);
                }
            }
        });
    }
}

/// The usual rules with each option set to each of a few values, one at a time.
fn variants<G: Game>() -> Vec<G::Rules> {
    use engine::options::{Kind, Options};
    let mut all = Vec::new();
    for spec in G::Rules::SPECS {
        let values: Vec<String> = match spec.kind {
            Kind::Flag => vec!["true".to_owned(), "false".to_owned()],
            Kind::Number { min, max, .. } => vec![min.to_string(), max.min(min + 3).to_string()],
            Kind::Choice(choices) => choices.iter().map(|choice| choice.name.to_owned()).collect(),
        };
        for value in values {
            let mut rules = G::Rules::default();
            assert_eq!(rules.set(spec.name, &value), Ok(()));
            all.push(rules);
        }
    }
    all
}
