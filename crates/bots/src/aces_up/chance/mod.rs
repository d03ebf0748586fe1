//! How likely a deal is to be won from a table that is ready for the next four cards, as experience tells.
//!
//! A small neural network answers. Its columns are as good as each other and so are its suits, so it looks at each
//! column in one way and at each suit in another ([`traits`]), adds up what it saw in the four, and judges by the
//! sums. It has learnt from millions of deals of self-play with forced discards: always the table it
//! liked best, now and then another one. After each deal every judgement was moved a little towards the later ones
//! and the end (temporal differences, cross-entropy). It saw no stock: only which cards are still in it.

mod traits;

use engine::Card;
use games::aces_up::{AcesUp, Column};

use self::traits::{COLUMN_TRAITS, SUIT_TRAITS, WHOLE_TRAITS};
use super::thumb::{height, suit};

/// How many impressions a column, a suit, and then the whole make.
const WIDTH: usize = 16;
type Row = [f32; WIDTH];

/// The rows of weights, in the order of the file.
const OF_COLUMN: usize = 0;
const OF_SUIT: usize = OF_COLUMN + COLUMN_TRAITS;
const OF_SUMS: usize = OF_SUIT + SUIT_TRAITS;
const OF_WHOLE: usize = OF_SUMS + 2 * WIDTH;
const VERDICT: usize = OF_WHOLE + WHOLE_TRAITS;
const ROWS: usize = VERDICT + 2;

/// In the file a weight is two bytes, the lower first, and counts parts of this.
const UNIT: f32 = 1024.0;

static WEIGHTS: [Row; ROWS] = {
    let bytes = include_bytes!("weights.bin");
    assert!(bytes.len() == ROWS * WIDTH * 2);
    let mut rows = [[0.0; WIDTH]; ROWS];
    let mut place = 0;
    while place < ROWS * WIDTH {
        let parts = i16::from_le_bytes([bytes[2 * place], bytes[2 * place + 1]]);
        rows[place / WIDTH][place % WIDTH] = parts as f32 / UNIT;
        place += 1;
    }
    rows
};

/// Cards of each suit, a bit for each height.
pub type Suits = [u16; 4];

/// These cards as sets.
pub fn suits(cards: &[Card]) -> Suits {
    let mut suits = [0; 4];
    for &card in cards {
        suits[suit(card)] |= 1 << height(card);
    }
    suits
}

/// The chance to win from here, before the next deal. Of the stock it is told what is in it, not in what order.
pub fn of_winning(game: &AcesUp, stock: &Suits) -> f64 {
    let columns = Column::ALL.map(|column| game.cards_in(column));
    let table = traits::Table::new(columns, *stock, game.deals_left());
    let mut impression = [0.0; WIDTH];
    for part in 0..4 {
        let mut seen = [0.0; WIDTH];
        table.each_trait_of_column(part, |index| add(&mut seen, 1.0, OF_COLUMN + index));
        add_sums(&mut impression, &seen, OF_SUMS);
    }
    for part in 0..4 {
        let mut seen = [0.0; WIDTH];
        table.each_trait_of_suit(part, |index| add(&mut seen, 1.0, OF_SUIT + index));
        add_sums(&mut impression, &seen, OF_SUMS + WIDTH);
    }
    table.each_trait_of_whole(|index| add(&mut impression, 1.0, OF_WHOLE + index));
    let verdict = impression.iter().zip(&WEIGHTS[VERDICT]).map(|(seen, weight)| seen.max(0.0) * weight);
    share(f64::from(verdict.sum::<f32>() + WEIGHTS[VERDICT + 1][0]))
}

fn add(sum: &mut Row, times: f32, row: usize) {
    sum.iter_mut().zip(&WEIGHTS[row]).for_each(|(sum, weight)| *sum += times * weight);
}

/// What was seen in one part counts if it is above zero.
fn add_sums(impression: &mut Row, seen: &Row, from: usize) {
    for (place, &seen) in seen.iter().enumerate() {
        if seen > 0.0 {
            add(impression, seen, from + place);
        }
    }
}

/// From log odds to a share of 1. The exponential is worked out here, so that it is the same on every machine.
fn share(log_odds: f64) -> f64 {
    let mut against = 1.0 - log_odds.clamp(-30.0, 30.0) / 1024.0;
    (0..10).for_each(|_| against *= against);
    1.0 / (1.0 + against)
}
