//! `espalier bench`: searches the positions of [`engine::bench`] to a fixed depth.

use engine::bench;
use gametree::clock::Stopwatch;

use crate::prelude::*;

#[derive(Args, Debug)]
pub struct BenchArgs {
    /// Depth in plies
    #[arg(value_parser = parse_depth, allow_negative_numbers = true)]
    pub depth: Option<u32>,
}

/// Prints a line for each position, and then the number of nodes and the speed.
pub fn command(args: &BenchArgs, output: &mut impl Write) -> Result {
    let time = Stopwatch::new();
    let mut progress = Progress::new("positions");
    let mut lines = Vec::new();
    let depth = args.depth.unwrap_or(bench::DEPTH);
    let nodes = bench::run(depth, &Default::default(), &mut |line| {
        progress.update(lines.len(), bench::POSITIONS.len());
        lines.push(line);
    });
    drop(progress);
    lines.push(bench::last_line(nodes.unwrap_or(0), time.elapsed()));
    Ok(output.write_all(lines.concat().as_bytes())?)
}
