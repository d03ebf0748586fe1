//! The module `parlour._native`: games, bots and many games at once for Python. What Python's users see of it is documented
//! in `python/parlour/__init__.pyi`.

#![forbid(unsafe_code)]

mod error;
mod game;
mod state;
mod vector;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::game::{PyBot, PyGame, games, options};
    #[pymodule_export]
    use crate::vector::VectorGames;
}
