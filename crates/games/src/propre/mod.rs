//! Propreantepenultimate Card: a shedding game written as a state machine.
//!
//! Source: "True Propreantepenultimate Card Specification", read clause by clause in RULES.md. The flags of the
//! state have the names of that document: AV attack value, MV move value, CW clockwise, FC first card of the
//! turn, RM require matches, B bridging of 3 and 7, PW prevent wins.

mod action;
mod encoding;
mod events;
mod imagine;
mod learning;
mod matching;
mod play;
mod refusal;
mod rules;
mod scene;
mod speech;
#[cfg(test)]
mod tests;
mod turn;
mod view;
mod why;
mod words;

use std::ops::RangeInclusive;

use engine::{
    Card, Dice, Encoder, Game, Info, Outcome, Pile, Rank, Seat, Seats, Seed, Shuffler, Sink, Viewer,
};
use serde::Serialize;

pub use action::{Action, Way};
pub use events::{Cause, Event, Seen};
pub use matching::{CardSet, Surface};
pub use refusal::Refusal;
pub use rules::{Declaration, Rules};
pub use speech::{Heard, NAME};
pub use view::{Laid, OwnTurn, View};

use turn::{Facts, Turn};

/// All cards of two decks: any of them may come to lie in one place.
const CARDS: usize = 2 * engine::DECK.len();
/// With so few cards left a player had better declare.
const FEW: usize = 3;

/// A card's printed rank; there are no jokers in this game.
fn rank(card: Card) -> Rank {
    card.rank().unwrap_or(Rank::Ace)
}

/// The state of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Propre {
    rules: Rules,
    shuffler: Shuffler,
    players: u8,
    dealer: Seat,
    active: Seat,
    winner: Option<Seat>,
    av: u16,
    mv: i16,
    cw: bool,
    fc: bool,
    rm: bool,
    b: bool,
    pw: bool,
    declared: Seats,
    /// Who had declared before the active player last changed.
    ready: Seats,
    hands: [Pile<CARDS>; rules::MOST],
    pile: Pile<CARDS>,
    /// The cards of the pile once more, with the rank and suit in force.
    in_force: Pile<CARDS>,
    stock: Pile<CARDS>,
}

impl Propre {
    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.players.into())
    }

    /// The pile, bottom first.
    fn laid(&self) -> impl Iterator<Item = Laid> {
        let both = self.pile.as_slice().iter().zip(self.in_force.as_slice());
        both.map(|(&card, &in_force)| Laid { card, in_force })
    }

    fn hand(&self) -> &Pile<CARDS> {
        &self.hands[self.active.index()]
    }

    /// What decides about the options of the player on turn; none when the game is over.
    #[inline(always)]
    fn turn(&self) -> Option<Turn> {
        if self.winner.is_some() {
            return None;
        }
        Some(Turn::new(Facts {
            surface: Surface::of(self.in_force.as_slice())?,
            av: self.av,
            fc: self.fc,
            rm: self.rm,
            b: self.b,
            last: self.hand().len() == 1,
            ready: self.ready.has(self.active),
        }))
    }
}

/// The whole state, as traces show it.
#[derive(Serialize)]
pub struct Trace {
    dealer: Seat,
    active: Seat,
    av: u16,
    mv: i16,
    cw: bool,
    fc: bool,
    rm: bool,
    b: bool,
    pw: bool,
    hands: Vec<Vec<Card>>,
    pile: Vec<Laid>,
    stock: Vec<Card>,
    declared: Vec<bool>,
    ready: Vec<bool>,
    winner: Option<Seat>,
}

impl Game for Propre {
    type Rules = Rules;
    type Action = Action;
    type Event = Event;
    type Seen = Seen;
    type View = View;
    type Refusal = Refusal;
    type Trace = Trace;

    const INFO: Info = Info {
        id: "propre",
        name: "Propreantepenultimate Card",
        summary: "Get rid of your cards, and say the name before the last one.",
        rules_version: 1,
        usual_players: 4,
        hears: true,
    };

    fn players(rules: &Rules) -> RangeInclusive<usize> {
        rules::FEWEST..=rules.most_players()
    }

    fn start(rules: &Rules, players: usize, seed: &Seed, sink: &mut impl Sink<Event>) -> Self {
        Self::deal(rules, players, seed, sink)
    }

    fn to_act(&self) -> Option<Seat> {
        if self.winner.is_none() { Some(self.active) } else { None }
    }

    #[inline]
    fn legal(&self, actions: &mut Vec<Action>) {
        if let Some(turn) = self.turn() {
            turn.list(self.hand().as_slice(), actions);
        }
    }

    fn check(&self, action: Action) -> Result<(), Refusal> {
        if self.winner.is_some() {
            return Err(Refusal::Over);
        }
        match action.card() {
            None => Ok(()),
            Some(card) if !self.hand().contains(card) => Err(Refusal::NotHeld { card }),
            // The commonest choice there is, and the only one that asks nothing of the card.
            Some(_) if action.way() == Way::Replace && self.fc && self.av == 0 => Ok(()),
            Some(card) => self.turn().ok_or(Refusal::Over)?.check(action.way(), card),
        }
    }

    fn apply(&mut self, action: Action, sink: &mut impl Sink<Event>) -> Result<(), Refusal> {
        self.check(action)?;
        self.apply_legal(action, sink);
        Ok(())
    }

    #[inline]
    fn random_action(&self, dice: &mut Dice, _: &mut Vec<Action>) -> Option<Action> {
        Some(self.turn()?.draw(self.hand().as_slice(), dice).0)
    }

    #[inline]
    fn apply_legal(&mut self, action: Action, sink: &mut impl Sink<Event>) {
        debug_assert_eq!(self.check(action), Ok(()), "{action}");
        let place = action.card().and_then(|card| self.hand().position(card));
        self.choose(action, place.unwrap_or(0), sink);
    }

    #[inline]
    fn play_random(&mut self, dice: &mut Dice, _: &mut Vec<Action>, sink: &mut impl Sink<Event>) -> bool {
        let Some(turn) = self.turn() else { return false };
        let (action, place) = turn.draw(self.hand().as_slice(), dice);
        self.choose(action, place, sink);
        true
    }

    fn hear(&mut self, seat: Seat, words: &str, sink: &mut impl Sink<Event>) -> Result<(), Refusal> {
        if self.winner.is_some() {
            return Err(Refusal::Over);
        }
        if seat.index() >= usize::from(self.players) {
            return Err(Refusal::NobodyThere { seat });
        }
        let heard = speech::hear(words);
        sink.emit(|| Event::Said { seat, words: words.to_owned(), heard });
        // PP-J14: a card for words is drawn at once, and changes nothing else.
        match heard {
            Heard::Declaration => self.declared = self.declared.with(seat),
            Heard::LastCard | Heard::Mispronounced => self.draw(seat, 1, Cause::Words, sink),
            Heard::Talk => {}
        }
        Ok(())
    }

    fn remark(&self, seat: Seat) -> Option<&'static str> {
        let helps = self.hands.get(seat.index()).is_some_and(|hand| hand.len() <= FEW);
        let may = helps & (self.to_act() == Some(seat)) & !self.declared.has(seat);
        may.then_some(NAME)
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = self.winner?;
        // PP-J15.
        let scores = self.seats().map(|seat| i32::from(seat == winner)).collect();
        Some(Outcome { winners: vec![winner], scores })
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn show(event: &Event, viewer: Viewer) -> Option<Seen> {
        Some(events::show(event, viewer))
    }

    fn imagine(view: &View, dice: &mut Dice) -> Self {
        imagine::imagine(view, dice)
    }

    fn trace(&self) -> Trace {
        Trace {
            dealer: self.dealer,
            active: self.active,
            av: self.av,
            mv: self.mv,
            cw: self.cw,
            fc: self.fc,
            rm: self.rm,
            b: self.b,
            pw: self.pw,
            hands: self.seats().map(|seat| self.hands[seat.index()].as_slice().to_vec()).collect(),
            pile: self.laid().collect(),
            stock: self.stock.top_first().collect(),
            declared: self.seats().map(|seat| self.declared.has(seat)).collect(),
            ready: self.seats().map(|seat| self.ready.has(seat)).collect(),
            winner: self.winner,
        }
    }

    fn cards(&self) -> Vec<Card> {
        let hands = self.hands.iter().flat_map(|hand| hand.as_slice());
        hands.chain(self.pile.as_slice()).chain(self.stock.as_slice()).copied().collect()
    }

    fn every_action(_: usize) -> Vec<Action> {
        Action::all()
    }

    fn encode(view: &View, out: &mut Encoder) {
        encoding::encode(view, out);
    }
}
