//! Monte Carlo tree search and best-first minimax beside other libraries, in one run: `make bench`.
//!
//! Othello from three positions, one thread. The crate `minimax` (minimax-rs) searches over Espalier's own rules, so that
//! only the search differs; OpenSpiel, if Python can import it, uses its own rules. Each playout, one random game to its end, also
//! expands a leaf. Neither library has best-first minimax, so its expansions, which evaluate every child, are compared with those. In a
//! second comparison both libraries use the same evaluator instead of playouts, and evaluations a second are counted.
//!
//! The first argument is the number of playouts, the second the Python interpreter for OpenSpiel.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

use games::othello::{MobilityAndCorners, Move, Position};
use games::{BoardGame, Othello};
use gametree::alternatives::{Alternative, BestFirst, OnBoard, Uct};
use gametree::{Evaluator, Game, Limits, Search, SearchResult, Side, Silent, SplitMix64};
use minimax::{MCTSOptions, MonteCarloTreeSearch, RolloutPolicy, Strategy, Winner};
use rand::rngs::SmallRng;

const ROUNDS: usize = 5;

/// Default number of playouts of each search.
const PLAYOUTS: u32 = 20_000;

/// Name, and number of random moves before the position.
const POSITIONS: [(&str, usize); 3] = [("start", 0), ("20 moves", 20), ("40 moves", 40)];

const BOARD: Othello<8> = Othello {
    scoring: games::othello::Scoring::Discs,
};

/// Espalier's rules behind the trait of minimax-rs.
struct Rules;

impl Rules {
    fn winner(score: i32) -> Winner {
        match score {
            1.. => Winner::PlayerToMove,
            0 => Winner::Draw,
            _ => Winner::PlayerJustMoved,
        }
    }
}

impl minimax::Game for Rules {
    type S = Position;
    type M = Move;

    fn generate_moves(state: &Position, moves: &mut Vec<Move>) -> Option<Winner> {
        BOARD.expand(state, moves).map(Self::winner)
    }

    fn apply(state: &mut Position, mv: Move) -> Option<Position> {
        let mut next = *state;
        BOARD.play(&mut next, mv);
        Some(next)
    }

    fn get_winner(state: &Position) -> Option<Winner> {
        BOARD.terminal(state).map(Self::winner)
    }
}

/// A position with the squares of the moves that lead to it.
fn position(plies: usize) -> (Position, Vec<usize>) {
    let mut rng = SplitMix64::new(plies as u64);
    loop {
        let (mut state, mut squares) = (BOARD.start(), Vec::new());
        while squares.len() < plies {
            let moves = BOARD.legal_moves(&state);
            // Skip a game with a pass: other libraries write it differently.
            let Some(square) = moves
                .get(rng.below(moves.len().max(1) as u64) as usize)
                .and_then(|mv| mv.square())
            else {
                break;
            };
            BOARD.play(&mut state, Move::place(square));
            squares.push(square);
        }
        if squares.len() == plies && BOARD.terminal(&state).is_none() {
            return (state, squares);
        }
    }
}

/// Runs one of our searches from a position. Returns its counts and seconds.
fn ours(
    search: Box<dyn Alternative>,
    root: &Position,
    limits: &Limits,
) -> (SearchResult<Move>, f64) {
    let opinions = Othello::<8>::evaluator(Othello::<8>::BEST_EVALUATOR);
    let mut search = OnBoard::new(
        search,
        opinions.into_iter().collect(),
        Othello::<8>::LARGE as i32,
        256 << 20,
    );
    let start = Instant::now();
    let result = search.run(&BOARD, root, limits, &mut Silent);
    (result, start.elapsed().as_secs_f64())
}

/// Returns UCT's playouts a second.
fn uct(root: &Position, playouts: u32) -> f64 {
    let limits = Limits {
        // With random playouts a limit of evaluations is a limit of playouts.
        evals: Some(u64::from(playouts)),
        ..Limits::default()
    };
    let (result, seconds) = ours(Box::new(Uct::new(1.4, 200, 1)), root, &limits);
    assert!(result.best.is_some() && result.proved.is_none());
    f64::from(playouts) / seconds
}

/// Returns the expansions and evaluations a second of best-first minimax.
fn best_first(root: &Position, nodes: u64) -> [f64; 2] {
    let (result, seconds) = ours(Box::new(BestFirst), root, &Limits::nodes(nodes));
    assert!(result.best.is_some());
    [result.stats.interior, result.stats.evals].map(|count| count as f64 / seconds)
}

/// Uses the evaluator instead of a playout.
struct Ahead;

impl RolloutPolicy for Ahead {
    type G = Rules;

    fn random_move(
        &self,
        state: &mut Position,
        moves: &mut Vec<Move>,
        _: &mut SmallRng,
    ) -> Result<Move, Winner> {
        match BOARD.expand(state, moves) {
            Some(score) => Err(Rules::winner(score)),
            None => Ok(moves[0]),
        }
    }

    /// For the side that made the last move.
    fn rollout(&self, _: &MCTSOptions, state: &Position) -> i32 {
        let value = BOARD
            .terminal(state)
            .unwrap_or_else(|| MobilityAndCorners.evaluate(&BOARD, state));
        -value.signum()
    }
}

/// Returns the playouts a second of minimax-rs; with `valued`, its evaluations.
fn mcts(root: &Position, playouts: u32, valued: bool) -> f64 {
    let options = MCTSOptions::default()
        .with_num_threads(1)
        .with_max_rollout_depth(200);
    let mut search = if valued {
        MonteCarloTreeSearch::<Rules>::new_with_policy(options, Box::new(Ahead))
    } else {
        MonteCarloTreeSearch::<Rules>::new(options)
    };
    search.set_max_rollouts(playouts);
    let start = Instant::now();
    assert!(search.choose_move(root).is_some());
    f64::from(playouts) / start.elapsed().as_secs_f64()
}

/// OpenSpiel behind a script that reads a line and prints seconds.
struct OpenSpiel {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    version: String,
}

impl OpenSpiel {
    fn start(python: &str) -> Option<Self> {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/openspiel.py");
        let mut process = Command::new(python)
            .arg(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .ok()?;
        let (input, output) = (process.stdin.take()?, process.stdout.take()?);
        let mut it = Self {
            process,
            input,
            output: BufReader::new(output),
            version: String::new(),
        };
        it.version = it.line()?;
        Some(it)
    }

    fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        let read = self.output.read_line(&mut line).ok()?;
        (read > 0).then(|| line.trim().to_owned())
    }

    /// Returns its playouts a second.
    fn mcts(&mut self, squares: &[usize], playouts: u32) -> Option<f64> {
        let squares: Vec<String> = squares.iter().map(usize::to_string).collect();
        writeln!(self.input, "{playouts} {}", squares.join(" ")).ok()?;
        let seconds: f64 = self.line()?.parse().ok()?;
        Some(f64::from(playouts) / seconds)
    }
}

impl Drop for OpenSpiel {
    fn drop(&mut self) {
        _ = self.process.kill();
        _ = self.process.wait();
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let playouts = arguments.next().map_or(PLAYOUTS, |text| {
        text.parse()
            .expect("the first argument is a number of playouts")
    });
    let python = arguments.next().unwrap_or_else(|| "python3".to_owned());
    let mut spiel = OpenSpiel::start(&python);
    println!("\nOthello, {playouts} playouts, one thread: thousands a second, best of {ROUNDS}");
    match &spiel {
        Some(spiel) => println!(
            "beside minimax-rs 0.6.0 on the same rules and OpenSpiel {} on its own",
            spiel.version
        ),
        None => println!(
            "beside minimax-rs 0.6.0 on the same rules; {python} cannot import OpenSpiel (pip install open_spiel), which is left out"
        ),
    }
    let names = [
        "UCT",
        "minimax-rs",
        "OpenSpiel",
        "best-first",
        "values",
        "minimax-rs v.",
    ];
    println!(
        "{:9} {}   ratios",
        "position",
        names.map(|name| format!("{name:>13}")).join(" ")
    );
    let mut products = [1.0_f64; RATIOS.len()];
    for (name, plies) in POSITIONS {
        let (root, squares) = position(plies);
        assert_eq!(root.side, [Side::First, Side::Second][plies % 2]);
        let mut best = [0.0_f64; 6];
        for _ in 0..ROUNDS {
            let [expanded, valued] = best_first(&root, 10 * u64::from(playouts));
            let spiel = spiel.as_mut();
            let speeds = [
                uct(&root, playouts),
                mcts(&root, playouts, false),
                // It is much slower, so it gets fewer playouts.
                spiel
                    .and_then(|it| it.mcts(&squares, (playouts / 20).max(1)))
                    .unwrap_or(0.0),
                expanded,
                valued,
                mcts(&root, 10 * playouts, true),
            ];
            for (best, speed) in best.iter_mut().zip(speeds) {
                *best = best.max(speed);
            }
        }
        let [uct, theirs, spiel, expanded, valued, theirs_valued] = best;
        let ratios = [
            uct / theirs,
            uct / spiel,
            expanded / theirs,
            expanded / spiel,
            valued / theirs_valued,
        ];
        for (product, ratio) in products.iter_mut().zip(ratios) {
            *product *= ratio;
        }
        println!(
            "{name:9} {}   {}",
            best.map(|it| format!("{:13.1}", it / 1e3)).join(" "),
            ratios.map(shown).join(" ")
        );
    }
    let part = 1.0 / POSITIONS.len() as f64;
    println!("Geometric means of the ratios:");
    for (name, product) in RATIOS.into_iter().zip(products) {
        println!("{} {name}", shown(product.powf(part)));
    }
}

/// The numerator and the denominator.
const RATIOS: [&str; 5] = [
    "UCT's playouts / those of minimax-rs",
    "UCT's playouts / those of OpenSpiel",
    "best-first minimax's expansions / those of minimax-rs with playouts",
    "best-first minimax's expansions / those of OpenSpiel with playouts",
    "positions that best-first minimax values / those that minimax-rs values with the same evaluator",
];

fn shown(ratio: f64) -> String {
    if ratio.is_finite() {
        format!("{ratio:7.2}")
    } else {
        format!("{:>7}", "-")
    }
}
