#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod book;
pub mod hash;
pub mod pool;
pub mod stats;
pub mod when;

mod adjudicate;
mod journal;
mod limit;
mod manifest;
mod names;
mod opening;
mod pgn_file;
mod pgn_text;
mod play;
mod ponder;
mod report;
mod runner;
mod schedule;
mod scoreboard;
mod session;
mod sitting;

pub use adjudicate::{Adjudication, DrawRule, ResignRule};
pub use journal::{GameLine, Journal, JournalError, Note, for_each_game, games_in};
pub use limit::{BadTimeControl, PlayerLimit, TimeControl};
pub use manifest::{Entrant, Manifest, Plan};
pub use opening::{BookError, Opening, Openings, Order, Source, default_plies};
pub use pgn_file::PgnFile;
pub use pgn_text::PgnWriter;
pub use play::{Conditions, Played, play};
pub use ponder::PonderCount;
pub use report::{PlayerReport, Report, status_line};
pub use runner::{Contest, Finished, SitDown, THREAD_NAME, Watch};
pub use schedule::{Format, Schedule, Scheduled};
pub use scoreboard::{Conduct, Incident, Scoreboard, Standing};
pub use session::{Session, SessionError};
pub use sitting::{Machine, Program, Sitting};
