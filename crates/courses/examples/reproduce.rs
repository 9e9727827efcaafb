//! Prints every figure of the five documents, as printed and as obtained.
//!
//! `cargo run --release --package courses --example reproduce [a4|i2p3|fascicle3|a8|report|all]`

use courses::reproduce;
use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let name = std::env::args().nth(1).unwrap_or("all".to_owned());
    let which = match reproduce::documents(&name) {
        Ok(which) => which,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let start = Instant::now();
    let sections = reproduce::run(&which, &mut |progress| {
        eprintln!("{:>2}/{} {}", progress.done, progress.of, progress.title);
    });
    for section in &sections {
        println!("{section}");
    }
    let rows: Vec<_> = sections
        .iter()
        .flat_map(|section| &section.rows)
        .filter(|row| row.is_compared())
        .collect();
    let same = rows.iter().filter(|row| row.same).count();
    println!(
        "{same} of {} figures are the same, in {:.1} s",
        rows.len(),
        start.elapsed().as_secs_f64()
    );
    if same == rows.len() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
