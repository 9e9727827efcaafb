//! [`BoardGame`] for every game: evaluators, move texts, move numbers, boards, ends in words.

use games::{BoardGame, Chess, Ending, GameId, GameResult, MiniChess, Othello, Reason, Record};
use games::{TicTacToe, WithGame};
use gametree::{Side, SplitMix64};

/// Plays a random game to its end and calls `look` with every position.
fn play_out<G: BoardGame>(game: &G, seed: u64, mut look: impl FnMut(&Record<G>)) -> Ending {
    let mut rng = SplitMix64::new(seed);
    let mut record = Record::new(game.start());
    loop {
        let mut moves = Vec::new();
        let over = game.expand(record.state(), &mut moves);
        if let Some(ending) = game.ending(&record, over) {
            return ending;
        }
        look(&record);
        record.play(game, moves[rng.below(moves.len() as u64) as usize]);
    }
}

struct Evaluators;

impl WithGame for Evaluators {
    type Output = ();

    fn run<G: BoardGame>(self, game: &G) {
        assert!(
            G::EVALUATORS
                .iter()
                .any(|(name, _)| *name == G::BEST_EVALUATOR)
        );
        for (name, about) in G::EVALUATORS {
            let mut evaluator = G::evaluator(name).expect(name);
            let value = evaluator.evaluate(game, &game.start());
            assert!(f64::from(value).abs() < G::LARGE, "{name}: {value}");
            assert!(!about.is_empty(), "{name}");
        }
        assert!(G::evaluator("nonsense").is_none());
    }
}

#[test]
fn every_listed_evaluator_exists() {
    for kind in GameId::ALL {
        kind.with(Evaluators);
        assert_eq!(kind.name().parse(), Ok(kind));
    }
}

struct Notation;

impl WithGame for Notation {
    type Output = ();

    fn run<G: BoardGame>(self, game: &G) {
        let (columns, rows) = G::SIZE;
        for seed in 0..20 {
            let mut last = (0, Side::Second);
            play_out(game, seed, |record| {
                let state = record.state();
                for mv in game.legal_moves(state) {
                    let message = game.wire_move(state, mv);
                    assert_eq!(game.parse_move(state, &message), Ok(mv), "{message}");
                    assert_eq!(game.parse_pgn_move(state, &message), Ok(mv), "{message}");
                    let people = game.display_move(state, mv);
                    assert_eq!(game.parse_move(state, &people), Ok(mv), "{people}");
                    assert_eq!(game.parse_pgn_move(state, &people), Ok(mv), "{people}");
                    assert!(game.is_pgn_move(state, mv), "{people}");
                }
                let now = (game.number(state, record.moves().len()), game.side(state));
                let next = match last {
                    (number, Side::First) => (number, Side::Second),
                    (number, Side::Second) => (number + 1, Side::First),
                };
                assert_eq!(now, next);
                last = now;
                let board = game.board(state);
                assert_eq!(board.split('/').count(), rows as usize, "{board}");
                for row in board.split('/') {
                    let squares: u32 = row.chars().map(|c| c.to_digit(10).unwrap_or(1)).sum();
                    assert_eq!(squares, columns, "{board}");
                }
            });
        }
    }
}

#[test]
fn move_texts_read_back_and_moves_are_numbered() {
    for kind in GameId::ALL {
        kind.with(Notation);
    }
}

#[test]
fn moves_of_chess960_read_back_in_every_notation() {
    let game = Chess::default();
    let mut rng = SplitMix64::new(960);
    let mut castled = 0;
    for _ in 0..60 {
        let [white, black] = [(); 2].map(|()| rng.below(960) as u16);
        let mut state = chess::Position::double_chess960(white, black).expect("a start");
        for _ in 0..80 {
            let moves = game.legal_moves(&state);
            for &mv in &moves {
                let message = game.wire_move(&state, mv);
                castled += usize::from(mv.is_castle());
                assert_eq!(game.parse_move(&state, &message), Ok(mv), "{message}");
                assert_eq!(game.parse_pgn_move(&state, &message), Ok(mv), "{message}");
            }
            let Some(&mv) = moves.get(rng.below(moves.len().max(1) as u64) as usize) else {
                break;
            };
            state = state.after(mv);
        }
    }
    assert!(castled > 100, "{castled}");
}

#[test]
fn the_second_side_moves_first() {
    let game = Othello::<8>::default();
    let mut state = game.start();
    state.side = Side::Second;
    let mut numbers = vec![game.number(&state, 0)];
    for plies in 1..4 {
        let mv = game.legal_moves(&state)[0];
        gametree::Game::play(&game, &mut state, mv);
        numbers.push(game.number(&state, plies));
    }
    assert_eq!(numbers, [1, 2, 2, 3]);
}

struct Descriptions;

impl WithGame for Descriptions {
    type Output = ();

    fn run<G: BoardGame>(self, game: &G) {
        for seed in 0..20 {
            let mut last = Record::new(game.start());
            let ending = play_out(game, seed, |record| last = record.clone());
            assert!(ending.reason.is_by_rules(), "{ending:?}");
            let told = game.describe_end(&last, &ending);
            match ending.winner {
                Some(side) => assert!(told.starts_with(G::SIDES[side.index()]), "{told}"),
                None => assert!(told.starts_with("Draw by "), "{told}"),
            }
            // A loss on time does not depend on the position.
            let late = Ending::loss(Side::First, Reason::Time);
            let expected = format!("{} wins by time forfeit", G::SIDES[1]);
            assert_eq!(game.describe_end(&last, &late), expected);
            assert_eq!(late.result(), GameResult::Second);
        }
    }
}

#[test]
fn ends_are_described_in_words() {
    for kind in GameId::ALL {
        kind.with(Descriptions);
    }
}

fn ended<G: BoardGame>(game: &G, start: &str, moves: &[&str]) -> Option<String> {
    let mut record = Record::new(game.read_position(start).expect("a position"));
    for text in moves {
        let mv = game.parse_move(record.state(), text).expect(text);
        record.play(game, mv);
    }
    let over = game.terminal(record.state());
    let ending = game.ending(&record, over)?;
    Some(game.describe_end(&record, &ending))
}

#[test]
fn descriptions_of_ends() {
    let chess = |fen, moves: &[&str]| ended(&Chess::default(), fen, moves);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"];
    assert_eq!(chess(start, &shuffle), None);
    assert_eq!(
        chess(start, &[shuffle, shuffle].concat()).as_deref(),
        Some("Draw by threefold repetition")
    );
    assert_eq!(
        chess(start, &["f3", "e5", "g4", "d8h4"]).as_deref(),
        Some("Black wins by checkmate")
    );
    assert_eq!(
        chess("8/8/8/4k3/8/4K2r/8/8 w - - 98 90", &["Kd2", "Kd4"]).as_deref(),
        Some("Draw by fifty moves")
    );
    assert_eq!(
        ended(&MiniChess::default(), "k4/5/5/5/Q4/4K w 0", &[]).as_deref(),
        Some("White wins by the king that can be captured")
    );
    assert_eq!(
        ended(&MiniChess::default(), "k4/5/5/5/4Q/3K1 b 50", &[]).as_deref(),
        Some("White wins by material after 50 plies")
    );
    assert_eq!(
        ended(&TicTacToe::default(), "xx.oo....", &["c1"]).as_deref(),
        Some("X wins by three in a row")
    );
    assert_eq!(
        ended(&Othello::<4>::default(), "XXXXXXXXXXXXOOO- X", &[]).as_deref(),
        Some("Black wins by 12 discs to 3")
    );
}

#[test]
fn a_record_undoes_moves() {
    let game = TicTacToe::default();
    let mut record = Record::<TicTacToe>::new(game.start());
    record.play(&game, 4);
    assert_eq!(record.states().len(), 2);
    assert_eq!(record.undo(), Some(4));
    assert_eq!(record.undo(), None);
    assert_eq!(
        (record.state(), record.start()),
        (&game.start(), &game.start())
    );
}

#[test]
fn a_recorded_game_can_continue_after_an_unclaimed_draw() {
    let game = Chess::default();
    let drawn = game
        .read_position("8/8/8/4k3/8/4K2r/8/8 w - - 120 90")
        .unwrap();
    let error = game.parse_move(&drawn, "Kd2").unwrap_err();
    assert_eq!(error, "the game is over: no move is legal");
    let mv = game.parse_pgn_move(&drawn, "Kd2").expect("a move");
    assert!(game.is_pgn_move(&drawn, mv));
}
