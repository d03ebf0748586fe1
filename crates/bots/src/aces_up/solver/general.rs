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
//! - Discarding at once is tried first: what it reaches is what the search has to surpass. A discard is held back only
//!   where that is worth it (`marks`), and only if the relaxed game (`ghosts`) can surpass what was reached.
//! - Moves of lone cards lead to and fro between positions, so they are not searched one by one: what matters is
//!   where those cards lie when the next deal covers them. See `Arranged`.
//! - Four aces always remain: nothing beats them.

use games::aces_up::DealWhen;

use super::deal::{Arranged, Deal, Possible, State, beaten, columns, put, take};
use super::facts::{Face, Facts};
use super::ghosts::Ghosts;
use super::lanes::{FIRST, Lanes, below, lane, with_dealt};
use super::marks::Marks;
use super::position::{Known, Position};

/// The memory did not suffice.
struct Full;

/// What can still be discarded at most, or a bound that is not enough anyway, and why.
type Found = Result<(u8, Why), Full>;

/// What a result depends on.
#[derive(Clone, Copy, Debug, Default)]
struct Why {
    /// The places that were looked at.
    looked: Lanes,
    /// The marks that ruled something out.
    marks: Lanes,
}

impl Why {
    fn looked(looked: Lanes) -> Self {
        Self { looked, marks: 0 }
    }

    fn and(self, other: Self) -> Self {
        Self { looked: self.looked | other.looked, marks: self.marks | other.marks }
    }
}

/// Where the mark of a moved card was and where it is.
#[derive(Clone, Copy, Debug, Default)]
struct Moved {
    from: Lanes,
    to: Lanes,
}

impl Moved {
    /// Marks after the move as they were before it.
    fn back(self, marks: Lanes) -> Lanes {
        if marks & self.to == 0 { marks } else { marks & !self.to | self.from }
    }
}

/// A search gives up after this many times the number of facts that fit into memory. The relaxed game may take longer:
/// without its bounds the search would not get far.
const PATIENCE: usize = 5;

/// Searches one deal after another in the same memory.
#[derive(Debug)]
pub(super) struct General {
    deal: Deal,
    facts: Facts<Marks>,
    /// What was found out about the relaxed game.
    relaxed: Facts<Ghosts>,
    /// The best number of discards so far; only more is of interest.
    best: i32,
    /// The number of discards at which the search stops.
    bound: i32,
    /// The most that any finished line discarded; below zero as long as there is none.
    reached: i32,
    /// Whether discards may be held back: then the relaxed game says where it is of no use.
    bounding: bool,
    /// Positions to be searched, for all those on the path.
    next: Vec<(State, Moved)>,
    path: Vec<State>,
    best_path: Vec<State>,
}

impl General {
    /// A solver with at most this number of bytes.
    pub fn new(memory: usize) -> Self {
        Self {
            deal: Deal::nothing(),
            facts: Facts::new(memory / 2),
            relaxed: Facts::new(memory / 2),
            best: -1,
            bound: 0,
            reached: -1,
            bounding: false,
            next: Vec::new(),
            path: Vec::new(),
            best_path: Vec::new(),
        }
    }

    /// The most cards that can still be discarded, or none if the memory does not suffice to tell. If that is no more
    /// than `enough` it may be any number up to it.
    pub fn most(&mut self, known: &Known, position: &Position, enough: i32) -> Option<i32> {
        let (deal, state) = Deal::of(known, position);
        self.deal = deal;
        self.path.clear();
        self.best_path.clear();
        (self.reached, self.bounding) = (-1, false);
        let cards = state.lanes.count_ones() as usize + 4 * usize::from(known.rows - position.dealt);
        let bound = (cards - known.unbeatable(position).iter().flatten().count()) as i32;
        // What can be reached by discarding at once is found quickly, and often it is all.
        self.deal.known.forced = known.forced || known.when != DealWhen::Stuck;
        let least = self.exact(state, bound).ok()?;
        if known.forced == self.deal.known.forced || least == bound || bound <= enough {
            return Some(least);
        }
        self.deal.known.forced = false;
        self.facts.clear();
        self.relaxed.clear();
        self.next.clear();
        (self.best, self.bound, self.bounding) = (least.max(enough), bound, true);
        let searched = self.search::<false>(state);
        let most = self.best;
        // Where more was found the way there is known; else discarding at once is the way.
        self.deal.known.forced = true;
        if searched.is_err() {
            self.reach(least, position);
            return None;
        }
        Some(most)
    }

    /// The most cards that can still be discarded where every discard is made at once.
    fn exact(&mut self, state: State, bound: i32) -> Result<i32, Full> {
        self.facts.clear();
        self.next.clear();
        // Every fact that is used tells of no more than what it takes to reach the bound, and is exact.
        (self.best, self.bound) = (bound - 1, bound);
        let (most, _) = self.search::<false>(state)?;
        Ok(if self.best >= bound { bound } else { most.into() })
    }

    /// The most that was really reached, the positions on the way being remembered.
    pub fn reached(&self) -> i32 {
        self.reached.max(0)
    }

    /// Finds a way to what is known to be the most.
    pub fn reach(&mut self, most: i32, position: &Position) {
        if self.reached < most {
            self.next.clear();
            let (_, state) = Deal::of(&self.deal.known, position);
            (self.best, self.bound, self.bounding) = (most - 1, most, false);
            self.facts.clear();
            let _ = self.search::<false>(state);
        }
    }

    /// The positions on the way to the best end that was found.
    pub fn way(&self) -> impl Iterator<Item = Position> {
        self.best_path.iter().map(|state| Position {
            rows: [0, 1, 2, 3].map(|column| (lane(state.lanes, column) >> 2) as u16),
            moved: state.moved.to_le_bytes().map(|byte| byte.wrapping_sub(1)),
            dealt: state.dealt,
        })
    }

    /// A bound on what can be discarded from here, if the relaxed game shows that it is not more than `enough`.
    fn bound(&mut self, state: &State, enough: i32) -> Option<(u8, Why)> {
        let aim = (self.best, self.bound);
        (self.best, self.bound) = (enough, enough + 1);
        let next = self.next.len();
        let found = self.search::<true>(State { gone: 0, marks: Marks::default(), ..*state });
        let reached = self.best > enough;
        self.next.truncate(next);
        (self.best, self.bound) = aim;
        found.ok().filter(|_| !reached)
    }

    fn search<const RELAXED: bool>(&mut self, start: State) -> Found {
        if RELAXED {
            return self.search_from::<true>(start);
        }
        self.path.push(start);
        let found = self.search_from::<false>(start);
        self.path.pop();
        found
    }

    fn search_from<const RELAXED: bool>(&mut self, start: State) -> Found {
        let mut state = start;
        let (looked, dead) =
            if RELAXED { (self.deal.settle_relaxed(&mut state), None) } else { self.deal.settle(&mut state) };
        let mut why = Why::looked(looked);
        if let Some(column) = dead {
            why.marks = state.marks.on_top(state.lanes, column).0;
            return Ok((0, why));
        }
        state.fresh = false;
        let possible = if RELAXED { self.deal.possible_relaxed(&state) } else { self.deal.possible(&state) };
        if possible.empty != 0 {
            // Whether a card lies alone was looked at.
            why.looked |= !below(state.lanes & below(state.lanes));
        }
        let gone = state.gone - start.gone;
        let stuck = possible.beaten == 0 && possible.counted == 0;
        if stuck && !self.deal.can_deal(&state) {
            if RELAXED {
                self.best = self.best.max(state.gone.into());
            } else {
                self.finished(state);
            }
            return Ok((gone, why));
        }
        // Where nothing is dealt for the player one order of the movable lone cards stands for all.
        let freely = RELAXED || self.deal.known.when != DealWhen::Auto;
        let mut arranged = None;
        let mut lone_marks = 0;
        let slots = columns(possible.movers | possible.empty)
            .fold(0, |slots, column| slots | 0xffff << (16 * column));
        if possible.movers != 0 && (freely || !stuck) {
            let ways = Arranged::of(&self.deal, &state, possible);
            lone_marks = state.marks.0 & slots;
            if freely {
                state = ways.first();
            }
            arranged = Some(ways);
        }
        // The marks of this position that a result depends on, as it was before lone cards were arranged.
        let before = |marks: Lanes| if marks & slots == 0 { marks } else { marks & !slots | lone_marks };
        // Between deals, and without an empty column, no two ways lead to the same position.
        let remember = possible.empty != 0 || !RELAXED && (start.fresh || !freely);
        let face = Face { lanes: with_dealt(state.lanes, state.dealt.into()), moved: state.moved };
        if remember {
            state.held = 0;
            let enough = self.best - i32::from(state.gone);
            if RELAXED {
                let fact = self.relaxed.decide(face, &state.ghosts, state.dealt, enough);
                if let Some((reached, fact)) = fact {
                    let why = why.and(Why::looked(fact.looked));
                    if reached {
                        self.best = self.bound;
                        return Ok((0, why));
                    }
                    return Ok((gone + fact.discards, why));
                }
            } else if let Some(fact) = self.facts.find(face, &state.marks, state.dealt, enough) {
                let because = Why { looked: fact.looked, marks: before(fact.extra.0) };
                return Ok((gone + fact.discards, why.and(because)));
            }
            if !RELAXED
                && self.bounding
                && let Some((most, because)) = self.bound(&state, enough)
            {
                let why = why.and(because);
                self.facts.add(face, Marks::default(), state.dealt, why.looked, most);
                return Ok((gone + most, why));
            }
        }
        let enough =
            if RELAXED { self.relaxed.is_enough(2 * PATIENCE) } else { self.facts.is_enough(PATIENCE) };
        if remember && enough {
            return Err(Full);
        }
        let own = why;
        let mut most = 0;
        let arranged = arranged.as_ref().map_or(std::slice::from_ref(&state), Arranged::all);
        let first = self.next.len();
        let mut marks = self.find_next(&state, possible, arranged, stuck, RELAXED);
        for next in first..self.next.len() {
            let (after, moved) = self.next[next];
            let (then, because) = self.search::<RELAXED>(after)?;
            if self.best >= self.bound {
                let why = own.and(because);
                if RELAXED && remember {
                    // More than the bound may be gone already.
                    let more = (self.bound - i32::from(state.gone)).max(0);
                    debug_assert!(more <= 52);
                    self.relaxed.add_reached(face, state.ghosts, state.dealt, why.looked, more as u8);
                }
                return Ok((0, why));
            }
            most = most.max(after.gone - state.gone + then);
            why.looked |= because.looked;
            marks |= moved.back(because.marks);
        }
        self.next.truncate(first);
        // Lone cards may have been put elsewhere first.
        if marks & slots != 0 {
            marks |= state.marks.0 & slots;
        }
        marks &= state.marks.0;
        if remember {
            if RELAXED {
                self.relaxed.add(face, state.ghosts, state.dealt, why.looked, most);
            } else {
                self.facts.add(face, Marks(marks), state.dealt, why.looked, most);
            }
        }
        why.marks |= before(marks);
        Ok((gone + most, why))
    }

    /// Notes every position that one action leads to, lone cards having been put wherever it helps before it.
    fn find_next(
        &mut self,
        state: &State,
        possible: Possible,
        arranged: &[State],
        stuck: bool,
        relaxed: bool,
    ) -> Lanes {
        let mut marks = 0;
        let freely = relaxed || self.deal.known.when != DealWhen::Auto;
        let may_deal =
            self.deal.can_deal(state) && (stuck || relaxed || self.deal.known.when != DealWhen::Stuck);
        // While a column is empty lone cards can still be put anywhere after a discard, but a move that fills the
        // last one leaves them where they are.
        let stay = if freely { std::slice::from_ref(state) } else { arranged };
        if possible.beaten != 0 {
            for before in stay {
                let mut held = before.held;
                let tops = self.deal.tops(before);
                for column in columns(beaten(tops) & !before.held) {
                    let mut after = *before;
                    if before.marks.is_on_top(before.lanes, column) {
                        marks |= before.marks.on_top(before.lanes, column).0;
                        held |= 1 << column;
                        continue;
                    }
                    after.marks.credit(tops, column, before.lanes);
                    take(&mut after, column);
                    after.gone += 1;
                    if possible.empty == 0 && freely {
                        after.held = held;
                        held |= 1 << column;
                    }
                    self.next.push((after, Moved::default()));
                }
            }
        }
        let stay = if possible.empty.is_power_of_two() { arranged } else { stay };
        for before in stay {
            for from in columns(possible.counted) {
                for to in (0..4).filter(|&to| lane(before.lanes, to) == 0) {
                    let mut after = *before;
                    let key = self.deal.top(&after, from);
                    let marked = after.marks.is_on_top(after.lanes, from);
                    take(&mut after, from);
                    put(&mut after, to, key);
                    if marked {
                        after.marks.set_top(after.lanes, to);
                    }
                    let moved = Moved { from: before.marks.on_top(before.lanes, from).0, to: 2 << (16 * to) };
                    if !self.deal.known.lone_moves && lane(after.lanes, from).is_power_of_two() {
                        after.marks.clear_top(after.lanes, from);
                    }
                    self.next.push((after, moved));
                }
            }
        }
        let marking = !relaxed && self.bounding && self.deal.known.when == DealWhen::AnyTime;
        if may_deal {
            for before in arranged {
                let mut after = *before;
                if marking {
                    self.deal.mark_held(&mut after);
                }
                after.lanes |= FIRST << (after.dealt + 2);
                after.dealt += 1;
                (after.held, after.fresh) = (0, true);
                self.next.push((after, Moved::default()));
            }
        }
        marks
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
