//! `espalier grade`: grades a student's program.

use players::SpecError;
use programs::StudentProgram;
use teaching::grade::{Assignment, Sheet, grade};

use crate::prelude::*;

#[derive(Args, Debug)]
#[command(after_help = "\
PROGRAM is uci:PATH, file:PATH, script:PATH, a player of this program, or a source file. A Python file reads questions and
writes answers, or has a function answer(question). C, C++, Rust and Java files (.c, .cpp, .rs, .java) are compiled first; the
protocol is detected from the source, or named as in file:player.cpp, script:search.rs. docs/teaching.md describes questions and
answers. Programs run with the limits memory=1024,processes=16,filesize=64 by default; docs/matches.md describes their protection.

The assignments: minimax, alphabeta, ordering, table, a4, i2p3, a8, othello, or a file of your own. The same seed gives the same
questions. Exit status 0 if everything is right, otherwise 1.

Examples:
  espalier grade my_search.py --assignment alphabeta
  espalier grade script:./my_search --assignment table --seed 7 --html sheet.html
  espalier grade uci:./my_engine --assignment a4
  espalier grade player.cpp --assignment i2p3 --movetime 500        baselines at half a second per move, not ten
  espalier grade alphabeta:bug=strict-cut --assignment alphabeta    name a seeded bug
  espalier grade my_search.py -a alphabeta --only values-of-trees   grade one criterion alone
  espalier grade my_search.py -a alphabeta --gradescope results.json --junit results.xml
  espalier grade --list                                             list the assignments
  espalier grade --show table                                       print an assignment, to write your own")]
pub struct GradeArgs {
    /// The program
    #[arg(value_name = "PROGRAM", required_unless_present_any = ["list", "show"])]
    program: Option<String>,
    /// The assignment, or a file with one
    #[arg(long, short, value_name = "NAME", required_unless_present_any = ["list", "show"])]
    assignment: Option<String>,
    /// Random seed of the questions
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Milliseconds per move in games against baselines; by default the assignment decides
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    movetime: Option<u64>,
    /// Grade one criterion alone: a check such as value, or a title such as values-of-trees
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Write Gradescope's results.json to this file
    #[arg(long, value_name = "FILE")]
    gradescope: Option<PathBuf>,
    /// Write JUnit's XML to this file
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    #[command(flatten)]
    report: ReportArgs,
    /// List the assignments
    #[arg(long, exclusive = true)]
    list: bool,
    /// Print the file of a built-in assignment, or check a file of your own
    #[arg(long, value_name = "NAME", exclusive = true)]
    show: Option<String>,
}

/// Grades a program and reports the grade sheet, or shows assignments.
pub fn command(args: &GradeArgs, output: &mut impl Write) -> Result {
    if let Some(name) = &args.show {
        let assignment = Assignment::find(name)?;
        return match Assignment::text(name) {
            Some(text) => Ok(output.write_all(text.as_bytes())?),
            None => Ok(writeln!(output, "{}", summary(&assignment))?),
        };
    }
    let (Some(program), Some(assignment)) = (&args.program, &args.assignment) else {
        return list(output);
    };
    let mut assignment = Assignment::find(assignment)?;
    if let Some(milliseconds) = args.movetime {
        assignment = assignment.with_movetime(milliseconds);
    }
    if let Some(name) = &args.only {
        assignment = assignment.only(name)?;
    }
    let program = match StudentProgram::read(program) {
        Err(error @ SpecError::Compile(_)) => {
            let sheet = Sheet::refused(program, &assignment, args.seed, &error.to_string());
            return write(args, &sheet, output);
        }
        program => program?,
    };
    let mut progress = Progress::new("questions and games");
    let sheet = grade(&program, &assignment, args.seed, &mut |done| {
        progress.update(done.jobs, done.of);
    })?;
    drop(progress);
    write(args, &sheet, output)
}

/// Writes a sheet in all requested forms. A sheet that is not passed gives the exit status 1.
fn write(args: &GradeArgs, sheet: &Sheet, output: &mut impl Write) -> Result {
    if let Some(path) = &args.gradescope {
        files::write(path, sheet.to_gradescope().to_string())?;
    }
    if let Some(path) = &args.junit {
        files::write(path, sheet.to_junit())?;
    }
    args.report.write(sheet, output)?;
    match sheet.passed {
        true => Ok(()),
        false => Err(Failure::Mismatch),
    }
}

fn list(output: &mut impl Write) -> Result {
    for name in Assignment::names() {
        let assignment = Assignment::find(name)?;
        writeln!(output, "{name:10} {}", assignment.title)?;
        for line in assignment.about.lines().filter(|line| !line.is_empty()) {
            writeln!(output, "           {line}")?;
        }
    }
    Ok(())
}

/// Summarises an assignment in one line.
fn summary(assignment: &Assignment) -> String {
    let questions: u32 = assignment.questions.values().map(|set| set.count).sum();
    let criteria = &assignment.criteria;
    let baselines = criteria.iter().filter_map(|it| it.matches.as_ref());
    let points: f64 = baselines
        .flat_map(|matches| matches.baselines.iter().map(|it| it.points))
        .chain(criteria.iter().map(|it| it.weight))
        .sum();
    format!(
        "{}: {questions} questions, {} criteria, {points} marks",
        assignment.title,
        criteria.len()
    )
}
