//! The game in words: what is told, what is seen, what a button says.

use engine::seating::sentence;
use engine::{
    Card, Cry, Emblem, Gesture, Poster, Present, Rank, RoundEnd, Scene, Seat, Seating, Suit, Viewer, counted,
};

use super::{Action, Announcement, DrawsFrom, Event, PassTheAce, Rules, Seen, View, learning, scene};

impl Present for PassTheAce {
    const RULES_TEXT: &'static str = include_str!("RULES.md");
    const LESSONS: &'static str = include_str!("lessons.txt");
    const TIPS: &'static str = include_str!("tips.txt");
    const PICTURES: &'static str = include_str!("pictures.txt");
    const ONE_PAGE: &'static str = include_str!("SUMMARY.txt");
    const LEAN_EVENTS: bool = true;

    fn unit(rules: &Rules) -> &'static str {
        if rules.pot { "tokens" } else { "lives left" }
    }

    fn poster(rules: &Rules) -> Poster {
        if rules.pot {
            let cards = [Card::new(Rank::King, Suit::Hearts), Card::new(Rank::Ace, Suit::Clubs)];
            return Poster::of(cards).with_emblem(Emblem::Tokens);
        }
        let cards = [Card::new(Rank::Four, Suit::Diamonds), Card::new(Rank::Ace, Suit::Spades)];
        Poster::of(cards).with_emblem(Emblem::Arrow)
    }

    #[inline]
    fn headline(event: &Event) -> Option<&'static str> {
        let announced = match event {
            Event::Kung { .. } => Some(Announcement::Kung),
            Event::Swap { announcement, .. } | Event::Draw { announcement, .. } => *announcement,
            Event::Deal { .. } => return Some("rounds"),
            Event::KingRefused { .. } => return Some("kings refused"),
            Event::Again { .. } => return Some("new games after a last tie"),
            _ => None,
        };
        announced.map(|announced| match announced {
            Announcement::Kung => "kung",
            Announcement::Modi => "modi",
            Announcement::DirtyDan => "dirty-dan",
        })
    }

    fn tell(seen: &Seen, seating: &Seating) -> Option<String> {
        Some(match seen {
            Seen::Cut { cut, winner } => {
                let rounds: Vec<String> = cut.rounds.iter().map(|round| draws(round, seating)).collect();
                format!(
                    "Cards are cut: {}. {} highest.",
                    rounds.join("; tie, again: "),
                    seating.does(*winner, "are", "is")
                )
            }
            Seen::Deal { game, round, dealer } => {
                let game = if *game > 1 { format!("Game {game}, round") } else { "Round".to_owned() };
                format!("{game} {round}. {}.", seating.does(*dealer, "deal", "deals"))
            }
            Seen::Reshuffle { cards } => {
                format!("The trash of {} is shuffled into a new stock.", counted(*cards, "card", "cards"))
            }
            // A reader without a seat need not be told of every look.
            Seen::Hand { card } => {
                seating.you?;
                format!("You look at your card: the {}.", card.as_ref()?.name())
            }
            Seen::Stick { seat } => format!("{}.", seating.does(*seat, "stick", "sticks")),
            Seen::Swap { seat, other, gave, got, announcement } => {
                let cards = exchanged(*gave, *got, *seat, seating);
                format!(
                    "{} with {}{cards}.{}",
                    seating.does(*seat, "swap", "swaps"),
                    seating.object(*other),
                    shout(*announcement)
                )
            }
            Seen::Kung { seat, other, king } => format!(
                "{} to swap, but {} the {}. Kung!",
                seating.does(*seat, "try", "tries"),
                lower(seating.does(*other, "hold", "holds"), *other, seating),
                king.name()
            ),
            Seen::Draw { seat, gave, got, announcement } => {
                let cards = match (gave, got) {
                    (Some(gave), Some(got)) => format!(" the {} for the {}", got.name(), gave.name()),
                    (None, Some(got)) => format!(" the {}", got.name()),
                    _ => " a new card".to_owned(),
                };
                format!("{}{cards}.{}", seating.does(*seat, "draw", "draws"), shout(*announcement))
            }
            Seen::KingRefused { seat, king } => format!(
                "{} the {}, which no dealer may take, and {} the old card.",
                seating.does(*seat, "draw", "draws"),
                king.name(),
                if seating.you == Some(*seat) { "keep" } else { "keeps" }
            ),
            Seen::Reveal { hands, losers, out } => {
                format!("All cards are shown: {}. {}", draws(hands, seating), lost(losers, out, seating))
            }
            Seen::Again { pot, carried: true, .. } => {
                let stake = match pot {
                    0 => String::new(),
                    pot => format!(" for the pot of {}", counted(*pot, "token", "tokens")),
                };
                format!(
                    "Everyone left has lost their last life: the game is undecided. All are back with full lives, \
                     and a new game is played{stake}."
                )
            }
            Seen::Again { game, carried: false, .. } => {
                let times = match game {
                    2 => "a double game".to_owned(),
                    3 => "a triple game".to_owned(),
                    4 => "a quadruple game".to_owned(),
                    more => format!("game number {more}"),
                };
                format!("Everyone left has lost their last life: {times}! All are back with full lives.")
            }
            Seen::Over { winners, tokens } => over(winners, tokens, seating),
        })
    }

    fn brief(seen: &Seen, seating: &Seating) -> Option<String> {
        Some(match seen {
            Seen::Cut { winner, .. } => format!("{} the first dealer.", seating.does(*winner, "are", "is")),
            Seen::Swap { seat, gave: Some(gave), got: Some(got), announcement, .. } => {
                let (gave, got, cried) = (gave.short(), got.short(), shout(*announcement));
                match seating.does(*seat, "swap", "swaps") {
                    swaps if seating.you? == *seat => format!("{swaps} {gave} for {got}.{cried}"),
                    swaps => format!("{swaps}: you give {got}, get {gave}.{cried}"),
                }
            }
            Seen::KingRefused { seat, .. } => {
                format!("{} a king, which no dealer may take.", seating.does(*seat, "draw", "draws"))
            }
            Seen::Reveal { losers, out, .. } if losers == out && !out.is_empty() => are_out(out, seating),
            Seen::Reveal { losers, .. } => lost(losers, &[], seating),
            Seen::Again { .. } => "All are back with full lives.".to_owned(),
            _ => return None,
        })
    }

    fn cry(seen: &Seen) -> Option<Cry> {
        let (seat, announced) = match *seen {
            Seen::Kung { other, .. } => (other, Announcement::Kung),
            Seen::Swap { seat, announcement, .. } | Seen::Draw { seat, announcement, .. } => {
                (seat, announcement?)
            }
            Seen::KingRefused { seat, .. } => {
                return Some(Cry::at(seat, "King refused!", "no dealer may take a king"));
            }
            Seen::Again { carried: true, .. } => return Some(Cry::to_all("Undecided!", "the pot waits")),
            Seen::Again { game: 2, .. } => return Some(Cry::to_all("Double game!", "everyone is back")),
            Seen::Again { .. } => return Some(Cry::to_all("Again!", "everyone is back")),
            _ => return None,
        };
        Some(match announced {
            Announcement::Kung => Cry::at(seat, "Kung!", "holds a king: no swap"),
            Announcement::Modi => Cry::at(seat, "Modi!", "got a lower card"),
            Announcement::DirtyDan => Cry::at(seat, "Dirty Dan!", "got a card of the same rank"),
        })
    }

    fn tip(seen: &Seen) -> Option<&'static str> {
        learning::tip(seen)
    }

    fn is_in_sight(seen: &Seen) -> bool {
        matches!(seen, Seen::Hand { .. })
    }

    fn chapter(seen: &Seen, seating: &Seating) -> Option<String> {
        learning::chapter(seen, seating)
    }

    fn recap(end: &RoundEnd<'_, Self>, seating: &Seating) -> Option<String> {
        learning::recap(end.seen, end.decided, seating)
    }

    fn scene(view: &View, seating: &Seating) -> Scene {
        scene::scene(view, seating)
    }

    fn gesture(view: &View, action: Action) -> Gesture {
        scene::gesture(view, action)
    }

    fn describe(view: &View, seating: &Seating) -> String {
        let mut lines = Vec::new();
        let game = if view.game > 1 { format!("Game {}, round", view.game) } else { "Round".to_owned() };
        let mut head = format!("{game} {}. Stock {}, trash {}", view.round, view.stock, view.trash.len());
        if view.rules.pot {
            let won = if view.winners.is_empty() { "" } else { ", won" };
            head += &format!(", pot {}{won}", counted(view.pot, "token", "tokens"));
        }
        if view.rules.dealer_draws_from == DrawsFrom::Discard
            && let Some(Some(top)) = view.trash.last()
        {
            head += &format!(", on top of the trash the {}", top.name());
        }
        lines.push(head + ".");
        for seat in Seat::all(view.lives.len()) {
            lines.push(format!("  {}", describe_seat(view, seat, seating)));
        }
        lines.join("\n")
    }

    fn label(view: &View, action: Action, seating: &Seating) -> String {
        let own = || view.own_card().map_or_else(String::new, |card| format!(" with {}", card.short()));
        match action {
            Action::Stick => format!("Stick{}", own()),
            Action::Swap => neighbour(view)
                .map_or_else(|| "Swap".to_owned(), |seat| format!("Swap with {}", seating.object(seat))),
            Action::Draw => match (view.rules.dealer_draws_from, view.trash.last()) {
                (DrawsFrom::Discard, Some(Some(top))) => format!("Draw {} from the trash", top.short()),
                (DrawsFrom::Discard, Some(None)) => "Draw from the trash".to_owned(),
                _ => "Draw from the stock".to_owned(),
            },
        }
    }

    /// Other ways to say it. "Pass" is in both: some pass the card on, some pass on their turn, so it is asked back.
    fn phrases(view: &View, action: Action, seating: &Seating) -> Vec<String> {
        let phrases: &[&str] = match action {
            Action::Stick => &[
                "Stick",
                "Stay",
                "Stand",
                "Keep it",
                "Keep mine",
                "Hold",
                "Pass",
                "No swap",
                "Don't swap",
                "Not swapping",
                "I'm happy",
                "I'm good",
            ],
            Action::Swap => {
                let card = view.own_card().map_or_else(|| "left".to_owned(), Card::short);
                let with = neighbour(view).map(|seat| format!("Swap {card} with {}", seating.object(seat)));
                let others = [
                    "Swap left",
                    "Swap with the left neighbour",
                    "Pass",
                    "Pass it on",
                    "Pass it left",
                    "Give it left",
                ];
                return with.into_iter().chain(others.map(str::to_owned)).collect();
            }
            Action::Draw => &[
                "Draw a card",
                "Take from the stock",
                "Take a new card",
                "New card",
                "Take the top card",
                "Draw the top card",
            ],
        };
        phrases.iter().map(|phrase| (*phrase).to_owned()).collect()
    }
}

/// Who loses a life, and who is out by it.
fn lost(losers: &[Seat], out: &[Seat], seating: &Seating) -> String {
    if losers.is_empty() {
        // CTA-V2 alone spares anyone.
        return "Nobody loses a life: all who are left tie on their last lives, and play on.".to_owned();
    }
    let all = |seats: &[Seat]| sentence(&seating.list(seats.iter().copied()));
    let one = |seats: &[Seat]| seats.len() == 1 && seating.you != Some(seats[0]);
    let lose = if one(losers) { "loses" } else { "lose" };
    let are = if one(out) { "is" } else { "are" };
    match out {
        [] => format!("{} {lose} a life.", all(losers)),
        _ if out == losers => format!("{} {lose} the last life and {are} out.", all(losers)),
        _ => format!("{} {lose} a life. {}", all(losers), are_out(out, seating)),
    }
}

/// "Bob is out."
pub(super) fn are_out(out: &[Seat], seating: &Seating) -> String {
    let are = if out.len() == 1 && seating.you != Some(out[0]) { "is" } else { "are" };
    format!("{} {are} out.", sentence(&seating.list(out.iter().copied())))
}

fn shout(announcement: Option<Announcement>) -> &'static str {
    match announcement {
        Some(Announcement::Kung) => " Kung!",
        Some(Announcement::Modi) => " Modi!",
        Some(Announcement::DirtyDan) => " Dirty Dan!",
        None => "",
    }
}

fn over(winners: &[Seat], tokens: &[u32], seating: &Seating) -> String {
    let verb = if winners.len() == 1 && seating.you != Some(winners[0]) { "wins" } else { "win" };
    let prizes: Vec<String> = winners
        .iter()
        .filter(|seat| tokens.get(seat.index()).is_some_and(|&tokens| tokens > 0))
        .map(|&seat| {
            format!(
                "{} {}",
                lower(seating.does(seat, "take", "takes"), seat, seating),
                counted(tokens[seat.index()], "token", "tokens")
            )
        })
        .collect();
    let prizes = match prizes.split_last() {
        None => String::new(),
        Some((only, [])) => format!(" {}.", sentence(only)),
        Some((last, others)) => format!(" {} and {last}.", sentence(&others.join(", "))),
    };
    format!("{} {verb} the game!{prizes}", sentence(&seating.list(winners.iter().copied())))
}

fn draws(cards: &[(Seat, Card)], seating: &Seating) -> String {
    let draws: Vec<String> =
        cards.iter().map(|&(seat, card)| format!("{} {}", seating.subject(seat), card.short())).collect();
    draws.join(", ")
}

/// What was exchanged, for a reader who may know: told to the one who reads, or plainly.
fn exchanged(gave: Option<Card>, got: Option<Card>, seat: Seat, seating: &Seating) -> String {
    let (Some(gave), Some(got)) = (gave, got) else { return String::new() };
    match seating.you {
        None => format!(", the {} for the {}", gave.name(), got.name()),
        Some(you) if you == seat => format!(": you give the {} and get the {}", gave.name(), got.name()),
        Some(_) => format!(": you give the {} and get the {}", got.name(), gave.name()),
    }
}

/// "you hold" inside a sentence, where [`Seating::does`] would begin one.
fn lower(text: String, seat: Seat, seating: &Seating) -> String {
    if seating.you == Some(seat) { text.replacen("You", "you", 1) } else { text }
}

fn describe_seat(view: &View, seat: Seat, seating: &Seating) -> String {
    let lives = view.lives[seat.index()];
    let mut text = format!("{}: {}", seating.subject(seat), counted(lives, "life", "lives"));
    if lives == 0 && view.turn.is_some() {
        return text + ", out";
    }
    if seat == view.dealer {
        text += ", dealer";
    }
    if view.holding[seat.index()] {
        text += &match view.hands[seat.index()] {
            Some(card) => format!(", {}", card.name()),
            None => ", card face down".to_owned(),
        };
    }
    if view.turn == Some(seat) {
        text += ", on turn";
    }
    if view.winners.contains(&seat) {
        text += if view.winners.len() == 1 { ", winner" } else { ", shares the win" };
    }
    text
}

/// Who would be swapped with.
fn neighbour(view: &View) -> Option<Seat> {
    match view.viewer {
        Viewer::Seat(seat) => view.alive().next_left(seat),
        Viewer::Public => None,
    }
}
