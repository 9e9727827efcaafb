//! The orders of the moves of the root, and the leaves that alpha-beta visits with each.

use gametree::searches::AlphaBeta;
use gametree::synthetic::NumberTree;
use gametree::{Limits, Searcher, Zero};

/// The most children of a root whose orders are all tried.
pub(super) const CHILDREN: usize = 6;

/// Returns the leaves that alpha-beta visits if it searches the children of the root in this order.
pub(super) fn visited(tree: &NumberTree, order: &[usize]) -> u64 {
    let ordered = NumberTree::node(order.iter().map(|&child| tree.subtree(child)));
    let limits = Limits::depth(ordered.height());
    let result = AlphaBeta::new(Zero).search(&ordered, &ordered.root(), &limits);
    result.stats.leaves
}

/// Returns the fewest leaves that alpha-beta visits in any order of the children of the root, and the first such order.
pub(super) fn fewest(tree: &NumberTree) -> (u64, Vec<usize>) {
    let mut orders = Vec::new();
    let mut children = tree.children(tree.root()).to_vec();
    permute(&mut children, 0, &mut orders);
    let counted = orders
        .into_iter()
        .map(|order| (visited(tree, &order), order));
    counted.min().expect("a root has an order")
}

/// Appends every order of the list that keeps its first `fixed` elements.
fn permute(list: &mut Vec<usize>, fixed: usize, orders: &mut Vec<Vec<usize>>) {
    if fixed == list.len() {
        orders.push(list.clone());
    }
    for next in fixed..list.len() {
        list.swap(fixed, next);
        permute(list, fixed + 1, orders);
        list.swap(fixed, next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_order_of_the_textbook_tree_keeps_the_best_move_first() {
        let tree: NumberTree = "[[3,12,8],[2,4,6],[14,5,2]]".parse().expect("a tree");
        let [b, c, d] = [1, 5, 9];
        assert_eq!(tree.children(0), [b, c, d]);
        assert_eq!(visited(&tree, &[b, c, d]), 7);
        assert_eq!(visited(&tree, &[c, d, b]), 9);
        assert_eq!(fewest(&tree), (7, vec![b, c, d]));
    }
}
