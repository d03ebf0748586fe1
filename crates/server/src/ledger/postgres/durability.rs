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

/// How durable an acknowledged write is, from the least on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DurabilityLevel {
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
    /// How durable an acknowledged write is.
    pub fn level(&self) -> DurabilityLevel {
        match (self.fsync, self.commit.as_str(), self.standbys.trim().is_empty()) {
            (false, ..) => DurabilityLevel::Nothing,
            (_, "off", _) => DurabilityLevel::Soon,
            (_, "local", _) | (_, _, true) => DurabilityLevel::OneDisk,
            (_, "remote_write", _) => DurabilityLevel::Received,
            _ => DurabilityLevel::TwoDisks,
        }
    }

    /// Whether a standby has every acknowledged move.
    pub fn has_standby(&self) -> bool {
        self.level() >= DurabilityLevel::Received
    }

    /// One sentence for the operator.
    pub fn text(&self) -> String {
        match self.level() {
            DurabilityLevel::Nothing => {
                "fsync is off: a crash of the database's machine can cost everything".to_owned()
            }
            DurabilityLevel::Soon => {
                "synchronous_commit is off: a crash of the database can cost the moves of the last second"
                    .to_owned()
            }
            DurabilityLevel::OneDisk => {
                "an acknowledged move is on one disk: a crash costs nothing, the loss of that disk or a \
                               failover to a standby can cost the last moves"
                    .to_owned()
            }
            DurabilityLevel::Received => format!(
                "an acknowledged move is on one disk and was received by a standby ({}): it is lost only if both \
                 machines fail at once",
                self.standbys
            ),
            DurabilityLevel::TwoDisks => format!(
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
        let level = |fsync, commit: &str, standbys: &str| {
            Durability { fsync, commit: commit.to_owned(), standbys: standbys.to_owned() }.level()
        };
        assert_eq!(level(true, "on", "node2"), DurabilityLevel::TwoDisks);
        assert_eq!(level(true, "remote_apply", "ANY 1 (*)"), DurabilityLevel::TwoDisks);
        assert_eq!(level(true, "remote_write", "node2"), DurabilityLevel::Received);
        assert_eq!(level(true, "local", "node2"), DurabilityLevel::OneDisk);
        assert_eq!(level(true, "on", ""), DurabilityLevel::OneDisk);
        assert_eq!(level(true, "off", "node2"), DurabilityLevel::Soon);
        assert_eq!(level(false, "on", "node2"), DurabilityLevel::Nothing);
    }
}
