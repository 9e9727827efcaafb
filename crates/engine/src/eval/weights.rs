//! The weights of the hand-crafted evaluation.
//!
//! `espalier tune` writes this file. Each pair is the value in the middlegame and in the endgame, in hundredths of a
//! pawn; `layout` documents the meaning and the order of each group.
//!
//! Tuned on 149,482 positions; K 1.075, validation loss 0.060274 after 4 epochs.

use super::layout::Weights;
use super::tapered::Tapered;

const fn t(middlegame: i32, endgame: i32) -> Tapered {
    Tapered::new(middlegame, endgame)
}

/// The weights that the engine plays with.
#[rustfmt::skip]
pub const DEFAULT: Weights = Weights {
    // A pawn, knight, bishop, rook and queen.
    material: [t(72, 121), t(359, 426), t(372, 476), t(476, 774), t(1181, 1395)],
    // Piece-square values: for pawn, knight, bishop, rook, queen and king eight rows, the own first rank first, with the files a
    // to d. The files e to h mirror them.
    placement: [
        t(0, 0),      t(0, 0),      t(0, 0),      t(0, 0),
        t(-10, 24),   t(13, -2),    t(-2, 18),    t(3, 49),
        t(1, 15),     t(12, -5),    t(6, -2),     t(6, 6),
        t(-8, 17),    t(-8, 8),     t(8, 1),      t(7, -9),
        t(2, 25),     t(5, 6),      t(10, 6),     t(14, 17),
        t(45, 34),    t(11, 52),    t(10, 22),    t(56, 42),
        t(97, 3),     t(14, 42),    t(-10, 33),   t(51, 48),
        t(0, 0),      t(0, 0),      t(0, 0),      t(0, 0),
        t(-26, -65),  t(-21, -39),  t(-36, 11),   t(-32, 37),
        t(-40, -20),  t(10, -20),   t(-24, 9),    t(-12, 22),
        t(-22, -15),  t(8, -10),    t(0, 9),      t(22, 19),
        t(-6, -5),    t(0, 17),     t(21, 36),    t(15, 34),
        t(12, -6),    t(26, 13),    t(23, 21),    t(28, 42),
        t(11, -2),    t(-9, -2),    t(8, 20),     t(39, 26),
        t(15, -49),   t(26, -14),   t(39, -3),    t(16, 38),
        t(-189, 17),  t(-76, -15),  t(-84, 39),   t(68, -29),
        t(2, -2),     t(-15, 21),   t(-9, 18),    t(-6, 21),
        t(15, -48),   t(4, -12),    t(6, 13),     t(11, 26),
        t(2, 22),     t(15, 4),     t(4, 4),      t(6, 48),
        t(8, -2),     t(6, 26),     t(27, 30),    t(30, 41),
        t(0, 28),     t(15, 35),    t(11, 48),    t(25, 35),
        t(-23, 40),   t(-1, 16),    t(7, 10),     t(21, 34),
        t(-41, 24),   t(-85, 22),   t(-1, 40),    t(-39, 39),
        t(-55, -27),  t(32, 15),    t(-131, 45),  t(-16, 52),
        t(-3, -3),    t(-5, 19),    t(1, 16),     t(14, 3),
        t(-29, 15),   t(12, -3),    t(6, 16),     t(-10, 15),
        t(-30, 33),   t(-2, 33),    t(-9, 24),    t(0, 36),
        t(-31, 52),   t(-27, 49),   t(-32, 55),   t(-1, 38),
        t(-13, 58),   t(9, 55),     t(6, 52),     t(-6, 61),
        t(-6, 50),    t(-17, 58),   t(20, 43),    t(11, 35),
        t(-3, 35),    t(-9, 49),    t(11, 28),    t(2, 26),
        t(52, 31),    t(-2, 42),    t(-31, 52),   t(23, 43),
        t(16, -13),   t(-24, 21),   t(-4, -19),   t(-1, -15),
        t(-4, 67),    t(-2, 11),    t(11, -3),    t(3, 27),
        t(3, -9),     t(9, 57),     t(-10, 71),   t(-6, 46),
        t(2, 58),     t(4, 77),     t(0, 67),     t(-9, 101),
        t(39, -17),   t(12, 22),    t(8, 17),     t(-2, 67),
        t(3, 31),     t(-19, 36),   t(16, 54),    t(-10, 53),
        t(12, 2),     t(7, 15),     t(43, 38),    t(42, -5),
        t(-29, 49),   t(-8, 23),    t(0, 4),      t(-14, 48),
        t(36, -76),   t(33, -34),   t(11, -45),   t(5, -37),
        t(16, -39),   t(10, -27),   t(-29, -22),  t(-68, 8),
        t(5, -20),    t(-1, -31),   t(-74, 1),    t(-98, 14),
        t(0, -15),    t(-48, 1),    t(-74, 2),    t(-150, 35),
        t(-178, 41),  t(-57, 18),   t(-78, 39),   t(-155, 52),
        t(-116, 27),  t(0, 25),     t(-45, 45),   t(-128, 67),
        t(-159, -33), t(-25, 54),   t(95, 32),    t(-6, 31),
        t(-130, -88), t(14, 75),    t(30, 132),   t(25, 38),
    ],
    // A knight, by the number of safe squares.
    knight_mobility: [t(-11, -5), t(-19, -35), t(-8, 1), t(-4, 24), t(2, 35), t(6, 43), t(9, 43), t(14, 44), t(9, 37)],
    // A bishop, by the number of safe squares.
    bishop_mobility: [
        t(-41, -6),  t(-26, -27), t(-20, -3),  t(-9, 13),   t(-8, 21),   t(-9, 40),   t(-3, 35),
        t(-3, 40),   t(-8, 50),   t(-12, 53),  t(-3, 53),   t(-15, 43),  t(-7, 37),   t(-28, 28),
    ],
    // A rook, by the number of safe squares.
    rook_mobility: [
        t(-69, -4),  t(-23, -19), t(-10, 6),   t(-8, -1),   t(-13, 25),  t(-6, 36),   t(-3, 37),   t(-5, 43),
        t(7, 53),    t(-2, 65),   t(6, 71),    t(-5, 77),   t(20, 70),   t(21, 72),   t(33, 89),
    ],
    // A queen, by the number of safe squares.
    queen_mobility: [
        t(83, -29),  t(-24, 21),  t(-19, -7),  t(-8, -101), t(-11, -47), t(-15, -29), t(-6, -28),
        t(-7, 14),   t(0, 15),    t(-1, 33),   t(-1, 48),   t(4, 52),    t(-2, 76),   t(-6, 84),
        t(4, 82),    t(8, 90),    t(-3, 84),   t(5, 106),   t(15, 81),   t(10, 83),   t(1, 61),
        t(58, -17),  t(25, 22),   t(-19, -7),  t(11, -44),  t(5, -97),   t(-41, -15), t(16, -42),
    ],
    // An isolated pawn: with an enemy pawn ahead on its file, and without.
    isolated: [t(-3, -6), t(-3, -20)],
    // A doubled pawn: not isolated, and isolated.
    doubled: [t(-11, 6), t(-12, -16)],
    // A backward pawn, which an enemy pawn keeps from advancing to its neighbours: with an enemy pawn ahead on its file, and
    // without.
    backward: [t(6, -4), t(-12, -2)],
    // A pawn with a neighbour on the same rank, by rank.
    phalanx: [t(0, 0), t(3, 7), t(3, 12), t(8, 9), t(27, 32), t(86, 55), t(220, 206), t(0, 0)],
    // A pawn that another pawn defends, by rank.
    supported: [t(0, 0), t(0, 0), t(11, 17), t(8, 10), t(18, 21), t(33, 46), t(61, 29), t(0, 0)],
    // A candidate passed pawn, by rank.
    candidate: [t(0, 0), t(4, -3), t(16, 2), t(7, 22), t(21, 34), t(-25, 50), t(0, 0), t(0, 0)],
    // A passed pawn by rank, in four rows: blocked and attacked ahead; blocked; attacked ahead; free.
    passed: [
        t(0, 0),     t(-28, -60), t(-36, 52),  t(-23, 45),  t(20, 43),   t(17, 59),   t(40, 13),   t(0, 0),
        t(0, 0),     t(1, -15),   t(-13, 14),  t(-12, 48),  t(15, 64),   t(22, 78),   t(28, 88),   t(0, 0),
        t(0, 0),     t(9, -5),    t(-18, 5),   t(-21, 49),  t(32, 59),   t(54, 94),   t(181, 96),  t(0, 0),
        t(0, 0),     t(3, -10),   t(-7, 9),    t(-12, 49),  t(15, 83),   t(115, 100), t(156, 202), t(0, 0),
    ],
    // A passed pawn by file, from a and h to d and e.
    passed_file: [t(-4, 31), t(-8, 32), t(-18, 33), t(-21, 0)],
    // For each step from the own king to the square ahead of the pawn, by rank.
    passed_own_king: [t(0, 0), t(0, 0), t(0, -1), t(13, -21), t(-2, -19), t(-6, -16), t(5, -19), t(0, 0)],
    // For each step from the enemy king to the square ahead of the pawn, by rank.
    passed_enemy_king: [t(0, 0), t(0, 0), t(0, 2), t(-3, 16), t(2, 22), t(1, 35), t(-12, 52), t(0, 0)],
    // A path to promotion without pieces and enemy attacks, by rank.
    passed_free_path: [t(0, 0), t(0, 0), t(0, 4), t(-68, 48), t(6, 38), t(22, 82), t(55, 128), t(0, 0)],
    // A passed pawn with another one beside or defending it, by rank.
    passed_connected: [t(0, 0), t(-13, 14), t(27, -2), t(-4, 0), t(30, 0), t(46, 22), t(-5, 71), t(0, 0)],
    // A rook behind the passed pawn: an own one, an enemy one.
    passed_rook_behind: [t(10, 16), t(-18, -25)],
    // A passed pawn that the enemy king cannot stop, without other enemy pieces.
    passed_unstoppable: [t(-4, 250)],
    // Two bishops or more.
    bishop_pair: [t(33, 54)],
    // A knight on an outpost: not defended by a pawn, and defended by one.
    knight_outpost: [t(11, 1), t(27, 19)],
    // A bishop on an outpost: not defended by a pawn, and defended by one.
    bishop_outpost: [t(-2, 6), t(21, -3)],
    // A knight that can move to an outpost that a pawn defends.
    reachable_outpost: [t(13, 15)],
    // A knight, a bishop directly behind a pawn.
    minor_behind_pawn: [t(4, 24), t(1, 10)],
    // For each knight, by how closed the position is: from open (0) to closed (8).
    knight_closed: [t(-5, 10), t(-8, 6), t(-4, 5), t(-7, 9), t(3, 6), t(-2, 6), t(-6, -1), t(10, 1), t(13, -1)],
    // For each step from a knight, a bishop to its own king.
    minor_king_distance: [t(-6, -3), t(-2, -1)],
    // For each own pawn on squares of the bishop's colour.
    bishop_pawns: [t(0, -8)],
    // For each of those pawns that an enemy pawn blocks.
    bishop_rammed_pawns: [t(-7, -7)],
    // A bishop on a long diagonal that attacks both centre squares.
    bishop_long_diagonal: [t(21, 33)],
    // For each enemy pawn on the bishop's diagonals, also behind other pieces.
    bishop_xray_pawns: [t(-4, -8)],
    // A rook on a half-open file, on an open file.
    rook_file: [t(23, -5), t(33, -6)],
    // A rook on the seventh rank while the enemy king is on the eighth or enemy pawns are on the seventh.
    rook_seventh: [t(23, 17)],
    // A rook on the file of any queen.
    rook_queen_file: [t(2, -11)],
    // For each rook, by how closed the position is.
    rook_closed: [t(13, 9), t(13, 12), t(7, 7), t(2, 3), t(-7, -2), t(-2, -4), t(-9, -8), t(-11, -12), t(-13, -17)],
    // A rook trapped by its own king: with castling rights, and without.
    trapped_rook: [t(0, -6), t(-49, -21)],
    // A queen that an enemy rook or bishop attacks through one piece.
    queen_discovered: [t(-16, -28)],
    // A queen in the enemy's half that no pawn can ever attack.
    queen_infiltration: [t(-3, 48)],
    // The own pawns on the king's file and its neighbours: for each distance of the file from the edge, by the rank of the rearmost
    // pawn (0 if there is none).
    shelter: [
        t(-20, 22),  t(28, -38),  t(12, -14),  t(14, 9),    t(-7, 15),   t(19, 5),    t(-25, 18),  t(0, 0),
        t(-17, 7),   t(27, -7),   t(28, -22),  t(-3, 5),    t(-10, 44),  t(94, -10),  t(-37, 4),   t(0, 0),
        t(-16, 5),   t(31, -20),  t(-2, 3),    t(-5, 4),    t(4, 10),    t(10, -2),   t(64, 10),   t(0, 0),
        t(-10, -6),  t(1, -8),    t(-1, 0),    t(-5, 7),    t(1, -5),    t(-24, -10), t(-86, 3),   t(0, 0),
    ],
    // The enemy pawns on those files, by the rank of the nearest pawn (0 if there is none).
    storm: [
        t(1, -20),  t(-5, 42),  t(59, 47),  t(-29, 11), t(-5, 5),   t(-6, -9),  t(1, -15),  t(0, 0),
        t(-22, 16), t(45, -11), t(39, 73),  t(-22, 15), t(-11, 11), t(11, 7),   t(-12, 5),  t(0, 0),
        t(-15, 3),  t(43, 93),  t(-12, 6),  t(-11, 22), t(-14, 0),  t(-4, -10), t(3, -18),  t(0, 0),
        t(-9, 14),  t(-9, -47), t(7, 5),    t(-12, -6), t(-10, -8), t(8, -16),  t(0, 14),   t(0, 0),
    ],
    // An enemy pawn that an own pawn blocks, by rank.
    storm_blocked: [t(0, 0), t(0, 0), t(11, -70), t(13, -19), t(6, -15), t(24, -27), t(16, -60), t(0, 0)],
    // For each step from the king to the nearest pawn of either side.
    king_pawn_distance: [t(-1, -21)],
    // No pawns on the king's flank.
    pawnless_flank: [t(13, -52)],
    // A knight, bishop, rook, queen that attacks the ring around the king.
    danger_attacker: [t(77, 84), t(53, 30), t(69, -15), t(5, -7)],
    // For each attacked square of the ring, for each attacker.
    danger_ring_attack: [t(0, 23)],
    // For each weak square of the ring: attacked, and defended at most by king and queen.
    danger_weak_square: [t(33, -21)],
    // For each square from which a knight, bishop, rook, queen can give a safe check.
    danger_safe_check: [t(87, 128), t(84, 164), t(100, 248), t(59, 141)],
    // For each square from which an unsafe check is possible.
    danger_unsafe_check: [t(23, 91)],
    // For each pinned piece.
    danger_pinned: [t(11, 28)],
    // For each attack on the king's flank, for each defence of it.
    danger_flank: [t(11, 30), t(-4, -18)],
    // For each own knight or bishop in the ring.
    danger_defender: [t(-26, 30)],
    // The enemy has no queen.
    danger_no_queen: [t(-269, -50)],
    // The own rearmost pawn on each of the three files, by rank (0 if there is none).
    danger_shelter: [t(13, -115), t(-33, 28), t(-15, 94), t(5, 137), t(49, 15), t(36, -176), t(18, -36), t(0, 0)],
    // The nearest enemy pawn on each of the three files, by rank (0 if there is none).
    danger_storm: [t(-1, -60), t(59, -8), t(99, 163), t(32, 148), t(-3, 18), t(-18, -70), t(-5, 8), t(0, 0)],
    // A constant, if the king is attacked.
    danger_base: [t(-24, -4)],
    // A safe pawn attacks a knight, bishop, rook, queen.
    threat_by_pawn: [t(69, 45), t(59, 87), t(84, 31), t(58, -9)],
    // A knight or bishop attacks a weak pawn, or a knight, bishop, rook, queen.
    threat_by_minor: [t(6, 25), t(23, 22), t(43, 40), t(64, 28), t(46, 34)],
    // A rook attacks a weak pawn, knight, bishop, rook, queen.
    threat_by_rook: [t(-1, 19), t(20, 46), t(27, 34), t(-4, 26), t(36, -8)],
    // The king attacks a weak piece.
    threat_by_king: [t(46, 11)],
    // A hanging piece: attacked and not defended, or attacked twice and weakly defended.
    hanging: [t(12, 38)],
    // A piece that a safe pawn push would attack.
    threat_by_push: [t(19, 16)],
    // For each square that both sides attack and the enemy does not protect strongly.
    restricted: [t(4, 2)],
    // For each square from which a knight, a bishop or rook could safely attack the queen.
    threat_on_queen: [t(8, 1), t(16, 13)],
    // For each safe square behind the own pawns in the centre, multiplied by the number of pieces.
    space: [t(2, 5)],
    // The side to move.
    tempo: [t(23, 21)],
    // The endgame, for the side that is ahead: for each pawn; pawns on both wings; only pawns; how far the kings have passed each
    // other; a constant.
    complexity: [t(0, 4), t(0, 72), t(0, 73), t(0, 2), t(0, -104)],
};
