//! Notation: round trips and errors.

use games::minichess::Rules;
use games::{BoardGame, Chess, GameId, MiniChess, Othello, TicTacToe, WithGame};
use gametree::{Game, SplitMix64};
use std::fmt::Debug;

/// Plays random games, and checks round trips and undo in each position.
fn round_trips<G: BoardGame>(game: &G, games: u64)
where
    G::State: PartialEq + Debug,
{
    for seed in 0..games {
        let mut rng = SplitMix64::new(seed);
        let mut state = game.start();
        loop {
            let text = game.write_position(&state);
            let read = game.read_position(&text).unwrap();
            assert_eq!(read, state, "{text}");
            assert_eq!(
                game.key(&read),
                game.key(&state),
                "the key depends on the order of moves"
            );
            let moves = game.legal_moves(&state);
            if moves.is_empty() {
                assert!(game.terminal(&state).is_some());
                break;
            }
            assert!(game.terminal(&state).is_none());
            for &mv in &moves {
                let name = game.write_move(mv);
                assert_eq!(game.read_move(&state, &name), Ok(mv), "{name} in {text}");
                let before = state.clone();
                let undo = game.play(&mut state, mv);
                assert_ne!(game.key(&state), game.key(&before), "{name} in {text}");
                game.undo(&mut state, mv, undo);
                assert_eq!(state, before);
            }
            let mv = moves[rng.below(moves.len() as u64) as usize];
            game.play(&mut state, mv);
        }
    }
}

struct RoundTrips;

impl WithGame for RoundTrips {
    type Output = ();

    fn run<G: BoardGame>(self, game: &G) {
        // The tests of chess read its positions and moves back.
        if G::ID != Chess::ID {
            round_trips(game, 100);
        }
    }
}

#[test]
fn everything_reads_back() {
    for game in GameId::ALL {
        game.with(RoundTrips);
    }
    round_trips(&MiniChess::new(Rules::MINITCHESS), 60);
}

#[test]
fn incremental_updates_of_minichess_equal_recomputation() {
    let game = MiniChess::default();
    for seed in 0..200 {
        let mut rng = SplitMix64::new(seed);
        let mut state = game.start();
        loop {
            assert_eq!(state, state.recounted());
            let moves = game.legal_moves(&state);
            if moves.is_empty() {
                break;
            }
            game.play(&mut state, moves[rng.below(moves.len() as u64) as usize]);
        }
    }
}

#[test]
fn noisy_moves_are_the_captures_and_promotions_among_the_moves() {
    let game = MiniChess::default();
    let mut seen = 0;
    for seed in 0..100 {
        let mut rng = SplitMix64::new(seed);
        let mut state = game.start();
        loop {
            let moves = game.legal_moves(&state);
            if moves.is_empty() {
                break;
            }
            let mut noisy = Vec::new();
            game.noisy_moves(&state, &mut noisy);
            let expected: Vec<_> = moves
                .iter()
                .copied()
                .filter(|&mv| game.static_gain(&state, mv).unwrap() > 0)
                .collect();
            assert_eq!(noisy, expected, "{}", game.write_position(&state));
            seen += noisy.len();
            game.play(&mut state, moves[rng.below(moves.len() as u64) as usize]);
        }
    }
    assert!(seen > 500);
}

#[test]
fn errors_name_the_part() {
    let part = |result: Result<(), games::NotationError>| result.unwrap_err().part;
    let ttt = TicTacToe::default();
    let read = |text: &str| ttt.read_position(text).map(|_| ());
    assert_eq!(part(read("xo")), "board");
    assert_eq!(part(read("xo?......")), "board");
    assert_eq!(part(read("xxx......")), "number of marks");
    assert_eq!(part(read("xxxooo...")), "board");
    let moved = |text: &str| {
        ttt.read_move(&ttt.read_position("x........").unwrap(), text)
            .map(|_| ())
    };
    assert_eq!(part(moved("d4")), "square");
    assert_eq!(part(moved("a1")), "move");

    let othello = Othello::<8>::default();
    let read = |text: &str| othello.read_position(text).map(|_| ());
    assert_eq!(part(read("---")), "board");
    let empty = "-".repeat(64);
    assert_eq!(part(read(&empty)), "player to move");
    assert_eq!(part(read(&format!("{empty} Z"))), "player to move");
    assert_eq!(part(read(&format!("{empty} X X"))), "end of the position");
    assert_eq!(
        part(othello.read_move(&othello.start(), "pass").map(|_| ())),
        "move"
    );
    let full_of_black = othello
        .read_position(&format!("{} X", "X".repeat(64)))
        .unwrap();
    let error = othello.read_move(&full_of_black, "a1").unwrap_err();
    assert_eq!(
        error.to_string(),
        "bad move: found `a1`, expected none: the game is over"
    );

    let mini = MiniChess::default();
    let read = |text: &str| mini.read_position(text).map(|_| ());
    assert_eq!(part(read("kqbnr/ppppp/5/5/PPPPP w 0")), "board");
    assert_eq!(part(read("kqbnr/ppppp/5/4/PPPPP/RNBQK w 0")), "board");
    assert_eq!(part(read("kqbnr/ppppp/5/5/PPPPP/RNBQKK w 0")), "board");
    assert_eq!(part(read("1qbnr/ppppp/5/5/PPPPP/RNBQK w 0")), "board");
    assert_eq!(
        part(read("kqbnr/ppppp/5/5/PPPPP/RNBQK x 0")),
        "player to move"
    );
    assert_eq!(
        part(read("kqbnr/ppppp/5/5/PPPPP/RNBQK w many")),
        "number of plies"
    );
    let moved = |text: &str| mini.read_move(&mini.start(), text).unwrap_err().expected;
    assert_eq!(moved("a3a4"), "a move from a square with a piece");
    assert_eq!(moved("a5a4"), "a move of the side to move");
    assert_eq!(moved("a2a4"), "a square that this piece can move to");
}

#[test]
fn the_end_of_a_game_of_minichess() {
    use gametree::WIN;
    let game = MiniChess::default();
    let value = |text: &str| game.terminal(&game.read_position(text).unwrap());
    // The queen attacks the king: the game is won.
    assert_eq!(value("k4/5/5/5/Q4/4K w 0"), Some(WIN));
    // With Black to move the game continues, since the king can move away.
    assert_eq!(value("k4/5/5/5/Q4/4K b 0"), None);
    // At 50 plies the material decides.
    assert_eq!(value("k4/5/5/5/4Q/3K1 b 50"), Some(-WIN));
    assert_eq!(value("k4/5/5/5/4Q/3K1 w 50"), Some(WIN));
    assert_eq!(value("k4/5/5/5/5/3K1 w 50"), Some(0));
    // A player without a move loses: here every white piece is blocked, and none attacks
    // the king.
    assert_eq!(value("NNNNk/RRRRP/RRRRR/RRRRR/RRRRR/RRRRK w 0"), Some(-WIN));
}
