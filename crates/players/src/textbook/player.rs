//! A textbook search as a player.

use games::{BoardGame, Record};
use gametree::{Bound, Event, Limits, Proof, SearchResult, Searcher, Stats, Value};

use crate::answer::{Answer, Listener};
use crate::fault::Fault;
use crate::player::{Player, Task, playable};
use crate::reporter::{Reporter, iteration};

/// A search chosen at run time.
pub(crate) type AnySearch<G> = Box<dyn Searcher<G> + Send>;

/// A textbook search as a player.
pub(crate) struct Textbook<G: BoardGame> {
    make: Box<dyn Fn() -> AnySearch<G> + Send>,
    /// Whether the search reports its nodes to an observer.
    is_traced: bool,
    /// Made for the first move of a game: a table is large, and must not keep entries of the last game.
    search: Option<AnySearch<G>>,
}

impl<G: BoardGame> Textbook<G> {
    /// Returns a player from a constructor of its search.
    pub(crate) fn new(make: impl Fn() -> AnySearch<G> + Send + 'static) -> Self {
        Self {
            make: Box::new(make),
            is_traced: true,
            search: None,
        }
    }

    /// Sets whether the search reports its nodes. The threads of a parallel search do not.
    pub(crate) fn traced(self, is_traced: bool) -> Self {
        Self { is_traced, ..self }
    }

    /// Searches one position, and reports to the listener.
    fn search(
        &mut self,
        game: &G,
        record: &Record<G>,
        limits: &Limits,
        listener: &mut Listener<'_, G::Move>,
    ) -> SearchResult<G::Move> {
        let start = limits.clock.now();
        let search = self.search.get_or_insert_with(&self.make);
        let state = record.state();
        let observer = listener.observer.as_mut().filter(|_| self.is_traced);
        match (&mut listener.report, observer) {
            (None, None) => search.search(game, state, limits),
            (Some(report), None) => {
                let time = || limits.clock.now().saturating_sub(start);
                let mut each = |depth, score, bound, pv: &[G::Move], stats: &Stats| {
                    let score = G::value(score);
                    if let Some(event) = iteration(depth, score, bound, pv, stats, time) {
                        report(&event);
                    }
                };
                search.search_reporting(game, state, limits, &mut each)
            }
            (None, Some(observer)) => search.search_watched(game, state, limits, *observer),
            (Some(report), Some(observer)) => {
                let mut both = Reporter {
                    report: Some(*report),
                    observer: *observer,
                    value: &G::value,
                    limits,
                    start,
                };
                search.search_watched(game, state, limits, &mut both)
            }
        }
    }

    /// Searches the allowed moves one by one and returns the best.
    fn search_among(
        &mut self,
        task: &Task<'_, G>,
        moves: &[G::Move],
        limits: &Limits,
    ) -> SearchResult<G::Move> {
        let share = moves.len() as u32;
        let to_move = task.game.side(task.record.state());
        let mut best: Option<SearchResult<G::Move>> = None;
        let mut nodes = 0;
        for &mv in moves {
            let mut after = task.record.clone();
            after.play(task.game, mv);
            let limits = Limits {
                depth: limits.depth.map(|depth| depth.saturating_sub(1).max(1)),
                nodes: limits.nodes.map(|nodes| (nodes / u64::from(share)).max(1)),
                time: limits.time.map(|time| time / share),
                ..limits.clone()
            };
            let mut result = self.search(task.game, &after, &limits, &mut Listener::silent());
            nodes += result.stats.nodes;
            if task.game.side(after.state()) != to_move {
                result.score = -result.score;
                result.proved = result.proved.map(Proof::flipped);
            }
            // One won move proves a win; every other proof needs all moves.
            result.proved = result.proved.filter(|&proof| proof == Proof::Won);
            if best.as_ref().is_none_or(|best| result.score > best.score) {
                result.pv.insert(0, mv);
                result.best = Some(mv);
                result.depth += 1;
                best = Some(result);
            }
        }
        let mut best = best.unwrap_or_else(|| nothing(task.record.moves().last().copied()));
        best.stats.nodes = nodes;
        best
    }
}

/// Returns the result where there is nothing to search.
fn nothing<M>(best: Option<M>) -> SearchResult<M> {
    SearchResult {
        best,
        score: 0,
        bound: Bound::Exact,
        pv: Vec::new(),
        depth: 0,
        stopped: true,
        proved: None,
        stats: Stats::default(),
    }
}

impl<G: BoardGame> Player<G> for Textbook<G> {
    fn choose(
        &mut self,
        task: &Task<'_, G>,
        listener: &mut Listener<'_, G::Move>,
    ) -> Result<Answer<G::Move>, Fault> {
        let mut limits = task.request.limits.clone();
        if let Some(moves) = task.request.mate {
            let plies = moves.saturating_mul(2).max(1);
            limits.depth = Some(limits.depth.map_or(plies, |depth| depth.min(plies)));
        }
        let moves = task.moves();
        let restricted = !task.request.moves.is_empty()
            && moves.len() < playable(task.game, task.record.state()).len();
        let result = if restricted {
            self.search_among(task, &moves, &limits)
        } else {
            self.search(task.game, task.record, &limits, listener)
        };
        // There is no move if the search was stopped at once, or if the search ends the game by the fifty-move rule, which this
        // game does not apply.
        let found = result.best.is_some();
        let best = result.best.or(moves.first().copied());
        if let Some(proof) = result.proved {
            let remark = format!(
                "{} for the side to move, proved; the distance is unknown",
                proof.name()
            );
            listener.report(&Event::Remark(remark));
        }
        Ok(Answer {
            best,
            ponder: result.pv.get(1).copied().filter(|_| found),
            value: Some(match result.proved {
                Some(proof) => Value::Proved(proof),
                None => G::value(result.score),
            }),
            bound: result.proved.map_or(result.bound, |_| Bound::Exact),
            depth: result.depth,
            line: if found {
                result.pv
            } else {
                best.into_iter().collect()
            },
            stopped: result.stopped,
            stats: result.stats,
            ..Answer::unvalued(best)
        })
    }

    fn new_game(&mut self) -> Result<(), Fault> {
        self.search = None;
        Ok(())
    }

    fn clear_hash(&mut self) {
        self.search = None;
    }
}
