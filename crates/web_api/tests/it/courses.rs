//! Programs of the course documents can be stopped.

use crate::client::{Client, quick};
use serde_json::json;
use web_api::{Config, WebApi};

#[test]
fn a_stop_reaches_a_course_player() {
    let api = WebApi::new(Config::default());
    let (client, other) = (Client::new(&api), Client::new(&api));
    let mut think = quick(1);
    think["spec"] = json!("report-minimax:depth=5");
    client.send(&think);
    assert_eq!(
        client.next_within(std::time::Duration::from_millis(300)),
        None
    );
    assert_eq!(client.stop(1), 1);
    let reply = client.last(1);
    assert_eq!(reply["stopped"], "asked", "{reply}");
    assert_eq!(other.ask(&quick(1))["say"], "chosen");
    assert_eq!(client.ask(&quick(2))["say"], "chosen");
}

#[test]
fn figures_of_two_documents_are_computed_at_once_and_can_be_stopped() {
    let api = WebApi::new(Config::default());
    let [first, second, third] = [(); 3].map(|()| Client::new(&api));
    let reproduce =
        |id: u32, document: &str| json!({ "id": id, "ask": "reproduce", "document": document });
    // This takes about thirteen seconds.
    first.send(&reproduce(1, "a4"));
    second.send(&reproduce(2, "a4"));
    // Another document does not wait for them.
    let reply = third.ask(&reproduce(3, "fascicle3"));
    assert_eq!(reply["say"], "reproduced", "{reply}");
    for (client, id) in [(&first, 1), (&second, 2)] {
        assert_eq!(client.stop(id), 1);
        let reply = client.last(id);
        assert_eq!(
            (&reply["say"], &reply["stopped"]),
            (&json!("refused"), &json!("asked")),
            "{reply}"
        );
    }
}
