//! The table as a screen shows it.

use engine::scene::{Fact, Heap, Layout, Lying};
use engine::{Game as _, Gesture, Scene, Seating, counted};

use super::{Action, Column, Status, View};

const STOCK: &str = "stock";
const DISCARDED: &str = "discarded";
const COLUMNS: [&str; 4] = ["column-1", "column-2", "column-3", "column-4"];

pub(super) fn scene(view: &View, _: &Seating) -> Scene {
    let column = |column: Column| {
        let mut cards: Vec<Lying> =
            view.columns[column.index()].iter().map(|&card| Lying::open(card)).collect();
        if let Some(top) = cards.pop() {
            cards.push(top.meaning(Action::Discard(column)));
        }
        Heap::of(COLUMNS[column.index()], format!("Column {column}"), Layout::Column, cards)
    };
    let stock =
        Heap::face_down(STOCK, "Stock", view.stock).with_note(counted(view.deals_left, "deal", "deals"));
    let discarded = view.discarded.iter().map(|&card| Lying::open(card)).collect();
    let mut heaps: Vec<Heap> = Column::ALL.map(column).into();
    heaps.push(stock);
    heaps.push(Heap::of(DISCARDED, "Discarded", Layout::Stack, discarded));
    Scene {
        facts: vec![
            Fact::new("Score", format!("{} of 48", view.score)),
            Fact::new("To discard", view.left),
            Fact::new("Deals left", view.deals_left),
        ],
        heaps,
        prompt: prompt(view),
        ..Scene::default()
    }
}

fn prompt(view: &View) -> String {
    match view.status {
        Status::Won => "Won! Only the four aces are left.".to_owned(),
        Status::Lost if view.stock > 0 => "All deals are played.".to_owned(),
        Status::Lost => "Nothing is left to do. The game is lost.".to_owned(),
        Status::InProgress => possible(view),
    }
}

/// What can be done now. In which order the stock lies makes no difference to that.
fn possible(view: &View) -> String {
    let mut actions = Vec::new();
    super::view::state(view, |_| {}).legal(&mut actions);
    let mut words: Vec<&str> = actions
        .iter()
        .map(|action| match action {
            Action::Discard(_) => "discard",
            Action::Move(..) => "move",
            Action::Deal => "deal",
        })
        .collect();
    words.dedup();
    let text = match words[..] {
        ["deal"] => "deal four cards".to_owned(),
        [first, second, third] => format!("{first}, {second}, or {third}"),
        _ => words.join(" or "),
    };
    format!("{}.", engine::seating::sentence(&text))
}

pub(super) fn gesture(view: &View, action: Action) -> Gesture {
    let touch_top = |column: Column| {
        let top = view.columns[column.index()].len().saturating_sub(1);
        Gesture::touch_card(COLUMNS[column.index()], top)
    };
    match action {
        Action::Discard(column) => touch_top(column).onto_heap(DISCARDED),
        Action::Move(from, to) => touch_top(from).onto_heap(COLUMNS[to.index()]),
        Action::Deal => Gesture::touch_heap(STOCK),
    }
}
