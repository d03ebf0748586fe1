//! What pages are made of. A table page only arranges these for its game.

mod actions;
mod announcer;
mod card;
mod confirm;
mod hand;
mod label;
mod notices;
mod pile;
mod seat;
mod spot;
mod status;
mod update_prompt;
mod when;

pub use actions::Actions;
pub use announcer::Announcer;
pub use card::{CardDefs, CardFace};
pub use confirm::Confirm;
pub use hand::Hand;
pub use label::{Label, read_aloud};
pub use notices::KeptNotices;
pub use pile::Pile;
pub use seat::Seat;
pub use status::Status;
pub use update_prompt::UpdatePrompt;
pub use when::When;
