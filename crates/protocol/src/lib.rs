//! What a table and a client say to each other, whether the table runs in the same process, in a worker beside the
//! page or on a server. Messages only: plain types for the socket and for HTTP, and nothing that runs a game.
//!
//! A client sends [`Ask`]s and gets [`Tell`]s. Every change of a table has a number; a client that missed one asks
//! from its last number on. All that a client needs to show the table is in the [`Standing`]: it knows no rules.

#![forbid(unsafe_code)]

pub mod bot;
pub mod codes;
pub mod compact;
pub mod http;
mod messages;
pub mod online;
mod order;
mod rooms;

pub use messages::{Ask, Asked, Chapter, Choice, Line, Refusal, Snapshot, Standing, Tell, Update, VERSION};
pub use order::Order;
