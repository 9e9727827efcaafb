//! The evaluators of a game: its own, and for chess those of the course documents.

use std::any::Any;
use std::fmt;

use chess::{Color, PieceKind, Position};
use courses::a4::{A4Evaluator, domination, material};
use courses::a8::A8Evaluator;
use courses::fascicle3::{BoardWeight, weight_parts};
use courses::i2p3::AsPrinted;
use courses::report::ReportMaterial;
use games::{AnyEvaluator, BoardGame, Chess, GameId, MiniChess, WithGame};
use gametree::{Evaluator, Score};
use report::{Column, Table};

use crate::error::SpecError;

/// Names with descriptions.
pub type Names = Vec<(&'static str, &'static str)>;

/// The evaluators of the course documents, in hundredths of a pawn like all others.
const COURSES: [(&str, &str); 4] = [
    ("report", "the report's: material 1, 3, 3, 5, 9 in pawns"),
    (
        "domination",
        "assignment 4's: material, and which side attacks each square more often",
    ),
    (
        "boardweight",
        "fascicle 3's: pieces, advanced pawns, protected pieces and threats; a point is a pawn",
    ),
    (
        "a8",
        "assignment 8's: own pieces a tenth higher, so only for minimax and alphabeta:form=maxmin",
    ),
];

/// Returns every evaluator of a game, its own first.
#[must_use]
pub fn names<G: BoardGame>() -> Names {
    let mut names = G::EVALUATORS.to_vec();
    if G::ID == Chess::ID {
        names.extend(COURSES);
    }
    names
}

/// Returns the evaluators of a game with their descriptions, its first one first.
#[must_use]
pub fn of(game: GameId) -> Names {
    struct OfGame;
    impl WithGame for OfGame {
        type Output = Names;

        fn run<G: BoardGame>(self, _: &G) -> Names {
            names::<G>()
        }
    }
    game.with(OfGame)
}

/// Returns the evaluator of this name.
#[must_use]
pub fn find<G: BoardGame>(name: &str) -> Option<AnyEvaluator<G>> {
    // The document's own formula, which `games` does not know, in place of tables that are only subtracted.
    if name == "squares-printed"
        && let Some(printed) = of_game::<G, MiniChess>(Box::new(AsPrinted))
    {
        return Some(printed);
    }
    if let Some(own) = G::evaluator(name) {
        return Some(own);
    }
    let found: AnyEvaluator<Chess> = match name {
        "report" => Box::new(InPawns(ReportMaterial)),
        "domination" => Box::new(A4Evaluator),
        "boardweight" => Box::new(InPawns(BoardWeight)),
        "a8" => Box::new(A8Evaluator::default()),
        _ => return None,
    };
    of_game::<G, Chess>(found)
}

/// Returns an evaluator of the game `H` if that is the game `G`.
fn of_game<G: BoardGame, H: BoardGame>(evaluator: AnyEvaluator<H>) -> Option<AnyEvaluator<G>> {
    let mut found = Some(evaluator);
    let found: &mut dyn Any = &mut found;
    found.downcast_mut::<Option<AnyEvaluator<G>>>()?.take()
}

/// The parts of an evaluation of a chess position.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "EvalParts"))]
pub struct Parts {
    /// The name of each part, with its values for White and for Black.
    pub parts: Vec<(&'static str, [i32; 2])>,
    /// The value for the side to move, in the units of the evaluator's document.
    pub value: i32,
    /// The value of a pawn in these units.
    pub pawn: i32,
}

impl Parts {
    /// Returns the value for White. This is not the sum of the parts: one evaluator counts own pieces higher.
    #[must_use]
    pub fn for_white(&self, position: &Position) -> i32 {
        match position.side_to_move() {
            Color::White => self.value,
            Color::Black => -self.value,
        }
    }
}

/// Prints a table of the parts.
impl fmt::Display for Parts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let table = Table::new(&self.parts)
            .column(Column::left("part"), |(part, _)| *part)
            .column(Column::right("White"), |(_, [white, _])| white.to_string())
            .column(Column::right("Black"), |(_, [_, black])| black.to_string())
            .column(Column::right("difference"), |(_, [white, black])| {
                (white - black).to_string()
            });
        f.write_str(&table.to_text())
    }
}

/// Evaluates a chess position part by part. An evaluator without parts returns one part.
#[must_use]
pub fn parts(name: &str, position: &Position) -> Option<Parts> {
    let own = names::<Chess>().into_iter().find(|(own, _)| *own == name)?;
    let name = own.0;
    // In a search a pawn is a hundred; these two count it as one.
    let pawn = if ["report", "boardweight"].contains(&name) {
        1
    } else {
        100
    };
    let value = find::<Chess>(name)?.evaluate(&Chess::default(), position) * pawn / 100;
    let us = position.side_to_move();
    let parts = match name {
        "boardweight" => weight_parts(position)
            .map(|(part, sides)| (part.name(), sides))
            .into(),
        "a8" => A8Evaluator::default()
            .parts(position, us)
            .into_iter()
            .map(|(name, [own, other])| match us {
                Color::White => (name, [own, other]),
                Color::Black => (name, [other, own]),
            })
            .collect(),
        "domination" => vec![
            ("material", [material(position), 0]),
            ("domination", [domination(position, None), 0]),
        ],
        "report" => piece_parts(position),
        name => {
            let white = if us == Color::White { value } else { -value };
            vec![(name, [white, 0])]
        }
    };
    Some(Parts { parts, value, pawn })
}

/// Returns the report's material, kind by kind.
fn piece_parts(position: &Position) -> Vec<(&'static str, [i32; 2])> {
    const PARTS: [(&str, PieceKind, i32); 5] = [
        ("pawns", PieceKind::Pawn, 1),
        ("knights", PieceKind::Knight, 3),
        ("bishops", PieceKind::Bishop, 3),
        ("rooks", PieceKind::Rook, 5),
        ("queens", PieceKind::Queen, 9),
    ];
    let part = |(name, kind, value)| {
        let worth = |color| value * position.pieces(color, kind).count() as i32;
        (name, [Color::White, Color::Black].map(worth))
    };
    PARTS.map(part).into()
}

/// Returns the evaluator of this name, or the error of an unknown name.
pub(crate) fn named<G: BoardGame>(name: &str) -> Result<AnyEvaluator<G>, SpecError> {
    find::<G>(name).ok_or_else(|| SpecError::Evaluator {
        name: name.to_owned(),
        game: G::ID.name(),
        names: names::<G>().iter().map(|(name, _)| *name).collect(),
    })
}

/// Makes an evaluator. Each part of a search makes its evaluator, because an evaluator may have state.
pub(crate) type MakeEvaluator<G> = Box<dyn Fn() -> AnyEvaluator<G> + Send>;

/// Returns the maker of the evaluator of this name, or the error of an unknown name.
pub(crate) fn maker<G: BoardGame>(name: &str) -> Result<MakeEvaluator<G>, SpecError> {
    named::<G>(name)?;
    let name = name.to_owned();
    Ok(Box::new(move || {
        named(&name).expect("an evaluator that was found before")
    }))
}

/// Returns the error of a search that needs an evaluator with opposite values for the two sides.
pub(crate) fn not_antisymmetric(evaluator: &str, player: &str) -> SpecError {
    SpecError::Conflict(format!(
        "eval={evaluator} does not give opposite values to the two sides, which {player} needs; minimax and alphabeta:form=maxmin do not"
    ))
}

/// Converts an evaluator in pawns to hundredths of a pawn.
struct InPawns<E>(E);

impl<E: Evaluator<Chess>> Evaluator<Chess> for InPawns<E> {
    fn evaluate(&mut self, game: &Chess, state: &Position) -> Score {
        100 * self.0.evaluate(game, state)
    }
}
