//! The game in words: what is told, what is seen, what a button says.

use engine::{Card, Emblem, Gesture, Poster, Present, Rank, RoundEnd, Scene, Seat, Seating, Suit, counted};

use super::{Action, Debt, End, Event, Rules, StripJackNaked, View, learning, price, scene};

impl Present for StripJackNaked {
    const RULES_TEXT: &'static str = include_str!("RULES.md");
    const LESSONS: &'static str = include_str!("lessons.txt");
    const TIPS: &'static str = include_str!("tips.txt");
    const PICTURES: &'static str = include_str!("pictures.txt");
    const ONE_PAGE: &'static str = include_str!("SUMMARY.txt");

    fn unit(_: &Rules) -> &'static str {
        "cards"
    }

    fn poster(_: &Rules) -> Poster {
        let cards = [
            Card::new(Rank::Jack, Suit::Spades),
            Card::new(Rank::Queen, Suit::Hearts),
            Card::new(Rank::King, Suit::Clubs),
            Card::new(Rank::Ace, Suit::Diamonds),
        ];
        let priced = |card: Card| (card, price(card).map(|price| price.to_string()));
        Poster { cards: cards.map(priced).into(), emblem: None }.with_emblem(Emblem::Words("Pay!"))
    }

    #[inline]
    fn headline(event: &Event) -> Option<&'static str> {
        match event {
            Event::Take { .. } => Some("tricks"),
            Event::Over { end: End::Endless { .. }, .. } => Some("endless games"),
            Event::Over { end: End::Limit, .. } => Some("games that reach the limit"),
            _ => None,
        }
    }

    fn tell(event: &Event, seating: &Seating) -> Option<String> {
        Some(match event {
            Event::Deal { piles } => {
                let most = piles.iter().max().copied().unwrap_or_default();
                let even = piles.iter().all(|&pile| pile == most);
                let about = if even { "" } else { "up to " };
                format!("The cards are dealt: {about}{} each, face down.", counted(most, "card", "cards"))
            }
            Event::Turn { seat, card, debt } => {
                let turns = seating.does(*seat, "turn over", "turns over");
                format!("{turns} the {}{}.", card.name(), to_pay(*card, *debt))
            }
            Event::Take { seat, cards, .. } => {
                format!(
                    "{} the middle: {}.",
                    seating.does(*seat, "take", "takes"),
                    counted(*cards, "card", "cards")
                )
            }
            Event::Out { seat } => {
                format!("{} no card left and {} out.", seating.does(*seat, "have", "has"), is(*seat, seating))
            }
            Event::Over { end, winner, turned, tricks } => over(*end, *winner, *turned, *tricks, seating),
        })
    }

    fn tip(seen: &Event) -> Option<&'static str> {
        learning::tip(seen)
    }

    fn chapter(seen: &Event, _: &Seating) -> Option<String> {
        learning::chapter(seen)
    }

    fn recap(end: &RoundEnd<'_, Self>, seating: &Seating) -> Option<String> {
        learning::recap(end, seating)
    }

    fn scene(view: &View, seating: &Seating) -> Scene {
        scene::scene(view, seating)
    }

    fn gesture(view: &View, _: Action) -> Gesture {
        scene::gesture(view)
    }

    fn describe(view: &View, seating: &Seating) -> String {
        let middle = match view.middle.split_last() {
            None => "The middle is empty".to_owned(),
            Some((top, [])) => format!("In the middle {}", top.short()),
            Some((top, under)) => {
                let under: Vec<String> = under.iter().map(|card| card.short()).collect();
                format!("In the middle {}, on top {}", under.join(" "), top.short())
            }
        };
        let debt = view.debt.map(|debt| format!(", {} to pay", counted(debt.left, "card", "cards")));
        let head = format!("{middle}{}.", debt.unwrap_or_default());
        let so_far = format!(
            "{} turned over, {} taken.",
            counted(view.turned, "card", "cards"),
            counted(view.tricks, "trick", "tricks")
        );
        let seats = view.seats().map(|seat| format!("  {}", describe_seat(view, seat, seating)));
        [head, so_far].into_iter().chain(seats).collect::<Vec<_>>().join("\n")
    }

    fn label(view: &View, _: Action, _: &Seating) -> String {
        match view.debt {
            None => "Turn over a card".to_owned(),
            Some(debt) => format!("Turn over a card, {} to pay", debt.left),
        }
    }

    fn phrases(_: &View, _: Action, _: &Seating) -> Vec<String> {
        let phrases = [
            "Turn over",
            "Turn it over",
            "Turn a card",
            "Turn the card",
            "Flip",
            "Flip a card",
            "Next card",
            "Turn over the next card",
            "Turn over my top card",
            "Play a card",
            "Pay",
            "Pay up",
            "Go",
            "Lay a card",
            "Draw",
        ];
        phrases.map(str::to_owned).to_vec()
    }
}

/// "are" or "is".
fn is(seat: Seat, seating: &Seating) -> &'static str {
    if seating.you == Some(seat) { "are" } else { "is" }
}

/// ": 3 to pay" after a card, where someone has to pay.
fn to_pay(card: Card, debt: Option<Debt>) -> String {
    match (price(card), debt) {
        (Some(price), _) => format!(": {price} to pay"),
        (None, Some(Debt { left: 0, .. })) => ": paid".to_owned(),
        (None, Some(debt)) => format!(": {} left to pay", debt.left),
        (None, None) => String::new(),
    }
}

fn over(end: End, winner: Option<Seat>, turned: u32, tricks: u32, seating: &Seating) -> String {
    let how_long = format!("{} and {}", counted(turned, "card", "cards"), counted(tricks, "trick", "tricks"));
    match (end, winner) {
        (End::Endless { tricks }, _) => format!(
            "The piles lie as they did {} ago: it would go on for ever. After {how_long} the game is a draw.",
            counted(tricks, "trick", "tricks")
        ),
        (End::Won, Some(winner)) => {
            format!("{} all the cards and the game, after {how_long}!", seating.does(winner, "win", "wins"))
        }
        (End::Won | End::Limit, _) => {
            format!("That is the limit: after {how_long} the game is a draw.")
        }
    }
}

fn describe_seat(view: &View, seat: Seat, seating: &Seating) -> String {
    let pile = counted(view.piles[seat.index()], "card", "cards");
    let owes = view.debt.filter(|_| view.turn == Some(seat));
    let mark = match (view.turn == Some(seat), owes) {
        _ if view.winner == Some(seat) => ", winner".to_owned(),
        _ if view.out[seat.index()] => ", out".to_owned(),
        (true, Some(debt)) => format!(", on turn, {} to pay", debt.left),
        (true, None) => ", on turn".to_owned(),
        (false, _) => String::new(),
    };
    format!("{}: {pile}{mark}", seating.subject(seat))
}
