//! The rule of thumb, on a table where whatever can be discarded has been.

use engine::{Card, Game};
use games::aces_up::{AcesUp, Action, Column};

/// A card's height: 0 for the two to 12 for the ace.
pub fn height(card: Card) -> usize {
    (card.index() + 12) % 13
}

/// A card's suit, from 0 to 3.
pub fn suit(card: Card) -> usize {
    card.index() / 13
}

/// What dealing onto an empty column promises, as [`promise`] counts.
const DEAL: i32 = -831;

/// The best of the moves into an empty column and the deal.
pub fn next(game: &AcesUp) -> Option<Action> {
    let mut best = game.check(Action::Deal).is_ok().then_some((DEAL, Action::Deal));
    let empty = Column::ALL.into_iter().find(|&column| game.cards_in(column).is_empty());
    let moves = empty.into_iter().flat_map(|to| Column::ALL.map(|from| (from, Action::Move(from, to))));
    for (from, action) in moves {
        if let Some(promise) = promise(game, from, action)
            && best.is_none_or(|(most, _)| promise > most)
        {
            best = Some((promise, action));
        }
    }
    best.map(|(_, action)| action)
}

/// What a move promises, if it can be made; a lone card's promises nothing.
///
/// The weights were found by trying many on thousands of deals (cross-entropy method, for wins and near wins, with
/// forced discards). An empty column is worth more than a discard; after that it is good to dig in tall columns and
/// to leave low cards on top. Rounder weights look alike and win a tenth less.
fn promise(game: &AcesUp, from: Column, action: Action) -> Option<i32> {
    let cards = game.cards_in(from);
    let (&top, under) = cards.split_last().filter(|(_, under)| !under.is_empty())?;
    let tall = under.len() + 1;
    let mut after = game.clone();
    after.apply(action, &mut ()).ok()?;
    let discards = after.score() - game.score();
    let empty = Column::ALL.into_iter().filter(|&column| after.cards_in(column).is_empty()).count();
    let left = after.cards_in(from);
    let shows = left.last().map_or(6, |&card| height(card));
    // The moved card waits for these, and may be covered before they show.
    let beaten = left.iter().filter(|&&card| suit(card) == suit(top) && height(card) < height(top)).count();
    let [discards, empty, tall, shows, beaten, high] =
        [discards, empty, tall, shows, beaten, height(top)].map(|count| count as i32);
    let title = match high {
        12 => 311,
        11 => -53,
        _ => 0,
    };
    let good = 1854 * discards + 3328 * empty + 201 * tall + title;
    let bad = 102 * shows + 311 * beaten + 14 * high + 213 * high * high / 144;
    Some(good - bad)
}

/// Plays an imagined game on to its end; returns the score.
pub fn finish(game: &mut AcesUp) -> usize {
    while let Some(action) = next(game) {
        if game.apply(action, &mut ()).is_err() {
            break;
        }
    }
    game.score()
}
