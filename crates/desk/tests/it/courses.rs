//! Programs of the course documents, which were not made to be stopped.

use std::time::Instant;

use crate::client::{Client, LONG, quick};
use desk::{Config, Desk};
use serde_json::json;

#[test]
fn a_course_player_is_stopped_and_others_are_served() {
    let desk = Desk::new(Config::default());
    let (client, other) = (Client::new(&desk), Client::new(&desk));
    let mut think = quick(1);
    think["spec"] = json!("report-minimax:depth=5");
    client.send(&think);
    assert_eq!(
        client.next_within(std::time::Duration::from_millis(300)),
        None
    );
    let stopped = Instant::now();
    assert_eq!(client.stop(1), 1);
    let said = client.last(1);
    assert_eq!(said["stopped"], "asked", "{said}");
    // The grace is two seconds; five times as much on a busy machine.
    assert!(stopped.elapsed() < LONG / 6, "{:?}", stopped.elapsed());
    assert_eq!(other.ask(&quick(1))["say"], "chosen");
    assert_eq!(client.ask(&quick(2))["say"], "chosen");
}

#[test]
fn figures_are_computed_without_holding_anybody_up_and_can_be_stopped() {
    let desk = Desk::new(Config::default());
    let [first, second, third] = [(); 3].map(|()| Client::new(&desk));
    let reproduce =
        |id: u32, document: &str| json!({ "id": id, "ask": "reproduce", "document": document });
    // Thirteen seconds of work.
    first.send(&reproduce(1, "a4"));
    second.send(&reproduce(2, "a4"));
    // Another document does not wait for these two.
    let said = third.ask(&reproduce(3, "fascicle3"));
    assert_eq!(said["say"], "reproduced", "{said}");
    let stopped = Instant::now();
    for (client, id) in [(&first, 1), (&second, 2)] {
        assert_eq!(client.stop(id), 1);
        let said = client.last(id);
        assert_eq!(
            (&said["say"], &said["stopped"]),
            (&json!("refused"), &json!("asked")),
            "{said}"
        );
    }
    assert!(stopped.elapsed() < LONG / 3, "{:?}", stopped.elapsed());
}
