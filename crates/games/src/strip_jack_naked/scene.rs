//! The table as a screen shows it.

use engine::scene::{Fact, Heap, Layout, Lying, Sitter, Way};
use engine::{Gesture, Scene, Seat, Seating, Viewer, counted};

use super::{Action, End, View, price};

const MIDDLE: &str = "middle";
/// The last cards of the middle, side by side: a picture card and what is paid for it.
const SHOWN: usize = 5;

pub(super) fn scene(view: &View, seating: &Seating) -> Scene {
    Scene {
        facts: vec![Fact::new("Cards turned", view.turned), Fact::new("Tricks", view.tricks)],
        sitters: view.seats().map(|seat| sitter(view, seat, seating)).collect(),
        heaps: vec![middle(view)],
        prompt: prompt(view, seating),
        way: Some(Way::Clockwise),
        ..Scene::default()
    }
}

fn middle(view: &View) -> Heap {
    let from = view.middle.len().saturating_sub(SHOWN);
    let shown = view.middle[from..].iter().map(|&card| Lying {
        note: price(card).map(|price| format!("costs {price}").into()),
        ..Lying::open(card)
    });
    let mut heap = Heap::of(MIDDLE, "Middle", Layout::Row, shown.collect());
    heap.count = view.middle.len();
    match view.debt {
        Some(debt) => heap.with_note(format!("{} to pay", debt.left)),
        None => heap,
    }
}

/// The pile is a single back, however many cards it has: only the top card matters.
fn sitter(view: &View, seat: Seat, seating: &Seating) -> Sitter {
    let pile = view.piles[seat.index()];
    let mut sitter = Sitter::new(seat, seating);
    sitter.on_turn = view.turn == Some(seat);
    sitter.out = view.out[seat.index()];
    sitter.mark_if(sitter.out, "out");
    sitter.mark_if(view.winner == Some(seat), "winner");
    if let Some(debt) = view.debt.filter(|_| sitter.on_turn) {
        sitter.marks.push(format!("owes {}", debt.left).into());
    }
    sitter.facts.push(Fact::new("Cards", pile));
    if pile > 0 {
        let back = Lying::default();
        sitter.hand.push(if view.viewer.is(seat) { back.meaning(Action::Turn) } else { back });
    }
    sitter
}

fn prompt(view: &View, seating: &Seating) -> String {
    match (view.end, view.turn, view.winner) {
        (Some(End::Endless { .. }), ..) => "It would go on for ever: a draw.".to_owned(),
        (Some(_), _, None) => "The limit of cards is reached: a draw.".to_owned(),
        (_, _, Some(winner)) => format!("{} the game.", seating.does(winner, "win", "wins")),
        (_, Some(seat), _) => turn(view, seat, seating),
        (None, None, None) => "The game is over.".to_owned(),
    }
}

fn turn(view: &View, seat: Seat, seating: &Seating) -> String {
    let owes = view
        .debt
        .map(|debt| format!("{} {}", seating.does(seat, "owe", "owes"), counted(debt.left, "card", "cards")));
    match (owes, view.viewer.is(seat)) {
        (Some(owes), true) => format!("{owes}: turn one over."),
        (Some(owes), false) => format!("{owes}."),
        (None, true) => "Your turn: turn over a card.".to_owned(),
        (None, false) => format!("{} turn.", seating.possessive(seat)),
    }
}

pub(super) fn gesture(view: &View) -> Gesture {
    match view.viewer {
        Viewer::Seat(you) => Gesture::touch_hand(you, Some(0)).onto_heap(MIDDLE),
        Viewer::Public => Gesture::default(),
    }
}
