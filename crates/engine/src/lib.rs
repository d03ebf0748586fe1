//! The engine of the card room: cards, seats, verifiable shuffles, the [`Game`] trait, and the [`Table`] that
//! runs one game and keeps its record. It knows no clock, no file, no network and no screen.

#![forbid(unsafe_code)]

pub mod bits;
pub mod card;
pub mod cut;
pub mod encoding;
pub mod game;
#[cfg(feature = "kit")]
pub mod kit;
pub mod lesson;
pub mod mix;
pub mod options;
pub mod picture;
pub mod pile;
pub mod playout;
pub mod poster;
pub mod present;
pub mod random;
pub mod record;
pub mod refusal;
pub mod scene;
pub mod seat;
pub mod seating;
pub mod table;
pub mod trace;

pub use card::{Card, DECK, DECK_WITH_JOKERS, Rank, Suit};
pub use encoding::Encoder;
pub use game::{Act, BadNotation, Game, Info, Outcome, Sink};
pub use lesson::Lesson;
pub use mix::Mix;
pub use options::{Count, Options};
pub use picture::Picture;
pub use pile::Pile;
pub use poster::{Emblem, Poster};
pub use present::{Cry, Present, RoundEnd};
pub use random::{Commitment, Dice, Seed, Shuffler};
pub use record::{BadRecord, Record};
pub use refusal::Refusal;
pub use scene::{Gesture, Scene};
pub use seat::{Seat, Seats, Viewer};
pub use seating::{Name, Seating, counted};
pub use table::{Assistance, Setup, Table};
