//! What the proof-number searches share: the question, and the questions that a player asks one after the other.

use super::board::AnyMove;
use super::outcome::Outcome;
use super::trip::Trip;
use crate::result::Bound;
use crate::score::{INF, Score};
use crate::value::Proof;
use crate::walk::Stopped;

/// A number of leaves to be proved or disproved; from here on there is no such number.
pub const NEVER: u32 = u32::MAX / 2;

/// What came of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is so, and this is the move.
    Proved(Option<AnyMove>),
    /// It is not so.
    Disproved,
    /// It is not so within the depth that was allowed, or as long as nothing repeats: good enough to go on, and no proof.
    Doubtful,
    /// The search had to stop before it knew.
    Unknown,
}

/// What a proof-number search is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// Is it won? If not, is it a draw at least?
    #[default]
    Win,
    /// What is it worth at the end of the game?
    Value,
}

/// Whether a proof has to end without an answer. It asks no evaluator, so a limit of evaluations is one of nodes to it.
pub(super) fn is_enough(trip: &Trip<'_>) -> bool {
    let by_evals = trip.evals_limit();
    super::arena::is_enough(trip) || by_evals.is_some_and(|limit| trip.stats.nodes >= limit)
}

/// Asks whether MAX can reach at least a value.
pub(super) type Ask<'a> = dyn FnMut(&mut Trip<'_>, Score) -> Answer + 'a;

/// Asks one question after the other, and answers with a move in any case: the one that proves most, or else what the
/// evaluator likes.
pub(super) fn questions(trip: &mut Trip<'_>, goal: Goal, ask: &mut Ask<'_>) -> Outcome {
    let Ok((liked, opinion)) = first_impression(trip) else {
        return Outcome::nothing();
    };
    let mut outcome = Outcome {
        value: opinion,
        bound: Bound::Exact,
        line: vec![liked],
        depth: 1,
        stopped: false,
        proved: None,
    };
    // What is proved: at least `low`, less than `high`.
    let (mut low, mut high) = (-INF, INF);
    let mut sure = true;
    loop {
        let question = match goal {
            Goal::Win if high == INF && low == -INF => 1,
            Goal::Win if high == 1 => 0,
            Goal::Win => break,
            Goal::Value if low + 1 >= high => break,
            Goal::Value => next_question(low, high),
        };
        match ask(trip, question) {
            Answer::Proved(mv) => {
                low = question;
                outcome.line = mv.into_iter().collect();
                if goal == Goal::Value {
                    trip.iteration(1, low, &outcome.line);
                }
            }
            Answer::Disproved => high = question,
            Answer::Doubtful => {
                high = question;
                sure = false;
            }
            Answer::Unknown => {
                outcome.stopped = true;
                break;
            }
        }
        if goal == Goal::Win && (low == 0 || high == 0) {
            break;
        }
    }
    (outcome.value, outcome.bound) = match (low, high) {
        (low, high) if low + 1 == high => (low, Bound::Exact),
        (low, _) if low > -INF => (low, Bound::Lower),
        (_, high) if high < INF && goal == Goal::Value => (high - 1, Bound::Upper),
        (_, 0) => (-1, Bound::Upper),
        _ => (outcome.value, outcome.bound),
    };
    if goal == Goal::Win {
        outcome.proved = match (low, high) {
            (1, _) => Some(Proof::Won),
            (0, _) if sure => Some(Proof::Drawn),
            (_, 0) if sure => Some(Proof::Lost),
            _ => None,
        };
    }
    if outcome.line.is_empty() {
        outcome.line = vec![liked];
    }
    outcome
}

/// Between what is known: first around nothing, then further and further away, then in the middle.
const fn next_question(low: Score, high: Score) -> Score {
    if low == -INF && high == INF {
        1
    } else if low == -INF {
        if high > 0 { 0 } else { high * 2 - 1 }
    } else if high == INF {
        if low <= 0 { 1 } else { low * 2 }
    } else {
        low + (high - low + 1) / 2
    }
}

/// The move that the evaluator likes best after one ply, and its value.
fn first_impression(trip: &mut Trip<'_>) -> Result<(AnyMove, Score), Stopped> {
    let mut moves = Vec::new();
    trip.enter(0, 1, -INF, INF)?;
    trip.expand(0, &mut moves);
    let mut best: Option<(AnyMove, Score)> = None;
    for &mv in &moves {
        trip.play(mv);
        let value = trip.visit(1);
        trip.board.undo();
        match value {
            Ok((value, _)) if best.is_none_or(|(_, best)| value > best) => best = Some((mv, value)),
            Ok(_) => {}
            Err(Stopped) => break,
        }
    }
    trip.leave(
        best.map_or(0, |(_, value)| value),
        Bound::Exact,
        best.map(|(mv, _)| mv),
        crate::observer::How::Searched,
    );
    best.ok_or(Stopped)
}
