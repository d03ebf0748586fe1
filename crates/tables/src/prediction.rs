//! What a table of one's own is about to say, told before it has said it. A browser lets a worker's answer wait until
//! after its next frame: a page that shows this meanwhile is one frame earlier.

use engine::{Record, Seat, Viewer};
use protocol::Update;

use crate::host::{self, TableHost};

/// The same table once more, beside the page: it follows the table's records, and may be an action ahead of them.
#[derive(Default)]
pub struct Prediction(Option<Copy>);

struct Copy {
    record: Record,
    host: Box<dyn TableHost>,
}

impl Prediction {
    /// Follows the table to where this record ends. What is new is done here too; only where the record is not the
    /// one known so far, all of it is played again.
    pub fn follow(&mut self, record: &str) {
        let Ok(record) = Record::read(record) else {
            self.0 = None;
            return;
        };
        let known = self.0.take().and_then(|copy| copy.to(&record));
        self.0 = known.or_else(|| Some(Copy { host: host::reopen(&record, None).ok()?, record }));
    }

    /// What an action leads to at a table that has seen so many; none if it is refused, or if this is not that table.
    pub fn predict(&mut self, actions: usize, seat: Seat, act: &str) -> Option<Update> {
        let Copy { record, host } = self.0.as_mut().filter(|copy| copy.record.actions.len() == actions)?;
        let before = host.seq();
        host.act(seat, act).ok()?;
        record.actions.push((seat, act.to_owned()));
        Some(host.update(Viewer::Seat(seat), before))
    }
}

impl Copy {
    fn to(mut self, record: &Record) -> Option<Self> {
        let ours = &self.record;
        let same = (&ours.game, ours.rules_version, &ours.rules, &ours.assistance, &ours.players)
            == (&record.game, record.rules_version, &record.rules, &record.assistance, &record.players)
            && (&ours.seed, &ours.mix, &ours.assists) == (&record.seed, &record.mix, &record.assists);
        let more = record.actions.strip_prefix(ours.actions.as_slice()).filter(|_| same)?;
        for (seat, act) in more {
            self.host.act(*seat, act).ok()?;
        }
        self.record.actions.extend_from_slice(more);
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use bots::Level;
    use engine::{Dice, Seed};

    use super::*;
    use crate::tests::order;

    /// A whole game of each kind: whatever the player does is predicted exactly.
    #[test]
    fn what_is_foreseen_is_what_the_table_says() {
        for game in ["pass-the-ace", "chase-the-ace", "aces-up", "grapples", "propre"] {
            let mut table = host::open(&order(game, 3)).unwrap();
            let you = Seat::new(0).unwrap();
            let mut dice = Dice::new(&Seed::from_number(9));
            let mut prediction = Prediction::default();
            let mut predicted = 0;
            while let Some(turn) = table.to_act() {
                prediction.follow(&table.record().write());
                if turn != you {
                    table.bot_moves(Level::Random, None).unwrap();
                    continue;
                }
                let standing = table.update(Viewer::Seat(you), table.seq()).standing;
                let act = &dice.pick(&standing.choices).unwrap().act;
                let ahead = prediction.predict(standing.actions, you, act);
                let before = table.seq();
                table.act(you, act).unwrap();
                assert_eq!(ahead, Some(table.update(Viewer::Seat(you), before)), "{game}: {act}");
                assert_eq!(prediction.predict(standing.actions, you, act), None, "that was an action before");
                predicted += 1;
            }
            assert!(predicted > 0, "{game}");
        }
    }

    #[test]
    fn a_table_that_took_something_back_or_helped_is_followed_too() {
        let mut table = host::open(&order("aces-up", 3)).unwrap();
        let you = Seat::new(0).unwrap();
        let mut prediction = Prediction::default();
        prediction.follow(&table.record().write());
        prediction.predict(0, you, "deal").unwrap();
        // It never came to the table; another hand was quicker.
        table.act(you, "deal").unwrap();
        table.act(you, "deal").unwrap();
        table.undo().unwrap();
        table.hint(you, None).unwrap();
        prediction.follow(&table.record().write());
        let ahead = prediction.predict(1, you, "deal");
        let before = table.seq();
        table.act(you, "deal").unwrap();
        let said = table.update(Viewer::Seat(you), before);
        assert_eq!(ahead.map(|ahead| (ahead.lines, ahead.standing)), Some((said.lines, said.standing)));
        prediction.follow("torn");
        assert_eq!(prediction.predict(2, you, "deal"), None);
    }
}
