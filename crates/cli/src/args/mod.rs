//! The arguments of the program: one file for each family of commands.

mod book;
mod contest;
mod course;
mod experiment;
mod grade;
mod ladder;
mod limits;
pub(crate) mod numbers;
mod perft;
mod play;
mod rerun;
mod search;
mod spsa;
mod suite;

pub use book::BookArgs;
pub use contest::{ContestArgs, MatchArgs, TournamentArgs};
pub use course::{DocumentChoice, MinichessArgs, ReproduceArgs};
pub use experiment::{
    AlternativesArgs, ConditionChoice, ExperimentArgs, ExperimentChoice, ModelsArgs, SizeChoice,
};
pub use grade::{GradeArgs, ScriptArgs};
pub use ladder::LadderArgs;
pub use limits::LimitArgs;
pub use perft::PerftArgs;
pub use play::PlayArgs;
pub use rerun::RerunArgs;
pub use search::{CompareArgs, SearchArgs};
pub use spsa::SpsaArgs;
pub use suite::SuiteArgs;

/// Arguments of `espalier players`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  espalier players                everyone
  espalier players alphabeta a8   these two, and whoever else begins so")]
pub struct PlayersArgs {
    /// Only these players: names or their beginnings
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// One object for programs, with typed defaults
    #[arg(long)]
    pub json: bool,
}
