//! The card room as its guests know it.

mod games;
mod hostile;
mod leaks;
mod nodes;
mod resume;
mod room;
mod web;
mod wire;
