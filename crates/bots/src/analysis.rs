//! Looking back at a game: what each decision of one player was worth, from what that player could know.
//!
//! An expert chooses on the player's view. Then its choice and what was done are followed through the same imagined
//! games, so that luck weighs on both alike. The choice is made before those games are imagined: a choice made on the
//! games that judge it would look better than it is. Nothing here knows a clock.

use engine::{Act, BadRecord, Dice, Game, Outcome, Record, Seat, Seating, Seed, Table, Viewer};

use crate::advice::{Slip, slip};
use crate::{BotStrategy, Budget, SolverMemory};

/// The number of decisions that are marked as the costliest.
const MARKED: usize = 3;
/// The half width of an interval of 95 %, in standard errors.
const WIDTH: f64 = 1.96;
/// The least that one game may weigh: equal results are no proof that the next one will be equal too.
const SMALLEST_ERROR: f64 = 0.5;

/// What an action led to in one imagined game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prospect {
    /// The share of the win, or how likely it is.
    pub chance: f64,
    /// What decisions are judged by, from 0 to 1 ([`BotStrategy::worth`]).
    pub worth: f64,
}

impl Prospect {
    /// How a game ended for a seat.
    pub fn of<G: BotStrategy>(outcome: Option<&Outcome>, seat: Seat) -> Self {
        let share = |outcome: &Outcome| match outcome.winners.contains(&seat) {
            true => 1.0 / outcome.winners.len() as f64,
            false => 0.0,
        };
        Self { chance: outcome.map_or(0.0, share), worth: outcome.map_or(0.0, |end| G::worth(end, seat)) }
    }
}

/// One imagined game, with the prospect of each action that was tried in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// How far this game is believed: 1, unless it explains badly what others did.
    pub weight: f64,
    /// One for each action, in order.
    pub prospects: Vec<Prospect>,
}

/// Imagines a game and follows each of these actions in it.
pub type Appraiser<'a, A> = Box<dyn FnMut(&[A], &mut Dice) -> Sample + 'a>;

/// Follows actions to the end of the game with [`BotStrategy::play_out`].
pub fn to_the_end<G: BotStrategy>(view: &G::View, seat: Seat) -> Appraiser<'_, G::Action> {
    let mut legal = Vec::new();
    Box::new(move |actions, dice| {
        let imagined = G::imagine(view, dice);
        let chance = Dice::new(&dice.seed());
        let mut follow = |&action: &G::Action| {
            let mut game = imagined.clone();
            let done = game.apply(action, &mut ());
            debug_assert!(done.is_ok(), "what is legal here is legal in every game that fits the view");
            G::play_out(&mut game, &mut chance.clone(), &mut legal);
            Prospect::of::<G>(game.outcome().as_ref(), seat)
        };
        Sample { weight: 1.0, prospects: actions.iter().map(&mut follow).collect() }
    })
}

/// A number and the interval that holds it with 95 % confidence.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// Where the interval begins.
    pub low: f64,
    /// Where the interval ends.
    pub high: f64,
}

impl Estimate {
    /// The weighted mean of these values, from `least` to 1.
    fn new(samples: &[Sample], least: f64, value: impl Fn(&[Prospect]) -> f64) -> Self {
        let weights: f64 = samples.iter().map(|sample| sample.weight).sum();
        if weights <= 0.0 {
            return Self { value: 0.0, low: least, high: 1.0 };
        }
        let weighted = |sample: &Sample| sample.weight * value(&sample.prospects);
        let mean = samples.iter().map(weighted).sum::<f64>() / weights;
        let spread = |sample: &Sample| (sample.weight * (value(&sample.prospects) - mean)).powi(2);
        let squares: f64 = samples.iter().map(|sample| sample.weight * sample.weight).sum();
        // Samples that are hardly believed hardly count.
        let number = weights * weights / squares.max(f64::MIN_POSITIVE);
        let error = samples.iter().map(spread).sum::<f64>().sqrt() / weights;
        let half = WIDTH * error.max(SMALLEST_ERROR / number.max(1.0));
        Self { value: mean, low: (mean - half).max(least), high: (mean + half).min(1.0) }
    }
}

/// How much is thought about each decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// Imagined games by which a decision is judged.
    pub samples: u32,
    /// Iterations of the expert's search.
    pub iterations: u32,
    /// The random seed of all that is imagined.
    pub seed: Seed,
}

/// A moment at which a player had a choice.
#[derive(Clone, Debug)]
pub struct Moment<G: Game> {
    /// Which action of the record it is, from 1.
    pub number: usize,
    /// What the player saw.
    pub view: G::View,
    /// What they could do.
    pub legal: Vec<G::Action>,
    /// What they did.
    pub action: G::Action,
}

/// What a decision was worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision<A> {
    /// Which action of the record it is, from 1.
    pub number: usize,
    /// What was done.
    pub action: A,
    /// What the expert would have done.
    pub best: A,
    /// Why, if that can be said in a sentence.
    pub why: Option<String>,
    /// The chance to win before: with the expert's choice.
    pub before: Estimate,
    /// The chance to win after what was done.
    pub after: Estimate,
    /// By how much the expert's choice is better, from −1 to 1 ([`BotStrategy::worth`]); zero if it is the same.
    pub loss: Estimate,
}

/// The recorded game, and every moment of it at which this seat had a choice.
pub fn moments<G: BotStrategy>(record: &Record, seat: Seat) -> Result<(Table<G>, Vec<Moment<G>>), BadRecord> {
    let mut moments: Vec<Moment<G>> = Vec::new();
    let mut before: Option<(G::View, Vec<G::Action>)> = None;
    let table = record.replay::<G>(|table, _, _| {
        let last = table.log().last().filter(|entry| entry.seat == seat);
        if let (Some(entry), Some((view, legal))) = (last, before.take())
            && let Act::Play(action) = entry.act
        {
            moments.push(Moment { number: table.log().len(), view, legal, action });
        }
        let on_turn = table.to_act() == Some(seat);
        before = on_turn.then(|| (table.view(Viewer::Seat(seat)), table.legal(seat)));
        before.take_if(|(view, legal)| legal.len() < 2 || !G::is_choice(view, legal));
    })?;
    Ok((table, moments))
}

/// Judges one decision. The same effort gives the same answer, whatever was judged before.
pub fn judge<G: BotStrategy>(
    moment: &Moment<G>,
    seat: Seat,
    seating: &Seating,
    effort: &Effort,
) -> Decision<G::Action> {
    let (best, mut dice) = best(moment, effort);
    let Moment { number, view, legal, action } = moment;
    let samples = follow(moment, best, seat, &mut dice, effort);
    let last = samples.first().map_or(0, |sample| sample.prospects.len() - 1);
    Decision {
        number: *number,
        action: *action,
        best,
        why: G::why(view, legal, best, seating),
        before: Estimate::new(&samples, 0.0, |both| both[0].chance),
        after: Estimate::new(&samples, 0.0, |both| both[last].chance),
        loss: if last == 0 { Estimate::default() } else { lost(&samples) },
    }
}

/// What [`judge`] says of the loss alone: nothing has to be imagined where the expert would have done the same.
pub fn loss<G: BotStrategy>(moment: &Moment<G>, seat: Seat, effort: &Effort) -> Estimate {
    let (best, mut dice) = best(moment, effort);
    if best == moment.action {
        return Estimate::default();
    }
    lost(&follow(moment, best, seat, &mut dice, effort))
}

/// What the expert would have done, and the dice for what is imagined after that.
fn best<G: BotStrategy>(moment: &Moment<G>, effort: &Effort) -> (G::Action, Dice) {
    let mut dice = Dice::new(&effort.seed.child(moment.number as u64));
    let Moment { view, legal, action, .. } = moment;
    let chosen = G::expert(view, legal, &mut dice, &Budget::iterations(effort.iterations));
    (chosen.filter(|best| legal.contains(best)).unwrap_or(*action), dice)
}

/// The expert's choice, and what was done if it was something else, in the same imagined games.
fn follow<G: BotStrategy>(
    moment: &Moment<G>,
    best: G::Action,
    seat: Seat,
    dice: &mut Dice,
    effort: &Effort,
) -> Vec<Sample> {
    let both = [best, moment.action];
    let actions = if best == moment.action { &both[..1] } else { &both[..] };
    let mut appraiser = G::appraiser(&moment.view, seat);
    (0..effort.samples.max(1)).map(|_| appraiser(actions, dice)).collect()
}

/// By how much the first of two actions is better.
fn lost(samples: &[Sample]) -> Estimate {
    Estimate::new(samples, -1.0, |both| both[0].worth - both[1].worth)
}

/// The places of the costliest decisions, the costliest first: at most three, and only those that cost something.
pub fn costliest(losses: &[Estimate]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..losses.len()).filter(|&place| losses[place].low > 0.0).collect();
    places.sort_by(|&one, &other| losses[other].value.total_cmp(&losses[one].value));
    places.truncate(MARKED);
    places
}

/// Where a game was lost, looked at with every card known; none in a game that has no solver.
pub fn exactly<G: BotStrategy>(table: &Table<G>, memory: &mut SolverMemory) -> Option<Slip<G::Action>> {
    slip(&mut table.clone(), memory).ok()
}

#[cfg(test)]
mod tests;
