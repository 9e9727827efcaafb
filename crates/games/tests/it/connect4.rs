//! Connect Four: move counts, solved positions, symmetry.

use std::collections::HashMap;

use games::connect4::{OpenLines, Position};
use games::{BoardGame, ConnectFour, Record};
use gametree::checks::{exact_searches, minimax, orderings};
use gametree::searches::AlphaBeta;
use gametree::{Evaluator, Game, Limits, SplitMix64, Zero, perft};

const GAME: ConnectFour = ConnectFour;

/// Returns a random position with this many discs in which the game is not over.
fn random_position(discs: usize, rng: &mut SplitMix64) -> Position {
    loop {
        let mut state = GAME.start();
        for _ in 0..discs {
            let moves = GAME.legal_moves(&state);
            if let Some(&mv) = moves.get(rng.below(moves.len().max(1) as u64) as usize) {
                GAME.play(&mut state, mv);
            }
        }
        if GAME.terminal(&state).is_none() {
            return state;
        }
    }
}

/// Returns the position with left and right swapped.
fn mirrored(state: &Position) -> Position {
    let text: Vec<char> = GAME.write_position(state).chars().collect();
    let rows = text.chunks(7).flat_map(|row| row.iter().rev());
    GAME.read_position(&rows.collect::<String>())
        .expect("a position")
}

/// Counts the positions after exactly this many plies, each once for every sequence of moves that leads to it.
fn sequences(state: &Position, plies: u32) -> u64 {
    if plies == 0 {
        return 1;
    }
    let after = |mv| {
        let mut next = *state;
        GAME.play(&mut next, mv);
        sequences(&next, plies - 1)
    };
    GAME.legal_moves(state).into_iter().map(after).sum()
}

#[test]
fn move_counts_of_the_start_position() {
    let expected = [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234];
    for (plies, count) in (1..).zip(expected) {
        assert_eq!(sequences(&GAME.start(), plies), count, "{plies}");
    }
    // Before the seventh ply no game is over, and no column is full.
    assert_eq!(perft(&GAME, &GAME.start(), 6), 117_649);
}

/// Returns the result for the side to move by a search of its own: 1 for a win, 0 for a draw, -1 for a loss.
fn solved(state: &Position, known: &mut HashMap<Position, i32>) -> i32 {
    if let Some(score) = GAME.terminal(state) {
        return score.signum();
    }
    if let Some(&result) = known.get(state) {
        return result;
    }
    let after = |mv| {
        let mut next = *state;
        GAME.play(&mut next, mv);
        -solved(&next, known)
    };
    let result = GAME
        .legal_moves(state)
        .into_iter()
        .map(after)
        .max()
        .expect("a move");
    known.insert(*state, result);
    result
}

#[test]
fn late_positions_are_solved() {
    let mut rng = SplitMix64::new(4);
    let mut known = HashMap::new();
    let mut seen = [0; 3];
    for _ in 0..60 {
        let state = random_position(30, &mut rng);
        let result = solved(&state, &mut known);
        let search = |depth| {
            gametree::Searcher::search(
                &mut AlphaBeta::new(Zero),
                &GAME,
                &state,
                &Limits::depth(depth),
            )
        };
        assert_eq!(
            search(12).score.signum(),
            result,
            "{}",
            GAME.write_position(&state)
        );
        assert_eq!(solved(&mirrored(&state), &mut known), result);
        seen[(result + 1) as usize] += 1;
    }
    assert!(seen.into_iter().all(|count| count > 0), "{seen:?}");
}

/// Plays moves given as letters.
fn after(moves: &str) -> Position {
    let mut state = GAME.start();
    for letter in moves.chars() {
        let mv = GAME.read_move(&state, &letter.to_string());
        GAME.play(&mut state, mv.expect("a legal move"));
    }
    state
}

#[test]
fn three_discs_with_two_open_ends_win() {
    // Red has c1 and d1. A third disc beside them makes two threats, and Yellow can stop only one.
    let state = after("ddcc");
    for depth in 3..=6 {
        let value = minimax(&GAME, &state, depth, &OpenLines);
        assert_eq!(value, gametree::score::win_in(3), "{depth}");
    }
}

/// Yellow has d1, d3 and d5, every column has an even number of discs, and Red is to move. Yellow can always answer in the
/// column of Red's move and so take every other square of the even rows. Each line of four has two squares in even rows, in
/// different columns or one above the other, or lies in an odd row, where it contains d1, d3 or d5. So Red cannot win.
#[test]
fn the_second_player_holds_by_answering_in_the_same_column() {
    let start = after("addddddaaa");
    let mut rng = SplitMix64::new(11);
    let mut known = HashMap::new();
    let mut results = [0; 2];
    for _ in 0..40 {
        let mut state = start;
        while GAME.terminal(&state).is_none() && state.discs().map(u64::count_ones) != [13, 13] {
            let moves = GAME.legal_moves(&state);
            let mv = moves[rng.below(moves.len() as u64) as usize];
            GAME.play(&mut state, mv);
            assert_eq!(GAME.terminal(&state), None, "Red has won");
            GAME.play(&mut state, mv);
        }
        let result = solved(&state, &mut known);
        assert!(result <= 0, "{}", GAME.write_position(&state));
        results[usize::from(result < 0)] += 1;
    }
    assert!(
        results[0] + results[1] == 40 && results[1] > 0,
        "{results:?}"
    );
}

#[test]
fn exact_searches_equal_minimax() {
    let mut rng = SplitMix64::new(7);
    for (discs, depth) in [(0, 4), (8, 4), (16, 5), (24, 5), (30, 6), (36, 6)] {
        for _ in 0..4 {
            let state = random_position(discs, &mut rng);
            let truth = minimax(&GAME, &state, depth, &OpenLines);
            for (name, mut search) in exact_searches(&OpenLines)
                .into_iter()
                .chain(orderings(&OpenLines))
            {
                let found = search.search(&GAME, &state, &Limits::depth(depth)).score;
                assert_eq!(found, truth, "{name}: {}", GAME.write_position(&state));
            }
        }
    }
}

#[test]
fn the_evaluator_is_symmetric() {
    let mut rng = SplitMix64::new(9);
    for discs in 0..40 {
        let state = random_position(discs.min(34), &mut rng);
        let value = OpenLines.evaluate(&GAME, &state);
        assert_eq!(OpenLines.evaluate(&GAME, &mirrored(&state)), value);
    }
    // One disc in the centre is part of seven lines, in the corner of three.
    for (column, lines) in [("d", 7), ("a", 3)] {
        let mut state = GAME.start();
        let mv = GAME.read_move(&state, column).expect("a move");
        GAME.play(&mut state, mv);
        assert_eq!(OpenLines.evaluate(&GAME, &state), -lines);
    }
}

#[test]
fn moves_drop_and_games_end_in_words() {
    let mut record = Record::new(GAME.start());
    let order: String = GAME
        .legal_moves(record.state())
        .into_iter()
        .map(|mv| GAME.write_move(mv))
        .collect();
    assert_eq!(order, "dcebfag");
    for text in ["d", "c", "D", "c", "d", "c"] {
        let mv = GAME.parse_move(record.state(), text).expect(text);
        record.play(&GAME, mv);
    }
    let mv = GAME.parse_move(record.state(), "d").expect("a move");
    assert_eq!(GAME.landing(record.state(), mv).as_deref(), Some("d4"));
    record.play(&GAME, mv);
    assert_eq!(GAME.board(record.state()), "7/7/3P3/2pP3/2pP3/2pP3");
    let ending = GAME
        .ending(&record, GAME.terminal(record.state()))
        .expect("an end");
    assert_eq!(
        GAME.describe_end(&record, &ending),
        "Red wins by four in a row"
    );
}

#[test]
fn bad_texts_are_rejected() {
    let start = GAME.start();
    let mut full = start;
    for _ in 0..6 {
        GAME.play(&mut full, 0);
    }
    for (state, text, error) in [
        (
            start,
            "h",
            "bad column: found `h`, expected a letter from a to g",
        ),
        (
            start,
            "d1",
            "bad column: found `d1`, expected a letter from a to g",
        ),
        (
            full,
            "a",
            "bad move: found `a`, expected a column that is not full",
        ),
    ] {
        assert_eq!(GAME.parse_move(&state, text), Err(error.to_owned()));
    }
    let rows = |bottom: &str| format!("{}{bottom}", ".".repeat(42 - bottom.len()));
    for (text, part) in [
        ("r".to_owned(), "board"),
        (rows("x......"), "board"),
        (rows("yy....."), "number of discs"),
        (rows("r.............y"), "board"),
        (rows("rrrryyyy......"), "board"),
    ] {
        let found = GAME.read_position(&text).map_err(|error| error.part);
        assert_eq!(found, Err(part), "{text}");
    }
}
