//! The description of each game: evaluators, notation for people, numbers of moves, pictures, endings in words.

use games::{BoardGame, Chess, Ending, GameKind, GameResult, MiniChess, Othello, Reason, Record};
use games::{TicTacToe, WithGame};
use gametree::{Player, SplitMix64};

/// A random game to its end by the rules, with every position looked at.
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
fn every_evaluator_that_is_named_is_there() {
    for kind in GameKind::ALL {
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
            let mut last = (0, Player::Second);
            play_out(game, seed, |record| {
                let state = record.state();
                for mv in game.legal_moves(state) {
                    let message = game.message_move(state, mv);
                    assert_eq!(game.typed_move(state, &message), Ok(mv), "{message}");
                    let people = game.people_move(state, mv);
                    assert_eq!(game.typed_move(state, &people), Ok(mv), "{people}");
                    assert_eq!(game.recorded_move(state, &people), Ok(mv), "{people}");
                    assert!(game.is_recordable(state, mv), "{people}");
                }
                let now = (game.number(state, record.moves().len()), game.side(state));
                let next = match last {
                    (number, Player::First) => (number, Player::Second),
                    (number, Player::Second) => (number + 1, Player::First),
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
fn moves_for_messages_and_people_read_back_and_are_numbered() {
    for kind in GameKind::ALL {
        kind.with(Notation);
    }
}

#[test]
fn the_second_side_may_begin() {
    let game = Othello::<8>::default();
    let mut state = game.start();
    state.side = Player::Second;
    let mut numbers = vec![game.number(&state, 0)];
    for plies in 1..4 {
        let mv = game.legal_moves(&state)[0];
        gametree::Game::play(&game, &mut state, mv);
        numbers.push(game.number(&state, plies));
    }
    assert_eq!(numbers, [1, 2, 2, 3]);
}

struct Told;

impl WithGame for Told {
    type Output = ();

    fn run<G: BoardGame>(self, game: &G) {
        for seed in 0..20 {
            let mut last = Record::new(game.start());
            let ending = play_out(game, seed, |record| last = record.clone());
            assert!(ending.reason.is_by_rules(), "{ending:?}");
            let told = game.told(&last, &ending);
            match ending.winner {
                Some(side) => assert!(told.starts_with(G::SIDES[side.index()]), "{told}"),
                None => assert!(told.starts_with("Draw by "), "{told}"),
            }
            // Whatever the board looks like: who runs out of time has lost by that.
            let late = Ending::loss(Player::First, Reason::Time);
            let expected = format!("{} wins by time forfeit", G::SIDES[1]);
            assert_eq!(game.told(&last, &late), expected);
            assert_eq!(late.result(), GameResult::Second);
        }
    }
}

#[test]
fn endings_are_told_in_words() {
    for kind in GameKind::ALL {
        kind.with(Told);
    }
}

fn ended<G: BoardGame>(game: &G, start: &str, moves: &[&str]) -> Option<String> {
    let mut record = Record::new(game.read_position(start).expect("a position"));
    for text in moves {
        let mv = game.typed_move(record.state(), text).expect(text);
        record.play(game, mv);
    }
    let over = game.terminal(record.state());
    let ending = game.ending(&record, over)?;
    Some(game.told(&record, &ending))
}

#[test]
fn some_endings() {
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
        Some("White wins by the king that can be taken")
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
fn a_record_takes_moves_back() {
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
fn a_written_game_may_go_on_after_a_draw_that_nobody_claimed() {
    let game = Chess::default();
    let drawn = game
        .read_position("8/8/8/4k3/8/4K2r/8/8 w - - 120 90")
        .unwrap();
    let error = game.typed_move(&drawn, "Kd2").unwrap_err();
    assert_eq!(error, "the game is over: there is no move to play");
    let mv = game.recorded_move(&drawn, "Kd2").expect("a move");
    assert!(game.is_recordable(&drawn, mv));
}
