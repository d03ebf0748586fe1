//! What a newcomer is told: which events have a tip, where a dealer's turn begins, and what trades and the game came to.

use engine::{Card, RoundEnd, Seat, Seating};

use super::events::How;
use super::words::{list, signed, worth};
use super::{Grapples, Seen, grapples};

pub(super) fn tip(seen: &Seen) -> Option<&'static str> {
    Some(match seen {
        Seen::Look { card: Some(_), .. } => "peek",
        Seen::Take { .. } => "double-down",
        Seen::Ask { .. } => "jack",
        Seen::Refuse { .. } => "refused",
        Seen::NewDealer { how: How::TapOut { forced: true }, .. } => "turns-used-up",
        Seen::NewDealer { how: How::TapOut { forced: false }, .. } => "tap-out",
        Seen::NewDealer { how: How::Accepted, .. } => "accepted",
        Seen::NewDealer { how: How::Redeemed, .. } => "redeemed",
        Seen::Discard { .. } => "spade-ace",
        Seen::Trade { .. } => "queen",
        Seen::Point { .. } => "point",
        Seen::Traded { .. } => "traded",
        _ => return None,
    })
}

pub(super) fn chapter(seen: &Seen, seating: &Seating) -> Option<String> {
    let Seen::Look { dealer, .. } = seen else { return None };
    Some(format!("{} turn as dealer", seating.possessive(*dealer)))
}

/// "For the Q♥ (−10) you got the 9♣ and the 4♦: 13 Grapples." And at the end how far it was to the best of the others.
pub(super) fn recap(end: &RoundEnd<'_, Grapples>, seating: &Seating) -> Option<String> {
    let you = seating.you?;
    match end.seen {
        Seen::Traded { seat, with, queen, cards: Some(cards), .. } if [*seat, *with].contains(&you) => {
            let what = list(cards.iter().map(|card| card.short()));
            let sum = worth(cards.iter().copied().map(grapples).sum());
            let queen = format!("{} ({})", queen.short(), signed(grapples(*queen)));
            Some(match *seat == you {
                true => format!("You gave the {queen} and got {what}: {sum}."),
                false => format!("You got the {queen} and gave {what}: {sum}."),
            })
        }
        Seen::Over { hands, totals, .. } => over(you, hands.get(you.index())?, totals, seating),
        _ => None,
    }
}

fn over(you: Seat, hand: &[Card], totals: &[i32], seating: &Seating) -> Option<String> {
    let own = *totals.get(you.index())?;
    let others = Seat::all(totals.len()).zip(totals).filter(|(seat, _)| *seat != you);
    let (best, most) = others.max_by_key(|(_, total)| **total)?;
    let apart = worth((own - most).abs());
    let place = match own.cmp(most) {
        std::cmp::Ordering::Greater => format!("{apart} more than {}", seating.object(best)),
        std::cmp::Ordering::Equal => format!("as many as {}", seating.object(best)),
        std::cmp::Ordering::Less => format!("{apart} fewer than {}", seating.object(best)),
    };
    let minus: Vec<Card> = hand.iter().copied().filter(|card| grapples(*card) < 0).collect();
    let cost = worth(minus.iter().copied().map(grapples).sum());
    let minus = match minus.len() {
        0 => String::new(),
        1 => format!(" The {} in it counts {cost}.", minus[0].short()),
        _ => format!(" {} in it count {cost}.", list(minus.iter().map(|card| card.short()))),
    };
    Some(format!("Your hand came to {}, {place}.{minus}", worth(own)))
}
