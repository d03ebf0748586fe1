//! The table as a screen shows it.

use engine::scene::{Fact, Heap, Layout, Lying, Sitter, Way};
use engine::{Gesture, Scene, Seat, Seating, Viewer, counted};

use super::words::{direction, flags_of_the_turn};
use super::{Action, Laid, View};

const PILE: &str = "pile";
const STOCK: &str = "stock";
/// More of the pile than this is not looked at.
const SHOWN: usize = 3;

pub(super) fn scene(view: &View, seating: &Seating) -> Scene {
    // A narrow bar has room for the first: an attack matters most.
    let attack = if view.av > 0 { view.av.to_string() } else { "none".to_owned() };
    let mut facts = vec![Fact::new("Attack", attack), Fact::new("Direction", direction(view.cw))];
    facts.extend(flags_of_the_turn(view, seating).into_iter().map(|flag| Fact::new("Now", flag)));
    let hidden = view.pile.len().saturating_sub(SHOWN);
    let shown: Vec<Lying> = view.pile[hidden..].iter().map(lie).collect();
    let pile = Heap { count: view.pile.len(), ..Heap::of(PILE, "Pile", Layout::Row, shown) };
    Scene {
        facts,
        sitters: Seat::all(view.sizes.len()).map(|seat| sitter(view, seat, seating)).collect(),
        heaps: vec![pile, Heap::face_down(STOCK, "Stock", view.stock)],
        prompt: prompt(view, seating),
        way: Some(if view.cw { Way::Clockwise } else { Way::Counter }),
        reveal: None,
    }
}

/// A card counts as something else where an ace was given a suit or a card lies sideways.
fn lie(laid: &Laid) -> Lying {
    let sideways = laid.card.rank() != laid.in_force.rank();
    let lying = Lying { sideways, ..Lying::open(laid.card) };
    if laid.card == laid.in_force { lying } else { lying.with_note(format!("as {}", laid.in_force.short())) }
}

fn sitter(view: &View, seat: Seat, seating: &Seating) -> Sitter {
    let index = seat.index();
    let mut sitter = Sitter::new(seat, seating);
    sitter.on_turn = view.winner.is_none() && view.active == seat;
    sitter.next = view.winner.is_none() && neighbour(view) == seat;
    sitter.mark_if(seat == view.dealer, "dealer");
    let can_win = view.can_win(seat);
    sitter.mark_if(can_win, "can win this turn");
    sitter.mark_if(view.declared[index] && !can_win, "declared");
    sitter.mark_if(view.winner == Some(seat), "winner");
    sitter.facts.push(Fact::new("Cards", view.sizes[index]));
    sitter.hand = if view.viewer.is(seat) {
        view.hand.iter().map(|&card| Lying::open(card).meaning(Action::Play(card))).collect()
    } else {
        vec![Lying::default(); view.sizes[index]]
    };
    sitter
}

fn neighbour(view: &View) -> Seat {
    let players = view.sizes.len();
    if view.cw { view.active.left(players) } else { view.active.right(players) }
}

fn prompt(view: &View, seating: &Seating) -> String {
    if let Some(winner) = view.winner {
        return format!("{} the game.", seating.does(winner, "win", "wins"));
    }
    if !view.on_turn() {
        return format!("{} turn.", seating.possessive(view.active));
    }
    match (view.fc, view.av) {
        (true, 0) => "Your turn: play a card, or pass.".to_owned(),
        (true, av) => {
            format!("You are under attack: answer it, or pass and draw {}.", counted(av, "card", "cards"))
        }
        (false, av) if av > 0 && view.mv == 1 => {
            let next = seating.object(neighbour(view));
            format!("Your turn: play on, or end it. The attack of {av} goes to {next}.")
        }
        (false, _) => "Your turn: play on, or end it.".to_owned(),
    }
}

pub(super) fn gesture(view: &View, action: Action) -> Gesture {
    let Viewer::Seat(you) = view.viewer else { return Gesture::default() };
    let place = action.card().and_then(|card| view.hand.iter().position(|&held| held == card));
    match (action, place) {
        (Action::Pass, _) if view.fc => Gesture::touch_heap(STOCK).to_hand(you),
        // Laying down the whole hand is too much for a slip of the finger.
        (Action::Replace(_), _) | (_, None) => Gesture::default(),
        (_, place) => Gesture::touch_hand(you, place).onto_heap(PILE),
    }
}
