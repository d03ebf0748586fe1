//! What a table of one's own is about to say, told before it has said it. A browser lets a worker's answer wait until
//! after its next frame: a page that shows this meanwhile is one frame earlier.

use engine::{Record, Seat, Viewer};
use protocol::Update;

use crate::played::{ReplayedGame, play_through};
use crate::progress::Progress;

/// The same table once more, beside the page: it follows the table's progress, and may be an action ahead of it.
#[derive(Default)]
pub struct Prediction(Option<Box<dyn ReplayedGame>>);

impl Prediction {
    /// Follows the table by what was added to its record. The whole record is played again only where that does not
    /// continue what is known here: after an undo, after advice, and at the start.
    pub fn follow(&mut self, record: &Record, progress: &Progress) {
        let known = self.0.take().and_then(|host| follow(host, progress));
        self.0 = known.or_else(|| play_through(record, None).ok());
    }

    /// What an action leads to at a table that has seen this number of actions; none if it is refused, or if this is not that table.
    pub fn predict(&mut self, actions: usize, seat: Seat, act: &str) -> Option<Update> {
        let host = self.0.as_mut().filter(|host| host.actions() == actions)?;
        let before = host.seq();
        host.act(seat, act).ok()?;
        Some(host.update(Viewer::Seat(seat), before))
    }
}

/// The table after what was added; none if it stands elsewhere.
fn follow(mut host: Box<dyn ReplayedGame>, progress: &Progress) -> Option<Box<dyn ReplayedGame>> {
    let Progress::Changed { kept, added, assists, .. } = progress else { return None };
    if host.actions() < *kept || host.assists() != *assists {
        return None;
    }
    for (seat, act) in added.strip_prefix(host.actions_after(*kept).as_slice())? {
        host.act(*seat, act).ok()?;
    }
    Some(host)
}

#[cfg(test)]
mod tests {
    use engine::{Dice, Seed};
    use protocol::{Ask, Standing, Tell};

    use super::*;
    use crate::tests::order;
    use crate::{LocalTable, WorkerReply, WorkerRequest};

    /// A table with a page beside it, which keeps its record and looks ahead.
    #[derive(Default)]
    struct Page {
        table: LocalTable,
        record: Option<Record>,
        prediction: Prediction,
    }

    impl Page {
        fn hear(&mut self, reply: WorkerReply) -> Tell {
            let WorkerReply::Tell { what, progress } = reply else { panic!("{reply:?}") };
            if let Some(progress) = progress {
                progress.apply(&mut self.record);
                self.prediction.follow(self.record.as_ref().unwrap(), &progress);
            }
            what
        }

        fn open(&mut self, game: &str) -> (u64, Standing) {
            let reply = self.table.work(WorkerRequest::Open { order: order(game, 3) }, None);
            let Tell::Snapshot(snapshot) = self.hear(reply) else { panic!("{game} is not opened") };
            (snapshot.seq, snapshot.standing)
        }

        fn ask(&mut self, what: Ask) -> Tell {
            let reply = self.table.work(WorkerRequest::Ask { what }, None);
            self.hear(reply)
        }

        fn update(&mut self, what: Ask) -> Update {
            let Tell::Update(update) = self.ask(what) else { panic!("that is legal") };
            *update
        }

        /// The record as the table itself has it.
        fn recorded(&mut self) -> String {
            let Tell::Record { text } = self.ask(Ask::Record) else { panic!("there is a record") };
            text
        }
    }

    /// A whole game of each kind: what the player does is predicted exactly, and the record arrives bit by bit.
    #[test]
    fn what_is_foreseen_is_what_the_table_says() {
        let you = Seat::FIRST;
        for game in games::ListedGame::all().into_iter().map(|listed| listed.id) {
            let mut page = Page::default();
            let (mut seq, mut standing) = page.open(game);
            let mut dice = Dice::new(&Seed::from_number(9));
            let mut predicted = 0;
            while let Some(turn) = standing.to_act {
                let update = if turn == you {
                    let act = dice.pick(&standing.choices).unwrap().act.clone();
                    let ahead = page.prediction.predict(standing.actions, you, &act);
                    let again = page.prediction.predict(standing.actions, you, &act);
                    assert_eq!(again, None, "that was an action before");
                    let update = page.update(Ask::act(seq, act.clone()));
                    assert_eq!(ahead.as_ref(), Some(&update), "{game}: {act}");
                    predicted += 1;
                    update
                } else {
                    page.update(Ask::Next)
                };
                (seq, standing) = (update.seq, update.standing);
            }
            assert!(predicted > 0, "{game}");
            let kept = page.record.as_ref().map(Record::write);
            assert_eq!(kept, Some(page.recorded()), "{game}");
        }
    }

    #[test]
    fn a_table_that_took_something_back_or_helped_is_followed_too() {
        let you = Seat::FIRST;
        let mut page = Page::default();
        let (seq, _) = page.open("aces-up");
        page.prediction.predict(0, you, "deal").unwrap();
        page.update(Ask::act(seq, "deal".to_owned()));
        page.update(Ask::act(seq + 1, "deal".to_owned()));
        page.update(Ask::Undo { seq: seq + 2 });
        assert!(matches!(page.ask(Ask::Hint { seq: seq + 3 }), Tell::Answer { .. }));
        assert_eq!(page.record.as_ref().map(Record::write), Some(page.recorded()));
        let ahead = page.prediction.predict(1, you, "deal");
        let said = page.update(Ask::act(seq + 3, "deal".to_owned()));
        assert_eq!(ahead.map(|ahead| (ahead.lines, ahead.standing)), Some((said.lines, said.standing)));
        page.update(Ask::Undo { seq: seq + 4 });
        page.update(Ask::Redo { seq: seq + 5 });
        assert_eq!(page.record.as_ref().map(Record::write), Some(page.recorded()));
    }

    #[test]
    fn only_new_actions_cross_the_border() {
        let mut page = Page::default();
        let (seq, _) = page.open("aces-up");
        let mut lengths = Vec::new();
        for number in 0..8 {
            let what = Ask::act(seq + number, "deal".to_owned());
            let reply = page.table.work(WorkerRequest::Ask { what }, None);
            let WorkerReply::Tell { progress: Some(Progress::Changed { kept, added, .. }), .. } = reply
            else {
                panic!("dealing is legal")
            };
            lengths.push((kept, added.len()));
        }
        assert_eq!(lengths, (0..8).map(|kept| (kept, 1)).collect::<Vec<_>>());
        let looked = page.table.work(WorkerRequest::Ask { what: Ask::Look { since: None } }, None);
        assert!(matches!(looked, WorkerReply::Tell { progress: None, .. }), "nothing changed");
    }
}
