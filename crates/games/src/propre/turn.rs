//! Which options are open to the player on turn.
//!
//! Each way to play a card is a list of needs, and each need the set of cards that pass it. What is listed,
//! what is checked and what is explained all come from these lists.

use engine::bits::Counted;
use engine::{Card, DECK, Dice, Rank, Suit};

use super::action::{Action, Way};
use super::matching::{CardSet, Surface, sum_of_suits};
use super::refusal::Refusal;

/// All that decides about options: it lies open, or is the player's own hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    pub surface: Surface,
    pub av: u16,
    pub fc: bool,
    pub rm: bool,
    pub b: bool,
    /// Whether the player holds just one card.
    pub last: bool,
    /// Whether they have declared in time to play it.
    pub ready: bool,
}

/// These facts, and the cards that match.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    pub facts: Facts,
    /// What goes by an option that asks for no type 1 match: with FC anything (PP-J6), else type 2.
    matching: CardSet,
    /// What goes by an option that asks for a type 1 match (PP-R10, PP-R13, PP-R15).
    matching_both: CardSet,
}

/// Something that an option asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Need {
    Rank,
    First,
    Peace,
    Another,
    SomethingToBlock,
    Clearable,
    /// The match that options without a type 1 match ask for.
    Match,
    /// The match that options with one ask for.
    BothMatches,
    Declared,
}

type Needs = [(Need, CardSet); 4];

/// Fills a list of needs up: every card passes.
const NO_MORE: (Need, CardSet) = (Need::Rank, CardSet::ALL);

impl Turn {
    #[inline(always)]
    pub fn new(facts: Facts) -> Self {
        let Facts { surface, fc, rm, b, .. } = facts;
        let (matching, matching_both) = surface.asked(fc, rm, b);
        Self { facts, matching, matching_both }
    }

    #[inline(always)]
    fn needs(&self, way: Way) -> Needs {
        let Facts { av, fc, last, ready, .. } = self.facts;
        let rank = |cards| (Need::Rank, cards);
        let matching = (Need::Match, self.matching);
        let both = (Need::BothMatches, self.matching_both);
        let peace = (Need::Peace, CardSet::all_if(av == 0));
        let another = (Need::Another, CardSet::all_if(!last));
        let declared = (Need::Declared, CardSet::all_if(!last || ready));
        let to_block = (Need::SomethingToBlock, CardSet::all_if(!last || av != 0));
        match way {
            Way::Pass => [NO_MORE; 4],
            // PP-J10: it needs no declaration, as a new card comes.
            Way::Replace => [(Need::First, CardSet::all_if(fc)), peace, NO_MORE, NO_MORE],
            Way::Attack => [rank(CardSet::ATTACKS), another, matching, NO_MORE],
            Way::Block => [rank(CardSet::BLOCKS), to_block, matching, declared],
            Way::Clear => [rank(CardSet::BLOCKS), (Need::Clearable, self.clearing()), matching, declared],
            Way::Ten => [rank(CardSet::TENS), another, both, NO_MORE],
            Way::Jack => [rank(CardSet::JACKS), another, matching, NO_MORE],
            Way::Ace => [rank(CardSet::ACES), another, peace, matching],
            Way::Play => [peace, both, declared, NO_MORE],
            Way::Sideways => [rank(CardSet::NUMBERS), peace, both, declared],
        }
    }

    /// PP-R9: what may clear the attack, the other of 3 and 7 while more than its rank is due.
    #[inline(always)]
    fn clearing(&self) -> CardSet {
        let Facts { surface: Surface { top, .. }, av, fc, .. } = self.facts;
        // Few attacks are as large, and then it is hard to guess whether a card is the first: one question for both.
        if fc | (av <= 3) {
            CardSet::NONE
        } else if CardSet::SEVENS.has(top) {
            CardSet::THREES
        } else if CardSet::THREES.has(top) && av > 7 {
            CardSet::SEVENS
        } else {
            CardSet::NONE
        }
    }

    /// The cards that can be played this way.
    #[inline(always)]
    pub fn cards(&self, way: Way) -> CardSet {
        self.needs(way).iter().fold(CardSet::ALL, |all, (_, cards)| all.and(*cards))
    }

    /// Whether this card, which the player holds, can be played this way.
    pub fn check(&self, way: Way, card: Card) -> Result<(), Refusal> {
        if self.cards(way).has(card) {
            return Ok(());
        }
        let lacks = |(_, cards): &(Need, CardSet)| !cards.has(card);
        let need = self.needs(way).into_iter().find(lacks).map_or(Need::Rank, |(need, _)| need);
        Err(self.refusal(way, need, card))
    }

    #[cold]
    fn refusal(&self, way: Way, need: Need, card: Card) -> Refusal {
        let Facts { surface, av, fc, b, .. } = self.facts;
        let Surface { top, under, .. } = surface;
        match need {
            Need::Rank => Refusal::Rank { way, card },
            Need::First => Refusal::NotFirst,
            Need::Peace => Refusal::UnderAttack { way, av },
            Need::Another => Refusal::Last { way, card },
            Need::SomethingToBlock => Refusal::NothingToBlock { card },
            Need::Clearable => Refusal::NoClear { card },
            Need::Match => Refusal::NoMatch { card, top, under },
            Need::BothMatches if !fc && !surface.type_two(b).has(card) => {
                Refusal::NoMatch { card, top, under }
            }
            Need::BothMatches if surface.third_six().has(card) => Refusal::ThirdSix { card },
            Need::BothMatches if fc => Refusal::NoFit { card, top },
            Need::BothMatches => Refusal::OnlyOneOff { card, top },
            Need::Declared => Refusal::NotDeclared { card },
        }
    }

    #[inline(always)]
    fn card_by_card(&self) -> Ways {
        let effect = self.cards(Way::Attack).or(self.cards(Way::Block)).or(self.cards(Way::Jack));
        let [replace, play, sideways] = [Way::Replace, Way::Play, Way::Sideways].map(|way| self.cards(way));
        Ways { replace, effect, play, sideways }
    }

    /// A random action of [`Turn::list`], counted and not listed, and where its card lies in the hand.
    #[inline(always)]
    pub fn draw(&self, hand: &[Card], dice: &mut Dice) -> (Action, usize) {
        let choices = Choices::of(self.card_by_card(), hand);
        let special = [Way::Ten, Way::Ace, Way::Clear].map(|way| self.cards(way).and(choices.held));
        choices.draw(special, hand, dice)
    }

    /// Lists every action with a card of this hand, each once, always in the same order.
    #[inline(never)]
    pub fn list(&self, hand: &[Card], actions: &mut Vec<Action>) {
        let Ways { replace, effect, play, sideways } = self.card_by_card();
        let mut row = Row::new();
        row.put(Action::Pass, true);
        let mut held = CardSet::NONE;
        for &card in hand {
            // PP-J12: two equal cards are one choice.
            let another = CardSet::of_card(card).but(held);
            held = held.or(another);
            row.put(Action::Replace(card), replace.meets(another));
            row.put(CARD_BY_CARD[card.index()][1], effect.meets(another));
            row.put(Action::Play(card), play.meets(another));
            row.put(Action::Sideways(card), sideways.meets(another));
            row.flush_if_full(actions);
        }
        row.flush(actions);
        for card in self.cards(Way::Ten).and(held).iter() {
            actions.extend([Action::TenUp(card), Action::TenDown(card)]);
        }
        for card in self.cards(Way::Ace).and(held).iter() {
            actions.extend(Suit::ALL.map(|suit| Action::Ace(card, suit)));
        }
        actions.extend(self.cards(Way::Clear).and(held).iter().map(Action::Clear));
    }
}

/// What can be done with the cards of a hand.
struct Choices {
    held: CardSet,
    /// Four bits for each card, in the order of the hand: which of the ways it goes that are listed card by card.
    by_card: Counted,
    /// The same where the hand is too large for that.
    many: Option<Ways>,
    /// How many actions are listed card by card.
    number: usize,
}

impl Choices {
    /// As many cards as one number has room for.
    const FIRST: usize = 16;

    #[inline(always)]
    fn of(ways: Ways, hand: &[Card]) -> Self {
        if hand.len() > Self::FIRST {
            return Self::of_many(ways, hand);
        }
        let (mut held, mut bits) = (CardSet::NONE, 0);
        for (place, &card) in hand.iter().enumerate() {
            // PP-J12: two equal cards are one choice.
            bits |= (ways.of(card) * held.lacks(card)) << (4 * place);
            held = held.or(CardSet::of_card(card));
        }
        let by_card = Counted::new(bits);
        Self { held, by_card, many: None, number: by_card.len() }
    }

    #[cold]
    fn of_many(ways: Ways, hand: &[Card]) -> Self {
        let (mut held, mut number) = (CardSet::NONE, 0);
        for &card in hand {
            number += (ways.of(card) * held.lacks(card)).count_ones() as usize;
            held = held.or(CardSet::of_card(card));
        }
        Self { held, by_card: Counted::new(0), many: Some(ways), number }
    }

    /// Draws one of them, and of those that are listed by what they do: with tens, with aces, and with cards that clear.
    #[inline(always)]
    fn draw(&self, special: [CardSet; 3], hand: &[Card], dice: &mut Dice) -> (Action, usize) {
        let by_card = 1 + self.number;
        let number = dice.below(by_card + special_choices(special));
        if number == 0 {
            return (Action::Pass, 0);
        }
        if number >= by_card {
            return nth_special(special, number - by_card, hand);
        }
        if let Some(ways) = self.many {
            return nth_of_many(ways, number - 1, hand);
        }
        let bit = self.by_card.nth(number - 1);
        let place = bit / 4;
        let action = hand.get(place).map_or(Action::Pass, |card| CARD_BY_CARD[card.index() & 63][bit % 4]);
        (action, place)
    }
}

#[cold]
fn nth_of_many(ways: Ways, mut number: usize, hand: &[Card]) -> (Action, usize) {
    let mut held = CardSet::NONE;
    for (place, &card) in hand.iter().enumerate() {
        let choices = Counted::new(ways.of(card) * held.lacks(card));
        if number < choices.len() {
            return (CARD_BY_CARD[card.index()][choices.nth(number) % 4], place);
        }
        number -= choices.len();
        held = held.or(CardSet::of_card(card));
    }
    (Action::Pass, 0)
}

/// The action of this number among those that are listed by what they do, and where its card lies.
fn nth_special([tens, aces, clears]: [CardSet; 3], number: usize, hand: &[Card]) -> (Action, usize) {
    let clearing = number.wrapping_sub(2 * tens.len() + 4 * aces.len());
    let (card, action) = if number < 2 * tens.len() {
        let ten = tens.nth(number / 2);
        (ten, if number.is_multiple_of(2) { Action::TenUp(ten) } else { Action::TenDown(ten) })
    } else if number < 2 * tens.len() + 4 * aces.len() {
        let number = number - 2 * tens.len();
        let ace = aces.nth(number / 4);
        (ace, Action::Ace(ace, Suit::ALL[number % 4]))
    } else {
        let card = clears.nth(clearing);
        (card, Action::Clear(card))
    };
    (action, hand.iter().position(|&held| held == card).unwrap_or(0))
}

/// The four ways that are listed card by card.
#[derive(Clone, Copy)]
struct Ways {
    replace: CardSet,
    effect: CardSet,
    play: CardSet,
    sideways: CardSet,
}

impl Ways {
    /// Which ways this card goes, a bit for each.
    #[inline(always)]
    const fn of(self, card: Card) -> u64 {
        let Self { replace, effect, play, sideways } = self;
        replace.bit(card) | effect.bit(card) << 1 | play.bit(card) << 2 | sideways.bit(card) << 3
    }
}

/// How many actions are listed by what they do: two for each ten, four for each ace, one for each card that clears.
#[inline]
fn special_choices([tens, aces, clears]: [CardSet; 3]) -> usize {
    let clearing = clears.suits(Rank::Three) + clears.suits(Rank::Seven);
    sum_of_suits(2 * tens.suits(Rank::Ten) + 4 * aces.suits(Rank::Ace) + clearing)
}

/// The actions of a card that follow one another: replace, effect, play, sideways. An effect that the card does not have
/// is never asked for.
static CARD_BY_CARD: [[Action; 4]; 64] = {
    let mut actions = [[Action::Pass; 4]; 64];
    let mut index = 0;
    while index < 52 {
        let card = DECK[index];
        let effect = if CardSet::ATTACKS.has(card) {
            Action::Attack(card)
        } else if CardSet::BLOCKS.has(card) {
            Action::Block(card)
        } else {
            Action::Jack(card)
        };
        actions[index] = [Action::Replace(card), effect, Action::Play(card), Action::Sideways(card)];
        index += 1;
    }
    actions
};

/// Gathers actions without a branch for each: which of them go is chance, and guessing wrong costs more than
/// writing one for nothing.
struct Row {
    actions: [Action; Self::SIZE],
    len: usize,
}

impl Row {
    const SIZE: usize = 32;
    /// The most that one card adds.
    const STEP: usize = 4;

    fn new() -> Self {
        Self { actions: [Action::Pass; Self::SIZE], len: 0 }
    }

    #[inline(always)]
    fn put(&mut self, action: Action, goes: bool) {
        self.actions[self.len % Self::SIZE] = action;
        self.len += usize::from(goes);
    }

    #[inline(always)]
    fn flush_if_full(&mut self, actions: &mut Vec<Action>) {
        if self.len > Self::SIZE - 2 * Self::STEP {
            self.flush(actions);
        }
    }

    #[inline(always)]
    fn flush(&mut self, actions: &mut Vec<Action>) {
        // Copying a fixed number is quicker than copying just those that count.
        let len = actions.len() + self.len;
        actions.extend_from_slice(&self.actions);
        actions.truncate(len);
        self.len = 0;
    }
}
