//! The report's programs as players.

use super::Settings;
use super::leaf::material;
use crate::player::{Choice, Control, CoursePlayer, Log, current};
use chess::{Move, Position};
use games::Chess;
use gametree::ordering::{Captures, HashMove};
use gametree::searches::{Deepening, TableAlphaBeta};
use gametree::table::{DepthMatch, Replacement, Table};
use gametree::{Evaluator, Score, Searcher, horizon::Static};

/// One of the report's searches.
#[derive(Clone, Copy, Debug)]
pub enum ReportPlayer {
    /// Search once.
    Fixed(Settings),
    /// Search to depth 0, 1, ... and keep the last answer. Calls are added up.
    Deepening(Settings),
    /// The table search done right, by the library: depth 0 is one ply here too, and the root
    /// is not counted.
    MendedTable,
}

/// The answers of iterative deepening at depth 0, 1, ..., `depth`. After one that was stopped
/// there are no more.
#[must_use]
pub fn deepen(
    settings: &Settings,
    position: &Position,
    depth: u32,
    control: &Control,
) -> Vec<Choice<Move>> {
    deepen_logged(settings, position, depth, &mut Log::new(control))
}

fn deepen_logged(
    settings: &Settings,
    position: &Position,
    depth: u32,
    log: &mut Log<'_, Move>,
) -> Vec<Choice<Move>> {
    let mut answers = Vec::new();
    for d in 0..=depth {
        let answer = settings.think(position, d, log);
        answers.push(answer);
        if answer.stopped {
            break;
        }
    }
    answers
}

impl CoursePlayer<Chess> for ReportPlayer {
    fn think(&mut self, history: &[Position], depth: u32, log: &mut Log<'_, Move>) -> Choice<Move> {
        let position = current(history);
        match self {
            Self::Fixed(settings) => settings.think(position, depth, log),
            Self::Deepening(settings) => {
                let answers = deepen_logged(settings, position, depth, log);
                let calls = answers.iter().map(|answer| answer.calls).sum();
                let stopped = answers.iter().any(|answer| answer.stopped);
                let complete = answers.iter().rfind(|answer| !answer.stopped);
                let last = *complete.unwrap_or(&answers[0]);
                Choice {
                    calls,
                    stopped,
                    ..last
                }
            }
            Self::MendedTable => {
                let mut search = Deepening::new(TableAlphaBeta::with(
                    Static(ReportMaterial),
                    (HashMove, Captures),
                    Table::new(1 << 16, Replacement::Bucket),
                    DepthMatch::Exact,
                ));
                let limits = log.control().limits(depth.saturating_add(1));
                let game = Chess::default();
                let result = match log.borrow() {
                    Some(mut watch) => search.search_watched(&game, position, &limits, &mut watch),
                    None => search.search(&game, position, &limits),
                };
                log.add(&result.stats, result.stopped);
                Choice {
                    best: result.best,
                    // Stopped within the first ply it has a move, but no value.
                    value: result
                        .best
                        .filter(|_| result.depth > 0)
                        .map(|_| result.score),
                    calls: result.stats.nodes.saturating_sub(u64::from(result.depth)),
                    stopped: result.stopped,
                }
            }
        }
    }
}

/// The report's material count for the searches of the library.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReportMaterial;

impl Evaluator<Chess> for ReportMaterial {
    fn evaluate(&mut self, _: &Chess, state: &Position) -> Score {
        material(state)
    }
}
