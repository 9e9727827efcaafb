//! Endgames against a bare king are won without tablebases, within fifty moves.
//!
//! `cargo test -p engine --test it endings -- --nocapture --include-ignored` prints the number of wins.

use chess::{Bitboard, Color, Game, Move, PieceKind, Position};
use engine::{Engine, Request, Settings};
use gametree::{Limits, Signal, SplitMix64};

/// Returns a random position with these white pieces and a bare king, White to move, without an immediate capture.
fn position(pieces: &str, random: &mut SplitMix64) -> Position {
    loop {
        let mut board = [['1'; 8]; 8];
        for piece in pieces.chars().chain(['k']) {
            let place = random.below(64) as usize;
            board[place / 8][place % 8] = piece;
        }
        let ranks: Vec<String> = board.iter().map(|rank| rank.iter().collect()).collect();
        let all = pieces.len() as u32 + 1;
        let read = |side: char| Position::from_fen(&format!("{} {side} - - 0 1", ranks.join("/")));
        let (Ok(position), Ok(other)) = (read('w'), read('b')) else {
            continue;
        };
        let takes = other.legal_moves().into_iter().any(Move::is_capture);
        // Two bishops on one colour cannot mate.
        let bishops = position.pieces(Color::White, PieceKind::Bishop);
        let one_coloured = bishops.has_several()
            && bishops.meets(Bitboard::DARK) != bishops.meets(!Bitboard::DARK);
        if position.occupied().count() == all && !takes && !one_coloured {
            return position;
        }
    }
}

/// Plays an endgame with this number of nodes for each move. Returns the number of moves if White won.
fn moves_to_win(start: Position, nodes: u64) -> Option<usize> {
    let mut game = Game::new(start);
    let mut players = [(); 2].map(|()| {
        Engine::new(&Settings {
            hash: 4,
            ..Settings::default()
        })
    });
    while game.outcome().is_none() {
        let player = &mut players[game.moves().len() % 2];
        let request = Request::new(Limits::nodes(nodes));
        let choice = player.search(&game, &request, &Signal::default(), &mut |_| {});
        game.play(choice.best.expect("a move")).expect("legal");
    }
    let won = game.outcome().expect("over").result() == "1-0";
    won.then(|| game.moves().len().div_ceil(2))
}

/// Plays such endgames. Returns the number of wins, and the longest in moves.
fn won(pieces: &str, games: u64, nodes: u64) -> (u64, usize) {
    let mut random = SplitMix64::new(4);
    let (mut won, mut longest) = (0, 0);
    for _ in 0..games {
        if let Some(moves) = moves_to_win(position(pieces, &mut random), nodes) {
            won += 1;
            longest = longest.max(moves);
        }
    }
    println!(
        "{pieces} with {nodes} nodes a move: {won} of {games} won, the longest in {longest} moves"
    );
    (won, longest)
}

#[test]
fn simple_mates_are_won() {
    for pieces in ["KQ", "KR", "KBB"] {
        assert_eq!(won(pieces, 3, 3_000).0, 3, "{pieces}");
    }
}

#[test]
fn bishop_and_knight_are_won() {
    assert_eq!(won("KBN", 1, 20_000).0, 1);
}

#[test]
#[ignore = "the same with more games: make long"]
fn all_mates_are_won_in_many_games() {
    for pieces in ["KQ", "KR", "KBB"] {
        assert_eq!(won(pieces, 20, 20_000).0, 20, "{pieces}");
    }
    assert_eq!(won("KBN", 10, 20_000).0, 10);
}

/// Plays won positions with these pieces, White to move, without tablebases. Returns those that were not won.
#[cfg(feature = "syzygy")]
fn not_won(pieces: &str, games: u64, random: &mut SplitMix64) -> Vec<String> {
    use engine::tablebase::{EndgameResult, Tablebase};
    use std::path::Path;

    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/syzygy");
    let tables = crate::syzygy::in_folder(&folder).expect("tables, which `make syzygy` downloads");
    let (mut missed, mut longest, mut all) = (Vec::new(), 0, 0);
    for _ in 0..games {
        let start = loop {
            let start = anywhere(pieces, random);
            if tables.result(&start) == Some(EndgameResult::Win) {
                break start;
            }
        };
        match moves_to_win(start, 20_000) {
            Some(moves) => {
                longest = longest.max(moves);
                all += moves;
            }
            None => missed.push(start.to_string()),
        }
    }
    let won = games as usize - missed.len();
    println!(
        "{pieces}: {won} of {games} won, in {:.1} moves on average, the longest in {longest} moves",
        all as f64 / won as f64
    );
    missed
}

#[cfg(feature = "syzygy")]
#[test]
#[ignore = "minutes, and tables in target/syzygy: make long"]
fn known_endgames_are_won_from_200_positions() {
    let mut random = SplitMix64::new(15);
    let endings = ["KBNk", "KQkp", "KPk", "KRk"];
    let missed = endings.map(|pieces| not_won(pieces, 50, &mut random));
    assert_eq!(missed.concat(), [""; 0], "not won");
}

#[cfg(feature = "syzygy")]
#[test]
#[ignore = "minutes, and tables in target/syzygy: make long"]
fn bishop_and_knight_win_from_300_more_positions() {
    let seeds = [1, 2, 3, 5, 8];
    let missed = seeds
        .map(|seed| not_won("KBNk", 60, &mut SplitMix64::new(seed)))
        .concat();
    assert_eq!(missed, [""; 0], "not won");
}

/// Returns a random position with these pieces, White to move.
#[cfg(feature = "syzygy")]
fn anywhere(pieces: &str, random: &mut SplitMix64) -> Position {
    loop {
        let mut board = [['1'; 8]; 8];
        for piece in pieces.chars() {
            let place = random.below(64) as usize;
            board[place / 8][place % 8] = piece;
        }
        let ranks: Vec<String> = board.iter().map(|rank| rank.iter().collect()).collect();
        if let Ok(position) = Position::from_fen(&format!("{} w - - 0 1", ranks.join("/")))
            && position.occupied().count() as usize == pieces.len()
            && position.has_legal_move()
        {
            return position;
        }
    }
}
