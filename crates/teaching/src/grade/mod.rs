//! Grading: a program answers questions made from a seed, its answers are compared with minimax, and if the errors match a
//! known bug, the sheet names the bug.
//!
//! ```
//! use players::builtin;
//! use teaching::grade::{Assignment, grade};
//! let assignment = Assignment::find("alphabeta").unwrap();
//! let program = builtin("alphabeta:bug=strict-cut").unwrap();
//! let sheet = grade(&program, &assignment, 1, &mut |_| {}).unwrap();
//! assert_eq!(sheet.bug.unwrap().name, "strict-cut");
//! ```
//!
//! `assignment` is the file of a teacher. `make` and `boards` create questions, `truth` answers them, `simulate` answers them by
//! known searches, `session` asks the program, `checks` computes the marks, `diagnosis` finds the bug, `shrink` finds the
//! smallest question that reveals it, and `explain` writes both down. `sheet`, `text` and `html` are the result.

pub mod assignment;
mod baselines;
mod boards;
mod checks;
mod common;
mod diagnosis;
mod drawing;
mod evaluations;
mod exam;
mod explain;
mod html;
mod make;
mod not_undone;
mod platforms;
pub mod question;
mod responder;
mod session;
pub mod sheet;
mod shrink;
mod simulate;
mod text;
mod truth;

pub use assignment::Assignment;
pub use exam::{Exam, GradeError, grade};
pub use question::Question;
pub use responder::Responder;
pub use sheet::{Example, Mark, NamedBug, Sheet};
pub use truth::Truth;
