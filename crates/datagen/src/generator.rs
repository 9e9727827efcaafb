//! Plays self-play games.

use std::sync::Arc;

use chess::{Color, Game, Move, Position};
use contest::book;
use engine::network::Network;
use engine::{Engine, Event, Request, Settings};
use games::{BoardGame, Chess, GameResult};
use gametree::{Limits, Observer, Signal, SplitMix64, Value};

use packs::{MATE_SCORE, Recipe, ScoredGame};

/// Plays games by a recipe. Each thread needs its own.
pub struct Generator {
    engine: Engine,
    recipe: Recipe,
    seed: u64,
    book: Vec<Position>,
}

/// The most random moves after a book position; the least is 1.
const AFTER_BOOK: u64 = 4;

impl Generator {
    /// Creates a generator. `seed` determines all random choices; `network` replaces the built-in network.
    #[must_use]
    pub fn new(recipe: Recipe, seed: u64, network: Option<Arc<Network>>) -> Self {
        // Small enough for the processor's cache, large enough for a few thousand nodes.
        let settings = Settings {
            hash: 4,
            hunt: recipe.hunt,
            network,
            ..Settings::default()
        };
        let book = book::default(Chess::ID).unwrap_or_default();
        Self {
            engine: Engine::new(&settings),
            recipe,
            seed,
            book: book::read(&Chess::default(), book).expect("the built-in book is valid"),
        }
    }

    /// Plays a game; `None` if it is too long. The same number gives the same game.
    pub fn game(&mut self, number: u64) -> Option<ScoredGame> {
        let mut random = SplitMix64::new(gametree::mix(self.seed) ^ gametree::mix(number));
        let mut game = self.start(&mut random);
        let mut scores = Vec::new();
        let mut adjudicator = Adjudicator::default();
        let result = loop {
            if let Some(outcome) = game.outcome() {
                break match outcome.winner {
                    Some(Color::White) => GameResult::First,
                    Some(Color::Black) => GameResult::Second,
                    None => GameResult::Draw,
                };
            }
            if game.moves().len() >= Recipe::LONGEST {
                return None;
            }
            let (best, score) = self.choose(&game, self.recipe.nodes);
            let white = match game.position().side_to_move() {
                Color::White => score,
                Color::Black => -score,
            };
            if let Some(result) = adjudicator.add(&self.recipe, white, game.moves().len()) {
                break result;
            }
            game.play(best).ok()?;
            scores.push(score);
        };
        Some(ScoredGame {
            number,
            start: *game.start(),
            moves: game.moves().to_vec(),
            scores,
            result,
        })
    }

    /// Returns a game from a random, balanced start position.
    fn start(&mut self, random: &mut SplitMix64) -> Game {
        loop {
            self.engine.new_game();
            let mut plies = self.recipe.random_plies + random.below(2);
            let mut lot = random.below(100);
            let start = if lot < self.recipe.chess960 {
                Position::chess960(random.below(960) as u16)
            } else {
                lot -= self.recipe.chess960;
                if lot < self.recipe.book && !self.book.is_empty() {
                    plies = 1 + random.below(AFTER_BOOK);
                    Some(self.book[random.below(self.book.len() as u64) as usize])
                } else {
                    None
                }
            };
            let mut game = Game::new(start.unwrap_or_else(Position::startpos));
            for _ in 0..plies {
                let moves = game.position().legal_moves();
                if moves.is_empty() {
                    break;
                }
                _ = game.play(moves[random.below(moves.len() as u64) as usize]);
            }
            let balance = self.recipe.balance.unsigned_abs();
            if game.outcome().is_none()
                && self.choose(&game, Recipe::START_NODES).1.unsigned_abs() <= balance
            {
                return game;
            }
        }
    }

    fn choose(&mut self, game: &Game, nodes: u64) -> (Move, i16) {
        score_by_search(&mut self.engine, game, nodes, None)
    }
}

/// Returns the best move and its score in centipawns, by a search with a soft node limit. The game must not be over.
pub(super) fn score_by_search(
    engine: &mut Engine,
    game: &Game,
    nodes: u64,
    observer: Option<&mut dyn Observer<Move>>,
) -> (Move, i16) {
    let request = Request::new(Limits {
        soft_nodes: Some(nodes),
        ..Limits::nodes(nodes * Recipe::HARD)
    });
    let mut score = 0;
    let mut report = |event: &Event| {
        if let Event::Info(info) = event {
            score = match info.score {
                Value::Mate(moves) if moves > 0 => MATE_SCORE,
                Value::Mate(_) => -MATE_SCORE,
                value => {
                    let most = i32::from(MATE_SCORE) - 1;
                    value.score().clamp(-most, most) as i16
                }
            };
        }
    };
    let choice = engine.search_watched(game, &request, &Signal::default(), &mut report, observer);
    let best = choice
        .best
        .or(game.position().legal_moves().first().copied());
    (best.expect("a legal move"), score)
}

/// Adjudicates a game by its last scores.
#[derive(Default)]
struct Adjudicator {
    white: u32,
    black: u32,
    level: u32,
}

impl Adjudicator {
    /// Adds the score for White after `plies` moves. Returns the result if the game is adjudicated.
    fn add(&mut self, recipe: &Recipe, white: i16, plies: usize) -> Option<GameResult> {
        let count =
            |counter: &mut u32, holds: bool| *counter = if holds { *counter + 1 } else { 0 };
        count(&mut self.white, white >= recipe.won);
        count(&mut self.black, white <= -recipe.won);
        let level = white.unsigned_abs() <= recipe.level.unsigned_abs();
        count(&mut self.level, level && plies >= Recipe::LEVEL_FROM);
        if self.white >= Recipe::DECIDED_PLIES {
            Some(GameResult::First)
        } else if self.black >= Recipe::DECIDED_PLIES {
            Some(GameResult::Second)
        } else if self.level >= Recipe::LEVEL_PLIES {
            Some(GameResult::Draw)
        } else {
            None
        }
    }
}
