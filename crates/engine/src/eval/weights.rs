//! The numbers of the evaluation.
//!
//! `espalier tune` writes this file. Each pair is the value in the middlegame and in the endgame, in hundredths of a
//! pawn; `layout` says what each group means and how it is ordered.
//!
//! Tuned on 1,539,175 positions; K 1.039, validation loss 0.059350 after 8 epochs.

use super::layout::Weights;
use super::tapered::Tapered;

const fn t(middlegame: i32, endgame: i32) -> Tapered {
    Tapered::new(middlegame, endgame)
}

/// The weights that the engine plays with.
#[rustfmt::skip]
pub const DEFAULT: Weights = Weights {
    // What a pawn, knight, bishop, rook and queen are worth.
    material: [t(73, 120), t(364, 425), t(371, 476), t(489, 781), t(1183, 1389)],
    // What it is worth to stand on a square: for pawn, knight, bishop, rook, queen and king eight rows, the own first
    // rank first, with the files a to d. The files e to h mirror them.
    placement: [
        t(0, 0),      t(0, 0),      t(0, 0),      t(0, 0),
        t(-5, 23),    t(16, 7),     t(0, 18),     t(1, 44),
        t(-3, 12),    t(9, -5),     t(4, -7),     t(8, 1),
        t(-8, 18),    t(-8, 4),     t(9, 0),      t(9, -7),
        t(7, 32),     t(4, 8),      t(10, 8),     t(9, 11),
        t(39, 37),    t(9, 48),     t(10, 22),    t(57, 43),
        t(98, 1),     t(14, 41),    t(-11, 33),   t(50, 50),
        t(0, 0),      t(0, 0),      t(0, 0),      t(0, 0),
        t(-28, -63),  t(-21, -39),  t(-45, 9),    t(-25, 39),
        t(-25, -17),  t(10, -20),   t(-11, 8),    t(-11, 24),
        t(-21, -17),  t(5, -10),    t(2, 8),      t(11, 24),
        t(-14, -4),   t(3, 23),     t(18, 37),    t(15, 32),
        t(12, -7),    t(19, 12),    t(27, 20),    t(28, 42),
        t(12, -3),    t(-10, -5),   t(8, 17),     t(41, 25),
        t(12, -51),   t(24, -17),   t(39, -2),    t(16, 36),
        t(-190, 18),  t(-76, -14),  t(-84, 39),   t(67, -30),
        t(4, -4),     t(-15, 23),   t(-13, 9),    t(-10, 21),
        t(18, -47),   t(3, -15),    t(13, 14),    t(6, 34),
        t(8, 21),     t(17, 9),     t(8, 6),      t(6, 47),
        t(8, -2),     t(7, 27),     t(24, 35),    t(29, 41),
        t(2, 27),     t(12, 36),    t(7, 47),     t(24, 32),
        t(-23, 38),   t(0, 15),     t(6, 8),      t(24, 32),
        t(-39, 27),   t(-85, 20),   t(0, 38),     t(-38, 41),
        t(-53, -25),  t(33, 16),    t(-130, 44),  t(-16, 52),
        t(-2, -2),    t(-4, 18),    t(3, 16),     t(9, 0),
        t(-31, 19),   t(8, -3),     t(-1, 16),    t(-6, 16),
        t(-25, 31),   t(-7, 35),    t(-8, 27),    t(2, 38),
        t(-27, 53),   t(-23, 50),   t(-35, 53),   t(-2, 36),
        t(-20, 57),   t(19, 55),    t(7, 52),     t(-6, 61),
        t(-3, 50),    t(-14, 60),   t(22, 41),    t(12, 36),
        t(-2, 31),    t(-9, 48),    t(12, 26),    t(3, 28),
        t(52, 27),    t(0, 50),     t(-30, 55),   t(23, 45),
        t(19, -11),   t(-22, 21),   t(-9, -20),   t(-2, -15),
        t(-10, 64),   t(0, 12),     t(6, -5),     t(7, 27),
        t(5, -9),     t(4, 55),     t(-8, 72),    t(-5, 49),
        t(9, 57),     t(1, 78),     t(6, 68),     t(-11, 99),
        t(39, -21),   t(18, 23),    t(5, 20),     t(-1, 67),
        t(7, 31),     t(-18, 37),   t(14, 55),    t(-8, 52),
        t(12, 0),     t(1, 14),     t(44, 37),    t(40, -5),
        t(-31, 48),   t(-9, 22),    t(2, 6),      t(-13, 49),
        t(33, -72),   t(32, -38),   t(12, -46),   t(3, -35),
        t(20, -35),   t(5, -24),    t(-23, -26),  t(-68, 7),
        t(3, -22),    t(2, -30),    t(-72, 4),    t(-96, 9),
        t(1, -19),    t(-48, -2),   t(-73, 5),    t(-149, 40),
        t(-179, 42),  t(-57, 17),   t(-78, 37),   t(-154, 57),
        t(-116, 28),  t(-1, 26),    t(-47, 45),   t(-128, 67),
        t(-159, -33), t(-25, 53),   t(96, 32),    t(-6, 30),
        t(-130, -88), t(14, 74),    t(30, 131),   t(25, 39),
    ],
    // A knight with so many safe squares.
    knight_mobility: [t(-16, -3), t(-17, -31), t(-10, 6), t(-3, 17), t(4, 30), t(4, 42), t(12, 42), t(13, 47), t(16, 36)],
    // A bishop with so many safe squares.
    bishop_mobility: [
        t(-34, -8),  t(-34, -26), t(-19, 1),   t(-8, 14),   t(-9, 24),   t(-8, 37),   t(-4, 34),
        t(-5, 41),   t(-7, 45),   t(-15, 59),  t(-2, 48),   t(-17, 40),  t(-7, 37),   t(-29, 28),
    ],
    // A rook with so many safe squares.
    rook_mobility: [
        t(-68, -6),  t(-16, -20), t(-10, 5),   t(-10, 7),   t(-9, 24),   t(-6, 35),   t(-2, 33),   t(-6, 45),
        t(1, 54),    t(-7, 68),   t(1, 70),    t(0, 77),    t(27, 71),   t(20, 73),   t(35, 89),
    ],
    // A queen with so many safe squares.
    queen_mobility: [
        t(83, -29),   t(-26, 21),   t(-16, -6),   t(-12, -102), t(-13, -48),  t(-11, -29),  t(-4, -27),
        t(-6, 12),    t(3, 15),     t(-3, 31),    t(1, 46),     t(4, 55),     t(-5, 76),    t(2, 86),
        t(2, 82),     t(-4, 86),    t(1, 84),     t(11, 105),   t(13, 83),    t(8, 82),     t(1, 61),
        t(57, -17),   t(25, 22),    t(-19, -6),   t(11, -45),   t(5, -96),    t(-41, -15),  t(16, -42),
    ],
    // A pawn without own pawns on the files beside it: with an enemy pawn before it on its file, and without.
    isolated: [t(-4, -8), t(-3, -24)],
    // A pawn behind another of its own, and one that is isolated too.
    doubled: [t(-4, 15), t(-18, -20)],
    // A pawn whose neighbours have gone ahead, and that an enemy pawn keeps from following: with an enemy pawn before
    // it on its file, and without.
    backward: [t(2, -13), t(-11, -5)],
    // A pawn with another beside it, by rank.
    phalanx: [t(0, 0), t(4, 3), t(3, 11), t(9, 14), t(25, 36), t(86, 50), t(220, 206), t(0, 0)],
    // A pawn that another one defends, by rank.
    supported: [t(0, 0), t(0, 0), t(12, 21), t(11, 18), t(12, 20), t(32, 45), t(61, 30), t(0, 0)],
    // A pawn that can become a passed pawn by exchanges, by rank.
    candidate: [t(0, 0), t(7, -7), t(10, 0), t(-2, 20), t(10, 32), t(-25, 49), t(0, 0), t(0, 0)],
    // A passed pawn by rank, in four rows: it cannot go ahead and the square is attacked; it cannot, and it is not; it
    // can, but the square is attacked; it can, safely.
    passed: [
        t(0, 0),     t(-25, -58), t(-34, 53),  t(-23, 44),  t(18, 40),   t(16, 60),   t(40, 13),   t(0, 0),
        t(0, 0),     t(2, -15),   t(-14, 20),  t(-14, 44),  t(14, 66),   t(19, 80),   t(29, 87),   t(0, 0),
        t(0, 0),     t(7, -9),    t(-14, 7),   t(-18, 51),  t(36, 60),   t(52, 89),   t(179, 97),  t(0, 0),
        t(0, 0),     t(8, -3),    t(-9, 9),    t(-15, 49),  t(14, 86),   t(119, 102), t(156, 200), t(0, 0),
    ],
    // A passed pawn by file, a and h to d and e.
    passed_file: [t(-1, 33), t(-11, 31), t(-22, 39), t(-16, 3)],
    // For each step from the own king to the square before the pawn, by rank.
    passed_own_king: [t(0, 0), t(0, 0), t(0, -1), t(12, -17), t(-3, -18), t(-7, -16), t(4, -20), t(0, 0)],
    // For each step from the enemy king to the square before the pawn, by rank.
    passed_enemy_king: [t(0, 0), t(0, 0), t(0, 2), t(-5, 14), t(1, 21), t(-3, 38), t(-9, 56), t(0, 0)],
    // No piece and no attacker on the whole way to promotion, by rank.
    passed_free_path: [t(0, 0), t(0, 0), t(0, 4), t(-69, 49), t(7, 39), t(22, 77), t(55, 128), t(0, 0)],
    // Another passed pawn beside it or defending it, by rank.
    passed_connected: [t(0, 0), t(-6, 17), t(21, 2), t(0, 5), t(35, 2), t(47, 22), t(-4, 73), t(0, 0)],
    // A rook behind the pawn: an own one, an enemy's.
    passed_rook_behind: [t(7, 20), t(-17, -23)],
    // No enemy piece is left, and the enemy king comes too late.
    passed_unstoppable: [t(-4, 251)],
    // Two bishops or more.
    bishop_pair: [t(40, 57)],
    // A knight where no enemy pawn can ever attack it: undefended, defended by a pawn.
    knight_outpost: [t(11, -1), t(25, 20)],
    // A bishop where no enemy pawn can ever attack it: undefended, defended by a pawn.
    bishop_outpost: [t(-4, 1), t(21, -1)],
    // A knight that can go to an outpost next.
    reachable_outpost: [t(14, 16)],
    // A knight or bishop right behind a pawn.
    minor_behind_pawn: [t(2, 27), t(1, 13)],
    // For each knight, by how closed the position is: from open files everywhere (0) to locked pawns (8).
    knight_closed: [t(-6, 8), t(-4, 10), t(-4, 8), t(-2, 6), t(0, 4), t(2, 2), t(4, 0), t(6, 0), t(8, 0)],
    // For each step from a knight or bishop to its own king.
    minor_king_distance: [t(-5, -4), t(-3, -3)],
    // For each own pawn on the squares of the bishop's colour.
    bishop_pawns: [t(-1, -8)],
    // For each of those that an enemy pawn holds fast.
    bishop_rammed_pawns: [t(-11, -3)],
    // A bishop that looks along the long diagonal through the centre.
    bishop_long_diagonal: [t(20, 28)],
    // For each enemy pawn on the diagonals of the bishop, seen through everything.
    bishop_xray_pawns: [t(-6, -4)],
    // A rook on a file without own pawns: with enemy pawns, and without any.
    rook_file: [t(22, -5), t(33, -3)],
    // A rook on the seventh rank while the enemy king is on the eighth or enemy pawns are on the seventh.
    rook_seventh: [t(25, 19)],
    // A rook on the file of a queen of either side.
    rook_queen_file: [t(0, -10)],
    // For each rook, by how closed the position is, as for knights.
    rook_closed: [t(16, 12), t(12, 10), t(8, 8), t(4, 4), t(0, 0), t(-4, -4), t(-8, -8), t(-10, -12), t(-12, -16)],
    // A rook that its own king shuts in: that can still castle, and that cannot.
    trapped_rook: [t(1, -5), t(-48, -19)],
    // A queen that an enemy rook or bishop looks at through one piece.
    queen_discovered: [t(-16, -32)],
    // A queen in the enemy's half where no pawn can ever attack it.
    queen_infiltration: [t(-7, 45)],
    // The own pawn nearest the king on its file and the two beside it: for each distance of the file from the edge, by
    // the rank of that pawn (0 if there is none).
    shelter: [
        t(-17, 18),  t(24, -34),  t(9, -12),   t(14, 5),    t(-8, 15),   t(19, 7),    t(-24, 16),  t(0, 0),
        t(-20, 3),   t(30, -12),  t(29, -19),  t(2, 9),     t(-15, 41),  t(94, -11),  t(-36, 3),   t(0, 0),
        t(-17, -2),  t(33, -16),  t(-2, 5),    t(-3, 7),    t(-3, 9),    t(11, -2),   t(64, 10),   t(0, 0),
        t(-9, -4),   t(2, -8),    t(1, 1),     t(-5, 10),   t(2, -6),    t(-21, -10), t(-86, 1),   t(0, 0),
    ],
    // The enemy pawn nearest the king on those files, by its rank as the king's side counts (0 if there is none).
    storm: [
        t(0, -22),  t(-6, 42),  t(57, 47),  t(-32, 13), t(0, 7),    t(-3, -7),  t(-2, -16), t(0, 0),
        t(-19, 14), t(46, -10), t(39, 74),  t(-16, 15), t(-15, 7),  t(2, 9),    t(-10, 3),  t(0, 0),
        t(-17, 4),  t(43, 92),  t(-13, 5),  t(-11, 19), t(-15, 1),  t(-6, -9),  t(5, -13),  t(0, 0),
        t(-12, 9),  t(-9, -47), t(10, 5),   t(-13, -6), t(-10, -4), t(10, -13), t(2, 15),   t(0, 0),
    ],
    // Such an enemy pawn that an own pawn stops, by rank.
    storm_blocked: [t(0, 0), t(0, 0), t(12, -68), t(14, -20), t(6, -19), t(20, -28), t(19, -62), t(0, 0)],
    // For each step from the king to the nearest pawn of either side.
    king_pawn_distance: [t(0, -22)],
    // No pawn of either side on the king's half of the board.
    pawnless_flank: [t(15, -49)],
    // A knight, bishop, rook or queen that attacks a square around the king.
    danger_attacker: [t(82, 84), t(58, 30), t(65, -15), t(4, -7)],
    // For each attack on a square around the king.
    danger_ring_attack: [t(0, 22)],
    // For each square around the king that is attacked, and defended by king or queen alone.
    danger_weak_square: [t(29, -21)],
    // For each square from which a knight, bishop, rook or queen could give check and not be taken for free.
    danger_safe_check: [t(92, 128), t(85, 164), t(99, 247), t(61, 141)],
    // For each square from which a check is possible that costs the piece.
    danger_unsafe_check: [t(22, 90)],
    // For each own piece that is pinned to the king.
    danger_pinned: [t(16, 28)],
    // For each attack on the king's side of the board, and for each defence of it.
    danger_flank: [t(10, 27), t(-4, -20)],
    // A knight or bishop of its own beside the king.
    danger_defender: [t(-21, 30)],
    // The enemy has no queen.
    danger_no_queen: [t(-270, -50)],
    // The own pawn nearest the king on each of the three files, by rank (0 if there is none).
    danger_shelter: [t(14, -115), t(-29, 29), t(-16, 94), t(5, 136), t(48, 14), t(36, -176), t(18, -36), t(0, 0)],
    // The enemy pawn nearest the king on each of the three files, by rank (0 if there is none).
    danger_storm: [t(-5, -60), t(59, -8), t(96, 162), t(31, 148), t(0, 18), t(-12, -70), t(-3, 8), t(0, 0)],
    // What is always there once the king is attacked.
    danger_base: [t(-23, -4)],
    // A safe pawn attacks a knight, bishop, rook, queen.
    threat_by_pawn: [t(76, 44), t(56, 86), t(83, 31), t(56, -9)],
    // A knight or bishop attacks a weak pawn, or a knight, bishop, rook, queen.
    threat_by_minor: [t(9, 25), t(16, 25), t(39, 38), t(61, 30), t(38, 33)],
    // A rook attacks a weak pawn, knight, bishop, rook, queen.
    threat_by_rook: [t(2, 18), t(18, 44), t(26, 34), t(-6, 25), t(36, -9)],
    // The king attacks a weak piece.
    threat_by_king: [t(48, 10)],
    // A piece that is attacked and not defended, or attacked twice and badly defended.
    hanging: [t(15, 36)],
    // A pawn can go where it attacks a piece.
    threat_by_push: [t(18, 22)],
    // For each square that both sides attack and the enemy does not hold firmly.
    restricted: [t(4, 2)],
    // For each square from which a knight, or a bishop or rook, could safely attack the queen.
    threat_on_queen: [t(7, -1), t(11, 10)],
    // For each safe square behind the own pawns in the centre, the more pieces the more.
    space: [t(2, 7)],
    // It is this side's turn.
    tempo: [t(22, 20)],
    // The endgame, for the side that is ahead: for each pawn on the board; pawns on both sides of the board; nothing
    // but pawns; how far the kings are past each other; always.
    complexity: [t(0, 5), t(0, 74), t(0, 78), t(0, 1), t(0, -103)],
};
