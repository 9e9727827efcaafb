//! What is right: minimax, written out, and the least that alpha-beta can get by with.

use gametree::{Evaluator, Game, Player, Score};
use players::program::DECIDED;

/// Beyond this a game is won or lost, and by how much says nothing.
pub const WON: Score = DECIDED as Score;

/// A value of which only the sign counts if the game is decided.
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

/// What is right about one position and depth.
#[derive(Clone, PartialEq, Debug)]
pub struct Truth<M> {
    /// The minimax value for the side to move.
    pub value: Score,
    /// Every move with its value for the side that makes it.
    pub moves: Vec<(M, Score)>,
    /// The positions that minimax enters, the first one included.
    pub minimax: u64,
    /// No search without a table can be sure of the value with fewer, the first position included.
    pub least: u64,
}

/// More positions than this are not looked at.
pub const MOST_NODES: u64 = 5_000_000;

/// Looks at everything. `None` if that is too much.
pub fn survey<G: Game>(
    game: &G,
    root: &G::State,
    depth: u32,
    eval: &mut dyn Evaluator<G>,
) -> Option<Truth<G::Move>> {
    let mut survey = Survey {
        game,
        eval,
        max: game.side(root),
        nodes: 0,
        target: None,
    };
    let mut state = root.clone();
    survey.nodes = 1;
    let mut list = Vec::new();
    if depth == 0 || game.expand(root, &mut list).is_some() {
        let value = survey.visit(&mut state, 0).value;
        return Some(Truth {
            value,
            moves: Vec::new(),
            minimax: 1,
            least: 1,
        });
    }
    let mut moves = Vec::new();
    for mv in list {
        survey.nodes += 1;
        let undo = game.play(&mut state, mv);
        let value = survey.visit(&mut state, depth - 1).value;
        game.undo(&mut state, mv, undo);
        moves.push((mv, value));
        if survey.nodes > MOST_NODES {
            return None;
        }
    }
    let value = moves.iter().map(|(_, value)| *value).max()?;
    let minimax = survey.nodes;
    survey.target = Some(value);
    let proof = survey.visit(&mut state, depth);
    Some(Truth {
        value,
        moves,
        minimax,
        least: least(value, &proof, depth),
    })
}

/// The value of a search is sure when it is known to be at least so much and at most so much. The two proofs have one line in
/// common, from the root down (Knuth and Moore 1975). Where the game is won or lost, one of them is enough: nothing is more
/// than won.
fn least(value: Score, proof: &Proof, depth: u32) -> u64 {
    let (at_least, at_most) = (proof.at_least.unwrap_or(1), proof.at_most.unwrap_or(1));
    if value >= WON {
        return at_least;
    }
    if value <= -WON {
        return at_most;
    }
    let both = (at_least + at_most).saturating_sub(u64::from(depth) + 1);
    both.max(at_least).max(at_most)
}

struct Survey<'a, G: Game> {
    game: &'a G,
    eval: &'a mut dyn Evaluator<G>,
    max: Player,
    nodes: u64,
    /// The value to be proved; `None` while it is not known.
    target: Option<Score>,
}

/// A value for the player at the root, and the nodes of the smallest proofs that it is at least or at most the target.
struct Proof {
    value: Score,
    at_least: Option<u64>,
    at_most: Option<u64>,
}

impl<G: Game> Survey<'_, G> {
    fn leaf(&self, value: Score) -> Proof {
        let value = flat(value);
        let holds = |fits: fn(&Score, &Score) -> bool| {
            self.target.filter(|target| fits(&value, target)).map(|_| 1)
        };
        Proof {
            value,
            at_least: holds(|value, target| value >= target),
            at_most: holds(|value, target| value <= target),
        }
    }

    /// A position that has been counted already.
    fn visit(&mut self, state: &mut G::State, depth: u32) -> Proof {
        let mover = self.game.side(state);
        let is_max = mover == self.max;
        let mut moves = Vec::new();
        let over = match depth {
            0 => self.game.terminal(state),
            _ => self.game.expand(state, &mut moves),
        };
        if let Some(score) = over {
            return self.leaf(if is_max { score } else { -score });
        }
        if depth == 0 {
            let value = self.eval.evaluate_for(self.game, state, self.max);
            return self.leaf(value);
        }
        let mut best: Option<Score> = None;
        // One good move shows that the mover gets so much; that it gets no more, every move has to show.
        let (mut one, mut all): (Option<u64>, Option<u64>) = (None, Some(0));
        for mv in moves {
            self.nodes += 1;
            if self.nodes > 2 * MOST_NODES {
                break;
            }
            let undo = self.game.play(state, mv);
            let proof = self.visit(state, depth - 1);
            self.game.undo(state, mv, undo);
            let better = best.is_none_or(|best| {
                if is_max {
                    proof.value > best
                } else {
                    proof.value < best
                }
            });
            if better {
                best = Some(proof.value);
            }
            let (good, bad) = match is_max {
                true => (proof.at_least, proof.at_most),
                false => (proof.at_most, proof.at_least),
            };
            one = match (one, good) {
                (Some(one), Some(good)) => Some(one.min(good)),
                (one, good) => one.or(good),
            };
            all = all.zip(bad).map(|(all, bad)| all + bad);
        }
        let (one, all) = (one.map(|nodes| nodes + 1), all.map(|nodes| nodes + 1));
        let (at_least, at_most) = if is_max { (one, all) } else { (all, one) };
        Proof {
            value: best.unwrap_or(0),
            at_least,
            at_most,
        }
    }
}
