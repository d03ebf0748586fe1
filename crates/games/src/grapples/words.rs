//! The game in words: what is told, what is seen, what a button says.

use engine::seating::sentence;
use engine::{Card, Cry, Gesture, Poster, Present, Rank, RoundEnd, Scene, Seat, Seating, Suit, counted};

use super::loan_shark::price;
use super::{
    Action, Grapples, Held, How, Kinds, Phase, Rules, SPADE_QUEEN, Seen, Side, View, grapples, learning,
    scene,
};

impl Present for Grapples {
    const RULES_TEXT: &'static str = include_str!("RULES.md");
    const LESSONS: &'static str = include_str!("lessons.txt");
    const TIPS: &'static str = include_str!("tips.txt");
    const PICTURES: &'static str = include_str!("pictures.txt");
    const ONE_PAGE: &'static str = include_str!("SUMMARY.txt");
    const LEAN_EVENTS: bool = true;

    fn unit(_: &Rules) -> &'static str {
        "Grapples"
    }

    /// Three cards with what they are worth (GR-R2).
    fn poster(_: &Rules) -> Poster {
        let cards = [Card::new(Rank::Jack, Suit::Diamonds), SPADE_QUEEN, Card::RED_JOKER];
        let worth = |card| (card, Some(grapples(card).to_string().replace('-', "−")));
        Poster { cards: cards.map(worth).into(), emblem: None }
    }

    fn tell(seen: &Seen, seating: &Seating) -> Option<String> {
        Some(match seen {
            Seen::Cut { cut, winner } => {
                let rounds: Vec<String> = cut.rounds.iter().map(|round| draws(round, seating)).collect();
                let dealer = seating.does(*winner, "are", "is");
                format!(
                    "Everyone draws for the deal: {}. {dealer} the first dealer.",
                    rounds.join("; a tie, again: ")
                )
            }
            Seen::Look { dealer, turn, card } => look(*dealer, *turn, *card, seating),
            Seen::Direct { dealer, seat, side } if dealer == seat => {
                format!("{} the card; dealing goes on to the {side}.", seating.does(*dealer, "keep", "keeps"))
            }
            Seen::Direct { dealer, seat, side } => format!(
                "{} the card to {}; dealing goes on to the {side}.",
                seating.does(*dealer, "give", "gives"),
                seating.object(*seat)
            ),
            Seen::Dealt { seat, card, may_be } => {
                let what = card
                    .map_or_else(|| given_away(*may_be).to_owned(), |card| format!("the {}", valued(card)));
                format!("{} dealt {what}.", seating.does(*seat, "are", "is"))
            }
            Seen::Take { seat, forced: false } => {
                format!("{}.", seating.does(*seat, "double down", "doubles down"))
            }
            Seen::Take { seat, forced: true } => {
                format!("{}, as these rules have it.", seating.does(*seat, "double down", "doubles down"))
            }
            Seen::Decline { seat } => format!("{} no more cards.", seating.does(*seat, "take", "takes")),
            Seen::Ask { seat, dealer } => {
                format!("{} {} to tap out.", seating.does(*seat, "ask", "asks"), seating.object(*dealer))
            }
            Seen::Stay { seat } => format!("{} quiet.", seating.does(*seat, "keep", "keeps")),
            Seen::Refuse { dealer, .. } => format!("{} dealer.", seating.does(*dealer, "stay", "stays")),
            Seen::NewDealer { seat, old, how } => new_dealer(*seat, *old, *how, seating),
            Seen::Discard { seat, card } => {
                format!("{} the {}.", seating.does(*seat, "discard", "discards"), card.name())
            }
            Seen::KeepQueen { queen: Some(queen), unasked: true, .. } => {
                format!("You keep the {}: nobody else holds a card to trade.", queen.name())
            }
            Seen::KeepQueen { seat, queen, .. } => {
                let queen = queen.map_or_else(|| "queen".to_owned(), Card::name);
                format!("{} the {queen}.", seating.does(*seat, "keep", "keeps"))
            }
            Seen::Trade { seat, with, queen, wanted, of } => {
                trade(*seat, *with, *queen, *wanted, *of, seating)
            }
            // Their owner does not know how the cards lie (GR-J15): a number would say nothing.
            Seen::Point { seat, with, .. } if seating.you == Some(*with) => {
                format!("{} at one of your cards.", seating.does(*seat, "point", "points"))
            }
            Seen::Point { seat, with, spot } => {
                let whose = owners(*with, seating);
                format!("{} at card {spot} of {whose} hand.", seating.does(*seat, "point", "points"))
            }
            Seen::Traded { seat, with, queen, number, cards } => {
                traded(*seat, *with, *queen, *number, cards.as_deref(), seating)
            }
            Seen::Over { hands, totals, winners } => over(hands, totals, winners, seating),
        })
    }

    fn brief(seen: &Seen, seating: &Seating) -> Option<String> {
        match *seen {
            Seen::Cut { winner, .. } => {
                Some(format!("{} the first dealer.", seating.does(winner, "are", "is")))
            }
            Seen::Look { dealer, card: Some(card), .. } => Some(look_at(dealer, card, seating)),
            Seen::Trade { seat, with, queen, .. } => {
                let trades = seating.does(seat, "trade", "trades");
                Some(format!("{trades} {} with {}.", queen.short(), seating.object(with)))
            }
            _ => None,
        }
    }

    fn cry(seen: &Seen) -> Option<Cry> {
        Some(match *seen {
            Seen::Take { seat, .. } => Cry::at(seat, "Double down!", "takes one more card"),
            Seen::Trade { seat, .. } => Cry::at(seat, "Loan shark!", "trades a queen for cards"),
            Seen::NewDealer { old, how: How::TapOut { .. } | How::Accepted, .. } => {
                Cry::at(old, "Tap out!", "gives up the deal")
            }
            Seen::NewDealer { seat, how: How::Redeemed, .. } => {
                Cry::at(seat, "Redeemed!", "deals by the ace of spades")
            }
            _ => return None,
        })
    }

    fn tip(seen: &Seen) -> Option<&'static str> {
        learning::tip(seen)
    }

    fn chapter(seen: &Seen, seating: &Seating) -> Option<String> {
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

    fn describe(view: &View, seating: &Seating) -> String {
        let mut head = format!("Deck {}", counted(view.stock, "card", "cards"));
        if let Some(top) = view.top {
            head += &format!(", on top the {}", valued(top));
        }
        head += &match view.direction {
            _ if view.phase == Phase::Over => ". The game is over".to_owned(),
            Some(side) => format!(". Dealing goes to the {side}"),
            None => ". No card is dealt yet".to_owned(),
        };
        if !view.discarded.is_empty() {
            head += &format!(". Discarded: {}", list(view.discarded.iter().map(|card| card.name())));
        }
        let mut lines = vec![head + "."];
        lines.extend(
            Seat::all(view.hands.len()).map(|seat| format!("  {}", describe_seat(view, seat, seating))),
        );
        if let Some(trade) = &view.trade {
            let pointed = list(trade.pointed.iter().map(ToString::to_string));
            let more = counted(trade.wanted, "card", "cards");
            let (whose, cards) = (owners(trade.with, seating), view.hand(trade.with).len());
            lines.push(format!("  Laid out: {whose} hand of {cards}; pointed at {pointed}, {more} to go."));
        }
        if let Some(seat) = view.to_act {
            lines.push(format!("  {} to choose: {}.", seating.does(seat, "are", "is"), view.phase.hint()));
        }
        lines.join("\n")
    }

    fn label(view: &View, action: Action, seating: &Seating) -> String {
        let top = || view.top.map_or_else(|| "the card".to_owned(), Card::short);
        let queen = || view.dealt().map_or_else(|| "the queen".to_owned(), Card::short);
        match action {
            Action::Keep(side) => format!("Keep {}, deal {side}", top()),
            Action::Give(side) => {
                let other = seating.object(neighbour(view, view.dealer, side));
                // The player who gets it tells which way the deal goes, unless there is only one other player.
                let way = if view.hands.len() == 2 { format!(", deal {side}") } else { String::new() };
                format!("Give {} to {other}{way}", top())
            }
            Action::TapOut => {
                format!("Tap out: {} the deal", takes(neighbour(view, view.dealer, Side::Left), seating))
            }
            Action::Take => "Double down: take one more card".to_owned(),
            Action::Decline => "No more cards".to_owned(),
            Action::Ask => format!("Ask {} to tap out", seating.object(view.dealer)),
            Action::Stay => "Keep quiet".to_owned(),
            Action::Accept => format!("Tap out for {}", seating.object(view.turn)),
            Action::Refuse => "Stay dealer".to_owned(),
            Action::Redeem if view.turn == view.dealer => "Redeem A♠ for a fresh time as dealer".to_owned(),
            Action::Redeem => "Redeem A♠ and become dealer".to_owned(),
            Action::Discard => "Discard A♠".to_owned(),
            Action::KeepQueen => format!("Keep {}", queen()),
            Action::Trade(seat) => {
                let held = view.hand(seat).len();
                let number =
                    view.dealt().filter(|_| view.phase == Phase::Queen).map(|queen| price(queen, held));
                let cards = number.map_or_else(
                    || "cards".to_owned(),
                    |number| portion(number, held, seating.you == Some(seat)),
                );
                format!("Trade {} with {} for {cards}", queen(), seating.object(seat))
            }
            Action::Point(spot) => format!("Point at card {spot}"),
        }
    }

    /// Other ways to say it; yes and no answer whatever is asked.
    fn phrases(view: &View, action: Action, seating: &Seating) -> Vec<String> {
        let phrases: &[&str] = match action {
            Action::Keep(side) => {
                let top = view.top.map_or_else(|| "it".to_owned(), Card::short);
                return vec![
                    format!("Keep {top} {side}"),
                    format!("Take {top} and deal {side}"),
                    format!("Keep it and deal to the {side}"),
                    format!("Keep {top}, deal on to the {side}"),
                    format!("Keep {top}, then deal {side}"),
                ];
            }
            Action::Give(side) => {
                let top = view.top.map_or_else(|| "it".to_owned(), Card::short);
                let other = neighbour(view, view.dealer, side);
                return vec![
                    format!("Give {top} {side}"),
                    format!("Give it to {}", seating.object(other)),
                    format!("Give it to the {side} neighbour"),
                    format!("Pass {top} {side}"),
                    format!("Give {top} to {}, deal on to the {side}", seating.object(other)),
                    format!("Give {top} to {}, then deal {side}", seating.object(other)),
                ];
            }
            Action::TapOut => {
                &["Tap out", "Tapping out", "Give up the deal", "Pass the deal", "Step down", "I'm out"]
            }
            Action::Take => &[
                "Double down",
                "Take one",
                "Take one more card",
                "Take another",
                "One more",
                "Another",
                "Hit me",
                "More",
                "Yes",
            ],
            Action::Decline => {
                &["Decline", "No more", "No", "No thanks", "Enough", "Stop", "Don't double down", "Pass"]
            }
            Action::Ask => &["Ask", "Ask for the deal", "Ask the dealer", "Yes"],
            Action::Stay => &["Stay", "Stay quiet", "Don't ask", "Say nothing", "Leave it", "No", "Pass"],
            Action::Accept => &["Accept", "Yes", "Agree", "Tap out", "Give up the deal"],
            Action::Refuse => &["Refuse", "No", "Stay", "Keep dealing", "Keep the deal", "Don't tap out"],
            Action::Redeem => &["Redeem", "Redeem the ace", "Become dealer", "Yes"],
            Action::Discard => &["Discard", "Discard the ace", "Don't redeem", "No"],
            Action::KeepQueen => &["Keep the queen", "Keep it", "No trade", "Don't trade", "No"],
            Action::Trade(seat) => {
                return vec![
                    format!("Trade with {}", seating.object(seat)),
                    format!("Trade the queen with {}", seating.object(seat)),
                    format!("Trade with seat {seat}"),
                ];
            }
            Action::Point(spot) => {
                return vec![format!("Card {spot}"), format!("Take card {spot}"), format!("Point {spot}")];
            }
        };
        phrases.iter().map(|phrase| (*phrase).to_owned()).collect()
    }
}

fn look(dealer: Seat, turn: u8, card: Option<Card>, seating: &Seating) -> String {
    let which = match turn {
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        more => format!("{more}th"),
    };
    let whose = seating.possessive(dealer);
    match card {
        Some(card) => format!("{whose} {which} turn as dealer. {}", look_at(dealer, card, seating)),
        None => format!("{whose} {which} turn as dealer, with a look at the top card."),
    }
}

fn look_at(dealer: Seat, card: Card, seating: &Seating) -> String {
    format!("{} at the top card: the {}.", seating.does(dealer, "look", "looks"), valued(card))
}

fn new_dealer(seat: Seat, old: Seat, how: How, seating: &Seating) -> String {
    let now = seating.does(seat, "are", "is");
    match how {
        How::TapOut { forced: false } => {
            format!("{}. {now} dealer now.", seating.does(old, "tap out", "taps out"))
        }
        How::TapOut { forced: true } => {
            let had =
                seating.does(old, "have had your turns and tap out", "has had their turns and taps out");
            format!("{had}. {now} dealer now.")
        }
        How::Accepted => format!("{}. {now} dealer now.", seating.does(old, "accept", "accepts")),
        How::Redeemed if seat == old => {
            format!(
                "{} the ace of spades for a fresh time as dealer.",
                seating.does(seat, "redeem", "redeems")
            )
        }
        How::Redeemed => {
            format!("{} the ace of spades. {now} dealer now.", seating.does(seat, "redeem", "redeems"))
        }
    }
}

fn trade(seat: Seat, with: Seat, queen: Card, wanted: usize, of: usize, seating: &Seating) -> String {
    let shows = seating.does(seat, "show", "shows");
    let verb = if seating.you == Some(seat) { "trade" } else { "trades" };
    let price = portion(wanted, of, seating.you == Some(with));
    format!("{shows} the {} and {verb} it with {} for {price}.", queen.name(), seating.object(with))
}

/// "3 of 7 cards", "all 3 cards": what a queen buys of a hand.
fn portion(wanted: usize, of: usize, yours: bool) -> String {
    match of {
        1 if yours => "your only card".to_owned(),
        1 => "their only card".to_owned(),
        _ if wanted < of => format!("{wanted} of {of} cards"),
        2 => "both cards".to_owned(),
        _ => format!("all {of} cards"),
    }
}

fn traded(
    seat: Seat,
    with: Seat,
    queen: Card,
    number: usize,
    cards: Option<&[Card]>,
    seating: &Seating,
) -> String {
    let what = match cards {
        Some(cards) => list(cards.iter().map(|&card| format!("the {}", valued(card)))),
        None => counted(number, "card", "cards"),
    };
    let gets = seating.does(seat, "get", "gets");
    let partner = match seating.you {
        Some(you) if you == with => "you get".to_owned(),
        _ => format!("{} gets", seating.name(with)),
    };
    format!("{gets} {what} from {}, and {partner} the {}.", seating.object(with), queen.name())
}

fn over(hands: &[Vec<Card>], totals: &[i32], winners: &[Seat], seating: &Seating) -> String {
    let shown = Seat::all(hands.len()).zip(hands).zip(totals).map(|((seat, hand), &total)| {
        let cards: Vec<String> = hand.iter().map(|card| card.short()).collect();
        let cards = if cards.is_empty() { "no cards".to_owned() } else { cards.join(" ") };
        format!("{} {cards}, {}", seating.subject(seat), worth(total))
    });
    let shown: Vec<String> = shown.collect();
    let verb = match winners {
        [winner] if seating.you != Some(*winner) => "wins",
        [_] => "win",
        _ => "share the win",
    };
    let winners = sentence(&seating.list(winners.iter().copied()));
    format!("The deck has run out and all hands are shown: {}. {winners} {verb}!", shown.join("; "))
}

fn draws(cards: &[(Seat, Card)], seating: &Seating) -> String {
    let draw = |&(seat, card): &(Seat, Card)| {
        format!("{} {} ({})", seating.subject(seat), card.short(), signed(grapples(card)))
    };
    cards.iter().map(draw).collect::<Vec<_>>().join(", ")
}

/// "a, b and c".
pub(super) fn list(items: impl Iterator<Item = String>) -> String {
    let mut items: Vec<String> = items.collect();
    match items.pop() {
        None => "nothing".to_owned(),
        Some(last) if items.is_empty() => last,
        Some(last) => format!("{} and {last}", items.join(", ")),
    }
}

/// "your" or "Ann's", inside a sentence.
fn owners(seat: Seat, seating: &Seating) -> String {
    if seating.you == Some(seat) { "your".to_owned() } else { seating.possessive(seat) }
}

/// "five of hearts (5)".
fn valued(card: Card) -> String {
    format!("{} ({})", card.name(), signed(grapples(card)))
}

/// "1 Grapple", "−3 Grapples".
pub(super) fn worth(total: i32) -> String {
    format!("{} {}", signed(total), if total == 1 { "Grapple" } else { "Grapples" })
}

pub(super) fn signed(number: i32) -> String {
    if number < 0 { format!("−{}", number.unsigned_abs()) } else { number.to_string() }
}

fn given_away(mark: Kinds) -> &'static str {
    match mark {
        Kinds::JACK => "a jack",
        Kinds::QUEEN => "a queen",
        Kinds::DOUBLE => "a two or a joker",
        _ => "a card",
    }
}

fn describe_seat(view: &View, seat: Seat, seating: &Seating) -> String {
    let hand = view.hand(seat);
    let mut text = format!("{}: {}", seating.subject(seat), counted(hand.len(), "card", "cards"));
    if seat == view.dealer {
        let limit = view.rules.dealer_turns.get();
        text += &format!(", dealer ({} of {} turns taken)", view.dealer_turns, limit);
    }
    if view.winners.contains(&seat) {
        text += if view.winners.len() == 1 { ", winner" } else { ", shares the win" };
    }
    let known = list_held(hand);
    if !known.is_empty() {
        text += &format!(": {known}");
    }
    match view.totals.get(seat.index()) {
        Some(Some(total)) if !hand.is_empty() => text + &format!("; together {}", worth(*total)),
        _ => text,
    }
}

/// The cards that the viewer knows, and what is known about the others.
fn list_held(hand: &[Held]) -> String {
    let mut items: Vec<String> = hand.iter().filter_map(|held| held.card).map(valued).collect();
    let hidden = |mark| hand.iter().filter(|held| held.card.is_none() && held.may_be == mark).count();
    let names = [
        (Kinds::JACK, "a jack", "jacks"),
        (Kinds::QUEEN, "a queen", "queens"),
        (Kinds::DOUBLE, "a two or joker", "twos or jokers"),
    ];
    for (mark, one, many) in names {
        match hidden(mark) {
            0 => {}
            1 => items.push(one.to_owned()),
            number => items.push(format!("{number} {many}")),
        }
    }
    items.join(", ")
}

pub(super) fn neighbour(view: &View, seat: Seat, side: Side) -> Seat {
    let players = view.hands.len();
    match side {
        Side::Left => seat.left(players),
        Side::Right => seat.right(players),
    }
}

fn takes(seat: Seat, seating: &Seating) -> String {
    if seating.you == Some(seat) { "you take".to_owned() } else { format!("{} takes", seating.name(seat)) }
}
