use engine::{Name, Setup};
use games::aces_up::AcesUp;
use games::grapples::Grapples;
use games::pass_the_ace::PassTheAce;
use games::propre::Propre;

use super::*;
use crate::{Bot, Level, Player, seat_dice};

fn effort() -> Effort {
    Effort { samples: 60, iterations: 200, seed: Seed::from_number(5) }
}

/// The record of a game by bots of this level.
fn recorded<G: BotStrategy>(level: Level, players: usize, seed: u64) -> Record {
    let mut setup = Setup::<G>::new(Seed::from_number(seed));
    setup.names = (0..players).map(|seat| Name::new(&format!("P{seat}")).unwrap()).collect();
    let (mut table, _) = Table::open(setup).unwrap();
    let mut dice = seat_dice(&Seed::from_number(seed), 0);
    while let Some(seat) = table.to_act() {
        let (view, legal) = (table.view(Viewer::Seat(seat)), table.legal(seat));
        let budget = Budget::iterations(50);
        let act = Player::<G>::decide(&Bot(level), &view, &legal, &mut dice, &budget).unwrap();
        table.act(seat, act).unwrap();
    }
    table.record()
}

fn decisions<G: BotStrategy>(record: &Record) -> Vec<Decision<G::Action>> {
    let (table, moments) = moments::<G>(record, Seat::FIRST).unwrap();
    let seating = table.seating(Viewer::Seat(Seat::FIRST));
    moments.iter().map(|moment| judge(moment, Seat::FIRST, &seating, &effort())).collect()
}

fn plausible<G: BotStrategy>(players: usize) {
    let record = recorded::<G>(Level::Novice, players, 3);
    let decisions = decisions::<G>(&record);
    let (_, moments) = moments::<G>(&record, Seat::FIRST).unwrap();
    assert!(decisions.len() > 2, "{}", G::INFO.id);
    for decision in &decisions {
        let (seat, text) = &record.actions[decision.number - 1];
        assert_eq!((*seat, text), (Seat::FIRST, &decision.action.to_string()));
        for chance in [decision.before, decision.after] {
            assert!(0.0 <= chance.low && chance.low <= chance.value, "{decision:?}");
            assert!(chance.value <= chance.high && chance.high <= 1.0, "{decision:?}");
            assert!(chance.high - chance.low > 0.0, "nothing is certain: {decision:?}");
        }
        let moment = moments.iter().find(|moment| moment.number == decision.number).unwrap();
        assert_eq!(loss(moment, Seat::FIRST, &effort()), decision.loss, "the loss alone is the same");
        if decision.best == decision.action {
            assert_eq!((decision.loss.value, decision.before), (0.0, decision.after));
        }
    }
    assert_eq!(decisions, self::decisions::<G>(&record), "the same effort gives the same answer");
}

#[test]
fn every_game_is_analysed() {
    plausible::<PassTheAce>(4);
    plausible::<AcesUp>(1);
    plausible::<Grapples>(4);
    plausible::<Propre>(3);
}

/// Hidden cards have no influence: the same view is judged the same, whatever the others hold.
#[test]
fn only_what_the_seat_saw_counts() {
    let record = recorded::<PassTheAce>(Level::Club, 4, 8);
    let (table, moments) = moments::<PassTheAce>(&record, Seat::FIRST).unwrap();
    let seating = table.seating(Viewer::Seat(Seat::FIRST));
    let moment = moments.first().unwrap();
    let other = PassTheAce::imagine(&moment.view, &mut Dice::new(&Seed::from_number(77)));
    let mut legal = Vec::new();
    other.legal(&mut legal);
    let view = other.view(Viewer::Seat(Seat::FIRST));
    let twin = Moment::<PassTheAce> { number: moment.number, view, legal, action: moment.action };
    let judged = |moment| judge(moment, Seat::FIRST, &seating, &effort());
    assert_eq!(judged(moment), judged(&twin));
}

/// To discard nothing and deal on top of it is a mistake that anyone sees.
#[test]
fn a_mistake_costs_something_and_is_marked() {
    let record = recorded::<AcesUp>(Level::Random, 1, 2);
    let decisions = decisions::<AcesUp>(&record);
    let losses: Vec<Estimate> = decisions.iter().map(|decision| decision.loss).collect();
    let marked = costliest(&losses);
    assert_eq!(marked.len(), 3);
    assert!(losses[marked[0]].low > 0.0 && losses[marked[0]].value >= losses[marked[2]].value);
    assert!(decisions[marked[0]].best != decisions[marked[0]].action);
}

#[test]
fn at_most_three_are_marked_and_none_that_cost_nothing() {
    let loss = |value: f64| Estimate { value, low: value - 0.02, high: value + 0.02 };
    let losses: Vec<Estimate> = [0.01, 0.3, 0.0, 0.1, 0.2, 0.05].into_iter().map(loss).collect();
    assert_eq!(costliest(&losses), [1, 4, 3]);
    assert_eq!(costliest(&losses[2..3]), [] as [usize; 0]);
}

/// Aces Up is also looked at with every card known.
#[test]
fn a_solvable_game_is_also_analysed_exactly() {
    let memory = &mut SolverMemory::new(16 << 20);
    let (table, _) = moments::<AcesUp>(&recorded::<AcesUp>(Level::Random, 1, 2), Seat::FIRST).unwrap();
    assert!(matches!(exactly(&table, memory), Some(Slip::Here { .. } | Slip::Never)));
    let (table, _) = moments::<PassTheAce>(&recorded::<PassTheAce>(Level::Club, 3, 2), Seat::FIRST).unwrap();
    assert_eq!(exactly(&table, memory), None);
}
