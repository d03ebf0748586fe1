//! The view as numbers, for programs that learn.

use engine::Encoder;

use super::View;

/// A card's place in a column is told by its height over the bottom, in parts of a deck.
pub(super) fn encode(view: &View, out: &mut Encoder) {
    const DECK: f32 = 52.0;
    for (column, name) in view.columns.iter().zip(["column 1", "column 2", "column 3", "column 4"]) {
        out.part(name, 52, |out| {
            for (height, card) in column.iter().enumerate() {
                out[card.index()] = (height + 1) as f32 / DECK;
            }
        });
    }
    for (column, name) in view.columns.iter().zip(["top of 1", "top of 2", "top of 3", "top of 4"]) {
        out.one_of(name, 52, column.last().map(|card| card.index()));
    }
    out.cards("discarded", view.discarded.iter().copied());
    out.number("stock / 52", view.stock as f32 / DECK);
    out.number("deals left / 12", f32::from(view.deals_left) / 12.0);
    out.one_of("in progress, won, lost", 3, Some(view.status as usize));
}
