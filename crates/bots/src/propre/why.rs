//! Why an action is worth doing, as the player on turn can see it.

use engine::{Card, Seating, counted};
use games::propre::{Action, View};

use super::plan::{Breadth, Plan, Planner, Position};
use super::{CLUB_LINES, EXPERT_LINES};

/// A sentence for the action; none if nothing simple can be said for it.
pub fn why(view: &View, legal: &[Action], action: Action, seating: &Seating) -> Option<String> {
    match action {
        Action::Pass if view.fc && view.av == 0 => return None,
        Action::Pass if view.fc => return cannot(view, legal),
        Action::Pass => return Some(done(view)),
        Action::Replace(_) => return Some(replace(view, legal)),
        _ => {}
    }
    let planner = Planner::new(view.own_turn()?, Breadth::Narrow);
    let plan = planned(view, action)?;
    let mut end = planner.position();
    for &next in plan.actions() {
        end = planner.after(end, next);
    }
    let cards: Vec<String> = cards(&plan).map(Card::short).collect();
    if planner.is_won(&end) {
        return Some(match &cards[..] {
            [_] => "It is your last card, and wins.".to_owned(),
            _ => format!("It can win this turn: {}.", listed(&cards)),
        });
    }
    let chain = (cards.len() > 1).then(|| {
        format!("It begins a turn of {}: {}.", counted(cards.len(), "card", "cards"), listed(&cards))
    });
    let effect = effect(view, &planner, action, &end, seating);
    match (chain, effect) {
        (None, None) => use_it(view, action),
        (chain, effect) => Some(chain.into_iter().chain(effect).collect::<Vec<_>>().join(" ")),
    }
}

/// The plan that begins with this action: the club player's, or the best that an expert sees.
fn planned(view: &View, action: Action) -> Option<Plan> {
    let begins = |plan: &Plan| plan.actions().first() == Some(&action);
    let club = Planner::new(view.own_turn()?, Breadth::Narrow).best(CLUB_LINES).filter(begins);
    club.or_else(|| best_from(view, action))
}

/// The best plan that begins with this action.
pub fn best_from(view: &View, action: Action) -> Option<Plan> {
    let planner = Planner::new(view.own_turn()?, Breadth::Wide);
    let mut best: Option<(i32, Plan)> = None;
    planner.explore(planner.position(), &mut Plan::nothing(), EXPERT_LINES, &mut |score, plan, _| {
        let begins = plan.actions().first() == Some(&action);
        if begins && best.as_ref().is_none_or(|(most, _)| score > *most) {
            best = Some((score, *plan));
        }
    });
    best.map(|(_, plan)| plan)
}

/// The cards of a plan, up to the end of the turn.
fn cards(plan: &Plan) -> impl Iterator<Item = Card> {
    plan.actions().iter().filter_map(|action| card_of(*action))
}

fn card_of(action: Action) -> Option<Card> {
    match action {
        Action::Pass => None,
        Action::Replace(card)
        | Action::Attack(card)
        | Action::Block(card)
        | Action::Clear(card)
        | Action::TenUp(card)
        | Action::TenDown(card)
        | Action::Jack(card)
        | Action::Ace(card, _)
        | Action::Play(card)
        | Action::Sideways(card) => Some(card),
    }
}

/// "7♣, 2♦, then 5♠".
fn listed(cards: &[String]) -> String {
    match cards.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{}, then {last}", rest.join(", ")),
        _ => cards.concat(),
    }
}

/// What the card itself does for its player.
fn effect(
    view: &View,
    planner: &Planner,
    action: Action,
    end: &Position,
    seating: &Seating,
) -> Option<String> {
    match action {
        Action::Block(_) | Action::Clear(_) if view.av > 0 => {
            Some(format!("Without a block you may have to draw {}.", view.av))
        }
        Action::Attack(_) if planner.attack(end) > 0 => {
            let next = planner.next(end);
            // With two players, or after a 10, the turn may come back.
            let next = (Some(next) != seating.you).then(|| seating.name(next))?;
            Some(format!("{next} then faces an attack of {}.", planner.attack(end)))
        }
        Action::TenDown(_) if view.mv == 1 => Some("With MV 0 you have another turn.".to_owned()),
        Action::Ace(_, suit) => {
            let card = view
                .hand
                .iter()
                .find(|card| card.suit() == Some(suit) && card.rank() != Some(engine::Rank::Ace))?;
            Some(format!("Your {} goes on {}.", card.short(), suit.name()))
        }
        _ => None,
    }
}

/// A card without effect goes only where it matches.
fn use_it(view: &View, action: Action) -> Option<String> {
    let card = card_of(action)?;
    let top = view.pile.last()?.in_force;
    matches!(action, Action::Play(_) | Action::Sideways(_)).then(|| {
        format!("{} matches {} now, and may not match what lies there next time.", card.short(), top.short())
    })
}

fn plays(action: &Action) -> bool {
    !matches!(action, Action::Pass | Action::Replace(_))
}

fn cannot(view: &View, legal: &[Action]) -> Option<String> {
    let nothing = !legal.iter().any(plays);
    nothing.then(|| format!("None of your cards can answer the attack, so you draw {}.", view.av))
}

fn done(view: &View) -> String {
    let left = counted(view.hand.len(), "card", "cards");
    format!("You have played this turn, so you draw nothing, and keep {left} for later.")
}

fn replace(view: &View, legal: &[Action]) -> String {
    let cards = counted(view.hand.len(), "card", "cards");
    match legal.iter().any(plays) {
        false => {
            format!("None of your cards can be played. To swap the hand costs no card: you draw {cards}.")
        }
        true => format!("You lay down {cards} and draw as many, which may go together better."),
    }
}
