//! The view as numbers, for programs that learn.

use engine::Encoder;

use super::View;

pub(super) fn encode(view: &View, out: &mut Encoder) {
    const KINDS: usize = 5;
    let players = out.players();
    let own = view.own_card();
    out.one_of("own card", 52, own.map(|card| card.index()));
    out.one_of("own rank, ace to king", 13, own.map(|card| card.index() % 13));
    // Who sits where is told by the seat; which suit another's card has matters to nobody.
    out.rows("known ranks, by seat", 13, |seat, row| {
        if let Some(card) = view.hands[seat] {
            row[card.index() % 13] = 1.0;
        }
    });
    out.by_seat("holds a card, by seat", |seat| f32::from(view.holding[seat]));
    out.by_seat("lives / 9, by seat", |seat| f32::from(view.lives[seat]) / 9.0);
    out.seat("dealer", Some(view.dealer));
    out.seat("on turn", view.turn);
    out.part("turns of this round: stuck, kung, modi, dirty dan, swapped", players * KINDS, |out| {
        for (turn, row) in view.told.iter().zip(out.chunks_exact_mut(KINDS)) {
            row[*turn as usize] = 1.0;
        }
    });
    out.cards("known trash", view.trash.iter().copied().flatten());
    out.number("trash / 52", view.trash.len() as f32 / 52.0);
    out.number("stock / 52", view.stock as f32 / 52.0);
    out.number("pot / 100", view.pot as f32 / 100.0);
    out.number("round / 100", view.round as f32 / 100.0);
    out.number("game / 10", view.game as f32 / 10.0);
    out.by_seat("has won, by seat", |seat| f32::from(view.winners.iter().any(|won| won.index() == seat)));
}
