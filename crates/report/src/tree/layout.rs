//! The layout of number trees: the columns of the nodes, and the distances.

use super::{MARGIN, Node};

/// Distances in pixels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spacing {
    /// Between siblings.
    pub siblings: f64,
    /// Between other neighbours on a ply.
    pub cousins: f64,
    /// Between plies.
    pub plies: f64,
}

impl Spacing {
    /// For a screen or a page.
    pub const WIDE: Self = Self {
        siblings: 86.0,
        cousins: 172.0,
        plies: 92.0,
    };
    /// For a phone.
    pub const NARROW: Self = Self {
        siblings: 42.0,
        cousins: 52.5,
        plies: 84.0,
    };
    /// Between those for a screen and a phone.
    const MEDIUM: Self = Self {
        siblings: 56.0,
        cousins: 92.0,
        plies: 92.0,
    };

    /// Returns the widest spacing whose leaves are at least `scale` times their size in an area of `room` pixels, with the plies
    /// spread over its height; the narrowest spacing if none is.
    #[must_use]
    pub fn fitting(nodes: &[Node], room: (f64, f64), scale: f64) -> Self {
        let deepest = f64::from(nodes.iter().map(|node| node.ply).max().unwrap_or(0));
        let across = |spacing: &Self| room.0 / width(&columns(nodes, *spacing), *spacing).1;
        let all = [Self::WIDE, Self::MEDIUM, Self::NARROW];
        let chosen = all.iter().find(|spacing| across(spacing) >= scale);
        let spacing = *chosen.unwrap_or(&Self::NARROW);
        // No more than three times its size, and no flatter than the least distance of two plies.
        let down = room.1 / (2.0 * MARGIN + deepest * Self::NARROW.plies);
        let scale = across(&spacing).min(down).min(3.0);
        let plies = (room.1 / scale - 2.0 * MARGIN) / deepest.max(1.0);
        Self {
            plies: plies.clamp(Self::NARROW.plies, 4.0 * Self::WIDE.plies),
            ..spacing
        }
    }
}

/// Returns the left end and the width of a drawing with these columns.
pub(super) fn width(columns: &[f64], spacing: Spacing) -> (f64, f64) {
    let half = spacing.siblings / 2.0;
    let left = columns.iter().copied().fold(f64::INFINITY, f64::min) - half;
    let right = columns.iter().copied().fold(f64::NEG_INFINITY, f64::max) + half;
    (left, right - left)
}

/// Returns the column of each node.
///
/// Each subtree is placed as far left as its left contour and the right contour of its left siblings allow (Reingold and
/// Tilford, "Tidier drawings of trees", 1981).
pub(super) fn columns(nodes: &[Node], spacing: Spacing) -> Vec<f64> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            children[parent].push(index);
        }
    }
    // The position of each node relative to its parent, and the contour of its subtree: left and right end for each ply.
    let mut shift = vec![0.0; nodes.len()];
    let mut contours: Vec<Vec<(f64, f64)>> = vec![Vec::new(); nodes.len()];
    for index in (0..nodes.len()).rev() {
        let below = &children[index];
        let mut merged: Vec<(f64, f64)> = Vec::new();
        for &child in below {
            let contour = std::mem::take(&mut contours[child]);
            let apart = merged.iter().zip(&contour).enumerate();
            let apart = apart.map(|(ply, (left, right))| {
                let distance = if ply == 0 {
                    spacing.siblings
                } else {
                    spacing.cousins
                };
                left.1 + distance - right.0
            });
            shift[child] = apart.reduce(f64::max).unwrap_or(0.0);
            for (ply, (left, right)) in contour.iter().enumerate() {
                let (left, right) = (left + shift[child], right + shift[child]);
                match merged.get_mut(ply) {
                    Some(end) => end.1 = right,
                    None => merged.push((left, right)),
                }
            }
        }
        let middle = match (below.first(), below.last()) {
            (Some(&first), Some(&last)) => f64::midpoint(shift[first], shift[last]),
            _ => 0.0,
        };
        for &child in below {
            shift[child] -= middle;
        }
        for end in &mut merged {
            *end = (end.0 - middle, end.1 - middle);
        }
        merged.insert(0, (0.0, 0.0));
        contours[index] = merged;
    }
    for (index, node) in nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            shift[index] += shift[parent];
        }
    }
    shift
}
