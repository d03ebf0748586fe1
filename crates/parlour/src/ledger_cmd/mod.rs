//! Where the ledger is kept: in a folder, or on NATS servers. `parlour ledger` manages it.

mod copy;

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use server::ledger::nats::Settings;
use server::ledger::{Ledger, LedgerError, Nats, Sqlite};

use crate::cli::{CopyArgs, LedgerArgs, LedgerCommand, NatsArgs};
use crate::failure::{Failure, Result};
use crate::print;

/// The file in the data folder.
const FILE: &str = "parlour.db";

/// Where the ledger is.
pub enum LedgerPlace {
    /// In a file in this folder.
    Folder(PathBuf),
    /// On these servers.
    Nats(Vec<String>),
}

fn reason(error: LedgerError) -> String {
    match error {
        LedgerError::Unavailable(reason) => reason,
        conflict => conflict.to_string(),
    }
}

impl LedgerPlace {
    /// Reads a folder's name, or the addresses of NATS servers.
    pub fn read(text: &str) -> Self {
        let is_server = |text: &str| ["nats://", "tls://"].iter().any(|scheme| text.starts_with(scheme));
        if is_server(text) {
            Self::Nats(text.split(',').map(str::to_owned).collect())
        } else {
            Self::Folder(PathBuf::from(text))
        }
    }

    /// Opens them, new if there are none.
    pub async fn open(&self, args: &NatsArgs) -> Result<Arc<dyn Ledger>> {
        match self {
            Self::Folder(folder) => Ok(Arc::new(in_folder(folder).await?)),
            Self::Nats(servers) => {
                let opened = Nats::open(&settings(servers, args)).await;
                Ok(Arc::new(opened.map_err(|error| Failure::failed(reason(error)))?))
            }
        }
    }

    /// Two servers on one folder would not hear of each other's moves. The lock ends with the process, however it ends.
    pub fn lock(&self) -> Result<Option<File>> {
        let Self::Folder(folder) = self else { return Ok(None) };
        std::fs::create_dir_all(folder).map_err(|error| Failure::file("make", folder, &error))?;
        let path = folder.join("parlour.lock");
        let file = File::create(&path).map_err(|error| Failure::file("write", &path, &error))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(Failure::failed(format!(
                "another parlour serve keeps its tables in {}; stop it, or choose another folder with --data",
                folder.display()
            ))),
            // Some file systems know no locks; then it is up to the people.
            _ => Ok(Some(file)),
        }
    }
}

async fn in_folder(folder: &Path) -> Result<Sqlite> {
    let file = folder.join(FILE);
    Sqlite::open(&file).await.map_err(|error| {
        Failure::failed(format!(
            "cannot keep tables in {}: {}; nothing was changed; put a copy in its place, \
             or choose another folder with --data",
            file.display(),
            reason(error)
        ))
    })
}

/// How these servers are spoken to.
pub fn settings(servers: &[String], args: &NatsArgs) -> Settings {
    Settings {
        credentials: args.nats_creds.clone(),
        authority: args.nats_ca.clone(),
        certificate: args.nats_cert.clone().zip(args.nats_key.clone()),
        replicas: args.nats_replicas.map(usize::from),
        name: args.nats_name.clone(),
        only_these: args.nats_only,
        ..Settings::new(servers.to_vec())
    }
}

/// Manages the ledger.
pub fn run(args: &LedgerArgs) -> Result {
    let LedgerCommand::Copy(args) = &args.what;
    let runtime =
        tokio::runtime::Runtime::new().map_err(|error| Failure::failed(format!("cannot start: {error}")))?;
    runtime.block_on(copy(args))
}

async fn copy(args: &CopyArgs) -> Result {
    let (from, to) = (LedgerPlace::read(&args.from), LedgerPlace::read(&args.to));
    if let LedgerPlace::Folder(folder) = &from
        && !folder.join(FILE).is_file()
    {
        return Err(Failure::failed(format!(
            "there is nothing to copy in {}: it has no file {FILE}",
            folder.display()
        )));
    }
    let _locks = (from.lock()?, to.lock()?);
    let source = from.open(&args.nats).await?;
    let target = to.open(&args.nats).await?;
    let copied = copy::all(&*source, &*target).await.map_err(Failure::failed)?;
    let _ = source.close().await;
    let _ = target.close().await;
    let text = format!(
        "Copied {} with {} and {}; all of it was read back and is the same\n",
        engine::counted(copied.tables, "table", "tables"),
        engine::counted(copied.entries, "entry", "entries"),
        engine::counted(copied.things, "other thing", "other things"),
    );
    print(text.as_bytes())
}
