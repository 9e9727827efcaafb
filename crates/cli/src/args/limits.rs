//! What a search may spend.

use clap::Args;

use super::numbers::{parse_amount, parse_search_depth};

/// What a search may spend.
#[derive(Args, Clone, Copy, Debug)]
pub struct LimitArgs {
    /// Plies to look ahead; for players of a course document, as it counts
    #[arg(long, value_name = "N", value_parser = parse_search_depth, allow_negative_numbers = true)]
    pub depth: Option<u32>,
    /// Nodes a search
    #[arg(long, value_name = "N", value_parser = parse_amount, allow_negative_numbers = true)]
    pub nodes: Option<u64>,
    /// Evaluations a search
    #[arg(long, value_name = "N", value_parser = parse_amount, allow_negative_numbers = true)]
    pub evals: Option<u64>,
    /// Milliseconds a search
    #[arg(long, value_name = "MS", value_parser = parse_amount, allow_negative_numbers = true)]
    pub movetime: Option<u64>,
}

impl LimitArgs {
    /// As the searches take them.
    #[must_use]
    pub fn limits(&self) -> gametree::Limits {
        gametree::Limits {
            depth: self.depth,
            nodes: self.nodes,
            evals: self.evals,
            time: self.movetime.map(std::time::Duration::from_millis),
            ..gametree::Limits::default()
        }
    }
}
