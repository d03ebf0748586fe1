//! Connections that read. Reading can take a while, so it is done on threads that are made for waiting.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};

use rusqlite::{Connection, OpenFlags};
use tokio::sync::Semaphore;

use super::{closed, connect, unavailable};
use crate::ledger::LedgerError;

/// The most that read at the same time.
const READERS: usize = 4;

#[derive(Clone)]
pub(super) struct Readers(Arc<Shared>);

struct Shared {
    path: PathBuf,
    idle: Mutex<Vec<Connection>>,
    turns: Arc<Semaphore>,
}

impl Shared {
    fn idle(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Readers {
    pub fn new(path: PathBuf) -> Self {
        Self(Arc::new(Shared { path, idle: Mutex::default(), turns: Arc::new(Semaphore::new(READERS)) }))
    }

    /// What the file answers.
    pub async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, LedgerError> {
        let shared = self.0.clone();
        let turn = shared.turns.clone().acquire_owned().await.map_err(|_| closed())?;
        let asked = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            let kept = shared.idle().pop();
            let file = match kept {
                Some(file) => file,
                None => connect(&shared.path, OpenFlags::SQLITE_OPEN_READ_ONLY)?,
            };
            let answer = question(&file);
            shared.idle().push(file);
            answer
        });
        asked.await.map_err(|_| closed())?.map_err(unavailable)
    }

    /// Nobody reads any more.
    pub async fn close(&self) {
        // Those who read now finish first.
        if let Ok(all) = self.0.turns.acquire_many(READERS as u32).await {
            self.0.turns.close();
            drop(all);
        }
        self.0.idle().clear();
    }
}
