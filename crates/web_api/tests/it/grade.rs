//! A program that the page runs is graded as one of this machine.

use std::time::Duration;

use players::{Answering, builtin};
use serde_json::{Value, json};
use teaching::grade::{Assignment, Responder, grade};
use web_api::{Config, WebApi};

use crate::client::Client;

/// Grades a player of this program that answers in place of a page's program, and returns the last reply.
fn graded(client: &Client, assignment: &str, spec: &str) -> Value {
    let mut program = Responder::new(builtin(spec).expect("a spec"));
    let mut reply = client.ask(
        &json!({ "id": 1, "ask": "grade", "assignment": assignment, "seed": 3, "program": spec }),
    );
    while reply["say"] == "program-step" {
        let step = &reply["step"];
        if step["restart"] == true {
            program.restart();
        }
        let answer = match step["lines"].as_str() {
            Some(lines) => program.send(lines),
            None => Ok(()),
        };
        let answer = answer.and_then(|()| program.receive(Duration::from_secs(1)));
        let did = match answer {
            Ok(line) => json!({ "line": line }),
            Err(fault) => json!({ "ended": fault.to_string() }),
        };
        reply = client.ask(&json!({ "id": 1, "ask": "grade-reply", "reply": did }));
    }
    reply
}

#[test]
fn a_program_of_the_page_gets_the_same_sheet() {
    let api = WebApi::new(Config::default());
    let client = Client::new(&api);
    for (name, spec) in [
        ("alphabeta", "alphabeta"),
        ("alphabeta", "alphabeta:bug=strict-cut"),
        ("minimax", "random:seed=1"),
    ] {
        let assignment = Assignment::find(name).expect("an assignment");
        let program = builtin(spec).expect("a spec");
        let sheet = grade(&program, &assignment, 3, &mut |_| {}).expect("a sheet");
        let reply = graded(&client, name, spec);
        assert_eq!(reply["sheet"], json!(sheet), "{spec}: {reply}");
        assert!(
            reply["html"]
                .as_str()
                .is_some_and(|it| it.contains(&sheet.title))
        );
    }
}

#[test]
fn a_program_that_does_not_answer_gets_no_points() {
    let api = WebApi::new(Config::default());
    let client = Client::new(&api);
    let mut reply = client.ask(
        &json!({ "id": 1, "ask": "grade", "assignment": "minimax", "seed": 1, "program": "loop.py" }),
    );
    let mut asked = 0;
    while reply["say"] == "program-step" {
        assert_eq!(reply["step"]["restart"], true, "{reply}");
        asked += 1;
        reply = client.ask(&json!({ "id": 1, "ask": "grade-reply", "reply": "late" }));
    }
    assert_eq!(reply["sheet"]["total"], 0.0, "{reply}");
    // Two time-outs in each set are enough.
    assert!(asked < 12, "{asked}");
}

#[test]
fn what_the_page_cannot_grade_is_refused() {
    let api = WebApi::new(Config::default());
    let client = Client::new(&api);
    let begin = |assignment: &str| {
        let ask =
            json!({ "id": 1, "ask": "grade", "assignment": assignment, "seed": 1, "program": "p" });
        client.ask(&ask)["reason"].to_string()
    };
    assert!(begin("nothing").contains("there is no assignment nothing"));
    assert!(begin("i2p3").contains("espalier grade PROGRAM --assignment i2p3"));
    let reply = client.ask(&json!({ "id": 1, "ask": "grade-reply", "reply": "late" }));
    assert!(
        reply["reason"].to_string().contains("begin again"),
        "{reply}"
    );
    let list = client.ask(&json!({ "id": 1, "ask": "assignments" }));
    assert!(
        list["assignments"]
            .as_array()
            .is_some_and(|all| all.len() >= 8)
    );
}
