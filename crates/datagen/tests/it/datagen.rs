//! Games to learn from: played, packed, damaged, unpacked.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use chess::{Color, Piece, PieceKind, Position, Square};
use datagen::{Drawing, Generator, Neighbours, Samples};
use games::GameResult;
use gametree::SplitMix64;
use packs::{
    Keep, MATE_SCORE, Origin, Pack, PackError, PackWriter, Recipe, Record, Scored, ScoredGame,
    Tally, read_raw,
};

fn recipe() -> Recipe {
    Recipe {
        nodes: 60,
        ..Recipe::default()
    }
}

/// A file in a temporary folder, removed when the test ends.
struct Scratch {
    path: PathBuf,
    _folder: TempDir,
}

impl Scratch {
    fn new(name: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self {
            path: folder.path().join(name),
            _folder: folder,
        }
    }
}

/// Games of random moves and scores, from all kinds of starts: everything that a pack must keep.
fn any_games(count: u64) -> Vec<ScoredGame> {
    let mut random = SplitMix64::new(5);
    (0..count)
        .map(|number| {
            let start = match number % 3 {
                0 => Position::startpos(),
                1 => Position::chess960(random.below(960) as u16).expect("a number"),
                _ => Position::from_fen("8/P6k/8/8/8/8/p6K/8 w - - 0 1").expect("a position"),
            };
            let mut position = start;
            let mut moves = Vec::new();
            for _ in 0..random.below(120) {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let m = legal[random.below(legal.len() as u64) as usize];
                position.play_unchecked(m);
                moves.push(m);
            }
            let unscored = random.below(moves.len() as u64 + 1) as usize;
            let scores = moves[unscored..]
                .iter()
                .map(|_| match random.below(20) {
                    0 => MATE_SCORE,
                    1 => -MATE_SCORE,
                    _ => random.below(4_001) as i16 - 2_000,
                })
                .collect();
            ScoredGame {
                number,
                start,
                moves,
                scores,
                result: [GameResult::First, GameResult::Draw, GameResult::Second]
                    [random.below(3) as usize],
            }
        })
        .collect()
}

fn origin() -> Origin {
    Origin {
        player: "a test".to_owned(),
        recipe: Some(recipe()),
        seed: Some(7),
    }
}

fn write(scratch: &Scratch, games: &[ScoredGame]) {
    let mut writer = PackWriter::create(&scratch.path, &origin()).expect("a file");
    for game in games {
        writer.add(game.clone()).expect("room on the disk");
    }
    writer.flush().expect("room on the disk");
}

/// All whole games, and what went wrong then.
fn read(scratch: &Scratch) -> (Vec<ScoredGame>, Option<PackError>) {
    let pack = Pack::open(&scratch.path).expect("a pack");
    assert_eq!(pack.origin, origin());
    let (mut games, mut error) = (Vec::new(), None);
    for block in pack.blocks() {
        match block {
            Ok(block) => games.extend(block),
            Err(found) => error = Some(found),
        }
    }
    (games, error)
}

#[test]
fn the_same_number_is_the_same_game_and_every_score_has_its_move() {
    let mut generator = Generator::new(recipe(), 3, None);
    let games: Vec<ScoredGame> = (0..6).filter_map(|number| generator.game(number)).collect();
    assert!(games.len() >= 5);
    for game in &games {
        let again = Generator::new(recipe(), 3, None).game(game.number);
        assert_eq!(again.as_ref(), Some(game));
        assert!(!game.scores.is_empty());
        assert!(game.unscored() >= 1);
        assert_eq!(game.positions().count(), game.scores.len());
        for scored in game.kept(&Keep::default()) {
            assert!(!scored.position.in_check() && !scored.played.is_noisy());
            assert!(scored.white_score.abs() < 3_000);
        }
    }
    assert_ne!(
        Generator::new(recipe(), 4, None).game(0),
        Some(games[0].clone())
    );
}

#[test]
fn chess960_and_the_book_are_where_games_begin_if_so_asked() {
    let starts = |recipe: Recipe| -> Vec<Position> {
        let mut generator = Generator::new(recipe, 1, None);
        let games = (0..4).filter_map(|number| generator.game(number));
        games.map(|game| game.start).collect()
    };
    let all = |chess960, book| Recipe {
        chess960,
        book,
        ..recipe()
    };
    let standard = Position::startpos();
    assert!(starts(all(0, 0)).iter().all(|&start| start == standard));
    let shuffled = starts(all(100, 0));
    assert!(shuffled.iter().all(|start| start.occupied().count() == 32));
    assert!(shuffled.iter().any(|&start| start != standard));
    let booked = starts(all(0, 100));
    assert!(booked.iter().all(|&start| start != standard));
}

#[test]
fn what_is_packed_is_what_is_read() {
    let scratch = Scratch::new("round.pack");
    // More than a block.
    let games = any_games(300);
    write(&scratch, &games);
    let (read, error) = read(&scratch);
    assert!(error.is_none(), "{error:?}");
    assert_eq!(read, games);
    let moves: usize = games.iter().map(|game| game.moves.len()).sum();
    let size = fs::metadata(&scratch.path).expect("a file").len() as f64;
    // Random moves and scores hardly compress; real ones take half of it.
    assert!(size < 3.5 * moves as f64, "{size} bytes for {moves} moves");
}

#[test]
fn a_truncated_pack_has_its_whole_blocks_and_can_be_resumed() {
    let scratch = Scratch::new("cut.pack");
    let games = any_games(520);
    write(&scratch, &games);
    let bytes = fs::read(&scratch.path).expect("a file");
    let pack = Pack::open(&scratch.path).expect("a pack");
    let mut blocks = pack.blocks();
    let mut ends = vec![blocks.offset()];
    while blocks.next().is_some() {
        ends.push(blocks.offset());
    }
    assert_eq!(ends.len(), 4, "two full blocks and the rest");
    // All whole blocks before the cut are read.
    for cut in (ends[0] as usize..bytes.len()).step_by(bytes.len() / 9) {
        fs::write(&scratch.path, &bytes[..cut]).expect("a file");
        let whole = ends
            .iter()
            .rposition(|&end| end as usize <= cut)
            .expect("one");
        let (found, error) = read(&scratch);
        assert_eq!(found.len(), whole * 256, "cut at {cut}");
        assert_eq!(error.is_none(), ends.contains(&(cut as u64)), "{error:?}");
    }
    let mut writer = PackWriter::resume(&scratch.path, ends[1]).expect("a file");
    for game in &games[256..] {
        writer.add(game.clone()).expect("room");
    }
    writer.flush().expect("room");
    assert_eq!(fs::read(&scratch.path).expect("a file"), bytes);
}

#[test]
fn a_damaged_pack_is_an_error_and_keeps_the_games_before() {
    let scratch = Scratch::new("damaged.pack");
    let games = any_games(260);
    write(&scratch, &games);
    let bytes = fs::read(&scratch.path).expect("a file");
    let mut random = SplitMix64::new(11);
    let mut noticed = 0;
    for _ in 0..8 {
        let mut bad = bytes.clone();
        let place = bytes.len() / 4 + random.below(bytes.len() as u64 * 3 / 4) as usize;
        bad[place] ^= 1 << random.below(8);
        fs::write(&scratch.path, &bad).expect("a file");
        let (found, error) = read(&scratch);
        // A few bytes of a gzip header mean nothing; then all is well.
        if let Some(error) = error {
            assert!(found.len() < games.len());
            let text = error.to_string();
            assert!(text.contains("the block at byte"), "{text}");
            noticed += 1;
        }
        assert_eq!(found, games[..found.len()], "byte {place}");
    }
    assert!(noticed >= 6, "only {noticed} of 8 were noticed");
    fs::write(&scratch.path, "something else").expect("a file");
    let error = Pack::open(&scratch.path).expect_err("no pack");
    assert!(
        error.to_string().ends_with("is not a pack of games"),
        "{error}"
    );
}

#[test]
fn a_record_is_the_position() {
    let mut checked = 0;
    for game in any_games(40) {
        for scored in game.positions() {
            let record = Record::new(&game, &scored).0;
            let occupied = u64::from_le_bytes(record[..8].try_into().expect("eight"));
            assert_eq!(occupied, scored.position.occupied().bits());
            let squares = (0..64).filter(|square| occupied >> square & 1 == 1);
            for (place, square) in squares.enumerate() {
                let man = record[8 + place / 2] >> (4 * (place % 2)) & 15;
                let color = if man >= 8 { Color::Black } else { Color::White };
                let piece = Piece::new(color, PieceKind::ALL[usize::from(man & 7)]);
                let square = Square::masked(square);
                assert_eq!(scored.position.piece_at(square), Some(piece));
            }
            let black = scored.position.side_to_move() == Color::Black;
            assert_eq!(record[27] == 1, black);
            let score = i16::from_le_bytes([record[24], record[25]]);
            assert_eq!(if black { -score } else { score }, scored.white_score);
            let white_won = game.result == GameResult::First;
            let black_won = game.result == GameResult::Second;
            let mover_won = if black { black_won } else { white_won };
            assert_eq!(record[26] == 2, mover_won);
            checked += 1;
        }
    }
    assert!(checked > 500);
}

#[test]
fn plain_games_are_read_and_bad_ones_are_named() {
    // 1. e4 e5 2. Nf3, two moves without a score; a draw.
    let word = |from: u16, to: u16| (from + 64 * to).to_le_bytes();
    let moves = [word(12, 28), word(52, 36), word(6, 21)].concat();
    let bytes = [&[1, 2, 3, 0][..], &moves, &25_i16.to_le_bytes()].concat();
    let games = read_raw(&bytes, 9).expect("a game");
    assert_eq!(games.len(), 1);
    assert_eq!((games[0].number, games[0].result), (9, GameResult::Draw));
    assert_eq!(games[0].scores, [25]);
    let text: Vec<String> = games[0].moves.iter().map(ToString::to_string).collect();
    assert_eq!(text, ["e2e4", "e7e5", "g1f3"]);
    let line = games[0].line(&games[0].positions().next().expect("one"));
    assert!(line.ends_with(" 2|0.5|25"), "{line}");
    let mut tally = Tally::default();
    tally.count(&games[0], &Keep::default());
    assert_eq!(
        (tally.games, tally.moves, tally.kept, tally.drawn),
        (1, 3, 0, 1)
    );

    let cut = read_raw(&bytes[..8], 0).expect_err("cut off");
    assert_eq!(cut, "game 1: it is truncated");
    let illegal = [&[1, 0, 1, 0][..], &word(12, 60), &[0, 0]].concat();
    let illegal = read_raw(&illegal, 0).expect_err("illegal");
    assert!(illegal.contains("is not legal in rnbqkbnr/"), "{illegal}");
}

#[test]
fn neighbours_are_quiet_and_valued_by_the_terms() {
    let mut generator = Generator::new(recipe(), 3, None);
    let game = (0..)
        .find_map(|number| generator.game(number))
        .expect("a game");
    let keep = Keep::default();
    let found = |seed| {
        let mut found = Vec::new();
        let mut tell = |scored: &Scored| {
            found.push(*scored);
            Ok::<(), ()>(())
        };
        Neighbours::new(3, seed)
            .of(&game, &keep, &mut tell)
            .expect("no error");
        found
    };
    let some = found(1);
    assert!(some.len() > game.moves.len() / 2, "{}", some.len());
    let played: Vec<Position> = game.positions().map(|scored| scored.position).collect();
    assert!(some.iter().any(|one| !played.contains(&one.position)));
    for one in &some {
        let value = engine::eval::evaluate(&one.position);
        let white = match one.position.side_to_move() {
            Color::White => value,
            Color::Black => -value,
        };
        assert_eq!(i32::from(one.white_score), white, "{}", one.position);
        assert!(keep.keeps(one), "{}", one.position);
    }
    let boards = |all: &[Scored]| all.iter().map(|one| one.position).collect::<Vec<_>>();
    assert_eq!(boards(&found(1)), boards(&some));
    assert_ne!(boards(&found(2)), boards(&some));
}

#[test]
fn samples_are_quiet_positions_of_the_tree_and_are_decided_by_the_seed() {
    let mut generator = Generator::new(recipe(), 3, None);
    let game = (0..)
        .find_map(|number| generator.game(number))
        .expect("a game");
    let keep = Keep::default();
    let drawing = Drawing {
        nodes: 80,
        one_in: 3,
        ..Drawing::default()
    };
    let found = |seed| Samples::new(drawing, seed, None).of(&game, &keep);
    let some = found(1);
    assert!(some.len() > game.moves.len() / 3, "{}", some.len());
    assert!(some.iter().all(|one| keep.keeps(one)));
    // Most of them were never on the board.
    let played: Vec<Position> = game.positions().map(|scored| scored.position).collect();
    let new = some.iter().filter(|one| !played.contains(&one.position));
    assert!(new.count() > some.len() / 2);
    let boards = |all: &[Scored]| all.iter().map(|one| one.position).collect::<Vec<_>>();
    assert_eq!(boards(&found(1)), boards(&some));
    assert_ne!(boards(&found(2)), boards(&some));
    // The record marks the position as not played, and names the game with which it is held out.
    let record = Record::without_result(&game, &some[0]).0;
    let of_the_game = Record::new(&game, &some[0]).0;
    assert_eq!(record[26], 3);
    assert_eq!(
        (&record[..26], &record[27..]),
        (&of_the_game[..26], &of_the_game[27..])
    );
}
