//! The game in words: what is told, what is seen, what a button says.

use engine::{
    Card, Cry, Emblem, Gesture, Poster, Present, Rank, RoundEnd, Scene, Seat, Seating, Suit, counted,
};

use super::play::sideways_rank;
use super::{
    Action, Cause, Event, Heard, Laid, NAME, Propre, Rules, Seen, View, learning, rank, scene, speech, why,
};

impl Present for Propre {
    const RULES_TEXT: &'static str = include_str!("RULES.md");
    const LESSONS: &'static str = include_str!("lessons.txt");
    const TIPS: &'static str = include_str!("tips.txt");
    const PICTURES: &'static str = include_str!("pictures.txt");
    const ONE_PAGE: &'static str = include_str!("SUMMARY.txt");
    const SAYINGS: &'static [&'static str] = &[NAME];

    fn unit(_: &Rules) -> &'static str {
        "wins"
    }

    fn poster(_: &Rules) -> Poster {
        let cards = [
            Card::new(Rank::Seven, Suit::Clubs),
            Card::new(Rank::Ten, Suit::Hearts),
            Card::new(Rank::Ace, Suit::Diamonds),
        ];
        Poster::of(cards).with_emblem(Emblem::Words("Propre…!"))
    }

    #[inline]
    fn headline(event: &Event) -> Option<&'static str> {
        Some(match event {
            Event::Draw { cause: Cause::Attack, .. } => "attacks taken",
            Event::Draw { cause: Cause::Words, .. } => "cards for words",
            Event::Replace { .. } => "hands replaced",
            Event::Block { cleared: true, .. } => "attacks cleared",
            Event::Prevented { .. } => "wins prevented",
            Event::Play { rank: Some(_), .. } => "sideways",
            Event::Said { heard: Heard::Declaration, .. } => "declarations",
            Event::Reshuffle { .. } => "reshuffles",
            _ => return None,
        })
    }

    fn tell(seen: &Seen, seating: &Seating) -> Option<String> {
        Some(match seen {
            Seen::Deal { dealer, hand, turned } => deal(*dealer, hand.as_deref(), *turned, seating),
            Seen::Turn { seat, again: false } => format!("{} turn.", seating.possessive(*seat)),
            Seen::Turn { seat, again: true } => {
                format!("{} another turn.", seating.does(*seat, "get", "gets"))
            }
            Seen::Pass { seat } => format!("{}.", seating.does(*seat, "pass", "passes")),
            Seen::Draw { seat, number, cards, cause } => {
                drawn(*seat, *number, cards.as_deref(), *cause, seating)
            }
            Seen::Reshuffle { cards } => {
                let cards = counted(*cards, "card of the pile is", "cards of the pile are");
                format!("The stock is empty: {cards} shuffled into a new one.")
            }
            Seen::Replace { seat, cards } => {
                format!("{} the whole hand on the pile: {}.", seating.does(*seat, "lay", "lays"), list(cards))
            }
            Seen::Said { seat, words, heard } => said(*seat, words, *heard, seating),
            Seen::Over { winner } => format!("{} the game!", seating.does(*winner, "win", "wins")),
            played => return play(played, seating),
        })
    }

    fn brief(seen: &Seen, seating: &Seating) -> Option<String> {
        match *seen {
            Seen::Said { seat, heard: Heard::Declaration, .. } => {
                Some(format!("{} the last card.", seating.does(seat, "declare", "declares")))
            }
            Seen::Said { seat, heard: Heard::LastCard | Heard::Mispronounced, .. } => {
                Some(format!("{} words cost a card.", seating.possessive(seat)))
            }
            _ => None,
        }
    }

    fn cry(seen: &Seen) -> Option<Cry> {
        Some(match *seen {
            Seen::Attack { seat, .. } => Cry::at(seat, "Attack!", "the next must answer or draw"),
            Seen::Block { seat, cleared: true, .. } => Cry::at(seat, "Cleared!", "the attack is gone"),
            Seen::Said { seat, heard: Heard::Declaration, .. } => {
                Cry::at(seat, "Propreantepenultimate Card!", "can win after this turn")
            }
            Seen::Said { seat, heard: Heard::LastCard | Heard::Mispronounced, .. } => {
                Cry::at(seat, "That costs a card!", "the Name was said wrong")
            }
            _ => return None,
        })
    }

    fn tip(seen: &Seen) -> Option<&'static str> {
        learning::tip(seen)
    }

    fn is_in_sight(seen: &Seen) -> bool {
        matches!(seen, Seen::Turn { again: false, .. } | Seen::Pass { .. })
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
        let mut on_top = view.pile.iter().rev().map(laid);
        let top = on_top.next().unwrap_or_default();
        let under = on_top.next().map_or_else(String::new, |under| format!(" on {under}"));
        let mut lines = vec![format!(
            "{top}{under}; pile {}, stock {}; {}.",
            view.pile.len(),
            view.stock,
            flags(view, seating)
        )];
        for seat in Seat::all(view.sizes.len()) {
            lines.push(format!("  {}", describe_seat(view, seat, seating)));
        }
        lines.join("\n")
    }

    fn why_card(view: &View, card: Card) -> Option<String> {
        why::why_card(view, card)
    }

    fn label(view: &View, action: Action, _: &Seating) -> String {
        match action {
            Action::Pass if view.fc => format!("Pass and draw {}", view.av.max(1)),
            Action::Pass => "End the turn".to_owned(),
            Action::Replace(card) => format!("Swap your hand, {} on top", card.short()),
            Action::Attack(card) => {
                format!(
                    "Attack with {}: {} in all",
                    card.short(),
                    view.av.saturating_add(rank(card).number().into())
                )
            }
            Action::Block(card) if view.av == 0 => format!("Play {} as a block", card.short()),
            Action::Block(card) => {
                let left = view.av.saturating_sub(rank(card).number().into());
                format!("Block with {}: {left} left", card.short())
            }
            Action::Clear(card) => format!("Block with {} and clear the attack", card.short()),
            Action::TenUp(card) => {
                format!("Play {}: {}", card.short(), moves(view.mv.saturating_add(1), "you have"))
            }
            Action::TenDown(card) => {
                format!("Play {}: {}", card.short(), moves(view.mv.saturating_sub(1), "you have"))
            }
            Action::Jack(card) => format!("Play {} and go {}", card.short(), direction(!view.cw)),
            Action::Ace(card, suit) => {
                format!("Play {} as {}", card.short(), Card::new(Rank::Ace, suit).short())
            }
            Action::Play(card) => format!("Play {}", card.short()),
            Action::Sideways(card) => {
                let suit = card.suit().unwrap_or(Suit::Spades);
                format!("Play {} sideways, as {}", card.short(), Card::new(sideways_rank(card), suit).short())
            }
        }
    }

    /// Other ways to say it.
    fn phrases(view: &View, action: Action, _: &Seating) -> Vec<String> {
        let first = |phrases: &[&str]| phrases.iter().map(|phrase| (*phrase).to_owned()).collect();
        let each = |card: Card, phrases: &[&str]| {
            phrases.iter().map(|phrase| phrase.replace('#', &card.short())).collect::<Vec<_>>()
        };
        match action {
            Action::Pass if view.fc => {
                first(&["Pass", "Draw", "Draw a card", "Take a card", "Give in", "Take the attack", "Skip"])
            }
            Action::Pass => {
                first(&["Pass", "End my turn", "Done", "I'm done", "Finish", "Stop", "Enough", "That is all"])
            }
            Action::Replace(card) => each(
                card,
                &[
                    "Replace the hand, # on top",
                    "Replace with # on top",
                    "Swap the hand, # on top",
                    "New hand, # on top",
                    "Replace all, # on top",
                ],
            ),
            Action::Attack(card) => {
                each(card, &["Attack with #", "Play # as an attack", "Hit with #", "# attack"])
            }
            Action::Block(card) => each(card, &["Block with #", "Play # as a block", "# block"]),
            Action::Clear(card) => each(
                card,
                &[
                    "Block with # and clear",
                    "Clear with #",
                    "Clear the attack with #",
                    "End the attack with #",
                ],
            ),
            Action::TenUp(card) => each(
                card,
                &[
                    "Play # plus",
                    "# plus",
                    "# plus one",
                    "Play # up",
                    "Play # and skip",
                    "Skip with #",
                    "Play # further",
                    "Play # one more",
                ],
            ),
            Action::TenDown(card) => each(
                card,
                &[
                    "Play # minus",
                    "# minus",
                    "# minus one",
                    "Play # down",
                    "Play # less",
                    "Play # one less",
                    "Play # nearer",
                ],
            ),
            Action::Jack(card) => each(
                card,
                &[
                    "Turn with #",
                    "Reverse with #",
                    "Play # and turn",
                    "Play # and reverse",
                    "Play # and change direction",
                    "# turn",
                ],
            ),
            Action::Ace(card, suit) => {
                let phrases =
                    ["Play # as @", "# as @", "Play # and choose @", "Choose @ with #", "Play # make it @"];
                phrases.map(|phrase| phrase.replace('#', &card.short()).replace('@', suit.name())).to_vec()
            }
            Action::Play(card) => each(card, &["Play # plainly", "Play # upright", "Play # straight"]),
            Action::Sideways(card) => {
                let new = Card::new(sideways_rank(card), card.suit().unwrap_or(Suit::Spades)).short();
                let phrases = ["Play # sideways", "# sideways", "Turn # sideways", "Play # as @"];
                phrases.map(|phrase| phrase.replace('#', &card.short()).replace('@', &new)).to_vec()
            }
        }
    }

    fn words_to_say(line: &str, by_ear: bool) -> Option<String> {
        speech::words_to_say(line, by_ear)
    }
}

/// Cards played for their effect, or for none.
fn play(seen: &Seen, seating: &Seating) -> Option<String> {
    Some(match seen {
        Seen::Attack { seat, card, av } => {
            format!(
                "{} with {}: the attack is now {av}.",
                seating.does(*seat, "attack", "attacks"),
                card.short()
            )
        }
        Seen::Block { seat, card, cleared: true, .. } => {
            format!("{} the attack with {}.", seating.does(*seat, "clear", "clears"), card.short())
        }
        Seen::Block { seat, card, av, .. } => {
            format!(
                "{} with {}: the attack is now {av}.",
                seating.does(*seat, "block", "blocks"),
                card.short()
            )
        }
        Seen::Prevented { seat, av } => format!(
            "{} no card left, but an attack of {av} to answer for: that does not win.",
            seating.does(*seat, "have", "has")
        ),
        Seen::Ten { seat, card, mv } => {
            format!("{} {}: {}.", plays(*seat, seating), card.short(), moves(*mv, &has(*seat, seating)))
        }
        Seen::Jack { seat, card, cw } => {
            format!("{} {}: the turn now goes {}.", plays(*seat, seating), card.short(), direction(*cw))
        }
        Seen::Ace { seat, card, suit } => {
            format!("{} {} as {}.", plays(*seat, seating), card.short(), Card::new(Rank::Ace, *suit).short())
        }
        Seen::Play { seat, card, rank: None } => format!("{} {}.", plays(*seat, seating), card.short()),
        Seen::Play { seat, card, rank: Some(rank) } => {
            format!("{} {} sideways, as {}.", plays(*seat, seating), card.short(), a_rank(*rank))
        }
        _ => return None,
    })
}

fn plays(seat: Seat, seating: &Seating) -> String {
    seating.does(seat, "play", "plays")
}

/// "you have" or "Ann has", inside a sentence.
fn has(seat: Seat, seating: &Seating) -> String {
    format!("{} {}", seating.object(seat), if seating.you == Some(seat) { "have" } else { "has" })
}

fn deal(dealer: Seat, hand: Option<&[Card]>, turned: Card, seating: &Seating) -> String {
    let own = hand.map_or_else(String::new, |hand| format!(" Your hand: {}.", list(hand)));
    let effect = match rank(turned) {
        rank @ (Rank::Two | Rank::Five) => format!(", an attack of {}", rank.number()),
        Rank::Ten => ", so the turn moves one seat further".to_owned(),
        Rank::Jack => ", so the turn goes one seat back, counter-clockwise".to_owned(),
        Rank::Ace => ", and the first card needs to fit neither suit nor rank".to_owned(),
        _ => String::new(),
    };
    format!("{}.{own} {} is turned up{effect}.", seating.does(dealer, "deal", "deals"), turned.short())
}

fn drawn(seat: Seat, number: usize, cards: Option<&[Card]>, cause: Cause, seating: &Seating) -> String {
    if number == 0 {
        return format!("There is no card left that {} could draw.", seating.object(seat));
    }
    let what = cards.map_or_else(|| counted(number, "card", "cards"), list);
    let why = match cause {
        Cause::Pass => "",
        Cause::Attack => " for the attack",
        Cause::Replace => " for a new hand",
        Cause::Words => " for these words",
    };
    format!("{} {what}{why}.", seating.does(seat, "draw", "draws"))
}

fn said(seat: Seat, words: &str, heard: Heard, seating: &Seating) -> String {
    let meaning = match heard {
        Heard::Declaration => " The last card is declared.",
        Heard::LastCard => " Careful: those words cost a card.",
        Heard::Mispronounced => " That is not quite the name, and it costs a card.",
        Heard::Talk => "",
    };
    let stop = if words.ends_with(['.', '!', '?', '…']) { "" } else { "." };
    format!("{}: \"{words}\"{stop}{meaning}", seating.does(seat, "say", "says"))
}

fn list(cards: &[Card]) -> String {
    cards.iter().map(|card| card.short()).collect::<Vec<_>>().join(" ")
}

pub(super) fn direction(cw: bool) -> &'static str {
    if cw { "clockwise" } else { "counter-clockwise" }
}

/// "an 8", "a 7", "an ace".
fn a_rank(rank: Rank) -> String {
    match rank {
        Rank::Ace => "an ace".to_owned(),
        Rank::Eight => "an 8".to_owned(),
        rank => format!("a {}", rank.number()),
    }
}

/// How far the turn will move; `has` is the player on turn, as in "you have".
fn moves(mv: i16, has: &str) -> String {
    match mv {
        ..=-1 => format!("{has} {} more turns", 1 - i32::from(mv)),
        0 => format!("{has} another turn"),
        1 => "the turn will go to the neighbour".to_owned(),
        _ => format!("the turn will move {mv} seats"),
    }
}

/// A card on the pile, with what it counts as where that is something else.
fn laid(laid: &Laid) -> String {
    let (card, in_force) = (laid.card, laid.in_force);
    if card == in_force { card.short() } else { format!("{} as {}", card.short(), in_force.short()) }
}

fn flags(view: &View, seating: &Seating) -> String {
    let mut flags = vec![direction(view.cw).to_owned()];
    if view.av > 0 {
        flags.push(format!("attack {}", view.av));
    }
    flags.extend(flags_of_the_turn(view, seating));
    flags.join(", ")
}

/// What is out of the ordinary just now.
pub(super) fn flags_of_the_turn(view: &View, seating: &Seating) -> Vec<String> {
    let mut flags = Vec::new();
    if view.mv != 1 && view.winner.is_none() {
        flags.push(moves(view.mv, &has(view.active, seating)));
    }
    if !view.rm {
        flags.push("no suit or rank asked for".to_owned());
    }
    if view.b {
        flags.push("3 and 7 match each other".to_owned());
    }
    flags
}

fn describe_seat(view: &View, seat: Seat, seating: &Seating) -> String {
    let index = seat.index();
    let mut text = format!("{}: {}", seating.subject(seat), counted(view.sizes[index], "card", "cards"));
    if view.viewer.is(seat) && !view.hand.is_empty() {
        text += &format!(", {}", list(&view.hand));
    }
    if view.can_win(seat) {
        text += ", can win this turn";
    } else if view.declared[index] {
        text += ", declared";
    }
    if view.winner == Some(seat) {
        text += ", winner";
    } else if view.winner.is_none() && view.active == seat {
        text += ", on turn";
    }
    text
}
