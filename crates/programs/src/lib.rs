//! External programs as players: UCI engines, MiniChess programs with the file protocol of the course, and scripts that exchange
//! JSON objects.
//!
//! `uci:PATH[,arg=VALUE...][,option.NAME=VALUE...]`, `file:PATH[,arg=VALUE...]` and
//! `script:PATH[,arg=VALUE...][,search=NAME][,eval=NAME]`, see [`Program`]; [`registry`] adds these players to the
//! built-in ones. A program is untrusted: it may crash, hang, send wrong data, or print without end. It then loses the game, after
//! a bounded time and with bounded memory. A spec can limit its memory, processes and files, see [`Confinement`].

#![forbid(unsafe_code)]

mod compile;
mod confinement;
mod entries;
mod file;
mod info;
mod isolation;
mod landlock;
mod namespaces;
mod options;
mod os;
mod process;
mod process_tree;
mod progress;
pub mod referee;
mod script;
mod spec;
mod submission;
mod uci;
mod variation;
mod watchdog;

use std::time::Duration;

pub use confinement::{Caps, Confinement};
pub use entries::registry;
pub use isolation::Isolation;
pub use os::end_all;
pub use spec::{Program, Protocol};
pub use submission::{StudentProgram, StudentPrograms};
pub use uci::UciEngine;

/// The time of a move if nothing limits the program.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// Time-outs for a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// From the start to `uciok`.
    pub start: Duration,
    /// From `isready` to `readyok`, also after `ucinewgame`.
    pub ready: Duration,
    /// Added to the time limit of a move before `stop` is sent.
    pub margin: Duration,
    /// From `stop` to the move, and for a program to read its input.
    pub grace: Duration,
    /// For a move with only a depth or node limit.
    pub untimed: Duration,
}

impl Patience {
    /// The usual time-outs of match runners.
    pub const DEFAULT: Self = Self {
        start: Duration::from_secs(10),
        ready: Duration::from_secs(60),
        margin: Duration::from_secs(2),
        grace: Duration::from_secs(2),
        untimed: Duration::from_secs(600),
    };
}

/// The upper limit of every time limit, so that deadlines do not overflow.
const LONGEST_MOVE: Duration = Duration::from_secs(7 * 24 * 60 * 60);
