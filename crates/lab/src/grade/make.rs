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

/// So many candidates for each question at least, and so many at most, if something cannot be seen yet.
const CANDIDATES: [u32; 2] = [4, 60];

/// A mistake should show in so many questions, and every two of them should differ in one at least.
const ENOUGH: [u32; 2] = [3, 1];

/// Chooses among random trees or graphs those that tell the right search and the mistakes from each other.
fn chosen(set: &QuestionSet, rng: &mut SplitMix64) -> Vec<(Setting, u32)> {
    let suspects = suspects(set);
    let [least, most] = match suspects.is_empty() {
        true => [set.count; 2],
        false => CANDIDATES.map(|each| each * set.count),
    };
    let mut pool: Vec<((Setting, u32), u128)> = Vec::new();
    let mut seen = Tally::new(&suspects);
    while pool.len() < least as usize || seen.is_missing() && pool.len() < most as usize {
        let candidate = candidate(set, rng);
        let differences = differences(&candidate, &set.search, &suspects);
        seen.add(differences);
        pool.push((candidate, differences));
    }
    let mut told = Tally::new(&suspects);
    let mut taken: Vec<usize> = Vec::new();
    while taken.len() < set.count as usize {
        let free = (0..pool.len()).filter(|index| !taken.contains(index));
        // The first of the best, so that chance decides where nothing is to be gained.
        let gain = |index: usize| told.gain(pool[index].1);
        let Some(best) = free.max_by_key(|&index| (gain(index), usize::MAX - index)) else {
            break;
        };
        told.add(pool[best].1);
        taken.push(best);
    }
    taken.sort_unstable();
    taken
        .into_iter()
        .map(|index| pool[index].0.clone())
        .collect()
}

/// A tree or a graph, and how deep it is searched.
fn candidate(set: &QuestionSet, rng: &mut SplitMix64) -> (Setting, u32) {
    let depth = rng.between(set.depth[0] as i32, set.depth[1] as i32) as u32;
    match set.game {
        Ground::Tree => {
            let tree = tree(rng, depth);
            let height = tree.height();
            (Setting::Tree(tree), height)
        }
        _ if set.search == "ordered" => (Setting::Graph(sloping(rng, depth)), depth),
        _ => (Setting::Graph(graph(rng)), depth),
    }
}

/// The mistakes that can show in the answers to a set: in a tree, where no two lines meet, those of the search, by value or
/// nodes; in a graph, where every table has its own nodes, those that change a value.
fn suspects(set: &QuestionSet) -> Vec<Bug> {
    let shows = |bug: &Bug| match (set.game, set.search.as_str()) {
        (Ground::Tree, "alphabeta") => !needs_a_table(*bug),
        // In one search a position has the other side to move only at another depth.
        (Ground::Graph, "table") => {
            bug.symptom() == Symptom::WrongValue && *bug != Bug::SideNotInKey
        }
        (Ground::Graph, DEEPENING) => bug.symptom() == Symptom::WrongValue,
        _ => false,
    };
    Bug::ALL.into_iter().filter(shows).collect()
}

/// Whether it is a mistake with a table: in a tree it does not show.
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

/// Every two of the right search, which comes first, and the suspects.
fn pairs(suspects: &[Bug]) -> Vec<(Option<Bug>, Bug)> {
    let right = suspects.iter().map(|&bug| (None, bug));
    let others = suspects.iter().enumerate();
    let others = others.flat_map(|(index, &one)| {
        let later = suspects[index + 1..].iter();
        later.map(move |&other| (Some(one), other))
    });
    right.chain(others).collect()
}

/// In how many questions every two of them differ, a bit and a count for each.
struct Tally {
    /// How many of them there are; their pairs with the right search come first.
    suspects: usize,
    times: Vec<u32>,
    /// Those that do not differ often enough.
    open: u128,
}

impl Tally {
    fn new(suspects: &[Bug]) -> Self {
        let mut open = 0;
        let pairs = pairs(suspects);
        for (bit, pair) in pairs.iter().enumerate() {
            // Neither of them ever cuts: in a tree nobody can tell them apart.
            let alike = (Some(Bug::WindowNotNegated), Bug::CutAfterLoop);
            if *pair != alike {
                open |= 1 << bit;
            }
        }
        Self {
            suspects: suspects.len(),
            times: vec![0; pairs.len()],
            open,
        }
    }

    fn add(&mut self, differences: u128) {
        for (bit, times) in self.times.iter_mut().enumerate() {
            *times += (differences >> bit) as u32 & 1;
            let enough = ENOUGH[usize::from(bit >= self.suspects)];
            if *times >= enough {
                self.open &= !(1 << bit);
            }
        }
    }

    const fn gain(&self, differences: u128) -> u32 {
        (differences & self.open).count_ones()
    }

    const fn is_missing(&self) -> bool {
        self.open != 0
    }
}

/// Which two of the right search and the suspects give different answers, a bit for each pair.
fn differences((setting, depth): &(Setting, u32), search: &str, suspects: &[Bug]) -> u128 {
    let Some(game) = SmallGame::new(setting) else {
        return 0;
    };
    let is_tree = matches!(setting, Setting::Tree(_));
    let said = |which| {
        let Shadow { value, nodes, .. } = shadow::of_small(&game, *depth, search, which);
        (value, if is_tree { nodes } else { 0 })
    };
    let right = said(Which::Table);
    let wrong = suspects
        .iter()
        .map(|&bug| said(Which::Bug(bug, Returns::Best)));
    let wrong: Vec<(Score, u64)> = wrong.collect();
    let mut bits = 0;
    let differ = wrong.iter().map(|wrong| *wrong != right);
    let others = wrong.iter().enumerate();
    let others = others.flat_map(|(index, one)| wrong[index + 1..].iter().map(move |it| it != one));
    for (bit, differs) in differ.chain(others).enumerate() {
        bits |= u128::from(differs) << bit;
    }
    bits
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
    let count = 5 + rng.below(4) as usize;
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
