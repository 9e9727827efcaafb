//! A starter in Rust: trees that are written down, one JSON object a line in and one out.
//!
//!     espalier grade docs/teaching/starter.rs --assignment minimax
//!
//! Fill in `value`: it looks at the first leaf and at nothing else. docs/teaching.md says what is asked.

use std::io::{BufRead, stdin};

/// Where we are in a tree, such as `[[3,12],[2,4]]`, and how many of its nodes we have entered.
struct Walk<'a> {
    rest: &'a str,
    nodes: u32,
}

impl Walk<'_> {
    /// The value of the tree that comes next.
    fn value(&mut self, max: bool) -> i32 {
        self.nodes += 1;
        if let Some(children) = self.rest.strip_prefix('[') {
            // After each child comes a comma, or the bracket that closes.
            self.rest = children;
            return self.value(!max);
        }
        let end = self.rest.find([',', ']', '}']).unwrap_or(self.rest.len());
        let (leaf, rest) = self.rest.split_at(end);
        self.rest = rest;
        leaf.parse().unwrap_or(0)
    }
}

fn main() {
    for line in stdin().lock().lines().map_while(Result::ok) {
        let Some((_, rest)) = line.split_once("\"tree\":") else {
            println!("{{\"error\":\"I only know trees\"}}");
            continue;
        };
        let mut walk = Walk { rest, nodes: 0 };
        let value = walk.value(true);
        println!("{{\"value\":{value},\"nodes\":{}}}", walk.nodes);
    }
}
