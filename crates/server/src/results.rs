//! What is kept of finished games for each guest, and who won how often against whom.

use std::collections::BTreeMap;

use bytes::Bytes;
use engine::{Name, Outcome};
use futures_util::future::{try_join, try_join_all};
use protocol::http::{Finished, Results, Rival};
use serde::{Deserialize, Serialize};

use crate::identity::GuestId;
use crate::ledger::{Collection, Ledger, LedgerError};
use crate::table::Fold;

/// The most results that are looked at.
const MOST: usize = 1000;

/// A finished game, as one of its players keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct StoredResult {
    t: u64,
    pub table: String,
    pub number: u32,
    game: String,
    title: String,
    pub seat: usize,
    pub players: Vec<Opponent>,
    outcome: Outcome,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Opponent {
    pub name: Name,
    /// None for a bot, and for one who wanted to be forgotten.
    pub guest: Option<GuestId>,
}

/// What is noted of a finished game for those who did not play it to the end, though a seat has their name: where they
/// are to be deleted if they want to be forgotten.
#[derive(Serialize, Deserialize)]
pub(crate) struct LeftEarly {
    pub seat: usize,
    pub others: Vec<GuestId>,
}

/// Notes a finished game with everyone who played it to the end; doing it again changes nothing.
pub(crate) async fn settle(ledger: &dyn Ledger, fold: &Fold, now: u64) -> Result<(), LedgerError> {
    let Some(record) = fold.record() else { return Ok(()) };
    let Some(outcome) = record.outcome.clone() else { return Ok(()) };
    let players: Vec<Opponent> = fold
        .chairs
        .iter()
        .filter_map(|chair| {
            let guest = chair.person().map(|person| person.guest);
            chair.name().map(|name| Opponent { name: name.clone(), guest })
        })
        .collect();
    let others: Vec<GuestId> = fold.persons().map(|(_, person)| person.guest).collect();
    let key = |guest: GuestId| format!("{}.{}.{}", guest.to_hex(), fold.table, fold.number);
    let gone = fold.gone().map(|(guest, seat)| {
        let gone = LeftEarly { seat: seat.index(), others: others.clone() };
        put_once(ledger, Collection::Visits, key(guest), written(&gone))
    });
    let played = fold.persons().map(|(seat, person)| {
        let kept = StoredResult {
            t: now,
            table: fold.table.clone(),
            number: fold.number,
            game: fold.info.game.clone(),
            title: fold.info.title.clone(),
            seat: seat.index(),
            players: players.clone(),
            outcome: outcome.clone(),
        };
        put_once(ledger, Collection::Results, key(person.guest), written(&kept))
    });
    // All at once, so that the disk is waited for once.
    let noted = try_join_all(gone.chain(played));
    let record = crate::records::keep(ledger, &fold.table, fold.number, fold.ended, &record);
    try_join(record, noted).await.map(drop)
}

fn written(value: &impl Serialize) -> Bytes {
    Bytes::from(serde_json::to_vec(value).unwrap_or_default())
}

async fn put_once(
    ledger: &dyn Ledger,
    collection: Collection,
    key: String,
    value: Bytes,
) -> Result<(), LedgerError> {
    match ledger.put(collection, &key, None, value).await {
        Ok(_) | Err(LedgerError::Conflict { .. }) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Everything that is kept of a guest's games.
pub(crate) async fn of(ledger: &dyn Ledger, guest: &GuestId) -> Result<Results, LedgerError> {
    let key = guest.to_hex();
    let name = crate::guests::name(ledger, guest).await?;
    let things = ledger.list(Collection::Results, &format!("{key}."), None, MOST).await?;
    let mut kept: Vec<StoredResult> =
        things.iter().filter_map(|thing| serde_json::from_slice(&thing.value).ok()).collect();
    kept.sort_by_key(|game| std::cmp::Reverse(game.t));
    let mut rivals: BTreeMap<String, Rival> = BTreeMap::new();
    for game in kept.iter().rev() {
        meet(&mut rivals, game, guest);
    }
    let mut rivals: Vec<Rival> = rivals.into_values().collect();
    rivals.sort_by_key(|rival| std::cmp::Reverse(rival.games));
    Ok(Results {
        name: name.map(|name| name.to_string()),
        games: kept.into_iter().map(finished).collect(),
        rivals,
    })
}

fn won(game: &StoredResult, seat: usize) -> bool {
    game.outcome.winners.iter().any(|winner| winner.index() == seat)
}

fn meet(rivals: &mut BTreeMap<String, Rival>, game: &StoredResult, guest: &GuestId) {
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

fn finished(game: StoredResult) -> Finished {
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
