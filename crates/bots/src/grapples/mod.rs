//! Grapples: cards are counted, bad ones steered to others, and queens traded away.

mod count;
#[cfg(test)]
mod tests;
mod why;

use engine::{Act, Card, Dice, Game, Outcome, Seat, Seating};
use games::grapples::{Action, Glance, Grapples, Kinds, Phase, Side, View, grapples};

use crate::player::or_any;
use crate::{BotStrategy, Budget, sampling};
use count::Count;

/// The final lead, in Grapples, that is worth half of the way from a draw to the best result.
const CLEAR_LEAD: f64 = 8.0;

impl BotStrategy for Grapples {
    fn club(view: &View, legal: &[Action], _: &mut Dice) -> Option<Action> {
        reflex(legal).or_else(|| rule_of_thumb(view.glance()))
    }

    fn club_act(game: &Self, legal: &mut Vec<Action>, dice: &mut Dice) -> Option<Act<Action>> {
        game.to_act()?;
        or_any(at_sight(game, legal), game, legal, dice)
    }

    /// Keeps whatever comes more often than is good, and trades with just anyone.
    fn novice(view: &View, legal: &[Action], dice: &mut Dice) -> Option<Action> {
        if dice.below(3) > 0 {
            return Self::club(view, legal, dice);
        }
        match view.phase {
            Phase::Dealer => Some(Action::Keep(if dice.below(2) == 0 { Side::Left } else { Side::Right })),
            _ => dice.pick(legal).copied(),
        }
    }

    /// About 20 ms on one core.
    fn usual_iterations() -> u32 {
        2000
    }

    /// Plays every sensible choice out in the same imagined games.
    fn expert(view: &View, legal: &[Action], dice: &mut Dice, budget: &Budget) -> Option<Action> {
        let seat = view.to_act?;
        let candidates = candidates(view, legal, dice);
        let courses: Vec<&[Action]> = candidates.iter().map(std::slice::from_ref).collect();
        let imagine = |dice: &mut Dice| Self::imagine(view, dice);
        let follow = |game: &mut Self, dice: &mut Dice| {
            Self::play_out(game, dice, &mut Vec::new());
            game.outcome().map_or(0.0, |outcome| Self::worth(&outcome, seat))
        };
        let best = sampling::best_of(&courses, imagine, follow, dice, budget)?;
        candidates.get(best).copied()
    }

    /// By the distance to the best of the others, most steeply around the draw. A bare win or loss would take
    /// many more games to tell which choice is better.
    fn worth(outcome: &Outcome, seat: Seat) -> f64 {
        let own = outcome.scores[seat.index()];
        let others = outcome.scores.iter().enumerate().filter(|(index, _)| *index != seat.index());
        let best = others.map(|(_, &score)| score).max().unwrap_or(own);
        let lead = f64::from(own - best) / CLEAR_LEAD;
        0.5 + 0.5 * lead / (1.0 + lead.abs())
    }

    /// Cards are pointed at blindly: any is as good as another.
    fn is_choice(_: &View, legal: &[Action]) -> bool {
        !matches!(legal.first(), Some(Action::Point(_)))
    }

    fn why(view: &View, _: &[Action], action: Action, seating: &Seating) -> Option<String> {
        why::why(view, action, seating)
    }

    fn measure() -> &'static str {
        "the final lead over the best of the others: a draw is 50 %, a lead of 8 Grapples 75 %"
    }

    /// By the rules of thumb, which never tap out, so that it ends.
    fn play_out(game: &mut Self, _: &mut Dice, legal: &mut Vec<Action>) {
        while game.to_act().is_some() {
            let Some(action) = at_sight(game, legal) else {
                debug_assert!(false, "a rule of thumb has no answer");
                return;
            };
            game.apply_legal(action, &mut ());
        }
    }
}

/// What a club player on turn does, by no more than they see.
fn at_sight(game: &Grapples, legal: &mut Vec<Action>) -> Option<Action> {
    match game.at_a_glance() {
        (Phase::Jack, ..) => Some(Action::Ask),
        (Phase::SpadeAce, ..) => Some(Action::Redeem),
        (Phase::Point, ..) => {
            legal.clear();
            game.legal(legal);
            reflex(legal)
        }
        (Phase::Dealer, direction, Some(top)) if is_good_at_sight(top) => {
            Some(Action::Keep(direction.unwrap_or(Side::Left)))
        }
        _ => game.glance().and_then(rule_of_thumb),
    }
}

/// What is worth something on its own is kept, without any counting.
fn is_good_at_sight(top: Card) -> bool {
    grapples(top) >= 0 && !matches!(Kinds::of(top), Kinds::QUEEN | Kinds::DOUBLE)
}

/// By the cards that can be counted.
fn rule_of_thumb(glance: Glance) -> Option<Action> {
    let count = Count::new(glance);
    match glance.phase {
        Phase::Dealer => Some(steer(&glance, &count)),
        Phase::DoubleDown if count.next_card() > 0.0 => Some(Action::Take),
        Phase::DoubleDown => Some(Action::Decline),
        Phase::Answer => Some(answer(&glance, &count)),
        Phase::Queen => {
            let (partner, _) = count.best_trade(glance.turn, glance.dealt()?)?;
            Some(Action::Trade(partner))
        }
        Phase::Jack | Phase::SpadeAce | Phase::Point | Phase::Over => None,
    }
}

/// What needs no thought. To deal is to see before choosing, so the deal is always wanted, and cards laid out in
/// an order that nobody knows are all alike.
fn reflex(legal: &[Action]) -> Option<Action> {
    legal.first().copied().filter(|action| matches!(action, Action::Ask | Action::Redeem | Action::Point(_)))
}

/// What is worth thinking about, the rule of thumb first.
fn candidates(view: &View, legal: &[Action], dice: &mut Dice) -> Vec<Action> {
    let usual = Grapples::club(view, legal, dice);
    let others = legal.iter().copied().filter(|&action| Some(action) != usual && is_sensible(view, action));
    usual.into_iter().chain(others).collect()
}

/// Before dealing has begun, a deal that is tapped out could go round the table for ever.
fn is_sensible(view: &View, action: Action) -> bool {
    match action {
        Action::TapOut => view.direction.is_some(),
        Action::Point(_) => false,
        _ => true,
    }
}

/// The dealer has seen the top card: keeps what is worth something and gives the rest to the stronger neighbour.
fn steer(glance: &Glance, count: &Count) -> Action {
    let Some(top) = glance.top else { return Action::Keep(Side::Left) };
    if worth_to_dealer(glance, count, top) >= 0.0 {
        return Action::Keep(glance.direction.unwrap_or(Side::Left));
    }
    let players = glance.players;
    let (left, right) = (glance.dealer.left(players), glance.dealer.right(players));
    let stronger = if count.total(left) >= count.total(right) { Side::Left } else { Side::Right };
    Action::Give(stronger)
}

/// What the top card would bring the dealer, with what it does.
fn worth_to_dealer(glance: &Glance, count: &Count, top: Card) -> f64 {
    let worth = f64::from(grapples(top));
    match Kinds::of(top) {
        Kinds::QUEEN => count.best_trade(glance.dealer, top).map_or(worth, |(_, gain)| gain),
        Kinds::DOUBLE => worth + count.next_card().max(0.0),
        _ => worth,
    }
}

/// Nobody gives up a deal that is still good for a turn. One that is used up goes to the weaker of the asker
/// and the left neighbour, who would get it otherwise.
fn answer(glance: &Glance, count: &Count) -> Action {
    let used_up = glance.dealer_turns >= glance.most_turns;
    let heir = glance.dealer.left(glance.players);
    if used_up && count.total(glance.turn) < count.total(heir) { Action::Accept } else { Action::Refuse }
}
