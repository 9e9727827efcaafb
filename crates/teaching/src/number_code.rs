//! The searches of number trees in pseudo-code, and the line that runs at each step.

use gametree::synthetic::NumberTree;

use crate::number_search::{Step, StepKind};

/// Returns the pseudo-code of one of [`SEARCHES`](crate::number_search::SEARCHES), line by line.
#[must_use]
pub fn code(search: &str) -> &'static [&'static str] {
    match search {
        "minimax" => &[
            "value(node):",
            "    if node is a leaf: return its number",
            "    if MAX moves: return the largest value(child)",
            "    if MIN moves: return the smallest value(child)",
        ],
        "negamax" => &[
            "value(node):",
            "    if node is a leaf: return its number for the side to move",
            "    return the largest of -value(child)",
        ],
        "maxmin" => &[
            "value(node, α, β):",
            "    if node is a leaf: return its number",
            "    if MAX moves: for each child:",
            "        best ← the larger of best and value(child, α, β); α ← the larger of α and best",
            "        if best ≥ β: return best        (β cut)",
            "    if MIN moves: for each child:",
            "        best ← the smaller of best and value(child, α, β); β ← the smaller of β and best",
            "        if best ≤ α: return best        (α cut)",
            "    return best",
        ],
        "failhard" => &[
            "value(node, α, β):",
            "    if node is a leaf: return its number, moved into (α, β)",
            "    for each child:",
            "        α ← the larger of α and -value(child, -β, -α)",
            "        if α ≥ β: return β",
            "    return α",
        ],
        "pvs" => &[
            "value(node, α, β):",
            "    if node is a leaf: return its number for the side to move",
            "    v ← -value(first child, -β, -α)",
            "    for each other child: v ← -value(child, -α - 1, -α)        (no better than α?)",
            "        if α < v < β: v ← -value(child, -β, -α)                (it is: search again)",
            "        best, α ← the larger of each and v; if best ≥ β: return best",
            "    return best",
        ],
        _ => &[
            "value(node, α, β):",
            "    if node is a leaf: return its number for the side to move",
            "    for each child:",
            "        best ← the larger of best and -value(child, -β, -α)",
            "        α ← the larger of α and best",
            "        if best ≥ β: return best",
            "    return best",
        ],
    }
}

/// Returns the index of the line of [`code`] that runs at a step. `before` is the kind of the step before it.
#[must_use]
pub fn line(search: &str, tree: &NumberTree, step: &Step, before: Option<StepKind>) -> usize {
    if tree.value(step.node).is_some() {
        return 1;
    }
    let is_max = tree.ply(step.node).is_multiple_of(2);
    // The lines that take the value of a child, cut, return, and search again.
    let [back, cut, leave, again] = match search {
        "minimax" if is_max => [2; 4],
        "minimax" => [3; 4],
        "negamax" => [2; 4],
        "maxmin" if is_max => [3, 4, 8, 0],
        "maxmin" => [6, 7, 8, 0],
        "failhard" => [3, 4, 5, 0],
        "pvs" => [5, 5, 6, 4],
        _ => [3, 5, 6, 0],
    };
    match step.kind {
        StepKind::Enter => 0,
        StepKind::Again => again,
        StepKind::Back => back,
        StepKind::Cut => cut,
        StepKind::Leave if before == Some(StepKind::Cut) => cut,
        StepKind::Leave => leave,
    }
}
