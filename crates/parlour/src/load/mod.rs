//! `parlour load`: load-tests a server with many tables at once, every seat a real socket.

mod book;
mod client;
mod faults;
mod own;
mod proxy;
mod seats;
mod tally;

use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

use crate::cli::LoadArgs;
use crate::failure::{Failure, Result};
use crate::print;
use own::Own;
use tally::Tally;

/// Tables that are opened at the same time.
const OPENING: usize = 32;

/// What every table knows.
struct Plan {
    servers: Vec<client::Server>,
    game: String,
    players: usize,
    pace: Duration,
    /// Tables begin one after the other over this time, so that they do not move in step.
    stagger: Duration,
    end: OnceLock<Instant>,
    /// Whether games that are on when the time is over are played to their end.
    to_the_end: bool,
    opening: Semaphore,
    /// Whether everyone has sat down.
    begun: watch::Sender<bool>,
    tally: Tally,
}

impl Plan {
    /// The server of that number.
    fn server(&self, number: usize) -> &client::Server {
        &self.servers[number % self.servers.len()]
    }

    fn is_over(&self) -> bool {
        self.end.get().is_some_and(|end| Instant::now() >= *end)
    }
}

/// Plays at many tables, and tells how it went.
pub fn run(args: &LoadArgs) -> Result {
    let runtime =
        tokio::runtime::Runtime::new().map_err(|error| Failure::failed(format!("cannot start: {error}")))?;
    let mut own = match &args.own {
        None => None,
        Some(folder) => Some(runtime.block_on(Own::start(folder, args)).map_err(Failure::failed)?),
    };
    let urls = own.as_ref().map_or_else(|| args.url.clone(), Own::urls);
    let servers: Result<Vec<_>, _> = urls.iter().map(|url| client::Server::read(url)).collect();
    let servers = servers.map_err(Failure::usage)?;
    let plan = Arc::new(Plan {
        servers,
        game: args.game.clone(),
        players: args.players,
        pace: Duration::from_secs_f64(args.pace),
        stagger: Duration::from_secs_f64(args.pace.max(1.0)),
        end: OnceLock::new(),
        to_the_end: args.kills.is_some(),
        opening: Semaphore::new(OPENING),
        begun: watch::Sender::new(false),
        tally: Tally::default(),
    });
    runtime.block_on(play(&plan, args, own.as_mut()))?;
    let text = if args.json { plan.tally.json(args) } else { plan.tally.text(args) };
    print(text.as_bytes())?;
    match plan.tally.faults() {
        0 => Ok(()),
        faults => Err(Failure::failed(format!("{} found", engine::counted(faults, "error", "errors")))),
    }
}

async fn play(plan: &Arc<Plan>, args: &LoadArgs, own: Option<&mut Own>) -> Result {
    // One table first: what is wrong with all of them is said once.
    client::open(plan.server(0), &plan.game, plan.players).await.map_err(Failure::failed)?;
    let empty = memory(plan).await;
    let mut tables = JoinSet::new();
    for number in 0..args.tables {
        let plan = plan.clone();
        tables.spawn(async move {
            if let Err(reason) = seats::play(&plan, number).await {
                plan.tally.error(reason);
            }
        });
    }
    while plan.tally.seated.load(Ordering::Relaxed) + plan.tally.errors() < args.tables as u64 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    plan.begun.send_replace(true);
    let now = Instant::now();
    plan.tally.begin(now);
    let end = match (own, args.kills) {
        (Some(own), Some(kills)) => {
            faults::make(plan, own, kills, args).await?;
            Instant::now()
        }
        _ => now + Duration::from_secs_f64(args.seconds),
    };
    let _ = plan.end.set(end);
    tokio::time::sleep_until(end.into()).await;
    if let (Some(empty), Some(full), None) = (empty, memory(plan).await, args.kills) {
        plan.tally.memory.store(full.saturating_sub(empty) / args.tables.max(1) as u64, Ordering::Relaxed);
    }
    while tables.join_next().await.is_some() {}
    plan.tally.finish(Instant::now());
    Ok(())
}

/// The bytes of memory that all servers hold, where they tell.
async fn memory(plan: &Plan) -> Option<u64> {
    let mut sum = 0;
    for server in &plan.servers {
        sum += server.memory().await?;
    }
    Some(sum)
}
