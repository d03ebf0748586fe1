//! The view as numbers, for programs that learn.

use engine::{Card, Encoder};

use super::{Held, Kinds, Phase, Spot, View, grapples};

const KINDS: [Kinds; 5] = [Kinds::PLAIN, Kinds::DOUBLE, Kinds::JACK, Kinds::QUEEN, Kinds::SPADE_ACE];

pub(super) fn encode(view: &View, out: &mut Encoder) {
    out.one_of("phase", Phase::Over as usize + 1, Some(view.phase as usize));
    out.rows("known cards, by seat", Card::COUNT, |seat, row| {
        view.hands[seat].iter().filter_map(|held| held.card).for_each(|card| row[card.index()] = 1.0);
    });
    out.rows("unknown cards by what they may be / 54, by seat", KINDS.len(), |seat, row| {
        view.hands[seat]
            .iter()
            .filter(|held| held.card.is_none())
            .for_each(|held| add_kinds(held, 54.0, row));
    });
    out.by_seat("cards / 54, by seat", |seat| view.hands[seat].len() as f32 / 54.0);
    out.by_seat("total / 50 where known, by seat", |seat| view.totals[seat].unwrap_or(0) as f32 / 50.0);
    out.by_seat("total known, by seat", |seat| f32::from(view.totals[seat].is_some()));
    out.seat("dealer", Some(view.dealer));
    out.seat("dealt to", Some(view.turn));
    out.seat("decides", view.to_act);
    out.number("turns of the dealer / 9", f32::from(view.dealer_turns) / 9.0);
    out.one_of("dealing goes left, right", 2, view.direction.map(|side| side as usize));
    out.number("stock / 54", view.stock as f32 / 54.0);
    out.one_of("top card", Card::COUNT, view.top.map(|card| card.index()));
    out.cards("discarded", view.discarded.iter().copied());
    let trade = view.trade.as_ref();
    out.seat("trades with", trade.map(|trade| trade.with));
    out.number("cards to point at / 10", trade.map_or(0.0, |trade| trade.wanted as f32 / 10.0));
    let laid = trade.map_or(&[][..], |trade| view.hand(trade.with));
    // Whether it was pointed at, whether it is known, its worth, and what it may be.
    const SPOT: usize = 3 + KINDS.len();
    out.part("laid out: pointed at, known, worth / 10, kinds; by place", Spot::LAST * SPOT, |out| {
        for (held, row) in laid.iter().zip(out.chunks_exact_mut(SPOT)) {
            row[1] = f32::from(held.card.is_some());
            row[2] = held.card.map_or(0.0, |card| grapples(card) as f32 / 10.0);
            add_kinds(held, 1.0, &mut row[3..]);
        }
        for spot in trade.iter().flat_map(|trade| &trade.pointed) {
            out[spot.index() * SPOT] = 1.0;
        }
    });
    out.by_seat("has won, by seat", |seat| f32::from(view.winners.iter().any(|won| won.index() == seat)));
}

fn add_kinds(held: &Held, of: f32, row: &mut [f32]) {
    for (kind, place) in KINDS.iter().zip(row) {
        *place += f32::from(held.may_be.has(*kind)) / of;
    }
}
