//! The effect of a mistake, measured.

use super::{Bug, BuggyAlphaBeta};
use crate::checks::{keeps_contract, minimax};
use crate::limits::Limits;
use crate::rng::SplitMix64;
use crate::score::Score;
use crate::search::Searcher;
use crate::synthetic::{GraphGame, VertexValue};

/// Vertices of the random games.
const VERTICES: u16 = 40;
/// The largest depth at which values are compared.
const DEPTH: u32 = 6;
/// The depth at which the window contract is tested, and the number of windows.
const CONTRACT_DEPTH: u32 = 5;
const WINDOWS: u32 = 6;

/// The counts over a number of random graph games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Autopsy {
    /// The number of games.
    pub games: u64,
    /// Games with a wrong root value at some depth.
    pub wrong_values: u64,
    /// Games with a value that breaks the window contract.
    pub broken_contracts: u64,
    /// Nodes of all searches from the full window.
    pub nodes: u64,
}

/// A position in which a mistake returns a wrong value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The seed of the [`GraphGame`] (40 vertices), searched from its root.
    pub seed: u64,
    /// The depth, reached by iterative deepening from one ply.
    pub depth: u32,
    /// The minimax value.
    pub right: Score,
    /// The value of the search with the mistake.
    pub wrong: Score,
}

/// Searches `games` random graph games with a mistake (or none) and counts the errors.
#[must_use]
pub fn autopsy(bug: Option<Bug>, games: u64) -> Autopsy {
    let mut findings = Autopsy {
        games,
        wrong_values: 0,
        broken_contracts: 0,
        nodes: 0,
    };
    for seed in 0..games {
        let (nodes, wrong) = values_of(bug, seed);
        findings.nodes += nodes;
        findings.wrong_values += u64::from(wrong.is_some());
        findings.broken_contracts += u64::from(breaks_contract(bug, seed));
    }
    findings
}

/// Returns the first of `games` random games in which `bug` returns a wrong value.
#[must_use]
pub fn witness(bug: Bug, games: u64) -> Option<Witness> {
    (0..games).find_map(|seed| values_of(Some(bug), seed).1)
}

/// Deepens ply by ply with one table, as a playing program does, and compares each depth with minimax.
fn values_of(bug: Option<Bug>, seed: u64) -> (u64, Option<Witness>) {
    let game = GraphGame::new(VERTICES, seed);
    let mut search = BuggyAlphaBeta::new(VertexValue, bug);
    let mut nodes = 0;
    let mut found = None;
    for depth in 1..=DEPTH {
        let result = search.search(&game, &game.root(), &Limits::depth(depth));
        nodes += result.stats.nodes;
        let right = minimax(&game, &game.root(), depth, &VertexValue);
        if result.score != right && found.is_none() {
            found = Some(Witness {
                seed,
                depth,
                right,
                wrong: result.score,
            });
        }
    }
    (nodes, found)
}

fn breaks_contract(bug: Option<Bug>, seed: u64) -> bool {
    let game = GraphGame::new(VERTICES, seed);
    let truth = minimax(&game, &game.root(), CONTRACT_DEPTH, &VertexValue);
    let mut rng = SplitMix64::new(seed);
    (0..WINDOWS).any(|_| {
        let alpha = rng.between(-55, 54);
        let window = (alpha, rng.between(alpha + 1, 55));
        let result = BuggyAlphaBeta::new(VertexValue, bug).search_window(
            &game,
            &game.root(),
            &Limits::depth(CONTRACT_DEPTH),
            window,
        );
        !keeps_contract(result.score, truth, window)
    })
}
