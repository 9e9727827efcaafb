//! Parallel searches on simulated processors: speed-up and overheads from 1 to 1,024 processors.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use games::BoardGame;
use gametree::Score;
use gametree::simulation::{Algorithm, MAX_PROCESSORS, Machine, ModelTree, Order};
use players::evaluators;
use report::{Cell, Column, Table};
use serde::Serialize;

use crate::Error;

/// A search on a number of processors.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "SimulatedPoint"))]
pub struct Point {
    /// The processors.
    pub processors: usize,
    /// The time until the value of the root is known.
    pub ticks: u64,
    /// The nodes that all processors entered.
    pub nodes: u64,
    /// The ticks of one processor divided by the time.
    pub speed_up: f64,
    /// The speed-up divided by the number of processors.
    pub efficiency: f64,
    /// The nodes divided by those of one processor, minus 1.
    pub search_overhead: f64,
    /// The share of the processors' time without a node to enter.
    pub idle: f64,
}

/// A search on each number of processors.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "SimulatedCurve"))]
pub struct Curve {
    /// The search.
    pub search: Algorithm,
    /// A point for each power of two, from 1 processor.
    pub points: Vec<Point>,
}

/// All parallel searches of one tree.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "SimulatedCurves"))]
pub struct Curves {
    /// The nodes of the tree.
    pub nodes: usize,
    /// The ticks of one processor, which are the nodes of alpha-beta.
    pub alone: u64,
    /// The value of the root for the side to move.
    pub value: Score,
    /// A curve for each search.
    pub curves: Vec<Curve>,
}

/// Returns the tree of a game from its start position, with the default evaluator.
///
/// # Errors
/// The tree has more than `most` nodes.
pub fn game_tree<G: BoardGame>(game: &G, depth: u32, most: usize) -> Result<ModelTree, String> {
    tree_at(game, &game.start(), depth, most).ok_or_else(|| {
        format!(
            "{depth} plies of {} are more than {most} nodes: choose fewer plies",
            G::TITLE
        )
    })
}

/// Returns the tree below a position with the default evaluator; `None` if it has more than `most` nodes.
pub fn tree_at<G: BoardGame>(
    game: &G,
    root: &G::State,
    depth: u32,
    most: usize,
) -> Option<ModelTree> {
    let mut eval = evaluators::find::<G>(G::EVALUATORS[0].0)?;
    ModelTree::of(game, root, depth, &mut eval, most)
}

/// Returns a uniform tree with random leaves.
///
/// # Errors
/// The tree has more than `most` nodes.
pub fn uniform_tree(width: u32, depth: u32, seed: u64, most: usize) -> Result<ModelTree, String> {
    if width == 0 {
        return Err("a node of a uniform tree has at least one move".to_owned());
    }
    let (mut nodes, mut level) = (0_u64, 1_u64);
    for _ in 0..=depth {
        nodes = nodes.saturating_add(level);
        level = level.saturating_mul(width.into());
        if nodes > most as u64 {
            return Err(format!(
                "{depth} plies of {width} moves are more than {most} nodes: choose fewer plies"
            ));
        }
    }
    Ok(ModelTree::random(width, depth, seed))
}

/// Simulates every parallel search of a tree on 1, 2, 4 and so on up to 1,024 processors.
///
/// # Errors
/// `stop` is set.
pub fn curves(tree: &ModelTree, message: u64, stop: &AtomicBool) -> Result<Curves, Error> {
    let alone = Machine::new(1).run(tree, Algorithm::Root);
    let counts = || std::iter::successors(Some(1), |count| Some(2 * count));
    let mut curves = Vec::new();
    for &search in Algorithm::ALL {
        let mut points = Vec::new();
        for processors in counts().take_while(|&count| count <= MAX_PROCESSORS) {
            if stop.load(Ordering::Relaxed) {
                return Err(Error::Stopped);
            }
            let machine = Machine::new(processors).with_message(message);
            let run = machine.run(tree, search);
            let speed_up = alone.ticks as f64 / run.ticks as f64;
            points.push(Point {
                processors,
                ticks: run.ticks,
                nodes: run.nodes,
                speed_up,
                efficiency: speed_up / processors as f64,
                search_overhead: run.nodes as f64 / alone.nodes as f64 - 1.0,
                idle: run.idle as f64 / (run.ticks * processors as u64) as f64,
            });
        }
        curves.push(Curve { search, points });
    }
    Ok(Curves {
        nodes: tree.nodes(),
        alone: alone.nodes,
        value: alone.value,
        curves,
    })
}

/// Returns the order of this name.
///
/// # Errors
/// No order has this name.
pub fn order(name: &str) -> Result<Order, String> {
    let found = Order::ALL.iter().find(|order| order.name() == name);
    found.copied().ok_or_else(|| {
        let names: Vec<_> = Order::ALL.iter().map(|order| order.name()).collect();
        format!(
            "no order of moves is called {name:?} (orders: {})",
            names.join(", ")
        )
    })
}

impl Curves {
    fn rows(&self) -> Vec<(Algorithm, Point)> {
        let of = |curve: &Curve| {
            let search = curve.search;
            let points = curve.points.clone();
            points.into_iter().map(move |point| (search, point))
        };
        self.curves.iter().flat_map(of).collect()
    }

    /// Returns the rows as comma-separated values.
    #[must_use]
    pub fn to_csv(&self) -> String {
        table(&self.rows()).to_csv()
    }

    /// Returns the curves as a page.
    #[must_use]
    pub fn to_html(&self) -> String {
        report::page("Simulated processors", &table(&self.rows()).to_html())
    }
}

fn table(rows: &[(Algorithm, Point)]) -> Table<'_, (Algorithm, Point)> {
    Table::new(rows)
        .column(Column::left("search"), |row| Cell::code(row.0.name()))
        .column(Column::right("processors"), |row| {
            Cell::count(row.1.processors as u64)
        })
        .column(Column::right("ticks"), |row| Cell::count(row.1.ticks))
        .column(Column::right("speed-up").csv("speed_up"), |row| {
            Cell::fixed(row.1.speed_up, 2)
        })
        .column(Column::right("efficiency"), |row| {
            Cell::percent(row.1.efficiency, 1)
        })
        .column(Column::right("nodes"), |row| Cell::count(row.1.nodes))
        .column(
            Column::right("search overhead").csv("search_overhead"),
            |row| Cell::percent(row.1.search_overhead, 1),
        )
        .column(Column::right("idle"), |row| Cell::percent(row.1.idle, 1))
}

/// Writes the table.
impl fmt::Display for Curves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} nodes, {} of them visited by alpha-beta",
            report::grouped(self.nodes as u64),
            report::grouped(self.alone)
        )?;
        f.write_str(&table(&self.rows()).to_text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::TicTacToe;

    #[test]
    fn curves_begin_at_one_processor_and_keep_the_bounds() {
        let tree = uniform_tree(4, 5, 1, 2_000).expect("a tree");
        let tree = tree.ordered(Order::BestFirst);
        let found = curves(&tree, 0, &AtomicBool::new(false)).expect("curves");
        assert_eq!((found.nodes, found.value), (1_365, tree.minimax()));
        assert_eq!(found.curves.len(), 5);
        for curve in &found.curves {
            assert_eq!(curve.points.len(), 11);
            let first = curve.points[0];
            assert_eq!((first.ticks, first.nodes), (found.alone, found.alone));
            for point in &curve.points {
                assert!(point.efficiency <= 1.0 || point.search_overhead < 0.0);
                assert!((0.0..1.0).contains(&point.idle), "{point:?}");
            }
        }
        assert!(found.to_string().contains("1,365 nodes"));
        assert_eq!(found.to_csv().lines().count(), 56);
    }

    #[test]
    fn too_large_trees_and_stops_are_errors() {
        assert!(uniform_tree(10, 20, 1, 1_000).is_err());
        assert!(uniform_tree(1, u32::MAX, 1, 1_000).is_err());
        assert!(uniform_tree(0, u32::MAX, 1, 1_000).is_err());
        let game = TicTacToe::default();
        assert!(game_tree(&game, 9, 1_000).is_err_and(|error| error.contains("fewer plies")));
        let tree = game_tree(&game, 3, 1_000).expect("a small tree");
        assert_eq!(tree.nodes(), 586);
        let whole = game_tree(&game, u32::MAX, 1_000_000).expect("a whole game");
        assert_eq!(whole.nodes(), 549_946);
        assert!(curves(&tree, 0, &AtomicBool::new(true)).is_err());
        assert!(order("sorted").is_err());
        assert_eq!(order("best-first"), Ok(Order::BestFirst));
    }
}
