//! Parallel search: one position, several threads.
//!
//! Every search here is exact: it returns the minimax value, for any number of threads. Read the files in this order:
//!
//! 1. [`RootSplitting`] shares out the moves of the root.
//! 2. [`PvSplitting`] shares out the moves of every node of the principal variation.
//! 3. [`YoungBrothersWait`] shares out the moves of every node whose first move has been searched.
//! 4. [`LazySmp`] runs the same search on every thread; the threads share only a transposition table.
//! 5. [`Abdada`] adds a table of the moves that are being searched, so that the threads spread out.
//!
//! 1 to 3 divide the tree explicitly and need no table. 4 and 5 divide it through the table.
//!
//! # Terms
//!
//! With `T1` and `N1` the time and nodes of the sequential parent, `Tp` and `Np` those of `p` threads:
//!
//! * **speed-up** `T1 / Tp`, **efficiency** speed-up `/ p`;
//! * **search overhead** `Np / N1 - 1`: nodes that the sequential search does not visit, because a bound that it would have had
//!   was not known in time;
//! * **synchronisation overhead**: the share of the `p * Tp` processor time in which threads wait
//!   ([`Stats::waited`](crate::Stats::waited) `/ (p * Tp)`);
//! * **communication overhead**: everything else (locks, the shared table, memory), seen as more time per node.
//!
//! # Limits
//!
//! A limit of nodes or evaluations is divided evenly among the threads; the first thread that uses its share ends the search.
//! Observers receive no events from the threads. In WebAssembly every search uses one thread.
//!
//! **References.** T. Marsland and M. Campbell, "Parallel search of strongly ordered game trees", Computing Surveys 14, 1982;
//! M. Brockington, "A taxonomy of parallel game-tree search algorithms", ICCA Journal 19(3), 1996.

mod abdada;
mod busy;
mod lazy_smp;
mod pool;
mod pv_splitting;
mod root_splitting;
mod split;
mod team;
mod young_brothers_wait;

pub use abdada::Abdada;
pub use lazy_smp::LazySmp;
pub use pv_splitting::PvSplitting;
pub use root_splitting::RootSplitting;
pub use young_brothers_wait::YoungBrothersWait;
