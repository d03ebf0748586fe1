//! Aces Up, the solitaire.
//!
//! Source: the rules and the application specification of the game, read clause by clause in RULES.md.

mod action;
mod encoding;
mod learning;
mod rules;
mod scene;
#[cfg(test)]
mod tests;
mod view;
mod words;

use std::ops::RangeInclusive;

use engine::{
    Assistance, Card, DECK, Dice, Encoder, Game, Info, Outcome, Pile, Rank, Seat, Seed, Shuffler, Sink,
    Viewer,
};
use serde::Serialize;

pub use action::{Action, Column, Refusal};
pub use rules::{DealWhen, Discards, Fill, Rules};
pub use view::{Event, Status, View};

/// A column holds at most the thirteen cards dealt to it, or twelve of them and one that moved there.
type Cards = Pile<13>;

/// The state of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct AcesUp {
    rules: Rules,
    columns: [Cards; 4],
    /// The whole deck in the order of dealing; what lies before `dealt` has left the stock.
    deck: [Card; 52],
    dealt: u8,
    discarded: Pile<48>,
    status: Status,
    possible: Possible,
}

/// What can be done, a bit for each column; worked out once after every change, for it is asked for often.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Possible {
    /// Columns whose top card can go.
    discards: u8,
    /// Columns that hold no card.
    empty: u8,
    /// Columns whose top card may fill an empty one.
    fillers: u8,
    /// Whether a move is possible that counts: lone cards do not.
    counted_move: bool,
}

/// Each card's suit and height, the ace being highest, so that a card beats another exactly if its key is
/// greater and they differ in the low four bits only.
const KEYS: [u8; 64] = {
    // As long as a power of two, so that looking one up needs no check.
    let mut keys = [0; 64];
    let mut index = 0;
    while index < 52 {
        keys[index] = ((index as u8 / 13) << 4) | ((index as u8 + 12) % 13);
        index += 1;
    }
    keys
};

/// The height of an ace.
const ACE: u8 = 12;

/// The key of a column's top card; a column without one has a suit of its own.
#[inline]
fn top_key(cards: &Cards, column: usize) -> u8 {
    cards.top().map_or((4 + column as u8) << 4, |top| KEYS[top.index() & 63])
}

// The four columns are looked at together, as bytes of one number and without a branch: which cards lie where is
// as good as random to a processor. No byte reaches its highest bit, which is free to carry answers.
const EACH: u32 = 0x0101_0101;
const ANSWER: u32 = 0x8080_8080;

/// The answers of four bytes, a bit for each column.
fn bits(answers: u32) -> u8 {
    ((((answers & ANSWER) >> 7).wrapping_mul(0x0102_0408) >> 24) & 15) as u8
}

/// Answers for each byte whether it is above zero.
fn above_zero(bytes: u32) -> u32 {
    bytes + 0x7f7f_7f7f
}

/// Which of four keys another one beats.
fn beaten(keys: [u8; 4]) -> u8 {
    const SUIT: u32 = 0x7070_7070;
    let keys = u32::from_le_bytes(keys);
    let mut beaten = 0;
    for turn in [8, 16, 24] {
        let others = keys.rotate_right(turn);
        let higher = (others | ANSWER) - (keys + EACH);
        let other_suit = ((keys ^ others) & SUIT) + SUIT;
        beaten |= higher & !other_suit;
    }
    bits(beaten)
}

fn is_ace(card: Card) -> bool {
    card.rank() == Some(Rank::Ace)
}

impl AcesUp {
    /// The cards of a column, bottom first. They lie open, so a search may look without making a view.
    pub fn cards_in(&self, column: Column) -> &[Card] {
        self.column(column).as_slice()
    }

    fn column(&self, column: Column) -> &Cards {
        &self.columns[column.index()]
    }

    /// The stock, next card first, for solvers of a deal that is known to the last card. Players get views.
    pub fn known_stock(&self) -> &[Card] {
        self.stock()
    }

    fn stock(&self) -> &[Card] {
        &self.deck[usize::from(self.dealt)..]
    }

    /// How many deals from the stock have been made.
    fn deals_made(&self) -> u8 {
        self.dealt / 4 - 1
    }

    /// How many deals are still to come.
    pub fn deals_left(&self) -> u8 {
        let limit = self.rules.deal_limit.map_or(12, |limit| limit.get());
        limit - self.deals_made()
    }

    fn work_out(&self) -> Possible {
        let columns = [0, 1, 2, 3];
        let keys = columns.map(|column| top_key(&self.columns[column], column));
        let heights = u32::from_le_bytes(columns.map(|column| self.columns[column].len() as u8));
        let empty = bits(!above_zero(heights));
        let lone = bits(!above_zero(heights ^ EACH));
        let fillers = match self.rules.fill {
            Fill::Any => !empty & 15,
            Fill::Aces => bits(!above_zero(u32::from_le_bytes(keys.map(|key| key & 15 ^ ACE)))),
        };
        let stays = if self.rules.lone_card_moves { 0 } else { lone };
        let counted_move = (empty != 0) & (fillers & !lone != 0);
        Possible { discards: beaten(keys), empty, fillers: fillers & !stays, counted_move }
    }

    /// Whether nothing that counts is left to do but dealing.
    fn is_stuck(&self) -> bool {
        self.possible.discards == 0 && !self.possible.counted_move
    }

    fn may_deal(&self) -> bool {
        self.deals_left() > 0 && (self.rules.deal_when != DealWhen::Stuck || self.is_stuck())
    }

    fn may_fill(&self, card: Card) -> bool {
        self.rules.fill == Fill::Any || is_ace(card)
    }

    fn deal(&mut self, sink: &mut impl Sink<Event>) {
        let from = usize::from(self.dealt);
        let Some(&cards) = self.deck.get(from..from + 4).and_then(|cards| cards.first_chunk::<4>()) else {
            return;
        };
        for (column, card) in self.columns.iter_mut().zip(cards) {
            column.push(card);
        }
        self.dealt += 4;
        let deals_left = self.deals_left();
        sink.emit(|| Event::Deal { cards, deals_left });
    }

    fn discard(&mut self, column: Column, forced: bool, sink: &mut impl Sink<Event>) {
        if let Some(card) = self.columns[column.index()].pop() {
            self.discarded.push(card);
            sink.emit(|| Event::Discard { column, card, forced });
        }
    }

    /// Does what follows automatically, until the player has a choice or the game is over.
    fn settle(&mut self, sink: &mut impl Sink<Event>) {
        loop {
            self.possible = self.work_out();
            while self.rules.discards == Discards::Forced && self.possible.discards != 0 {
                let column = Column::ALL[self.possible.discards.trailing_zeros() as usize & 3];
                self.discard(column, true, sink);
                self.possible = self.work_out();
            }
            // AU-R7: seen at once, in whatever order the aces lie.
            if self.discarded.len() == 48 && self.left() == 0 {
                return self.finish(Status::Won, sink);
            }
            // AU-J2: the last deal does not end the game while something is left to do.
            if !self.is_stuck() {
                return;
            }
            if self.deals_left() == 0 {
                return self.finish(Status::Lost, sink);
            }
            if self.rules.deal_when != DealWhen::Auto {
                return;
            }
            self.deal(sink);
        }
    }

    fn finish(&mut self, status: Status, sink: &mut impl Sink<Event>) {
        self.status = status;
        sink.emit(|| Event::Over {
            won: status == Status::Won,
            score: self.score(),
            left: self.left(),
            deals: self.deals_made(),
        });
    }

    /// Cards discarded.
    pub fn score(&self) -> usize {
        self.discarded.len()
    }

    /// Cards left in the columns that are not aces.
    fn left(&self) -> usize {
        self.columns.iter().flat_map(|column| column.as_slice()).filter(|&&card| !is_ace(card)).count()
    }

    fn check_discard(&self, column: Column) -> Result<(), Refusal> {
        let top = self.column(column).top().ok_or(Refusal::EmptyColumn { column })?;
        if self.possible.discards & column.bit() == 0 {
            Err(Refusal::NothingHigher { card: top })
        } else {
            Ok(())
        }
    }

    fn check_move(&self, from: Column, to: Column) -> Result<(), Refusal> {
        let cards = self.column(from);
        let top = cards.top().ok_or(Refusal::EmptyColumn { column: from })?;
        if !self.column(to).is_empty() {
            return Err(Refusal::ColumnTaken { column: to });
        }
        if !self.may_fill(top) {
            return Err(Refusal::OnlyAcesFill { card: top });
        }
        if cards.len() == 1 && !self.rules.lone_card_moves {
            return Err(Refusal::LoneCard { card: top });
        }
        Ok(())
    }

    fn check_deal(&self) -> Result<(), Refusal> {
        if self.stock().is_empty() {
            return Err(Refusal::StockEmpty);
        }
        if self.deals_left() == 0 {
            return Err(Refusal::DealLimit { limit: self.deals_made() });
        }
        if self.rules.deal_when == DealWhen::Stuck && !self.is_stuck() {
            return Err(Refusal::NotStuck);
        }
        Ok(())
    }
}

/// The whole state, as traces show it.
#[derive(Serialize)]
pub struct Trace {
    columns: [Cards; 4],
    stock: Vec<Card>,
    discarded: Pile<48>,
    score: usize,
    status: Status,
}

impl Game for AcesUp {
    type Rules = Rules;
    type Action = Action;
    type Event = Event;
    // A solitaire has no secrets but the stock, and no event speaks of that.
    type Seen = Event;
    type View = View;
    type Refusal = Refusal;
    type Trace = Trace;

    const INFO: Info = Info {
        id: "aces-up",
        name: "Aces Up",
        summary: "Discard the lower cards of a suit until only aces are left.",
        rules_version: 1,
        usual_players: 1,
        hears: false,
    };

    const ASSISTANCE: Option<&'static str> = Some("AU-V4");

    fn players(_: &Rules) -> RangeInclusive<usize> {
        1..=1
    }

    fn assistance(preset: Option<&str>) -> Assistance {
        if preset == Some("strict") { Assistance::NONE } else { Assistance::ALL }
    }

    fn start(rules: &Rules, _: usize, seed: &Seed, sink: &mut impl Sink<Event>) -> Self {
        let mut deck = DECK;
        Shuffler::new(seed).shuffle(&mut deck);
        let columns = std::array::from_fn(|index| Cards::of(&deck[index..=index]));
        let mut state = Self {
            rules: *rules,
            columns,
            deck,
            dealt: 4,
            discarded: Pile::new(),
            status: Status::InProgress,
            possible: Possible::default(),
        };
        let deals_left = state.deals_left();
        sink.emit(|| Event::Deal { cards: [deck[0], deck[1], deck[2], deck[3]], deals_left });
        state.settle(sink);
        state
    }

    fn to_act(&self) -> Option<Seat> {
        (self.status == Status::InProgress).then_some(Seat::FIRST)
    }

    fn legal(&self, actions: &mut Vec<Action>) {
        if self.status != Status::InProgress {
            return;
        }
        let Possible { discards, empty, fillers, .. } = self.possible;
        actions.extend(Column::among(discards).map(Action::Discard));
        if empty != 0 {
            for from in Column::among(fillers) {
                actions.extend(Column::among(empty).map(|to| Action::Move(from, to)));
            }
        }
        if self.may_deal() {
            actions.push(Action::Deal);
        }
    }

    fn check(&self, action: Action) -> Result<(), Refusal> {
        if self.status != Status::InProgress {
            return Err(Refusal::Over);
        }
        match action {
            Action::Discard(column) => self.check_discard(column),
            Action::Move(from, to) => self.check_move(from, to),
            Action::Deal => self.check_deal(),
        }
    }

    fn apply(&mut self, action: Action, sink: &mut impl Sink<Event>) -> Result<(), Refusal> {
        self.check(action)?;
        self.apply_legal(action, sink);
        Ok(())
    }

    #[inline]
    fn random_action(&self, dice: &mut Dice, _: &mut Vec<Action>) -> Option<Action> {
        let _ = self.to_act()?;
        let Possible { discards, empty, fillers, .. } = self.possible;
        let (discarding, free) = (discards.count_ones() as usize, empty.count_ones() as usize);
        let moving = fillers.count_ones() as usize * free;
        let all = discarding + moving + usize::from(self.may_deal());
        if all == 0 {
            return None;
        }
        let number = dice.below(all);
        if number < discarding {
            return Some(Action::Discard(Column::nth(discards, number)));
        }
        let number = number - discarding;
        if number < moving {
            return Some(Action::Move(
                Column::nth(fillers, number / free),
                Column::nth(empty, number % free),
            ));
        }
        Some(Action::Deal)
    }

    fn apply_legal(&mut self, action: Action, sink: &mut impl Sink<Event>) {
        match action {
            Action::Discard(column) => self.discard(column, false, sink),
            Action::Move(from, to) => {
                if let Some(card) = self.columns[from.index()].pop() {
                    self.columns[to.index()].push(card);
                    sink.emit(|| Event::Move { from, to, card });
                }
            }
            Action::Deal => self.deal(sink),
        }
        self.settle(sink);
    }

    fn outcome(&self) -> Option<Outcome> {
        let winners = match self.status {
            Status::InProgress => return None,
            Status::Won => vec![Seat::FIRST],
            Status::Lost => Vec::new(),
        };
        Some(Outcome { winners, scores: vec![self.score() as i32] })
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
            columns: self.columns,
            stock: self.stock().to_vec(),
            discarded: self.discarded,
            score: self.score(),
            status: self.status,
        }
    }

    fn cards(&self) -> Vec<Card> {
        let columns = self.columns.iter().flat_map(|column| column.as_slice());
        columns.chain(self.stock()).chain(self.discarded.as_slice()).copied().collect()
    }

    fn every_action(_: usize) -> Vec<Action> {
        Action::all().collect()
    }

    fn encode(view: &View, out: &mut Encoder) {
        encoding::encode(view, out);
    }
}
