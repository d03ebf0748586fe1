//! Where the ledger is kept: in a folder, or in PostgreSQL. `parlour ledger` manages it.

mod copy;

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use server::ledger::postgres::Settings;
use server::ledger::{Ledger, LedgerError, Postgres, Shards, Sqlite};

use crate::cli::{CopyArgs, LedgerArgs, LedgerCommand};
use crate::failure::{Failure, Result};
use crate::print;

/// The file in the data folder.
const FILE: &str = "parlour.db";

/// Where the ledger is.
pub enum LedgerPlace {
    /// In a file in this folder.
    Folder(PathBuf),
    /// In these databases, each with a part of the tables.
    Databases(Vec<String>),
}

fn reason(error: LedgerError) -> String {
    match error {
        LedgerError::Unavailable(reason) => reason,
        conflict => conflict.to_string(),
    }
}

impl LedgerPlace {
    /// Reads a folder's name, or the addresses of databases.
    pub fn read(text: &str) -> Self {
        match Settings::is_url(text) {
            true => Self::Databases(text.split_whitespace().map(str::to_owned).collect()),
            false => Self::Folder(PathBuf::from(text)),
        }
    }

    /// Fails where there is no ledger yet.
    pub fn exists(&self) -> Result {
        match self {
            Self::Folder(folder) if !folder.join(FILE).is_file() => Err(Failure::failed(format!(
                "there is nothing to copy or change in {}: it has no file {FILE}",
                folder.display()
            ))),
            _ => Ok(()),
        }
    }

    /// Opens it, new if there is none.
    pub async fn open(&self, require_standby: bool) -> Result<Arc<dyn Ledger>> {
        let urls = match self {
            Self::Folder(folder) => return Ok(Arc::new(in_folder(folder).await?)),
            Self::Databases(urls) => urls,
        };
        let failed = |error| Failure::failed(reason(error));
        let mut each: Vec<Arc<dyn Ledger>> = Vec::new();
        for url in urls {
            let mut settings = Settings::read(url).map_err(failed)?;
            settings.require_standby = require_standby;
            each.push(Arc::new(Postgres::open(&settings).await.map_err(failed)?));
        }
        match each.len() {
            1 => Ok(each.remove(0)),
            _ => Ok(Arc::new(Shards::new(each).map_err(failed)?)),
        }
    }

    /// Removes what lingers of deleted entries in a file's free space. A database has its own ways.
    pub async fn compact(&self) -> Result {
        match self {
            Self::Folder(folder) => {
                Sqlite::compact(&folder.join(FILE)).await.map_err(|error| Failure::failed(reason(error)))
            }
            Self::Databases(_) => Ok(()),
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

/// Manages the ledger.
pub fn run(args: &LedgerArgs) -> Result {
    let LedgerCommand::Copy(args) = &args.what;
    let runtime =
        tokio::runtime::Runtime::new().map_err(|error| Failure::failed(format!("cannot start: {error}")))?;
    runtime.block_on(copy(args))
}

async fn copy(args: &CopyArgs) -> Result {
    let (from, to) = (LedgerPlace::read(&args.from), LedgerPlace::read(&args.to));
    from.exists()?;
    let _locks = (from.lock()?, to.lock()?);
    let source = from.open(false).await?;
    let target = to.open(false).await?;
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
