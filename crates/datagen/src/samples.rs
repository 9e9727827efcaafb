//! Positions from search trees, each with the score of a small search.
//!
//! A search evaluates positions that occur rarely in games: one side has just blundered or sacrificed. So a position of a game is
//! searched again, positions of that tree are sampled at random, and each quiet one is searched. A few hundred nodes are enough,
//! so several samples cost no more than one move of a game.

use std::sync::Arc;

use chess::{Color, Game, Move, Position};
use engine::network::Network;
use engine::{Engine, Settings};
use gametree::SplitMix64;
use gametree::observer::{Enter, Observer, Try};

use super::generator::score_by_search;
use super::neighbours::quiet_move;
use packs::{Keep, Scored, ScoredGame};

/// The settings of sampling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drawing {
    /// The most samples per tree.
    pub each: usize,
    /// Every nth position of a game is searched, at random: consecutive positions have similar trees.
    pub one_in: u64,
    /// The soft node limit of every search.
    pub nodes: u64,
    /// The largest difference between the value of a sample and of its tree, in centipawns. Positions beyond it cause cutoffs, so
    /// their exact value does not matter.
    pub near: i16,
}

impl Default for Drawing {
    fn default() -> Self {
        Self {
            each: 6,
            one_in: 4,
            nodes: 200,
            near: 500,
        }
    }
}

/// Positions drawn per sample: some are not quiet, and some values are too different.
const DRAWN: usize = 4;

/// Samples positions. Each thread needs its own.
pub struct Samples {
    engine: Engine,
    network: Option<Arc<Network>>,
    drawing: Drawing,
    seed: u64,
}

impl Samples {
    /// Creates a sampler. `seed` determines all random choices; `network` replaces the built-in network.
    #[must_use]
    pub fn new(drawing: Drawing, seed: u64, network: Option<Arc<Network>>) -> Self {
        let settings = Settings {
            hash: 4,
            network: network.clone(),
            ..Settings::default()
        };
        Self {
            engine: Engine::new(&settings),
            network,
            drawing,
            seed,
        }
    }

    /// Returns samples from the trees of a game that pass a filter. The same game gives the same samples.
    pub fn of(&mut self, game: &ScoredGame, keep: &Keep) -> Vec<Scored> {
        self.engine.new_game();
        let mut random = SplitMix64::new(gametree::mix(self.seed) ^ gametree::mix(game.number));
        let mut found = Vec::new();
        for root in game.positions().filter(|one| one.ply >= keep.from_ply) {
            if random.below(self.drawing.one_in.max(1)) != 0 {
                continue;
            }
            let most = self.drawing.each * DRAWN;
            let mut tree = Tree::new(root.position, most, random.next_u64());
            let (_, score) = score_by_search(
                &mut self.engine,
                &Game::new(root.position),
                self.drawing.nodes,
                Some(&mut tree),
            );
            let value = for_white(&root.position, score);
            let is_near = |white: i16| {
                (i32::from(white) - i32::from(value)).abs() <= i32::from(self.drawing.near)
            };
            let mut drawn = tree.drawn;
            random.shuffle(&mut drawn);
            let quiet = drawn.into_iter().filter(|position| {
                quiet_move(position).is_some()
                    && is_near(for_white(position, self.static_value(position)))
            });
            let chosen: Vec<Position> = quiet.take(self.drawing.each).collect();
            for position in chosen {
                let (played, score) = score_by_search(
                    &mut self.engine,
                    &Game::new(position),
                    self.drawing.nodes,
                    None,
                );
                let sample = Scored {
                    position,
                    played,
                    white_score: for_white(&position, score),
                    ply: root.ply,
                };
                if is_near(sample.white_score) && keep.keeps(&sample) {
                    found.push(sample);
                }
            }
        }
        found
    }

    /// Returns the static evaluation for the side to move.
    fn static_value(&self, position: &Position) -> i16 {
        let value = match &self.network {
            Some(network) => network.evaluate(position),
            None => engine::eval::evaluate(position),
        };
        value.clamp(i32::from(i16::MIN + 1), i32::from(i16::MAX)) as i16
    }
}

fn for_white(position: &Position, score: i16) -> i16 {
    match position.side_to_move() {
        Color::White => score,
        Color::Black => -score,
    }
}

/// Observes a search and samples its positions uniformly (reservoir sampling).
struct Tree {
    root: Position,
    /// The moves from the root to the current node; `None` is a null move.
    line: Vec<Option<Move>>,
    /// The move to the next node, unless the same node is entered again.
    next: Option<Option<Move>>,
    most: usize,
    seen: u64,
    drawn: Vec<Position>,
    random: SplitMix64,
}

impl Tree {
    fn new(root: Position, most: usize, seed: u64) -> Self {
        Self {
            root,
            line: Vec::new(),
            next: None,
            most,
            seen: 0,
            drawn: Vec::with_capacity(most),
            random: SplitMix64::new(seed),
        }
    }

    /// Returns the position at the end of the line. `None` after a null move and in check: such positions are not evaluated.
    fn position(&self) -> Option<Position> {
        let mut position = self.root;
        for m in &self.line {
            position.play_unchecked((*m)?);
        }
        (!position.in_check()).then_some(position)
    }
}

impl Observer<Move> for Tree {
    fn try_move(&mut self, m: Option<Move>, why: Try) {
        self.next = (why != Try::Internal).then_some(m);
    }

    fn enter(&mut self, event: &Enter) {
        let ply = event.ply as usize;
        if ply == 0 {
            self.line.clear();
            return;
        }
        match self.next.take() {
            Some(m) => {
                self.line.truncate(ply - 1);
                self.line.push(m);
            }
            // The same position, searched again.
            None => return self.line.truncate(ply),
        }
        // The nth position replaces a sample with probability `most` / n.
        self.seen += 1;
        let place = self.random.below(self.seen) as usize;
        if place >= self.most {
            return;
        }
        if let Some(position) = self.position() {
            if self.drawn.len() < self.most {
                self.drawn.push(position);
            } else {
                self.drawn[place] = position;
            }
        }
    }
}
