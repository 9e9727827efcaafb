//! The tables of squares. The document does not print its own; it says how they were made: by
//! thinking about where a piece is useful. These were made the same way. They are drawn with
//! White's back rank at the bottom, and halved before use.

use gametree::Score;

/// Values as they look on a board: the first row is the eighth rank.
pub type Picture = [[Score; 8]; 8];

/// Forward, most of all in the centre.
#[rustfmt::skip]
pub const PAWN: Picture = [
    [ 0,  0,  0,  0,  0,  0,  0,  0],
    [60, 60, 60, 60, 60, 60, 60, 60],
    [20, 20, 30, 40, 40, 30, 20, 20],
    [10, 10, 20, 30, 30, 20, 10, 10],
    [ 0,  0, 10, 30, 30, 10,  0,  0],
    [ 5,  0,  0, 10, 10,  0,  0,  5],
    [ 5, 10, 10,-20,-20, 10, 10,  5],
    [ 0,  0,  0,  0,  0,  0,  0,  0],
];

/// A knight on the rim is dim.
#[rustfmt::skip]
pub const KNIGHT: Picture = [
    [-50,-40,-30,-30,-30,-30,-40,-50],
    [-40,-20,  0,  0,  0,  0,-20,-40],
    [-30,  0, 15, 20, 20, 15,  0,-30],
    [-30,  5, 20, 25, 25, 20,  5,-30],
    [-30,  5, 20, 25, 25, 20,  5,-30],
    [-30,  5, 15, 20, 20, 15,  5,-30],
    [-40,-20,  0,  5,  5,  0,-20,-40],
    [-50,-30,-30,-30,-30,-30,-30,-50],
];

/// Long diagonals, away from the edge, off the back rank.
#[rustfmt::skip]
pub const BISHOP: Picture = [
    [-20,-10,-10,-10,-10,-10,-10,-20],
    [-10,  0,  0,  0,  0,  0,  0,-10],
    [-10,  0, 10, 10, 10, 10,  0,-10],
    [-10, 10, 10, 15, 15, 10, 10,-10],
    [-10,  5, 15, 15, 15, 15,  5,-10],
    [-10, 10, 10, 10, 10, 10, 10,-10],
    [-10, 15,  0,  5,  5,  0, 15,-10],
    [-20,-10,-15,-10,-10,-15,-10,-20],
];

/// The middle, but nothing hasty.
#[rustfmt::skip]
pub const QUEEN: Picture = [
    [-20,-10,-10, -5, -5,-10,-10,-20],
    [-10,  0,  0,  0,  0,  0,  0,-10],
    [-10,  0,  5,  5,  5,  5,  0,-10],
    [ -5,  0,  5, 10, 10,  5,  0, -5],
    [ -5,  0,  5, 10, 10,  5,  0, -5],
    [-10,  0,  5,  5,  5,  5,  0,-10],
    [-10,  0,  5,  0,  0,  0,  0,-10],
    [-20,-10,-10,  0,  0,-10,-10,-20],
];

/// Before the end game: a castled king in its corner.
#[rustfmt::skip]
pub const KING: Picture = [
    [-80,-80,-80,-80,-80,-80,-80,-80],
    [-70,-70,-70,-70,-70,-70,-70,-70],
    [-60,-60,-60,-70,-70,-60,-60,-60],
    [-50,-50,-60,-70,-70,-60,-50,-50],
    [-40,-40,-50,-60,-60,-50,-40,-40],
    [-20,-30,-30,-40,-40,-30,-30,-20],
    [ 10, 10,-10,-20,-20,-10, 10, 10],
    [ 30, 50, 20,-10,  0,-10, 50, 30],
];

/// In the end game: the middle, where it cannot be trapped.
#[rustfmt::skip]
pub const KING_IN_END_GAME: Picture = [
    [-50,-30,-20,-10,-10,-20,-30,-50],
    [-30,-10,  0, 10, 10,  0,-10,-30],
    [-20,  0, 20, 30, 30, 20,  0,-20],
    [-10, 10, 30, 40, 40, 30, 10,-10],
    [-10, 10, 30, 40, 40, 30, 10,-10],
    [-20,  0, 20, 30, 30, 20,  0,-20],
    [-30,-10,  0, 10, 10,  0,-10,-30],
    [-50,-30,-20,-10,-10,-20,-30,-50],
];

/// The shield in front of a king in its corner, by the rank of the pawn as its owner sees it: at
/// home much, one step ahead little less, further nearly nothing.
pub const SHIELD: [Score; 8] = [0, 50, 40, 5, 5, 5, 5, 0];
