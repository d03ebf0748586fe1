use engine::{Act, Card, DECK, Dice, Game, Options, Seed, Viewer};
use games::aces_up::{AcesUp, Action, Column, Rules, Status};

use super::{chance, plans};
use crate::{Bot, Budget, Level, Player};

fn rules(settings: &[(&str, &str)]) -> Rules {
    let mut rules = Rules::default();
    settings.iter().for_each(|(name, value)| rules.set(name, value).unwrap());
    rules
}

fn decide(game: &AcesUp, level: Level, dice: &mut Dice) -> Action {
    let mut legal = Vec::new();
    game.legal(&mut legal);
    let view = game.view(Viewer::Public);
    let budget = Budget::iterations(40);
    match Player::<AcesUp>::decide(&Bot(level), &view, &legal, dice, &budget) {
        Some(Act::Play(action)) if legal.contains(&action) => action,
        other => panic!("{other:?} is not among {legal:?}"),
    }
}

/// Plays a deal to its end; a bot that only shuffles cards about is found out.
fn play(rules: &Rules, level: Level, number: u64) -> (AcesUp, u32) {
    let mut game = AcesUp::start(rules, 1, &Seed::from_number(number), &mut ());
    let mut dice = Dice::new(&Seed::from_number(number).child(1));
    let mut idle_moves = 0;
    for _ in 0..200 {
        if game.to_act().is_none() {
            return (game, idle_moves);
        }
        let action = decide(&game, level, &mut dice);
        if let Action::Move(from, _) = action {
            idle_moves += u32::from(game.cards_in(from).len() == 1);
        }
        game.apply(action, &mut ()).unwrap();
    }
    panic!("{level} does not come to an end with {:?}", rules.differences());
}

fn every_mix() -> Vec<Rules> {
    let mut mixes = Vec::new();
    for deal_when in ["any-time", "auto", "stuck"] {
        for fill in ["any", "aces"] {
            for discards in ["optional", "forced"] {
                for limit in ["none", "6"] {
                    mixes.push(rules(&[
                        ("deal_when", deal_when),
                        ("fill", fill),
                        ("discards", discards),
                        ("deal_limit", limit),
                    ]));
                }
            }
        }
    }
    mixes
}

#[test]
fn every_deal_comes_to_an_end_by_all_rules() {
    for rules in every_mix() {
        for level in [Level::Novice, Level::Club, Level::Expert] {
            for number in 0..4 {
                let (game, idle_moves) = play(&rules, level, number);
                assert!(game.outcome().is_some());
                assert_eq!(idle_moves, 0, "{level} moves lone cards about");
            }
        }
    }
}

#[test]
fn the_better_the_player_the_more_goes() {
    let total =
        |level| -> usize { (0..150).map(|number| play(&Rules::default(), level, number).0.score()).sum() };
    let [novice, club, expert] = [Level::Novice, Level::Club, Level::Expert].map(total);
    assert!(novice < club && novice < expert, "{novice} {club} {expert}");
}

#[test]
fn good_players_leave_nothing_that_can_go() {
    for level in [Level::Club, Level::Expert] {
        for number in 0..20 {
            let (game, _) = play(&Rules::default(), level, number);
            let view = game.view(Viewer::Public);
            assert_ne!(view.status, Status::InProgress);
            assert_eq!(view.stock, 0);
        }
    }
}

#[test]
fn the_order_of_the_stock_is_not_known() {
    let rules = rules(&[("discards", "forced")]);
    for number in 0..10 {
        let mut game = AcesUp::start(&rules, 1, &Seed::from_number(number), &mut ());
        let mut dice = Dice::new(&Seed::from_number(number));
        while game.to_act().is_some() {
            let other = AcesUp::imagine(&game.view(Viewer::Public), &mut dice);
            for level in Level::ALL {
                let thinks = || Dice::new(&Seed::from_number(3));
                assert_eq!(decide(&game, level, &mut thinks()), decide(&other, level, &mut thinks()));
            }
            let action = decide(&game, Level::Club, &mut dice);
            game.apply(action, &mut ()).unwrap();
        }
    }
}

/// A table with these columns, bottom first, and this stock; all other cards are gone.
fn table(columns: [&str; 4], stock: &str) -> AcesUp {
    let cards =
        |text: &str| -> Vec<Card> { text.split_whitespace().map(|card| card.parse().unwrap()).collect() };
    let stock = cards(stock);
    let rules = rules(&[("discards", "forced"), ("lone_card_moves", "false")]);
    let mut view = AcesUp::start(&rules, 1, &Seed::from_number(0), &mut ()).view(Viewer::Public);
    view.columns = columns.map(cards);
    let is_gone =
        |card: &Card| !stock.contains(card) && !view.columns.iter().flatten().any(|other| other == card);
    view.discarded = DECK.into_iter().filter(is_gone).collect();
    AcesUp::imagine(&view, &mut Dice::new(&Seed::from_number(0)))
}

fn chance(game: &AcesUp) -> f64 {
    chance::of_winning(game, &chance::suits(game.known_stock()))
}

#[test]
fn experience_tells_good_tables_from_bad_ones() {
    // One deal is left. Unless the five covers the ace of spades, everything goes.
    let likely = chance(&table(["AS", "AH", "AD", "AC"], "2S 3S 4S 5S"));
    // The two of spades lies under its ace, and no column will be empty for the ace.
    let hopeless = chance(&table(["2S AS", "KH AH", "AD", "AC"], "2H 2D 2C QC"));
    assert!(likely > 0.3 && hopeless < 0.01, "{likely} {hopeless}");
    let stock = "2S 3S 4S 5S 6S 7S 2H 3H 4H 5H 6H AH 2D 3D 4D 5D 6D AD 7C 8C";
    let ace_alone = chance(&table(["AS", "9H", "", ""], stock));
    let ace_on_low_cards = chance(&table(["9S 8S AS", "9H", "", ""], stock));
    assert!(ace_alone > ace_on_low_cards, "{ace_alone} {ace_on_low_cards}");
}

#[test]
fn an_expert_takes_what_costs_nothing_before_the_next_deal() {
    // The four of hearts goes as soon as the king that it lies on is free.
    let game = table(["KH 4H", "9S", "2D", ""], "2S 3S 4S 5S");
    let action = decide(&game, Level::Expert, &mut Dice::new(&Seed::from_number(1)));
    assert_eq!(action, Action::Move(Column::ALL[0], Column::ALL[3]));
}

#[test]
fn plans_end_in_different_tables() {
    let game = table(["KH 9C 4D", "QS 7D", "2C 3H", ""], "2S 3S 4S 5S");
    let plans = plans::all(&game);
    let mut tables: Vec<Vec<&[Card]>> = plans.iter().map(|plan| columns(&plan.after)).collect();
    assert!(tables.contains(&columns(&game)), "dealing at once is a plan too");
    tables.sort();
    tables.dedup();
    assert_eq!(tables.len(), plans.len());
}

/// The columns of a table, in no order of their own.
fn columns(game: &AcesUp) -> Vec<&[Card]> {
    let mut columns: Vec<_> = Column::ALL.into_iter().map(|column| game.cards_in(column)).collect();
    columns.sort();
    columns
}
