//! The games: one folder each, and the registry of them all.

#![forbid(unsafe_code)]

pub mod aces_up;
pub mod grapples;
pub mod pass_the_ace;
pub mod propre;
mod registry;

pub use registry::AnyGame;
