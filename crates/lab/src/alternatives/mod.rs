//! The alternatives to alpha-beta, measured: same games, same evaluator, same budget; and what they learn from games of our own.

mod accuracy;
mod contestants;
mod kept;
mod measure;
mod models;
mod page;
mod reference;

pub use accuracy::Accuracy;
pub use contestants::{Contestant, baseline, contestants};
pub use measure::{Budgets, Condition, Measured, Part, Result, Row, Size, measure};
pub use models::{Fitted, ModelSize, fit, written};
pub use page::{html, markdown};
pub use reference::Reference;
