//! How cards and the deal itself go round the table.

use engine::{Card, Seat, Seats, Sink};

use super::{DoubleDown, Event, Grapples, How, Kinds, Phase, Side};

/// What a card that was just dealt brings about.
enum Effect {
    /// Its player has a choice.
    Choice(Phase),
    /// One more card at once.
    Another,
    /// It is thrown away.
    ThrownAway,
    /// Nothing.
    Nothing,
}

impl Grapples {
    /// The dealer has the choice (GR-R5), and has looked at the top card, as that is free (GR-J3).
    pub(super) fn begin_dealers_turn(&mut self, sink: &mut impl Sink<Event>) {
        self.turn = self.dealer;
        self.phase = Phase::Dealer;
        if let Some(card) = self.stock.top() {
            self.learns(card, self.dealer);
            sink.emit(|| Event::Look { dealer: self.dealer, turn: self.dealer_turns + 1, card });
        }
    }

    pub(super) fn learns(&mut self, card: Card, seat: Seat) {
        let known = &mut self.known[card.index()];
        *known = known.with(seat);
    }

    /// The dealer says where the card goes and where dealing goes on; the seat that gets the card. This is what counts
    /// as a turn of theirs (GR-J17).
    pub(super) fn direct(&mut self, side: Side, keep: bool, sink: &mut impl Sink<Event>) -> Seat {
        self.dealer_turns += 1;
        self.direction = Some(side);
        let dealer = self.dealer;
        let seat = if keep { dealer } else { self.neighbour(dealer, side) };
        sink.emit(|| Event::Direct { dealer, seat, side });
        seat
    }

    /// Deals to this seat and on round the table (GR-R7), until someone has a choice or the deck has run out.
    pub(super) fn deal_on(&mut self, mut seat: Seat, sink: &mut impl Sink<Event>) {
        while let Some(next) = self.deal(seat, sink) {
            seat = next;
        }
    }

    /// Deals one card; the seat that is dealt to next, unless something else comes first.
    #[inline]
    fn deal(&mut self, seat: Seat, sink: &mut impl Sink<Event>) -> Option<Seat> {
        self.turn = seat;
        let card = self.stock.pop()?;
        self.hands[seat.index()].push(card);
        self.learns(card, seat);
        let effect = self.effect(card);
        let mark = self.given_away(card, &effect);
        self.marks[card.index()] = mark;
        if mark == Kinds::SPADE_ACE {
            self.known[card.index()] = Seats::EVERYONE;
        }
        sink.emit(|| Event::Dealt { seat, card, known: self.known[card.index()], mark });
        match effect {
            Effect::Choice(phase) => {
                self.phase = phase;
                None
            }
            Effect::Another => {
                sink.emit(|| Event::Take { seat, forced: true });
                Some(seat)
            }
            Effect::ThrownAway => self.discard(sink),
            Effect::Nothing => {
                if Kinds::of(card) == Kinds::QUEEN {
                    sink.emit(|| Event::KeepQueen { seat, queen: card, unasked: true });
                }
                self.go_on(sink)
            }
        }
    }

    /// What a card does, be it the first of a turn or one more (GR-J5). Where only one thing can be done, it is done
    /// (GR-J12).
    #[inline]
    fn effect(&self, card: Card) -> Effect {
        let is_dealer = self.turn == self.dealer;
        match Kinds::of(card) {
            // GR-J11: there is no further card to take.
            Kinds::DOUBLE if self.stock.is_empty() => Effect::Nothing,
            Kinds::DOUBLE if self.rules.double_down == DoubleDown::Forced => Effect::Another,
            Kinds::DOUBLE => Effect::Choice(Phase::DoubleDown),
            Kinds::JACK if !is_dealer => Effect::Choice(Phase::Jack),
            Kinds::QUEEN if self.someone_can_trade() => Effect::Choice(Phase::Queen),
            Kinds::SPADE_ACE if is_dealer && !self.rules.dealer_may_redeem => Effect::ThrownAway,
            Kinds::SPADE_ACE => Effect::Choice(Phase::SpadeAce),
            _ => Effect::Nothing,
        }
    }

    /// What everyone can tell about a card from what it brought about, or from its having brought about nothing
    /// (GR-J13).
    #[inline]
    fn given_away(&self, card: Card, effect: &Effect) -> Kinds {
        match effect {
            Effect::Nothing => Kinds::PLAIN
                .or_if(self.stock.is_empty(), Kinds::DOUBLE)
                .or_if(self.turn == self.dealer, Kinds::JACK)
                .or_if(!self.someone_can_trade(), Kinds::QUEEN),
            _ => Kinds::of(card),
        }
    }

    /// The turn is done; the seat that is dealt to next, unless that is the dealer or the deck has run out.
    #[inline]
    pub(super) fn go_on(&mut self, sink: &mut impl Sink<Event>) -> Option<Seat> {
        if self.stock.is_empty() {
            self.finish(sink);
            return None;
        }
        // A card has been dealt, so someone has set a direction.
        let next = self.neighbour(self.turn, self.direction?);
        if next != self.dealer {
            return Some(next);
        }
        if self.dealer_turns >= self.rules.dealer_turns.get() {
            return self.tap_out(true, sink);
        }
        self.begin_dealers_turn(sink);
        None
    }

    /// The left neighbour becomes dealer, and the old one is dealt to like anyone else, if dealing has begun (GR-J4).
    pub(super) fn tap_out(&mut self, forced: bool, sink: &mut impl Sink<Event>) -> Option<Seat> {
        let old = self.dealer;
        self.become_dealer(self.neighbour(old, Side::Left), How::TapOut { forced }, sink);
        if self.direction.is_some() {
            return Some(old);
        }
        self.begin_dealers_turn(sink);
        None
    }

    pub(super) fn become_dealer(&mut self, seat: Seat, how: How, sink: &mut impl Sink<Event>) {
        let old = self.dealer;
        self.dealer = seat;
        self.dealer_turns = 0;
        sink.emit(|| Event::NewDealer { seat, old, how });
    }

    /// The ace of spades, which was just dealt, leaves the game.
    pub(super) fn discard(&mut self, sink: &mut impl Sink<Event>) -> Option<Seat> {
        let seat = self.turn;
        if let Some(card) = self.hands[seat.index()].pop() {
            self.discarded.push(card);
            sink.emit(|| Event::Discard { seat, card });
        }
        self.go_on(sink)
    }

    pub(super) fn answer(&mut self, accepted: bool, sink: &mut impl Sink<Event>) -> Option<Seat> {
        let (dealer, seat) = (self.dealer, self.turn);
        if accepted {
            self.become_dealer(seat, How::Accepted, sink);
        } else {
            sink.emit(|| Event::Refuse { dealer, seat });
        }
        self.go_on(sink)
    }

    /// GR-R18, and all hands are shown (GR-J18).
    fn finish<S: Sink<Event>>(&mut self, sink: &mut S) {
        self.phase = Phase::Over;
        sink.emit(|| Event::Over {
            hands: S::detail(|| self.seats().map(|seat| self.hand(seat).as_slice().to_vec()).collect()),
            totals: S::detail(|| self.totals()),
            winners: S::detail(|| self.winners()),
        });
    }
}
