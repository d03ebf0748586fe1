//! What is kept of guests beside their results: their name, where they sat, and which key is theirs.
//!
//! A key can be replaced: the new one acts for the same guest, and the old one is retired.

use bytes::Bytes;
use engine::Name;
use protocol::online::GuestKey;
use serde::{Deserialize, Serialize};

use crate::identity::GuestId;
use crate::ledger::{Collection, Ledger, LedgerError};

/// Things that are listed at once.
const PAGE: usize = 1000;

/// What is kept under the hash of a key.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Guest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<Name>,
    #[serde(default)]
    since: u64,
    /// The guest for whom this key acts, if that is not its own hash.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    acts_as: Option<GuestId>,
    /// The key that this one replaces: it acts for the guest only if that one says the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    after: Option<GuestId>,
    /// Whether the key was replaced by another.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    retired: bool,
    /// By which.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    successor: Option<GuestId>,
}

/// What becomes of a key that is to be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Replaced {
    /// The new key acts for the guest.
    Done,
    /// The new key belongs to someone.
    Taken,
    /// The old key was replaced by another one already.
    Retired,
}

/// The key was replaced by another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Retired;

async fn find(ledger: &dyn Ledger, id: &GuestId) -> Result<(Guest, Option<u64>), LedgerError> {
    let kept = ledger.get(Collection::Guests, &id.to_hex()).await?;
    let revision = kept.as_ref().map(|kept| kept.revision);
    let guest = kept.and_then(|kept| serde_json::from_slice(&kept.value).ok());
    Ok((guest.unwrap_or_default(), revision))
}

/// Changes what is kept, even if another process does so meanwhile.
async fn change(ledger: &dyn Ledger, id: &GuestId, how: impl Fn(&mut Guest)) -> Result<(), LedgerError> {
    loop {
        let (mut guest, revision) = find(ledger, id).await?;
        how(&mut guest);
        match ledger.put(Collection::Guests, &id.to_hex(), revision, written(&guest)).await {
            Err(LedgerError::Conflict { .. }) => {}
            other => return other.map(|_| ()),
        }
    }
}

/// The guest whom this key acts for.
pub(crate) async fn of(ledger: &dyn Ledger, key: &GuestKey) -> Result<Result<GuestId, Retired>, LedgerError> {
    let id = GuestId::of(key);
    let (guest, _) = find(ledger, &id).await?;
    if guest.retired {
        return Ok(Err(Retired));
    }
    // Of several that wanted to replace the same key, one has.
    let chosen = match guest.after {
        Some(old) => find(ledger, &old).await?.0.successor == Some(id),
        None => true,
    };
    Ok(Ok(guest.acts_as.filter(|_| chosen).unwrap_or(id)))
}

/// From now on the new key acts for the guest, and the old one no longer does. That the old one says which key comes
/// after it decides: nobody is left without a key, nor with two, wherever this stops.
pub(crate) async fn replace(
    ledger: &dyn Ledger,
    old: &GuestKey,
    new: &GuestKey,
    now: u64,
) -> Result<Replaced, LedgerError> {
    let (old, new) = (GuestId::of(old), GuestId::of(new));
    loop {
        let (known, revision) = find(ledger, &old).await?;
        if known.retired {
            let done = known.successor == Some(new);
            return Ok(if done { Replaced::Done } else { Replaced::Retired });
        }
        let guest = known.acts_as.unwrap_or(old);
        let fresh = Guest { since: now, acts_as: Some(guest), after: Some(old), ..Guest::default() };
        match ledger.put(Collection::Guests, &new.to_hex(), None, written(&fresh)).await {
            Err(LedgerError::Conflict { .. }) => {
                let (found, _) = find(ledger, &new).await?;
                // A key that is known already belongs to someone, unless this was tried before.
                if (found.after, found.acts_as, found.retired) != (Some(old), Some(guest), false) {
                    return Ok(Replaced::Taken);
                }
            }
            other => drop(other?),
        }
        let retired = Guest { retired: true, successor: Some(new), ..known };
        match ledger.put(Collection::Guests, &old.to_hex(), revision, written(&retired)).await {
            Err(LedgerError::Conflict { .. }) => {}
            other => return other.map(|_| Replaced::Done),
        }
    }
}

fn written(guest: &Guest) -> Bytes {
    Bytes::from(serde_json::to_vec(guest).unwrap_or_default())
}

/// The name that the guest last had.
pub(crate) async fn name(ledger: &dyn Ledger, guest: &GuestId) -> Result<Option<Name>, LedgerError> {
    Ok(find(ledger, guest).await?.0.name)
}

/// Notes that the guest has had a seat at this table. By this note they are found when they want to be forgotten, so it
/// is written once more if nobody knows whether it was.
pub(crate) async fn note_visit(ledger: &dyn Ledger, guest: &GuestId, table: &str) {
    let visit = format!("{}.{table}", guest.to_hex());
    for _ in 0..2 {
        let noted = ledger.put(Collection::Visits, &visit, None, Bytes::from_static(b"{}")).await;
        if !matches!(noted, Err(LedgerError::Unavailable(_))) {
            return;
        }
    }
}

/// Remembers a guest's name and where they sat; it is a convenience, so nobody waits if it fails.
pub(crate) async fn remember(ledger: &dyn Ledger, guest: &GuestId, name: &Name, table: &str, now: u64) {
    note_visit(ledger, guest, table).await;
    let Ok((known, _)) = find(ledger, guest).await else { return };
    if known.name.as_ref() == Some(name) {
        return;
    }
    let _ = change(ledger, guest, |guest| {
        guest.name = Some(name.clone());
        guest.since = if guest.since == 0 { now } else { guest.since };
    })
    .await;
}

/// Forgets the guest's name. Which keys were replaced is kept: a retired key must not come back.
pub(crate) async fn forget(ledger: &dyn Ledger, guest: &GuestId) -> Result<(), LedgerError> {
    change(ledger, guest, |guest| guest.name = None).await
}

/// Everything in a collection whose key begins with this guest.
pub(crate) async fn all_of(
    ledger: &dyn Ledger,
    collection: Collection,
    guest: &GuestId,
) -> Result<Vec<crate::ledger::Item>, LedgerError> {
    let prefix = format!("{}.", guest.to_hex());
    let mut found: Vec<crate::ledger::Item> = Vec::new();
    loop {
        let after = found.last().map(|kept| kept.key.clone());
        let page = ledger.list(collection, &prefix, after.as_deref(), PAGE).await?;
        let is_last = page.len() < PAGE;
        found.extend(page);
        if is_last {
            return Ok(found);
        }
    }
}
