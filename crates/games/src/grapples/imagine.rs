//! A full state that looks like a view: hidden cards dealt at random, but never against what they gave away.

use engine::{Card, DECK_WITH_JOKERS, Dice, Pile, Seat, Seats, Shuffler, Viewer};

use super::{Grapples, Held, Kinds, Phase, View, loan_shark::Trade};

/// So often each hidden card is offered another place; after that every deal that fits is about as likely.
const ROUNDS: usize = 3;

pub(super) fn imagine(view: &View, dice: &mut Dice) -> Grapples {
    let mut state = open_parts(view, dice);
    let hidden: Vec<Kinds> =
        view.hands.iter().flatten().filter(|held| held.card.is_none()).map(|held| held.may_be).collect();
    let mut unknown = unknown_cards(view);
    dice.shuffle(&mut unknown);
    let mut rest = Deal::fitting(hidden, unknown).mixed(dice).into_iter();
    for (seat, hand) in Seat::all(view.hands.len()).zip(&view.hands) {
        for &Held { card, may_be } in hand {
            let Some(card) = card.or_else(|| rest.next()) else { continue };
            state.hands[seat.index()].push(card);
            state.marks[card.index()] = may_be;
        }
    }
    rest.for_each(|card| state.stock.push(card));
    view.top.iter().for_each(|&card| state.stock.push(card));
    lay_out(view, &mut state, dice);
    remember(view, &mut state);
    state
}

/// All that the viewer sees, with nothing yet where they see nothing.
fn open_parts(view: &View, dice: &mut Dice) -> Grapples {
    let shuffler = Shuffler::new(&dice.seed());
    Grapples {
        dealer: view.dealer,
        dealer_turns: view.dealer_turns,
        direction: view.direction,
        turn: view.turn,
        phase: view.phase,
        discarded: Pile::of(&view.discarded),
        ..Grapples::before_the_cut(&view.rules, view.hands.len(), shuffler)
    }
}

fn unknown_cards(view: &View) -> Vec<Card> {
    let mut seen = [false; Card::COUNT];
    let held = view.hands.iter().flatten().filter_map(|held| held.card);
    for card in held.chain(view.top).chain(view.discarded.iter().copied()) {
        seen[card.index()] = true;
    }
    DECK_WITH_JOKERS.into_iter().filter(|card| !seen[card.index()]).collect()
}

/// Hidden cards and where they lie: one for each hidden card of a hand, in order, and then the stock.
struct Deal {
    hidden: Vec<Kinds>,
    cards: Vec<Card>,
    /// For each card, the place in a hand that has it.
    place_of: [Option<u8>; Card::COUNT],
}

impl Deal {
    /// Gives each place a card that it may be. The true deal is one that fits, so one is found.
    fn fitting(hidden: Vec<Kinds>, cards: Vec<Card>) -> Self {
        let mut deal = Self { hidden, cards, place_of: [None; Card::COUNT] };
        for place in 0..deal.hidden.len() {
            deal.find_card(place, &mut 0);
        }
        let place = |card: &Card| deal.place_of[card.index()].map_or(usize::MAX, usize::from);
        deal.cards.sort_by_key(place);
        deal
    }

    /// Takes the first card that fits and is free, or whose place can do with another one.
    fn find_card(&mut self, place: usize, asked: &mut u64) -> bool {
        for index in 0..self.cards.len() {
            let card = self.cards[index];
            if *asked >> card.index() & 1 == 1 || !self.hidden[place].fit(card) {
                continue;
            }
            *asked |= 1 << card.index();
            let other = self.place_of[card.index()];
            if other.is_none_or(|other| self.find_card(other.into(), asked)) {
                self.place_of[card.index()] = Some(place as u8);
                return true;
            }
        }
        false
    }

    /// Exchanges cards at random where both still fit.
    fn mixed(mut self, dice: &mut Dice) -> Vec<Card> {
        let fits = |place: usize, card| self.hidden.get(place).is_none_or(|kinds| kinds.fit(card));
        for place in (0..ROUNDS).flat_map(|_| 0..self.hidden.len()) {
            let other = dice.below(self.cards.len());
            if fits(place, self.cards[other]) && fits(other, self.cards[place]) {
                self.cards.swap(place, other);
            }
        }
        self.cards
    }
}

fn lay_out(view: &View, state: &mut Grapples, dice: &mut Dice) {
    let Some(pointing) = &view.trade else { return };
    let mut layout = *state.hand(pointing.with);
    dice.shuffle(layout.as_mut_slice());
    let mut trade = Trade::new(pointing.with, layout, pointing.wanted);
    pointing.pointed.iter().for_each(|&spot| trade.mark(spot));
    state.trade = Some(trade);
}

/// Who knows which card in the imagined state: the viewer just what they see, and each player their own.
fn remember(view: &View, state: &mut Grapples) {
    let seen = match view.viewer {
        Viewer::Seat(seat) => Seats::only(seat),
        Viewer::Public => Seats::EVERYONE,
    };
    for card in view.hands.iter().flatten().filter_map(|held| held.card).chain(view.top) {
        state.known[card.index()] = seen;
    }
    for seat in state.seats() {
        let hand = *state.hand(seat);
        hand.as_slice().iter().for_each(|&card| state.learns(card, seat));
    }
    if view.phase == Phase::Dealer
        && let Some(top) = state.stock.top()
    {
        state.learns(top, view.dealer);
    }
    // A queen that is being traded and the ace of spades lie open.
    if matches!(view.phase, Phase::Point | Phase::SpadeAce)
        && let Some(card) = state.hand(view.turn).top()
    {
        state.known[card.index()] = Seats::EVERYONE;
    }
}
