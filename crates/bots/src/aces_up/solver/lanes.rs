//! The four columns in one number, sixteen bits each: bit 1 is the card at the bottom that came from elsewhere, bit
//! `row + 2` the card of that row. Bits 0 and 15 stay free for those who use it.

/// Four columns, or a set of places in them.
pub(super) type Lanes = u64;

/// The lowest bit of each lane.
pub(super) const FIRST: Lanes = 0x0001_0001_0001_0001;
/// The places of moved cards.
pub(super) const MOVED: Lanes = FIRST << 1;
const ALL_BUT_LAST: Lanes = 0x7fff_7fff_7fff_7fff;
pub(super) const LAST: Lanes = 0x8000_8000_8000_8000;

/// All bits below the highest that is set, lane by lane.
#[inline(always)]
pub(super) fn below(lanes: Lanes) -> Lanes {
    let lanes = (lanes >> 1) & ALL_BUT_LAST;
    let lanes = lanes | (lanes >> 1) & ALL_BUT_LAST;
    let lanes = lanes | (lanes >> 2) & 0x3fff_3fff_3fff_3fff;
    let lanes = lanes | (lanes >> 4) & 0x0fff_0fff_0fff_0fff;
    lanes | (lanes >> 8) & 0x00ff_00ff_00ff_00ff
}

/// The highest bit of each empty lane.
#[inline(always)]
pub(super) fn empty(lanes: Lanes) -> Lanes {
    !(lanes + ALL_BUT_LAST) & LAST
}

/// A byte of ones for each lane whose bit for a moved card is set.
#[inline(always)]
pub(super) fn moved_bytes(lanes: Lanes) -> u32 {
    let bits = lanes >> 1;
    let bits = bits & 1 | bits >> 8 & 0x100 | bits >> 16 & 0x1_0000 | bits >> 24 & 0x100_0000;
    bits as u32 * 0xff
}

/// The place of a column's top card; 0 if it is empty.
#[inline(always)]
pub(super) fn top_place(lanes: Lanes, column: u32) -> u32 {
    (lane(lanes, column) | 1).ilog2()
}

/// One column.
#[inline(always)]
pub(super) fn lane(lanes: Lanes, column: u32) -> u32 {
    (lanes >> (16 * column)) as u32 & 0xffff
}

/// The free bits tell how many rows have been dealt.
#[inline(always)]
pub(super) const fn with_dealt(lanes: Lanes, dealt: usize) -> Lanes {
    let dealt = dealt as u64;
    lanes | dealt & 1 | (dealt & 2) << 15 | (dealt & 4) << 30 | (dealt & 8) << 45
}

/// All places of the rows from this one on.
pub(super) fn rows_from(row: u8) -> Lanes {
    ALL_BUT_LAST & !((FIRST << (row + 2)) - FIRST)
}

/// All places from the lowest that is set, lane by lane.
#[inline(always)]
pub(super) fn from_lowest(places: Lanes) -> Lanes {
    (places | (LAST - places)) & ALL_BUT_LAST
}
