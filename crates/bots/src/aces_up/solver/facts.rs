//! What a search found out about a deal.
//!
//! What can still be discarded depends on nothing but the cards that the search looked at, so what it found holds for
//! every position that agrees in those. Nothing is lost when a fact is: it is only found out again.

use super::lanes::{FIRST, Lanes, below, lane, moved_bytes};

/// A position as far as facts know it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Face {
    /// With the number of rows dealt in the free bits.
    pub lanes: Lanes,
    /// The cards at the places of moved ones, a byte each.
    pub moved: u32,
}

/// What a position has besides its cards.
pub(super) trait Extra: Copy + Default {
    /// Whether a bound on a position with this holds for one with `other`, as far as these places tell.
    fn bounds(&self, other: &Self, looked: Lanes) -> bool;
}

/// What holds for every position where these places look like this.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fact<E> {
    lanes: Lanes,
    pub looked: Lanes,
    pub extra: E,
    moved: u32,
    pub discards: u8,
    /// Whether this number of discards can be reached; otherwise it is an upper bound.
    reached: bool,
}

impl<E: Extra> Fact<E> {
    #[inline(always)]
    fn bounds(&self, extra: &E, no_more_than: i32) -> bool {
        i32::from(self.discards) <= no_more_than && self.extra.bounds(extra, self.looked)
    }

    #[inline(always)]
    fn reaches(&self, extra: &E, no_more_than: i32) -> bool {
        i32::from(self.discards) > no_more_than && extra.bounds(&self.extra, self.looked)
    }
}

/// There are lists for each way of knowing all or two cards of each column, a bit for each column that is known
/// whole, and for each of knowing one or two, a bit for each that is known by two.
const SHALLOW: u32 = 16;

/// The number of facts per list; the latest ones are the most likely to be of use.
const LENGTH: usize = 8;

/// The facts of one deal.
#[derive(Debug)]
pub(super) struct Facts<E> {
    /// One list after another.
    facts: Vec<Fact<E>>,
    /// How many facts each list holds; then how many there would be, had none been forgotten, as far as that
    /// tells the place of the next.
    numbers: Vec<u8>,
    /// A bit for the tag of each fact in a list: most lists need not be read, and this is small enough for the cache.
    tags: Vec<u8>,
    /// The maximum number of lists, a power of two.
    most_lists: usize,
    /// Facts found out so far, those forgotten included.
    number: usize,
    /// The ways that facts were found out by, for each number of rows dealt.
    ways: [u32; 16],
}

const FEWEST_LISTS: usize = 64;

/// The places from the first or second card of each column upward, all of them if there are fewer.
struct Depths {
    one: Lanes,
    two: Lanes,
}

impl Depths {
    fn of(lanes: Lanes) -> Self {
        let lanes = lanes & !FIRST;
        let under = below(lanes);
        Self { one: !under, two: !below(lanes & under) }
    }

    /// The places known by a way.
    fn places(&self, way: u32) -> Lanes {
        let deep = spread(way & 15);
        let (less, more) = if way < SHALLOW { (self.two, !0) } else { (self.one, self.two) };
        less & !deep | more & deep
    }

    /// The way that tells most about a fact.
    fn way(&self, looked: Lanes) -> u32 {
        let known = |places: Lanes| {
            let missing = places & !looked & !FIRST;
            (0..4).filter(|&column| lane(missing, column) == 0).fold(0, |set, column| set | 1 << column)
        };
        match known(self.two) {
            15 => known(!0),
            some => SHALLOW | some,
        }
    }
}

/// Where a fact is to be found.
#[derive(Clone, Copy)]
struct Shelf {
    /// The number of its list, before it is cut to the number of lists there are.
    list: usize,
    tag: u8,
}

/// The lanes of a set of columns.
fn spread(set: u32) -> Lanes {
    let set = u64::from(set);
    (set & 1 | (set & 2) << 15 | (set & 4) << 30 | (set & 8) << 45) * 0xffff
}

impl<E: Extra> Facts<E> {
    /// An empty table that takes at most this number of bytes.
    pub fn new(memory: usize) -> Self {
        let lists = (memory / (LENGTH * size_of::<Fact<E>>() + 2)).max(1);
        let most_lists = 1 << lists.ilog2();
        Self {
            facts: Vec::new(),
            numbers: Vec::new(),
            tags: Vec::new(),
            most_lists,
            number: 0,
            ways: [0; 16],
        }
    }

    /// Forgets all, for another deal.
    pub fn clear(&mut self) {
        self.facts.clear();
        self.numbers.clear();
        self.tags.clear();
        // All at once, so that it never has to be moved: that would take twice the memory.
        self.facts.reserve_exact(self.most_lists * LENGTH);
        self.numbers.reserve_exact(self.most_lists);
        self.tags.reserve_exact(self.most_lists);
        self.make_lists(FEWEST_LISTS.min(self.most_lists));
        self.ways = [0; 16];
        self.number = 0;
    }

    fn make_lists(&mut self, lists: usize) {
        self.facts.resize(lists * LENGTH, Fact::default());
        self.numbers.resize(lists, 0);
        self.tags.resize(lists, 0);
    }

    /// Whether this many times what fits into memory was found out.
    pub fn is_enough(&self, times: usize) -> bool {
        self.number >= self.most_lists * LENGTH * times
    }

    /// Where facts are that are known by a way.
    #[inline(always)]
    fn shelf(face: Face, places: Lanes, way: u32) -> Shelf {
        let moved = u64::from(face.moved & moved_bytes(places));
        let mixed = (face.lanes & places | FIRST & face.lanes).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 29 ^ moved ^ u64::from(way) << 40).wrapping_mul(0xd6e8_feb8_6659_fd93);
        Shelf { list: (mixed >> 32) as usize, tag: 1 << (mixed >> 29 & 7) }
    }

    /// A fact that agrees with this position and fits.
    #[inline(always)]
    fn find_fact(&self, face: Face, dealt: u8, fits: impl Fn(&Fact<E>) -> bool) -> Option<&Fact<E>> {
        let mut ways = self.ways[usize::from(dealt) & 15];
        if ways == 0 {
            return None;
        }
        let depths = Depths::of(face.lanes);
        let mask = self.numbers.len() - 1;
        while ways != 0 {
            let way = ways.trailing_zeros();
            ways &= ways - 1;
            let Shelf { list, tag } = Self::shelf(face, depths.places(way), way);
            let list = list & mask;
            if self.tags[list] & tag == 0 {
                continue;
            }
            let number = usize::from(self.numbers[list]).min(LENGTH);
            let fact = self.facts[list * LENGTH..][..number].iter().find(|fact| {
                (fact.lanes ^ face.lanes) & fact.looked == 0
                    && (fact.moved ^ face.moved) & moved_bytes(fact.looked) == 0
                    && fits(fact)
            });
            if fact.is_some() {
                return fact;
            }
        }
        None
    }

    /// A fact that bounds the discards of this position by `no_more_than`.
    pub fn find(&self, face: Face, extra: &E, dealt: u8, no_more_than: i32) -> Option<&Fact<E>> {
        self.find_fact(face, dealt, |fact| fact.bounds(extra, no_more_than))
    }

    /// A fact that bounds the discards of this position by `no_more_than`, or that says that more can be reached: then
    /// the first value is true.
    pub fn decide(&self, face: Face, extra: &E, dealt: u8, no_more_than: i32) -> Option<(bool, &Fact<E>)> {
        let fits = |fact: &Fact<E>| {
            if fact.reached { fact.reaches(extra, no_more_than) } else { fact.bounds(extra, no_more_than) }
        };
        self.find_fact(face, dealt, fits).map(|fact| (fact.reached, fact))
    }

    /// Remembers an upper bound, and forgets an old fact if it must.
    pub fn add(&mut self, face: Face, extra: E, dealt: u8, looked: Lanes, discards: u8) {
        self.remember(face, extra, dealt, looked, discards, false);
    }

    /// Remembers what can be reached.
    pub fn add_reached(&mut self, face: Face, extra: E, dealt: u8, looked: Lanes, discards: u8) {
        self.remember(face, extra, dealt, looked, discards, true);
    }

    fn remember(&mut self, face: Face, extra: E, dealt: u8, looked: Lanes, discards: u8, reached: bool) {
        self.number += 1;
        if self.number > self.facts.len() / 4 && self.numbers.len() < self.most_lists {
            self.spread();
        }
        let Face { lanes, moved } = face;
        let fact = Fact { lanes, looked: looked | FIRST, extra, moved, discards, reached };
        let (shelf, way) = Self::shelf_of(&fact);
        self.ways[usize::from(dealt) & 15] |= 1 << way;
        self.put(shelf, fact);
    }

    /// Puts a fact into its list, instead of the oldest one if that is full.
    fn put(&mut self, shelf: Shelf, fact: Fact<E>) {
        let list = shelf.list & (self.numbers.len() - 1);
        let number = usize::from(self.numbers[list]);
        self.facts[list * LENGTH + number % LENGTH] = fact;
        self.tags[list] |= shelf.tag;
        self.numbers[list] = if number == 2 * LENGTH - 1 { LENGTH as u8 } else { number as u8 + 1 };
    }

    fn shelf_of(fact: &Fact<E>) -> (Shelf, u32) {
        let depths = Depths::of(fact.lanes);
        let way = depths.way(fact.looked);
        (Self::shelf(Face { lanes: fact.lanes, moved: fact.moved }, depths.places(way), way), way)
    }

    /// Makes two lists of each.
    fn spread(&mut self) {
        let lists = self.numbers.len();
        self.make_lists(lists * 2);
        for list in 0..lists {
            let number = usize::from(std::mem::take(&mut self.numbers[list]));
            self.tags[list] = 0;
            let mut facts = [Fact::default(); LENGTH];
            facts.copy_from_slice(&self.facts[list * LENGTH..][..LENGTH]);
            // Oldest first.
            for age in number.saturating_sub(LENGTH)..number {
                let fact = facts[age % LENGTH];
                self.put(Self::shelf_of(&fact).0, fact);
            }
        }
    }
}
