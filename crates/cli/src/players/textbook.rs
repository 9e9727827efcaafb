//! A player of the registry behind UCI and the chess board.

use std::time::{Duration, Instant};

use chess::{Color, Game, Move};
use games::Chess;
use gametree::score::{is_decisive, plies_to_end};
use gametree::{Bound, INF, Observer, Stats};
use lab::player::OwnLimits;
use lab::{Player, Record, Spec, SpecError, registry};

use super::{Choice, Event, Info, Limits, Mover, Score, ScoreBound, Settings, Signal};

/// Moves that a game still has, if nobody says.
const MOVES_TO_GO: u32 = 25;

/// A player of the registry that plays chess.
pub struct TextbookMover {
    spec: Spec,
    player: Box<dyn Player<Chess>>,
    overhead: Duration,
}

impl TextbookMover {
    /// The player that a spec describes.
    pub fn new(spec: &Spec) -> Result<Self, SpecError> {
        Ok(Self {
            player: registry::build::<Chess>(&spec.to_string())?,
            spec: spec.clone(),
            overhead: Settings::default().move_overhead,
        })
    }

    /// What the search may spend, from what UCI says.
    fn limits(&self, limits: &Limits, side: Color, signal: &Signal) -> gametree::Limits {
        let mut own = gametree::Limits {
            stop: Some(signal.stop_handle()),
            ..gametree::Limits::default()
        };
        if let Some(depth) = limits.depth {
            own.depth = own.depth.min(depth.max(1));
        }
        if let Some(moves) = limits.mate {
            own.depth = own.depth.min(moves.saturating_mul(2).max(1));
        }
        own.nodes = limits.nodes.map(|nodes| nodes.max(1));
        if !limits.infinite && !limits.ponder {
            own.time = self.time(limits, side);
            let set_in_spec = ["depth", "nodes", "evals", "movetime"]
                .into_iter()
                .any(|key| self.spec.get(key).is_some());
            let unlimited =
                own.depth >= gametree::MAX_DEPTH && own.nodes.is_none() && own.time.is_none();
            if unlimited && !set_in_spec {
                own.depth = OwnLimits::DEFAULT_DEPTH;
            }
        }
        own
    }

    /// The time for this move: what is given, or an even share of the clock.
    fn time(&self, limits: &Limits, side: Color) -> Option<Duration> {
        const LEAST: Duration = Duration::from_millis(1);
        if let Some(time) = limits.move_time {
            return Some(time.saturating_sub(self.overhead).max(LEAST));
        }
        let left = limits.time[side]?.saturating_sub(self.overhead);
        let moves = limits.moves_to_go.unwrap_or(MOVES_TO_GO).clamp(1, 100);
        let share = left / moves + limits.increment[side] * 3 / 4;
        Some(share.min(left / 2).max(LEAST))
    }

    /// Searches the moves one by one and takes the best: for `searchmoves`.
    fn choose_among(
        &mut self,
        record: &Record<Chess>,
        moves: &[Move],
        limits: &gametree::Limits,
    ) -> (Move, i32, Stats) {
        let game = Chess::default();
        let share = moves.len() as u32;
        let mut best = (moves[0], -INF);
        let mut total = Stats::default();
        for &m in moves {
            let mut after = record.clone();
            after.play(&game, m);
            let limits = gametree::Limits {
                depth: limits.depth.saturating_sub(1).max(1),
                nodes: limits.nodes.map(|nodes| (nodes / u64::from(share)).max(1)),
                time: limits.time.map(|time| time / share),
                ..limits.clone()
            };
            let result = self.player.choose(&game, &after, &limits, None);
            total.nodes += result.stats.nodes;
            if -result.score > best.1 {
                best = (m, -result.score);
            }
        }
        (best.0, best.1, total)
    }
}

impl Mover for TextbookMover {
    fn configure(&mut self, settings: &Settings) {
        self.overhead = settings.move_overhead;
    }

    fn new_game(&mut self) {
        self.player.new_game();
    }

    fn choose(
        &mut self,
        game: &Game,
        limits: &Limits,
        signal: &Signal,
        listener: &mut dyn FnMut(&Event),
    ) -> Choice {
        let start = Instant::now();
        let rules = Chess::default();
        let position = game.position();
        let mut record = Record::<Chess>::new(*game.start());
        for &m in game.moves() {
            record.play(&rules, m);
        }
        let own = self.limits(limits, position.side_to_move(), signal);
        let legal = position.legal_moves();
        if !limits.search_moves.is_empty() && !legal.is_empty() {
            let (best, score, stats) = self.choose_among(&record, &limits.search_moves, &own);
            listener(&Event::Info(info(
                own.depth.min(99),
                score,
                &[best],
                &stats,
                start,
            )));
            return Choice {
                best: Some(best),
                ponder: None,
            };
        }
        let mut watch = Listener {
            listener,
            start,
            last: None,
        };
        let result = self.player.choose(&rules, &record, &own, Some(&mut watch));
        let reported = watch.last;
        if legal.is_empty() {
            let score = if position.in_check() {
                Score::Mate(0)
            } else {
                Score::Centipawns(0)
            };
            listener(&Event::Info(Info {
                score,
                ..info(0, 0, &[], &result.stats, start)
            }));
            return Choice::default();
        }
        // A search may have been told that a game is over that goes on here, by the fifty-move rule, say.
        let best = result.best.or(legal.first().copied());
        let line: Vec<Move> = if result.best.is_some() {
            result.pv.clone()
        } else {
            best.into_iter().collect()
        };
        // The last word before a move is its exact value, unless that was just said.
        if reported != Some((result.depth, line.first().copied())) {
            listener(&Event::Info(info(
                result.depth.max(1),
                result.score,
                &line,
                &result.stats,
                start,
            )));
        }
        Choice {
            best,
            ponder: line.get(1).copied(),
        }
    }
}

/// Passes the end of each iteration on.
struct Listener<'a> {
    listener: &'a mut dyn FnMut(&Event),
    start: Instant,
    last: Option<(u32, Option<Move>)>,
}

impl Observer<Move> for Listener<'_> {
    fn iteration(&mut self, depth: u32, score: i32, bound: Bound, pv: &[Move], stats: &Stats) {
        if bound == Bound::Exact && !pv.is_empty() {
            (self.listener)(&Event::Info(info(depth, score, pv, stats, self.start)));
            self.last = Some((depth, pv.first().copied()));
        }
    }
}

fn info(depth: u32, score: i32, line: &[Move], stats: &Stats, start: Instant) -> Info {
    Info {
        depth,
        selective_depth: stats.selective_depth.max(depth),
        rank: 1,
        score: to_uci(score),
        bound: ScoreBound::Exact,
        wdl: None,
        nodes: stats.nodes,
        hash_full: None,
        table_hits: 0,
        time: start.elapsed(),
        line: line.to_vec(),
    }
}

/// A score of the searches as UCI writes it.
fn to_uci(score: i32) -> Score {
    match plies_to_end(score) {
        // Nothing was searched to the end.
        _ if score.abs() >= INF => Score::Centipawns(0),
        Some(plies) if is_decisive(score) => {
            let moves = (plies as i32 + 1) / 2;
            Score::Mate(if score > 0 { moves } else { -moves })
        }
        _ => Score::Centipawns(score),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mover(spec: &str) -> TextbookMover {
        TextbookMover::new(&registry::parse(spec).expect(spec)).expect(spec)
    }

    #[test]
    fn a_share_of_the_clock_is_never_all_of_it() {
        let mover = mover("alphabeta");
        for left in [0, 1, 20, 1_000, 600_000] {
            let limits = Limits {
                time: [Some(Duration::from_millis(left)), None],
                increment: [Duration::from_secs(10), Duration::ZERO],
                ..Limits::default()
            };
            let time = mover.time(&limits, Color::White).expect("a clock");
            assert!(
                time.as_millis() as u64 <= (left / 2).max(1),
                "{time:?} of {left} ms"
            );
            assert_eq!(mover.time(&limits, Color::Black), None);
        }
    }

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(to_uci(gametree::score::win_in(1)), Score::Mate(1));
        assert_eq!(to_uci(gametree::score::win_in(3)), Score::Mate(2));
        assert_eq!(to_uci(gametree::score::loss_in(2)), Score::Mate(-1));
        assert_eq!(to_uci(-INF), Score::Centipawns(0));
        assert_eq!(to_uci(34), Score::Centipawns(34));
    }

    #[test]
    fn searchmoves_are_kept_to() {
        let game = Game::default();
        let allowed: Vec<Move> = game
            .position()
            .legal_moves()
            .iter()
            .copied()
            .take(2)
            .collect();
        let limits = Limits {
            search_moves: allowed.clone(),
            depth: Some(2),
            ..Limits::default()
        };
        let choice = mover("classic").choose(&game, &limits, &Signal::default(), &mut |_| {});
        assert!(allowed.contains(&choice.best.expect("a move")));
    }
}
