//! A recorded search that is kept for a page, whatever its game.

use crate::protocol::{Bar, Child, Grown, Inspected, Meetings, SeekKind, TreeEvent};

/// A kept tree, whatever its game. Nodes and events are numbers; wrong ones get a sentence.
pub trait KeptTree: Send + Sync {
    /// What stands below a node.
    fn children(&self, node: u32) -> Result<Vec<Child>, String>;
    /// Bars for so many plies below a node.
    fn overview(&self, node: u32, plies: u32) -> Result<Vec<Bar>, String>;
    /// A node, looked at closely.
    fn inspect(&self, node: u32) -> Result<Inspected, String>;
    /// An event.
    fn event(&self, event: u32) -> Result<TreeEvent, String>;
    /// The next event of one of some kinds, or that enters the last position of a line.
    fn seek(
        &self,
        event: u32,
        backwards: bool,
        kinds: &[SeekKind],
        line: Option<&str>,
    ) -> Result<TreeEvent, String>;
    /// Positions that were reached in several ways below a root.
    fn meetings(&self, root: u32) -> Result<Meetings, String>;
    /// The tree that has grown until a step is done.
    fn grown(&self, step: u32) -> Result<Grown, String>;
    /// The node that moves lead to.
    fn find(&self, text: &str) -> Result<Inspected, String>;
}
