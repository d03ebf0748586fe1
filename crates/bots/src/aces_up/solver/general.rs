//! The search for all rules.
//!
//! What is assumed, and why it may be:
//! - A card that lies open stays open until the next deal, for cards move into empty columns only. So once nothing
//!   is left to deal every discard is made at once: the card that beats another stays open, or falls to a still higher
//!   one, and beats all that the other could have beaten. With `deal_when = stuck` too: no deal is
//!   possible before the discard is made.
//! - A card is useless when no lower one of its suit is left: it never beats any. With `deal_when = any-time` and
//!   `lone_card_moves = true` a useless card that can go goes at once: every line of the position with it can be played
//!   without it, leaving out what is done with the card itself; what lay alone with it in its column then lies
//!   alone, and may move all the same.
//! - With a column empty and `fill = any`, a card that lies straight on a higher one of its suit can go: it moves,
//!   and the higher card beats it. It goes at once if it is useless as above, and also where every discard is made at
//!   once. `forced.rs` has the proof; lone cards change nothing in it, for the column without the card is alone
//!   sooner, not later. Nor does `deal_when = stuck`: while the card lies on another no deal is possible
//!   before all columns are filled, and then the position without it allows the same deal. `auto` is left out:
//!   it may deal where the player had still wanted to put lone cards elsewhere.
//! - Moves of lone cards lead to and fro between positions, so they are not searched one by one: what matters is
//!   where those cards lie when the next deal covers them. See `arrangements`.
//! - Four aces always remain: nothing beats them.

use games::aces_up::DealWhen;

use super::facts::{Face, Facts};
use super::lanes::{FIRST, Lanes, MOVED, below, lane, rows_from, top_place, with_dealt};
use super::position::{ACE, Key, Known, NONE, Position};

/// Where the cards lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    lanes: Lanes,
    /// The keys of moved cards, one more than they are; 0 where there is none.
    moved: u32,
    dealt: u8,
    /// Cards discarded since the search began.
    gone: u8,
    /// Columns whose top card is not to be discarded before the next deal.
    held: u8,
    /// Just dealt.
    fresh: bool,
}

/// What the player may do, a bit for each column.
#[derive(Clone, Copy, Debug)]
struct Possible {
    beaten: u8,
    empty: u8,
    /// Columns from which a move would count.
    counted: u8,
    /// Columns whose only card may move.
    movers: u8,
}

/// The memory did not suffice.
struct Full;

/// What can still be discarded at most, or a bound that is not enough anyway, and what was looked at for that.
type Found = Result<(u8, Lanes), Full>;

/// Searches one deal after another in the same memory.
#[derive(Debug)]
pub(super) struct General {
    known: Known,
    cards: [[Key; 16]; 4],
    /// Where each card was dealt or will be.
    place: [Lanes; 64],
    facts: Facts,
    /// The best number of discards so far; only more is of interest.
    best: i32,
    /// The number of discards at which the search stops.
    bound: i32,
    /// The most that any finished line discarded; below zero as long as there is none.
    reached: i32,
    /// Positions to be searched, for all those on the path.
    next: Vec<State>,
    path: Vec<State>,
    best_path: Vec<State>,
}

fn columns(set: u8) -> impl Iterator<Item = u32> {
    (0..4).filter(move |column| set >> column & 1 == 1)
}

/// Which of four cards another one beats. They are compared as bytes of one number, none of which reaches its highest
/// bit: that is free to carry the answers.
fn beaten(tops: [Key; 4]) -> u8 {
    const SUIT: u32 = 0x7070_7070;
    const ANSWER: u32 = 0x8080_8080;
    let tops = u32::from_le_bytes(tops);
    let mut beaten = 0;
    for turn in [8, 16, 24] {
        let others = tops.rotate_right(turn);
        let higher = (others | ANSWER) - (tops + 0x0101_0101);
        let other_suit = ((tops ^ others) & SUIT) + SUIT;
        beaten |= higher & !other_suit;
    }
    ((((beaten & ANSWER) >> 7).wrapping_mul(0x0102_0408) >> 24) & 15) as u8
}

impl General {
    /// A solver with at most this number of bytes.
    pub fn new(memory: usize) -> Self {
        Self {
            known: Known::nothing(),
            cards: [[NONE; 16]; 4],
            place: [0; 64],
            facts: Facts::new(memory),
            best: -1,
            bound: 0,
            reached: -1,
            next: Vec::new(),
            path: Vec::new(),
            best_path: Vec::new(),
        }
    }

    /// The most cards that can still be discarded, or none if the memory does not suffice to tell.
    pub fn most(&mut self, known: &Known, position: &Position) -> Option<i32> {
        self.known.clone_from(known);
        self.facts.clear();
        self.next.clear();
        self.path.clear();
        self.best_path.clear();
        self.reached = -1;
        let state = self.begin(position);
        let cards = state.lanes.count_ones() as usize + 4 * usize::from(known.rows - position.dealt);
        self.bound = (cards - known.unbeatable(position).iter().flatten().count()) as i32;
        // Every fact that is used tells of no more than what it takes to reach the bound, and is exact.
        self.best = self.bound - 1;
        let (most, _) = self.search(state).ok()?;
        Some(if self.best >= self.bound { self.bound } else { most.into() })
    }

    /// The most that was really reached, the positions on the way being remembered.
    pub fn reached(&self) -> i32 {
        self.reached.max(0)
    }

    /// Finds a way to what is known to be the most.
    pub fn reach(&mut self, most: i32, position: &Position) {
        if self.reached < most {
            self.next.clear();
            let state = self.begin(position);
            (self.best, self.bound) = (most - 1, most);
            self.facts.be_patient();
            let _ = self.search(state);
        }
    }

    fn begin(&mut self, position: &Position) -> State {
        self.place = [0; 64];
        let mut state = State { lanes: 0, moved: 0, dealt: position.dealt, gone: 0, held: 0, fresh: true };
        for column in 0..4 {
            self.cards[column][0] = (4 + column as u8) << 4;
            for row in 0..13 {
                let key = self.known.cards[column][row];
                self.cards[column][row + 2] = key;
                if key != NONE {
                    self.place[usize::from(key) & 63] = 1 << (16 * column + row + 2);
                }
            }
            state.lanes |= Lanes::from(position.rows[column]) << (16 * column + 2);
            if position.moved[column] != NONE {
                put(&mut state, column as u32, position.moved[column]);
            }
        }
        state
    }

    /// The positions on the way to the best end that was found.
    pub fn way(&self) -> impl Iterator<Item = Position> {
        self.best_path.iter().map(|state| Position {
            rows: [0, 1, 2, 3].map(|column| (lane(state.lanes, column) >> 2) as u16),
            moved: state.moved.to_le_bytes().map(|byte| byte.wrapping_sub(1)),
            dealt: state.dealt,
        })
    }

    /// The key of the card at a place.
    fn key(&self, state: &State, column: u32, place: u32) -> Key {
        if place == 1 {
            (state.moved >> (8 * column)) as u8 - 1
        } else {
            self.cards[column as usize & 3][place as usize & 15]
        }
    }

    fn top(&self, state: &State, column: u32) -> Key {
        self.key(state, column, top_place(state.lanes, column))
    }

    fn tops(&self, state: &State) -> [Key; 4] {
        [0, 1, 2, 3].map(|column| self.top(state, column))
    }

    fn can_deal(&self, state: &State) -> bool {
        state.dealt < self.known.rows
    }

    /// Whether every possible discard is made at once.
    fn at_once(&self, state: &State) -> bool {
        self.known.forced || self.known.when == DealWhen::Stuck || !self.can_deal(state)
    }

    /// Whether all lower cards of the suit are gone, and the places that tell.
    fn useless(&self, state: &State, key: Key) -> Option<Lanes> {
        if !self.known.lone_moves || self.known.when != DealWhen::AnyTime {
            return None;
        }
        let lower = key & 0x30..key;
        let places = lower.clone().fold(0, |places, key| places | self.place[usize::from(key) & 63]);
        if places & (state.lanes | rows_from(state.dealt)) != 0 {
            return None;
        }
        if lower.is_empty() {
            return Some(0);
        }
        let moved = state.moved.to_le_bytes();
        let left = moved.iter().any(|&byte| byte != 0 && lower.contains(&(byte - 1)));
        (!left).then_some(places | MOVED)
    }

    /// Makes all discards that may be made without a second thought. Returns what was looked at.
    fn settle(&self, state: &mut State) -> Lanes {
        let mut looked = 0;
        loop {
            let tops = self.tops(state);
            looked |= !below(state.lanes);
            let before = state.gone;
            for column in columns(beaten(tops)) {
                let why =
                    if self.at_once(state) { Some(0) } else { self.useless(state, tops[column as usize]) };
                if let Some(why) = why {
                    looked |= why;
                    take(state, column);
                    state.gone += 1;
                }
            }
            if state.gone == before
                && self.known.fills_any
                && (0..4).any(|column| lane(state.lanes, column) == 0)
            {
                looked |= self.move_and_discard(state, tops);
            }
            if state.gone == before {
                return looked;
            }
        }
    }

    /// With an empty column: cards that lie straight on a higher one of their suit.
    fn move_and_discard(&self, state: &mut State, tops: [Key; 4]) -> Lanes {
        let under = below(state.lanes);
        let second = state.lanes & under;
        let at_once = self.at_once(state) && (self.known.when != DealWhen::Auto || !self.can_deal(state));
        for column in 0..4 {
            let (top, beneath) = (tops[column as usize], self.key(state, column, top_place(second, column)));
            if lane(second, column) == 0 || beneath < top || beneath ^ top > 15 {
                continue;
            }
            let why = if at_once { Some(0) } else { self.useless(state, top) };
            if let Some(why) = why {
                take(state, column);
                state.gone += 1;
                return why | !below(second) & 0xffff << (16 * column);
            }
        }
        0
    }

    fn possible(&self, state: &State) -> Possible {
        let tops = self.tops(state);
        let [mut empty, mut lone, mut fillers] = [0; 3];
        for column in 0..4 {
            let lane = lane(state.lanes, column);
            let fills = lane != 0 && (self.known.fills_any || tops[column as usize] & 15 == ACE);
            empty |= u8::from(lane == 0) << column;
            lone |= u8::from(lane.is_power_of_two()) << column;
            fillers |= u8::from(fills) << column;
        }
        if empty == 0 {
            fillers = 0;
        }
        let movers = if self.known.lone_moves { fillers & lone } else { 0 };
        Possible { beaten: beaten(tops), empty, counted: fillers & !lone, movers }
    }

    fn search(&mut self, start: State) -> Found {
        self.path.push(start);
        let found = self.search_from(start);
        self.path.pop();
        found
    }

    fn search_from(&mut self, start: State) -> Found {
        let mut state = start;
        let mut looked = self.settle(&mut state);
        state.fresh = false;
        let possible = self.possible(&state);
        if possible.empty != 0 {
            // Whether a card lies alone was looked at.
            looked |= !below(state.lanes & below(state.lanes));
        }
        let gone = state.gone - start.gone;
        let stuck = possible.beaten == 0 && possible.counted == 0;
        if stuck && !self.can_deal(&state) {
            self.finished(state);
            return Ok((gone, looked));
        }
        // Where nothing is dealt for the player one order of the movable lone cards stands for all.
        let freely = self.known.when != DealWhen::Auto;
        let mut arranged = None;
        if possible.movers != 0 && (freely || !stuck) {
            let ways = Arranged::of(self, &state, possible);
            if freely {
                state = ways.first();
            }
            arranged = Some(ways);
        }
        // Between deals, and without an empty column, no two ways lead to the same position.
        let remember = possible.empty != 0 || start.fresh || !freely;
        let face = Face { lanes: with_dealt(state.lanes, state.dealt.into()), moved: state.moved };
        if remember {
            state.held = 0;
            let enough = self.best - i32::from(state.gone);
            if let Some((most, why)) = self.facts.find(face, state.dealt, enough) {
                return Ok((gone + most, looked | why));
            }
        }
        if remember && self.facts.is_enough() {
            return Err(Full);
        }
        let mut most = 0;
        let arranged = arranged.as_ref().map_or(std::slice::from_ref(&state), Arranged::all);
        let first = self.next.len();
        self.find_next(&state, possible, arranged, stuck);
        for next in first..self.next.len() {
            let after = self.next[next];
            let (then, looked_then) = self.search(after)?;
            if self.best >= self.bound {
                return Ok((0, 0));
            }
            most = most.max(after.gone - state.gone + then);
            looked |= looked_then;
        }
        self.next.truncate(first);
        if remember {
            self.facts.add(face, state.dealt, looked, most);
        }
        Ok((gone + most, looked))
    }

    /// Notes every position that one action leads to, lone cards having been put wherever it helps before it.
    fn find_next(&mut self, state: &State, possible: Possible, arranged: &[State], stuck: bool) {
        let freely = self.known.when != DealWhen::Auto;
        let may_deal = self.can_deal(state) && (stuck || self.known.when != DealWhen::Stuck);
        // While a column is empty lone cards can still be put anywhere after a discard, but a move that fills the
        // last one leaves them where they are.
        let stay = if freely { std::slice::from_ref(state) } else { arranged };
        if possible.beaten != 0 {
            for before in stay {
                let mut held = before.held;
                for column in columns(beaten(self.tops(before)) & !before.held) {
                    let mut after = *before;
                    take(&mut after, column);
                    after.gone += 1;
                    if possible.empty == 0 && freely {
                        after.held = held;
                        held |= 1 << column;
                    }
                    self.next.push(after);
                }
            }
        }
        let stay = if possible.empty.is_power_of_two() { arranged } else { stay };
        for before in stay {
            for from in columns(possible.counted) {
                for to in (0..4).filter(|&to| lane(before.lanes, to) == 0) {
                    let mut after = *before;
                    let key = self.top(&after, from);
                    take(&mut after, from);
                    put(&mut after, to, key);
                    self.next.push(after);
                }
            }
        }
        if may_deal {
            for before in arranged {
                let mut after = *before;
                after.lanes |= FIRST << (after.dealt + 2);
                after.dealt += 1;
                (after.held, after.fresh) = (0, true);
                self.next.push(after);
            }
        }
    }

    fn finished(&mut self, state: State) {
        let gone = i32::from(state.gone);
        self.best = self.best.max(gone);
        if gone > self.reached {
            self.reached = gone;
            self.best_path.clone_from(&self.path);
            self.best_path.push(state);
        }
    }
}

/// Takes the top card of a column away.
fn take(state: &mut State, column: u32) {
    let place = top_place(state.lanes, column);
    state.lanes &= !(1 << (16 * column + place));
    state.held &= !(1 << column);
    if place == 1 {
        state.moved &= !(0xff << (8 * column));
    }
}

/// Puts a card into an empty column.
fn put(state: &mut State, column: u32, key: Key) {
    state.lanes |= 2 << (16 * column);
    state.moved |= (u32::from(key) + 1) << (8 * column);
}

/// Every way in which lone cards that may move can be spread over their columns and the empty ones. One empty
/// column is enough to reach each of them: three moves by way of it exchange any two cards.
struct Arranged {
    ways: [State; 24],
    number: usize,
}

impl Arranged {
    /// The first has the cards in order of their keys.
    fn of(search: &General, state: &State, possible: Possible) -> Self {
        let mut arranged = Self { ways: [*state; 24], number: 1 };
        let slots = possible.movers | possible.empty;
        let mut cards = [NONE; 4];
        for (place, column) in columns(possible.movers).enumerate() {
            cards[place] = search.top(state, column);
        }
        cards.sort_unstable();
        let bare = &mut arranged.ways[0];
        for column in columns(slots) {
            bare.lanes &= !(0xffff << (16 * column));
            bare.moved &= !(0xff << (8 * column));
        }
        for &card in cards.iter().filter(|&&card| card != NONE) {
            let before = arranged.ways;
            let mut number = 0;
            for before in &before[..arranged.number] {
                for column in columns(slots).filter(|&column| lane(before.lanes, column) == 0) {
                    arranged.ways[number] = *before;
                    put(&mut arranged.ways[number], column, card);
                    number += 1;
                }
            }
            arranged.number = number;
        }
        arranged
    }

    fn first(&self) -> State {
        self.ways[0]
    }

    fn all(&self) -> &[State] {
        &self.ways[..self.number]
    }
}
