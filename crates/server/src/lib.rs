//! The card room online: tables over a link, kept in a ledger.
//!
//! A table is the fold of its log ([`ledger`]). Every process that has a table warm appends to its log at the position where its
//! own fold ends; nobody owns a table, so any number of processes can serve the same ones. PROTOCOL.md at the root
//! of the project shows what is said over a socket.

#![forbid(unsafe_code)]

mod allowance;
mod config;
mod forget;
mod guests;
mod http;
mod hub;
mod identity;
pub mod ledger;
mod lobby;
mod metrics;
mod random;
mod records;
mod results;
mod socket;
mod table;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use config::{BadNetwork, Config, Network};
pub use forget::Forgotten;
pub use http::{Peer, State, monitoring, openapi, router, serve};
pub use hub::{Hub, HubError};
pub use identity::GuestId;
pub use metrics::{Counter, Gauge, GaugeGuard, Metrics};
pub use socket::{Frame, Incoming, serve_client};
