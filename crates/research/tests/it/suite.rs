//! Suites: what is solved, when it was found, and every form of the report.

use players::builtin;
use std::num::NonZeroUsize;

use contest::Shard;
use games::Chess;
use games::Record;
use gametree::{Limits, Request};
use players::Seat;
use research::suite::{self, Report, SuiteJournal};

/// Small problems of our own: a mate in one, a mate in two, a free queen, a move to avoid, points; and four bad records.
const SUITE: &str = "\
6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id \"back rank\";
7k/8/5K2/8/8/8/8/R7 w - - dm 2; id \"king and rook\";
4k3/8/8/3q4/8/2N5/8/4K2R w - - bm Nxd5; id \"free queen\";
4k3/8/8/3p4/4p3/8/4Q3/4K3 w - - am Qxe4+; id \"guarded pawn\";
4k3/8/8/3q4/8/2N5/8/4K2R w - - c0 \"Nxd5=10, Rh8+=4\"; id \"points\";

# a comment
4k3/8/8/3q4/8/2N5/8/4K2R w - - bm Nxd6; id \"no such move\";
4k3/8/8/3q4/8/2N5/8/4K2R w - - id \"nothing to do\";
not a record
4k3/8/8/3q4/8/2N5/8/4K2R w - - bm Nxd5; c0 \"Nxa8=10\";
";

fn report(spec: &str, limits: &Limits, threads: usize) -> Report {
    let (problems, skipped) = suite::read(SUITE);
    let threads = NonZeroUsize::new(threads).expect("not zero");
    let mut last = None;
    let report = suite::run(
        "ours",
        (&problems, skipped),
        &builtin(spec).expect(spec),
        limits,
        threads,
        (&mut SuiteJournal::in_memory(5), Shard::WHOLE),
        &mut |done| last = Some(done),
    );
    let report = report.expect("a player").expect("a whole suite");
    assert_eq!(last.map(|done| (done.jobs, done.of)), Some((5, 5)));
    report
}

#[test]
fn a_search_solves_them_all() {
    let report = report("classic", &Limits::depth(5), 2);
    for solution in &report.solutions {
        assert!(solution.solved, "{solution:?}");
        let (found, spent) = (solution.found.expect("found"), solution.spent);
        assert!(found.depth <= spent.depth && found.nodes <= spent.nodes);
        assert!(found.time_ms <= spent.time_ms);
    }
    assert_eq!(report.totals.solved, 5);
    assert_eq!((report.totals.points, report.totals.most_points), (10, 10));
    let lines: Vec<usize> = report.skipped.iter().map(|skipped| skipped.line).collect();
    assert_eq!(lines, [8, 9, 10, 11]);
}

/// A proof finds a mate without its length: it counts, and the report mentions it.
#[test]
fn a_proof_solves_a_mate() {
    let report = report("dfpn", &Limits::nodes(50_000), 1);
    let proved: Vec<bool> = report.solutions.iter().map(|s| s.proved).collect();
    assert_eq!(proved[..2], [true, true]);
    assert!(report.solutions[1].solved);
    assert_eq!(report.solutions[1].score.to_string(), "won, proved");
    let count = proved.iter().filter(|&&proved| proved).count();
    assert_eq!(report.totals.proved, count);
    let said = format!("of 5, {count} of them by a proof");
    assert!(report.summary().contains(&said), "{}", report.summary());
}

/// A search of one ply without quiescence takes the guarded pawn and finds no mate in two.
#[test]
fn a_short_sight_does_not() {
    let report = report("minimax", &Limits::depth(1), 1);
    let solved: Vec<bool> = report.solutions.iter().map(|s| s.solved).collect();
    assert_eq!(solved, [true, false, true, false, true]);
    assert!(report.solutions[1].found.is_none() && report.solutions[3].found.is_none());
    assert_eq!(report.totals.solved, 3);
}

/// The depth at which an answer was found and kept, checked by searching each depth by itself.
#[test]
fn found_means_found_and_kept() {
    let text = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#;
2rr3k/pp3ppp/1n2b3/3pN3/3P4/2P3Q1/PPB4P/R4RK1 w - - bm Nxf7+ Bxh7 Rxf7;
4k3/8/8/3p4/4p3/8/4Q3/4K3 w - - am Qxe4+ Kd1;
r4rk1/ppp2ppp/2n5/2bqp3/8/P2PB3/1PP1NPPP/R2Q1RK1 w - - bm Nc3;
4k3/8/8/3p4/4p3/8/4Q3/4K3 w - - bm Qb5+ Qh5+;
";
    const DEEPEST: u32 = 5;
    let spec = "alphabeta:id,order=mvvlva";
    let (problems, skipped) = suite::read(text);
    assert_eq!(skipped, []);
    let mut seen_late = false;
    for problem in &problems {
        let solution = suite::solve(
            problem,
            &mut Seat::builtin(spec).expect("a player"),
            &Limits::depth(DEEPEST),
        )
        .expect("an answer");
        let mut first_kept = None;
        for depth in 1..=solution.spent.depth {
            let mut seat = Seat::<Chess>::builtin(spec).expect("a player");
            let record = Record::<Chess>::new(problem.position);
            let request = Request::new(Limits::depth(depth));
            let answer = seat.answer(&Chess::default(), &record, &request);
            if problem.is_solved_by(None, &answer.expect("an answer").line) {
                first_kept = first_kept.or(Some(depth));
            } else {
                first_kept = None;
            }
        }
        assert_eq!(
            solution.found.map(|at| at.depth),
            first_kept,
            "{}",
            problem.position
        );
        assert_eq!(solution.solved, first_kept.is_some());
        seen_late |= first_kept.is_some_and(|depth| depth > 1);
    }
    assert!(
        seen_late,
        "some answer must not be seen at once, or nothing is tested"
    );
}

/// A player that never deepens has found its answer when it gives it.
#[test]
fn a_player_without_iterations_finds_at_the_end() {
    let report = report("negamax", &Limits::depth(2), 1);
    let solution = &report.solutions[0];
    assert_eq!(solution.found, Some(solution.spent));
}

#[test]
fn the_same_on_any_number_of_threads() {
    let strip = |mut report: Report| {
        report.totals.time_ms = 0.0;
        for solution in &mut report.solutions {
            solution.spent.time_ms = 0.0;
            solution.found = solution
                .found
                .map(|at| suite::Moment { time_ms: 0.0, ..at });
        }
        report
    };
    let limits = Limits::nodes(20_000);
    assert_eq!(
        strip(report("classic", &limits, 1)),
        strip(report("classic", &limits, 3))
    );
}

#[test]
fn every_form_has_every_problem() {
    let report = report("minimax", &Limits::depth(1), 1);
    let (text, csv, html) = (report.to_string(), report.to_csv(), report.to_html());
    let json = serde_json::to_value(&report).expect("JSON");
    assert_eq!(csv.lines().count(), 1 + 5);
    assert_eq!(text.lines().count(), 1 + 5 + 4 + 1);
    for id in ["back rank", "free queen", "guarded pawn", "points"] {
        assert!(
            text.contains(id) && csv.contains(id) && html.contains(id),
            "{id}"
        );
    }
    assert!(text.ends_with("4 records left out\n"), "{text}");
    assert!(
        text.contains("ours: minimax solves 3 of 5, 10 of 10 points (depth 1;"),
        "{text}"
    );
    assert!(text.contains("line 9 left out: it has no bm, am, dm or points in c0"));
    assert!(
        html.contains("<svg") && !html.contains("http"),
        "the page is whole by itself"
    );
    assert_eq!(json["totals"]["solved"], 3);
    assert_eq!(json["solutions"][0]["answer"], "Ra8#");
    assert_eq!(json["solutions"][4]["points"], 10);
    assert_eq!(json["solutions"][1].get("found"), None);
    assert_eq!(json["skipped"][2]["line"], 10);
}

#[test]
fn a_wrong_player_is_found_before_anything_is_searched() {
    let (problems, skipped) = suite::read(SUITE);
    let result = suite::run(
        "ours",
        (&problems, skipped),
        &builtin("i2p3").expect("a player"),
        &Limits::depth(1),
        NonZeroUsize::MIN,
        (&mut SuiteJournal::in_memory(5), Shard::WHOLE),
        &mut |_| panic!("nothing should be searched"),
    );
    assert!(result.is_err());
}
