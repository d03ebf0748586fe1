//! What a player is: a decision from a view.

use engine::{Act, Dice, Game, Outcome, Seat, Seating, Seed, Viewer, playout};

use crate::analysis::{self, Appraiser};
use crate::ismcts;
use crate::{Level, Solvable};

/// How long a bot may think.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// Iterations of a search, so that play can be repeated exactly.
    pub iterations: u32,
    /// Asked now and then at a live table: whether it is time to stop. The bots know no clock of their own.
    pub out_of_time: Option<&'a dyn Fn() -> bool>,
    /// Threads that may search at the same time. The number changes no answer, unless time runs out.
    pub threads: usize,
}

impl Budget<'_> {
    /// A fixed number of iterations, without a time limit, on one thread.
    pub const fn iterations(iterations: u32) -> Self {
        Self { iterations, out_of_time: None, threads: 1 }
    }

    /// Whether the search has to stop after this number of iterations.
    pub fn is_spent(&self, iterations: u32) -> bool {
        let asked = |out: &dyn Fn() -> bool| iterations.is_multiple_of(16) && iterations > 0 && out();
        iterations >= self.iterations || self.out_of_time.is_some_and(asked)
    }
}

impl Default for Budget<'_> {
    fn default() -> Self {
        Self::iterations(1000)
    }
}

/// Someone who plays: handed a view, never a state.
pub trait Player<G: Game>: Send + Sync {
    /// What they do now. The same view, dice and number of iterations give the same answer. None only if
    /// nothing is legal.
    fn decide(
        &self,
        view: &G::View,
        legal: &[G::Action],
        dice: &mut Dice,
        budget: &Budget,
    ) -> Option<Act<G::Action>>;
}

/// The dice of the bots on each seat, apart from those that shuffle the cards.
pub fn dice(seed: &Seed, players: usize) -> Vec<Dice> {
    (0..players).map(|seat| seat_dice(seed, seat)).collect()
}

/// The dice of the bot on the seat of this index.
pub fn seat_dice(seed: &Seed, seat: usize) -> Dice {
    Dice::stream(seed, u64::MAX - 1 - seat as u64)
}

/// What a game needs for bots to play it.
pub trait BotStrategy: Game {
    /// Words worth saying before acting, judged from what the speaker sees.
    fn speak(_view: &Self::View) -> Option<&'static str> {
        None
    }

    /// Rules of thumb: good, quick, and without search.
    fn club(view: &Self::View, legal: &[Self::Action], dice: &mut Dice) -> Option<Self::Action>;

    /// What a [`Bot`] of this game does as a club player on turn: words, or an action. A fast path for simulations: a game may
    /// decide by something that shows no more than the player's view, and list the actions only where it does not
    /// know what to do. Tests compare it with [`Player::decide`].
    fn club_act(game: &Self, legal: &mut Vec<Self::Action>, dice: &mut Dice) -> Option<Act<Self::Action>> {
        let view = game.view(Viewer::Seat(game.to_act()?));
        legal.clear();
        game.legal(legal);
        Player::<Self>::decide(&Bot(Level::Club), &view, legal, dice, &Budget::default())
    }

    /// As a beginner plays: mostly plausible, now and then careless.
    fn novice(view: &Self::View, legal: &[Self::Action], dice: &mut Dice) -> Option<Self::Action> {
        if dice.below(4) == 0 { dice.pick(legal).copied() } else { Self::club(view, legal, dice) }
    }

    /// How many iterations an expert takes for a move unless told otherwise.
    fn usual_iterations() -> u32 {
        1000
    }

    /// As well as it can within the budget.
    fn expert(
        view: &Self::View,
        legal: &[Self::Action],
        dice: &mut Dice,
        budget: &Budget,
    ) -> Option<Self::Action> {
        ismcts::search::<Self>(view, legal, dice, budget)
    }

    /// What an outcome is worth to a seat when searching, from 0 to 1: by default its share of the win.
    fn worth(outcome: &Outcome, seat: Seat) -> f64 {
        if outcome.winners.contains(&seat) { 1.0 / outcome.winners.len() as f64 } else { 0.0 }
    }

    /// Plays an imagined game on to its end, quickly; by default at random.
    fn play_out(game: &mut Self, dice: &mut Dice, legal: &mut Vec<Self::Action>) {
        playout::finish(game, dice, legal);
    }

    /// Whether it makes a difference what is chosen here, as far as the player can know.
    fn is_choice(_view: &Self::View, _legal: &[Self::Action]) -> bool {
        true
    }

    /// Follows actions through imagined games, for an [`analysis`]; by default each game to its end.
    fn appraiser(view: &Self::View, seat: Seat) -> Appraiser<'_, Self::Action> {
        analysis::to_the_end::<Self>(view, seat)
    }

    /// What decisions are judged by in an [`analysis`], after "in".
    fn measure() -> &'static str {
        "the chance to win"
    }

    /// Why this action is worth doing, in a sentence that says only what can be seen.
    fn why(
        _view: &Self::View,
        _legal: &[Self::Action],
        _action: Self::Action,
        _seating: &Seating,
    ) -> Option<String> {
        None
    }

    /// What a hint suggests: the rule of thumb, whose reasons can be told.
    fn suggest(
        view: &Self::View,
        legal: &[Self::Action],
        dice: &mut Dice,
        _budget: &Budget,
    ) -> Option<Self::Action> {
        Self::club(view, legal, dice)
    }

    /// What can be found out once every card is known, for the questions in [`advice`](crate::advice); none in games
    /// that have no solver.
    fn solvable() -> Option<&'static dyn Solvable<Self>> {
        None
    }
}

/// A bot of some level, for every game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bot(pub Level);

impl<G: BotStrategy> Player<G> for Bot {
    fn decide(
        &self,
        view: &G::View,
        legal: &[G::Action],
        dice: &mut Dice,
        budget: &Budget,
    ) -> Option<Act<G::Action>> {
        if let Some(words) = G::speak(view)
            && self.remembers_to_speak(dice)
        {
            return Some(Act::Say(words.to_owned()));
        }
        if let [only] = legal {
            return Some(Act::Play(*only));
        }
        let chosen = match self.0 {
            Level::Random => dice.pick(legal).copied(),
            Level::Novice => G::novice(view, legal, dice),
            Level::Club => G::club(view, legal, dice),
            Level::Expert => G::expert(view, legal, dice, budget),
        };
        // A rule of thumb that knows no answer must not stall the table.
        chosen.filter(|action| legal.contains(action)).or_else(|| dice.pick(legal).copied()).map(Act::Play)
    }
}

/// The answer of a rule of thumb if it is legal, else what a [`Bot`] does without an answer.
pub(crate) fn or_any<G: Game>(
    answer: Option<G::Action>,
    game: &G,
    legal: &mut Vec<G::Action>,
    dice: &mut Dice,
) -> Option<Act<G::Action>> {
    let listed = || {
        legal.clear();
        game.legal(legal);
        if let [only] = legal[..] { Some(only) } else { dice.pick(legal).copied() }
    };
    answer.filter(|&action| game.check(action).is_ok()).or_else(listed).map(Act::Play)
}

impl Bot {
    fn remembers_to_speak(self, dice: &mut Dice) -> bool {
        match self.0 {
            Level::Random => dice.below(4) == 0,
            Level::Novice => dice.below(2) == 0,
            Level::Club | Level::Expert => true,
        }
    }
}
