//! What pages are made of. A table page only arranges these for its game.

mod actions;
mod announcer;
mod card;
mod confirm;
mod facts;
mod hand;
mod icon;
mod label;
mod notices;
mod pile;
mod put_here;
mod radio_line;
mod remount;
mod seat;
mod spot;
mod status;
mod update_prompt;
mod when;

pub use actions::{Actions, ChoiceButton, by_kind, common_words};
pub use announcer::Announcer;
pub use card::{CardDefs, CardFace};
pub use confirm::Confirm;
pub use facts::Facts;
pub use hand::{Hand, laid_out};
pub use icon::{Drawn, Icon};
pub use label::{LONG, Label, hyphenated, read_aloud};
pub use notices::KeptNotices;
pub use pile::Pile;
pub use radio_line::RadioLine;
pub use remount::Remount;
pub use seat::{Seat, Stat, disc, puck};
pub use spot::spot_name;
pub use status::{Prompt, Status};
pub use update_prompt::UpdatePrompt;
pub use when::When;
