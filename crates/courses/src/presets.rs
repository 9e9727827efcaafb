//! The course players by name.

use crate::a4::{
    A4Player, DepthTest, Hit, Lifetime, Method as A4Method, Rules, Sorting, TableRules as A4Table,
};
use crate::a8::search::Version;
use crate::a8::{self, A8Evaluator, A8Player, Idea};
use crate::book::{BookPlayer, Following};
use crate::fascicle3::{self, Fascicle3Player};
use crate::i2p3::{FixedPlayer, I2p3Player};
use crate::player::{CoursePlayer, RandomPlayer};
use crate::report::leaf::Sign;
use crate::report::table::TableRules;
use crate::report::{Method, ReportPlayer, RootOrder, Settings};
use games::chess::Draws;
use games::chess::book::Book;
use games::{Chess, MiniChess};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// A course document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Document {
    /// AI Assignment 4.
    A4,
    /// NTHU I2P3 MiniChess AI.
    I2p3,
    /// Project 3, Fascicle 3: Better AI.
    Fascicle3,
    /// Artificial Intelligence: Assignment 8.
    A8,
    /// Chess AI Report.
    Report,
}

impl Document {
    /// All documents.
    pub const ALL: [Self; 5] = [
        Self::A4,
        Self::I2p3,
        Self::Fascicle3,
        Self::A8,
        Self::Report,
    ];

    /// Returns the short name that the command line uses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::A4 => "a4",
            Self::I2p3 => "i2p3",
            Self::Fascicle3 => "fascicle3",
            Self::A8 => "a8",
            Self::Report => "report",
        }
    }

    /// Returns the title of the document.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::A4 => "AI Assignment 4 - Chess Game (Java, 2016)",
            Self::I2p3 => "NTHU I2P3 MiniChess AI (C++)",
            Self::Fascicle3 => "Project 3, Fascicle 3: Better AI (C#)",
            Self::A8 => "Artificial Intelligence: Assignment 8 (Python)",
            Self::Report => "Chess AI Report (Python)",
        }
    }
}

/// An unknown document name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownDocument(pub String);

impl fmt::Display for UnknownDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Document::ALL.map(Document::name).join(", ");
        write!(
            f,
            "there is no document {:?}: expected {names} or all",
            self.0
        )
    }
}

impl std::error::Error for UnknownDocument {}

impl FromStr for Document {
    type Err = UnknownDocument;

    fn from_str(text: &str) -> Result<Self, UnknownDocument> {
        Self::ALL
            .into_iter()
            .find(|document| document.name() == text)
            .ok_or_else(|| UnknownDocument(text.to_owned()))
    }
}

/// A named course player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name.
    pub name: &'static str,
    /// The document it comes from. Players of `I2p3` play MiniChess, the others chess.
    pub document: Document,
    /// The document's depth, as the document counts.
    pub depth: u32,
    /// One line about it.
    pub about: &'static str,
    program: Program,
}

/// The program behind a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Program {
    A4(Rules),
    Report(ReportPlayer),
    Book(Following, ReportPlayer),
    Random,
    I2p3 {
        prunes: bool,
    },
    I2p3Fixed,
    Fascicle3(Fascicle3Player),
    /// With one more idea of the evaluator.
    A8(Version, Option<Idea>),
}

/// The unit of a player's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Hundredths of a pawn, as engines do.
    Centipawns,
    /// A unit of the document: pawns, or points of a weight.
    Own,
}

impl Preset {
    /// Returns the unit of its values. Assignments 4 and 8 count in hundredths of a pawn.
    #[must_use]
    pub const fn unit(&self) -> Unit {
        match self.document {
            Document::A4 | Document::A8 => Unit::Centipawns,
            _ => Unit::Own,
        }
    }

    /// Returns the number of plies searched beyond the depth.
    #[must_use]
    pub const fn plies_more(&self) -> u32 {
        match self.document {
            Document::Report => 1,
            _ => 0,
        }
    }

    /// Returns the step by which the player deepens until its time is over, or `None` if it searches to one depth. The
    /// programs of I2P3 deepen until they are killed.
    #[must_use]
    pub fn step(&self) -> Option<u32> {
        let deepens = matches!(
            self.program,
            Program::I2p3 { prunes: true } | Program::I2p3Fixed
        );
        deepens.then_some(crate::i2p3::DEPTH_STEP)
    }

    /// Returns the name of the minimax player with the same evaluator: this player must find the same value if its
    /// pruning is sound. `None` for players without an evaluation and for those that search beyond their depth.
    #[must_use]
    pub fn minimax(&self) -> Option<&'static str> {
        use ReportPlayer::{Deepening, FixedTable, Single};
        match self.program {
            Program::A4(_) => Some("a4-minimax"),
            Program::Report(Single(settings) | Deepening(settings)) => Some(match settings.sign {
                Sign::ByDepth => "report-minimax",
                Sign::OfRoot => "report-minimax-fixed",
            }),
            Program::I2p3 { .. } => Some("i2p3-minimax"),
            Program::Fascicle3(Fascicle3Player::Faithful | Fascicle3Player::Unpruned) => {
                Some("fascicle3-minimax")
            }
            Program::A8(Version::Faithful | Version::Unpruned, None) => Some("a8-minimax"),
            // They score mates, which the players without pruning do not, or they have another evaluator.
            Program::Report(FixedTable) | Program::Fascicle3(_) | Program::A8(..) => None,
            Program::Random | Program::Book(..) | Program::I2p3Fixed => None,
        }
    }
}

const fn preset(
    name: &'static str,
    document: Document,
    depth: u32,
    about: &'static str,
    program: Program,
) -> Preset {
    Preset {
        name,
        document,
        depth,
        about,
        program,
    }
}

const COMPARED: A4Table = A4Table {
    hit: Hit::Compares,
    ..A4Table::FAITHFUL
};
const COMPARED_KEPT: A4Table = A4Table {
    lifetime: Lifetime::Game,
    ..COMPARED
};
const MINIMAX: Settings = Settings::faithful(Method::Minimax);
const MINIMAX_FIXED: Settings = Settings::fixed(Method::Minimax);
const ALPHA_BETA: Settings = Settings::faithful(Method::AlphaBeta);
const TABLE: ReportPlayer =
    ReportPlayer::Single(Settings::faithful(Method::Table(TableRules::FAITHFUL)));

const fn a4(method: A4Method) -> Program {
    Program::A4(Rules::faithful(method))
}

const fn a4_table(rules: A4Table) -> Program {
    a4(A4Method::Table(rules))
}

const fn a4_fixed(method: A4Method) -> Program {
    Program::A4(Rules::fixed(method))
}

const fn report(settings: Settings) -> Program {
    Program::Report(ReportPlayer::Single(settings))
}

/// Every player. The report's depth 3 is four plies; elsewhere the depth is in plies.
#[rustfmt::skip]
pub const PRESETS: &[Preset] = &[
    preset("a4-minimax", Document::A4, 3, "minimax, one pass",
        Program::A4(Rules { deepen: false, ..Rules::faithful(A4Method::Minimax) })),
    preset("a4-ids", Document::A4, 3, "minimax in passes of 1, 2, ... plies: the document's Minimax",
        a4(A4Method::Minimax)),
    preset("a4-abp", Document::A4, 3, "alpha-beta in passes: plays the same game as a4-ids",
        a4(A4Method::AlphaBeta)),
    preset("a4-abp-trans", Document::A4, 3, "hash table as printed, cleared before each move",
        a4_table(A4Table::FAITHFUL)),
    preset("a4-abp-trans-kept", Document::A4, 3, "hash table as printed, kept for the game",
        a4_table(A4Table { lifetime: Lifetime::Game, ..A4Table::FAITHFUL })),
    preset("a4-abp-trans-compared", Document::A4, 3, "hits compared, table cleared before each move",
        a4_table(COMPARED)),
    preset("a4-abp-trans-compared-kept", Document::A4, 3, "hits compared, table kept for the game",
        a4_table(COMPARED_KEPT)),
    preset("a4-abp-trans-remaining", Document::A4, 3, "hits compared, table kept, remaining depth stored",
        a4_table(A4Table { depth: DepthTest::Remaining, ..COMPARED_KEPT })),
    preset("a4-abp-trans-sorted", Document::A4, 3, "hash table as printed, moves sorted as printed",
        a4_table(A4Table { sorting: Sorting::Printed, ..A4Table::FAITHFUL })),
    preset("a4-abp-trans-fixed", Document::A4, 3, "hits compared, bounds marked, always returns a move",
        a4_fixed(A4Method::Table(A4Table::FIXED))),
    preset("a4-abp-trans-sorted-fixed", Document::A4, 3, "the same with the correct move order",
        a4_fixed(A4Method::Table(A4Table { sorting: Sorting::Fixed, ..A4Table::FIXED }))),
    preset("a4-abp-fixed", Document::A4, 3, "alpha-beta that returns a move whenever there is one",
        a4_fixed(A4Method::AlphaBeta)),
    preset("a4-random", Document::A4, 1, "any legal move",
        Program::Random),
    preset("report-minimax", Document::Report, 2, "minimax, sign by depth, mates as material",
        report(MINIMAX)),
    preset("report-ids", Document::Report, 2, "iterative deepening over it",
        Program::Report(ReportPlayer::Deepening(MINIMAX))),
    preset("report-ab", Document::Report, 3, "alpha-beta, every root move with the full window",
        report(ALPHA_BETA)),
    preset("report-reorder", Document::Report, 3, "the same with root moves ordered by a heap",
        report(Settings { root_order: RootOrder::Heap, ..ALPHA_BETA })),
    preset("report-trans", Document::Report, 3, "the same with the table as printed",
        Program::Report(TABLE)),
    preset("report-random", Document::Report, 0, "any legal move",
        Program::Random),
    preset("report-book", Document::Report, 3, "three moves of one opening, then report-trans",
        Program::Book(Following::OneLine, TABLE)),
    preset("report-minimax-fixed", Document::Report, 2, "minimax that scores mate",
        report(MINIMAX_FIXED)),
    preset("report-ids-fixed", Document::Report, 2, "iterative deepening over it",
        Program::Report(ReportPlayer::Deepening(MINIMAX_FIXED))),
    preset("report-ab-fixed", Document::Report, 3, "alpha-beta, root window carried over, moves ordered",
        report(Settings::fixed(Method::AlphaBeta))),
    preset("report-trans-fixed", Document::Report, 3, "the same with a table that stores key, depth and bound",
        Program::Report(ReportPlayer::FixedTable)),
    preset("report-book-fixed", Document::Report, 3, "book while the position is in it, then report-trans-fixed",
        Program::Book(Following::Positions, ReportPlayer::FixedTable)),
    preset("i2p3", Document::I2p3, 4, "MiniChess: alpha-beta, tables subtracted, random among equals",
        Program::I2p3 { prunes: true }),
    preset("i2p3-minimax", Document::I2p3, 3, "MiniChess: the same without pruning",
        Program::I2p3 { prunes: false }),
    preset("i2p3-fixed", Document::I2p3, 4, "MiniChess: tables added and scaled, quiescence search",
        Program::I2p3Fixed),
    preset("fascicle3", Document::Fascicle3, fascicle3::LEVEL, "FindBestMove with BoardWeight",
        Program::Fascicle3(Fascicle3Player::Faithful)),
    preset("fascicle3-minimax", Document::Fascicle3, 3, "FindBestMove without pruning, as in the handout's starting code",
        Program::Fascicle3(Fascicle3Player::Unpruned)),
    preset("fascicle3-fixed", Document::Fascicle3, fascicle3::LEVEL, "the same, and it scores mate",
        Program::Fascicle3(Fascicle3Player::Fixed)),
    preset("a8", Document::A8, a8::MAX_DEPTH, "own pieces 10% higher, stalemate scored as mate",
        Program::A8(Version::Faithful, None)),
    preset("a8-minimax", Document::A8, 3, "the same without pruning",
        Program::A8(Version::Unpruned, None)),
    preset("a8-mobility", Document::A8, a8::MAX_DEPTH, "the same with mobility, which was too slow in Python",
        Program::A8(Version::Faithful, Some(Idea::Mobility))),
    preset("a8-fixed", Document::A8, a8::MAX_DEPTH, "stalemate scored as a draw, exact second best move",
        Program::A8(Version::Fixed, None)),
];

/// Returns the current form of a name: the names that end in `-fixed` ended in `-mended` before.
#[must_use]
pub fn current_name(name: &str) -> Cow<'_, str> {
    match name.strip_suffix("-mended") {
        Some(stem) => Cow::Owned(format!("{stem}-fixed")),
        None => Cow::Borrowed(name),
    }
}

/// Returns the preset of this name, in its current or its old form.
#[must_use]
pub fn find(name: &str) -> Option<&'static Preset> {
    let name = current_name(name);
    PRESETS.iter().find(|preset| preset.name == name)
}

/// Creates the chess player of this name. `seed` determines its random choices. Returns `None` if there is none.
#[must_use]
pub fn chess_player(name: &str, seed: u64) -> Option<Box<dyn CoursePlayer<Chess>>> {
    Some(match find(name)?.program {
        Program::A4(rules) => Box::new(A4Player::new(rules)),
        Program::Report(player) => Box::new(player),
        Program::Book(..) => return book_player(name, Book::standard(), seed),
        // Random players do not stop at a draw by rule.
        Program::Random => Box::new(RandomPlayer::new(Chess::new(Draws::STALEMATE_ONLY), seed)),
        Program::Fascicle3(player) => Box::new(player),
        Program::A8(..) => return a8_player(name, &[]),
        Program::I2p3 { .. } | Program::I2p3Fixed => return None,
    })
}

/// Creates a book player with another book. Returns `None` if no book player has this name.
#[must_use]
pub fn book_player(name: &str, book: Book, seed: u64) -> Option<Box<dyn CoursePlayer<Chess>>> {
    match find(name)?.program {
        Program::Book(following, search) => {
            Some(Box::new(BookPlayer::new(book, following, search, seed)))
        }
        _ => None,
    }
}

/// Creates a player of assignment 8 with some ideas of its evaluator switched off. Returns `None` if no such player has
/// this name.
#[must_use]
pub fn a8_player(name: &str, off: &[Idea]) -> Option<Box<dyn CoursePlayer<Chess>>> {
    let Program::A8(version, on) = find(name)?.program else {
        return None;
    };
    let evaluator = on
        .into_iter()
        .fold(A8Evaluator::default(), A8Evaluator::with);
    let evaluator = off.iter().copied().fold(evaluator, A8Evaluator::without);
    Some(Box::new(A8Player::new(version, evaluator)))
}

/// Creates the MiniChess player of this name. Returns `None` if there is none.
#[must_use]
pub fn minichess_player(name: &str, seed: u64) -> Option<Box<dyn CoursePlayer<MiniChess>>> {
    match find(name)?.program {
        Program::I2p3 { prunes: true } => Some(Box::new(I2p3Player::new(seed))),
        Program::I2p3 { prunes: false } => Some(Box::new(I2p3Player::new(seed).without_pruning())),
        Program::I2p3Fixed => Some(Box::new(FixedPlayer::new(seed))),
        _ => None,
    }
}
