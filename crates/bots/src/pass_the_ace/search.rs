//! The expert: imagines the hidden cards, believes those hands more that explain what the others did, and plays
//! the round out against players of good habits.

use engine::seat::MAX_SEATS;
use engine::{Dice, Game, Seat, Viewer};
use games::pass_the_ace::{Action, PassTheAce, Turn, View};

use super::habits::{Habits, schools};
use super::situation::{Situation, exchanged, had_their_turn, place};
use super::stakes::Stakes;
use crate::Budget;
use crate::analysis::{Appraiser, Prospect, Sample};

/// How likely a turn is that good habits do not explain: people have their moods.
const SLIP: f64 = 0.05;

/// The minimum number of rollouts before a decision can be clear.
const FEWEST: u32 = 90;
/// The lead, in standard errors, from which a decision is clear.
const CLEAR: f64 = 3.5;

/// The action with the best chance to win the game in the end.
pub fn best(view: &View, legal: &[Action], dice: &mut Dice, budget: &Budget) -> Option<Action> {
    let Viewer::Seat(seat) = view.viewer else { return None };
    // Nobody can take a king away, and it is never the lowest alone.
    if place(&view.rules, view.own_card()?) == 13 {
        return Some(Action::Stick);
    }
    let schools = schools(&view.rules, view.alive().len());
    let mut stakes = Stakes::new(view, seat);
    let mut contest = Contest::default();
    let mut spent = 0;
    let is_clear = |contest: &Contest, spent| spent >= FEWEST && contest.is_clear(legal.len());
    while !budget.is_spent(spent) && !is_clear(&contest, spent) {
        let game = PassTheAce::imagine(view, dice);
        let habits = *dice.pick(schools)?;
        let belief = belief(view, &game, habits);
        let mut worth = [0.0; 3];
        for (&action, worth) in legal.iter().zip(&mut worth) {
            *worth = belief * stakes.after(&finish_round(view, game.clone(), action, habits));
            spent += 1;
        }
        contest.note(worth);
    }
    legal.get(contest.leader(legal.len())).copied()
}

/// Plays the round out as [`best`] does; what its end is worth is the chance to win the game.
pub fn appraiser(view: &View, seat: Seat) -> Appraiser<'_, Action> {
    let schools = schools(&view.rules, view.alive().len());
    let mut stakes = Stakes::new(view, seat);
    Box::new(move |actions, dice| {
        let game = PassTheAce::imagine(view, dice);
        let habits = dice.pick(schools).copied().unwrap_or(schools[0]);
        let mut follow = |&action: &Action| {
            let chance = stakes.after(&finish_round(view, game.clone(), action, habits));
            Prospect { chance, worth: chance }
        };
        let prospects = actions.iter().map(&mut follow).collect();
        Sample { weight: belief(view, &game, habits), prospects }
    })
}

/// How the actions do against each other on the same imagined cards.
#[derive(Default)]
struct Contest {
    worth: [f64; 3],
    /// Sums of squared differences, by pair.
    spread: [[f64; 3]; 3],
}

impl Contest {
    fn note(&mut self, worth: [f64; 3]) {
        for one in 0..3 {
            self.worth[one] += worth[one];
            for other in 0..3 {
                self.spread[one][other] += (worth[one] - worth[other]).powi(2);
            }
        }
    }

    /// The best so far among the first `actions`; the first of equals.
    fn leader(&self, actions: usize) -> usize {
        (1..actions).fold(0, |best, next| if self.worth[next] > self.worth[best] { next } else { best })
    }

    fn is_clear(&self, actions: usize) -> bool {
        let leader = self.leader(actions);
        let clear =
            |other: usize| self.worth[leader] - self.worth[other] > CLEAR * self.spread[leader][other].sqrt();
        (0..actions).all(|other| other == leader || clear(other))
    }
}

/// Who loses a life if this is done and everyone after plays by habit.
fn finish_round(view: &View, mut game: PassTheAce, action: Action, habits: Habits) -> Vec<Seat> {
    let mut legal = Vec::with_capacity(3);
    let mut next = Some(action);
    for _ in view.told.len()..view.alive().len() {
        if let Some(action) = next
            && game.apply(action, &mut ()).is_err()
        {
            break;
        }
        legal.clear();
        game.legal(&mut legal);
        next = game.to_act().map(|seat| habits.follow(&game.view(Viewer::Seat(seat)), &legal));
    }
    game.view(Viewer::Public).last_round.map(|last| last.losers).unwrap_or_default()
}

/// How well the imagined hands explain the turns taken so far, if everyone has these habits.
fn belief(view: &View, game: &PassTheAce, habits: Habits) -> f64 {
    if view.told.is_empty() {
        return 1.0;
    }
    let alive = view.alive();
    let mut hands = [0_u8; MAX_SEATS];
    for seat in alive.iter() {
        let known = view.hands[seat.index()];
        // In an imagined game one may look at anyone's hand.
        let card = known.or_else(|| game.view(Viewer::Seat(seat)).own_card());
        hands[seat.index()] = card.map_or(0, |card| place(&view.rules, card));
    }
    let mut belief = 1.0;
    let seats: Vec<Seat> = had_their_turn(view).collect();
    // Hands are as they are now, so the turns are gone through backwards and swaps undone.
    for (index, (&turn, &seat)) in view.told.iter().zip(&seats).enumerate().rev() {
        if exchanged(turn) {
            let left = alive.next_left(seat).unwrap_or(seat);
            hands.swap(seat.index(), left.index());
        }
        let situation = Situation::after(&view.told[..index], alive.len());
        let keeps = situation.safe || hands[seat.index()] >= habits.keep(&situation);
        if keeps != (turn == Turn::Stuck) {
            belief *= SLIP;
        }
    }
    belief
}
