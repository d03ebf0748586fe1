//! What a newcomer is told: which events have a tip, where a deal begins, and what stood in the way at the end.

use engine::{Card, RoundEnd, Seating, counted};

use super::{AcesUp, Column, Event, is_ace};

pub(super) fn tip(seen: &Event) -> Option<&'static str> {
    Some(match seen {
        Event::Discard { forced: false, .. } => "discard",
        Event::Discard { forced: true, .. } => "forced",
        Event::Move { .. } => "move",
        Event::Deal { deals_left: 0, .. } => "last-deal",
        Event::Deal { .. } => "deal",
        Event::Over { .. } => return None,
    })
}

pub(super) fn chapter(seen: &Event, _: &Seating) -> Option<String> {
    let Event::Deal { deals_left, .. } = seen else { return None };
    Some(match deals_left {
        0 => "The last deal".to_owned(),
        left => format!("{} left", counted(*left, "deal", "deals")),
    })
}

/// "No two of the top cards 9♦, K♠, 4♥ and 8♣ share a suit. 9♦ lies on the A♥ in column 2."
pub(super) fn recap(end: &RoundEnd<'_, AcesUp>, seating: &Seating) -> Option<String> {
    let (Event::Over { won, .. }, Some(_)) = (end.seen, seating.you) else { return None };
    if *won {
        return Some("Every ace lies alone in its column: nothing stood in the way.".to_owned());
    }
    let columns = &end.after.columns;
    let tops: Vec<Card> = columns.iter().filter_map(|column| column.last().copied()).collect();
    let stuck = format!("No two of the top cards {} share a suit.", shorts(&tops));
    let buried = Column::ALL.into_iter().filter_map(|column| {
        let cards = &columns[column.index()];
        let place = cards.iter().position(|card| is_ace(*card))?;
        let above = &cards[place + 1..];
        let lie = if above.len() == 1 { "lies" } else { "lie" };
        let ace = cards[place].short();
        (!above.is_empty()).then(|| format!(" {} {lie} on the {ace} in column {column}.", shorts(above)))
    });
    let buried: String = buried.collect();
    let missing = match 4 - columns.iter().flatten().filter(|card| is_ace(**card)).count() {
        0 => "",
        1 => " One ace never left the stock.",
        _ => " Some aces never left the stock.",
    };
    Some(format!("{stuck}{buried}{missing}"))
}

fn shorts(cards: &[Card]) -> String {
    let cards: Vec<String> = cards.iter().map(|card| card.short()).collect();
    match cards.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}
