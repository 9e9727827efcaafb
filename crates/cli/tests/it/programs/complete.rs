//! A student's program: docs/teaching/starter.rs, completed. Trees and tic-tac-toe, minimax and alpha-beta.

use std::io::{BufRead, stdin};

const WON: i32 = 1_000_000;
const LINES: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

enum Tree {
    Leaf(i32),
    Node(Vec<Tree>),
}

fn read(rest: &mut &str) -> Tree {
    if let Some(inside) = rest.strip_prefix('[') {
        *rest = inside;
        let mut children = vec![read(rest)];
        while let Some(next) = rest.strip_prefix(',') {
            *rest = next;
            children.push(read(rest));
        }
        *rest = rest.strip_prefix(']').unwrap_or(rest);
        return Tree::Node(children);
    }
    let end = rest.find([',', ']', '}']).unwrap_or(rest.len());
    let (leaf, after) = rest.split_at(end);
    *rest = after;
    Tree::Leaf(leaf.trim().parse().unwrap_or(0))
}

struct Search {
    nodes: u32,
    leaves: Vec<i32>,
    prunes: bool,
}

impl Search {
    /// Fail-soft, for the side to move.
    fn tree(&mut self, tree: &Tree, sign: i32, alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        let children = match tree {
            Tree::Leaf(value) => {
                self.leaves.push(*value);
                return sign * value;
            }
            Tree::Node(children) => children,
        };
        let mut best = -2 * WON;
        for child in children {
            let (low, high) = match self.prunes {
                true => (-beta, -alpha.max(best)),
                false => (-beta, -alpha),
            };
            best = best.max(-self.tree(child, -sign, low, high));
            if self.prunes && best >= beta {
                break;
            }
        }
        best
    }

    fn board(&mut self, board: &mut [u8], side: u8, depth: u32, alpha: i32, beta: i32) -> (i32, Option<usize>) {
        self.nodes += 1;
        let other = if side == b'x' { b'o' } else { b'x' };
        if LINES.iter().any(|line| line.iter().all(|&square| board[square] == other)) {
            return (-WON, None);
        }
        if depth == 0 || !board.contains(&b'.') {
            return (0, None);
        }
        let (mut best, mut best_move) = (-2 * WON, None);
        for square in 0..9 {
            if board[square] != b'.' {
                continue;
            }
            board[square] = side;
            let low = if self.prunes { alpha.max(best) } else { alpha };
            let value = -self.board(board, other, depth - 1, -beta, -low).0;
            board[square] = b'.';
            if value > best {
                (best, best_move) = (value, Some(square));
            }
            if self.prunes && best >= beta {
                break;
            }
        }
        (best, best_move)
    }
}

fn answer(line: &str) -> Option<String> {
    let after = |key: &str| Some(line.split_once(&format!("\"{key}\":"))?.1);
    let mut search = Search {
        nodes: 0,
        leaves: Vec::new(),
        prunes: !line.contains("\"search\":\"minimax\""),
    };
    if let Some(mut rest) = after("tree").filter(|tree| tree.starts_with('[')) {
        let value = search.tree(&read(&mut rest), 1, -2 * WON, 2 * WON);
        return Some(format!(
            "{{\"value\":{value},\"nodes\":{},\"leaves\":{:?}}}",
            search.nodes, search.leaves
        ));
    }
    let mut board: Vec<u8> = after("position")?.strip_prefix('"')?.bytes().take(9).collect();
    if board.len() < 9 || board.iter().any(|square| !b"xo.".contains(square)) {
        return None;
    }
    let digits: String = after("depth")?.chars().take_while(char::is_ascii_digit).collect();
    let taken = board.iter().filter(|&&square| square != b'.').count();
    let side = if taken % 2 == 0 { b'x' } else { b'o' };
    let (value, best) = search.board(&mut board, side, digits.parse().ok()?, -2 * WON, 2 * WON);
    let name = best.map_or("null".to_owned(), |square| {
        format!("\"{}{}\"", ["a", "b", "c"][square % 3], square / 3 + 1)
    });
    Some(format!("{{\"move\":{name},\"value\":{value},\"nodes\":{}}}", search.nodes))
}

fn main() {
    for line in stdin().lock().lines().map_while(Result::ok) {
        match answer(&line) {
            Some(said) => println!("{said}"),
            None => println!("{{\"error\":\"I know trees and tic-tac-toe\"}}"),
        }
    }
}
