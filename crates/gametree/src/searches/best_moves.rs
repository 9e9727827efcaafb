//! # All the best moves
//!
//! **Branch of.** [`AlphaBeta`](super::AlphaBeta), or any other exact search: it goes around
//! one. **Different here.** At the root, moves that are as good as the best are told apart from
//! moves that only may be.
//!
//! **The idea.** Often several moves are equally good, and one would like to choose among
//! them at random, or to know whether a move is *one of* the best. Plain alpha-beta cannot
//! say: once a move has value `v`, a later one that comes back with `v` has only been shown to
//! be *at most* `v`. Picking at random among such "equals" plays bad moves.
//!
//! **The remedy.** Search every later move with the lower edge `v - 1` instead of `v`. A move
//! worth exactly `v` then lies inside the window and comes back exact, and one that is worse
//! still fails low.
//!
//! **What it costs.** A window one unit wider at the root, and every tie searched in full.
//!
//! **The invariant.** The list holds exactly the moves whose minimax value is the best one,
//! in generator order. The limits hold for all moves together; after a stop the list is that
//! of the last complete iteration, or of the moves that were done.
//!
//! **For observers.** Each move is a search of its own one ply below the root. A won game is
//! counted from there in its events, and from the root in the result.
//!
//! **Reference.** <https://www.chessprogramming.org/Alpha-Beta> (on the value of later moves).

use crate::game::{Game, Turn};
use crate::limits::Limits;
use crate::observer::{How, Observer, Silent, Try};
use crate::result::{Bound, SearchResult};
use crate::rng::SplitMix64;
use crate::score::{self, INF, Score};
use crate::search::Search;
use crate::walk::{Expanded, Stopped, Walk};

/// Finds all best moves at the root, and answers with the first or with a random one.
///
/// Put it into [`Deepening`](super::Deepening) to search by the clock.
#[derive(Clone, Debug)]
pub struct BestMoves<M, S> {
    inner: S,
    seed: Option<u64>,
    moves: Vec<M>,
}

/// A root move that is as good as the best, its place, and the line it begins.
struct Tie<M> {
    place: usize,
    line: Vec<M>,
}

impl<M: Copy, S> BestMoves<M, S> {
    /// Search each root move by `inner`, which must be exact; answer with the first of the best.
    pub const fn new(inner: S) -> Self {
        Self {
            inner,
            seed: None,
            moves: Vec::new(),
        }
    }

    /// Answer with a random one of the best: the same one for the same seed and position.
    #[must_use]
    pub fn at_random(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }

    /// The best moves of the last search, in generator order. Empty if the game was over, or if
    /// the search was stopped before it had valued one.
    pub fn moves(&self) -> &[M] {
        &self.moves
    }

    /// Value the root moves one by one. If it is stopped, `ties` are those so far.
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
        let mover = w.game.side(state);
        let guide = w.guide.clone();
        // The best move of last time goes first: a high value early makes the others cheap.
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
            let turn = Turn::after(w.game, mover, state);
            let (a, b) = turn.window(edge(floor), edge(beta));
            let reply = w.one_ply_down(|w| self.inner.iteration(w, state, depth - 1, a, b));
            w.game.undo(state, mv, undo);
            w.guide.clone_from(&guide);
            let value = turn.value(score::from_node(reply?, 1));

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

    /// Which of so many ties to answer with.
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

        // An incomplete list is better than none, and worse than that of the last iteration.
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

/// All moves at `root` that are best, `limits.depth` plies deep, and the result of the search.
///
/// `search` must be exact. The limits hold for all moves together. If they end the search early
/// the moves are the best of those that were done, or else the first legal one. No moves if the
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
