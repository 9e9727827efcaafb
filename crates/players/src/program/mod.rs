//! Programs of their own as players: any UCI engine, MiniChess players by the course's files, and scripts that answer a JSON
//! object with another.
//!
//! `uci:PATH[,arg=VALUE...][,option.NAME=VALUE...]`, `file:PATH[,arg=VALUE...]` and
//! `script:PATH[,arg=VALUE...][,search=NAME][,eval=NAME]`, see [`Program`]. A program is not
//! trusted: it may crash, hang, lie, or print without end. Whatever it does costs it the game, and never more than a
//! known time and a known amount of our memory. Its own memory, processes and files are limited if its spec says so, see
//! [`Confinement`].

mod census;
mod compile;
mod confinement;
mod file;
mod folder;
mod info;
mod lines;
mod options;
mod process;
mod script;
mod spec;
mod system;
mod thinking;
mod uci;
mod warden;

use std::time::Duration;

pub use compile::{CompileError, compile};
pub use confinement::{Caps, Confinement};
pub use file::FilePlayer;
pub use folder::TemporaryFolder;
pub use script::{DECIDED, ScriptPlayer};
pub use spec::{Program, Protocol, locate};
pub use uci::UciEngine;

/// How long to wait for a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// From the start to `uciok`.
    pub start: Duration,
    /// From `isready` to `readyok`, also after `ucinewgame`.
    pub ready: Duration,
    /// Beyond the time that a move may take, before the program is told to stop.
    pub margin: Duration,
    /// From `stop` to the move, and for a program to read what it is told.
    pub grace: Duration,
    /// For a move if no time is set, only a depth or a number of nodes.
    pub untimed: Duration,
}

impl Patience {
    /// What match runners usually grant.
    pub const DEFAULT: Self = Self {
        start: Duration::from_secs(10),
        ready: Duration::from_secs(60),
        margin: Duration::from_secs(2),
        grace: Duration::from_secs(2),
        untimed: Duration::from_secs(600),
    };
}

/// No move takes longer, whatever a budget says: a moment so far away can always be computed.
const LONGEST_MOVE: Duration = Duration::from_secs(7 * 24 * 60 * 60);

impl Default for Patience {
    fn default() -> Self {
        Self::DEFAULT
    }
}
