//! Propreantepenultimate Card: turns are planned as a whole, for it is the long chains that win.

mod plan;
#[cfg(test)]
mod tests;
mod why;

use engine::{Act, Dice, Game, Seat, Seating, Viewer};
use games::propre::{Action, NAME, Propre, View};

use crate::analysis::{Appraiser, Prospect, Sample};
use crate::player::or_any;
use crate::{BotStrategy, Budget, sampling};
use plan::{Breadth, Plan, Planner};

/// The number of lines that a club player considers per card.
const CLUB_LINES: u32 = 6;
/// The same, in the games that an expert imagines.
const IMAGINED_LINES: u32 = 4;
/// The number of lines that an expert considers, and of candidates that are played out.
const EXPERT_LINES: u32 = 800;
const CANDIDATES: usize = 12;
/// The number of turns after which a rollout is abandoned.
const LONGEST_GAME: usize = 400;

impl BotStrategy for Propre {
    /// A declaration costs nothing, so it is made at the first turn.
    fn speak(view: &View) -> Option<&'static str> {
        let Viewer::Seat(seat) = view.viewer else { return None };
        (view.on_turn() && !view.declared[seat.index()]).then_some(NAME)
    }

    /// Plans the turn in the obvious ways and makes the first move of the best plan.
    fn club(view: &View, _: &[Action], _: &mut Dice) -> Option<Action> {
        first(Planner::new(view.own_turn()?, Breadth::Narrow).best(CLUB_LINES)?)
    }

    fn club_act(game: &Self, legal: &mut Vec<Action>, dice: &mut Dice) -> Option<Act<Action>> {
        let turn = game.own_turn()?;
        if !turn.declared {
            return Some(Act::Say(NAME.to_owned()));
        }
        or_any(Planner::new(turn, Breadth::Narrow).best(CLUB_LINES).and_then(first), game, legal, dice)
    }

    /// Takes the first card that goes, sees no further than that, and sometimes prefers to draw.
    fn novice(view: &View, legal: &[Action], dice: &mut Dice) -> Option<Action> {
        match dice.below(8) {
            0 => dice.pick(legal).copied(),
            1..=3 => first(Planner::new(view.own_turn()?, Breadth::Narrow).best(1)?),
            _ => Self::club(view, legal, dice),
        }
    }

    /// About 20 ms on one core.
    fn usual_iterations() -> u32 {
        2000
    }

    /// Finds the best ways to end the turn and plays each of them out in the same imagined games.
    fn expert(view: &View, _: &[Action], dice: &mut Dice, budget: &Budget) -> Option<Action> {
        let plans = candidates(view)?;
        let sequences: Vec<&[Action]> = plans.iter().map(Plan::actions).collect();
        let imagine = |dice: &mut Dice| Self::imagine(view, dice);
        let follow = |game: &mut Self, dice: &mut Dice| {
            Self::play_out(game, dice, &mut Vec::new());
            game.outcome().map_or(0.0, |outcome| Self::worth(&outcome, view.active))
        };
        let best = sampling::best_of(&sequences, imagine, follow, dice, budget)?;
        first(plans[best])
    }

    /// Each action goes on as the best plan that begins with it.
    fn appraiser(view: &View, seat: Seat) -> Appraiser<'_, Action> {
        let mut courses: Vec<(Action, Vec<Action>)> = Vec::new();
        Box::new(move |actions, dice| {
            let imagined = Self::imagine(view, dice);
            let chance = Dice::new(&dice.seed());
            let mut follow = |&action: &Action| {
                if !courses.iter().any(|(first, _)| *first == action) {
                    let plan = why::best_from(view, action).unwrap_or_else(|| Plan::just(action));
                    courses.push((action, plan.actions().to_vec()));
                }
                let course = courses.iter().find(|(first, _)| *first == action);
                let mut game = imagined.clone();
                for &next in course.map_or(&[action][..], |(_, course)| course) {
                    let _ = game.apply(next, &mut ());
                }
                Self::play_out(&mut game, &mut chance.clone(), &mut Vec::new());
                Prospect::of::<Self>(game.outcome().as_ref(), seat)
            };
            Sample { weight: 1.0, prospects: actions.iter().map(&mut follow).collect() }
        })
    }

    fn why(view: &View, legal: &[Action], action: Action, seating: &Seating) -> Option<String> {
        why::why(view, legal, action, seating)
    }

    /// Everyone declares at once and plans each turn, by what they would see of the imagined game.
    fn play_out(game: &mut Self, _: &mut Dice, _: &mut Vec<Action>) {
        for _ in 0..LONGEST_GAME {
            let Some(turn) = game.own_turn() else { return };
            let (seat, declared) = (turn.seat, turn.declared);
            let Some(plan) = Planner::new(turn, Breadth::Narrow).best(IMAGINED_LINES) else { return };
            if !declared {
                let _ = game.hear(seat, NAME, &mut ());
            }
            for &action in plan.actions() {
                game.apply_legal(action, &mut ());
            }
        }
    }
}

fn first(plan: Plan) -> Option<Action> {
    plan.actions().first().copied()
}

/// The most promising plans that end differently, the best first.
fn candidates(view: &View) -> Option<Vec<Plan>> {
    let planner = Planner::new(view.own_turn()?, Breadth::Wide);
    let start = planner.position();
    let mut found = Vec::new();
    planner.explore(start, &mut Plan::nothing(), EXPERT_LINES, &mut |score, plan, end| {
        found.push((score, *plan, *end))
    });
    found.sort_by_key(|(score, ..)| -score);
    let mut kept: Vec<(Plan, plan::Position)> = Vec::new();
    for (_, plan, end) in found {
        if kept.iter().all(|(_, other)| *other != end) {
            kept.push((plan, end));
        }
        if kept.len() == CANDIDATES {
            break;
        }
    }
    let mut plans: Vec<Plan> = kept.into_iter().map(|(plan, _)| plan).collect();
    if view.fc && view.av == 0 {
        let replace = Plan::just(Action::Replace(*view.hand.first()?));
        if plans.iter().all(|plan| plan.actions() != replace.actions()) {
            plans.push(replace);
        }
    }
    Some(plans)
}
