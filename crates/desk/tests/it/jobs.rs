//! Jobs can always be stopped, and nobody takes what belongs to others.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::client::{Client, LONG, endless, quick};
use desk::protocol::Say;
use desk::{Budget, Config, Desk, Job, Needs};
use serde_json::json;

/// A desk with room for so many threads, and little patience.
fn desk(threads: usize) -> Desk {
    let page = Budget {
        jobs: 4,
        threads,
        mebibytes: 1_024,
        time: Duration::from_secs(100_000),
    };
    Desk::new(Config {
        page,
        all: Budget { jobs: 32, ..page },
        grace: Duration::from_millis(200),
        patience: Duration::from_millis(200),
        ..Config::default()
    })
}

/// What a job of one thread takes.
fn one_thread(time: Duration) -> Needs {
    Needs {
        threads: 1,
        mebibytes: 1,
        time,
    }
}

/// Counts those at work.
struct AtWork(Arc<AtomicUsize>);

impl AtWork {
    fn new(count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::SeqCst);
        Self(Arc::clone(count))
    }
}

impl Drop for AtWork {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Waits for something to become true.
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let end = Instant::now() + LONG;
    while !is_so() {
        assert!(Instant::now() < end, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A job that goes on until it is stopped.
fn obedient(client: &Client, id: u32, count: &Arc<AtomicUsize>, time: Duration) {
    let count = Arc::clone(count);
    client.page.begin(id, one_thread(time), move |job: Job| {
        let _here = AtWork::new(&count);
        while !job.is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(Say::Done)
    });
}

/// A job that does not look at its stop, but at `release`.
fn stubborn(client: &Client, id: u32, release: &Arc<AtomicBool>, count: &Arc<AtomicUsize>) {
    let (release, count) = (Arc::clone(release), Arc::clone(count));
    client.page.begin(id, one_thread(LONG), move |job: Job| {
        let _here = AtWork::new(&count);
        while !release.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(1));
        }
        // Nobody wants to hear this any more.
        job.part(Say::Done);
        Ok(Say::Done)
    });
}

#[test]
fn ten_questions_with_one_number_are_ten_jobs() {
    let desk = desk(16);
    let client = Client::new(&desk);
    for _ in 0..10 {
        client.send(&endless(7));
    }
    // Four of them run. The others are refused, and not forgotten while they run.
    for _ in 0..6 {
        let said = client.last(7);
        assert_eq!(said["say"], "refused", "{said}");
        assert!(
            said["reason"]
                .as_str()
                .is_some_and(|text| text.contains("4 jobs")),
            "{said}"
        );
    }
    // A stop by the number is for all of them.
    assert_eq!(client.stop(7), 4);
    for _ in 0..4 {
        let said = client.last(7);
        assert_eq!(said["say"], "chosen", "{said}");
        assert_eq!(said["stopped"], "asked", "{said}");
    }
    assert_eq!(client.stop(7), 0);
    assert_eq!(client.ask(&quick(7))["say"], "chosen");
}

#[test]
fn all_jobs_of_a_page_end_when_it_is_gone() {
    let desk = desk(4);
    let at_work = Arc::new(AtomicUsize::new(0));
    let client = Client::new(&desk);
    for _ in 0..4 {
        obedient(&client, 1, &at_work, LONG);
    }
    wait_until("four jobs begin", || at_work.load(Ordering::SeqCst) == 4);
    drop(client);
    wait_until("four jobs end", || at_work.load(Ordering::SeqCst) == 0);
    assert_eq!(Client::new(&desk).ask(&quick(1))["say"], "chosen");
}

#[test]
fn a_job_that_does_not_obey_harms_only_its_own_page() {
    let desk = desk(2);
    let (release, at_work) = (
        Arc::new(AtomicBool::new(false)),
        Arc::new(AtomicUsize::new(0)),
    );
    let rude = Client::new(&desk);
    stubborn(&rude, 1, &release, &at_work);
    stubborn(&rude, 2, &release, &at_work);
    wait_until("two jobs begin", || at_work.load(Ordering::SeqCst) == 2);
    // They hold all threads there are, so this waits.
    let polite = Client::new(&desk);
    polite.send(&quick(1));
    assert_eq!(polite.next()["say"], "waiting");
    // The stop is answered though they go on, and the room is free again.
    assert_eq!((rude.stop(1), rude.stop(2)), (1, 1));
    for id in [1, 2] {
        let said = rude.last(id);
        assert_eq!(
            (&said["say"], &said["stopped"]),
            (&json!("refused"), &json!("asked"))
        );
    }
    assert_eq!(polite.last(1)["say"], "chosen");
    assert_eq!(at_work.load(Ordering::SeqCst), 2, "they are still at it");
    // Whoever has two of them gets no more until they have ended; what they say then is not heard.
    let said = rude.ask(&quick(3));
    assert!(
        said["reason"]
            .as_str()
            .is_some_and(|text| text.contains("have not ended yet")),
        "{said}"
    );
    release.store(true, Ordering::SeqCst);
    wait_until("they end", || {
        let said = rude.ask(&quick(4));
        said["say"] == "chosen"
    });
    assert_eq!(rude.next_within(Duration::from_millis(100)), None);
}

#[test]
fn a_gone_page_with_jobs_that_do_not_obey_makes_room() {
    let desk = desk(2);
    let (release, at_work) = (
        Arc::new(AtomicBool::new(false)),
        Arc::new(AtomicUsize::new(0)),
    );
    for _ in 0..3 {
        let rude = Client::new(&desk);
        stubborn(&rude, 1, &release, &at_work);
        stubborn(&rude, 1, &release, &at_work);
    }
    assert_eq!(Client::new(&desk).ask(&quick(1))["say"], "chosen");
    release.store(true, Ordering::SeqCst);
}

#[test]
fn a_job_is_stopped_when_its_time_is_up() {
    let desk = desk(1);
    let client = Client::new(&desk);
    let at_work = Arc::new(AtomicUsize::new(0));
    obedient(&client, 1, &at_work, Duration::from_millis(100));
    let said = client.last(1);
    assert_eq!(
        (&said["say"], &said["stopped"]),
        (&json!("done"), &json!("deadline"))
    );
}

#[test]
fn a_job_that_waits_can_be_stopped() {
    let desk = desk(1);
    let at_work = Arc::new(AtomicUsize::new(0));
    let (first, second) = (Client::new(&desk), Client::new(&desk));
    obedient(&first, 1, &at_work, LONG);
    wait_until("it begins", || at_work.load(Ordering::SeqCst) == 1);
    obedient(&second, 5, &at_work, LONG);
    let said = second.next();
    assert_eq!(
        (&said["say"], &said["ahead"]),
        (&json!("waiting"), &json!(0))
    );
    second.send(&json!({ "id": 6, "ask": "stop", "job": 5 }));
    let said = second.last(5);
    assert_eq!(
        (&said["say"], &said["stopped"]),
        (&json!("refused"), &json!("asked"))
    );
    assert_eq!(second.last(6)["jobs"], 1);
    assert_eq!(at_work.load(Ordering::SeqCst), 1, "the other goes on");
    // A page cannot stop what is not its own.
    assert_eq!(second.stop(1), 0);
    assert_eq!(first.stop(1), 1);
    assert_eq!(first.last(1)["say"], "done");
}

#[test]
fn a_page_that_does_not_read_loses_its_jobs_and_nobody_else_does() {
    let desk = desk(1);
    let slow = Client::new(&desk);
    let ended = Arc::new(AtomicBool::new(false));
    let end = Arc::clone(&ended);
    slow.page.begin(1, one_thread(LONG), move |job: Job| {
        while !job.is_stopped() {
            job.part(Say::Done);
        }
        end.store(true, Ordering::SeqCst);
        Ok(Say::Done)
    });
    // There is one thread, and it is blocked by a page that does not read.
    assert_eq!(Client::new(&desk).ask(&quick(1))["say"], "chosen");
    assert!(ended.load(Ordering::SeqCst));
    // When the page reads again it learns what happened.
    let said = slow.last(1);
    assert_eq!(
        (&said["say"], &said["stopped"]),
        (&json!("done"), &json!("slow"))
    );
    assert_eq!(slow.ask(&quick(2))["say"], "chosen");
}

#[test]
fn news_that_nobody_reads_do_not_keep_a_job_either() {
    let desk = desk(1);
    let slow = Client::new(&desk);
    slow.page.begin(1, one_thread(LONG), |job: Job| {
        while !job.is_stopped() {
            job.news(Say::Done);
        }
        Ok(Say::Done)
    });
    assert_eq!(Client::new(&desk).ask(&quick(1))["say"], "chosen");
    assert_eq!(slow.last(1)["stopped"], "slow");
}

#[test]
fn a_crash_is_told_and_leaves_nothing_behind() {
    let desk = desk(1);
    let client = Client::new(&desk);
    for id in 1..4 {
        client
            .page
            .begin(id, one_thread(LONG), |_| panic!("on purpose, for a test"));
        let said = client.last(id);
        assert_eq!(said["say"], "refused");
        assert_eq!(said["stopped"], json!(null));
    }
    assert_eq!(client.ask(&quick(9))["say"], "chosen");
}

#[test]
fn a_small_job_overtakes_one_that_does_not_fit() {
    let desk = Desk::new(Config {
        page: Budget {
            threads: 2,
            ..Budget::of_a_page()
        },
        all: Budget {
            threads: 2,
            ..Budget::of_all()
        },
        ..Config::default()
    });
    let at_work = Arc::new(AtomicUsize::new(0));
    let [busy, large, small] = [(); 3].map(|()| Client::new(&desk));
    obedient(&busy, 1, &at_work, LONG);
    let both = Needs {
        threads: 2,
        ..one_thread(LONG)
    };
    large.page.begin(1, both, |_| Ok(Say::Done));
    assert_eq!(large.next()["say"], "waiting");
    assert_eq!(small.ask(&quick(1))["say"], "chosen");
    assert_eq!(large.next_within(Duration::from_millis(100)), None);
    assert_eq!(busy.stop(1), 1);
    assert_eq!(large.last(1)["say"], "done");
}

#[test]
fn parts_of_a_job_have_alarms() {
    let desk = desk(1);
    let client = Client::new(&desk);
    client.page.begin(1, one_thread(LONG), |job: Job| {
        let alarm = job.alarm(Duration::from_millis(50));
        while !alarm.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert!(!job.is_stopped(), "only the part has ended");
        let alarm = job.alarm(LONG);
        while !alarm.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(Say::Done)
    });
    assert_eq!(client.next_within(Duration::from_millis(300)), None);
    assert_eq!(client.stop(1), 1);
    let said = client.last(1);
    assert_eq!(
        (&said["say"], &said["stopped"]),
        (&json!("done"), &json!("asked"))
    );
}

#[test]
fn there_are_only_so_many_pages() {
    let desk = Desk::new(Config {
        pages: 2,
        ..Config::default()
    });
    let outbox = || Arc::new(desk::Outbox::new(|| ()));
    let first = desk.page(outbox());
    let _second = desk.page(outbox()).expect("room");
    let reason = desk.page(outbox()).err().expect("no room");
    assert!(reason.contains("close one"), "{reason}");
    drop(first);
    assert!(desk.page(outbox()).is_ok());
}
