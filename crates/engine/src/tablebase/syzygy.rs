//! Syzygy tables, read by shakmaty-syzygy.
//!
//! WDL tables (`.rtbw`) contain the result of each position; the search probes them. DTZ tables (`.rtbz`) contain the distance to
//! the next capture or pawn move that keeps the result; choosing a root move needs them, because a winning side without
//! distances may never make progress.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use chess::{Color, Game, PieceKind, Position};
use shakmaty::{Bitboard, Board, ByColor, ByRole, CastlingMode, Chess, Setup, Square};
use shakmaty::{FromSetup as _, PositionError};
use shakmaty_syzygy::{Dtz, MaybeRounded, Wdl};

use super::files::Files;
use super::{Advice, EndgameMove, EndgameResult, Tablebase, TablebaseSettings};

/// Syzygy tables.
pub struct Syzygy {
    tables: shakmaty_syzygy::Tablebase<Chess>,
    most_pieces: u32,
    least_depth: i32,
    fifty_move_rule: bool,
}

/// The number of plies without a capture or pawn move after which a winning side plays the shortest way to one. Until then the
/// search chooses between all safely winning moves, because it plays more sensibly than the tables do: they may give up a
/// queen for an earlier pawn move.
const HURRY_AFTER: u32 = 40;

impl Syzygy {
    /// Opens the tables of all folders in the path. The remark reports the tables and the problems in one line.
    #[must_use]
    pub fn open(settings: &TablebaseSettings) -> (Option<Self>, String) {
        let mut tables = shakmaty_syzygy::Tablebase::with_filesystem(Arc::new(Files::new()));
        let mut results = HashSet::new();
        let mut distances = HashSet::new();
        let mut problems = Vec::new();
        for folder in std::env::split_paths(settings.path.trim()) {
            let files = match std::fs::read_dir(&folder) {
                Ok(files) => files,
                // Some GUIs take the system's error text for a failed start, so it is not included.
                Err(_) => {
                    problems.push(format!("the folder {} cannot be read", folder.display()));
                    continue;
                }
            };
            let files: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
            let mut found = false;
            for file in files {
                let set = match file.extension().and_then(|extension| extension.to_str()) {
                    Some("rtbw") => &mut results,
                    Some("rtbz") => &mut distances,
                    _ => continue,
                };
                match tables.add_file(&file) {
                    Ok(()) => {
                        set.extend(file.file_stem().map(ToOwned::to_owned));
                        found = true;
                    }
                    Err(_) => problems.push(format!("{} cannot be used", file.display())),
                }
            }
            if !found {
                problems.push(format!("no tables in {}", folder.display()));
            }
        }
        // A name such as KRPvKR has one letter for each piece and one between the sides.
        let largest = results.iter().map(|name| name.len() - 1).max().unwrap_or(0) as u32;
        let mut remark = String::from("Syzygy: ");
        if results.is_empty() {
            _ = write!(remark, "found 0 tables in {}", settings.path.trim());
        } else {
            _ = write!(
                remark,
                "{} WDL and {} DTZ tables, up to {largest} pieces",
                results.len(),
                distances.len()
            );
        }
        // The remark is one line for any number of problems.
        for problem in problems.iter().take(3) {
            _ = write!(remark, "; {problem}");
        }
        if problems.len() > 3 {
            _ = write!(remark, "; and {} more problems", problems.len() - 3);
        }
        let most_pieces = largest.min(settings.probe_limit);
        let found = (most_pieces > 0).then_some(Self {
            tables,
            most_pieces,
            least_depth: settings.probe_depth as i32,
            fifty_move_rule: settings.fifty_move_rule,
        });
        (found, remark)
    }

    /// Converts a result, according to the fifty-move setting.
    fn convert_result(&self, wdl: Wdl) -> EndgameResult {
        match wdl {
            Wdl::Loss => EndgameResult::Loss,
            Wdl::BlessedLoss if self.fifty_move_rule => EndgameResult::BlessedLoss,
            Wdl::BlessedLoss => EndgameResult::Loss,
            Wdl::Draw => EndgameResult::Draw,
            Wdl::CursedWin if self.fifty_move_rule => EndgameResult::CursedWin,
            Wdl::CursedWin => EndgameResult::Win,
            Wdl::Win => EndgameResult::Win,
        }
    }

    /// Returns the plies that the side to move needs to the next capture or pawn move that keeps its result, with the move that
    /// leads to `after`: positive if it wins, negative if it loses. Tables may be off by one; then the value is the larger one for
    /// the winning side and the smaller one for the losing side.
    fn distance(&self, game: &Game, after: &Position) -> Option<i32> {
        if !after.has_legal_move() {
            return Some(i32::from(after.in_check()));
        }
        if after.halfmove_clock() == 0 {
            let wdl = self.tables.probe_wdl_after_zeroing(&convert(after)?).ok()?;
            return Some(Dtz::before_zeroing(-wdl).0);
        }
        if occurrences(game, after) >= 2 {
            return Some(0);
        }
        let theirs = self.tables.probe_dtz(&convert(after)?).ok()?;
        let in_doubt = matches!(theirs, MaybeRounded::Rounded(dtz) if dtz.is_negative());
        let ours = -theirs.ignore_rounding();
        Some(ours.add_plies(1 + u32::from(in_doubt)).0)
    }

    /// Returns the result and the rank for a distance.
    fn rank(&self, distance: i32, clock: u32, hurry: bool) -> (EndgameResult, i32) {
        let clock = clock as i32;
        let plies = distance.abs();
        let in_time = plies + clock <= 100;
        let (result, rank) = match distance.signum() {
            1 if in_time => (EndgameResult::Win, 2_000 - if hurry { plies } else { 0 }),
            1 => (
                self.convert_result(Wdl::CursedWin),
                1_000 - (plies + clock).min(1_000 - 1),
            ),
            // Resist as long as possible only if the fifty-move rule may save the game. Otherwise the search chooses the defence that is
            // hardest to break.
            -1 if in_time => {
                let hope = self.fifty_move_rule && 2 * plies + clock >= 100;
                (EndgameResult::Loss, if hope { plies } else { 0 } - 2_000)
            }
            -1 => (
                self.convert_result(Wdl::BlessedLoss),
                (plies + clock).min(1_000 - 1) - 1_000,
            ),
            _ => (EndgameResult::Draw, 0),
        };
        (result, rank)
    }

    /// Returns all moves, ranked by distance. This needs both kinds of tables.
    fn by_distance(&self, game: &Game) -> Option<Vec<EndgameMove>> {
        let position = game.position();
        let clock = u32::from(position.halfmove_clock());
        let hurry = clock >= HURRY_AFTER || has_repeated(game);
        let ranked = position.legal_moves().into_iter().map(|m| {
            let distance = self.distance(game, &position.after(m))?;
            let (result, rank) = self.rank(distance, clock, hurry);
            Some(EndgameMove { m, result, rank })
        });
        ranked.collect()
    }

    /// Returns all moves, ranked by result.
    fn by_result(&self, game: &Game) -> Option<Vec<EndgameMove>> {
        let position = game.position();
        let ranked = position.legal_moves().into_iter().map(|m| {
            let after = position.after(m);
            let wdl = if occurrences(game, &after) >= 2 {
                Wdl::Draw
            } else {
                self.tables
                    .probe_wdl_after_zeroing(&convert(&after)?)
                    .ok()?
            };
            let rank = -(wdl as i32);
            let result = self.convert_result(-wdl);
            Some(EndgameMove { m, result, rank })
        });
        ranked.collect()
    }
}

impl Tablebase for Syzygy {
    fn most_pieces(&self) -> u32 {
        self.most_pieces
    }

    fn least_depth(&self) -> i32 {
        self.least_depth
    }

    fn result(&self, position: &Position) -> Option<EndgameResult> {
        let wdl = self.tables.probe_wdl_after_zeroing(&convert(position)?);
        wdl.ok().map(|wdl| self.convert_result(wdl))
    }

    fn advice(&self, game: &Game) -> Option<Advice> {
        if let Some(moves) = self.by_distance(game) {
            return Some(Advice {
                moves,
                has_distances: true,
            });
        }
        self.by_result(game).map(|moves| Advice {
            moves,
            has_distances: false,
        })
    }
}

/// Returns how often a position occurred before.
fn occurrences(game: &Game, position: &Position) -> usize {
    chess::repetitions(game.positions().iter().chain([position])) - 1
}

/// Returns whether any position has repeated since the last capture or pawn move.
fn has_repeated(game: &Game) -> bool {
    let reach = usize::from(game.position().halfmove_clock()) + 1;
    let mut seen = HashSet::new();
    let recent = game.positions().iter().rev().take(reach);
    recent
        .into_iter()
        .any(|position| !seen.insert(position.key()))
}

/// Converts a position to shakmaty's type; `None` for the few that it rejects.
fn convert(position: &Position) -> Option<Chess> {
    let kind = |kind| Bitboard(position.kind(kind).bits());
    let color = |color| Bitboard(position.color(color).bits());
    let board = Board::try_from_bitboards(
        ByRole {
            pawn: kind(PieceKind::Pawn),
            knight: kind(PieceKind::Knight),
            bishop: kind(PieceKind::Bishop),
            rook: kind(PieceKind::Rook),
            queen: kind(PieceKind::Queen),
            king: kind(PieceKind::King),
        },
        ByColor {
            black: color(Color::Black),
            white: color(Color::White),
        },
    )
    .ok()?;
    let setup = Setup {
        board,
        turn: match position.side_to_move() {
            Color::White => shakmaty::Color::White,
            Color::Black => shakmaty::Color::Black,
        },
        castling_rights: Bitboard(position.castling_rooks().bits()),
        ep_square: position
            .en_passant()
            .map(|square| Square::new(square as u32)),
        ..Setup::empty()
    };
    Chess::from_setup(setup, CastlingMode::Chess960)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}
