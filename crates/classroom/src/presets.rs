//! The players by name.

use crate::a4::{self, A4Player};
use crate::a8::search::Version;
use crate::a8::{self, A8Evaluator, A8Player, Idea};
use crate::book::{BookPlayer, Following};
use crate::fascicle3::{self, Fascicle3Player};
use crate::i2p3::{I2p3Player, MendedPlayer};
use crate::player::{CoursePlayer, RandomPlayer};
use crate::report::table::TableRules;
use crate::report::{Method, ReportPlayer, RootOrder, Settings};
use games::chess::Draws;
use games::chess::book::Book;
use games::{Chess, MiniChess};
use std::fmt;
use std::str::FromStr;

/// Which document a player is from.
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
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::A4,
        Self::I2p3,
        Self::Fascicle3,
        Self::A8,
        Self::Report,
    ];

    /// The short name, as the command line has it.
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

    /// The title of the document.
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

/// A name that no document has.
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

/// A player that can be asked for by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name.
    pub name: &'static str,
    /// Where it is from. `I2p3` plays MiniChess, the others chess.
    pub document: Document,
    /// The document's depth, as the document counts.
    pub depth: u32,
    /// One line about it.
    pub about: &'static str,
}

/// In what a player counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Hundredths of a pawn, as engines do.
    Centipawns,
    /// Something of its own: pawns, points of a weight.
    Own,
}

impl Preset {
    /// In what its values are. Those of assignment 4 are hundredths of a pawn, and so are those of assignment 8.
    #[must_use]
    pub const fn unit(&self) -> Unit {
        match self.document {
            Document::A4 | Document::A8 => Unit::Centipawns,
            _ => Unit::Own,
        }
    }

    /// So many plies more than the depth are looked ahead.
    #[must_use]
    pub const fn plies_more(&self) -> u32 {
        match self.document {
            Document::Report => 1,
            _ => 0,
        }
    }

    /// It goes on by so many plies until its time is over, as the programs of I2P3 do until they are killed; `None` for those
    /// that search to one depth.
    #[must_use]
    pub fn step(&self) -> Option<u32> {
        let goes_on = matches!(self.document, Document::I2p3) && self.name != "i2p3-minimax";
        goes_on.then_some(crate::i2p3::DEPTH_STEP)
    }

    /// The player that searches everything and values it as this one does: what the value must be, if this one prunes
    /// right. None for those that value nothing, or look beyond their depth.
    #[must_use]
    pub fn minimax(&self) -> Option<&'static str> {
        if self.name.contains("random") || self.name.contains("book") {
            return None;
        }
        Some(match self.document {
            Document::A4 => "a4-minimax",
            // Its mates count by the library's rules.
            Document::Report if self.name == "report-trans-mended" => return None,
            Document::Report if self.name.ends_with("-mended") => "report-minimax-mended",
            Document::Report => "report-minimax",
            Document::I2p3 if self.name == "i2p3-mended" => return None,
            Document::I2p3 => "i2p3-minimax",
            // It knows mate, and the one without pruning does not.
            Document::Fascicle3 if self.name.ends_with("-mended") => return None,
            Document::Fascicle3 => "fascicle3-minimax",
            Document::A8 if self.name == "a8" || self.name == "a8-minimax" => "a8-minimax",
            Document::A8 => return None,
        })
    }
}

const fn preset(name: &'static str, document: Document, depth: u32, about: &'static str) -> Preset {
    Preset {
        name,
        document,
        depth,
        about,
    }
}

/// Every player. The report's depth 3 looks four plies ahead; elsewhere depth is plies.
#[rustfmt::skip]
pub const PRESETS: &[Preset] = &[
    preset("a4-minimax", Document::A4, 3, "minimax, one pass"),
    preset("a4-ids", Document::A4, 3, "minimax in passes of 1, 2, ... plies: the document's Minimax"),
    preset("a4-abp", Document::A4, 3, "alpha-beta in passes: plays the same game as a4-ids"),
    preset("a4-abp-trans", Document::A4, 3, "with the hash table as printed, emptied before each move"),
    preset("a4-abp-trans-kept", Document::A4, 3, "with the hash table as printed, kept for the game"),
    preset("a4-abp-trans-compared", Document::A4, 3, "hits compared, emptied before each move"),
    preset("a4-abp-trans-compared-kept", Document::A4, 3, "hits compared, kept for the game"),
    preset("a4-abp-trans-remaining", Document::A4, 3, "hits compared, kept, depth below the child"),
    preset("a4-abp-trans-sorted", Document::A4, 3, "as printed, moves sorted as printed"),
    preset("a4-abp-trans-mended", Document::A4, 3, "hits compared, bounds marked, always moves"),
    preset("a4-abp-trans-sorted-mended", Document::A4, 3, "the same, moves sorted the right way round"),
    preset("a4-abp-mended", Document::A4, 3, "alpha-beta that always moves if it can"),
    preset("a4-random", Document::A4, 1, "any legal move"),
    preset("report-minimax", Document::Report, 2, "minimax, sign by depth, mates as material"),
    preset("report-ids", Document::Report, 2, "iterative deepening over it"),
    preset("report-ab", Document::Report, 3, "alpha-beta, every root move with the full window"),
    preset("report-reorder", Document::Report, 3, "the same with the root moves out of a heap"),
    preset("report-trans", Document::Report, 3, "with the table as printed"),
    preset("report-random", Document::Report, 0, "any legal move"),
    preset("report-book", Document::Report, 3, "three moves of one opening, then report-trans"),
    preset("report-minimax-mended", Document::Report, 2, "minimax that knows mate"),
    preset("report-ids-mended", Document::Report, 2, "iterative deepening over it"),
    preset("report-ab-mended", Document::Report, 3, "alpha-beta, carried window, moves ordered"),
    preset("report-trans-mended", Document::Report, 3, "with a table that keeps key, depth and bound"),
    preset("report-book-mended", Document::Report, 3, "book while the opponent is in it, then that"),
    preset("i2p3", Document::I2p3, 4, "MiniChess: alpha-beta, tables subtracted, random among equals"),
    preset("i2p3-minimax", Document::I2p3, 3, "MiniChess: the same without pruning"),
    preset("i2p3-mended", Document::I2p3, 4, "MiniChess: tables added and scaled, captures played out"),
    preset("fascicle3", Document::Fascicle3, fascicle3::LEVEL, "FindBestMove with BoardWeight"),
    preset("fascicle3-minimax", Document::Fascicle3, 3, "FindBestMove as the handout finds it, without pruning"),
    preset("fascicle3-mended", Document::Fascicle3, fascicle3::LEVEL, "the same, and it knows mate"),
    preset("a8", Document::A8, a8::MAX_DEPTH, "own pieces a tenth higher, stalemate taken for mate"),
    preset("a8-minimax", Document::A8, 3, "the same without pruning"),
    preset("a8-mobility", Document::A8, a8::MAX_DEPTH, "the same with mobility, which was too slow"),
    preset("a8-mended", Document::A8, a8::MAX_DEPTH, "stalemate is a draw, a true second best move"),
];

/// The preset of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.name == name)
}

/// A chess player by name. `seed` decides what is left to chance. `None`: no such chess player.
#[must_use]
pub fn chess_player(name: &str, seed: u64) -> Option<Box<dyn CoursePlayer<Chess>>> {
    use a4::Method::{AlphaBeta, Table};
    let a4 = |rules| -> Box<dyn CoursePlayer<Chess>> { Box::new(A4Player::new(rules)) };
    let compared = a4::TableRules {
        hit: a4::Hit::Compares,
        ..a4::TableRules::FAITHFUL
    };
    let faithful = |method| a4(a4::Rules::faithful(method));
    let fixed =
        |settings| -> Box<dyn CoursePlayer<Chess>> { Box::new(ReportPlayer::Fixed(settings)) };
    let as_printed = Method::Table(TableRules::FAITHFUL);
    Some(match name {
        "a4-minimax" => a4(a4::Rules {
            deepen: false,
            ..a4::Rules::faithful(a4::Method::Minimax)
        }),
        "a4-ids" => faithful(a4::Method::Minimax),
        "a4-abp" => faithful(AlphaBeta),
        "a4-abp-trans" => faithful(Table(a4::TableRules::FAITHFUL)),
        "a4-abp-trans-kept" => faithful(Table(a4::TableRules {
            lifetime: a4::Lifetime::Game,
            ..a4::TableRules::FAITHFUL
        })),
        "a4-abp-trans-compared" => faithful(Table(compared)),
        "a4-abp-trans-compared-kept" => faithful(Table(a4::TableRules {
            lifetime: a4::Lifetime::Game,
            ..compared
        })),
        "a4-abp-trans-remaining" => faithful(Table(a4::TableRules {
            lifetime: a4::Lifetime::Game,
            depth: a4::DepthTest::Remaining,
            ..compared
        })),
        "a4-abp-trans-sorted" => faithful(Table(a4::TableRules {
            sorting: a4::Sorting::Printed,
            ..a4::TableRules::FAITHFUL
        })),
        "a4-abp-trans-mended" => a4(a4::Rules::mended(Table(a4::TableRules::MENDED))),
        "a4-abp-trans-sorted-mended" => a4(a4::Rules::mended(Table(a4::TableRules {
            sorting: a4::Sorting::Mended,
            ..a4::TableRules::MENDED
        }))),
        "a4-abp-mended" => a4(a4::Rules::mended(AlphaBeta)),
        // Random movers go on as long as there is a move.
        "a4-random" | "report-random" => {
            Box::new(RandomPlayer::new(Chess::new(Draws::STALEMATE_ONLY), seed))
        }
        "report-minimax" => fixed(Settings::faithful(Method::Minimax)),
        "report-ids" => Box::new(ReportPlayer::Deepening(Settings::faithful(Method::Minimax))),
        "report-ab" => fixed(Settings::faithful(Method::AlphaBeta)),
        "report-reorder" => fixed(Settings {
            root_order: RootOrder::Heap,
            ..Settings::faithful(Method::AlphaBeta)
        }),
        "report-trans" => fixed(Settings::faithful(as_printed)),
        "report-book" | "report-book-mended" => return book_player(name, Book::standard(), seed),
        "report-minimax-mended" => fixed(Settings::mended(Method::Minimax)),
        "report-ids-mended" => Box::new(ReportPlayer::Deepening(Settings::mended(Method::Minimax))),
        "report-ab-mended" => fixed(Settings::mended(Method::AlphaBeta)),
        "report-trans-mended" => Box::new(ReportPlayer::MendedTable),
        "fascicle3" => Box::new(Fascicle3Player::Faithful),
        "fascicle3-minimax" => Box::new(Fascicle3Player::Unpruned),
        "fascicle3-mended" => Box::new(Fascicle3Player::Mended),
        name => return a8_player(name, &[]),
    })
}

/// One of the two book players with a book of one's own. `None`: no such book player.
#[must_use]
pub fn book_player(name: &str, book: Book, seed: u64) -> Option<Box<dyn CoursePlayer<Chess>>> {
    let as_printed = Settings::faithful(Method::Table(TableRules::FAITHFUL));
    let (following, search) = match name {
        "report-book" => (Following::OneLine, ReportPlayer::Fixed(as_printed)),
        "report-book-mended" => (Following::Positions, ReportPlayer::MendedTable),
        _ => return None,
    };
    Some(Box::new(BookPlayer::new(book, following, search, seed)))
}

/// A player of assignment 8 that does without some ideas of its evaluator. `None`: no such player.
#[must_use]
pub fn a8_player(name: &str, off: &[Idea]) -> Option<Box<dyn CoursePlayer<Chess>>> {
    let (version, evaluator) = match name {
        "a8" => (Version::Faithful, A8Evaluator::default()),
        "a8-minimax" => (Version::Unpruned, A8Evaluator::default()),
        "a8-mobility" => (
            Version::Faithful,
            A8Evaluator::default().with(Idea::Mobility),
        ),
        "a8-mended" => (Version::Mended, A8Evaluator::default()),
        _ => return None,
    };
    let evaluator = off
        .iter()
        .fold(evaluator, |evaluator, &idea| evaluator.without(idea));
    Some(Box::new(A8Player::new(version, evaluator)))
}

/// A MiniChess player by name. `None`: no such MiniChess player.
#[must_use]
pub fn minichess_player(name: &str, seed: u64) -> Option<Box<dyn CoursePlayer<MiniChess>>> {
    Some(match name {
        "i2p3" => Box::new(I2p3Player::new(seed)),
        "i2p3-minimax" => Box::new(I2p3Player::new(seed).without_pruning()),
        "i2p3-mended" => Box::new(MendedPlayer::new(seed)),
        _ => return None,
    })
}
