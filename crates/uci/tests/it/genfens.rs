//! Generation of openings.

use std::collections::HashSet;

use gametree::Signal;
use uci::GenFens;

fn make(words: &str) -> Vec<String> {
    let genfens = GenFens::parse(words.split_whitespace()).expect("arguments");
    let mut lines = Vec::new();
    let all = genfens.run(&Signal::default(), &mut |position| {
        lines.push(position.to_string());
    });
    assert_eq!(all, Ok(true));
    lines
}

#[test]
fn the_seed_determines_the_positions() {
    let lines = make("12 seed 5 book None");
    assert_eq!(lines.len(), 12);
    assert_eq!(lines, make("12 seed 5 book None extra words"));
    assert_ne!(lines, make("12 seed 6 book None"));
    let different: HashSet<&String> = lines.iter().collect();
    assert_eq!(different.len(), 12);
    assert!(lines.iter().any(|fen| fen.contains(" w ")));
    assert!(lines.iter().any(|fen| fen.contains(" b ")));
}

#[test]
fn arguments_need_their_numbers() {
    for words in ["", "x", "3 seed", "3 seed x", "3 book"] {
        assert_eq!(GenFens::parse(words.split_whitespace()), None, "{words}");
    }
    let genfens = GenFens::parse("3 seed 9 book Books/x.epd plies 6".split_whitespace());
    assert_eq!(
        genfens,
        Some(GenFens {
            count: 3,
            seed: 9,
            book: Some("Books/x.epd".to_owned()),
            plies: Some(6),
        })
    );
}
