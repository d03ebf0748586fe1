//! Errors as Python's exceptions, with their code and clause.

use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::prelude::*;

/// Why something cannot be done.
#[derive(Debug)]
pub struct Failed {
    /// A class of `parlour.errors`.
    class: &'static str,
    code: String,
    clause: Option<String>,
    text: String,
}

impl Failed {
    /// A wrong argument.
    pub fn argument(code: &str, text: impl ToString) -> Self {
        Self { class: "BadArgument", code: code.to_owned(), clause: None, text: text.to_string() }
    }

    /// An action that the rules refuse.
    pub fn refused(code: &str, clause: Option<&str>, text: impl ToString) -> Self {
        let clause = clause.map(str::to_owned);
        Self { class: "Refused", code: code.to_owned(), clause, text: text.to_string() }
    }

    /// A record that is not true.
    pub fn record(error: &engine::BadRecord) -> Self {
        Self { class: "BadRecord", code: error.code().to_owned(), clause: None, text: error.to_string() }
    }

    /// The same about the game of this index.
    pub fn at(self, index: usize) -> Self {
        Self { text: format!("game {index}: {}", self.text), ..self }
    }
}

impl From<Failed> for PyErr {
    fn from(failed: Failed) -> Self {
        Python::attach(|py| {
            let Failed { class, code, clause, text } = failed;
            let error = py
                .import("parlour.errors")
                .and_then(|errors| errors.getattr(class))
                .and_then(|class| class.call1((text, code, clause)));
            error.map_or_else(|error| error, PyErr::from_value)
        })
    }
}

/// What is wrong inside becomes an exception, too: no panic leaves this module.
pub fn guarded<T>(run: impl FnOnce() -> Result<T, Failed>) -> Result<T, Failed> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("unknown");
        Err(Failed {
            class: "InternalError",
            code: "internal".to_owned(),
            clause: None,
            text: format!("a mistake in parlour: {text}"),
        })
    })
}
