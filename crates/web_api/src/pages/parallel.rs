//! Parallel searches on simulated processors: curves, and a small tree tick by tick.

use std::collections::BTreeSet;

use games::{BoardGame, WithGame};
use gametree::simulation::{Algorithm, Machine, ModelTree, Order, Run, Step};
use gametree::synthetic::NumberTree;
use report::tree::{Drawing, Node, Shape, Spacing, State};
use research::simulated;
use teaching::{number_drawing, number_search};

use crate::job::Job;
use crate::protocol::{GameId, ParallelStep, ParallelTree, Reply};

/// The largest tree of the curves.
const MOST_NODES: usize = 120_000;

/// The seed of the leaves of uniform trees.
const SEED: u64 = 1;

/// The colors of processors (Okabe and Ito), which people with impaired color vision can distinguish.
const COLORS: [&str; 8] = [
    "#0072b2", "#d55e00", "#009e73", "#b5508e", "#2b9fd9", "#a87a00", "#777777", "#8b0000",
];

/// The ticks of a message at most, for the curves and for the drawing, which has a step for each tick.
const MOST_TICKS: u64 = 1_000;
const MOST_TICKS_DRAWN: u64 = 20;

/// The least scale at which the leaves can be read.
const READABLE: f64 = 1.0;

/// Answers `simulate`.
pub fn simulate(
    game: Option<GameId>,
    (width, depth): (u32, u32),
    order: Order,
    message: u64,
    job: &Job,
) -> Result<Reply, String> {
    let tree = match game {
        Some(game) => game.with(TreeOf { depth })?,
        None => simulated::uniform_tree(width, depth, SEED, MOST_NODES)?,
    };
    let (tree, message) = (tree.ordered(order), message.min(MOST_TICKS));
    let curves = simulated::curves(&tree, message, &job.stop).map_err(|error| error.to_string())?;
    Ok(Reply::Simulated { curves })
}

struct TreeOf {
    depth: u32,
}

impl WithGame for TreeOf {
    type Output = Result<ModelTree, String>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        simulated::game_tree(game, self.depth, MOST_NODES)
    }
}

/// The drawing of a number tree that processors search.
pub struct Asked {
    /// The tree, such as `[[3,12,8],[2,4,6]]`.
    pub tree: String,
    /// The search.
    pub search: Algorithm,
    /// The number of processors.
    pub processors: usize,
    /// The ticks of a message.
    pub message: u64,
    /// Whether the drawing fits a phone.
    pub narrow: bool,
    /// The width and the height in pixels that it fills.
    pub room: Option<(u32, u32)>,
}

/// Answers `parallel-tree`.
pub fn tree(asked: &Asked) -> Result<Reply, String> {
    let numbers = number_search::read(&asked.tree)?;
    if !(1..=COLORS.len()).contains(&asked.processors) {
        return Err(format!(
            "the drawing has from 1 to {} processors, not {}",
            COLORS.len(),
            asked.processors
        ));
    }
    let model = ModelTree::from(&numbers);
    let machine = Machine::new(asked.processors).with_message(asked.message.min(MOST_TICKS_DRAWN));
    let run = machine.recorded().run(&model, asked.search);
    let names = number_drawing::names(&numbers);
    let nodes: Vec<Node> = (0..numbers.len())
        .map(|node| drawn(&numbers, &names, node))
        .collect();
    let spacing = match asked.room {
        _ if asked.narrow => Spacing::NARROW,
        Some((width, height)) => {
            let room = (f64::from(width.max(1)), f64::from(height.max(1)));
            Spacing::fitting(&nodes, room, READABLE)
        }
        None => Spacing::WIDE,
    };
    let mut drawing = Drawing::new(nodes, spacing);
    let parts = drawing.parts();
    let steps = steps(&numbers, &names, &run, asked.processors, &mut drawing);
    Ok(Reply::ParallelTree {
        tree: ParallelTree {
            size: drawing.size(),
            parts,
            steps,
            value: run.value,
            nodes: run.nodes,
            alone: Machine::new(1).run(&model, asked.search).nodes,
            critical_path: run.critical_path,
            colors: COLORS[..asked.processors].to_vec(),
        },
    })
}

/// Returns a node before the search.
fn drawn(numbers: &NumberTree, names: &[String], node: usize) -> Node {
    let (shape, text) = match numbers.value(node) {
        Some(value) => (Shape::Leaf, written(value)),
        None => (Shape::Inner, String::new()),
    };
    Node {
        text,
        name: names[node].clone(),
        letter: Some(names[node].clone()),
        // Only processors color the nodes.
        color: Some("none"),
        ..Node::new(numbers.parent(node), numbers.ply(node), shape)
    }
}

/// Writes a number with a minus sign instead of a hyphen.
fn written(value: i32) -> String {
    value.to_string().replace('-', "\u{2212}")
}

/// Draws every tick.
fn steps(
    numbers: &NumberTree,
    names: &[String],
    run: &Run,
    processors: usize,
    drawing: &mut Drawing,
) -> Vec<ParallelStep> {
    let mut left = run.steps.as_slice();
    let mut current = BTreeSet::new();
    let mut steps = Vec::new();
    for tick in 1..=run.ticks {
        let count = left.iter().take_while(|step| step.tick == tick).count();
        let (now, later) = left.split_at(count);
        left = later;
        let entered: BTreeSet<usize> = now.iter().map(|step| step.node).collect();
        for &node in &current {
            drawing.node_mut(node).is_current = false;
        }
        for &node in &entered {
            let who: Vec<_> = now.iter().filter(|step| step.node == node).collect();
            let label = match who[..] {
                [only] => format!("P{}", only.processor + 1),
                _ => format!("P{}+", who[0].processor + 1),
            };
            let is_leaf = numbers.value(node).is_some();
            let node = drawing.node_mut(node);
            node.state = if is_leaf { State::Done } else { State::Open };
            node.is_current = true;
            node.color = Some(COLORS[who[0].processor]);
            if is_leaf {
                node.letter = Some(label);
            } else {
                node.text = label;
            }
        }
        let changed = current.union(&entered);
        let changes = changed.flat_map(|&node| drawing.parts_of(node)).collect();
        let name = |step: &Step| names[step.node].clone();
        let at = (0..processors).map(|number| {
            let step = now.iter().find(|step| step.processor == number);
            step.map(name)
        });
        let at: Vec<_> = at.collect();
        steps.push(ParallelStep {
            text: sentence(tick, &at),
            at,
            changes,
        });
        current = entered;
    }
    // What no processor entered was cut off.
    let mut changed = current.clone();
    for &node in &current {
        drawing.node_mut(node).is_current = false;
    }
    let entered: BTreeSet<usize> = run.steps.iter().map(|step| step.node).collect();
    for node in (0..numbers.len()).filter(|node| !entered.contains(node)) {
        let is_first = (numbers.parent(node)).is_some_and(|parent| entered.contains(&parent));
        drawing.node_mut(node).state = if is_first { State::Cut } else { State::Pruned };
        changed.insert(node);
    }
    let text = format!(
        "The value of the root is {} for MAX, after {} and {}.",
        written(run.value),
        counted(run.ticks, "tick"),
        counted(run.nodes, "node")
    );
    drawing.node_mut(numbers.root()).text = written(run.value);
    changed.insert(numbers.root());
    steps.push(ParallelStep {
        text,
        at: vec![None; processors],
        changes: changed
            .iter()
            .flat_map(|&node| drawing.parts_of(node))
            .collect(),
    });
    steps
}

fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Writes `Tick 4: P1 enters D, P2 enters c1. P3 waits.`
fn sentence(tick: u64, at: &[Option<String>]) -> String {
    let numbered = || at.iter().enumerate().map(|(index, name)| (index + 1, name));
    let entering = numbered().filter_map(|(number, name)| Some((number, name.as_ref()?)));
    let entering: Vec<_> = entering
        .map(|(number, name)| format!("P{number} enters {name}"))
        .collect();
    let waiting = numbered().filter(|(_, name)| name.is_none());
    let waiting: Vec<_> = waiting.map(|(number, _)| format!("P{number}")).collect();
    let waits = match waiting.len() {
        0 => String::new(),
        1 => format!(" {} waits.", waiting[0]),
        _ => format!(" {} wait.", waiting.join(", ")),
    };
    match entering.is_empty() {
        true => format!("Tick {tick}: every processor waits for a message."),
        false => format!("Tick {tick}: {}.{waits}", entering.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(search: Algorithm, processors: usize) -> ParallelTree {
        let asked = Asked {
            tree: "[[[3,12],[8,1]],[[2,4],[6,9]],[[14,5],[2,7]]]".to_owned(),
            search,
            processors,
            message: 0,
            narrow: false,
            room: None,
        };
        match tree(&asked) {
            Ok(Reply::ParallelTree { tree }) => tree,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_tick_names_the_node_of_each_processor() {
        for &search in Algorithm::ALL {
            for processors in [1, 3, 8] {
                let found = asked(search, processors);
                let entered = found.steps.iter().flat_map(|step| step.at.iter().flatten());
                assert_eq!(entered.count() as u64, found.nodes, "{search:?}");
                assert_eq!(found.steps[0].at[0].as_deref(), Some("A"));
                assert_eq!(found.value, 8);
                assert!(processors > 1 || found.nodes == found.alone);
                assert!(found.critical_path < found.steps.len() as u64);
                let last = found.steps.last().expect("a step");
                assert!(
                    last.text.starts_with("The value of the root is 8"),
                    "{}",
                    last.text
                );
                let drawn = |part: &&(usize, String)| part.1.contains("data-pruned");
                // Alpha-beta skips leaves of this tree.
                assert!(processors > 1 || last.changes.iter().any(|part| drawn(&part)));
            }
        }
        let text = &asked(Algorithm::Root, 2).steps[0].text;
        assert_eq!(text, "Tick 1: P1 enters A. P2 waits.");
    }

    #[test]
    fn too_many_processors_and_no_tree_are_refused() {
        let mut asked = Asked {
            tree: "[1,2]".to_owned(),
            search: Algorithm::Root,
            processors: 9,
            message: 0,
            narrow: true,
            room: None,
        };
        assert!(tree(&asked).is_err_and(|error| error.contains("from 1 to 8")));
        asked.processors = 0;
        assert!(tree(&asked).is_err());
        (asked.processors, asked.tree) = (2, "[".to_owned());
        assert!(tree(&asked).is_err());
    }
}
