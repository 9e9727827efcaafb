//! Exercises on number trees.

use teaching::number_drawing::View;
use teaching::practice::{Exercise, Shape};

use crate::protocol::{PracticeExercise, PracticeTree, Reply};

impl PracticeTree {
    fn exercise(&self) -> Result<Exercise, String> {
        match self {
            Self::Random { shape, seed } => {
                let shape: Shape = shape.parse()?;
                Ok(Exercise::random(&shape, *seed))
            }
            Self::Given { tree, seed } => Exercise::of_tree(tree, *seed),
        }
    }
}

/// Answers `practice`.
pub fn exercise(tree: &PracticeTree, view: View) -> Result<Reply, String> {
    let exercise = tree.exercise()?;
    let drawing = exercise.drawing(view);
    let inner = |node: usize| exercise.tree().value(node).is_none();
    Ok(Reply::Practice {
        exercise: Box::new(PracticeExercise {
            tree: exercise.tree().to_string(),
            seed: exercise.seed(),
            link: exercise.link(),
            size: drawing.size,
            parts: drawing.parts,
            solution: exercise.solution(view).parts,
            names: exercise.names().to_vec(),
            leaves: (0..exercise.tree().len())
                .filter(|&node| !inner(node))
                .collect(),
            questions: exercise.questions().to_vec(),
            points: exercise.points(),
        }),
    })
}

/// Answers `practice-mark`.
pub fn mark(tree: &PracticeTree, question: usize, answer: &str) -> Result<Reply, String> {
    let mark = tree.exercise()?.mark(question, answer)?;
    Ok(Reply::PracticeMarked { mark })
}
