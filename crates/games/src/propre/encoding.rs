//! The view as numbers, for programs that learn.

use engine::Encoder;

use super::View;

pub(super) fn encode(view: &View, out: &mut Encoder) {
    let surface = view.surface();
    let winner = view.winner.map(|seat| seat.index());
    out.cards("hand", view.hand.iter().copied());
    out.one_of("top in force", 54, surface.map(|surface| surface.top.index()));
    out.one_of("under it, in force", 54, surface.and_then(|surface| surface.under).map(|card| card.index()));
    out.number("run of its rank / 8", surface.map_or(0.0, |surface| f32::from(surface.run) / 8.0));
    out.cards("pile, as printed", view.pile.iter().map(|laid| laid.card));
    out.by_seat("cards / 52, by seat", |seat| view.sizes[seat] as f32 / 52.0);
    out.by_seat("has declared, by seat", |seat| f32::from(view.declared[seat]));
    out.by_seat("may play the last card, by seat", |seat| f32::from(view.ready[seat]));
    out.seat("active", Some(view.active));
    out.seat("dealer", Some(view.dealer));
    out.number("stock / 104", view.stock as f32 / 104.0);
    out.number("attack value / 50", f32::from(view.av) / 50.0);
    out.number("move value / 8", f32::from(view.mv) / 8.0);
    out.flag("clockwise", view.cw);
    out.flag("first card of the turn", view.fc);
    out.flag("rank or suit matches", view.rm);
    out.flag("3 and 7 match", view.b);
    out.flag("an empty hand does not win", view.pw);
    out.by_seat("has won, by seat", |seat| f32::from(winner == Some(seat)));
}
