//! Positions out of the search's own tree, each with what a small search of its own says about it.
//!
//! The evaluation is asked about positions that nobody would play: one side has just blundered, or given something up for
//! nothing yet. A game has few of them. So a position of a game is searched once more, some of the positions in that tree are
//! drawn by lot, and each of the quiet ones is searched in its turn. A search of a few hundred nodes is enough for that, so
//! several of them cost no more than one move of a game.

use std::sync::Arc;

use chess::{Color, Game, Move, Position};
use engine::network::Network;
use engine::{Engine, Settings};
use gametree::SplitMix64;
use gametree::observer::{Enter, Observer, Try};

use super::generator::score_by_search;
use super::neighbours::quiet_move;
use super::{Keep, Scored, ScoredGame};

/// How positions are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drawing {
    /// At most so many out of each tree are searched.
    pub each: usize,
    /// Only one in so many positions of a game is searched: its neighbours have nearly the same tree.
    pub one_in: u64,
    /// The soft limit of every search.
    pub nodes: u64,
    /// How far, in centipawns, the value of a position may be from the value of the tree. What is further away is cut off,
    /// whatever its exact value is.
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

/// For each position that is wanted, so many are drawn: some are not quiet, and some are far away.
const DRAWN: usize = 4;

/// Draws positions. Make one for each thread.
pub struct Samples {
    engine: Engine,
    network: Option<Arc<Network>>,
    drawing: Drawing,
    seed: u64,
}

impl Samples {
    /// Drawn as told, with everything that is left to chance decided by a seed; with the network in the program, or another.
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

    /// Positions out of the trees of a game that pass a filter. The same game gives the same ones.
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
                    && is_near(for_white(position, self.at_sight(position)))
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

    /// The value for the side to move without a search.
    fn at_sight(&self, position: &Position) -> i16 {
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

/// Watches a search and keeps some of its positions, each with the same chance.
struct Tree {
    root: Position,
    /// The moves from the root to the node that was entered last. A pass is none.
    line: Vec<Option<Move>>,
    /// The move that leads to the node entered next, unless that is the same node again.
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

    /// The position at the end of the line. There is none behind a pass, which nobody plays, or in check, where nobody
    /// evaluates.
    fn position(&self) -> Option<Position> {
        let mut position = self.root;
        for m in &self.line {
            position.play((*m)?);
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
            // The same position, looked at in another way: it had its chance.
            None => return self.line.truncate(ply),
        }
        // The n-th position takes the place of one that was drawn with a chance of `most` in n.
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
