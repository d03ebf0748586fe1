//! A full state that looks like a view: the hands of others and the stock are dealt again.

use engine::{Card, DECK, Dice, Pile, Seat, Seats, Shuffler};

use super::{Propre, View};

pub(super) fn imagine(view: &View, dice: &mut Dice) -> Propre {
    let players = view.sizes.len();
    let mut hidden = hidden_cards(view);
    dice.shuffle(&mut hidden);
    let mut state = Propre {
        active: view.active,
        winner: view.winner,
        av: view.av,
        mv: view.mv,
        cw: view.cw,
        fc: view.fc,
        rm: view.rm,
        b: view.b,
        pw: view.pw,
        declared: seats(&view.declared),
        ready: seats(&view.ready),
        ..Propre::empty(view.rules, Shuffler::new(&dice.seed()), players, view.dealer)
    };
    for laid in &view.pile {
        state.pile.push(laid.card);
        state.in_force.push(laid.in_force);
    }
    for seat in Seat::all(players) {
        state.hands[seat.index()] = if view.viewer.is(seat) {
            Pile::of(&view.hand)
        } else {
            let rest = hidden.len().saturating_sub(view.sizes[seat.index()]);
            Pile::of(&hidden.split_off(rest))
        };
    }
    state.stock = Pile::of(&hidden);
    state
}

/// What is neither on the pile nor in the viewer's hand.
fn hidden_cards(view: &View) -> Vec<Card> {
    let mut left = [view.rules.decks_for(view.sizes.len()); DECK.len()];
    for card in view.pile.iter().map(|laid| &laid.card).chain(&view.hand) {
        left[card.index()] -= 1;
    }
    DECK.iter().flat_map(|card| std::iter::repeat_n(*card, left[card.index()])).collect()
}

fn seats(flags: &[bool]) -> Seats {
    Seat::all(flags.len()).filter(|seat| flags[seat.index()]).collect()
}
