//! A table in this program, on a thread of its own, so that nobody who looks at a screen waits for a bot.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use engine::Record;
use protocol::Tell;
use tables::{BeatShown, ExternalPlayer, LocalTable, Tips, WorkerReply, WorkerRequest};

use super::{Heard, Thinking};
use crate::game::saved_program;
use crate::keep::{DataDir, SavedGame, now_ms};

/// How long an expert thinks when someone waits.
const LONGEST: Duration = Duration::from_secs(1);
/// More than fits into the time to think.
const PLENTY: u32 = 1_000_000;

/// A table on another thread.
pub struct Local {
    requests: Option<Sender<WorkerRequest>>,
    closing: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    beat: Arc<Mutex<Option<BeatShown>>>,
}

impl Local {
    pub(super) fn start<E: From<Heard> + Send + 'static>(
        thinking: Thinking,
        invited: Option<Box<dyn ExternalPlayer>>,
        saver: Option<GameSaver>,
        to: Sender<E>,
    ) -> Self {
        let (requests, asked) = channel();
        let closing = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&closing);
        let beat = Arc::default();
        let told = Arc::clone(&beat);
        let thread = thread::spawn(move || {
            let mut table = match (thinking.iterations, thinking.by_the_clock) {
                (Some(iterations), _) => LocalTable::searching(iterations),
                (None, true) => LocalTable::searching(PLENTY),
                (None, false) => LocalTable::default(),
            };
            table.use_threads(cores());
            invited.into_iter().for_each(|external| table.invite(external));
            let by_the_clock = thinking.by_the_clock && thinking.iterations.is_none();
            run(table, by_the_clock, saver, &asked, &to, &seen, &told);
        });
        Self { requests: Some(requests), closing, thread: Some(thread), beat }
    }

    /// Where the lesson is, if one is taught.
    pub(super) fn beat(&self) -> Option<BeatShown> {
        self.beat.lock().map_or(None, |beat| beat.clone())
    }

    pub(super) fn send(&self, request: WorkerRequest) {
        if let Some(requests) = &self.requests {
            // If the thread is gone, its panic has been shown.
            let _ = requests.send(request);
        }
    }
}

/// What is being written is finished, but nobody thinks to the end.
impl Drop for Local {
    fn drop(&mut self) {
        self.closing.store(true, Ordering::Relaxed);
        self.requests = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Everyone at this table waits for one bot at a time, so it may have the whole machine.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, |cores| cores.get())
}

fn run<E: From<Heard>>(
    mut table: LocalTable,
    by_the_clock: bool,
    mut saver: Option<GameSaver>,
    asked: &Receiver<WorkerRequest>,
    to: &Sender<E>,
    closing: &AtomicBool,
    beat: &Mutex<Option<BeatShown>>,
) {
    if let Some(saver) = &saver {
        table.show_tips(saver.data_dir.tips());
    }
    while let Ok(request) = asked.recv() {
        let started = Instant::now();
        let late = || closing.load(Ordering::Relaxed) || by_the_clock && started.elapsed() >= LONGEST;
        let reply = table.work(request, Some(&late));
        if closing.load(Ordering::Relaxed) {
            // A move made in haste was not the bot's; it is made again when the game goes on.
            return;
        }
        let kept = saver.as_mut().map_or(Ok(()), |saver| saver.keep(&reply, table.new_tips()));
        if let Ok(mut beat) = beat.lock() {
            *beat = table.beat();
        }
        if to.send(Heard::Reply(reply).into()).is_err() {
            return;
        }
        if let Err(error) = kept {
            // Once is enough: the game goes on without being kept.
            saver = None;
            let _ = to.send(Heard::NotKept(format!("This game is not kept: {error}.")).into());
        }
    }
}

/// Keeps a game as it goes on, and its result.
pub struct GameSaver {
    data_dir: DataDir,
    saved: SavedGame,
    record: Option<Record>,
}

impl GameSaver {
    /// Keeps this game there.
    pub fn new(data_dir: DataDir, saved: SavedGame) -> Self {
        Self { data_dir, saved, record: None }
    }

    fn keep(&mut self, reply: &WorkerReply, tips: Option<Tips>) -> crate::error::Result {
        if let Some(tips) = tips {
            self.data_dir.keep_tips(&tips)?;
        }
        let WorkerReply::Tell { what, progress: Some(progress) } = reply else { return Ok(()) };
        let standing = match what {
            Tell::Snapshot(snapshot) => {
                (self.saved.game, self.saved.title) = (snapshot.game.clone(), snapshot.title.clone());
                Some(&snapshot.standing)
            }
            Tell::Update(update) => Some(&update.standing),
            _ => None,
        };
        progress.apply(&mut self.record);
        self.saved.record = self.record.as_ref().map(Record::write);
        self.saved.saved_ms = now_ms();
        let was_over = self.saved.over;
        self.saved.over = standing.map_or(was_over, |standing| standing.outcome.is_some());
        standing.into_iter().for_each(|standing| self.saved.reach(standing));
        let fresh = standing.filter(|_| !was_over);
        if let Some(mut played) = fresh.and_then(|standing| self.saved.result(standing, self.saved.saved_ms))
        {
            if let Some(program) = saved_program(&self.saved) {
                played.bots = format!("cmd:{program}");
            }
            self.data_dir.note(&played)?;
        }
        self.data_dir.keep(&self.saved)
    }
}
