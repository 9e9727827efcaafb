//! Many openings in few bytes: each is the moves that lead to it, as one number.
//!
//! In every position the legal moves are put in the order of their names (`a2a3` before `a2a4`), which no change of the
//! generator can disturb, and a move is its place in that order, six bits. An opening of eight plies is then a number of 48
//! bits, the first move first. The numbers are sorted and written as differences, seven bits a byte, the lowest first, the
//! highest bit set on all bytes but the last: four to five bytes an opening, where a line of EPD has eighty.
//!
//! Before them stands a line of text, `espalier book 1, chess, 8 plies, 20000 openings`. Opening 17 is made when it is
//! asked for, so a match that plays a hundred does not wait for all.

use std::fmt;

use games::{BoardGame, GameKind};

/// Bits of one move.
const BITS: u32 = 6;

/// Plies that fit into a number.
const MOST_PLIES: u32 = u64::BITS / BITS;

/// A packed book, opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Packed {
    game: GameKind,
    plies: u32,
    /// The openings, in order.
    numbers: Vec<u64>,
}

/// Why openings cannot be packed, or a file is no packed book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PackedError(String);

impl fmt::Display for PackedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PackedError {}

impl Packed {
    /// What a packed book begins with.
    const MAGIC: &'static str = "espalier book 1, ";

    /// Whether these bytes say that they are a packed book.
    #[must_use]
    pub fn is_packed(bytes: &[u8]) -> bool {
        bytes.starts_with(Self::MAGIC.as_bytes())
    }

    /// Packs openings, each the moves from the starting position, all of the same length.
    pub fn of<G: BoardGame>(game: &G, openings: &[Vec<G::Move>]) -> Result<Self, PackedError> {
        let plies = openings.first().map_or(0, Vec::len) as u32;
        if plies > MOST_PLIES {
            return Err(PackedError(format!(
                "a packed book has openings of at most {MOST_PLIES} plies, not {plies}"
            )));
        }
        let mut numbers = Vec::with_capacity(openings.len());
        for moves in openings {
            if moves.len() as u32 != plies {
                return Err(PackedError(
                    "the openings of a packed book are equally long".to_owned(),
                ));
            }
            let mut state = game.start();
            let mut number = 0;
            for &mv in moves {
                let place = in_order(game, &state).iter().position(|&one| one == mv);
                let place = place.filter(|&place| place < 1 << BITS).ok_or_else(|| {
                    let name = game.write_move(mv);
                    PackedError(format!("{name} is not among the first 64 legal moves"))
                })?;
                number = number << BITS | place as u64;
                game.play(&mut state, mv);
            }
            numbers.push(number);
        }
        numbers.sort_unstable();
        numbers.dedup();
        Ok(Self {
            game: G::KIND,
            plies,
            numbers,
        })
    }

    /// The book as a file has it.
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

    /// Opens a file.
    pub fn read(bytes: &[u8]) -> Result<Self, PackedError> {
        let wrong = |what: &str| PackedError(format!("it is no packed book: {what}"));
        let head = bytes.iter().position(|&byte| byte == b'\n');
        let (head, mut rest) =
            bytes.split_at(head.ok_or_else(|| wrong("its first line is missing"))?);
        let head = std::str::from_utf8(head).ok().and_then(Self::read_head);
        let (game, plies, count) = head.ok_or_else(|| wrong("its first line is another"))?;
        rest = &rest[1..];
        // A file that promises more openings than it has bytes gets no memory for them.
        let mut numbers = Vec::with_capacity(count.min(rest.len()));
        let mut before = 0_u64;
        for _ in 0..count {
            let mut difference = 0_u64;
            let mut shift = 0;
            loop {
                let (&byte, behind) = rest
                    .split_first()
                    .ok_or_else(|| wrong("it ends too soon"))?;
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
            return Err(wrong("something stands behind its last opening"));
        }
        Ok(Self {
            game,
            plies,
            numbers,
        })
    }

    /// Game, plies and count of the first line.
    fn read_head(head: &str) -> Option<(GameKind, u32, usize)> {
        let mut parts = head.strip_prefix(Self::MAGIC)?.split(", ");
        let game = parts.next()?.parse().ok()?;
        let plies = parts.next()?.strip_suffix(" plies")?.parse().ok()?;
        let count = parts.next()?.strip_suffix(" openings")?.parse().ok()?;
        (plies <= MOST_PLIES && parts.next().is_none()).then_some((game, plies, count))
    }

    /// Which game it is for.
    #[must_use]
    pub const fn game(&self) -> GameKind {
        self.game
    }

    /// How many openings it has.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Whether it has none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// The moves of one opening; nothing if it is not there, or of another game.
    #[must_use]
    pub fn moves<G: BoardGame>(&self, game: &G, index: usize) -> Option<Vec<G::Move>> {
        let number = *self.numbers.get(index).filter(|_| self.game == G::KIND)?;
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
}

/// The legal moves in the order of their names.
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

    fn comes_back<G: BoardGame>(game: &G) {
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
        let mut wanted: Vec<_> = lines.drain(..).map(|line| text(&line)).collect();
        unpacked.sort();
        wanted.sort();
        wanted.dedup();
        assert_eq!(unpacked, wanted);
    }

    #[test]
    fn what_is_packed_comes_back() {
        comes_back(&Chess::default());
        comes_back(&Othello::<8>::default());
    }

    #[test]
    fn a_broken_book_is_refused_in_one_sentence() {
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
        assert!(error.contains("behind its last opening"), "{error}");
        let huge = b"espalier book 1, chess, 8 plies, 99999999999 openings\n";
        assert!(Packed::read(huge).is_err());
        let endless = [
            &b"espalier book 1, chess, 8 plies, 1 openings\n"[..],
            &[0xFF; 30],
        ]
        .concat();
        assert!(Packed::read(&endless).is_err());
        // Numbers that are no moves give no opening.
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
