//! The relaxed game, which bounds what can be reached where discards may be held back.
//!
//! Here a discarded card stays as a ghost: it covers nothing, and beats whatever it would beat if it still lay there.
//! While a column is empty, a ghost that lies open also lies in every empty column, for the card could have moved
//! there. So nothing is lost by a discard, every discard is made at once, and what is left to choose are moves and deals.
//!
//! It bounds the game itself. Play any line of the game in the relaxed game too, but discard each card as soon as that
//! is possible, and leave out what the line does with it later. Then the cards of the relaxed game always are some of
//! the line's, in the same order, and each missing one is a ghost in its place: whatever a card of the line beats, the
//! card or its ghost beats, for what covers it is not more than in the line. An empty column of the line is empty,
//! and a card that may move may move, alone in its column or not: where lone cards stay, one that lies on a ghost moves.
//! So the relaxed game discards at least as much.
//!
//! By the same argument more ghosts never make less possible, and what was reached without one is reached with it.

use super::deal::{Deal, Possible, State, columns};
use super::facts::Extra;
use super::lanes::{FIRST, Lanes, below, empty, lane, top_place};
use super::position::{ACE, Key};

/// Discarded cards that still beat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ghosts {
    /// By the place where they were dealt.
    places: Lanes,
    /// Under all cards of a column: the highest of each suit, four bits each, one more than its height.
    bottoms: u64,
}

/// A set of cards, a bit for each key.
type Cards = u64;

#[inline(always)]
fn beats(cards: Cards, key: Key) -> bool {
    lane(cards, u32::from(key) >> 4) >> (key & 15) > 1
}

impl Extra for Ghosts {
    /// More ghosts never make less possible.
    #[inline(always)]
    fn bounds(&self, other: &Self, looked: Lanes) -> bool {
        const HALF: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        const CARRY: u64 = 0x8080_8080_8080_8080;
        let bottoms = other.bottoms & ((looked >> 1 & FIRST) * 0xffff);
        let even = (self.bottoms & HALF | CARRY) - (bottoms & HALF);
        let odd = (self.bottoms >> 4 & HALF | CARRY) - (bottoms >> 4 & HALF);
        other.places & looked & !self.places == 0 && even & odd & CARRY == CARRY
    }
}

impl Ghosts {
    /// Forgets the places of ghosts under the cards of a column, or in an empty one.
    fn forget_below(&mut self, lanes: Lanes, column: u32) {
        self.places &= !under(lanes, column);
    }

    /// The ghosts under all cards of a column.
    #[inline(always)]
    fn bottom(&self, column: u32) -> Cards {
        let heights = lane(self.bottoms, column);
        (0..4).fold(0, |cards, suit| cards | 1 << (heights >> (4 * suit) & 15) >> 1 << (16 * suit))
    }

    /// Lays the highest of these under all cards of a column.
    #[inline(always)]
    fn set_bottom(&mut self, column: u32, cards: Cards) {
        let heights = (0..4).fold(0, |heights, suit| {
            heights | u64::from(32 - lane(cards, suit).leading_zeros()) << (4 * suit)
        });
        self.bottoms = self.bottoms & !(0xffff << (16 * column)) | heights << (16 * column);
    }
}

/// The places under the top card of a column; all of an empty one.
#[inline(always)]
fn under(lanes: Lanes, column: u32) -> Lanes {
    let all = 0xffff << (16 * column);
    if lane(lanes, column) == 0 { all } else { below(lanes) & all }
}

impl Deal {
    #[inline(always)]
    fn ghosts_at(&self, mut places: Lanes) -> Cards {
        let mut cards = 0;
        while places != 0 {
            cards |= 1 << (self.cards[places.trailing_zeros() as usize & 63] & 63);
            places &= places - 1;
        }
        cards
    }

    /// The empty columns, and those whose only card may move.
    #[inline(always)]
    fn empty_and_movers(&self, state: &State) -> (u8, u8) {
        if empty(state.lanes) == 0 {
            return (0, 0);
        }
        let (mut empty, mut movers) = (0, 0);
        for column in 0..4 {
            let cards = lane(state.lanes, column);
            if cards == 0 {
                empty |= 1 << column;
            } else if cards.is_power_of_two()
                && (self.known.lone_moves
                    || lane(state.ghosts.places, column) & (cards - 1) != 0
                    || lane(state.ghosts.bottoms, column) != 0)
                && (self.known.fills_any || self.top(state, column) & 15 == ACE)
            {
                movers |= 1 << column;
            }
        }
        (empty, movers)
    }

    /// The ghosts that lie open or can be laid open by moving lone cards.
    #[inline(always)]
    fn open_ghosts(&self, state: &State, free: u8) -> Cards {
        let mut open = state.ghosts.places & !(below(state.lanes) | state.lanes);
        let mut bottoms = 0;
        for column in columns(free) {
            open |= state.ghosts.places & 0xffff << (16 * column);
            bottoms |= state.ghosts.bottom(column);
        }
        bottoms | self.ghosts_at(open)
    }

    /// Discards the top card of a column.
    #[inline(always)]
    fn give_up_ghost(&self, state: &mut State, column: u32) {
        let place = top_place(state.lanes, column);
        let bit = 1 << (16 * column + place);
        state.lanes ^= bit;
        state.gone += 1;
        if place == 1 {
            let key = (state.moved >> (8 * column)) as u8 - 1;
            state.moved &= !(0xff << (8 * column));
            state.ghosts.set_bottom(column, state.ghosts.bottom(column) | 1 << (key & 63));
        } else {
            state.ghosts.places |= bit;
        }
    }

    /// Makes all discards. Returns what was looked at.
    pub fn settle_relaxed(&self, state: &mut State) -> Lanes {
        let mut looked = 0;
        loop {
            let before = state.gone;
            looked |= !below(state.lanes);
            let (empty, movers) = self.empty_and_movers(state);
            let ghosts = self.open_ghosts(state, empty | movers);
            let tops = self.tops(state);
            let open = tops.into_iter().filter(|top| top >> 4 < 4).fold(ghosts, |open, top| open | 1 << top);
            for column in 0..4 {
                let top = tops[column as usize];
                if top >> 4 < 4 && beats(open, top) {
                    self.give_up_ghost(state, column);
                }
            }
            let second = state.lanes & below(state.lanes);
            if empty != 0 {
                looked |= !below(second);
            }
            if state.gone != before {
                continue;
            }
            if empty == 0 {
                return looked;
            }
            if self.known.fills_any {
                self.move_and_discard_relaxed(state, tops, second);
            }
            if state.gone == before {
                self.spread_ghosts(state, empty, movers, ghosts);
                return looked;
            }
        }
    }

    /// Cards that lie straight on a higher one of their suit.
    #[inline(always)]
    fn move_and_discard_relaxed(&self, state: &mut State, tops: [Key; 4], second: Lanes) {
        for column in (0..4).filter(|&column| lane(second, column) != 0) {
            let top = tops[column as usize];
            let place = 16 * column + top_place(second, column);
            let gap = below(state.lanes) & 0xffff << (16 * column) & !((2 << place) - 1);
            let beneath = self.key(state, column, place & 15);
            if beats(self.ghosts_at(state.ghosts.places & gap) | 1 << beneath, top) {
                self.give_up_ghost(state, column);
            }
        }
    }

    /// Where ghosts may lie when cards are moved next.
    #[inline(always)]
    fn spread_ghosts(&self, state: &mut State, empty: u8, movers: u8, open: Cards) {
        for column in columns(empty | movers) {
            if self.known.fills_any {
                state.ghosts.set_bottom(column, open);
            } else {
                // Ghosts cannot move, for no ace is one.
                let here = self.ghosts_at(state.ghosts.places & under(state.lanes, column));
                state.ghosts.set_bottom(column, state.ghosts.bottom(column) | here);
            }
            state.ghosts.forget_below(state.lanes, column);
        }
    }

    /// What the player may do in the relaxed game.
    #[inline(always)]
    pub fn possible_relaxed(&self, state: &State) -> Possible {
        let (_, movers) = self.empty_and_movers(state);
        Possible { beaten: 0, movers, ..self.possible(state) }
    }
}
