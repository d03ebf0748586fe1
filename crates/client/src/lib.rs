//! What every client does alike, whatever it draws on.

#![forbid(unsafe_code)]

pub mod random;
pub mod saves;
