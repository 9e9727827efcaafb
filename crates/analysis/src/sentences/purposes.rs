//! The purpose of a move: sentences about squares that the positions prove.

use chess::{Bitboard, Color, Move, PieceKind, Position, Square};

use super::held_pawns::is_pawn_ending;
use super::line::{Line, attacked_by, attacks};
use super::mates::mate_in_one;
use super::words::{adjective, joined, man, name};
use super::{Motif, Sentence};
use crate::exchange::{exchange, worth};

/// The least number of additional squares that a sentence mentions.
const MORE_SQUARES: u32 = 3;

/// The least number of pieces other than kings and pawns in an opening.
const OPENING: u32 = 10;

/// The most such pieces in an endgame.
const ENDGAME: u32 = 4;

/// The first move of a line, with the positions before and after it.
struct Step<'a> {
    line: &'a Line<'a>,
    before: &'a Position,
    after: &'a Position,
    m: Move,
    us: Color,
    kind: PieceKind,
}

/// Describes the purposes of the first move of a line, the most important first.
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
    // Each with the last move of its proof.
    let found = [
        (step.stops_mate(), 0),
        (step.saves(), 0),
        (step.defends(), 0),
        (step.threatens(), 0),
        (step.recaptures(), 0),
        (step.captures_attacker(), 0),
        (step.trades(), 1),
        (step.passed_pawn(), 0),
        (step.outpost(), 0),
        (step.castles(), 0),
        (step.open_file(), 0),
        (step.opposition(), 0),
        (step.centre(), 0),
        (step.develops().or_else(|| step.reaches()), 0),
        (step.opens_a_line(), 0),
        (step.ends_castling(), 1),
        (step.centralizes_king(), 0),
        (step.avoids_trade(), 0),
        (step.wins_exchange(), 0),
    ];
    let found = found.into_iter();
    found
        .filter_map(|(purpose, to)| {
            let text = format!("{} {}.", line.san(0), purpose?);
            Some(Sentence::new(Motif::Purpose, text, 0, to))
        })
        .collect()
}

/// The predicate of a sentence whose subject is the move.
type Purpose = Option<String>;

impl Step<'_> {
    /// The opponent would mate in one if the side passed.
    fn stops_mate(&self) -> Purpose {
        let idle = self.before.after_null()?;
        let mate = mate_in_one(&idle)?;
        mate_in_one(self.after)
            .is_none()
            .then(|| format!("stops the threat of {}", mate.to_san(&idle)))
    }

    /// A piece that could be captured with a gain moves to a safe square.
    fn saves(&self) -> Purpose {
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
        Some(format!("saves the {piece}, which {attacker} attacked"))
    }

    /// The move defends a piece that could be captured with a gain.
    fn defends(&self) -> Purpose {
        let idle = self.before.after_null()?;
        if self.m.is_noisy() || self.m.is_castle() || exchange(self.after, self.m.to()) > 0 {
            return None;
        }
        let guarded = attacks(self.after, self.m.to()) & self.after.color(self.us);
        let square = guarded
            .into_iter()
            .filter(|&square| exchange(&idle, square) > 0 && exchange(self.after, square) == 0)
            .max_by_key(|&square| exchange(&idle, square))?;
        Some(format!("defends {}", man(self.after, square)))
    }

    /// The moved piece could capture with a gain next.
    fn threatens(&self) -> Purpose {
        let next = self.after.after_null()?;
        if self.m.is_castle() || exchange(self.after, self.m.to()) > 0 {
            return None;
        }
        let square = attacked_by(self.after, self.m.to())
            .into_iter()
            .filter(|&square| exchange(&next, square) > 0 && exchange(self.before, square) == 0)
            .max_by_key(|&square| exchange(&next, square))?;
        Some(format!("threatens to take {}", man(self.after, square)))
    }

    /// The move captures the piece that has just captured one of the side.
    fn recaptures(&self) -> Purpose {
        let game = self.line.game;
        let last = game.moves().last()?;
        let earlier = game.positions().iter().rev().nth(1)?;
        let lost = earlier.piece_at(last.to())?;
        (self.m.is_capture() && last.is_capture() && last.to() == self.m.to()).then(|| {
            format!(
                "recaptures on {}, where {} captured a {}",
                self.m.to(),
                !self.us,
                name(lost.kind())
            )
        })
    }

    /// The move captures a piece that could have captured another one with a gain.
    fn captures_attacker(&self) -> Purpose {
        let idle = self.before.after_null()?;
        let to = self.m.to();
        let attacker = self.before.piece_at(to).filter(|_| self.m.is_capture())?;
        let is_safe = |square: Square| {
            let is_exchange = square == self.m.from() && worth(attacker.kind()) >= worth(self.kind);
            is_exchange
                || exchange(
                    self.after,
                    if square == self.m.from() { to } else { square },
                ) == 0
        };
        let square = attacked_by(&idle, to)
            .into_iter()
            .filter(|&square| exchange(&idle, square) > 0 && is_safe(square))
            .max_by_key(|&square| exchange(&idle, square))?;
        Some(format!(
            "captures {}, which attacked {}",
            man(self.before, to),
            man(self.before, square)
        ))
    }

    /// A piece moves away from an enemy piece of its kind, to a square where none attacks it.
    fn avoids_trade(&self) -> Purpose {
        let like = self.before.pieces(!self.us, self.kind);
        let attackers = |position: &Position, square: Square| {
            position.attackers_to(square, position.occupied()) & like
        };
        let is_piece = !matches!(self.kind, PieceKind::Pawn | PieceKind::King);
        let could_trade =
            is_piece && !self.m.is_capture() && attackers(self.before, self.m.from()).any();
        (could_trade && attackers(self.after, self.m.to()).is_empty())
            .then(|| format!("avoids a trade of {}s", name(self.kind)))
    }

    /// Captures on the square gain material, even if the opponent gains it back elsewhere.
    fn wins_exchange(&self) -> Purpose {
        let to = self.m.to();
        let taken = self.before.piece_at(to).filter(|_| self.m.is_capture())?;
        let gain = worth(taken.kind()) - exchange(self.after, to);
        (!self.m.is_promotion() && gain > 0).then(|| {
            format!(
                "captures {}, and captures on {to} gain material",
                man(self.before, to)
            )
        })
    }

    /// The move captures a piece of the same value, and the line recaptures.
    fn trades(&self) -> Purpose {
        let taken = self.before.piece_at(self.m.to())?.kind();
        let back = self.line.proof.moves.get(1)?;
        if !self.m.is_capture()
            || self.m.is_promotion()
            || !back.is_capture()
            || back.to() != self.m.to()
            || worth(taken) != worth(self.kind)
        {
            return None;
        }
        Some(match taken == self.kind {
            true => format!("trades {}s", name(taken)),
            false => format!("trades a {} for a {}", name(self.kind), name(taken)),
        })
    }

    /// A pawn becomes a passed pawn, or is one.
    fn passed_pawn(&self) -> Purpose {
        let to = self.m.to();
        if self.kind != PieceKind::Pawn || self.m.is_promotion() || !is_passed(self.after, to) {
            return None;
        }
        Some(match is_passed(self.before, self.m.from()) {
            true => "pushes a passed pawn".to_owned(),
            false => format!(
                "creates a passed pawn: no {} pawn can stop it",
                adjective(!self.us)
            ),
        })
    }

    /// A knight or bishop moves to the fifth or sixth rank, where a pawn defends it and no pawn can attack it.
    fn outpost(&self) -> Purpose {
        let to = self.m.to();
        let rank = to.relative_to(self.us).rank() as u8;
        let pawns = self.after.kind(PieceKind::Pawn);
        let own =
            self.after.attackers_to(to, self.after.occupied()) & pawns & self.after.color(self.us);
        let ahead = ahead(to, self.us);
        let attackers =
            self.after.pieces(!self.us, PieceKind::Pawn) & (ahead.left() | ahead.right());
        let is_minor = matches!(self.kind, PieceKind::Knight | PieceKind::Bishop);
        let is_outpost = is_minor && (4..=5).contains(&rank) && attackers.is_empty();
        own.first().filter(|_| is_outpost).map(|pawn| {
            format!(
                "puts the {} on an outpost: {} defends it and no {} pawn can attack it",
                name(self.kind),
                man(self.after, pawn),
                adjective(!self.us)
            )
        })
    }

    /// The king castles behind its pawns.
    fn castles(&self) -> Purpose {
        self.m.is_castle().then(|| {
            let king = self.after.king(self.us);
            let near = chess::attacks::king(king) & self.after.pieces(self.us, PieceKind::Pawn);
            let near = near.into_iter().filter(|it| it.rank() != king.rank());
            let pawns: Vec<String> = near.map(|it| it.to_string()).collect();
            match pawns.len() {
                0 => format!("brings the king to {king}"),
                1 => format!("brings the king to {king}, behind the pawn on {}", pawns[0]),
                _ => format!(
                    "brings the king to {king}, behind the pawns on {}",
                    joined(&pawns)
                ),
            }
        })
    }

    /// A rook moves to an open or half-open file.
    fn open_file(&self) -> Purpose {
        let (from, to) = (self.m.from(), self.m.to());
        let pawns = |position: &Position, square: Square| {
            position.kind(PieceKind::Pawn) & Bitboard::from(square.file())
        };
        let own =
            |position: &Position, square: Square| pawns(position, square) & position.color(self.us);
        if self.kind != PieceKind::Rook
            || from.file() == to.file()
            || own(self.before, from).is_empty()
            || own(self.after, to).any()
        {
            return None;
        }
        let half = if pawns(self.after, to).any() {
            "half-"
        } else {
            ""
        };
        let file = to.file().letter();
        Some(format!("puts the rook on the {half}open {file}-file"))
    }

    /// The kings of a pawn ending face each other with one square between them, and the opponent moves.
    fn opposition(&self) -> Purpose {
        if self.kind != PieceKind::King || !is_pawn_ending(self.after) || self.m.is_castle() {
            return None;
        }
        let (own, other) = (self.after.king(self.us), self.after.king(!self.us));
        let is_straight = own.file() == other.file() || own.rank() == other.rank();
        let apart = chess::attacks::between(own, other).count();
        (is_straight && apart == 1).then(|| "takes the opposition".to_owned())
    }

    /// A pawn occupies the centre in the opening.
    fn centre(&self) -> Purpose {
        let to = self.m.to();
        let is_central =
            matches!(to.file().letter(), 'd' | 'e') && matches!(to.rank().digit(), '4' | '5');
        let is_opening = pieces(self.before) >= OPENING;
        if self.kind != PieceKind::Pawn || !is_central || !is_opening || self.m.is_capture() {
            return None;
        }
        let squares = attacks(self.after, to).into_iter();
        let squares: Vec<String> = squares.map(|it| it.to_string()).collect();
        Some(format!(
            "puts a pawn in the centre, where it controls {}",
            joined(&squares)
        ))
    }

    /// A minor piece leaves its first square in the opening.
    fn develops(&self) -> Purpose {
        let from = self.m.from();
        let home = match self.kind {
            PieceKind::Knight => ['b', 'g'],
            PieceKind::Bishop => ['c', 'f'],
            _ => return None,
        };
        let is_home =
            home.contains(&from.file().letter()) && from.relative_to(self.us).rank() as u8 == 0;
        (is_home && pieces(self.before) >= OPENING)
            .then(|| format!("develops the {}", name(self.kind)))
    }

    /// A piece reaches more squares.
    fn reaches(&self) -> Purpose {
        let (from, to) = (self.m.from(), self.m.to());
        let is_piece = !matches!(self.kind, PieceKind::Pawn | PieceKind::King);
        let before = (attacks(self.before, from) - self.before.color(self.us)).count();
        let after = (attacks(self.after, to) - self.after.color(self.us)).count();
        (is_piece && after >= before + MORE_SQUARES).then(|| {
            format!(
                "lets the {} reach {after} squares; from {from} it reached {before}",
                name(self.kind)
            )
        })
    }

    /// A pawn opens a line for a piece.
    fn opens_a_line(&self) -> Purpose {
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
        let reaches = sliders.map(|it| (it, reach(self.before, it), reach(self.after, it)));
        let (square, before, after) =
            reaches.max_by_key(|&(_, before, after)| after.saturating_sub(before))?;
        (after >= before + MORE_SQUARES).then(|| {
            format!(
                "opens a line for {}: it reaches {after} squares instead of {before}",
                man(self.after, square)
            )
        })
    }

    /// A check that the king answers in the line, so that it loses the right to castle.
    fn ends_castling(&self) -> Purpose {
        let then = self.line.positions.get(2)?;
        let rights =
            |position: &Position| (position.castling_rooks() & position.color(!self.us)).any();
        let answer = *self.line.proof.moves.get(1)?;
        let by_king = self.after.king(!self.us) == answer.from() && !answer.is_castle();
        (self.after.in_check() && by_king && rights(self.after) && !rights(then)).then(|| {
            format!(
                "gives check; after {} {} can no longer castle",
                self.line.san(1),
                !self.us
            )
        })
    }

    /// A king of an endgame moves towards the centre.
    fn centralizes_king(&self) -> Purpose {
        let off = |square: Square| {
            let off = |x: u8| if x < 4 { 3 - x } else { x - 4 };
            off(square.file() as u8).max(off(square.rank() as u8))
        };
        let nearer = off(self.m.to()) < off(self.m.from());
        let is_king = self.kind == PieceKind::King && !self.m.is_castle();
        (is_king && nearer && pieces(self.before) <= ENDGAME)
            .then(|| "brings the king nearer to the centre".to_owned())
    }
}

/// Returns the number of pieces other than kings and pawns.
fn pieces(position: &Position) -> u32 {
    (position.occupied() - position.kind(PieceKind::Pawn) - position.kind(PieceKind::King)).count()
}

/// Returns the squares ahead of a square on its file, from the view of a side.
fn ahead(square: Square, side: Color) -> Bitboard {
    let rank = |it: Square| it.relative_to(side).rank() as u8;
    let file = Bitboard::from(square.file()).into_iter();
    file.filter(|&it| rank(it) > rank(square)).collect()
}

/// Returns whether no enemy pawn can stop or attack a pawn on its way.
fn is_passed(position: &Position, pawn: Square) -> bool {
    position.piece_at(pawn).is_some_and(|piece| {
        let ahead = ahead(pawn, piece.color());
        let theirs = position.pieces(!piece.color(), PieceKind::Pawn);
        !theirs.meets(ahead | ahead.left() | ahead.right())
    })
}
