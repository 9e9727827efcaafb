//! Sets of squares that several terms use.

use chess::{Bitboard, Color, Square};

/// Returns the given squares and all squares ahead of them on their files, from the view of `us`.
#[inline(always)]
pub(super) fn fill(squares: Bitboard, us: Color) -> Bitboard {
    let mut all = squares;
    match us {
        Color::White => {
            all |= all << 8;
            all |= all << 16;
            all |= all << 32;
        }
        Color::Black => {
            all |= all >> 8;
            all |= all >> 16;
            all |= all >> 32;
        }
    }
    all
}

/// Returns all squares ahead of the given ones on their files, from the view of `us`.
#[inline(always)]
pub(super) fn ahead(squares: Bitboard, us: Color) -> Bitboard {
    fill(squares, us).forward(us)
}

/// Returns the files of the given squares.
#[inline(always)]
pub(super) fn files_of(squares: Bitboard) -> Bitboard {
    fill(fill(squares, Color::White), Color::Black)
}

/// Returns the rank of a square from 0 to 7, from the view of `us`.
#[inline(always)]
pub(super) fn rank_of(square: Square, us: Color) -> usize {
    let rank = square as usize >> 3;
    match us {
        Color::White => rank,
        Color::Black => 7 - rank,
    }
}

/// Returns the distance of a square's file from the nearer edge: 0 for a and h, 3 for d and e.
#[inline(always)]
pub(super) fn edge_distance(square: Square) -> usize {
    let file = square as usize & 7;
    file.min(7 - file)
}

/// Returns the squares of ranks `from` to `to` (1 to 8), from the view of `us`.
#[inline(always)]
pub(super) const fn ranks(us: Color, from: u32, to: u32) -> Bitboard {
    let rows = (u64::MAX >> (64 - 8 * (to - from + 1))) << (8 * (from - 1));
    match us {
        Color::White => Bitboard::new(rows),
        Color::Black => Bitboard::new(rows).flip_ranks(),
    }
}

/// Returns the king's distance between two squares on an empty board.
#[inline(always)]
pub(super) fn distance(a: Square, b: Square) -> i32 {
    i32::from(DISTANCE[a][b])
}

static DISTANCE: [[u8; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut a: usize = 0;
    while a < 64 {
        let mut b: usize = 0;
        while b < 64 {
            let files = (a & 7).abs_diff(b & 7);
            let ranks = (a >> 3).abs_diff(b >> 3);
            table[a][b] = if files > ranks { files } else { ranks } as u8;
            b += 1;
        }
        a += 1;
    }
    table
};

/// Returns the ring around a king: the nine squares around it, shifted inside the board at the edge.
#[inline(always)]
pub(super) fn ring(king: Square) -> Bitboard {
    RING[king]
}

static RING: [Bitboard; 64] = {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let file = inside(square & 7);
        let rank = inside(square >> 3);
        let block = 0x0007_0707_u64;
        table[square] = Bitboard::new(block << ((rank - 1) * 8 + file - 1));
        square += 1;
    }
    table
};

/// Clamps a number to 1..=6.
const fn inside(x: usize) -> usize {
    if x < 1 {
        1
    } else if x > 6 {
        6
    } else {
        x
    }
}

/// Returns the files of the king's flank, including one centre file: those that an attack on the king uses.
#[inline(always)]
pub(super) fn flank(king: Square) -> Bitboard {
    FLANK[king as usize & 7]
}

static FLANK: [Bitboard; 8] = {
    let mut table = [Bitboard::EMPTY; 8];
    let file = 0x0101_0101_0101_0101_u64;
    let mut at = 0;
    while at < 8 {
        // Files a-c for a king on the a-file, a-d for b and c, c-f in the centre, and the mirror images.
        let (from, to) = match at {
            0 => (0, 2),
            1 | 2 => (0, 3),
            3 | 4 => (2, 5),
            5 | 6 => (4, 7),
            _ => (5, 7),
        };
        let mut f = from;
        while f <= to {
            table[at] = Bitboard::new(table[at].bits() | file << f);
            f += 1;
        }
        at += 1;
    }
    table
};

/// The diagonals a1-h8 and a8-h1.
pub(super) const LONG_DIAGONALS: Bitboard = Bitboard::new(0x8142_2418_1824_4281);

/// The four centre squares.
pub(super) const CENTER: Bitboard = Bitboard::new(0x0000_0018_1800_0000);

/// The files c to f.
pub(super) const CENTER_FILES: Bitboard = Bitboard::new(0x3C3C_3C3C_3C3C_3C3C);
