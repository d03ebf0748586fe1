//! Simple players for the other seats. They are handed a view and the legal actions, and nothing else.

use engine::{Act, Dice, Game, Seat};
use games::aces_up::{self, AcesUp};
use games::grapples::Grapples;
use games::pass_the_ace::{self, PassTheAce};
use games::propre::Propre;

/// A rule of thumb for a game; where it knows nothing, any legal action will do.
pub trait RuleOfThumb: Game {
    /// What it would do.
    fn advise(_view: &Self::View, _legal: &[Self::Action]) -> Option<Self::Action> {
        None
    }
}

impl RuleOfThumb for PassTheAce {
    /// Keep sevens and better; below that take a chance.
    fn advise(view: &Self::View, legal: &[Self::Action]) -> Option<Self::Action> {
        use pass_the_ace::Action;
        let number = view.own_card()?.rank()?.number();
        let worth = if number == 12 && view.rules.queens_low { 0 } else { number };
        let preferred = if worth >= 7 { [Action::Stick; 2] } else { [Action::Draw, Action::Swap] };
        preferred.into_iter().find(|action| legal.contains(action))
    }
}

impl RuleOfThumb for AcesUp {
    /// Discard what can go; fill a gap from the tallest column; else deal.
    fn advise(view: &Self::View, legal: &[Self::Action]) -> Option<Self::Action> {
        use aces_up::Action;
        let height = |action: &&Action| match action {
            Action::Move(from, _) => view.columns[from.index()].len(),
            _ => 0,
        };
        let discard = legal.iter().find(|action| matches!(action, Action::Discard(_)));
        let tallest = legal.iter().rev().max_by_key(height).filter(|action| height(action) > 1);
        let deal = legal.iter().find(|action| matches!(action, Action::Deal));
        discard.or(tallest).or(deal).copied()
    }
}

impl RuleOfThumb for Grapples {}
impl RuleOfThumb for Propre {}

/// What the bot on that seat does now.
pub fn choose<G: RuleOfThumb>(
    view: &G::View,
    legal: &[G::Action],
    remark: Option<&'static str>,
    dice: &mut Dice,
) -> Option<Act<G::Action>> {
    if let Some(words) = remark.filter(|_| dice.below(2) == 0) {
        return Some(Act::Say(words.to_owned()));
    }
    G::advise(view, legal).or_else(|| dice.pick(legal).copied()).map(Act::Play)
}

/// The dice of the bot on that seat, apart from those that shuffle the cards.
pub fn dice(seed: &engine::Seed, seat: Seat) -> Dice {
    Dice::stream(seed, u64::MAX - 1 - seat.index() as u64)
}
