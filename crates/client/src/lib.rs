//! What every client does alike: what it knows of a table ([`table`]), its connection to one
//! online ([`session`]), what a touch means ([`touch`]), what belongs to the table around the game ([`buttons`]),
//! what is kept of a player's games ([`saves`]), whether the cards were fair ([`fair`]), how well someone played
//! ([`study`]), where seeds and keys come from ([`random`]), and how rules are read ([`markdown`]).
//!
//! Nothing else here does I/O, has a clock or draws: callers feed in what they received and do what is returned.

#![forbid(unsafe_code)]

pub mod buttons;
pub mod fair;
pub mod markdown;
pub mod random;
pub mod saves;
pub mod session;
pub mod study;
pub mod table;
pub mod touch;

pub use fair::{Recalled, Verdict};
pub use session::{Output, Session};
pub use study::Study;
pub use table::{
    Connection, Heard, Online, TableState, Told, hints_told, newcomer_question, newcomer_to_answer,
    runs_table, show_hands,
};
pub use touch::Touch;
