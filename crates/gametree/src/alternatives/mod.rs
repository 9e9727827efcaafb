//! Alternatives to alpha-beta: what A. Junghanns asked in "Are there practical alternatives to alpha-beta in computer chess?"
//! (ICCA Journal 21(1), 1998) can be tried here, on any game, with any evaluator, counted by the same rules as the textbook.
//!
//! A search of this folder is an [`Alternative`]: it looks at a [`Board`], which is any game behind one object, so that it is
//! compiled once for all of them. [`OnBoard`] makes it a [`Search`](crate::Search) of one game. All values are those of the player at the
//! root, called MAX; the opponent is MIN.
//!
//! * Other ways through the same tree, the same value: [`Sss`], [`Dual`].
//! * Another value of the same tree: [`MAndN`].
//! * A tree that grows where it matters: [`BestFirst`], [`BestFirstLinear`], [`BestFirstHybrid`].
//!
//! Searches that keep a tree count a node when they make it. Going down a stored tree to its next leaf enters no position
//! that was not known, so it is not counted; it is paid for in time.

mod arena;
mod best_first;
mod best_first_hybrid;
mod best_first_linear;
mod board;
mod dual;
mod m_and_n;
mod null_windows;
mod outcome;
mod sss;
mod trip;

pub use arena::{Node, ROOT, Tree};
pub use best_first::BestFirst;
pub use best_first_hybrid::BestFirstHybrid;
pub use best_first_linear::BestFirstLinear;
pub use board::{AnyMove, Board, BoardOf, Opinion, Playout};
pub use dual::Dual;
pub use m_and_n::MAndN;
pub use outcome::{Alternative, OnBoard, Outcome};
pub use sss::{Form, Sss};
pub use trip::Trip;
