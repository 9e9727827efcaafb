//! The numbers of the evaluation.
//!
//! `espalier tune` writes this file. Each pair is the value in the middlegame and in the endgame, in hundredths of a
//! pawn; `layout` says what each group means and how it is ordered.
//!
//! Set by hand.

use super::layout::Weights;
use super::tapered::Tapered;

const fn t(middlegame: i32, endgame: i32) -> Tapered {
    Tapered::new(middlegame, endgame)
}

/// The weights that the engine plays with.
#[rustfmt::skip]
pub const DEFAULT: Weights = Weights {
    // What a pawn, knight, bishop, rook and queen are worth.
    material: [t(85, 105), t(340, 330), t(360, 350), t(500, 560), t(1050, 1050)],
    // What it is worth to stand on a square: for pawn, knight, bishop, rook, queen and king eight rows, the own first
    // rank first, with the files a to d. The files e to h mirror them.
    placement: [
        t(0, 0),      t(0, 0),      t(0, 0),      t(0, 0),
        t(0, 3),      t(0, 1),      t(0, -1),     t(-6, -3),
        t(-1, 8),     t(3, 6),      t(7, 4),      t(11, 2),
        t(2, 13),     t(6, 11),     t(10, 9),     t(22, 7),
        t(5, 18),     t(9, 16),     t(13, 14),    t(25, 12),
        t(8, 23),     t(12, 21),    t(16, 19),    t(20, 17),
        t(11, 28),    t(15, 26),    t(19, 24),    t(23, 22),
        t(0, 0),      t(0, 0),      t(0, 0),      t(0, 0),
        t(-48, -34),  t(-37, -26),  t(-26, -18),  t(-15, -10),
        t(-29, -26),  t(-18, -18),  t(-7, -10),   t(4, -2),
        t(-20, -18),  t(-9, -10),   t(2, -2),     t(13, 6),
        t(-11, -10),  t(0, -2),     t(11, 6),     t(22, 14),
        t(-5, -10),   t(6, -2),     t(17, 6),     t(28, 14),
        t(-14, -18),  t(-3, -10),   t(8, -2),     t(19, 6),
        t(-29, -26),  t(-18, -18),  t(-7, -10),   t(4, -2),
        t(-68, -34),  t(-27, -26),  t(-16, -18),  t(-5, -10),
        t(-18, -16),  t(-14, -12),  t(-10, -8),   t(-6, -4),
        t(-8, -12),   t(4, -8),     t(0, -4),     t(4, 0),
        t(-4, -8),    t(0, -4),     t(4, 0),      t(8, 4),
        t(0, -4),     t(4, 0),      t(8, 4),      t(12, 8),
        t(0, -4),     t(4, 0),      t(8, 4),      t(12, 8),
        t(-4, -8),    t(0, -4),     t(4, 0),      t(8, 4),
        t(-8, -12),   t(-4, -8),    t(0, -4),     t(4, 0),
        t(-22, -16),  t(-18, -12),  t(-14, -8),   t(-10, -4),
        t(-10, -3),   t(-5, -3),    t(0, -3),     t(5, -3),
        t(-14, -3),   t(-5, -3),    t(0, -3),     t(5, -3),
        t(-14, 0),    t(-5, 0),     t(0, 0),      t(5, 0),
        t(-14, 0),    t(-5, 0),     t(0, 0),      t(5, 0),
        t(-10, 8),    t(-5, 8),     t(0, 8),      t(5, 8),
        t(-10, 8),    t(-5, 8),     t(0, 8),      t(5, 8),
        t(0, 8),      t(5, 8),      t(10, 8),     t(15, 8),
        t(-6, 8),     t(-1, 8),     t(4, 8),      t(9, 8),
        t(-6, -28),   t(-4, -19),   t(-2, -10),   t(0, -1),
        t(-5, -20),   t(-3, -11),   t(-1, -2),    t(1, 7),
        t(-4, -12),   t(-2, -3),    t(0, 6),      t(2, 15),
        t(-3, -4),    t(-1, 5),     t(1, 14),     t(3, 23),
        t(-3, -4),    t(-1, 5),     t(1, 14),     t(3, 23),
        t(-4, -12),   t(-2, -3),    t(0, 6),      t(2, 15),
        t(-5, -20),   t(-3, -11),   t(-1, -2),    t(1, 7),
        t(-12, -28),  t(-10, -19),  t(-8, -10),   t(-6, -1),
        t(26, -55),   t(36, -42),   t(6, -29),    t(-6, -16),
        t(-4, -31),   t(6, -18),    t(-24, -5),   t(-36, 8),
        t(-28, -17),  t(-18, -4),   t(-48, 9),    t(-60, 22),
        t(-52, -3),   t(-42, 10),   t(-72, 23),   t(-84, 36),
        t(-76, -3),   t(-66, 10),   t(-96, 23),   t(-108, 36),
        t(-100, -17), t(-90, -4),   t(-120, 9),   t(-130, 22),
        t(-124, -31), t(-114, -18), t(-130, -5),  t(-130, 8),
        t(-130, -45), t(-130, -32), t(-130, -19), t(-130, -6),
    ],
    // A knight with so many safe squares.
    knight_mobility: [t(-46, -49), t(-28, -30), t(-17, -18), t(-8, -8), t(0, 0), t(7, 7), t(13, 14), t(19, 20), t(24, 26)],
    // A bishop with so many safe squares.
    bishop_mobility: [
        t(-59, -67), t(-41, -47), t(-30, -34), t(-21, -24), t(-13, -15), t(-6, -7),   t(0, 0),
        t(6, 7),     t(11, 13),   t(16, 18),   t(21, 24),   t(26, 29),   t(30, 34),   t(34, 39),
    ],
    // A rook with so many safe squares.
    rook_mobility: [
        t(-35, -82), t(-25, -58), t(-18, -42), t(-12, -29), t(-8, -18),  t(-4, -9),   t(0, 0),     t(3, 8),
        t(7, 16),    t(10, 23),   t(13, 29),   t(15, 36),   t(18, 42),   t(20, 48),   t(23, 53),
    ],
    // A queen with so many safe squares.
    queen_mobility: [
        t(-39, -84), t(-31, -67), t(-26, -55), t(-22, -46), t(-18, -39), t(-15, -32), t(-12, -26),
        t(-9, -20),  t(-7, -14),  t(-4, -9),   t(-2, -5),   t(0, 0),     t(2, 4),     t(4, 9),
        t(6, 13),    t(8, 16),    t(9, 20),    t(11, 24),   t(13, 27),   t(14, 31),   t(16, 34),
        t(18, 38),   t(19, 41),   t(21, 44),   t(22, 47),   t(23, 50),   t(25, 53),   t(26, 56),
    ],
    // A pawn without own pawns on the files beside it: with an enemy pawn before it on its file, and without.
    isolated: [t(-6, -10), t(-16, -18)],
    // A pawn behind another of its own, and one that is isolated too.
    doubled: [t(-8, -20), t(-14, -28)],
    // A pawn whose neighbours have gone ahead, and that an enemy pawn keeps from following: with an enemy pawn before
    // it on its file, and without.
    backward: [t(-4, -8), t(-16, -16)],
    // A pawn with another beside it, by rank.
    phalanx: [t(0, 0), t(4, 0), t(8, 4), t(14, 12), t(32, 36), t(70, 80), t(120, 140), t(0, 0)],
    // A pawn that another one defends, by rank.
    supported: [t(0, 0), t(0, 0), t(14, 8), t(12, 10), t(18, 18), t(40, 44), t(90, 80), t(0, 0)],
    // A pawn that can become a passed pawn by exchanges, by rank.
    candidate: [t(0, 0), t(-2, 4), t(-2, 6), t(4, 14), t(14, 26), t(30, 40), t(0, 0), t(0, 0)],
    // A passed pawn by rank, in four rows: it cannot go ahead and the square is attacked; it cannot, and it is not; it
    // can, but the square is attacked; it can, safely.
    passed: [
        t(0, 0),     t(0, 2),     t(1, 4),     t(5, 10),    t(14, 18),   t(30, 33),   t(52, 52),   t(0, 0),
        t(0, 0),     t(0, 3),     t(1, 6),     t(6, 14),    t(17, 26),   t(36, 48),   t(63, 75),   t(0, 0),
        t(0, 0),     t(0, 4),     t(2, 9),     t(8, 21),    t(22, 39),   t(48, 71),   t(84, 112),  t(0, 0),
        t(0, 0),     t(0, 7),     t(2, 14),    t(10, 32),   t(28, 60),   t(60, 109),  t(105, 172), t(0, 0),
    ],
    // A passed pawn by file, a and h to d and e.
    passed_file: [t(6, 8), t(0, 2), t(-6, -4), t(-10, -6)],
    // For each step from the own king to the square before the pawn, by rank.
    passed_own_king: [t(0, 0), t(0, 0), t(0, -1), t(0, -3), t(0, -6), t(0, -9), t(0, -9), t(0, 0)],
    // For each step from the enemy king to the square before the pawn, by rank.
    passed_enemy_king: [t(0, 0), t(0, 0), t(0, 2), t(0, 6), t(0, 11), t(0, 17), t(0, 20), t(0, 0)],
    // No piece and no attacker on the whole way to promotion, by rank.
    passed_free_path: [t(0, 0), t(0, 0), t(0, 4), t(0, 8), t(0, 16), t(0, 34), t(0, 60), t(0, 0)],
    // Another passed pawn beside it or defending it, by rank.
    passed_connected: [t(0, 0), t(0, 0), t(2, 4), t(4, 8), t(8, 16), t(15, 30), t(25, 50), t(0, 0)],
    // A rook behind the pawn: an own one, an enemy's.
    passed_rook_behind: [t(4, 14), t(-6, -14)],
    // No enemy piece is left, and the enemy king comes too late.
    passed_unstoppable: [t(0, 350)],
    // Two bishops or more.
    bishop_pair: [t(26, 56)],
    // A knight where no enemy pawn can ever attack it: undefended, defended by a pawn.
    knight_outpost: [t(14, 8), t(32, 20)],
    // A bishop where no enemy pawn can ever attack it: undefended, defended by a pawn.
    bishop_outpost: [t(10, 4), t(28, 10)],
    // A knight that can go to an outpost next.
    reachable_outpost: [t(14, 6)],
    // A knight or bishop right behind a pawn.
    minor_behind_pawn: [t(6, 16), t(6, 14)],
    // For each step from a knight or bishop to its own king.
    minor_king_distance: [t(-4, -3), t(-3, -2)],
    // For each own pawn on the squares of the bishop's colour.
    bishop_pawns: [t(-2, -5)],
    // For each of those that an enemy pawn holds fast.
    bishop_rammed_pawns: [t(-5, -8)],
    // A bishop that looks along the long diagonal through the centre.
    bishop_long_diagonal: [t(20, 10)],
    // For each enemy pawn on the diagonals of the bishop, seen through everything.
    bishop_xray_pawns: [t(-3, -4)],
    // A rook on a file without own pawns: with enemy pawns, and without any.
    rook_file: [t(16, 8), t(34, 12)],
    // A rook on the seventh rank while the enemy king is on the eighth or enemy pawns are on the seventh.
    rook_seventh: [t(6, 24)],
    // A rook on the file of a queen of either side.
    rook_queen_file: [t(5, 4)],
    // A rook that its own king shuts in: that can still castle, and that cannot.
    trapped_rook: [t(-25, -8), t(-48, -16)],
    // A queen that an enemy rook or bishop looks at through one piece.
    queen_discovered: [t(-40, -12)],
    // A queen in the enemy's half where no pawn can ever attack it.
    queen_infiltration: [t(-2, 16)],
    // The own pawn nearest the king on its file and the two beside it: for each distance of the file from the edge, by
    // the rank of that pawn (0 if there is none).
    shelter: [
        t(-18, 0), t(18, 0),  t(13, -2), t(2, -2),  t(-3, 0),  t(-6, 4),  t(-8, 8),  t(0, 0),
        t(-24, 0), t(24, 0),  t(18, -2), t(2, -2),  t(-4, 0),  t(-9, 4),  t(-11, 8), t(0, 0),
        t(-20, 0), t(20, 0),  t(14, -2), t(2, -2),  t(-4, 0),  t(-7, 4),  t(-9, 8),  t(0, 0),
        t(-13, 0), t(13, 0),  t(10, -2), t(1, -2),  t(-2, 0),  t(-5, 4),  t(-6, 8),  t(0, 0),
    ],
    // The enemy pawn nearest the king on those files, by its rank as the king's side counts (0 if there is none).
    storm: [
        t(2, 0),   t(-2, 0),  t(-30, 0), t(-26, 0), t(-12, 0), t(-4, 0),  t(0, 0),   t(0, 0),
        t(2, 0),   t(-2, 0),  t(-36, 0), t(-31, 0), t(-14, 0), t(-5, 0),  t(0, 0),   t(0, 0),
        t(2, 0),   t(-2, 0),  t(-30, 0), t(-26, 0), t(-12, 0), t(-4, 0),  t(0, 0),   t(0, 0),
        t(2, 0),   t(-2, 0),  t(-24, 0), t(-21, 0), t(-10, 0), t(-3, 0),  t(0, 0),   t(0, 0),
    ],
    // Such an enemy pawn that an own pawn stops, by rank.
    storm_blocked: [t(0, 0), t(0, 0), t(18, -10), t(20, -6), t(8, -2), t(2, 0), t(0, 0), t(0, 0)],
    // For each step from the king to the nearest pawn of either side.
    king_pawn_distance: [t(0, -10)],
    // No pawn of either side on the king's half of the board.
    pawnless_flank: [t(-12, -50)],
    // A knight, bishop, rook or queen that attacks a square around the king.
    danger_attacker: [t(40, 12), t(28, 10), t(34, 8), t(34, 8)],
    // For each attack on a square around the king.
    danger_ring_attack: [t(14, 4)],
    // For each square around the king that is attacked, and defended by king or queen alone.
    danger_weak_square: [t(44, 6)],
    // For each square from which a knight, bishop, rook or queen could give check and not be taken for free.
    danger_safe_check: [t(105, 12), t(70, 14), t(105, 20), t(90, 24)],
    // For each square from which a check is possible that costs the piece.
    danger_unsafe_check: [t(14, 4)],
    // For each own piece that is pinned to the king.
    danger_pinned: [t(28, 4)],
    // For each attack on the king's side of the board, and for each defence of it.
    danger_flank: [t(6, 0), t(-5, 0)],
    // A knight or bishop of its own beside the king.
    danger_defender: [t(-20, -2)],
    // The enemy has no queen.
    danger_no_queen: [t(-240, -40)],
    // The own pawn nearest the king on each of the three files, by rank (0 if there is none).
    danger_shelter: [t(22, 0), t(-18, 0), t(-12, 0), t(0, 0), t(4, 0), t(6, 0), t(6, 0), t(0, 0)],
    // The enemy pawn nearest the king on each of the three files, by rank (0 if there is none).
    danger_storm: [t(0, 0), t(8, 0), t(22, 0), t(18, 0), t(8, 0), t(0, 0), t(0, 0), t(0, 0)],
    // What is always there once the king is attacked.
    danger_base: [t(-20, 0)],
    // A safe pawn attacks a knight, bishop, rook, queen.
    threat_by_pawn: [t(70, 40), t(70, 45), t(95, 40), t(85, 40)],
    // A knight or bishop attacks a weak pawn, or a knight, bishop, rook, queen.
    threat_by_minor: [t(6, 20), t(38, 34), t(42, 36), t(68, 70), t(56, 80)],
    // A rook attacks a weak pawn, knight, bishop, rook, queen.
    threat_by_rook: [t(4, 24), t(26, 40), t(30, 40), t(8, 20), t(58, 40)],
    // The king attacks a weak piece.
    threat_by_king: [t(12, 50)],
    // A piece that is attacked and not defended, or attacked twice and badly defended.
    hanging: [t(42, 24)],
    // A pawn can go where it attacks a piece.
    threat_by_push: [t(24, 20)],
    // For each square that both sides attack and the enemy does not hold firmly.
    restricted: [t(4, 3)],
    // For each square from which a knight, or a bishop or rook, could safely attack the queen.
    threat_on_queen: [t(12, 8), t(30, 12)],
    // For each safe square behind the own pawns in the centre, the more pieces the more.
    space: [t(5, 0)],
    // It is this side's turn.
    tempo: [t(24, 20)],
    // The endgame, for the side that is ahead: for each pawn on the board; pawns on both sides of the board; nothing
    // but pawns; how far the kings are past each other; always.
    complexity: [t(0, 7), t(0, 40), t(0, 60), t(0, 6), t(0, -80)],
};
