//! # All the best moves
//!
//! **Branch of.** [`AlphaBeta`](super::AlphaBeta), or any other exact search: it goes around
//! one. **Different here.** At the root it distinguishes moves that are as good as the best from
//! moves that are only bounded by it.
//!
//! **The idea.** Often several moves are equally good. A player may choose among
//! them at random, and a grader must accept all of them. Plain alpha-beta does not find
//! them: once a move has value `v`, a later one that returns `v` is only proved to
//! be *at most* `v`. A random choice among such "equals" plays bad moves.
//!
//! **The remedy.** Search every later move with the lower edge `v - 1` instead of `v`. A move
//! of value `v` then lies inside the window and returns its exact value, and a worse one
//! still fails low.
//!
//! **What it costs.** A window one unit wider at the root, and every tie searched in full.
//!
//! **The invariant.** The list holds exactly the moves whose minimax value is the best one,
//! in generator order. The limits hold for all moves together; after a stop the list is that
//! of the last complete iteration, or of the moves that were done.
//!
//! **For observers.** Each move is a separate search one ply below the root. A won game is
//! counted from there in its events, and from the root in the result.
//!
//! **Reference.** <https://www.chessprogramming.org/Alpha-Beta> (on the value of later moves).

use crate::game::{Game, Sign};
use crate::limits::Limits;
use crate::observer::{How, Observer, Silent, Try};
use crate::result::{Bound, SearchResult};
use crate::rng::SplitMix64;
use crate::score::{self, INF, Score};
use crate::search::Search;
use crate::walk::{Expanded, Stopped, Walk};

/// Finds all best moves at the root, and returns the first or a random one.
///
/// Wrap it in [`Deepening`](super::Deepening) for a time limit.
#[derive(Clone, Debug)]
pub struct BestMoves<M, S> {
    inner: S,
    seed: Option<u64>,
    moves: Vec<M>,
}

/// A best root move, its place, and its line.
struct Tie<M> {
    place: usize,
    line: Vec<M>,
}

impl<M: Copy, S> BestMoves<M, S> {
    /// Searches each root move by `inner`, which must be exact, and returns the first of the best.
    pub const fn new(inner: S) -> Self {
        Self {
            inner,
            seed: None,
            moves: Vec::new(),
        }
    }

    /// Returns a random one of the best: the same one for the same seed and position.
    #[must_use]
    pub fn at_random(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }

    /// Returns the best moves of the last search, in generator order. Empty if the game was over, or if
    /// the search was stopped before it completed one.
    pub fn moves(&self) -> &[M] {
        &self.moves
    }

    /// Searches the root moves one by one. After a stop, `ties` are those so far.
    #[allow(clippy::too_many_arguments)] // A root node and where to put what is found.
    fn compare<G: Game<Move = M>, O: Observer<M>>(
        &mut self,
        w: &mut Walk<'_, G, O>,
        state: &mut G::State,
        moves: &[M],
        depth: u32,
        (alpha, beta): (Score, Score),
        best: &mut Score,
        ties: &mut Vec<Tie<M>>,
    ) -> Result<(), Stopped>
    where
        M: Eq,
        S: Search<G>,
    {
        let side = w.game.side(state);
        let guide = w.guide.clone();
        // The last best move goes first: a high value early makes the others cheap.
        let first = moves.iter().position(|mv| guide.first() == Some(mv));
        let others = (0..moves.len()).filter(|&place| Some(place) != first);
        for place in first.into_iter().chain(others) {
            let mv = moves[place];
            w.guide.clear();
            if Some(place) == first {
                w.guide.extend_from_slice(&guide[1..]);
            }

            // One below the best: a value equal to it is then inside the window, hence exact.
            let floor = alpha.max(*best - 1);
            let edge = |value| score::to_node(value, 1).clamp(-INF, INF);
            w.watch.try_move(Some(mv), Try::Full);
            let undo = w.game.play(state, mv);
            let sign = Sign::after(w.game, side, state);
            let (a, b) = sign.window(edge(floor), edge(beta));
            let reply = w.one_ply_down(|w| self.inner.iteration(w, state, depth - 1, a, b));
            w.game.undo(state, mv, undo);
            w.guide.clone_from(&guide);
            let value = sign.value(score::from_node(reply?, 1));

            if value > *best {
                *best = value;
                ties.clear();
            }
            if value == *best && value > alpha {
                let mut line = vec![mv];
                line.extend_from_slice(w.pv.line(0));
                let at = ties.partition_point(|tie| tie.place < place);
                ties.insert(at, Tie { place, line });
            }
            if *best >= beta {
                break;
            }
        }
        Ok(())
    }

    /// Returns the index of the tie to play.
    fn choose<G: Game>(&self, game: &G, state: &G::State, ties: usize) -> usize {
        match self.seed {
            Some(seed) if ties > 1 => {
                SplitMix64::new(seed ^ game.key(state)).below(ties as u64) as usize
            }
            _ => 0,
        }
    }
}

impl<G: Game, S: Search<G>> Search<G> for BestMoves<G::Move, S> {
    fn iteration<O: Observer<G::Move>>(
        &mut self,
        w: &mut Walk<'_, G, O>,
        state: &mut G::State,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        if depth == 0 {
            return self.inner.iteration(w, state, depth, alpha, beta);
        }
        w.enter(0, depth, alpha, beta)?;
        let list = match w.expand(state, 0) {
            Expanded::Over(value) => return Ok(w.leaf(value, How::Terminal)),
            Expanded::Moves(list) => list,
        };
        // A copy, because a search around another one may clear the buffer.
        let moves = w.moves[list.indices()].to_vec();
        let mut best = -INF;
        let mut ties = Vec::new();
        let window = (alpha, beta);
        let outcome = self.compare(w, state, &moves, depth, window, &mut best, &mut ties);

        // Use an incomplete list only if there is no complete one.
        if outcome.is_ok() || self.moves.is_empty() {
            self.moves = ties.iter().map(|tie| moves[tie.place]).collect();
        }
        let line = ties.get(self.choose(w.game, state, ties.len()));
        let line = line.map_or(&[][..], |tie| tie.line.as_slice());
        w.settle(line, best);
        outcome?;
        let bound = Bound::of(best, alpha, beta);
        Ok(w.leave(list, best, bound, line.first().copied()))
    }

    fn begin(&mut self) {
        self.inner.begin();
        self.moves.clear();
    }
}

/// Returns all best moves at `root`, `limits.depth` plies deep, and the result of the search.
///
/// `search` must be exact. The limits hold for all moves together. If they end the search early
/// the moves are the best of those completed, or else the first legal one. No moves if the
/// game is over.
pub fn best_moves<G: Game, S: Search<G>>(
    search: &mut S,
    game: &G,
    root: &G::State,
    limits: &Limits,
) -> (Vec<G::Move>, SearchResult<G::Move>) {
    let mut all = BestMoves::new(search);
    let result = all.run(game, root, limits, &mut Silent);
    if all.moves.is_empty() {
        all.moves.extend(result.best);
    }
    (all.moves, result)
}
