//! `parlour load`: load-tests a server with many tables at once, every seat a real socket.

mod client;
mod faults;
mod history;
mod own;
mod proxy;
mod seats;
mod sent_actions;
mod tally;

use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

use crate::cli::{Fault, LoadArgs};
use crate::failure::{Failure, Result};
use crate::print;
pub use history::HistoryFile;
use own::Node;
pub use own::Own;
use tally::Tally;

/// What servers say of their memory, and of the seconds that processors worked for them.
const MEMORY: &str = "process_resident_memory_bytes";
const PROCESSOR: &str = "process_cpu_seconds_total";
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
        Some(folder) => Some(start(&runtime, folder, args).map_err(Failure::failed)?),
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
    if let Some(own) = &mut own {
        runtime.block_on(check_history(&plan, own))?;
    }
    let text = if args.json { plan.tally.json(args) } else { plan.tally.text(args) };
    print(text.as_bytes())?;
    match plan.tally.faults() {
        0 => Ok(()),
        faults => Err(Failure::failed(format!("{} found", engine::counted(faults, "error", "errors")))),
    }
}

/// Starts three databases and three servers, tells where they are, and waits for Ctrl-C.
pub fn cluster(folder: &Path) -> Result {
    let runtime =
        tokio::runtime::Runtime::new().map_err(|error| Failure::failed(format!("cannot start: {error}")))?;
    let own = runtime.block_on(Own::several(folder, 3, false, false)).map_err(Failure::failed)?;
    let mut text = String::new();
    for node in &own.nodes {
        text += &format!("Server    http://{}\n", node.address);
    }
    if let Some(shared) = &own.shared {
        text += &format!("Databases {}\nData      {}\n", shared.url(), shared.folder.display());
    }
    print((text + "Ctrl-C ends all of it.\n").as_bytes())?;
    runtime.block_on(crate::serve::told_to_stop());
    Ok(())
}

fn start(runtime: &tokio::runtime::Runtime, folder: &Path, args: &LoadArgs) -> Result<Own, String> {
    match args.nodes {
        None => Own::single(folder),
        Some(count) => {
            let to_fail = args.kills.is_some();
            let small_disks = to_fail && args.faults.contains(&Fault::Full);
            runtime.block_on(Own::several(folder, count, to_fail, small_disks))
        }
    }
}

/// Checks what the servers noted of the databases, where things went wrong on purpose. The servers end first: bots
/// may still play at a table that was given up, and what they write must be in the notes before these are read.
async fn check_history(plan: &Plan, own: &mut Own) -> Result {
    let Some(shared) = own.shared.as_ref().filter(|_| plan.to_the_end) else { return Ok(()) };
    own.nodes.iter_mut().for_each(Node::kill);
    shared.whole().await.map_err(Failure::failed)?;
    let verdict = history::verdict(&shared.history, &shared.url()).await.map_err(Failure::failed)?;
    verdict.faults.iter().for_each(|fault| plan.tally.error(fault.clone()));
    plan.tally.history(verdict);
    Ok(())
}

async fn play(plan: &Arc<Plan>, args: &LoadArgs, own: Option<&mut Own>) -> Result {
    // One table first: what is wrong with all of them is said once.
    client::open(plan.server(0), &plan.game, plan.players).await.map_err(Failure::failed)?;
    let empty = sum(plan, MEMORY).await;
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
    let idle = sum(plan, PROCESSOR).await;
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
    if let (Some(empty), Some(full), None) = (empty, sum(plan, MEMORY).await, args.kills) {
        let each = (full - empty).max(0.0) / args.tables.max(1) as f64;
        plan.tally.memory.store(each as u64, Ordering::Relaxed);
    }
    while tables.join_next().await.is_some() {}
    plan.tally.finish(Instant::now());
    if let (Some(idle), Some(busy), None) = (idle, sum(plan, PROCESSOR).await, args.kills) {
        plan.tally.processor.store(((busy - idle).max(0.0) * 1000.0) as u64, Ordering::Relaxed);
    }
    Ok(())
}

/// What all servers count of this, where they tell.
async fn sum(plan: &Plan, metric: &str) -> Option<f64> {
    let mut sum = 0.0;
    for server in &plan.servers {
        sum += server.metric(metric).await?;
    }
    Some(sum)
}
