//! A sheet in the formats of autograders: Gradescope's `results.json`, and JUnit's XML.

use std::fmt::Write;

use serde_json::{Value as Json, json};

use super::sheet::{Mark, Sheet};

impl Sheet {
    /// Returns the object that Gradescope reads from `/autograder/results/results.json`.
    ///
    /// Criteria about hidden questions are visible after the results are published.
    #[must_use]
    pub fn to_gradescope(&self) -> Json {
        let tests = self.marks.iter().map(|mark| {
            json!({
                "name": mark.title,
                "score": mark.points,
                "max_score": mark.weight,
                "status": if mark.passed { "passed" } else { "failed" },
                "output": mark.line,
                "visibility": if mark.hidden { "after_published" } else { "visible" },
            })
        });
        json!({
            "score": self.total,
            "output": self.explanation(),
            "stdout_visibility": "hidden",
            "tests": tests.collect::<Vec<Json>>(),
            "leaderboard": [
                { "name": "Marks", "value": self.total },
                { "name": "Criteria passed", "value": self.marks.iter().filter(|mark| mark.passed).count() },
            ],
        })
    }

    /// Returns the sheet as JUnit's XML: a test case for each criterion.
    #[must_use]
    pub fn to_junit(&self) -> String {
        let failures = self.marks.iter().filter(|mark| !mark.passed).count();
        let (suite, tests) = (attribute(&self.assignment), self.marks.len());
        let mut text = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"{tests}\" failures=\"{failures}\">\n\
             <testsuite name=\"{suite}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" time=\"0\">\n"
        );
        for mark in &self.marks {
            // Writing to a string cannot fail.
            _ = writeln!(text, "{}", case(&suite, mark));
        }
        let explanation = escaped(&self.explanation());
        text + &format!("<system-out>{explanation}</system-out>\n</testsuite>\n</testsuites>\n")
    }

    /// Returns the part of the text below the marks: the bug or the smallest failing question, remarks, and the sum.
    fn explanation(&self) -> String {
        let text = self.to_string();
        let below = text.split("\n\n").skip(2);
        below.collect::<Vec<_>>().join("\n\n")
    }
}

fn case(suite: &str, mark: &Mark) -> String {
    let head = format!(
        "<testcase classname=\"{suite}\" name=\"{}\" time=\"0\">",
        attribute(&mark.title)
    );
    let line = escaped(&format!("{}: {}", mark.written(), mark.line));
    match mark.passed {
        true => format!("{head}<system-out>{line}</system-out></testcase>"),
        false => format!(
            "{head}<failure message=\"{}\" type=\"{}\">{line}</failure></testcase>",
            attribute(&mark.line),
            attribute(&mark.check)
        ),
    }
}

/// Escapes a text for XML. XML has no control characters besides tabs and line ends.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(letter),
            '\u{fffe}' | '\u{ffff}' => {}
            letter if letter.is_control() => {}
            letter => out.push(letter),
        }
    }
    out
}

/// Escapes an attribute, in one line.
fn attribute(text: &str) -> String {
    escaped(text).replace(['\n', '\t'], " ")
}
