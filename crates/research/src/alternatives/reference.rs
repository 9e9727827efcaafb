//! The reference of moves: the exact value where a game can be solved, a much deeper search where it cannot.
//!
//! `gametree::reference` computes minimax to a fixed depth with an evaluator. Here the values are those of the rules, to the
//! end of the game, by a solver for each game; only tic-tac-toe is small enough for minimax. Chess has no such solver, and
//! is judged by the engine.

use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use contest::{Openings, pool};
use games::{BoardGame, Chess, GameId, MiniChess, Othello, Record, TicTacToe};
use gametree::{Game, Limits, Request, Score, SplitMix64, Value, Zero};
use players::Seat;
use players::solvers::minichess::{Tables, drawn};
use players::solvers::othello::exact_values;
use serde::{Deserialize, Serialize};

use super::findings::Findings;
use crate::Error;
use crate::ladder::random_game;

/// The reference of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "AlternativeReference"))]
pub struct Reference {
    /// Whether its values are exact.
    pub exact: bool,
    /// The positions and the source of their values, in a sentence.
    pub about: Cow<'static, str>,
    /// The unit of a loss.
    pub unit: Cow<'static, str>,
    /// The condition of a nearly best move, in words.
    pub near: Cow<'static, str>,
    /// The largest loss of a nearly best move, in hundredths of the unit.
    #[serde(skip)]
    nearly: i32,
}

impl Reference {
    /// Returns whether a move with this loss, in hundredths of the unit, is nearly best.
    #[must_use]
    pub const fn is_near(&self, lost: i32) -> bool {
        lost <= self.nearly
    }
}

/// A position and the loss of every move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Known {
    pub position: String,
    pub moves: Vec<Valued>,
}

/// A move and its loss.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Valued {
    pub mv: String,
    /// Whether no other move is better.
    pub best: bool,
    /// Its loss compared with the best move, in hundredths of the reference's unit.
    pub lost: i32,
}

/// Returns the reference of a game, or `None` for a game that is not measured.
#[must_use]
pub fn reference(game: GameId) -> Option<Reference> {
    let reference = if game == TicTacToe::ID {
        Reference {
            exact: true,
            about: "Positions with up to four marks, searched to the end of the game.".into(),
            unit: "games".into(),
            near: "no result is lost".into(),
            nearly: 0,
        }
    } else if [Othello::<8>::ID, Othello::<6>::ID].contains(&game) {
        Reference {
            exact: true,
            about: "Random positions with eleven empty squares; every move is evaluated by the end-game solver.".into(),
            unit: "discs".into(),
            near: "at most two discs are lost".into(),
            nearly: 200,
        }
    } else if game == MiniChess::ID {
        Reference {
            exact: true,
            about: "Random positions with two kings and one piece in which the moves differ; the tables of minichess-tables have the \
                    value of every move. The best moves win fastest or lose slowest; a lost result counts fifty plies or more.".into(),
            unit: "plies".into(),
            near: "no result is lost".into(),
            nearly: 4_999,
        }
    } else if game == Chess::ID {
        Reference {
            exact: false,
            about: "Level positions from games with random moves; every move is evaluated by a search of the engine with 50,000 nodes. \
                    These values are estimates.".into(),
            unit: "pawns".into(),
            near: "at most a quarter of a pawn is lost".into(),
            nearly: 25,
        }
    } else {
        return None;
    };
    Some(reference)
}

/// The spec of the engine that evaluates chess moves.
const JUDGE: &str = "engine:nodes=50000,hash=16";

/// Values beyond this number of centipawns count as won.
const WON: Score = 1_000;

/// The empty squares of the Othello positions; few enough to solve every move.
const EMPTIES: u32 = 11;

/// The memory of the Othello solver.
const SOLVER_BYTES: usize = 16 << 20;

/// The number and the origin of positions.
pub(super) struct Source<'a> {
    pub count: usize,
    pub seed: u64,
    pub threads: NonZeroUsize,
    pub kept: &'a Findings,
    pub stop: &'a AtomicBool,
}

impl Source<'_> {
    /// Evaluates the moves of these positions on all threads.
    fn valued<S: Sync>(
        &self,
        states: &[S],
        value: impl Fn(&S) -> Known + Sync,
    ) -> Result<Vec<Known>, Error> {
        let job = |index: usize| {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Error::Stopped);
            }
            let name = format!("position {index} of {}, seed {}", self.count, self.seed);
            let found = self.kept.or_find(name, || value(&states[index]));
            found.map_err(Error::from)
        };
        let found = pool::run(self.threads, states.len(), job, &mut |_| {});
        found.into_iter().collect()
    }
}

/// Returns positions of a game with the losses of all moves; empty for a game without a reference.
pub(super) fn known_positions(game: GameId, source: &Source<'_>) -> Result<Vec<Known>, Error> {
    if game == Othello::<8>::ID {
        othello::<8>(source)
    } else if game == Othello::<6>::ID {
        othello::<6>(source)
    } else if game == TicTacToe::ID {
        tictactoe(source)
    } else if game == MiniChess::ID {
        minichess(source)
    } else if game == Chess::ID {
        chess(source)
    } else {
        Ok(Vec::new())
    }
}

/// Returns a position whose moves have these values for the side to move. `convert` converts a value to the unit of the
/// reference.
fn known<G: BoardGame>(
    game: &G,
    state: &G::State,
    moves: Vec<(G::Move, Score)>,
    convert: impl Fn(Score) -> i32,
) -> Known {
    let best = moves.iter().map(|&(_, value)| value).max().unwrap_or(0);
    let most = convert(best);
    let valued = |(mv, value): (G::Move, Score)| Valued {
        mv: game.write_move(mv),
        best: value == best,
        lost: most - convert(value),
    };
    Known {
        position: game.write_position(state),
        moves: moves.into_iter().map(valued).collect(),
    }
}

fn othello<const N: usize>(source: &Source<'_>) -> Result<Vec<Known>, Error>
where
    Othello<N>: BoardGame<State = games::othello::Position, Move = games::othello::Move>,
{
    let game = Othello::<N>::default();
    let mut rng = SplitMix64::new(source.seed);
    let mut states = Vec::new();
    while states.len() < source.count {
        states.extend(random_game(&game, &mut rng, |record, moves| {
            let [black, white] = record.state().discs;
            moves.len() > 1 && (black | white).count_ones() + EMPTIES >= (N * N) as u32
        }));
    }
    source.valued(&states, |state| {
        let values = exact_values(&game, state, SOLVER_BYTES, &Limits::default());
        known(&game, state, values.unwrap_or_default(), |discs| {
            100 * discs
        })
    })
}

fn tictactoe(source: &Source<'_>) -> Result<Vec<Known>, Error> {
    let game = TicTacToe::default();
    let mut rng = SplitMix64::new(source.seed);
    let mut states = Vec::new();
    while states.len() < source.count {
        let plies = rng.below(5) as usize;
        states.extend(random_game(&game, &mut rng, |record, moves| {
            moves.len() > 1 && record.moves().len() >= plies
        }));
    }
    // To the end of the game; with this cap a win is a win, however late.
    let minimax = gametree::reference::Reference::new(9).with_cap(1);
    source.valued(&states, |state| {
        let solved = minimax.minimax(&game, state, &mut Zero);
        let moves = solved.map_or_else(Vec::new, |solved| solved.moves);
        known(&game, state, moves, |result| 100 * result)
    })
}

fn minichess(source: &Source<'_>) -> Result<Vec<Known>, Error> {
    let game = MiniChess::default();
    let stop = || source.stop.load(Ordering::Relaxed);
    let mut stopped = stop;
    let tables = Tables::new(&game, &mut stopped).ok_or(Error::Stopped)?;
    let mut rng = SplitMix64::new(source.seed);
    let mut states = Vec::new();
    while states.len() < source.count {
        // At least twenty plies remain.
        let rounds = rng.below(u64::from(game.rules.ply_limit).saturating_sub(20) / 2);
        let Some(state) = drawn(&mut rng, rounds as u32) else {
            continue;
        };
        let moves = tables.moves(&game, &state);
        let values = || moves.iter().map(|&(_, value)| value);
        // A position in which all moves are equal has no information.
        if values().min() != values().max() {
            states.push(state);
        }
    }
    source.valued(&states, |state| {
        known(&game, state, tables.moves(&game, state), |value| {
            // No game has a hundred plies, and every table position is at most fifty plies from its end.
            let plies = gametree::score::plies_to_end(value).map_or(0, |plies| plies as i32);
            100 * value.signum() * (100 - plies)
        })
    })
}

/// Returns positions from games with the usual openings. Three of ten moves are random, so that the positions have good and
/// bad moves.
fn chess(source: &Source<'_>) -> Result<Vec<Known>, Error> {
    let game = Chess::default();
    let openings = Openings::<Chess>::usual(&game, source.seed);
    let mut rng = SplitMix64::new(source.seed);
    let mut player = Seat::<Chess>::builtin("alphabeta:depth=2,eval=squares")?;
    let mut judge = Seat::<Chess>::builtin("engine:nodes=5000")?;
    let mut states = Vec::new();
    for round in 0.. {
        if states.len() == source.count {
            break;
        }
        if source.stop.load(Ordering::Relaxed) {
            return Err(Error::Stopped);
        }
        let opening = openings.get(&game, round);
        let mut record = Record::<Chess>::new(opening.start);
        for mv in opening.moves {
            record.play(&game, mv);
        }
        let plies = 4 + rng.below(36);
        for _ in 0..plies {
            let moves = game.legal_moves(record.state());
            if moves.is_empty() {
                break;
            }
            let any = moves[rng.below(moves.len() as u64) as usize];
            let chosen = if rng.below(10) < 3 {
                None
            } else {
                let answer = player.answer(&game, &record, &Request::default());
                answer.ok().and_then(|answer| answer.best)
            };
            record.play(&game, chosen.unwrap_or(any));
        }
        if game.legal_moves(record.state()).len() < 2 {
            continue;
        }
        // In a decided game all moves are about equal.
        _ = judge.new_game();
        let record = Record::<Chess>::new(*record.state());
        let answer = judge.answer(&game, &record, &Request::default());
        let value = answer.ok().and_then(|answer| answer.value);
        if value.is_some_and(|value| value.score().abs() <= 200) {
            states.push(*record.state());
        }
    }
    source.valued(&states, |state| {
        let mut judge = Seat::<Chess>::builtin(JUDGE).ok();
        let mut value = |mv| {
            let mut after = *state;
            game.play(&mut after, mv);
            let over = game.terminal(&after);
            let judge = judge.as_mut().filter(|_| over.is_none());
            let answer = judge.and_then(|judge| {
                // The result must not depend on earlier searches.
                _ = judge.new_game();
                let after = Record::<Chess>::new(after);
                judge.answer(&game, &after, &Request::default()).ok()
            });
            let found = answer.and_then(|answer| answer.value);
            let value = found.map_or(over.unwrap_or(0), Value::score);
            (-value).clamp(-WON, WON)
        };
        let moves = game.legal_moves(state).into_iter();
        let moves = moves.map(|mv| (mv, value(mv))).collect();
        known(&game, state, moves, |value| value)
    })
}
