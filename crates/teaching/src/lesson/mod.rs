//! Lessons: text files with a few steps each.
//!
//! ```text
//! # Minimax
//! The value of a position when both sides play their best.
//!
//! ## A tree of numbers
//! MAX moves at the root, MIN below it. A line that begins with none of the words below is text.
//!
//! show tree [[3,12,8],[2,4,6],[14,5,2]] minimax
//! ask What is the value of the root for MAX?
//! choose 3 | 8 | 14
//! answer 3
//! reveal MIN takes 3, 2 and 2, and MAX the largest of them.
//! check 3 = tree("minimax", "[[3,12,8],[2,4,6],[14,5,2]]")
//! go tree?game=tictactoe Look at the tree of a real game
//! ```
//!
//! Every number in a step, except in `code` and in wrong choices, has a line `check` in the same step. The tests compute all of
//! them ([`measure`]).

mod check;
mod expression;
mod measure;

use std::collections::HashSet;
use std::path::Path;

pub use check::check;
use measure::plain;
pub use measure::{Measure, measure};

use crate::number_search;

include!(concat!(env!("OUT_DIR"), "/lessons.rs"));

/// The most words of the text of a step, and of its explanation.
const MOST_WORDS: usize = 80;

/// The speed of a reader who thinks along.
const WORDS_PER_MINUTE: usize = 200;
const SECONDS_PER_ANSWER: usize = 15;

/// A lesson.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// Its name: that of its file without the number and the extension.
    pub name: String,
    /// Its former names, for old links and commands.
    pub aliases: Vec<String>,
    /// Its title.
    pub title: String,
    /// Its subject in a sentence.
    pub about: String,
    /// The steps.
    pub steps: Vec<Step>,
}

/// A step of a lesson.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Step {
    /// Its title.
    pub title: String,
    /// The paragraphs of the text.
    pub text: Vec<String>,
    /// The figure.
    pub show: Option<Show>,
    /// The question.
    pub ask: Option<Question>,
    /// The paragraphs of the explanation after the answer.
    pub reveal: Vec<String>,
    /// The numbers of the step with their formulas.
    pub checks: Vec<Check>,
    /// Links into the web app: address and text.
    pub go: Vec<(String, String)>,
}

/// A figure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Show {
    /// A number tree, searched step by step.
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
        /// The position; `None` is the start position.
        position: Option<String>,
    },
    /// The training of a small network.
    Training,
}

/// A question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The question.
    pub text: String,
    /// The choices; none if the learner types the answer.
    pub choices: Vec<String>,
    /// The right answer.
    pub answer: String,
}

impl Question {
    /// Returns whether a typed answer is right: the answer itself or the number of its choice. Case, spaces at the ends and commas
    /// between digits do not matter.
    #[must_use]
    pub fn accepts(&self, typed: &str) -> bool {
        let plain = |text: &str| {
            let is_number = text.chars().all(|it| it.is_ascii_digit() || it == ',');
            let text = text.trim().to_lowercase();
            if is_number || text.contains(',') && text.replace(',', "").parse::<f64>().is_ok() {
                return text.replace(',', "");
            }
            text
        };
        let (typed, answer) = (plain(typed.trim()), plain(&self.answer));
        let place = self.choices.iter().position(|it| plain(it) == answer);
        let is_place = place.is_some_and(|place| typed == (place + 1).to_string());
        // A choice that is a number wins over the number of a choice.
        let is_choice = self.choices.iter().any(|it| plain(it) == typed);
        typed == answer || is_place && !is_choice
    }
}

/// A number or a word with the formula that computes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// The number in the text.
    pub said: String,
    /// The formula.
    pub formula: String,
}

/// Returns the built-in lessons in order.
pub fn lessons() -> Result<Vec<Lesson>, String> {
    LESSONS
        .iter()
        .map(|(file, text)| Lesson::read(file, text))
        .collect()
}

/// Reads the lessons of a folder, in the order of their file names.
pub fn lessons_in(folder: &Path) -> Result<Vec<Lesson>, String> {
    let entries = std::fs::read_dir(folder)
        .map_err(|error| format!("cannot read the folder {}: {error}", folder.display()))?;
    let mut files: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|end| end == "txt"))
        .collect();
    files.sort();
    if files.is_empty() {
        return Err(format!(
            "the folder {} has no lesson: a lesson is a file whose name ends with .txt",
            folder.display()
        ));
    }
    let read = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        Lesson::read(&file, &text)
    };
    files.iter().map(read).collect()
}

impl Lesson {
    /// Parses a lesson. The error has the line and the mistake.
    pub fn read(file: &str, text: &str) -> Result<Self, String> {
        let name = file.trim_end_matches(".txt");
        let name = name.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '-');
        let mut lesson = Self {
            name: name.to_owned(),
            aliases: Vec::new(),
            title: String::new(),
            about: String::new(),
            steps: Vec::new(),
        };
        let mut is_new_paragraph = true;
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
                    return Err(wrong(
                        "a lesson has one title; the title of a step begins with ##",
                    ));
                }
                title.trim().clone_into(&mut lesson.title);
            } else if line.is_empty() {
                is_new_paragraph = true;
                continue;
            } else if let Some(step) = lesson.steps.last_mut() {
                let added = step.add(line, is_new_paragraph);
                added.map_err(|what| wrong(&what))?;
            } else if let Some(alias) = line.strip_prefix("alias ") {
                lesson.aliases.push(alias.trim().to_owned());
            } else {
                if !lesson.about.is_empty() {
                    lesson.about.push(' ');
                }
                lesson.about.push_str(line);
            }
            is_new_paragraph = false;
        }
        lesson
            .validate()
            .map_err(|what| format!("{file}: {what}"))?;
        Ok(lesson)
    }

    /// Returns about how many minutes a reader takes: the words at reading speed, and a third of a minute for each answer.
    #[must_use]
    pub fn minutes(&self) -> usize {
        let texts = self.steps.iter().flat_map(|step| {
            let asked = step.ask.iter().map(|ask| &ask.text);
            step.text.iter().chain(&step.reveal).chain(asked)
        });
        let words: usize = texts.map(|text| text.split_whitespace().count()).sum();
        let answers = self.steps.iter().filter(|step| step.ask.is_some()).count();
        (words * 60 / WORDS_PER_MINUTE + answers * SECONDS_PER_ANSWER).div_ceil(60)
    }

    /// Returns whether this is its name or a former name.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.aliases.iter().any(|alias| alias == name)
    }

    /// Returns the first mistake as an error.
    fn validate(&self) -> Result<(), String> {
        if self.title.is_empty() || self.about.is_empty() || self.steps.is_empty() {
            return Err("a lesson has a title, a sentence about it, and steps: # Title, then text, then ## Step".to_owned());
        }
        for step in &self.steps {
            let of = |what: &str| format!("the step {:?} {what}", step.title);
            if let Some(question) = &step.ask {
                if question.answer.is_empty() {
                    return Err(of("has a question without a line `answer`"));
                }
                if !question.choices.is_empty() && !question.choices.contains(&question.answer) {
                    return Err(of("has an answer that is not one of the choices"));
                }
                if step.reveal.is_empty() {
                    return Err(of("has a question without a line `reveal`"));
                }
            }
            for words in [&step.text, &step.reveal] {
                let counts = words.iter().map(|text| text.split_whitespace().count());
                let count: usize = counts.sum();
                if count > MOST_WORDS {
                    return Err(of(&format!(
                        "has a text of {count} words; at most {MOST_WORDS} are allowed"
                    )));
                }
            }
            if let Some(number) = step.unchecked().first() {
                return Err(of(&format!(
                    "contains {number} without a line `check {number} = ...`"
                )));
            }
        }
        Ok(())
    }
}

impl Step {
    /// Adds a line of the file.
    fn add(&mut self, line: &str, is_new_paragraph: bool) -> Result<(), String> {
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
                let question = self
                    .ask
                    .as_mut()
                    .ok_or("a line `choose` follows a line `ask`")?;
                question.choices = rest.split('|').map(|one| one.trim().to_owned()).collect();
            }
            "answer" => {
                let question = self
                    .ask
                    .as_mut()
                    .ok_or("a line `answer` follows a line `ask`")?;
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
                let (address, words) = rest.split_once(' ').ok_or("a link is `go ADDRESS TEXT`")?;
                self.go.push((address.to_owned(), words.trim().to_owned()));
            }
            // Text, or the continuation of the explanation.
            _ => {
                let into = if self.reveal.is_empty() {
                    &mut self.text
                } else {
                    &mut self.reveal
                };
                match into.last_mut() {
                    Some(last) if !is_new_paragraph => {
                        last.push(' ');
                        last.push_str(line);
                    }
                    _ => into.push(line.to_owned()),
                }
            }
        }
        Ok(())
    }

    /// Returns the numbers in the step that no check computes.
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
                    .ok_or("a figure of a tree is `show tree TREE SEARCH`")?;
                number_search::search(&number_search::read(tree)?, search)?;
                Ok(Self::Tree {
                    tree: tree.to_owned(),
                    search: search.to_owned(),
                })
            }
            "board" => {
                let (game, position) = rest.split_once(' ').unwrap_or((rest, ""));
                let kind: games::GameId = game.parse().map_err(|error| format!("{error}"))?;
                let position = (!position.is_empty()).then(|| position.trim().to_owned());
                if let Some(text) = &position {
                    measure::position(kind, text)?;
                }
                Ok(Self::Board {
                    game: kind.name().to_owned(),
                    position,
                })
            }
            "training" if rest.is_empty() => Ok(Self::Training),
            other => Err(format!(
                "unknown figure `show {other}`: use `show tree`, `show board` or `show training`"
            )),
        }
    }
}

/// Returns the numbers of a text, except in `code` and in words such as e4.
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
            let in_word = |letter: Option<&char>| letter.is_some_and(|it| it.is_alphabetic());
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
    fn an_answer_is_the_text_or_the_number_of_its_choice() {
        let question = |choices: &[&str], answer: &str| Question {
            text: String::new(),
            choices: choices.iter().map(|it| (*it).to_owned()).collect(),
            answer: answer.to_owned(),
        };
        let long = question(&[], "18,297");
        assert!(long.accepts("18297") && long.accepts(" 18,297 ") && !long.accepts("18298"));
        let words = question(&["Qxd5", "a king move"], "a king move");
        assert!(words.accepts("2") && words.accepts("A king move\n") && !words.accepts("1"));
        assert!(!words.accepts(""));
        let numbers = question(&["4", "2", "1"], "2");
        assert!(numbers.accepts("2") && !numbers.accepts("1"));
    }

    #[test]
    fn errors_name_the_mistake() {
        let error = Lesson::read("a.txt", &SMALL.replace("more", "more than 3")).expect_err("3");
        assert_eq!(
            error,
            "a.txt: the step \"One\" contains 3 without a line `check 3 = ...`"
        );
        for (bad, reason) in [
            (SMALL.replace("answer 4\n", ""), "without a line `answer`"),
            (
                SMALL.replace("answer 4", "answer 6"),
                "not one of the choices",
            ),
            (SMALL.replace("# Title\n", ""), "begins with its title"),
            (
                SMALL.replace("check 4 = 2 + 2", "check 4"),
                "line 14: a check is",
            ),
            (SMALL.replace("goes on", &"word ".repeat(90)), "at most 80"),
            (
                SMALL.replace("goes on", "show film"),
                "unknown figure `show film`",
            ),
            (String::new(), "has a title"),
        ] {
            let error = Lesson::read("a.txt", &bad).expect_err("a wrong lesson");
            assert!(error.contains(reason), "{error}");
            assert_eq!(error.lines().count(), 1);
        }
    }

    #[test]
    fn numbers_are_found_in_text() {
        assert_eq!(
            numbers("1,275,708 calls, 2.5 on e4 at 9. Then `depth=3`, \u{2212}7 and 3x3; b^2"),
            ["1275708", "2.5", "9", "-7", "2"]
        );
    }
}
