//! What moves are held to: the truth where a game can be played to its end, a much deeper search where it cannot.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use contest::{Openings, pool};
use games::minichess::tables::{Tables, drawn};
use games::othello::solver::exact_values;
use games::{BoardGame, Chess, GameKind, MiniChess, Othello, Record, TicTacToe};
use gametree::{Game, Limits, Request, Score, SplitMix64, Value};
use players::Seat;
use serde::{Deserialize, Serialize};

use super::kept::Kept;
use crate::ladder::LadderError;

/// How the moves of a game are valued.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Reference {
    /// Whether it is the truth.
    pub exact: bool,
    /// The positions and who values their moves, in a sentence.
    pub about: &'static str,
    /// What a regret counts.
    pub unit: &'static str,
    /// Which moves are nearly best, in words.
    pub near: &'static str,
    /// How much worse a move that is nearly best may be, in hundredths of the unit.
    #[serde(skip)]
    nearly: i32,
}

impl Reference {
    /// Whether a move that costs so much, in hundredths of the unit, is nearly best.
    #[must_use]
    pub const fn is_near(&self, lost: i32) -> bool {
        lost <= self.nearly
    }
}

/// A position in words, and what every move of it costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Known {
    pub position: String,
    pub moves: Vec<Valued>,
}

/// A move and what it costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Valued {
    pub mv: String,
    /// Whether no other move is better.
    pub best: bool,
    /// How much worse than the best it is, in hundredths of the reference's unit.
    pub lost: i32,
}

/// How the moves of a game are valued; `None` for a game that is not measured.
#[must_use]
pub const fn reference(game: GameKind) -> Option<Reference> {
    let reference = match game {
        GameKind::TicTacToe => Reference {
            exact: true,
            about: "Positions with up to four marks, searched to the end of the game.",
            unit: "games",
            near: "no result is given away",
            nearly: 0,
        },
        GameKind::Othello | GameKind::Othello6 => Reference {
            exact: true,
            about: "Positions with eleven empty squares, met by chance; every move is valued by the end-game solver.",
            unit: "discs",
            near: "at most two discs are given away",
            nearly: 200,
        },
        GameKind::MiniChess => Reference {
            exact: true,
            about: "Positions with two kings and one piece, drawn by chance among those in which the moves differ; the tables of minichess-tables know every move. \
                    The best moves win soonest or hold out longest; a result that is given away counts fifty plies or more.",
            unit: "plies",
            near: "no result is given away",
            nearly: 4_999,
        },
        GameKind::Chess => Reference {
            exact: false,
            about: "Level positions out of careless games; every move is valued by a search of our engine with 50,000 nodes. That is a strong opinion, not the truth.",
            unit: "pawns",
            near: "at most a quarter of a pawn is given away",
            nearly: 25,
        },
        GameKind::Othello4 => return None,
    };
    Some(reference)
}

/// Who values moves of chess.
const JUDGE: &str = "engine:nodes=50000,hash=16";

/// More than so many hundredths of a pawn are as good as won: what lies beyond does not count.
const WON: Score = 1_000;

/// Empty squares of the Othello positions: few enough for the truth about every move.
const EMPTIES: u32 = 11;

/// What the solver may keep while it finds the truth.
const SOLVER_BYTES: usize = 16 << 20;

/// Where positions come from, and how many.
pub(super) struct Wanted<'a> {
    pub count: usize,
    pub seed: u64,
    pub threads: NonZeroUsize,
    pub kept: &'a Kept,
    pub stop: &'a AtomicBool,
}

impl Wanted<'_> {
    /// Values each of these positions, on all threads.
    fn valued<S: Sync>(
        &self,
        states: &[S],
        value: impl Fn(&S) -> Known + Sync,
    ) -> Result<Vec<Known>, LadderError> {
        let job = |index: usize| {
            if self.stop.load(Ordering::Relaxed) {
                return Err(LadderError::Stopped);
            }
            let name = format!("position {index} of {}, seed {}", self.count, self.seed);
            let found = self.kept.or_find(name, || value(&states[index]));
            found.map_err(LadderError::from)
        };
        let found = pool::run(self.threads, states.len(), job, &mut |_| {});
        found.into_iter().collect()
    }
}

/// Positions of a game with all their moves valued; none where nobody can.
pub(super) fn known_positions(
    game: GameKind,
    wanted: &Wanted<'_>,
) -> Result<Vec<Known>, LadderError> {
    match game {
        GameKind::Othello => othello::<8>(wanted),
        GameKind::Othello6 => othello::<6>(wanted),
        GameKind::TicTacToe => tictactoe(wanted),
        GameKind::MiniChess => minichess(wanted),
        GameKind::Chess => chess(wanted),
        GameKind::Othello4 => Ok(Vec::new()),
    }
}

/// A position whose moves have these values for its mover: `better` decides which is best, `worth` what a move costs.
fn known<G: BoardGame>(
    game: &G,
    state: &G::State,
    moves: Vec<(G::Move, Score)>,
    worth: impl Fn(Score) -> i32,
) -> Known {
    let best = moves.iter().map(|&(_, value)| value).max().unwrap_or(0);
    let most = worth(best);
    let valued = |(mv, value): (G::Move, Score)| Valued {
        mv: game.write_move(mv),
        best: value == best,
        lost: most - worth(value),
    };
    Known {
        position: game.write_position(state),
        moves: moves.into_iter().map(valued).collect(),
    }
}

/// Plays on by chance until `enough`, or the game ends.
fn by_chance<G: BoardGame>(
    game: &G,
    rng: &mut SplitMix64,
    enough: impl Fn(&Record<G>) -> bool,
) -> Option<G::State> {
    let mut record = Record::<G>::new(game.start());
    loop {
        let moves = game.legal_moves(record.state());
        if moves.is_empty() {
            return None;
        }
        if moves.len() > 1 && enough(&record) {
            return Some(record.state().clone());
        }
        record.play(game, moves[rng.below(moves.len() as u64) as usize]);
    }
}

fn othello<const N: usize>(wanted: &Wanted<'_>) -> Result<Vec<Known>, LadderError>
where
    Othello<N>: BoardGame<State = games::othello::Position, Move = games::othello::Move>,
{
    let game = Othello::<N>::default();
    let mut rng = SplitMix64::new(wanted.seed);
    let mut states = Vec::new();
    while states.len() < wanted.count {
        states.extend(by_chance(&game, &mut rng, |record| {
            let [black, white] = record.state().discs;
            (black | white).count_ones() + EMPTIES >= (N * N) as u32
        }));
    }
    wanted.valued(&states, |state| {
        let values = exact_values(&game, state, SOLVER_BYTES, &Limits::default());
        known(&game, state, values.unwrap_or_default(), |discs| {
            100 * discs
        })
    })
}

fn tictactoe(wanted: &Wanted<'_>) -> Result<Vec<Known>, LadderError> {
    let game = TicTacToe::default();
    let mut rng = SplitMix64::new(wanted.seed);
    let mut states = Vec::new();
    while states.len() < wanted.count {
        let plies = rng.below(5) as usize;
        states.extend(by_chance(&game, &mut rng, |record| {
            record.moves().len() >= plies
        }));
    }
    wanted.valued(&states, |state| {
        let mut solver = Seat::<TicTacToe>::sit("alphabeta:depth=9,eval=zero").ok();
        let value = |mv| {
            let mut after = Record::<TicTacToe>::new(*state);
            after.play(&game, mv);
            let answer = solver
                .as_mut()
                .and_then(|seat| seat.answer(&game, &after, &Request::default()).ok());
            // Won, drawn, lost: how quickly does not count.
            answer
                .and_then(|answer| answer.value)
                .map_or(0, |value| -value.score().signum())
        };
        let moves = game.legal_moves(state).into_iter();
        let mut value = value;
        let moves = moves.map(|mv| (mv, value(mv))).collect();
        known(&game, state, moves, |result| 100 * result)
    })
}

fn minichess(wanted: &Wanted<'_>) -> Result<Vec<Known>, LadderError> {
    let game = MiniChess::default();
    let stop = || wanted.stop.load(Ordering::Relaxed);
    let mut stopped = stop;
    let tables = Tables::new(&game, &mut stopped).ok_or(LadderError::Stopped)?;
    let mut rng = SplitMix64::new(wanted.seed);
    let mut states = Vec::new();
    while states.len() < wanted.count {
        // Twenty plies at least are left to play.
        let rounds = rng.below(u64::from(game.rules.ply_limit).saturating_sub(20) / 2);
        let Some(state) = drawn(&mut rng, rounds as u32) else {
            continue;
        };
        let moves = tables.moves(&game, &state);
        let values = || moves.iter().map(|&(_, value)| value);
        // Where all moves are worth the same there is nothing to be right about.
        if values().min() != values().max() {
            states.push(state);
        }
    }
    wanted.valued(&states, |state| {
        known(&game, state, tables.moves(&game, state), |value| {
            // No game has a hundred plies, and none that is in the tables is further than fifty from its end.
            let plies = gametree::score::plies_to_end(value).map_or(0, |plies| plies as i32);
            100 * value.signum() * (100 - plies)
        })
    })
}

/// Positions out of games from the usual openings in which three moves of ten are chosen by chance, so that there is something to find.
fn chess(wanted: &Wanted<'_>) -> Result<Vec<Known>, LadderError> {
    let game = Chess::default();
    let openings = Openings::<Chess>::usual(&game, wanted.seed);
    let mut rng = SplitMix64::new(wanted.seed);
    let mut player = Seat::<Chess>::sit("alphabeta:depth=2,eval=squares")?;
    let mut judge = Seat::<Chess>::sit("engine:nodes=5000")?;
    let mut states = Vec::new();
    for round in 0.. {
        if states.len() == wanted.count {
            break;
        }
        if wanted.stop.load(Ordering::Relaxed) {
            return Err(LadderError::Stopped);
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
        // Where the game is decided every move is as good as any other.
        _ = judge.new_game();
        let record = Record::<Chess>::new(*record.state());
        let answer = judge.answer(&game, &record, &Request::default());
        let value = answer.ok().and_then(|answer| answer.value);
        if value.is_some_and(|value| value.score().abs() <= 200) {
            states.push(*record.state());
        }
    }
    wanted.valued(&states, |state| {
        let mut judge = Seat::<Chess>::sit(JUDGE).ok();
        let mut value = |mv| {
            let mut after = *state;
            game.play(&mut after, mv);
            let over = game.terminal(&after);
            let judge = judge.as_mut().filter(|_| over.is_none());
            let answer = judge.and_then(|judge| {
                // The same whatever was judged before.
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
