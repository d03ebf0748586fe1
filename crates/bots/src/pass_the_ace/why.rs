//! Why an action is worth doing, as the player on turn can see it.

use engine::{Card, Seat, Seating, Viewer};
use games::pass_the_ace::{Action, DrawsFrom, Turn, View};

use super::situation::{Situation, exchanged, had_their_turn, place};

/// A sentence for the action of the viewer.
pub fn why(view: &View, action: Action, seating: &Seating) -> Option<String> {
    let Viewer::Seat(seat) = view.viewer else { return None };
    let own = view.own_card()?;
    let left = view.alive().next_left(seat)?;
    Some(match action {
        Action::Stick => why_stick(view, seat, own, seating),
        Action::Swap => match view.hands[left.index()] {
            Some(card) if is_lower(view, own, card) => {
                format!(
                    "{} holds {}, which is higher than your {}.",
                    seating.name(left),
                    card.short(),
                    own.short()
                )
            }
            _ => share(view, own, "higher"),
        },
        Action::Draw => match view.trash.last().copied().flatten() {
            Some(card) if view.rules.dealer_draws_from == DrawsFrom::Discard && is_lower(view, own, card) => {
                format!("{} lies open on the trash and is higher than your {}.", card.short(), own.short())
            }
            _ => share(view, own, "higher"),
        },
    })
}

fn is_lower(view: &View, one: Card, other: Card) -> bool {
    place(&view.rules, one) < place(&view.rules, other)
}

fn why_stick(view: &View, seat: Seat, own: Card, seating: &Seating) -> String {
    if place(&view.rules, own) == KING {
        return "No card is higher than a king, and nobody can take it from you.".to_owned();
    }
    let lower = |&other: &Seat| {
        let card = view.hands[other.index()].filter(|&card| is_lower(view, card, own))?;
        Some((other, card))
    };
    if let Some((other, card)) =
        had_their_turn(view).filter(|&other| other != seat).find_map(|other| lower(&other))
    {
        return format!(
            "{} has had a turn and holds {}, which is lower than your {}.",
            seating.name(other),
            card.short(),
            own.short()
        );
    }
    if let Some(other) = went_lower(view) {
        return format!(
            "{} passed on the card that you hold, got a lower one for it, and has had a turn.",
            seating.name(other)
        );
    }
    match no_better_neighbour(view, seat, own, seating) {
        Some(reason) => reason,
        None => share(view, own, "lower"),
    }
}

/// The place of a king.
const KING: u8 = 13;

/// Who got a lower card for the one that came to the player on turn, perhaps through several hands.
fn went_lower(view: &View) -> Option<Seat> {
    let (situation, _) = Situation::of(view)?;
    situation.safe.then_some(())?;
    let turns: Vec<(Seat, Turn)> = had_their_turn(view).zip(view.told.iter().copied()).collect();
    let mut chain = turns.into_iter().rev().take_while(|&(_, turn)| exchanged(turn));
    chain.find(|&(_, turn)| turn == Turn::Modi).map(|(seat, _)| seat)
}

/// Only a swap could help, and the card to be had is known not to.
fn no_better_neighbour(view: &View, seat: Seat, own: Card, seating: &Seating) -> Option<String> {
    let left = view.alive().next_left(seat).filter(|_| seat != view.dealer)?;
    let card = view.hands[left.index()]?;
    if place(&view.rules, card) == KING {
        return Some(format!("{} holds {}, and a king cannot be taken.", seating.name(left), card.short()));
    }
    let no_better = !is_lower(view, own, card);
    no_better.then(|| {
        format!(
            "{} holds {}, which is no better than your {}.",
            seating.name(left),
            card.short(),
            own.short()
        )
    })
}

/// "Of the 40 cards that you cannot see, 75 % are higher than 4♥."
fn share(view: &View, own: Card, than: &str) -> String {
    let (lower, higher, unseen) = view.unseen_around(own);
    let number = if than == "lower" { lower } else { higher };
    let percent = (100 * number + unseen / 2) / unseen.max(1);
    format!("Of the {unseen} cards that you cannot see, {percent} % are {than} than {}.", own.short())
}
