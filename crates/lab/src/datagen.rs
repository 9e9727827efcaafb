//! Games of the engine against itself, as positions with their results: what weights are tuned on.
//!
//! Every game begins with a few random moves, so that no two are alike, from a position that a short search calls
//! balanced enough. A position is kept if it is quiet (nobody in check, and the move played takes nothing): only those
//! are valued by an evaluation. One line each: `FEN|result|score`, the result 1, 0.5 or 0 for White, the score of the
//! search in centipawns for White.

use std::fmt::Write as _;

use chess::{Color, Game, Position};
use engine::{Engine, Event, Request, Settings};
use gametree::{Limits, Signal, SplitMix64, Value};

/// How to play the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// Nodes a move.
    pub nodes: u64,
    /// Random moves at the start; every other game has one more, so that both sides begin.
    pub random_plies: u32,
    /// A start is balanced if it is worth no more than this, in centipawns.
    pub balance: i32,
    /// Decides everything that is left to chance.
    pub seed: u64,
}

impl Default for Recipe {
    fn default() -> Self {
        Self {
            nodes: 5_000,
            random_plies: 8,
            balance: 250,
            seed: 1,
        }
    }
}

/// Beyond this many centipawns for four moves in a row, a game is as good as won.
const DECIDED: i32 = 2_000;

/// A game that has gone on for so many plies is a draw.
const LONGEST: usize = 400;

/// A player of such games. Make one for each thread.
pub struct Generator {
    engine: Engine,
    recipe: Recipe,
}

impl Generator {
    /// By this recipe.
    #[must_use]
    pub fn new(recipe: Recipe) -> Self {
        let settings = Settings {
            hash: 8,
            ..Settings::default()
        };
        Self {
            engine: Engine::new(&settings),
            recipe,
        }
    }

    /// The lines of one game. The same number is the same game.
    pub fn game(&mut self, number: u64) -> String {
        let mut random = SplitMix64::new(gametree::mix(self.recipe.seed) ^ gametree::mix(number));
        let mut game = self.start(&mut random);
        let mut kept: Vec<(String, i32)> = Vec::new();
        let mut decided = 0_i32;
        let result = loop {
            if let Some(outcome) = game.outcome() {
                break match outcome.winner {
                    Some(Color::White) => "1",
                    Some(Color::Black) => "0",
                    None => "0.5",
                };
            }
            if game.moves().len() >= LONGEST {
                break "0.5";
            }
            let (best, score) = self.choose(&game, self.recipe.nodes);
            let position = *game.position();
            let white = match position.side_to_move() {
                Color::White => score,
                Color::Black => -score,
            };
            decided = match white {
                DECIDED.. => decided.max(0) + 1,
                ..=-2_000 => decided.min(0) - 1,
                _ => 0,
            };
            if decided.abs() >= 8 {
                break if decided > 0 { "1" } else { "0" };
            }
            if !position.in_check() && !best.is_noisy() && white.abs() < DECIDED {
                kept.push((position.to_string(), white));
            }
            if game.play(best).is_err() {
                break "0.5";
            }
        };
        let mut text = String::new();
        for (fen, score) in kept {
            _ = writeln!(text, "{fen}|{result}|{score}");
        }
        text
    }

    /// Random moves from the start position, until they lead somewhere balanced.
    fn start(&mut self, random: &mut SplitMix64) -> Game {
        loop {
            self.engine.new_game();
            let mut game = Game::new(Position::startpos());
            let plies = u64::from(self.recipe.random_plies) + random.below(2);
            for _ in 0..plies {
                let moves = game.position().legal_moves();
                if moves.is_empty() {
                    break;
                }
                let m = moves[random.below(moves.len() as u64) as usize];
                _ = game.play(m);
            }
            if game.outcome().is_none() && self.choose(&game, 1_000).1.abs() <= self.recipe.balance
            {
                return game;
            }
        }
    }

    fn choose(&mut self, game: &Game, nodes: u64) -> (chess::Move, i32) {
        let request = Request::new(Limits::nodes(nodes));
        let mut score = 0;
        let choice = self
            .engine
            .search(game, &request, &Signal::default(), &mut |event| {
                if let Event::Info(info) = event {
                    score = match info.score {
                        Value::Centipawns(value) | Value::Points(value) => value,
                        Value::Mate(moves) if moves > 0 => 30_000,
                        Value::Mate(_) => -30_000,
                    };
                }
            });
        let best = choice
            .best
            .or(game.position().legal_moves().first().copied());
        // The caller asks only where the game goes on.
        (best.expect("a legal move"), score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_quiet_positions_with_their_result() {
        let recipe = Recipe {
            nodes: 300,
            ..Recipe::default()
        };
        let text = Generator::new(recipe).game(3);
        assert!(text.lines().count() > 5);
        for line in text.lines() {
            let fields: Vec<&str> = line.split('|').collect();
            assert_eq!(fields.len(), 3);
            let position = Position::from_fen(fields[0]).expect("a position");
            assert!(!position.in_check());
            assert!(["0", "0.5", "1"].contains(&fields[1]));
            assert!(fields[2].parse::<i32>().expect("a score").abs() < DECIDED);
        }
        assert_eq!(Generator::new(recipe).game(3), text);
        assert_ne!(Generator::new(recipe).game(4), text);
    }
}
