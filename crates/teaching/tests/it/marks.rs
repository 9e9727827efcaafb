//! Marks are right: fixed maxima, required fields, independent sets, and weights that follow the values.

use std::sync::Arc;
use std::time::Duration;

use players::{Answering, Connection, Fault, PlayerSpec, Submission, builtin};
use serde_json::{Value as Json, json};
use teaching::grade::{Assignment, Mark, Responder, Sheet, grade};

/// Changes an answer of alpha-beta. It gets the question, the right answer, and the number of answers since the start.
type Change = Arc<dyn Fn(&Json, Json, u32) -> Result<String, Fault> + Send + Sync>;

/// A submission that answers as alpha-beta, changed.
#[derive(Clone)]
struct Changed {
    spec: PlayerSpec,
    change: Change,
}

/// Its process.
struct Running {
    responder: Responder,
    change: Change,
    question: String,
    answers: u32,
}

impl Submission for Changed {
    fn name(&self) -> String {
        "changed".to_owned()
    }

    fn spec(&self) -> &PlayerSpec {
        &self.spec
    }

    fn limited(&self, _: Option<u64>, _: Option<u64>) -> Box<dyn Submission> {
        Box::new(self.clone())
    }

    fn connect(&self) -> Connection {
        Connection::Questions(Box::new(Running {
            responder: Responder::new(self.spec.clone()),
            change: Arc::clone(&self.change),
            question: String::new(),
            answers: 0,
        }))
    }
}

impl Answering for Running {
    fn send(&mut self, lines: &str) -> Result<(), Fault> {
        lines
            .lines()
            .last()
            .unwrap_or_default()
            .clone_into(&mut self.question);
        Ok(())
    }

    fn receive(&mut self, _: Duration) -> Result<String, Fault> {
        self.answers += 1;
        let question = serde_json::from_str(&self.question).expect("a question");
        let right = self.responder.answer(&self.question);
        let answer = (self.change)(&question, right, self.answers);
        if answer.is_err() {
            self.answers = 0;
        }
        answer
    }

    fn restart(&mut self) -> bool {
        self.answers = 0;
        true
    }
}

fn graded(
    player: &str,
    assignment: &Assignment,
    change: impl Fn(&Json, Json, u32) -> Result<String, Fault> + Send + Sync + 'static,
) -> Sheet {
    let program = Changed {
        spec: builtin(player).expect(player),
        change: Arc::new(change),
    };
    grade(&program, assignment, 1, &mut |_| {}).expect("a sheet")
}

fn assignment(name: &str) -> Assignment {
    Assignment::find(name).expect(name)
}

fn mark<'a>(sheet: &'a Sheet, title: &str) -> &'a Mark {
    let found = sheet.marks.iter().find(|mark| mark.title == title);
    found.unwrap_or_else(|| panic!("no {title}: {sheet}"))
}

fn without(key: &'static str) -> impl Fn(&Json, Json, u32) -> Result<String, Fault> + Send + Sync {
    move |_, mut answer, _| {
        answer.as_object_mut().expect("an object").remove(key);
        Ok(answer.to_string())
    }
}

#[test]
fn minimax_passes_neither_alpha_beta_nor_table_by_leaving_out_its_nodes() {
    for name in ["alphabeta", "table", "ordering"] {
        let sheet = graded("minimax", &assignment(name), without("nodes"));
        assert!(!sheet.passed, "{sheet}");
        let text = sheet.to_string();
        assert!(text.contains("this assignment requires one"), "{sheet}");
    }
}

#[test]
fn the_maximum_is_that_of_the_assignment_whatever_is_answered() {
    for (name, maximum) in [("minimax", 14.0), ("alphabeta", 16.0), ("table", 16.0)] {
        let all = graded("alphabeta", &assignment(name), |_, answer, _| {
            Ok(answer.to_string())
        });
        assert_eq!(
            (all.total, all.maximum, all.passed),
            (maximum, maximum, true),
            "{all}"
        );
        let none = graded(
            "alphabeta",
            &assignment(name),
            |_, _, _| Ok("{}".to_owned()),
        );
        assert_eq!((none.maximum, none.passed), (maximum, false), "{none}");
        assert!(none.total < 0.5, "{none}");
        let json = json!(none);
        assert_eq!(
            (&json["maximum"], &json["passed"]),
            (&json!(maximum), &json!(false))
        );
        let sum = format!(",{maximum},,,");
        assert!(
            none.to_csv()
                .lines()
                .last()
                .is_some_and(|line| line.contains(&sum)),
            "{}",
            none.to_csv()
        );
    }
}

#[test]
fn a_criterion_that_cannot_be_checked_has_no_points() {
    let sheet = graded("alphabeta", &assignment("minimax"), without("nodes"));
    let nodes = mark(&sheet, "Every position once");
    assert_eq!(
        (nodes.graded, nodes.passed, nodes.written()),
        (false, false, "0 of 1".to_owned())
    );
    assert_eq!(
        (sheet.total, sheet.maximum, sheet.passed),
        (13.0, 14.0, false),
        "{sheet}"
    );
}

/// Wrong values earn nothing, also not by legal moves, nodes or speed.
#[test]
fn marks_follow_the_values() {
    for name in ["minimax", "alphabeta", "table"] {
        let sheet = graded("alphabeta", &assignment(name), |_, mut answer, _| {
            answer["value"] = json!(54_321);
            Ok(answer.to_string())
        });
        assert!(sheet.total < 0.05 * sheet.maximum, "{sheet}");
        assert!(
            mark(&sheet, "In time").line.ends_with("right values)"),
            "{sheet}"
        );
    }
}

/// A program that crashes in one set keeps its marks in the others, before and after it.
#[test]
fn the_order_of_sets_does_not_matter() {
    let text = Assignment::text("alphabeta").expect("a text");
    let of = |name: &str| {
        // The sets are asked in the order of their names.
        let renamed = text
            .replace("tictactoe, ", "")
            .replace("[questions.ends]", &format!("[questions.{name}]"));
        let renamed = renamed.replace("\"ends\"]", &format!("\"{name}\"]"));
        let sheet = graded(
            "alphabeta",
            &Assignment::read(&renamed).expect("an assignment"),
            |question, answer, _| match question["game"] == "tictactoe" {
                true => Err(Fault::Crash("exit status: 3".to_owned())),
                false => Ok(answer.to_string()),
            },
        );
        assert_eq!(
            mark(&sheet, "Values of trees").points,
            4.0,
            "{name}: {sheet}"
        );
        sheet.total
    };
    assert_eq!(of("aaa"), of("zzz"));
}

/// A set does not depend on the number of questions before it.
#[test]
fn each_set_begins_in_a_new_process() {
    let sheet = graded(
        "alphabeta",
        &assignment("alphabeta"),
        |_, answer, answers| match answers {
            30.. => Err(Fault::Crash("exit status: 0".to_owned())),
            _ => Ok(answer.to_string()),
        },
    );
    assert!(sheet.passed, "{sheet}");
}

#[test]
fn the_sheet_names_the_question_that_was_asked() {
    // Enough questions for the faults after which the others are not asked.
    let is_deep = |question: &Json| {
        question["game"] == "tictactoe" && question["depth"].as_u64().is_some_and(|it| it >= 3)
    };
    let asked: Arc<std::sync::Mutex<Vec<Json>>> = Arc::default();
    let copy = Arc::clone(&asked);
    let sheet = graded(
        "alphabeta",
        &assignment("alphabeta"),
        move |question, answer, _| {
            copy.lock().expect("a lock").push(question.clone());
            match is_deep(question) {
                true => Err(Fault::Stall("no answer within 10.0 s".to_owned())),
                false => Ok(answer.to_string()),
            }
        },
    );
    let line = &mark(&sheet, "Values of positions").line;
    let asked = asked.lock().expect("a lock");
    let first = asked.iter().find(|it| is_deep(it)).expect("a question");
    let named = format!(
        "On tictactoe {}, depth {}",
        first["position"].as_str().expect("a position"),
        first["depth"]
    );
    assert!(
        line.contains(&named) && line.contains("not asked after these faults"),
        "{line}"
    );
}

#[test]
fn a_program_that_ends_early_has_not_crashed() {
    let sheet = graded("alphabeta", &assignment("minimax"), |_, _, _| {
        Err(Fault::Crash("exit status: 0".to_owned()))
    });
    assert!(
        sheet
            .notes
            .iter()
            .any(|note| note == "The program ended before answering."),
        "{sheet}"
    );
    assert!(!sheet.to_string().contains("crashed"), "{sheet}");
}

#[test]
fn infinity_is_a_forced_win() {
    let sheet = graded("alphabeta", &assignment("alphabeta"), |_, answer, _| {
        let text = match answer["value"].as_i64() {
            Some(100_000..) => answer.to_string().replace(
                &format!("\"value\":{}", answer["value"]),
                "\"value\": Infinity",
            ),
            Some(..=-100_000) => answer.to_string().replace(
                &format!("\"value\":{}", answer["value"]),
                "\"value\":-Infinity",
            ),
            _ => answer.to_string(),
        };
        Ok(text)
    });
    assert!(sheet.passed, "{sheet}");
}

#[test]
fn a_program_that_does_not_compile_gets_a_sheet_without_points() {
    let sheet = Sheet::refused(
        "a.cpp",
        &assignment("i2p3"),
        1,
        "\"a.cpp\" does not compile: c++: expected ';'",
    );
    assert_eq!(
        (sheet.total, sheet.maximum, sheet.passed),
        (0.0, 100.0, false)
    );
    for text in [sheet.to_string(), sheet.to_html(), json!(sheet).to_string()] {
        assert!(text.contains("expected ';'"), "{text}");
    }
    assert!(
        sheet.to_csv().contains("expected ';'"),
        "{}",
        sheet.to_csv()
    );
}

/// The text of assignment 4 is complete: its table has every weight of domination.
#[test]
fn the_text_of_assignment_4_has_the_weights() {
    let about = assignment("a4").about;
    for (rank, weights) in courses::a4::WEIGHTS.chunks(8).enumerate() {
        let start = format!("{}   ", rank + 1);
        let line = about
            .lines()
            .find_map(|line| line.trim_start().strip_prefix(&start))
            .expect("a rank");
        let printed: Vec<i32> = line
            .split_whitespace()
            .filter_map(|it| it.parse().ok())
            .collect();
        assert_eq!(printed, weights, "rank {}", rank + 1);
    }
    for value in [
        "pawn 100",
        "knight 300",
        "bishop 325",
        "rook 500",
        "queen 900",
    ] {
        assert!(about.contains(value), "{value}");
    }
}

/// A constant agrees with many bugs by chance.
#[test]
fn a_program_that_does_not_search_has_no_bug() {
    for value in [0, 1, 5] {
        let sheet = graded(
            "alphabeta",
            &assignment("alphabeta"),
            move |_, mut answer, _| {
                answer["value"] = json!(value);
                Ok(answer.to_string())
            },
        );
        assert!(sheet.bug.is_none() && sheet.failing.is_some(), "{sheet}");
    }
}

#[test]
fn wrong_answers_without_a_name_have_something_in_common() {
    let sheet = graded(
        "alphabeta",
        &assignment("alphabeta"),
        |question, mut answer, _| {
            let is_second = question["position"]
                .as_str()
                .is_some_and(|it| it.matches('x').count() > it.matches('o').count());
            if is_second && question["depth"].as_u64() > Some(3) {
                answer["value"] = json!(7);
            }
            Ok(answer.to_string())
        },
    );
    assert_eq!(sheet.bug, None, "{sheet}");
    let note = &sheet.notes[0];
    assert!(
        note.contains("with the second side to move and at depth "),
        "{sheet}"
    );
    assert!(
        note.ends_with("such questions, and no other one."),
        "{sheet}"
    );
    assert_eq!(
        sheet.failing.as_ref().expect("an example").obtained,
        "value 7"
    );
}

#[test]
fn a_wrong_move_is_shown_with_a_better_one() {
    let sheet = graded(
        "alphabeta",
        &assignment("alphabeta"),
        |question, mut answer, _| {
            if let Some(position) = question["position"].as_str() {
                // Neither the first nor the last move.
                let free: Vec<usize> = position
                    .match_indices('.')
                    .map(|(square, _)| square)
                    .collect();
                let last = free[free.len() / 2];
                answer["move"] = json!(format!("{}{}", ["a", "b", "c"][last % 3], last / 3 + 1));
            }
            Ok(answer.to_string())
        },
    );
    let failing = sheet.failing.as_ref().expect("an example");
    assert!(
        failing.expected.starts_with("the move ") && failing.obtained.starts_with("the move "),
        "{sheet}"
    );
    assert!(!sheet.passed && sheet.bug.is_none(), "{sheet}");
}
