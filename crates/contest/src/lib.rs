#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod book;
pub mod manifest;
pub mod pool;
pub mod stats;
pub mod store;
pub mod when;

mod adjudicate;
mod journal;
mod ledger;
mod limit;
mod live;
mod merge;
mod names;
mod opening;
mod pgn_file;
mod pgn_text;
mod plan;
mod play;
mod ponder;
mod report;
mod run_info;
mod runner;
mod schedule;
mod scoreboard;
mod session;
mod shard;
mod units;

pub use self::report::{PlayerReport, Report, status_line};
pub use adjudicate::{Adjudication, DrawRule, ResignRule};
pub use journal::{GameLine, Note, for_each_game, games_in};
pub use ledger::{Ledger, LedgerError};
pub use limit::{BadTimeControl, PlayerLimit, TimeControl};
pub use live::{Choice, LiveGame, Place};
pub use merge::Merge;
pub use opening::{Opening, Openings, Order, Source};
pub use pgn_text::PgnWriter;
pub use plan::{JournalHeader, Participant, Plan};
pub use play::{Conditions, Played, play};
pub use ponder::PonderCount;
pub use run_info::{Machine, Program, RunInfo};
pub use runner::{Contest, Finished, MakeSeat, Watch};
pub use schedule::{Format, Schedule, Scheduled};
pub use scoreboard::{Conduct, Scoreboard, Standing};
pub use session::Session;
pub use shard::Shard;
pub use store::{FileStore, LineStore, MemoryStore};
pub use units::{MergedUnits, Units};
