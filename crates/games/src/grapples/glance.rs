//! What a player decides by, without the rest of a [`View`] and without allocating.

use engine::{Card, Game, Seat, Viewer};

use super::{Grapples, Held, Kinds, MAX_PLAYERS, Phase, Side, View};

/// The table as the player sees it who is to act.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Glance {
    pub players: usize,
    pub dealer: Seat,
    pub dealer_turns: u8,
    /// Turns of their own that a dealer has.
    pub most_turns: u8,
    pub direction: Option<Side>,
    pub turn: Seat,
    pub phase: Phase,
    /// The top card of the deck, if the player knows it.
    pub top: Option<Card>,
    /// The cards that the player sees, a bit for each.
    pub seen: u64,
    held: [Held; Card::COUNT],
    /// Where the hand of each seat ends.
    ends: [u8; MAX_PLAYERS],
}

impl Glance {
    /// Without hands.
    fn of_view(view: &View) -> Self {
        Self {
            players: view.hands.len(),
            dealer: view.dealer,
            dealer_turns: view.dealer_turns,
            most_turns: view.rules.dealer_turns.get(),
            direction: view.direction,
            turn: view.turn,
            phase: view.phase,
            top: view.top,
            seen: 0,
            held: [NOTHING; Card::COUNT],
            ends: [0; MAX_PLAYERS],
        }
    }

    fn sees(&mut self, card: Option<Card>) {
        self.seen |= card.map_or(0, |card| 1 << card.index());
    }

    /// Adds the hands, in order of the seats, and all else that the player sees.
    fn with(mut self, hands: impl Iterator<Item = impl Iterator<Item = Held>>, discarded: &[Card]) -> Self {
        let mut end = 0;
        for (hand, place) in hands.zip(0..MAX_PLAYERS) {
            for held in hand {
                self.held[end] = held;
                self.sees(held.card);
                end += 1;
            }
            self.ends[place] = end as u8;
        }
        self.sees(self.top);
        discarded.iter().for_each(|card| self.sees(Some(*card)));
        self
    }

    /// The hand of that seat; empty where nobody sits.
    #[inline]
    pub fn hand(&self, seat: Seat) -> &[Held] {
        let index = seat.index();
        if index >= self.players {
            return &[];
        }
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.held[start.into()..self.ends[index].into()]
    }

    /// All cards in hands.
    pub fn hands(&self) -> &[Held] {
        &self.held[..self.ends[self.players - 1].into()]
    }

    /// The card that was dealt last, while it is being decided what comes of it.
    pub fn dealt(&self) -> Option<Card> {
        self.hand(self.turn).last().and_then(|held| held.card)
    }
}

const NOTHING: Held = Held { card: None, may_be: Kinds::NONE };

impl View {
    /// What the player at this seat decides by.
    pub fn glance(&self) -> Glance {
        let hands = self.hands.iter().map(|hand| hand.iter().copied());
        Glance::of_view(self).with(hands, &self.discarded)
    }
}

impl Grapples {
    /// The same as [`View::glance`] of the player who is to act, for imagined games and fast bots. It shows no
    /// more than that view.
    pub fn glance(&self) -> Option<Glance> {
        let viewer = Viewer::Seat(self.to_act()?);
        let seen = |card: Card| Some(card).filter(|card| viewer.among(self.known[card.index()]));
        let held = |&card: &Card| Held { card: seen(card), may_be: self.marks[card.index()] };
        let glance = Glance {
            players: self.players.into(),
            dealer: self.dealer,
            dealer_turns: self.dealer_turns,
            most_turns: self.rules.dealer_turns.get(),
            direction: self.direction,
            turn: self.turn,
            phase: self.phase,
            top: self.stock.top().and_then(seen),
            seen: 0,
            held: [NOTHING; Card::COUNT],
            ends: [0; MAX_PLAYERS],
        };
        let hands = self.seats().map(|seat| self.hand(seat).as_slice().iter().map(held));
        Some(glance.with(hands, self.discarded.as_slice()))
    }

    /// What is being decided, and by a dealer with which card: all that most decisions need. The dealer has looked at it.
    pub fn at_a_glance(&self) -> (Phase, Option<Side>, Option<Card>) {
        let top = if self.phase == Phase::Dealer { self.stock.top() } else { None };
        debug_assert!(top.is_none_or(|card| Viewer::Seat(self.dealer).among(self.known[card.index()])));
        (self.phase, self.direction, top)
    }
}
