//! `parlour load`: many tables at once, every seat a real socket, to see what a server bears.

mod book;
mod client;
mod own;
mod seats;
mod tally;

use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

use crate::cli::LoadArgs;
use crate::failure::{Failure, Outcome};
use crate::print;
use own::Own;
use tally::Tally;

/// Tables that are opened at the same time.
const OPENING: usize = 32;

/// Moves of each table, on average, from one kill of the server to the next.
const MOVES_BETWEEN_KILLS: u64 = 8;

/// What every table knows.
struct Plan {
    server: client::Server,
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
    fn is_over(&self) -> bool {
        self.end.get().is_some_and(|end| Instant::now() >= *end)
    }
}

/// Plays at many tables, and tells how it went.
pub fn run(args: &LoadArgs) -> Outcome {
    let mut own = match &args.own {
        None => None,
        Some(folder) => Some(Own::start(folder).map_err(Failure::failed)?),
    };
    let url = own.as_ref().map_or_else(|| args.url.clone(), |own| format!("ws://{}", own.address));
    let server = client::Server::read(&url).map_err(Failure::usage)?;
    let runtime =
        tokio::runtime::Runtime::new().map_err(|error| Failure::failed(format!("cannot start: {error}")))?;
    let plan = Arc::new(Plan {
        server,
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
        faults => Err(Failure::failed(format!("{} went wrong", engine::counted(faults, "thing", "things")))),
    }
}

async fn play(plan: &Arc<Plan>, args: &LoadArgs, own: Option<&mut Own>) -> Outcome {
    // One table first: what is wrong with all of them is said once.
    client::open(&plan.server, &plan.game, plan.players).await.map_err(Failure::failed)?;
    let empty = plan.server.memory().await;
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
            kill(plan, own, kills, args.tables as u64).await?;
            Instant::now()
        }
        _ => now + Duration::from_secs_f64(args.seconds),
    };
    let _ = plan.end.set(end);
    tokio::time::sleep_until(end.into()).await;
    if let (Some(empty), Some(full), None) = (empty, plan.server.memory().await, args.kills) {
        plan.tally.memory.store(full.saturating_sub(empty) / args.tables.max(1) as u64, Ordering::Relaxed);
    }
    while tables.join_next().await.is_some() {}
    plan.tally.finish(Instant::now());
    Ok(())
}

/// Kills the server so often, each time after every table has moved several times since.
async fn kill(plan: &Plan, own: &mut Own, kills: u32, tables: u64) -> Outcome {
    for _ in 0..kills {
        let moves = plan.tally.moves() + tables * MOVES_BETWEEN_KILLS;
        while plan.tally.moves() < moves {
            if plan.tally.errors() >= tables {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        own.kill().map_err(Failure::failed)?;
        plan.tally.kills.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}
