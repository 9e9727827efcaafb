//! Alternatives to alpha-beta. They answer A. Junghanns, "Are there practical alternatives to alpha-beta in computer chess?"
//! (ICCA Journal 21(1), 1998): any game, any evaluator, counted by the same rules as the textbook searches.
//!
//! A search of this folder is an [`Alternative`]. It searches a [`Board`], which hides the game behind one trait object, so it is
//! compiled once for all games. [`OnBoard`] makes it a [`Search`](crate::Search) of one game. All values are for the side to move at the
//! root, called MAX; the opponent is MIN.
//!
//! * The minimax value by another order of nodes: [`Sss`], [`Dual`].
//! * Another backup rule: [`MAndN`].
//! * Best-first trees: [`BestFirst`], [`BestFirstLinear`], [`BestFirstHybrid`], [`MinMaxApproximation`],
//!   [`Conspiracy`], [`BStar`], [`BestPlay`].
//! * Proofs: [`ProofNumbers`], [`DepthFirstProof`].
//! * Models of the opponent: [`OpponentModel`], [`ProbabilisticModel`], [`ProbiMax`].
//! * Monte Carlo tree search and its relation to alpha-beta: [`Uct`], [`UctAlphaBeta`], [`Rollouts`].
//! * Selective alpha-beta: [`ProbCut`].
//!
//! A search that stores a tree counts a node when it creates it. A descent to the next leaf enters no new position, so it does not
//! count as nodes; it costs time.

mod ab_rollout;
mod arena;
mod best_first;
mod best_first_hybrid;
mod best_first_linear;
mod board;
pub mod bp;
mod bstar;
pub mod conspiracy;
mod context;
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
mod uct;
mod uct_ab;

pub use ab_rollout::{Known, Pick, Rollouts};
pub use arena::{Backup, Marks, Node, ROOT, Tree, Valued};
pub use best_first::BestFirst;
pub use best_first_hybrid::BestFirstHybrid;
pub use best_first_linear::BestFirstLinear;
pub use board::{AnyMove, Board, BoardOf, BoxedEvaluator, Playout};
pub use bp::BestPlay;
pub use bstar::{BStar, Bounds, Interval};
pub use conspiracy::Conspiracy;
pub use context::Context;
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
pub use uct::{Uct, Visits};
pub use uct_ab::UctAlphaBeta;
