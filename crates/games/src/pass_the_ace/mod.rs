//! Pass the Ace and its sibling Chase the Ace.
//!
//! Source: the rule documents of both games, read clause by clause in RULES.md. One engine, two presets.

mod encoding;
mod events;
mod imagine;
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

use engine::cut::{Again, Cut, cut_cards};
use engine::seat::MAX_SEATS;
use engine::{
    BadNotation, Card, DECK, Dice, Encoder, Game, Info, Outcome, Pile, Rank, Seat, Seats, Seed, Shuffler,
    Sink, Viewer, refusals,
};
use serde::Serialize;

pub use events::{Announcement, Event, Seen};
pub use rules::{DrawnKing, DrawsFrom, LastTie, Rules};
pub use view::{LastRound, View};

/// What a player can do on their turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Keep the card.
    Stick,
    /// Exchange it with the next player to the left.
    Swap,
    /// The dealer's: exchange it for a card from the stock.
    Draw,
}

impl Action {
    /// Every action.
    pub const ALL: [Self; 3] = [Self::Stick, Self::Swap, Self::Draw];
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stick => "stick",
            Self::Swap => "swap",
            Self::Draw => "draw",
        })
    }
}

impl FromStr for Action {
    type Err = BadNotation;

    fn from_str(text: &str) -> Result<Self, BadNotation> {
        let named = |action: &Self| action.to_string() == text;
        Self::ALL
            .into_iter()
            .find(named)
            .ok_or_else(|| BadNotation { text: text.to_owned(), known: "stick, swap, draw" })
    }
}

refusals! {
    /// Why an action is refused.
    pub enum Refusal {
        OnlyTheDealerDraws: "only-the-dealer-draws", "PTA-R11",
            "only the dealer may draw from the stock; stick, or swap with your left neighbour";
        TheDealerDraws: "the-dealer-draws", "CTA-R3",
            "by these rules the dealer exchanges only by drawing; draw or stick";
        NothingToDraw: "nothing-to-draw", "PTA-J5",
            "there is no card left to draw: every card is in a hand";
        Over: "game-over", "PTA-R16",
            "the game is over; start a new one";
    }
}

/// The state of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct PassTheAce {
    rules: Rules,
    shuffler: Shuffler,
    players: u8,
    dealer: Seat,
    turn: Option<Seat>,
    round: u32,
    /// 1, then 2 for a double game or a carried pot, and so on.
    game: u32,
    alive: Seats,
    lives: [u8; MAX_SEATS],
    hands: [Option<Card>; MAX_SEATS],
    stock: Pile<52>,
    trash: Pile<52>,
    pot: u32,
    /// Who knows where each card lies; knowledge travels with the card.
    known: [Seats; 52],
    /// What the last action was announced as.
    announced: Option<Announcement>,
    /// What happened this round, for all to remember: one entry per turn taken.
    told: Told,
    last_round: Option<view::Reveal>,
    winners: Seats,
}

/// How the turns of this round went, in order of play; the seats follow from the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Told {
    turns: [Turn; MAX_SEATS],
    len: u8,
}

/// How one turn went, as everyone at the table saw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Turn {
    /// The card was kept.
    Stuck,
    /// The swap was denied by a king.
    Kung,
    /// Swapped for a lower card.
    Modi,
    /// Swapped for a card of the same rank.
    DirtyDan,
    /// Swapped for a higher card: nothing was announced.
    Swapped,
}

impl Told {
    const NOTHING: Self = Self { turns: [Turn::Stuck; MAX_SEATS], len: 0 };

    fn push(&mut self, turn: Turn) {
        self.turns[self.len as usize] = turn;
        self.len += 1;
    }

    fn as_slice(&self) -> &[Turn] {
        &self.turns[..self.len as usize]
    }
}

/// A card's rank for comparing, by the rules in force: aces are low (PTA-R1), and queens lower still (CTA-V6).
fn worth(rules: &Rules, card: Card) -> i32 {
    match card.rank() {
        Some(Rank::Queen) if rules.queens_low => 0,
        Some(rank) => rank.number().into(),
        None => 0,
    }
}

fn is_king(card: Card) -> bool {
    card.rank() == Some(Rank::King)
}

impl PassTheAce {
    fn seats(&self) -> impl Iterator<Item = Seat> {
        Seat::all(self.players.into())
    }

    /// The next player to the left who has lives; others are passed over (PTA-R5).
    fn neighbour(&self, seat: Seat) -> Seat {
        self.alive.next_left(seat).unwrap_or(seat)
    }

    /// The living, from the dealer's left round to the dealer, who may be among them or not.
    fn in_order(&self) -> impl Iterator<Item = Seat> + use<> {
        let (alive, dealer) = (self.alive, self.dealer);
        let mut seat = dealer;
        (0..alive.len()).map_while(move |_| {
            seat = alive.next_left(seat)?;
            Some(seat)
        })
    }

    /// What the player on turn can do: everything that [`Game::check`] allows.
    fn choices(&self) -> &'static [Action] {
        let can_draw = !self.stock.is_empty() || !self.trash.is_empty();
        match self.turn {
            None => &[],
            Some(seat) if seat != self.dealer => &[Action::Stick, Action::Swap],
            _ => match (self.rules.dealer_may_swap, can_draw) {
                (true, true) => &Action::ALL,
                (true, false) => &[Action::Stick, Action::Swap],
                (false, true) => &[Action::Stick, Action::Draw],
                (false, false) => &[Action::Stick],
            },
        }
    }

    /// A new game at the same table: full lives, a fresh deck and a draw for dealer (PTA-R3).
    fn new_game(&mut self, sink: &mut impl Sink<Event>) {
        let everyone = Seats::first(self.players.into());
        self.alive = everyone;
        self.lives[..self.players.into()].fill(self.rules.lives.get());
        self.round = 0;
        self.dealer = self.draw_for_highest(everyone, sink);
        self.stock = Pile::of(&DECK);
        self.trash.clear();
        self.known = [Seats::NONE; 52];
        self.shuffler.shuffle(self.stock.as_mut_slice());
        self.deal(sink);
    }

    /// Lets these seats draw for the highest card; those who tie go on from the rest of the deck (PTA-J2).
    fn draw_for_highest<S: Sink<Event>>(&mut self, seats: Seats, sink: &mut S) -> Seat {
        let mut cut = Cut::default();
        let rules = self.rules;
        let worth = |card| worth(&rules, card);
        let winner = cut_cards(seats, &DECK, &mut self.shuffler, Again::Tied, worth, |round, seat, card| {
            if S::LISTENS {
                cut.note(round, seat, card);
            }
        });
        let winner = winner.unwrap_or(Seat::FIRST);
        sink.emit(|| Event::Cut { cut, winner });
        winner
    }

    /// PTA-R4: one card each, the dealer last, and everyone looks at their own.
    fn deal<S: Sink<Event>>(&mut self, sink: &mut S) {
        self.round += 1;
        self.told = Told::NOTHING;
        sink.emit(|| Event::Deal { game: self.game, round: self.round, dealer: self.dealer });
        for seat in self.in_order() {
            if let Some(card) = self.draw_from_stock(sink) {
                self.known[card.index()] = Seats::only(seat);
                self.hands[seat.index()] = Some(card);
            }
        }
        self.turn = Some(self.neighbour(self.dealer));
        sink.emit(|| Event::Hands { hands: S::detail(|| self.hands_in_order()) });
    }

    fn hands_in_order(&self) -> Vec<(Seat, Card)> {
        self.in_order().filter_map(|seat| self.hands[seat.index()].map(|card| (seat, card))).collect()
    }

    /// The top card of the stock; when it has run out, the whole trash is shuffled into a new one (PTA-R15).
    fn draw_from_stock(&mut self, sink: &mut impl Sink<Event>) -> Option<Card> {
        if self.stock.is_empty() {
            std::mem::swap(&mut self.stock, &mut self.trash);
            for card in self.stock.as_slice() {
                self.known[card.index()] = Seats::NONE;
            }
            self.shuffler.shuffle(self.stock.as_mut_slice());
            sink.emit(|| Event::Reshuffle { cards: self.stock.len() });
        }
        self.stock.pop()
    }

    /// PTA-R7: the cards change hands, and both then know them, unless the neighbour holds a king.
    fn swap(&mut self, seat: Seat, sink: &mut impl Sink<Event>) -> Turn {
        let other = self.neighbour(seat);
        let (Some(gave), Some(got)) = (self.hands[seat.index()], self.hands[other.index()]) else {
            return Turn::Stuck;
        };
        if is_king(got) {
            // PTA-R8 and CTA-R2: from now on everyone knows that king.
            self.known[got.index()] = Seats::EVERYONE;
            sink.emit(|| Event::Kung { seat, other, king: got });
            return Turn::Kung;
        }
        self.hands[seat.index()] = Some(got);
        self.hands[other.index()] = Some(gave);
        for card in [gave, got] {
            let known = &mut self.known[card.index()];
            *known = known.with(seat).with(other);
        }
        let turn = self.compare(gave, got);
        sink.emit(|| Event::Swap { seat, other, gave, got, announcement: turn.announcement() });
        turn
    }

    fn draw(&mut self, seat: Seat, sink: &mut impl Sink<Event>) -> Turn {
        let open = self.rules.dealer_draws_from == DrawsFrom::Discard && !self.trash.is_empty();
        let drawn = if open { self.trash.pop() } else { self.draw_from_stock(sink) };
        let (Some(got), Some(gave)) = (drawn, self.hands[seat.index()]) else { return Turn::Stuck };
        if is_king(got) && self.rules.king_from_stock == DrawnKing::Refused {
            self.known[got.index()] = Seats::EVERYONE;
            // CTA-J1.
            self.trash.push(got);
            sink.emit(|| Event::KingRefused { seat, king: got });
            return Turn::Stuck;
        }
        self.hands[seat.index()] = Some(got);
        let known = &mut self.known[got.index()];
        *known = known.with(seat);
        // PTA-J4: it lies face down there.
        self.trash.push(gave);
        let turn = self.compare(gave, got);
        sink.emit(|| Event::Draw { seat, gave, got, open, announcement: turn.announcement() });
        turn
    }

    /// What is called for an exchange, be it a swap or the dealer's draw (PTA-J3).
    fn compare(&self, gave: Card, got: Card) -> Turn {
        match worth(&self.rules, got).cmp(&worth(&self.rules, gave)) {
            std::cmp::Ordering::Less => Turn::Modi,
            std::cmp::Ordering::Equal => Turn::DirtyDan,
            std::cmp::Ordering::Greater => Turn::Swapped,
        }
    }

    /// PTA-R13: everyone with the lowest rank loses a life.
    fn end_round(&mut self, sink: &mut impl Sink<Event>) {
        let lowest = self.alive.iter().filter_map(|seat| self.hands[seat.index()]);
        let lowest = lowest.map(|card| worth(&self.rules, card)).min();
        let holds_lowest =
            |seat: &Seat| self.hands[seat.index()].map(|card| worth(&self.rules, card)) == lowest;
        let losers: Seats = self.alive.iter().filter(holds_lowest).collect();
        let all_out = losers == self.alive && self.alive.iter().all(|seat| self.lives[seat.index()] == 1);
        let spared = all_out && self.rules.last_tie == LastTie::Replay;
        let last_life = |seat: &Seat| !all_out && self.lives[seat.index()] == 1;
        let out: Seats = losers.iter().filter(last_life).collect();
        self.reveal(if spared { Seats::NONE } else { losers }, out, sink);
        if !spared {
            self.lose_lives(losers);
        }
        if all_out {
            self.settle_last_tie(losers, sink);
        } else if self.alive.len() == 1 {
            self.finish(self.alive, sink);
        } else {
            self.next_round(sink);
        }
    }

    /// Everyone sees all cards (PTA-R12), which then go to the trash (PTA-R14).
    fn reveal<S: Sink<Event>>(&mut self, losers: Seats, out: Seats, sink: &mut S) {
        sink.emit(|| Event::Reveal {
            hands: S::detail(|| self.hands_in_order()),
            losers: S::detail(|| losers.iter().collect()),
            out: S::detail(|| out.iter().collect()),
        });
        self.last_round = Some(view::Reveal { hands: self.hands, dealer: self.dealer, losers });
        for seat in self.in_order() {
            if let Some(card) = self.hands[seat.index()].take() {
                self.known[card.index()] = Seats::EVERYONE;
                self.trash.push(card);
            }
        }
    }

    fn lose_lives(&mut self, losers: Seats) {
        for seat in losers.iter() {
            let lives = &mut self.lives[seat.index()];
            *lives -= 1;
            if *lives == 0 {
                self.alive = self.alive.without(seat);
            }
        }
        // CTA-V5: only the first game of a carried pot is staked.
        let carried_unstaked = self.rules.last_tie == LastTie::Carry && self.game > 1;
        if self.rules.pot && !carried_unstaked {
            self.pot += losers.len() as u32;
        }
    }

    fn next_round(&mut self, sink: &mut impl Sink<Event>) {
        self.dealer = self.neighbour(self.dealer);
        self.deal(sink);
    }

    fn settle_last_tie(&mut self, tied: Seats, sink: &mut impl Sink<Event>) {
        match self.rules.last_tie {
            // CTA-V1.
            LastTie::Split => self.finish(tied, sink),
            // CTA-V3.
            LastTie::Cut => {
                let winner = self.draw_for_highest(tied, sink);
                self.finish(Seats::only(winner), sink);
            }
            LastTie::Replay => self.next_round(sink),
            LastTie::DoubleGame | LastTie::CarryStaked | LastTie::Carry => {
                self.game += 1;
                // CTA-V4 and CTA-V5 keep the pot; a double game gives it back as lives (PTA-J6).
                let carried = self.rules.last_tie != LastTie::DoubleGame;
                if !carried {
                    self.pot = 0;
                }
                sink.emit(|| Event::Again { game: self.game, pot: self.pot, carried });
                self.new_game(sink);
            }
        }
    }

    fn finish<S: Sink<Event>>(&mut self, winners: Seats, sink: &mut S) {
        self.turn = None;
        self.winners = winners;
        sink.emit(|| Event::Over {
            winners: S::detail(|| winners.iter().collect()),
            tokens: S::detail(|| self.tokens()),
        });
    }

    /// What each seat takes from the pot: equal shares, an odd rest one by one from the dealer's left (CTA-J3).
    fn tokens(&self) -> Vec<u32> {
        let mut tokens = vec![0; self.players.into()];
        if self.rules.pot && !self.winners.is_empty() {
            let number = self.winners.len() as u32;
            let mut seat = self.dealer;
            for index in 0..number {
                seat = self.winners.next_left(seat).unwrap_or(seat);
                tokens[seat.index()] = self.pot / number + u32::from(index < self.pot % number);
            }
        }
        tokens
    }
}

/// The whole state, as traces show it.
#[derive(Serialize)]
pub struct Trace {
    dealer: Seat,
    turn: Option<Seat>,
    round: u32,
    game: u32,
    lives: Vec<u8>,
    hands: Vec<Option<Card>>,
    stock: Vec<Card>,
    trash: Vec<Card>,
    pot: u32,
    announcements: Vec<Announcement>,
}

impl Game for PassTheAce {
    type Rules = Rules;
    type Action = Action;
    type Event = Event;
    type Seen = Seen;
    type View = View;
    type Refusal = Refusal;
    type Trace = Trace;

    const INFO: Info = Info {
        id: "pass-the-ace",
        name: "Pass the Ace",
        summary: "Swap your card to the left or stick; the lowest loses a life.",
        rules_version: 1,
        usual_players: 4,
        hears: false,
    };

    fn players(rules: &Rules) -> RangeInclusive<usize> {
        // PTA-J1: one card for everyone is the whole deck.
        rules.min_players.get().into()..=MAX_SEATS
    }

    fn start(rules: &Rules, players: usize, seed: &Seed, sink: &mut impl Sink<Event>) -> Self {
        let mut state = Self {
            rules: *rules,
            shuffler: Shuffler::new(seed),
            players: players as u8,
            dealer: Seat::FIRST,
            turn: None,
            round: 0,
            game: 1,
            alive: Seats::NONE,
            lives: [0; MAX_SEATS],
            hands: [None; MAX_SEATS],
            stock: Pile::new(),
            trash: Pile::new(),
            pot: 0,
            known: [Seats::NONE; 52],
            announced: None,
            told: Told::NOTHING,
            last_round: None,
            winners: Seats::NONE,
        };
        state.new_game(sink);
        state
    }

    fn to_act(&self) -> Option<Seat> {
        self.turn
    }

    fn legal(&self, actions: &mut Vec<Action>) {
        actions.extend_from_slice(self.choices());
    }

    fn check(&self, action: Action) -> Result<(), Refusal> {
        let seat = self.turn.ok_or(Refusal::Over)?;
        let is_dealer = seat == self.dealer;
        match action {
            Action::Stick => Ok(()),
            Action::Swap if is_dealer && !self.rules.dealer_may_swap => Err(Refusal::TheDealerDraws),
            Action::Swap => Ok(()),
            Action::Draw if !is_dealer => Err(Refusal::OnlyTheDealerDraws),
            Action::Draw if self.stock.is_empty() && self.trash.is_empty() => Err(Refusal::NothingToDraw),
            Action::Draw => Ok(()),
        }
    }

    fn apply(&mut self, action: Action, sink: &mut impl Sink<Event>) -> Result<(), Refusal> {
        self.check(action)?;
        self.apply_legal(action, sink);
        Ok(())
    }

    #[inline]
    fn random_action(&self, dice: &mut Dice, _: &mut Vec<Action>) -> Option<Action> {
        dice.pick(self.choices()).copied()
    }

    fn apply_legal(&mut self, action: Action, sink: &mut impl Sink<Event>) {
        let Some(seat) = self.turn else { return };
        let turn = match action {
            // PTA-R6.
            Action::Stick => {
                sink.emit(|| Event::Stick { seat });
                Turn::Stuck
            }
            Action::Swap => self.swap(seat, sink),
            Action::Draw => self.draw(seat, sink),
        };
        self.told.push(turn);
        self.announced = turn.announcement();
        if seat == self.dealer {
            self.end_round(sink);
        } else {
            self.turn = Some(self.neighbour(seat));
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.turn.is_some() {
            return None;
        }
        let scores = if self.rules.pot {
            self.tokens().into_iter().map(|tokens| tokens as i32).collect()
        } else {
            self.seats().map(|seat| self.lives[seat.index()].into()).collect()
        };
        Some(Outcome { winners: self.winners.iter().collect(), scores })
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
            turn: self.turn,
            round: self.round,
            game: self.game,
            lives: self.lives[..self.players.into()].to_vec(),
            hands: self.hands[..self.players.into()].to_vec(),
            stock: self.stock.top_first().collect(),
            trash: self.trash.as_slice().to_vec(),
            pot: self.pot,
            announcements: self.announced.into_iter().collect(),
        }
    }

    fn cards(&self) -> Vec<Card> {
        let hands = self.hands.iter().flatten();
        hands.chain(self.stock.as_slice()).chain(self.trash.as_slice()).copied().collect()
    }

    fn every_action(_: usize) -> Vec<Action> {
        Action::ALL.to_vec()
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
