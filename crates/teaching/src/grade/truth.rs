//! The right answer to a question, by the minimax reference.

use gametree::reference::Reference;
use gametree::{Evaluator, Game, Limits, Score};
use players::DECIDED;

/// The value of every won game. How soon it is won does not count.
pub const WON: Score = DECIDED as Score;

/// The most nodes that the reference searches.
const MOST_NODES: u64 = 5_000_000;

/// Returns a value in which all wins, and all losses, are equal.
#[must_use]
pub const fn flat(score: Score) -> Score {
    if score > WON {
        WON
    } else if score < -WON {
        -WON
    } else {
        score
    }
}

/// The right answer to a question.
#[derive(Clone, PartialEq, Debug)]
pub struct Truth {
    /// The minimax value for the side to move.
    pub value: Score,
    /// Every legal move as text, with its value for the side that makes it.
    pub moves: Vec<(String, Score)>,
    /// The nodes that minimax enters, the root included.
    pub minimax: u64,
    /// A lower bound of the nodes that a search without a table needs, the root included.
    pub least: u64,
}

impl Truth {
    /// The answer to a question without a right answer.
    pub const UNKNOWN: Self = Self {
        value: 0,
        moves: Vec::new(),
        minimax: 1,
        least: 1,
    };

    /// Searches with the minimax reference. Returns `None` if the tree is too large.
    #[must_use]
    pub fn of<G: Game>(
        game: &G,
        root: &G::State,
        depth: u32,
        eval: &mut dyn Evaluator<G>,
        name: impl Fn(G::Move) -> String,
    ) -> Option<Self> {
        let reference = Reference::new(depth)
            .with_limits(&Limits::nodes(MOST_NODES))
            .with_cap(WON);
        let found = reference.minimax(game, root, eval)?;
        let moves = found.moves.into_iter();
        Some(Self {
            value: found.value,
            moves: moves.map(|(mv, value)| (name(mv), value)).collect(),
            minimax: found.nodes,
            least: reference.minimal_nodes(game, root, eval, found.value)?,
        })
    }

    /// Returns whether a move is one of the best.
    #[must_use]
    pub fn is_best(&self, mv: &str) -> bool {
        let found = self.moves.iter().find(|(name, _)| name == mv);
        found.is_some_and(|(_, value)| *value == self.value)
    }
}
