use std::collections::HashSet;

use engine::options::Options;
use engine::{Dice, Game, Seed, Viewer, playout};

use super::*;

const MEMORY: usize = 64 * 1024 * 1024;

/// The best score by going everywhere that the game's own rules lead, without any shortcut; none if that is
/// too far.
fn everywhere(start: &AcesUp, most: usize) -> Option<u8> {
    let mut been = HashSet::new();
    let mut next = vec![start.clone()];
    let mut best = 0;
    let mut legal = Vec::new();
    while let Some(game) = next.pop() {
        let view = game.view(Viewer::Public);
        best = best.max(view.score as u8);
        if !been.insert((view.columns, view.stock)) {
            continue;
        }
        if been.len() > most {
            return None;
        }
        legal.clear();
        game.legal(&mut legal);
        for &action in &legal {
            let mut after = game.clone();
            after.apply(action, &mut ()).unwrap();
            next.push(after);
        }
    }
    Some(best)
}

fn rules(settings: &str) -> Rules {
    let mut rules = Rules::default();
    for (name, value) in settings.split_whitespace().filter_map(|setting| setting.split_once('=')) {
        rules.set(name, value).unwrap();
    }
    rules
}

/// Solves positions of random play with `deals_left` deals left, and compares with an exhaustive search, unless that
/// is more than 60,000 positions. Returns how many were compared.
fn agrees(settings: &str, deals_left: u8, games: u64) -> u64 {
    let rules = rules(settings);
    let mut compared = 0;
    for number in 0..games {
        let mut game = AcesUp::start(&rules, 1, &Seed::from_number(number), &mut ());
        let mut dice = playout::dice(&Seed::from_number(number));
        let mut legal = Vec::new();
        while game.deals_left() > deals_left && game.to_act().is_some() {
            legal.clear();
            game.legal(&mut legal);
            let Some(&action) = Dice::pick(&mut dice, &legal) else { break };
            game.apply(action, &mut ()).unwrap();
        }
        let Some(best) = everywhere(&game, 60_000) else { continue };
        compared += 1;
        let mut solver = Solver::new(MEMORY);
        let (verdict, line) = solver.line(&game, &rules);
        assert_eq!(verdict, Verdict::Best(best), "{settings}, seed {number}");
        assert_eq!(solver.can_win(&game, &rules), Some(best == 48), "{settings}, seed {number}");
        for action in line {
            game.apply(action, &mut ()).unwrap();
        }
        assert_eq!(game.to_act(), None, "{settings}, seed {number}: the line stops short");
        assert_eq!(game.score(), usize::from(best), "{settings}, seed {number}: the line");
    }
    assert!(compared * 2 > games, "{settings}: only {compared} of {games} could be compared");
    compared
}

#[test]
fn whole_deals_with_forced_discards_agree_with_going_everywhere() {
    agrees("discards=forced lone_card_moves=false", 12, 60);
    agrees("discards=forced lone_card_moves=false deal_when=stuck", 12, 60);
    agrees("discards=forced lone_card_moves=false deal_when=auto", 12, 60);
    agrees("discards=forced lone_card_moves=false fill=aces", 12, 60);
}

#[test]
fn ends_of_deals_agree_with_going_everywhere_in_every_variant() {
    for when in ["any-time", "stuck", "auto"] {
        for fill in ["any", "aces"] {
            for lone in ["true", "false"] {
                agrees(&format!("deal_when={when} fill={fill} lone_card_moves={lone}"), 4, 60);
                agrees(
                    &format!("deal_when={when} fill={fill} lone_card_moves={lone} discards=forced"),
                    5,
                    60,
                );
            }
        }
    }
    for limit in 1..=3 {
        // So few that a suit may be missing.
        agrees(&format!("deal_limit={limit}"), limit, 60);
        agrees(&format!("deal_limit={limit} discards=forced lone_card_moves=false"), limit, 60);
    }
    agrees("deal_limit=4", 4, 60);
    agrees("deal_limit=3 discards=forced deal_when=stuck", 3, 60);
}

#[test]
fn a_budget_that_does_not_suffice_is_said_so() {
    let rules = Rules::default();
    let mut undecided = 0;
    for number in 0..10 {
        let game = AcesUp::start(&rules, 1, &Seed::from_number(number), &mut ());
        let enough = Solver::new(MEMORY).best(&game, &rules);
        match solve(&game, &rules, 1000 * 29) {
            Verdict::Undecided { at_least } => {
                undecided += 1;
                assert!(at_least <= enough.score(), "seed {number}: {at_least} promised, {enough:?}");
            }
            decided => assert_eq!(decided, enough, "seed {number}"),
        }
    }
    assert!(undecided > 0, "a thousand positions cannot suffice for all of these");
}

#[test]
fn the_quick_way_agrees_with_going_everywhere_on_thousands_of_deals() {
    let settings = "discards=forced lone_card_moves=false";
    let compared = [(12, 500), (8, 1500), (5, 1000)].map(|(left, games)| agrees(settings, left, games));
    println!("compared with 12, 8 and 5 deals left: {compared:?}");
    assert!(compared.iter().sum::<u64>() >= 2000, "{compared:?}");
    agrees("discards=forced lone_card_moves=false deal_limit=7", 7, 300);
}

/// Whole deals are too large to go everywhere, but what is promised can be played.
#[test]
fn lines_of_whole_deals_reach_what_is_promised_whether_decided_or_not() {
    for settings in
        ["", "lone_card_moves=false", "fill=aces", "deal_when=stuck", "deal_when=auto", "discards=forced"]
    {
        let rules = rules(settings);
        let mut solver = Solver::new(1024 * 1024);
        let mut decided = 0;
        for number in 0..30 {
            let mut game = AcesUp::start(&rules, 1, &Seed::from_number(number), &mut ());
            let (verdict, line) = solver.line(&game, &rules);
            decided += u32::from(matches!(verdict, Verdict::Best(_)));
            for action in line {
                game.apply(action, &mut ()).unwrap();
            }
            assert_eq!(game.to_act(), None, "{settings}, seed {number}: the line stops short");
            assert_eq!(game.score(), usize::from(verdict.score()), "{settings}, seed {number}");
        }
        assert!(decided >= 10, "{settings}: only {decided} of 30 decided");
    }
}

#[test]
fn ends_of_many_deals_agree_where_discards_may_be_held_back() {
    agrees("", 3, 300);
    agrees("lone_card_moves=false", 3, 300);
    agrees("fill=aces", 3, 300);
    agrees("deal_when=stuck", 4, 300);
}

#[test]
fn the_quick_way_agrees_with_the_search_for_all_rules_on_whole_deals() {
    let rules = rules("discards=forced lone_card_moves=false");
    let (mut quick, mut general) = (Forced::new(MEMORY), General::new(MEMORY));
    for number in 10_000..10_500 {
        let game = AcesUp::start(&rules, 1, &Seed::from_number(number), &mut ());
        let (known, position) = Known::of(&game, &rules);
        assert_eq!(general.most(&known, &position, -1), Some(quick.most(&known, &position)), "seed {number}");
    }
}
