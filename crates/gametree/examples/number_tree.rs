//! Searches a tree of numbers and prints what each search skips.
//!
//!     cargo run --example number_tree -- "[[3,12,8],[2,4,6],[14,5,2]]"

use gametree::observer::Cut;
use gametree::reference::Reference;
use gametree::searches::{AlphaBeta, FailHard, Minimax, Pvs};
use gametree::synthetic::NumberTree;
use gametree::{Limits, Observer, Searcher, Zero};

/// An observer that counts skipped moves.
#[derive(Default)]
struct Skipped(usize);

impl<M> Observer<M> for Skipped {
    fn cut(&mut self, _: Cut, skipped: &[M]) {
        self.0 += skipped.len();
    }
}

fn main() {
    let text = std::env::args().nth(1);
    let text = text.as_deref().unwrap_or("[[3,12,8],[2,4,6],[14,5,2]]");
    let tree: NumberTree = match text.parse() {
        Ok(tree) => tree,
        Err(error) => {
            eprintln!("{text}: {error}");
            std::process::exit(2);
        }
    };

    let reference = Reference::new(tree.height());
    let right = reference
        .minimax(&tree, &tree.root(), &mut Zero)
        .expect("no limit is set");
    let minimal = reference.minimal_nodes(&tree, &tree.root(), &mut Zero, right.value);
    println!("{tree}");
    println!("value {}, best moves {:?}", right.value, right.best());
    println!("nodes: {}, minimal {}", right.nodes, minimal.unwrap_or(0));

    let searches: [(&str, Box<dyn Searcher<NumberTree>>); 4] = [
        ("minimax", Box::new(Minimax::new(Zero))),
        ("alpha-beta", Box::new(AlphaBeta::new(Zero))),
        ("fail-hard alpha-beta", Box::new(FailHard::new(Zero))),
        ("PVS", Box::new(Pvs::new(Zero))),
    ];
    let limits = Limits::depth(tree.height());
    for (name, mut search) in searches {
        let mut skipped = Skipped::default();
        let result = search.search_watched(&tree, &tree.root(), &limits, &mut skipped);
        assert_eq!(result.score, right.value, "{name}");
        let (nodes, leaves) = (result.stats.nodes, result.stats.leaves);
        println!(
            "{name:20} {nodes:>5} nodes {leaves:>5} leaves, {} moves skipped",
            skipped.0
        );
    }
}
