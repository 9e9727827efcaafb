//! Staged move ordering.
//!
//! Most nodes return after one or two moves, so moves are generated in stages: the table move needs no generation, captures are
//! generated before quiet moves, and a list is not sorted but searched for its best move each time.

use arrayvec::ArrayVec;
use chess::{Bitboard, Color, EXCHANGE_VALUES, Move, MoveKind, MoveList, PieceKind, Position};

use super::history::{ByTarget, History, Step};
use crate::params;
use crate::techniques::{Switches, Technique};

/// The maximum number of legal moves.
const MOST_MOVES: usize = MoveList::CAPACITY;

#[derive(Clone, Copy)]
struct Scored {
    m: Move,
    score: i32,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Stage {
    TableMove,
    ListNoisy,
    GoodNoisy,
    Killer,
    ListQuiet,
    Quiet,
    ListChecks,
    Checks,
    BadNoisy,
}

/// Yields the legal moves of a position one by one, best first.
pub struct Picker {
    stage: Stage,
    table_move: Option<Move>,
    killer: Option<Move>,
    only_noisy: bool,
    checks: bool,
    list: ArrayVec<Scored, MOST_MOVES>,
    next: usize,
    bad: ArrayVec<Move, MOST_MOVES>,
    next_bad: usize,
}

/// The data that moves are scored with.
pub struct Context<'a, S> {
    /// The position.
    pub position: &'a Position,
    /// The history tables.
    pub history: &'a History,
    /// The steps one, two, four and six plies ago.
    pub earlier: [Option<Step>; 4],
    /// The squares that the opponent attacks.
    pub threats: Bitboard,
    /// The techniques that are on.
    pub switches: S,
}

/// Returns the kind that a capture or promotion takes; a pawn for a promotion without capture.
#[inline(always)]
pub fn taken(position: &Position, m: Move) -> PieceKind {
    match m.kind() {
        MoveKind::EnPassant => PieceKind::Pawn,
        _ => position
            .piece_at(m.to())
            .map_or(PieceKind::Pawn, chess::Piece::kind),
    }
}

impl Picker {
    /// Yields all legal moves, starting with the table move.
    pub fn new(table_move: Option<Move>, killer: Option<Move>) -> Self {
        Self {
            stage: Stage::TableMove,
            table_move,
            killer: killer.filter(|_| killer != table_move),
            only_noisy: false,
            checks: false,
            list: ArrayVec::new(),
            next: 0,
            bad: ArrayVec::new(),
            next_bad: 0,
        }
    }

    /// Yields captures and promotions only.
    pub fn noisy(table_move: Option<Move>) -> Self {
        Self {
            only_noisy: true,
            ..Self::new(table_move.filter(|m| m.is_noisy()), None)
        }
    }

    /// Adds quiet moves that give check and lose nothing by static exchange evaluation.
    pub fn with_checks(mut self, checks: bool) -> Self {
        self.checks = checks;
        self
    }

    /// Skips all further quiet moves.
    pub fn skip_quiets(&mut self) {
        self.only_noisy = true;
        if matches!(self.stage, Stage::Killer | Stage::ListQuiet | Stage::Quiet) {
            self.stage = Stage::BadNoisy;
        }
    }

    /// Returns whether only losing captures are left.
    pub fn is_at_bad_captures(&self) -> bool {
        self.stage == Stage::BadNoisy
    }

    /// Returns the next move.
    pub fn next<S: Switches>(&mut self, context: &Context<'_, S>) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::ListNoisy;
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                Stage::ListNoisy => {
                    self.list_noisy(context);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => {
                    while let Some(Scored { m, score }) = self.best() {
                        if Some(m) == self.table_move {
                            continue;
                        }
                        // A capture with a good history may lose a little material.
                        if context
                            .position
                            .exchange_gains(m, -score / params::good_capture_divisor())
                        {
                            return Some(m);
                        }
                        self.bad.push(m);
                    }
                    self.stage = if self.checks {
                        Stage::ListChecks
                    } else if self.only_noisy {
                        Stage::BadNoisy
                    } else {
                        Stage::Killer
                    };
                }
                Stage::Killer => {
                    self.stage = Stage::ListQuiet;
                    if let Some(killer) = self.killer
                        && !killer.is_noisy()
                        && context.position.is_legal(killer)
                    {
                        return Some(killer);
                    }
                    self.killer = None;
                }
                Stage::ListQuiet => {
                    self.list_quiet(context);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    while let Some(Scored { m, .. }) = self.best() {
                        if Some(m) != self.table_move && Some(m) != self.killer {
                            return Some(m);
                        }
                    }
                    self.stage = Stage::BadNoisy;
                }
                Stage::ListChecks => {
                    self.list_checks(context);
                    self.stage = Stage::Checks;
                }
                Stage::Checks => {
                    while let Some(m) = self.list.get(self.next).map(|scored| scored.m) {
                        self.next += 1;
                        if context.position.gives_check(m) && context.position.exchange_gains(m, 0)
                        {
                            return Some(m);
                        }
                    }
                    self.stage = Stage::BadNoisy;
                }
                Stage::BadNoisy => {
                    let m = self.bad.get(self.next_bad).copied();
                    self.next_bad += 1;
                    return m;
                }
            }
        }
    }

    /// Returns the best remaining move of the list and moves it before the others.
    #[inline]
    fn best(&mut self) -> Option<Scored> {
        let rest = &mut self.list[self.next..];
        let mut best = 0;
        for index in 1..rest.len() {
            if rest[index].score > rest[best].score {
                best = index;
            }
        }
        if rest.is_empty() {
            return None;
        }
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0])
    }

    fn list_noisy<S: Switches>(&mut self, context: &Context<'_, S>) {
        let mut moves = MoveList::new();
        context.position.noisy_moves_into(&mut moves);
        self.list.clear();
        self.next = 0;
        for m in &moves {
            let kind = taken(context.position, m);
            let victim = params::victim_weight();
            let mut score = if m.is_capture() {
                EXCHANGE_VALUES[kind] * victim
            } else {
                0
            };
            if let Some(promoted) = m.promotion() {
                // Under-promotions come last. A promotion to a queen counts like capturing a queen.
                score += match promoted {
                    PieceKind::Queen => EXCHANGE_VALUES[PieceKind::Queen] * victim,
                    _ => -params::underpromotion(),
                };
            }
            score += if context.switches.has(Technique::CaptureHistory) {
                context.history.capture(Step::of(context.position, m), kind)
            } else {
                // Most valuable victim, least valuable attacker.
                let attacker = context.position.piece_at(m.from());
                -attacker.map_or(0, |piece| piece.kind() as i32)
            };
            self.list.push(Scored { m, score });
        }
    }

    fn list_quiet<S: Switches>(&mut self, context: &Context<'_, S>) {
        let mut moves = MoveList::new();
        context.position.quiet_moves_into(&mut moves);
        self.list.clear();
        self.next = 0;
        let scorer = QuietScorer::new(context);
        for m in &moves {
            let score = scorer.score(m);
            self.list.push(Scored { m, score });
        }
    }

    /// Lists the quiet moves that may give check, in the order of the generator: to a square from which the piece attacks the king,
    /// from a line through the king, or castling.
    fn list_checks<S>(&mut self, context: &Context<'_, S>) {
        let position = context.position;
        let mut moves = MoveList::new();
        position.quiet_moves_into(&mut moves);
        self.list.clear();
        self.next = 0;
        let them = !position.side_to_move();
        let checks = checks_on(position, them);
        let king = position.king(them);
        let lines = chess::attacks::rook_rays(king) | chess::attacks::bishop_rays(king);
        for m in &moves {
            let piece = Step::of(position, m).piece.kind();
            if checks[piece].has(m.to()) || lines.has(m.from()) || m.kind() == MoveKind::Castle {
                self.list.push(Scored { m, score: 0 });
            }
        }
    }
}

/// Scores quiet moves.
struct QuietScorer<'a, S> {
    context: &'a Context<'a, S>,
    continuation: [Option<&'a ByTarget>; 4],
    structure: &'a ByTarget,
    by_pawn: Bitboard,
    by_minor: Bitboard,
    by_rook: Bitboard,
    /// The squares from which a piece of each kind gives check.
    checks: [Bitboard; 6],
}

impl<'a, S: Switches> QuietScorer<'a, S> {
    fn new(context: &'a Context<'a, S>) -> Self {
        let position = context.position;
        let them = !position.side_to_move();
        let pieces = |kind| position.pieces(them, kind);
        let by_pawn = pieces(PieceKind::Pawn).pawn_attacks(them);
        let mut by_minor = by_pawn;
        for square in pieces(PieceKind::Knight) {
            by_minor |= chess::attacks::knight(square);
        }
        for square in pieces(PieceKind::Bishop) {
            by_minor |= chess::attacks::bishop(square, position.occupied());
        }
        let mut by_rook = by_minor;
        for square in pieces(PieceKind::Rook) {
            by_rook |= chess::attacks::rook(square, position.occupied());
        }
        Self {
            context,
            continuation: context.earlier.map(|step| context.history.after(step)),
            structure: context.history.in_structure(position),
            by_pawn,
            by_minor,
            by_rook,
            checks: checks_on(position, them),
        }
    }

    #[inline]
    fn score(&self, m: Move) -> i32 {
        let context = self.context;
        let position = context.position;
        let Step { piece, to } = Step::of(position, m);
        let mut score = 0;
        if context.switches.has(Technique::History) {
            let quiet = context
                .history
                .quiet(position.side_to_move(), context.threats, m);
            score += params::order_quiet() * quiet;
        }
        if context.switches.has(Technique::Continuation) {
            let after = |n: usize| self.continuation[n].map_or(0, |table| table[piece][to].get());
            score += params::order_after_one() * after(0)
                + params::order_after_two() * after(1)
                + params::order_after_four() * after(2)
                + after(3) / params::order_after_six_divisor();
        }
        if context.switches.has(Technique::PawnHistory) {
            score += params::order_pawns() * self.structure[piece][to].get();
        }
        if context.switches.has(Technique::CheckOrder)
            && self.checks[piece.kind()].has(to)
            && position.exchange_gains(m, -params::order_check_loss())
        {
            score += params::order_check();
        }
        if !context.switches.has(Technique::ThreatOrder) {
            return score;
        }
        // A piece should leave squares that a less valuable piece attacks, and avoid them.
        let (danger, weight) = match piece.kind() {
            PieceKind::Knight | PieceKind::Bishop => (self.by_pawn, params::threat_minor()),
            PieceKind::Rook => (self.by_minor, params::threat_rook()),
            PieceKind::Queen => (self.by_rook, params::threat_queen()),
            PieceKind::Pawn | PieceKind::King => return score,
        };
        if danger.has(m.from()) {
            score += weight;
        }
        if danger.has(to) {
            score -= weight;
        }
        score
    }
}

/// Returns the squares from which a piece of each kind attacks the king of a side. Discovered checks are not included.
fn checks_on(position: &Position, side: Color) -> [Bitboard; 6] {
    let king = position.king(side);
    let diagonal = chess::attacks::bishop(king, position.occupied());
    let straight = chess::attacks::rook(king, position.occupied());
    let mut checks = [Bitboard::default(); 6];
    checks[PieceKind::Pawn] = king.bitboard().pawn_attacks(side);
    checks[PieceKind::Knight] = chess::attacks::knight(king);
    checks[PieceKind::Bishop] = diagonal;
    checks[PieceKind::Rook] = straight;
    checks[PieceKind::Queen] = diagonal | straight;
    checks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::{AllOn, Techniques};
    use gametree::SplitMix64;

    fn context<'a, S>(position: &'a Position, history: &'a History, switches: S) -> Context<'a, S> {
        Context {
            position,
            history,
            earlier: [None; 4],
            threats: position.attacked_squares(!position.side_to_move()),
            switches,
        }
    }

    fn yielded<S: Switches>(mut picker: Picker, context: &Context<'_, S>) -> Vec<Move> {
        let mut moves = Vec::new();
        while let Some(m) = picker.next(context) {
            moves.push(m);
        }
        moves
    }

    fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
        moves.sort_by_key(|m| (m.from() as u8, m.to() as u8, format!("{m:?}")));
        moves
    }

    fn perft<S: Switches>(position: &Position, depth: u32, history: &History, switches: S) -> u64 {
        let moves = yielded(
            Picker::new(None, None),
            &context(position, history, switches),
        );
        if depth == 1 {
            return moves.len() as u64;
        }
        let after = moves.into_iter().map(|m| position.after(m));
        after
            .map(|after| perft(&after, depth - 1, history, switches))
            .sum()
    }

    #[test]
    fn perft_through_the_stages_is_correct() {
        let history = History::new();
        // Published perft counts: Kiwipete, promotions, checks.
        for (fen, depth, count) in [
            (
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                2,
                2_039,
            ),
            ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 3, 9_483),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3, 2_812),
        ] {
            let position = Position::from_fen(fen).expect(fen);
            assert_eq!(perft(&position, depth, &history, AllOn), count, "{fen}");
            assert_eq!(
                perft(&position, depth, &history, Techniques::NONE),
                count,
                "{fen}"
            );
        }
    }

    /// Every legal move is yielded once, for any table move and killer, legal or not.
    #[test]
    fn every_legal_move_is_yielded_once() {
        let history = History::new();
        let mut random = SplitMix64::new(3);
        let mut position = Position::startpos();
        let mut foreign = None;
        for _ in 0..1_500 {
            let legal = position.legal_moves().to_vec();
            if legal.is_empty() || position.halfmove_clock() > 60 {
                position = Position::startpos();
                continue;
            }
            let any = legal[random.below(legal.len() as u64) as usize];
            let other = legal[random.below(legal.len() as u64) as usize];
            let context = context(&position, &history, AllOn);
            for (table_move, killer) in [
                (None, None),
                (Some(any), Some(any)),
                (Some(any), Some(other)),
                (None, foreign),
            ] {
                let moves = yielded(Picker::new(table_move, killer), &context);
                assert!(table_move.is_none_or(|m| moves[0] == m), "{position}");
                assert_eq!(sorted(moves), sorted(legal.clone()), "{position}");
            }
            let noisy: Vec<Move> = legal.iter().copied().filter(|m| m.is_noisy()).collect();
            let moves = yielded(Picker::noisy(Some(any)), &context);
            assert_eq!(sorted(moves), sorted(noisy.clone()), "{position}");
            // With checks, the quiet moves are exactly some that give check.
            let moves = yielded(Picker::noisy(None).with_checks(true), &context);
            let checks = |m: &Move| m.is_noisy() || position.gives_check(*m);
            assert!(
                moves.len() >= noisy.len() && moves.iter().all(checks),
                "{position}"
            );
            // After skipping quiet moves, none is yielded.
            let mut picker = Picker::new(None, Some(other));
            picker.skip_quiets();
            assert_eq!(
                sorted(yielded(picker, &context)),
                sorted(noisy),
                "{position}"
            );
            foreign = Some(any);
            position.play_unchecked(any);
        }
    }
}
