//! A page without a browser: it asks the desk and reads what it is told.

use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use desk::{Desk, Outbox, PageHandle};
use serde_json::{Value, json};

/// Longer than anything here takes on a busy machine.
pub const LONG: Duration = Duration::from_secs(60);

/// A page that reads.
pub struct Client {
    pub page: PageHandle,
    news: Arc<(Mutex<()>, Condvar)>,
}

impl Client {
    pub fn new(desk: &Desk) -> Self {
        let news = Arc::new((Mutex::new(()), Condvar::new()));
        let wake = Arc::clone(&news);
        let outbox = Outbox::new(move || {
            let _held = wake.0.lock().expect("a lock");
            wake.1.notify_all();
        });
        Self {
            page: desk.page(Arc::new(outbox)).expect("room for a page"),
            news,
        }
    }

    pub fn send(&self, question: &Value) {
        self.page.hear(&question.to_string());
    }

    /// The next message, if one comes in time.
    pub fn next_within(&self, time: Duration) -> Option<Value> {
        let end = Instant::now() + time;
        loop {
            let held = self.news.0.lock().expect("a lock");
            if let Some(text) = self.page.outbox().take() {
                return Some(serde_json::from_str(&text).expect("JSON"));
            }
            let left = end.checked_duration_since(Instant::now())?;
            drop(self.news.1.wait_timeout(held, left).expect("a lock"));
        }
    }

    pub fn next(&self) -> Value {
        self.next_within(LONG).expect("a message in time")
    }

    /// The last message about a question.
    pub fn last(&self, id: u32) -> Value {
        loop {
            let said = self.next();
            if said["id"] == id && said["last"] == true {
                return said;
            }
        }
    }

    /// Asks, and gives the last answer.
    pub fn ask(&self, question: &Value) -> Value {
        self.send(question);
        let id = question["id"].as_u64().expect("a number") as u32;
        self.last(id)
    }

    /// Stops, and gives how many jobs there were.
    pub fn stop(&self, job: u32) -> u64 {
        self.send(&json!({ "id": 1_000_000, "ask": "stop", "job": job }));
        loop {
            let said = self.next();
            if said["say"] == "stopping" {
                assert_eq!(said["last"], true);
                return said["jobs"].as_u64().expect("a number");
            }
        }
    }
}

/// A search that goes on until it is stopped.
pub fn endless(id: u32) -> Value {
    json!({ "id": id, "ask": "think", "spec": "alphabeta", "seat": null, "limit": {}, "clocks": null, "live": true,
        "line": { "game": "chess", "start": null, "moves": [] } })
}

/// A search that takes a moment.
pub fn quick(id: u32) -> Value {
    json!({ "id": id, "ask": "think", "spec": "alphabeta:depth=2", "seat": null, "limit": {}, "clocks": null,
        "live": false, "line": { "game": "chess", "start": null, "moves": [] } })
}
