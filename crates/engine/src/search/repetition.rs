//! What was on the board before, and what can be again in one move.
//!
//! A position that comes back is worth a draw. The search sees that one move early: if some reversible move leads
//! from here to an earlier position of the line, the side to move can have the draw. To find such a move without
//! making any, all reversible moves are kept in a hash table by the change they make to a position's key ("cuckoo
//! hashing"; Marcin Ciura's idea, used in chess by Stockfish and others since 2018).

use std::sync::LazyLock;

use chess::{Move, MoveKind, Piece, PieceKind, Position, Square, attacks};

const SIZE: usize = 8_192;

#[derive(Clone, Copy)]
struct Step {
    key: u64,
    from: Square,
    to: Square,
}

/// All steps of pieces other than pawns over an empty board, each in one of two places that its key gives.
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

    /// The step that changes a key so.
    #[inline]
    fn find(&self, change: u64) -> Option<Step> {
        places(change)
            .into_iter()
            .filter_map(|place| self.0[place])
            .find(|step| step.key == change)
    }
}

/// Puts a step into its first place; who was there goes to its other place, and so on.
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

/// Makes the table of steps, which takes a moment, before a search needs it.
pub fn prepare() {
    LazyLock::force(&STEPS);
}

/// The keys of the game and of the line that is searched.
#[derive(Clone, Default)]
pub struct Past {
    keys: Vec<u64>,
    /// How many of them were before the position asked about.
    game: usize,
    /// The first of them that can come back: what was before a pass cannot, because nobody may pass.
    first: usize,
}

/// How far back the past went before a pass.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct BeforePass(usize);

impl Past {
    /// Starts from a game: all positions but the present one.
    pub fn start(&mut self, positions: &[Position]) {
        let before = &positions[..positions.len() - 1];
        self.keys.clear();
        self.keys.extend(before.iter().map(Position::key));
        self.game = before.len();
        self.first = 0;
    }

    /// Takes all moves of the searched line back, however many there were when the search was stopped.
    pub fn rewind(&mut self) {
        self.keys.truncate(self.game);
        self.first = 0;
    }

    /// A move is made from a position with this key.
    #[inline(always)]
    pub fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    /// It is taken back.
    #[inline(always)]
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// The side to move passes, in a position with this key: nothing that was before it counts until that is taken back.
    pub fn pass(&mut self, key: u64) -> BeforePass {
        self.push(key);
        BeforePass(std::mem::replace(&mut self.first, self.keys.len()))
    }

    /// The pass is taken back.
    pub fn take_back(&mut self, before: BeforePass) {
        self.pop();
        self.first = before.0;
    }

    /// How many plies back a position could be the same as one with this many quiet plies behind it.
    #[inline(always)]
    fn reach(&self, position: &Position) -> usize {
        usize::from(position.halfmove_clock()).min(self.keys.len() - self.first)
    }

    /// Whether the position is a draw by repetition: once before on the searched line, or twice in the game.
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

    /// Whether the side to move can make a move that leads to an earlier position of the searched line.
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
                && is_ours(position, step)
            {
                return true;
            }
            back += 2;
        }
        false
    }
}

/// Whether the piece that would step stands there, is the mover's, and may.
fn is_ours(position: &Position, step: Step) -> bool {
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
            position.play(m);
            positions.push(position);
        }
        positions
    }

    /// The past of a line whose first `game` positions are from the game.
    fn past(positions: &[Position], game: usize) -> Past {
        let mut past = Past::default();
        past.start(&positions[..=game]);
        for position in &positions[game..positions.len() - 1] {
            past.push(position.key());
        }
        past
    }

    #[test]
    fn every_step_has_its_place() {
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
    fn twice_on_the_line_or_three_times_in_the_game() {
        let positions = line("g1f3 g8f6 f3g1 f6g8");
        let last = positions.last().unwrap();
        // Strictly after the root: the root itself comes back only once in the game.
        assert!(!past(&positions, 4).is_repetition(last));
        let longer = line("e2e4 e7e5 g1f3 g8f6 f3g1 f6g8");
        assert!(past(&longer, 1).is_repetition(longer.last().unwrap()));
        let twice = line("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
        assert!(past(&twice, 8).is_repetition(twice.last().unwrap()));
    }

    #[test]
    fn nothing_comes_back_over_a_pass() {
        let positions = line("e2e4 e7e5 g1f3");
        let mut past = past(&positions, 1);
        let start = *positions.last().unwrap();
        let after = |position: &Position, word: &str| {
            position.after(chess::uci::parse(position, word).expect("a legal move"))
        };
        // White passes twice while Black's knight goes out and home.
        past.push(start.key());
        let out = after(&start, "g8f6");
        let first = past.pass(out.key());
        let passed = out.after_null().unwrap();
        past.push(passed.key());
        let home = after(&passed, "f6g8");
        let second = past.pass(home.key());
        let again = home.after_null().unwrap();
        assert_eq!(again.key(), start.key());
        assert!(!past.is_repetition(&again) && !past.can_repeat(&again));
        // Without the passes everything counts again.
        past.take_back(second);
        past.pop();
        past.take_back(first);
        past.push(out.key());
        let back = after(&out, "f3g1");
        assert!(past.can_repeat(&back));
        past.push(back.key());
        assert!(past.is_repetition(&after(&back, "f6g8")));
    }

    #[test]
    fn a_move_back_is_seen_before_it_is_made() {
        let positions = line("e2e4 e7e5 g1f3 g8f6 f3g1");
        let last = positions.last().unwrap();
        assert!(past(&positions, 1).can_repeat(last));
        let positions = line("e2e4 e7e5 g1f3 g8f6 b1c3");
        assert!(!past(&positions, 1).can_repeat(positions.last().unwrap()));
    }
}
