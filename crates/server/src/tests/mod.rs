//! The card room as its guests know it.

mod addresses;
mod ageing;
mod crowd;
mod description;
mod fair;
mod forgetting;
mod formats;
mod fuzz;
mod games;
mod hostile;
mod leaks;
mod limits;
mod nodes;
mod resume;
mod room;
mod seats;
mod web;
mod wire;
