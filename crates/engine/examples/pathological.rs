//! Prints positions that a search must survive, one FEN a line: `pathological COUNT SEED`, 300 and 7 unless given.

#[path = "../tests/it/pathological.rs"]
mod pathological;

fn main() {
    let mut words = std::env::args().skip(1).map(|word| word.parse());
    let (Ok(count), Ok(seed)) = (
        words.next().unwrap_or(Ok(300)),
        words.next().unwrap_or(Ok(7)),
    ) else {
        eprintln!("the count and the seed are numbers");
        std::process::exit(2);
    };
    for position in pathological::positions(count as usize, seed) {
        println!("{position}");
    }
}
