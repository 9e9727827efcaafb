//! Openings for training games, in the form of OpenBench: different, balanced, and determined by a seed.

use std::collections::HashSet;
use std::fs;

use chess::{Game, Move, Position};
use engine::{Engine, Event, Request, Settings};
use games::Chess;
use gametree::{Bound, Limits, Signal, SplitMix64, Value};

/// The arguments of `genfens`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GenFens {
    /// The number of positions.
    pub count: u64,
    /// The random seed.
    pub seed: u64,
    /// A file of start positions, FEN or EPD; `None` is the start position.
    pub book: Option<String>,
    /// The number of random moves; every second position has one more.
    pub plies: Option<u32>,
}

/// Maximum number of random moves.
const MAX_PLIES: u32 = 40;

/// Maximum value of a balanced position in centipawns.
const BALANCE: i32 = 120;

/// Nodes of a search. A limit in nodes gives the same positions on all machines.
const NODES: u64 = 4_000;

/// Maximum number of tries for one position. Then the most balanced one is taken.
const TRIES: u32 = 100;

impl GenFens {
    /// Parses `N seed S book None|FILE [plies P]`. Ignores other words, because OpenBench passes on the input of its user.
    #[must_use]
    pub fn parse<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<Self> {
        let mut genfens = Self {
            count: words.next()?.parse().ok()?,
            seed: 0,
            book: None,
            plies: None,
        };
        while let Some(word) = words.next() {
            match word {
                "seed" => genfens.seed = words.next()?.parse().ok()?,
                "plies" => genfens.plies = Some(words.next()?.parse().ok()?),
                "book" => {
                    let name = words.next()?;
                    genfens.book = (!name.eq_ignore_ascii_case("none")).then(|| name.to_owned());
                }
                _ => {}
            }
        }
        Some(genfens)
    }

    /// Generates the positions and reports each at once. Returns whether it was not stopped.
    pub fn run(&self, signal: &Signal, report: &mut dyn FnMut(&Position)) -> Result<bool, String> {
        let (starts, plies) = match &self.book {
            None => (vec![Position::startpos()], 8),
            Some(name) => (read_book(name)?, 4),
        };
        let settings = Settings {
            hash: 1,
            ..Settings::default()
        };
        let mut generator = Generator {
            starts,
            plies: self.plies.unwrap_or(plies).min(MAX_PLIES),
            engine: Engine::new(&settings),
            rng: SplitMix64::new(gametree::mix(self.seed)),
            seen: HashSet::new(),
        };
        for _ in 0..self.count {
            match generator.position(signal) {
                Some(position) => report(&position),
                None => return Ok(false),
            }
        }
        Ok(true)
    }
}

fn read_book(name: &str) -> Result<Vec<Position>, String> {
    let text = fs::read_to_string(name)
        .map_err(|error| format!("the book {name} cannot be read: {error}"))?;
    let mut starts = contest::book::read(&Chess::default(), &text)
        .map_err(|error| format!("the book {name}: {error}"))?;
    starts.retain(|position| position.outcome().is_none());
    if starts.is_empty() {
        return Err(format!("the book {name} has no position to start from"));
    }
    Ok(starts)
}

struct Generator {
    starts: Vec<Position>,
    plies: u32,
    engine: Engine,
    rng: SplitMix64,
    seen: HashSet<u64>,
}

impl Generator {
    /// Generates one position. Returns `None` if it was stopped.
    fn position(&mut self, signal: &Signal) -> Option<Position> {
        let mut best: Option<(i32, Position)> = None;
        for _ in 0..TRIES {
            let Some(game) = self.random_game() else {
                continue;
            };
            let position = *game.position();
            if self.seen.contains(&position.key()) {
                continue;
            }
            let value = self.value(&game, signal).abs();
            if signal.is_stopped() {
                return None;
            }
            if value <= BALANCE || best.is_none_or(|(least, _)| value < least) {
                best = Some((value, position));
            }
            if value <= BALANCE {
                break;
            }
        }
        // Without any candidate, a start position is used again.
        let position = best.map_or(self.starts[0], |(_, position)| position);
        self.seen.insert(position.key());
        Some(position)
    }

    /// Plays random moves from a start position. Returns `None` if the game ends or the side to move is in check.
    fn random_game(&mut self) -> Option<Game> {
        let start = self.starts[self.rng.below(self.starts.len() as u64) as usize];
        let mut game = Game::new(start);
        // An additional move half of the time, so that both sides are to move.
        for _ in 0..u64::from(self.plies) + self.rng.below(2) {
            let mut moves: Vec<Move> = game.position().legal_moves().into_iter().collect();
            if moves.is_empty() {
                return None;
            }
            // The result must not depend on the order of move generation.
            moves.sort_unstable();
            let m = moves[self.rng.below(moves.len() as u64) as usize];
            game.play(m).ok()?;
        }
        (game.outcome().is_none() && !game.position().in_check()).then_some(game)
    }

    fn value(&mut self, game: &Game, signal: &Signal) -> i32 {
        // The value must not depend on earlier searches.
        self.engine.new_game();
        let request = Request::new(Limits::nodes(NODES));
        let mut value = i32::MAX;
        _ = self.engine.search(game, &request, signal, &mut |event| {
            if let Event::Info(info) = event
                && info.bound == Bound::Exact
            {
                value = match info.score {
                    Value::Mate(_) => i32::MAX,
                    value => value.score(),
                };
            }
        });
        value
    }
}
