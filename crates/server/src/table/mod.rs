//! A table is the fold of its log. An actor keeps it warm while clients are there.

mod actor;
mod agenda;
mod appending;
mod clients;
mod decide;
mod entry;
mod fold;
mod presence;
mod render;
mod spectator_delay;
mod thinking;

pub(crate) use actor::{Actor, Command};
pub(crate) use clients::{Attach, Outgoing};
pub(crate) use entry::{Entry, EntryKind};
pub(crate) use fold::Fold;
