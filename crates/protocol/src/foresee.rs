//! What a table of one's own is about to say, told before it has said it.

use engine::{Record, Seat, Viewer};

use crate::desk;
use crate::messages::Update;

/// What an action of the person at the table leads to, from the record so far; none if it is refused. A browser lets
/// a worker's answer wait until after its next frame: a page that shows this meanwhile is one frame earlier.
pub fn foresee(record: &str, seat: Seat, act: &str) -> Option<Update> {
    let mut desk = desk::reopen(&Record::read(record).ok()?, None).ok()?;
    let before = desk.seq();
    desk.act(seat, act).ok()?;
    Some(desk.update(Viewer::Seat(seat), before))
}
