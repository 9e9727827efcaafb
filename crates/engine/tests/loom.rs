//! All interleavings of threads on shared state: a slot of the transposition table, and the signals.
//!
//! `RUSTFLAGS="--cfg loom" cargo test -p engine --test loom --target-dir target/loom`, which is part of `make races`.

#![cfg(loom)]

use engine::transposition::slot::Slot;
use loom::sync::Arc;
use loom::thread;
use signal::Signal;

/// The production file, with loom's types instead of the standard ones.
#[path = "../../gametree/src/signal.rs"]
#[allow(dead_code, unreachable_pub)]
mod signal;

#[path = "../../gametree/src/table/slot.rs"]
#[allow(dead_code, unreachable_pub)]
mod slot;

#[path = "../../gametree/src/searches/parallel/split.rs"]
#[allow(dead_code, unreachable_pub)]
mod split;

#[path = "../../gametree/src/searches/parallel/pool.rs"]
#[allow(dead_code, unreachable_pub)]
mod pool;

#[allow(missing_docs)]
mod score {
    pub type Score = i32;
}

#[allow(missing_docs)]
mod sync {
    pub use loom::sync::atomic::{AtomicBool, AtomicU64, Ordering};
    pub use loom::sync::{Arc, Condvar, Mutex, MutexGuard};
}

/// Two entries of different positions, with keys and data that share no bits by chance.
const FIRST: (u64, u64) = (0x1357_9BDF_0246_8ACE, 0x00FF_1234_5678_9ABC);
const SECOND: (u64, u64) = (0xFEDC_BA98_7654_3210, 0x0F0F_0F0F_1111_2222);

/// Asserts that a read entry is complete. Other words do not match the requested key and count as empty.
fn assert_not_torn(slot: &Slot) {
    let (key, data) = slot.read();
    for (written_key, written_data) in [FIRST, SECOND] {
        if key == written_key {
            assert_eq!(data, written_data, "torn");
        }
    }
}

/// `TranspositionTable::store` reads a slot before writing it, and then loom no longer tries every order of the write and other
/// reads. So the slot is modelled alone.
#[test]
fn a_slot_is_never_read_torn() {
    loom::model(|| {
        let slot = Arc::new(Slot::default());
        let writers = [FIRST, SECOND].map(|(key, data)| {
            let slot = Arc::clone(&slot);
            thread::spawn(move || slot.write(key, data))
        });
        assert_not_torn(&slot);
        for writer in writers {
            writer.join().expect("no panic");
        }
        // Both threads have ended: the words may be of two writes, and must not match.
        assert_not_torn(&slot);
    });
}

#[test]
fn a_slot_is_never_read_torn_while_it_is_replaced() {
    loom::model(|| {
        let slot = Arc::new(Slot::default());
        slot.write(FIRST.0, FIRST.1);
        let writer = {
            let slot = Arc::clone(&slot);
            thread::spawn(move || slot.write(SECOND.0, SECOND.1))
        };
        let reader = {
            let slot = Arc::clone(&slot);
            thread::spawn(move || assert_not_torn(&slot))
        };
        assert_not_torn(&slot);
        writer.join().expect("no panic");
        reader.join().expect("not torn");
        assert_eq!(slot.read(), SECOND);
    });
}

/// A missed wake-up leaves the waiting thread asleep for ever, which loom reports as a deadlock.
#[test]
fn ponderhit_wakes_a_waiting_search() {
    loom::model(|| {
        let signal = Arc::new(Signal::default());
        let speaker = {
            let signal = Arc::clone(&signal);
            thread::spawn(move || signal.ponder_hit())
        };
        signal.wait_for_release(false, true);
        assert!(signal.is_ponder_hit());
        speaker.join().expect("no panic");
    });
}

#[test]
fn stop_and_ponderhit_from_two_threads_wake_a_search() {
    loom::model(|| {
        let signal = Arc::new(Signal::default());
        let speakers = [Signal::stop, Signal::ponder_hit].map(|word| {
            let signal = Arc::clone(&signal);
            thread::spawn(move || word(&signal))
        });
        signal.wait_for_release(false, true);
        assert!(signal.is_stopped() || signal.is_ponder_hit());
        for speaker in speakers {
            speaker.join().expect("no panic");
        }
    });
}

#[test]
fn infinite_search_answers_only_after_stop() {
    loom::model(|| {
        let signal = Arc::new(Signal::default());
        let speaker = {
            let signal = Arc::clone(&signal);
            thread::spawn(move || {
                signal.ponder_hit();
                signal.stop();
            })
        };
        signal.wait_for_release(true, true);
        assert!(signal.is_stopped());
        speaker.join().expect("no panic");
    });
}

/// The search reads the flag without a lock, about every thousand nodes.
#[test]
fn polling_search_sees_stop() {
    loom::model(|| {
        let signal = Arc::new(Signal::default());
        let speaker = {
            let signal = Arc::clone(&signal);
            thread::spawn(move || signal.stop())
        };
        while !signal.is_stopped() {
            thread::yield_now();
        }
        signal.wait_for_release(true, false);
        speaker.join().expect("no panic");
    });
}

/// The shared structures of `gametree`'s parallel searches: a slot of their table, a split node, the work queue.
mod parallel {
    use loom::sync::Arc;
    use loom::thread;

    use super::{FIRST, SECOND, pool, slot, split};

    #[test]
    fn a_slot_of_the_shared_table_is_never_read_torn() {
        loom::model(|| {
            let slot = Arc::new(slot::Slot::default());
            let writers = [FIRST, SECOND].map(|(key, data)| {
                let slot = Arc::clone(&slot);
                thread::spawn(move || slot.write(key, data))
            });
            let is_whole =
                |(key, data)| [FIRST, SECOND].iter().all(|&(k, d)| key != k || data == d);
            assert!(is_whole(slot.read()), "torn");
            for writer in writers {
                writer.join().expect("no panic");
            }
            assert!(is_whole(slot.read()), "torn");
        });
    }

    #[test]
    fn every_move_of_a_split_node_is_taken_once_and_the_first_best_move_wins() {
        loom::model(|| {
            let values = [4, 5, 5];
            let split = split::Split::new(vec![0, 1, 2], 0, (-100, 100), -200, Vec::new());
            let split = Arc::new(split);
            let work = move |split: &split::Split<usize>| {
                let mut taken = Vec::new();
                while let Some(task) = split.take() {
                    taken.push(task.mv);
                    // As a search with the window above the floor: exact inside it, a bound below.
                    let value = values[task.mv];
                    split.report(&task, value.max(task.floor.min(value)), &[]);
                }
                taken
            };
            let other = {
                let split = Arc::clone(&split);
                thread::spawn(move || work(&split))
            };
            let mut taken = work(&split);
            taken.extend(other.join().expect("no panic"));
            taken.sort_unstable();
            assert_eq!(taken, [0, 1, 2]);
            assert_eq!(split.result(), (5, 1, vec![1]));
        });
    }

    #[test]
    fn after_a_cut_no_move_is_taken() {
        loom::model(|| {
            let split = split::Split::new(vec![0, 1], 0, (0, 10), -200, Vec::new());
            let split = Arc::new(split);
            let other = {
                let split = Arc::clone(&split);
                thread::spawn(move || {
                    if let Some(task) = split.take() {
                        split.report(&task, 10, &[]);
                    }
                })
            };
            other.join().expect("no panic");
            assert!(split.is_cut() && split.take().is_none() && !split.has_moves());
            assert_eq!(split.result().0, 10);
        });
    }

    /// A missed wake-up would leave the helper or the owner asleep for ever, which loom reports as a deadlock.
    #[test]
    fn the_owner_of_a_job_returns_after_its_helper_and_the_helper_after_the_end() {
        use loom::sync::atomic::{AtomicU64, Ordering};
        loom::model(|| {
            let pool = Arc::new(pool::Pool::<AtomicU64>::new());
            let helper = {
                let pool = Arc::clone(&pool);
                thread::spawn(move || {
                    while let Some(job) = pool.join(|job| job.load(Ordering::Relaxed) == 0) {
                        job.fetch_add(1, Ordering::Relaxed);
                        pool.leave(&job);
                    }
                })
            };
            let job = Arc::new(AtomicU64::new(0));
            pool.open(&job);
            assert!(pool.close(&job, |_| false).is_none());
            // The helper has left the job, or never joined it.
            let done = job.load(Ordering::Relaxed);
            assert!(done <= 1);
            pool.finish();
            helper.join().expect("no panic");
            assert_eq!(
                job.load(Ordering::Relaxed),
                done,
                "nothing is done after the end"
            );
        });
    }
}
