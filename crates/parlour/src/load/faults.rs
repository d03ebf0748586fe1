//! What goes wrong on purpose while everyone plays.

use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::Plan;
use super::own::{Node, Own, Shared};
use crate::cli::{Fault, LoadArgs};
use crate::failure::{Failure, Result};

/// Moves of each table, on average, from one fault to the next.
const MOVES_BETWEEN: u64 = 8;
/// How often a server is started while its databases are not ready, and the pause between.
const STARTS: u32 = 60;
const BETWEEN_STARTS: Duration = Duration::from_secs(1);
/// How often it is looked whether it is time.
const LOOK: Duration = Duration::from_millis(5);
/// A cable that was cut is mended after this time, noticed or not.
const UNNOTICED: Duration = Duration::from_secs(30);

/// Injects each fault `times` times, and waits for several moves at every table in between.
pub async fn make(plan: &Plan, own: &mut Own, times: u32, args: &LoadArgs) -> Result {
    let tables = args.tables as u64;
    let faults: &[Fault] = if own.shared.is_some() { &args.faults } else { &[Fault::Node] };
    for number in 0..times as usize {
        for &fault in faults {
            if !moved(plan, tables * MOVES_BETWEEN, tables).await {
                return Ok(());
            }
            if plan.tally.kills.load(Ordering::Relaxed) > 0 && !args.json {
                eprint!(".");
            }
            happen(plan, own, fault, number, tables).await.map_err(Failure::failed)?;
            plan.tally.kills.fetch_add(1, Ordering::Relaxed);
        }
    }
    Ok(())
}

/// Waits for `more` moves; false if too few tables are left to make them.
async fn moved(plan: &Plan, more: u64, tables: u64) -> bool {
    let moves = plan.tally.moves() + more;
    while plan.tally.moves() < moves {
        if plan.tally.errors() >= tables.div_ceil(2) {
            return false;
        }
        tokio::time::sleep(LOOK).await;
    }
    true
}

/// Waits until clients notice that something is wrong; if everyone plays on, nobody is there. Clients that were just coming
/// back notice nothing, and would wait for ever.
async fn noticed(plan: &Plan, tables: u64) {
    let shown =
        || plan.tally.unsaved.load(Ordering::Relaxed) + plan.tally.interrupted.load(Ordering::Relaxed);
    let (before, moves) = (shown(), plan.tally.moves());
    let goes_on = || plan.tally.moves() > moves + tables * 8 * MOVES_BETWEEN;
    let watch = async {
        while shown() == before && !goes_on() && plan.tally.errors() < tables {
            tokio::time::sleep(LOOK).await;
        }
    };
    let _ = tokio::time::timeout(UNNOTICED, watch).await;
}

async fn happen(plan: &Plan, own: &mut Own, fault: Fault, number: usize, tables: u64) -> Result<(), String> {
    let said = |error: std::io::Error| error.to_string();
    let node = number % own.nodes.len();
    match (fault, &mut own.shared) {
        (Fault::Node, None) => {
            own.nodes[0].kill();
            own.nodes[0].revive()
        }
        (Fault::Node, Some(_)) => {
            own.nodes[node].kill();
            // Everyone goes on at the other servers meanwhile.
            if own.nodes.len() > 1 {
                moved(plan, tables, tables).await;
            }
            own.nodes[node].revive()
        }
        (Fault::Primary, Some(shared)) => {
            let primary = shared.whole().await?;
            shared.databases.kill(primary);
            moved(plan, tables, tables).await;
            shared.databases.revive(primary).map_err(said)
        }
        (Fault::Pause, Some(shared)) => {
            let primary = shared.whole().await?;
            shared.databases.pause(primary, true);
            let moved_on = shared.moved_on(primary).await;
            // It wakes up and believes for a moment that it still takes writes.
            shared.databases.pause(primary, false);
            moved_on.map(drop)
        }
        (Fault::Cut, Some(_)) => {
            // Those whose server was killed went to the next one.
            let node = &own.nodes[(node + 1) % own.nodes.len()];
            node.cut(true);
            noticed(plan, tables).await;
            node.cut(false);
            Ok(())
        }
        (Fault::Split, Some(shared)) => {
            let primary = shared.whole().await?;
            let cable = shared.cables.get(primary).ok_or("there is nothing to cut")?;
            cable.cut(true);
            noticed(plan, tables).await;
            cable.cut(false);
            Ok(())
        }
        (Fault::Full, Some(shared)) => full(plan, shared, tables).await,
        (Fault::Restart, Some(shared)) => {
            shared.whole().await?;
            own.nodes.iter_mut().for_each(|node| node.kill());
            shared.databases.kill_all();
            shared.databases.start().map_err(said)?;
            shared.whole().await?;
            for node in &mut own.nodes {
                started(node).await?;
            }
            Ok(())
        }
        (_, None) => Err("that needs --nodes".to_owned()),
    }
}

/// Starts a server again and again, as a service manager does: what Patroni knows may be older than the restart.
async fn started(node: &mut Node) -> Result<(), String> {
    for _ in 0..STARTS {
        if node.revive().is_ok() {
            return Ok(());
        }
        tokio::time::sleep(BETWEEN_STARTS).await;
    }
    node.revive()
}

/// Fills the disk of the database that takes writes until clients notice, and makes room again.
async fn full(plan: &Plan, shared: &Shared, tables: u64) -> Result<(), String> {
    let primary = shared.whole().await?;
    let file = shared.folder.join(format!("data-{primary}")).join("full");
    if !shared.databases.has_own_disks() {
        return Err(format!(
            "the databases have no disks of their own in {}; run as root",
            shared.folder.display()
        ));
    }
    fill(&file).map_err(|error| format!("cannot fill the disk: {error}"))?;
    noticed(plan, tables).await;
    std::fs::remove_file(&file).map_err(|error| format!("cannot make room: {error}"))
}

fn fill(path: &Path) -> std::io::Result<()> {
    use std::io::Write;
    let mut file = std::fs::File::create(path)?;
    let block = vec![0; 64 * 1024];
    loop {
        match file.write_all(&block) {
            Ok(()) => {}
            Err(error) if error.kind() == std::io::ErrorKind::StorageFull => return Ok(()),
            Err(error) => return Err(error),
        }
    }
}
