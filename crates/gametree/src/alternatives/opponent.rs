//! Code shared by the searches with an opponent model: one value for us and one for each type of opponent, backed up together.

use super::board::AnyMove;
use super::context::Context;
use crate::mark::Mark;
use crate::observer::How;
use crate::result::Bound;
use crate::score::{INF, Score};
use crate::walk::Stopped;

/// A type of opponent: the number of its evaluator, and its probability.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    pub evaluator: usize,
    pub chance: f64,
}

/// The values of a node for us and for each type of opponent, all for MAX.
struct Values {
    own: f64,
    theirs: Vec<Score>,
}

/// A model in which opponents choose by evaluators of their own.
#[derive(Clone, Debug)]
pub(super) struct Opponents {
    pub kinds: Vec<Kind>,
    /// The largest error of an opponent in its own view; we assume its worst choice for us.
    pub error: Score,
}

impl Opponents {
    /// Returns the value of the position on the board for us at this depth, and the expected line.
    pub fn value(
        &self,
        context: &mut Context<'_>,
        depth: u32,
    ) -> Result<(Score, Vec<AnyMove>), Stopped> {
        let mut line = Vec::new();
        let values = self.search(context, depth, 0, &mut line)?;
        Ok((values.own.round() as Score, line))
    }

    fn search(
        &self,
        context: &mut Context<'_>,
        depth: u32,
        ply: u32,
        line: &mut Vec<AnyMove>,
    ) -> Result<Values, Stopped> {
        context.enter(ply, depth, -INF, INF)?;
        line.clear();
        let mut moves = Vec::new();
        let over = if depth == 0 {
            context.terminal(ply)
        } else {
            context.expand(ply, &mut moves)
        };
        // The value of a finished game is the same for all.
        if let Some(value) = over {
            context.leave(value, Bound::Exact, None, How::Terminal);
            return Ok(Values {
                own: f64::from(value),
                theirs: vec![value; self.kinds.len()],
            });
        }
        if depth == 0 {
            context.stats.leaves += 1;
            let own = context.evaluate(0)?;
            let theirs = self
                .kinds
                .iter()
                .map(|kind| context.evaluate(kind.evaluator));
            let theirs = theirs.collect::<Result<_, _>>()?;
            context.leave(own, Bound::Exact, None, How::Horizon);
            return Ok(Values {
                own: f64::from(own),
                theirs,
            });
        }
        let max = context.is_max();
        let mut children = Vec::with_capacity(moves.len());
        let mut lines = Vec::with_capacity(moves.len());
        for &mv in &moves {
            context.play(mv);
            let mut below = Vec::new();
            let child = self.search(context, depth - 1, ply + 1, &mut below);
            context.board.undo();
            children.push(child?);
            lines.push(below);
        }
        let (values, best) = if max {
            self.own_move(&children)
        } else {
            self.their_move(&children)
        };
        line.push(moves[best]);
        line.append(&mut lines[best]);
        let score = values.own.round() as Score;
        if context.is_watched() {
            let marks: Vec<_> = values.theirs.iter().map(|&v| (Mark::Theirs, v)).collect();
            context.mark(None, &marks);
        }
        context.leave(score, Bound::Exact, Some(moves[best]), How::Searched);
        Ok(values)
    }

    /// We take our best move. The opponent assumes that we take the best move by its evaluator.
    fn own_move(&self, children: &[Values]) -> (Values, usize) {
        let mut best = 0;
        for (index, child) in children.iter().enumerate() {
            if child.own > children[best].own {
                best = index;
            }
        }
        let theirs = (0..self.kinds.len())
            .filter_map(|kind| children.iter().map(|child| child.theirs[kind]).max());
        let values = Values {
            own: children[best].own,
            theirs: theirs.collect(),
        };
        (values, best)
    }

    /// Each type takes the best move by its evaluator; of equal ones, the worst for us.
    fn their_move(&self, children: &[Values]) -> (Values, usize) {
        let mut own = 0.0;
        let mut theirs = Vec::with_capacity(self.kinds.len());
        let mut likely = (0, -1.0);
        for (number, kind) in self.kinds.iter().enumerate() {
            let lowest = children.iter().map(|child| child.theirs[number]).min();
            let lowest = lowest.unwrap_or(0);
            let mut chosen: Option<usize> = None;
            for (index, child) in children.iter().enumerate() {
                let allowed = child.theirs[number] <= lowest.saturating_add(self.error);
                if allowed && chosen.is_none_or(|best| child.own < children[best].own) {
                    chosen = Some(index);
                }
            }
            let chosen = chosen.unwrap_or(0);
            own += kind.chance * children[chosen].own;
            if kind.chance > likely.1 {
                likely = (chosen, kind.chance);
            }
            theirs.push(lowest);
        }
        (Values { own, theirs }, likely.0)
    }
}
