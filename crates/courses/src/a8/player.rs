//! The player of assignment 8 and its rules of play.

use super::evaluator::A8Evaluator;
use super::search::{INFINITY, Version, search_in};
use crate::player::{Choice, CoursePlayer, Walk, current};
use chess::{Move, Position};
use games::Chess;
use gametree::{Limits, Observer};

/// The player.
#[derive(Clone, Copy, Debug)]
pub struct A8Player {
    version: Version,
    evaluator: A8Evaluator,
}

impl A8Player {
    /// Creates a player of this version with an evaluator.
    #[must_use]
    pub const fn new(version: Version, evaluator: A8Evaluator) -> Self {
        Self { version, evaluator }
    }
}

/// Returns a move that gives mate.
fn mate_in_one(position: &Position) -> Option<Move> {
    position.legal_moves().into_iter().find(|&m| {
        let next = position.after(m);
        next.in_check() && !next.has_legal_move()
    })
}

/// Returns how often a position occurred before.
fn earlier(history: &[Position], next: &Position) -> usize {
    history.iter().filter(|old| old.key() == next.key()).count()
}

/// Returns whether the game is a draw in this position, or a draw can be claimed.
fn is_draw(history: &[Position], next: &Position) -> bool {
    let stalemate = !next.in_check() && !next.has_legal_move();
    stalemate
        || next.is_insufficient_material()
        || next.halfmove_clock() >= 100
        || earlier(history, next) >= 2
}

impl CoursePlayer<Chess> for A8Player {
    fn search_watched(
        &mut self,
        history: &[Position],
        limits: &Limits,
        observer: &mut dyn Observer<Move>,
    ) -> Choice<Move> {
        let position = current(history);
        let us = position.side_to_move();

        // The document's "killer instinct": a mate in one is played at once.
        if let Some(mate) = mate_in_one(position) {
            return Choice {
                value: Some(INFINITY),
                calls: 1,
                ..Choice::unvalued(Some(mate), limits)
            };
        }

        // A lone king cannot win: it repeats a position if possible.
        if !position.color(us).has_several() {
            let back = position
                .legal_moves()
                .into_iter()
                .find(|&m| earlier(history, &position.after(m)) > 0);
            if back.is_some() {
                return Choice {
                    value: Some(0),
                    calls: 1,
                    ..Choice::unvalued(back, limits)
                };
            }
        }

        // Otherwise the best move that neither repeats a position nor draws; failing that, the best move.
        let mut walk = Walk::new(limits, observer);
        let depth = walk.depth();
        let searched = search_in(position, self.evaluator, self.version, &mut walk);
        let lively = searched.moves.iter().find(|(m, _)| {
            let next = position.after(*m);
            earlier(history, &next) == 0 && !is_draw(history, &next)
        });
        let chosen = match (self.version, lively, searched.moves.first()) {
            // In a lost position a draw is better.
            (Version::Fixed, Some(lively), Some(best)) if lively.1 < 0 => {
                let draws = is_draw(history, &position.after(best.0));
                Some(if draws { best } else { lively })
            }
            (_, Some(lively), _) => Some(lively),
            (_, None, best) => best,
        };
        let best = chosen.map(|&(m, _)| m);
        let value = chosen.map(|&(_, value)| value);
        let choice = walk.answer(best, value, depth);
        choice.or_first(&position.legal_moves())
    }
}
