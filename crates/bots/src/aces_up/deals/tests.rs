use engine::{Act, Dice, Name, Options, Seat, Setup, Table, Viewer};

use super::daily::{daily, par};
use super::winnable::winnable;
use super::*;
use crate::Budget;
use crate::advice::{Slip, chance, hint, slip};

const BUDGET: Budget = Budget::iterations(60);

const MEMORY: usize = 16 << 20;

fn solver() -> Solver {
    Solver::new(MEMORY)
}

fn memory() -> SolverMemory {
    SolverMemory::new(MEMORY)
}

fn rules(settings: &str) -> Rules {
    let mut rules = Rules::default();
    for (name, value) in settings.split_whitespace().filter_map(|setting| setting.split_once('=')) {
        rules.set(name, value).unwrap();
    }
    rules
}

fn open(preset: &str, settings: &str, seed: Seed) -> Table<AcesUp> {
    let mut setup = Setup::new(seed);
    setup.preset(preset).unwrap();
    for (name, value) in settings.split_whitespace().filter_map(|setting| setting.split_once('=')) {
        setup.set(name, value).unwrap();
    }
    setup.names.push(Name::new("Ann").unwrap());
    Table::open(setup).unwrap().0
}

/// Rules by which every deal is decided in a moment.
const TIDY: &str = "discards=forced lone_card_moves=false";

fn tidy_table(number: u64) -> Table<AcesUp> {
    open("classic", TIDY, Seed::from_number(number))
}

fn act(table: &mut Table<AcesUp>, action: Action) {
    table.act(Seat::FIRST, Act::Play(action)).unwrap();
}

fn won(table: &Table<AcesUp>) -> bool {
    table.outcome().is_some_and(|outcome| !outcome.winners.is_empty())
}

/// Plays on by the first legal action.
fn muddle_through(table: &mut Table<AcesUp>) {
    while let Some(&action) = table.legal(Seat::FIRST).first() {
        act(table, action);
    }
}

#[test]
fn a_hint_can_be_played_and_is_counted() {
    for preset in ["classic", "relaxed", "sprint"] {
        let mut table = open(preset, "", Seed::from_number(3));
        let mut dice = Dice::new(&Seed::from_number(1));
        let mut hints = 0;
        while table.to_act().is_some() {
            let hint = hint(&mut table, Seat::FIRST, &mut dice, &BUDGET).unwrap();
            hints += 1;
            assert_eq!(table.assists().hints, hints);
            assert!(table.legal(Seat::FIRST).contains(&hint.action));
            if let Some(why) = hint.why {
                assert!(
                    why.ends_with('.') && why.starts_with(|letter: char| !letter.is_lowercase()),
                    "{why}"
                );
            }
            act(&mut table, hint.action);
        }
        let over = hint(&mut table, Seat::FIRST, &mut dice, &BUDGET);
        assert_eq!(over, Err(Unanswered::NotYourTurn));
        assert_eq!(table.assists().hints, hints, "nothing was said, nothing is counted");
    }
}

/// A hint is the same whatever the stock holds, so it can give nothing away.
#[test]
fn a_hint_knows_no_more_than_the_player() {
    let mut other = Dice::new(&Seed::from_number(9));
    for number in 0..5 {
        let mut table = open("classic", "", Seed::from_number(number));
        for step in 0..12 {
            let Some(seat) = table.to_act() else { break };
            let view = table.view(Viewer::Seat(seat));
            let mut dice = Dice::new(&Seed::from_number(step));
            let given = hint(&mut table, seat, &mut dice.clone(), &BUDGET).unwrap();
            let elsewhere = AcesUp::imagine(&view, &mut other);
            assert_ne!(elsewhere.known_stock(), table.game().known_stock());
            let mut legal = Vec::new();
            elsewhere.legal(&mut legal);
            let view = elsewhere.view(Viewer::Seat(seat));
            let there = if let [only] = legal[..] {
                only
            } else {
                <AcesUp as crate::BotStrategy>::expert(&view, &legal, &mut dice, &BUDGET).unwrap()
            };
            assert_eq!(given.action, there);
            assert_eq!(
                given.why,
                <AcesUp as crate::BotStrategy>::why(
                    &view,
                    &legal,
                    there,
                    &table.seating(Viewer::Seat(Seat::FIRST))
                )
            );
            act(&mut table, given.action);
        }
    }
}

#[test]
fn au_v4_a_strict_table_answers_nothing_while_the_game_goes_on() {
    let mut table = open("strict", "", Seed::from_number(3));
    let mut dice = Dice::new(&Seed::from_number(1));
    assert_eq!(hint(&mut table, Seat::FIRST, &mut dice, &BUDGET), Err(Unanswered::NotGranted));
    assert_eq!(chance(&mut table, &mut memory()), Err(Unanswered::NotGranted));
    assert_eq!(slip(&mut table, &mut memory()), Err(Unanswered::NotGranted));
    muddle_through(&mut table);
    assert!(slip(&mut table, &mut memory()).is_ok(), "after the end anyone may study");
    assert_eq!(table.assists().hints, 0);
}

/// The reasons are those that a player sees on the table.
#[test]
fn a_reason_says_what_can_be_seen() {
    let mut table = open("classic", "", Seed::from_number(1));
    let mut dice = Dice::new(&Seed::from_number(1));
    let mut said = Vec::new();
    for number in 0..40 {
        while table.to_act().is_some() {
            let hint = hint(&mut table, Seat::FIRST, &mut dice, &Budget::iterations(10)).unwrap();
            let view = table.view(Viewer::Seat(Seat::FIRST));
            let why = hint.why.unwrap_or_default();
            match hint.action {
                Action::Discard(column) => {
                    let empties = view.columns[column.index()].len() == 1;
                    assert!(why.contains(" beats it, and "), "{why}");
                    assert_eq!(
                        why.ends_with(&format!("and column {column} becomes empty.")),
                        empties,
                        "{why}"
                    );
                }
                Action::Deal => {
                    let only = table.legal(Seat::FIRST).len() == 1;
                    assert!(!only || why.starts_with("Nothing else can go"), "{why}");
                }
                Action::Move(from, _) if why.contains("again") => {
                    let before = table.game().score();
                    let mut after = table.game().clone();
                    after.apply(hint.action, &mut ()).unwrap();
                    after.apply(Action::Discard(from), &mut ()).unwrap();
                    assert!(after.score() > before && after.cards_in(from).is_empty(), "{why}");
                }
                Action::Move(..) => {}
            }
            let kind = ["beats it", "Nothing else", "falls best", "which", "ace", "digs"];
            said.extend(kind.into_iter().find(|part| why.contains(part)));
            act(&mut table, hint.action);
        }
        table = open("classic", "", Seed::from_number(number + 2));
    }
    said.sort_unstable();
    said.dedup();
    assert!(said.len() >= 5, "many kinds of reasons are given: {said:?}");
}

#[test]
fn a_game_that_can_be_won_is_won_by_the_line() {
    let (mut yes, mut no) = (0, 0);
    for number in 0..30 {
        let mut table = tidy_table(number);
        let best = solver().best(table.game(), &rules(TIDY));
        match chance(&mut table, &mut memory()).unwrap() {
            Chance::Yes(line) => {
                assert_eq!(best, Verdict::Best(48));
                line.into_iter().for_each(|action| act(&mut table, action));
                assert!(won(&table));
                yes += 1;
            }
            Chance::No => {
                assert!(matches!(best, Verdict::Best(score) if score < 48));
                no += 1;
            }
            Chance::Unknown => panic!("seed {number} is decided within the memory"),
        }
        assert_eq!(table.assists().hints, 1, "that was help");
    }
    assert!(yes > 2 && no > 10, "{yes} {no}");
}

#[test]
fn what_does_not_fit_the_memory_is_not_known() {
    let unknown = (0..30).any(|number| {
        let mut table = open("classic", "", Seed::from_number(number));
        let chance = chance(&mut table, &mut SolverMemory::new(1 << 12)).unwrap();
        if let Chance::Yes(line) = &chance {
            line.iter().for_each(|&action| act(&mut table, action));
            assert!(won(&table), "a small memory never lies");
        }
        chance == Chance::Unknown
    });
    assert!(unknown, "four kilobytes cannot suffice for every deal");
}

#[test]
fn au_v3_a_short_game_cannot_be_won_and_says_so() {
    let mut table = open("sprint", "", Seed::from_number(1));
    assert_eq!(chance(&mut table, &mut memory()), Err(FOR_THE_SCORE));
    assert_eq!(slip(&mut table, &mut memory()), Err(FOR_THE_SCORE));
    assert_eq!(table.assists().hints, 0);
    assert_eq!(winnable(&Seed::from_number(1), 0, 10, &rules("deal_limit=11"), &mut solver()), None);
    assert!(
        winnable(&Seed::from_number(1), 0, 100, &rules(&format!("deal_limit=12 {TIDY}")), &mut solver())
            .is_some()
    );
}

/// The action found is checked against the definition: before it a win could be reached, after it none.
#[test]
fn the_slip_is_where_the_deal_could_no_longer_be_won() {
    let (mut here, mut never) = (0, 0);
    let by = rules(TIDY);
    for number in 0..30 {
        let mut table = tidy_table(number);
        let whole = solver().can_win(table.game(), &by).unwrap();
        muddle_through(&mut table);
        match slip(&mut table, &mut memory()).unwrap() {
            Slip::Here { number, action, instead } => {
                assert!(whole && !won(&table));
                assert_eq!(table.log()[number - 1].act, Act::Play(action));
                let mut again = open("classic", TIDY, table.setup().seed);
                for entry in &table.log()[..number - 1] {
                    again.act(entry.seat, entry.act.clone()).unwrap();
                }
                assert_eq!(solver().can_win(again.game(), &by), Some(true));
                let mut after = again.clone();
                act(&mut after, action);
                assert!(after.outcome().is_some() || solver().can_win(after.game(), &by) == Some(false));
                instead.into_iter().for_each(|action| act(&mut again, action));
                assert!(won(&again), "what would have won wins");
                here += 1;
            }
            Slip::Never => {
                assert!(!whole);
                never += 1;
            }
            Slip::NotLost => assert!(won(&table)),
            other => panic!("seed {number}: {other:?}"),
        }
        assert_eq!(table.assists().hints, 0, "the game was over");
    }
    assert!(here > 2 && never > 10, "{here} {never}");
}

#[test]
fn a_game_that_goes_on_is_not_lost_before_it_is() {
    let found = winnable(&Seed::from_number(1), 0, 100, &rules(TIDY), &mut solver()).unwrap();
    let mut table = open("classic", TIDY, found.seed);
    assert_eq!(slip(&mut table, &mut memory()), Ok(Slip::NotLost));
    assert_eq!(table.assists().hints, 1, "to know that helps");
    let Ok(Chance::Yes(line)) = chance(&mut table, &mut memory()) else { panic!("it can be won") };
    line.into_iter().for_each(|action| act(&mut table, action));
    assert_eq!(slip(&mut table, &mut memory()), Ok(Slip::NotLost), "won");
}

#[test]
fn winnable_deals_are_the_winnable_ones_in_order() {
    let (start, by) = (Seed::from_number(5), rules(TIDY));
    let of = |number| solver().can_win(&AcesUp::start(&by, 1, &start.child(number), &mut ()), &by).unwrap();
    let mut from = 0;
    for number in (0..40).filter(|&number| of(number)) {
        let found = winnable(&start, from, 100, &by, &mut solver()).unwrap();
        assert_eq!((found.number, found.seed), (number, start.child(number)));
        from = number + 1;
    }
    let first = (0..).find(|&number| of(number)).unwrap();
    assert_eq!(winnable(&start, 0, first, &by, &mut solver()), None, "no more tries than allowed");
    assert_eq!(winnable(&start, 0, 0, &by, &mut solver()), None);
}

/// What tidy play wins can be won, whatever the rules.
#[test]
fn tidy_play_is_one_way_to_play() {
    for settings in ["", "deal_when=stuck", "deal_when=auto", "fill=aces", "deal_when=stuck fill=aces"] {
        let by = rules(settings);
        for number in 0..400 {
            let seed = Seed::from_number(number);
            let tidily = AcesUp::start(&tidy(&by), 1, &seed, &mut ());
            if let Chance::Yes(line) = way(&tidily, &tidy(&by), &mut solver()) {
                let mut table = open("classic", settings, seed);
                follow_tidily(&mut table, line);
                assert!(won(&table), "{settings}, seed {number}");
            }
        }
    }
}

/// Plays a line of tidy play at a table without automatic moves.
fn follow_tidily(table: &mut Table<AcesUp>, line: Vec<Action>) {
    let tidy_up = |table: &mut Table<AcesUp>| {
        while let Some(&action @ Action::Discard(_)) = table.legal(Seat::FIRST).first() {
            act(table, action);
        }
    };
    tidy_up(table);
    for action in line {
        act(table, action);
        tidy_up(table);
    }
}

/// These are in the calendar of everyone who plays: if this test fails, the deal of the day has changed.
#[test]
fn the_deal_of_the_day_is_the_same_for_everyone() {
    let seed = |preset: &str, day: &str| {
        let rules = Rules::preset(preset).unwrap();
        daily(day.parse().unwrap(), &rules, &mut solver()).unwrap().seed.to_string()[..16].to_owned()
    };
    assert_eq!(seed("classic", "2026-11-15"), "48ac70bf757b632e");
    assert_eq!(seed("classic", "2027-01-01"), "40ee4b06b90ec859");
    assert_eq!(seed("strict", "2027-01-01"), "db209619e2ef633b");
    assert_eq!(seed("sprint", "2026-11-15"), "9b08751757919cf7");
    assert_eq!(seed("relaxed", "2026-11-15"), seed("classic", "2026-11-15"));
}

#[test]
fn the_deal_of_the_day_can_be_won_and_has_a_par() {
    let mut pars = Vec::new();
    for preset in ["classic", "relaxed", "strict"] {
        let rules = Rules::preset(preset).unwrap();
        for day in 20_772..20_780 {
            let day = Day::since_1970(day).unwrap();
            let daily = daily(day, &rules, &mut solver()).unwrap();
            assert!(daily.winnable && daily.day == day);
            let mut table = open(preset, "hints=true", daily.seed);
            // Tidy play wins it, step by step at a real table.
            let tidy = open(preset, &format!("{TIDY} hints=true"), daily.seed);
            let Chance::Yes(line) = way(tidy.game(), &tidy.setup().rules, &mut solver()) else {
                panic!("{preset} {day} can be won");
            };
            follow_tidily(&mut table, line);
            assert!(won(&table), "{preset} {day}");
            assert!((4..=48).contains(&daily.par));
            assert_eq!(daily.par, par(&daily.seed, &rules), "the same every time");
            pars.push(daily.par);
        }
    }
    pars.sort_unstable();
    pars.dedup();
    assert!(pars.len() > 5, "par tells deals apart: {pars:?}");
    let sprint =
        daily(Day::new(2026, 11, 15).unwrap(), &Rules::preset("sprint").unwrap(), &mut solver()).unwrap();
    assert!(!sprint.winnable && sprint.par > 0);
}
