//! The report's programs as course players.

use super::Settings;
use super::leaf::material;
use crate::player::{Choice, CoursePlayer, Walk, current};
use chess::{Move, Position};
use games::Chess;
use gametree::ordering::{Captures, HashMove};
use gametree::searches::{Deepening, TableAlphaBeta};
use gametree::table::{DepthMatch, Replacement, Table};
use gametree::{Evaluator, Limits, MAX_DEPTH, Observer, Score, Searcher, horizon::Static};

/// One of the report's searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportPlayer {
    /// One search.
    Single(Settings),
    /// Searches to depth 0, 1, ... and the answer of the last one. Calls are added up.
    Deepening(Settings),
    /// The library's table search. Depth 0 is one ply and the root is not counted, as in the report.
    FixedTable,
}

impl CoursePlayer<Chess> for ReportPlayer {
    fn search_watched(
        &mut self,
        history: &[Position],
        limits: &Limits,
        observer: &mut dyn Observer<Move>,
    ) -> Choice<Move> {
        let position = current(history);
        match self {
            Self::Single(settings) => {
                settings.search_in(position, false, Walk::new(limits, observer))
            }
            Self::Deepening(settings) => {
                settings.search_in(position, true, Walk::new(limits, observer))
            }
            Self::FixedTable => {
                let mut search = Deepening::new(TableAlphaBeta::with(
                    Static(ReportMaterial),
                    (HashMove, Captures),
                    Table::new(1 << 16, Replacement::Bucket),
                    DepthMatch::Exact,
                ));
                let depth = limits.depth.unwrap_or(MAX_DEPTH);
                let limits = Limits {
                    depth: Some(depth.saturating_add(1)),
                    ..limits.clone()
                };
                let game = Chess::default();
                let result = search.search_watched(&game, position, &limits, observer);
                // The report does not count the root of a pass.
                let calls = result.stats.nodes.saturating_sub(u64::from(result.depth));
                // A search stopped within the first ply has a move but no value.
                let is_valued = result.best.is_some() && result.depth > 0;
                Choice::of(result, is_valued, depth, calls)
            }
        }
    }
}

/// The report's material count as an evaluator for the library's searches.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReportMaterial;

impl Evaluator<Chess> for ReportMaterial {
    fn evaluate(&mut self, _: &Chess, state: &Position) -> Score {
        material(state)
    }
}
