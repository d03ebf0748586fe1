//! From positions that a search went through to actions on the table.

use std::collections::{HashSet, VecDeque};

use engine::Game;
use games::aces_up::{AcesUp, Action, Column};

use super::position::{Key, key};

/// What lies in each column, bottom first, and how many cards are still in the stock.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Station {
    pub columns: [Vec<Key>; 4],
    pub stock: usize,
}

fn station(game: &AcesUp) -> Station {
    let columns = Column::ALL.map(|column| game.cards_in(column).iter().map(|&card| key(card)).collect());
    Station { columns, stock: game.known_stock().len() }
}

/// The actions that lead through these stations, one after another, until the game is over.
pub(super) fn through(game: &AcesUp, stations: &[Station]) -> Vec<Action> {
    let mut game = game.clone();
    let mut line = Vec::new();
    for station in stations {
        let Some((after, actions)) = way(&game, station) else { continue };
        game = after;
        line.extend(actions);
    }
    line
}

/// These actions, and then nothing but deals until the game is over.
pub(super) fn to_the_end(game: &AcesUp, actions: &[Action]) -> Vec<Action> {
    let mut game = game.clone();
    let mut line = Vec::new();
    for &action in actions.iter().chain(&[Action::Deal; 12]) {
        if game.apply(action, &mut ()).is_ok() {
            line.push(action);
        }
    }
    line
}

/// The shortest way to a station: a few actions at most, most of them moves of lone cards or discards.
fn way(start: &AcesUp, aim: &Station) -> Option<(AcesUp, Vec<Action>)> {
    let mut been = HashSet::new();
    let mut next = VecDeque::from([(start.clone(), Vec::new())]);
    let mut legal = Vec::new();
    while let Some((game, actions)) = next.pop_front() {
        let here = station(&game);
        // A win is noticed at once, wherever the aces lie.
        if here == *aim || game.outcome().is_some_and(|outcome| !outcome.winners.is_empty()) {
            return Some((game, actions));
        }
        if here.stock < aim.stock || !been.insert(here) {
            continue;
        }
        legal.clear();
        game.legal(&mut legal);
        for &action in &legal {
            let mut after = game.clone();
            if after.apply(action, &mut ()).is_ok() {
                let actions = actions.iter().copied().chain([action]).collect();
                next.push_back((after, actions));
            }
        }
    }
    None
}
