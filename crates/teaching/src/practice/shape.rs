//! The shapes of random trees.

use std::fmt;
use std::str::FromStr;

use gametree::SplitMix64;
use gametree::synthetic::NumberTree;

/// The most leaves of a tree whose drawing fits a page.
const LEAVES: usize = 36;

/// The values of the leaves.
const VALUES: [i32; 2] = [1, 20];

/// The plies of a ragged tree.
const RAGGED_PLIES: u32 = 3;

/// The shape of a random tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// The number of children of every inner node, ply by ply.
    Uniform(Vec<u8>),
    /// Two or three children for each inner node; leaves from the second ply on.
    Ragged,
}

impl Default for Shape {
    fn default() -> Self {
        Self::Uniform(vec![3, 3])
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uniform(counts) => {
                let counts: Vec<String> = counts.iter().map(u8::to_string).collect();
                f.write_str(&counts.join("x"))
            }
            Self::Ragged => f.write_str("ragged"),
        }
    }
}

impl FromStr for Shape {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.trim().eq_ignore_ascii_case("ragged") {
            return Ok(Self::Ragged);
        }
        let counts: Result<Vec<u8>, _> = (text.trim().split(['x', 'X', '×']))
            .map(|count| count.trim().parse())
            .collect();
        let is_small = |counts: &Vec<u8>| {
            let leaves = counts.iter().map(|&count| usize::from(count)).product();
            (2..=5).contains(&counts.len())
                && counts.iter().all(|count| (2..=6).contains(count))
                && (4..=LEAVES).contains(&leaves)
        };
        match counts {
            Ok(counts) if is_small(&counts) => Ok(Self::Uniform(counts)),
            _ => Err(format!(
                "the shape {text:?} is not possible: use ragged, or the children of each ply, such as 3x3x3: 2 to 5 plies, 2 to 6 \
                 children, at most {LEAVES} leaves"
            )),
        }
    }
}

impl Shape {
    /// Returns a random tree of this shape.
    pub(super) fn tree(&self, random: &mut SplitMix64) -> NumberTree {
        match self {
            Self::Uniform(counts) => uniform(counts, random),
            Self::Ragged => ragged(0, random),
        }
    }
}

fn leaf(random: &mut SplitMix64) -> NumberTree {
    let [low, high] = VALUES;
    NumberTree::leaf(random.between(low, high))
}

fn uniform(counts: &[u8], random: &mut SplitMix64) -> NumberTree {
    match counts {
        [] => leaf(random),
        [count, below @ ..] => NumberTree::node((0..*count).map(|_| uniform(below, random))),
    }
}

fn ragged(ply: u32, random: &mut SplitMix64) -> NumberTree {
    if ply == RAGGED_PLIES || ply >= 2 && random.below(2) == 0 {
        return leaf(random);
    }
    let count = 2 + random.below(2);
    NumberTree::node((0..count).map(|_| ragged(ply + 1, random)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_is_written_as_it_is_read() {
        for text in ["3x3x3", "2x3", "ragged", "2x2x2x2x2"] {
            assert_eq!(text.parse::<Shape>().expect("a shape").to_string(), text);
        }
        assert_eq!("3X2".parse(), Ok(Shape::Uniform(vec![3, 2])));
        for text in ["", "3", "1x3", "7x2", "6x6x2", "2x2x2x2x2x2", "3x", "tall"] {
            let error = text.parse::<Shape>().expect_err(text);
            assert!(error.contains("such as 3x3x3"), "{error}");
        }
    }
}
