//! Lessons as pages see them, and small trees searched step by step.

use lab::lesson::{Lesson, Show};
use lab::small_tree::{self, SmallTree, StepKind};

use crate::job::Job;
use crate::protocol::{
    LessonInfo, LessonQuestion, LessonShow, LessonStep, Named, Say, SmallNode, SmallStep,
    SmallTreeInfo,
};

fn info(lesson: &Lesson) -> LessonInfo {
    LessonInfo {
        name: lesson.name.clone(),
        title: lesson.title.clone(),
        about: lesson.about.clone(),
        steps: lesson.steps.len(),
    }
}

/// Answers `lessons`.
pub fn list(job: &Job) -> Say {
    Say::Lessons {
        lessons: job.page.config.lessons.iter().map(info).collect(),
        searches: small_tree::SEARCHES
            .map(|(name, about)| Named {
                name: name.to_owned(),
                about: about.to_owned(),
            })
            .into(),
    }
}

/// Answers `lesson`.
pub fn one(name: &str, job: &Job) -> Result<Say, String> {
    let lessons = &job.page.config.lessons;
    let lesson = lessons
        .iter()
        .find(|lesson| lesson.name == name)
        .ok_or("there is no lesson of this name: the start page lists them")?;
    let steps = lesson.steps.iter().map(|step| LessonStep {
        title: step.title.clone(),
        text: step.text.clone(),
        show: step.show.as_ref().map(|show| match show.clone() {
            Show::Tree { tree, search } => LessonShow::Tree { tree, search },
            Show::Board { game, position } => LessonShow::Board { game, position },
        }),
        ask: step.ask.clone().map(|ask| LessonQuestion {
            text: ask.text,
            choices: ask.choices,
            answer: ask.answer,
        }),
        reveal: step.reveal.clone(),
        checks: step
            .checks
            .iter()
            .map(|check| (check.said.clone(), check.formula.clone()))
            .collect(),
        go: step.go.clone(),
    });
    Ok(Say::Lesson {
        info: info(lesson),
        steps: steps.collect(),
    })
}

/// Answers `small-tree`.
pub fn tree(text: &str, search: &str) -> Result<Say, String> {
    let tree: SmallTree = text.parse()?;
    let found = tree.search(search)?;
    let nodes = tree.nodes().iter().map(|node| SmallNode {
        parent: node.parent,
        ply: node.ply,
        leaf: node.leaf,
    });
    let kind = |kind: StepKind| match kind {
        StepKind::Enter => "enter",
        StepKind::Again => "again",
        StepKind::Back => "back",
        StepKind::Cut => "cut",
        StepKind::Leave => "leave",
    };
    let steps = found.steps.into_iter().map(|step| SmallStep {
        kind: kind(step.kind).to_owned(),
        node: step.node,
        window: step.window,
        value: step.value,
        skipped: step.skipped,
    });
    Ok(Say::SmallTree {
        tree: SmallTreeInfo {
            nodes: nodes.collect(),
            steps: steps.collect(),
            value: found.value,
            entered: found.nodes,
            leaves: found.leaves,
            code: code(search).iter().map(|&line| line.to_owned()).collect(),
        },
    })
}

/// The search that runs, in pseudo-code: only what it does.
fn code(search: &str) -> &'static [&'static str] {
    match search {
        "minimax" => &[
            "value(node):",
            "    if node is a leaf: return its number",
            "    if MAX moves: return the largest value(child)",
            "    if MIN moves: return the smallest value(child)",
        ],
        "negamax" => &[
            "value(node):",
            "    if node is a leaf: return its number for whoever moves",
            "    return the largest of -value(child)",
        ],
        "maxmin" => &[
            "value(node, α, β):",
            "    if node is a leaf: return its number",
            "    if MAX moves: for each child:",
            "        best ← the larger of best and value(child, α, β); α ← the larger of α and best",
            "        if best ≥ β: return best        (β cut)",
            "    if MIN moves: for each child:",
            "        best ← the smaller of best and value(child, α, β); β ← the smaller of β and best",
            "        if best ≤ α: return best        (α cut)",
            "    return best",
        ],
        "failhard" => &[
            "value(node, α, β):",
            "    if node is a leaf: return its number, moved into (α, β)",
            "    for each child:",
            "        α ← the larger of α and -value(child, -β, -α)",
            "        if α ≥ β: return β",
            "    return α",
        ],
        "pvs" => &[
            "value(node, α, β):",
            "    if node is a leaf: return its number for whoever moves",
            "    v ← -value(first child, -β, -α)",
            "    for each other child: v ← -value(child, -α - 1, -α)        (no better than α?)",
            "        if α < v < β: v ← -value(child, -β, -α)                (it is: search again)",
            "        best, α ← the larger of each and v; if best ≥ β: return best",
            "    return best",
        ],
        _ => &[
            "value(node, α, β):",
            "    if node is a leaf: return its number for whoever moves",
            "    for each child:",
            "        best ← the larger of best and -value(child, -β, -α)",
            "        α ← the larger of α and best",
            "        if best ≥ β: return best",
            "    return best",
        ],
    }
}
