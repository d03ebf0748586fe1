//! Sets as bits of a number: how many there are, and which is the n-th. Neither loops over the bits nor needs an
//! instruction that only newer processors have.

/// A one in each byte.
const EACH: u64 = 0x0101_0101_0101_0101;
/// The highest bit of each byte.
const HIGH: u64 = EACH << 7;

/// A set, and for each of its bytes how many bits are set there and below.
#[derive(Clone, Copy, Debug)]
pub struct Counted {
    set: u64,
    sums: u64,
}

impl Counted {
    /// Counts the bits of this set.
    #[inline]
    pub const fn new(set: u64) -> Self {
        let pairs = set - (set >> 1 & (EACH * 0x55));
        let fours = (pairs & (EACH * 0x33)) + (pairs >> 2 & (EACH * 0x33));
        let bytes = (fours + (fours >> 4)) & (EACH * 0x0f);
        Self { set, sums: bytes.wrapping_mul(EACH) }
    }

    /// How many bits are set.
    #[inline]
    pub const fn len(self) -> usize {
        (self.sums >> 56) as usize
    }

    /// Whether no bit is set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.set == 0
    }

    /// The place of the set bit of this number, both from 0 and from the lowest; any place if there are fewer.
    #[inline]
    pub const fn nth(self, number: usize) -> usize {
        let number = number as u64 & 63;
        // Bytes up to which no more bits are set than this number: they lie below the one that is looked for.
        let below = (((number * EACH) | HIGH) - self.sums) & HIGH;
        let start = (below >> 7).wrapping_mul(EACH) >> 56 << 3 & 63;
        let within = number - (self.sums << 8 >> start & 0xff);
        start as usize + NTH[(self.set >> start & 0xff) as usize][within as usize & 7] as usize
    }
}

/// The place of each set bit of a byte.
static NTH: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut found) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                table[byte][found] = place;
                found += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Dice, Seed};

    #[test]
    fn every_bit_is_found_by_its_number() {
        let mut dice = Dice::new(&Seed::from_number(1));
        let mut word = || (0..8).fold(0, |word, _| word << 8 | dice.below(256) as u64);
        let sparse = (0..64).map(|place| 1 << place);
        let random = (0..500).map(|number| if number % 2 == 0 { word() } else { word() & word() & word() });
        for set in random.chain(sparse).chain([0, u64::MAX]).collect::<Vec<u64>>() {
            let counted = Counted::new(set);
            let places: Vec<usize> = (0..64).filter(|place| set >> place & 1 == 1).collect();
            assert_eq!((counted.len(), counted.is_empty()), (places.len(), places.is_empty()), "{set:x}");
            let found: Vec<usize> = (0..places.len()).map(|number| counted.nth(number)).collect();
            assert_eq!(found, places, "{set:x}");
            assert!((0..100).all(|number| counted.nth(number) < 64), "{set:x}");
        }
    }
}
