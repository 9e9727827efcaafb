//! Printable sheets: two pages for each student, the questions and the solutions.

use maud::{Markup, PreEscaped, html};
use report::page;
use report::tree::TREE_STYLE;

use super::{Exercise, Kind, Question, Shape};
use crate::Error;
use crate::class::Class;
use crate::number_drawing::View;
use crate::settings_file::SettingsFile;

/// More leaves than this need the long side of the paper.
const UPRIGHT_LEAVES: usize = 16;

/// Every sheet fills one page of A4 or Letter, on the side of the paper that its tree needs.
const STYLE: &str = "\
@page{margin:14mm}
@page long{size:landscape;margin:12mm}
.paper{break-after:page;break-inside:avoid;margin-bottom:4rem}
.paper:last-child{break-after:auto}
.long{page:long}
.paper header{display:flex;justify-content:space-between;gap:1rem;white-space:nowrap;border-bottom:1px solid var(--line);margin-bottom:1rem}
.paper svg{display:block;width:100%;max-height:85mm}
.paper ol{margin:.6rem 0;padding-left:1.4rem}
.paper li{margin:.55rem 0;break-inside:avoid}
.line{display:inline-block;border-bottom:1px solid var(--ink);min-width:14rem}
.long ol{columns:2;column-gap:3rem}
.long .line{min-width:10rem}
.long svg{max-height:75mm}
@media print{:root{color-scheme:light;--ink:#000;--paper:#fff;--line:#999;--soft:#444}
body{max-width:none;margin:0;padding:0;font-size:11pt;line-height:1.35}h1{display:none}.paper{margin-bottom:0}
.long{font-size:9pt;line-height:1.3}.long li{margin:.4rem 0}.long p{margin:.5rem 0}}
";

/// Exercises on paper, one for each student.
#[derive(Clone, PartialEq, Debug)]
pub struct Sheet {
    /// The title.
    pub title: String,
    /// The students with their exercises; no name leaves a line for one.
    pub exercises: Vec<(Option<String>, Exercise)>,
}

impl Sheet {
    /// Returns an exercise for each student, with the seeds from `seed` on; one exercise without a name if there are no students.
    #[must_use]
    pub fn random(shape: &Shape, seed: u32, students: &[String]) -> Self {
        let names: Vec<Option<String>> = match students.is_empty() {
            true => vec![None],
            false => students.iter().cloned().map(Some).collect(),
        };
        let seeds = (0..).map(|index| seed.wrapping_add(index));
        let exercises = names.into_iter().zip(seeds);
        Self {
            title: "Minimax and alpha-beta".to_owned(),
            exercises: exercises
                .map(|(name, seed)| (name, Exercise::random(shape, seed)))
                .collect(),
        }
    }

    /// Returns the page. Printed, the odd pages have the questions and the even ones the solutions.
    #[must_use]
    pub fn to_html(&self) -> String {
        let body = html! {
            style { (PreEscaped(TREE_STYLE)) (PreEscaped(STYLE)) }
            @for (name, exercise) in &self.exercises {
                (self.paper(name.as_deref(), exercise, false))
                (self.paper(name.as_deref(), exercise, true))
            }
        };
        page(&self.title, &body)
    }

    fn paper(&self, name: Option<&str>, exercise: &Exercise, is_solved: bool) -> Markup {
        let leaves = exercise.tree().leaves().count();
        let class = match leaves > UPRIGHT_LEAVES {
            true => "paper long",
            false => "paper",
        };
        let view = View {
            narrow: true,
            ..View::default()
        };
        let points = exercise.points();
        html! {
            section class=(class) {
                header {
                    b { (self.title) @if is_solved { ": solutions" } }
                    span { "Name: " @match name { Some(name) => (name), None => span.line {} } }
                    span { "Seed " (exercise.seed()) @if !is_solved { ", ______ of " (points) " points" } }
                }
                (exercise.svg(is_solved, view))
                p.soft {
                    "MAX moves at the triangles that point up, MIN at those that point down. All values are for MAX."
                }
                ol {
                    @for question in exercise.questions() {
                        li { (asked(question)) " " (solved(exercise, question, is_solved)) }
                    }
                }
                @if is_solved { p.soft { "Once more in the web app: " code { "#/" (exercise.link()) } } }
            }
        }
    }
}

fn asked(question: &Question) -> Markup {
    let points = match question.points {
        1 => "1 point".to_owned(),
        points => format!("{points} points"),
    };
    html! { (question.text) " " span.soft { "(" (points) ")" } }
}

/// Returns the answer with its reason, or a line for the answer.
fn solved(exercise: &Exercise, question: &Question, is_solved: bool) -> Markup {
    if is_solved {
        let answer = match question.kind {
            Kind::Window => format!("({})", exercise.answer(question).replacen(' ', ", ", 1)),
            _ => exercise.answer(question),
        };
        return html! { br; b { (answer) } ". " (exercise.explanation(question)) };
    }
    match question.kind {
        Kind::Window => {
            html! { br; "α = " span.line style="min-width:5rem" {} " β = " span.line style="min-width:5rem" {} }
        }
        _ => html! { br; span.line {} },
    }
}

/// Reads the names of students: those of a class file, or one name for each line of another text.
pub fn class_list(text: &str, is_class_file: bool) -> Result<Vec<String>, Error> {
    let names: Vec<String> = if is_class_file {
        let class = <Class as SettingsFile>::read(text)?;
        class
            .students
            .into_iter()
            .map(|student| student.name)
            .collect()
    } else {
        let lines = text.lines().map(str::trim);
        lines
            .filter(|line| !line.is_empty())
            .map(str::to_owned)
            .collect()
    };
    match names.is_empty() {
        true => Err(Error::new("a class list has a name on each line")),
        false => Ok(names),
    }
}
