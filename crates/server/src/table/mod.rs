//! A table is the fold of its log. An actor keeps it warm while clients are there.

mod actor;
mod agenda;
mod behind;
mod decide;
mod entry;
mod fold;
mod others;
mod render;

pub(crate) use actor::{Actor, Attach, Mail, Outgoing};
pub(crate) use entry::{Entry, What};
pub(crate) use fold::Fold;
