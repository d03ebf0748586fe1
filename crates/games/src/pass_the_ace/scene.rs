//! The table as a screen shows it.

use engine::scene::{Fact, Heap, Layout, Lying, Reveal, Shown, Sitter, Way};
use engine::{Card, Gesture, Scene, Seat, Seating, Viewer, counted};

use super::words::are_out;
use super::{Action, DrawsFrom, LastRound, View};

const STOCK: &str = "stock";
const TRASH: &str = "trash";

pub(super) fn scene(view: &View, seating: &Seating) -> Scene {
    let mut facts = vec![Fact::new("Round", view.round)];
    if view.game > 1 {
        facts.insert(0, Fact::new("Game", view.game));
    }
    if view.rules.pot {
        facts.push(Fact::new("Pot", counted(view.pot, "token", "tokens")));
    }
    let trash = view.trash.iter().map(|&card| Lying::maybe(card)).collect();
    Scene {
        facts,
        sitters: Seat::all(view.lives.len()).map(|seat| sitter(view, seat, seating)).collect(),
        heaps: vec![
            Heap::face_down(STOCK, "Stock", view.stock),
            Heap::of(TRASH, "Trash", Layout::Stack, trash),
        ],
        prompt: prompt(view, seating),
        way: Some(Way::Clockwise),
        reveal: view.last_round.as_ref().map(|last| reveal(view, last, seating)),
    }
}

fn sitter(view: &View, seat: Seat, seating: &Seating) -> Sitter {
    let lives = view.lives[seat.index()];
    let mut sitter = Sitter::new(seat, seating);
    sitter.on_turn = view.turn == Some(seat);
    // The dealer comes last.
    let next = view.turn.filter(|&turn| turn != view.dealer).and_then(|turn| view.alive().next_left(turn));
    sitter.next = next == Some(seat);
    sitter.out = lives == 0 && !view.winners.contains(&seat);
    sitter.mark_if(seat == view.dealer && !sitter.out, "dealer");
    sitter.mark_if(sitter.out, "out");
    sitter.mark_if(view.winners.contains(&seat), "winner");
    sitter.facts.push(Fact::dotted("Lives", lives, view.rules.lives.get()));
    if view.holding[seat.index()] {
        let lying = Lying::maybe(view.hands[seat.index()]);
        sitter.hand.push(if view.viewer.is(seat) { lying.meaning(Action::Swap) } else { lying });
    }
    sitter
}

fn reveal(view: &View, last: &LastRound, seating: &Seating) -> Reveal {
    let out = |seat: &Seat| view.lives[seat.index()] == 0 && !view.winners.contains(seat);
    let shown = |(seat, card): (Seat, &Option<Card>)| {
        let note = if out(&seat) { "loses the last life" } else { "loses a life" };
        let note = last.losers.contains(&seat).then(|| note.into());
        card.map(|card| Shown { seat, name: seating.name(seat), cards: vec![card], note })
    };
    let round = if view.winners.is_empty() { view.round.saturating_sub(1) } else { view.round };
    // After a double game has begun, the rounds count from one again.
    let title = if round == 0 { "Last round".into() } else { format!("Round {round}").into() };
    let hands = Seat::all(last.hands.len()).zip(&last.hands).filter_map(shown).collect();
    Reveal { title, text: Some(lost(&last.losers, out, seating).into()), hands }
}

/// Who held the lowest card, and what it cost.
fn lost(losers: &[Seat], out: impl Fn(&Seat) -> bool, seating: &Seating) -> String {
    let who = engine::seating::sentence(&seating.list(losers.iter().copied()));
    match losers {
        [] => "All who are left tie on their last lives, and play on.".to_owned(),
        [loser] if seating.you == Some(*loser) && out(loser) => {
            "You hold the lowest card, lose your last life and are out.".to_owned()
        }
        [loser] if out(loser) => format!("{who} holds the lowest card, loses the last life and is out."),
        [loser] if seating.you == Some(*loser) => "You hold the lowest card and lose a life.".to_owned(),
        [_] => format!("{who} holds the lowest card and loses a life."),
        _ if losers.iter().any(&out) => {
            let gone: Vec<Seat> = losers.iter().copied().filter(out).collect();
            format!("{who} share the lowest rank. {}", are_out(&gone, seating))
        }
        _ => format!("{who} share the lowest rank, and each loses a life."),
    }
}

fn prompt(view: &View, seating: &Seating) -> String {
    let Some(seat) = view.turn else {
        let verb =
            if view.winners.len() == 1 && seating.you != Some(view.winners[0]) { "wins" } else { "win" };
        let winners = engine::seating::sentence(&seating.list(view.winners.iter().copied()));
        return format!("{winners} {verb} the game.");
    };
    if !view.viewer.is(seat) {
        return format!("{} turn.", seating.possessive(seat));
    }
    let draws = seat == view.dealer && (view.stock > 0 || !view.trash.is_empty());
    let swaps = seat != view.dealer || view.rules.dealer_may_swap;
    let other = view.alive().next_left(seat).filter(|_| swaps).map(|other| seating.object(other));
    let from_trash = view.rules.dealer_draws_from == DrawsFrom::Discard && !view.trash.is_empty();
    let pile = if from_trash { "trash" } else { "stock" };
    let card = view.own_card().map_or_else(|| "card".to_owned(), Card::short);
    match (other, draws) {
        (Some(other), true) => format!("Your turn: keep your {card}, swap with {other}, or draw."),
        (Some(other), false) => format!("Your turn: keep your {card}, or swap it with {other}."),
        (None, true) => format!("Your turn: keep your {card}, or draw from the {pile}."),
        (None, false) => format!("Your turn: you can only keep your {card}."),
    }
}

pub(super) fn gesture(view: &View, action: Action) -> Gesture {
    let Viewer::Seat(you) = view.viewer else { return Gesture::default() };
    let card = Gesture::touch_hand(you, Some(0));
    match action {
        Action::Stick => Gesture::default(),
        Action::Swap => {
            view.alive().next_left(you).map_or_else(Gesture::default, |other| card.to_hand(other))
        }
        Action::Draw if view.rules.dealer_draws_from == DrawsFrom::Discard => Gesture::touch_heap(TRASH),
        Action::Draw => Gesture::touch_heap(STOCK),
    }
}
