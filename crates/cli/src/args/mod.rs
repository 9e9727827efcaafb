//! The arguments of the program: one file for each family of commands.

mod book;
mod contest;
mod course;
mod ladder;
mod limits;
pub(crate) mod numbers;
mod perft;
mod play;
mod rerun;
mod search;
mod suite;

pub use book::BookArgs;
pub use contest::{ContestArgs, MatchArgs, TournamentArgs};
pub use course::{DocumentChoice, MinichessArgs, ReproduceArgs};
pub use ladder::LadderArgs;
pub use limits::LimitArgs;
pub use perft::PerftArgs;
pub use play::PlayArgs;
pub use rerun::RerunArgs;
pub use search::{CompareArgs, SearchArgs};
pub use suite::SuiteArgs;

/// Arguments of `espalier players`.
#[derive(clap::Args, Debug)]
pub struct PlayersArgs {
    /// One object for programs, with typed defaults
    #[arg(long)]
    pub json: bool,
}
