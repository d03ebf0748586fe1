//! The deal of the day: the same for everyone, and it can be won.

use engine::{Dice, Game, Seed, Viewer};
use games::aces_up::{AcesUp, Rules};

use super::winnable::winnable;
use super::{can_be_won_at_all, tidy};
use crate::aces_up::solver::Solver;
use crate::advice::Day;
use crate::{BotStrategy, Daily};

/// The deals of all days follow from this one number, whatever the version. It must never change.
const CALENDAR: u64 = 0x0ace_5000_0da1_0001;
/// Where one deal in seventy can be won, this many in a row that cannot are not to be feared.
const TRIES: u64 = 100_000;

/// The deal of a day by these rules.
///
/// It is the first of the day's deals that can be won by [`tidy`] play, so it can be won by the rules themselves. And
/// tidy play has so few choices that it is solved to the end in a blink: which
/// deal it is never depends on how much memory a device has or on how clever a version's solver is. Where the rules
/// let nobody win (AU-V3) it is the day's first deal.
///
/// The deal follows from the day and what tidy play can do by the rules: classic and relaxed have the same one, for
/// tidy play deals when nothing else is left anyway; strict has its own. None only if tens of thousands of deals in a
/// row could not be won.
pub(super) fn daily(day: Day, rules: &Rules, solver: &mut Solver) -> Option<Daily> {
    let start = Seed::from_number(CALENDAR).child(day.number());
    let can_win = can_be_won_at_all(rules);
    let seed = if can_win { winnable(&start, 0, TRIES, &tidy(rules), solver)?.seed } else { start.child(0) };
    Some(Daily { day, seed, par: par(&seed, rules), winnable: can_win })
}

/// Par: the cards that the club player discards on this deal, by rules of thumb and without a look at the stock.
///
/// It uses whole numbers only and no chance, so that it is the same on every machine. A version whose club player
/// plays better has another par; the deal stays the same.
pub(super) fn par(seed: &Seed, rules: &Rules) -> u8 {
    let mut game = AcesUp::start(rules, 1, seed, &mut ());
    let mut dice = Dice::stream(seed, u64::MAX);
    let mut legal = Vec::new();
    while game.to_act().is_some() {
        legal.clear();
        game.legal(&mut legal);
        let Some(action) = AcesUp::club(&game.view(Viewer::Public), &legal, &mut dice) else { break };
        if game.apply(action, &mut ()).is_err() {
            break;
        }
    }
    game.score() as u8
}
