//! The terminal's client in a real terminal: a pseudo-terminal, whose screen is read as a person would.
#![cfg(unix)]

#[path = "../common/mod.rs"]
#[allow(dead_code)]
mod common;
mod endings;
mod games;
mod kept;
mod online;
mod pty;
mod tls;
