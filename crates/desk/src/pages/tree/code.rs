//! The searches in pseudo-code, and which of their lines decided a node.

use gametree::observer::{Cut, How, View};

use super::code_alternatives;

/// What is known about a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    pub(super) view: View,
    pub(super) how: Option<How>,
    pub(super) cut: Option<Cut>,
    /// Some move raised alpha or was the best.
    pub(super) has_best: bool,
    /// Nothing was searched below it.
    pub(super) childless: bool,
}

const MINIMAX: &[&str] = &[
    "value(position, depth):",
    "    if the game is over: return its result",
    "    if depth = 0: return evaluate(position)",
    "    for each move: v ← value(position after move, depth − 1)",
    "    if MAX is to move: return the largest v",
    "    otherwise: return the smallest v",
];

const ALPHABETA: &[&str] = &[
    "search(position, depth, α, β):",
    "    if the game is over: return its result",
    "    if the table knows the position well enough: return that",
    "    if depth = 0: return evaluate(position)",
    "    if even passing reaches β: return β",
    "    for each move, the most promising first:",
    "        v ← −search(position after move, depth − 1, −β, −α)",
    "        if v > best: best ← v, and remember the move",
    "        if v > α: α ← v",
    "        if v ≥ β: cut, the opponent will not let this happen",
    "    return best",
];

/// Alpha-beta by two players, as most courses teach it: values are always MAX's.
const MAX_MIN: &[&str] = &[
    "value(position, depth, α, β):",
    "    if the game is over: return its result",
    "    if the table has the position: take what it says",
    "    if depth = 0: return evaluate(position)",
    "    for each move: v ← value(position after move, depth − 1, α, β)",
    "        MAX: best ← the larger of best and v; if best ≥ β: cut",
    "        MIN: best ← the smaller of best and v; if best ≤ α: cut",
    "    return best",
];

const QUIESCENCE: &[&str] = &[
    "quiesce(position, α, β):",
    "    if the game is over: return its result",
    "    v ← evaluate(position)",
    "    if v ≥ β: return v, standing pat is enough",
    "    for each capture, the most promising first:",
    "        if v + what it takes ≤ α: pass it over",
    "        v ← −quiesce(position after capture, −β, −α)",
    "        if v ≥ β: cut",
    "    return the best v",
];

/// The engine's search, in the order its techniques come.
const ENGINE: &[&str] = &[
    "search(position, depth, α, β):",
    "    if it is a draw, or no mate can be short enough: return that",
    "    if the table knows it well enough: return that",
    "    if the end-game tables know it: return that",
    "    v ← evaluate(position), corrected by experience",
    "    if v is far below α and no capture helps: return (razoring)",
    "    if v is far above β: return (reverse futility)",
    "    if even passing reaches β: return (null move)",
    "    if a capture beats β by far, less deep: return (ProbCut)",
    "    for each move, the most promising first:",
    "        if it is late, futile, loses material or did badly: skip it",
    "        if it is the only good one: look deeper; if others are good too: return (multi-cut)",
    "        v ← −search(after move, less deep if late, −α−1, −α)",
    "        if v > α: search again, deeper and with the whole window",
    "        if v > best: best ← v, α ← max(α, v)",
    "        if v ≥ β: cut, and remember the move",
    "    store best in the table; return best",
];

fn engine_lines(facts: Facts) -> Vec<u32> {
    match facts.cut {
        Some(Cut::Table) => vec![2],
        Some(Cut::Tablebase) => vec![3],
        Some(Cut::Razor) => vec![4, 5],
        Some(Cut::ReverseFutility) => vec![4, 6],
        Some(Cut::NullMove) => vec![7],
        Some(Cut::ProbCut) => vec![8],
        Some(Cut::MultiCut) => vec![11],
        Some(Cut::Beta) => vec![12, 15],
        _ if facts.how == Some(How::Terminal) || facts.childless => vec![1],
        _ if facts.has_best => vec![13, 14, 16],
        _ => vec![12, 16],
    }
}

/// Whether a player leaves nothing out.
fn searches_everything(player: &str) -> bool {
    player == "negamax" || player.contains("minimax") || player.contains("-ids")
}

/// The code for a player and the lines that decided a node, from 0.
pub(super) fn lines(player: &str, facts: Facts) -> (&'static [&'static str], Vec<u32>) {
    if facts.view == View::Quiescence {
        let line = match (facts.cut, facts.how) {
            (Some(Cut::StandPat), _) => 3,
            (Some(Cut::Beta | Cut::Alpha), _) => 7,
            (_, Some(How::Terminal)) => 1,
            (_, Some(How::Horizon)) => 2,
            (Some(Cut::Delta), _) => 5,
            _ => 8,
        };
        return (QUIESCENCE, vec![line]);
    }
    if let Some(found) = code_alternatives::lines(player, facts) {
        return found;
    }
    if player == "engine" {
        return (ENGINE, engine_lines(facts));
    }
    if searches_everything(player) {
        let line = match (facts.how, facts.view) {
            (Some(How::Terminal), _) => 1,
            (Some(How::Horizon), _) => 2,
            (_, View::Min) => 5,
            _ => 4,
        };
        return (MINIMAX, vec![line]);
    }
    if matches!(facts.view, View::Max | View::Min) {
        let lines = match (facts.cut, facts.how) {
            (_, Some(How::Terminal)) => vec![1],
            (Some(Cut::Table), _) | (_, Some(How::Table)) => vec![2],
            (_, Some(How::Horizon)) => vec![3],
            (Some(Cut::Beta), _) => vec![4, 5],
            (Some(Cut::Alpha), _) => vec![4, 6],
            _ if facts.view == View::Max => vec![5, 7],
            _ => vec![6, 7],
        };
        return (MAX_MIN, lines);
    }
    let lines = match (facts.cut, facts.how) {
        (_, Some(How::Terminal)) => vec![1],
        (Some(Cut::Table), _) | (_, Some(How::Table)) => vec![2],
        (Some(Cut::NullMove), _) => vec![4],
        (Some(Cut::Beta | Cut::Alpha), _) => vec![6, 9],
        (_, Some(How::Horizon)) => vec![3],
        _ if facts.has_best => vec![7, 8, 10],
        _ => vec![10],
    };
    (ALPHABETA, lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everybody who has code of his own, and some who have not.
    const PLAYERS: [&str; 21] = [
        "minimax",
        "alphabeta",
        "engine",
        "report-ab",
        "a4-ids",
        "mn",
        "bestfirst",
        "bestfirst-linear",
        "bestfirst-hybrid",
        "bp",
        "probimax",
        "om",
        "prom",
        "pn",
        "dfpn",
        "uct",
        "conspiracy",
        "bstar",
        "rivest",
        "sss",
        "ab-rollout",
    ];

    #[test]
    fn every_line_that_is_named_exists() {
        let hows = [How::Terminal, How::Horizon, How::Table, How::Searched];
        let cuts = [
            Cut::Beta,
            Cut::Alpha,
            Cut::Table,
            Cut::NullMove,
            Cut::StandPat,
            Cut::Delta,
            Cut::ReverseFutility,
            Cut::Razor,
            Cut::ProbCut,
            Cut::MultiCut,
            Cut::Tablebase,
        ];
        for view in [View::Mover, View::Max, View::Min, View::Quiescence] {
            for how in hows.into_iter().map(Some).chain([None]) {
                for cut in cuts.into_iter().map(Some).chain([None]) {
                    for player in PLAYERS {
                        let facts = Facts {
                            view,
                            how,
                            cut,
                            has_best: true,
                            childless: false,
                        };
                        let (code, lines) = lines(player, facts);
                        assert!(!lines.is_empty());
                        assert!(lines.iter().all(|&line| (line as usize) < code.len()));
                    }
                }
            }
        }
    }

    #[test]
    fn a_cut_points_at_the_cut() {
        let facts = Facts {
            view: View::Mover,
            how: Some(How::Searched),
            cut: Some(Cut::Beta),
            has_best: true,
            childless: false,
        };
        for player in ["alphabeta", "engine"] {
            let (code, lines) = lines(player, facts);
            assert!(
                lines
                    .iter()
                    .any(|&line| code[line as usize].contains("cut"))
            );
        }
    }

    #[test]
    fn every_bet_of_the_engine_points_at_its_own_line() {
        let named = [
            (Cut::Table, "table"),
            (Cut::Tablebase, "end-game"),
            (Cut::Razor, "razoring"),
            (Cut::ReverseFutility, "reverse futility"),
            (Cut::NullMove, "null move"),
            (Cut::ProbCut, "ProbCut"),
            (Cut::MultiCut, "multi-cut"),
        ];
        for (cut, word) in named {
            let facts = Facts {
                view: View::Mover,
                how: Some(How::Searched),
                cut: Some(cut),
                has_best: false,
                childless: true,
            };
            let (code, lines) = lines("engine", facts);
            assert!(
                lines.iter().any(|&line| code[line as usize].contains(word)),
                "{word}"
            );
        }
    }
}
