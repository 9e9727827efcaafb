//! A store that is full at any byte of a journal: the match resumes and ends as if it had not been.

use std::io::{self, BufRead, Cursor};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use contest::{
    Contest, JournalHeader, LedgerError, LineStore, Machine, Openings, Plan, Program, RunInfo,
    Session, games_in,
};
use games::{BoardGame, TicTacToe};

use crate::support::{plan, seat_of};

/// A text that outlives its store, with space for some bytes.
#[derive(Clone, Default)]
struct Text {
    bytes: Arc<Mutex<Vec<u8>>>,
    space: usize,
}

impl Text {
    fn bytes(&self) -> Vec<u8> {
        self.bytes.lock().expect("no panic").clone()
    }
}

impl LineStore for Text {
    fn name(&self) -> String {
        "the journal".to_owned()
    }

    fn read(&self) -> io::Result<Box<dyn BufRead + '_>> {
        Ok(Box::new(Cursor::new(self.bytes())))
    }

    fn truncate(&mut self, length: u64) -> io::Result<()> {
        self.bytes
            .lock()
            .expect("no panic")
            .truncate(length as usize);
        Ok(())
    }

    fn append(&mut self, lines: &[u8]) -> io::Result<()> {
        let mut bytes = self.bytes.lock().expect("no panic");
        let room = self.space.saturating_sub(bytes.len()).min(lines.len());
        bytes.extend_from_slice(&lines[..room]);
        if room < lines.len() {
            return Err(io::ErrorKind::StorageFull.into());
        }
        Ok(())
    }
}

/// Begins or resumes a match in this text. Returns the fingerprint of its games.
fn run(plan: &Plan, text: &Text) -> Result<String, LedgerError> {
    let run_info = RunInfo {
        start: "now".to_owned(),
        program: Program {
            version: "0".to_owned(),
            commit: None,
        },
        machine: Machine::here(),
        command: Vec::new(),
        concurrency: 1,
    };
    let header = JournalHeader::new(plan.clone(), run_info);
    let mut session = Session::resume(header, Box::new(text.clone()))?;
    let contest = Contest {
        game: &TicTacToe::default(),
        plan,
        openings: &Openings::random(1, plan.seed),
        make_seat: &|index| seat_of::<TicTacToe>(&plan.players[index].spec),
        watch: None,
    };
    session.run(&contest, 1, &AtomicBool::new(false), &mut |_| ())?;
    session.finish()?;
    Ok(format!("{:?}", session.board().fingerprint()))
}

#[test]
fn a_match_whose_store_is_full_at_any_byte_ends_as_if_it_had_not_been() {
    let plan = plan(TicTacToe::ID.name(), &["random:seed=1", "random:seed=2"], 4);
    let whole = Text {
        space: usize::MAX,
        ..Text::default()
    };
    let expected = run(&plan, &whole).expect("a match");
    let length = whole.bytes().len();
    // A prime number, so that the ends of lines and all parts of them occur.
    for space in (0..length - 64).step_by(13) {
        let text = Text {
            space,
            ..Text::default()
        };
        let full = run(&plan, &text).expect_err("no space");
        assert!(full.to_string().contains("the journal"), "{full}");
        let text = Text {
            space: usize::MAX,
            ..text
        };
        assert_eq!(run(&plan, &text).expect("space"), expected, "{space}");
        let mut numbers = Vec::new();
        games_in(&text.bytes()[..], "the journal", |line| {
            numbers.push(line.number);
        })
        .expect("games");
        numbers.sort_unstable();
        assert_eq!(numbers, [1, 2, 3, 4], "{space}");
    }
}
