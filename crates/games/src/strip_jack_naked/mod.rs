//! Strip Jack Naked, also called Beggar-My-Neighbour. The rules are in RULES.md, clause by clause.

mod endless;
mod learning;
mod rules;
mod scene;
#[cfg(test)]
mod tests;
mod view;
mod words;

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use engine::{
    BadNotation, Card, DECK, Dice, Game, Info, Outcome, Pile, Rank, Seat, Seats, Seed, Shuffler, Sink,
    Viewer, refusals,
};
use serde::Serialize;

use endless::Watch;
pub use rules::{Deck, Limit, Out, Rules};
pub use view::View;

/// SJN-R1: the most players.
const MOST_PLAYERS: usize = 6;

/// What a player can do on their turn: there is nothing to choose (SJN-R3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Turn over the top card of the pile.
    Turn,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("turn")
    }
}

impl FromStr for Action {
    type Err = BadNotation;

    fn from_str(text: &str) -> Result<Self, BadNotation> {
        let unknown = || BadNotation { text: text.to_owned(), known: "turn" };
        (text == "turn").then_some(Self::Turn).ok_or_else(unknown)
    }
}

refusals! {
    /// Why an action is refused.
    pub enum Refusal {
        Over: "game-over", "SJN-R8",
            "the game is over; start a new one";
    }
}

/// Cards that are still to be turned over for a picture card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Debt {
    /// Whose picture card it is.
    pub to: Seat,
    /// The number of cards that are left to pay.
    pub left: u8,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// One player is left.
    Won,
    /// The limit of cards was reached (SJN-V3).
    Limit,
    /// It would go on for ever (SJN-R9).
    Endless {
        /// The number of tricks after which everything repeats.
        tricks: u32,
    },
}

/// What happened. The cards in the piles are never told, so that every event is for all.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Event {
    Deal { piles: Vec<usize> },
    Turn { seat: Seat, card: Card, debt: Option<Debt> },
    Take { seat: Seat, cards: usize, trick: u32 },
    Out { seat: Seat },
    Over { end: End, winner: Option<Seat>, turned: u32, tricks: u32 },
}

/// SJN-R4: what the next player owes for a card.
fn price(card: Card) -> Option<u8> {
    match card.rank()? {
        Rank::Jack => Some(1),
        Rank::Queen => Some(2),
        Rank::King => Some(3),
        Rank::Ace => Some(4),
        _ => None,
    }
}

/// The state of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct StripJackNaked {
    rules: Rules,
    players: u8,
    /// Who turns over the next card, unless the game is over.
    turn: Seat,
    still_in: Seats,
    /// By seat, face down: the top card is turned over next.
    piles: [Pile<52>; MOST_PLAYERS],
    /// Face up, the last card on top.
    middle: Pile<52>,
    debt: Option<Debt>,
    /// Cards turned over so far.
    turned: u32,
    /// Tricks taken so far.
    tricks: u32,
    watch: Watch,
    end: Option<End>,
}

impl StripJackNaked {
    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.players.into())
    }

    fn pile(&self, seat: Seat) -> &Pile<52> {
        &self.piles[seat.index()]
    }

    /// Clockwise, over those who are out.
    fn next(&self, seat: Seat) -> Seat {
        self.still_in.next_left(seat).unwrap_or(seat)
    }

    /// SJN-R8: the one who is left has won; nobody wins a draw.
    fn winner(&self) -> Option<Seat> {
        self.still_in.iter().next().filter(|_| self.end == Some(End::Won))
    }

    /// What follows from the card that was turned over.
    fn follow(&mut self, seat: Seat, card: Card, sink: &mut impl Sink<Event>) {
        // SJN-R5: a picture card ends the debt, and the next player owes for it.
        let debt = match (price(card), self.debt) {
            (Some(left), _) => Some(Debt { to: seat, left }),
            (None, Some(debt)) => Some(Debt { left: debt.left - 1, ..debt }),
            (None, None) => None,
        };
        self.debt = debt;
        sink.emit(|| Event::Turn { seat, card, debt });
        match debt {
            Some(Debt { to, left: 0 }) => self.take(to, sink),
            Some(Debt { to, .. }) if to != seat => {}
            _ => self.turn = self.next(seat),
        }
    }

    /// SJN-R6: the middle goes under the pile as it lies, so that its first card comes first.
    fn take(&mut self, seat: Seat, sink: &mut impl Sink<Event>) {
        let cards = self.middle.len();
        let pile = &mut self.piles[seat.index()];
        self.middle.as_mut_slice().reverse();
        self.middle.extend(pile.as_slice());
        *pile = std::mem::take(&mut self.middle);
        (self.debt, self.turn) = (None, seat);
        self.tricks += 1;
        sink.emit(|| Event::Take { seat, cards, trick: self.tricks });
    }

    /// Puts a player without cards out of the game.
    fn leave(&mut self, seat: Seat, sink: &mut impl Sink<Event>) {
        self.still_in = self.still_in.without(seat);
        sink.emit(|| Event::Out { seat });
        match self.debt {
            // SJN-J2: nobody owes anything to a player who is out.
            Some(debt) if debt.to == seat => self.debt = None,
            // SJN-J1: more cannot be paid.
            Some(debt) if self.turn == seat => self.take(debt.to, sink),
            None if self.turn == seat => self.turn = self.next(seat),
            _ => {}
        }
    }

    /// The next player who is out, if anyone is.
    fn leaver(&self) -> Option<Seat> {
        // SJN-R7: between two tricks nothing comes back to a player without cards.
        let between = self.middle.is_empty();
        let without_cards = |seat: &Seat| self.pile(*seat).is_empty();
        match between {
            true => self.still_in.iter().find(without_cards),
            false => Some(self.turn).filter(without_cards),
        }
    }

    /// Does what follows automatically after this player's card: who is out, and whether the game is over.
    fn settle(&mut self, seat: Seat, sink: &mut impl Sink<Event>) {
        // SJN-V2.
        if self.rules.out == Out::AtOnce && self.pile(seat).is_empty() {
            self.leave(seat, sink);
        }
        while self.still_in.len() > 1
            && let Some(seat) = self.leaver()
        {
            self.leave(seat, sink);
        }
        if self.still_in.len() == 1 {
            self.end = Some(End::Won);
            // SJN-R8: what lies in the middle goes to the last player, too.
            if !self.middle.is_empty() {
                self.take(self.next(seat), sink);
            }
        } else if self.middle.is_empty()
            && let Some(tricks) = self.watch.repeats(&self.piles, self.turn)
        {
            self.end = Some(End::Endless { tricks });
        } else if self.turned >= self.rules.limit.cards() {
            self.end = Some(End::Limit);
        }
        if let Some(end) = self.end {
            let (turned, tricks) = (self.turned, self.tricks);
            sink.emit(|| Event::Over { end, winner: self.winner(), turned, tricks });
        }
    }
}

/// The whole state, as traces show it.
#[derive(Serialize)]
pub struct Trace {
    turn: Option<Seat>,
    /// Top first, by seat.
    piles: Vec<Vec<Card>>,
    middle: Pile<52>,
    debt: Option<Debt>,
    out: Vec<Seat>,
    turned: u32,
    tricks: u32,
    end: Option<End>,
}

impl Game for StripJackNaked {
    type Rules = Rules;
    type Action = Action;
    type Event = Event;
    // Nobody knows the piles, and no event speaks of them.
    type Seen = Event;
    type View = View;
    type Refusal = Refusal;
    type Trace = Trace;

    const INFO: Info = Info {
        id: "strip-jack-naked",
        name: "Strip Jack Naked",
        summary: "Turn over cards and pay for the pictures. Pure luck.",
        rules_version: 1,
        usual_players: 2,
        hears: false,
    };

    fn players(_: &Rules) -> RangeInclusive<usize> {
        2..=MOST_PLAYERS
    }

    fn start(rules: &Rules, players: usize, seed: &Seed, sink: &mut impl Sink<Event>) -> Self {
        let mut stock: Pile<52> = Pile::new();
        DECK.into_iter().filter(|&card| rules.deck.has(card)).for_each(|card| stock.push(card));
        Shuffler::new(seed).shuffle(stock.as_mut_slice());
        let mut piles = [Pile::new(); MOST_PLAYERS];
        // SJN-R2: one by one, so that the first players may have a card more.
        for (index, &card) in stock.as_slice().iter().enumerate() {
            piles[index % players].push(card);
        }
        let seats = Seat::all(players);
        sink.emit(|| Event::Deal { piles: seats.clone().map(|seat| piles[seat.index()].len()).collect() });
        Self {
            rules: *rules,
            players: players as u8,
            turn: Seat::FIRST,
            still_in: Seats::first(players),
            watch: Watch::new(&piles, Seat::FIRST),
            piles,
            middle: Pile::new(),
            debt: None,
            turned: 0,
            tricks: 0,
            end: None,
        }
    }

    fn to_act(&self) -> Option<Seat> {
        self.end.is_none().then_some(self.turn)
    }

    fn legal(&self, actions: &mut Vec<Action>) {
        actions.extend(self.end.is_none().then_some(Action::Turn));
    }

    fn check(&self, _: Action) -> Result<(), Refusal> {
        if self.end.is_some() { Err(Refusal::Over) } else { Ok(()) }
    }

    fn apply(&mut self, action: Action, sink: &mut impl Sink<Event>) -> Result<(), Refusal> {
        self.check(action)?;
        self.apply_legal(action, sink);
        Ok(())
    }

    #[inline]
    fn random_action(&self, dice: &mut Dice, _: &mut Vec<Action>) -> Option<Action> {
        let _ = self.to_act()?;
        dice.pick(&[Action::Turn]).copied()
    }

    fn apply_legal(&mut self, _: Action, sink: &mut impl Sink<Event>) {
        let seat = self.turn;
        // SJN-R3. The player on turn has a card: settling the turn before saw to it.
        if let Some(card) = self.piles[seat.index()].pop() {
            self.middle.push(card);
            self.turned += 1;
            self.follow(seat, card, sink);
        }
        self.settle(seat, sink);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.end?;
        let scores = self.seats().map(|seat| self.pile(seat).len() as i32).collect();
        Some(Outcome { winners: self.winner().into_iter().collect(), scores })
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn show(event: &Event, _: Viewer) -> Option<Event> {
        Some(event.clone())
    }

    fn imagine(view: &View, dice: &mut Dice) -> Self {
        view::imagine(view, dice)
    }

    fn trace(&self) -> Trace {
        Trace {
            turn: self.to_act(),
            piles: self.seats().map(|seat| self.pile(seat).top_first().collect()).collect(),
            middle: self.middle,
            debt: self.debt,
            out: self.seats().filter(|&seat| !self.still_in.has(seat)).collect(),
            turned: self.turned,
            tricks: self.tricks,
            end: self.end,
        }
    }

    fn cards(&self) -> Vec<Card> {
        let piles = self.piles.iter().flat_map(|pile| pile.as_slice());
        piles.chain(self.middle.as_slice()).copied().collect()
    }

    fn every_action(_: usize) -> Vec<Action> {
        vec![Action::Turn]
    }
}
