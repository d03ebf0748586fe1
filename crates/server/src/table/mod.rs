//! A table is the fold of its log. An actor keeps it warm while clients are there.

mod actor;
mod agenda;
mod appending;
mod budget;
mod checkpoint;
mod clients;
mod decide;
mod entry;
mod fold;
mod names;
mod newcomer;
mod presence;
mod render;
mod reporting;
mod spectator_delay;
mod thinking;

pub(crate) use actor::{Actor, Command, Loaded};
pub(crate) use checkpoint::Checkpoint;
pub(crate) use clients::Attach;
#[cfg(test)]
pub(crate) use decide::Decision;
pub(crate) use entry::{Entry, EntryKind};
#[cfg(test)]
pub(crate) use fold::Chair;
pub(crate) use fold::{Fold, known_rules};
pub(crate) use thinking::Thinkers;
