//! The games: one folder each.

#![forbid(unsafe_code)]

pub mod aces_up;
pub mod pass_the_ace;
