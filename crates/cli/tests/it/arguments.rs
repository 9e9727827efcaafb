//! Wrong arguments: each error is one line on standard error that names the fix.

use crate::common::run;

#[test]
fn every_error_is_one_line() {
    for bad in [
        "perft",
        "perft -3",
        "perft abc",
        "perft 3 4",
        "perft 3 --gmae chess",
        "perft 3 --game go",
        "perft 3 --threads 0",
        "perft 3 --max-nodes 5",
        "search",
        "search minimax --depth -1",
        "search minimax --nodes -5",
        "search minimax --game go",
        "compare",
        "compare minimax --fen x --epd y",
        "minichess state",
        "match",
        "match random",
        "match random random random",
        "match random random --games 3",
        "match random random --games -2",
        "match random random --tc 8+",
        "match random random --tc -8",
        "match random random --depth 1,x",
        "match random random --order random",
        "match random random --openings x --order rnadom",
        "match random random --sprt 5",
        "match random random --sprt 5,0",
        "match random random --draw-score 5",
        "match random random --concurrency 0",
        "tournament",
        "tournament random",
        "play --white randm",
        "play --delay -1",
        "plya",
        "--frob",
    ] {
        let words: Vec<&str> = bad.split(' ').collect();
        run(&words).fails_saying(&["error: "]);
    }
    run(&["uci", "plya x"]).fails_saying(&["plya x", "perft"]);
    run(&[""]).fails_saying(&["perft"]);
}
