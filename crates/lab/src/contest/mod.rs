//! Games between players, counted: what a match is made of.
//!
//! A [`Contestant`] is a player with a clock in view: one of the registry inside this program, or a program of its own.

//!
//! A [`Plan`] says what is to be played; its [`Schedule`] is a pure function of it, so game 17 is always the same players
//! on the same opening. A [`Contest`] plays games on several threads, each by [`play`]. A [`Session`] ties this to files:
//! the [`Journal`], from which everything that is said about a match is computed ([`Scoreboard`]), and PGN.

mod adjudicate;
mod build;
mod contestant;
mod ending;
mod in_process;
mod journal;
mod limit;
mod manifest;
mod opening;
mod pgn_file;
mod pgn_text;
mod play;
mod report;
mod runner;
mod schedule;
mod scoreboard;
mod session;

pub use adjudicate::{Adjudication, DrawRule, ResignRule};
pub use build::build;
pub use contestant::{Budget, Contestant, Fault, Reply, Thought};
pub use ending::{Ending, GameResult, Reason};
pub use in_process::InProcess;
pub use journal::{GameLine, Journal, JournalError, Note, for_each_game};
pub use limit::{BadTimeControl, PlayerLimit, TimeControl};
pub use manifest::{Entrant, Manifest, Plan};
pub use opening::{BookError, Opening, Openings, Order, Source, default_plies};
pub use pgn_file::PgnFile;
pub use pgn_text::PgnWriter;
pub use play::{Conditions, Played, play};
pub use report::{Report, status_line};
pub use runner::{Build, Contest, Finished, THREAD_NAME};
pub use schedule::{Format, Schedule, Scheduled};
pub use scoreboard::{Conduct, Incident, Scoreboard, Standing};
pub use session::{Session, SessionError};

pub use crate::manifest::{Machine, Program, Sitting};
pub use crate::when;
