//! The same position, the same limit, several players: what does each find, and at what cost?

mod csv;
mod html;
mod table;

pub use table::grouped;

use gametree::{Limits, MAX_DEPTH, Score, Searcher, searches::AlphaBeta};
use serde::Serialize;

use crate::answer::Answer;
use crate::arena::Arena;
use crate::player::Record;
use crate::registry;
use crate::spec::SpecError;
use crate::textbook::evaluator_name;

/// Depths up to this one are checked against minimax; deeper ones would take too long to be worth it.
pub const CHECKED_DEPTH: u32 = 6;

/// One player on one position.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// What it answered.
    #[serde(flatten)]
    pub answer: Answer,
    /// See [`Answer::branching_factor`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ebf: Option<f64>,
    /// Whether the value is that of plain minimax of the same depth with the same evaluator. `None` if the limit was
    /// not a depth, or too deep to check.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub equals_minimax: Option<bool>,
    /// Nodes for depth 1, 2, ... up to the limit, if the limit is a depth.
    pub nodes_by_depth: Vec<u64>,
    /// What it answered to each of those depths, if the limit is a depth.
    #[serde(skip)]
    pub by_depth: Vec<Answer>,
}

/// One position and what each player made of it.
#[derive(Clone, Debug, Serialize)]
pub struct Position {
    /// The position in the notation of the game.
    pub fen: String,
    /// A row a player.
    pub rows: Vec<Row>,
}

/// A whole comparison.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The game.
    pub game: &'static str,
    /// The limit, in words.
    pub limit: String,
    /// The positions, in order.
    pub positions: Vec<Position>,
}

/// Compares players, each new for each position. `progress` is told after every search how many of all are done.
pub fn compare<G: Arena>(
    game: &G,
    specs: &[String],
    positions: &[G::State],
    limits: &Limits,
    mut progress: impl FnMut(usize, usize),
) -> Result<Comparison, SpecError> {
    // A wrong spec is found before anything is searched.
    for spec in specs {
        registry::build::<G>(spec)?;
    }
    let total = specs.len() * positions.len();
    let mut done = 0;
    let mut results = Vec::new();
    for state in positions {
        let record = Record::<G>::new(state.clone());
        let mut rows = Vec::new();
        for spec in specs {
            rows.push(row(game, spec, &record, limits)?);
            done += 1;
            progress(done, total);
        }
        results.push(Position {
            fen: game.write_position(state),
            rows,
        });
    }
    Ok(Comparison {
        game: G::KIND.name(),
        limit: describe(limits),
        positions: results,
    })
}

fn row<G: Arena>(
    game: &G,
    spec: &str,
    record: &Record<G>,
    limits: &Limits,
) -> Result<Row, SpecError> {
    let mut player = registry::build::<G>(spec)?;
    let answer = Answer::of(spec, &mut *player, game, record, limits, None);
    let depth_is_the_limit = limits.depth < MAX_DEPTH
        && limits.nodes.is_none()
        && limits.evals.is_none()
        && limits.time.is_none();
    let mut by_depth = Vec::new();
    if depth_is_the_limit && answer.depth == limits.depth {
        for depth in 1..limits.depth {
            let mut player = registry::build::<G>(spec)?;
            let shallow = Limits {
                depth,
                ..limits.clone()
            };
            by_depth.push(Answer::of(spec, &mut *player, game, record, &shallow, None));
        }
        by_depth.push(answer.clone());
    }
    let checked = depth_is_the_limit && (1..=CHECKED_DEPTH).contains(&answer.depth);
    let equals_minimax = checked
        .then(|| minimax::<G>(game, spec, record.state(), answer.depth))
        .flatten()
        .map(|truth| truth == answer.raw_score);
    Ok(Row {
        ebf: answer.branching_factor(),
        equals_minimax,
        nodes_by_depth: by_depth.iter().map(|answer| answer.nodes).collect(),
        by_depth,
        answer,
    })
}

/// The value of plain minimax with the evaluator of a spec. Alpha-beta finds it, since the two are equal.
fn minimax<G: Arena>(game: &G, spec: &str, state: &G::State, depth: u32) -> Option<Score> {
    let spec = registry::parse(spec).ok()?;
    // Players that have no evaluator to choose are not compared.
    registry::find(&spec.name)?.key("eval")?;
    let name = evaluator_name::<G>(&spec);
    let mut search = AlphaBeta::new(G::evaluator(name)?);
    Some(search.search(game, state, &Limits::depth(depth)).score)
}

/// A limit in words.
#[must_use]
pub fn describe(limits: &Limits) -> String {
    let mut parts = Vec::new();
    if limits.depth < MAX_DEPTH {
        parts.push(format!("depth {}", limits.depth));
    }
    if let Some(nodes) = limits.nodes {
        parts.push(format!("{nodes} nodes"));
    }
    if let Some(evals) = limits.evals {
        parts.push(format!("{evals} evaluations"));
    }
    if let Some(time) = limits.time {
        parts.push(format!("{} ms", time.as_millis()));
    }
    if parts.is_empty() {
        return "each player's own limit".to_owned();
    }
    parts.join(", ")
}
