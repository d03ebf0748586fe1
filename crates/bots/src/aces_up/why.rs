//! Why an action is worth doing, as a player can see it.

use engine::Card;
use games::aces_up::{Action, Column, View};

use super::thumb::height;

const ACE: usize = 12;

/// A sentence for the action; none if nothing simple can be said for it.
pub fn why(view: &View, legal: &[Action], action: Action) -> Option<String> {
    match action {
        Action::Discard(column) => why_discard(view, column),
        Action::Move(from, _) => why_move(view, from),
        Action::Deal => Some(why_deal(view, legal)),
    }
}

fn beats(one: Card, other: Card) -> bool {
    one.suit() == other.suit() && height(one) > height(other)
}

/// Who on top of another column than this beats the card.
fn beaten_by(view: &View, card: Card, column: Column) -> Option<Card> {
    let others = Column::ALL.into_iter().filter(|&other| other != column);
    others.filter_map(|other| view.top(other)).find(|&top| beats(top, card))
}

/// The card right under the top one.
fn under(view: &View, column: Column) -> Option<Card> {
    let cards = &view.columns[column.index()];
    cards.len().checked_sub(2).map(|place| cards[place])
}

fn why_discard(view: &View, column: Column) -> Option<String> {
    let card = view.top(column)?;
    let higher = beaten_by(view, card, column)?;
    let after = match under(view, column) {
        None => format!("and column {column} becomes empty"),
        Some(next) => format!("and {} comes to the top", next.short()),
    };
    Some(format!("{} beats it, {after}.", higher.short()))
}

fn why_move(view: &View, from: Column) -> Option<String> {
    let (card, next) = (view.top(from)?, under(view, from)?);
    let higher = beaten_by(view, next, from).or_else(|| beats(card, next).then_some(card));
    if let Some(higher) = higher {
        let empties = view.columns[from.index()].len() == 2;
        let then = if empties { format!(", which frees column {from} again") } else { String::new() };
        return Some(format!("It uncovers {}, which {} beats{then}.", next.short(), higher.short()));
    }
    if let Some(lower) = beats(next, card).then_some(card).or_else(|| top_beaten_by(view, next, from)) {
        return Some(format!("It uncovers {}, which beats {}.", next.short(), lower.short()));
    }
    if height(card) == ACE {
        return Some("Nothing beats an ace, so it is best where no card lies under it.".to_owned());
    }
    let tall = |column: &Column| view.columns[column.index()].len();
    let tallest =
        Column::ALL.into_iter().filter(|&column| column != from).all(|other| tall(&other) < tall(&from));
    tallest.then(|| format!("It digs into column {from}, where most cards lie."))
}

/// A top card of another column that this one would beat.
fn top_beaten_by(view: &View, card: Card, column: Column) -> Option<Card> {
    let others = Column::ALL.into_iter().filter(|&other| other != column);
    others.filter_map(|other| view.top(other)).find(|&top| beats(card, top))
}

fn why_deal(view: &View, legal: &[Action]) -> String {
    let counts = |action: &&Action| match action {
        Action::Move(from, _) => view.columns[from.index()].len() > 1,
        Action::Discard(_) => true,
        Action::Deal => false,
    };
    if legal.iter().any(|action| counts(&action)) {
        return "Of all that can be done now, the next deal falls best on the columns as they are."
            .to_owned();
    }
    if legal.len() > 1 {
        return "Nothing else can go: to move a column's only card gains nothing that can be seen."
            .to_owned();
    }
    "Nothing else can go; four more cards may help.".to_owned()
}
