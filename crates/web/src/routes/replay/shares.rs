//! Which worker judges which decision.

/// What a worker does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Doing {
    /// It reads the record.
    Starting,
    /// It waits for something to do.
    Nothing,
    /// It judges the decision of this index; the index after the last stands for what is known with every card.
    Judging(usize),
    /// It has broken.
    Lost,
}

/// Who judges what.
#[derive(Default)]
pub struct Shares {
    doing: Vec<Doing>,
    /// The first decision that nobody was asked for.
    next: usize,
    /// Decisions of workers that were lost.
    left: Vec<usize>,
}

impl Shares {
    /// Nobody works yet; decisions before this one are judged.
    pub fn from(next: usize) -> Self {
        Self { next, ..Self::default() }
    }

    /// The number of workers, lost or not.
    pub fn workers(&self) -> usize {
        self.doing.len()
    }

    /// One more worker starts.
    pub fn add(&mut self) {
        self.doing.push(Doing::Starting);
    }

    /// A worker is done with what it did; returns the decision, if it was one.
    pub fn finish(&mut self, worker: usize) -> Option<usize> {
        let doing = self.doing.get_mut(worker).filter(|doing| **doing != Doing::Lost)?;
        match std::mem::replace(doing, Doing::Nothing) {
            Doing::Judging(index) => Some(index),
            _ => None,
        }
    }

    /// The decision for a worker that has nothing to do. What comes after the last one is given once, when all are judged.
    pub fn give(&mut self, worker: usize, judged: usize, of: usize) -> Option<usize> {
        let doing = self.doing.get_mut(worker).filter(|doing| **doing == Doing::Nothing)?;
        let index = self.left.last().copied().unwrap_or(self.next);
        if index > of || index == of && judged < of {
            return None;
        }
        if self.left.pop().is_none() {
            self.next += 1;
        }
        *doing = Doing::Judging(index);
        Some(index)
    }

    /// A worker has broken; another one gets its decision. False if no worker is left.
    pub fn lose(&mut self, worker: usize) -> bool {
        if let Some(doing) = self.doing.get_mut(worker)
            && let Doing::Judging(index) = std::mem::replace(doing, Doing::Lost)
        {
            self.left.push(index);
        }
        self.doing.iter().any(|doing| *doing != Doing::Lost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ready(workers: usize) -> Shares {
        let mut shares = Shares::from(0);
        for worker in 0..workers {
            shares.add();
            assert_eq!(shares.give(worker, 0, 9), None, "it reads the record");
            assert_eq!(shares.finish(worker), None);
        }
        shares
    }

    #[test]
    fn every_decision_is_judged_once_and_the_end_comes_last() {
        let mut shares = ready(2);
        assert_eq!([shares.give(0, 0, 3), shares.give(1, 0, 3)], [Some(0), Some(1)]);
        assert_eq!(shares.give(0, 0, 3), None, "it has something to do");
        assert_eq!((shares.finish(1), shares.give(1, 0, 3)), (Some(1), Some(2)));
        assert_eq!((shares.finish(1), shares.give(1, 0, 3)), (Some(2), None));
        assert_eq!((shares.finish(0), shares.give(0, 3, 3)), (Some(0), Some(3)));
        assert_eq!(shares.give(1, 3, 3), None, "the end is asked for once");
    }

    #[test]
    fn the_decision_of_a_lost_worker_goes_to_another() {
        let mut shares = ready(3);
        assert_eq!([0, 1].map(|worker| shares.give(worker, 0, 2)), [Some(0), Some(1)]);
        assert_eq!(shares.give(2, 0, 2), None);
        assert!(shares.lose(0));
        assert_eq!((shares.finish(0), shares.give(0, 0, 2)), (None, None));
        assert_eq!(shares.give(2, 0, 2), Some(0));
        assert_eq!((shares.finish(2), shares.finish(1)), (Some(0), Some(1)));
        assert_eq!(shares.give(1, 2, 2), Some(2));
        assert!(shares.lose(1));
        assert_eq!(shares.give(2, 2, 2), Some(2), "the end, too");
        assert!(!shares.lose(2), "nobody is left");
    }
}
