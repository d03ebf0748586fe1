//! Planning a turn: which of the cards in hand can go one after another, and what that leaves.
//!
//! All that a turn depends on lies open or is in the player's own hand, so a plan is certain to work out; only
//! what the others do after it is not.

use engine::{Card, DECK_WITH_JOKERS, Rank, Seat, Suit};
use games::propre::{Action, CardSet, OwnTurn, Surface};

/// The most actions that a plan holds; longer turns are planned again on the way.
const LONGEST: usize = 24;
/// The most cards of a hand that are planned with.
const MOST_CARDS: usize = 64;
/// The most choices that are looked at in one place, and the room for them and those of one more card: a power of two, by
/// which it is quick to divide.
const MOST_CHOICES: usize = 40;
const ROOM: usize = 64;

/// How much is thought of while planning.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Breadth {
    /// One way for each card, the one that is usually best.
    Narrow,
    /// Every way that could make a difference.
    Wide,
}

// How good it is to end a turn in some way, in hundredths of a card. Tried in thousands of games against each
// other; the figures may be off by half without much harm.

/// The last card needs a match, and no effect helps it.
const LONE_CARD: i32 = 50;
/// Two cards that go together, whatever the others leave on the pile.
const GOES_OUT: i32 = 60;
/// A card that can begin any turn, and one that wards off an attack; more than two of them add nothing.
const STARTER: i32 = 40;
const DEFENDER: i32 = 20;
/// Each card that the next player is made to fear.
const ATTACKED: i32 = 8;
/// The next player holds one card or two and nothing stops them.
const UNHINDERED: i32 = 60;
/// Each card in the next player's hand: better them than one who is nearly done.
const CARD_OF_NEXT: i32 = 4;
/// A turn on which nothing could be played.
const NOTHING_GOES: i32 = 50;

/// What follows one after another in a turn.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    actions: [Action; LONGEST],
    len: usize,
}

impl Plan {
    pub fn nothing() -> Self {
        Self { actions: [Action::Pass; LONGEST], len: 0 }
    }

    pub fn actions(&self) -> &[Action] {
        &self.actions[..self.len]
    }

    /// Only this.
    pub fn just(action: Action) -> Self {
        let mut plan = Self::nothing();
        plan.push(action);
        plan
    }

    fn push(&mut self, action: Action) {
        self.actions[self.len] = action;
        self.len += 1;
    }

    fn pop(&mut self) {
        self.len -= 1;
    }
}

/// What can be played in one place, and which places of the hand the cards have.
#[derive(Clone, Copy)]
struct Choices {
    actions: [Action; ROOM],
    places: [u8; ROOM],
    len: usize,
}

/// Copied whole, which is quicker than writing each part of it.
static NO_CHOICES: Choices = Choices { actions: [Action::Pass; ROOM], places: [0; ROOM], len: 0 };

/// The table as a turn changes it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Position {
    surface: Surface,
    av: u16,
    mv: i16,
    cw: bool,
    fc: bool,
    rm: bool,
    b: bool,
    /// The places of the hand whose cards are still held.
    held: u64,
}

/// Who plans, and what stays as it is meanwhile.
pub(super) struct Planner<'a> {
    turn: OwnTurn<'a>,
    breadth: Breadth,
    hand: [Card; MOST_CARDS],
    cards: usize,
    /// The places of cards that can begin any turn, and of those that ward off an attack.
    starters: u64,
    defenders: u64,
}

impl<'a> Planner<'a> {
    /// Plans for the player on turn.
    pub fn new(turn: OwnTurn<'a>, breadth: Breadth) -> Self {
        let cards = turn.hand.len().min(MOST_CARDS);
        let mut hand = [Card::new(Rank::Ace, Suit::Spades); MOST_CARDS];
        hand[..cards].copy_from_slice(&turn.hand[..cards]);
        // What is hardest to get rid of comes first, so that even a hasty plan tries it.
        hand[..cards].sort_unstable_by_key(|&card| ORDER[card.index()]);
        let (mut starters, mut defenders) = (0, 0);
        for (place, &card) in hand[..cards].iter().enumerate() {
            starters |= u64::from(STARTERS.has(card)) << place;
            defenders |= u64::from(DEFENDERS.has(card)) << place;
        }
        Self { turn, breadth, hand, cards, starters, defenders }
    }

    /// Where the turn stands now.
    pub fn position(&self) -> Position {
        let OwnTurn { surface, av, mv, cw, fc, rm, b, .. } = self.turn;
        let held = if self.cards == MOST_CARDS { u64::MAX } else { (1 << self.cards) - 1 };
        Position { surface, av, mv, cw, fc, rm, b, held }
    }

    /// The best plan among about this number of lines.
    pub fn best(&self, lines: u32) -> Option<Plan> {
        let mut best = (i32::MIN, Plan::nothing());
        self.explore(self.position(), &mut Plan::nothing(), lines, &mut |score, plan, _| {
            if score > best.0 {
                best = (score, *plan);
            }
        });
        (best.0 > i32::MIN).then_some(best.1)
    }

    /// Calls back with every way found to end the turn. Each choice gets its share of the lines to look at, and
    /// with a single one left the first choice is followed.
    pub fn explore(
        &self,
        position: Position,
        plan: &mut Plan,
        lines: u32,
        found: &mut impl FnMut(i32, &Plan, &Position),
    ) {
        if plan.len + 2 >= LONGEST || position.held == 0 {
            return found(self.judge(&position), plan, &position);
        }
        let mut choices = NO_CHOICES;
        self.choose(&position, lines, &mut choices);
        let number = choices.len;
        if !position.fc {
            plan.push(Action::Pass);
            if self.again(&position) {
                self.explore(position.next_turn(), plan, lines.div_ceil(2), found);
            } else {
                found(self.judge(&position), plan, &position);
            }
            plan.pop();
        } else if number == 0 {
            let (action, after) = self.give_up(position);
            plan.push(action);
            found(self.judge(&after) - NOTHING_GOES - 100 * i32::from(position.av), plan, &after);
            return plan.pop();
        }
        let mut left = lines;
        let actions = choices.actions.iter().zip(&choices.places).take(number);
        for (index, (&action, &place)) in actions.enumerate() {
            let share = left.div_ceil((number - index) as u32);
            plan.push(action);
            self.explore(position.after(action, 1 << place), plan, share, found);
            plan.pop();
            left -= share;
            if left == 0 {
                break;
            }
        }
    }

    /// What is left to one who cannot play: a new hand, or the cards that are due.
    fn give_up(&self, position: Position) -> (Action, Position) {
        match self.held(&position).next() {
            Some(card) if position.av == 0 => (Action::Replace(card), position),
            _ => (Action::Pass, Position { av: 0, ..position }),
        }
    }

    fn held(&self, position: &Position) -> impl Iterator<Item = Card> + use<'_> {
        let mut rest = position.held;
        std::iter::from_fn(move || {
            let place = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            self.hand.get(place).copied()
        })
    }

    /// Whether the same player is on turn again when this turn ends.
    fn again(&self, position: &Position) -> bool {
        // Asked in this order: hardly any move goes round the table, so there is seldom anything to divide.
        let (steps, players) = (position.mv.max(0) as usize, self.turn.players);
        steps == 0 || steps >= players && steps.is_multiple_of(players)
    }

    /// What can be played, or as much of it as there are lines to look at.
    fn choose(&self, position: &Position, lines: u32, choices: &mut Choices) {
        let Position { surface, av, fc, rm, b, .. } = *position;
        let (matching, both) = surface.asked(fc, rm, b);
        let last = position.held.is_power_of_two();
        let peace = av == 0 && (!last || self.turn.ready);
        let wide = self.breadth == Breadth::Wide;
        let most = (lines as usize).min(MOST_CHOICES);
        let mut number = 0;
        let mut before = None;
        let mut rest = self.places(matching) & position.held;
        while rest != 0 && number < most {
            let place = rest.trailing_zeros() as usize % MOST_CARDS;
            rest &= rest - 1;
            let card = self.hand[place];
            // With two decks the same card may be held twice.
            if before.replace(card) == Some(card) {
                continue;
            }
            let mut put = |action, goes| {
                // Unconditional writes: they avoid an unpredictable branch.
                choices.actions[number % ROOM] = action;
                choices.places[number % ROOM] = place as u8;
                number += usize::from(goes);
            };
            let plain = peace && both.has(card);
            match card.rank().unwrap_or(Rank::Ace) {
                Rank::Two | Rank::Five => {
                    put(Action::Play(card), plain);
                    put(Action::Attack(card), !last);
                }
                rank @ (Rank::Three | Rank::Seven) => {
                    put(Action::Clear(card), clears(position, rank) && (!last || self.turn.ready));
                    let blocks = !last || av > 0 && self.turn.ready;
                    put(Action::Block(card), blocks);
                    put(Action::Play(card), plain && !blocks);
                }
                Rank::Ten => {
                    let moves = both.has(card) && !last;
                    put(Action::TenDown(card), moves);
                    put(Action::TenUp(card), moves && wide);
                    put(Action::Play(card), plain && (wide || !moves));
                }
                Rank::Jack => {
                    put(Action::Play(card), plain);
                    put(Action::Jack(card), !last && (wide || !plain));
                }
                Rank::Ace => {
                    let chooses = !last && av == 0;
                    if wide {
                        Suit::ALL.into_iter().for_each(|suit| put(Action::Ace(card, suit), chooses));
                    } else {
                        put(Action::Ace(card, self.suit_wanted(position, card)), chooses);
                    }
                    put(Action::Play(card), plain && !chooses);
                }
                _ => put(Action::Play(card), plain),
            }
            put(Action::Sideways(card), plain && CardSet::NUMBERS.has(card));
        }
        choices.len = number;
    }

    /// The places of these cards in the hand.
    fn places(&self, cards: CardSet) -> u64 {
        let places = self.hand[..self.cards].iter().enumerate();
        places.fold(0, |places, (place, &card)| places | u64::from(cards.has(card)) << place)
    }

    /// The suit of the first other card held, which is the one hardest to get rid of.
    fn suit_wanted(&self, position: &Position, ace: Card) -> Suit {
        self.held(position).find(|&card| card != ace).and_then(Card::suit).unwrap_or(Suit::Spades)
    }

    /// The position after this play.
    pub fn after(&self, position: Position, action: Action) -> Position {
        let place = action.card().map_or(0, |card| self.place_of(position.held, card));
        position.after(action, place)
    }

    /// The bit of the first place that holds such a card.
    fn place_of(&self, held: u64, card: Card) -> u64 {
        let mut rest = held;
        while rest != 0 {
            let place = rest & rest.wrapping_neg();
            if self.hand[place.trailing_zeros() as usize] == card {
                return place;
            }
            rest ^= place;
        }
        0
    }

    /// How good it is to end a turn like this, in hundredths of a card.
    pub fn judge(&self, position: &Position) -> i32 {
        let left = position.held.count_ones() as i32;
        if left == 0 {
            // An attack that was not blocked to the end has to be drawn after all.
            return if position.av == 0 { 10_000 } else { -100 * i32::from(position.av) };
        }
        let mut score = -100 * left;
        let among = |places: u64| (position.held & places).count_ones() as i32;
        let (starters, defenders) = (among(self.starters), among(self.defenders));
        score += match left {
            1 => -LONE_CARD,
            2 if self.goes_out(position) => GOES_OUT + STARTER * starters + DEFENDER * defenders,
            _ => STARTER * starters.min(2) + DEFENDER * defenders.min(2),
        };
        score += ATTACKED * i32::from(position.av.min(12));
        let next = self.size_of_next(position);
        if next <= 2 && position.av == 0 {
            score -= UNHINDERED;
        }
        score + CARD_OF_NEXT * next.min(8)
    }

    /// Whether two cards left would go in one turn, whatever the others leave on the pile.
    fn goes_out(&self, position: &Position) -> bool {
        let mut held = self.held(position);
        let (Some(one), Some(other)) = (held.next(), held.next()) else { return false };
        let follows = |first: Card, second| {
            let surface = Surface { top: first, under: None, run: 1 };
            STARTERS.has(first) && surface.asked(false, true, false).1.has(second)
        };
        follows(one, other) || follows(other, one)
    }

    /// Who is on turn after this one.
    pub fn next(&self, position: &Position) -> Seat {
        let players = self.turn.players;
        let step = |seat: Seat| if position.cw { seat.left(players) } else { seat.right(players) };
        (0..position.mv.max(0)).fold(self.turn.seat, |seat, _| step(seat))
    }

    /// The attack that the next player faces.
    pub fn attack(&self, position: &Position) -> u16 {
        position.av
    }

    /// Whether no card is left, and nothing has to be drawn.
    pub fn is_won(&self, position: &Position) -> bool {
        position.held == 0 && position.av == 0
    }

    fn size_of_next(&self, position: &Position) -> i32 {
        self.turn.sizes[self.next(position).index()] as i32
    }
}

impl Position {
    /// After this play of the card that has this bit in the hand.
    fn after(mut self, action: Action, place: u64) -> Self {
        let (card, in_force) = match action {
            Action::Pass | Action::Replace(_) => return self,
            Action::Ace(card, suit) => (card, Card::new(Rank::Ace, suit)),
            Action::Sideways(card) => (card, turned(card)),
            Action::Attack(card)
            | Action::Block(card)
            | Action::Clear(card)
            | Action::TenUp(card)
            | Action::TenDown(card)
            | Action::Jack(card)
            | Action::Play(card) => (card, card),
        };
        let number = u16::from(card.rank().map_or(0, Rank::number));
        self.held &= !place;
        let Surface { top, run, .. } = self.surface;
        let run = if in_force.rank() == top.rank() { run.saturating_add(1) } else { 1 };
        self.surface = Surface { top: in_force, under: Some(top), run };
        (self.rm, self.b, self.fc) = (true, false, false);
        match action {
            Action::Attack(_) => self.av = self.av.saturating_add(number),
            Action::Block(_) => {
                self.av = self.av.saturating_sub(number);
                self.b = self.av > 0;
            }
            Action::Clear(_) => (self.av, self.b) = (0, true),
            Action::TenUp(_) => self.mv += 1,
            Action::TenDown(_) => self.mv -= 1,
            Action::Jack(_) => self.cw = !self.cw,
            _ => {}
        }
        self
    }

    /// The same player's next turn.
    fn next_turn(mut self) -> Self {
        (self.mv, self.fc, self.b) = (self.mv.min(0) + 1, true, false);
        self
    }
}

/// What can begin any turn, whatever lies on the pile.
const STARTERS: CardSet = CardSet::ATTACKS.or(CardSet::BLOCKS).or(CardSet::JACKS).or(CardSet::ACES);
/// What can be played under attack, so that nothing need be drawn.
const DEFENDERS: CardSet = CardSet::ATTACKS.or(CardSet::BLOCKS).or(CardSet::JACKS);

/// Sorts cards by their use, then by their place in a deck.
static ORDER: [u16; Card::COUNT] = {
    let mut order = [0; Card::COUNT];
    let mut index = 0;
    while index < Card::COUNT {
        order[index] = (use_of(DECK_WITH_JOKERS[index]) as u16) << 8 | index as u16;
        index += 1;
    }
    order
};

/// How useful a card is to keep, from what only goes when it matches to what wards off attacks.
const fn use_of(card: Card) -> u8 {
    match card.rank() {
        Some(Rank::Ten) => 1,
        Some(Rank::Ace) | None => 2,
        Some(Rank::Jack) => 3,
        Some(Rank::Three | Rank::Seven) => 4,
        Some(Rank::Two | Rank::Five) => 5,
        _ => 0,
    }
}

/// Whether a block of that rank may end the attack: the other of 3 and 7, while more than its rank is due.
fn clears(position: &Position, rank: Rank) -> bool {
    let below = position.surface.top.rank();
    let bridges = match rank {
        Rank::Three => below == Some(Rank::Seven),
        _ => below == Some(Rank::Three),
    };
    !position.fc && bridges && position.av > u16::from(rank.number())
}

/// The card as it counts when played sideways.
fn turned(card: Card) -> Card {
    let number = card.rank().map_or(1, Rank::number);
    let rank = Rank::from_number(11_u8.saturating_sub(number)).unwrap_or(Rank::Ace);
    Card::new(rank, card.suit().unwrap_or(Suit::Spades))
}
