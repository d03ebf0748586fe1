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

/// An upper bound on the discards of every position where these places look like this.
#[derive(Clone, Copy, Debug, Default)]
struct Fact<E> {
    lanes: Lanes,
    looked: Lanes,
    extra: E,
    moved: u32,
    most: u8,
}

/// There are lists for each way of knowing two or three cards of each column, a bit for each column that is known by
/// three, and for each of knowing one or two, a bit for each that is known by two.
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
    /// The maximum number of lists, a power of two.
    most_lists: usize,
    /// Facts found out so far, those forgotten included.
    number: usize,
    /// The ways that facts were found out by, for each number of rows dealt.
    ways: [u32; 16],
}

const FEWEST_LISTS: usize = 64;

/// The places from the second or third card of each column upward, all of them if there are fewer.
struct Depths {
    one: Lanes,
    two: Lanes,
    three: Lanes,
}

impl Depths {
    fn of(lanes: Lanes) -> Self {
        let lanes = lanes & !FIRST;
        let under = below(lanes);
        let second = lanes & under;
        let under_second = below(second);
        let third = second & under_second;
        Self { one: !under, two: !under_second, three: !below(third) }
    }

    /// The places known by a way.
    fn places(&self, way: u32) -> Lanes {
        let deep = spread(way & 15);
        let (less, more) = if way < SHALLOW { (self.two, self.three) } else { (self.one, self.two) };
        less & !deep | more & deep
    }

    /// The way that tells most about a fact.
    fn way(&self, looked: Lanes) -> u32 {
        let known = |places: Lanes| {
            let missing = places & !looked & !FIRST;
            (0..4).filter(|&column| lane(missing, column) == 0).fold(0, |set, column| set | 1 << column)
        };
        match known(self.two) {
            15 => known(self.three),
            some => SHALLOW | some,
        }
    }
}

/// The lanes of a set of columns.
fn spread(set: u32) -> Lanes {
    let set = u64::from(set);
    (set & 1 | (set & 2) << 15 | (set & 4) << 30 | (set & 8) << 45) * 0xffff
}

impl<E: Extra> Facts<E> {
    /// An empty table that takes at most this number of bytes.
    pub fn new(memory: usize) -> Self {
        let lists = (memory / (LENGTH * size_of::<Fact<E>>() + 1)).max(1);
        let most_lists = 1 << lists.ilog2();
        Self { facts: Vec::new(), numbers: Vec::new(), most_lists, number: 0, ways: [0; 16] }
    }

    /// Forgets all, for another deal.
    pub fn clear(&mut self) {
        self.facts.clear();
        self.numbers.clear();
        // All at once, so that it never has to be moved: that would take twice the memory.
        self.facts.reserve_exact(self.most_lists * LENGTH);
        self.numbers.reserve_exact(self.most_lists);
        self.make_lists(FEWEST_LISTS.min(self.most_lists));
        self.ways = [0; 16];
        self.number = 0;
    }

    fn make_lists(&mut self, lists: usize) {
        self.facts.resize(lists * LENGTH, Fact::default());
        self.numbers.resize(lists, 0);
    }

    /// Whether this many times what fits into memory was found out.
    pub fn is_enough(&self, times: usize) -> bool {
        self.number >= self.most_lists * LENGTH * times
    }

    /// The number of a list before it is cut to the number of lists there are.
    fn list(face: Face, places: Lanes, way: u32) -> usize {
        let moved = u64::from(face.moved & moved_bytes(places));
        let mixed = (face.lanes & places | FIRST & face.lanes).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 29 ^ moved ^ u64::from(way) << 40).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (mixed >> 32) as usize
    }

    /// A fact that bounds the discards of this position by `no_more_than`, and the places it depends on.
    pub fn find(&self, face: Face, extra: &E, dealt: u8, no_more_than: i32) -> Option<(u8, Lanes, E)> {
        let mut ways = self.ways[usize::from(dealt) & 15];
        if ways == 0 {
            return None;
        }
        let depths = Depths::of(face.lanes);
        let mask = self.numbers.len() - 1;
        while ways != 0 {
            let way = ways.trailing_zeros();
            ways &= ways - 1;
            let list = Self::list(face, depths.places(way), way) & mask;
            let number = usize::from(self.numbers[list]).min(LENGTH);
            for fact in &self.facts[list * LENGTH..][..number] {
                if (fact.lanes ^ face.lanes) & fact.looked == 0
                    && (fact.moved ^ face.moved) & moved_bytes(fact.looked) == 0
                    && i32::from(fact.most) <= no_more_than
                    && fact.extra.bounds(extra, fact.looked)
                {
                    return Some((fact.most, fact.looked, fact.extra));
                }
            }
        }
        None
    }

    /// Remembers a fact, and forgets an old one if it must.
    pub fn add(&mut self, face: Face, extra: E, dealt: u8, looked: Lanes, most: u8) {
        self.number += 1;
        if self.number > self.facts.len() / 4 && self.numbers.len() < self.most_lists {
            self.spread();
        }
        let fact = Fact { lanes: face.lanes, looked: looked | FIRST, extra, moved: face.moved, most };
        let (list, way) = Self::list_of(&fact);
        self.ways[usize::from(dealt) & 15] |= 1 << way;
        self.put(list & (self.numbers.len() - 1), fact);
    }

    /// Puts a fact into a list, instead of its oldest one if it is full.
    fn put(&mut self, list: usize, fact: Fact<E>) {
        let number = usize::from(self.numbers[list]);
        self.facts[list * LENGTH + number % LENGTH] = fact;
        self.numbers[list] = if number == 2 * LENGTH - 1 { LENGTH as u8 } else { number as u8 + 1 };
    }

    fn list_of(fact: &Fact<E>) -> (usize, u32) {
        let depths = Depths::of(fact.lanes);
        let way = depths.way(fact.looked);
        (Self::list(Face { lanes: fact.lanes, moved: fact.moved }, depths.places(way), way), way)
    }

    /// Makes two lists of each.
    fn spread(&mut self) {
        let lists = self.numbers.len();
        self.make_lists(lists * 2);
        for list in 0..lists {
            let number = usize::from(std::mem::take(&mut self.numbers[list]));
            let mut facts = [Fact::default(); LENGTH];
            facts.copy_from_slice(&self.facts[list * LENGTH..][..LENGTH]);
            // Oldest first.
            for age in number.saturating_sub(LENGTH)..number {
                let fact = facts[age % LENGTH];
                let (place, _) = Self::list_of(&fact);
                self.put(place & (lists * 2 - 1), fact);
            }
        }
    }
}
