//! Why an action is worth doing, as the player who decides can see it.

use engine::{Card, Seat, Seating};
use games::grapples::{Action, Kinds, Side, View, grapples};

use super::count::Count;

/// A sentence for the action; none if nothing simple can be said for it.
pub fn why(view: &View, action: Action, seating: &Seating) -> Option<String> {
    let count = Count::new(view.glance());
    match action {
        Action::Keep(_) => why_keep(view, &count, view.top?, seating),
        Action::Give(side) => why_give(view, &count, view.top?, side, seating),
        Action::Take if count.next_card() > 0.0 => Some(next_card(&count)),
        Action::Decline if count.next_card() <= 0.0 => Some(next_card(&count)),
        Action::Ask | Action::Redeem => {
            Some("As dealer you see the top card on your turn, and choose who gets it.".to_owned())
        }
        Action::Accept | Action::Refuse => why_answer(view, &count, action, seating),
        Action::Trade(with) => why_trade(view, &count, with, seating),
        Action::Point(_) => {
            Some("The hand was mixed, so nobody can tell which place is the best.".to_owned())
        }
        _ => None,
    }
}

/// "+5" or "−10".
fn signed(number: f64) -> String {
    let sign = if number < 0.0 { '−' } else { '+' };
    format!("{sign}{}", number.abs())
}

fn rounded(number: f64) -> f64 {
    // Nought has no sign.
    (10.0 * number).round() / 10.0 + 0.0
}

fn is_worth(card: Card) -> String {
    format!("{} is worth {}", card.short(), signed(grapples(card).into()))
}

fn next_card(count: &Count) -> String {
    let next = signed(rounded(count.next_card()));
    format!("By the cards that you have not seen, the next one is worth {next} on average.")
}

fn why_keep(view: &View, count: &Count, top: Card, seating: &Seating) -> Option<String> {
    match Kinds::of(top) {
        Kinds::QUEEN => {
            let (partner, _) = count.best_trade(view.dealer, top)?;
            let hand = signed(rounded(count.total(partner)));
            Some(format!(
                "A queen from the deck can be traded, and {} has a hand of about {hand} to buy from.",
                seating.name(partner)
            ))
        }
        Kinds::DOUBLE if count.next_card() > 0.0 => Some(format!(
            "{}, and it lets you take one more card, worth {} on average.",
            is_worth(top),
            signed(rounded(count.next_card()))
        )),
        _ if grapples(top) >= 0 => Some(format!("{}.", is_worth(top))),
        _ => None,
    }
}

fn why_give(view: &View, count: &Count, top: Card, side: Side, seating: &Seating) -> Option<String> {
    (grapples(top) < 0).then_some(())?;
    let players = view.hands.len();
    let (left, right) = (view.dealer.left(players), view.dealer.right(players));
    let (taker, other) = if side == Side::Left { (left, right) } else { (right, left) };
    let stronger = match taker != other && count.total(taker) > count.total(other) {
        true => format!(", who has more than {} by your count", seating.name(other)),
        false => String::new(),
    };
    Some(format!("{}: let {} have it{stronger}.", is_worth(top), seating.name(taker)))
}

fn why_answer(view: &View, count: &Count, action: Action, seating: &Seating) -> Option<String> {
    let used_up = view.dealer_turns >= view.rules.dealer_turns.get();
    let heir = view.dealer.left(view.hands.len());
    let weaker = count.total(view.turn) < count.total(heir);
    let (asker, heir) = (seating.name(view.turn), seating.name(heir));
    match action {
        Action::Refuse if !used_up => {
            Some("You have another turn as dealer to come, and will see its card first.".to_owned())
        }
        Action::Accept if used_up && weaker => Some(format!(
            "Your turns as dealer are used up. The deal would go to {heir}, who has more than {asker} by your count."
        )),
        Action::Refuse if !weaker && asker != heir => Some(format!(
            "Your turns as dealer are used up. The deal goes to {heir}, who has no more than {asker} by your count."
        )),
        _ => None,
    }
}

fn why_trade(view: &View, count: &Count, with: Seat, seating: &Seating) -> Option<String> {
    let queen = view.dealt()?;
    let (best, _) = count.best_trade(view.turn, queen)?;
    let hand = signed(rounded(count.total(with)));
    let most = if best == with { ", which no other trade beats" } else { "" };
    Some(format!(
        "{}. You give it to {} for cards of a hand worth {hand} by your count{most}.",
        is_worth(queen),
        seating.name(with)
    ))
}
