//! `parlour guest`: for operators who are asked to forget a guest.

use protocol::online::GuestKey;
use server::{Config, Forgotten, Hub, HubError};

use crate::cli::{ForgetArgs, GuestArgs, GuestCommand};
use crate::failure::{Failure, Result};
use crate::ledger_cmd::LedgerPlace;
use crate::print;

/// Manages guests.
pub fn run(args: &GuestArgs) -> Result {
    let GuestCommand::Forget(args) = &args.what;
    let runtime =
        tokio::runtime::Runtime::new().map_err(|error| Failure::failed(format!("cannot start: {error}")))?;
    runtime.block_on(forget(args))
}

async fn forget(args: &ForgetArgs) -> Result {
    let typed = match args.key.as_str() {
        "-" => std::io::read_to_string(std::io::stdin())
            .map_err(|error| Failure::failed(format!("cannot read the key: {error}")))?,
        key => key.to_owned(),
    };
    let key = typed.trim().parse().map_err(|_| {
        Failure::failed(
            "this is no guest key: give its 64 hexadecimal digits, as the preferences page shows them",
        )
    })?;
    let place = LedgerPlace::read(&args.ledger);
    place.exists()?;
    let _lock = place.lock()?;
    let hub = Hub::new(place.open(false).await?, Config::default());
    let forgotten = forget_guest(&hub, &key).await;
    hub.close().await;
    let forgotten = forgotten
        .map_err(|error| Failure::failed(format!("not everything was deleted: {error} Run it again")))?
        .ok_or_else(|| Failure::failed("this key was replaced by another, which has to be given instead"))?;
    place.compact().await?;
    let text = format!(
        "Forgot the guest at {}, with {}\n",
        engine::counted(forgotten.tables, "table", "tables"),
        engine::counted(forgotten.results, "result", "results"),
    );
    print(text.as_bytes())
}

/// None if the key was replaced: it does not act for the guest any longer.
async fn forget_guest(hub: &Hub, key: &GuestKey) -> std::result::Result<Option<Forgotten>, HubError> {
    let Some(guest) = hub.find_guest(key).await? else { return Ok(None) };
    hub.find_visits(&guest).await?;
    hub.forget(&guest).await.map(Some)
}
