//! Any line is an EPD record or an error of one line; a record survives being written and read again.
#![no_main]

use chess::epd::{self, Epd};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for (_, record) in epd::lines(text) {
        match record {
            Ok(record) => {
                for m in record.best_moves().chain(record.avoid_moves()) {
                    assert!(record.position.is_legal(m));
                }
                let _ = (record.id(), record.comment(0), record.mate_in(), record.perft().count());
                let written = record.to_string();
                let again: Epd = written.parse().expect("what we write we can read");
                assert_eq!(again, record, "{written}");
            }
            Err(error) => assert!(!error.to_string().contains('\n'), "an error is one line"),
        }
    }
});
