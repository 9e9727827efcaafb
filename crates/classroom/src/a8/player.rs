//! The player of assignment 8 and its habits.

use super::evaluator::A8Evaluator;
use super::search::{INFINITY, Version, search_logged};
use crate::player::{Choice, CoursePlayer, Log, current};
use chess::{Move, Position};
use games::Chess;

/// The player.
#[derive(Clone, Copy, Debug)]
pub struct A8Player {
    version: Version,
    evaluator: A8Evaluator,
}

impl A8Player {
    /// Faithful or mended, with this evaluator.
    #[must_use]
    pub const fn new(version: Version, evaluator: A8Evaluator) -> Self {
        Self { version, evaluator }
    }
}

/// A move that mates at once.
fn mate_in_one(position: &Position) -> Option<Move> {
    position.legal_moves().into_iter().find(|&m| {
        let next = position.after(m);
        next.in_check() && !next.has_legal_move()
    })
}

/// How often the position after a move was on the board before.
fn earlier(history: &[Position], next: &Position) -> usize {
    history.iter().filter(|old| old.key() == next.key()).count()
}

/// Does the game end in a draw with this position, or could it be claimed?
fn is_draw(history: &[Position], next: &Position) -> bool {
    let stalemate = !next.in_check() && !next.has_legal_move();
    stalemate
        || next.is_insufficient_material()
        || next.halfmove_clock() >= 100
        || earlier(history, next) >= 2
}

impl CoursePlayer<Chess> for A8Player {
    fn think(&mut self, history: &[Position], depth: u32, log: &mut Log<'_, Move>) -> Choice<Move> {
        let position = current(history);
        let us = position.side_to_move();

        // Killer instinct: a mate in one is played at once.
        if let Some(mate) = mate_in_one(position) {
            return Choice {
                best: Some(mate),
                value: Some(INFINITY),
                calls: 1,
                stopped: false,
            };
        }

        // A king alone cannot win: go back to where the board has been before, if possible.
        if !position.color(us).has_several() {
            let back = position
                .legal_moves()
                .into_iter()
                .find(|&m| earlier(history, &position.after(m)) > 0);
            if back.is_some() {
                return Choice {
                    best: back,
                    value: Some(0),
                    calls: 1,
                    stopped: false,
                };
            }
        }

        // Otherwise the best move that neither repeats a position nor draws; if there is none,
        // the best move.
        let searched = search_logged(position, depth, self.evaluator, self.version, log);
        let lively = searched.moves.iter().find(|(m, _)| {
            let next = position.after(*m);
            earlier(history, &next) == 0 && !is_draw(history, &next)
        });
        let chosen = match (self.version, lively, searched.moves.first()) {
            // What is lost anyway is better drawn.
            (Version::Mended, Some(lively), Some(best)) if lively.1 < 0 => {
                let draws = is_draw(history, &position.after(best.0));
                Some(if draws { best } else { lively })
            }
            (_, Some(lively), _) => Some(lively),
            (_, None, best) => best,
        };
        let choice = Choice {
            best: chosen.map(|&(m, _)| m),
            value: chosen.map(|&(_, value)| value),
            calls: searched.calls,
            stopped: searched.stopped,
        };
        choice.or_first(&position.legal_moves())
    }
}
