//! Questions from a seed.
//!
//! Trees and graphs are chosen so that every classic mistake that can show in them shows, and no two of them look alike.

use gametree::bugs::{Bug, Returns, Symptom};
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
const CANDIDATES: u32 = 5;

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
    let differences: Vec<u128> = pool
        .iter()
        .map(|(setting, depth)| differences(setting, *depth, &set.search))
        .collect();
    let mut times = [0; u128::BITS as usize];
    // Those that are not told apart often enough.
    let mut open = u128::MAX;
    let mut taken: Vec<usize> = Vec::new();
    while taken.len() < set.count as usize {
        let free = (0..pool.len()).filter(|index| !taken.contains(index));
        // The first of the best, so that chance decides where nothing is to be gained.
        let gain = |index: usize| (differences[index] & open).count_ones();
        let Some(best) = free.max_by_key(|&index| (gain(index), usize::MAX - index)) else {
            break;
        };
        for (pair, times) in times.iter_mut().enumerate() {
            *times += (differences[best] >> pair) as u32 & 1;
            if *times >= ENOUGH {
                open &= !(1 << pair);
            }
        }
        taken.push(best);
    }
    taken.sort_unstable();
    taken.into_iter().map(|index| pool[index].clone()).collect()
}

/// Which of the right search and the mistakes that can show here differ, a bit for every two of them: in a tree, where no
/// table helps, by their values and by their nodes, in a graph by their values.
fn differences(setting: &Setting, depth: u32, search: &str) -> u128 {
    let Some(game) = SmallGame::new(setting) else {
        return 0;
    };
    let is_tree = matches!(setting, Setting::Tree(_));
    let shows = |bug: &Bug| match is_tree {
        true => !needs_a_table(*bug),
        false => bug.symptom() == Symptom::WrongValue,
    };
    let bugs = Bug::ALL.into_iter().filter(shows);
    let searches = bugs.map(|bug| Which::Bug(bug, Returns::Best));
    let said: Vec<Shadow> = [Which::Table]
        .into_iter()
        .chain(searches)
        .map(|which| shadow::of_small(&game, depth, search, which))
        .collect();
    let (mut bits, mut bit) = (0, 0);
    for (index, one) in said.iter().enumerate() {
        for other in &said[index + 1..] {
            bits |= u128::from(one.value != other.value) << bit;
            bit += 1;
            if is_tree {
                bits |= u128::from(one.nodes != other.nodes) << bit;
                bit += 1;
            }
        }
    }
    bits
}

/// Whether it is a mistake with a table: in a tree, where no two lines meet, it does not show.
const fn needs_a_table(bug: Bug) -> bool {
    matches!(
        bug,
        Bug::BoundForgotten
            | Bug::BoundFromRaisedAlpha
            | Bug::BoundsSwapped
            | Bug::DepthIgnored
            | Bug::DeeperReused
            | Bug::SideNotInKey
    )
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
