//! What the player of assignment 8 thinks of a position.

use super::tables::{self, Picture};
use chess::{Bitboard, Color, File, PieceKind, Position, Rank, Square, attacks};
use games::Chess;
use games::chess::color;
use gametree::{Evaluator, Player, Score};

/// Own pawn, knight, bishop, rook, queen, king.
pub const OWN: [Score; 6] = [110, 330, 330, 550, 990, 11_000];
/// The same pieces of the enemy.
pub const ENEMY: [Score; 6] = [100, 300, 300, 500, 900, 10_000];
/// The end game begins when all pieces on the board together are worth less.
pub const END_GAME: Score = 24_000;
/// With fewer pawns on the board, rooks, bishops and pawns gain; otherwise knights.
pub const FEW_PAWNS: u32 = 4;
/// What each of those gains, in hundredths of its value.
pub const GAIN_PERCENT: Score = 10;
/// For each pawn behind another of its own.
pub const DOUBLED_PAWN: Score = 20;
/// For each square a piece can go to, if mobility is on.
pub const MOBILITY: Score = 2;

/// The evaluator of assignment 8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct A8Evaluator {
    /// Count the squares the pieces can go to. The document's authors wrote it and left it out,
    /// as too slow in Python.
    pub mobility: bool,
}

impl A8Evaluator {
    /// The value of `position` for `viewer`.
    #[must_use]
    pub fn value(&self, position: &Position, viewer: Color) -> Score {
        let few_pawns = position.kind(PieceKind::Pawn).count() < FEW_PAWNS;
        let end_game = is_end_game(position, viewer);
        let mut value = 0;
        for owner in Color::ALL {
            let side = side_value(position, owner, owner == viewer, few_pawns, end_game);
            value += if owner == viewer { side } else { -side };
        }
        value -= DOUBLED_PAWN * doubled_pawns(position, viewer);
        if self.mobility {
            value += MOBILITY * (mobility(position, viewer) - mobility(position, !viewer));
        }
        value
    }
}

/// Is it the end game, by the sum of all piece values?
#[must_use]
pub fn is_end_game(position: &Position, viewer: Color) -> bool {
    let total: Score = PieceKind::ALL
        .into_iter()
        .map(|kind| {
            let count = |color| position.pieces(color, kind).count() as Score;
            OWN[kind] * count(viewer) + ENEMY[kind] * count(!viewer)
        })
        .sum();
    total < END_GAME
}

/// Pieces and squares of one side.
fn side_value(
    position: &Position,
    owner: Color,
    own: bool,
    few_pawns: bool,
    end_game: bool,
) -> Score {
    let values = if own { &OWN } else { &ENEMY };
    // Only the viewer's own king is looked after.
    let king = position.king(owner).relative_to(owner);
    let shielded = if own && in_corner(king) {
        shield_files(king)
    } else {
        Bitboard::EMPTY
    };
    let mut sum = 0;
    for kind in PieceKind::ALL {
        let gains = match kind {
            PieceKind::Rook | PieceKind::Bishop | PieceKind::Pawn => few_pawns,
            PieceKind::Knight => !few_pawns,
            _ => false,
        };
        let worth = values[kind]
            + if gains {
                values[kind] * GAIN_PERCENT / 100
            } else {
                0
            };
        let picture = picture_of(kind, end_game);
        for square in position.pieces(owner, kind) {
            let seen = square.relative_to(owner);
            let place = if kind == PieceKind::Pawn && shielded.has(seen) {
                tables::SHIELD[seen.rank() as usize]
            } else {
                picture.map_or(0, |picture| look_up(picture, seen))
            };
            sum += worth + place / 2;
        }
    }
    sum
}

/// The table of a kind of piece; the rook has none.
fn picture_of(kind: PieceKind, end_game: bool) -> Option<&'static Picture> {
    Some(match kind {
        PieceKind::Pawn => &tables::PAWN,
        PieceKind::Knight => &tables::KNIGHT,
        PieceKind::Bishop => &tables::BISHOP,
        PieceKind::Rook => return None,
        PieceKind::Queen => &tables::QUEEN,
        PieceKind::King if end_game => &tables::KING_IN_END_GAME,
        PieceKind::King => &tables::KING,
    })
}

/// The entry for a square as its owner sees it.
fn look_up(picture: &Picture, seen: Square) -> Score {
    picture[7 - seen.rank() as usize][seen.file() as usize]
}

/// Is the king, as its owner sees it, in a corner of its own side (where castling leads)?
fn in_corner(king: Square) -> bool {
    king.rank() == Rank::First && !matches!(king.file(), File::D | File::E | File::F)
}

/// The files of the king's shield: its own and the neighbours.
fn shield_files(king: Square) -> Bitboard {
    let own = Bitboard::from(king.file());
    own | own.left() | own.right()
}

/// Pawns of `color` that have another one of their own in front of them.
fn doubled_pawns(position: &Position, color: Color) -> Score {
    let pawns = position.pieces(color, PieceKind::Pawn);
    File::ALL
        .into_iter()
        .map(|file| {
            let on_file = (pawns & Bitboard::from(file)).count() as Score;
            (on_file - 1).max(0)
        })
        .sum()
}

/// Squares the pieces of `color` attack and could go to.
fn mobility(position: &Position, color: Color) -> Score {
    let occupied = position.occupied();
    PieceKind::ALL[1..]
        .iter()
        .flat_map(|&kind| {
            position
                .pieces(color, kind)
                .into_iter()
                .map(move |from| (kind, from))
        })
        .map(|(kind, from)| {
            let reach = attacks::of(color, kind, from, occupied) - position.color(color);
            reach.count() as Score
        })
        .sum()
}

/// For the searches of the library, which must be max/min ones.
impl Evaluator<Chess> for A8Evaluator {
    fn evaluate(&mut self, _: &Chess, state: &Position) -> Score {
        self.value(state, state.side_to_move())
    }

    fn evaluate_for(&mut self, _: &Chess, state: &Position, viewer: Player) -> Score {
        self.value(state, color(viewer))
    }

    fn antisymmetric(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(fen: &str, viewer: Color) -> Score {
        let position = Position::from_fen(fen).unwrap();
        A8Evaluator::default().value(&position, viewer)
    }

    #[test]
    fn both_sides_believe_to_be_ahead_at_the_start() {
        let start = chess::fen::START;
        let (white, black) = (value(start, Color::White), value(start, Color::Black));
        assert_eq!(white, black);
        // A tenth of everything: 10 * 8 + 30 * 4 + 50 * 2 + 90 + 1000, and a tenth of what the
        // knights gain while there are many pawns.
        assert_eq!(white, 80 + 120 + 100 + 90 + 1_000 + 2 * 3);
        assert!(!A8Evaluator::default().antisymmetric());
    }

    #[test]
    fn the_end_game_threshold() {
        let start = Position::startpos();
        assert!(!is_end_game(&start, Color::White));
        let few = Position::from_fen("4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - 0 1").unwrap();
        assert!(is_end_game(&few, Color::White));
        // With the printed 1000 for the enemy king the start would be an end game already.
        let total: Score = 29_190;
        assert!(total - 9_000 < END_GAME && total > END_GAME);
    }

    #[test]
    fn the_king_changes_its_mind() {
        let many = |king: &str| {
            value(
                &format!("r2qk2r/pppppppp/8/8/8/8/PPPPPPPP/{king} w - - 0 1"),
                Color::White,
            )
        };
        assert!(
            many("R2Q1RK1") > many("R2QKR2"),
            "a corner before the end game"
        );
        let few = |king: &str| value(&format!("4k3/8/8/{king}/8/8/8/8 w - - 0 1"), Color::White);
        assert!(few("4K3") > few("K7"), "the centre in it");
    }

    #[test]
    fn the_shield_should_stay() {
        let pawns = |row2: &str, row3: &str, row4: &str| {
            let fen = format!("r2qk2r/pppppppp/8/8/{row4}/{row3}/{row2}/R2Q1RK1 w - - 0 1");
            value(&fen, Color::White)
        };
        let home = pawns("PPPPPPPP", "8", "8");
        let one_step = pawns("PPPPPPP1", "7P", "8");
        let two_steps = pawns("PPPPPPP1", "8", "7P");
        assert!(home > one_step && one_step > two_steps);
        assert!(
            home - one_step < one_step - two_steps,
            "the first step costs little"
        );
    }

    #[test]
    fn pawns_decide_who_is_worth_more() {
        let knight = |pawns: &str| {
            value(
                &format!("4k3/{pawns}/8/8/8/8/8/1N2K3 w - - 0 1"),
                Color::White,
            ) - value(
                &format!("4k3/{pawns}/8/8/8/8/8/4K3 w - - 0 1"),
                Color::White,
            )
        };
        assert!(knight("pppp4") > knight("ppp5"));
    }

    #[test]
    fn doubled_pawns_are_punished_and_mobility_can_be_on() {
        let apart = value("4k3/8/8/8/8/2P5/1P6/4K3 w - - 0 1", Color::White);
        let doubled = value("4k3/8/8/8/8/1P6/1P6/4K3 w - - 0 1", Color::White);
        assert!(apart - doubled >= DOUBLED_PAWN - 10);
        let open = Position::from_fen("4k3/8/8/8/3Q4/8/8/4K3 w - - 0 1").unwrap();
        let plain = A8Evaluator::default().value(&open, Color::White);
        let mobile = A8Evaluator { mobility: true }.value(&open, Color::White);
        assert!(mobile > plain + 40);
    }
}
