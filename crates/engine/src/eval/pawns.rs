//! Pawn structure, with a cache because it changes rarely.

use chess::{Bitboard, Color, PieceKind, Position, Square};

use super::geometry::{ahead, edge_distance, files_of, fill, rank_of};
use super::layout::weight;
use super::placement::{counted, piece_square};
use super::shelter::{Shelter, shelter};
use super::tapered::Tapered;
use super::trace::{NoTrace, Trace};

/// The evaluation of the pawns alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Structure {
    /// Material, placement and structure, White's minus Black's.
    pub score: Tapered,
    /// The passed pawns of each side: no enemy pawn ahead on their file or the neighbouring files, and no own pawn ahead on their
    /// file.
    pub passed: [Bitboard; 2],
    /// The squares that each side's pawns attack or can attack after advancing.
    pub reach: [Bitboard; 2],
    /// The degree to which the position is closed, from 0 to 8.
    pub closed: u8,
}

impl Structure {
    /// Evaluates all pawns.
    pub(super) fn of<T: Trace>(position: &Position, trace: &mut T) -> Self {
        let pawns = Color::ALL.map(|color| position.pieces(color, PieceKind::Pawn));
        let reach = Color::ALL.map(|color| fill(pawns[color].pawn_attacks(color), color));
        let mut structure = Self {
            score: Tapered::ZERO,
            passed: [Bitboard::EMPTY; 2],
            reach,
            closed: closed(pawns),
        };
        let white = structure.side(Color::White, pawns, trace);
        let black = structure.side(Color::Black, pawns, trace);
        structure.score = white - black;
        structure
    }

    #[inline(always)]
    fn side<T: Trace>(&mut self, us: Color, pawns: [Bitboard; 2], trace: &mut T) -> Tapered {
        let them = !us;
        let (own, enemy) = (pawns[us], pawns[them]);
        let mut score = Tapered::ZERO;
        for square in own {
            score += piece_square(us, PieceKind::Pawn, square, trace);
        }

        let files = files_of(own);
        let isolated = own - files.left() - files.right();
        // Pawns with an enemy pawn ahead on their file.
        let opposed = own & fill(enemy, them);
        for (n, pawns) in [isolated & opposed, isolated - opposed]
            .into_iter()
            .enumerate()
        {
            let count = pawns.count() as i32;
            score += counted(us, weight!(isolated[n]), count, pawns, trace);
        }
        let doubled = own & ahead(own, them);
        for (n, pawns) in [doubled - isolated, doubled & isolated]
            .into_iter()
            .enumerate()
        {
            let count = pawns.count() as i32;
            score += counted(us, weight!(doubled[n]), count, pawns, trace);
        }
        // The square ahead is attacked by an enemy pawn and can never be defended by an own one.
        let stops = (own.forward(us) & enemy.pawn_attacks(them)) - self.reach[us];
        let backward = stops.forward(them) - isolated;
        for (n, pawns) in [backward & opposed, backward - opposed]
            .into_iter()
            .enumerate()
        {
            let count = pawns.count() as i32;
            score += counted(us, weight!(backward[n]), count, pawns, trace);
        }

        for square in own & (own.left() | own.right()) {
            let n = rank_of(square, us);
            score += counted(us, weight!(phalanx[n]), 1, square.bitboard(), trace);
        }
        for square in own & own.pawn_attacks(us) {
            let n = rank_of(square, us);
            score += counted(us, weight!(supported[n]), 1, square.bitboard(), trace);
        }

        let front = own - ahead(own, them) - opposed;
        self.passed[us] = front - self.reach[them];
        for square in front & self.reach[them] {
            if is_candidate(square, us, own, enemy) {
                let n = rank_of(square, us);
                score += counted(us, weight!(candidate[n]), 1, square.bitboard(), trace);
            }
        }
        score
    }
}

/// Returns how closed the position is, from 0 to 8: it grows with pawns, more so with blocked ones, and falls with open files.
/// Knights prefer closed positions, rooks open ones.
fn closed(pawns: [Bitboard; 2]) -> u8 {
    let all = pawns[0] | pawns[1];
    let rammed = pawns[0].forward(Color::White) & pawns[1];
    let first_rank = Bitboard::new(0xFF);
    let open_files = first_rank - files_of(all);
    let sum = all.count() as i32 + 3 * rammed.count() as i32 - 4 * open_files.count() as i32;
    (sum.clamp(0, 24) / 3) as u8
}

/// Returns whether a pawn on a half-open file is a candidate passed pawn: at least as many own pawns beside or behind it as enemy
/// pawns ahead on the neighbouring files.
fn is_candidate(square: Square, us: Color, own: Bitboard, enemy: Bitboard) -> bool {
    let here = square.bitboard();
    let beside = here.left() | here.right();
    let helpers = own & fill(beside, !us);
    let sentries = enemy & ahead(beside, us);
    helpers.count() >= sentries.count()
}

/// A cache entry.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    structure: Structure,
    /// The king squares of the shelters.
    kings: [Option<Square>; 2],
    shelters: [Shelter; 2],
}

/// A cache of pawn structures and king shelters.
///
/// In a search more than nine in ten lookups are hits. New entries always replace old ones.
pub(super) struct PawnCache(Box<[Entry]>);

/// The number of entries, a power of two.
const SIZE: usize = 1 << 13;

impl PawnCache {
    pub(super) fn new() -> Self {
        let empty = Entry {
            // A board without pawns has the key 0, so this marks an empty entry.
            key: u64::MAX,
            structure: Structure {
                score: Tapered::ZERO,
                passed: [Bitboard::EMPTY; 2],
                reach: [Bitboard::EMPTY; 2],
                closed: 0,
            },
            kings: [None; 2],
            shelters: [Shelter::default(); 2],
        };
        Self(vec![empty; SIZE].into_boxed_slice())
    }

    /// Returns the pawn structure of a position and the shelters of both kings.
    #[inline(always)]
    pub(super) fn find(&mut self, position: &Position) -> (Structure, [Shelter; 2]) {
        let key = position.pawn_key();
        let place = key as usize & (self.0.len() - 1);
        let entry = &mut self.0[place];
        if entry.key != key {
            entry.key = key;
            entry.structure = Structure::of(position, &mut NoTrace);
            entry.kings = [None; 2];
        }
        for color in Color::ALL {
            let king = Some(position.king(color));
            if entry.kings[color] != king {
                entry.kings[color] = king;
                entry.shelters[color] = shelter(position, color, &mut NoTrace);
            }
        }
        (entry.structure, entry.shelters)
    }
}

/// Computes the structure and the shelters without the cache.
pub(super) fn fresh<T: Trace>(position: &Position, trace: &mut T) -> (Structure, [Shelter; 2]) {
    let structure = Structure::of(position, trace);
    let shelters = Color::ALL.map(|color| shelter(position, color, trace));
    (structure, shelters)
}

/// Returns the index of a group that is ordered by the file's distance from the edge, and by rank.
#[inline(always)]
pub(super) fn by_file_and_rank(square: Square, rank: usize) -> usize {
    edge_distance(square) * 8 + rank
}
