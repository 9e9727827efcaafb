//! The review of a game, position by position.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use chess::{Color, Move, Outcome};
use engine::Request;
use games::{BoardGame, Chess};
use gametree::{Limits, Signal, Value};
use players::Seat;
use serde::Serialize;

use super::coach::{self, Grade};
use super::{Judgement, for_white, judge, move_accuracy, sans, search, win_percent};

/// The engine's evaluation of a position of the game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ReviewPoint"))]
pub struct Opinion {
    /// The value for White: a mate in one or 0 if the game is over.
    #[serde(skip)]
    pub score: Value,
    /// The value as text, such as `+0.35` or `#-3`, or the result of the game.
    #[serde(rename = "score")]
    pub text: String,
    /// White's winning chances in percent.
    pub win: f64,
    /// The depth of the search.
    pub depth: u32,
    /// The principal variation.
    #[serde(skip)]
    pub line: Vec<Move>,
    /// The outcome, if the game is over.
    #[serde(skip)]
    pub over: Option<Outcome>,
}

impl Opinion {
    pub(crate) fn new(score: Value, depth: u32, line: Vec<Move>, over: Option<Outcome>) -> Self {
        Self {
            score,
            text: match over {
                Some(outcome) => outcome.result().to_owned(),
                None => score.to_string(),
            },
            win: win_percent(score),
            depth,
            line,
            over,
        }
    }
}

/// A move of the game and its cost.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ReportMove"))]
pub struct Reviewed {
    /// Its index in the game.
    pub ply: usize,
    /// Its move number, as in `12. Nf3`.
    pub number: u32,
    /// The side that played it.
    #[serde(skip)]
    pub side: Color,
    /// The move in SAN.
    pub san: String,
    /// The move with its number and sign: `12... Qh4??`.
    pub text: String,
    /// The winning chances of its side before and after it, in percent.
    pub win: [f64; 2],
    /// Its accuracy in percent.
    pub accuracy: f64,
    /// Its loss in centipawns, at most that of a rook and a knight.
    pub loss: i32,
    /// Its judgement, if it is bad.
    pub judgement: Option<Judgement>,
    /// The engine's move.
    #[serde(skip)]
    pub best: Option<Move>,
    /// The engine's move in the wire format.
    #[serde(rename = "best")]
    pub best_wire: Option<String>,
    /// The engine's line in SAN; empty if its move was played.
    pub better: Vec<String>,
    /// Its grade.
    pub grade: Grade,
    /// A sentence on it.
    pub comment: String,
}

/// The summary of one side.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ReportSide"))]
pub struct SideSummary {
    /// The name of the player.
    pub name: String,
    /// Its moves.
    pub moves: usize,
    /// The mean accuracy of its moves in percent, so that it lies between those of its phases.
    pub accuracy: Option<f64>,
    /// The average loss of a move in centipawns.
    pub average_loss: Option<f64>,
    /// The number of inaccuracies, mistakes and blunders.
    pub judgements: [usize; 3],
}

/// A game with the evaluations of the engine.
#[derive(Clone, Debug)]
pub struct Review {
    /// The game.
    pub game: notation::Game,
    /// The evaluation of the first position and after each move; fewer if the review was stopped.
    pub opinions: Vec<Opinion>,
    /// The moves between these positions.
    pub moves: Vec<Reviewed>,
    /// Whether the whole game was reviewed.
    pub complete: bool,
}

/// The progress of a review.
pub struct Step<'a> {
    /// The number of evaluated positions.
    pub done: usize,
    /// The number of all positions.
    pub of: usize,
    /// The last evaluation.
    pub opinion: &'a Opinion,
}

/// Evaluates every position of the main line of a game with the same limits.
///
/// The engine keeps its transposition table from one position to the next. When `stop` becomes true, the review of the positions
/// so far is returned.
pub fn review(
    game: notation::Game,
    seat: &mut Seat<Chess>,
    limits: &Limits,
    stop: &Arc<AtomicBool>,
    progress: &mut dyn FnMut(&Step<'_>),
) -> Review {
    let nodes = game.main_line().nodes().iter();
    let moves: Vec<Move> = nodes.map(notation::Node::played).collect();
    let mut played = chess::Game::new(*game.start());
    let mut opinions = Vec::with_capacity(moves.len() + 1);
    // The engine accepts every new game.
    _ = seat.new_game();
    for index in 0..=moves.len() {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        if index > 0 && played.play(moves[index - 1]).is_err() {
            break;
        }
        let opinion = opinion(seat, &played, limits, stop);
        // The result of a stopped search is not comparable with the others.
        if stop.load(Ordering::Relaxed) {
            break;
        }
        opinions.push(opinion);
        progress(&Step {
            done: index + 1,
            of: moves.len() + 1,
            opinion: &opinions[index],
        });
    }
    Review::new(game, opinions)
}

/// Evaluates the position of a game.
fn opinion(
    seat: &mut Seat<Chess>,
    game: &chess::Game,
    limits: &Limits,
    stop: &Arc<AtomicBool>,
) -> Opinion {
    let position = game.position();
    if let Some(over) = position.outcome() {
        let score = match over.winner {
            Some(Color::White) => Value::Mate(1),
            Some(Color::Black) => Value::Mate(-1),
            None => Value::Centipawns(0),
        };
        return Opinion::new(score, 0, Vec::new(), Some(over));
    }
    let signal = Signal::with_stop(Arc::clone(stop));
    match search(seat, game, &Request::new(limits.clone()), &signal) {
        Some(info) => {
            let score = for_white(info.score, position.side_to_move());
            Opinion::new(score, info.depth, info.line, None)
        }
        None => Opinion::new(Value::Centipawns(0), 0, Vec::new(), None),
    }
}

/// The largest loss of a move in centipawns that counts, so that one blunder does not dominate the average.
const MOST_LOSS: i32 = 1_000;

impl Review {
    /// Judges the moves of a game by the evaluations before and after them.
    #[must_use]
    pub fn new(game: notation::Game, opinions: Vec<Opinion>) -> Self {
        let nodes = game.main_line().nodes();
        let mut position = *game.start();
        let mut positions = vec![position];
        let mut moves = Vec::new();
        for (ply, (node, pair)) in nodes.iter().zip(opinions.windows(2)).enumerate() {
            let (before, after) = (&pair[0], &pair[1]);
            let side = position.side_to_move();
            let own = |opinion: &Opinion| match side {
                Color::White => opinion.win,
                Color::Black => 100.0 - opinion.win,
            };
            let best = before.line.first().copied();
            let is_best = best == Some(node.played());
            let win = [own(before), own(after)];
            // The engine's own move is never bad.
            let judgement =
                judge(before.score, after.score, side).filter(|_| best.is_some() && !is_best);
            let san = node.played().to_san(&position);
            let number = u32::from(position.fullmove_number());
            let dots = match side {
                Color::White => ".",
                Color::Black => "...",
            };
            let sign = judgement.map_or("", Judgement::sign);
            let wire = |mv| Chess::default().wire_move(&position, mv);
            positions.push(position.after(node.played()));
            let better = if is_best {
                Vec::new()
            } else {
                sans(&position, &before.line)
            };
            let (grade, comment) = coach::grade(&coach::Played {
                positions: &positions,
                side,
                before,
                after,
                win,
                judgement,
                best: better.first().map(String::as_str),
            });
            moves.push(Reviewed {
                ply,
                number,
                side,
                text: format!("{number}{dots} {san}{sign}"),
                san,
                best_wire: best.map(wire),
                win,
                accuracy: move_accuracy(win[0], win[1]),
                loss: loss(before.score, after.score, side),
                judgement,
                best,
                better,
                grade,
                comment,
            });
            position = position.after(node.played());
        }
        let complete = opinions.len() == nodes.len() + 1;
        Self {
            game,
            opinions,
            moves,
            complete,
        }
    }

    /// Returns White's winning chances in percent before the first move and after each.
    #[must_use]
    pub fn win_percents(&self) -> Vec<f64> {
        self.opinions.iter().map(|opinion| opinion.win).collect()
    }

    /// Returns the summaries of White and Black.
    #[must_use]
    pub fn sides(&self) -> [SideSummary; 2] {
        Color::ALL.map(|color| {
            let own: Vec<&Reviewed> = self.moves.iter().filter(|m| m.side == color).collect();
            let tag = match color {
                Color::White => "White",
                Color::Black => "Black",
            };
            let name = self.game.tags.get(tag).filter(|name| *name != "?");
            let lost: i32 = own.iter().map(|m| m.loss).sum();
            SideSummary {
                name: name.unwrap_or(tag).to_owned(),
                moves: own.len(),
                accuracy: mean_accuracy(&own),
                average_loss: (!own.is_empty()).then(|| f64::from(lost) / own.len() as f64),
                judgements: Judgement::ALL
                    .map(|kind| own.iter().filter(|m| m.judgement == Some(kind)).count()),
            }
        })
    }

    /// Returns up to `most` bad moves, the worst first.
    #[must_use]
    pub fn worst(&self, most: usize) -> Vec<&Reviewed> {
        let mut worst: Vec<&Reviewed> = self
            .moves
            .iter()
            .filter(|m| m.judgement.is_some())
            .collect();
        let cost = |m: &Reviewed| m.win[0] - m.win[1];
        worst.sort_by(|a, b| (b.judgement.cmp(&a.judgement)).then(cost(b).total_cmp(&cost(a))));
        worst.truncate(most);
        worst
    }

    /// Returns the names of the players.
    #[must_use]
    pub fn title(&self) -> String {
        let [white, black] = self.sides().map(|side| side.name);
        format!("{white} – {black}")
    }
}

/// Returns the mean accuracy of moves in percent; `None` without a move.
pub(crate) fn mean_accuracy(moves: &[&Reviewed]) -> Option<f64> {
    let sum: f64 = moves.iter().map(|m| m.accuracy).sum();
    (!moves.is_empty()).then(|| sum / moves.len() as f64)
}

/// Returns the loss of a move in centipawns.
fn loss(before: Value, after: Value, side: Color) -> i32 {
    let value = |score| match score {
        Value::Mate(moves) => MOST_LOSS * moves.signum(),
        value => value.score().clamp(-MOST_LOSS, MOST_LOSS),
    };
    let change = value(before) - value(after);
    let lost = match side {
        Color::White => change,
        Color::Black => -change,
    };
    lost.clamp(0, MOST_LOSS)
}
