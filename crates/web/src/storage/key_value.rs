//! Where texts lie under keys: the browser's store, or memory in tests.

use std::fmt;

/// Why a text could not be laid down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StorageError {
    /// The store is full.
    Full,
    /// There is no store, or it is not allowed.
    Closed,
}

impl fmt::Display for StorageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Full => {
                "The browser's store for this site is full. Save everything to a file under Preferences, then remove \
                 games that you no longer need."
            }
            Self::Closed => {
                "This browser does not let Parlour keep anything here, so games end with this page. Allow site data \
                 for this address to change that."
            }
        })
    }
}

/// A place for texts under keys.
pub trait KeyValueStore {
    /// The text under that key.
    fn get(&self, key: &str) -> Option<String>;

    /// Lays a text under that key, in place of what was there.
    fn set(&self, key: &str, text: &str) -> Result<(), StorageError>;

    /// Takes away what is under that key.
    fn remove(&self, key: &str);

    /// Every key, in order.
    fn keys(&self) -> Vec<String>;
}

#[cfg(test)]
pub(crate) mod memory {
    use std::cell::{Cell, RefCell};
    use std::collections::BTreeMap;

    use super::*;

    /// A store with room for this number of bytes.
    pub struct Memory {
        pub texts: RefCell<BTreeMap<String, String>>,
        pub room: Cell<usize>,
    }

    impl Default for Memory {
        fn default() -> Self {
            Self { texts: RefCell::default(), room: Cell::new(usize::MAX) }
        }
    }

    impl KeyValueStore for Memory {
        fn get(&self, key: &str) -> Option<String> {
            self.texts.borrow().get(key).cloned()
        }

        fn set(&self, key: &str, text: &str) -> Result<(), StorageError> {
            let mut texts = self.texts.borrow_mut();
            let others = texts.iter().filter(|(other, _)| *other != key);
            let used: usize = others.map(|(other, text)| other.len() + text.len()).sum();
            if used + key.len() + text.len() > self.room.get() {
                return Err(StorageError::Full);
            }
            texts.insert(key.to_owned(), text.to_owned());
            Ok(())
        }

        fn remove(&self, key: &str) {
            self.texts.borrow_mut().remove(key);
        }

        fn keys(&self) -> Vec<String> {
            self.texts.borrow().keys().cloned().collect()
        }
    }
}
