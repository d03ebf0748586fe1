//! Drawing with letters: cards, piles, players and texts. Nothing here knows a game or changes anything.

mod card;
mod felt;
mod seat;
mod text;
mod theme;

pub use card::{Face, Highlight, Size, draw_card};
pub use felt::{Felt, Hits, Target, key_of};
pub use text::{clipped, coloured, width, wrapped};
pub use theme::{Colours, Theme};
