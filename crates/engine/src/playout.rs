//! Random legal play: for simulations, tests and benchmarks.

use crate::game::{Act, Game, Sink};
use crate::random::{Dice, Seed};
use crate::seat::Seat;

/// One remark in this many chances to make it: often enough that games end, rare enough that some forget.
const RELUCTANCE: usize = 4;

/// The dice of random players in a game with this seed; far from the streams that shuffle its cards.
pub fn dice(seed: &Seed) -> Dice {
    Dice::stream(seed, u64::MAX)
}

/// What random players do next, until the game is over.
pub fn choose<G: Game>(
    game: &G,
    dice: &mut Dice,
    legal: &mut Vec<G::Action>,
) -> Option<(Seat, Act<G::Action>)> {
    let seat = game.to_act()?;
    if G::INFO.hears
        && let Some(words) = game.remark(seat)
        && dice.below(RELUCTANCE) == 0
    {
        return Some((seat, Act::Say(words.to_owned())));
    }
    legal.clear();
    game.legal(legal);
    dice.pick(legal).map(|&action| (seat, Act::Play(action)))
}

/// Plays the game to its end by random legal actions; returns how many decisions that took.
pub fn finish<G: Game>(game: &mut G, dice: &mut Dice, legal: &mut Vec<G::Action>) -> u32 {
    finish_telling(game, dice, legal, &mut ())
}

/// The same, and what happens goes to the sink. The actions are those of [`choose`], by the game's fast paths.
pub fn finish_telling<G: Game>(
    game: &mut G,
    dice: &mut Dice,
    legal: &mut Vec<G::Action>,
    sink: &mut impl Sink<G::Event>,
) -> u32 {
    let mut decisions = 0;
    while let Some(seat) = game.to_act() {
        if G::INFO.hears
            && let Some(words) = game.remark(seat)
            && dice.below(RELUCTANCE) == 0
        {
            let _ = game.hear(seat, words, sink);
        } else if !game.play_random(dice, legal, sink) {
            break;
        }
        decisions += 1;
    }
    decisions
}
