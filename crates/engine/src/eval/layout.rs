//! Which weights there are, and what each means.
//!
//! The numbers themselves are in `weights`, which the tuner writes. Here each group has its name, its size and its
//! meaning; from this one list come the struct [`Weights`], the flat numbering that the tuner uses, and the comments
//! of the file that it writes.

use super::tapered::Tapered;

/// A part of the evaluation that people have a word for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Term {
    /// What the pieces are worth wherever they stand.
    Material,
    /// What it is worth to stand on a square.
    Placement,
    /// How many squares a piece can safely go to.
    Mobility,
    /// Pawns that support each other, and pawns that nobody can support.
    Pawns,
    /// Pawns that no enemy pawn can stop.
    PassedPawns,
    /// What is special about knights and bishops.
    Minors,
    /// What is special about rooks.
    Rooks,
    /// What is special about queens.
    Queens,
    /// The pawns before the king, its own and those that storm it.
    Shelter,
    /// Pieces that aim at the king. Danger grows with the square: two attackers are more than twice one.
    Danger,
    /// Pieces that can be taken, or soon.
    Threats,
    /// Room behind the own pawns.
    Space,
    /// The right to move.
    Tempo,
    /// Whether the endgame has enough play left in it to win.
    Complexity,
}

impl Term {
    /// All terms, in the order in which they are shown.
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

    /// The name for a table.
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
    /// The field's name.
    pub name: &'static str,
    /// The lines that explain it.
    pub meaning: &'static [&'static str],
    /// The term it belongs to.
    pub term: Term,
    /// The number of its first weight, counted over all groups.
    pub start: usize,
    /// How many weights it has.
    pub len: usize,
    /// How many of them to write in one line.
    pub row: usize,
}

/// One weight: its value, and its number for whoever traces the evaluation.
#[derive(Clone, Copy)]
pub(super) struct Weight {
    pub value: Tapered,
    pub index: usize,
}

/// The weight `group[n]`, with its number.
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
        /// Everything the evaluation multiplies by, one field a group.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Weights {
            $($($(#[doc = $doc])* pub $field: [Tapered; $len],)*)*
        }

        /// Where each group begins in the numbering of all weights.
        pub(super) struct Starts {
            $($(pub $field: usize,)*)*
            end: usize,
        }

        pub(super) const STARTS: Starts = {
            let next = 0;
            $($(let $field = next; let next = next + $len;)*)*
            Starts { $($($field,)*)* end: next }
        };

        /// All groups, in the order of the numbering.
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
            /// All weights, in the order of the numbering.
            pub fn iter(&self) -> impl Iterator<Item = Tapered> {
                let all: &[&[Tapered]] = &[$($(&self.$field,)*)*];
                all.iter().flat_map(|group| group.iter().copied()).collect::<Vec<_>>().into_iter()
            }
        }
    };
}

weights! {
    [Material]
    /// What a pawn, knight, bishop, rook and queen are worth.
    material: [5; by 5],

    [Placement]
    /// What it is worth to stand on a square: for pawn, knight, bishop, rook, queen and king eight rows, the own first
    /// rank first, with the files a to d. The files e to h mirror them.
    placement: [192; by 4],

    [Mobility]
    /// A knight with so many safe squares.
    knight_mobility: [9; by 9],
    /// A bishop with so many safe squares.
    bishop_mobility: [14; by 7],
    /// A rook with so many safe squares.
    rook_mobility: [15; by 8],
    /// A queen with so many safe squares.
    queen_mobility: [28; by 7],

    [Pawns]
    /// A pawn without own pawns on the files beside it: with an enemy pawn before it on its file, and without.
    isolated: [2; by 2],
    /// A pawn behind another of its own, and one that is isolated too.
    doubled: [2; by 2],
    /// A pawn whose neighbours have gone ahead, and that an enemy pawn keeps from following: with an enemy pawn before
    /// it on its file, and without.
    backward: [2; by 2],
    /// A pawn with another beside it, by rank.
    phalanx: [8; by 8],
    /// A pawn that another one defends, by rank.
    supported: [8; by 8],
    /// A pawn that can become a passed pawn by exchanges, by rank.
    candidate: [8; by 8],

    [PassedPawns]
    /// A passed pawn by rank, in four rows: it cannot go ahead and the square is attacked; it cannot, and it is not; it
    /// can, but the square is attacked; it can, safely.
    passed: [32; by 8],
    /// A passed pawn by file, a and h to d and e.
    passed_file: [4; by 4],
    /// For each step from the own king to the square before the pawn, by rank.
    passed_own_king: [8; by 8],
    /// For each step from the enemy king to the square before the pawn, by rank.
    passed_enemy_king: [8; by 8],
    /// No piece and no attacker on the whole way to promotion, by rank.
    passed_free_path: [8; by 8],
    /// Another passed pawn beside it or defending it, by rank.
    passed_connected: [8; by 8],
    /// A rook behind the pawn: an own one, an enemy's.
    passed_rook_behind: [2; by 2],
    /// No enemy piece is left, and the enemy king comes too late.
    passed_unstoppable: [1; by 1],

    [Minors]
    /// Two bishops or more.
    bishop_pair: [1; by 1],
    /// A knight where no enemy pawn can ever attack it: undefended, defended by a pawn.
    knight_outpost: [2; by 2],
    /// A bishop where no enemy pawn can ever attack it: undefended, defended by a pawn.
    bishop_outpost: [2; by 2],
    /// A knight that can go to an outpost next.
    reachable_outpost: [1; by 1],
    /// A knight or bishop right behind a pawn.
    minor_behind_pawn: [2; by 2],
    /// For each knight, by how closed the position is: from open files everywhere (0) to locked pawns (8).
    knight_closed: [9; by 9],
    /// For each step from a knight or bishop to its own king.
    minor_king_distance: [2; by 2],
    /// For each own pawn on the squares of the bishop's colour.
    bishop_pawns: [1; by 1],
    /// For each of those that an enemy pawn holds fast.
    bishop_rammed_pawns: [1; by 1],
    /// A bishop that looks along the long diagonal through the centre.
    bishop_long_diagonal: [1; by 1],
    /// For each enemy pawn on the diagonals of the bishop, seen through everything.
    bishop_xray_pawns: [1; by 1],

    [Rooks]
    /// A rook on a file without own pawns: with enemy pawns, and without any.
    rook_file: [2; by 2],
    /// A rook on the seventh rank while the enemy king is on the eighth or enemy pawns are on the seventh.
    rook_seventh: [1; by 1],
    /// A rook on the file of a queen of either side.
    rook_queen_file: [1; by 1],
    /// For each rook, by how closed the position is, as for knights.
    rook_closed: [9; by 9],
    /// A rook that its own king shuts in: that can still castle, and that cannot.
    trapped_rook: [2; by 2],

    [Queens]
    /// A queen that an enemy rook or bishop looks at through one piece.
    queen_discovered: [1; by 1],
    /// A queen in the enemy's half where no pawn can ever attack it.
    queen_infiltration: [1; by 1],

    [Shelter]
    /// The own pawn nearest the king on its file and the two beside it: for each distance of the file from the edge, by
    /// the rank of that pawn (0 if there is none).
    shelter: [32; by 8],
    /// The enemy pawn nearest the king on those files, by its rank as the king's side counts (0 if there is none).
    storm: [32; by 8],
    /// Such an enemy pawn that an own pawn stops, by rank.
    storm_blocked: [8; by 8],
    /// For each step from the king to the nearest pawn of either side.
    king_pawn_distance: [1; by 1],
    /// No pawn of either side on the king's half of the board.
    pawnless_flank: [1; by 1],

    [Danger]
    /// A knight, bishop, rook or queen that attacks a square around the king.
    danger_attacker: [4; by 4],
    /// For each attack on a square around the king.
    danger_ring_attack: [1; by 1],
    /// For each square around the king that is attacked, and defended by king or queen alone.
    danger_weak_square: [1; by 1],
    /// For each square from which a knight, bishop, rook or queen could give check and not be taken for free.
    danger_safe_check: [4; by 4],
    /// For each square from which a check is possible that costs the piece.
    danger_unsafe_check: [1; by 1],
    /// For each own piece that is pinned to the king.
    danger_pinned: [1; by 1],
    /// For each attack on the king's side of the board, and for each defence of it.
    danger_flank: [2; by 2],
    /// A knight or bishop of its own beside the king.
    danger_defender: [1; by 1],
    /// The enemy has no queen.
    danger_no_queen: [1; by 1],
    /// The own pawn nearest the king on each of the three files, by rank (0 if there is none).
    danger_shelter: [8; by 8],
    /// The enemy pawn nearest the king on each of the three files, by rank (0 if there is none).
    danger_storm: [8; by 8],
    /// What is always there once the king is attacked.
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
    /// A piece that is attacked and not defended, or attacked twice and badly defended.
    hanging: [1; by 1],
    /// A pawn can go where it attacks a piece.
    threat_by_push: [1; by 1],
    /// For each square that both sides attack and the enemy does not hold firmly.
    restricted: [1; by 1],
    /// For each square from which a knight, or a bishop or rook, could safely attack the queen.
    threat_on_queen: [2; by 2],

    [Space]
    /// For each safe square behind the own pawns in the centre, the more pieces the more.
    space: [1; by 1],

    [Tempo]
    /// It is this side's turn.
    tempo: [1; by 1],

    [Complexity]
    /// The endgame, for the side that is ahead: for each pawn on the board; pawns on both sides of the board; nothing
    /// but pawns; how far the kings are past each other; always.
    complexity: [5; by 5],
}

/// How many weights there are.
pub const COUNT: usize = STARTS.end;

/// The term that a weight belongs to.
#[must_use]
pub fn term_of(index: usize) -> Term {
    let after = GROUPS.partition_point(|group| group.start <= index);
    GROUPS[after - 1].term
}
