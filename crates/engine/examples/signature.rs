//! The workload of `espalier bench` alone, to count and profile instructions:
//!
//! ```text
//! cargo build --release -p engine --example signature
//! valgrind --tool=callgrind target/release/examples/signature 6
//! ```
//!
//! `make profile` and `make switches` use it. docs/speed.md has the results.

fn main() {
    let depth = std::env::args().nth(1).map(|word| word.parse());
    let Ok(depth) = depth.unwrap_or(Ok(engine::bench::DEPTH)) else {
        eprintln!("the depth must be a number");
        std::process::exit(2);
    };
    let nodes = engine::bench::run(depth, &std::sync::Arc::default(), &mut |_| {});
    println!("{} nodes", nodes.unwrap_or_default());
}
