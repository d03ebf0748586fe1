//! A table is the fold of its log. An actor keeps it warm while clients are there.

mod actor;
mod agenda;
mod decide;
mod entry;
mod fold;
mod presence;
mod render;
mod spectator_delay;

pub(crate) use actor::{Actor, Attach, Command, Outgoing};
pub(crate) use entry::{Entry, EntryKind};
pub(crate) use fold::Fold;
