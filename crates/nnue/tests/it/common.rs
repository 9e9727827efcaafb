//! Reproducible random networks and games, and the files of the released network.

use std::fs;
use std::path::Path;

use chess::random::SplitMix64;
use chess::{Game, Position};
use nnue::{MAX_FEATURE_WEIGHT, MAX_OUTPUT_WEIGHT, Network, Parameters};

/// Returns random numbers for a network, up to the limits, to provoke overflows.
pub fn random_parameters(seed: u64, width: usize, buckets: usize) -> Parameters {
    let mut random = SplitMix64::new(seed);
    let mut numbers = |count: usize, limit: i16| {
        let limit = i32::from(limit);
        let span = 2 * limit as usize + 1;
        let number = |_| (random.below(span) as i32 - limit) as i16;
        (0..count).map(number).collect::<Vec<i16>>()
    };
    Parameters {
        width,
        buckets,
        manifest: std::array::from_fn(|i| i as u8 * 7),
        feature_weights: numbers(768 * width, MAX_FEATURE_WEIGHT),
        feature_biases: numbers(width, MAX_FEATURE_WEIGHT),
        output_weights: numbers(2 * width * buckets, MAX_OUTPUT_WEIGHT),
        output_biases: numbers(buckets, 30_000)
            .into_iter()
            .map(i32::from)
            .collect(),
    }
}

pub fn random_network(seed: u64, width: usize, buckets: usize) -> Network {
    Network::new(&random_parameters(seed, width, buckets)).expect("weights within limits")
}

/// Positions with promotions and en-passant captures.
const RICH: [&str; 3] = [
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

/// Returns a random start position; half of them are of Chess960 and double Chess960.
pub fn random_start(random: &mut SplitMix64) -> Position {
    let white = random.below(960) as u16;
    let black = match random.below(8) {
        0..2 => return Position::startpos(),
        2..4 => {
            let fen = RICH[random.below(RICH.len())];
            return Position::from_fen(fen).expect("a right FEN");
        }
        4..6 => white,
        _ => random.below(960) as u16,
    };
    Position::double_chess960(white, black).expect("a number below 960")
}

/// Returns positions of random games.
pub fn random_positions(seed: u64, count: usize) -> Vec<Position> {
    let mut random = SplitMix64::new(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut game = Game::new(random_start(&mut random));
        while game.outcome().is_none() && game.moves().len() < 300 {
            positions.push(*game.position());
            let moves = game.position().legal_moves();
            let m = moves[random.below(moves.len())];
            game.play(m).expect("a legal move");
        }
    }
    positions.truncate(count);
    positions
}

/// Reads a file of the released network, which lies in the repository outside this package. In a packaged copy there is no
/// such folder, and the test is left out.
pub fn released(file: &str) -> Option<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../nets");
    if !folder.is_dir() {
        println!("left out: there is no folder {}", folder.display());
        return None;
    }
    let path = folder.join(file);
    Some(fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}
