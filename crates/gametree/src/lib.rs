#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod bugs;
pub mod checks;
pub mod horizon;
pub mod observer;
pub mod ordering;
pub mod score;
pub mod searches;
pub mod synthetic;
pub mod table;
pub mod trace;

mod evaluator;
mod game;
mod limits;
mod pv;
mod result;
mod rng;
mod search;
mod walk;

pub use evaluator::{Evaluator, Zero};
pub use game::{Game, Player, Turn, perft};
#[cfg(not(target_arch = "wasm32"))]
pub use limits::WallClock;
pub use limits::{Clock, Limits, MAX_DEPTH, StoppedClock};
pub use observer::{Observer, Silent};
pub use pv::PvTable;
pub use result::{Bound, SearchResult, Stats};
pub use rng::{SplitMix64, mix};
pub use score::{INF, Score, WIN};
pub use search::{Search, Searcher};
pub use walk::{Expanded, MoveList, Stopped, Walk};
