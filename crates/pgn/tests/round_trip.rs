//! Random trees are read back as they were written, and random bytes do no harm.

use chess::Position;
use pgn::{Builder, Comment, Game, GameResult, Games, Limits, append};

/// Steele, Lea and Flood's SplitMix64.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

const STARTS: [&str; 4] = [
    chess::fen::START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 3 17",
    "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/NRKRBBQN w KQkq - 0 1",
    "4k3/P6p/8/8/8/8/p6P/4K3 w - - 0 60",
];

fn random_text(random: &mut SplitMix64) -> String {
    const PIECES: [&str; 22] = [
        "a",
        "word ",
        " ",
        "\n",
        "[%clk 0:00:0",
        "5]",
        "[%eval ",
        "-1.25",
        "#3",
        ",20",
        "]",
        "[",
        "%",
        "(",
        ")",
        "{",
        "}",
        "\"",
        "\\",
        "é",
        "棋",
        ";",
    ];
    (0..random.below(30))
        .map(|_| PIECES[random.below(PIECES.len())])
        .collect()
}

fn random_game(random: &mut SplitMix64) -> Game {
    let start = Position::from_fen(STARTS[random.below(STARTS.len())]).expect("a position");
    let mut builder = Builder::new(start, Limits::default());
    for _ in 0..random.below(120) {
        match random.below(12) {
            // These three may not be possible where we are, and then nothing changes.
            0 => drop(builder.nag(random.next() as u8)),
            1 => drop(builder.begin_variation()),
            2 => drop(builder.end_variation()),
            3 => builder
                .comment(Comment::new(&random_text(random)))
                .expect("room for it"),
            _ => {
                let moves = builder.position().legal_moves();
                if !moves.is_empty() {
                    builder
                        .play(moves[random.below(moves.len())])
                        .expect("a legal move");
                }
            }
        }
    }
    while builder.in_variation() {
        builder.end_variation().expect("an open variation");
    }
    let mut game = builder.finish().expect("no open variation");
    game.result = [
        GameResult::WhiteWins,
        GameResult::BlackWins,
        GameResult::Draw,
        GameResult::Unknown,
    ][random.below(4)];
    for name in ["White", "Date", "ECO", "Opening", "Termination"] {
        if random.below(2) == 0 {
            game.tags
                .set(name, &random_text(random))
                .expect("a good name");
        }
    }
    game
}

#[test]
fn random_trees() {
    let mut random = SplitMix64(960);
    let games: Vec<Game> = (0..1_000).map(|_| random_game(&mut random)).collect();
    assert!(games.iter().any(|game| game.main_line().nodes().len() > 50));
    let mut file = Vec::new();
    for game in &games {
        let text = game.to_string();
        assert_eq!(
            text.parse::<Game>()
                .map_err(|error| error.to_string())
                .as_ref(),
            Ok(game),
            "{text}"
        );
        append(&mut file, game).expect("room");
    }
    let read: Vec<Game> = Games::new(file.as_slice())
        .collect::<Result<_, _>>()
        .unwrap_or_else(|error| panic!("{error}"));
    assert!(read == games);
}

/// Good games with some bytes changed: they may be refused, but nothing may panic or go on for ever.
#[test]
fn damaged_games() {
    let mut random = SplitMix64(13);
    let mut refused = 0;
    for _ in 0..3_000 {
        let mut bytes = random_game(&mut random).to_string().into_bytes();
        for _ in 0..1 + random.below(8) {
            let at = random.below(bytes.len());
            match random.below(3) {
                0 => bytes[at] = random.next() as u8,
                1 => bytes.truncate(at + 1),
                _ => bytes.insert(at, b"(){}[]\"\n\\%;$"[random.below(12)]),
            }
        }
        for game in Games::new(bytes.as_slice()) {
            match game {
                Ok(game) => assert_eq!(game.to_string().parse::<Game>().ok().as_ref(), Some(&game)),
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 300, "{refused}");
}

#[test]
fn random_bytes() {
    let mut random = SplitMix64(29);
    let mut found = 0;
    for _ in 0..2_000 {
        let bytes: Vec<u8> = (0..random.below(600))
            .map(|_| random.next() as u8)
            .collect();
        found += Games::new(bytes.as_slice()).count();
    }
    assert!(found > 0);
}
