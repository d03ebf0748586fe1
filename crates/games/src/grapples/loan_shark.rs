//! The loan shark: a queen for other people's cards.

use engine::bits::Counted;
use engine::{Card, Dice, Pile, Seat, Seats, Sink};

use super::{Event, Grapples, Kinds, Phase, Refusal, SPADE_QUEEN, Spot};

/// What any queen is worth.
const THREE: usize = 3;

/// How many cards of a hand this queen takes: three, or half a hand for the queen of spades (GR-R14) if that is more
/// (GR-J7), and never more than there are (GR-R15).
pub(super) fn price(queen: Card, hand: usize) -> usize {
    let half = if queen == SPADE_QUEEN { hand / 2 } else { 0 };
    half.max(THREE).min(hand)
}

/// A trade under way: a hand lies face down and cards are pointed at.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Trade {
    pub with: Seat,
    /// The partner's hand as it lies, in an order that nobody knows (GR-J15).
    pub layout: Pile<54>,
    /// How many more are to be pointed at.
    pub wanted: u8,
    /// One bit for each place pointed at.
    pointed: u64,
}

impl Trade {
    pub fn new(with: Seat, layout: Pile<54>, wanted: usize) -> Self {
        Self { with, layout, wanted: wanted as u8, pointed: 0 }
    }

    pub fn has(&self, spot: Spot) -> bool {
        self.pointed >> spot.index() & 1 == 1
    }

    pub fn mark(&mut self, spot: Spot) {
        self.pointed |= 1 << spot.index();
    }

    pub fn choices(&self) -> impl Iterator<Item = Spot> {
        Spot::first(self.layout.len()).filter(|&spot| !self.has(spot))
    }

    /// One of the [`Trade::choices`].
    pub fn random_choice(&self, dice: &mut Dice) -> Option<Spot> {
        let free = Counted::new(!self.pointed & ((1 << self.layout.len()) - 1));
        if free.is_empty() {
            return None;
        }
        Spot::new(free.nth(dice.below(free.len())) + 1)
    }

    pub fn pointed(&self) -> impl Iterator<Item = Spot> {
        Spot::first(self.layout.len()).filter(|&spot| self.has(spot))
    }

    pub fn check(&self, spot: Spot) -> Result<(), Refusal> {
        match spot {
            _ if spot.number() > self.layout.len() => Err(Refusal::NoCardThere { cards: self.layout.len() }),
            _ if self.has(spot) => Err(Refusal::PointedAlready { spot }),
            _ => Ok(()),
        }
    }
}

impl Grapples {
    /// Those with whom the player on turn can trade.
    pub(super) fn partners(&self) -> Seats {
        self.seats().filter(|&seat| self.can_trade_with(seat)).collect()
    }

    /// Whether there is a partner: some card is neither in the deck, nor discarded, nor in the hand of the player on turn. Asked
    /// for every card that is dealt, so it does not look at every hand.
    #[inline]
    pub(super) fn someone_can_trade(&self) -> bool {
        let elsewhere = self.stock.len() + self.discarded.len() + self.hand(self.turn).len();
        elsewhere < Card::COUNT
    }

    #[inline]
    fn can_trade_with(&self, seat: Seat) -> bool {
        seat != self.turn && !self.hand(seat).is_empty()
    }

    pub(super) fn check_trade(&self, with: Seat) -> Result<(), Refusal> {
        match with {
            _ if with == self.turn => Err(Refusal::WithYourself),
            _ if with.index() >= self.players.into() => {
                Err(Refusal::NobodyThere { last: usize::from(self.players) - 1 })
            }
            _ if self.hand(with).is_empty() => Err(Refusal::NothingToTrade),
            _ => Ok(()),
        }
    }

    /// Shows the queen; where there is something to choose, the partner's hand is laid out for it.
    pub(super) fn begin_trade(&mut self, with: Seat, sink: &mut impl Sink<Event>) -> Option<Seat> {
        let seat = self.turn;
        let queen = self.hand(seat).top()?;
        let hand = *self.hand(with);
        let wanted = price(queen, hand.len());
        // GR-J14: to trade a queen is to show it.
        self.known[queen.index()] = Seats::EVERYONE;
        sink.emit(|| Event::Trade { seat, with, queen, wanted, of: hand.len() });
        let mut trade = Trade::new(with, hand, wanted);
        if wanted == hand.len() {
            return self.exchange_all(&trade, sink);
        }
        // GR-J9.
        self.shuffler.shuffle(trade.layout.as_mut_slice());
        self.trade = Some(trade);
        self.phase = Phase::Point;
        None
    }

    pub(super) fn point(&mut self, spot: Spot, sink: &mut impl Sink<Event>) -> Option<Seat> {
        let seat = self.turn;
        let trade = self.trade.as_mut()?;
        trade.mark(spot);
        trade.wanted -= 1;
        let with = trade.with;
        sink.emit(|| Event::Point { seat, with, spot });
        if trade.wanted > 0 {
            return None;
        }
        let trade = self.trade.take()?;
        self.exchange_some(&trade, sink)
    }

    /// Everything changes hands, which everyone can follow: what is known stays known.
    fn exchange_all(&mut self, trade: &Trade, sink: &mut impl Sink<Event>) -> Option<Seat> {
        let seat = self.turn;
        let queen = self.hands[seat.index()].pop()?;
        self.hands[trade.with.index()].clear();
        for &card in trade.layout.as_slice() {
            self.learns(card, seat);
        }
        self.hands[seat.index()].extend(trade.layout.as_slice());
        self.hand_over(queen, trade, trade.layout.as_slice(), sink)
    }

    /// The cards pointed at change hands. The others at the table see how many, but not which: of the whole
    /// hand they can only tell from now on what held for some card in it.
    fn exchange_some(&mut self, trade: &Trade, sink: &mut impl Sink<Event>) -> Option<Seat> {
        let (seat, with) = (self.turn, trade.with);
        let queen = self.hands[seat.index()].pop()?;
        let before = self.hand(seat).len();
        let layout = trade.layout.as_slice();
        let mixed = layout.iter().fold(Kinds::NONE, |mixed, card| mixed.or(self.marks[card.index()]));
        self.hands[with.index()].clear();
        for (&card, spot) in layout.iter().zip(Spot::first(layout.len())) {
            self.marks[card.index()] = mixed;
            let known = &mut self.known[card.index()];
            if trade.has(spot) {
                *known = Seats::only(with).with(seat);
                self.hands[seat.index()].push(card);
            } else {
                let both_know = known.has(seat);
                *known = Seats::only(with);
                if both_know {
                    *known = known.with(seat);
                }
                self.hands[with.index()].push(card);
            }
        }
        let hand = *self.hand(seat);
        self.hand_over(queen, trade, &hand.as_slice()[before..], sink)
    }

    /// The queen goes to the partner, which ends the turn.
    fn hand_over<S: Sink<Event>>(
        &mut self,
        queen: Card,
        trade: &Trade,
        cards: &[Card],
        sink: &mut S,
    ) -> Option<Seat> {
        let (seat, with) = (self.turn, trade.with);
        self.hands[with.index()].push(queen);
        sink.emit(|| Event::Traded { seat, with, queen, cards: S::detail(|| cards.to_vec()) });
        self.go_on(sink)
    }
}
