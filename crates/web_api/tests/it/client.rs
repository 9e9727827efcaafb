//! A client that sends requests and reads replies, in place of a browser.

use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use web_api::{Outbox, PageHandle, WebApi};

/// A time limit that no test reaches, even on a busy machine.
pub const LONG: Duration = Duration::from_secs(60);

/// A connected page.
pub struct Client {
    pub page: PageHandle,
    wake: Arc<(Mutex<()>, Condvar)>,
}

impl Client {
    pub fn new(api: &WebApi) -> Self {
        let wake = Arc::new((Mutex::new(()), Condvar::new()));
        let woken = Arc::clone(&wake);
        let outbox = Outbox::new(move || {
            let _held = woken.0.lock().expect("a lock");
            woken.1.notify_all();
        });
        Self {
            page: api.page(Arc::new(outbox)).expect("room for a page"),
            wake,
        }
    }

    pub fn send(&self, request: &Value) {
        self.page.receive(&request.to_string());
    }

    /// Returns the next reply, or `None` after `time`.
    pub fn next_within(&self, time: Duration) -> Option<Value> {
        let end = Instant::now() + time;
        loop {
            let held = self.wake.0.lock().expect("a lock");
            if let Some(text) = self.page.outbox().take() {
                return Some(serde_json::from_str(&text).expect("JSON"));
            }
            let left = end.checked_duration_since(Instant::now())?;
            drop(self.wake.1.wait_timeout(held, left).expect("a lock"));
        }
    }

    pub fn next(&self) -> Value {
        self.next_within(LONG).expect("a reply in time")
    }

    /// Returns the last reply to a request.
    pub fn last(&self, id: u32) -> Value {
        loop {
            let reply = self.next();
            if reply["id"] == id && reply["last"] == true {
                return reply;
            }
        }
    }

    /// Sends a request and returns its last reply.
    pub fn ask(&self, request: &Value) -> Value {
        self.send(request);
        let id = request["id"].as_u64().expect("a number") as u32;
        self.last(id)
    }

    /// Cancels jobs and returns their number.
    pub fn stop(&self, job: u32) -> u64 {
        self.send(&json!({ "id": 1_000_000, "ask": "stop", "job": job }));
        loop {
            let reply = self.next();
            if reply["say"] == "stopping" {
                assert_eq!(reply["last"], true);
                return reply["jobs"].as_u64().expect("a number");
            }
        }
    }
}

/// Returns a request for a search that runs until it is cancelled.
pub fn endless(id: u32) -> Value {
    json!({ "id": id, "ask": "think", "spec": "alphabeta", "seat": null, "limit": {}, "clocks": null, "live": true,
        "line": { "game": "chess", "start": null, "moves": [] } })
}

/// Returns a request for a short search.
pub fn quick(id: u32) -> Value {
    json!({ "id": id, "ask": "think", "spec": "alphabeta:depth=2", "seat": null, "limit": {}, "clocks": null,
        "live": false, "line": { "game": "chess", "start": null, "moves": [] } })
}
