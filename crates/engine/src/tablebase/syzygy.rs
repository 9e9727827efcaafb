//! Syzygy tables, read by shakmaty-syzygy.
//!
//! There are two kinds of files. WDL tables (`.rtbw`) have the result of each position, and are what the search asks.
//! DTZ tables (`.rtbz`) have the distance to the next capture or pawn move that keeps the result, and are what the
//! choice of a move needs: a side that knows only that it is winning can win for ever without getting anywhere.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
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

/// After so many plies without a capture or pawn move, a winning side takes the shortest way to one. Until then the
/// search may choose between all moves that surely win, because it plays more sensibly than the tables do: they
/// would give a queen away for the sake of a nearer pawn move.
const FREEDOM: u32 = 40;

impl Syzygy {
    /// Looks for tables in all folders of the path. Says in one line what was found and what was not.
    #[must_use]
    pub fn open(settings: &TablebaseSettings) -> (Option<Self>, String) {
        let mut tables = shakmaty_syzygy::Tablebase::with_filesystem(Arc::new(Files::new()));
        let mut results = HashSet::new();
        let mut distances = HashSet::new();
        let mut troubles = Vec::new();
        for folder in std::env::split_paths(settings.path.trim()) {
            let files = match std::fs::read_dir(&folder) {
                Ok(files) => files,
                // Some GUIs take the words of the system for a failed start, so they are left out.
                Err(_) => {
                    troubles.push(format!("the folder {} cannot be read", folder.display()));
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
                    Err(_) => troubles.push(format!("{} cannot be used", file.display())),
                }
            }
            if !found {
                troubles.push(format!("no tables in {}", folder.display()));
            }
        }
        // A name such as KRPvKR has a letter for each piece, and one between the sides.
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
        // One line, however much is wrong.
        for trouble in troubles.iter().take(3) {
            _ = write!(remark, "; {trouble}");
        }
        if troubles.len() > 3 {
            _ = write!(remark, "; and {} more problems", troubles.len() - 3);
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

    /// Only the tables of one folder, used wherever possible.
    #[must_use]
    pub fn in_folder(folder: &Path) -> Option<Self> {
        Self::open(&TablebaseSettings {
            path: folder.to_str()?.to_owned(),
            ..TablebaseSettings::default()
        })
        .0
    }

    /// What a result counts for.
    fn count(&self, wdl: Wdl) -> EndgameResult {
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

    /// The plies that the side to move needs for a capture or pawn move that keeps its result, by way of a move that
    /// leads to `after`: above zero if it wins, below if it loses. The tables may be off by one; then it is the more
    /// of two for who wins, and the less for who loses.
    fn distance(&self, game: &Game, after: &Position) -> Option<i32> {
        if !after.has_legal_move() {
            return Some(i32::from(after.in_check()));
        }
        if after.halfmove_clock() == 0 {
            let wdl = self.tables.probe_wdl_after_zeroing(&convert(after)?).ok()?;
            return Some(Dtz::before_zeroing(-wdl).0);
        }
        if times_seen(game, after) >= 2 {
            return Some(0);
        }
        let theirs = self.tables.probe_dtz(&convert(after)?).ok()?;
        let in_doubt = matches!(theirs, MaybeRounded::Rounded(dtz) if dtz.is_negative());
        let ours = -theirs.ignore_rounding();
        Some(ours.add_plies(1 + u32::from(in_doubt)).0)
    }

    /// Ranks by the distance.
    fn rank(&self, distance: i32, clock: u32, hurry: bool) -> (EndgameResult, i32) {
        let clock = clock as i32;
        let plies = distance.abs();
        let in_time = plies + clock <= 100;
        let (result, rank) = match distance.signum() {
            1 if in_time => (EndgameResult::Win, 2_000 - if hurry { plies } else { 0 }),
            1 => (
                self.count(Wdl::CursedWin),
                1_000 - (plies + clock).min(1_000 - 1),
            ),
            // The longest resistance only where the fifty-move rule may come to help. Elsewhere the search knows
            // better which defence is hard to break.
            -1 if in_time => {
                let hope = self.fifty_move_rule && 2 * plies + clock >= 100;
                (EndgameResult::Loss, if hope { plies } else { 0 } - 2_000)
            }
            -1 => (
                self.count(Wdl::BlessedLoss),
                (plies + clock).min(1_000 - 1) - 1_000,
            ),
            _ => (EndgameResult::Draw, 0),
        };
        (result, rank)
    }

    /// The moves ranked by distance, for which both kinds of tables are needed.
    fn by_distance(&self, game: &Game) -> Option<Vec<EndgameMove>> {
        let position = game.position();
        let clock = u32::from(position.halfmove_clock());
        let hurry = clock >= FREEDOM || has_repeated(game);
        let ranked = position.legal_moves().into_iter().map(|m| {
            let distance = self.distance(game, &position.after(m))?;
            let (result, rank) = self.rank(distance, clock, hurry);
            Some(EndgameMove { m, result, rank })
        });
        ranked.collect()
    }

    /// The moves ranked by result only.
    fn by_result(&self, game: &Game) -> Option<Vec<EndgameMove>> {
        let position = game.position();
        let ranked = position.legal_moves().into_iter().map(|m| {
            let after = position.after(m);
            let wdl = if times_seen(game, &after) >= 2 {
                Wdl::Draw
            } else {
                self.tables
                    .probe_wdl_after_zeroing(&convert(&after)?)
                    .ok()?
            };
            let rank = -(wdl as i32);
            let result = self.count(-wdl);
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
        wdl.ok().map(|wdl| self.count(wdl))
    }

    fn advice(&self, game: &Game) -> Option<Advice> {
        if let Some(moves) = self.by_distance(game) {
            return Some(Advice {
                moves,
                knows_the_way: true,
            });
        }
        self.by_result(game).map(|moves| Advice {
            moves,
            knows_the_way: false,
        })
    }
}

/// How often a position was on the board before.
fn times_seen(game: &Game, position: &Position) -> usize {
    let earlier = game.positions().iter().rev();
    earlier
        .take(usize::from(position.halfmove_clock()))
        .filter(|earlier| earlier.key() == position.key())
        .count()
}

/// Whether any position has come back since the last capture or pawn move.
fn has_repeated(game: &Game) -> bool {
    let reach = usize::from(game.position().halfmove_clock()) + 1;
    let mut seen = HashSet::new();
    let recent = game.positions().iter().rev().take(reach);
    recent
        .into_iter()
        .any(|position| !seen.insert(position.key()))
}

/// The same position as shakmaty has it; `None` for the few that it does not take.
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
