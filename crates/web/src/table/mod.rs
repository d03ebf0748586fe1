//! A table: its page, and the pieces that any table is made of.

mod aloud;
mod drag;
mod felt;
pub mod focus;
mod known;
mod model;
mod notices;
mod page;
mod panels;
mod play;
mod saving;
mod shown;
mod sound;
mod tools;
pub mod travel;

pub use drag::{Drag, place_name};
pub use felt::Felt;
pub use known::Stage;
pub use model::Model;
pub use page::{Table, TablePage};
pub use play::Play;
pub use tools::listen;
