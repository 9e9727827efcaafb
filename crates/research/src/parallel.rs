//! Measures the parallel searches against their sequential parents, at equal depth on the same positions.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use games::{BoardGame, Record};
use gametree::simulation::{Algorithm, Machine, ModelTree, Order};
use gametree::{Limits, Request, SplitMix64, Stats};
use players::{PlayerSpec, Seat, builtin};
use report::{Cell, Column, Table};
use serde::Serialize;

use crate::Error;
use crate::ladder::random_game;
use crate::simulated::tree_at;

/// The parallel searches, each with the spec of its sequential parent.
pub const SEARCHES: [(Algorithm, &str); 5] = [
    (Algorithm::Root, ORDERED),
    (Algorithm::Pv, ORDERED),
    (Algorithm::YoungBrothersWait, ORDERED),
    (Algorithm::Lazy, WITH_TABLE),
    (Algorithm::Abdada, WITH_TABLE),
];

const ORDERED: &str = "alphabeta:order=mvvlva+killers+history";
const WITH_TABLE: &str = "alphabeta:tt=64,order=hash+mvvlva+killers+history";

/// The largest tree of the model: that of each position, as deep as it fits.
const MODEL_NODES: usize = 200_000;

/// The size of a measurement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Size {
    /// The number of positions.
    pub positions: usize,
    /// The depth of every search.
    pub depth: u32,
    /// The numbers of threads.
    pub threads: Vec<u64>,
    /// The seed of the positions.
    pub seed: u64,
}

/// A parallel search with a number of threads, compared with its sequential parent.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// The value of `parallel=`.
    pub search: Algorithm,
    /// The number of threads.
    pub threads: u64,
    /// The time of the parent divided by the time of the search: the median of the positions.
    pub speed_up: f64,
    /// The speed-up divided by the number of threads.
    pub efficiency: f64,
    /// The nodes of the search divided by those of the parent, minus 1.
    pub search_overhead: f64,
    /// The share of the threads' time in which they wait.
    pub synchronisation_overhead: f64,
    /// The milliseconds of the parent for a position: the median.
    pub parent_ms: f64,
    /// The speed-up of the model: as many simulated processors, the first plies of the same positions, best move first.
    pub model_speed_up: f64,
}

/// The measurement.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Comparison {
    /// The game.
    pub game: &'static str,
    /// The depth.
    pub depth: u32,
    /// The number of positions.
    pub positions: usize,
    /// A row for each search and number of threads.
    pub rows: Vec<Row>,
}

/// Measures every parallel search on random positions of a game. Calls `watch` with the number of searches that are done, and of all.
///
/// # Errors
/// A player fails, or `stop` is set.
pub fn measure<G: BoardGame>(
    game: &G,
    size: &Size,
    stop: &Arc<AtomicBool>,
    watch: &mut dyn FnMut(usize, usize),
) -> Result<Comparison, Error> {
    let mut random = SplitMix64::new(size.seed);
    let plies = G::OPENING_PLIES as usize + 4;
    // Games that end early are replaced, up to a limit.
    let positions: Vec<_> = (0..size.positions * 20)
        .filter_map(|_| random_game(game, &mut random, |record, _| record.moves().len() >= plies))
        .take(size.positions)
        .collect();
    let models: Vec<ModelTree> = positions
        .iter()
        .filter_map(|position| model(game, position, size.depth))
        .collect();
    let mut done = 0;
    let all = positions.len() * (2 + SEARCHES.len() * size.threads.len());
    let mut measured = |spec: &str| -> Result<Vec<Stats>, Error> {
        let spec = builtin(spec)?;
        let mut stats = Vec::new();
        for position in &positions {
            stats.push(search(game, &spec, position, size.depth, stop)?);
            done += 1;
            watch(done, all);
        }
        Ok(stats)
    };
    let (ordered, with_table) = (measured(ORDERED)?, measured(WITH_TABLE)?);
    let mut rows = Vec::new();
    for (search, parent) in SEARCHES {
        let alone = if parent == ORDERED {
            &ordered
        } else {
            &with_table
        };
        for &threads in &size.threads {
            let spec = format!("{parent},parallel={},threads={threads}", search.name());
            let together = measured(&spec)?;
            let model_speed_up = modelled(&models, search, threads);
            rows.push(Row {
                model_speed_up,
                ..row(search, threads, alone, &together)
            });
        }
    }
    Ok(Comparison {
        game: G::ID.name(),
        depth: size.depth,
        positions: positions.len(),
        rows,
    })
}

/// Searches one position with a new player.
fn search<G: BoardGame>(
    game: &G,
    spec: &PlayerSpec,
    position: &G::State,
    depth: u32,
    stop: &Arc<AtomicBool>,
) -> Result<Stats, Error> {
    let mut seat = Seat::<G>::new(spec)?;
    let record = Record::<G>::new(position.clone());
    // A limit of time, because a seat without one ends every search after some seconds.
    let limits = Limits::depth(depth)
        .with_time(Duration::from_secs(86_400))
        .with_stop(Arc::clone(stop));
    let answer = seat.answer(game, &record, &Request::new(limits));
    let answer = answer.map_err(|fault| Error::fault(spec, &fault))?;
    if stop.load(Ordering::Relaxed) {
        return Err(Error::Stopped);
    }
    Ok(answer.stats)
}

/// Returns the tree of a position, as deep as it fits, with the best move first.
fn model<G: BoardGame>(game: &G, position: &G::State, depth: u32) -> Option<ModelTree> {
    let trees = (1..=depth).map_while(|plies| tree_at(game, position, plies, MODEL_NODES));
    Some(trees.last()?.ordered(Order::BestFirst))
}

/// Returns the median speed-up of a search on simulated processors.
fn modelled(trees: &[ModelTree], search: Algorithm, processors: u64) -> f64 {
    let ticks = |tree: &ModelTree, processors| Machine::new(processors).run(tree, search).ticks;
    let speed_up = |tree| ticks(tree, 1) as f64 / ticks(tree, processors as usize) as f64;
    median(trees.iter().map(speed_up))
}

fn row(search: Algorithm, threads: u64, alone: &[Stats], together: &[Stats]) -> Row {
    let nodes = |stats: &[Stats]| stats.iter().map(|it| it.nodes).sum::<u64>() as f64;
    let seconds = |time: Duration| time.as_secs_f64().max(1e-9);
    let ratios = alone.iter().zip(together);
    let speed_up = median(ratios.map(|(one, all)| seconds(one.time) / seconds(all.time)));
    let waited: f64 = together.iter().map(|it| it.waited.as_secs_f64()).sum();
    let spent: f64 = together.iter().map(|it| seconds(it.time)).sum();
    Row {
        search,
        threads,
        speed_up,
        efficiency: speed_up / threads as f64,
        search_overhead: nodes(together) / nodes(alone).max(1.0) - 1.0,
        synchronisation_overhead: waited / (spent * threads as f64),
        parent_ms: median(alone.iter().map(|it| seconds(it.time) * 1_000.0)),
        model_speed_up: 0.0,
    }
}

fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    let half = numbers.len() / 2;
    match numbers.len() {
        0 => 0.0,
        count if count % 2 == 1 => numbers[half],
        _ => f64::midpoint(numbers[half - 1], numbers[half]),
    }
}

impl Comparison {
    fn table(&self) -> Table<'_, Row> {
        Table::new(&self.rows)
            .column(Column::left("search"), |row| Cell::code(row.search.name()))
            .column(Column::right("threads"), |row| Cell::count(row.threads))
            .column(Column::right("speed-up").csv("speed_up"), |row| {
                Cell::fixed(row.speed_up, 2)
            })
            .column(Column::right("efficiency"), |row| {
                Cell::percent(row.efficiency, 0)
            })
            .column(
                Column::right("search overhead").csv("search_overhead"),
                |row| Cell::percent(row.search_overhead, 1),
            )
            .column(
                Column::right("synchronisation overhead").csv("synchronisation_overhead"),
                |row| Cell::percent(row.synchronisation_overhead, 1),
            )
            .column(Column::right("parent ms").csv("parent_ms"), |row| {
                Cell::fixed(row.parent_ms, 1)
            })
            .column(
                Column::right("speed-up of the model").csv("model_speed_up"),
                |row| Cell::fixed(row.model_speed_up, 2),
            )
    }

    /// Returns the rows as comma-separated values.
    #[must_use]
    pub fn to_csv(&self) -> String {
        self.table().to_csv()
    }

    /// Returns the measurement as a page.
    #[must_use]
    pub fn to_html(&self) -> String {
        report::page("Parallel searches", &self.table().to_html())
    }
}

/// Writes the table.
impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            game,
            depth,
            positions,
            ..
        } = self;
        writeln!(f, "{game}, depth {depth}, {positions} positions")?;
        f.write_str(&self.table().to_text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Othello;

    #[test]
    fn one_thread_has_the_nodes_of_its_parent_and_waits_for_no_other() {
        let size = Size {
            positions: 2,
            depth: 4,
            threads: vec![1, 2],
            seed: 1,
        };
        let stop = Arc::default();
        let mut calls = 0;
        let result = measure(&Othello::<6>::default(), &size, &stop, &mut |_, _| {
            calls += 1;
        });
        let result = result.expect("a measurement");
        assert_eq!((calls, result.rows.len()), (24, 10));
        for row in &result.rows {
            // Root and principal variation splitting do not sort the moves of the nodes that they split.
            let splits = row.search == Algorithm::YoungBrothersWait;
            assert!(
                row.threads > 1 || !splits || row.search_overhead == 0.0,
                "{row:?}"
            );
            let model = row.model_speed_up;
            assert!((1.0..=row.threads as f64).contains(&model), "{row:?}");
            assert!(
                (0.0..=1.0).contains(&row.synchronisation_overhead),
                "{row:?}"
            );
        }
        assert!(result.to_string().contains("search overhead"));
        assert!(result.to_csv().starts_with("search,threads,speed_up,"));
        stop.store(true, Ordering::Relaxed);
        assert!(measure(&Othello::<6>::default(), &size, &stop, &mut |_, _| ()).is_err());
    }
}
