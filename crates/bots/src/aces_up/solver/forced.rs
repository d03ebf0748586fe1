//! The quick way for the rules most often studied: discards forced, lone cards stay, deals at any time, any card
//! fills an empty column.
//!
//! What is assumed, and why it may be:
//! - There is a choice only while a column is empty: otherwise the next row is dealt. (All discards are forced.)
//! - With a column empty, a card that lies straight on a higher one of its suit goes at once: it moves to the empty
//!   column, the higher card is then a top card, and beats it. Nothing is lost by that. Call the lower card c, the
//!   higher one h, and play any line of the position with c also in the position without it. Whatever c beats as
//!   a top card h beats too. Whatever h beats and c does not, a card b higher than c, would beat c in the first
//!   position, and then lie open to h just so: after the discards both positions are the same. Moving c is answered
//!   by nothing. So the second position always is the first, or the first without c.
//! - Once nothing is left to deal one empty column is as good as another: only the first is tried.
//! - A last row of four suits ends the game: nothing goes after it.
//! - What can still be discarded depends on nothing but the cards that the search looked at, so what it found holds
//!   for every position that agrees in those: see `Fact`. There are facts about positions with a choice, and about
//!   positions with four top cards: from these rows are dealt until a column is empty, which often looks at few cards.

use games::aces_up::{Action, Column, DealWhen, Discards, Fill, Rules};

use super::lanes::{FIRST, LAST, Lanes, empty, from_lowest, with_dealt};
use super::position::{Known, NONE, Position};

/// A card and where it lies: its height plus one in the highest four bits, then six bits for where its suit is found in
/// `Table::highest`, then six for its place. Beneath all cards of a column lies one of height 0, at the lowest place.
type Card = u16;

/// The least number of a real card.
const LEAST: Card = 1 << 12;

/// Where the cards lie.
#[derive(Clone, Copy, Debug)]
struct Table {
    /// The lowest bit of each lane is set.
    lanes: Lanes,
    /// The highest top card of each suit.
    highest: u64,
    /// The top card of each column.
    tops: u64,
    /// The last card that was moved to each column. It counts only while its place is taken.
    moved: u64,
}

/// A row as it is dealt. Those of its cards that others of them beat are left out.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    lanes: Lanes,
    highest: u64,
    tops: u64,
    /// All bits of the columns whose card was beaten.
    open: Lanes,
    /// The same columns as a list: see `Forced::show`.
    shown: u32,
    gone: i32,
}

/// What was found out once holds for all positions that agree with this one in the cards that were looked at.
#[derive(Clone, Copy, Debug)]
struct Fact {
    lanes: Lanes,
    /// The places that were looked at: in each column all from some card upward.
    looked: Lanes,
    moved: u64,
    /// An upper bound on the discards.
    most: u8,
    /// The fact before this one in the same list.
    before: u32,
}

/// A position as facts know it, and the list of those that may hold for it.
#[derive(Clone, Copy)]
struct Place {
    lanes: Lanes,
    moved: u64,
    list: usize,
}

impl Row {
    fn of(known: &Known, row: usize) -> Self {
        let mut dealt = Self { lanes: FIRST << (row + 2), ..Self::default() };
        for column in 0..4 {
            let card = card(known.cards[column][row], 16 * column + row + 2);
            dealt.tops |= u64::from(card) << (16 * column);
            let other = (dealt.highest >> suit(card)) as Card;
            let (low, high) = (card.min(other), card.max(other));
            dealt.highest ^= u64::from(other ^ high) << suit(card);
            if low >= LEAST {
                let lane = 0xffff << (low & 0x30);
                dealt.lanes ^= 1 << (low & 63);
                dealt.tops &= !lane;
                dealt.open |= lane;
                dealt.shown = dealt.shown << 8 | show_column(u32::from(low & 0x30));
                dealt.gone += 1;
            }
        }
        dealt
    }
}

/// The number of lists of facts. Half of them are for positions with a choice, the others for positions with four top cards.
const LISTS: usize = 1024;

/// The number of rows dealt, in the highest bits of lanes.
const DEALT: [Lanes; 16] = {
    let mut bits = [0; 16];
    let mut dealt = 0;
    while dealt < 16 {
        bits[dealt] = with_dealt(0, dealt) << 15;
        dealt += 1;
    }
    bits
};

/// Remembers what it found out about a deal until the next one.
#[derive(Debug)]
pub(super) struct Forced {
    /// What lies beneath each place with a card, by column and place. A deal writes the places of its row only, so nothing
    /// has to be taken back after a move was tried.
    beneath: [Card; 66],
    by_row: [Row; 16],
    rows: usize,
    facts: Vec<Fact>,
    /// The last fact of each list.
    lists: Box<[u32; LISTS]>,
    room: usize,
    /// The best number of discards so far; only more is of interest.
    best: i32,
    /// The number of discards at which the search stops.
    bound: i32,
    path: Vec<Action>,
    best_path: Vec<Action>,
}

impl Forced {
    /// A solver with at most this number of bytes.
    pub fn new(memory: usize) -> Self {
        Self {
            beneath: [0; 66],
            by_row: [Row::default(); 16],
            rows: 0,
            facts: Vec::new(),
            lists: Box::new([u32::MAX; LISTS]),
            room: memory / size_of::<Fact>(),
            best: -1,
            bound: 0,
            path: Vec::new(),
            best_path: Vec::new(),
        }
    }

    /// Whether these are the rules that it is made for.
    pub fn knows(rules: &Rules) -> bool {
        rules.discards == Discards::Forced
            && !rules.lone_card_moves
            && rules.deal_when == DealWhen::AnyTime
            && rules.fill == Fill::Any
    }

    /// The most cards that can still be discarded.
    pub fn most(&mut self, known: &Known, position: &Position) -> i32 {
        let (table, dealt) = self.begin(known, position);
        // Every fact that is used tells of no more than what it takes to reach the bound, and is exact.
        self.best = self.bound - 1;
        let (most, _) = self.search::<false>(table, dealt, 0);
        if self.best >= self.bound { self.bound } else { most }
    }

    /// The same, and the actions that lead there. The rest of the rows is to be dealt after them.
    pub fn line(&mut self, known: &Known, position: &Position) -> (i32, &[Action]) {
        let most = self.most(known, position);
        let (table, dealt) = self.begin(known, position);
        (self.best, self.bound) = (most - 1, most);
        self.search::<true>(table, dealt, 0);
        (most, &self.best_path)
    }

    fn begin(&mut self, known: &Known, position: &Position) -> (Table, usize) {
        self.facts.clear();
        self.lists.fill(u32::MAX);
        self.path.clear();
        self.best_path.clear();
        let (dealt, mut rows) = (usize::from(position.dealt), usize::from(known.rows));
        let mut table = Table { lanes: FIRST, highest: 0, tops: 0, moved: 0 };
        for column in 0..4 {
            let mut top = 16 * column as Card;
            self.beneath[16 * column] = top;
            self.beneath[16 * column + 1] = top;
            let moved = [(1, position.moved[column])];
            let rows = (0..dealt).filter(|row| position.rows[column] >> row & 1 == 1);
            let cards = moved.into_iter().chain(rows.map(|row| (row + 2, known.cards[column][row])));
            for (place, key) in cards.filter(|&(_, key)| key != NONE) {
                let place = 16 * column + place;
                self.beneath[place] = top;
                top = card(key, place);
                table.lanes |= 1 << place;
                if place & 15 == 1 {
                    table.moved |= u64::from(top) << (16 * column);
                }
            }
            // The game made the forced discards already.
            table.tops |= u64::from(top) << (16 * column);
            if top >= LEAST {
                table.highest |= u64::from(top) << suit(top);
            }
        }
        let unbeatable = known.unbeatable(position);
        let mut left = unbeatable.iter().flatten().count();
        for row in (dealt..rows).rev() {
            self.by_row[row] = Row::of(known, row);
            if row + 1 == rows && self.by_row[row].shown == 0 {
                rows = row;
                left += known.cards.iter().filter(|cards| !unbeatable.contains(&Some(cards[row]))).count();
            }
        }
        let cards = (table.lanes ^ FIRST).count_ones() as usize + 4 * (usize::from(known.rows) - dealt);
        self.bound = (cards - left) as i32;
        self.rows = rows;
        (table, dealt)
    }

    /// Columns show new top cards: all discards that follow. Returns how many, and adds the places that were looked at.
    /// The columns are a list of `show_column`, a byte each.
    #[inline(always)]
    fn show(&self, table: &mut Table, seen: &mut Lanes, mut columns: u32) -> i32 {
        let mut gone = 0;
        while columns != 0 {
            let mut card = (table.tops >> (columns & 0x30)) as Card;
            columns >>= 8;
            loop {
                *seen |= 1 << (card & 63);
                let other = (table.highest >> suit(card)) as Card;
                let (low, high) = (card.min(other), card.max(other));
                table.highest ^= u64::from(other ^ high) << suit(card);
                if low < LEAST {
                    break;
                }
                card = self.beneath[usize::from(low & 63)];
                table.tops ^= u64::from(low ^ card) << (low & 0x30);
                table.lanes ^= 1 << (low & 63);
                gone += 1;
            }
        }
        gone
    }

    #[inline(always)]
    fn deal(&mut self, table: &mut Table, seen: &mut Lanes, row: usize) -> i32 {
        let dealt = self.by_row[row & 15];
        for column in 0..4 {
            self.beneath[16 * column + (row & 15) + 2] = (table.tops >> (16 * column)) as Card;
        }
        table.lanes |= dealt.lanes;
        table.highest = dealt.highest;
        table.tops = dealt.tops | table.tops & dealt.open;
        dealt.gone + self.show(table, seen, dealt.shown)
    }

    /// With a column empty, discards every top card that lies straight on a higher one of its suit. Returns the places
    /// straight beneath the top cards then, the lowest of a lane without two cards, and how many went.
    #[inline(always)]
    fn discard_covered<const LINE: bool>(&mut self, table: &mut Table, empty: Lanes) -> (Lanes, i32) {
        let mut gone = 0;
        let mut under = 0;
        for column in 0..4 {
            let mut over = (table.tops >> (16 * column)) as Card;
            let mut card = self.beneath[usize::from(over & 63)];
            while (suit(card) == suit(over)) & (card > over) {
                table.highest ^= u64::from(over ^ card) << suit(card);
                table.tops ^= u64::from(over ^ card) << (16 * column);
                table.lanes ^= 1 << (over & 63);
                over = card;
                card = self.beneath[usize::from(over & 63)];
                gone += 1;
                if LINE {
                    let to = empty.trailing_zeros() / 16;
                    self.path.push(Action::Move(Column::ALL[column as usize], Column::ALL[to as usize]));
                }
            }
            under |= 1 << (card & 63);
        }
        (under, gone)
    }

    /// Where facts about this position are found: in the list for what is looked at first.
    #[inline(always)]
    fn place(table: &Table, dealt: usize, first: u64, lists: usize) -> Place {
        let hash = (first ^ DEALT[dealt & 15]).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 55;
        Place { lanes: table.lanes | DEALT[dealt & 15], moved: table.moved, list: lists + hash as usize }
    }

    /// A fact that holds for this position and says that no more than this can be discarded.
    #[inline(always)]
    fn recall(&self, place: &Place, no_more_than: i32) -> Option<&Fact> {
        let mut next = self.lists[place.list & (LISTS - 1)];
        while let Some(fact) = self.facts.get(next as usize) {
            // All bits of the columns with a moved card that was looked at.
            let moved = ((fact.lanes & fact.looked) >> 1 & FIRST) * 0xffff;
            let differs = (fact.lanes ^ place.lanes) & fact.looked | (fact.moved ^ place.moved) & moved;
            if differs == 0 && i32::from(fact.most) <= no_more_than {
                return Some(fact);
            }
            next = fact.before;
        }
        None
    }

    #[inline(always)]
    fn remember(&mut self, place: &Place, looked: Lanes, most: i32) {
        // Once the bound is reached, what is returned is no fact.
        if self.facts.len() < self.room && self.best < self.bound {
            let last = &mut self.lists[place.list & (LISTS - 1)];
            let before = std::mem::replace(last, self.facts.len() as u32);
            let (lanes, moved, most) = (place.lanes, place.moved, most as u8);
            self.facts.push(Fact { lanes, looked, moved, most, before });
        }
    }

    /// The most cards that can be discarded from here, or a bound that is not enough anyway, and what was looked
    /// at. All forced discards are made; `gone` cards have gone.
    #[inline(always)]
    fn search<const LINE: bool>(&mut self, table: Table, dealt: usize, gone: i32) -> (i32, Lanes) {
        if dealt == self.rows || empty(table.lanes - FIRST) != 0 {
            return self.advance::<LINE>(table, dealt, gone);
        }
        let place = Self::place(&table, dealt, table.tops, LISTS / 2);
        if let Some(fact) = self.recall(&place, self.best - gone) {
            return (i32::from(fact.most), fact.looked);
        }
        let (most, looked) = self.advance::<LINE>(table, dealt, gone);
        self.remember(&place, looked, most);
        (most, looked)
    }

    /// The same, without a look at what is known about a position with four top cards.
    #[inline(always)]
    fn advance<const LINE: bool>(&mut self, mut table: Table, mut dealt: usize, before: i32) -> (i32, Lanes) {
        let mut gone = before;
        let mut seen = 0;
        let under = loop {
            let empty = empty(table.lanes - FIRST);
            if empty != 0 {
                let (under, more) = self.discard_covered::<LINE>(&mut table, empty);
                gone += more;
                seen |= under;
                if under & !FIRST != 0 {
                    break under;
                }
            }
            if dealt == self.rows {
                self.finished::<LINE>(gone);
                return (gone - before, LAST | from_lowest(seen));
            }
            if LINE {
                self.path.push(Action::Deal);
            }
            gone += self.deal(&mut table, &mut seen, dealt);
            dealt += 1;
        };
        let seen = from_lowest(seen);
        let place = Self::place(&table, dealt, table.lanes & from_lowest(under), 0);
        if let Some(fact) = self.recall(&place, self.best - gone) {
            return (gone - before + i32::from(fact.most), seen | fact.looked);
        }
        let (most, looked) = self.choose::<LINE>(&table, dealt, gone, under);
        self.remember(&place, looked, most);
        (gone - before + most, seen | looked)
    }

    /// The same, where a column is empty and these places are under top cards. As soon as the bound is reached nothing
    /// that is returned counts.
    fn choose<const LINE: bool>(
        &mut self,
        table: &Table,
        dealt: usize,
        gone: i32,
        under: Lanes,
    ) -> (i32, Lanes) {
        let mut looked = LAST | from_lowest(under);
        let mut most = 0;
        let path = self.path.len();
        let mut free = empty(table.lanes - FIRST);
        if dealt == self.rows {
            // Nothing is dealt any more: one empty column is as good as another.
            free &= free.wrapping_neg();
        }
        let mut movable = under & !FIRST;
        while movable != 0 {
            let from = movable.trailing_zeros() / 16;
            movable &= movable - 1;
            let card = (table.tops >> (16 * from)) as Card;
            let beneath = self.beneath[usize::from(card & 63)];
            let mut free = free;
            while free != 0 {
                let to = free.trailing_zeros() / 16;
                free &= free - 1;
                let bottom = 16 * to + 1;
                let moved = card & !63 | bottom as Card;
                let mut next = Table {
                    lanes: table.lanes ^ 1 << (card & 63) | 1 << bottom,
                    highest: table.highest ^ u64::from(card ^ moved) << suit(card),
                    tops: (table.tops ^ u64::from(card ^ beneath) << (16 * from)) & !(0xffff << (16 * to))
                        | u64::from(moved) << (16 * to),
                    moved: table.moved & !(0xffff << (16 * to)) | u64::from(moved) << (16 * to),
                };
                let mut seen = 0;
                let gone_now = gone + self.show(&mut next, &mut seen, show_column(16 * from));
                if LINE {
                    self.path.truncate(path);
                    self.path.push(Action::Move(Column::ALL[from as usize], Column::ALL[to as usize]));
                }
                let (then, looked_then) = self.search::<LINE>(next, dealt, gone_now);
                if self.best >= self.bound {
                    return (0, 0);
                }
                most = most.max(gone_now - gone + then);
                looked |= from_lowest(seen) | looked_then;
            }
        }
        if LINE {
            self.path.truncate(path);
        }
        if dealt < self.rows {
            if LINE {
                self.path.push(Action::Deal);
            }
            let (mut next, mut seen) = (*table, 0);
            let gone_now = gone + self.deal(&mut next, &mut seen, dealt);
            let (then, looked_then) = self.search::<LINE>(next, dealt + 1, gone_now);
            if self.best >= self.bound {
                return (0, 0);
            }
            most = most.max(gone_now - gone + then);
            looked |= from_lowest(seen) | looked_then;
        } else {
            self.finished::<LINE>(gone);
        }
        (most, looked)
    }

    fn finished<const LINE: bool>(&mut self, gone: i32) {
        if gone > self.best {
            self.best = gone;
            if LINE {
                self.best_path.clone_from(&self.path);
            }
        }
    }
}

fn card(key: u8, place: usize) -> Card {
    Card::from((key & 15) + 1) << 12 | Card::from(key & 0x30) << 6 | place as Card
}

/// A column, given by its first bit, as `Forced::show` takes it.
#[inline(always)]
fn show_column(lane: u32) -> u32 {
    0x80 | lane
}

/// Where the suit of a card is found in `Table::highest`.
#[inline(always)]
fn suit(card: Card) -> u32 {
    u32::from(card >> 6 & 63)
}
