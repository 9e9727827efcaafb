//! Files of positions with their counts: `FEN ;D1 20 ;D2 400`.

use std::fs;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Instant;

use chess::Position;
use chess::perft::perft;

use super::speed;
use crate::error::Failure;
use crate::pool;
use crate::progress::Progress;
use games::nearest::quote;

/// The counts to check.
#[derive(Debug, Default)]
pub struct Checks {
    positions: usize,
    /// Counts that are deeper or larger than wanted.
    passed_over: usize,
    checks: Vec<Check>,
}

#[derive(Debug)]
struct Check {
    line: usize,
    position: Position,
    depth: u32,
    expected: u64,
}

/// Reads a file, leaving out what is deeper or larger than wanted.
pub fn read(path: &Path, deepest: Option<u32>, max_nodes: Option<u64>) -> Result<Checks, Failure> {
    let name = path.display();
    let text = fs::read_to_string(path)
        .map_err(|error| Failure::input(format_args!("cannot read {name}: {error}")))?;
    let mut checks = Checks::default();
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let (position, counts) = parse_line(line)
            .map_err(|reason| Failure::input(format_args!("{name}, line {number}: {reason}")))?;
        checks.positions += 1;
        for (depth, expected) in counts {
            if deepest.is_some_and(|deepest| depth > deepest)
                || max_nodes.is_some_and(|max| expected > max)
            {
                checks.passed_over += 1;
            } else {
                checks.checks.push(Check {
                    line: number,
                    position,
                    depth,
                    expected,
                });
            }
        }
    }
    if checks.positions == 0 {
        return Err(Failure::input(format_args!(
            "{name} has no lines such as: FEN ;D1 20 ;D2 400"
        )));
    }
    Ok(checks)
}

fn parse_line(line: &str) -> Result<(Position, Vec<(u32, u64)>), String> {
    let mut parts = line.split(';');
    let position =
        Position::from_fen(parts.next().unwrap_or_default()).map_err(|error| error.to_string())?;
    let mut counts = Vec::new();
    // Files that are passed around have stray bytes at the ends of their lines.
    let stray = |letter: char| letter.is_whitespace() || letter.is_control();
    for part in parts
        .map(|part| part.trim_matches(stray))
        .filter(|part| !part.is_empty())
    {
        let count = part.strip_prefix('D').and_then(|part| {
            let (depth, count) = part.split_once(char::is_whitespace)?;
            Some((depth.parse().ok()?, count.trim().parse().ok()?))
        });
        counts.push(count.ok_or_else(|| format!("{} is not a count such as D2 400", quote(part)))?);
    }
    if counts.is_empty() {
        return Err("no counts such as ;D1 20 ;D2 400 after the position".to_owned());
    }
    Ok((position, counts))
}

/// Checks every count, reports those that differ and a summary.
pub fn check(
    checks: &Checks,
    threads: NonZeroUsize,
    output: &mut impl Write,
) -> Result<(), Failure> {
    // The largest first, so that no thread begins a long count when the others are done.
    let mut order: Vec<&Check> = checks.checks.iter().collect();
    order.sort_by_key(|check| std::cmp::Reverse(check.expected));
    let mut progress = Progress::new("counts");
    let start = Instant::now();
    let job = |index: usize| perft(&order[index].position, order[index].depth);
    let found = pool::run(threads, order.len(), job, &mut |done| progress.update(done));
    let time = start.elapsed();
    drop(progress);

    let leaves = found.iter().sum();
    let mut wrong: Vec<(&Check, u64)> = order
        .into_iter()
        .zip(found)
        .filter(|(check, found)| check.expected != *found)
        .collect();
    wrong.sort_by_key(|(check, _)| (check.line, check.depth));
    for (check, found) in &wrong {
        writeln!(
            output,
            "line {}: D{} is {} in the file and {found} here: {}",
            check.line, check.depth, check.expected, check.position
        )?;
    }
    writeln!(
        output,
        "{} positions, {} counts checked, {} passed over, {} wrong",
        checks.positions,
        checks.checks.len(),
        checks.passed_over,
        wrong.len()
    )?;
    writeln!(output, "Time: {}", speed(leaves, time))?;
    writeln!(output, "Nodes searched: {leaves}")?;
    output.flush()?;
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(Failure::Mismatch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_to_write_counts_are_read() {
        for line in [
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66",
            "4k3/8/8/8/8/8/8/4K2R w K -  0 1; D1 15; D2 66 ",
            "4k3/8/8/8/8/8/8/4K2R w K -;D1 15;D2 66;",
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1; D1 15; D2 66 \0",
        ] {
            let (position, counts) = parse_line(line).expect(line);
            assert_eq!(position.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
            assert_eq!(counts, [(1, 15), (2, 66)], "{line}");
        }
    }

    #[test]
    fn errors_say_what_is_missing() {
        let error = |line| parse_line(line).expect_err(line);
        assert_eq!(
            error("4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
            "no counts such as ;D1 20 ;D2 400 after the position"
        );
        assert_eq!(
            error("4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;bm e4"),
            "\"bm e4\" is not a count such as D2 400"
        );
        assert!(error("8/8 ;D1 1").starts_with("a FEN has six fields"));
    }
}
