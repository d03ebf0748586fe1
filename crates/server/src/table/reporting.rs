//! Reports: one player tells the host about another, and the operator if that is enabled.

use std::net::IpAddr;
use std::time::Duration;

use engine::seating::is_readable;
use engine::{Seat, Viewer};
use protocol::online::{LONGEST_CHAT, ServerMessage};
use protocol::{Refusal, Tell, codes};
use tokio::time::Instant;

use super::actor::Actor;
use super::clients::text as written;
use super::fold::Chair;
use super::names;
use crate::hub::short;
use crate::identity::GuestId;

/// Reports that a guest can make within an hour, that one address can, and that a table passes on.
const BY_GUEST: usize = 5;
const FROM_ADDRESS: usize = 10;
const AT_TABLE: usize = 30;
const HOUR: Duration = Duration::from_secs(3600);

/// Who has reported someone, from where, and when.
pub(super) struct Report(GuestId, Option<IpAddr>, Instant);

impl Actor {
    /// Passes a report on.
    pub(super) fn report(
        &mut self,
        guest: Option<&GuestId>,
        from: Option<IpAddr>,
        seat: Seat,
        words: &str,
    ) -> Result<Tell, Refusal> {
        let no = |code: &str, text: &str| Err(Refusal::new(code, text));
        let Some(guest) = guest else {
            return no(codes::NO_KEY, "Come back with a guest key to report someone.");
        };
        if !self.fold.has_sat(guest) {
            return no(codes::NOT_SEATED, "Only those who have sat at this table report its players.");
        }
        let Some(about) = self.fold.chair(seat).and_then(Chair::person) else {
            return no(codes::NOBODY_THERE, "Nobody sits there.");
        };
        // A muted player can report someone, too, but not in their own words.
        let words = if self.fold.muted_name(guest).is_some() { "" } else { words.trim() };
        if !words.is_empty() && (!is_readable(words, LONGEST_CHAT) || names::piles_up(words)) {
            return no(
                codes::BAD_CHAT,
                "Say it in up to 200 visible characters, on one line, or leave it out.",
            );
        }
        self.reports.retain(|Report(.., when)| when.elapsed() < HOUR);
        let count = |is: &dyn Fn(&Report) -> bool| self.reports.iter().filter(|report| is(report)).count();
        if count(&|Report(other, ..)| other == guest) >= BY_GUEST
            || (from.is_some() && count(&|Report(_, other, _)| *other == from) >= FROM_ADDRESS)
            || self.reports.len() >= AT_TABLE
        {
            return no(codes::SPENT, "You have reported enough for now.");
        }
        let by = match self.fold.viewer(Some(guest)) {
            Viewer::Seat(seat) => self.fold.chair(seat).and_then(Chair::name).map(ToString::to_string),
            Viewer::Public => None,
        };
        let by = by.unwrap_or_else(|| "Someone who watches".to_owned());
        let about = about.name.to_string();
        if self.config().log_reports {
            tracing::warn!(table = short(&self.fold.table), by, about, words, "a player was reported");
        }
        let reason = if words.is_empty() { String::new() } else { format!(" \u{201c}{words}\u{201d}") };
        let told = format!("{by} reports {about}.{reason} You can mute or remove them.");
        let hosts: Vec<u64> = self.clients_where(|other| *other == self.fold.host && other != guest);
        self.reports.push(Report(*guest, from, Instant::now()));
        for client in &hosts {
            let message =
                ServerMessage::Reply { id: 0, what: Tell::Answer { text: told.clone(), act: None } };
            self.send(*client, written(&message));
        }
        let text = match (hosts.is_empty(), self.config().log_reports) {
            (false, _) => "The host has been told.",
            (true, true) => "The host is not here; it was noted for the operator of this card room.",
            (true, false) => "The host is not here now. You can leave this table at any time.",
        };
        Ok(Tell::Answer { text: text.to_owned(), act: None })
    }
}
