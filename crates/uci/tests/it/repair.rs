//! Positions with impossible castling rights and en-passant squares.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no writer panics").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns the answer to a position, and the position that is then shown.
fn position(fen: &str) -> (String, String) {
    let output = Output::default();
    let commands = [format!("position fen {fen}"), "d".to_owned()];
    uci::run_all(commands.iter().map(String::as_str), output.clone()).expect("memory is writable");
    let bytes = output.0.lock().expect("no writer panics").clone();
    let text = String::from_utf8(bytes).expect("UTF-8");
    let first = text.lines().next().unwrap_or_default().to_owned();
    let shown = text.lines().find_map(|line| line.strip_prefix("Fen: "));
    (first, shown.expect(fen).to_owned())
}

#[test]
fn impossible_fields_are_removed_and_reported() {
    for (fen, repaired, removed) in [
        (
            "r3k2r/8/8/8/8/8/8/4K3 w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/4K3 w kq - 0 1",
            "the castling rights KQ",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w K e6 0 1",
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            "the en-passant square e6",
        ),
    ] {
        let sentence =
            format!("info string removed from the FEN, because it is impossible: {removed}");
        assert_eq!(position(fen), (sentence, repaired.to_owned()));
    }
}

#[test]
fn other_errors_are_rejected() {
    for fen in [
        "8/8/8 w - - 0 1",
        "8/8/8/8/8/8/8/4K3 w KQ - 0 1",
        "4k3/8/8/8/8/8/8/4K2R x K - 0 1",
    ] {
        let (error, shown) = position(fen);
        assert!(error.starts_with("info string error: bad FEN: "), "{error}");
        assert_eq!(shown, chess::fen::START);
    }
}
