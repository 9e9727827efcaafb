//! Parsing of the arguments of `go`.

use std::time::Duration;

use gametree::{Clocks, Limits, Request};
use uci::Go;

fn go(words: &str) -> Go {
    Go::parse(words.split_whitespace())
}

#[test]
fn limits_have_any_order() {
    let go = go(
        "nodes 5 wtime 1000 btime -7 winc 10 binc 20 movestogo 4 mate 3 searchmoves e2e4 d2d4 \
                 movetime 50 depth 0 infinite ponder",
    );
    assert_eq!(
        go.search_moves,
        Some(vec!["e2e4".to_owned(), "d2d4".to_owned()])
    );
    assert_eq!(
        go.request,
        Request {
            clocks: Clocks {
                left: [Some(Duration::from_secs(1)), Some(Duration::ZERO)],
                increment: [Duration::from_millis(10), Duration::from_millis(20)],
                moves_to_go: Some(4),
            },
            mate: Some(3),
            infinite: true,
            ponder: true,
            ..Request::new(
                Limits::depth(1)
                    .with_nodes(5)
                    .with_time(Duration::from_millis(50))
            )
        }
    );
    assert_eq!((go.without_number, go.unknown), (vec![], vec![]));
}

#[test]
fn missing_and_huge_numbers_are_no_errors() {
    let odd = go("wtime btime 5 depth x nodes 99999999999999999999 movestogo 0 fast");
    assert_eq!(odd.without_number, ["wtime", "depth"]);
    assert_eq!(odd.unknown, ["x", "fast"]);
    assert_eq!(
        odd.request.clocks.left,
        [None, Some(Duration::from_millis(5))]
    );
    assert_eq!(odd.request.limits.nodes, Some(i64::MAX as u64));
    assert_eq!(odd.request.clocks.moves_to_go, None);
}
