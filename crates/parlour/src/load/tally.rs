//! What is counted, and how it is told.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use server::ledger::history::Verdict;

use crate::cli::LoadArgs;

/// The number of error messages to show.
const SHOWN: usize = 5;

#[derive(Default)]
pub struct Tally {
    pub seated: AtomicU64,
    pub games: AtomicU64,
    pub resumed: AtomicU64,
    /// Connections that ended before a client wanted them to, and were not found again at once.
    pub interrupted: AtomicU64,
    pub kills: AtomicU64,
    /// Moves of which a server said that they could not be saved.
    pub unsaved: AtomicU64,
    /// Bytes that the server took for each table; 0 where it does not tell.
    pub memory: AtomicU64,
    /// Milliseconds of processor time that the servers took; 0 where they do not tell.
    pub processor: AtomicU64,
    /// Updates that were missing, and updates that came in another order than they happened.
    pub lost: AtomicU64,
    pub out_of_order: AtomicU64,
    noted: Mutex<Noted>,
}

#[derive(Default)]
struct Noted {
    micros: Vec<u32>,
    errors: u64,
    reasons: Vec<String>,
    began: Option<Instant>,
    finished: Option<Instant>,
    history: Option<Verdict>,
}

impl Tally {
    fn noted(&self) -> std::sync::MutexGuard<'_, Noted> {
        self.noted.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// From now on it counts.
    pub fn begin(&self, now: Instant) {
        let mut noted = self.noted();
        noted.micros.clear();
        noted.began = Some(now);
    }

    pub fn finish(&self, now: Instant) {
        self.noted().finished = Some(now);
    }

    /// A move that everyone at its table has seen.
    pub fn seen_by_all(&self, time: Duration) {
        self.noted().micros.push(u32::try_from(time.as_micros()).unwrap_or(u32::MAX));
    }

    /// How many moves everyone has seen.
    pub fn moves(&self) -> u64 {
        self.noted().micros.len() as u64
    }

    pub fn error(&self, reason: String) {
        let mut noted = self.noted();
        noted.errors += 1;
        if noted.reasons.len() < SHOWN {
            noted.reasons.push(reason);
        }
    }

    /// What the histories of the ledger showed.
    pub fn history(&self, verdict: Verdict) {
        self.noted().history = Some(verdict);
    }

    pub fn errors(&self) -> u64 {
        self.noted().errors
    }

    /// Everything that must not happen.
    pub fn faults(&self) -> u64 {
        self.errors() + self.lost.load(Ordering::Relaxed) + self.out_of_order.load(Ordering::Relaxed)
    }

    /// Moves, seconds, and the times at which half, 90 %, 99 % and all of the moves had been seen, in milliseconds.
    fn sums(&self) -> (usize, f64, [f64; 4]) {
        let mut noted = self.noted();
        noted.micros.sort_unstable();
        let at = |share: f64| {
            let last = noted.micros.len().saturating_sub(1);
            let index = (noted.micros.len() as f64 * share).ceil() as usize;
            noted
                .micros
                .get(index.saturating_sub(1).min(last))
                .map_or(0.0, |&micros| f64::from(micros) / 1000.0)
        };
        let times = [0.5, 0.9, 0.99, 1.0].map(at);
        let seconds = match (noted.began, noted.finished) {
            (Some(began), Some(finished)) => (finished - began).as_secs_f64(),
            _ => 0.0,
        };
        (noted.micros.len(), seconds, times)
    }

    pub fn text(&self, args: &LoadArgs) -> String {
        let (moves, seconds, [half, most, nearly, all]) = self.sums();
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let reasons: String = self.noted().reasons.iter().map(|reason| format!("  {reason}\n")).collect();
        let mut more = match count(&self.memory) {
            0 => String::new(),
            bytes => format!("Memory of the server for each table: {} KiB\n", bytes / 1024),
        };
        let processor = count(&self.processor) as f64 / 1000.0;
        if processor > 0.0 {
            let each = moves as f64 / processor;
            more += &format!("Server: {processor:.2} s of processor time, {each:.0} moves for each\n");
        }
        if count(&self.kills) > 0 {
            let found = if self.faults() == 0 {
                "no acknowledged move is missing, none is there twice"
            } else {
                "see above"
            };
            let unsaved = count(&self.unsaved);
            let told = engine::counted(unsaved as usize, "move", "moves");
            more += &format!(
                "Faults: {}; {told} could not be saved at once, and said so; {found}\n",
                count(&self.kills)
            );
        }
        if let Some(history) = &self.noted().history {
            let Verdict { acknowledged, refused, unknown, reads, faults } = history;
            more += &format!(
                "History of the ledger: {acknowledged} writes acknowledged, {refused} refused, {unknown} unknown, {reads} \
                 reads; {} found\n",
                engine::counted(faults.len(), "fault", "faults")
            );
        }
        format!(
            "{} tables of {}, {}: {moves} moves in {seconds:.1} s, {:.1} moves/s, {} games finished and verified\n\
             From a move until all had seen it: 50 % {half:.1} ms, 90 % {most:.1} ms, 99 % {nearly:.1} ms, longest {all:.1} ms\n\
             Errors {}, updates lost {}, out of order {}, connections resumed {}\n{more}{reasons}",
            args.tables,
            args.players,
            args.game,
            moves as f64 / seconds.max(1e-9),
            count(&self.games),
            self.errors(),
            count(&self.lost),
            count(&self.out_of_order),
            count(&self.resumed),
        )
    }

    pub fn json(&self, args: &LoadArgs) -> String {
        let (moves, seconds, [half, most, nearly, all]) = self.sums();
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let line = serde_json::json!({
            "tables": args.tables, "players": args.players, "game": args.game, "seconds": seconds,
            "moves": moves, "moves_per_second": moves as f64 / seconds.max(1e-9), "games": count(&self.games),
            "milliseconds": { "p50": half, "p90": most, "p99": nearly, "max": all },
            "errors": self.errors(), "lost": count(&self.lost), "out_of_order": count(&self.out_of_order),
            "resumed": count(&self.resumed), "kills": count(&self.kills), "unsaved": count(&self.unsaved), "bytes_per_table": count(&self.memory),
            "processor_seconds": count(&self.processor) as f64 / 1000.0,
            "reasons": self.noted().reasons,
            "history": self.noted().history.as_ref().map(|history| serde_json::json!({
                "acknowledged": history.acknowledged, "refused": history.refused, "unknown": history.unknown,
                "reads": history.reads, "faults": history.faults.len(),
            })),
        });
        format!("{line}\n")
    }
}
