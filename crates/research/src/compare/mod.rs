//! Searches the same position with several players and the same limit, and compares moves, values and costs.

mod comparer;
mod row;
mod table;

use games::{BoardGame, Record};
use gametree::Limits;
use players::{PlayerSpec, Seat};
use serde::Serialize;

use crate::Error;

pub use comparer::{Comparer, MINIMAX_NODES};
pub use row::{Row, Step};

/// The results of all players on one position.
#[derive(Clone, Debug, Serialize)]
pub struct Position {
    /// The position in the notation of the game.
    pub fen: String,
    /// One row for each player.
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

/// Compares players. Each starts each position without memory. Calls `progress` after each row with the rows done and
/// their total.
pub fn compare<G: BoardGame>(
    game: &G,
    specs: &[PlayerSpec],
    positions: &[G::State],
    limits: &Limits,
    mut progress: impl FnMut(usize, usize),
) -> Result<Comparison, Error> {
    // Reports a wrong spec before the first search, and builds each player once.
    let mut seats = specs
        .iter()
        .map(Seat::<G>::new)
        .collect::<Result<Vec<_>, _>>()?;
    let total = specs.len() * positions.len();
    let mut done = 0;
    let mut results = Vec::new();
    for state in positions {
        let record = Record::<G>::new(state.clone());
        let mut comparer = Comparer::new(game, &record);
        let mut rows = Vec::new();
        for (spec, seat) in specs.iter().zip(&mut seats) {
            let row = comparer.row(spec, seat, limits);
            rows.push(row.map_err(|fault| Error::fault(spec, &fault))?);
            done += 1;
            progress(done, total);
        }
        results.push(Position {
            fen: game.write_position(state),
            rows,
        });
    }
    Ok(Comparison {
        game: G::ID.name(),
        limit: describe(limits),
        positions: results,
    })
}

/// Describes a limit in words.
#[must_use]
pub fn describe(limits: &Limits) -> String {
    let mut parts = Vec::new();
    if let Some(depth) = limits.depth {
        parts.push(format!("depth {depth}"));
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
