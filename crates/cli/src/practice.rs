//! `espalier practice`: exercises on number trees, in the terminal or on paper.

use std::io::BufRead;

use gametree::synthetic::NumberTree;
use teaching::practice::{Exercise, Question, Shape, Sheet, class_list};

use crate::prelude::*;

/// The tries at each question.
const TRIES: u32 = 2;

#[derive(Args, Debug)]
#[command(after_help = "\
Four kinds of question: the minimax value; the leaves that alpha-beta does not visit; alpha and beta where it enters a node; the
order of moves with the fewest visited leaves. Each question has two tries; Enter alone asks again. The same shape and seed give
the same exercise, and the link at the end opens it in the web app.

A sheet has two pages for each student: print the odd pages for the students and the even ones, with the solutions, for yourself.
A class list is a class file (espalier class --help) or a text with a name on each line; each student gets a tree of their own.

Examples:
  espalier practice
  espalier practice --shape 3x3x3 --seed 7
  espalier practice --tree '[[3,12,8],[2,4,6],[14,5,2]]'
  espalier practice --shape ragged --seed 7 --sheet sheet.html
  espalier practice --shape 2x3x2 --seed 7 --sheet sheets.html --class group3.toml")]
pub struct PracticeArgs {
    /// Random seed of the tree and of its questions; by default a new one each time
    #[arg(long, value_name = "N")]
    seed: Option<u32>,
    /// The children of each ply, or ragged
    #[arg(long, value_name = "SHAPE", default_value_t)]
    shape: Shape,
    /// Practise on this tree
    #[arg(long, value_name = "TREE", conflicts_with_all = ["shape", "class"])]
    tree: Option<String>,
    /// Write a page to print, with solutions, instead of asking
    #[arg(long, value_name = "FILE")]
    sheet: Option<PathBuf>,
    /// A sheet for each student of this class list
    #[arg(long, value_name = "FILE", requires = "sheet")]
    class: Option<PathBuf>,
}

/// Writes a sheet, or asks the questions of an exercise.
pub fn command(args: &PracticeArgs, output: &mut impl Write) -> Result {
    let seed = args.seed.unwrap_or_else(new_seed);
    let given = (args.tree.as_ref())
        .map(|tree| Exercise::of_tree(tree, seed))
        .transpose()
        .map_err(Failure::input)?;
    let Some(path) = &args.sheet else {
        let exercise = given.unwrap_or_else(|| Exercise::random(&args.shape, seed));
        return ask_all(&exercise, output);
    };
    let students = match &args.class {
        Some(list) => {
            let names = class_list(&files::read_text(list)?, files::has_extension(list, "toml"));
            names.map_err(|error| failure!("{}: {error}", list.display()))?
        }
        None => Vec::new(),
    };
    let mut sheet = Sheet::random(&args.shape, seed, &students);
    if let Some(exercise) = given {
        sheet.exercises = vec![(None, exercise)];
    }
    files::write(path, sheet.to_html())?;
    let count = match sheet.exercises.len() {
        1 => "1 sheet".to_owned(),
        count => format!("{count} sheets"),
    };
    let (file, first) = (path.display(), sheet.exercises[0].1.seed());
    Ok(writeln!(
        output,
        "{count} in {file}, seed {first}: questions on odd pages, solutions on even pages"
    )?)
}

/// Returns a small seed that differs from run to run.
fn new_seed() -> u32 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(1, |now| (now.as_millis() % 100_000) as u32)
}

fn ask_all(exercise: &Exercise, output: &mut impl Write) -> Result {
    let seed = exercise.seed();
    writeln!(
        output,
        "Exercise {seed}. MAX moves at {}; all values are for MAX.\n",
        exercise.names()[0]
    )?;
    show(exercise, output)?;
    let mut points = 0;
    for (index, question) in exercise.questions().iter().enumerate() {
        let Some(found) = ask(exercise, index, question, output)? else {
            writeln!(output)?;
            break;
        };
        points += found;
    }
    writeln!(output, "\n{points} of {} points.", exercise.points())?;
    writeln!(
        output,
        "The same exercise: espalier practice --tree '{}' --seed {seed}",
        exercise.tree()
    )?;
    Ok(writeln!(
        output,
        "In the web app (espalier serve): #/{}",
        exercise.link()
    )?)
}

/// Writes the tree: a line for each inner node, with the leaves below it.
fn show(exercise: &Exercise, output: &mut impl Write) -> Result {
    let (tree, names) = (exercise.tree(), exercise.names());
    for node in (0..tree.len()).filter(|&node| tree.value(node).is_none()) {
        let ply = tree.ply(node);
        let side = if ply.is_multiple_of(2) { "MAX" } else { "MIN" };
        let leaf = |&child: &usize| Some(format!("  {} = {}", names[child], tree.value(child)?));
        let leaves: String = tree.children(node).iter().filter_map(leaf).collect();
        let order = mixed(tree, node).then(|| {
            let children = tree
                .children(node)
                .iter()
                .map(|&child| names[child].as_str());
            format!("  (moves: {})", children.collect::<Vec<_>>().join(" "))
        });
        let indent = "    ".repeat(ply as usize);
        writeln!(
            output,
            "  {indent}{} {side}{leaves}{}",
            names[node],
            order.unwrap_or_default()
        )?;
    }
    Ok(writeln!(output)?)
}

/// Returns whether a node has both leaves and inner nodes as children, so that their order is not visible in the lines.
fn mixed(tree: &NumberTree, node: usize) -> bool {
    let children = tree.children(node);
    let leaves = children
        .iter()
        .filter(|&&child| tree.value(child).is_some());
    (1..children.len()).contains(&leaves.count())
}

/// Asks a question, at most twice, and explains the answer. Returns the points, or `None` at the end of the input.
fn ask(
    exercise: &Exercise,
    index: usize,
    question: &Question,
    output: &mut impl Write,
) -> Result<Option<u32>> {
    let points = if question.points == 1 {
        "point"
    } else {
        "points"
    };
    writeln!(
        output,
        "{}. {} ({} {points})",
        index + 1,
        question.text,
        question.points
    )?;
    for (number, choice) in (1..).zip(&question.choices) {
        writeln!(output, "  {number}. {choice}")?;
    }
    let mut tries = TRIES;
    loop {
        write!(output, "> ")?;
        output.flush()?;
        let Some(typed) = read_line()? else {
            return Ok(None);
        };
        if typed.trim().is_empty() {
            writeln!(output, "Answer with {}.", question.form)?;
            continue;
        }
        let mark = match exercise.mark(index, typed.trim()) {
            Ok(mark) => mark,
            Err(reason) => {
                writeln!(output, "{reason}")?;
                continue;
            }
        };
        tries -= 1;
        if mark.right {
            writeln!(output, "Right. {}\n", mark.explanation)?;
        } else if tries > 0 {
            writeln!(output, "Not quite. Try once more.")?;
            continue;
        } else {
            writeln!(output, "Not quite: {} of {}.", mark.points, mark.of)?;
            for reason in &mark.reasons {
                writeln!(output, "  {reason}")?;
            }
            writeln!(
                output,
                "{}\n",
                format!("Answer: {}. {}", mark.answer, mark.explanation).trim_end()
            )?;
        }
        return Ok(Some(mark.points));
    }
}

/// Reads a line of standard input; `None` at its end.
pub fn read_line() -> Result<Option<String>> {
    let mut line = String::new();
    let read = io::stdin().lock().read_line(&mut line);
    let length = read.map_err(|error| failure!("cannot read the input: {error}"))?;
    Ok((length > 0).then_some(line))
}
