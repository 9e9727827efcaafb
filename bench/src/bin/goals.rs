//! The speeds that are neither perft nor a ratio to another library, in one run: `make bench`.
//!
//! Textbook minimax, the whole game of assignment 4, the solution of 6x6 Othello, and the start of the program. The first argument is
//! the program, the second `slow` for the solution of 6x6 Othello, which takes minutes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Instant;

use games::{BoardGame, Chess, chess::Material};
use gametree::searches::Minimax;
use gametree::{Limits, Searcher};

const ROUNDS: usize = 5;

/// The positions of `search`, with the depth of minimax.
const POSITIONS: [(&str, u32); 3] = [
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        5,
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        4,
    ),
    (
        "r2q3k/pn2bprp/4pNp1/2p1PbQ1/3p1P2/5NR1/PPP3PP/2B2RK1 w - - 0 1",
        4,
    ),
];

/// Returns the least seconds of several calls.
fn best(rounds: usize, mut work: impl FnMut()) -> f64 {
    let times = (0..rounds).map(|_| {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64()
    });
    times.fold(f64::INFINITY, f64::min)
}

/// Returns the million nodes a second of minimax with the evaluator `material`: the geometric mean of the positions.
fn minimax() -> f64 {
    let game = Chess::default();
    let speeds = POSITIONS.map(|(fen, depth)| {
        let root = game.read_position(fen).expect("a right FEN");
        let limits = Limits::depth(depth);
        let mut nodes = 0;
        let seconds = best(ROUNDS, || {
            let result = Minimax::new(Material).search(&game, &root, &limits);
            nodes = result.stats.nodes;
        });
        nodes as f64 / seconds / 1e6
    });
    speeds
        .iter()
        .product::<f64>()
        .powf(1.0 / speeds.len() as f64)
}

/// Runs the program with these arguments to its end.
fn run(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap_or_else(|error| panic!("{program} does not start: {error}"));
    assert!(output.status.success(), "{program} {arguments:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Returns the seconds of a game between two players, with the start of the program.
fn whole_game(program: &str, player: &str) -> f64 {
    let words = ["play", "--white", player, "--black", player, "--delay", "0"];
    best(ROUNDS, || {
        let shown = run(program, &words);
        assert!(shown.contains("after 29 moves"), "another game:\n{shown}");
    })
}

/// Returns the seconds from the start of the program to its `uciok`.
fn start(program: &str) -> f64 {
    best(20, || {
        let mut process = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{program} does not start: {error}"));
        let mut input = process.stdin.take().expect("an input");
        writeln!(input, "uci").expect("the program reads");
        let lines = BufReader::new(process.stdout.take().expect("an output")).lines();
        let found = lines.map_while(Result::ok).any(|line| line == "uciok");
        assert!(found, "no uciok");
        // The end of the program is measured with it: less than its start.
        writeln!(input, "quit").expect("the program reads");
        process.wait().expect("the program ends");
    })
}

/// Returns the seconds of the solution of 6x6 Othello from its start, one thread.
fn othello(program: &str) -> f64 {
    let player = "othello-solver:empties=36,tt=512,movetime=3600000";
    let words = ["search", player, "--game", "othello6", "--json"];
    best(1, || {
        let shown = run(program, &words);
        assert!(shown.contains("\"value\":-4"), "another value: {shown}");
    })
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let program = arguments.next().unwrap_or_else(|| "../espalier".to_owned());
    let is_slow = arguments.next().is_some_and(|word| word == "slow");
    println!("\n{:52} {:>10} {:>8}", "speed", "measured", "goal");
    let row = |what: &str, measured: f64, goal: f64| {
        println!("{what:52} {measured:10.4} {goal:8}");
    };
    row(
        "minimax on material, million nodes a second",
        minimax(),
        100.0,
    );
    row(
        "whole game of assignment 4 (ABP), seconds",
        whole_game(&program, "a4-abp"),
        0.05,
    );
    row(
        "whole game of assignment 4 (minimax), seconds",
        whole_game(&program, "a4-minimax"),
        0.05,
    );
    row(
        "start of the program to uciok, seconds",
        start(&program),
        0.005,
    );
    if is_slow {
        row("6x6 Othello solved, seconds", othello(&program), 60.0);
    } else {
        println!("6x6 Othello takes minutes: make bench SLOW=slow");
    }
}
