//! What was asked of the worker and is not answered yet, so that nothing is lost when another worker takes its place.

use std::collections::VecDeque;

use protocol::{Ask, Tell};
use tables::{Question, WorkerReply};

/// What is not answered yet. A worker answers one request after another, in their order.
#[derive(Default)]
pub struct Unanswered {
    asks: VecDeque<Ask>,
    /// Whether the worker has opened the table; until then nothing is sent to it.
    is_open: bool,
}

impl Unanswered {
    /// Another worker opens the table. Questions that take long are given up, and bots are asked again when it is their turn;
    /// everything else waits for the new worker.
    pub fn begin(&mut self) {
        self.is_open = false;
        self.asks.retain(|ask| !looks_far(ask) && *ask != Ask::Next);
    }

    /// Notes what is asked; returns whether it can be sent now.
    pub fn ask(&mut self, what: Ask) -> bool {
        self.asks.push_back(what);
        self.is_open
    }

    /// Notes a reply; returns what can be sent now that the table is open.
    pub fn hear(&mut self, reply: &WorkerReply) -> Vec<Ask> {
        match reply {
            // They are told beside the answers.
            WorkerReply::Beat { .. } | WorkerReply::Tips { .. } => {}
            WorkerReply::Tell { what: Tell::Snapshot(snapshot), .. } if !self.is_open => {
                self.is_open = true;
                self.count_from(snapshot.seq);
                return self.asks.iter().cloned().collect();
            }
            _ if !self.is_open => {}
            _ => drop(self.asks.pop_front()),
        }
        Vec::new()
    }

    /// Whether a question waits for its answer that takes long.
    pub fn is_thinking(&self) -> bool {
        self.asks.iter().any(looks_far)
    }

    /// A table that is opened again counts its changes anew: what waits is meant for that change, and for those after it.
    fn count_from(&mut self, seq: u64) {
        let Some(first) = self.asks.iter_mut().find_map(|ask| seq_of(ask).copied()) else { return };
        for at in self.asks.iter_mut().filter_map(seq_of) {
            *at = at.saturating_sub(first) + seq;
        }
    }
}

/// Whether the answer may take long.
pub fn looks_far(ask: &Ask) -> bool {
    match ask {
        Ask::Phrase { text, .. } => Question::read(text).is_some(),
        ask => matches!(ask, Ask::CanWin | Ask::WhereLost | Ask::Hint { .. }),
    }
}

/// The change for which it is meant.
fn seq_of(ask: &mut Ask) -> Option<&mut u64> {
    match ask {
        Ask::Act { seq, .. }
        | Ask::Phrase { seq, .. }
        | Ask::Undo { seq }
        | Ask::Redo { seq }
        | Ask::Hint { seq }
        | Ask::Finish { seq } => Some(seq),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use engine::Seed;
    use protocol::Order;
    use tables::{LocalTable, WorkerRequest};

    use super::*;

    /// A page with a worker that can be replaced.
    #[derive(Default)]
    struct Page {
        worker: LocalTable,
        unanswered: Unanswered,
        sent: VecDeque<Ask>,
        seq: u64,
        record: String,
    }

    impl Page {
        fn open(&mut self, request: WorkerRequest) {
            self.unanswered.begin();
            self.sent.clear();
            let reply = self.worker.work(request, None);
            self.hear(reply);
        }

        fn ask(&mut self, what: Ask) {
            if self.unanswered.ask(what.clone()) {
                self.sent.push_back(what);
            }
        }

        fn hear(&mut self, reply: WorkerReply) {
            self.sent.extend(self.unanswered.hear(&reply));
            match reply {
                WorkerReply::Tell { what: Tell::Snapshot(snapshot), .. } => self.seq = snapshot.seq,
                WorkerReply::Tell { what: Tell::Update(update), .. } => self.seq = update.seq,
                WorkerReply::Tell { what: Tell::Record { text }, .. } => self.record = text,
                other => panic!("{other:?}"),
            }
        }

        /// Lets the worker answer everything.
        fn work(&mut self) {
            while let Some(what) = self.sent.pop_front() {
                let reply = self.worker.work(WorkerRequest::Ask { what }, None);
                self.hear(reply);
            }
        }

        fn acts(&self) -> Vec<String> {
            let record = engine::Record::read(&self.record).unwrap();
            record.actions.into_iter().map(|(_, act)| act).collect()
        }
    }

    fn deal(seq: u64) -> Ask {
        Ask::act(seq, "deal")
    }

    #[test]
    fn what_was_done_while_the_worker_thought_is_done_by_the_next_one() {
        let mut page = Page::default();
        let order = Order::new("aces-up", "Ann", "club", Seed::from_number(1));
        page.open(WorkerRequest::Open { order });
        // After an undo the worker has counted more changes than the record has actions.
        for what in [deal, |seq| Ask::Undo { seq }, deal] {
            page.ask(what(page.seq));
            page.work();
        }
        page.ask(Ask::Record);
        page.work();
        assert_eq!((page.seq, page.acts().len()), (4, 1));

        page.ask(Ask::CanWin);
        page.ask(deal(page.seq));
        assert!(page.unanswered.is_thinking());
        let resume =
            WorkerRequest::Resume { record: page.record.clone(), actions: None, bots: "club".to_owned() };
        page.unanswered.begin();
        assert!(!page.unanswered.is_thinking());
        page.ask(deal(page.seq + 1));
        page.ask(Ask::Record);
        page.open(resume);
        page.work();
        assert_eq!(page.acts(), ["deal"; 3]);
        assert!(page.unanswered.asks.is_empty());
    }

    #[test]
    fn each_reply_answers_the_oldest_question() {
        let mut page = Page::default();
        let order = Order::new("aces-up", "Ann", "club", Seed::from_number(1));
        page.open(WorkerRequest::Open { order });
        page.ask(deal(page.seq));
        page.ask(Ask::CanWin);
        let reply = page.worker.work(WorkerRequest::Ask { what: deal(page.seq) }, None);
        page.hear(reply);
        assert!(page.unanswered.is_thinking(), "the move is answered, the question is not");
    }
}
