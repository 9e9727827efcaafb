//! Packed books: each opening is one number that encodes its moves.
//!
//! In every position the legal moves are sorted by name (`a2a3` before `a2a4`), so the encoding does not depend on the
//! move generator. A move is its index in that order, in six bits. An opening of eight plies is a number of 48 bits
//! with the first move in the highest bits. The numbers are sorted, and their differences are written with seven bits
//! in each byte, lowest bits first, and the highest bit set on all bytes but the last. An opening takes four to five
//! bytes; a line of EPD takes about eighty.
//!
//! The file begins with a line of text, `espalier book 1, chess, 8 plies, 20000 openings`. Openings are decoded on
//! demand, so a match does not wait for those it does not play.

use games::{BoardGame, GameId};

use super::BookError;

/// Bits of one move.
const BITS: u32 = 6;

/// The most plies that fit into a number.
const MOST_PLIES: u32 = u64::BITS / BITS;

/// A packed book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Packed {
    game: GameId,
    plies: u32,
    /// The openings, in order.
    numbers: Vec<u64>,
}

impl Packed {
    /// The first bytes of a packed book.
    const MAGIC: &'static str = "espalier book 1, ";

    /// Returns whether these bytes begin like a packed book.
    #[must_use]
    pub fn is_packed(bytes: &[u8]) -> bool {
        bytes.starts_with(Self::MAGIC.as_bytes())
    }

    /// Packs openings. Each is a list of moves from the starting position; all have the same length.
    pub fn of<G: BoardGame>(game: &G, openings: &[Vec<G::Move>]) -> Result<Self, BookError> {
        let plies = openings.first().map_or(0, Vec::len) as u32;
        if plies > MOST_PLIES {
            return Err(BookError::Text(format!(
                "a packed book has openings of at most {MOST_PLIES} plies, not {plies}"
            )));
        }
        let mut numbers = Vec::with_capacity(openings.len());
        for moves in openings {
            if moves.len() as u32 != plies {
                return Err(BookError::Text(
                    "all openings of a packed book must have the same length".to_owned(),
                ));
            }
            let mut state = game.start();
            let mut number = 0;
            for &mv in moves {
                let place = in_order(game, &state).iter().position(|&one| one == mv);
                let place = place.filter(|&place| place < 1 << BITS).ok_or_else(|| {
                    let name = game.write_move(mv);
                    BookError::Text(format!("{name} is not among the first 64 legal moves"))
                })?;
                number = number << BITS | place as u64;
                game.play(&mut state, mv);
            }
            numbers.push(number);
        }
        numbers.sort_unstable();
        numbers.dedup();
        Ok(Self {
            game: G::ID,
            plies,
            numbers,
        })
    }

    /// Returns the bytes of the file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let count = self.numbers.len();
        let mut bytes = format!(
            "{}{}, {} plies, {count} openings\n",
            Self::MAGIC,
            self.game.name(),
            self.plies
        )
        .into_bytes();
        let mut before = 0;
        for &number in &self.numbers {
            let mut difference = number - before;
            before = number;
            while difference >= 0x80 {
                bytes.push(difference as u8 | 0x80);
                difference >>= 7;
            }
            bytes.push(difference as u8);
        }
        bytes
    }

    /// Reads the bytes of a file.
    pub fn read(bytes: &[u8]) -> Result<Self, BookError> {
        let wrong = |what: &str| BookError::Text(format!("it is not a packed book: {what}"));
        let head = bytes.iter().position(|&byte| byte == b'\n');
        let (head, mut rest) =
            bytes.split_at(head.ok_or_else(|| wrong("its first line is missing"))?);
        let head = std::str::from_utf8(head).ok().and_then(Self::read_head);
        let (game, plies, count) =
            head.ok_or_else(|| wrong("its first line is not that of a packed book"))?;
        rest = &rest[1..];
        // The count is untrusted input: never reserve more than the file has bytes.
        let mut numbers = Vec::with_capacity(count.min(rest.len()));
        let mut before = 0_u64;
        for _ in 0..count {
            let mut difference = 0_u64;
            let mut shift = 0;
            loop {
                let (&byte, behind) = rest.split_first().ok_or_else(|| wrong("it is too short"))?;
                rest = behind;
                if shift >= u64::BITS {
                    return Err(wrong("a number in it is too large"));
                }
                difference |= u64::from(byte & 0x7F) << shift;
                shift += 7;
                if byte < 0x80 {
                    break;
                }
            }
            before = before
                .checked_add(difference)
                .ok_or_else(|| wrong("a number in it is too large"))?;
            numbers.push(before);
        }
        if !rest.is_empty() {
            return Err(wrong("there are bytes after its last opening"));
        }
        Ok(Self {
            game,
            plies,
            numbers,
        })
    }

    /// Reads game, plies and count from the first line.
    fn read_head(head: &str) -> Option<(GameId, u32, usize)> {
        let mut parts = head.strip_prefix(Self::MAGIC)?.split(", ");
        let game = parts.next()?.parse().ok()?;
        let plies = parts.next()?.strip_suffix(" plies")?.parse().ok()?;
        let count = parts.next()?.strip_suffix(" openings")?.parse().ok()?;
        (plies <= MOST_PLIES && parts.next().is_none()).then_some((game, plies, count))
    }

    /// Returns the game.
    #[must_use]
    pub const fn game(&self) -> GameId {
        self.game
    }

    /// Returns the number of openings.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Returns whether it has none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// Returns the moves of one opening, or `None` if the index is too large or the book is for another game.
    #[must_use]
    pub fn moves<G: BoardGame>(&self, game: &G, index: usize) -> Option<Vec<G::Move>> {
        let number = *self.numbers.get(index).filter(|_| self.game == G::ID)?;
        let mut state = game.start();
        let mut moves = Vec::with_capacity(self.plies as usize);
        for ply in (0..self.plies).rev() {
            let place = number >> (BITS * ply) & ((1 << BITS) - 1);
            let mv = *in_order(game, &state).get(place as usize)?;
            game.play(&mut state, mv);
            moves.push(mv);
        }
        Some(moves)
    }

    /// Returns the position after each opening as a line, in the order of the book, or `None` if the book is for another game.
    #[must_use]
    pub fn to_lines<G: BoardGame>(&self, game: &G) -> Option<String> {
        let lines = (0..self.len()).map(|index| {
            let mut state = game.start();
            for mv in self.moves(game, index)? {
                game.play(&mut state, mv);
            }
            Some(super::write_line(game, &state) + "\n")
        });
        lines.collect()
    }
}

/// Returns the legal moves sorted by name.
fn in_order<G: BoardGame>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut moves = game.legal_moves(state);
    moves.sort_by_cached_key(|&mv| game.write_move(mv));
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Chess, Othello};
    use gametree::SplitMix64;

    fn random_lines<G: BoardGame>(game: &G, count: usize, plies: usize) -> Vec<Vec<G::Move>> {
        let mut random = SplitMix64::new(3);
        let mut line = || {
            let mut state = game.start();
            let mut moves = Vec::new();
            while moves.len() < plies {
                let legal = game.legal_moves(&state);
                let mv = legal[random.below(legal.len() as u64) as usize];
                game.play(&mut state, mv);
                moves.push(mv);
            }
            moves
        };
        (0..count).map(|_| line()).collect()
    }

    fn check_round_trip<G: BoardGame>(game: &G) {
        let mut lines = random_lines(game, 200, 8);
        let packed = Packed::of(game, &lines).expect("short lines");
        let bytes = packed.to_bytes();
        assert!(Packed::is_packed(&bytes) && bytes.len() < 60 + 7 * 200);
        let again = Packed::read(&bytes).expect("our own");
        assert_eq!(again, packed);
        let text = |line: &Vec<G::Move>| -> Vec<String> {
            line.iter().map(|&mv| game.write_move(mv)).collect()
        };
        let mut unpacked: Vec<_> = (0..again.len())
            .map(|index| text(&again.moves(game, index).expect("it is there")))
            .collect();
        let mut expected: Vec<_> = lines.drain(..).map(|line| text(&line)).collect();
        unpacked.sort();
        expected.sort();
        expected.dedup();
        assert_eq!(unpacked, expected);
    }

    #[test]
    fn packed_openings_can_be_unpacked() {
        check_round_trip(&Chess::default());
        check_round_trip(&Othello::<8>::default());
    }

    #[test]
    fn a_broken_book_is_an_error() {
        let game = Chess::default();
        let packed = Packed::of(&game, &random_lines(&game, 5, 6)).expect("short lines");
        let whole = packed.to_bytes();
        for end in 0..whole.len() {
            assert!(Packed::read(&whole[..end]).is_err(), "cut at {end}");
        }
        let mut longer = whole.clone();
        longer.push(0);
        let error = Packed::read(&longer)
            .expect_err("one byte more")
            .to_string();
        assert!(error.contains("after its last opening"), "{error}");
        let huge = b"espalier book 1, chess, 8 plies, 99999999999 openings\n";
        assert!(Packed::read(huge).is_err());
        let endless = [
            &b"espalier book 1, chess, 8 plies, 1 openings\n"[..],
            &[0xFF; 30],
        ]
        .concat();
        assert!(Packed::read(&endless).is_err());
        // A number that encodes no legal moves gives no opening.
        let nonsense = [
            &b"espalier book 1, chess, 8 plies, 1 openings\n"[..],
            &[0x3F],
        ]
        .concat();
        let nonsense = Packed::read(&nonsense).expect("its form is right");
        assert_eq!(nonsense.moves(&game, 0), None);
        assert_eq!(packed.moves(&Othello::<8>::default(), 0), None);
    }
}
