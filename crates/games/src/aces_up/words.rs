//! The game in words: what is told, what is seen, what a button says.

use engine::{Card, Gesture, Poster, Present, Rank, RoundEnd, Scene, Seating, Suit, counted};

use super::{AcesUp, Action, Column, Event, Rules, Status, View, learning, scene};

impl Present for AcesUp {
    const RULES_TEXT: &'static str = include_str!("RULES.md");
    const LESSONS: &'static str = include_str!("lessons.txt");
    const TIPS: &'static str = include_str!("tips.txt");
    const PICTURES: &'static str = include_str!("pictures.txt");
    const ONE_PAGE: &'static str = include_str!("SUMMARY.txt");

    fn unit(_: &Rules) -> &'static str {
        "cards discarded"
    }

    fn poster(_: &Rules) -> Poster {
        Poster::of(
            [Suit::Hearts, Suit::Spades, Suit::Diamonds, Suit::Clubs].map(|suit| Card::new(Rank::Ace, suit)),
        )
    }

    fn tell(event: &Event, seating: &Seating) -> Option<String> {
        Some(match event {
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
        })
    }

    fn tip(seen: &Event) -> Option<&'static str> {
        learning::tip(seen)
    }

    fn chapter(seen: &Event, seating: &Seating) -> Option<String> {
        learning::chapter(seen, seating)
    }

    fn recap(end: &RoundEnd<'_, Self>, seating: &Seating) -> Option<String> {
        learning::recap(end, seating)
    }

    fn scene(view: &View, seating: &Seating) -> Scene {
        scene::scene(view, seating)
    }

    fn gesture(view: &View, action: Action) -> Gesture {
        scene::gesture(view, action)
    }

    fn describe(view: &View, _: &Seating) -> String {
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

    /// Where a card lies, and what that allows.
    fn why_card(view: &View, card: Card) -> Option<String> {
        let column = Column::ALL.into_iter().find(|column| view.columns[column.index()].contains(&card))?;
        let (name, short) = (card.name(), card.short());
        if view.top(column) != Some(card) {
            return Some(format!(
                "The {name} lies under other cards in column {column}; only the top card of a column can be discarded or moved (AU-R2)."
            ));
        }
        let higher = |other: &Column| {
            view.top(*other).is_some_and(|top| top.suit() == card.suit() && high(top) > high(card))
        };
        let discard = match Column::ALL.into_iter().find(higher).and_then(|other| view.top(other)) {
            Some(top) => format!("discard {column}: yes, {} is higher and of its suit (AU-R3)", top.short()),
            None => format!("discard {column}: no, no other column shows a higher card of its suit (AU-R3)"),
        };
        let empty = Column::ALL.into_iter().find(|column| view.columns[column.index()].is_empty());
        let moves = empty.map_or_else(
            || format!("{short} cannot move: no column is empty (AU-R4)"),
            |to| format!("to move it, ask: why move {column} {to}"),
        );
        Some(format!("{discard}\n{moves}"))
    }

    fn label(view: &View, action: Action, _: &Seating) -> String {
        let top =
            |column| view.top(column).map_or_else(|| format!("column {column}"), |card: Card| card.short());
        match action {
            Action::Discard(column) => format!("Discard {}", top(column)),
            Action::Move(from, to) => format!("Move {} to column {to}", top(from)),
            Action::Deal => "Deal four cards".to_owned(),
        }
    }

    /// Other ways to say it: by column, and in a player's own words.
    fn phrases(view: &View, action: Action, _: &Seating) -> Vec<String> {
        let top = |column| view.top(column).map_or_else(|| "the card".to_owned(), |card: Card| card.short());
        match action {
            Action::Discard(column) => vec![
                format!("Discard column {column}"),
                format!("Discard {} from column {column}", top(column)),
                format!("Discard the top card of column {column}"),
            ],
            Action::Move(from, to) => vec![
                format!("Move {} from column {from} to column {to}", top(from)),
                format!("Move column {from} to column {to}"),
                format!("Fill column {to} with {}", top(from)),
                format!("Move {} to the empty column", top(from)),
            ],
            Action::Deal => {
                ["Deal", "Deal again", "Next four", "More cards", "Deal more cards", "New cards", "Next deal"]
                    .map(str::to_owned)
                    .to_vec()
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

/// Aces are high (AU-R1).
fn high(card: Card) -> u8 {
    card.rank().map_or(0, |rank| if rank == Rank::Ace { 14 } else { rank.number() })
}
