//! Honest players. A bot is handed a [`Game::View`](engine::Game::View) and the legal actions, and nothing else:
//! what it cannot see it can only imagine ([`Game::imagine`](engine::Game::imagine)).

#![forbid(unsafe_code)]

pub mod advice;
pub mod analysis;
pub mod ismcts;
mod level;
pub mod parallel;
mod player;
pub mod sampling;
mod solvable;

pub mod aces_up;
mod grapples;
mod pass_the_ace;
mod propre;
mod strip_jack_naked;

pub use level::{BadLevel, Level};
pub use player::{Bot, BotStrategy, Budget, Player, dice, seat_dice};
pub use solvable::{Daily, Solvable, SolverMemory, Winnable, is_solvable, solvable_game};
