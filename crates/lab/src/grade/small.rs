//! Trees and graphs that are written down, as one game for every search.

use gametree::{Evaluator, Game, Player, Score, mix};

use super::question::{Graph, Setting, Tree, clamped};

/// A tree or a graph. A tree is a graph in which no two lines meet.
#[derive(Clone, Debug)]
pub struct SmallGame {
    vertices: Vec<Vertex>,
}

#[derive(Clone, Debug, Default)]
struct Vertex {
    moves: Vec<usize>,
    /// For MAX, who is the first player.
    value: Score,
}

/// Where the token is, and who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    vertex: usize,
    side: Player,
}

impl SmallGame {
    /// The game of a setting; `None` if that is a position of another game.
    #[must_use]
    pub fn new(setting: &Setting) -> Option<Self> {
        match setting {
            Setting::Tree(tree) => {
                let mut vertices = Vec::new();
                plant(tree, &mut vertices);
                Some(Self { vertices })
            }
            Setting::Graph(graph) => Some(Self::of_graph(graph)),
            Setting::Board(..) => None,
        }
    }

    fn of_graph(graph: &Graph) -> Self {
        let vertices = graph.moves.iter().zip(&graph.values);
        Self {
            vertices: vertices
                .map(|(moves, &value)| Vertex {
                    moves: moves.clone(),
                    value: clamped(value),
                })
                .collect(),
        }
    }

    /// Where it begins: MAX moves at the first vertex.
    #[must_use]
    pub const fn root(&self) -> Token {
        Token {
            vertex: 0,
            side: Player::First,
        }
    }

    fn value_for_mover(&self, token: &Token) -> Score {
        let value = self.vertices[token.vertex].value;
        match token.side {
            Player::First => value,
            Player::Second => -value,
        }
    }
}

/// Adds a tree, its root before its children, and says where it is.
fn plant(tree: &Tree, vertices: &mut Vec<Vertex>) -> usize {
    let place = vertices.len();
    vertices.push(Vertex::default());
    match tree {
        Tree::Leaf(value) => vertices[place].value = clamped(*value),
        Tree::Node(children) => {
            vertices[place].moves = children
                .iter()
                .map(|child| plant(child, vertices))
                .collect();
        }
    }
    place
}

/// Moves are `0, 1, ...`, in the order they are written down.
impl Game for SmallGame {
    type State = Token;
    type Move = u32;
    type Undo = Token;
    const ALTERNATES: bool = true;

    fn side(&self, token: &Token) -> Player {
        token.side
    }

    fn moves(&self, token: &Token, out: &mut Vec<u32>) {
        out.extend(0..self.vertices[token.vertex].moves.len() as u32);
    }

    fn play(&self, token: &mut Token, mv: u32) -> Token {
        let before = *token;
        token.vertex = self.vertices[token.vertex].moves[mv as usize];
        token.side = token.side.other();
        before
    }

    fn undo(&self, token: &mut Token, _: u32, before: Token) {
        *token = before;
    }

    fn terminal(&self, token: &Token) -> Option<Score> {
        let over = self.vertices[token.vertex].moves.is_empty();
        over.then(|| self.value_for_mover(token))
    }

    fn key(&self, token: &Token) -> u64 {
        mix((token.vertex as u64) << 1 | token.side.index() as u64)
    }

    fn board_key(&self, token: &Token) -> u64 {
        mix((token.vertex as u64) << 1)
    }
}

/// What is written on a vertex.
#[derive(Clone, Copy, Debug, Default)]
pub struct Written;

impl Evaluator<SmallGame> for Written {
    fn evaluate(&mut self, game: &SmallGame, token: &Token) -> Score {
        game.value_for_mover(token)
    }
}
