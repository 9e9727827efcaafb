//! A recorded search in words: values, nodes and events.

use games::BoardGame;
use gametree::observer::{Cut, How, Try, View};
use gametree::score::INF;
use gametree::{Bound, Mark, Score, Unit};

use crate::code::Facts;
use crate::event::{Entered, Event};
use crate::index::{NONE, Recorded};
use crate::shown::{TreeEvent, TreeMark, TreeNode};

/// Returns the name of a cut on a page: the name in a trace, with two abbreviations written out.
pub(crate) const fn cut_word(cut: Cut) -> &'static str {
    match cut {
        Cut::Table => "table",
        Cut::NullMove => "null-move",
        _ => cut.name(),
    }
}

impl<G: BoardGame> Recorded<G> {
    /// Returns a score as text, in the units of the player.
    pub(crate) fn number(&self, score: Score) -> String {
        match score {
            _ if score >= INF => "∞".to_owned(),
            _ if score <= -INF => "−∞".to_owned(),
            _ => (self.value)(&self.player, score)
                .to_string()
                .replace('-', "−"),
        }
    }

    /// Returns a score as text, with `≥` or `≤` if it is a bound.
    pub(crate) fn bounded(&self, score: Score, bound: Bound) -> String {
        let text = self.number(score);
        match bound {
            Bound::Exact => text,
            Bound::Lower => format!("≥ {text}"),
            Bound::Upper => format!("≤ {text}"),
        }
    }

    /// Returns a number of the search as text.
    fn marked(&self, mark: Mark, number: i32) -> TreeMark {
        let text = match (mark, mark.unit()) {
            (_, Unit::Count | Unit::Thousandths) if number == Mark::NEVER => "∞".to_owned(),
            (_, Unit::Count) => number.to_string(),
            (Mark::Chance, _) => format!("{} %", f64::from(number) / 10.0),
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

    /// Returns the numbers of the search at a node: the last report of each kind.
    pub(crate) fn marks_of(&self, node: u32) -> Vec<TreeMark> {
        let mut found: Vec<(Mark, TreeMark)> = Vec::new();
        for event in self.marks.of(node) {
            let Event::Marks { marks, .. } = &self.events[event as usize] else {
                continue;
            };
            // A probabilistic opponent model reports several marks of one kind at once.
            found.retain(|(kind, _)| !marks.iter().any(|(mark, _)| mark == kind));
            let shown = marks.iter().map(|&(mark, n)| (mark, self.marked(mark, n)));
            found.extend(shown);
        }
        found.into_iter().map(|(_, mark)| mark).collect()
    }
}

impl Facts {
    /// Explains a node in a sentence or two. `is_stored`: the search stores its tree, so a node of a path has one recorded child.
    pub(crate) fn story(self, node: &TreeNode, is_stored: bool) -> String {
        let [alpha, beta] = &node.window;
        let value = node.value.as_deref().unwrap_or("no value");
        let Some(how) = self.how else {
            return "The search stopped before it finished this node.".to_owned();
        };
        match (how, self.cut) {
            (How::Terminal, _) => format!("The game is over: {value}."),
            (How::Horizon | How::Searched, Some(Cut::StandPat)) => {
                format!(
                    "The static value reaches β = {beta}, so no capture is tried (stand pat): {value}."
                )
            }
            (How::Horizon, _) if self.childless => {
                format!("The horizon: the static value is {value}.")
            }
            (How::Table, _) | (_, Some(Cut::Table)) => {
                format!(
                    "The transposition table has the value: {value}. Nothing below is searched again."
                )
            }
            (_, Some(Cut::NullMove)) => {
                format!("A null move reaches β = {beta}, so a real move would too: {value}.")
            }
            (_, Some(Cut::ReverseFutility)) => {
                format!(
                    "The static value is far above β = {beta}: {value}, without a move (reverse futility)."
                )
            }
            (_, Some(Cut::Razor)) => {
                format!(
                    "The static value is far below α = {alpha}, and no capture helps: {value} (razoring)."
                )
            }
            (_, Some(Cut::ProbCut)) => {
                format!(
                    "A capture exceeds β = {beta} by a margin in a shallow search: {value} (ProbCut)."
                )
            }
            (_, Some(Cut::MultiCut)) => {
                format!("Several moves reach β = {beta} in a shallow search: {value} (multi-cut).")
            }
            (_, Some(Cut::Tablebase)) => format!("The endgame tablebases have the value: {value}."),
            (_, Some(Cut::Beta | Cut::Alpha)) if node.skipped == 0 => format!(
                "The last move tried is too good for the opponent to allow: {value} with the window ({alpha}, {beta})."
            ),
            (_, Some(Cut::Beta | Cut::Alpha)) => format!(
                "After {} of {} moves, one is too good for the opponent to allow: {value} with the window ({alpha}, {beta}). {} moves are skipped.",
                node.children,
                node.children + node.skipped,
                node.skipped
            ),
            (How::Searched, None) if is_stored && node.children > 0 => {
                let step = if node.children == 1 {
                    "The search passed this node on its way to a leaf"
                } else {
                    "The search expanded this leaf"
                };
                format!("{step}; the value is now {value}.")
            }
            _ if self.childless => format!("The value {value} needed no move."),
            _ if self.view == View::Quiescence && !value.starts_with('≤') => format!(
                "The best of the static value and {} captures is {value}.",
                node.children
            ),
            _ if value.starts_with('≤') => {
                format!("No move reaches α = {alpha}: every move is {value}.")
            }
            _ if node.skipped > 0 => {
                format!(
                    "The best move has the value {value}; {} moves are skipped.",
                    node.skipped
                )
            }
            _ => format!(
                "All {} moves are searched; the best has the value {value}.",
                node.children
            ),
        }
    }
}

/// Returns the reason for a cut in words.
const fn cut_reason(cut: Cut) -> &'static str {
    match cut {
        Cut::Beta => "The value reaches β: the opponent avoids this position",
        Cut::Alpha => "The value of MIN reaches α: MAX avoids this position",
        Cut::Table => "The table value ends the node",
        Cut::NullMove => "A null move reaches β",
        Cut::StandPat => "The static value reaches β",
        Cut::ReverseFutility => "The static value is far above β",
        Cut::Razor => "The static value is far below α, and no capture helps",
        Cut::ProbCut => "A capture exceeds β by a margin in a shallow search",
        Cut::MultiCut => "Several moves reach β in a shallow search",
        Cut::LateMove => "The move comes late in the list",
        Cut::Futility => "The static value is too low for this move to reach α",
        Cut::Exchange => "The move loses material in the exchange",
        Cut::History => "The move has a bad history",
        Cut::Tablebase => "The endgame tablebases have the value",
        _ => "The gain of the capture is too small to reach α",
    }
}

impl<G: BoardGame> Recorded<G> {
    /// Returns the move to a node in display notation.
    pub(crate) fn move_to(&self, node: u32) -> Option<String> {
        let mv = self.entered(node).mv?;
        let before = self.position(self.places[node as usize].parent);
        Some(self.game.display_move(&before, mv))
    }

    /// Returns a line of moves from the root in display notation.
    fn line(&self, moves: &[G::Move]) -> String {
        let mut state = self.root.clone();
        let texts = moves.iter().map(|&mv| {
            let text = self.game.display_move(&state, mv);
            self.game.play(&mut state, mv);
            text
        });
        texts.collect::<Vec<String>>().join(" ")
    }

    fn entering(&self, entered: &Entered<G::Move>) -> String {
        let mv = self.move_to(entered.id).unwrap_or_default();
        let step = match (entered.mv, entered.why) {
            (Some(_), Some(Try::Scout)) => format!("Scout {mv}: is it better than the best move"),
            (Some(_), Some(Try::Research)) => format!("Search {mv} again, because it is better"),
            (Some(_), _) => format!("Try {mv}"),
            (None, Some(Try::NullMove)) => "Try a null move".to_owned(),
            (None, Some(_)) => "Search at a reduced depth first".to_owned(),
            (None, None) => "Start at the root".to_owned(),
        };
        let [alpha, beta] = [entered.node.alpha, entered.node.beta].map(|end| self.number(end));
        format!(
            "{step}: depth {}, window ({alpha}, {beta}).",
            entered.node.depth
        )
    }

    /// Returns the kind of an event, and the event as a sentence.
    fn sentence(&self, event: &Event<G::Move>, owner: u32) -> (&'static str, String) {
        // The notation of a move depends on its position.
        let name = |mv: G::Move| self.game.display_move(&self.position(owner), mv);
        match event {
            Event::Enter(entered) => ("enter", self.entering(entered)),
            Event::Probe(None) => (
                "miss",
                "The table has no entry for this position.".to_owned(),
            ),
            Event::Probe(Some(found)) => {
                let value = self.bounded(found.score, found.bound);
                let not = if found.deep_enough { "" } else { "not " };
                let depth = found.depth;
                (
                    "hit",
                    format!("The table has {value} from depth {depth}: {not}deep enough."),
                )
            }
            Event::Order { moves } => {
                let first: Vec<String> =
                    moves.iter().take(4).map(|ranked| name(ranked.mv)).collect();
                let first = first.join(", ");
                (
                    "order",
                    format!("{} moves, in this order: {first} …", moves.len()),
                )
            }
            Event::Cut { reason, skipped } => {
                let reason = cut_reason(*reason);
                let text = match skipped.as_slice() {
                    [] => format!("{reason}."),
                    [mv] => format!("{reason}: {} is skipped.", name(*mv)),
                    more => format!("{reason}. {} moves are skipped.", more.len()),
                };
                ("cut", text)
            }
            Event::Marks { child, marks } => {
                let of = child.map_or_else(|| "This node".to_owned(), name);
                let marks = marks
                    .iter()
                    .map(|&(mark, number)| self.marked(mark, number));
                let marks: Vec<String> = marks
                    .map(|mark| format!("{} {}", mark.name, mark.text))
                    .collect();
                ("marks", format!("{of}: {}.", marks.join(", ")))
            }
            Event::Leave(left) => {
                let origin = match left.node.how {
                    How::Terminal => "by the rules",
                    How::Horizon => "by the evaluator",
                    How::Table => "by the table",
                    How::Searched => "by its moves",
                };
                let value = self.bounded(left.node.score, left.node.bound);
                ("leave", format!("Return {value} ({origin})."))
            }
            Event::Iteration(completed) => {
                let value = self.bounded(completed.score, completed.bound);
                let line = self.line(&completed.pv);
                (
                    "iteration",
                    format!("Depth {} is complete: {value}, {line}.", completed.depth),
                )
            }
            Event::Stopped => ("stopped", "A limit stopped the search.".to_owned()),
        }
    }

    /// Describes an event.
    pub(crate) fn described(&self, index: u32) -> TreeEvent {
        let owner = self.owners[index as usize];
        let (kind, text) = self.sentence(&self.events[index as usize], owner);
        let roots = self
            .roots
            .partition_point(|&root| self.places[root as usize].enter <= index);
        TreeEvent {
            event: index,
            of: self.count(),
            kind: kind.to_owned(),
            node: (owner != NONE).then_some(owner),
            text,
            open: self.path_to(owner),
            new_best: self.new_best.binary_search(&index).is_ok(),
            step: roots.saturating_sub(1) as u32,
        }
    }
}
