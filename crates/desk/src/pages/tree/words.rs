//! A recorded search in words: values, what happened at a node, and every event as a sentence.

use gametree::observer::{Cut, How, Try};
use gametree::score::INF;
use gametree::trace::Event;
use gametree::{Bound, Mark, Score, Unit};

use super::index::{Kept, NONE};
use crate::protocol::{TreeEvent, TreeMark, TreeNode};
use games::BoardGame;
use players::value_of_player;

/// The word for a cut on the page: that of the trace, but for two that it writes out.
pub(super) const fn cut_word(cut: Cut) -> &'static str {
    match cut {
        Cut::Table => "table",
        Cut::NullMove => "null-move",
        _ => cut.name(),
    }
}

impl<G: BoardGame> Kept<G> {
    /// A value as people write it, in the units of the player.
    pub(super) fn number(&self, score: Score) -> String {
        match score {
            _ if score >= INF => "∞".to_owned(),
            _ if score <= -INF => "−∞".to_owned(),
            _ => value_of_player(&self.player, G::KIND, score)
                .to_string()
                .replace('-', "−"),
        }
    }

    /// The same with a sign for what it says about the true value.
    pub(super) fn bounded(&self, score: Score, bound: Bound) -> String {
        let text = self.number(score);
        match bound {
            Bound::Exact => text,
            Bound::Lower => format!("≥ {text}"),
            Bound::Upper => format!("≤ {text}"),
        }
    }
}

impl<G: BoardGame> Kept<G> {
    /// A number that the search keeps, for people.
    fn marked(&self, mark: Mark, number: i32) -> TreeMark {
        let text = match (mark, mark.unit()) {
            (_, Unit::Count) if number == Mark::NEVER => "∞".to_owned(),
            (_, Unit::Count) => number.to_string(),
            (Mark::Chance, _) => format!("{} %", f64::from(number) / 10.0),
            (_, Unit::Thousandths) if number == Mark::NEVER => "∞".to_owned(),
            (_, Unit::Thousandths) => {
                format!("{:.3}", f64::from(number) / 1_000.0).replace('-', "−")
            }
            // Distances have no sign.
            (Mark::Bonus | Mark::Spread, _) => {
                let text = self.number(number.abs());
                let text = text.trim_start_matches('+');
                if number < 0 {
                    format!("−{text}")
                } else {
                    text.to_owned()
                }
            }
            _ => self.number(number),
        };
        TreeMark {
            name: mark.name().to_owned(),
            text,
        }
    }

    /// The numbers that the search keeps at a node. Of several of a kind the last one counts.
    pub(super) fn marks_of(&self, node: u32) -> Vec<TreeMark> {
        let first = self.marks.partition_point(|&(other, _)| other < node);
        let here = self.marks[first..]
            .iter()
            .take_while(|&&(other, _)| other == node);
        let mut found: Vec<(Mark, TreeMark)> = Vec::new();
        for &(_, event) in here {
            let Event::Marks { marks, .. } = &self.recorder.events()[event as usize] else {
                continue;
            };
            // An opponent of several minds has several marks of one kind.
            found.retain(|(kind, _)| !marks.iter().any(|(mark, _)| mark == kind));
            let shown = marks.iter().map(|&(mark, n)| (mark, self.marked(mark, n)));
            found.extend(shown);
        }
        found.into_iter().map(|(_, mark)| mark).collect()
    }
}

/// What happened at a node, in a sentence or two. Where a tree grows, a way goes by one child only.
pub(super) fn story(node: &TreeNode, grows: bool) -> String {
    let [alpha, beta] = &node.window;
    let value = node.value.as_deref().unwrap_or("nothing");
    match (node.how.as_str(), node.cut.as_deref()) {
        ("terminal", _) => format!("The game is over here: {value}."),
        ("horizon", Some("stand-pat")) | ("searched", Some("stand-pat")) => {
            format!(
                "The static value reaches β = {beta} without a move, so nothing is captured: {value}."
            )
        }
        ("horizon", _) if node.children == 0 && node.skipped == 0 => {
            format!("The horizon: the evaluator says {value}.")
        }
        ("table", _) => {
            format!("The table had the answer: {value}. Nothing below was searched again.")
        }
        ("open", _) => "The search was stopped before this node was done.".to_owned(),
        (_, Some("null-move")) => {
            format!("Passing already reaches β = {beta}, so a real move would too: {value}.")
        }
        (_, Some("reverse-futility")) => format!(
            "The static value is so far above β = {beta} that the opponent will not let this happen: {value}, without a move."
        ),
        (_, Some("razor")) => {
            format!("The static value is far below α = {alpha}, and no capture helps: {value}.")
        }
        (_, Some("probcut")) => format!(
            "A capture beats β = {beta} by far in a shallow search, so a deep one would too: {value}."
        ),
        (_, Some("multi-cut")) => format!(
            "Several moves reach β = {beta} in a shallow search, so one will in a deep one: {value}."
        ),
        (_, Some("tablebase")) => {
            format!("The end-game tables have the answer: {value}.")
        }
        (_, Some("table")) => {
            format!("The table had the answer: {value}. Nothing below was searched again.")
        }
        (_, Some("beta" | "alpha")) if node.skipped == 0 => format!(
            "The move tried last is too good for the opponent to allow: {value} with the window ({alpha}, {beta})."
        ),
        (_, Some("beta" | "alpha")) => format!(
            "After {} of {} moves one is too good for the opponent to allow: {value} with the window ({alpha}, {beta}). {} moves were never looked at.",
            node.children,
            node.children + node.skipped,
            node.skipped
        ),
        ("searched", None) if grows && node.children > 0 => {
            let what = if node.children == 1 {
                "The search came by on its way down to a leaf"
            } else {
                "This leaf was expanded"
            };
            format!("{what}; the node is worth {value} now.")
        }
        _ if node.children == 0 && node.skipped == 0 => {
            format!("Valued without looking at a move: {value}.")
        }
        _ if node.view == "quiescence" && !value.starts_with('≤') => format!(
            "The best of standing pat and {} captures is worth {value}.",
            node.children
        ),
        _ if value.starts_with('≤') => {
            format!("No move reaches α = {alpha}: whatever is played here, it is worth {value}.")
        }
        _ if node.skipped > 0 => format!(
            "The best move is worth {value}; {} moves were passed over.",
            node.skipped
        ),
        _ => format!(
            "All {} moves were looked at; the best is worth {value}.",
            node.children
        ),
    }
}

impl<G: BoardGame> Kept<G> {
    /// The move that leads to a node, as people write it.
    pub(super) fn entry(&self, node: u32) -> Option<String> {
        let Event::Enter { mv: Some(mv), .. } = self.enter(node) else {
            return None;
        };
        let before = self.position(self.places[node as usize].parent);
        Some(self.game.people_move(&before, *mv))
    }

    /// An event as a sentence.
    pub(super) fn told(&self, index: u32) -> TreeEvent {
        let event = &self.recorder.events()[index as usize];
        let owner = self.owners[index as usize];
        // Moves are written as people do, and that needs the position they are played in.
        let name = |mv: G::Move| self.game.people_move(&self.position(owner), mv);
        let (kind, text) = match event {
            Event::Enter {
                mv,
                why,
                depth,
                alpha,
                beta,
                ..
            } => {
                let entry = self.entry(owner).unwrap_or_default();
                let what = match (mv, why) {
                    (Some(_), Some(Try::Scout)) => {
                        format!("Is {entry} better than the best so far? Look")
                    }
                    (Some(_), Some(Try::Research)) => format!("{entry} is: look again"),
                    (Some(_), _) => format!("Try {entry}"),
                    (None, Some(Try::NullMove)) => "Pass, and see".to_owned(),
                    (None, Some(_)) => "Look less deep first".to_owned(),
                    (None, None) => "Begin at the root".to_owned(),
                };
                let window = format!("({}, {})", self.number(*alpha), self.number(*beta));
                (
                    "enter",
                    format!("{what}, {depth} plies deep, window {window}."),
                )
            }
            Event::Miss => ("miss", "The table does not know this position.".to_owned()),
            Event::Hit {
                depth,
                score,
                bound,
                deep_enough,
            } => {
                let use_of_it = if *deep_enough {
                    "deep enough to be used"
                } else {
                    "not deep enough"
                };
                let value = self.bounded(*score, *bound);
                (
                    "hit",
                    format!("The table knows it: {value} from depth {depth}, {use_of_it}."),
                )
            }
            Event::Order(moves) => {
                let first: Vec<String> = moves.iter().take(4).map(|(mv, ..)| name(*mv)).collect();
                (
                    "order",
                    format!(
                        "{} moves, in this order: {} …",
                        moves.len(),
                        first.join(", ")
                    ),
                )
            }
            Event::Cut { reason, skipped } => {
                let why = match reason {
                    Cut::Beta => "β is reached: the opponent will not let this happen",
                    Cut::Alpha => "MIN comes down to α: MAX will not let this happen",
                    Cut::Table => "The table's value ends it",
                    Cut::NullMove => "Even passing reaches β",
                    Cut::StandPat => "The static value reaches β",
                    Cut::ReverseFutility => "The static value is far above β",
                    Cut::Razor => "The static value is far below α, and no capture helps",
                    Cut::ProbCut => "A capture beats β by far in a shallow search",
                    Cut::MultiCut => "Several moves reach β in a shallow search",
                    Cut::LateMove => "The move comes too late in the list",
                    Cut::Futility => "The position is too bad for this move to reach α",
                    Cut::Exchange => "The move loses material in the exchange",
                    Cut::History => "The move did badly elsewhere",
                    Cut::Tablebase => "The end-game tables have the answer",
                    _ => "Not even the whole gain could reach α",
                };
                let text = match skipped.as_slice() {
                    [] => format!("{why}."),
                    [mv] => format!("{why}: {} is not looked at.", name(*mv)),
                    more => format!("{why}. {} moves are not looked at.", more.len()),
                };
                ("cut", text)
            }
            Event::Marks { child, marks } => {
                let of = child.map_or_else(|| "Here".to_owned(), name);
                let marks: Vec<String> = marks
                    .iter()
                    .map(|&(mark, number)| {
                        let TreeMark { name, text } = self.marked(mark, number);
                        format!("{name} {text}")
                    })
                    .collect();
                ("marks", format!("{of}: {}.", marks.join(", ")))
            }
            Event::Leave {
                score, bound, how, ..
            } => {
                let origin = match how {
                    How::Terminal => "by the rules",
                    How::Horizon => "by the evaluator",
                    How::Table => "by the table",
                    How::Searched => "by its moves",
                };
                (
                    "leave",
                    format!("Return {} ({origin}).", self.bounded(*score, *bound)),
                )
            }
            Event::Iteration {
                depth,
                score,
                bound,
                pv,
                ..
            } => {
                let mut state = self.root.clone();
                let pv: Vec<String> = pv
                    .iter()
                    .map(|&mv| {
                        let written = self.game.people_move(&state, mv);
                        self.game.play(&mut state, mv);
                        written
                    })
                    .collect();
                let value = self.bounded(*score, *bound);
                (
                    "iteration",
                    format!("Depth {depth} is complete: {value}, {}.", pv.join(" ")),
                )
            }
            Event::Stopped => ("stopped", "A limit ended the search.".to_owned()),
        };
        TreeEvent {
            event: index,
            of: self.events(),
            kind: kind.to_owned(),
            node: (owner != NONE).then_some(owner),
            text,
            open: if owner == NONE {
                Vec::new()
            } else {
                self.way(owner)
            },
            new_best: self.new_best.binary_search(&index).is_ok(),
            step: self
                .roots
                .partition_point(|&root| self.places[root as usize].enter <= index)
                .saturating_sub(1) as u32,
        }
    }
}
