//! The game in words: what is told, what is seen, what a button says.

use engine::{Card, Seating, counted};

use super::{Action, Column, Event, Status, View};

pub(super) fn tell(event: &Event, seating: &Seating) -> String {
    match event {
        Event::Deal { cards, deals_left } => {
            let left = match deals_left {
                0 => "That was the last deal.".to_owned(),
                left => format!("{} left.", counted(*left, "deal", "deals")),
            };
            format!("Dealt: {}. {left}", names(cards))
        }
        Event::Discard { column, card, forced } => {
            let by_itself = if *forced { " goes by itself" } else { " is discarded" };
            format!("The {}{by_itself} from column {column}.", card.name())
        }
        Event::Move { from, to, card } => {
            format!("The {} moves from column {from} to column {to}.", card.name())
        }
        Event::Over { won: true, .. } => {
            let winner = if seating.you.is_some() { "You win" } else { "Won" };
            format!("Only the four aces are left. {winner}, with 48 of 48 cards discarded!")
        }
        Event::Over { won: false, score, left, deals } => {
            let discarded = format!("{} discarded", counted(*score, "card", "cards"));
            match all_deals(*deals) {
                Some(all) => format!("{all} played: {discarded}, {}.", no_aces(*left)),
                None => {
                    format!(
                        "Nothing is left to do. The game is lost, with {discarded} and {}.",
                        no_aces(*left)
                    )
                }
            }
        }
    }
}

/// "All six deals are", if there were fewer than empty the stock (AU-V3).
fn all_deals(deals: u8) -> Option<String> {
    let number = match deals {
        1 => return Some("The only deal is".to_owned()),
        2 => return Some("Both deals are".to_owned()),
        3 => "three",
        4 => "four",
        5 => "five",
        6 => "six",
        7 => "seven",
        8 => "eight",
        9 => "nine",
        10 => "ten",
        11 => "eleven",
        _ => return None,
    };
    Some(format!("All {number} deals are"))
}

/// "3 cards left that are not aces" (AU-R8).
fn no_aces(left: usize) -> String {
    let which = if left == 1 { "is not an ace" } else { "are not aces" };
    format!("{} left that {which}", counted(left, "card", "cards"))
}

fn names(cards: &[Card]) -> String {
    cards.iter().map(|card| card.name()).collect::<Vec<_>>().join(", ")
}

pub(super) fn describe(view: &View) -> String {
    let mut lines = Vec::new();
    for column in Column::ALL {
        let cards = &view.columns[column.index()];
        let cards = match cards.split_last() {
            None => "empty".to_owned(),
            Some((top, [])) => top.short(),
            Some((top, under)) => {
                let under: Vec<String> = under.iter().map(|card| card.short()).collect();
                format!("{}, on top {}", under.join(" "), top.short())
            }
        };
        lines.push(format!("Column {column}: {cards}"));
    }
    let status = match view.status {
        Status::InProgress => "in progress",
        Status::Won => "won",
        // AU-V3: with cards still in the stock there was nothing to win or to lose.
        Status::Lost if view.stock > 0 => "over",
        Status::Lost => "lost",
    };
    lines.push(format!(
        "Score {}, {}, {} left, {status}.",
        view.score,
        no_aces(view.left),
        counted(view.deals_left, "deal", "deals")
    ));
    lines.join("\n")
}

pub(super) fn label(view: &View, action: Action) -> String {
    let top = |column| view.top(column).map_or_else(|| format!("column {column}"), |card: Card| card.short());
    match action {
        Action::Discard(column) => format!("Discard {}", top(column)),
        Action::Move(from, to) => format!("Move {} to column {to}", top(from)),
        Action::Deal => "Deal four cards".to_owned(),
    }
}
