//! Positions to begin training games from, as OpenBench asks for them: different, balanced, the same for a seed.

use std::collections::HashSet;
use std::fs;

use chess::{Game, Move, Position};
use engine::{Engine, Event, Request, Settings};
use games::Chess;
use gametree::SplitMix64;
use gametree::{Bound, Limits, Signal, Value};

/// What to make.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GenFens {
    /// How many positions.
    pub count: u64,
    /// The same seed gives the same positions.
    pub seed: u64,
    /// A file of positions to start from, FEN or EPD, one a line; `None` is the start position.
    pub book: Option<String>,
    /// How many random moves are played, or one more.
    pub plies: Option<u32>,
}

impl GenFens {
    /// Reads what follows `genfens`: `N seed S book None|FILE [plies P]`. Anything else is passed over, because
    /// OpenBench hands on whatever its user typed.
    #[must_use]
    pub fn parse<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<Self> {
        let mut wanted = Self {
            count: words.next()?.parse().ok()?,
            seed: 0,
            book: None,
            plies: None,
        };
        while let Some(word) = words.next() {
            match word {
                "seed" => wanted.seed = words.next()?.parse().ok()?,
                "plies" => wanted.plies = Some(words.next()?.parse().ok()?),
                "book" => {
                    let name = words.next()?;
                    wanted.book = (!name.eq_ignore_ascii_case("none")).then(|| name.to_owned());
                }
                _ => {}
            }
        }
        Some(wanted)
    }

    /// Makes the positions and hands each on as soon as it is found, so that nobody thinks the program hangs. False if
    /// it was stopped.
    pub fn run(&self, signal: &Signal, tell: &mut dyn FnMut(&Position)) -> Result<bool, String> {
        let starts = match &self.book {
            None => vec![Position::startpos()],
            Some(name) => read_book(name)?,
        };
        let plies = self
            .plies
            .unwrap_or(if self.book.is_some() { 4 } else { 8 });
        let mut maker = Maker {
            engine: Engine::new(&Settings {
                hash: 1,
                ..Settings::default()
            }),
            numbers: SplitMix64::new(gametree::mix(self.seed)),
            seen: HashSet::new(),
        };
        for _ in 0..self.count {
            match maker.make(&starts, plies.min(MOST_PLIES), signal) {
                Some(position) => tell(&position),
                None => return Ok(false),
            }
        }
        Ok(true)
    }
}

/// More random moves than this leave nothing of an opening.
const MOST_PLIES: u32 = 40;

/// What the side to move may be ahead or behind, in centipawns.
const BALANCE: i32 = 120;

/// A look at whether a position is balanced; the same number of nodes everywhere, so that a seed gives the same
/// positions everywhere.
const NODES: u64 = 4_000;

/// Tries for one position. Then the most balanced one so far is taken: some books have nothing better.
const TRIES: u32 = 100;

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

struct Maker {
    engine: Engine,
    numbers: SplitMix64,
    seen: HashSet<u64>,
}

impl Maker {
    /// One position; `None` if it was stopped.
    fn make(&mut self, starts: &[Position], plies: u32, signal: &Signal) -> Option<Position> {
        let mut fallback: Option<(i32, Position)> = None;
        for _ in 0..TRIES {
            let Some(game) = self.random_game(starts, plies) else {
                continue;
            };
            let position = *game.position();
            if self.seen.contains(&position.key()) {
                continue;
            }
            let value = self.value(&game, signal);
            if signal.is_stopped() {
                return None;
            }
            if value.abs() <= BALANCE {
                fallback = Some((0, position));
                break;
            }
            if fallback.is_none_or(|(least, _)| value.abs() < least) {
                fallback = Some((value.abs(), position));
            }
        }
        // Nothing at all: a start as it is, though it be the second time.
        let position = fallback.map_or(starts[0], |(_, position)| position);
        self.seen.insert(position.key());
        Some(position)
    }

    /// A start and random moves after it; `None` where the game ends or the king is in check.
    fn random_game(&mut self, starts: &[Position], plies: u32) -> Option<Game> {
        let start = starts[self.numbers.below(starts.len() as u64) as usize];
        let mut game = Game::new(start);
        // One more every other time, so that both sides are to move.
        for _ in 0..u64::from(plies) + self.numbers.below(2) {
            let mut moves: Vec<Move> = game.position().legal_moves().into_iter().collect();
            if moves.is_empty() {
                return None;
            }
            // The order in which moves are generated must not matter.
            moves.sort_unstable();
            let m = moves[self.numbers.below(moves.len() as u64) as usize];
            game.play(m).ok()?;
        }
        (game.outcome().is_none() && !game.position().in_check()).then_some(game)
    }

    fn value(&mut self, game: &Game, signal: &Signal) -> i32 {
        // What was learned in other positions would make the answer depend on them.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn make(words: &str) -> Vec<String> {
        let wanted = GenFens::parse(words.split_whitespace()).expect("a wish");
        let mut lines = Vec::new();
        let all = wanted.run(&Signal::default(), &mut |position| {
            lines.push(position.to_string());
        });
        assert_eq!(all, Ok(true));
        lines
    }

    #[test]
    fn the_same_seed_gives_the_same_positions_and_another_seed_others() {
        let lines = make("12 seed 5 book None");
        assert_eq!(lines.len(), 12);
        assert_eq!(lines, make("12 seed 5 book None extra words"));
        assert_ne!(lines, make("12 seed 6 book None"));
        let different: HashSet<&String> = lines.iter().collect();
        assert_eq!(different.len(), 12);
        assert!(lines.iter().any(|fen| fen.contains(" w ")));
        assert!(lines.iter().any(|fen| fen.contains(" b ")));
    }

    #[test]
    fn a_wish_needs_its_number() {
        for words in ["", "x", "3 seed", "3 seed x", "3 book"] {
            assert_eq!(GenFens::parse(words.split_whitespace()), None, "{words}");
        }
        let wanted = GenFens::parse("3 seed 9 book Books/x.epd plies 6".split_whitespace());
        assert_eq!(
            wanted,
            Some(GenFens {
                count: 3,
                seed: 9,
                book: Some("Books/x.epd".to_owned()),
                plies: Some(6),
            })
        );
    }
}
