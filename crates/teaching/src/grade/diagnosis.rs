//! Finds the known bug that explains the wrong answers of a program.
//!
//! A bug is named if a search with it gives most of the wrong answers, and if it gives few wrong answers elsewhere. A correct
//! program has no wrong answers, so no bug is named.

use std::collections::BTreeSet;

use gametree::Score;
use gametree::bugs::{Bug, Returns, Slip, TableUse};

use super::assignment::QuestionGame;
use super::exam::{Answered, Item};
use super::question::{EVALUATE, Question};
use super::session::Reply;
use super::simulate::{KnownSearch, Simulated, Simulations, simulate};
use super::truth::WON;

/// The part of an answer that reveals a bug.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    /// The value.
    Values,
    /// The node count.
    Nodes,
    /// The leaves visited.
    Leaves,
    /// The move, where the value is right.
    Moves,
}

impl Seen {
    /// Returns its name on the sheet.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Values => "values",
            Self::Nodes => "nodes",
            Self::Leaves => "leaves",
            Self::Moves => "moves",
        }
    }
}

/// A known mistake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mistake {
    /// A classic bug.
    Bug(Bug),
    /// A mistake of a beginner.
    Slip(Slip),
}

impl Mistake {
    /// Returns its short name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bug(bug) => bug.name(),
            Self::Slip(slip) => slip.name(),
        }
    }

    /// Returns its effect in one line.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Bug(bug) => bug.about(),
            Self::Slip(slip) => slip.about(),
        }
    }

    /// Returns the wrong line and the correct one, in pseudo-code.
    pub const fn wrong_and_right(self) -> (&'static str, &'static str) {
        match self {
            Self::Bug(bug) => bug.wrong_and_right(),
            Self::Slip(slip) => slip.wrong_and_right(),
        }
    }
}

/// A known mistake and the form of the search that contains it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Suspect {
    /// A classic bug.
    Bug(Bug, Returns, TableUse),
    /// A variant of a beginner's mistake.
    Slip(Slip, u8),
}

impl Suspect {
    /// Returns the mistake.
    pub const fn mistake(self) -> Mistake {
        match self {
            Self::Bug(bug, ..) => Mistake::Bug(bug),
            Self::Slip(slip, _) => Mistake::Slip(slip),
        }
    }

    /// Returns whether this part of an answer can reveal the mistake. Node counts identify only the classic bugs.
    const fn shows_in(self, seen: Seen) -> bool {
        match (self, seen) {
            (Self::Slip(slip, _), Seen::Moves) => slip.is_about_moves(),
            (Self::Slip(slip, _), Seen::Values) => !slip.is_about_moves(),
            (Self::Slip(..), _) => false,
            (Self::Bug(..), seen) => !matches!(seen, Seen::Moves),
        }
    }
}

/// A bug that explains the wrong answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnosis {
    /// The bug.
    pub suspect: Suspect,
    /// The part of the answers that reveals it.
    pub seen: Seen,
    /// The indices of the answers that it explains.
    pub explained: Vec<usize>,
    /// The number of wrong answers.
    pub wrong: u32,
    /// Other bugs that explain the same answers equally well.
    pub alike: Vec<Mistake>,
}

/// Returns whether a reported count equals a computed one, with or without the root.
#[must_use]
pub const fn same_nodes(reported: u64, counted: u64) -> bool {
    reported == counted || reported + 1 == counted
}

/// Returns the right search for a question if its node count is determined: a fixed move order and no table.
fn right(question: &Question) -> Option<KnownSearch> {
    let in_order = question.game() == QuestionGame::Tree;
    (in_order && question.search == "alphabeta").then_some(KnownSearch::AlphaBeta)
}

/// Lists the suspects, likelier ones first. A missing cutoff is likelier than a window that is not negated.
fn suspects() -> impl Iterator<Item = Suspect> {
    let last = Bug::WindowNotNegated;
    let bugs = Bug::ALL.into_iter().filter(move |&bug| bug != last);
    let bugs = bugs.chain([last]).flat_map(|bug| {
        let uses = TableUse::all()
            .into_iter()
            .filter(move |it| bug.needs_a_table() || *it == TableUse::default());
        uses.flat_map(move |it| Returns::ALL.map(|form| Suspect::Bug(bug, form, it)))
    });
    let slips = Slip::ALL.into_iter();
    bugs.chain(slips.flat_map(|slip| (0..slip.variants()).map(move |it| Suspect::Slip(slip, it))))
}

/// Returns the search with the mistake, or `None` if the requested search cannot have it.
const fn wrong(search: &str, suspect: Suspect) -> Option<KnownSearch> {
    match (search.as_bytes(), suspect) {
        (b"perft", _) => None,
        (_, Suspect::Slip(slip, variant)) => Some(KnownSearch::Slip(slip, variant)),
        (
            b"alphabeta" | b"table" | b"deepening" | b"ordered" | b"pvs",
            Suspect::Bug(bug, form, it),
        ) => Some(KnownSearch::Bug(bug, form, it)),
        (b"minimax", Suspect::Bug(Bug::ValueNotNegated, ..)) => Some(KnownSearch::Unsigned),
        _ => None,
    }
}

/// Returns the part in which a reply is wrong.
fn differs(item: &Item, reply: &Reply, simulations: &mut Simulations) -> Option<Seen> {
    if item.question.search == EVALUATE {
        return None;
    }
    if reply.value.is_some_and(|value| value != item.truth.value) {
        return Some(Seen::Values);
    }
    if has_wrong_move(item, reply) {
        return Some(Seen::Moves);
    }
    let right = simulations.of(item.number, &item.question, right(&item.question)?)?;
    if reply
        .nodes
        .is_some_and(|nodes| !same_nodes(nodes, right.nodes))
    {
        return Some(Seen::Nodes);
    }
    let leaves = reply.leaves.as_ref()?;
    (*leaves != right.leaves).then_some(Seen::Leaves)
}

/// Returns whether the reply has a move of a board game that is not one of the best.
fn has_wrong_move(item: &Item, reply: &Reply) -> bool {
    let board = item
        .question
        .problem
        .board()
        .filter(|_| item.has_graded_move && item.question.depth > 0);
    let (Some(board), Some(best)) = (board, &reply.best) else {
        return false;
    };
    board
        .legal(best)
        .is_none_or(|name| !item.truth.is_best(&name))
}

/// Returns whether a simulated answer equals the reply in this part.
fn agrees(reply: &Reply, simulated: &Simulated, seen: Seen) -> bool {
    match seen {
        Seen::Values => reply.value == Some(simulated.value),
        Seen::Nodes => reply
            .nodes
            .is_some_and(|nodes| same_nodes(nodes, simulated.nodes)),
        Seen::Leaves => reply.leaves.as_ref() == Some(&simulated.leaves),
        Seen::Moves => reply.best == simulated.best,
    }
}

/// Returns the bug that explains the wrong answers.
#[must_use]
pub fn diagnose(answered: &[Answered<'_>], simulations: &mut Simulations) -> Option<Diagnosis> {
    let mut wrong_answers: Vec<(usize, Seen)> = Vec::new();
    let mut right_answers: Vec<usize> = Vec::new();
    for (index, answer) in answered.iter().enumerate() {
        let Ok(reply) = &answer.reply else {
            continue;
        };
        match differs(answer.item, reply, simulations) {
            Some(seen) => wrong_answers.push((index, seen)),
            None => right_answers.push(index),
        }
    }
    let is_constant = is_constant(answered, simulations);
    // Values first: a wrong value often changes node counts too, and programs count nodes differently.
    let only = |kinds: &[Seen]| -> Vec<(usize, Seen)> {
        let wrong = wrong_answers
            .iter()
            .filter(|(_, seen)| kinds.contains(seen));
        wrong.copied().collect()
    };
    let parts = [
        &[Seen::Values][..],
        &[Seen::Moves],
        &[Seen::Values, Seen::Nodes, Seen::Leaves],
    ];
    // A wrong value makes the move wrong too, so moves identify a mistake only if all values are right.
    let has_wrong_value = wrong_answers.iter().any(|(_, seen)| *seen == Seen::Values);
    let parts = parts
        .into_iter()
        .filter(|kinds| !(has_wrong_value && kinds.contains(&Seen::Moves)));
    let mut found = parts.filter_map(|kinds| {
        explain(
            answered,
            &only(kinds),
            &right_answers,
            is_constant,
            simulations,
        )
    });
    found.next()
}

/// Returns whether a program always gives the same value and does not search, or searches correctly and does not return its result:
/// it agrees with some slips by chance. With a swapped window, a fail-hard search always finds a win. With best values of 0, a search
/// always finds 0, but it enters other nodes than a correct one.
fn is_constant(answered: &[Answered<'_>], simulations: &mut Simulations) -> bool {
    let replies = answered.iter().filter_map(|it| it.reply.as_ref().ok());
    let values: BTreeSet<Score> = replies.clone().filter_map(|reply| reply.value).collect();
    if values.len() != 1 || values.iter().any(|value| value.abs() >= WON) {
        return false;
    }
    let counts: Vec<u64> = replies.filter_map(|reply| reply.nodes).collect();
    let different: BTreeSet<u64> = counts.iter().copied().collect();
    if different.len() * 3 <= counts.len() {
        return true;
    }
    let pruned: Vec<&Answered<'_>> = answered
        .iter()
        .filter(|it| it.item.question.search != "minimax")
        .collect();
    let right = pruned.iter().filter(|answer| {
        let Answered { item, reply, .. } = answer;
        let right = simulations.of(item.number, &item.question, KnownSearch::AlphaBeta);
        let reported = reply.as_ref().ok().and_then(|reply| reply.nodes);
        reported
            .zip(right)
            .is_some_and(|(nodes, right)| same_nodes(nodes, right.nodes))
    });
    !pruned.is_empty() && right.count() * 10 >= pruned.len() * 9
}

/// A suspect that explains enough wrong answers.
struct Candidate {
    /// The explained answers less the right ones that it would have spoiled; then the answers with its node count and its move.
    rank: (i64, u32, u32),
    suspect: Suspect,
    /// The indices of the answers that it explains.
    explained: Vec<usize>,
}

/// Returns the bug that explains these wrong answers and would not have spoiled the right ones.
fn explain(
    answered: &[Answered<'_>],
    wrong_answers: &[(usize, Seen)],
    right_answers: &[usize],
    is_constant: bool,
    simulations: &mut Simulations,
) -> Option<Diagnosis> {
    if wrong_answers.is_empty() {
        return None;
    }
    let mut found: Vec<Candidate> = Vec::new();
    let possible = |suspect: &Suspect| !is_constant || matches!(suspect, Suspect::Bug(..));
    for suspect in suspects().filter(possible) {
        let agreeing = wrong_answers.iter().filter(|&&(index, seen)| {
            if !suspect.shows_in(seen) {
                return false;
            }
            let pair = simulated(&answered[index], suspect, simulations);
            pair.is_some_and(|(reply, simulated)| agrees(reply, simulated, seen))
        });
        let explained: Vec<usize> = agreeing.map(|&(index, _)| index).collect();
        // A program may have a function for each game, and a beginner's mistake in one of them.
        let games: Vec<QuestionGame> = explained
            .iter()
            .map(|&index| answered[index].item.question.game())
            .collect();
        let may_show = |index: &&usize| match suspect {
            Suspect::Bug(..) => true,
            Suspect::Slip(..) => games.contains(&answered[**index].item.question.game()),
        };
        let strange = right_answers
            .iter()
            .filter(may_show)
            .filter(|&&index| would_show(&answered[index], suspect, simulations).unwrap_or(false));
        let strange = strange.count();
        let least = match suspect {
            Suspect::Bug(..) => 6,
            Suspect::Slip(..) => 8,
        };
        let evidence = evidence(answered, suspect, simulations);
        let least_explained = if evidence.is_strong() { 1 } else { 2 };
        if explained.len() < least_explained
            || !is_enough(explained.len(), wrong_answers.len(), strange, least)
        {
            continue;
        }
        let rank = (
            explained.len() as i64 - strange as i64,
            evidence.same_nodes,
            evidence.same_moves,
        );
        found.push(Candidate {
            rank,
            suspect,
            explained,
        });
    }
    // Among equals, the first one.
    let most = found.iter().map(|it| it.rank).max()?;
    let place = found.iter().position(|it| it.rank == most)?;
    let Candidate {
        suspect, explained, ..
    } = found.remove(place);
    let mut alike: Vec<Mistake> = Vec::new();
    for other in found {
        let mistake = other.suspect.mistake();
        let is_other = mistake != suspect.mistake() && !alike.contains(&mistake);
        if is_other
            && other.rank.0 == most.0
            && (other.rank == most || same_values(answered, suspect, other.suspect, simulations))
        {
            alike.push(mistake);
        }
    }
    let kinds = [Seen::Leaves, Seen::Nodes, Seen::Moves, Seen::Values];
    let times = |kind: &Seen| {
        let by = wrong_answers.iter();
        by.filter(|(index, seen)| seen == kind && explained.contains(index))
            .count()
    };
    Some(Diagnosis {
        suspect,
        seen: kinds.into_iter().max_by_key(times).unwrap_or(Seen::Values),
        explained,
        wrong: wrong_answers.len() as u32,
        alike,
    })
}

/// Returns whether two slips give the same value to every question, so that only node counts distinguish them.
fn same_values(
    answered: &[Answered<'_>],
    one: Suspect,
    other: Suspect,
    simulations: &mut Simulations,
) -> bool {
    let are_slips = matches!((one, other), (Suspect::Slip(..), Suspect::Slip(..)));
    are_slips
        && answered.iter().all(|answer| {
            let [one, other] = [one, other].map(|suspect| {
                let found = simulated(answer, suspect, simulations);
                found.map(|(_, simulated)| simulated.value)
            });
            one == other
        })
}

/// Returns a reply with the answer of a search with the bug, if both exist.
fn simulated<'a>(
    answer: &'a Answered<'_>,
    suspect: Suspect,
    simulations: &'a mut Simulations,
) -> Option<(&'a Reply, &'a Simulated)> {
    let Answered { item, reply, .. } = answer;
    let reply = reply.as_ref().ok()?;
    let known = wrong(&item.question.search, suspect)?;
    Some((reply, simulations.of(item.number, &item.question, known)?))
}

/// Returns whether a bug explains enough wrong answers. `strange` counts the right answers that the bug would have spoiled.
/// `least` is the share of the wrong answers in tenths.
const fn is_enough(explained: usize, wrong: usize, strange: usize, least: usize) -> bool {
    explained * 10 >= wrong * least && strange * 2 <= explained
}

/// The agreement of all answers with a search, beyond the wrong answers that it explains.
#[derive(Default)]
struct Evidence {
    /// The answers with its node count. Node counts depend on the table and on details of the search, so they only decide between
    /// searches that explain equally many wrong answers.
    same_nodes: u32,
    /// The answers with its move, or without a move where it has none.
    same_moves: u32,
    /// Of the answers for which the search has another node count than a correct one, those with its count and the others.
    unusual: [u32; 2],
}

impl Evidence {
    /// Returns whether a single explained answer is enough, which may otherwise agree by chance.
    const fn is_strong(&self) -> bool {
        let [same, other] = self.unusual;
        same >= 3 && other == 0
    }
}

fn evidence(
    answered: &[Answered<'_>],
    suspect: Suspect,
    simulations: &mut Simulations,
) -> Evidence {
    let mut evidence = Evidence::default();
    for answer in answered {
        let Some((reply, found)) = simulated(answer, suspect, simulations) else {
            continue;
        };
        evidence.same_moves += u32::from(reply.best == found.best);
        let (Some(reported), counted) = (reply.nodes, found.nodes) else {
            continue;
        };
        let is_same = same_nodes(reported, counted);
        evidence.same_nodes += u32::from(is_same);
        let item = answer.item;
        let right = match item.question.search.as_str() {
            "minimax" => Some(item.truth.minimax),
            _ => {
                let right = simulations.of(item.number, &item.question, KnownSearch::AlphaBeta);
                right.map(|right| right.nodes)
            }
        };
        if right.is_some_and(|right| !same_nodes(counted, right)) {
            evidence.unusual[usize::from(!is_same)] += 1;
        }
    }
    evidence
}

/// Returns whether the bug would have spoiled a right answer.
fn would_show(
    answer: &Answered<'_>,
    suspect: Suspect,
    simulations: &mut Simulations,
) -> Option<bool> {
    let item = answer.item;
    let (reply, wrong) = simulated(answer, suspect, simulations)?;
    let nodes = wrong.nodes;
    if let Suspect::Slip(slip, _) = suspect {
        let is_wrong = match slip.is_about_moves() {
            true => {
                let best = wrong
                    .best
                    .as_ref()
                    .filter(|_| reply.best.is_some() && item.question.problem.board().is_some());
                best.is_some_and(|best| !item.truth.is_best(best))
            }
            false => reply.value.is_some() && wrong.value != item.truth.value,
        };
        return Some(is_wrong);
    }
    if reply.value.is_some() && wrong.value != item.truth.value {
        return Some(true);
    }
    reply.nodes?;
    let right = simulations.of(item.number, &item.question, right(&item.question)?)?;
    Some(right.nodes != nodes)
}

/// Returns whether a question reveals a bug in this part of the answer.
#[must_use]
pub fn shows(question: &Question, suspect: Suspect, seen: Seen) -> bool {
    let known = wrong(&question.search, suspect);
    let Some(wrong) = known.and_then(|known| simulate(question, known)) else {
        return false;
    };
    let truth = super::boards::truth(question);
    match seen {
        Seen::Values => return truth.is_some_and(|truth| truth.value != wrong.value),
        Seen::Moves => {
            return truth.is_some_and(|truth| wrong.best.is_some_and(|best| !truth.is_best(&best)));
        }
        Seen::Nodes | Seen::Leaves => {}
    }
    let right = right(question).and_then(|known| simulate(question, known));
    right.is_some_and(|right| match seen {
        Seen::Leaves => right.leaves != wrong.leaves,
        _ => right.nodes != wrong.nodes,
    })
}
