//! The commands `espalier grade` and `espalier script`: a program is graded, or a player answers like one.

use std::io::{BufRead, Write};

use lab::grade::{Assignment, ProgramSpec, Resident, Sheet, grade};

use crate::args::{GradeArgs, ScriptArgs};
use crate::error::Failure;
use crate::pool::Done;
use crate::progress::Progress;
use crate::search::write_file;

/// Grades, prints the sheet, and writes the files asked for.
pub fn command(args: &GradeArgs, output: &mut impl Write) -> Result<(), Failure> {
    if let Some(name) = &args.show {
        // A file of one's own is looked at as well: what is wrong with it is said.
        let assignment = Assignment::find(name).map_err(Failure::input)?;
        return match Assignment::text(name) {
            Some(text) => Ok(output.write_all(text.as_bytes())?),
            None => Ok(writeln!(output, "{}", summary(&assignment))?),
        };
    }
    let (Some(program), Some(assignment)) = (&args.program, &args.assignment) else {
        return list(output);
    };
    let assignment = Assignment::find(assignment).map_err(Failure::input)?;
    let assignment = match args.movetime {
        Some(milliseconds) => assignment.with_movetime(milliseconds),
        None => assignment,
    };
    let program = ProgramSpec::read(program).map_err(Failure::input)?;
    let mut progress = Progress::new("questions and games");
    let sheet = grade(&program, &assignment, args.seed, &mut |now| {
        progress.update(Done {
            jobs: now.done,
            of: now.of,
        });
    })
    .map_err(Failure::input)?;
    drop(progress);
    write(&sheet, args, output)?;
    match sheet.passed() {
        true => Ok(()),
        false => Err(Failure::Mismatch),
    }
}

fn write(sheet: &Sheet, args: &GradeArgs, output: &mut impl Write) -> Result<(), Failure> {
    if args.json {
        let json = serde_json::to_string(sheet).map_err(Failure::input)?;
        writeln!(output, "{json}")?;
    } else {
        write!(output, "{sheet}")?;
    }
    if let Some(path) = &args.csv {
        write_file(path, sheet.to_csv().as_bytes())?;
    }
    if let Some(path) = &args.html {
        write_file(path, sheet.to_html().as_bytes())?;
    }
    Ok(output.flush()?)
}

fn list(output: &mut impl Write) -> Result<(), Failure> {
    for name in Assignment::names() {
        let assignment = Assignment::find(name).map_err(Failure::input)?;
        writeln!(output, "{name:10} {}", assignment.title)?;
        for line in assignment.about.lines().filter(|line| !line.is_empty()) {
            writeln!(output, "           {line}")?;
        }
    }
    Ok(())
}

/// What an assignment asks and gives, in a line.
fn summary(assignment: &Assignment) -> String {
    let questions: u32 = assignment.questions.values().map(|set| set.count).sum();
    let baselines = assignment
        .criteria
        .iter()
        .filter_map(|it| it.matches.as_ref());
    let points: f64 = baselines
        .flat_map(|matches| matches.baselines.iter().map(|it| it.points))
        .chain(assignment.criteria.iter().map(|it| it.weight))
        .sum();
    format!(
        "{}: {questions} questions, {} criteria, {points} marks",
        assignment.title,
        assignment.criteria.len()
    )
}

/// Answers questions until there are no more.
pub fn script(args: &ScriptArgs, output: &mut impl Write) -> Result<(), Failure> {
    let resident = Resident::new(&args.player).map_err(Failure::input)?;
    let mut input = std::io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input.read_until(b'\n', &mut line);
        match read {
            Ok(0) => return Ok(()),
            Ok(_) => {}
            Err(error) => {
                return Err(Failure::input(format_args!(
                    "cannot read the input: {error}"
                )));
            }
        }
        let text = String::from_utf8_lossy(&line);
        if text.trim().is_empty() {
            continue;
        }
        writeln!(output, "{}", resident.answer(&text))?;
        output.flush()?;
    }
}
