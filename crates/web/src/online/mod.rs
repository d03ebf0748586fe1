//! The card room online, from the browser's side: who one is there, what is asked over HTTP, and a visit at a table
//! over a socket.

pub mod api;
pub mod guest;
mod qr;
mod socket;
mod visit;
pub mod visited;

pub use qr::QrCode;
pub use visit::Visit;
pub use visited::known;
