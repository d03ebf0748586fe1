//! What a crash could cost, read from the settings of the database.

/// What the database promises with an acknowledgement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Durability {
    /// Whether the database waits for its disk.
    pub fsync: bool,
    /// When a commit is acknowledged: `on`, `off`, `local`, `remote_write` or `remote_apply`.
    pub commit: String,
    /// The standbys that are waited for; empty if none is.
    pub standbys: String,
}

/// How much an acknowledgement is worth, from the least on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Worth {
    /// A crash can damage everything.
    Nothing,
    /// A crash can cost the last moves.
    Soon,
    /// It is on one disk.
    OneDisk,
    /// It is on one disk, and in the memory of another machine.
    Received,
    /// It is on two disks.
    TwoDisks,
}

impl Durability {
    /// What an acknowledgement is worth.
    pub fn worth(&self) -> Worth {
        match (self.fsync, self.commit.as_str(), self.standbys.trim().is_empty()) {
            (false, ..) => Worth::Nothing,
            (_, "off", _) => Worth::Soon,
            (_, "local", _) | (_, _, true) => Worth::OneDisk,
            (_, "remote_write", _) => Worth::Received,
            _ => Worth::TwoDisks,
        }
    }

    /// Whether a standby has every acknowledged move.
    pub fn has_standby(&self) -> bool {
        self.worth() >= Worth::Received
    }

    /// One sentence for whoever runs the server.
    pub fn text(&self) -> String {
        match self.worth() {
            Worth::Nothing => {
                "fsync is off: a crash of the database's machine can cost everything".to_owned()
            }
            Worth::Soon => {
                "synchronous_commit is off: a crash of the database can cost the moves of the last second"
                    .to_owned()
            }
            Worth::OneDisk => {
                "an acknowledged move is on one disk: a crash costs nothing, the loss of that disk or a \
                               failover to a standby can cost the last moves"
                    .to_owned()
            }
            Worth::Received => format!(
                "an acknowledged move is on one disk and was received by a standby ({}): it is lost only if both \
                 machines fail at once",
                self.standbys
            ),
            Worth::TwoDisks => format!(
                "an acknowledged move is on two disks, the second one a synchronous standby ({}): losing either \
                 machine costs nothing",
                self.standbys
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_crash_can_cost_follows_from_the_settings() {
        let worth = |fsync, commit: &str, standbys: &str| {
            Durability { fsync, commit: commit.to_owned(), standbys: standbys.to_owned() }.worth()
        };
        assert_eq!(worth(true, "on", "node2"), Worth::TwoDisks);
        assert_eq!(worth(true, "remote_apply", "ANY 1 (*)"), Worth::TwoDisks);
        assert_eq!(worth(true, "remote_write", "node2"), Worth::Received);
        assert_eq!(worth(true, "local", "node2"), Worth::OneDisk);
        assert_eq!(worth(true, "on", ""), Worth::OneDisk);
        assert_eq!(worth(true, "off", "node2"), Worth::Soon);
        assert_eq!(worth(false, "on", "node2"), Worth::Nothing);
    }
}
