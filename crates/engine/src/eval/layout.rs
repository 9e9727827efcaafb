//! The layout of the weights: names, sizes and meanings.
//!
//! The values are in `weights`, which the tuner writes. From the one list below come the struct [`Weights`], the flat indices for
//! tuning, and the comments in that file.

use super::tapered::Tapered;

/// A term of the evaluation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Term {
    /// The values of the pieces.
    Material,
    /// Piece-square values.
    Placement,
    /// Safe squares that pieces can move to.
    Mobility,
    /// Pawn structure.
    Pawns,
    /// Passed pawns.
    PassedPawns,
    /// Features of knights and bishops.
    Minors,
    /// Features of rooks.
    Rooks,
    /// Features of queens.
    Queens,
    /// Own and enemy pawns near the king.
    Shelter,
    /// Attacks on the king. The penalty is quadratic, so two attackers count more than twice one.
    Danger,
    /// Attacked pieces.
    Threats,
    /// Space behind the own pawns.
    Space,
    /// The side to move.
    Tempo,
    /// The winnability of an endgame advantage.
    Complexity,
}

impl Term {
    /// All terms, in display order.
    pub const ALL: [Self; 14] = [
        Self::Material,
        Self::Placement,
        Self::Mobility,
        Self::Pawns,
        Self::PassedPawns,
        Self::Minors,
        Self::Rooks,
        Self::Queens,
        Self::Shelter,
        Self::Danger,
        Self::Threats,
        Self::Space,
        Self::Tempo,
        Self::Complexity,
    ];

    /// Returns the name for display.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Material => "Material",
            Self::Placement => "Placement",
            Self::Mobility => "Mobility",
            Self::Pawns => "Pawns",
            Self::PassedPawns => "Passed pawns",
            Self::Minors => "Minor pieces",
            Self::Rooks => "Rooks",
            Self::Queens => "Queens",
            Self::Shelter => "King shelter",
            Self::Danger => "King danger",
            Self::Threats => "Threats",
            Self::Space => "Space",
            Self::Tempo => "Tempo",
            Self::Complexity => "Complexity",
        }
    }
}

/// A group of weights: one field of [`Weights`].
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The name of the field.
    pub name: &'static str,
    /// The lines of its documentation.
    pub meaning: &'static [&'static str],
    /// The term it belongs to.
    pub term: Term,
    /// The index of its first weight.
    pub start: usize,
    /// The number of weights.
    pub len: usize,
    /// The number of weights on a line of the file.
    pub row: usize,
}

/// A weight and its index, which tracers receive.
#[derive(Clone, Copy)]
pub(super) struct Weight {
    pub value: Tapered,
    pub index: usize,
}

/// The weight `group[n]` with its index.
macro_rules! weight {
    ($group:ident[$n:expr]) => {{
        let n: usize = $n;
        $crate::eval::layout::Weight {
            value: $crate::eval::WEIGHTS.$group[n],
            index: $crate::eval::layout::STARTS.$group + n,
        }
    }};
    ($group:ident) => {
        weight!($group[0])
    };
}
pub(super) use weight;

macro_rules! weights {
    ($([$term:ident] $($(#[doc = $doc:literal])* $field:ident: [$len:literal; by $row:literal],)*)*) => {
        /// All weights of the evaluation, one field for each group.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Weights {
            $($($(#[doc = $doc])* pub $field: [Tapered; $len],)*)*
        }

        /// The index of the first weight of each group.
        pub(super) struct Starts {
            $($(pub $field: usize,)*)*
            end: usize,
        }

        pub(super) const STARTS: Starts = {
            let next = 0;
            $($(let $field = next; let next = next + $len;)*)*
            Starts { $($($field,)*)* end: next }
        };

        /// All groups, in the order of the indices.
        pub const GROUPS: &[Group] = &[
            $($(Group {
                name: stringify!($field),
                meaning: &[$($doc),*],
                term: Term::$term,
                start: STARTS.$field,
                len: $len,
                row: $row,
            },)*)*
        ];

        impl Weights {
            /// Iterates over all weights, in the order of the indices.
            pub fn iter(&self) -> impl Iterator<Item = Tapered> {
                let all: &[&[Tapered]] = &[$($(&self.$field,)*)*];
                all.iter().flat_map(|group| group.iter().copied()).collect::<Vec<_>>().into_iter()
            }
        }
    };
}

weights! {
    [Material]
    /// A pawn, knight, bishop, rook and queen.
    material: [5; by 5],

    [Placement]
    /// Piece-square values: for pawn, knight, bishop, rook, queen and king eight rows, the own first rank first, with the files a
    /// to d. The files e to h mirror them.
    placement: [192; by 4],

    [Mobility]
    /// A knight, by the number of safe squares.
    knight_mobility: [9; by 9],
    /// A bishop, by the number of safe squares.
    bishop_mobility: [14; by 7],
    /// A rook, by the number of safe squares.
    rook_mobility: [15; by 8],
    /// A queen, by the number of safe squares.
    queen_mobility: [28; by 7],

    [Pawns]
    /// An isolated pawn: with an enemy pawn ahead on its file, and without.
    isolated: [2; by 2],
    /// A doubled pawn: not isolated, and isolated.
    doubled: [2; by 2],
    /// A backward pawn, which an enemy pawn keeps from advancing to its neighbours: with an enemy pawn ahead on its file, and
    /// without.
    backward: [2; by 2],
    /// A pawn with a neighbour on the same rank, by rank.
    phalanx: [8; by 8],
    /// A pawn that another pawn defends, by rank.
    supported: [8; by 8],
    /// A candidate passed pawn, by rank.
    candidate: [8; by 8],

    [PassedPawns]
    /// A passed pawn by rank, in four rows: blocked and attacked ahead; blocked; attacked ahead; free.
    passed: [32; by 8],
    /// A passed pawn by file, from a and h to d and e.
    passed_file: [4; by 4],
    /// For each step from the own king to the square ahead of the pawn, by rank.
    passed_own_king: [8; by 8],
    /// For each step from the enemy king to the square ahead of the pawn, by rank.
    passed_enemy_king: [8; by 8],
    /// A path to promotion without pieces and enemy attacks, by rank.
    passed_free_path: [8; by 8],
    /// A passed pawn with another one beside or defending it, by rank.
    passed_connected: [8; by 8],
    /// A rook behind the passed pawn: an own one, an enemy one.
    passed_rook_behind: [2; by 2],
    /// A passed pawn that the enemy king cannot stop, without other enemy pieces.
    passed_unstoppable: [1; by 1],

    [Minors]
    /// Two bishops or more.
    bishop_pair: [1; by 1],
    /// A knight on an outpost: not defended by a pawn, and defended by one.
    knight_outpost: [2; by 2],
    /// A bishop on an outpost: not defended by a pawn, and defended by one.
    bishop_outpost: [2; by 2],
    /// A knight that can move to an outpost that a pawn defends.
    reachable_outpost: [1; by 1],
    /// A knight, a bishop directly behind a pawn.
    minor_behind_pawn: [2; by 2],
    /// For each knight, by how closed the position is: from open (0) to closed (8).
    knight_closed: [9; by 9],
    /// For each step from a knight, a bishop to its own king.
    minor_king_distance: [2; by 2],
    /// For each own pawn on squares of the bishop's colour.
    bishop_pawns: [1; by 1],
    /// For each of those pawns that an enemy pawn blocks.
    bishop_rammed_pawns: [1; by 1],
    /// A bishop on a long diagonal that attacks both centre squares.
    bishop_long_diagonal: [1; by 1],
    /// For each enemy pawn on the bishop's diagonals, also behind other pieces.
    bishop_xray_pawns: [1; by 1],

    [Rooks]
    /// A rook on a half-open file, on an open file.
    rook_file: [2; by 2],
    /// A rook on the seventh rank while the enemy king is on the eighth or enemy pawns are on the seventh.
    rook_seventh: [1; by 1],
    /// A rook on the file of any queen.
    rook_queen_file: [1; by 1],
    /// For each rook, by how closed the position is.
    rook_closed: [9; by 9],
    /// A rook trapped by its own king: with castling rights, and without.
    trapped_rook: [2; by 2],

    [Queens]
    /// A queen that an enemy rook or bishop attacks through one piece.
    queen_discovered: [1; by 1],
    /// A queen in the enemy's half that no pawn can ever attack.
    queen_infiltration: [1; by 1],

    [Shelter]
    /// The own pawns on the king's file and its neighbours: for each distance of the file from the edge, by the rank of the rearmost
    /// pawn (0 if there is none).
    shelter: [32; by 8],
    /// The enemy pawns on those files, by the rank of the nearest pawn (0 if there is none).
    storm: [32; by 8],
    /// An enemy pawn that an own pawn blocks, by rank.
    storm_blocked: [8; by 8],
    /// For each step from the king to the nearest pawn of either side.
    king_pawn_distance: [1; by 1],
    /// No pawns on the king's flank.
    pawnless_flank: [1; by 1],

    [Danger]
    /// A knight, bishop, rook, queen that attacks the ring around the king.
    danger_attacker: [4; by 4],
    /// For each attacked square of the ring, for each attacker.
    danger_ring_attack: [1; by 1],
    /// For each weak square of the ring: attacked, and defended at most by king and queen.
    danger_weak_square: [1; by 1],
    /// For each square from which a knight, bishop, rook, queen can give a safe check.
    danger_safe_check: [4; by 4],
    /// For each square from which an unsafe check is possible.
    danger_unsafe_check: [1; by 1],
    /// For each pinned piece.
    danger_pinned: [1; by 1],
    /// For each attack on the king's flank, for each defence of it.
    danger_flank: [2; by 2],
    /// For each own knight or bishop in the ring.
    danger_defender: [1; by 1],
    /// The enemy has no queen.
    danger_no_queen: [1; by 1],
    /// The own rearmost pawn on each of the three files, by rank (0 if there is none).
    danger_shelter: [8; by 8],
    /// The nearest enemy pawn on each of the three files, by rank (0 if there is none).
    danger_storm: [8; by 8],
    /// A constant, if the king is attacked.
    danger_base: [1; by 1],

    [Threats]
    /// A safe pawn attacks a knight, bishop, rook, queen.
    threat_by_pawn: [4; by 4],
    /// A knight or bishop attacks a weak pawn, or a knight, bishop, rook, queen.
    threat_by_minor: [5; by 5],
    /// A rook attacks a weak pawn, knight, bishop, rook, queen.
    threat_by_rook: [5; by 5],
    /// The king attacks a weak piece.
    threat_by_king: [1; by 1],
    /// A hanging piece: attacked and not defended, or attacked twice and weakly defended.
    hanging: [1; by 1],
    /// A piece that a safe pawn push would attack.
    threat_by_push: [1; by 1],
    /// For each square that both sides attack and the enemy does not protect strongly.
    restricted: [1; by 1],
    /// For each square from which a knight, a bishop or rook could safely attack the queen.
    threat_on_queen: [2; by 2],

    [Space]
    /// For each safe square behind the own pawns in the centre, multiplied by the number of pieces.
    space: [1; by 1],

    [Tempo]
    /// The side to move.
    tempo: [1; by 1],

    [Complexity]
    /// The endgame, for the side that is ahead: for each pawn; pawns on both wings; only pawns; how far the kings have passed each
    /// other; a constant.
    complexity: [5; by 5],
}

/// The number of weights.
pub const COUNT: usize = STARTS.end;

/// Returns the term of a weight.
#[must_use]
pub fn term_of(index: usize) -> Term {
    let after = GROUPS.partition_point(|group| group.start <= index);
    GROUPS[after - 1].term
}
