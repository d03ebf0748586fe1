//! The codes of all refusals that do not come from a game's own rules. Programs compare codes, never sentences.
//!
//! A code never changes its meaning. Games add codes of their own, which come with the clause that refuses.

macro_rules! codes {
    ($($name:ident = $code:literal, $means:literal;)+) => {
        $(#[doc = $means] pub const $name: &str = $code;)+

        /// Every code with its meaning, in the order of PROTOCOL.md.
        pub const ALL: &[(&str, &str)] = &[$(($code, $means)),+];
    };
}

codes! {
    NOT_YOUR_TURN = "not-your-turn", "It is another player's turn.";
    STALE = "stale", "It was meant for an earlier position (`seq`). Look, then do it if you still want to.";
    GAME_OVER = "game-over", "The game is over.";
    BAD_NOTATION = "bad-notation", "The text is no action of this game.";
    NOT_LEGAL = "not-legal", "The words fit only something that cannot be done now.";
    NOT_UNDERSTOOD = "not-understood", "The words mean nothing at this table.";
    NOT_HEARD = "not-heard", "Nothing said at this table changes the game.";
    UNSPEAKABLE = "unspeakable", "What is said is empty, too long or not readable.";
    NO_UNDO = "no-undo", "The table does not take actions back.";
    NOTHING_TO_UNDO = "nothing-to-undo", "There is nothing to take back.";
    NOTHING_TO_REDO = "nothing-to-redo", "There is nothing to do again.";
    NO_HINTS = "no-hints", "The table gives no hints.";
    NO_SOLVER = "no-solver", "Nobody can tell in this game: too much depends on the others.";
    CANNOT_BE_WON = "cannot-be-won", "By these rules nobody can win.";
    NOT_TAUGHT = "not-taught", "A lesson waits for something else; only in a game of one's own.";
    NO_RECORD = "no-record", "The record is open once the game is over.";
    NOT_SEATED = "not-seated", "Only a player at the table can do that.";
    NO_KEY = "no-key", "Only a guest with a key can do that; the key is missing or not one.";
    NOT_HOST = "not-host", "Only the host of the table can do that.";
    HOST_EXPECTED = "host-expected", "The host has not been gone for a minute yet; wait for them.";
    ALREADY_HERE = "already-here", "Hello was said before on this socket.";
    ALREADY_SEATED = "already-seated", "The guest has a seat at this table already.";
    REMOVED = "removed", "The host has removed the guest from this table.";
    BAD_NAME = "bad-name", "The name is empty, too long or not readable.";
    NAME_TAKEN = "name-taken", "Another player or a bot has that name, or one that looks like it.";
    NO_SUCH_SEAT = "no-such-seat", "The table has no such seat, or nobody plays there.";
    SEAT_TAKEN = "seat-taken", "A person sits there.";
    SEAT_SEEN = "seat-seen", "The guest has seen the cards of another seat in this game.";
    HAND_TAKEN = "hand-taken", "The cards of that seat belong to another player until the game is over.";
    BEING_ASKED = "being-asked", "The players are being asked about another newcomer.";
    TURNED_AWAY = "turned-away", "A player has refused the newcomer for this game.";
    TABLE_FULL = "table-full", "Every seat is taken.";
    NOBODY_THERE = "nobody-there", "Nobody sits there.";
    OWN_SEAT = "own-seat", "That is the host's own seat.";
    NOT_DEALT = "not-dealt", "The cards are not dealt yet.";
    ALREADY_DEALT = "already-dealt", "The cards are dealt already.";
    NO_PLAYERS = "no-players", "Someone has to sit down before the deal.";
    BAD_SHARE = "bad-share", "The share is not the one that was promised, or none was.";
    PAUSED = "paused", "The host has paused the table.";
    BAD_CHAT = "bad-chat", "A line of chat has 1 to 200 visible characters.";
    MUTED = "muted", "The host has muted the player.";
    NOT_HERE = "not-here", "This kind of table does not do that.";
    NOT_SAVED = "not-saved", "It may not be saved; look, then try again.";
    BUSY = "busy", "Others were quicker each time; try again.";
    RULES_VERSION = "rules-version", "The table is played by another version of the rules than the server knows.";
    TABLE_WORN = "table-worn", "The table's log is full; open a new table.";
    SPENT = "spent", "It was done too often at this table; moves still count.";
    TOO_FAST = "too-fast", "Too many calls or requests; wait a moment.";
    TOO_MANY = "too-many", "Too many connections from this address.";
    BAD_MESSAGE = "bad-message", "The message or request cannot be read.";
    BAD_ORDER = "bad-order", "No table can be opened by this order.";
    NO_TABLE = "no-table", "There is no such table.";
    BROKEN = "broken", "The table is out of order; open a new one.";
    FOREIGN_ORIGIN = "foreign-origin", "The page comes from another site.";
    NOT_FOUND = "not-found", "There is nothing at this address.";
    PROTOCOL = "protocol", "The client does not speak this version of the protocol; update it.";
    SLOW = "slow", "The client does not read what it is sent.";
    TABLE = "table", "The table is set up again.";
    CLOSING = "closing", "The server closes.";
    LEDGER = "ledger", "The server cannot save right now.";
    FULL = "full", "There is no room for another visitor or table right now; come back in a few minutes.";
    FAILED = "failed", "Something went wrong that should not.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_in_kebab_case() {
        for (index, (code, means)) in ALL.iter().enumerate() {
            assert!(code.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-'), "{code}");
            assert!(means.ends_with('.'), "{code}");
            assert!(ALL[..index].iter().all(|(other, _)| other != code), "{code}");
        }
    }
}
