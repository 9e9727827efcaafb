//! Prints positions for robustness tests of a search, one FEN on a line: `pathological COUNT SEED`, by default 300 and 7.

#[path = "../tests/it/pathological.rs"]
mod pathological;

fn main() {
    let mut words = std::env::args().skip(1).map(|word| word.parse());
    let (Ok(count), Ok(seed)) = (
        words.next().unwrap_or(Ok(300)),
        words.next().unwrap_or(Ok(7)),
    ) else {
        eprintln!("the count and the seed must be numbers");
        std::process::exit(2);
    };
    for position in pathological::positions(count as usize, seed) {
        println!("{position}");
    }
}
