//! A deal as the search needs it: what the rules let a player do, and what may be done without a second thought.

use games::aces_up::DealWhen;

use super::ghosts::Ghosts;
use super::lanes::{Lanes, MOVED, below, lane, rows_from, top_place};
use super::marks::Marks;
use super::position::{ACE, Key, Known, NONE, Position};

/// Where the cards lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub lanes: Lanes,
    /// The keys of moved cards, one more than they are; 0 where there is none.
    pub moved: u32,
    pub dealt: u8,
    /// Cards discarded since the search began.
    pub gone: u8,
    /// Columns whose top card is not to be discarded before the next deal.
    pub held: u8,
    /// Just dealt.
    pub fresh: bool,
    /// Cards that were held back and have not been worth it yet.
    pub marks: Marks,
    /// Discarded cards that still beat, in the relaxed game.
    pub ghosts: Ghosts,
}

/// What the player may do, a bit for each column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Possible {
    pub beaten: u8,
    pub empty: u8,
    /// Columns from which a move would count.
    pub counted: u8,
    /// Columns whose only card may move.
    pub movers: u8,
}

/// A deal with every card known, by place.
#[derive(Debug)]
pub(super) struct Deal {
    pub known: Known,
    pub cards: [Key; 64],
    /// Where each card was dealt or will be.
    place: [Lanes; 64],
}

#[inline(always)]
pub(super) fn columns(set: u8) -> impl Iterator<Item = u32> {
    (0..4).filter(move |column| set >> column & 1 == 1)
}

/// Which of four cards another one beats. They are compared as bytes of one number, none of which reaches its highest
/// bit: that is free to carry the answers.
#[inline(always)]
pub(super) fn beaten(tops: [Key; 4]) -> u8 {
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

impl Deal {
    /// No deal at all.
    pub fn nothing() -> Self {
        Self { known: Known::nothing(), cards: [NONE; 64], place: [0; 64] }
    }

    /// This deal, and where its cards lie.
    pub fn of(known: &Known, position: &Position) -> (Self, State) {
        let mut deal = Self { known: known.clone(), cards: [NONE; 64], place: [0; 64] };
        let mut state = State {
            lanes: 0,
            moved: 0,
            dealt: position.dealt,
            gone: 0,
            held: 0,
            fresh: true,
            marks: Marks::default(),
            ghosts: Ghosts::default(),
        };
        for column in 0..4 {
            deal.cards[16 * column] = (4 + column as u8) << 4;
            for row in 0..13 {
                let key = deal.known.cards[column][row];
                deal.cards[16 * column + row + 2] = key;
                if key != NONE {
                    deal.place[usize::from(key) & 63] = 1 << (16 * column + row + 2);
                }
            }
            state.lanes |= Lanes::from(position.rows[column]) << (16 * column + 2);
            if position.moved[column] != NONE {
                put(&mut state, column as u32, position.moved[column]);
            }
        }
        (deal, state)
    }

    /// The key of the card at a place.
    #[inline(always)]
    pub fn key(&self, state: &State, column: u32, place: u32) -> Key {
        if place == 1 {
            (state.moved >> (8 * column)) as u8 - 1
        } else {
            self.cards[(16 * column + place) as usize & 63]
        }
    }

    #[inline(always)]
    pub fn top(&self, state: &State, column: u32) -> Key {
        self.key(state, column, top_place(state.lanes, column))
    }

    #[inline(always)]
    pub fn tops(&self, state: &State) -> [Key; 4] {
        [self.top(state, 0), self.top(state, 1), self.top(state, 2), self.top(state, 3)]
    }

    #[inline(always)]
    pub fn can_deal(&self, state: &State) -> bool {
        state.dealt < self.known.rows
    }

    /// Whether every possible discard is made at once.
    #[inline(always)]
    pub fn at_once(&self, state: &State) -> bool {
        self.known.forced || self.known.when == DealWhen::Stuck || !self.can_deal(state)
    }

    /// Whether all lower cards of the suit are gone, and the places that tell.
    pub fn useless(&self, state: &State, key: Key) -> Option<Lanes> {
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
    pub fn settle(&self, state: &mut State) -> (Lanes, Option<u32>) {
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
                    if state.marks.is_on_top(state.lanes, column) {
                        return (looked, Some(column));
                    }
                    state.marks.credit(tops, column, state.lanes);
                    take(state, column);
                    state.gone += 1;
                }
            }
            if state.gone == before
                && self.known.fills_any
                && (0..4).any(|column| lane(state.lanes, column) == 0)
            {
                let (why, alive) = self.move_and_discard(state, tops);
                looked |= why;
                if alive.is_some() {
                    return (looked, alive);
                }
            }
            if state.gone == before {
                return (looked, None);
            }
        }
    }

    /// With an empty column: cards that lie straight on a higher one of their suit.
    pub fn move_and_discard(&self, state: &mut State, tops: [Key; 4]) -> (Lanes, Option<u32>) {
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
                let looked = why | !below(second) & 0xffff << (16 * column);
                if state.marks.is_on_top(state.lanes, column) {
                    return (looked, Some(column));
                }
                take(state, column);
                state.marks.clear_top(state.lanes, column);
                state.gone += 1;
                return (looked, None);
            }
        }
        (0, None)
    }

    /// Before a deal: marks every card that could go.
    pub fn mark_held(&self, state: &mut State) {
        let tops = self.tops(state);
        for column in columns(beaten(tops)) {
            state.marks.set_top(state.lanes, column);
        }
        if self.known.fills_any && (0..4).any(|column| lane(state.lanes, column) == 0) {
            let second = state.lanes & below(state.lanes);
            for column in (0..4).filter(|&column| lane(second, column) != 0) {
                let (top, beneath) =
                    (tops[column as usize], self.key(state, column, top_place(second, column)));
                if beneath > top && beneath ^ top < 16 {
                    state.marks.set_top(state.lanes, column);
                }
            }
        }
    }

    #[inline(always)]
    pub fn possible(&self, state: &State) -> Possible {
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
}

/// Takes the top card of a column away.
#[inline(always)]
pub(super) fn take(state: &mut State, column: u32) {
    let place = top_place(state.lanes, column);
    state.lanes &= !(1 << (16 * column + place));
    state.held &= !(1 << column);
    state.marks.0 &= state.lanes;
    if place == 1 {
        state.moved &= !(0xff << (8 * column));
    }
}

/// Puts a card into an empty column.
#[inline(always)]
pub(super) fn put(state: &mut State, column: u32, key: Key) {
    state.lanes |= 2 << (16 * column);
    state.moved |= (u32::from(key) + 1) << (8 * column);
}

/// Every way in which lone cards that may move can be spread over their columns and the empty ones. One empty
/// column is enough to reach each of them: three moves by way of it exchange any two cards.
pub(super) struct Arranged {
    ways: [State; 24],
    number: usize,
}

impl Arranged {
    /// The first has the cards in order of their keys.
    pub fn of(deal: &Deal, state: &State, possible: Possible) -> Self {
        let mut arranged = Self { ways: [*state; 24], number: 1 };
        let slots = possible.movers | possible.empty;
        let mut cards = [NONE; 4];
        let mut marked = 0_u64;
        for (place, column) in columns(possible.movers).enumerate() {
            cards[place] = deal.top(state, column);
            if state.marks.is_on_top(state.lanes, column) {
                marked |= 1 << cards[place];
            }
        }
        cards.sort_unstable();
        let bare = &mut arranged.ways[0];
        for column in columns(slots) {
            bare.lanes &= !(0xffff << (16 * column));
            bare.marks.0 &= bare.lanes;
            bare.moved &= !(0xff << (8 * column));
        }
        for &card in cards.iter().filter(|&&card| card != NONE) {
            let before = arranged.ways;
            let mut number = 0;
            for before in &before[..arranged.number] {
                for column in columns(slots).filter(|&column| lane(before.lanes, column) == 0) {
                    arranged.ways[number] = *before;
                    put(&mut arranged.ways[number], column, card);
                    if marked >> card & 1 == 1 {
                        arranged.ways[number].marks.0 |= 2 << (16 * column);
                    }
                    number += 1;
                }
            }
            arranged.number = number;
        }
        arranged
    }

    pub fn first(&self) -> State {
        self.ways[0]
    }

    pub fn all(&self) -> &[State] {
        &self.ways[..self.number]
    }
}
