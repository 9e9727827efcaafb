//! Questions from a seed.
//!
//! Random trees and graphs are chosen so that together they reveal every known bug that they can reveal, and tell the bugs apart.

use games::{BoardGame, TicTacToe};
use gametree::bugs::{Bug, Returns, Slip, Symptom, TableUse};
use gametree::hash::fnv1a;
use gametree::synthetic::NumberTree;
use gametree::{Score, Side, SplitMix64, mix};

use super::assignment::{QuestionGame, QuestionSet};
use super::boards;
use super::question::{EVALUATE, Graph, Problem, Question};
use super::simulate::{DEEPENING, KnownSearch, Simulated, simulate, simulate_graph};

/// Returns the questions of a set.
#[must_use]
pub fn questions(name: &str, set: &QuestionSet, seed: u64) -> Vec<Question> {
    // Each set has its own seed, so that another set does not change it.
    let mut rng = SplitMix64::new(mix(seed) ^ fnv1a(name.as_bytes()));
    let made = match set.game {
        QuestionGame::Board(kind) if kind != TicTacToe::ID => {
            boards::questions(kind, set, &mut rng)
        }
        _ => chosen(set, &mut rng),
    };
    made.into_iter()
        .map(|(problem, depth)| Question {
            problem,
            depth,
            search: set.search.clone(),
            eval: match set.game {
                _ if set.search == EVALUATE => None,
                QuestionGame::Board(kind) => Some(boards::evaluator(kind, set.eval.as_deref())),
                _ => None,
            },
        })
        .collect()
}

/// The least number of candidates for each question, and the most while two searches give the same answers.
const CANDIDATES: [usize; 2] = [4, 60];

/// The number of candidates for each position.
const POSITIONS: usize = 30;

/// The questions that should reveal each bug or slip, and those in which each two of them should differ.
const ENOUGH: [u32; 2] = [3, 1];

/// A win, a draw and a loss, with each side to move. Slips that change the sign of a value need all of them.
const OUTCOMES: usize = 6;

/// How much more an outcome counts than a slip that is equally rare.
const OUTCOME_WEIGHT: u32 = 8;

/// Chooses those random trees, graphs or positions that reveal mistakes and distinguish the right search and the bugs best.
fn chosen(set: &QuestionSet, rng: &mut SplitMix64) -> Vec<(Problem, u32)> {
    let searches = searches(set);
    let slips = slips(set);
    let mut pool = Pool::new(&searches, &slips);
    let add = |candidate: (Problem, u32), pool: &mut Pool| {
        let mut features = differences(&candidate, &set.search, &searches);
        features.extend(revealed(&candidate, set, &slips));
        pool.add(candidate, features);
    };
    let [least, most] = CANDIDATES.map(|each| each * set.count as usize);
    match set.game {
        QuestionGame::Board(kind) => {
            let wider = QuestionSet {
                count: set.count * POSITIONS as u32,
                ..set.clone()
            };
            for candidate in boards::questions(kind, &wider, rng) {
                add(candidate, &mut pool);
            }
        }
        QuestionGame::Tree | QuestionGame::Graph => {
            let is_single = searches.len() == 1 && slips.is_empty();
            let [least, most] = if is_single {
                [set.count as usize; 2]
            } else {
                [least, most]
            };
            while pool.candidates.len() < least
                || pool.is_missing_a_pair() && pool.candidates.len() < most
            {
                add(candidate(set, rng), &mut pool);
            }
        }
    }
    pool.best(set.count as usize)
}

/// Candidates for the questions of a set. A feature is something that a question should show: a slip, or the difference of two
/// searches.
struct Pool {
    candidates: Vec<((Problem, u32), Vec<bool>)>,
    /// The number of questions that each feature needs.
    needed: Vec<u32>,
    /// The candidates that have each feature.
    found: Vec<u32>,
    /// The number of features that are differences of searches.
    pairs: usize,
    /// The number of features before the outcomes.
    outcomes: usize,
}

impl Pool {
    fn new(searches: &[KnownSearch], slips: &[(Slip, u8)]) -> Self {
        // Neither of them ever cuts, so no tree distinguishes them.
        let alike = [Bug::WindowNotNegated, Bug::CutAfterLoop];
        let [one, other] =
            alike.map(|bug| KnownSearch::Bug(bug, Returns::Best, TableUse::default()));
        let with_right = searches.len() - 1;
        let enough = |(place, pair)| match pair {
            pair if pair == (&one, &other) => 0,
            _ if place < with_right => ENOUGH[0],
            _ => ENOUGH[1],
        };
        let mut needed: Vec<u32> = pairs(searches).enumerate().map(enough).collect();
        let pairs_of_searches = needed.len();
        needed.extend(slips.iter().map(|_| ENOUGH[0]));
        needed.extend(pairs(&representatives(slips)).map(|_| ENOUGH[1]));
        let outcomes = needed.len();
        if !slips.is_empty() {
            needed.extend([ENOUGH[1]; OUTCOMES]);
        }
        Self {
            candidates: Vec::new(),
            found: vec![0; needed.len()],
            needed,
            pairs: pairs_of_searches,
            outcomes,
        }
    }

    fn add(&mut self, candidate: (Problem, u32), features: Vec<bool>) {
        for (found, has) in self.found.iter_mut().zip(&features) {
            *found += u32::from(*has);
        }
        self.candidates.push((candidate, features));
    }

    /// Returns whether two searches need more candidates. Some slips have no question that reveals them.
    fn is_missing_a_pair(&self) -> bool {
        let mut pairs = self.found.iter().zip(&self.needed).take(self.pairs);
        pairs.any(|(found, needed)| found < needed)
    }

    /// Returns the candidates that together have the most features. A rare feature counts more than a frequent one.
    fn best(self, count: usize) -> Vec<(Problem, u32)> {
        const SCALE: u32 = 1 << 20;
        let mut needed = self.needed;
        let outcomes = self.outcomes;
        let mut taken: Vec<usize> = Vec::new();
        while taken.len() < count {
            let gain = |index: usize| -> u32 {
                let features = self.candidates[index].1.iter().zip(&needed);
                let open = features.zip(&self.found).enumerate();
                open.filter(|(_, ((has, needed), _))| **has && **needed > 0)
                    .map(|(place, (_, found))| match place < outcomes {
                        true => SCALE / found,
                        false => OUTCOME_WEIGHT * SCALE / found,
                    })
                    .sum()
            };
            let free = (0..self.candidates.len()).filter(|index| !taken.contains(index));
            // Among equals, the first one: the seed decides.
            let Some(best) = free.max_by_key(|&index| (gain(index), usize::MAX - index)) else {
                break;
            };
            for (needed, has) in needed.iter_mut().zip(&self.candidates[best].1) {
                *needed = needed.saturating_sub(u32::from(*has));
            }
            taken.push(best);
        }
        taken.sort_unstable();
        let mut candidates: Vec<Option<(Problem, u32)>> =
            self.candidates.into_iter().map(|it| Some(it.0)).collect();
        taken
            .into_iter()
            .filter_map(|index| candidates[index].take())
            .collect()
    }
}

/// Lists the mistakes of beginners, with their variants, that a set should reveal: all that the game can show. In tic-tac-toe, one
/// variant is enough for those that trees show too.
fn slips(set: &QuestionSet) -> Vec<(Slip, u8)> {
    let is_tree = set.game == QuestionGame::Tree;
    if !is_tree && set.game != QuestionGame::Board(TicTacToe::ID) {
        return Vec::new();
    }
    let only_in_games = |slip: Slip| {
        matches!(
            slip,
            Slip::DepthTooSmall
                | Slip::DepthTooLarge
                | Slip::DrawIsLoss
                | Slip::ValueForFirstSide
                | Slip::MoveNotUndone
                | Slip::LastBestMove
                | Slip::RootMoveLost
        )
    };
    let shows = |slip: &Slip| {
        !(is_tree && only_in_games(*slip)) && (set.search != "minimax" || !slip.needs_window())
    };
    let slips = Slip::ALL.into_iter().filter(shows);
    // A draw is lost for one side or for the side to move: positions that show one of them may hide the others.
    let variants = |slip: Slip| match slip {
        // Those with a loop of its own at the root show in the same trees as the others.
        Slip::AlphaReturned | Slip::AlphaShared | Slip::WindowSwapped if is_tree => {
            slip.forms() / 2
        }
        _ if is_tree || only_in_games(slip) => slip.forms(),
        _ => 1,
    };
    slips
        .flat_map(|slip| (0..variants(slip)).map(move |variant| (slip, variant)))
        .collect()
}

/// Returns the indices of the first variants.
fn representatives(slips: &[(Slip, u8)]) -> Vec<usize> {
    let first = |&index: &usize| slips[index].1 == 0;
    (0..slips.len()).filter(first).collect()
}

/// Returns for each slip whether a question reveals it, for each two slips whether the question distinguishes them, and which
/// outcome it has.
fn revealed(
    (problem, depth): &(Problem, u32),
    set: &QuestionSet,
    slips: &[(Slip, u8)],
) -> Vec<bool> {
    let question = Question {
        problem: problem.clone(),
        depth: *depth,
        search: set.search.clone(),
        eval: match set.game {
            QuestionGame::Board(kind) => Some(boards::evaluator(kind, set.eval.as_deref())),
            _ => None,
        },
    };
    let Some(truth) = boards::truth(&question).filter(|_| !slips.is_empty()) else {
        return Vec::new();
    };
    let answers: Vec<_> = slips
        .iter()
        .map(|&(slip, variant)| simulate(&question, KnownSearch::Slip(slip, variant)))
        .collect();
    let is_wrong = |(slip, found): (&(Slip, u8), &Option<Simulated>)| {
        found
            .as_ref()
            .is_some_and(|found| match slip.0.is_about_moves() {
                true => found.best.as_ref().is_some_and(|best| !truth.is_best(best)),
                false => found.value != truth.value,
            })
    };
    let wrong: Vec<bool> = slips.iter().zip(&answers).map(is_wrong).collect();
    let representatives = representatives(slips);
    let differ = pairs(&representatives).map(|(&one, &other)| {
        let is_about_moves = slips[one].0.is_about_moves() && slips[other].0.is_about_moves();
        let answer = |index: usize| {
            let found = answers[index].as_ref();
            found.map(|it| (it.value, it.best.as_ref().filter(|_| is_about_moves)))
        };
        (wrong[one] || wrong[other]) && answer(one) != answer(other)
    });
    let differ: Vec<bool> = differ.collect();
    let is_second = question
        .problem
        .board()
        .is_some_and(|board| board.side() == Side::Second);
    let outcome = 3 * usize::from(is_second) + (truth.value.signum() + 1) as usize;
    let outcomes: Vec<bool> = (0..OUTCOMES).map(|place| place == outcome).collect();
    [wrong, differ, outcomes].concat()
}

/// Returns a random tree or graph and its search depth.
fn candidate(set: &QuestionSet, rng: &mut SplitMix64) -> (Problem, u32) {
    let depth = rng.between(set.depth[0] as i32, set.depth[1] as i32) as u32;
    match set.game {
        QuestionGame::Tree => {
            let tree = tree(rng, depth);
            let height = tree.height();
            (Problem::Tree(tree), height)
        }
        _ if set.search == "ordered" => (Problem::Graph(sloping(rng, depth)), depth),
        _ => (Problem::Graph(graph(rng)), depth),
    }
}

/// Lists the right search and, for each bug that the answers to a set can reveal, the search with the bug.
///
/// A tree has no transpositions, so it reveals bugs of the search, by value or by node count. On a graph node counts depend on the
/// table, so it reveals bugs that change a value.
fn searches(set: &QuestionSet) -> Vec<KnownSearch> {
    let shows = |bug: &Bug| match (set.game, set.search.as_str()) {
        (QuestionGame::Tree, "alphabeta") => !bug.needs_a_table(),
        // Within one search the same vertex with the other side to move has another depth.
        (QuestionGame::Graph, "table") => {
            bug.symptom() == Symptom::WrongValue && *bug != Bug::SideNotInKey
        }
        (QuestionGame::Graph, DEEPENING) => bug.symptom() == Symptom::WrongValue,
        _ => false,
    };
    let bugs = Bug::ALL.into_iter().filter(shows);
    let wrong = bugs.map(|bug| KnownSearch::Bug(bug, Returns::Best, TableUse::default()));
    std::iter::once(KnownSearch::Table).chain(wrong).collect()
}

/// Lists all pairs of items. Pairs with the first item come first.
fn pairs<T>(items: &[T]) -> impl Iterator<Item = (&T, &T)> {
    let items_with_rest = items.iter().enumerate();
    items_with_rest
        .flat_map(|(index, one)| items[index + 1..].iter().map(move |other| (one, other)))
}

/// Returns for each pair of searches whether their answers differ.
fn differences(
    (problem, depth): &(Problem, u32),
    search: &str,
    searches: &[KnownSearch],
) -> Vec<bool> {
    let Some(game) = problem.graph_game() else {
        return vec![false; pairs(searches).count()];
    };
    let is_tree = matches!(problem, Problem::Tree(_));
    let answer = |&known: &KnownSearch| {
        let found = simulate_graph(&game, *depth, search, known);
        found.map_or((0, 0), |it| (it.value, if is_tree { it.nodes } else { 0 }))
    };
    let answers: Vec<(Score, u64)> = searches.iter().map(answer).collect();
    pairs(&answers).map(|(one, other)| one != other).collect()
}

/// Returns a random tree of this height. Its values are small, so that some are equal.
fn tree(rng: &mut SplitMix64, height: u32) -> NumberTree {
    fn grow(rng: &mut SplitMix64, left: u32, is_root: bool) -> NumberTree {
        // Some lines end early.
        if left == 0 || !is_root && rng.below(10) == 0 {
            return NumberTree::leaf(rng.between(-9, 9));
        }
        let most = if left > 3 { 2 } else { 3 };
        let children = 2 + rng.below(most - 1);
        NumberTree::node((0..children).map(|_| grow(rng, left - 1, false)))
    }
    grow(rng, height, true)
}

/// Returns a random graph with transpositions, also with the other side to move and at other depths.
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

/// Returns a tree as a graph in which the value of a vertex predicts the values below it, so that move ordering helps.
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
    let mut graph = Graph::default();
    grow(rng, height, 0, &mut graph);
    graph
}

/// Returns the same tree or graph with its moves in another order, or `None` for a position.
#[must_use]
pub fn shuffled(problem: &Problem, rng: &mut SplitMix64) -> Option<Problem> {
    fn shuffle(tree: &NumberTree, node: usize, rng: &mut SplitMix64) -> NumberTree {
        if let Some(value) = tree.value(node) {
            return NumberTree::leaf(value);
        }
        let mut children = tree.children(node).to_vec();
        rng.shuffle(&mut children);
        NumberTree::node(children.into_iter().map(|child| shuffle(tree, child, rng)))
    }
    match problem {
        Problem::Tree(tree) => Some(Problem::Tree(shuffle(tree, tree.root(), rng))),
        Problem::Graph(graph) => {
            let mut graph = graph.clone();
            for moves in &mut graph.moves {
                rng.shuffle(moves);
            }
            Some(Problem::Graph(graph))
        }
        Problem::Board(..) => None,
    }
}
