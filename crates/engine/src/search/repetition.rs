//! Repetitions: past ones, and those that the side to move can bring about with one move.
//!
//! A repeated position is a draw. The search detects it one move early: if a reversible move leads to an earlier position of the
//! line, the side to move has at least a draw. To find such a move without generating moves, all reversible moves are kept in
//! a cuckoo hash table by the change that they make to the Zobrist key (Marcin Ciura's algorithm, used in Stockfish and others
//! since 2018).

use std::sync::LazyLock;

use chess::{Move, MoveKind, Piece, PieceKind, Position, Square, attacks};

const SIZE: usize = 8_192;

#[derive(Clone, Copy)]
struct Step {
    key: u64,
    from: Square,
    to: Square,
}

/// All moves of pieces other than pawns on an empty board, each in one of the two places that its key gives.
struct Steps(Box<[Option<Step>; SIZE]>);

fn places(key: u64) -> [usize; 2] {
    [key as usize % SIZE, (key >> 16) as usize % SIZE]
}

impl Steps {
    fn new() -> Self {
        let mut table: Box<[Option<Step>; SIZE]> = Box::new([None; SIZE]);
        for piece in Piece::ALL {
            if piece.kind() == PieceKind::Pawn {
                continue;
            }
            for from in Square::ALL {
                let empty = chess::Bitboard::default();
                for to in attacks::of(piece.color(), piece.kind(), from, empty) {
                    if from < to {
                        insert(
                            &mut table,
                            Step {
                                key: Position::key_of_step(piece, from, to),
                                from,
                                to,
                            },
                        );
                    }
                }
            }
        }
        Self(table)
    }

    /// Returns the step with this change of the key.
    #[inline]
    fn find(&self, change: u64) -> Option<Step> {
        places(change)
            .into_iter()
            .filter_map(|place| self.0[place])
            .find(|step| step.key == change)
    }
}

/// Inserts a step at its first place; a displaced step moves to its other place, and so on.
fn insert(table: &mut [Option<Step>; SIZE], step: Step) {
    let mut step = step;
    let mut place = places(step.key)[0];
    while let Some(displaced) = table[place].replace(step) {
        step = displaced;
        let [first, second] = places(step.key);
        place = if place == first { second } else { first };
    }
}

static STEPS: LazyLock<Steps> = LazyLock::new(Steps::new);

/// Initialises the cuckoo table before a search needs it.
pub fn prepare() {
    LazyLock::force(&STEPS);
}

/// The keys of the game and of the searched line.
#[derive(Clone, Default)]
pub struct Past {
    keys: Vec<u64>,
    /// The number of keys before the root.
    game: usize,
    /// The index of the first key that can repeat: positions before a null move cannot.
    first: usize,
}

/// The state to restore when a null move is unmade.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct BeforeNull(usize);

impl Past {
    /// Starts from the positions of a game, without the current one.
    pub fn start(&mut self, positions: &[Position]) {
        let before = &positions[..positions.len() - 1];
        self.keys.clear();
        self.keys.extend(before.iter().map(Position::key));
        self.game = before.len();
        self.first = 0;
    }

    /// Returns to the root from any ply, after a stopped search.
    pub fn rewind(&mut self) {
        self.keys.truncate(self.game);
        self.first = 0;
    }

    /// Adds the key of a position in which a move is made.
    #[inline(always)]
    pub fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    /// Removes the last key.
    #[inline(always)]
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// Adds the key of a position in which a null move is made. Earlier positions cannot repeat until it is unmade.
    pub fn push_null(&mut self, key: u64) -> BeforeNull {
        self.push(key);
        BeforeNull(std::mem::replace(&mut self.first, self.keys.len()))
    }

    /// Unmakes a null move.
    pub fn pop_null(&mut self, before: BeforeNull) {
        self.pop();
        self.first = before.0;
    }

    /// Returns how many plies back a repetition of the position is possible.
    #[inline(always)]
    fn reach(&self, position: &Position) -> usize {
        usize::from(position.halfmove_clock()).min(self.keys.len() - self.first)
    }

    /// Returns whether the position is a draw by repetition: it occurred once before on the searched line, or twice in the game.
    #[inline]
    pub fn is_repetition(&self, position: &Position) -> bool {
        let reach = self.reach(position);
        let key = position.key();
        let mut found = false;
        let mut back = 4;
        while back <= reach {
            let index = self.keys.len() - back;
            if self.keys[index] == key {
                if index > self.game || found {
                    return true;
                }
                found = true;
            }
            back += 2;
        }
        false
    }

    /// Returns whether the side to move has a move to an earlier position of the searched line.
    #[inline]
    pub fn can_repeat(&self, position: &Position) -> bool {
        let reach = self.reach(position);
        if reach < 3 {
            return false;
        }
        let key = position.key();
        let mut back = 3;
        while back <= reach {
            let index = self.keys.len() - back;
            if index <= self.game {
                return false;
            }
            if let Some(step) = STEPS.find(key ^ self.keys[index])
                && !attacks::between(step.from, step.to).meets(position.occupied())
                && is_legal_step(position, step)
            {
                return true;
            }
            back += 2;
        }
        false
    }
}

/// Returns whether the step is a legal move of the side to move.
fn is_legal_step(position: &Position, step: Step) -> bool {
    let (from, to) = if position.piece_at(step.from).is_some() {
        (step.from, step.to)
    } else {
        (step.to, step.from)
    };
    position
        .piece_at(from)
        .is_some_and(|piece| piece.color() == position.side_to_move())
        && position.piece_at(to).is_none()
        && Move::new(from, to, MoveKind::Quiet).is_some_and(|m| position.is_legal(m))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(words: &str) -> Vec<Position> {
        let mut position = Position::startpos();
        let mut positions = vec![position];
        for word in words.split_whitespace() {
            let m = chess::uci::parse(&position, word).expect("a legal move");
            position.play_unchecked(m);
            positions.push(position);
        }
        positions
    }

    /// Returns the keys of a line. Its first `game` positions are from the game.
    fn past(positions: &[Position], game: usize) -> Past {
        let mut past = Past::default();
        past.start(&positions[..=game]);
        for position in &positions[game..positions.len() - 1] {
            past.push(position.key());
        }
        past
    }

    #[test]
    fn cuckoo_table_contains_every_step() {
        let count = STEPS.0.iter().flatten().count();
        // Knight 168, bishop 280, rook 448, queen 728, king 210 pairs of squares, for two colours.
        assert_eq!(count, 2 * (168 + 280 + 448 + 728 + 210));
        for step in STEPS.0.iter().flatten() {
            assert_eq!(
                STEPS.find(step.key).map(|s| (s.from, s.to)),
                Some((step.from, step.to))
            );
        }
    }

    #[test]
    fn repetition_needs_two_on_the_line_or_three_in_the_game() {
        let positions = line("g1f3 g8f6 f3g1 f6g8");
        let last = positions.last().unwrap();
        // Only positions after the root count once; the root itself has occurred only once in the game.
        assert!(!past(&positions, 4).is_repetition(last));
        let longer = line("e2e4 e7e5 g1f3 g8f6 f3g1 f6g8");
        assert!(past(&longer, 1).is_repetition(longer.last().unwrap()));
        let twice = line("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
        assert!(past(&twice, 8).is_repetition(twice.last().unwrap()));
    }

    #[test]
    fn no_repetition_across_a_null_move() {
        let positions = line("e2e4 e7e5 g1f3");
        let mut past = past(&positions, 1);
        let start = *positions.last().unwrap();
        let after = |position: &Position, word: &str| {
            position.after(chess::uci::parse(position, word).expect("a legal move"))
        };
        // White makes two null moves while Black's knight goes out and back.
        past.push(start.key());
        let out = after(&start, "g8f6");
        let first = past.push_null(out.key());
        let passed = out.after_null().unwrap();
        past.push(passed.key());
        let home = after(&passed, "f6g8");
        let second = past.push_null(home.key());
        let again = home.after_null().unwrap();
        assert_eq!(again.key(), start.key());
        assert!(!past.is_repetition(&again) && !past.can_repeat(&again));
        // Without the null moves everything counts again.
        past.pop_null(second);
        past.pop();
        past.pop_null(first);
        past.push(out.key());
        let back = after(&out, "f3g1");
        assert!(past.can_repeat(&back));
        past.push(back.key());
        assert!(past.is_repetition(&after(&back, "f6g8")));
    }

    #[test]
    fn upcoming_repetition_is_detected() {
        let positions = line("e2e4 e7e5 g1f3 g8f6 f3g1");
        let last = positions.last().unwrap();
        assert!(past(&positions, 1).can_repeat(last));
        let positions = line("e2e4 e7e5 g1f3 g8f6 b1c3");
        assert!(!past(&positions, 1).can_repeat(positions.last().unwrap()));
    }
}
