//! Code shared by the proof-number searches: the goal, and the sequence of goals of a player.

use super::board::AnyMove;
use super::context::Context;
use super::outcome::Outcome;
use crate::result::Bound;
use crate::score::{INF, Score};
use crate::value::Proof;
use crate::walk::Stopped;

/// An infinite proof number.
pub const NEVER: u32 = u32::MAX / 2;

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Proved, by this move.
    Proved(Option<AnyMove>),
    /// Disproved.
    Disproved,
    /// Disproved within the depth limit or except for repetitions: enough to continue, but not a proof.
    Doubtful,
    /// A limit stopped the search.
    Unknown,
}

/// The goal of a proof-number search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// Is the game won? If not, is it at least a draw?
    #[default]
    Win,
    /// The exact value at the end of the game.
    Value,
}

/// Returns whether a limit stops the proof. It needs no evaluator, so a limit of evaluations counts as one of nodes.
pub(super) fn is_enough(context: &Context<'_>) -> bool {
    let by_evals = context.evals_limit();
    super::arena::is_enough(context) || by_evals.is_some_and(|limit| context.stats.nodes >= limit)
}

/// Proves or disproves that MAX can reach at least a value.
pub(super) type Ask<'a> = dyn FnMut(&mut Context<'_>, Score) -> Answer + 'a;

/// Asks a sequence of questions and always returns a move: the one that proves the most, or else the best one by the
/// evaluator.
pub(super) fn questions(context: &mut Context<'_>, goal: Goal, ask: &mut Ask<'_>) -> Outcome {
    let Ok((liked, static_value)) = first_impression(context) else {
        return Outcome::nothing();
    };
    let mut outcome = Outcome {
        value: static_value,
        bound: Bound::Exact,
        line: vec![liked],
        depth: 1,
        stopped: false,
        proved: None,
    };
    // Proved: at least `low`, less than `high`.
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
        match ask(context, question) {
            Answer::Proved(mv) => {
                low = question;
                outcome.line = mv.into_iter().collect();
                if goal == Goal::Value {
                    context.iteration(1, low, &outcome.line);
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

/// Returns the next value to test: near zero first, then at growing distances, then by bisection.
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

/// Returns the best move by the evaluator after one ply, and its value.
fn first_impression(context: &mut Context<'_>) -> Result<(AnyMove, Score), Stopped> {
    let mut moves = Vec::new();
    context.enter(0, 1, -INF, INF)?;
    context.expand(0, &mut moves);
    let mut best: Option<(AnyMove, Score)> = None;
    for &mv in &moves {
        context.play(mv);
        let value = context.visit(1);
        context.board.undo();
        match value {
            Ok((value, _)) if best.is_none_or(|(_, best)| value > best) => best = Some((mv, value)),
            Ok(_) => {}
            Err(Stopped) => break,
        }
    }
    context.leave(
        best.map_or(0, |(_, value)| value),
        Bound::Exact,
        best.map(|(mv, _)| mv),
        crate::observer::How::Searched,
    );
    best.ok_or(Stopped)
}
