//! Random game trees of every game read back, and damaged input does not cause panics.

use games::{BoardGame, Chess, GameId, GameResult, WithGame};
use gametree::SplitMix64;
use notation::{Builder, Comment, Game, Games, Limits, append, kind_of};

fn below(random: &mut SplitMix64, bound: usize) -> usize {
    random.below(bound as u64) as usize
}

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
    (0..below(random, 30))
        .map(|_| PIECES[below(random, PIECES.len())])
        .collect()
}

/// Returns a position after random moves, or a well-known chess position.
fn random_start<G: BoardGame>(rules: &G, random: &mut SplitMix64) -> G::State {
    const CHESS: [&str; 3] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 3 17",
        "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/NRKRBBQN w KQkq - 0 1",
        "4k3/P6p/8/8/8/8/p6P/4K3 w - - 0 60",
    ];
    if G::ID == Chess::ID && below(random, 2) == 0 {
        let text = CHESS[below(random, CHESS.len())];
        return rules.read_position(text).expect("a position");
    }
    let mut state = rules.start();
    if below(random, 2) == 0 {
        for _ in 0..below(random, 6) {
            let moves = rules.legal_moves(&state);
            if !moves.is_empty() {
                rules.play(&mut state, moves[below(random, moves.len())]);
            }
        }
    }
    state
}

fn random_game<G: BoardGame>(rules: &G, random: &mut SplitMix64) -> Game<G> {
    let start = random_start(rules, random);
    let mut builder = Builder::of(rules, start, Limits::default());
    for _ in 0..below(random, 120) {
        match below(random, 12) {
            // These three may be rejected here, and then nothing changes.
            0 => drop(builder.nag(random.next_u64() as u8)),
            1 => drop(builder.begin_variation()),
            2 => drop(builder.end_variation()),
            3 => builder
                .comment(Comment::new(&random_text(random)))
                .expect("within the limits"),
            _ => {
                let moves = rules.legal_moves(builder.position());
                if !moves.is_empty() {
                    builder
                        .play(moves[below(random, moves.len())])
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
        Some(GameResult::First),
        Some(GameResult::Second),
        Some(GameResult::Draw),
        None,
    ][below(random, 4)];
    for name in [
        "White",
        "Date",
        "ECO",
        "Opening",
        "Termination",
        "x-Odd.Ärger",
    ] {
        if below(random, 2) == 0 {
            game.tags
                .set(name, &random_text(random))
                .expect("a valid name");
        }
    }
    game
}

struct RandomTrees;

impl WithGame for RandomTrees {
    type Output = ();

    fn run<G: BoardGame>(self, rules: &G) {
        let mut random = SplitMix64::new(960);
        let games: Vec<Game<G>> = (0..400).map(|_| random_game(rules, &mut random)).collect();
        let longest = games
            .iter()
            .map(|game| game.main_line().nodes().len())
            .max();
        assert!(longest > Some(6), "{longest:?}");
        let mut file = Vec::new();
        for game in &games {
            let text = game.to_string();
            assert_eq!(kind_of(&text).ok(), Some(G::ID), "{text}");
            let read = text.parse::<Game<G>>().map_err(|error| error.to_string());
            assert_eq!(read.as_ref(), Ok(game), "{text}");
            append(&mut file, game).expect("room");
        }
        let read: Vec<Game<G>> = Games::of(rules, file.as_slice(), Limits::default())
            .collect::<Result<_, _>>()
            .unwrap_or_else(|error| panic!("{error}"));
        assert!(read == games);
    }
}

#[test]
fn random_trees_of_every_game() {
    for kind in GameId::ALL {
        kind.with(RandomTrees);
    }
}

struct Damaged;

impl WithGame for Damaged {
    type Output = ();

    /// Reads valid games with some bytes changed. They may be rejected, but the reader must terminate without a panic.
    fn run<G: BoardGame>(self, rules: &G) {
        let mut random = SplitMix64::new(13);
        let mut refused = 0;
        for _ in 0..1_000 {
            let mut bytes = random_game(rules, &mut random).to_string().into_bytes();
            for _ in 0..1 + below(&mut random, 8) {
                let at = below(&mut random, bytes.len());
                match below(&mut random, 3) {
                    0 => bytes[at] = random.next_u64() as u8,
                    1 => bytes.truncate(at + 1),
                    _ => bytes.insert(at, b"(){}[]\"\n\\%;$"[below(&mut random, 12)]),
                }
            }
            for game in Games::of(rules, bytes.as_slice(), Limits::default()) {
                match game {
                    Ok(game) => {
                        assert_eq!(
                            game.to_string().parse::<Game<G>>().ok().as_ref(),
                            Some(&game)
                        );
                    }
                    Err(error) => {
                        refused += 1;
                        assert!(!error.to_string().contains('\n'), "{error}");
                    }
                }
            }
        }
        assert!(refused > 100, "{refused}");
    }
}

#[test]
fn damaged_games_do_not_panic() {
    for kind in GameId::ALL {
        kind.with(Damaged);
    }
}

#[test]
fn random_bytes_do_not_panic() {
    let mut random = SplitMix64::new(29);
    let mut found = 0;
    for _ in 0..2_000 {
        let bytes: Vec<u8> = (0..below(&mut random, 600))
            .map(|_| random.next_u64() as u8)
            .collect();
        found += Games::new(bytes.as_slice()).count();
    }
    assert!(found > 0);
}

#[test]
fn a_played_game_has_the_result_of_the_rules() {
    let rules = Chess::default();
    let mut record = games::Record::new(rules.start());
    for text in ["f3", "e5", "g4", "Qh4"] {
        let mv = rules.parse_move(record.state(), text).expect(text);
        record.play(&rules, mv);
    }
    let game = Game::from_record(&rules, &record);
    assert_eq!(game.result, Some(GameResult::Second));
    assert!(game.to_string().ends_with("1. f3 e5 2. g4 Qh4# 0-1\n"));
    record.undo();
    assert_eq!(Game::from_record(&rules, &record).result, None);
}
