//! Grapples: the deal moves round the table, hands are hidden, and the most Grapples win.
//!
//! Source: the rule document of the game, read clause by clause in RULES.md, where our own decisions stand too.

mod action;
mod dealing;
mod encoding;
mod events;
mod glance;
mod imagine;
mod kinds;
mod learning;
mod loan_shark;
mod rules;
mod scene;
#[cfg(test)]
mod tests;
mod view;
mod words;

use std::ops::RangeInclusive;

use engine::cut::{Again, Cut, cut_cards};
use engine::{
    Card, DECK_WITH_JOKERS, Dice, Encoder, Game, Info, Outcome, Pile, Seat, Seats, Seed, Shuffler, Sink,
    Viewer,
};
use serde::Serialize;

pub use action::{Action, Refusal, Side, Spot};
pub use events::{Event, How, Seen};
pub use glance::Glance;
pub use kinds::{Kinds, SPADE_ACE, SPADE_QUEEN, grapples};
pub use rules::{DoubleDown, Rules};
pub use view::{Held, Pointing, View};

use loan_shark::Trade;

/// The most who can play (GR-J1).
pub const MAX_PLAYERS: usize = 8;

/// What is being decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// The dealer has looked at the top card and says where it goes.
    Dealer,
    /// Someone was dealt a two or a joker: one more?
    DoubleDown,
    /// Someone other than the dealer was dealt a jack: ask for the deal?
    Jack,
    /// The dealer is asked to tap out.
    Answer,
    /// Someone was dealt the ace of spades: redeem it?
    SpadeAce,
    /// Someone was dealt a queen: trade it?
    Queen,
    /// They trade it, and choose cards.
    Point,
    /// Nothing any more.
    Over,
}

impl Phase {
    /// What there is to do, as part of a sentence.
    pub const fn hint(self) -> &'static str {
        match self {
            Self::Dealer => "keep the top card, give it away, or tap out",
            Self::DoubleDown => "take one more card, or decline",
            Self::Jack => "ask for the deal, or keep quiet",
            Self::Answer => "accept or refuse to tap out",
            Self::SpadeAce => "redeem the ace of spades, or discard it",
            Self::Queen => "keep the queen, or trade it",
            Self::Point => "point at one of the cards laid out",
            Self::Over => "the game is over",
        }
    }
}

/// The state of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Grapples {
    rules: Rules,
    shuffler: Shuffler,
    players: u8,
    dealer: Seat,
    /// Turns of their own that the dealer has had since becoming dealer.
    dealer_turns: u8,
    /// Where dealing goes; nobody has said before the first card.
    direction: Option<Side>,
    /// Who is dealt to, or about to be.
    turn: Seat,
    phase: Phase,
    /// The card dealt last lies on top of its hand until what it brings about is settled.
    hands: [Pile<54>; MAX_PLAYERS],
    stock: Pile<54>,
    discarded: Pile<1>,
    /// Who knows where each card lies; knowledge travels with the card (GR-J16).
    known: [Seats; Card::COUNT],
    /// What everyone can tell about each card in a hand.
    marks: [Kinds; Card::COUNT],
    /// The trade for which cards are being pointed at.
    trade: Option<Trade>,
}

impl Grapples {
    #[inline]
    fn before_the_cut(rules: &Rules, players: usize, shuffler: Shuffler) -> Self {
        Self {
            rules: *rules,
            shuffler,
            players: players as u8,
            dealer: Seat::FIRST,
            dealer_turns: 0,
            direction: None,
            turn: Seat::FIRST,
            phase: Phase::Dealer,
            hands: [Pile::new(); MAX_PLAYERS],
            stock: Pile::new(),
            discarded: Pile::new(),
            known: [Seats::NONE; Card::COUNT],
            marks: [Kinds::NONE; Card::COUNT],
            trade: None,
        }
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.players.into())
    }

    fn hand(&self, seat: Seat) -> &Pile<54> {
        &self.hands[seat.index()]
    }

    fn neighbour(&self, seat: Seat, side: Side) -> Seat {
        match side {
            Side::Left => seat.left(self.players.into()),
            Side::Right => seat.right(self.players.into()),
        }
    }

    /// What can be done where it is the same for every player and every card.
    fn simple_choices(&self) -> &'static [Action] {
        match self.phase {
            Phase::Dealer => &Action::SIMPLE[..5],
            Phase::DoubleDown => &[Action::Take, Action::Decline],
            Phase::Jack => &[Action::Ask, Action::Stay],
            Phase::Answer => &[Action::Accept, Action::Refuse],
            Phase::SpadeAce => &[Action::Redeem, Action::Discard],
            Phase::Queen | Phase::Point | Phase::Over => &[],
        }
    }

    /// GR-R3: everyone draws until one alone has the card of the highest worth, on through one pile (GR-J2).
    fn cut<S: Sink<Event>>(&mut self, sink: &mut S) -> Seat {
        let mut cut = Cut::default();
        let everyone = Seats::first(self.players.into());
        let note = |round, seat, card| {
            if S::LISTENS {
                cut.note(round, seat, card);
            }
        };
        let winner =
            cut_cards(everyone, &DECK_WITH_JOKERS, &mut self.shuffler, Again::Everyone, grapples, note);
        let winner = winner.unwrap_or(Seat::FIRST);
        sink.emit(|| Event::Cut { cut, winner });
        winner
    }

    fn totals(&self) -> Vec<i32> {
        self.seats().map(|seat| self.hand(seat).as_slice().iter().map(|&card| grapples(card)).sum()).collect()
    }

    /// All who are level at the top (GR-J10).
    fn winners(&self) -> Vec<Seat> {
        most_of(&self.totals())
    }
}

fn most_of(totals: &[i32]) -> Vec<Seat> {
    let most = totals.iter().max();
    Seat::all(totals.len()).filter(|seat| totals.get(seat.index()) == most).collect()
}

/// The whole state, as traces show it.
#[derive(Serialize)]
pub struct Trace {
    dealer: Seat,
    dealer_turns: u8,
    direction: Option<Side>,
    turn: Seat,
    phase: Phase,
    hands: Vec<Vec<Card>>,
    stock: Vec<Card>,
    discarded: Vec<Card>,
    totals: Vec<i32>,
    /// While cards are pointed at: whose they are, as they lie, and which were chosen.
    partner: Option<Seat>,
    layout: Vec<Card>,
    pointed: Vec<Spot>,
}

impl Game for Grapples {
    type Rules = Rules;
    type Action = Action;
    type Event = Event;
    type Seen = Seen;
    type View = View;
    type Refusal = Refusal;
    type Trace = Trace;

    const INFO: Info = Info {
        id: "grapples",
        name: "Grapples",
        summary: "The deal changes hands, queens are traded; most Grapples win.",
        rules_version: 1,
        usual_players: 4,
        hears: false,
    };

    fn players(_: &Rules) -> RangeInclusive<usize> {
        2..=MAX_PLAYERS
    }

    fn start(rules: &Rules, players: usize, seed: &Seed, sink: &mut impl Sink<Event>) -> Self {
        let mut state = Self::before_the_cut(rules, players, Shuffler::new(seed));
        state.dealer = state.cut(sink);
        // GR-R1: what leaves this deck does not come back.
        state.stock = Pile::of(&DECK_WITH_JOKERS);
        state.shuffler.shuffle(state.stock.as_mut_slice());
        // GR-R4: the first turn is the dealer's.
        state.begin_dealers_turn(sink);
        state
    }

    fn to_act(&self) -> Option<Seat> {
        match self.phase {
            Phase::Over => None,
            Phase::Dealer | Phase::Answer => Some(self.dealer),
            _ => Some(self.turn),
        }
    }

    fn legal(&self, actions: &mut Vec<Action>) {
        match self.phase {
            Phase::Queen => {
                actions.push(Action::KeepQueen);
                actions.extend(self.partners().iter().map(Action::Trade));
            }
            Phase::Point => actions.extend(self.trade.iter().flat_map(Trade::choices).map(Action::Point)),
            _ => actions.extend_from_slice(self.simple_choices()),
        }
    }

    fn check(&self, action: Action) -> Result<(), Refusal> {
        if action.phase() != self.phase {
            return Err(action.misplaced(self.phase));
        }
        match (action, &self.trade) {
            (Action::Trade(with), _) => self.check_trade(with),
            (Action::Point(spot), Some(trade)) => trade.check(spot),
            _ => Ok(()),
        }
    }

    fn apply(&mut self, action: Action, sink: &mut impl Sink<Event>) -> Result<(), Refusal> {
        self.check(action)?;
        self.apply_legal(action, sink);
        Ok(())
    }

    #[inline]
    fn random_action(&self, dice: &mut Dice, _: &mut Vec<Action>) -> Option<Action> {
        match (self.phase, &self.trade) {
            (Phase::Queen, _) => {
                let partners = self.partners();
                Some(match dice.below(1 + partners.len()) {
                    0 => Action::KeepQueen,
                    number => Action::Trade(partners.iter().nth(number - 1)?),
                })
            }
            (Phase::Point, Some(trade)) => Some(Action::Point(trade.random_choice(dice)?)),
            _ => dice.pick(self.simple_choices()).copied(),
        }
    }

    fn apply_legal(&mut self, action: Action, sink: &mut impl Sink<Event>) {
        let (seat, dealer) = (self.turn, self.dealer);
        let next = match action {
            Action::Keep(side) => Some(self.direct(side, true, sink)),
            Action::Give(side) => Some(self.direct(side, false, sink)),
            Action::TapOut => self.tap_out(false, sink),
            Action::Take => {
                sink.emit(|| Event::Take { seat, forced: false });
                Some(seat)
            }
            Action::Ask => {
                self.phase = Phase::Answer;
                sink.emit(|| Event::Ask { seat, dealer });
                None
            }
            Action::Accept => self.answer(true, sink),
            Action::Refuse => self.answer(false, sink),
            Action::Redeem => {
                self.become_dealer(seat, How::Redeemed, sink);
                self.discard(sink)
            }
            Action::Discard => self.discard(sink),
            Action::Trade(with) => self.begin_trade(with, sink),
            Action::Point(spot) => self.point(spot, sink),
            Action::Decline => {
                sink.emit(|| Event::Decline { seat });
                self.go_on(sink)
            }
            Action::Stay => {
                sink.emit(|| Event::Stay { seat });
                self.go_on(sink)
            }
            Action::KeepQueen => {
                let queen = self.hand(seat).top();
                sink.emit(|| Event::KeepQueen { seat, queen: queen.unwrap_or(SPADE_QUEEN), unasked: false });
                self.go_on(sink)
            }
        };
        if let Some(seat) = next {
            self.deal_on(seat, sink);
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.phase != Phase::Over {
            return None;
        }
        let scores = self.totals();
        Some(Outcome { winners: most_of(&scores), scores })
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn show(event: &Event, viewer: Viewer) -> Option<Seen> {
        events::show(event, viewer)
    }

    fn imagine(view: &View, dice: &mut Dice) -> Self {
        imagine::imagine(view, dice)
    }

    fn trace(&self) -> Trace {
        let trade = self.trade.as_ref();
        Trace {
            dealer: self.dealer,
            dealer_turns: self.dealer_turns,
            direction: self.direction,
            turn: self.turn,
            phase: self.phase,
            hands: self.seats().map(|seat| self.hand(seat).as_slice().to_vec()).collect(),
            stock: self.stock.top_first().collect(),
            discarded: self.discarded.as_slice().to_vec(),
            totals: self.totals(),
            partner: trade.map(|trade| trade.with),
            layout: trade.map_or_else(Vec::new, |trade| trade.layout.as_slice().to_vec()),
            pointed: trade.map_or_else(Vec::new, |trade| trade.pointed().collect()),
        }
    }

    fn cards(&self) -> Vec<Card> {
        let hands = self.hands.iter().flat_map(Pile::as_slice);
        hands.chain(self.stock.as_slice()).chain(self.discarded.as_slice()).copied().collect()
    }

    fn every_action(players: usize) -> Vec<Action> {
        let trades = Seat::all(players.min(MAX_PLAYERS)).map(Action::Trade);
        let points = Spot::first(Spot::LAST).map(Action::Point);
        Action::SIMPLE.into_iter().chain(trades).chain(points).collect()
    }

    fn encode(view: &View, out: &mut Encoder) {
        encoding::encode(view, out);
    }

    fn cut(event: &Event) -> Option<&Cut> {
        match event {
            Event::Cut { cut, .. } => Some(cut),
            _ => None,
        }
    }
}
