//! `parlour load`: many tables at once, every seat a real socket, to see what a server bears.

mod client;
mod seats;
mod tally;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::cli::LoadArgs;
use crate::failure::{Failure, Outcome};
use crate::print;
use tally::Tally;

/// Tables that are opened at the same time.
const OPENING: usize = 32;

/// What every table knows.
struct Plan {
    server: client::Server,
    game: String,
    players: usize,
    pace: Duration,
    /// Tables begin one after the other over this time, so that they do not move in step.
    stagger: Duration,
    end: std::sync::OnceLock<Instant>,
    opening: Semaphore,
    tally: Tally,
}

impl Plan {
    fn is_over(&self) -> bool {
        self.end.get().is_some_and(|end| Instant::now() >= *end)
    }
}

/// Plays at many tables, and tells how it went.
pub fn run(args: &LoadArgs) -> Outcome {
    let server = client::Server::read(&args.url).map_err(Failure::usage)?;
    let runtime =
        tokio::runtime::Runtime::new().map_err(|error| Failure::failed(format!("cannot start: {error}")))?;
    let plan = Arc::new(Plan {
        server,
        game: args.game.clone(),
        players: args.players,
        pace: Duration::from_secs_f64(args.pace),
        stagger: Duration::from_secs_f64(args.pace.max(1.0)),
        end: std::sync::OnceLock::new(),
        opening: Semaphore::new(OPENING),
        tally: Tally::default(),
    });
    runtime.block_on(play(&plan, args))?;
    let text = if args.json { plan.tally.json(args) } else { plan.tally.text(args) };
    print(text.as_bytes())?;
    match plan.tally.faults() {
        0 => Ok(()),
        faults => Err(Failure::failed(format!("{} went wrong", engine::counted(faults, "thing", "things")))),
    }
}

async fn play(plan: &Arc<Plan>, args: &LoadArgs) -> Outcome {
    // One table first: what is wrong with all of them is said once.
    client::open(&plan.server, &plan.game, plan.players).await.map_err(Failure::failed)?;
    let mut tables = JoinSet::new();
    for number in 0..args.tables {
        let plan = plan.clone();
        tables.spawn(async move {
            if let Err(reason) = seats::play(&plan, number).await {
                plan.tally.error(reason);
            }
        });
    }
    while (plan.tally.seated.load(Ordering::Relaxed) as usize) < args.tables && !tables.is_empty() {
        tokio::time::sleep(Duration::from_millis(50)).await;
        if plan.tally.errors() as usize >= args.tables {
            break;
        }
    }
    let now = Instant::now();
    plan.tally.begin(now);
    let _ = plan.end.set(now + Duration::from_secs_f64(args.seconds));
    while tables.join_next().await.is_some() {}
    plan.tally.finish(Instant::now());
    Ok(())
}
