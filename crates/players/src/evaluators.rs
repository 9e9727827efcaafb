//! The evaluators that a search can be given: those of the game, and for chess those of the course documents.

use classroom::a4::A4Evaluator;
use classroom::a8::A8Evaluator;
use classroom::fascicle3::BoardWeight;
use classroom::report::ReportMaterial;
use games::{AnyEvaluator, BoardGame, Chess, GameKind};
use gametree::{Evaluator, Score};

use crate::same::same;

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

/// An evaluator that counts in pawns, in hundredths of them.
struct InPawns<E>(E);

impl<E: Evaluator<Chess>> Evaluator<Chess> for InPawns<E> {
    fn evaluate(&mut self, game: &Chess, state: &chess::Position) -> Score {
        100 * self.0.evaluate(game, state)
    }
}
