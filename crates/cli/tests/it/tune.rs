//! `espalier tune`: the weights of the evaluation are tuned on positions with results.

use std::fs;

use crate::common::{Folder, run};

#[test]
fn epochs_are_printed_and_weights_written() {
    let folder = Folder::new("tune");
    let [data, weights] = ["data.txt", "weights.rs"].map(|name| folder.file(name));
    let lines = "4k3/pp6/8/8/8/8/PPP5/4K3 w - - 0 1|1\n4k3/ppp5/8/8/8/8/PP6/4K3 b - - 0 1|0\n";
    fs::write(&data, lines.repeat(40)).expect("a file");
    let tune = [
        "tune", &data, "--out", &weights, "--epochs", "3", "--k", "1.2",
    ];
    let output = run(&tune).succeeds();
    for part in ["80 positions", "K 1.200"] {
        assert!(output.stdout.contains(part), "{}", output.stdout);
    }
    let last = output.last_line();
    assert!(last.starts_with("best: epoch"), "{last}");
    let weights = fs::read_to_string(&weights).expect("the weights");
    assert!(weights.contains("pub const DEFAULT: Weights"), "{weights}");
    assert!(weights.contains("Tuned on 80 positions"));

    fs::write(&data, "4k3/8/8/8/8/8/8/4K3 w - - 0 1|3\n").expect("a file");
    run(&tune).fails_saying(&["line 1"]);
    fs::write(&data, "").expect("a file");
    run(&tune).fails_saying(&["FEN|result"]);
}
