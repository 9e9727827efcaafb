//! Monte Carlo tree search and best-first minimax beside other libraries, in one run: `make bench`.
//!
//! Othello from three positions, one thread. The crate `minimax` (minimax-rs) searches over Espalier's own rules, so that
//! only the search differs; OpenSpiel, if Python can import it, over its own. A playout is one game by chance to its end; each
//! of them also adds to the tree, so that it is an expansion too. Best-first minimax has no peer there: its expansions, each with every child valued, are put
//! beside the expansions of their trees, with playouts, and for minimax-rs also with playouts of no length, which leave only the tree.
//!
//! The first argument is the number of playouts, the second the Python to ask for OpenSpiel.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

use games::othello::{Move, Position};
use games::{BoardGame, Othello};
use gametree::alternatives::{Alternative, BestFirst, OnBoard, Uct};
use gametree::{Game, Limits, Player, Search, SearchResult, Silent, SplitMix64};
use minimax::{MCTSOptions, MonteCarloTreeSearch, Strategy, Winner};

const ROUNDS: usize = 5;

/// Playouts of each search unless said otherwise.
const PLAYOUTS: u32 = 20_000;

/// Name, and how many moves by chance lead to the position.
const POSITIONS: [(&str, usize); 3] = [("start", 0), ("20 moves", 20), ("40 moves", 40)];

const BOARD: Othello<8> = Othello {
    scoring: games::othello::Scoring::Discs,
};

/// Espalier's rules as minimax-rs wants them.
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
            // A game with a pass is left: others write it differently.
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

/// One of our searches from a position: what it did, and its seconds.
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

/// UCT's playouts a second.
fn uct(root: &Position, playouts: u32) -> f64 {
    let limits = Limits {
        // Where chance plays to the end, a limit of evaluations is one of playouts.
        evals: Some(u64::from(playouts)),
        ..Limits::default()
    };
    let (result, seconds) = ours(Box::new(Uct::new(1.4, 200, 1)), root, &limits);
    assert!(result.best.is_some() && result.proved.is_none());
    f64::from(playouts) / seconds
}

/// The expansions a second of best-first minimax.
fn best_first(root: &Position, nodes: u64) -> f64 {
    let (result, seconds) = ours(Box::new(BestFirst), root, &Limits::nodes(nodes));
    assert!(result.best.is_some());
    result.stats.interior as f64 / seconds
}

/// The playouts a second of minimax-rs, each of so many plies at most.
fn mcts(root: &Position, playouts: u32, plies: u32) -> f64 {
    let options = MCTSOptions::default()
        .with_num_threads(1)
        .with_max_rollout_depth(plies);
    let mut search = MonteCarloTreeSearch::<Rules>::new(options);
    search.set_max_rollouts(playouts);
    let start = Instant::now();
    assert!(search.choose_move(root).is_some());
    f64::from(playouts) / start.elapsed().as_secs_f64()
}

/// OpenSpiel, behind a script that reads a line and answers with seconds.
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

    /// Its playouts a second.
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
        "best-first",
        "minimax-rs",
        "its tree only",
        "OpenSpiel",
    ];
    println!(
        "{:10} {}   ratios: UCT/minimax-rs, UCT/OpenSpiel, best-first/minimax-rs, /its tree, /OpenSpiel",
        "position",
        names.map(|name| format!("{name:>13}")).join(" ")
    );
    let mut products = [1.0_f64; 5];
    for (name, plies) in POSITIONS {
        let (root, squares) = position(plies);
        assert_eq!(root.side, [Player::First, Player::Second][plies % 2]);
        let mut best = [0.0_f64; 5];
        for _ in 0..ROUNDS {
            let speeds = [
                uct(&root, playouts),
                best_first(&root, 10 * u64::from(playouts)),
                mcts(&root, playouts, 200),
                mcts(&root, playouts, 0),
                spiel
                    .as_mut()
                    .and_then(|it| it.mcts(&squares, playouts / 10))
                    .unwrap_or(0.0),
            ];
            for (best, speed) in best.iter_mut().zip(speeds) {
                *best = best.max(speed);
            }
        }
        let [uct, best_first, theirs, tree, spiel] = best;
        let ratios = [
            uct / theirs,
            uct / spiel,
            best_first / theirs,
            best_first / tree,
            best_first / spiel,
        ];
        for (product, ratio) in products.iter_mut().zip(ratios) {
            *product *= ratio;
        }
        println!(
            "{name:10} {}   {}",
            best.map(|it| format!("{:13.1}", it / 1e3)).join(" "),
            shown(ratios)
        );
    }
    let part = 1.0 / POSITIONS.len() as f64;
    let means = products.map(|it| it.powf(part));
    println!("{:80}   {}", "geometric mean of the ratios", shown(means));
}

fn shown(ratios: [f64; 5]) -> String {
    let shown = ratios.map(|it| {
        if it.is_finite() {
            format!("{it:6.2}")
        } else {
            format!("{:>6}", "-")
        }
    });
    shown.join(" ")
}
