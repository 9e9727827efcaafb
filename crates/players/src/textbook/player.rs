//! A textbook search behind a seat.

use std::time::Duration;

use games::{BoardGame, Record, value_of};
use gametree::{Bound, Event, Info, Limits, Proof, SearchResult, Searcher, Stats, Value};

use crate::answer::{Answer, Listener};
use crate::fault::Fault;
use crate::passes::Passes;
use crate::player::{Player, Task, playable};

/// A search chosen at run time.
pub(crate) type AnySearch<G> = Box<dyn Searcher<G> + Send>;

/// A textbook search as a player.
pub(crate) struct Textbook<G: BoardGame> {
    make: Box<dyn Fn() -> AnySearch<G> + Send>,
    /// Made when the first move of a game is wanted: a table is large, and must not remember the last game.
    search: Option<AnySearch<G>>,
}

impl<G: BoardGame> Textbook<G> {
    /// A player from a way to make its search.
    pub(crate) fn new(make: Box<dyn Fn() -> AnySearch<G> + Send>) -> Self {
        Self { make, search: None }
    }

    /// Searches one position, told and watched as the listener wants.
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
        match (&mut listener.hear, &mut listener.watch) {
            (None, None) => search.search(game, state, limits),
            (Some(hear), None) => {
                let mut tell = |depth, score, bound, pv: &[G::Move], stats: &Stats| {
                    if counts(bound, pv) {
                        let time = limits.clock.now().saturating_sub(start);
                        hear(&told(depth, score, bound, pv, stats, time, G::KIND));
                    }
                };
                search.search_heard(game, state, limits, &mut tell)
            }
            (None, Some(watch)) => search.search_watched(game, state, limits, *watch),
            (Some(hear), Some(watch)) => {
                let mut both = Passes {
                    hear: Some(*hear),
                    watch: Some(*watch),
                    value: &|score| value_of(G::KIND, score),
                    limits,
                    start,
                };
                search.search_watched(game, state, limits, &mut both)
            }
        }
    }

    /// Searches the moves one by one and takes the best: where only some of them may be played.
    fn search_among(
        &mut self,
        task: &Task<'_, G>,
        moves: &[G::Move],
        limits: &Limits,
    ) -> SearchResult<G::Move> {
        let share = moves.len() as u32;
        let mover = task.game.side(task.record.state());
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
            let mut result = self.search(task.game, &after, &limits, &mut Listener::nobody());
            nodes += result.stats.nodes;
            if task.game.side(after.state()) != mover {
                result.score = -result.score;
                result.proved = result.proved.map(Proof::flipped);
            }
            // One won move is enough; for everything else all of them would have to be known.
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

/// Where there is nothing to search.
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
        // A search may have been told that a game is over that goes on here, by the fifty-move rule, say; or it was
        // stopped before it had looked at anything.
        let found = result.best.is_some();
        let best = result.best.or(moves.first().copied());
        if let Some(proof) = result.proved {
            let remark = format!(
                "{} for the side to move, proved; how soon is not known",
                proof.name()
            );
            listener.tell(&Event::Remark(remark));
        }
        Ok(Answer {
            best,
            ponder: result.pv.get(1).copied().filter(|_| found),
            value: Some(match result.proved {
                Some(proof) => Value::Proved(proof),
                None => value_of(G::KIND, result.score),
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

/// Whether an iteration has something to say: a value that is right, and a line.
fn counts<M>(bound: Bound, pv: &[M]) -> bool {
    bound == Bound::Exact && !pv.is_empty()
}

/// A completed iteration as an event.
fn told<M: Copy>(
    depth: u32,
    score: gametree::Score,
    bound: Bound,
    pv: &[M],
    stats: &Stats,
    time: Duration,
    kind: games::GameKind,
) -> Event<M> {
    Event::Info(Info {
        depth,
        selective_depth: stats.selective_depth.max(depth),
        rank: 1,
        score: value_of(kind, score),
        bound,
        wdl: None,
        nodes: stats.nodes,
        hash_full: None,
        table_hits: 0,
        time,
        line: pv.to_vec(),
    })
}
