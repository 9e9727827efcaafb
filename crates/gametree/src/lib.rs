#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod alternatives;
pub mod bugs;
pub mod checks;
pub mod clock;
pub mod hash;
pub mod horizon;
pub mod observer;
pub mod ordering;
pub mod reference;
pub mod score;
pub mod searches;
pub mod simulation;
pub mod synthetic;
pub mod table;

mod evaluator;
mod event;
mod game;
mod limits;
mod mark;
mod named;
mod pv;
mod request;
mod result;
mod rng;
mod search;
mod signal;
mod sync;
mod value;
mod walk;

pub use clock::{Clock, FakeClock, StoppedClock, Stopwatch};
pub use evaluator::{Evaluator, Zero};
pub use event::{Event, Info, Wdl};
pub use game::{Game, Side, Sign, perft};
pub use limits::{Limits, MAX_DEPTH};
pub use mark::{Mark, Marked, Unit};
pub use observer::{Iterations, Observer, OnIteration, Silent};
pub use pv::PvTable;
pub use request::{Clocks, Request, net_time};
pub use result::{Bound, SearchResult, Stats};
pub use rng::{SplitMix64, mix};
pub use score::{INF, Score, WIN};
pub use search::{Search, Searcher};
pub use signal::Signal;
pub use value::{Proof, Value};
pub use walk::{Expanded, MoveList, Stopped, Walk};
