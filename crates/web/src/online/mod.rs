//! The card room online, from the browser's side: who one is there, what is asked over HTTP, and a visit at a table
//! over a socket.

pub mod api;
pub mod guest;
mod qr;
mod socket;
pub mod tables;
mod visit;

pub use qr::QrCode;
pub use tables::known;
pub use visit::{Connection, Visit};
