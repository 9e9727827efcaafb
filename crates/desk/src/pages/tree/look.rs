//! Answers about a kept tree.

use gametree::observer::{Cut, How, Try, View};
use gametree::trace::Event;

use super::code::{Facts, lines};
use super::count::ends_node;
use super::grown::grows;
use super::index::{Kept, NONE};
use super::words::{cut_word, story};
use crate::kept_tree::KeptTree;
use crate::pages::think::balance;
use crate::protocol::{
    Bar, Child, Grown, Inspected, Meetings, Ordered, Probed, Same, SeekKind, TreeEvent, TreeNode,
};
use games::BoardGame;

/// Bars thinner than this share of the whole cannot be seen.
const THINNEST: f64 = 1.0 / 2_000.0;

/// Bars that are sent at once.
const MOST_BARS: usize = 3_000;

/// Nodes with the same position that are listed.
const MOST_SAME: usize = 20;

impl<G: BoardGame> Kept<G> {
    /// The cut that ended a node, if one did.
    fn ending_cut(&self, node: u32) -> Option<Cut> {
        let cuts = self.cuts_of(node).filter_map(|event| match event {
            Event::Cut { reason, .. } => Some(*reason).filter(|&reason| ends_node(reason)),
            _ => None,
        });
        cuts.last()
    }

    pub(super) fn shown(&self, node: u32) -> TreeNode {
        let place = self.places[node as usize];
        let Event::Enter {
            why,
            ply,
            depth,
            alpha,
            beta,
            view,
            ..
        } = self.enter(node)
        else {
            unreachable!("a node begins with an enter event");
        };
        let (value, share, how) = match self.leave(node) {
            Some(Event::Leave {
                score, bound, how, ..
            }) => (
                Some(self.bounded(*score, *bound)),
                Some(balance::<G>(self.for_root(node, *score))),
                match how {
                    How::Terminal => "terminal",
                    How::Horizon => "horizon",
                    How::Table => "table",
                    How::Searched => "searched",
                },
            ),
            _ => (None, None, "open"),
        };
        let skipped = self.cuts_of(node).map(|event| match event {
            Event::Cut { skipped, .. } => skipped.len() as u32,
            _ => 0,
        });
        TreeNode {
            id: node,
            mv: self.entry(node),
            why: why.map(|why| why.name().to_owned()),
            ply: *ply,
            depth: *depth,
            window: [self.number(*alpha), self.number(*beta)],
            view: match view {
                View::Mover => "mover",
                View::Max => "max",
                View::Min => "min",
                View::Quiescence => "quiescence",
            }
            .to_owned(),
            value,
            balance: share,
            how: how.to_owned(),
            nodes: self.size(node),
            children: place.children,
            cut: self.ending_cut(node).map(|cut| cut_word(cut).to_owned()),
            skipped: skipped.sum(),
            best: self.best.contains(&node),
            marks: self.marks_of(node),
        }
    }

    pub(super) fn path(&self, way: &[u32], states: &[G::State]) -> Vec<String> {
        let steps = way.iter().skip(1).zip(states);
        steps
            .map(|(&node, before)| match self.enter(node) {
                Event::Enter { mv: Some(mv), .. } => self.game.people_move(before, *mv),
                Event::Enter {
                    why: Some(Try::NullMove),
                    ..
                } => "--".to_owned(),
                _ => "=".to_owned(),
            })
            .collect()
    }

    fn probed(&self, node: u32) -> Option<Probed> {
        let event = self
            .recorder
            .events()
            .get(self.places[node as usize].probe as usize)?;
        Some(match event {
            Event::Hit {
                depth,
                score,
                bound,
                deep_enough,
            } => Probed {
                hit: true,
                depth: *depth,
                value: self.bounded(*score, *bound),
                deep_enough: *deep_enough,
            },
            _ => Probed {
                hit: false,
                depth: 0,
                value: String::new(),
                deep_enough: false,
            },
        })
    }

    fn ordered(&self, node: u32, state: &G::State) -> Vec<Ordered> {
        let event = self
            .recorder
            .events()
            .get(self.places[node as usize].order as usize);
        let Some(Event::Order(moves)) = event else {
            return Vec::new();
        };
        let tried: Vec<G::Move> = self
            .children_of(node)
            .filter_map(|child| match self.enter(child) {
                Event::Enter { mv, .. } => *mv,
                _ => None,
            })
            .collect();
        moves
            .iter()
            .map(|(mv, score, source)| Ordered {
                mv: self.game.people_move(state, *mv),
                score: *score,
                source: format!("{source:?}").to_lowercase(),
                tried: tried.contains(mv),
            })
            .collect()
    }

    /// Other nodes with the same position.
    fn same(&self, node: u32) -> Vec<Same> {
        let key = self.keys[node as usize];
        let others = self.keys.iter().enumerate().filter(|&(other, &found)| {
            found == key && other != node as usize && self.places[other].parent != NONE
        });
        others
            .take(MOST_SAME)
            .map(|(other, _)| {
                let way = self.way(other as u32);
                let states = self.states(&way);
                Same {
                    id: other as u32,
                    path: self.path(&way, &states),
                }
            })
            .collect()
    }

    /// Moves that somebody typed one after the other, each with what was typed; numbers between them do not count.
    fn typed_line(&self, text: &str) -> Result<Vec<(G::Move, String)>, String> {
        let mut state = self.root.clone();
        let words = text.split_whitespace().filter(|word| {
            let number = word.trim_end_matches('.');
            !number.bytes().all(|b| b.is_ascii_digit())
        });
        words
            .map(|word| {
                let mv = self.game.typed_move(&state, word)?;
                self.game.play(&mut state, mv);
                Ok((mv, word.to_owned()))
            })
            .collect()
    }

    /// Whether an event enters the last position of a line.
    fn enters(&self, index: u32, line: &[(G::Move, String)]) -> bool {
        let Event::Enter { id, ply, mv, .. } = &self.recorder.events()[index as usize] else {
            return false;
        };
        let last = line.last().map(|(mv, _)| *mv);
        if *ply as usize != line.len() || *mv != last {
            return false;
        }
        let way = self.way(*id);
        let moves = way.iter().filter_map(|&node| match self.enter(node) {
            Event::Enter { mv, .. } => *mv,
            _ => None,
        });
        moves.eq(line.iter().map(|(mv, _)| *mv))
    }
}

impl<G: BoardGame> KeptTree for Kept<G> {
    fn children(&self, node: u32) -> Result<Vec<Child>, String> {
        self.place(node)?;
        let mut children: Vec<Child> = self
            .children_of(node)
            .map(|child| Child::Node {
                node: Box::new(self.shown(child)),
            })
            .collect();
        let state = self.position(node);
        for event in self.cuts_of(node) {
            if let Event::Cut { reason, skipped } = event {
                children.extend(skipped.iter().map(|&mv| Child::Skipped {
                    mv: self.game.people_move(&state, mv),
                    reason: cut_word(*reason).to_owned(),
                }));
            }
        }
        Ok(children)
    }

    fn overview(&self, node: u32, plies: u32) -> Result<Vec<Bar>, String> {
        self.place(node)?;
        let mut bars: Vec<Bar> = Vec::new();
        let mut row: Vec<(u32, f64, f64)> = vec![(node, 0.0, 1.0)];
        for depth in 0..=plies.min(60) {
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
        let way = self.way(node);
        let states = self.states(&way);
        let state = states.last().unwrap_or(&self.root);
        let shown = self.shown(node);
        let (how, best) = match self.leave(node) {
            Some(Event::Leave { how, best, .. }) => (Some(*how), *best),
            _ => (None, None),
        };
        let view = match self.enter(node) {
            Event::Enter { view, .. } => *view,
            _ => View::Mover,
        };
        let facts = Facts {
            view,
            how,
            cut: self.ending_cut(node),
            has_best: best.is_some(),
            childless: place.children == 0 && shown.skipped == 0,
        };
        let (code, lines) = lines(&self.player, facts);
        Ok(Inspected {
            path: self.path(&way, &states),
            ids: way,
            board: self.game.board(state),
            fen: self.game.write_position(state),
            probe: self.probed(node),
            order: self.ordered(node, state),
            best: best.map(|mv| self.game.people_move(state, mv)),
            same: self.same(node),
            enter: place.enter,
            leave: (place.leave != NONE).then_some(place.leave),
            code: code.iter().map(|&line| line.to_owned()).collect(),
            lines,
            story: story(&shown, grows(&self.player)),
            node: shown,
        })
    }

    fn event(&self, event: u32) -> Result<TreeEvent, String> {
        if event >= self.events() {
            return Err(format!(
                "there is no event {event}; the last is {}",
                self.events() - 1
            ));
        }
        Ok(self.told(event))
    }

    fn seek(
        &self,
        event: u32,
        backwards: bool,
        kinds: &[SeekKind],
        line: Option<&str>,
    ) -> Result<TreeEvent, String> {
        let line = line.map(|text| self.typed_line(text)).transpose()?;
        let fits_kind =
            |index: u32, kind: SeekKind| match (&self.recorder.events()[index as usize], kind) {
                (Event::Cut { .. }, SeekKind::Cut)
                | (Event::Hit { .. }, SeekKind::Hit)
                | (Event::Iteration { .. }, SeekKind::Iteration) => true,
                (Event::Leave { id, .. }, SeekKind::Best) => self.best.contains(id),
                (_, SeekKind::NewBest) => self.new_best.binary_search(&index).is_ok(),
                _ => false,
            };
        let fits = |index: u32| {
            kinds.iter().any(|&kind| fits_kind(index, kind))
                || line.as_ref().is_some_and(|line| self.enters(index, line))
        };
        let found = if backwards {
            (0..event.min(self.events()))
                .rev()
                .find(|&index| fits(index))
        } else {
            (event.saturating_add(1)..self.events()).find(|&index| fits(index))
        };
        let where_to = if backwards { "before" } else { "after" };
        found
            .map(|index| self.told(index))
            .ok_or_else(|| format!("there is no such event {where_to} this one"))
    }

    fn grown(&self, step: u32) -> Result<Grown, String> {
        if !grows(&self.player) {
            return Err(format!(
                "{} does not grow a tree: each of its roots has a tree of its own",
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
        for (wanted, word) in self.typed_line(text)? {
            let child = self.children_of(node).filter(|&child| {
                matches!(self.enter(child), Event::Enter { mv: Some(mv), .. } if *mv == wanted)
            });
            node = child
                .last()
                .ok_or_else(|| format!("the move {word} was not searched there, or is not kept"))?;
        }
        self.inspect(node)
    }
}
