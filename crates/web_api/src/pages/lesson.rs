//! Lessons, and searches of number trees step by step.

use teaching::lesson::{Lesson, Show};
use teaching::number_code::code;
use teaching::number_drawing::{self, View};
use teaching::number_search;

use crate::job::Job;
use crate::protocol::{
    LessonInfo, LessonQuestion, LessonShow, LessonStep, Named, NumberStep, NumberTreeInfo, Reply,
};

fn info(lesson: &Lesson) -> LessonInfo {
    LessonInfo {
        name: lesson.name.clone(),
        title: lesson.title.clone(),
        about: lesson.about.clone(),
        minutes: lesson.minutes(),
        steps: lesson.steps.len(),
    }
}

/// Answers `lessons`.
pub fn list(job: &Job) -> Reply {
    Reply::Lessons {
        lessons: job.page.config.lessons.iter().map(info).collect(),
        searches: number_search::SEARCHES.map(Named::from).into(),
    }
}

/// Answers `lesson`.
pub fn one(name: &str, job: &Job) -> Result<Reply, String> {
    let lessons = &job.page.config.lessons;
    let lesson = lessons
        .iter()
        .find(|lesson| lesson.is_called(name))
        .ok_or("there is no lesson of this name: the start page lists them")?;
    let steps = lesson.steps.iter().map(|step| LessonStep {
        title: step.title.clone(),
        text: step.text.clone(),
        show: step.show.as_ref().map(|show| match show.clone() {
            Show::Tree { tree, search } => LessonShow::Tree { tree, search },
            Show::Board { game, position } => LessonShow::Board { game, position },
            Show::Training => LessonShow::Training,
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
    Ok(Reply::Lesson {
        info: info(lesson),
        steps: steps.collect(),
    })
}

/// Answers `small-tree`.
pub fn tree(text: &str, search: &str, view: View) -> Result<Reply, String> {
    let tree = number_search::read(text)?;
    let found = number_search::search(&tree, search)?;
    let drawn = number_drawing::draw(&tree, search, &found.steps, view);
    let steps = drawn.frames.into_iter().map(|frame| NumberStep {
        text: frame.text,
        question: frame.question,
        line: frame.line,
        cut: frame.is_cut,
        visited: frame.visited,
        changes: frame.changes,
    });
    Ok(Reply::SmallTree {
        tree: NumberTreeInfo {
            size: drawn.size,
            parts: drawn.parts,
            steps: steps.collect(),
            value: found.value,
            code: code(search).iter().map(|&line| line.to_owned()).collect(),
        },
    })
}
