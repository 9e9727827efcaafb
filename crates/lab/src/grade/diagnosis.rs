//! Which of the classic mistakes does what the program does?
//!
//! A mistake is named if most of the wrong answers are just those that a search with it gives, and if it would not have been
//! seen elsewhere as well. A right program has no wrong answers, so nothing is named.

use gametree::bugs::{Bug, Returns};

use super::assignment::Ground;
use super::question::Question;
use super::shadow::{self, Shadow, Shadows, Which};
use super::subject::Reply;
use super::{Answered, Item};

/// What gives a mistake away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    /// A wrong value.
    Values,
    /// Too many nodes, or too few.
    Nodes,
    /// The leaves that were looked at.
    Leaves,
}

impl Seen {
    /// Its name on the sheet.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Values => "values",
            Self::Nodes => "nodes",
            Self::Leaves => "leaves",
        }
    }
}

/// A mistake, and the form of the search that makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Suspect {
    /// The mistake.
    pub bug: Bug,
    /// The form.
    pub form: Returns,
}

/// A mistake that explains what is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnosis {
    /// Which.
    pub suspect: Suspect,
    /// What gave it away.
    pub seen: Seen,
    /// The answers that it explains, by their numbers.
    pub explained: Vec<usize>,
    /// How many answers are wrong.
    pub wrong: u32,
    /// Others that explain just the same, and cannot be told from it by what was asked.
    pub alike: Vec<Bug>,
}

/// Whether two counts are the same, with or without the root in them.
#[must_use]
pub const fn same_nodes(told: u64, counted: u64) -> bool {
    told == counted || told + 1 == counted
}

/// The right search for a question, where the order of the moves is known and no table is asked for.
fn right(question: &Question) -> Option<Which> {
    let in_order = question.ground() == Ground::Tree;
    (in_order && question.search == "alphabeta").then_some(Which::AlphaBeta)
}

/// The suspects, the likelier form first. Who never cuts has more often forgotten to than turned the window round.
fn suspects() -> impl Iterator<Item = Suspect> {
    let last = Bug::WindowNotNegated;
    let bugs = Bug::ALL.into_iter().filter(move |&bug| bug != last);
    let bugs = bugs.chain([last]);
    bugs.flat_map(|bug| Returns::ALL.map(|form| Suspect { bug, form }))
}

/// The search that makes the same mistake, if it can be made in what was asked for.
const fn wrong(search: &str, suspect: Suspect) -> Option<Which> {
    let Suspect { bug, form } = suspect;
    match (search.as_bytes(), bug) {
        (b"alphabeta" | b"table" | b"deepening" | b"ordered" | b"pvs", bug) => {
            Some(Which::Bug(bug, form))
        }
        (b"minimax", Bug::ValueNotNegated) => Some(Which::Unsigned),
        _ => None,
    }
}

/// In what a reply differs from what is right.
fn differs(item: &Item, reply: &Reply, shadows: &mut Shadows) -> Option<Seen> {
    if reply.value.is_some_and(|value| value != item.facts.value) {
        return Some(Seen::Values);
    }
    let right = shadows.of(item.number, &item.question, right(&item.question)?)?;
    if reply
        .nodes
        .is_some_and(|nodes| !same_nodes(nodes, right.nodes))
    {
        return Some(Seen::Nodes);
    }
    let leaves = reply.leaves.as_ref()?;
    (*leaves != right.leaves).then_some(Seen::Leaves)
}

/// Whether a mistake gives just this reply, in what gives it away.
fn agrees(reply: &Reply, shadow: &Shadow, seen: Seen) -> bool {
    match seen {
        Seen::Values => reply.value == Some(shadow.value),
        Seen::Nodes => reply
            .nodes
            .is_some_and(|nodes| same_nodes(nodes, shadow.nodes)),
        Seen::Leaves => reply.leaves.as_ref() == Some(&shadow.leaves),
    }
}

/// The mistake that explains the answers, if one does.
#[must_use]
pub fn diagnose(answered: &[Answered<'_>], shadows: &mut Shadows) -> Option<Diagnosis> {
    let mut wrong_answers: Vec<(usize, Seen)> = Vec::new();
    let mut right_answers: Vec<usize> = Vec::new();
    for (index, answer) in answered.iter().enumerate() {
        let Ok(reply) = &answer.reply else {
            continue;
        };
        match differs(answer.item, reply, shadows) {
            Some(seen) => wrong_answers.push((index, seen)),
            None => right_answers.push(index),
        }
    }
    // Values count before nodes: a wrong value often costs nodes as well, and everybody counts in another way.
    let by_value = |(_, seen): &&(usize, Seen)| *seen == Seen::Values;
    let values: Vec<(usize, Seen)> = wrong_answers.iter().filter(by_value).copied().collect();
    explain(answered, &values, &right_answers, shadows)
        .or_else(|| explain(answered, &wrong_answers, &right_answers, shadows))
}

/// The mistake that explains these wrong answers, if one does, and would not have shown in the right ones.
fn explain(
    answered: &[Answered<'_>],
    wrong_answers: &[(usize, Seen)],
    right_answers: &[usize],
    shadows: &mut Shadows,
) -> Option<Diagnosis> {
    if wrong_answers.is_empty() {
        return None;
    }
    let mut best: Option<((i64, usize), Diagnosis)> = None;
    for suspect in suspects() {
        let mut explained = Vec::new();
        for &(index, seen) in wrong_answers {
            if agreement(&answered[index], suspect, shadows, |reply, shadow| {
                agrees(reply, shadow, seen)
            }) {
                explained.push(index);
            }
        }
        let strange = right_answers
            .iter()
            .filter(|&&index| would_show(&answered[index], suspect, shadows))
            .count();
        if !is_enough(explained.len(), wrong_answers.len(), strange) {
            continue;
        }
        // Every table has its own counts. If they are those of ours all the same, they say something.
        let by_the_table = answered
            .iter()
            .filter(|answer| {
                answer.item.question.ground() == Ground::Graph
                    && agreement(answer, suspect, shadows, |reply, shadow| {
                        agrees(reply, shadow, Seen::Nodes)
                    })
            })
            .count();
        let score = (explained.len() as i64 - strange as i64, by_the_table);
        match &mut best {
            Some((most, found)) if score == *most => {
                let known = found.suspect.bug == suspect.bug || found.alike.contains(&suspect.bug);
                if !known {
                    found.alike.push(suspect.bug);
                }
            }
            Some((most, _)) if score < *most => {}
            _ => {
                let kinds = [Seen::Leaves, Seen::Nodes, Seen::Values];
                let times = |kind: &Seen| {
                    let by = wrong_answers.iter();
                    by.filter(|(index, seen)| seen == kind && explained.contains(index))
                        .count()
                };
                let seen = kinds.into_iter().max_by_key(times).unwrap_or(Seen::Values);
                let diagnosis = Diagnosis {
                    suspect,
                    seen,
                    explained,
                    wrong: wrong_answers.len() as u32,
                    alike: Vec::new(),
                };
                best = Some((score, diagnosis));
            }
        }
    }
    best.map(|(_, diagnosis)| diagnosis)
}

/// Whether a reply and what a search with a mistake says agree, by a rule.
fn agreement(
    answer: &Answered<'_>,
    suspect: Suspect,
    shadows: &mut Shadows,
    rule: impl Fn(&Reply, &Shadow) -> bool,
) -> bool {
    let Answered { item, reply } = answer;
    let (Ok(reply), Some(which)) = (reply, wrong(&item.question.search, suspect)) else {
        return false;
    };
    let shadow = shadows.of(item.number, &item.question, which);
    shadow.is_some_and(|shadow| rule(reply, shadow))
}

/// Whether so many explained answers out of so many wrong ones, and so many in which the mistake should have shown and did
/// not, are enough to name it. One answer may agree by chance.
const fn is_enough(explained: usize, wrong: usize, strange: usize) -> bool {
    explained >= 2 && explained * 10 >= wrong * 6 && strange * 2 <= explained
}

/// Whether a mistake would have been seen in an answer that is right.
fn would_show(answer: &Answered<'_>, suspect: Suspect, shadows: &mut Shadows) -> bool {
    let Answered { item, reply } = answer;
    let (Ok(reply), Some(which)) = (reply, wrong(&item.question.search, suspect)) else {
        return false;
    };
    let Some(shadow) = shadows.of(item.number, &item.question, which) else {
        return false;
    };
    let as_value = reply.value.is_some() && shadow.value != item.facts.value;
    let nodes = shadow.nodes;
    let right =
        right(&item.question).and_then(|which| shadows.of(item.number, &item.question, which));
    let as_nodes = reply.nodes.is_some() && right.is_some_and(|right| right.nodes != nodes);
    as_value || as_nodes
}

/// Whether a question shows a mistake, in what gave it away.
#[must_use]
pub fn shows(question: &Question, suspect: Suspect, seen: Seen) -> bool {
    let which = wrong(&question.search, suspect);
    let Some(wrong) = which.and_then(|which| shadow::of(question, which)) else {
        return false;
    };
    if seen == Seen::Values {
        return super::boards::facts(question).is_some_and(|facts| facts.value != wrong.value);
    }
    let right = right(question).and_then(|which| shadow::of(question, which));
    right.is_some_and(|right| match seen {
        Seen::Leaves => right.leaves != wrong.leaves,
        _ => right.nodes != wrong.nodes,
    })
}
