//! The steps of the game: dealing, the eight options, the change of turn, and drawing.

use engine::{Card, DECK, Pile, Rank, Seat, Seats, Seed, Shuffler, Sink, Suit};

use super::action::Action;
use super::events::{Cause, Event};
use super::matching::Surface;
use super::rules::{Declaration, MOST, Rules};
use super::{Propre, rank};

/// A card of this rank and that suit in force.
fn with_rank(card: Card, rank: Rank) -> Card {
    Card::new(rank, card.suit().unwrap_or(Suit::Spades))
}

/// PP-R13: the rank that a card has when played sideways, 11 less its own.
pub(super) fn sideways_rank(card: Card) -> Rank {
    Rank::from_number(11_u8.saturating_sub(rank(card).number())).unwrap_or(Rank::Ace)
}

impl Propre {
    /// PP-J1 and PP-R2: the lot for the dealer, the deal, the card turned up, and step 1.
    pub(super) fn deal<S: Sink<Event>>(rules: &Rules, players: usize, seed: &Seed, sink: &mut S) -> Self {
        let mut shuffler = Shuffler::new(seed);
        let mut dice = shuffler.dice();
        let dealer = Seat::all(players).nth(dice.below(players)).unwrap_or(Seat::FIRST);
        let mut stock = Pile::new();
        for _ in 0..rules.decks_for(players) {
            stock.extend(&DECK);
        }
        dice.shuffle(stock.as_mut_slice());
        let mut state = Self { stock, ..Self::empty(*rules, shuffler, players, dealer) };
        let mut seat = dealer;
        for _ in 0..usize::from(rules.hand_size.get()) * players {
            seat = seat.left(players);
            if let Some(card) = state.stock.pop() {
                state.hands[seat.index()].push(card);
            }
        }
        if let Some(card) = state.stock.pop() {
            state.lay(card, card);
            state.turn_up(card);
            sink.emit(|| Event::Deal { dealer, hands: S::detail(|| state.hands_in_order()), turned: card });
        }
        state.step_one(&mut ());
        sink.emit(|| Event::Turn { seat: state.active, again: false });
        state
    }

    /// The state of PP-R1, with no cards on the table yet.
    pub(super) fn empty(rules: Rules, shuffler: Shuffler, players: usize, dealer: Seat) -> Self {
        Self {
            rules,
            shuffler,
            players: players as u8,
            dealer,
            active: dealer.left(players),
            winner: None,
            av: 0,
            mv: 0,
            cw: true,
            fc: true,
            rm: true,
            b: false,
            pw: false,
            declared: Seats::NONE,
            ready: Seats::NONE,
            hands: [Pile::new(); MOST],
            pile: Pile::new(),
            in_force: Pile::new(),
            stock: Pile::new(),
        }
    }

    fn turn_up(&mut self, card: Card) {
        match rank(card) {
            rank @ (Rank::Two | Rank::Five) => self.av = rank.number().into(),
            Rank::Ten => self.mv = 1,
            Rank::Jack => (self.mv, self.cw) = (1, false),
            Rank::Ace => self.rm = false,
            _ => {}
        }
    }

    fn hands_in_order(&self) -> Vec<Vec<Card>> {
        self.seats().map(|seat| self.hands[seat.index()].as_slice().to_vec()).collect()
    }

    #[inline]
    fn lay(&mut self, card: Card, in_force: Card) {
        self.pile.push(card);
        self.in_force.push(in_force);
    }

    /// Step 2 after the choice has been found good, and all that follows automatically. The card lies at this place of the hand.
    #[inline(always)]
    pub(super) fn choose(&mut self, action: Action, place: usize, sink: &mut impl Sink<Event>) {
        self.follow(action, place, sink);
        if self.winner.is_none() && self.hand().is_empty() {
            self.pass_without_cards(sink);
        }
    }

    /// PP-J7: nothing else is left to one without cards, neither now nor on a turn that comes back to them.
    #[cold]
    fn pass_without_cards(&mut self, sink: &mut impl Sink<Event>) {
        while self.winner.is_none() && self.hand().is_empty() {
            self.follow(Action::Pass, 0, sink);
        }
    }

    #[inline(always)]
    fn follow(&mut self, action: Action, place: usize, sink: &mut impl Sink<Event>) {
        let seat = self.active;
        // PP-R17: a pass after a card leaves the flags as they are.
        let stay = !self.fc & (action == Action::Pass);
        (self.rm, self.b, self.pw) = (self.rm | !stay, self.b & stay, self.pw & stay);
        match action {
            Action::Pass => self.pass(seat, sink),
            Action::Replace(_) => self.replace(seat, place, sink),
            _ => {
                self.play(seat, action, place, sink);
                self.fc = false;
            }
        }
    }

    #[inline]
    fn pass(&mut self, seat: Seat, sink: &mut impl Sink<Event>) {
        // Not worth telling of one whose hand is empty.
        if !self.hands[seat.index()].is_empty() {
            sink.emit(|| Event::Pass { seat });
        }
        // PP-J4: after a card a pass just ends the turn.
        if self.fc {
            let cause = if self.av > 0 { Cause::Attack } else { Cause::Pass };
            let number = std::mem::take(&mut self.av).max(1);
            self.draw(seat, number.into(), cause, sink);
        }
        self.step_one(sink);
    }

    #[inline]
    fn replace<S: Sink<Event>>(&mut self, seat: Seat, place: usize, sink: &mut S) {
        let hand = &mut self.hands[seat.index()];
        // PP-J5: the card that was named ends on top.
        if let Some(card) = hand.remove(place) {
            hand.push(card);
        }
        self.pile.lay(hand);
        self.in_force.lay(hand);
        sink.emit(|| Event::Replace { seat, cards: S::detail(|| hand.as_slice().to_vec()) });
        let wanted = hand.len();
        hand.clear();
        self.draw(seat, wanted, Cause::Replace, sink);
        self.step_one(sink);
    }

    /// Options 3 to 8: a card goes on the pile and does what it does.
    #[inline]
    fn play(&mut self, seat: Seat, action: Action, place: usize, sink: &mut impl Sink<Event>) {
        let Some(card) = self.hands[seat.index()].remove(place) else { return };
        let mut in_force = card;
        match action {
            Action::Attack(_) => {
                self.av = self.av.saturating_add(rank(card).number().into());
                sink.emit(|| Event::Attack { seat, card, av: self.av });
            }
            Action::Block(_) => self.block(seat, card, false, sink),
            Action::Clear(_) => self.block(seat, card, true, sink),
            Action::TenUp(_) => self.ten(seat, card, self.mv.saturating_add(1), sink),
            Action::TenDown(_) => self.ten(seat, card, self.mv.saturating_sub(1), sink),
            Action::Jack(_) => {
                self.cw = !self.cw;
                sink.emit(|| Event::Jack { seat, card, cw: self.cw });
            }
            Action::Ace(_, suit) => {
                in_force = Card::new(Rank::Ace, suit);
                sink.emit(|| Event::Ace { seat, card, suit });
            }
            Action::Sideways(_) => {
                in_force = with_rank(card, sideways_rank(card));
                sink.emit(|| Event::Play { seat, card, rank: Some(sideways_rank(card)) });
            }
            _ => sink.emit(|| Event::Play { seat, card, rank: None }),
        }
        self.lay(card, in_force);
    }

    fn block(&mut self, seat: Seat, card: Card, clear: bool, sink: &mut impl Sink<Event>) {
        self.av = self.av.saturating_sub(rank(card).number().into());
        self.b = self.av > 0;
        if clear {
            self.av = 0;
        }
        sink.emit(|| Event::Block { seat, card, av: self.av, cleared: clear });
        if self.hands[seat.index()].is_empty() && self.av > 0 {
            (self.pw, self.mv) = (true, 0);
            sink.emit(|| Event::Prevented { seat, av: self.av });
        }
    }

    fn ten(&mut self, seat: Seat, card: Card, mv: i16, sink: &mut impl Sink<Event>) {
        self.mv = mv;
        sink.emit(|| Event::Ten { seat, card, mv });
    }

    /// PP-R14: someone wins, or the turn moves.
    fn step_one(&mut self, sink: &mut impl Sink<Event>) {
        // Only the active player's hand gets smaller, so nobody else's can be empty.
        let seat = self.active;
        if !self.pw && self.hands[seat.index()].is_empty() {
            self.winner = Some(seat);
            sink.emit(|| Event::Over { winner: seat });
            return;
        }
        let again = self.move_turn();
        (self.mv, self.fc, self.b) = (self.mv.min(0) + 1, true, false);
        if !again {
            self.ready = self.declared;
        }
        if !self.hands[self.active.index()].is_empty() {
            sink.emit(|| Event::Turn { seat: self.active, again });
        }
    }

    /// Moves the turn on; true if it stays, or comes round to the same player, which is no change of turn (PP-J11).
    fn move_turn(&mut self) -> bool {
        let (before, players) = (self.active, usize::from(self.players));
        for _ in 0..self.mv.max(0) {
            self.active = if self.cw { self.active.left(players) } else { self.active.right(players) };
        }
        self.active == before
    }

    /// Draws as many of the cards wanted as there are (PP-J9).
    pub(super) fn draw<S: Sink<Event>>(&mut self, seat: Seat, wanted: usize, cause: Cause, sink: &mut S) {
        let held = self.hands[seat.index()].len();
        let end = held + wanted;
        self.hands[seat.index()].draw(&mut self.stock, wanted);
        while self.hands[seat.index()].len() < end && self.reshuffle(sink) {
            let wanted = end - self.hands[seat.index()].len();
            self.hands[seat.index()].draw(&mut self.stock, wanted);
        }
        let drawn = &self.hands[seat.index()].as_slice()[held..];
        // PP-J13: where there was no card to draw, the declaration stays good.
        if !drawn.is_empty() && self.rules.declaration == Declaration::UntilDraw {
            self.declared = self.declared.without(seat);
            self.ready = self.ready.without(seat);
        }
        sink.emit(|| Event::Draw { seat, cards: S::detail(|| drawn.to_vec()), cause });
    }

    /// PP-J9: all but the cards that matches still ask for become the stock, and are themselves again. False if there
    /// are none.
    fn reshuffle(&mut self, sink: &mut impl Sink<Event>) -> bool {
        let run = Surface::of(self.in_force.as_slice()).map_or(0, |surface| surface.run.into());
        let gone = self.pile.len().saturating_sub(run.max(2));
        if gone == 0 {
            return false;
        }
        self.stock.extend(&self.pile.as_slice()[..gone]);
        self.pile.remove_first(gone);
        self.in_force.remove_first(gone);
        self.shuffler.shuffle(self.stock.as_mut_slice());
        sink.emit(|| Event::Reshuffle { cards: gone });
        true
    }
}
