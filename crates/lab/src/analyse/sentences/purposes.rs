//! What a move is for where nothing is won: said with squares, and only what the board shows.

use chess::{Bitboard, Color, Move, PieceKind, Position, Square};

use super::held_pawns::is_pawn_ending;
use super::line::{Line, attacked_by, attacks};
use super::words::{adjective, joined, man, name};
use super::{Motif, Sentence};
use crate::analyse::exchange::{exchange, worth};

/// How many more squares a piece must reach to be worth a word.
const MORE_SQUARES: u32 = 3;

/// So many pieces that are neither kings nor pawns are left in an opening.
const OPENING: u32 = 10;

/// Up to so many in an endgame.
const ENDGAME: u32 = 4;

/// A first move, the position before it and the one after.
struct Step<'a> {
    line: &'a Line<'a>,
    before: &'a Position,
    after: &'a Position,
    m: Move,
    us: Color,
    kind: PieceKind,
}

/// What the first move of a line does, the most important first.
pub fn purposes(line: &Line<'_>) -> Vec<Sentence> {
    let (Some(&m), before) = (line.proof.moves.first(), &line.positions[0]) else {
        return Vec::new();
    };
    let Some(piece) = before.piece_at(m.from()) else {
        return Vec::new();
    };
    let step = Step {
        line,
        before,
        after: &line.positions[1],
        m,
        us: before.side_to_move(),
        kind: piece.kind(),
    };
    let found = [
        step.stops_mate(),
        step.saves(),
        step.defends(),
        step.threatens(),
        step.trades(),
        step.passed_pawn(),
        step.outpost(),
        step.castles(),
        step.open_file(),
        step.opposition(),
        step.centre(),
        step.develops().or_else(|| step.reaches()),
        step.opens_a_line(),
        step.takes_castling_away(),
        step.king_to_the_middle(),
    ];
    let found = found.into_iter().flatten();
    found
        .map(|(text, to)| Sentence {
            motif: Motif::Purpose,
            text: format!("{} {text}.", line.san(0)),
            in_other: false,
            from: 0,
            to,
        })
        .collect()
}

/// What is said after the move, and the last move of the proof.
type Said = Option<(String, usize)>;

impl Step<'_> {
    /// The other side would mate at once if it could move twice.
    fn stops_mate(&self) -> Said {
        let idle = self.before.after_null()?;
        let mate = mate_in_one(&idle)?;
        mate_in_one(self.after)
            .is_none()
            .then(|| (format!("stops the threat of {}", mate.to_san(&idle)), 0))
    }

    /// A piece that could be taken with a gain goes where it cannot.
    fn saves(&self) -> Said {
        let idle = self.before.after_null()?;
        let (from, to) = (self.m.from(), self.m.to());
        let was_lost = exchange(&idle, from) > 0;
        if matches!(self.kind, PieceKind::Pawn | PieceKind::King)
            || self.m.is_noisy()
            || !was_lost
            || exchange(self.after, to) > 0
        {
            return None;
        }
        let attackers = self.before.attackers_to(from, self.before.occupied());
        let attackers = (attackers & self.before.color(!self.us)).into_iter();
        let kind = |square: Square| self.before.piece_at(square).map(|it| worth(it.kind()));
        let attacker = attackers.min_by_key(|&square| kind(square))?;
        let (piece, attacker) = (name(self.kind), man(self.before, attacker));
        Some((format!("saves the {piece}, which {attacker} attacked"), 0))
    }

    /// A man that could be taken with a gain is defended now.
    fn defends(&self) -> Said {
        let idle = self.before.after_null()?;
        if self.m.is_noisy() || self.m.is_castle() || exchange(self.after, self.m.to()) > 0 {
            return None;
        }
        let guarded = attacks(self.after, self.m.to()) & self.after.color(self.us);
        let square = guarded
            .into_iter()
            .filter(|&square| exchange(&idle, square) > 0 && exchange(self.after, square) == 0)
            .max_by_key(|&square| exchange(&idle, square))?;
        Some((format!("defends {}", man(self.after, square)), 0))
    }

    /// The piece that moved could take something with a gain next.
    fn threatens(&self) -> Said {
        let next = self.after.after_null()?;
        if self.m.is_castle() || exchange(self.after, self.m.to()) > 0 {
            return None;
        }
        let square = attacked_by(self.after, self.m.to())
            .into_iter()
            .filter(|&square| exchange(&next, square) > 0 && exchange(self.before, square) == 0)
            .max_by_key(|&square| exchange(&next, square))?;
        Some((format!("threatens to take {}", man(self.after, square)), 0))
    }

    /// A piece is taken by one of the same worth, and taken back.
    fn trades(&self) -> Said {
        let taken = self.before.piece_at(self.m.to())?.kind();
        let back = self.line.proof.moves.get(1)?;
        if !self.m.is_capture()
            || self.m.is_promotion()
            || !back.is_capture()
            || back.to() != self.m.to()
            || worth(taken) != worth(self.kind)
            || taken == PieceKind::Pawn
        {
            return None;
        }
        let text = if taken == self.kind {
            format!("trades {}s", name(taken))
        } else {
            format!("trades a {} for a {}", name(self.kind), name(taken))
        };
        Some((text, 1))
    }

    fn passed_pawn(&self) -> Said {
        let to = self.m.to();
        if self.kind != PieceKind::Pawn || self.m.is_promotion() || !is_passed(self.after, to) {
            return None;
        }
        Some((
            if is_passed(self.before, self.m.from()) {
                "pushes a passed pawn".to_owned()
            } else {
                format!(
                    "makes a passed pawn: no {} pawn can stop it",
                    adjective(!self.us)
                )
            },
            0,
        ))
    }

    /// A knight or bishop on the other half, held by a pawn, where no pawn can attack it any more.
    fn outpost(&self) -> Said {
        let to = self.m.to();
        let rank = to.relative_to(self.us).rank() as u8;
        let pawns = self.after.kind(PieceKind::Pawn);
        let own =
            self.after.attackers_to(to, self.after.occupied()) & pawns & self.after.color(self.us);
        let beside = ahead(to, self.us) - file_of(to);
        let theirs = self.after.pieces(!self.us, PieceKind::Pawn);
        let is_minor = matches!(self.kind, PieceKind::Knight | PieceKind::Bishop);
        (is_minor && (4..=5).contains(&rank) && own.any() && !theirs.meets(beside)).then(|| {
            let holder = own
                .first()
                .map(|it| man(self.after, it))
                .unwrap_or_default();
            let text = format!(
                "puts the {} where {holder} holds it and no {} pawn can attack it",
                name(self.kind),
                adjective(!self.us)
            );
            (text, 0)
        })
    }

    fn castles(&self) -> Said {
        self.m.is_castle().then(|| {
            let king = self.after.king(self.us);
            let near = chess::attacks::king(king) & self.after.pieces(self.us, PieceKind::Pawn);
            let near = near.into_iter().filter(|it| it.rank() != king.rank());
            let pawns: Vec<String> = near.map(|it| it.to_string()).collect();
            let text = match pawns.len() {
                0 => format!("brings the king to {king}"),
                1 => format!("brings the king to {king}, behind the pawn on {}", pawns[0]),
                _ => format!(
                    "brings the king to {king}, behind the pawns on {}",
                    joined(&pawns)
                ),
            };
            (text, 0)
        })
    }

    /// A rook comes to a file without pawns, or without its own.
    fn open_file(&self) -> Said {
        let (from, to) = (self.m.from(), self.m.to());
        let pawns =
            |position: &Position, square: Square| position.kind(PieceKind::Pawn) & file_of(square);
        let own =
            |position: &Position, square: Square| pawns(position, square) & position.color(self.us);
        if self.kind != PieceKind::Rook
            || from.file() == to.file()
            || own(self.before, from).is_empty()
        {
            return None;
        }
        let file = to.file().letter();
        if pawns(self.after, to).is_empty() {
            Some((format!("puts the rook on the open {file}-file"), 0))
        } else if own(self.after, to).is_empty() {
            Some((format!("puts the rook on the half-open {file}-file"), 0))
        } else {
            None
        }
    }

    /// The kings face each other with one square between them, and the other side has to move.
    fn opposition(&self) -> Said {
        if self.kind != PieceKind::King || !is_pawn_ending(self.after) || self.m.is_castle() {
            return None;
        }
        let (own, other) = (self.after.king(self.us), self.after.king(!self.us));
        let is_straight = own.file() == other.file() || own.rank() == other.rank();
        let apart = chess::attacks::between(own, other).count();
        (is_straight && apart == 1).then(|| ("takes the opposition".to_owned(), 0))
    }

    fn centre(&self) -> Said {
        let to = self.m.to();
        let is_central =
            matches!(to.file().letter(), 'd' | 'e') && matches!(to.rank().digit(), '4' | '5');
        let is_opening = pieces(self.before) >= OPENING;
        if self.kind != PieceKind::Pawn || !is_central || !is_opening || self.m.is_capture() {
            return None;
        }
        let guarded: Vec<String> = attacks(self.after, to)
            .into_iter()
            .map(|it| it.to_string())
            .collect();
        Some((
            format!(
                "puts a pawn in the centre, where it guards {}",
                joined(&guarded)
            ),
            0,
        ))
    }

    fn develops(&self) -> Said {
        let from = self.m.from();
        let home = match self.kind {
            PieceKind::Knight => ['b', 'g'],
            PieceKind::Bishop => ['c', 'f'],
            _ => return None,
        };
        let is_home =
            home.contains(&from.file().letter()) && from.relative_to(self.us).rank() as u8 == 0;
        (is_home && pieces(self.before) >= OPENING)
            .then(|| (format!("develops the {}", name(self.kind)), 0))
    }

    /// A piece sees more of the board.
    fn reaches(&self) -> Said {
        let (from, to) = (self.m.from(), self.m.to());
        let is_piece = !matches!(self.kind, PieceKind::Pawn | PieceKind::King);
        let before = (attacks(self.before, from) - self.before.color(self.us)).count();
        let after = (attacks(self.after, to) - self.after.color(self.us)).count();
        (is_piece && after >= before + MORE_SQUARES).then(|| {
            let text = format!(
                "lets the {} reach {after} squares; from {from} it reached {before}",
                name(self.kind)
            );
            (text, 0)
        })
    }

    /// A pawn makes room for a piece behind it.
    fn opens_a_line(&self) -> Said {
        if self.kind != PieceKind::Pawn || self.m.is_promotion() {
            return None;
        }
        let reach = |position: &Position, square: Square| {
            (attacks(position, square) - position.color(self.us)).count()
        };
        let kinds = [PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen];
        let sliders = kinds
            .into_iter()
            .flat_map(|kind| self.after.pieces(self.us, kind));
        let (square, more) = sliders
            .map(|it| {
                (
                    it,
                    reach(self.after, it).saturating_sub(reach(self.before, it)),
                )
            })
            .max_by_key(|&(_, more)| more)?;
        (more >= MORE_SQUARES).then(|| {
            let text = format!(
                "makes room for {}: it reaches {} squares, before it reached {}",
                man(self.after, square),
                reach(self.after, square),
                reach(self.before, square)
            );
            (text, 0)
        })
    }

    /// A check that only the king can answer, or answers in the line, and that costs it the right to castle.
    fn takes_castling_away(&self) -> Said {
        let then = self.line.positions.get(2)?;
        let rights =
            |position: &Position| (position.castling_rooks() & position.color(!self.us)).any();
        let answer = *self.line.proof.moves.get(1)?;
        let by_king = self.after.king(!self.us) == answer.from() && !answer.is_castle();
        (self.after.in_check() && by_king && rights(self.after) && !rights(then)).then(|| {
            let text = format!(
                "gives check; after {} {} can castle no more",
                self.line.san(1),
                !self.us
            );
            (text, 1)
        })
    }

    fn king_to_the_middle(&self) -> Said {
        let off = |square: Square| {
            let off = |x: u8| if x < 4 { 3 - x } else { x - 4 };
            off(square.file() as u8).max(off(square.rank() as u8))
        };
        let nearer = off(self.m.to()) < off(self.m.from());
        let is_king = self.kind == PieceKind::King && !self.m.is_castle();
        (is_king && nearer && pieces(self.before) <= ENDGAME)
            .then(|| ("brings the king nearer to the middle".to_owned(), 0))
    }
}

/// A move that mates at once.
fn mate_in_one(position: &Position) -> Option<Move> {
    position.legal_moves().iter().copied().find(|&m| {
        let then = position.after(m);
        then.in_check() && !then.has_legal_move()
    })
}

/// How many pieces are left that are neither kings nor pawns.
fn pieces(position: &Position) -> u32 {
    (position.occupied() - position.kind(PieceKind::Pawn) - position.kind(PieceKind::King)).count()
}

fn file_of(square: Square) -> Bitboard {
    Square::ALL
        .into_iter()
        .filter(|it| it.file() == square.file())
        .fold(Bitboard::EMPTY, |all, it| all | it.bitboard())
}

/// The squares before a square as a side sees it, on its file and the two beside it.
fn ahead(square: Square, side: Color) -> Bitboard {
    let rank = |it: Square| it.relative_to(side).rank() as u8;
    Square::ALL
        .into_iter()
        .filter(|it| {
            rank(*it) > rank(square) && (it.file() as u8).abs_diff(square.file() as u8) <= 1
        })
        .fold(Bitboard::EMPTY, |all, it| all | it.bitboard())
}

/// Whether a pawn has no enemy pawn before it, on its file or beside it.
fn is_passed(position: &Position, pawn: Square) -> bool {
    position.piece_at(pawn).is_some_and(|piece| {
        !position
            .pieces(!piece.color(), PieceKind::Pawn)
            .meets(ahead(pawn, piece.color()))
    })
}
