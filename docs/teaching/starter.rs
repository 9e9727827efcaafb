//! A starter in Rust: number trees and tic-tac-toe. Write `search`; the rest is done.
//!
//!     espalier grade docs/teaching/starter.rs --assignment minimax
//!
//! The program reads a question on each line, a JSON object, and writes an answer on each line. docs/teaching.md describes both.

use std::collections::HashMap;
use std::io::{BufRead, Write};

const WON: i32 = 1_000_000;
const INFINITY: i32 = 10 * WON;

/// Returns the value of a state for the side to move, and its best move. `nodes` counts the positions entered.
fn search(state: &dyn State, depth: u32, alpha: i32, beta: i32, nodes: &mut u64) -> (i32, Option<usize>) {
    *nodes += 1;
    // YOUR SEARCH: this one chooses the first move and says that every state is worth 0.
    let _ = (depth, alpha, beta);
    (0, state.moves().first().copied())
}

/// A position of a game. Values are for the side to move.
#[allow(dead_code)] // until your search calls them
trait State {
    /// Returns the value if the game is over.
    fn result(&self) -> Option<i32>;
    /// Returns the value where the depth ends.
    fn evaluation(&self) -> i32;
    /// Returns the moves, in the order in which to try them.
    fn moves(&self) -> Vec<usize>;
    /// Returns the state after a move, with the other side to move.
    fn after(&self, mv: usize) -> Box<dyn State + '_>;
    /// Returns the name of a move, if it has one.
    fn name(&self, mv: usize) -> Option<String>;
}

/// A tree of numbers: a leaf is a number for MAX, a node is the list of its children. `sign` is 1 if MAX moves.
struct Tree<'a> {
    tree: &'a Json,
    sign: i32,
}

impl State for Tree<'_> {
    fn result(&self) -> Option<i32> {
        match self.tree {
            Json::Number(leaf) => Some(self.sign * *leaf as i32),
            _ => None,
        }
    }

    fn evaluation(&self) -> i32 {
        0
    }

    fn moves(&self) -> Vec<usize> {
        (0..self.tree.list().len()).collect()
    }

    fn after(&self, mv: usize) -> Box<dyn State + '_> {
        Box::new(Tree { tree: &self.tree.list()[mv], sign: -self.sign })
    }

    fn name(&self, _: usize) -> Option<String> {
        None
    }
}

/// A board of nine letters, row by row: x, o, or a dot.
struct TicTacToe(Vec<u8>);

const LINES: [[usize; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

impl TicTacToe {
    fn side(&self) -> u8 {
        if self.moves().len() % 2 == 1 { b'x' } else { b'o' }
    }
}

impl State for TicTacToe {
    fn result(&self) -> Option<i32> {
        let other = if self.side() == b'x' { b'o' } else { b'x' };
        if LINES.iter().any(|line| line.iter().all(|&square| self.0[square] == other)) {
            return Some(-WON);
        }
        self.moves().is_empty().then_some(0)
    }

    fn evaluation(&self) -> i32 {
        0
    }

    fn moves(&self) -> Vec<usize> {
        (0..9).filter(|&square| self.0[square] == b'.').collect()
    }

    fn after(&self, mv: usize) -> Box<dyn State + '_> {
        let mut board = self.0.clone();
        board[mv] = self.side();
        Box::new(TicTacToe(board))
    }

    fn name(&self, mv: usize) -> Option<String> {
        Some(format!("{}{}", ["a", "b", "c"][mv % 3], mv / 3 + 1))
    }
}

fn answer(question: &Json) -> Option<String> {
    let Json::Map(question) = question else {
        return None;
    };
    let (state, depth): (Box<dyn State>, u32) = match question.get("game")? {
        Json::Text(game) if game == "tree" => (Box::new(Tree { tree: question.get("tree")?, sign: 1 }), 100),
        Json::Text(game) if game == "tictactoe" => match (question.get("position")?, question.get("depth")?) {
            (Json::Text(board), Json::Number(depth)) if board.len() == 9 => {
                (Box::new(TicTacToe(board.clone().into_bytes())), *depth as u32)
            }
            _ => return None,
        },
        _ => return None,
    };
    let mut nodes = 0;
    let (value, mv) = search(&*state, depth, -INFINITY, INFINITY, &mut nodes);
    let mv = mv.and_then(|mv| state.name(mv)).map_or(String::new(), |name| format!(",\"move\":\"{name}\""));
    Some(format!("{{\"value\":{value},\"nodes\":{nodes}{mv}}}"))
}

/// A JSON value.
enum Json {
    Nothing,
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Map(HashMap<String, Json>),
}

impl Json {
    fn list(&self) -> &[Json] {
        if let Json::List(list) = self { list } else { &[] }
    }

    /// Reads a value, and moves `rest` past it. `None` is an error.
    fn read(rest: &mut &str) -> Option<Json> {
        match next(rest)? {
            '{' => {
                let mut map = HashMap::new();
                skip(rest);
                while next(rest)? != '}' {
                    let key = text(rest)?;
                    if next(rest)? == ':' {
                        skip(rest);
                    }
                    map.insert(key, Json::read(rest)?);
                    if next(rest)? == ',' {
                        skip(rest);
                    }
                }
                skip(rest);
                Some(Json::Map(map))
            }
            '[' => {
                let mut list = Vec::new();
                skip(rest);
                while next(rest)? != ']' {
                    list.push(Json::read(rest)?);
                    if next(rest)? == ',' {
                        skip(rest);
                    }
                }
                skip(rest);
                Some(Json::List(list))
            }
            '"' => text(rest).map(Json::Text),
            _ => {
                let end = rest.find([',', ']', '}', ' ']).unwrap_or(rest.len());
                let (word, after) = rest.split_at(end);
                *rest = after;
                match word {
                    "null" | "true" | "false" => Some(Json::Nothing),
                    number => number.parse().ok().map(Json::Number),
                }
            }
        }
    }
}

fn next(rest: &mut &str) -> Option<char> {
    *rest = rest.trim_start();
    rest.chars().next()
}

/// Skips a character of one byte.
fn skip(rest: &mut &str) {
    *rest = &rest[1..];
}

fn text(rest: &mut &str) -> Option<String> {
    if next(rest)? != '"' {
        return None;
    }
    let (mut found, mut is_escaped) = (String::new(), false);
    for (at, letter) in rest.char_indices().skip(1) {
        if letter == '"' && !is_escaped {
            *rest = &rest[at + 1..];
            return Some(found);
        }
        is_escaped = letter == '\\' && !is_escaped;
        if !is_escaped {
            found.push(letter);
        }
    }
    None
}

fn main() {
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let question = Json::read(&mut line.as_str());
        let reply = question.as_ref().and_then(answer);
        println!("{}", reply.unwrap_or("{\"error\":\"not supported\"}".to_owned()));
        std::io::stdout().flush().expect("an open pipe");
    }
}
