//! Every job can be cancelled, and no page can use the budget of another.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::client::{Client, LONG, endless, quick};
use serde_json::json;
use web_api::protocol::Reply;
use web_api::{Budget, Config, Job, Needs, WebApi};

/// Returns an instance with a budget of `threads` and short timeouts.
fn api(threads: usize) -> WebApi {
    let per_page = Budget {
        jobs: 4,
        threads,
        mebibytes: 1_024,
        time: Duration::from_secs(100_000),
    };
    WebApi::new(Config {
        per_page,
        total: Budget {
            jobs: 32,
            ..per_page
        },
        grace: Duration::from_millis(200),
        read_timeout: Duration::from_millis(200),
        ..Config::default()
    })
}

/// Returns the needs of a job with one thread.
fn one_thread(time: Duration) -> Needs {
    Needs {
        threads: 1,
        mebibytes: 1,
        time,
    }
}

/// Counts running jobs.
struct Running(Arc<AtomicUsize>);

impl Running {
    fn new(count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::SeqCst);
        Self(Arc::clone(count))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Waits until a condition is true.
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let end = Instant::now() + LONG;
    while !is_so() {
        assert!(Instant::now() < end, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Submits a job that runs until it is cancelled.
fn submit_cancellable(client: &Client, id: u32, count: &Arc<AtomicUsize>, time: Duration) {
    let count = Arc::clone(count);
    client.page.submit(id, one_thread(time), move |job: Job| {
        let _here = Running::new(&count);
        while !job.is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(Reply::Done)
    });
}

/// Submits a job that ignores its cancellation token and runs until `release`.
fn submit_uncancellable(
    client: &Client,
    id: u32,
    release: &Arc<AtomicBool>,
    count: &Arc<AtomicUsize>,
) {
    let (release, count) = (Arc::clone(release), Arc::clone(count));
    client.page.submit(id, one_thread(LONG), move |job: Job| {
        let _here = Running::new(&count);
        while !release.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(1));
        }
        // This reply is dropped.
        job.send(Reply::Done);
        Ok(Reply::Done)
    });
}

#[test]
fn ten_requests_with_one_id_are_ten_jobs() {
    let api = api(16);
    let client = Client::new(&api);
    for _ in 0..10 {
        client.send(&endless(7));
    }
    // Four of them run. The others are rejected.
    for _ in 0..6 {
        let reply = client.last(7);
        assert_eq!(reply["say"], "refused", "{reply}");
        assert!(
            reply["reason"]
                .as_str()
                .is_some_and(|text| text.contains("4 jobs")),
            "{reply}"
        );
    }
    // A stop cancels all jobs with the id.
    assert_eq!(client.stop(7), 4);
    for _ in 0..4 {
        let reply = client.last(7);
        assert_eq!(reply["say"], "chosen", "{reply}");
        assert_eq!(reply["stopped"], "asked", "{reply}");
    }
    assert_eq!(client.stop(7), 0);
    assert_eq!(client.ask(&quick(7))["say"], "chosen");
}

#[test]
fn all_jobs_of_a_page_end_when_it_disconnects() {
    let api = api(4);
    let running = Arc::new(AtomicUsize::new(0));
    let client = Client::new(&api);
    for _ in 0..4 {
        submit_cancellable(&client, 1, &running, LONG);
    }
    wait_until("four jobs start", || running.load(Ordering::SeqCst) == 4);
    drop(client);
    wait_until("four jobs end", || running.load(Ordering::SeqCst) == 0);
    assert_eq!(Client::new(&api).ask(&quick(1))["say"], "chosen");
}

#[test]
fn a_job_that_ignores_its_cancellation_blocks_only_its_own_page() {
    let api = api(2);
    let (release, running) = (
        Arc::new(AtomicBool::new(false)),
        Arc::new(AtomicUsize::new(0)),
    );
    let lost = Client::new(&api);
    submit_uncancellable(&lost, 1, &release, &running);
    submit_uncancellable(&lost, 2, &release, &running);
    wait_until("two jobs start", || running.load(Ordering::SeqCst) == 2);
    // They use all threads, so this job waits.
    let other = Client::new(&api);
    other.send(&quick(1));
    assert_eq!(other.next()["say"], "waiting");
    // The stop is answered although they still run, and their threads are free again.
    assert_eq!((lost.stop(1), lost.stop(2)), (1, 1));
    for id in [1, 2] {
        let reply = lost.last(id);
        assert_eq!(
            (&reply["say"], &reply["stopped"]),
            (&json!("refused"), &json!("asked"))
        );
    }
    assert_eq!(other.last(1)["say"], "chosen");
    assert_eq!(running.load(Ordering::SeqCst), 2, "they still run");
    // A page with two lost jobs gets no more until they have ended. Their late replies are dropped.
    let reply = lost.ask(&quick(3));
    assert!(
        reply["reason"]
            .as_str()
            .is_some_and(|text| text.contains("have not ended yet")),
        "{reply}"
    );
    release.store(true, Ordering::SeqCst);
    wait_until("they end", || {
        let reply = lost.ask(&quick(4));
        reply["say"] == "chosen"
    });
    assert_eq!(lost.next_within(Duration::from_millis(100)), None);
}

#[test]
fn lost_jobs_of_disconnected_pages_free_their_threads() {
    let api = api(2);
    let (release, running) = (
        Arc::new(AtomicBool::new(false)),
        Arc::new(AtomicUsize::new(0)),
    );
    for _ in 0..3 {
        let lost = Client::new(&api);
        submit_uncancellable(&lost, 1, &release, &running);
        submit_uncancellable(&lost, 1, &release, &running);
    }
    assert_eq!(Client::new(&api).ask(&quick(1))["say"], "chosen");
    release.store(true, Ordering::SeqCst);
}

#[test]
fn a_job_is_cancelled_at_its_deadline() {
    let api = api(1);
    let client = Client::new(&api);
    let running = Arc::new(AtomicUsize::new(0));
    submit_cancellable(&client, 1, &running, Duration::from_millis(100));
    let reply = client.last(1);
    assert_eq!(
        (&reply["say"], &reply["stopped"]),
        (&json!("done"), &json!("deadline"))
    );
}

#[test]
fn a_waiting_job_can_be_cancelled() {
    let api = api(1);
    let running = Arc::new(AtomicUsize::new(0));
    let (first, second) = (Client::new(&api), Client::new(&api));
    submit_cancellable(&first, 1, &running, LONG);
    wait_until("it starts", || running.load(Ordering::SeqCst) == 1);
    submit_cancellable(&second, 5, &running, LONG);
    let reply = second.next();
    assert_eq!(
        (&reply["say"], &reply["ahead"]),
        (&json!("waiting"), &json!(0))
    );
    second.send(&json!({ "id": 6, "ask": "stop", "job": 5 }));
    let reply = second.last(5);
    assert_eq!(
        (&reply["say"], &reply["stopped"]),
        (&json!("refused"), &json!("asked"))
    );
    assert_eq!(second.last(6)["jobs"], 1);
    assert_eq!(
        running.load(Ordering::SeqCst),
        1,
        "the other one still runs"
    );
    // A page cannot cancel jobs of another page.
    assert_eq!(second.stop(1), 0);
    assert_eq!(first.stop(1), 1);
    assert_eq!(first.last(1)["say"], "done");
}

#[test]
fn jobs_of_a_page_that_does_not_read_are_cancelled() {
    let api = api(1);
    let slow = Client::new(&api);
    let ended = Arc::new(AtomicBool::new(false));
    let end = Arc::clone(&ended);
    slow.page.submit(1, one_thread(LONG), move |job: Job| {
        while !job.is_stopped() {
            job.send(Reply::Done);
        }
        end.store(true, Ordering::SeqCst);
        Ok(Reply::Done)
    });
    // The only thread is blocked by a page that does not read.
    assert_eq!(Client::new(&api).ask(&quick(1))["say"], "chosen");
    assert!(ended.load(Ordering::SeqCst));
    // When the page reads again it gets the cause.
    let reply = slow.last(1);
    assert_eq!(
        (&reply["say"], &reply["stopped"]),
        (&json!("done"), &json!("slow"))
    );
    assert_eq!(slow.ask(&quick(2))["say"], "chosen");
}

#[test]
fn unread_progress_cancels_a_job_too() {
    let api = api(1);
    let slow = Client::new(&api);
    slow.page.submit(1, one_thread(LONG), |job: Job| {
        while !job.is_stopped() {
            job.try_send(Reply::Done);
        }
        Ok(Reply::Done)
    });
    assert_eq!(Client::new(&api).ask(&quick(1))["say"], "chosen");
    assert_eq!(slow.last(1)["stopped"], "slow");
}

#[test]
fn a_panic_is_reported_and_frees_the_budget() {
    let api = api(1);
    let client = Client::new(&api);
    for id in 1..4 {
        client
            .page
            .submit(id, one_thread(LONG), |_| panic!("on purpose, for a test"));
        let reply = client.last(id);
        assert_eq!(reply["say"], "refused");
        assert_eq!(reply["stopped"], json!(null));
    }
    assert_eq!(client.ask(&quick(9))["say"], "chosen");
}

#[test]
fn a_small_job_overtakes_one_that_does_not_fit() {
    let api = WebApi::new(Config {
        per_page: Budget {
            threads: 2,
            ..Budget::per_page()
        },
        total: Budget {
            threads: 2,
            ..Budget::total()
        },
        ..Config::default()
    });
    let running = Arc::new(AtomicUsize::new(0));
    let [busy, large, small] = [(); 3].map(|()| Client::new(&api));
    submit_cancellable(&busy, 1, &running, LONG);
    let both = Needs {
        threads: 2,
        ..one_thread(LONG)
    };
    large.page.submit(1, both, |_| Ok(Reply::Done));
    assert_eq!(large.next()["say"], "waiting");
    assert_eq!(small.ask(&quick(1))["say"], "chosen");
    assert_eq!(large.next_within(Duration::from_millis(100)), None);
    assert_eq!(busy.stop(1), 1);
    assert_eq!(large.last(1)["say"], "done");
}

#[test]
fn parts_of_a_job_have_timeouts() {
    let api = api(1);
    let client = Client::new(&api);
    client.page.submit(1, one_thread(LONG), |job: Job| {
        let timeout = job.timeout(Duration::from_millis(50));
        while !timeout.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert!(!job.is_stopped(), "only the part has ended");
        let timeout = job.timeout(LONG);
        while !timeout.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(Reply::Done)
    });
    assert_eq!(client.next_within(Duration::from_millis(300)), None);
    assert_eq!(client.stop(1), 1);
    let reply = client.last(1);
    assert_eq!(
        (&reply["say"], &reply["stopped"]),
        (&json!("done"), &json!("asked"))
    );
}

#[test]
fn the_number_of_pages_is_limited() {
    let api = WebApi::new(Config {
        pages: 2,
        ..Config::default()
    });
    let outbox = || Arc::new(web_api::Outbox::new(|| ()));
    let first = api.page(outbox());
    let _second = api.page(outbox()).expect("room");
    let reason = api.page(outbox()).err().expect("no room");
    assert!(reason.contains("close one"), "{reason}");
    drop(first);
    assert!(api.page(outbox()).is_ok());
}

#[test]
fn a_network_is_trained_until_it_is_stopped() {
    let desk = WebApi::new(Config::default());
    let client = Client::new(&desk);
    client.send(&json!({ "id": 7, "ask": "train", "seed": 1 }));
    let first = client.next_within(Duration::from_secs(60));
    let first = first.expect("a report");
    assert_eq!(first["say"], "trained", "{first}");
    assert_eq!(first["training"]["samples"], 0);
    assert_eq!(client.stop(7), 1);
    let last = client.last(7);
    assert_eq!(
        (&last["say"], &last["stopped"]),
        (&json!("trained"), &json!("asked"))
    );
    assert_eq!(last["training"]["kinds"].as_array().map(Vec::len), Some(5));
}
