//! The alternatives to alpha-beta, measured with the same openings, evaluator and budget, and the models that they learn
//! from games of this program.

mod accuracy;
mod condition;
mod documents;
mod findings;
mod measure;
mod models;
mod page;
mod players;
mod reference;

pub use self::players::{Alternative, alternatives, baseline};
pub use accuracy::Accuracy;
pub use condition::Condition;
pub use documents::{GAMES, documents, experiment};
pub use findings::Findings;
pub use measure::{Budgets, Measured, Part, Results, Row, Run, Size, Step, measure};
pub use models::{Fitted, ModelSize, fit, written};
pub use page::{html, markdown};
pub use reference::Reference;
