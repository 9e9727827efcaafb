//! The work of `espalier bench` and nothing else, to count instructions and to see where they go:
//!
//! ```text
//! cargo build --release -p engine --example signature
//! valgrind --tool=callgrind target/release/examples/signature 6
//! ```
//!
//! `make profile` and `make switches` use it; docs/speed.md has their figures.

fn main() {
    let depth = std::env::args().nth(1).map(|word| word.parse());
    let Ok(depth) = depth.unwrap_or(Ok(engine::bench::DEPTH)) else {
        eprintln!("the depth is no number");
        std::process::exit(2);
    };
    let nodes = engine::bench::run(depth, &std::sync::Arc::default(), &mut |_, _| {});
    println!("{} nodes", nodes.unwrap_or_default());
}
