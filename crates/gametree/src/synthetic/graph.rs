//! A game played on a random graph, where lines meet again.

use crate::evaluator::Evaluator;
use crate::game::{Game, Player};
use crate::rng::{SplitMix64, mix};
use crate::score::Score;

/// The players push one token along the edges of a random directed graph.
///
/// The same vertex is reached by different lines, at different plies and with
/// either player to move, so this is where transposition tables show what they
/// are made of. Some vertices end the game. There are cycles: search it to a
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
    edges: Vec<u16>,
    value: Score,
    end: bool,
    /// The player who arrives here moves again.
    again: bool,
}

/// Where the token is and who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphState {
    vertex: u16,
    side: Player,
}

impl GraphGame {
    /// A graph of `vertices` vertices with two to four edges each, strict turns.
    #[must_use]
    pub fn new(vertices: u16, seed: u64) -> Self {
        Self::build(vertices, seed, 0)
    }

    /// As [`GraphGame::new`], but at one vertex in four the mover moves again.
    #[must_use]
    pub fn with_double_moves(vertices: u16, seed: u64) -> Self {
        Self::build(vertices, seed, 4)
    }

    fn build(count: u16, seed: u64, again_one_in: u64) -> Self {
        let mut rng = SplitMix64::new(seed);
        let vertices = (0..count)
            .map(|index| Vertex {
                edges: (0..2 + rng.below(3))
                    .map(|_| rng.below(u64::from(count)) as u16)
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

    /// The token on vertex 0, the first player to move.
    #[must_use]
    pub const fn root(&self) -> GraphState {
        GraphState {
            vertex: 0,
            side: Player::First,
        }
    }

    fn vertex(&self, state: &GraphState) -> &Vertex {
        &self.vertices[usize::from(state.vertex)]
    }

    fn value_for_mover(&self, state: &GraphState) -> Score {
        let value = self.vertex(state).value;
        if state.side == Player::First {
            value
        } else {
            -value
        }
    }
}

impl Game for GraphGame {
    type State = GraphState;
    type Move = u16;
    type Undo = GraphState;

    fn side(&self, state: &GraphState) -> Player {
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

/// The value written on the vertex, for the side to move.
#[derive(Clone, Copy, Debug, Default)]
pub struct VertexValue;

impl Evaluator<GraphGame> for VertexValue {
    #[inline]
    fn evaluate(&mut self, game: &GraphGame, state: &GraphState) -> Score {
        game.value_for_mover(state)
    }
}
