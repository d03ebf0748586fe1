//! The table as a screen shows it.

use engine::scene::{Fact, Heap, Layout, Lying, Sitter, Way};
use engine::{Gesture, Scene, Seat, Seating, Viewer, counted};

use super::words::{neighbour, signed};
use super::{Action, Held, Kinds, Phase, Side, Spot, View, grapples};

const DECK: &str = "deck";
const DISCARDED: &str = "discarded";

pub(super) fn scene(view: &View, seating: &Seating) -> Scene {
    let mut deck = Heap::face_down(DECK, "Deck", view.stock);
    if let (Some(top), Some(lying)) = (view.top, deck.cards.last_mut()) {
        *lying = lie(&Held { card: Some(top), may_be: Kinds::NONE });
    }
    let mut heaps = vec![deck];
    if !view.discarded.is_empty() {
        let discarded = view.discarded.iter().map(|&card| Lying::open(card)).collect();
        heaps.push(Heap::of(DISCARDED, "Discarded", Layout::Stack, discarded));
    }
    let direction = match view.direction {
        // As the buttons say it and as the arrows at the table go: seen from above, "to the right" is an arrow to the left.
        Some(Side::Left) => "to the left ↻",
        Some(Side::Right) => "to the right ↺",
        None => "not chosen yet",
    };
    Scene {
        facts: vec![Fact::new("Direction", direction), Fact::new("Turns dealt", turns(view))],
        sitters: Seat::all(view.hands.len()).map(|seat| sitter(view, seat, seating)).collect(),
        heaps,
        prompt: prompt(view, seating),
        way: view.direction.map(|side| if side == Side::Left { Way::Clockwise } else { Way::Counter }),
        reveal: None,
    }
}

fn turns(view: &View) -> String {
    format!("{} of {}", view.dealer_turns, view.rules.dealer_turns.get())
}

/// Who comes after the player with the newest card. Nobody while the dealer chooses: that choice decides it.
fn next(view: &View) -> Option<Seat> {
    let deals_on = !matches!(view.phase, Phase::Dealer | Phase::Over) && view.stock > 0;
    let next = view.direction.filter(|_| deals_on).map(|side| neighbour(view, view.turn, side));
    next.filter(|_| view.to_act != next)
}

/// Whether the next in turn is dealt a card for certain: the one before may take another first, and a dealer chooses, unless
/// their time is up.
fn is_dealt_to(view: &View, seat: Seat) -> bool {
    let chooses = seat == view.dealer && view.dealer_turns < view.rules.dealer_turns.get();
    view.phase != Phase::DoubleDown && !chooses
}

fn sitter(view: &View, seat: Seat, seating: &Seating) -> Sitter {
    let hand = view.hand(seat);
    let mut sitter = Sitter::new(seat, seating);
    sitter.on_turn = view.to_act == Some(seat);
    sitter.next = next(view) == Some(seat);
    if seat == view.dealer {
        sitter.mark_if(view.phase != Phase::Over, format!("dealer, {} turns", turns(view)));
    }
    sitter.mark_if(sitter.next && is_dealt_to(view, seat), "gets the next card");
    sitter.mark_if(view.winners.contains(&seat), "winner");
    sitter.facts.push(Fact::new("Cards", hand.len()));
    // Of others without cards there is nothing to count; the viewer's own count stays in its place.
    let counts = !hand.is_empty() || sitter.you;
    if let Some(total) = view.totals.get(seat.index()).copied().flatten().filter(|_| counts) {
        sitter.facts.push(Fact::new("Grapples", signed(total)));
    }
    let pointed = view.trade.as_ref().filter(|trade| trade.with == seat).map(|trade| &trade.pointed);
    let is_pointed =
        |index: usize| pointed.is_some_and(|spots| spots.iter().any(|spot| spot.index() == index));
    let lying = |(index, held): (usize, &Held)| Lying { raised: is_pointed(index), ..lie(held) };
    sitter.hand = hand.iter().enumerate().map(lying).collect();
    sitter
}

fn lie(held: &Held) -> Lying {
    let note = match (held.card, held.may_be) {
        (Some(card), _) => Some(worth(card)),
        (None, Kinds::JACK) => Some("jack".to_owned()),
        (None, Kinds::QUEEN) => Some("queen".to_owned()),
        (None, Kinds::DOUBLE) => Some("2 or joker".to_owned()),
        (None, _) => None,
    };
    Lying { note: note.map(Into::into), worth: held.card.map(grapples), ..Lying::maybe(held.card) }
}

fn worth(card: engine::Card) -> String {
    signed(grapples(card))
}

fn prompt(view: &View, seating: &Seating) -> String {
    let Some(seat) = view.to_act else {
        let verb = match view.winners[..] {
            [winner] if seating.you != Some(winner) => "wins",
            [_] => "win",
            _ => "share the win",
        };
        let winners = engine::seating::sentence(&seating.list(view.winners.iter().copied()));
        return format!("The game is over. {winners} {verb}.");
    };
    if !view.viewer.is(seat) {
        return format!("{} to choose.", seating.does(seat, "are", "is"));
    }
    let more = match &view.trade {
        Some(trade) if trade.wanted > 1 => format!(" ({} to go)", counted(trade.wanted, "card", "cards")),
        _ => String::new(),
    };
    let why = match view.phase {
        Phase::Dealer => "You deal",
        Phase::DoubleDown => "Double down",
        Phase::Jack => {
            return format!("A jack: ask {} for the deal, or keep quiet.", seating.name(view.dealer));
        }
        Phase::Answer => {
            return format!(
                "{} asks for the deal: tap out for them, or stay dealer.",
                seating.name(view.turn)
            );
        }
        Phase::SpadeAce => "The ace of spades",
        Phase::Queen => "A queen",
        Phase::Point | Phase::Over => "It is up to you",
    };
    format!("{why}: {}{more}.", view.phase.hint())
}

pub(super) fn gesture(view: &View, action: Action) -> Gesture {
    let Viewer::Seat(you) = view.viewer else { return Gesture::default() };
    let newest = || Gesture::touch_hand(view.turn, view.hand(view.turn).len().checked_sub(1));
    match action {
        Action::Keep(_) => Gesture::touch_heap(DECK).to_hand(you),
        Action::Give(side) => Gesture::touch_heap(DECK).to_hand(neighbour(view, view.dealer, side)),
        Action::Take => Gesture::touch_heap(DECK).to_hand(you),
        Action::Trade(seat) => newest().to_hand(seat),
        Action::Point(spot) => point(view, spot),
        _ => Gesture::default(),
    }
}

fn point(view: &View, spot: Spot) -> Gesture {
    let with = view.trade.as_ref().map(|trade| trade.with);
    with.map_or_else(Gesture::default, |with| Gesture::touch_hand(with, Some(spot.index())))
}
