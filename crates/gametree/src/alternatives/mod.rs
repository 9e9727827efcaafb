//! Alternatives to alpha-beta: what A. Junghanns asked in "Are there practical alternatives to alpha-beta in computer chess?"
//! (ICCA Journal 21(1), 1998) can be tried here, on any game, with any evaluator, counted by the same rules as the textbook.
//!
//! A search of this folder is an [`Alternative`]: it looks at a [`Board`], which is any game behind one object, so that it is
//! compiled once for all of them. [`OnBoard`] makes it a [`Search`](crate::Search) of one game. All values are those of the player at the
//! root, called MAX; the opponent is MIN.
//!
//! * Other ways through the same tree, the same value: [`Sss`], [`Dual`].
//! * Another value of the same tree: [`MAndN`].
//! * A tree that grows where it matters: [`BestFirst`], [`BestFirstLinear`], [`BestFirstHybrid`], [`MinMaxApproximation`],
//!   [`Conspiracy`], [`BStar`], [`BestPlay`].
//! * Yes or no: [`ProofNumbers`], [`DepthFirstProof`].
//! * An opponent who is not we: [`OpponentModel`], [`ProbabilisticModel`], [`ProbiMax`].
//! * Games by chance, and what they have to do with alpha-beta: [`Uct`], [`UctAlphaBeta`], [`Rollouts`].
//! * Alpha-beta that leaves out what is likely not to matter: [`ProbCut`].
//!
//! Searches that keep a tree count a node when they make it. Going down a stored tree to its next leaf enters no position
//! that was not known, so it is not counted; it is paid for in time.

mod ab_rollout;
mod arena;
mod best_first;
mod best_first_hybrid;
mod best_first_linear;
mod board;
pub mod bp;
mod bstar;
pub mod conspiracy;
mod dfpn;
mod distribution;
mod dual;
mod leaf_model;
mod m_and_n;
mod null_windows;
mod om;
mod opponent;
mod outcome;
mod pn;
mod probcut;
mod probimax;
mod prom;
mod proof;
mod rivest;
mod sss;
mod trip;
mod uct;
mod uct_ab;

pub use ab_rollout::{Known, Pick, Rollouts};
pub use arena::{Marks, Node, ROOT, Tree, Valued, Worth};
pub use best_first::BestFirst;
pub use best_first_hybrid::BestFirstHybrid;
pub use best_first_linear::BestFirstLinear;
pub use board::{AnyMove, Board, BoardOf, Opinion, Playout};
pub use bp::BestPlay;
pub use bstar::{BStar, Bounds, Interval};
pub use conspiracy::Conspiracy;
pub use dfpn::DepthFirstProof;
pub use distribution::{Cdf, GRID, Grid, best_of};
pub use dual::Dual;
pub use leaf_model::{LeafModel, OUTCOMES, STEPS};
pub use m_and_n::MAndN;
pub use om::OpponentModel;
pub use outcome::{Alternative, OnBoard, Outcome};
pub use pn::{Numbers, ProofNumbers};
pub use probcut::{Forecast, ProbCut};
pub use probimax::{MoveModel, ProbiMax};
pub use prom::ProbabilisticModel;
pub use proof::{Answer, Goal};
pub use rivest::{MinMaxApproximation, Penalty};
pub use sss::{Form, Sss};
pub use trip::Trip;
pub use uct::{Uct, Visits};
pub use uct_ab::UctAlphaBeta;
