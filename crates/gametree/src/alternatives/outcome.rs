//! The trait of an alternative, its result, and the adapter to a search of one game.

use std::rc::Rc;

use super::board::{AnyMove, Board, BoardOf, BoxedEvaluator, Names};
use super::context::Context;
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

/// The result of an alternative. Its value is for MAX, the side to move at the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The value of the position.
    pub value: Score,
    /// Whether it is exact or a bound of the true value.
    pub bound: Bound,
    /// The expected line, beginning with the move to play. Empty: any move.
    pub line: Vec<AnyMove>,
    /// The depth to which every line was searched, if that is defined.
    pub depth: u32,
    /// Did a limit end the search?
    pub stopped: bool,
    /// The proved outcome of the game, if it is proved without a distance.
    pub proved: Option<Proof>,
}

impl Outcome {
    /// The outcome of a search that was stopped before it had a result.
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

/// A search over a [`Board`](super::Board). The game must not be over.
pub trait Alternative: Send {
    /// Searches from the position on the board and restores the board. Obeys the limits of the context:
    /// after a stop it returns the best move so far.
    fn run(&mut self, context: &mut Context<'_>) -> Outcome;
}

/// A search of a given depth: returns the value and the expected line.
pub(super) type OneDepth<'a> =
    dyn FnMut(&mut Context<'_>, u32) -> Result<(Score, Vec<AnyMove>), Stopped> + 'a;

/// Searches 1, 2, 3, ... plies until a limit stops it, or only the depth of the limits. Incomplete iterations do not count.
pub(super) fn deepen(context: &mut Context<'_>, search: &mut OneDepth<'_>) -> Outcome {
    let mut outcome = Outcome::nothing();
    let deepest = context.depth_limit().max(1);
    let first = context.depth_asked().map_or(1, |depth| depth.max(1));
    for depth in first.min(deepest)..=deepest {
        let evals = context.stats.evals;
        let Ok((value, line)) = context.check().and_then(|()| search(context, depth)) else {
            outcome.stopped = true;
            return outcome;
        };
        context.iteration(depth, value, &line);
        outcome = Outcome {
            value,
            bound: Bound::Exact,
            line,
            depth,
            stopped: false,
            proved: None,
        };
        // No line reached the horizon: a deeper search returns the same.
        if context.stats.evals == evals || context.had_enough_nodes() {
            break;
        }
    }
    outcome
}

/// An alternative as a search of one game.
pub struct OnBoard<G: Game> {
    search: Box<dyn Alternative>,
    evaluators: Vec<BoxedEvaluator<G>>,
    scale: Score,
    memory: u64,
}

impl<G: Game> OnBoard<G> {
    /// Creates a search with these evaluators, its own first. `scale` is a nearly won value; `memory` is the limit of its memory in
    /// bytes.
    #[must_use]
    pub fn new(
        search: Box<dyn Alternative>,
        evaluators: Vec<BoxedEvaluator<G>>,
        scale: Score,
        memory: u64,
    ) -> Self {
        Self {
            search,
            evaluators,
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
        let mut board = BoardOf::new(game, root.clone(), &mut self.evaluators);
        let names = board.names();
        let mut translated = Translated {
            watch,
            names: Rc::clone(&names),
        };
        let mut context =
            Context::new(&mut board, limits, self.scale, self.memory, &mut translated);
        let outcome = self.search.run(&mut context);
        let mut stats = std::mem::take(&mut context.stats);
        stats.time = context.elapsed();
        if outcome.stopped {
            context.watch.stopped();
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
    /// Runs a search inside another one, within the remaining limits.
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

    /// The alternatives use the full window, not the given one.
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

/// Translates the events of a board into those of the game.
struct Translated<'a, M> {
    watch: &'a mut dyn Observer<M>,
    names: Names<M>,
}

impl<M: Copy> Translated<'_, M> {
    fn named(&self, mv: AnyMove) -> M {
        self.names.borrow()[mv.0 as usize]
    }

    fn all(&self, moves: &[AnyMove]) -> Vec<M> {
        moves.iter().map(|&mv| self.named(mv)).collect()
    }
}

impl<M: Copy> Observer<AnyMove> for Translated<'_, M> {
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
