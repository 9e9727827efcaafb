//! The alternatives to alpha-beta in pseudo-code, and which of their lines decided a node.

use gametree::observer::{Cut, How, View};

use super::code::Facts;

/// A search in pseudo-code, with the lines for a leaf, for a node of MAX and for one of MIN.
struct Code {
    lines: &'static [&'static str],
    over: u32,
    leaf: &'static [u32],
    max: &'static [u32],
    min: &'static [u32],
}

const M_AND_N: Code = Code {
    lines: &[
        "value(position, depth, α, β):",
        "    if the game is over: return its result",
        "    if depth = 0: return evaluate(position)",
        "    for each move: v ← value(position after move, depth − 1, a window wider by what bonuses can add)",
        "        if v is outside α and β: cut",
        "    MAX: return the best v + a bonus for each of the next M − 1 that come close to it",
        "    MIN: return the best v − a bonus for each of the next N − 1 that come close to it",
    ],
    over: 1,
    leaf: &[2],
    max: &[3, 5],
    min: &[3, 6],
};

const BEST_FIRST: Code = Code {
    lines: &[
        "repeat:",
        "    go down from the root along the best moves, to a leaf",
        "    if the game is over there: stop",
        "    expand the leaf: each of its moves is worth what the evaluator or the rules say",
        "    on the way back every node is worth its best move",
    ],
    over: 2,
    leaf: &[3],
    max: &[1, 4],
    min: &[1, 4],
};

const BEST_PLAY: Code = Code {
    lines: &[
        "repeat:",
        "    a leaf is not a number but a distribution: what its value may become",
        "    MAX: the distribution of the largest of its moves",
        "    MIN: the distribution of the smallest of its moves",
        "    importance of a leaf: how much knowing more of it may change the choice",
        "    expand the most important leaves; the evaluator values what is new",
        "play the move with the highest mean",
    ],
    over: 1,
    leaf: &[1, 5],
    max: &[2, 4],
    min: &[3, 4],
};

const PROBIMAX: Code = Code {
    lines: &[
        "value(position, depth):",
        "    if the game is over: return its result",
        "    if depth = 0: return evaluate(position)",
        "    for each move: v ← value(position after move, depth − 1)",
        "    MAX: return the largest v",
        "    MIN: return the mean of all v, each with the chance that he plays that move",
        "at the root: the largest v of those moves that minimax finds safe",
    ],
    over: 1,
    leaf: &[2],
    max: &[3, 4],
    min: &[3, 5],
};

const OPPONENT: Code = Code {
    lines: &[
        "value(position, depth):",
        "    if the game is over: return its result",
        "    if depth = 0: return what we think of it, and what the opponent does",
        "    for each move: v ← value(position after move, depth − 1)",
        "    MAX: return the largest v",
        "    MIN: return the v of the move that he likes best in his own opinion",
    ],
    over: 1,
    leaf: &[2],
    max: &[3, 4],
    min: &[3, 5],
};

const PROOF: Code = Code {
    lines: &[
        "repeat until the root is proved or disproved:",
        "    go down: from MAX to the smallest proof number, from MIN to the smallest disproof number",
        "    a new leaf: proof 0 and disproof ∞ if it is won, the reverse if not, small numbers if it is not known",
        "    MAX: proof ← the smallest of its moves, disproof ← their sum",
        "    MIN: proof ← the sum of its moves, disproof ← the smallest",
    ],
    over: 2,
    leaf: &[2],
    max: &[1, 3],
    min: &[1, 4],
};

const UCT: Code = Code {
    lines: &[
        "repeat:",
        "    go down to the child with the best mean result + c √(ln N / n)",
        "    add a leaf; a game from there by chance, or a small search, gives it a result",
        "    if the game is over: the result is proved",
        "    every node on the way: one visit more, and the result into its mean",
        "play the move that was visited most",
    ],
    over: 3,
    leaf: &[2],
    max: &[1, 4],
    min: &[1, 4],
};

const CONSPIRACY: Code = Code {
    lines: &[
        "repeat until only large conspiracies could change the root much:",
        "    take the value furthest away that a small conspiracy could still bring about",
        "    go down to a leaf of that conspiracy, and expand it",
        "    a leaf can change by itself: one conspirator; a finished game cannot",
        "    MAX: to rise one move is enough, to fall all must",
        "    MIN: to fall one move is enough, to rise all must",
    ],
    over: 3,
    leaf: &[3],
    max: &[2, 4],
    min: &[2, 5],
};

const B_STAR: Code = Code {
    lines: &[
        "repeat until the pessimist about one move is above the optimist about all others:",
        "    take the best move or its rival, whichever is less certain",
        "    go down to its most promising leaf, and expand it",
        "    a leaf: the evaluator, less and more a spread",
        "    MAX: the best pessimist and the best optimist of its moves",
        "    MIN: the worst pessimist and the worst optimist of its moves",
    ],
    over: 3,
    leaf: &[3],
    max: &[2, 4],
    min: &[2, 5],
};

const MIN_MAX_APPROXIMATION: Code = Code {
    lines: &[
        "repeat:",
        "    go down to the leaf with the smallest penalty, and expand it",
        "    a finished game: no penalty is small enough",
        "    a leaf: what the evaluator says, no penalty",
        "    an edge: the more moves there are, and the worse this one is, the larger its penalty",
        "    a node is worth its best move; its penalty is that of its cheapest leaf",
    ],
    over: 2,
    leaf: &[3],
    max: &[1, 4, 5],
    min: &[1, 4, 5],
};

const STRATEGIES: Code = Code {
    lines: &[
        "a list of strategies, each with what it can still be worth; repeat:",
        "    take the one that can be worth most (DUAL*: least)",
        "    if its node is a leaf: it can be worth no more than that (DUAL*: no less)",
        "    if its player chooses: one strategy for each move; if not: the first move",
        "    if its node is solved: on to the next move, or up",
        "until the root is solved",
    ],
    over: 2,
    leaf: &[2],
    max: &[1, 3],
    min: &[1, 3],
};

const ROLLOUTS: Code = Code {
    lines: &[
        "repeat until the bounds of the root meet:",
        "    go down by children whose bounds lie inside the window",
        "    at a leaf both bounds become its value",
        "    MAX: the largest lower and the largest upper bound of its moves",
        "    MIN: the smallest lower and the smallest upper bound of its moves",
    ],
    over: 2,
    leaf: &[2],
    max: &[1, 3],
    min: &[1, 4],
};

/// The code of an alternative and the lines that decided a node, from 0; nothing for other players.
pub(super) fn lines(player: &str, facts: Facts) -> Option<(&'static [&'static str], Vec<u32>)> {
    let code = match player {
        "mn" => &M_AND_N,
        "bestfirst" | "bestfirst-linear" | "bestfirst-hybrid" => &BEST_FIRST,
        "bp" => &BEST_PLAY,
        "probimax" => &PROBIMAX,
        "om" | "prom" => &OPPONENT,
        "pn" | "dfpn" => &PROOF,
        "uct" | "uct-ab" => &UCT,
        "conspiracy" => &CONSPIRACY,
        "bstar" => &B_STAR,
        "rivest" => &MIN_MAX_APPROXIMATION,
        "sss" | "dual" => &STRATEGIES,
        "ab-rollout" => &ROLLOUTS,
        _ => return None,
    };
    let lines = match (facts.how, facts.view) {
        (Some(How::Terminal), _) => vec![code.over],
        (Some(How::Horizon | How::Table), _) => code.leaf.to_vec(),
        _ if player == "mn" && matches!(facts.cut, Some(Cut::Beta | Cut::Alpha)) => vec![3, 4],
        (_, View::Min) => code.min.to_vec(),
        _ => code.max.to_vec(),
    };
    Some((code.lines, lines))
}
