//! Lessons: short walks of a few steps, written as plain text so that a teacher can write one.
//!
//! ```text
//! # Minimax
//! What a position is worth when both sides play their best.
//!
//! ## A tree of numbers
//! MAX moves at the root, MIN below it. Text goes on until a line begins with one of the words below.
//!
//! show tree [[3,12,8],[2,4,6],[14,5,2]] minimax
//! ask What is the root worth to MAX?
//! choose 3 | 8 | 14
//! answer 3
//! reveal MIN takes 3, 2 and 2, and MAX the largest of them.
//! check 3 = tree("minimax", "[[3,12,8],[2,4,6],[14,5,2]]")
//! go tree?game=tictactoe Look at the tree of a real game
//! ```
//!
//! Every number that a step states, outside `code`, has a line `check` in the same step, and the tests compute each of
//! them ([`measure`]). Wrong choices need none.

mod expression;
mod measure;

use std::collections::HashSet;
use std::path::Path;

pub use measure::{Measure, measure};

include!(concat!(env!("OUT_DIR"), "/lessons.rs"));

/// A step says no more than this.
const WORDS: usize = 80;

/// A lesson.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// Its name: that of its file, without the number in front and what comes after the dot.
    pub name: String,
    /// Its title.
    pub title: String,
    /// What it is about, in a sentence.
    pub about: String,
    /// The steps.
    pub steps: Vec<Step>,
}

/// A step of a lesson.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Step {
    /// Its title.
    pub title: String,
    /// The text, a string for each paragraph.
    pub text: Vec<String>,
    /// What there is to look at.
    pub show: Option<Show>,
    /// What is asked before more is said.
    pub ask: Option<Question>,
    /// What is said afterwards.
    pub reveal: Vec<String>,
    /// The numbers of the step, each with what computes it.
    pub checks: Vec<Check>,
    /// Where to go on in the app: address and words.
    pub go: Vec<(String, String)>,
}

/// Something to look at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Show {
    /// A tree of numbers, searched step by step.
    Tree {
        /// The tree.
        tree: String,
        /// The search.
        search: String,
    },
    /// A position.
    Board {
        /// The game.
        game: String,
        /// The position; the start if none.
        position: Option<String>,
    },
}

/// A prediction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The question.
    pub text: String,
    /// What can be chosen; nothing if the answer is written.
    pub choices: Vec<String>,
    /// The right answer.
    pub answer: String,
}

/// A number or a word, and what computes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// What the text says.
    pub said: String,
    /// What computes it.
    pub formula: String,
}

/// The lessons that are built in, in their order.
pub fn lessons() -> Result<Vec<Lesson>, String> {
    LESSONS
        .iter()
        .map(|(file, text)| Lesson::read(file, text))
        .collect()
}

/// The lessons of a folder, in the order of their names: a teacher's own.
pub fn lessons_in(folder: &Path) -> Result<Vec<Lesson>, String> {
    let entries = std::fs::read_dir(folder)
        .map_err(|error| format!("the folder {} cannot be read: {error}", folder.display()))?;
    let mut files: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|end| end == "txt"))
        .collect();
    files.sort();
    if files.is_empty() {
        return Err(format!(
            "there is no lesson in {}: a lesson is a file that ends with .txt",
            folder.display()
        ));
    }
    let read = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        Lesson::read(&file, &text)
    };
    files.iter().map(read).collect()
}

impl Lesson {
    /// Reads a lesson from its file. An error says where and what is wrong.
    pub fn read(file: &str, text: &str) -> Result<Self, String> {
        let name = file.trim_end_matches(".txt");
        let name = name.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '-');
        let mut lesson = Self {
            name: name.to_owned(),
            title: String::new(),
            about: String::new(),
            steps: Vec::new(),
        };
        // Whether the next line of words begins a paragraph.
        let mut fresh = true;
        for (index, line) in text.lines().enumerate() {
            let wrong = |what: &str| format!("{file}, line {}: {what}", index + 1);
            let line = line.trim();
            if let Some(title) = line.strip_prefix("## ") {
                if lesson.title.is_empty() {
                    return Err(wrong("a lesson begins with its title: # Title"));
                }
                lesson.steps.push(Step {
                    title: title.trim().to_owned(),
                    ..Step::default()
                });
            } else if let Some(title) = line.strip_prefix("# ") {
                if !lesson.title.is_empty() {
                    return Err(wrong("a lesson has one title; a step begins with ##"));
                }
                title.trim().clone_into(&mut lesson.title);
            } else if line.is_empty() {
                fresh = true;
                continue;
            } else if let Some(step) = lesson.steps.last_mut() {
                step.line(line, fresh).map_err(|what| wrong(&what))?;
            } else {
                if !lesson.about.is_empty() {
                    lesson.about.push(' ');
                }
                lesson.about.push_str(line);
            }
            fresh = false;
        }
        lesson.sound().map_err(|what| format!("{file}: {what}"))?;
        Ok(lesson)
    }

    /// Whether the lesson is whole.
    fn sound(&self) -> Result<(), String> {
        if self.title.is_empty() || self.about.is_empty() || self.steps.is_empty() {
            return Err("a lesson has a title, a sentence about it and steps: # Title, then words, then ## Step".to_owned());
        }
        for step in &self.steps {
            let of = |what: &str| format!("the step {:?} {what}", step.title);
            if let Some(question) = &step.ask {
                if question.answer.is_empty() {
                    return Err(of("asks something and has no line `answer`"));
                }
                if !question.choices.is_empty() && !question.choices.contains(&question.answer) {
                    return Err(of("has an answer that cannot be chosen"));
                }
                if step.reveal.is_empty() {
                    return Err(of("asks something and has no line `reveal`"));
                }
            }
            for words in [&step.text, &step.reveal] {
                let count: usize = words
                    .iter()
                    .map(|text| text.split_whitespace().count())
                    .sum();
                if count > WORDS {
                    return Err(of(&format!(
                        "says {count} words at once; {WORDS} are enough"
                    )));
                }
            }
            if let Some(number) = step.unchecked().first() {
                return Err(of(&format!(
                    "states {number} without a line `check {number} = ...` that computes it"
                )));
            }
        }
        Ok(())
    }
}

impl Step {
    /// Takes a line of its text.
    fn line(&mut self, line: &str, fresh: bool) -> Result<(), String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "show" => self.show = Some(Show::read(rest)?),
            "ask" => {
                self.ask = Some(Question {
                    text: rest.to_owned(),
                    choices: Vec::new(),
                    answer: String::new(),
                });
            }
            "choose" => {
                let question = self.ask.as_mut().ok_or("`choose` comes after `ask`")?;
                question.choices = rest.split('|').map(|one| one.trim().to_owned()).collect();
            }
            "answer" => {
                let question = self.ask.as_mut().ok_or("`answer` comes after `ask`")?;
                rest.clone_into(&mut question.answer);
            }
            "reveal" => self.reveal.push(rest.to_owned()),
            "check" => {
                let (said, formula) = rest
                    .split_once(" = ")
                    .ok_or("a check is `check NUMBER = FORMULA`")?;
                self.checks.push(Check {
                    said: said.trim().to_owned(),
                    formula: formula.trim().to_owned(),
                });
            }
            "go" => {
                let (address, words) =
                    rest.split_once(' ').ok_or("a link is `go ADDRESS WORDS`")?;
                self.go.push((address.to_owned(), words.trim().to_owned()));
            }
            // What was revealed goes on in the next lines, as the text does.
            _ => {
                let into = if self.reveal.is_empty() {
                    &mut self.text
                } else {
                    &mut self.reveal
                };
                match into.last_mut() {
                    Some(last) if !fresh => {
                        last.push(' ');
                        last.push_str(line);
                    }
                    _ => into.push(line.to_owned()),
                }
            }
        }
        Ok(())
    }

    /// The numbers that the step states and no check computes.
    #[must_use]
    pub fn unchecked(&self) -> Vec<String> {
        let checked: HashSet<String> = self.checks.iter().map(|check| plain(&check.said)).collect();
        let answer = self.ask.iter().flat_map(|ask| [&ask.text, &ask.answer]);
        let said = self.text.iter().chain(&self.reveal).chain(answer);
        said.flat_map(|text| numbers(text))
            .filter(|number| !checked.contains(number))
            .collect()
    }
}

impl Show {
    fn read(text: &str) -> Result<Self, String> {
        let (kind, rest) = text.split_once(' ').unwrap_or((text, ""));
        match kind {
            "tree" => {
                let (tree, search) = rest
                    .rsplit_once(' ')
                    .ok_or("a tree is shown by `show tree TREE SEARCH`")?;
                tree.parse::<crate::small_tree::SmallTree>()?
                    .search(search)?;
                Ok(Self::Tree {
                    tree: tree.to_owned(),
                    search: search.to_owned(),
                })
            }
            "board" => {
                let (game, position) = rest.split_once(' ').unwrap_or((rest, ""));
                let kind: games::GameKind = game.parse().map_err(|error| format!("{error}"))?;
                let position = (!position.is_empty()).then(|| position.trim().to_owned());
                if let Some(text) = &position {
                    measure::position(kind, text)?;
                }
                Ok(Self::Board {
                    game: kind.name().to_owned(),
                    position,
                })
            }
            other => Err(format!(
                "`show {other}` is not known: there are `show tree` and `show board`"
            )),
        }
    }
}

/// A number as it is compared: without the commas that group its digits.
fn plain(number: &str) -> String {
    number.replace(',', "").replace('\u{2212}', "-")
}

/// The numbers of a text, outside `code`. What is part of a word, such as the square e4, is none.
fn numbers(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (place, part) in text.split('`').enumerate() {
        // Every second part is code.
        if place % 2 == 1 {
            continue;
        }
        let letters: Vec<char> = part.chars().collect();
        let mut at = 0;
        while at < letters.len() {
            if !letters[at].is_ascii_digit() {
                at += 1;
                continue;
            }
            let start = at;
            let belongs = |at: usize| match letters[at] {
                ',' | '.' => letters.get(at + 1).is_some_and(char::is_ascii_digit),
                letter => letter.is_ascii_digit(),
            };
            while at < letters.len() && belongs(at) {
                at += 1;
            }
            let in_word =
                |letter: Option<&char>| letter.is_some_and(|letter| letter.is_alphabetic());
            let before = start.checked_sub(1).and_then(|at| letters.get(at));
            if in_word(before) || in_word(letters.get(at)) {
                continue;
            }
            let mut number: String = letters[start..at].iter().collect();
            if matches!(before, Some('-' | '\u{2212}')) {
                number.insert(0, '-');
            }
            found.push(plain(&number));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "# Title\nAbout it.\n\n## One\nFour is 4.\ngoes on\n\nsecond\nask How many?\nchoose 4 | 5\nanswer 4\nreveal It is 4, `not 7`, on e5.\nmore\ncheck 4 = 2 + 2\ngo race?limit=depth3 Race\n";

    #[test]
    fn a_lesson_is_read() {
        let lesson = Lesson::read("03-small.txt", SMALL).expect("a lesson");
        assert_eq!(
            (lesson.name.as_str(), lesson.title.as_str()),
            ("small", "Title")
        );
        let step = &lesson.steps[0];
        assert_eq!(step.text, ["Four is 4. goes on", "second"]);
        assert_eq!(step.reveal, ["It is 4, `not 7`, on e5. more"]);
        assert_eq!(
            step.go,
            [("race?limit=depth3".to_owned(), "Race".to_owned())]
        );
        assert_eq!(step.ask.as_ref().expect("a question").choices, ["4", "5"]);
    }

    #[test]
    fn a_number_that_nothing_computes_is_refused() {
        let error = Lesson::read("a.txt", &SMALL.replace("more", "more than 3")).expect_err("3");
        assert_eq!(
            error,
            "a.txt: the step \"One\" states 3 without a line `check 3 = ...` that computes it"
        );
        for (bad, says) in [
            (SMALL.replace("answer 4\n", ""), "no line `answer`"),
            (SMALL.replace("answer 4", "answer 6"), "cannot be chosen"),
            (SMALL.replace("# Title\n", ""), "begins with its title"),
            (
                SMALL.replace("check 4 = 2 + 2", "check 4"),
                "line 14: a check is",
            ),
            (
                SMALL.replace("goes on", &"word ".repeat(90)),
                "80 are enough",
            ),
            (
                SMALL.replace("goes on", "show film"),
                "`show film` is not known",
            ),
            (String::new(), "has a title"),
        ] {
            let error = Lesson::read("a.txt", &bad).expect_err("a wrong lesson");
            assert!(error.contains(says), "{error}");
            assert_eq!(error.lines().count(), 1);
        }
    }

    #[test]
    fn numbers_are_found_as_people_write_them() {
        assert_eq!(
            numbers("1,275,708 calls, 2.5 on e4 at 9. Then `depth=3`, \u{2212}7 and 3x3; b^2"),
            ["1275708", "2.5", "9", "-7", "2"]
        );
    }
}
