//! At least one test for each clause, by what a player would notice.

mod conform;
mod options;
mod steps;
mod words;

use engine::kit::{cards, seat};
use engine::{DECK, Present, Refusal as _, Seating};

use super::*;

/// A table in the middle of a game: seat 0 is on turn with no card played, the last hand named deals.
/// On the pile, bottom first, `5H=6H` is a five that counts as a six. What is left of the decks is the stock.
fn scene(hands: &[&str], pile: &str) -> Propre {
    let players = hands.len();
    let shuffler = Shuffler::new(&Seed::from_number(1));
    let mut game = Propre { mv: 1, ..Propre::empty(Rules::default(), shuffler, players, seat(players - 1)) };
    for (index, hand) in hands.iter().enumerate() {
        game.hands[index] = Pile::of(&cards(hand));
    }
    for laid in pile.split_whitespace() {
        let (card, in_force) = laid.split_once('=').unwrap_or((laid, laid));
        game.pile.push(card.parse().unwrap());
        game.in_force.push(in_force.parse().unwrap());
    }
    let mut used = game.cards();
    for _ in 0..game.rules.decks_for(players) {
        for card in DECK {
            match used.iter().position(|&other| other == card) {
                Some(index) => drop(used.remove(index)),
                None => game.stock.push(card),
            }
        }
    }
    game
}

/// Does these actions, which must all be allowed.
fn act(game: &mut Propre, actions: &[&str]) {
    for text in actions {
        game.apply(text.parse().unwrap(), &mut ()).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    }
}

/// Why it is refused, as the table says it; "ok" if it is not.
fn refused(game: &Propre, text: &str) -> String {
    match game.check(text.parse().unwrap()) {
        Ok(()) => "ok".to_owned(),
        Err(refusal) => format!("{refusal} ({})", refusal.clause()),
    }
}

/// The clause that forbids it; "ok" if none does.
fn verdict(game: &Propre, text: &str) -> &'static str {
    game.check(text.parse().unwrap()).map_or_else(|refusal| refusal.clause(), |()| "ok")
}

fn legal(game: &Propre) -> Vec<String> {
    let mut actions = Vec::new();
    game.legal(&mut actions);
    actions.iter().map(ToString::to_string).collect()
}

fn hand(game: &Propre, index: usize) -> &[Card] {
    game.hands[index].as_slice()
}

fn say(game: &mut Propre, index: usize, words: &str) -> Vec<Event> {
    let mut events = Vec::new();
    game.hear(seat(index), words, &mut events).unwrap();
    events
}
