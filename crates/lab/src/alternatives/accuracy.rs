//! How good the moves are where the truth is known: agreement and regret, and what a node costs.

use std::time::Instant;

use games::othello::solver::exact_values;
use games::{BoardGame, GameKind, Othello, Record, TicTacToe, WithGame};
use gametree::{Limits, Request, SplitMix64};
use players::{Seat, SpecError};
use serde::Serialize;

use super::contestants::Contestant;

/// Empty squares of the Othello positions: few enough for the truth about every move.
const EMPTIES: u32 = 11;

/// What the solver may keep while it finds the truth.
const SOLVER_BYTES: usize = 16 << 20;

/// How good the moves of one player are at one budget.
#[derive(Clone, Debug, Serialize)]
pub struct Accuracy {
    /// Nodes a move.
    pub nodes: u64,
    /// The part of the positions in which the move is one of the best.
    pub agreement: f64,
    /// What the moves cost, in points of the finished game, the mean over the positions.
    pub regret: f64,
    /// Microseconds a node.
    pub microseconds: f64,
}

/// A position in words, and the exact value of every move of it.
pub(super) struct Known {
    position: String,
    moves: Vec<(String, i32)>,
}

/// Positions whose moves are all valued exactly; none for a game in which that takes too long.
pub(super) fn known_positions(game: GameKind, count: usize, seed: u64) -> Vec<Known> {
    match game {
        GameKind::Othello => othello::<8>(count, seed),
        GameKind::Othello6 => othello::<6>(count, seed),
        GameKind::TicTacToe => tictactoe(count, seed),
        _ => Vec::new(),
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

fn othello<const N: usize>(count: usize, seed: u64) -> Vec<Known>
where
    Othello<N>: BoardGame<State = games::othello::Position, Move = games::othello::Move>,
{
    let game = Othello::<N>::default();
    let mut rng = SplitMix64::new(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let state = by_chance(&game, &mut rng, |record| {
            let [black, white] = record.state().discs;
            (black | white).count_ones() + EMPTIES >= (N * N) as u32
        });
        let Some(state) = state else { continue };
        let values = exact_values(&game, &state, SOLVER_BYTES, &Limits::default());
        let moves = values.unwrap_or_default().into_iter();
        found.push(Known {
            position: game.write_position(&state),
            moves: moves
                .map(|(mv, value)| (game.write_move(mv), value))
                .collect(),
        });
    }
    found
}

fn tictactoe(count: usize, seed: u64) -> Vec<Known> {
    let game = TicTacToe::default();
    let mut rng = SplitMix64::new(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let plies = rng.below(5) as usize;
        let Some(state) = by_chance(&game, &mut rng, |record| record.moves().len() >= plies) else {
            continue;
        };
        let moves = game.legal_moves(&state).into_iter().map(|mv| {
            let mut after = Record::<TicTacToe>::new(state);
            after.play(&game, mv);
            let solver = Seat::<TicTacToe>::sit("alphabeta:depth=9,eval=zero");
            let answer = solver
                .ok()
                .and_then(|mut seat| seat.answer(&game, &after, &Request::default()).ok());
            // Won, drawn, lost: how quickly does not count.
            let value = answer
                .and_then(|answer| answer.value)
                .map_or(0, |value| -value.score().signum());
            (game.write_move(mv), value)
        });
        found.push(Known {
            position: game.write_position(&state),
            moves: moves.collect(),
        });
    }
    found
}

/// One player at one budget, on positions whose truth is known.
pub(super) struct Measure<'a> {
    pub contestant: Contestant,
    pub known: &'a [Known],
    pub nodes: u64,
}

impl WithGame for Measure<'_> {
    type Output = Result<Accuracy, SpecError>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let mut seat = Seat::<G>::sit(self.contestant.spec)?;
        let request = Request::new(Limits::nodes(self.nodes));
        let (mut agreed, mut regret, mut nodes) = (0, 0, 0);
        let mut time = 0.0;
        for known in self.known {
            let Ok(state) = game.read_position(&known.position) else {
                continue;
            };
            _ = seat.new_game();
            let start = Instant::now();
            let answer = seat.answer(game, &Record::new(state), &request);
            time += start.elapsed().as_secs_f64();
            let Ok(answer) = answer else { continue };
            nodes += answer.stats.nodes.max(1);
            let best = known.moves.iter().map(|&(_, value)| value).max();
            let chosen = answer.best.map(|mv| game.write_move(mv));
            let value = known
                .moves
                .iter()
                .find(|(mv, _)| Some(mv) == chosen.as_ref())
                .map(|&(_, value)| value);
            if let (Some(best), Some(value)) = (best, value) {
                agreed += u32::from(best == value);
                regret += best - value;
            }
        }
        let count = self.known.len().max(1) as f64;
        Ok(Accuracy {
            nodes: self.nodes,
            agreement: f64::from(agreed) / count,
            regret: f64::from(regret) / count,
            microseconds: time * 1e6 / nodes.max(1) as f64,
        })
    }
}
