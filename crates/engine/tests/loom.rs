//! Every way in which threads can interleave around what they share: a slot of the table, and the signals.
//!
//! `RUSTFLAGS="--cfg loom" cargo test -p engine --test loom --target-dir target/loom`, which is part of `make races`.

#![cfg(loom)]

use engine::transposition::slot::Slot;
use loom::sync::Arc;
use loom::thread;
use signal::Signal;

/// The very file that plays, with loom's types in place of the standard ones.
#[path = "../../gametree/src/signal.rs"]
#[allow(dead_code, unreachable_pub)]
mod signal;

#[allow(missing_docs)]
mod sync {
    pub use loom::sync::atomic::{AtomicBool, AtomicU64, Ordering};
    pub use loom::sync::{Arc, Condvar, Mutex, MutexGuard};
}

/// Two entries of different positions that share no bits by chance.
const FIRST: (u64, u64) = (0x1357_9BDF_0246_8ACE, 0x00FF_1234_5678_9ABC);
const SECOND: (u64, u64) = (0xFEDC_BA98_7654_3210, 0x0F0F_0F0F_1111_2222);

/// Asserts that what was read as one of the entries is all of it. Anything else does not fit the key that is asked for,
/// and counts as empty.
fn assert_not_torn(slot: &Slot) {
    let (key, data) = slot.read();
    for (written_key, written_data) in [FIRST, SECOND] {
        if key == written_key {
            assert_eq!(data, written_data, "torn");
        }
    }
}

/// A table's own `store` reads a slot before it writes to it, and loom then no longer tries every order of that write
/// and the reads of others. So the slot is modelled by itself.
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
        // Both are through: the words may still be of two writes, and are still not believed.
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

/// A wake-up that is missed leaves the waiting thread asleep for ever, which loom reports as a deadlock.
#[test]
fn whoever_ponders_hears_that_the_move_came() {
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
fn whoever_ponders_hears_stop_and_the_move_from_two_threads() {
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
fn an_endless_search_answers_after_stop_and_not_before() {
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

/// The searching thread looks at the flag without any lock, as the search does at every thousandth node.
#[test]
fn a_search_that_polls_sees_the_stop() {
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
