//! Tic-tac-toe in forty lines, solved by several searches: the same value, fewer and fewer nodes.
//!
//!     cargo run --example tic_tac_toe

use gametree::ordering::{HashMove, Killers};
use gametree::searches::{AlphaBeta, Minimax, Negamax, Pvs, TableAlphaBeta};
use gametree::table::{DepthMatch, Replacement, Table};
use gametree::{Game, Limits, Score, Searcher, Side, WIN, Zero, mix};

/// The rules.
#[derive(Clone, Copy)]
struct TicTacToe;

/// The squares of each side, one bit each, and the side to move.
#[derive(Clone, Copy)]
struct Board {
    squares: [u16; 2],
    side: Side,
}

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Game for TicTacToe {
    type State = Board;
    type Move = u8; // the square, from 0 to 8
    type Undo = ();
    const ALTERNATES: bool = true;

    fn side(&self, board: &Board) -> Side {
        board.side
    }

    fn moves(&self, board: &Board, out: &mut Vec<u8>) {
        let taken = board.squares[0] | board.squares[1];
        out.extend((0..9).filter(|square| taken & 1 << square == 0));
    }

    fn play(&self, board: &mut Board, square: u8) {
        board.squares[board.side.index()] |= 1 << square;
        board.side = board.side.other();
    }

    fn undo(&self, board: &mut Board, square: u8, (): ()) {
        board.side = board.side.other();
        board.squares[board.side.index()] &= !(1 << square);
    }

    fn terminal(&self, board: &Board) -> Option<Score> {
        let last = board.squares[board.side.other().index()];
        if LINES.iter().any(|line| last & line == *line) {
            Some(-WIN) // the side to move has lost
        } else {
            (board.squares[0] | board.squares[1] == 0o777).then_some(0)
        }
    }

    fn key(&self, board: &Board) -> u64 {
        let [first, second] = board.squares.map(u64::from);
        mix(first << 10 | second << 1 | board.side.index() as u64)
    }
}

fn main() {
    let start = Board {
        squares: [0; 2],
        side: Side::First,
    };
    let limits = Limits::depth(9);
    let table = || Table::new(1 << 14, Replacement::Bucket);
    let searches: [(&str, Box<dyn Searcher<TicTacToe>>); 5] = [
        ("minimax", Box::new(Minimax::new(Zero))),
        ("negamax", Box::new(Negamax::new(Zero))),
        ("alpha-beta", Box::new(AlphaBeta::new(Zero))),
        (
            "with a transposition table",
            Box::new(TableAlphaBeta::new(Zero, table(), DepthMatch::Exact)),
        ),
        (
            "PVS, table, killers",
            Box::new(
                Pvs::with(gametree::horizon::Static(Zero), (HashMove, Killers::new()))
                    .with_table(table(), DepthMatch::Exact),
            ),
        ),
    ];

    println!("{:28} {:>5} {:>8}", "search", "value", "nodes");
    for (name, mut search) in searches {
        let result = search.search(&TicTacToe, &start, &limits);
        assert_eq!(result.score, 0, "tic-tac-toe is a draw");
        println!("{name:28} {:>5} {:>8}", result.score, result.stats.nodes);
    }
}
