//! Move ordering by table values, from assignment 4's last section.
//!
//! The idea is sound: an earlier pass has stored the values of the children, so the maximizer should begin with the
//! largest value and the minimizer with the smallest. A child that is not in the table gets the worst value and comes
//! last.
//!
//! * **The document.** It sorts by `signum(a - b)`, for both players.
//! * **The error.**
//!   1. That is ascending order for both. The maximizer begins with its *worst* moves and with those that are not in
//!      the table.
//!   2. `a - b` overflows: the smallest integer minus 1 is the largest. An unknown move therefore compares as *larger*
//!      than any move with a positive value, and smaller than the others.
//! * **The fixed player.** It sorts in descending order for the maximizer, and compares instead of
//!   subtracting.
//!
//! Different algorithms sort an inconsistent order differently. This module sorts like Java for lists of fewer than 32
//! items: it keeps the initial run and inserts the other items by binary search. (Java merges longer lists from such
//! runs; this module does not.)

use super::Node;
use super::table::Table;
use chess::Move;
use gametree::Score;
use std::cmp::{Ordering, Reverse};

/// The order of the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sorting {
    /// As generated.
    Off,
    /// As the document prints it.
    Printed,
    /// The correct order.
    Fixed,
}

impl Sorting {
    pub(super) fn sort(self, moves: &mut [Move], node: &Node, table: &Table, maximizing: bool) {
        if self == Self::Off {
            return;
        }
        let unknown = if maximizing { Score::MIN } else { Score::MAX };
        let mut valued: Vec<(Score, Move)> = moves
            .iter()
            .map(|&m| (table.value(&node.after(m)).unwrap_or(unknown), m))
            .collect();
        match self {
            Self::Off => {}
            Self::Printed => insertion_sort(&mut valued, |a, b| printed_order(a.0, b.0)),
            Self::Fixed if maximizing => valued.sort_by_key(|&(value, _)| Reverse(value)),
            Self::Fixed => valued.sort_by_key(|&(value, _)| value),
        }
        for (place, (_, m)) in moves.iter_mut().zip(valued) {
            *place = m;
        }
    }
}

/// Compares by the sign of a difference that may overflow.
fn printed_order(a: Score, b: Score) -> Ordering {
    a.wrapping_sub(b).cmp(&0)
}

/// Keeps the initial run (reversed if it descends) and inserts the rest by binary search.
fn insertion_sort<T: Copy>(items: &mut [T], order: impl Fn(&T, &T) -> Ordering) {
    if items.len() < 2 {
        return;
    }
    let descends = order(&items[1], &items[0]) == Ordering::Less;
    let mut run = 2;
    while run < items.len() && (order(&items[run], &items[run - 1]) == Ordering::Less) == descends {
        run += 1;
    }
    if descends {
        items[..run].reverse();
    }
    for next in run..items.len() {
        let item = items[next];
        let place = {
            let (mut low, mut high) = (0, next);
            while low < high {
                let middle = (low + high) / 2;
                if order(&item, &items[middle]) == Ordering::Less {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            low
        };
        items[place..=next].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sort_sorts_if_the_order_is_one() {
        for list in [
            vec![3, 1, 2, 5, 4],
            vec![5, 4, 3, 2, 1],
            vec![1, 1, 0, 1],
            vec![7],
            vec![],
        ] {
            let (mut ours, mut right) = (list.clone(), list);
            insertion_sort(&mut ours, Ord::cmp);
            right.sort_unstable();
            assert_eq!(ours, right);
        }
    }

    #[test]
    fn a_difference_overflows() {
        assert_eq!(printed_order(Score::MIN, -5), Ordering::Less);
        // The worst value compares as larger than 5.
        assert_eq!(printed_order(Score::MIN, 5), Ordering::Greater);
        assert_eq!(printed_order(Score::MAX, -5), Ordering::Less);
    }
}
