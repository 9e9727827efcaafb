//! Questions from a seed.
//!
//! Trees and graphs are chosen so that every classic mistake that can show in them shows, and no two of them look alike.

use gametree::bugs::{Bug, Returns};
use gametree::{Score, SplitMix64, mix};

use super::assignment::{Ground, QuestionSet};
use super::boards;
use super::question::{Graph, Question, Setting, Tree};
use super::shadow::{self, DEEPENING, Shadow, Which};
use super::small::SmallGame;

/// The questions of a set.
#[must_use]
pub fn questions(name: &str, set: &QuestionSet, seed: u64) -> Vec<Question> {
    // Each set has its own numbers, so that one more set does not change the others.
    let salt = name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let mut rng = SplitMix64::new(mix(seed) ^ salt);
    let made = match set.game {
        Ground::Board(kind) => boards::questions(kind, set, &mut rng),
        Ground::Tree | Ground::Graph => chosen(set, &mut rng),
    };
    made.into_iter()
        .map(|(setting, depth)| Question {
            setting,
            depth,
            search: set.search.clone(),
            eval: match set.game {
                Ground::Board(kind) => Some(boards::evaluator(kind, set.eval.as_deref())),
                _ => None,
            },
        })
        .collect()
}

/// So many candidates for each question.
const CANDIDATES: u32 = 10;

/// Two mistakes should differ in so many questions, if they can.
const ENOUGH: u32 = 3;

/// Chooses among random trees or graphs those that tell the right search and the mistakes from each other.
fn chosen(set: &QuestionSet, rng: &mut SplitMix64) -> Vec<(Setting, u32)> {
    let mut pool: Vec<(Setting, u32)> = Vec::new();
    let tells = matches!(set.search.as_str(), "alphabeta" | "table" | DEEPENING);
    let size = if tells {
        CANDIDATES * set.count
    } else {
        set.count
    };
    while pool.len() < size as usize {
        let depth = rng.between(set.depth[0] as i32, set.depth[1] as i32) as u32;
        let setting = match set.game {
            Ground::Tree => Setting::Tree(tree(rng, depth)),
            _ if set.search == "ordered" => Setting::Graph(sloping(rng, depth)),
            _ => Setting::Graph(graph(rng)),
        };
        let depth = match &setting {
            Setting::Tree(tree) => tree.height(),
            _ => depth,
        };
        pool.push((setting, depth));
    }
    if !tells {
        return pool;
    }
    let signs: Vec<Vec<Sign>> = pool
        .iter()
        .map(|(setting, depth)| signs(setting, *depth, &set.search))
        .collect();
    let mut told = vec![0; pairs(&signs[0]).len()];
    let mut taken: Vec<usize> = Vec::new();
    while taken.len() < set.count as usize {
        let gain = |index: &usize| -> u32 {
            let told = told.iter().zip(pairs(&signs[*index]));
            told.map(|(&times, differs)| u32::from(differs && times < ENOUGH))
                .sum()
        };
        let free = (0..pool.len()).filter(|index| !taken.contains(index));
        // The first of the best, so that chance decides where nothing is to be gained.
        let Some(best) = free.max_by_key(|index| (gain(index), usize::MAX - index)) else {
            break;
        };
        for (times, differs) in told.iter_mut().zip(pairs(&signs[best])) {
            *times += u32::from(differs);
        }
        taken.push(best);
    }
    taken.sort_unstable();
    taken.into_iter().map(|index| pool[index].clone()).collect()
}

/// What can be seen of a search: its value, and in a tree, where no table helps, its nodes.
type Sign = (Score, u64);

/// The right search first, then every mistake.
fn signs(setting: &Setting, depth: u32, search: &str) -> Vec<Sign> {
    let Some(game) = SmallGame::new(setting) else {
        return Vec::new();
    };
    let is_tree = matches!(setting, Setting::Tree(_));
    let searches = [Which::Table]
        .into_iter()
        .chain(Bug::ALL.map(|bug| Which::Bug(bug, Returns::Best)));
    searches
        .map(|which| {
            let Shadow { value, nodes, .. } = shadow::of_small(&game, depth, search, which);
            (value, if is_tree { nodes } else { 0 })
        })
        .collect()
}

/// For every two of them whether they differ: by their values alone, and by all that can be seen.
fn pairs(signs: &[Sign]) -> Vec<bool> {
    let mut differ = Vec::new();
    for (index, one) in signs.iter().enumerate() {
        for other in &signs[index + 1..] {
            differ.extend([one.0 != other.0, one != other]);
        }
    }
    differ
}

/// A tree of this height. Its numbers are small, so that some are equal.
fn tree(rng: &mut SplitMix64, height: u32) -> Tree {
    fn grow(rng: &mut SplitMix64, left: u32, is_root: bool) -> Tree {
        // Now and then a line ends early.
        if left == 0 || !is_root && rng.below(10) == 0 {
            return Tree::Leaf(rng.between(-9, 9));
        }
        let most = if left > 3 { 2 } else { 3 };
        let children = 2 + rng.below(most - 1);
        Tree::Node((0..children).map(|_| grow(rng, left - 1, false)).collect())
    }
    grow(rng, height, true)
}

/// A graph in which lines meet again, with either side to move and at other depths.
fn graph(rng: &mut SplitMix64) -> Graph {
    let count = 6 + rng.below(5) as usize;
    let mut moves: Vec<Vec<usize>> = Vec::new();
    for vertex in 0..count {
        let edges = match rng.below(8) {
            0 if vertex > 0 => 0,
            _ => 2 + rng.below(2),
        };
        moves.push(
            (0..edges)
                .map(|_| rng.below(count as u64) as usize)
                .collect(),
        );
    }
    Graph {
        moves,
        values: (0..count).map(|_| rng.between(-20, 20)).collect(),
    }
}

/// A tree as a graph, in which what a vertex is worth says something about what comes after it.
fn sloping(rng: &mut SplitMix64, height: u32) -> Graph {
    fn grow(rng: &mut SplitMix64, left: u32, value: Score, graph: &mut Graph) -> usize {
        let place = graph.moves.len();
        graph.moves.push(Vec::new());
        graph.values.push(value);
        if left > 0 {
            let children = (0..3 + rng.below(2))
                .map(|_| {
                    let step = rng.between(-9, 9);
                    grow(rng, left - 1, value + step, graph)
                })
                .collect();
            graph.moves[place] = children;
        }
        place
    }
    let mut graph = Graph {
        moves: Vec::new(),
        values: Vec::new(),
    };
    grow(rng, height, 0, &mut graph);
    graph
}

/// The same tree or graph with its moves in another order; `None` for a position.
#[must_use]
pub fn shuffled(setting: &Setting, rng: &mut SplitMix64) -> Option<Setting> {
    fn shuffle(tree: &mut Tree, rng: &mut SplitMix64) {
        if let Tree::Node(children) = tree {
            rng.shuffle(children);
            for child in children {
                shuffle(child, rng);
            }
        }
    }
    match setting {
        Setting::Tree(tree) => {
            let mut tree = tree.clone();
            shuffle(&mut tree, rng);
            Some(Setting::Tree(tree))
        }
        Setting::Graph(graph) => {
            let mut graph = graph.clone();
            for moves in &mut graph.moves {
                rng.shuffle(moves);
            }
            Some(Setting::Graph(graph))
        }
        Setting::Board(..) => None,
    }
}
