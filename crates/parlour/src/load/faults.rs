//! What goes wrong on purpose while everyone plays.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::Plan;
use super::own::{Cluster, Own};
use crate::cli::{Fault, LoadArgs};
use crate::failure::{Failure, Result};

/// Moves of each table, on average, from one fault to the next.
const MOVES_BETWEEN: u64 = 8;
/// How often it is looked whether it is time.
const LOOK: Duration = Duration::from_millis(5);

/// Injects each fault `times` times, and waits for several moves at every table in between.
pub async fn make(plan: &Plan, own: &mut Own, times: u32, args: &LoadArgs) -> Result {
    let tables = args.tables as u64;
    let faults: &[Fault] = if own.cluster.is_some() { &args.faults } else { &[Fault::Node] };
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

async fn happen(plan: &Plan, own: &mut Own, fault: Fault, number: usize, tables: u64) -> Result<(), String> {
    let node = number % own.nodes.len();
    match (fault, &mut own.cluster) {
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
        (Fault::Server | Fault::Leader, Some(cluster)) => {
            let leader = whole(cluster).await?;
            let server = if fault == Fault::Leader { leader } else { (leader + 1) % 3 };
            cluster.servers.kill(server);
            moved(plan, tables, tables).await;
            cluster.servers.revive(server).map_err(|error| error.to_string())
        }
        (Fault::Cut, Some(_)) => {
            // Those whose server was killed went to the next one.
            let node = (node + 1) % own.nodes.len();
            let proxy = own.nodes[node].proxy.as_ref().ok_or("there is nothing to cut")?;
            let shown =
                || plan.tally.unsaved.load(Ordering::Relaxed) + plan.tally.resumed.load(Ordering::Relaxed);
            let (before, moves) = (shown(), plan.tally.moves());
            proxy.cut(true);
            // If everyone plays on, nobody is there.
            let goes_on = || plan.tally.moves() > moves + tables * 8 * MOVES_BETWEEN;
            while shown() == before && !goes_on() && plan.tally.errors() < tables {
                tokio::time::sleep(LOOK).await;
            }
            proxy.cut(false);
            Ok(())
        }
        (Fault::Restart, Some(cluster)) => {
            whole(cluster).await?;
            own.nodes.iter_mut().for_each(|node| node.kill());
            (0..3).for_each(|server| cluster.servers.kill(server));
            for server in 0..3 {
                cluster.servers.revive(server).map_err(|error| error.to_string())?;
            }
            whole(cluster).await?;
            own.nodes.iter_mut().try_for_each(|node| node.revive())
        }
        (_, None) => Err("that needs --nodes".to_owned()),
    }
}

/// Waits until all NATS servers have everything; returns the number of the leader.
async fn whole(cluster: &Cluster) -> Result<usize, String> {
    let began = std::time::Instant::now();
    while began.elapsed().as_secs() < 120 {
        if let (Ok(true), Ok(Some(leader))) = (cluster.ledger.is_whole().await, cluster.ledger.leader().await)
            && let Some(number) = cluster.servers.number(&leader)
        {
            return Ok(number);
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Err("the NATS servers did not catch up within 120 s".to_owned())
}
