//! What the searches with a model of the opponent share: a value of one's own and one for each kind of opponent, backed up together.

use super::board::AnyMove;
use super::trip::Trip;
use crate::mark::Mark;
use crate::observer::How;
use crate::result::Bound;
use crate::score::{INF, Score};
use crate::walk::Stopped;

/// A kind of opponent: the number of its opinion, and how likely it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    pub opinion: usize,
    pub chance: f64,
}

/// A node for everybody: what it is worth to us, and to each kind of opponent. All of them for MAX.
struct Worth {
    own: f64,
    theirs: Vec<Score>,
}

/// Opponents who choose by opinions of their own.
#[derive(Clone, Debug)]
pub(super) struct Opponents {
    pub kinds: Vec<Kind>,
    /// They may err by so much in their own view; we expect the worst of what they may do.
    pub error: Score,
}

impl Opponents {
    /// The value of the position on the board for us, so many plies deep, and the line that is expected.
    pub fn value(&self, trip: &mut Trip<'_>, depth: u32) -> Result<(Score, Vec<AnyMove>), Stopped> {
        let mut line = Vec::new();
        let worth = self.search(trip, depth, 0, &mut line)?;
        Ok((worth.own.round() as Score, line))
    }

    fn search(
        &self,
        trip: &mut Trip<'_>,
        depth: u32,
        ply: u32,
        line: &mut Vec<AnyMove>,
    ) -> Result<Worth, Stopped> {
        trip.enter(ply, depth, -INF, INF)?;
        line.clear();
        let mut moves = Vec::new();
        let over = if depth == 0 {
            trip.terminal(ply)
        } else {
            trip.expand(ply, &mut moves)
        };
        // The rules mean the same to everybody.
        if let Some(value) = over {
            trip.leave(value, Bound::Exact, None, How::Terminal);
            return Ok(Worth {
                own: f64::from(value),
                theirs: vec![value; self.kinds.len()],
            });
        }
        if depth == 0 {
            trip.stats.leaves += 1;
            let own = trip.evaluate(0)?;
            let theirs = self.kinds.iter().map(|kind| trip.evaluate(kind.opinion));
            let theirs = theirs.collect::<Result<_, _>>()?;
            trip.leave(own, Bound::Exact, None, How::Horizon);
            return Ok(Worth {
                own: f64::from(own),
                theirs,
            });
        }
        let max = trip.is_max();
        let mut children = Vec::with_capacity(moves.len());
        let mut lines = Vec::with_capacity(moves.len());
        for &mv in &moves {
            trip.play(mv);
            let mut below = Vec::new();
            let child = self.search(trip, depth - 1, ply + 1, &mut below);
            trip.board.undo();
            children.push(child?);
            lines.push(below);
        }
        let (worth, best) = if max {
            self.own_move(&children)
        } else {
            self.their_move(&children)
        };
        line.push(moves[best]);
        line.append(&mut lines[best]);
        let told = worth.own.round() as Score;
        if trip.is_watched() {
            let marks: Vec<_> = worth.theirs.iter().map(|&v| (Mark::Theirs, v)).collect();
            trip.mark(None, &marks);
        }
        trip.leave(told, Bound::Exact, Some(moves[best]), How::Searched);
        Ok(worth)
    }

    /// We take what is best for us. They think that we take what is best by their opinion.
    fn own_move(&self, children: &[Worth]) -> (Worth, usize) {
        let mut best = 0;
        for (index, child) in children.iter().enumerate() {
            if child.own > children[best].own {
                best = index;
            }
        }
        let theirs = (0..self.kinds.len())
            .filter_map(|kind| children.iter().map(|child| child.theirs[kind]).max());
        let worth = Worth {
            own: children[best].own,
            theirs: theirs.collect(),
        };
        (worth, best)
    }

    /// Each kind takes what is best by its opinion; of several such moves we expect the one that is worst for us.
    fn their_move(&self, children: &[Worth]) -> (Worth, usize) {
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
        (Worth { own, theirs }, likely.0)
    }
}
