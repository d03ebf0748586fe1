//! What is kept of finished games for each guest, and who won how often against whom.

use std::collections::BTreeMap;

use bytes::Bytes;
use engine::{Name, Outcome};
use protocol::http::{Finished, Results, Rival};
use serde::{Deserialize, Serialize};

use crate::identity::GuestId;
use crate::ledger::{Collection, Ledger, LedgerError};
use crate::table::Fold;

/// The most results that are looked at.
const MOST: usize = 1000;

/// A finished game, as one of its players keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Kept {
    t: u64,
    table: String,
    number: u32,
    game: String,
    title: String,
    seat: usize,
    players: Vec<Opponent>,
    outcome: Outcome,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Opponent {
    name: Name,
    /// None for a bot.
    guest: Option<GuestId>,
}

#[derive(Serialize, Deserialize)]
struct Guest {
    name: Name,
    since: u64,
}

/// Notes a finished game with everyone who played it to the end; doing it again changes nothing.
pub(crate) async fn settle(ledger: &dyn Ledger, fold: &Fold, now: u64) -> Result<(), LedgerError> {
    let Some(outcome) = fold.record().and_then(|record| record.outcome) else { return Ok(()) };
    let players: Vec<Opponent> = fold
        .chairs
        .iter()
        .filter_map(|chair| {
            let guest = chair.person().map(|person| person.guest);
            chair.name().map(|name| Opponent { name: name.clone(), guest })
        })
        .collect();
    for (seat, person) in fold.persons() {
        let kept = Kept {
            t: now,
            table: fold.table.clone(),
            number: fold.number,
            game: fold.info.game.clone(),
            title: fold.info.title.clone(),
            seat: seat.index(),
            players: players.clone(),
            outcome: outcome.clone(),
        };
        let key = format!("{}.{}.{}", person.guest.to_hex(), fold.table, fold.number);
        let bytes = Bytes::from(serde_json::to_vec(&kept).unwrap_or_default());
        match ledger.put(Collection::Results, &key, None, bytes).await {
            Ok(_) | Err(LedgerError::Conflict { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Remembers a guest's name; it is a convenience, so nobody waits if it fails.
pub(crate) async fn remember(ledger: &dyn Ledger, guest: &GuestId, name: &Name, now: u64) {
    let key = guest.to_hex();
    let old = ledger.get(Collection::Guests, &key).await.ok().flatten();
    let known = old.as_ref().and_then(|kept| serde_json::from_slice::<Guest>(&kept.value).ok());
    if known.as_ref().is_some_and(|known| known.name == *name) {
        return;
    }
    let since = known.map_or(now, |known| known.since);
    let bytes = Bytes::from(serde_json::to_vec(&Guest { name: name.clone(), since }).unwrap_or_default());
    let _ = ledger.put(Collection::Guests, &key, old.map(|kept| kept.revision), bytes).await;
}

/// Everything that is kept of a guest's games.
pub(crate) async fn of(ledger: &dyn Ledger, guest: &GuestId) -> Result<Results, LedgerError> {
    let key = guest.to_hex();
    let known = ledger.get(Collection::Guests, &key).await?;
    let known = known.and_then(|kept| serde_json::from_slice::<Guest>(&kept.value).ok());
    let things = ledger.list(Collection::Results, &format!("{key}."), None, MOST).await?;
    let mut kept: Vec<Kept> =
        things.iter().filter_map(|thing| serde_json::from_slice(&thing.value).ok()).collect();
    kept.sort_by_key(|game| std::cmp::Reverse(game.t));
    let mut rivals: BTreeMap<String, Rival> = BTreeMap::new();
    for game in kept.iter().rev() {
        meet(&mut rivals, game, guest);
    }
    let mut rivals: Vec<Rival> = rivals.into_values().collect();
    rivals.sort_by_key(|rival| std::cmp::Reverse(rival.games));
    Ok(Results {
        name: known.map(|known| known.name.to_string()),
        games: kept.into_iter().map(finished).collect(),
        rivals,
    })
}

fn won(game: &Kept, seat: usize) -> bool {
    game.outcome.winners.iter().any(|winner| winner.index() == seat)
}

fn meet(rivals: &mut BTreeMap<String, Rival>, game: &Kept, guest: &GuestId) {
    let mine = won(game, game.seat);
    for (seat, player) in game.players.iter().enumerate() {
        let Some(other) = player.guest.filter(|other| other != guest) else { continue };
        let rival = rivals.entry(other.to_hex()).or_default();
        let theirs = won(game, seat);
        rival.name = player.name.to_string();
        rival.games += 1;
        rival.won += u32::from(mine && !theirs);
        rival.lost += u32::from(theirs && !mine);
    }
}

fn finished(game: Kept) -> Finished {
    let won = won(&game, game.seat);
    Finished {
        t: game.t,
        table: game.table,
        number: game.number,
        game: game.game,
        title: game.title,
        players: game.players.into_iter().map(|player| player.name.to_string()).collect(),
        you: game.seat,
        won,
        scores: game.outcome.scores,
    }
}
