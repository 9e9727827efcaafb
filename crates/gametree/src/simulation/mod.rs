//! Parallel search on simulated processors.
//!
//! A machine with two cores cannot show how a search behaves on a thousand. Here 1 to 1,024 virtual processors search a [`ModelTree`] in
//! virtual time. The schedule is deterministic: the same tree and the same [`Machine`] always give the same [`Run`].
//!
//! # The model
//!
//! * Entering a node costs one tick. Everything else is free, except for messages.
//! * A message costs [`Machine::message`] ticks: a processor that gets work begins after that time, and so does the owner of a
//!   split node that waits for its last helper.
//! * A processor learns of a cutoff by another one before its next node.
//! * A transposition table costs nothing and loses nothing.
//!
//! The [`Algorithm`]s are those of [`searches::parallel`](crate::searches::parallel), with alpha-beta on each processor and without
//! move ordering: the order is that of the tree.
//!
//! # Bounds
//!
//! Without messages, for `p` processors, time `T`, nodes `N` and the critical path `C` ([`Run::critical_path`]):
//! `max(C, N / p) <= T <= N`. The critical path is the longest chain of nodes of which each one may be entered only after the one before
//! it, by the rules of the algorithm. Reference: R. Blumofe and C. Leiserson, "Scheduling multithreaded computations by work stealing", Journal of the ACM 46(5), 1999.
//!
//! ```
//! use gametree::simulation::{Algorithm, Machine, ModelTree, Order};
//! let tree = ModelTree::random(8, 4, 1).ordered(Order::BestFirst);
//! let alone = Machine::new(1).run(&tree, Algorithm::YoungBrothersWait);
//! let many = Machine::new(16).run(&tree, Algorithm::YoungBrothersWait);
//! assert_eq!(alone.value, many.value);
//! assert_eq!(alone.ticks, alone.nodes);
//! assert!(many.ticks < alone.ticks);
//! ```

mod replicated;
mod splitting;
mod tree;

pub use tree::{ModelTree, Order};

use crate::named::named;
use crate::score::Score;

named! {
    /// A parallel search. The names are those of the setting `parallel` of players.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Algorithm {
        /// Root splitting.
        Root = "root",
        /// Principal variation splitting.
        Pv = "pv",
        /// Young Brothers Wait.
        YoungBrothersWait = "ybw",
        /// ABDADA.
        Abdada = "abdada",
        /// Lazy SMP.
        Lazy = "lazy",
    }
}

/// The largest number of processors.
pub const MAX_PROCESSORS: usize = 1_024;

/// Virtual processors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Machine {
    /// The number of processors.
    pub processors: usize,
    /// The ticks of a message.
    pub message: u64,
    /// Whether a run records its [`Run::steps`].
    pub is_recorded: bool,
}

impl Machine {
    /// Creates a machine with this number of processors, from 1 to [`MAX_PROCESSORS`], and with free messages.
    #[must_use]
    pub fn new(processors: usize) -> Self {
        Self {
            processors: processors.clamp(1, MAX_PROCESSORS),
            message: 0,
            is_recorded: false,
        }
    }

    /// Sets the ticks of a message.
    #[must_use]
    pub const fn with_message(mut self, ticks: u64) -> Self {
        self.message = ticks;
        self
    }

    /// Records which processor enters which node at which tick.
    #[must_use]
    pub const fn recorded(mut self) -> Self {
        self.is_recorded = true;
        self
    }

    /// Searches a tree.
    #[must_use]
    pub fn run(self, tree: &ModelTree, algorithm: Algorithm) -> Run {
        match algorithm {
            Algorithm::Root => splitting::run(self, tree, splitting::Rule::Root),
            Algorithm::Pv => splitting::run(self, tree, splitting::Rule::Pv),
            Algorithm::YoungBrothersWait => splitting::run(self, tree, splitting::Rule::Brothers),
            Algorithm::Abdada => replicated::run(self, tree, true),
            Algorithm::Lazy => replicated::run(self, tree, false),
        }
    }
}

/// A node that a processor enters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The time, from 1.
    pub tick: u64,
    /// The processor, from 0.
    pub processor: usize,
    /// The node of the tree.
    pub node: usize,
}

/// The result of a simulated search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// The value of the root for the side to move.
    pub value: Score,
    /// The time until the value of the root is known.
    pub ticks: u64,
    /// The nodes that all processors entered.
    pub nodes: u64,
    /// The ticks in which a processor had no node to enter, added over the processors.
    pub idle: u64,
    /// The longest chain of nodes of which each one had to wait for the one before it.
    pub critical_path: u64,
    /// Every node entered, in the order of time, if the machine records.
    pub steps: Vec<Step>,
}
