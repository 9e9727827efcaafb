//! Programs that exceed their resource limits or never end: each is reported and stopped.

#![cfg(target_os = "linux")]

use std::fs;
use std::time::{Duration, Instant};

use crate::support::seat_of;
use games::{BoardGame, Chess, MiniChess, Record};
use gametree::{Limits, Request};
use players::Fault;
use tempfile::TempDir;

/// Much longer than any test takes, even on a busy machine.
const HANG: Duration = Duration::from_secs(60);

/// A temporary folder, removed when the test ends.
struct Folder(TempDir);

impl Folder {
    fn new(name: &str) -> Self {
        Self(TempDir::with_prefix(name).expect("a folder"))
    }

    /// Writes a Python program that runs `body` for each move; `HERE` in it is this folder.
    fn script(&self, body: &str, settings: &str) -> String {
        let here = self.0.path().display().to_string();
        let path = self.0.path().join("program.py");
        let text = format!("import os, sys, time\nfor line in sys.stdin:\n{body}\n");
        fs::write(&path, text.replace("HERE", &here)).expect("a file");
        format!("script:python3,arg={}{settings}", path.display())
    }

    /// The numbers in a file that the program has written.
    fn numbers(&self, name: &str) -> Vec<u32> {
        let text = fs::read_to_string(self.0.path().join(name)).unwrap_or_default();
        text.split_whitespace()
            .filter_map(|word| word.parse().ok())
            .collect()
    }
}

/// Whether a process runs. One that has ended and was not asked how does not.
fn runs(id: u32) -> bool {
    fs::read_to_string(format!("/proc/{id}/stat")).is_ok_and(|stat| {
        !stat
            .rsplit(')')
            .next()
            .is_some_and(|rest| rest.trim_start().starts_with(['Z', 'X']))
    })
}

/// Returns whether none of these runs. Waits a moment for killed processes.
fn are_gone(ids: &[u32]) -> bool {
    let deadline = Instant::now() + HANG;
    while ids.iter().any(|&id| runs(id)) {
        if Instant::now() > deadline {
            return false;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    true
}

/// Asks a program for a move within `milliseconds` and the grace period.
fn fault(spec: &str, milliseconds: u64) -> Fault {
    let start = Instant::now();
    let game = Chess::default();
    let mut seat = seat_of::<Chess>(spec).expect(spec);
    let request = Request::new(Limits::time(Duration::from_millis(milliseconds)));
    let answer = seat.answer(&game, &Record::new(game.start()), &request);
    assert!(start.elapsed() < HANG, "{spec}");
    answer.expect_err(spec)
}

#[test]
fn too_much_memory_ends_the_program() {
    let folder = Folder::new("memory");
    let slowly = folder.script(
        "    kept = []\n    while True: kept.append(b'x' * 2**20 * 4)",
        ",limited,memory=64",
    );
    let Fault::Crash(reason) = fault(&slowly, 30_000) else {
        panic!("no crash");
    };
    assert!(
        reason.contains("MiB of memory where 64 are allowed"),
        "{reason}"
    );
    // Ten gibibytes are more than the limit.
    let at_once = folder.script("    kept = b'x' * (10 * 2**30)", ",limited");
    let Fault::Crash(reason) = fault(&at_once, 30_000) else {
        panic!("no crash");
    };
    assert!(reason.contains("MemoryError"), "{reason}");
}

#[test]
fn too_many_processes_end_the_process_tree() {
    let folder = Folder::new("forks");
    let spec = folder.script(
        "    for _ in range(30):\n        child = os.fork()\n        if child == 0: time.sleep(600); os._exit(0)\n        \
         print(child, file=open('HERE/children', 'a'), flush=True)\n    time.sleep(600)",
        ",processes=8",
    );
    let Fault::Crash(reason) = fault(&spec, 30_000) else {
        panic!("no crash");
    };
    assert!(
        reason.contains("processes at a time where 8 are allowed"),
        "{reason}"
    );
    let children = folder.numbers("children");
    // It may have ended before it wrote the last number.
    assert!(children.len() >= 4, "{children:?}");
    assert!(are_gone(&children), "a child process is left");
}

#[test]
fn a_process_outside_the_group_is_found() {
    let folder = Folder::new("daemon");
    // A daemon: detached from its parent, in a separate session.
    let spec = folder.script(
        "    if os.fork() == 0:\n        os.setsid()\n        if os.fork() == 0:\n            \
         print(os.getpid(), file=open('HERE/daemon', 'w'), flush=True)\n            time.sleep(600)\n        os._exit(0)\n    \
         while not os.path.exists('HERE/daemon'): time.sleep(0.01)\n    time.sleep(0.1)\n    print('{}', flush=True)",
        ",limited",
    );
    assert_eq!(fault(&spec, 30_000), Fault::NoMove);
    let daemon = folder.numbers("daemon");
    assert_eq!(daemon.len(), 1);
    assert!(are_gone(&daemon), "the daemon is left");
}

#[test]
fn a_large_file_ends_the_program() {
    let folder = Folder::new("file");
    let spec = folder.script(
        "    out = open('HERE/large', 'wb')\n    while True: out.write(b'x' * 2**16)",
        ",filesize=1",
    );
    // Python reports the signal; another program would be ended by it.
    let Fault::Crash(reason) = fault(&spec, 30_000) else {
        panic!("no crash");
    };
    assert!(reason.contains("File too large"), "{reason}");
    let size = fs::metadata(folder.0.path().join("large"))
        .expect("the file")
        .len();
    assert!(size <= 1 << 20, "{size}");
}

#[test]
fn silence_and_endless_output_time_out() {
    let folder = Folder::new("hang");
    let hangs = folder.script("    import time; time.sleep(60)", ",limited");
    assert!(matches!(fault(&hangs, 50), Fault::Stall(_)));
    let talks = folder.script(
        "    import time\n    while True: print('no' * 5000); time.sleep(0.001)",
        ",limited",
    );
    let Fault::Stall(reason) = fault(&talks, 50) else {
        panic!("not late");
    };
    assert!(reason.contains("not a JSON object"), "{reason}");
    let crashes = folder.script("    raise RuntimeError('oh')", ",limited");
    let Fault::Crash(reason) = fault(&crashes, 30_000) else {
        panic!("no crash");
    };
    assert!(reason.contains("RuntimeError: oh"), "{reason}");
}

#[test]
fn a_program_of_the_course_has_limits_too() {
    let folder = Folder::new("course");
    let path = folder.0.path().join("program.py");
    let text = "import sys\nprint('4 0 3 0', file=open(sys.argv[2], 'a'), flush=True)\nkept = []\n\
                while len(kept) < 200: kept.append(b'x' * 2**20)\nwhile True: pass\n";
    fs::write(&path, text).expect("a file");
    let game = MiniChess::default();
    let ask = |settings: &str, seconds: u64| {
        let spec = format!("file:python3,arg={}{settings}", path.display());
        let mut seat = seat_of::<MiniChess>(&spec).expect(&spec);
        let request = Request::new(Limits::time(Duration::from_secs(seconds)));
        seat.answer(&game, &Record::new(game.start()), &request)
    };
    assert!(
        ask(",limited", 2).is_ok(),
        "it has written a move within the limit"
    );
    let Err(Fault::Crash(reason)) = ask(",memory=50", 30) else {
        panic!("no crash");
    };
    assert!(reason.contains("where 50 are allowed"), "{reason}");
}

/// A program without limits is started directly, not by a shell.
#[test]
fn without_limits_a_program_is_started_as_it_is() {
    let folder = Folder::new("free");
    let body = "    print('{\"move\":\"%s\"}' % ('e2e4' if 'ESPALIER_PROGRAM' in os.environ else 'd2d4'), flush=True)";
    let game = Chess::default();
    let mut moves = ["", ",limited"].map(|settings| {
        let spec = folder.script(body, settings);
        let mut seat = seat_of::<Chess>(&spec).expect(&spec);
        let request = Request::new(Limits::depth(1));
        let answer = seat.answer(&game, &Record::new(game.start()), &request);
        answer.expect("a move").best.expect("a move").to_string()
    });
    assert_eq!(&mut moves, &mut ["d2d4".to_owned(), "e2e4".to_owned()]);
}
