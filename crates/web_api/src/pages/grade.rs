//! Assignments, and the grading of a program that the page runs.

use std::sync::LazyLock;

use teaching::grade::Assignment;

use crate::grading::Grading;
use crate::job::Job;
use crate::protocol::{AssignmentInfo, ProgramReply, Reply};

static ASSIGNMENTS: LazyLock<Vec<Assignment>> = LazyLock::new(|| {
    let all = Assignment::names().filter_map(|name| Assignment::find(name).ok());
    all.collect()
});

/// Answers `assignments`.
pub fn list() -> Reply {
    let info = |assignment: &Assignment| AssignmentInfo {
        name: assignment.name.clone(),
        title: assignment.title.clone(),
        about: assignment.about.trim().to_owned(),
        plays: assignment.games() > 0,
    };
    Reply::Assignments {
        assignments: ASSIGNMENTS.iter().map(info).collect(),
    }
}

/// Answers `grade`, which begins to grade a program.
pub fn begin(assignment: &str, seed: u64, program: String, job: &Job) -> Result<Reply, String> {
    let found = ASSIGNMENTS.iter().find(|it| it.name == assignment);
    let found = found.ok_or_else(|| format!("there is no assignment {assignment}"))?;
    if found.games() > 0 {
        return Err(format!(
            "{assignment} has games against baselines, which take minutes: grade it in the terminal, espalier grade PROGRAM --assignment {assignment}"
        ));
    }
    continue_with(Grading::new(found, seed, program)?, job)
}

/// Answers `grade-reply`, which continues.
pub fn next(reply: ProgramReply, job: &Job) -> Result<Reply, String> {
    let grading = job.page.take_grading();
    let grading = grading.ok_or("no program is graded: begin again")?;
    grading.reply(reply)?;
    continue_with(grading, job)
}

fn continue_with(grading: Grading, job: &Job) -> Result<Reply, String> {
    let (reply, is_over) = grading.run()?;
    if !is_over {
        job.page.keep_grading(grading);
    }
    Ok(reply)
}
