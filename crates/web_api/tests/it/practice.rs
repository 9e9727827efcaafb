//! Exercises as a page asks for them.

use crate::client::Client;
use serde_json::json;
use web_api::{Config, WebApi};

#[test]
fn an_exercise_is_drawn_and_its_answers_are_marked() {
    let api = WebApi::new(Config::default());
    let client = Client::new(&api);
    let random = json!({ "from": "random", "shape": "3x3", "seed": 7 });
    let reply = client.ask(&json!({ "id": 1, "ask": "practice", "tree": random, "narrow": true }));
    let exercise = &reply["exercise"];
    assert_eq!(
        (&reply["say"], &exercise["points"]),
        (&json!("practice"), &json!(10)),
        "{reply}"
    );
    let list = |field: &str| exercise[field].as_array().expect("a list").len();
    assert_eq!(
        (list("names"), list("leaves"), list("questions")),
        (13, 9, 6)
    );
    // The drawing shows no answer, the solution does.
    let drawn = |field: &str| exercise[field].to_string();
    assert_eq!(drawn("parts").matches("(?, ?)").count(), 3);
    assert!(!drawn("parts").contains("data-cut=") && drawn("solution").contains("data-cut="));
    // A link carries the tree and the seed of the questions.
    let given = json!({ "from": "given", "tree": exercise["tree"], "seed": 7 });
    let again = client.ask(&json!({ "id": 2, "ask": "practice", "tree": given, "narrow": true }));
    assert_eq!(&again["exercise"], exercise);
    let mark = |id: u32, question: u32, answer: &str| {
        client.ask(&json!({ "id": id, "ask": "practice-mark", "tree": given, "question": question, "answer": answer }))
    };
    let wrong = mark(3, 0, "4");
    assert_eq!(
        (&wrong["say"], &wrong["mark"]["right"]),
        (&json!("practice-marked"), &json!(false))
    );
    assert_eq!(wrong["mark"]["reasons"].as_array().map(Vec::len), Some(1));
    let answer = wrong["mark"]["answer"].as_str().expect("an answer");
    assert_eq!(mark(4, 0, answer)["mark"]["points"], 2);
    let refused = mark(5, 0, "many");
    assert_eq!(refused["say"], "refused", "{refused}");
    let shape = json!({ "from": "random", "shape": "9x9", "seed": 7 });
    let refused = client.ask(&json!({ "id": 6, "ask": "practice", "tree": shape, "narrow": true }));
    assert!(
        refused["reason"]
            .as_str()
            .is_some_and(|it| it.contains("such as 3x3x3")),
        "{refused}"
    );
}
