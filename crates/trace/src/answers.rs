//! Questions about a recorded tree, and their answers.

use games::BoardGame;
use gametree::Score;
use gametree::observer::{Cut, Try};

use crate::charts::ends_node;
use crate::code::{Facts, Uses, code};
use crate::event::Event;
use crate::growing::grows;
use crate::index::{NONE, Recorded};
use crate::shown::{
    Bar, Child, Grown, Inspected, Meetings, Ordered, Probed, Same, SeekKind, TraceSummary,
    TreeEvent, TreeNode,
};
use crate::words::cut_word;

/// Narrower bars, as a share of the whole width, are invisible.
const THINNEST: f64 = 1.0 / 2_000.0;

/// The most bars of an overview.
const MOST_BARS: usize = 3_000;

/// The most plies of an overview.
const MOST_PLIES: u32 = 60;

/// The most nodes in a list of nodes with the same position.
const MOST_SAME: usize = 20;

/// The most roots of a summary. A search has a root for each iteration and each window.
const MOST_ROOTS: usize = 200;

/// A recorded tree of any game. Nodes and events are numbers; a wrong number is an error of one sentence.
pub trait AnyTree: Send + Sync {
    /// Returns the children of a node and its skipped moves.
    fn children(&self, node: u32) -> Result<Vec<Child>, String>;
    /// Returns bars for up to `plies` plies below a node; the widths are node counts.
    fn overview(&self, node: u32, plies: u32) -> Result<Vec<Bar>, String>;
    /// Returns the details of a node.
    fn inspect(&self, node: u32) -> Result<Inspected, String>;
    /// Returns an event.
    fn event(&self, event: u32) -> Result<TreeEvent, String>;
    /// Returns the next event of one of some kinds, or the next one that enters the last position of a line.
    fn seek(
        &self,
        event: u32,
        backwards: bool,
        kinds: &[SeekKind],
        line: Option<&str>,
    ) -> Result<TreeEvent, String>;
    /// Returns the transpositions below a root.
    fn meetings(&self, root: u32) -> Result<Meetings, String>;
    /// Returns the stored tree after a step of the search.
    fn grown(&self, step: u32) -> Result<Grown, String>;
    /// Returns the details of the node that a line of moves leads to.
    fn find(&self, text: &str) -> Result<Inspected, String>;
}

impl<G: BoardGame> Recorded<G> {
    /// Returns the summary of the recording. `best`, `score` and `nodes` are the answer of the search.
    #[must_use]
    pub fn summary(
        &self,
        spec: &str,
        best: Option<G::Move>,
        score: String,
        nodes: u64,
        ms: f64,
    ) -> TraceSummary {
        let listed = self.roots.len().saturating_sub(MOST_ROOTS);
        let roots = self.roots[listed..].iter();
        TraceSummary {
            spec: spec.to_owned(),
            fen: self.game.write_position(&self.root),
            best: best.map(|mv| self.game.display_move(&self.root, mv)),
            score,
            nodes,
            recorded: self.len(),
            truncated: u64::from(self.len()) < nodes,
            events: self.count(),
            roots: roots.map(|&root| self.shown(root)).collect(),
            ms,
            charts: self.charts(),
            growing: grows(&self.player),
            steps: self.roots.len() as u32,
        }
    }

    /// Returns the number of events.
    pub(crate) fn count(&self) -> u32 {
        self.events.len() as u32
    }

    /// Returns the cut that ended a node.
    pub(crate) fn ending_cut(&self, node: u32) -> Option<Cut> {
        let cuts = self.cuts_of(node).map(|(reason, _)| reason);
        cuts.filter(|&reason| ends_node(reason)).last()
    }

    pub(crate) fn shown(&self, node: u32) -> TreeNode {
        let entered = self.entered(node);
        let left = self.left(node).map(|left| &left.node);
        let skipped = self.cuts_of(node).map(|(_, skipped)| skipped.len() as u32);
        TreeNode {
            id: node,
            mv: self.move_to(node),
            why: entered.why,
            ply: entered.node.ply,
            depth: entered.node.depth,
            window: [entered.node.alpha, entered.node.beta].map(|end| self.number(end)),
            view: entered.node.view,
            value: left.map(|left| self.bounded(left.score, left.bound)),
            root_value: left.map(|left| {
                let score = self.for_root(node, left.score);
                let bound = match self.is_turned(node) {
                    true => left.bound.flipped(),
                    false => left.bound,
                };
                self.bounded(score, bound)
            }),
            balance: left.map(|left| self.balance(node, left.score)),
            nodes: self.size(node),
            children: self.places[node as usize].children,
            cut: self.ending_cut(node).map(|cut| cut_word(cut).to_owned()),
            skipped: skipped.sum(),
            best: self.best.contains(&node),
            marks: self.marks_of(node),
        }
    }

    /// Returns a score of a node from -1 to 1, for the side to move at the root.
    pub(crate) fn balance(&self, node: u32, score: Score) -> f64 {
        G::balance(self.for_root(node, score))
    }

    /// Returns the moves from the root to a node in display notation.
    pub(crate) fn path(&self, node: u32) -> Vec<String> {
        let path = self.path_to(node);
        let states = self.states(&path);
        let steps = path.iter().skip(1).zip(&states);
        steps
            .map(|(&node, before)| match self.entered(node) {
                entered if entered.why == Some(Try::NullMove) => "--".to_owned(),
                entered => entered
                    .mv
                    .map_or_else(|| "=".to_owned(), |mv| self.game.display_move(before, mv)),
            })
            .collect()
    }

    fn probed(&self, node: u32) -> Option<Probed> {
        let probe = self.places[node as usize].probe;
        let Some(Event::Probe(found)) = self.events.get(probe as usize) else {
            return None;
        };
        Some(Probed {
            hit: found.is_some(),
            depth: found.map_or(0, |entry| entry.depth),
            value: found.map_or_else(String::new, |entry| self.bounded(entry.score, entry.bound)),
            deep_enough: found.is_some_and(|entry| entry.deep_enough),
        })
    }

    fn ordered(&self, node: u32, state: &G::State) -> Vec<Ordered> {
        let order = self.places[node as usize].order;
        let Some(Event::Order { moves }) = self.events.get(order as usize) else {
            return Vec::new();
        };
        let tried: Vec<G::Move> = self.moves_entered(node).collect();
        let ordered = moves.iter().map(|ranked| Ordered {
            mv: self.game.display_move(state, ranked.mv),
            score: ranked.score,
            source: ranked.source,
            tried: tried.contains(&ranked.mv),
        });
        ordered.collect()
    }

    /// Returns other nodes with the same position.
    fn same(&self, node: u32) -> Vec<Same> {
        let key = self.keys[node as usize];
        let others = (0..self.len()).filter(|&other| {
            let is_root = self.places[other as usize].parent == NONE;
            self.keys[other as usize] == key && other != node && !is_root
        });
        others
            .take(MOST_SAME)
            .map(|id| Same {
                id,
                path: self.path(id),
            })
            .collect()
    }

    /// Reads a line of moves, each with its text; skips move numbers.
    fn parse_line(&self, text: &str) -> Result<Vec<(G::Move, String)>, String> {
        let mut state = self.root.clone();
        let words = text.split_whitespace().filter(|word| {
            let number = word.trim_end_matches('.');
            !number.bytes().all(|b| b.is_ascii_digit())
        });
        words
            .map(|word| {
                let mv = self.game.parse_move(&state, word)?;
                self.game.play(&mut state, mv);
                Ok((mv, word.to_owned()))
            })
            .collect()
    }

    /// Returns whether an event enters the last position of a line.
    fn enters(&self, index: u32, line: &[(G::Move, String)]) -> bool {
        let Event::Enter(entered) = &self.events[index as usize] else {
            return false;
        };
        let last = line.last().map(|(mv, _)| *mv);
        if entered.node.ply as usize != line.len() || entered.mv != last {
            return false;
        }
        let path = self.path_to(entered.id);
        let moves = path.iter().filter_map(|&node| self.entered(node).mv);
        moves.eq(line.iter().map(|(mv, _)| *mv))
    }

    fn is_of_kind(&self, index: u32, kind: SeekKind) -> bool {
        match (&self.events[index as usize], kind) {
            (Event::Cut { .. }, SeekKind::Cut)
            | (Event::Probe(Some(_)), SeekKind::Hit)
            | (Event::Iteration(_), SeekKind::Iteration) => true,
            (Event::Leave(left), SeekKind::Best) => self.best.contains(&left.id),
            (_, SeekKind::NewBest) => self.new_best.binary_search(&index).is_ok(),
            _ => false,
        }
    }
}

impl<G: BoardGame> AnyTree for Recorded<G> {
    fn children(&self, node: u32) -> Result<Vec<Child>, String> {
        self.place(node)?;
        let children = self.children_of(node).map(|child| Child::Node {
            node: Box::new(self.shown(child)),
        });
        let state = self.position(node);
        let skipped = self.cuts_of(node).flat_map(|(reason, skipped)| {
            let state = &state;
            skipped.iter().map(move |&mv| Child::Skipped {
                mv: self.game.display_move(state, mv),
                reason: cut_word(reason).to_owned(),
            })
        });
        Ok(children.chain(skipped).collect())
    }

    fn overview(&self, node: u32, plies: u32) -> Result<Vec<Bar>, String> {
        self.place(node)?;
        let mut bars: Vec<Bar> = Vec::new();
        let mut row: Vec<(u32, f64, f64)> = vec![(node, 0.0, 1.0)];
        for depth in 0..=plies.min(MOST_PLIES) {
            let mut below = Vec::new();
            for &(node, x, w) in &row {
                if bars.len() >= MOST_BARS {
                    return Ok(bars);
                }
                let shown = self.shown(node);
                bars.push(Bar {
                    id: node,
                    row: depth,
                    x,
                    w,
                    mv: shown.mv,
                    value: shown.value,
                    balance: shown.balance,
                    cut: shown.cut,
                    best: shown.best,
                });
                let scale = w / shown.nodes.max(1) as f64;
                let mut at = x;
                for child in self.children_of(node) {
                    let width = self.size(child) as f64 * scale;
                    if width >= THINNEST {
                        below.push((child, at, width));
                    }
                    at += width;
                }
            }
            if below.is_empty() {
                break;
            }
            row = below;
        }
        Ok(bars)
    }

    fn inspect(&self, node: u32) -> Result<Inspected, String> {
        let place = self.place(node)?;
        let state = self.position(node);
        let shown = self.shown(node);
        let left = self.left(node).map(|left| &left.node);
        let best = left.and_then(|left| left.best);
        let facts = Facts {
            view: shown.view,
            how: left.map(|left| left.how),
            cut: self.ending_cut(node),
            has_best: best.is_some(),
            childless: place.children == 0 && shown.skipped == 0,
        };
        let uses = Uses {
            table: self.places.iter().any(|place| place.probe != NONE),
            null_move: (0..self.len()).any(|node| self.entered(node).why == Some(Try::NullMove)),
        };
        let (code, lines) = code(&self.player, facts, uses);
        Ok(Inspected {
            path: self.path(node),
            ids: self.path_to(node),
            board: self.game.board(&state),
            fen: self.game.write_position(&state),
            probe: self.probed(node),
            order: self.ordered(node, &state),
            best: best.map(|mv| self.game.display_move(&state, mv)),
            same: self.same(node),
            enter: place.enter,
            leave: (place.leave != NONE).then_some(place.leave),
            code,
            lines,
            story: facts.story(&shown, grows(&self.player)),
            node: shown,
        })
    }

    fn event(&self, event: u32) -> Result<TreeEvent, String> {
        if event >= self.count() {
            let last = self.count() - 1;
            return Err(format!("there is no event {event}; the last is {last}"));
        }
        Ok(self.described(event))
    }

    fn seek(
        &self,
        event: u32,
        backwards: bool,
        kinds: &[SeekKind],
        line: Option<&str>,
    ) -> Result<TreeEvent, String> {
        let line = line.map(|text| self.parse_line(text)).transpose()?;
        let fits = |index: &u32| {
            kinds.iter().any(|&kind| self.is_of_kind(*index, kind))
                || line.as_ref().is_some_and(|line| self.enters(*index, line))
        };
        let (found, side) = if backwards {
            let found = (0..event.min(self.count())).rev().find(fits);
            (found, "before")
        } else {
            let found = (event.saturating_add(1)..self.count()).find(fits);
            (found, "after")
        };
        found
            .map(|index| self.described(index))
            .ok_or_else(|| format!("there is no such event {side} this one"))
    }

    fn grown(&self, step: u32) -> Result<Grown, String> {
        if !grows(&self.player) {
            return Err(format!(
                "{} does not store a tree: each of its roots has a separate tree",
                self.player
            ));
        }
        Ok(self.grown_until(step))
    }

    fn meetings(&self, root: u32) -> Result<Meetings, String> {
        if !self.roots.contains(&root) {
            return Err(format!("node {root} is not a root of this tree"));
        }
        Ok(self.meetings_below(root))
    }

    fn find(&self, text: &str) -> Result<Inspected, String> {
        let mut node = *self.roots.last().ok_or("nothing was searched")?;
        for (mv, word) in self.parse_line(text)? {
            node = self.child_by(node, mv).ok_or_else(|| {
                format!("the move {word} was not searched there, or is not recorded")
            })?;
        }
        self.inspect(node)
    }
}
