//! A UCI session survives any input, and never answers with half a line or a panic. The player is the random one and
//! perft is shallow, so that an input takes little time.
#![no_main]

use std::io::{BufReader, Read, Write};
use std::sync::{Arc, Mutex};

use libfuzzer_sys::fuzz_target;

#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no writer panics").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Returns whether a line asks for much work or writes a file.
fn is_long(line: &[u8]) -> bool {
    let line = String::from_utf8_lossy(line).to_lowercase();
    let deep = line.contains("perft") && !["perft 0", "perft 1", "perft 2"].iter().any(|shallow| line.trim_end().ends_with(shallow));
    let long = ["bench", "speedtest", "player", "genfens", "log file", "export_net"];
    deep || long.iter().any(|word| line.contains(word))
}

fuzz_target!(|bytes: &[u8]| {
    if bytes.split(|&byte| byte == b'\n').any(is_long) {
        return;
    }
    let output = Output::default();
    let first: &[u8] = b"setoption name Player value random\n";
    uci::serve(BufReader::new(first.chain(bytes)), output.clone()).expect("writing to memory does not fail");
    let written = output.0.lock().expect("no writer panics");
    assert!(written.is_empty() || written.ends_with(b"\n"), "half a line");
    let text = std::str::from_utf8(&written).expect("UTF-8");
    // Every search is answered once.
    let answers = text.lines().filter(|line| line.starts_with("bestmove ")).count();
    let searches = bytes
        .split(|&byte| byte == b'\n')
        .filter(|line| line.windows(2).any(|pair| pair == b"go"))
        .count();
    assert!(answers <= searches, "more answers than searches");
});
