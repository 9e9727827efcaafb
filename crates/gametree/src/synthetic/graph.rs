//! A game on a random graph, with transpositions.

use crate::evaluator::Evaluator;
use crate::game::{Game, Side};
use crate::rng::{SplitMix64, mix};
use crate::score::Score;
use crate::synthetic::NumberTree;
use std::fmt;

/// The sides move one token along the edges of a directed graph.
///
/// Different lines reach the same vertex, at different plies and with
/// either side to move, so this game tests transposition tables.
/// Some vertices end the game. The graph has cycles: search it to a
/// fixed depth.
///
/// Moves are `0, 1, ...`, the edges in the order they were drawn.
#[derive(Clone, Debug)]
pub struct GraphGame {
    vertices: Vec<Vertex>,
    salt: u64,
}

#[derive(Clone, Debug)]
struct Vertex {
    edges: Vec<u32>,
    value: Score,
    end: bool,
    /// The side that arrives here moves again.
    again: bool,
}

/// The vertex of the token and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphState {
    vertex: u32,
    side: Side,
}

impl GraphGame {
    /// Creates a random graph of `vertices` vertices with two to four edges each. The sides alternate.
    #[must_use]
    pub fn new(vertices: u16, seed: u64) -> Self {
        Self::build(vertices, seed, 0)
    }

    /// As [`GraphGame::new`], but at one vertex in four the same side moves again.
    #[must_use]
    pub fn with_double_moves(vertices: u16, seed: u64) -> Self {
        Self::build(vertices, seed, 4)
    }

    fn build(count: u16, seed: u64, again_one_in: u64) -> Self {
        let mut rng = SplitMix64::new(seed);
        let vertices = (0..count)
            .map(|index| Vertex {
                edges: (0..2 + rng.below(3))
                    .map(|_| rng.below(u64::from(count)) as u32)
                    .collect(),
                value: rng.between(-50, 50),
                end: index != 0 && rng.below(12) == 0,
                again: again_one_in != 0 && rng.below(again_one_in) == 0,
            })
            .collect();
        Self {
            vertices,
            salt: mix(seed ^ 0xA5A5),
        }
    }

    /// Builds the game of a given graph: the edges of each vertex, and its value for the first player. A vertex without
    /// edges ends the game.
    ///
    /// # Errors
    /// [`GraphError`] if the lists do not describe a graph.
    ///
    /// ```
    /// use gametree::synthetic::{GraphGame, VertexValue};
    /// use gametree::{Limits, Searcher, searches::AlphaBeta};
    ///
    /// let graph = GraphGame::from_lists(&[vec![1, 2], vec![0], vec![]], &[0, 7, -4]).unwrap();
    /// let result = AlphaBeta::new(VertexValue).search(&graph, &graph.root(), &Limits::depth(1));
    /// assert_eq!((result.best, result.score), (Some(0), 7));
    /// assert!(GraphGame::from_lists(&[vec![5]], &[0]).is_err());
    /// ```
    pub fn from_lists(edges: &[Vec<usize>], values: &[Score]) -> Result<Self, GraphError> {
        if edges.is_empty() || edges.len() != values.len() {
            return Err(GraphError::Values(edges.len(), values.len()));
        }
        let to_vertex = |from: usize, to: usize| match u32::try_from(to) {
            Ok(vertex) if to < edges.len() => Ok(vertex),
            _ => Err(GraphError::NoVertex(from, to)),
        };
        let vertices = edges.iter().zip(values).enumerate();
        let vertices = vertices.map(|(from, (list, &value))| {
            if list.len() > usize::from(u16::MAX) {
                return Err(GraphError::TooManyEdges(from));
            }
            Ok(Vertex {
                edges: list
                    .iter()
                    .map(|&to| to_vertex(from, to))
                    .collect::<Result<_, _>>()?,
                value,
                end: list.is_empty(),
                again: false,
            })
        });
        Ok(Self {
            vertices: vertices.collect::<Result<_, _>>()?,
            salt: 0,
        })
    }

    /// Returns the start: the token on vertex 0, the first side to move.
    #[must_use]
    pub const fn root(&self) -> GraphState {
        GraphState {
            vertex: 0,
            side: Side::First,
        }
    }

    fn vertex(&self, state: &GraphState) -> &Vertex {
        &self.vertices[state.vertex as usize]
    }

    fn value_for_mover(&self, state: &GraphState) -> Score {
        let value = self.vertex(state).value;
        if state.side == Side::First {
            value
        } else {
            -value
        }
    }
}

/// Makes a tree and a graph one game, so that a search is compiled once for both.
///
/// Inner nodes have the value 0.
///
/// # Panics
/// If a node has more than 65,535 children.
impl From<&NumberTree> for GraphGame {
    fn from(tree: &NumberTree) -> Self {
        let nodes = 0..tree.len();
        let edges: Vec<_> = nodes
            .clone()
            .map(|node| tree.children(node).to_vec())
            .collect();
        let values: Vec<_> = nodes.map(|node| tree.value(node).unwrap_or(0)).collect();
        Self::from_lists(&edges, &values).expect("a tree is a graph")
    }
}

/// Why lists of edges and values are not a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphError {
    /// The number of edge lists and the number of values, which must be equal and at least 1.
    Values(usize, usize),
    /// An edge from the first vertex leads to the second one, which does not exist.
    NoVertex(usize, usize),
    /// A vertex with more than 65,535 edges.
    TooManyEdges(usize),
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Values(edges, values) => write!(
                f,
                "a graph needs one value for each of its vertices, at least one: found {edges} lists of edges and {values} values"
            ),
            Self::NoVertex(from, to) => {
                write!(
                    f,
                    "an edge of vertex {from} leads to vertex {to}, which does not exist"
                )
            }
            Self::TooManyEdges(from) => write!(f, "vertex {from} has more than 65535 edges"),
        }
    }
}

impl std::error::Error for GraphError {}

impl Game for GraphGame {
    type State = GraphState;
    type Move = u16;
    type Undo = GraphState;

    fn side(&self, state: &GraphState) -> Side {
        state.side
    }

    fn moves(&self, state: &GraphState, out: &mut Vec<u16>) {
        out.extend(0..self.vertex(state).edges.len() as u16);
    }

    fn play(&self, state: &mut GraphState, mv: u16) -> GraphState {
        let before = *state;
        state.vertex = self.vertex(state).edges[usize::from(mv)];
        if !self.vertex(state).again {
            state.side = state.side.other();
        }
        before
    }

    fn undo(&self, state: &mut GraphState, _: u16, before: GraphState) {
        *state = before;
    }

    fn terminal(&self, state: &GraphState) -> Option<Score> {
        self.vertex(state).end.then(|| self.value_for_mover(state))
    }

    fn key(&self, state: &GraphState) -> u64 {
        mix(self.salt ^ (u64::from(state.vertex) << 1 | state.side.index() as u64))
    }

    fn board_key(&self, state: &GraphState) -> u64 {
        mix(self.salt ^ (u64::from(state.vertex) << 1))
    }

    fn move_slot(&self, mv: u16) -> Option<usize> {
        Some(usize::from(mv))
    }
}

/// Returns the value of the vertex for the side to move.
#[derive(Clone, Copy, Debug, Default)]
pub struct VertexValue;

impl Evaluator<GraphGame> for VertexValue {
    #[inline]
    fn evaluate(&mut self, game: &GraphGame, state: &GraphState) -> Score {
        game.value_for_mover(state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluator::Zero;
    use crate::reference::Reference;

    #[test]
    fn a_number_tree_is_the_same_game_as_a_graph() {
        let tree: NumberTree = "[[3,12,8],[2,4,6],[14,[5,1],2]]".parse().unwrap();
        let graph = GraphGame::from(&tree);
        let depth = tree.height();
        let reference = Reference::new(depth);
        let of_tree = reference.minimax(&tree, &tree.root(), &mut Zero).unwrap();
        let of_graph = reference
            .minimax(&graph, &graph.root(), &mut VertexValue)
            .unwrap();
        assert_eq!(
            (of_tree.value, of_tree.nodes),
            (of_graph.value, of_graph.nodes)
        );
    }

    #[test]
    fn errors_name_the_vertex() {
        let error = |edges: &[Vec<usize>], values: &[Score]| {
            GraphGame::from_lists(edges, values).unwrap_err()
        };
        assert_eq!(error(&[], &[]), GraphError::Values(0, 0));
        assert_eq!(error(&[vec![]], &[1, 2]), GraphError::Values(1, 2));
        assert_eq!(error(&[vec![0, 1]], &[1]), GraphError::NoVertex(0, 1));
        assert_eq!(error(&[vec![0; 70_000]], &[1]), GraphError::TooManyEdges(0));
    }
}
