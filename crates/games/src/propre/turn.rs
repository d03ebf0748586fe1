//! Which options are open to the player on turn.
//!
//! Each way to play a card is a list of needs, and each need the set of cards that pass it. What is listed,
//! what is checked and what is explained all come from these lists.

use engine::{Card, DECK, Dice, Suit};

use super::action::{Action, Way};
use super::matching::{CardSet, Surface};
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
    #[inline]
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
    fn clearing(&self) -> CardSet {
        let Facts { surface: Surface { top, .. }, av, fc, .. } = self.facts;
        if fc {
            CardSet::NONE
        } else if CardSet::SEVENS.has(top) && av > 3 {
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

    /// The cards that go in each of the four ways that are listed card by card: replace, effect, play, sideways.
    #[inline(always)]
    fn card_by_card(&self) -> [CardSet; 4] {
        let effect = self.cards(Way::Attack).or(self.cards(Way::Block)).or(self.cards(Way::Jack));
        [self.cards(Way::Replace), effect, self.cards(Way::Play), self.cards(Way::Sideways)]
    }

    /// A random action of [`Turn::list`], counted and not listed.
    #[inline]
    pub fn draw(&self, hand: &[Card], dice: &mut Dice) -> Action {
        let held = CardSet::of_cards(hand);
        let [replace, effect, play, sideways] = self.card_by_card();
        let ways = [replace.and(held), effect.and(held), play.and(held), sideways.and(held)];
        let tens = self.cards(Way::Ten).and(held);
        let aces = self.cards(Way::Ace).and(held);
        let clears = self.cards(Way::Clear).and(held);
        let by_card = 1 + ways[0].len() + ways[1].len() + ways[2].len() + ways[3].len();
        let number = dice.below(by_card + 2 * tens.len() + 4 * aces.len() + clears.len());
        if number == 0 {
            return Action::Pass;
        }
        if number < by_card {
            return nth_by_card(ways, held, hand, number - 1);
        }
        let number = number - by_card;
        if number < 2 * tens.len() {
            let ten = tens.nth(number / 2);
            return if number.is_multiple_of(2) { Action::TenUp(ten) } else { Action::TenDown(ten) };
        }
        let number = number - 2 * tens.len();
        if number < 4 * aces.len() {
            return Action::Ace(aces.nth(number / 4), Suit::ALL[number % 4]);
        }
        Action::Clear(clears.nth(number - 4 * aces.len()))
    }

    /// Lists every action with a card of this hand, each once, always in the same order.
    #[inline(never)]
    pub fn list(&self, hand: &[Card], actions: &mut Vec<Action>) {
        let [replace, effect, play, sideways] = self.card_by_card();
        let mut row = Row::new();
        row.put(Action::Pass, true);
        let mut held = CardSet::NONE;
        for &card in hand {
            // PP-J12: two equal cards are one choice.
            let another = CardSet::of_card(card).but(held);
            held = held.or(another);
            row.put(Action::Replace(card), replace.meets(another));
            row.put(EFFECTS[card.index()], effect.meets(another));
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

/// The action of this number where those of a card follow one another, card by card in the order of the hand.
#[inline(always)]
fn nth_by_card(ways: [CardSet; 4], mut left: CardSet, hand: &[Card], mut number: usize) -> Action {
    let [replace, effect, play, sideways] = ways;
    for &card in hand {
        let all = replace.bit(card) | effect.bit(card) << 1 | play.bit(card) << 2 | sideways.bit(card) << 3;
        // PP-J12: two equal cards are one choice.
        let mask = all * left.bit(card);
        left = left.but(CardSet::of_card(card));
        let choices = usize::from(BITS[mask]);
        if number < choices {
            let actions =
                [Action::Replace(card), EFFECTS[card.index()], Action::Play(card), Action::Sideways(card)];
            return actions[usize::from(NTH_BIT[mask][number])];
        }
        number -= choices;
    }
    Action::Pass
}

/// How many bits a number of four bits has.
static BITS: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];

/// The place of the n-th bit of a number of four bits.
static NTH_BIT: [[u8; 4]; 16] = {
    let mut table = [[0; 4]; 16];
    let mut mask = 0;
    while mask < 16 {
        let (mut bit, mut found) = (0, 0);
        while bit < 4 {
            if mask >> bit & 1 == 1 {
                table[mask][found] = bit;
                found += 1;
            }
            bit += 1;
        }
        mask += 1;
    }
    table
};

/// The action by which a card has its effect, where there is just one; that of the others is never asked for.
static EFFECTS: [Action; 54] = {
    let mut effects = [Action::Pass; 54];
    let mut index = 0;
    while index < 52 {
        let card = DECK[index];
        effects[index] = if CardSet::ATTACKS.has(card) {
            Action::Attack(card)
        } else if CardSet::BLOCKS.has(card) {
            Action::Block(card)
        } else {
            Action::Jack(card)
        };
        index += 1;
    }
    effects
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
