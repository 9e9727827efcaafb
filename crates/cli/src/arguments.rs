//! Arguments of several commands: numbers, players, and the limits of a search.

use std::fmt::Display;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;
use contest::Shard;
use games::GameId;
use gametree::Limits;
use players::{PlayerSpec, SpecError};

/// Returns a parser of numbers in a range. `name` begins the sentence of its error.
pub fn number<T>(
    name: &'static str,
    least: T,
    most: T,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse().ok();
        let number = number.filter(|number| (&least..=&most).contains(&number));
        number.ok_or_else(|| format!("{name} is a number from {least} to {most}"))
    }
}

/// Parses a depth of perft or bench.
pub fn parse_depth(text: &str) -> Result<u32, String> {
    number("a depth", 0, uci::command::MAX_DEPTH)(text)
}

/// Parses the depth of a search.
pub fn parse_plies(text: &str) -> Result<u32, String> {
    number("a depth", 1, gametree::MAX_DEPTH - 1)(text)
}

/// Parses the depth of a search, or 0: some course documents count from 0.
pub fn parse_search_depth(text: &str) -> Result<u32, String> {
    number("a depth", 0, gametree::MAX_DEPTH - 1)(text)
}

/// Parses a limit of nodes, evaluations or milliseconds, or another number from 1.
pub fn parse_amount(text: &str) -> Result<u64, String> {
    let amount = text.parse().ok().filter(|&amount| amount > 0);
    amount.ok_or_else(|| "it is a whole number from 1".to_owned())
}

/// Parses a number of games. Each opening is played with both colours, so it is even.
pub fn parse_games(text: &str) -> Result<u64, String> {
    let games = number("", 2, 10_000_000)(text).ok();
    games.filter(|games| games % 2 == 0).ok_or_else(|| {
        "each opening is played with both colours: an even number from 2 to 10000000".to_owned()
    })
}

/// Parses a number of threads or of concurrent games.
pub fn parse_threads(text: &str) -> Result<NonZeroUsize, String> {
    let [least, most] = [1, 1024].map(|number| NonZeroUsize::MIN.saturating_add(number - 1));
    number("a number of threads", least, most)(text)
}

/// Parses a shard that is counted from 1.
pub fn parse_part(text: &str) -> Result<Shard, String> {
    let part = text.split_once('/');
    let part = part.and_then(|(index, of)| Some((index.parse::<u64>().ok()?, of.parse().ok()?)));
    part.and_then(|(index, of)| Shard::new(index.checked_sub(1)?, of))
        .ok_or_else(|| "a part is K/N with K from 1, such as 1/2".to_owned())
}

/// Parses the spec of a player of this program or of an external program.
pub fn parse_player(text: &str) -> Result<PlayerSpec, SpecError> {
    programs::registry().parse(text)
}

/// The limits of a search by any player.
#[derive(Args, Clone, Copy, Debug)]
pub struct LimitArgs {
    /// Search depth in plies; course players count as their document does
    #[arg(long, value_name = "N", value_parser = parse_search_depth, allow_negative_numbers = true)]
    depth: Option<u32>,
    /// Nodes per search
    #[arg(long, value_name = "N", value_parser = parse_amount, allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// Evaluations per search
    #[arg(long, value_name = "N", value_parser = parse_amount, allow_negative_numbers = true)]
    evals: Option<u64>,
    /// Milliseconds per search
    #[arg(long, value_name = "MS", value_parser = parse_amount, allow_negative_numbers = true)]
    movetime: Option<u64>,
}

impl LimitArgs {
    /// Returns the limits.
    pub fn limits(&self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            evals: self.evals,
            time: self.movetime.map(Duration::from_millis),
            ..Limits::default()
        }
    }
}

/// The limits of the searches of an analysis by the engine.
#[derive(Args, Clone, Copy, Debug)]
pub struct AnalysisLimits {
    /// Search depth in plies
    #[arg(long, value_name = "N", value_parser = parse_plies, allow_negative_numbers = true)]
    depth: Option<u32>,
    /// Nodes per search; 200000 without another limit
    #[arg(long, value_name = "N", value_parser = parse_amount, allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// Milliseconds per search
    #[arg(long, value_name = "MS", value_parser = parse_amount, allow_negative_numbers = true)]
    movetime: Option<u64>,
}

/// The default of an analysis: enough to find typical oversights, and reproducible.
const ANALYSIS_NODES: u64 = 200_000;

impl AnalysisLimits {
    /// Returns the limits.
    pub fn limits(&self) -> Limits {
        let has_other = self.depth.is_some() || self.movetime.is_some();
        Limits {
            depth: self.depth,
            nodes: self.nodes.or((!has_other).then_some(ANALYSIS_NODES)),
            time: self.movetime.map(Duration::from_millis),
            ..Limits::default()
        }
    }
}

/// The arguments of a measured experiment.
#[derive(Args, Debug)]
pub struct RunArgs {
    /// One game only
    #[arg(long)]
    pub game: Option<GameId>,
    /// Random seed of the openings and positions
    #[arg(long, default_value = "0", value_parser = number("a seed", 0, u64::MAX), allow_negative_numbers = true)]
    pub seed: u64,
    /// Number of concurrent games, by default the threads of the machine
    #[arg(long, value_name = "N", value_parser = parse_threads, allow_negative_numbers = true)]
    pub concurrency: Option<NonZeroUsize>,
    /// Folder for the results
    #[arg(long, value_name = "FOLDER", default_value = "results")]
    pub output: Option<PathBuf>,
    /// Keep the games in this file (ladder) or folder (experiment); existing games are resumed
    #[arg(long, value_name = "PATH")]
    pub resume: Option<PathBuf>,
    /// Write the manifest to this file; by default it is in the folder for the results
    #[arg(long, value_name = "FILE")]
    pub manifest: Option<PathBuf>,
}

/// Returns a command with those options that have a value.
pub fn command_line(command: &str, options: &[(&str, Option<String>)]) -> String {
    let mut line = command.to_owned();
    for (name, value) in options {
        if let Some(value) = value {
            line += &format!(" --{name} {value}");
        }
    }
    line
}
