//! Bishop and knight against a bare king: how far the mate is, from everywhere.
//!
//! They mate only in a corner that the bishop controls, and on the way there the king slips out of every net that is not just
//! right: no rule was good enough to be done within fifty moves from everywhere. So the distances are found backwards, all squares
//! of the bare king at once: first the mates, then move by move the positions from which the strong side can reach what was found,
//! and those in which the bare king has nothing better. Only what has just been found is looked at, and the bishop's squares are
//! mirrored to ten, so this takes a tenth of a second. It begins beside the search of a position with few men, and is done long
//! before it is needed.

use std::sync::{Once, OnceLock};
use std::thread;

use chess::{Bitboard, Color, Move, PieceKind, Position, Square, attacks};

/// Dark squares below both long diagonals or on them: all others are mirrored there.
const BISHOPS: usize = 10;

/// Places of the three pieces.
const PLACES: usize = BISHOPS * 64 * 64;

/// What stands where there is no mate. The longest takes 66 plies.
const NEVER: u8 = u8::MAX;

/// With so many men on the board this endgame may come soon.
const SOON: u32 = 8;

/// Plies until mate, by the side to move (the strong one first), the place of the pieces, and the square of the bare king.
struct Distances([Vec<[u8; 64]>; 2]);

static DISTANCES: OnceLock<Distances> = OnceLock::new();

/// Solves the endgame beside the search if it may come soon, so that nobody has to wait for it in the middle of a game. Where
/// there are no threads, it is solved when somebody asks who can wait.
pub fn prepare(position: &Position) {
    static ONCE: Once = Once::new();
    if position.occupied().count() > SOON {
        return;
    }
    ONCE.call_once(|| {
        let solve = || _ = DISTANCES.get_or_init(Distances::solve);
        _ = thread::Builder::new().name("kbnk".into()).spawn(solve);
    });
}

/// Whether the answers are there.
#[must_use]
pub fn is_solved() -> bool {
    DISTANCES.get().is_some()
}

/// How many plies it takes to mate, if it is this endgame and there is a mate: none if the bare king can take something or is
/// stalemated. Whoever asks before it is solved waits.
#[must_use]
pub fn plies_to_mate(position: &Position) -> Option<u32> {
    if position.occupied().count() != 4 {
        return None;
    }
    let bishop = position.kind(PieceKind::Bishop).first()?;
    let knight = position.kind(PieceKind::Knight).first()?;
    let strong = if position.color(Color::White).has_several() {
        Color::White
    } else {
        Color::Black
    };
    if position.color(!strong).has_several() {
        return None;
    }
    let view = View::of(bishop);
    let side = usize::from(position.side_to_move() != strong);
    let king = view.see(position.king(strong));
    let place = place(view.see(bishop), king, view.see(knight));
    let bare = view.see(position.king(!strong));
    let distances = DISTANCES.get_or_init(Distances::solve);
    match distances.0[side][place][bare as usize] {
        NEVER => None,
        plies => Some(plies.into()),
    }
}

/// The best moves of both sides up to the mate.
#[must_use]
pub fn way(position: &Position) -> Vec<Move> {
    let mut position = *position;
    let mut way = Vec::new();
    while let Some(plies @ 1..) = plies_to_mate(&position) {
        let is_best = |&m: &Move| {
            let mut after = position;
            after.play(m);
            plies_to_mate(&after) == Some(plies - 1)
        };
        let Some(m) = position.legal_moves().into_iter().find(is_best) else {
            break;
        };
        position.play(m);
        way.push(m);
    }
    way
}

/// How the board is mirrored to bring the bishop where the table has it.
#[derive(Clone, Copy)]
struct View {
    /// From a light square to a dark one.
    files: bool,
    /// Turned by half.
    turned: bool,
    /// Along the diagonal from a1.
    swapped: bool,
}

impl View {
    fn of(bishop: Square) -> Self {
        let files = !Bitboard::DARK.has(bishop);
        let dark = if files { bishop.flip_file() } else { bishop } as u8;
        let turned = (dark & 7) + (dark >> 3) > 7;
        let low = if turned { 63 - dark } else { dark };
        Self {
            files,
            turned,
            swapped: low >> 3 > low & 7,
        }
    }

    fn see(self, square: Square) -> Square {
        let mut seen = square as u8;
        if self.files {
            seen ^= 7;
        }
        if self.turned {
            seen ^= 63;
        }
        if self.swapped {
            seen = (seen & 7) << 3 | seen >> 3;
        }
        Square::masked(seen)
    }

    /// The same for a set, from a dark bishop's view.
    fn see_all(self, squares: Bitboard) -> Bitboard {
        let mut seen = squares.bits();
        if self.turned {
            seen = seen.reverse_bits();
        }
        if self.swapped {
            seen = swap(seen);
        }
        Bitboard::new(seen)
    }
}

/// Mirrors a board along the diagonal from a1: blocks of sixteen squares change places, then of four, then single ones.
fn swap(mut board: u64) -> u64 {
    for (shift, half) in [
        (28, 0x0000_0000_F0F0_F0F0),
        (14, 0x0000_CCCC_0000_CCCC),
        (7, 0x00AA_00AA_00AA_00AA),
    ] {
        let change = (board ^ board >> shift) & half;
        board ^= change ^ change << shift;
    }
    board
}

/// The place of the pieces. The bishop's squares are a1, c1, e1, g1, then b2, d2, f2, then c3, e3, then d4.
fn place(bishop: Square, king: Square, knight: Square) -> usize {
    let (file, rank) = (bishop as usize & 7, bishop as usize >> 3);
    let bishop = rank * (9 - rank) / 2 + (file - rank) / 2;
    (bishop * 64 + king as usize) * 64 + knight as usize
}

/// Where the pieces stand: bishop, king, knight.
type Pieces = (Square, Square, Square);

/// All squares that a king on one of these can go to.
fn around(squares: Bitboard) -> Bitboard {
    let beside = squares.left() | squares.right();
    let row = squares | beside;
    beside | row << 8 | row >> 8
}

/// Where the bare king would be taken. It hides nothing from the bishop: fleeing along the diagonal does not help.
fn attacked((bishop, king, knight): Pieces) -> Bitboard {
    attacks::king(king)
        | attacks::knight(knight)
        | attacks::bishop(bishop, king.bitboard() | knight.bitboard())
}

/// Where the bare king, to move, is mated or can only go where White is known to win.
fn black_to_move(pieces: Pieces, won: Bitboard) -> Bitboard {
    let (bishop, king, knight) = pieces;
    let attacked = attacked(pieces);
    // A piece without protection is among these squares, and nothing is won there.
    let safe = !(attacked | king.bitboard());
    let stalemate = !(attacked | around(safe));
    let taken = king.bitboard() | bishop.bitboard() | knight.bitboard() | attacks::king(king);
    !(taken | stalemate | around(safe - won))
}

/// Where the bare king may stand with White to move.
fn legal(pieces: Pieces) -> Bitboard {
    let (bishop, king, knight) = pieces;
    !(attacked(pieces) | king.bitboard() | bishop.bitboard() | knight.bitboard())
}

/// Positions with White to move that have just been reached backwards, and the places that have some.
struct Reached {
    squares: Vec<Bitboard>,
    places: Vec<Pieces>,
}

impl Reached {
    fn add(&mut self, (bishop, king, knight): Pieces, squares: Bitboard) {
        let old = &mut self.squares[place(bishop, king, knight)];
        if old.is_empty() {
            self.places.push((bishop, king, knight));
        }
        *old |= squares;
    }

    /// White's moves taken back from positions in which the bare king, to move, is lost.
    fn take_back(&mut self, (bishop, king, knight): Pieces, lost: Bitboard) {
        let (b, k, n) = (bishop.bitboard(), king.bitboard(), knight.bitboard());
        for from in attacks::king(king) - b - n {
            self.add((bishop, from, knight), lost);
        }
        for from in attacks::knight(knight) - b - k {
            self.add((bishop, king, from), lost);
        }
        for from in attacks::bishop(bishop, k | n) - k - n {
            // Not over the bare king.
            let lost = lost - attacks::between(bishop, from);
            if lost.is_empty() {
                continue;
            }
            let view = View::of(from);
            let seen = view.see(from);
            let pieces = (seen, view.see(king), view.see(knight));
            let lost = view.see_all(lost);
            self.add(pieces, lost);
            // Seen from a bishop on the diagonal, two places are one.
            if (seen as u8).is_multiple_of(9) {
                let other = View {
                    swapped: true,
                    ..View::of(seen)
                };
                let pieces = (seen, other.see(pieces.1), other.see(pieces.2));
                self.add(pieces, other.see_all(lost));
            }
        }
    }
}

impl Distances {
    fn solve() -> Self {
        let mut distances = Self([vec![[NEVER; 64]; PLACES], vec![[NEVER; 64]; PLACES]]);
        let mut won = vec![Bitboard::EMPTY; PLACES];
        let mut lost = vec![Bitboard::EMPTY; PLACES];
        let mut reached = Reached {
            squares: vec![Bitboard::EMPTY; PLACES],
            places: Vec::new(),
        };
        let mut fresh = Vec::new();
        for bishop in Bitboard::DARK
            .into_iter()
            .filter(|&b| View::of(b).see(b) == b)
        {
            for king in !bishop.bitboard() {
                for knight in !(bishop.bitboard() | king.bitboard()) {
                    let pieces = (bishop, king, knight);
                    let mates = black_to_move(pieces, Bitboard::EMPTY);
                    if mates.any() {
                        let place = place(bishop, king, knight);
                        lost[place] = mates;
                        distances.note(1, place, mates, 0);
                        fresh.push((pieces, mates));
                    }
                }
            }
        }
        for moves in 1.. {
            for (pieces, squares) in fresh.drain(..) {
                reached.take_back(pieces, squares);
            }
            if reached.places.is_empty() {
                break;
            }
            for pieces in reached.places.drain(..) {
                let place = place(pieces.0, pieces.1, pieces.2);
                let squares = std::mem::take(&mut reached.squares[place]) - won[place];
                if squares.is_empty() {
                    continue;
                }
                let squares = squares & legal(pieces);
                if squares.is_empty() {
                    continue;
                }
                won[place] |= squares;
                distances.note(0, place, squares, 2 * moves - 1);
                let squares = black_to_move(pieces, won[place]) - lost[place];
                if squares.any() {
                    lost[place] |= squares;
                    distances.note(1, place, squares, 2 * moves);
                    fresh.push((pieces, squares));
                }
            }
        }
        distances
    }

    fn note(&mut self, side: usize, place: usize, squares: Bitboard, plies: u8) {
        for bare in squares {
            self.0[side][place][bare as usize] = plies;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_mate_takes_33_moves() {
        let longest = |side: usize| {
            let distances = DISTANCES.get_or_init(Distances::solve);
            let plies = distances.0[side].iter().flatten().copied();
            plies.filter(|&plies| plies != NEVER).max()
        };
        assert_eq!(longest(0), Some(65));
        assert_eq!(longest(1), Some(66));
    }

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).expect(fen)
    }

    /// However the board is mirrored, and whoever is strong, the distance is the same.
    #[test]
    fn mirrors_change_nothing() {
        for fen in [
            "k7/8/NK6/8/8/5B2/8/8 b - - 0 1",
            "7k/8/6KN/8/8/2B5/8/8 b - - 0 1",
            "8/8/5B2/8/8/NK6/8/k7 b - - 0 1",
            "8/8/5b2/8/8/nk6/8/K7 w - - 0 1",
        ] {
            assert_eq!(plies_to_mate(&position(fen)), Some(0), "{fen}");
        }
    }

    /// Every distance is one more than the best after a move: for the strong side the shortest, for the bare king the longest.
    #[test]
    fn distances_fit_together_and_the_way_leads_to_mate() {
        let mut random = gametree::SplitMix64::new(9);
        let mut seen = 0;
        while seen < 400 {
            let squares = [(); 4].map(|()| Square::masked(random.below(64) as u8));
            let mut board = [['1'; 8]; 8];
            for (square, piece) in squares.into_iter().zip(['K', 'b', 'n', 'k']) {
                board[square as usize / 8][square as usize % 8] = piece;
            }
            let rows: Vec<String> = board.iter().map(|row| row.iter().collect()).collect();
            let side = if random.below(2) == 0 { 'w' } else { 'b' };
            let Ok(position) = Position::from_fen(&format!("{} {side} - - 0 1", rows.join("/")))
            else {
                continue;
            };
            if position.occupied().count() != 4 || !position.has_legal_move() {
                continue;
            }
            seen += 1;
            let after = position.legal_moves().into_iter().map(|m| {
                let mut after = position;
                after.play(m);
                plies_to_mate(&after)
            });
            let expected = if position.side_to_move() == Color::Black {
                after.flatten().min()
            } else {
                after
                    .collect::<Option<Vec<u32>>>()
                    .and_then(|all| all.into_iter().max())
            };
            let plies = plies_to_mate(&position);
            assert_eq!(plies, expected.map(|plies| plies + 1), "{position}");
            let way = way(&position);
            let mut last = position;
            for &m in &way {
                last.play(m);
            }
            assert_eq!(way.len() as u32, plies.unwrap_or(0), "{position}");
            assert_eq!(
                plies.is_some(),
                last.in_check() && !last.has_legal_move(),
                "{position}"
            );
        }
    }

    #[test]
    fn other_endgames_are_not_known() {
        for fen in [
            "8/8/8/4k3/8/8/8/R3K3 w - - 0 1",
            "8/8/3nk3/8/8/8/8/3BK3 w - - 0 1",
            "8/8/4k3/8/8/8/8/2BBK3 w - - 0 1",
            "8/8/4k3/8/8/8/P7/1NB1K3 w - - 0 1",
            // The bare king takes the bishop.
            "8/8/8/8/8/6k1/7B/K6N b - - 0 1",
        ] {
            assert_eq!(plies_to_mate(&position(fen)), None, "{fen}");
        }
    }
}
