//! What an alternative is, what it answers, and how it becomes a search of one game.

use std::rc::Rc;

use super::board::{AnyMove, Board, BoardOf, Names, Opinion};
use super::trip::Trip;
use crate::game::Game;
use crate::limits::Limits;
use crate::mark::Marked;
use crate::observer::{Cut, Enter, Leave, Observer, Probe, Try};
use crate::ordering::Rank;
use crate::result::{Bound, SearchResult, Stats};
use crate::score::Score;
use crate::search::Search;
use crate::value::Proof;
use crate::walk::{Stopped, Walk};

/// What an alternative answers. Its value is that of MAX, the player at the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The value of the position.
    pub value: Score,
    /// What it says about the true one.
    pub bound: Bound,
    /// The line that is expected, the move to play first. Empty: any move.
    pub line: Vec<AnyMove>,
    /// Plies looked ahead everywhere, as far as that means something.
    pub depth: u32,
    /// Was the search ended before it was done?
    pub stopped: bool,
    /// How the game ends with best play, if that is proved without a distance.
    pub proved: Option<Proof>,
}

impl Outcome {
    /// Nothing was found out before the search had to stop.
    #[must_use]
    pub const fn nothing() -> Self {
        Self {
            value: 0,
            bound: Bound::Lower,
            line: Vec::new(),
            depth: 0,
            stopped: true,
            proved: None,
        }
    }
}

/// A search over a [`Board`](super::Board). Called only where there is a move.
pub trait Alternative: Send {
    /// Searches from the position on the board of the trip, and leaves the board as it was. Obeys the limits of the trip:
    /// when it is stopped, it answers with the best move so far.
    fn run(&mut self, trip: &mut Trip<'_>) -> Outcome;
}

/// A search of so many plies: the value, and the line that is expected.
pub(super) type OneDepth<'a> =
    dyn FnMut(&mut Trip<'_>, u32) -> Result<(Score, Vec<AnyMove>), Stopped> + 'a;

/// Searches of 1, 2, 3, ... plies until something ends it, or of just the depth asked for: the iterations that are complete count.
pub(super) fn deepen(trip: &mut Trip<'_>, search: &mut OneDepth<'_>) -> Outcome {
    let mut outcome = Outcome::nothing();
    let deepest = trip.depth_limit().max(1);
    let first = trip.depth_asked().map_or(1, |depth| depth.max(1));
    for depth in first.min(deepest)..=deepest {
        let evals = trip.stats.evals;
        let Ok((value, line)) = trip.check().and_then(|()| search(trip, depth)) else {
            outcome.stopped = true;
            return outcome;
        };
        trip.iteration(depth, value, &line);
        outcome = Outcome {
            value,
            bound: Bound::Exact,
            line,
            depth,
            stopped: false,
            proved: None,
        };
        // No line reached the horizon: a deeper search finds nothing else.
        if trip.stats.evals == evals || trip.had_enough_nodes() {
            break;
        }
    }
    outcome
}

/// An alternative as a search of one game.
pub struct OnBoard<G: Game> {
    search: Box<dyn Alternative>,
    opinions: Vec<Opinion<G>>,
    scale: Score,
    memory: u64,
}

impl<G: Game> OnBoard<G> {
    /// A search with these opinions, its own first. `scale` is a value that is nearly won; `memory` is what it may keep, in
    /// bytes.
    #[must_use]
    pub fn new(
        search: Box<dyn Alternative>,
        opinions: Vec<Opinion<G>>,
        scale: Score,
        memory: u64,
    ) -> Self {
        Self {
            search,
            opinions,
            scale,
            memory,
        }
    }

    fn explore(
        &mut self,
        game: &G,
        root: &G::State,
        limits: &Limits,
        watch: &mut dyn Observer<G::Move>,
    ) -> SearchResult<G::Move> {
        let mut moves = Vec::new();
        if let Some(score) = game.expand(root, &mut moves) {
            return SearchResult {
                best: None,
                score,
                bound: Bound::Exact,
                pv: Vec::new(),
                depth: 0,
                stopped: false,
                proved: None,
                stats: Stats::default(),
            };
        }
        let mut board = BoardOf::new(game, root.clone(), &mut self.opinions);
        let names = board.names();
        let mut told = Told {
            watch,
            names: Rc::clone(&names),
        };
        let mut trip = Trip::new(&mut board, limits, self.scale, self.memory, &mut told);
        let outcome = self.search.run(&mut trip);
        let mut stats = std::mem::take(&mut trip.stats);
        stats.time = trip.elapsed();
        if outcome.stopped {
            trip.watch.stopped();
        }
        debug_assert_eq!(
            board.key(),
            game.key(root),
            "a search must undo every move it plays"
        );
        let names = names.borrow();
        let mut pv: Vec<G::Move> = outcome.line.iter().map(|mv| names[mv.0 as usize]).collect();
        if pv.is_empty() {
            pv.extend(moves.first());
        }
        SearchResult {
            best: pv.first().copied(),
            score: outcome.value,
            bound: outcome.bound,
            pv,
            depth: outcome.depth,
            stopped: outcome.stopped,
            proved: outcome.proved,
            stats,
        }
    }
}

impl<G: Game> Search<G> for OnBoard<G> {
    /// One search inside another one: it gets what is left.
    fn iteration<O: Observer<G::Move>>(
        &mut self,
        walk: &mut Walk<'_, G, O>,
        state: &mut G::State,
        depth: u32,
        _: Score,
        _: Score,
    ) -> Result<Score, Stopped> {
        let limits = walk.left(depth);
        let result = self.explore(walk.game, state, &limits, walk.watch);
        walk.stats.nodes += result.stats.nodes;
        walk.stats.evals += result.stats.evals;
        if result.stopped {
            return Err(Stopped);
        }
        walk.settle(&result.pv, result.score);
        Ok(result.score)
    }

    fn run<O: Observer<G::Move>>(
        &mut self,
        game: &G,
        root: &G::State,
        limits: &Limits,
        watch: &mut O,
    ) -> SearchResult<G::Move> {
        self.explore(game, root, limits, watch)
    }

    /// The alternatives have no window of their own: the whole one counts.
    fn run_window<O: Observer<G::Move>>(
        &mut self,
        game: &G,
        root: &G::State,
        limits: &Limits,
        _: (Score, Score),
        watch: &mut O,
    ) -> SearchResult<G::Move> {
        self.explore(game, root, limits, watch)
    }
}

/// Tells somebody who knows the game what happens on a board.
struct Told<'a, M> {
    watch: &'a mut dyn Observer<M>,
    names: Names<M>,
}

impl<M: Copy> Told<'_, M> {
    fn named(&self, mv: AnyMove) -> M {
        self.names.borrow()[mv.0 as usize]
    }

    fn all(&self, moves: &[AnyMove]) -> Vec<M> {
        moves.iter().map(|&mv| self.named(mv)).collect()
    }
}

impl<M: Copy> Observer<AnyMove> for Told<'_, M> {
    fn enter(&mut self, event: &Enter) {
        self.watch.enter(event);
    }

    fn probe(&mut self, found: Option<&Probe>) {
        self.watch.probe(found);
    }

    fn order(&mut self, moves: &[AnyMove], ranks: &[Rank]) {
        let moves = self.all(moves);
        self.watch.order(&moves, ranks);
    }

    fn try_move(&mut self, mv: Option<AnyMove>, why: Try) {
        let mv = mv.map(|mv| self.named(mv));
        self.watch.try_move(mv, why);
    }

    fn cut(&mut self, reason: Cut, skipped: &[AnyMove]) {
        let skipped = self.all(skipped);
        self.watch.cut(reason, &skipped);
    }

    fn is_watching(&self) -> bool {
        self.watch.is_watching()
    }

    fn mark(&mut self, child: Option<AnyMove>, marks: &[Marked]) {
        let child = child.map(|mv| self.named(mv));
        self.watch.mark(child, marks);
    }

    fn leave(&mut self, event: &Leave<AnyMove>) {
        let best = event.best.map(|mv| self.named(mv));
        self.watch.leave(&Leave {
            score: event.score,
            bound: event.bound,
            best,
            how: event.how,
        });
    }

    fn iteration(&mut self, depth: u32, score: Score, bound: Bound, pv: &[AnyMove], stats: &Stats) {
        let pv = self.all(pv);
        self.watch.iteration(depth, score, bound, &pv, stats);
    }

    fn stopped(&mut self) {
        self.watch.stopped();
    }
}
