//! The right answers, the reading of typed answers, and the reasons of mistakes.

use std::collections::BTreeSet;

use gametree::Score;
use gametree::synthetic::NumberTree;
use gametree::{SplitMix64, mix};

use super::{Exercise, Kind, Marked, order};
use crate::number_drawing::{self, written};
use crate::number_search::{Step, StepKind, Window};

/// Chooses the inner nodes whose windows are asked for, in the order of the search. The root is the last resort.
pub(super) fn choose(tree: &NumberTree, steps: &[Step], seed: u32, count: usize) -> Vec<usize> {
    let entered = steps
        .iter()
        .filter(|step| step.kind == StepKind::Enter && tree.value(step.node).is_none());
    let mut entered: Vec<&Step> = entered.collect();
    SplitMix64::new(mix(u64::from(seed))).shuffle(&mut entered);
    // Windows with more finite ends tell more.
    entered.sort_by_key(|step| {
        let finite = step.window.iter().flatten().flatten().count();
        (step.node == tree.root(), std::cmp::Reverse(finite))
    });
    let mut chosen: Vec<usize> = entered.iter().take(count).map(|step| step.node).collect();
    chosen.sort_unstable();
    chosen
}

/// Returns the minimax value of each node for MAX. `is_max` is the side that moves at a node.
fn values(tree: &NumberTree, is_max: impl Fn(usize) -> bool) -> Vec<Score> {
    let mut values = vec![0; tree.len()];
    // Children come after their parent.
    for node in (0..tree.len()).rev() {
        let below = tree.children(node).iter().map(|&child| values[child]);
        let best = if is_max(node) {
            below.max()
        } else {
            below.min()
        };
        values[node] = tree.value(node).or(best).unwrap_or(0);
    }
    values
}

impl Exercise {
    /// Marks a typed answer to a question. An error says that the text is not an answer of the form that the question asks for.
    pub fn mark(&self, question: usize, typed: &str) -> Result<Marked, String> {
        let count = self.questions.len();
        let question = self.questions.get(question).ok_or_else(|| {
            format!(
                "the exercise has the questions 0 to {}, not {question}",
                count - 1
            )
        })?;
        let (wrong, reasons) = match question.kind {
            Kind::Value => self.mark_value(typed)?,
            Kind::Unvisited => self.mark_unvisited(typed)?,
            Kind::Window => self.mark_window(self.node_of(question.node.as_deref()), typed)?,
            Kind::Order => self.mark_order(typed)?,
        };
        // Each leaf that is wrong costs a point; other answers are right or wrong.
        let lost = match question.kind {
            Kind::Unvisited => wrong.min(question.points),
            _ if wrong > 0 => question.points,
            _ => 0,
        };
        let explanation = self.explanation(question);
        // A reason may say all of it.
        let is_said = reasons.join(" ").contains(&explanation);
        Ok(Marked {
            right: wrong == 0,
            points: question.points - lost,
            of: question.points,
            reasons,
            answer: self.answer(question),
            explanation: if is_said { String::new() } else { explanation },
        })
    }

    fn node_of(&self, name: Option<&str>) -> usize {
        let named = |node: &&usize| Some(self.name(**node)) == name;
        *self.marked.iter().find(named).expect("a marked node")
    }

    fn is_max(&self, node: usize) -> bool {
        self.tree.ply(node).is_multiple_of(2)
    }

    /// Lists the names of nodes: `B`, `B and C`, `B, C and D`.
    fn listed(&self, nodes: &[usize]) -> String {
        let names: Vec<&str> = nodes.iter().map(|&node| self.name(node)).collect();
        match names.as_slice() {
            [] => "none".to_owned(),
            [one] => (*one).to_owned(),
            [most @ .., last] => format!("{} and {last}", most.join(", ")),
        }
    }

    fn inner(&self, is_max: bool) -> Vec<usize> {
        let inner = (0..self.tree.len()).filter(|&node| self.tree.value(node).is_none());
        inner.filter(|&node| self.is_max(node) == is_max).collect()
    }

    /// Writes the right answer to a question.
    pub(super) fn answer(&self, question: &super::Question) -> String {
        match question.kind {
            Kind::Value => written(self.search.value),
            Kind::Unvisited => {
                let names = self.unvisited();
                let names: Vec<&str> = names.iter().map(|&leaf| self.name(leaf)).collect();
                match names.is_empty() {
                    true => "none".to_owned(),
                    false => names.join(" "),
                }
            }
            Kind::Window => self
                .window_text(self.node_of(question.node.as_deref()))
                .replace(", ", " "),
            Kind::Order => {
                let order = order::fewest(&self.tree).1;
                let names: Vec<&str> = order.iter().map(|&child| self.name(child)).collect();
                names.join(" ")
            }
        }
    }

    /// Says how the right answer to a question is found.
    pub(super) fn explanation(&self, question: &super::Question) -> String {
        match question.kind {
            Kind::Value => self.explain_value(),
            Kind::Unvisited => match self.unvisited().is_empty() {
                true => "No value reaches the other side's bound before the last move of a node."
                    .to_owned(),
                false => self
                    .cuts()
                    .map(|step| self.sentence(step))
                    .collect::<Vec<_>>()
                    .join(" "),
            },
            Kind::Window => {
                let node = self.node_of(question.node.as_deref());
                [false, true]
                    .map(|is_beta| self.explain_end(node, is_beta))
                    .join(" ")
            }
            Kind::Order => {
                let (fewest, best) = order::fewest(&self.tree);
                format!(
                    "With {} alpha-beta visits {fewest} of {} leaves. A good move that is searched early raises α, and α cuts off more of \
                     the moves after it.",
                    self.listed(&best),
                    self.tree.leaves().count()
                )
            }
        }
    }

    fn mark_value(&self, typed: &str) -> Result<(u32, Vec<String>), String> {
        let said = integer(typed)
            .ok_or_else(|| format!("{typed:?} is not a number: type a number such as 7"))?;
        let value = self.search.value;
        if said == value {
            return Ok((0, Vec::new()));
        }
        let root = self.tree.root();
        let right = values(&self.tree, |node| self.is_max(node));
        let all = |is_max: bool| values(&self.tree, |_| is_max)[root];
        let swapped = values(&self.tree, |node| !self.is_max(node))[root];
        let [text, best] = [said, value].map(written);
        let moves = self.tree.children(root).iter();
        let child = moves.clone().find(|&&child| right[child] == said);
        let chosen = moves.copied().find(|&child| right[child] == value);
        let chosen = chosen.map_or("", |child| self.name(child));
        let reason = if let Some(&child) = child {
            format!(
                "{text} is the value of {}, but MAX moves to {chosen}, which is worth {best}.",
                self.name(child)
            )
        } else if said == all(true) {
            let min = self.listed(&self.inner(false));
            format!("{text} is the value if MAX chose every move, but MIN moves at {min}.")
        } else if said == all(false) {
            let max = self.listed(&self.inner(true));
            format!("{text} is the value if MIN chose every move, but MAX moves at {max}.")
        } else if said == swapped {
            format!(
                "{text} is the value if MIN moved at {0}, but MAX moves at {0} and the sides alternate.",
                self.name(root)
            )
        } else if said == -value {
            format!("{text} is the value for MIN, but the question asks for MAX.")
        } else if said < value {
            format!("MAX gets more than {text} by moving to {chosen}.")
        } else {
            format!("MIN does not let MAX have {text}: the best that MAX can reach is {best}.")
        };
        Ok((1, vec![reason]))
    }

    fn explain_value(&self) -> String {
        let right = values(&self.tree, |node| self.is_max(node));
        let deepest = self.tree.height();
        let plies = (0..deepest).rev().filter_map(|ply| {
            let nodes = (0..self.tree.len())
                .filter(|&node| self.tree.ply(node) == ply && self.tree.value(node).is_none());
            let each: Vec<String> = nodes
                .map(|node| format!("{} at {}", written(right[node]), self.name(node)))
                .collect();
            let side = match ply.is_multiple_of(2) {
                true => "MAX takes the largest",
                false => "MIN takes the smallest",
            };
            (!each.is_empty()).then(|| format!("{side}: {}.", each.join(", ")))
        });
        plies.collect::<Vec<_>>().join(" ")
    }

    fn cuts(&self) -> impl Iterator<Item = &Step> {
        (self.search.steps.iter()).filter(|step| step.kind == StepKind::Cut)
    }

    fn sentence(&self, step: &Step) -> String {
        number_drawing::sentence(&self.tree, step)
    }

    /// Returns the step at which alpha-beta enters a node.
    fn entry(&self, node: usize) -> Option<&Step> {
        let enters = |step: &&Step| step.kind == StepKind::Enter && step.node == node;
        self.search.steps.iter().find(enters)
    }

    /// Returns the leaves that alpha-beta does not visit, from left to right.
    #[must_use]
    pub fn unvisited(&self) -> Vec<usize> {
        let leaves = self.tree.leaves().map(|(leaf, _)| leaf);
        leaves.filter(|&leaf| self.entry(leaf).is_none()).collect()
    }

    /// Returns the cutoff above a leaf that is not visited.
    fn cut_above(&self, leaf: usize) -> Option<&Step> {
        let above: Vec<usize> =
            std::iter::successors(Some(leaf), |&node| self.tree.parent(node)).collect();
        let mut cuts = self.cuts();
        cuts.find(|step| step.skipped.iter().any(|skipped| above.contains(skipped)))
    }

    fn mark_unvisited(&self, typed: &str) -> Result<(u32, Vec<String>), String> {
        let mut said = BTreeSet::new();
        let typed_none = ["none", "-", "no"].contains(&typed.trim().to_lowercase().as_str());
        for word in words(typed).filter(|_| !typed_none) {
            let called = |node: &usize| self.name(*node).eq_ignore_ascii_case(&word);
            let mut leaves = self.tree.leaves().map(|(leaf, _)| leaf);
            let leaf = leaves.find(called).ok_or_else(|| {
                let names: Vec<&str> = self
                    .tree
                    .leaves()
                    .map(|(leaf, _)| self.name(leaf))
                    .collect();
                format!(
                    "{word:?} is not a leaf: the leaves are {}; or type none",
                    names.join(" ")
                )
            })?;
            said.insert(leaf);
        }
        if said.is_empty() && !typed_none {
            return Err("type the names of leaves, such as c2 c3, or none".to_owned());
        }
        let right: BTreeSet<usize> = self.unvisited().into_iter().collect();
        let mut reasons = Vec::new();
        for &leaf in said.difference(&right) {
            let window = self.entry(leaf).and_then(|step| step.window);
            let window = window.map_or(String::new(), |window| {
                format!(
                    " its window is ({}), and nothing is cut off before it",
                    number_drawing::window_text(window)
                )
            });
            reasons.push(format!("{} is visited:{window}.", self.name(leaf)));
        }
        // Leaves below the same cutoff share its reason.
        for cut in self.cuts() {
            let missing = right.difference(&said).copied();
            let missing: Vec<usize> = missing
                .filter(|&leaf| self.cut_above(leaf) == Some(cut))
                .collect();
            if !missing.is_empty() {
                let verb = if missing.len() == 1 { "is" } else { "are" };
                let sentence = self.sentence(cut);
                reasons.push(format!(
                    "{} {verb} not visited. {sentence}",
                    self.listed(&missing)
                ));
            }
        }
        let wrong = said.symmetric_difference(&right).count();
        Ok((u32::try_from(wrong).unwrap_or(u32::MAX), reasons))
    }

    /// Returns the window with which alpha-beta enters a node, for MAX.
    #[must_use]
    pub fn window(&self, node: usize) -> Option<Window> {
        self.entry(node)?.window
    }

    pub(super) fn window_text(&self, node: usize) -> String {
        self.window(node)
            .map_or(String::new(), number_drawing::window_text)
    }

    /// Says why an end of the window of a node is what it is.
    fn explain_end(&self, node: usize, is_beta: bool) -> String {
        let end = self
            .window(node)
            .and_then(|window| window[usize::from(is_beta)]);
        let (letter, side, infinite) = match is_beta {
            true => ("β", "MIN", "∞"),
            false => ("α", "MAX", "−∞"),
        };
        let name = self.name(node);
        let Some(end) = end else {
            return format!(
                "{letter} at {name} is {infinite}: no {side} node above it has a value yet."
            );
        };
        let end_text = written(end);
        let source = self.source(node, end, is_beta);
        let source = source.map_or("above it".to_owned(), |source| {
            format!("at {}", self.name(source))
        });
        format!("{letter} at {name} is {end_text}: {side} already has {end_text} {source}.")
    }

    /// Returns the nearest node above `node` whose best value is an end of its window.
    fn source(&self, node: usize, end: Score, is_beta: bool) -> Option<usize> {
        let mut best = vec![None; self.tree.len()];
        let steps = self.search.steps.iter();
        for step in steps.take_while(|step| step.kind != StepKind::Enter || step.node != node) {
            if step.kind == StepKind::Back {
                best[step.node] = step.value;
            }
        }
        let mut above =
            std::iter::successors(self.tree.parent(node), |&node| self.tree.parent(node));
        above.find(|&node| self.is_max(node) != is_beta && best[node] == Some(end))
    }

    fn mark_window(&self, node: usize, typed: &str) -> Result<(u32, Vec<String>), String> {
        let ends: Vec<String> = words(typed).collect();
        let ends: Option<Vec<End>> = ends.iter().map(|word| End::read(word)).collect();
        let Some([alpha, beta]) = ends.and_then(|ends| <[End; 2]>::try_from(ends).ok()) else {
            return Err(format!(
                "{typed:?} is not a window: type α and β, such as 3 inf; −∞ is -inf"
            ));
        };
        let window = self.window(node).unwrap_or_default();
        let right = [
            window[0].map_or(End::Lowest, End::Finite),
            window[1].map_or(End::Highest, End::Finite),
        ];
        if [alpha, beta] == right {
            return Ok((0, Vec::new()));
        }
        let reasons = if [beta, alpha] == right {
            vec!["The ends are swapped: α, the lower end, comes first.".to_owned()]
        } else if [beta.negated(), alpha.negated()] == right {
            vec!["That is the window for MIN: the question asks for values for MAX.".to_owned()]
        } else {
            let ends = [(alpha, right[0], false), (beta, right[1], true)];
            let wrong = ends.into_iter().filter(|(said, right, _)| said != right);
            wrong
                .map(|(_, _, is_beta)| self.explain_end(node, is_beta))
                .collect()
        };
        Ok((1, reasons))
    }

    fn mark_order(&self, typed: &str) -> Result<(u32, Vec<String>), String> {
        let children = self.tree.children(self.tree.root());
        let mut said = Vec::new();
        for word in words(typed) {
            let named = children
                .iter()
                .position(|&child| self.name(child).eq_ignore_ascii_case(&word));
            let numbered = || word.parse::<usize>().ok()?.checked_sub(1);
            let child = named
                .or_else(numbered)
                .and_then(|index| children.get(index));
            said.extend(child.filter(|child| !said.contains(*child)));
        }
        if said.len() != children.len() || words(typed).count() != children.len() {
            return Err(format!(
                "an order has each of {} once",
                self.listed(children)
            ));
        }
        let visited = order::visited(&self.tree, &said);
        let fewest = order::fewest(&self.tree).0;
        if visited == fewest {
            return Ok((0, Vec::new()));
        }
        let of = self.tree.leaves().count();
        let order = self.listed(&said);
        Ok((
            1,
            vec![format!(
                "With {order} alpha-beta visits {visited} of {of} leaves, but another order visits only {fewest}."
            )],
        ))
    }
}

/// An end of a typed window.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Lowest,
    Finite(Score),
    Highest,
}

impl End {
    fn read(word: &str) -> Option<Self> {
        let (word, is_negative) = match word.strip_prefix('-') {
            Some(word) => (word, true),
            None => (word.strip_prefix('+').unwrap_or(word), false),
        };
        let is_infinite =
            ["∞", "inf", "infinity", "infinite", "oo"].contains(&word.to_lowercase().as_str());
        match (is_infinite, is_negative) {
            (true, true) => Some(Self::Lowest),
            (true, false) => Some(Self::Highest),
            (false, true) => integer(word).map(|value| Self::Finite(-value)),
            (false, false) => integer(word).map(Self::Finite),
        }
    }

    const fn negated(self) -> Self {
        match self {
            Self::Lowest => Self::Highest,
            Self::Finite(value) => Self::Finite(-value),
            Self::Highest => Self::Lowest,
        }
    }
}

/// Reads a number of at most four digits.
fn integer(text: &str) -> Option<Score> {
    let text = text.trim().replace('−', "-");
    let digits = text.strip_prefix(['-', '+']).unwrap_or(&text);
    let is_number = (1..=4).contains(&digits.len()) && digits.bytes().all(|it| it.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

/// Splits a typed list at spaces, commas, semicolons and brackets.
fn words(text: &str) -> impl Iterator<Item = String> {
    let separates = |it: char| it.is_whitespace() || ",;()[]{}<>".contains(it);
    let words = text.split(separates).filter(|word| !word.is_empty());
    words.map(|word| word.replace('−', "-"))
}
