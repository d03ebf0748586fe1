//! What pages are made of.

mod update_prompt;

pub use update_prompt::UpdatePrompt;
