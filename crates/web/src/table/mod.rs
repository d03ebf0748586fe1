//! A table: its page, and the pieces that any table is made of.

mod aloud;
mod drag;
mod felt;
pub mod focus;
mod model;
mod page;
mod panels;
mod play;
mod sound;
mod tools;
pub mod travel;

pub use drag::{Drag, place_name};
pub use felt::Felt;
pub use model::{Model, Notice, Stage};
pub use page::{Table, TablePage};
pub use play::{Play, beginning, landing};
pub use tools::listen;
