//! A full state that looks like a view: hidden cards dealt at random, but never against what was told.

use engine::seat::MAX_SEATS;
use engine::{Card, DECK, Dice, Pile, Seat, Seats, Shuffler, Viewer};

use super::{PassTheAce, Told, Turn, View, is_king, view, worth};

/// The number of random deals tried, which is fair to each that fits, before one is mended until it fits.
const TRIES: usize = 40;
/// The number of exchanges tried to mend a deal; a full table of 52 wants a few thousand.
const REPAIRS: usize = 100_000;
/// One exchange in this many is kept even if it makes things worse, so that no dead end holds.
const WHIM: usize = 64;

pub(super) fn imagine(view: &View, dice: &mut Dice) -> PassTheAce {
    let mut state = open_parts(view, dice);
    let hidden = hidden_hands(view);
    let unknown = deal_unknown(view, &hidden, dice);
    for (&seat, &card) in hidden.iter().zip(&unknown) {
        state.hands[seat.index()] = Some(card);
    }
    let mut rest = unknown.into_iter().skip(hidden.len());
    for seen in &view.trash {
        if let Some(card) = seen.or_else(|| rest.next()) {
            state.trash.push(card);
        }
    }
    rest.for_each(|card| state.stock.push(card));
    state.known = knowledge(view, &state);
    state
}

/// All that the viewer sees, with nothing yet where they see nothing.
fn open_parts(view: &View, dice: &mut Dice) -> PassTheAce {
    let mut state = PassTheAce {
        rules: view.rules,
        shuffler: Shuffler::new(&dice.seed()),
        players: view.lives.len() as u8,
        dealer: view.dealer,
        turn: view.turn,
        round: view.round,
        game: view.game,
        alive: view.alive(),
        lives: [0; MAX_SEATS],
        hands: [None; MAX_SEATS],
        stock: Pile::new(),
        trash: Pile::new(),
        pot: view.pot,
        known: [Seats::NONE; 52],
        announced: view.announced,
        told: Told::NOTHING,
        last_round: None,
        winners: view.winners.iter().copied().collect(),
    };
    state.lives[..view.lives.len()].copy_from_slice(&view.lives);
    state.hands[..view.hands.len()].copy_from_slice(&view.hands);
    view.told.iter().for_each(|&turn| state.told.push(turn));
    state.last_round = view.last_round.as_ref().map(|last| {
        let mut hands = [None; MAX_SEATS];
        hands[..last.hands.len()].copy_from_slice(&last.hands);
        view::Reveal { hands, dealer: last.dealer, losers: last.losers.iter().copied().collect() }
    });
    state
}

fn unknown_cards(view: &View) -> Vec<Card> {
    let known = |card: &Card| view.hands.contains(&Some(*card)) || view.trash.contains(&Some(*card));
    DECK.into_iter().filter(|card| !known(card)).collect()
}

fn hidden_hands(view: &View) -> Vec<Seat> {
    let hidden = |seat: &Seat| view.holding[seat.index()] && view.hands[seat.index()].is_none();
    Seat::all(view.lives.len()).filter(hidden).collect()
}

/// The unknown cards in a random order in which the first, laid into the hidden hands, fit what was told.
fn deal_unknown(view: &View, hidden: &[Seat], dice: &mut Dice) -> Vec<Card> {
    let mut deal = Deal { view, hidden, order: order_of_play(view), cards: unknown_cards(view) };
    let mut broken = 0;
    for _ in 0..TRIES {
        dice.shuffle(&mut deal.cards);
        broken = deal.broken();
        if broken == 0 {
            return deal.cards;
        }
    }
    for _ in 0..REPAIRS {
        let (one, other) = (dice.below(hidden.len()), dice.below(deal.cards.len()));
        deal.cards.swap(one, other);
        let now = deal.broken();
        if now <= broken || dice.below(WHIM) == 0 {
            broken = now;
        } else {
            deal.cards.swap(one, other);
        }
        if broken == 0 {
            break;
        }
    }
    deal.cards
}

/// Who has had a turn this round, with the neighbour they could swap with.
fn order_of_play(view: &View) -> Vec<(Seat, Seat)> {
    let living = view.alive();
    let left = |seat| living.next_left(seat).unwrap_or(seat);
    let mut seat = view.dealer;
    let mut next = || {
        seat = left(seat);
        (seat, left(seat))
    };
    view.told.iter().map(|_| next()).collect()
}

struct Deal<'a> {
    view: &'a View,
    hidden: &'a [Seat],
    order: Vec<(Seat, Seat)>,
    /// The hidden hands' cards in the order of their seats, then the rest.
    cards: Vec<Card>,
}

impl Deal<'_> {
    /// How many of this round's turns could not have gone as they were told.
    fn broken(&self) -> usize {
        let mut hands = [None; MAX_SEATS];
        hands[..self.view.hands.len()].copy_from_slice(&self.view.hands);
        for (seat, card) in self.hidden.iter().zip(&self.cards) {
            hands[seat.index()] = Some(*card);
        }
        // Hands are as they are now, so the turns are gone through backwards and swaps undone.
        let mut broken = 0;
        for (&turn, &(seat, other)) in self.view.told.iter().zip(&self.order).rev() {
            let (Some(now), Some(given)) = (hands[seat.index()], hands[other.index()]) else { continue };
            let fits = match turn {
                Turn::Stuck => true,
                Turn::Kung => is_king(given),
                Turn::Modi | Turn::DirtyDan | Turn::Swapped => {
                    hands.swap(seat.index(), other.index());
                    !is_king(now) && self.compares(given, now, turn)
                }
            };
            broken += usize::from(!fits);
        }
        broken
    }

    fn compares(&self, gave: Card, got: Card, turn: Turn) -> bool {
        let order = worth(&self.view.rules, got).cmp(&worth(&self.view.rules, gave));
        match turn {
            Turn::Modi => order.is_lt(),
            Turn::DirtyDan => order.is_eq(),
            _ => order.is_gt(),
        }
    }
}

/// Who knows which card in the imagined state: the viewer just what they see, and each player their own.
fn knowledge(view: &View, state: &PassTheAce) -> [Seats; 52] {
    let mut known = [Seats::NONE; 52];
    let seen = match view.viewer {
        Viewer::Seat(seat) => Seats::only(seat),
        Viewer::Public => Seats::EVERYONE,
    };
    for card in view.hands.iter().chain(&view.trash).flatten() {
        known[card.index()] = seen;
    }
    for (seat, card) in state.hands.iter().enumerate() {
        if let (Some(card), Some(seat)) = (card, Seat::new(seat)) {
            let known = &mut known[card.index()];
            *known = known.with(seat);
        }
    }
    known
}
