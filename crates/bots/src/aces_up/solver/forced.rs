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
//!   for every position that agrees in those: see `Fact`.

use games::aces_up::{Action, Column, DealWhen, Discards, Fill, Rules};

use super::lanes::{FIRST, Lanes, below, empty, lane, moved_bytes, top_place, with_dealt};
use super::position::{Known, NONE, Position};

/// The highest top card of each suit, a byte each: `(height + 1) * 4 + column`, or nothing. The fifth byte stays
/// zero, for columns without a card.
type Highest = u64;

/// A card as the search needs it: where its suit is found in `Highest`, and the byte it would put there.
type Card = u16;

/// What lies in an empty column.
const NO_CARD: Card = 32 << 8;

/// What was found out once holds for all positions that agree with this one in the cards that were looked at.
#[derive(Clone, Copy, Debug)]
struct Fact {
    lanes: Lanes,
    /// The places that were looked at: in each column all from some card upward.
    looked: Lanes,
    moved: u32,
    /// An upper bound on the discards.
    most: u8,
    /// The fact before this one in the same list.
    before: u32,
}

/// A position as facts know it, and the list of those that may hold for it.
struct Place {
    key: Lanes,
    moved: u32,
    list: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Row {
    /// Those of its cards that no other of them beats.
    lanes: Lanes,
    highest: Highest,
    /// The columns of the others.
    beaten: u8,
}

const LISTS: usize = 1024;

/// Remembers what it found out about a deal until the next one.
#[derive(Debug)]
pub(super) struct Forced {
    /// By column and place.
    cards: [Card; 64],
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
            cards: [NO_CARD; 64],
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
        let start = self.begin(known, position);
        // Every fact that is used tells of no more than what it takes to reach the bound, and is exact.
        self.best = self.bound - 1;
        let (most, _) = self.search::<false>(start.0, start.1, start.2, 0);
        if self.best >= self.bound { self.bound } else { most }
    }

    /// The same, and the actions that lead there. The rest of the rows is to be dealt after them.
    pub fn line(&mut self, known: &Known, position: &Position) -> (i32, &[Action]) {
        let most = self.most(known, position);
        let start = self.begin(known, position);
        (self.best, self.bound) = (most - 1, most);
        self.search::<true>(start.0, start.1, start.2, 0);
        (most, &self.best_path)
    }

    fn begin(&mut self, known: &Known, position: &Position) -> (Lanes, Highest, usize) {
        self.facts.clear();
        self.lists.fill(u32::MAX);
        self.path.clear();
        self.best_path.clear();
        self.cards = [NO_CARD; 64];
        let (dealt, mut rows) = (usize::from(position.dealt), usize::from(known.rows));
        let mut lanes = 0;
        for column in 0..4 {
            for (row, &key) in known.cards[column].iter().enumerate().filter(|&(_, &key)| key != NONE) {
                self.cards[column * 16 + row + 2] = card(key, column);
            }
            let mut lane = Lanes::from(position.rows[column]) << 2;
            if position.moved[column] != NONE {
                self.cards[column * 16 + 1] = card(position.moved[column], column);
                lane |= 2;
            }
            lanes |= lane << (16 * column);
        }
        let unbeatable = known.unbeatable(position);
        let mut left = unbeatable.iter().flatten().count();
        for row in (dealt..rows).rev() {
            self.by_row[row] = self.row(row);
            if row + 1 == rows && self.by_row[row].beaten == 0 {
                rows = row;
                left += known.cards.iter().filter(|cards| !unbeatable.contains(&Some(cards[row]))).count();
            }
        }
        let cards = lanes.count_ones() as usize + 4 * (usize::from(known.rows) - dealt);
        self.bound = (cards - left) as i32;
        self.rows = rows;
        // The game made the forced discards already.
        let mut highest = 0;
        for column in 0..4 {
            let card = self.card(column, top_place(lanes, column));
            highest |= Highest::from(card & 0xff) << (card >> 8);
        }
        (lanes, highest, dealt)
    }

    fn row(&self, row: usize) -> Row {
        let mut dealt = Row { lanes: FIRST << (row + 2), ..Row::default() };
        for column in 0..4 {
            let card = self.cards[column * 16 + row + 2];
            let (suit, byte) = (card >> 8, Highest::from(card & 0xff));
            let other = dealt.highest >> suit & 0xff;
            let loser =
                if other == 0 { None } else { Some(if other > byte { column } else { other as usize & 3 }) };
            if other < byte {
                dealt.highest ^= (other ^ byte) << suit;
            }
            if let Some(loser) = loser {
                dealt.beaten |= 1 << loser;
                dealt.lanes &= !(0xffff << (16 * loser));
            }
        }
        dealt
    }

    #[inline(always)]
    fn card(&self, column: u32, place: u32) -> Card {
        self.cards[(column * 16 + place) as usize & 63]
    }

    /// A column shows a new top card: all discards that follow. Returns how many.
    #[inline(always)]
    fn show(&self, lanes: &mut Lanes, highest: &mut Highest, mut column: u32) -> i32 {
        let mut gone = 0;
        loop {
            let place = top_place(*lanes, column);
            let card = self.card(column, place);
            let (suit, byte) = (u32::from(card >> 8), Highest::from(card & 0xff));
            let other = *highest >> suit & 0xff;
            if other > byte {
                *lanes ^= 1 << (16 * column + place);
            } else {
                *highest ^= (other ^ byte) << suit;
                if other == 0 {
                    return gone;
                }
                column = other as u32 & 3;
                *lanes ^= 1 << (16 * column + top_place(*lanes, column));
            }
            gone += 1;
        }
    }

    #[inline(always)]
    fn deal(&self, lanes: &mut Lanes, highest: &mut Highest, row: usize) -> i32 {
        let dealt = &self.by_row[row & 15];
        *lanes |= dealt.lanes;
        *highest = dealt.highest;
        let mut beaten = dealt.beaten;
        let mut gone = beaten.count_ones() as i32;
        while beaten != 0 {
            gone += self.show(lanes, highest, beaten.trailing_zeros());
            beaten &= beaten - 1;
        }
        gone
    }

    /// With a column empty, discards every top card that lies straight on a higher one of its suit. Returns what lies
    /// beneath the top cards then, and how many went.
    #[inline(always)]
    fn discard_covered<const LINE: bool>(
        &mut self,
        lanes: &mut Lanes,
        highest: &mut Highest,
        empty: Lanes,
    ) -> (Lanes, i32) {
        let mut gone = 0;
        let mut under = *lanes & below(*lanes);
        for column in 0..4 {
            while lane(under, column) != 0 {
                let place = top_place(under, column);
                let second = self.card(column, place);
                let top = self.card(column, top_place(*lanes, column));
                if second ^ top > 0xff || second <= top {
                    break;
                }
                let (suit, byte) = (second >> 8, Highest::from(second & 0xff));
                *highest = *highest & !(0xff << suit) | byte << suit;
                *lanes = *lanes & !(0xffff << (16 * column)) | under & (0xffff << (16 * column));
                under ^= 1 << (16 * column + place);
                gone += 1;
                if LINE {
                    let to = empty.trailing_zeros() / 16;
                    self.path.push(Action::Move(Column::ALL[column as usize], Column::ALL[to as usize]));
                }
            }
        }
        (under, gone)
    }

    /// Where facts about this position are found.
    #[inline(always)]
    fn place(&self, lanes: Lanes, under: Lanes, dealt: usize) -> Place {
        // The free bits tell how many rows have been dealt.
        let key = with_dealt(lanes, dealt);
        let bottom = [self.cards[1], self.cards[17], self.cards[33], self.cards[49]];
        let moved = u32::from_le_bytes([byte(bottom[0]), byte(bottom[1]), byte(bottom[2]), byte(bottom[3])])
            & moved_bytes(lanes);
        // The two top cards of each column have been looked at.
        let hash = (key & !below(under) ^ (dealt as u64) << 16).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Place { key, moved, list: (hash >> 54) as usize & (LISTS - 1) }
    }

    /// A fact that holds for this position and says that no more than this can be discarded.
    #[inline(always)]
    fn recall(&self, place: &Place, no_more_than: i32) -> Option<&Fact> {
        let mut next = self.lists[place.list];
        while let Some(fact) = self.facts.get(next as usize) {
            if (fact.lanes ^ place.key) & fact.looked == 0
                && (fact.moved ^ place.moved) & moved_bytes(fact.looked) == 0
                && i32::from(fact.most) <= no_more_than
            {
                return Some(fact);
            }
            next = fact.before;
        }
        None
    }

    #[inline(always)]
    fn remember(&mut self, place: &Place, looked: Lanes, most: u8) {
        if self.facts.len() < self.room {
            let before = std::mem::replace(&mut self.lists[place.list], self.facts.len() as u32);
            self.facts.push(Fact { lanes: place.key, looked, moved: place.moved, most, before });
        }
    }

    /// The most cards that can be discarded from here, or a bound that is not enough anyway, and what was looked
    /// at. All forced discards are made; `before` cards have gone.
    fn search<const LINE: bool>(
        &mut self,
        mut lanes: Lanes,
        mut highest: Highest,
        mut dealt: usize,
        before: i32,
    ) -> (i32, Lanes) {
        let mut gone = before;
        // The cards that were not looked at, and in each column the one above them.
        let mut rest = lanes;
        let under = loop {
            rest &= lanes;
            let empty = empty(lanes);
            if empty != 0 {
                let (under, more) = self.discard_covered::<LINE>(&mut lanes, &mut highest, empty);
                gone += more;
                rest &= under;
                if under != 0 {
                    break under;
                }
            }
            if dealt == self.rows {
                self.finished::<LINE>(gone);
                return (gone - before, !below(rest));
            }
            if LINE {
                self.path.push(Action::Deal);
            }
            gone += self.deal(&mut lanes, &mut highest, dealt);
            dealt += 1;
        };
        let place = self.place(lanes, under, dealt);
        if let Some(fact) = self.recall(&place, self.best - gone) {
            return (gone - before + i32::from(fact.most), !below(rest) | fact.looked);
        }
        let mut most = 0;
        let mut looked = FIRST | !below(rest);
        let path = self.path.len();
        let mut empty = empty(lanes);
        if dealt == self.rows {
            // Nothing is dealt any more: one empty column is as good as another.
            empty &= empty.wrapping_neg();
        }
        for from in 0..4 {
            if under >> (16 * from) & 0xffff == 0 {
                continue;
            }
            let place = top_place(lanes, from);
            let top = self.card(from, place);
            let suit = top >> 8;
            let mut free = empty;
            while free != 0 {
                let to = free.trailing_zeros() / 16;
                free &= free - 1;
                let (mut lanes, mut highest) = (lanes ^ 1 << (16 * from + place) | 2 << (16 * to), highest);
                let moved = top & !3 | to as Card;
                highest = highest & !(0xff << suit) | Highest::from(moved & 0xff) << suit;
                let was = std::mem::replace(&mut self.cards[(16 * to + 1) as usize & 63], moved);
                let gone_now = gone + self.show(&mut lanes, &mut highest, from);
                if LINE {
                    self.path.truncate(path);
                    self.path.push(Action::Move(Column::ALL[from as usize], Column::ALL[to as usize]));
                }
                let (then, looked_then) = self.search::<LINE>(lanes, highest, dealt, gone_now);
                self.cards[(16 * to + 1) as usize & 63] = was;
                if self.best >= self.bound {
                    return (0, 0);
                }
                most = most.max(gone_now - gone + then);
                looked |= looked_then;
            }
        }
        if LINE {
            self.path.truncate(path);
        }
        if dealt < self.rows {
            if LINE {
                self.path.push(Action::Deal);
            }
            let gone_now = gone + self.deal(&mut lanes, &mut highest, dealt);
            let (then, looked_then) = self.search::<LINE>(lanes, highest, dealt + 1, gone_now);
            if self.best >= self.bound {
                return (0, 0);
            }
            most = most.max(gone_now - gone + then);
            looked |= looked_then;
        } else {
            self.finished::<LINE>(gone);
        }
        self.remember(&place, looked, most as u8);
        (gone - before + most, looked)
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

fn card(key: u8, column: usize) -> Card {
    Card::from(key >> 4) << 11 | Card::from((key & 15) + 1) << 2 | column as Card
}

/// A card in a byte.
#[inline(always)]
fn byte(card: Card) -> u8 {
    (card & 0x3f | card >> 5 & 0xc0) as u8
}
