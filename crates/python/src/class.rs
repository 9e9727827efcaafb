//! Parts of `grade_class` on other processes: the journal of a class, and the grades of some students.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use programs::StudentPrograms;
use pyo3::prelude::*;
use teaching::class::{Class, ClassRun};

use crate::error::value_error;
use crate::job;

/// Begins or checks the journal of a class in a folder, without grading. Returns the number of students.
#[pyfunction]
pub fn class_begin(py: Python<'_>, file: String, keep: String) -> PyResult<usize> {
    job::run(py, None, move |_| {
        let class = Class::open(Path::new(&file), &StudentPrograms).map_err(value_error)?;
        run(&class, Path::new(&keep), &AtomicBool::new(true))?;
        Ok(class.students.len())
    })
}

/// Grades some students of a class, given by their indices. Returns the lines of their journal; the first one is its header.
#[pyfunction]
pub fn class_grades(
    py: Python<'_>,
    file: String,
    students: Vec<usize>,
    folder: String,
) -> PyResult<String> {
    job::run(py, None, move |job| {
        let mut class = Class::open(Path::new(&file), &StudentPrograms).map_err(value_error)?;
        let all = class.students.clone().into_iter().enumerate();
        let chosen = all.filter(|(index, _)| students.contains(index));
        class.students = chosen.map(|(_, student)| student).collect();
        class.tournament = None;
        let folder = Path::new(&folder);
        run(&class, folder, &job.stop)?;
        fs::read_to_string(folder.join("grades.jsonl")).map_err(value_error)
    })
}

fn run(class: &Class, folder: &Path, stop: &AtomicBool) -> PyResult<()> {
    let run = ClassRun {
        class,
        submissions: &StudentPrograms,
        folder,
        run_info: espalier_cli::run_info(1),
        threads: NonZeroUsize::MIN,
        shard: contest::Shard::WHOLE,
        stop,
    };
    run.run(&mut |_| {}).map(drop).map_err(value_error)
}
