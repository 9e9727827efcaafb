//! The evaluators that a search can be given: those of the game, and for chess those of the course documents.

use chess::{Color, Position};
use classroom::a4::{A4Evaluator, domination, material};
use classroom::a8::A8Evaluator;
use classroom::fascicle3::{BoardWeight, weight_parts};
use classroom::report::ReportMaterial;
use games::{AnyEvaluator, BoardGame, Chess, GameKind};
use gametree::{Evaluator, Score};

use crate::same::same;
use crate::spec::SpecError;

/// Names, and what they are.
pub type Names = Vec<(&'static str, &'static str)>;

/// Those of the course documents, in hundredths of a pawn like all others.
const COURSES: [(&str, &str); 4] = [
    ("report", "the report's: material 1, 3, 3, 5, 9 in pawns"),
    (
        "domination",
        "assignment 4's: material, and who attacks each square more often",
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

/// Every evaluator of a game, its own first.
#[must_use]
pub fn names<G: BoardGame>() -> Names {
    let mut names = G::EVALUATORS.to_vec();
    if G::KIND == GameKind::Chess {
        names.extend(COURSES);
    }
    names
}

/// The evaluator of this name.
#[must_use]
pub fn find<G: BoardGame>(name: &str) -> Option<AnyEvaluator<G>> {
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
    same(found)
}

/// The value of a chess position by one evaluator, taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parts {
    /// What each part is, and what it gives to White and to Black.
    pub parts: Vec<(&'static str, [i32; 2])>,
    /// The value for the side to move, as the evaluator's own document counts.
    pub value: i32,
    /// How many of these make a pawn.
    pub pawn: i32,
}

impl Parts {
    /// The value for White. The whole, and not the sum of the differences: one evaluator counts own pieces higher.
    #[must_use]
    pub fn for_white(&self, position: &Position) -> i32 {
        match position.side_to_move() {
            Color::White => self.value,
            Color::Black => -self.value,
        }
    }
}

/// What an evaluator says about a chess position, in its parts; one that has none is one part.
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
        name => {
            let white = if us == Color::White { value } else { -value };
            vec![(name, [white, 0])]
        }
    };
    Some(Parts { parts, value, pawn })
}

/// The evaluator of this name, or what is wrong with the name.
pub(crate) fn named<G: BoardGame>(name: &str) -> Result<AnyEvaluator<G>, SpecError> {
    find::<G>(name).ok_or_else(|| SpecError::Evaluator {
        name: name.to_owned(),
        game: G::KIND.name(),
        names: names::<G>().iter().map(|(name, _)| *name).collect(),
    })
}

/// An evaluator that counts in pawns, in hundredths of them.
struct InPawns<E>(E);

impl<E: Evaluator<Chess>> Evaluator<Chess> for InPawns<E> {
    fn evaluate(&mut self, game: &Chess, state: &Position) -> Score {
        100 * self.0.evaluate(game, state)
    }
}
