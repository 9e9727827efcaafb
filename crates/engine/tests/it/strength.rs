//! Limited strength: weak, with human-like moves.

use chess::{Color, Game, Position};
use engine::{Engine, Request, Settings, Strength, StrengthSettings};
use gametree::{Limits, Signal, SplitMix64};

fn engine(elo: u32, seed: u64) -> Engine {
    Engine::new(&Settings {
        hash: 1,
        seed,
        strength: StrengthSettings::of_elo(elo),
        ..Settings::default()
    })
}

fn choose(engine: &mut Engine, game: &Game) -> chess::Move {
    let choice = engine.search(game, &Request::default(), &Signal::default(), &mut |_| {});
    choice.best.expect("a move")
}

/// A reproducible random generator.
struct Random(SplitMix64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0.next_u64() % limit
    }

    /// Returns a position with a white king and one more piece, White to move.
    fn against_bare_king(&mut self, piece: char) -> Position {
        loop {
            let mut board = [['1'; 8]; 8];
            for piece in ['K', piece, 'k'] {
                let place = self.below(64) as usize;
                board[place / 8][place % 8] = piece;
            }
            let ranks: Vec<String> = board.iter().map(|rank| rank.iter().collect()).collect();
            let fen = format!("{} w - - 0 1", ranks.join("/"));
            if let Ok(position) = Position::from_fen(&fen)
                && position.occupied().count() == 3
            {
                return position;
            }
        }
    }
}

#[test]
fn lowest_strength_mates_with_rook_and_queen() {
    let mut random = Random(SplitMix64::new(1));
    for piece in ['R', 'Q'] {
        let mut longest = 0;
        for number in 0..4 {
            let mut game = Game::new(random.against_bare_king(piece));
            let mut weak = engine(Strength::MIN, number);
            let mut strong = Engine::new(&Settings {
                hash: 1,
                ..Settings::default()
            });
            while game.outcome().is_none() {
                let m = match game.position().side_to_move() {
                    Color::White => choose(&mut weak, &game),
                    Color::Black => {
                        let limits = Request::new(Limits::nodes(2_000));
                        let signal = Signal::default();
                        let choice = strong.search(&game, &limits, &signal, &mut |_| {});
                        choice.best.expect("a move")
                    }
                };
                game.play(m).expect("legal");
            }
            let outcome = game.outcome().expect("over");
            assert_eq!(outcome.result(), "1-0", "{} {outcome}", game.start());
            longest = longest.max(game.moves().len().div_ceil(2));
        }
        eprintln!("{piece}: longest {longest} moves");
        assert!(longest <= 50, "{longest}");
    }
}

#[test]
fn mate_in_one_is_found_at_every_strength() {
    let game = Game::new(
        Position::from_fen("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
            .expect("legal"),
    );
    for elo in [Strength::MIN, 1_000, 2_000, Strength::MAX] {
        for seed in 0..20 {
            let m = choose(&mut engine(elo, seed), &game);
            assert_eq!(m.to_string(), "h5f7", "{elo}");
        }
    }
}

#[test]
fn moves_depend_on_the_number_of_the_game() {
    let play = |engine: &mut Engine| {
        let mut game = Game::default();
        while game.moves().len() < 12 && game.outcome().is_none() {
            let m = choose(engine, &game);
            game.play(m).expect("legal");
        }
        game.moves().to_vec()
    };
    let first = play(&mut engine(900, 3));
    assert_eq!(first, play(&mut engine(900, 3)));
    let others = (4..12).filter(|&seed| play(&mut engine(900, seed)) != first);
    assert_eq!(others.count(), 8);
    // A second game of the same engine differs, too.
    let mut engine = engine(900, 3);
    engine.new_game();
    assert_ne!(play(&mut engine), first);
}

#[test]
fn limited_strength_limits_nodes() {
    let mut weak = engine(1_500, 0);
    _ = choose(&mut weak, &Game::default());
    assert!(weak.nodes() < 2_000, "{}", weak.nodes());
    weak.configure(&Settings {
        threads: 3,
        ..weak.settings().clone()
    })
    .expect("memory");
    let limits = Request::new(Limits::nodes(100));
    _ = weak.search(&Game::default(), &limits, &Signal::default(), &mut |_| {});
    assert!(weak.nodes() <= 100, "{}", weak.nodes());
}

/// Plays a short match and returns the points of `first` against `second`, from a few openings with both colours.
fn points(first: u32, second: u32, games: u64) -> f64 {
    let mut points = 0.0;
    for number in 0..games {
        let mut game = Game::default();
        let mut random = Random(SplitMix64::new(number / 2));
        for _ in 0..6 {
            let moves = game.position().legal_moves();
            let m = moves[random.below(moves.len() as u64) as usize];
            game.play(m).expect("legal");
        }
        let white_is_first = number % 2 == 0;
        let mut players = [engine(first, number), engine(second, number + 100)];
        while game.outcome().is_none() && game.moves().len() < 200 {
            let white = game.position().side_to_move() == Color::White;
            let player = &mut players[usize::from(white != white_is_first)];
            let m = choose(player, &game);
            game.play(m).expect("legal");
        }
        points += match game.outcome().map(chess::Outcome::result) {
            Some("1-0") => f64::from(u8::from(white_is_first)),
            Some("0-1") => f64::from(u8::from(!white_is_first)),
            _ => 0.5,
        };
    }
    points
}

#[test]
fn higher_rating_wins() {
    let points = points(1_700, Strength::MIN, 4);
    assert!(points >= 3.5, "{points} of 4");
}

#[test]
#[ignore = "36 games: make long"]
fn every_rating_step_wins() {
    for (strong, weak) in [(1_100, Strength::MIN), (1_500, 1_100), (1_900, 1_500)] {
        let points = points(strong, weak, 12);
        assert!(points >= 8.5, "{strong} against {weak}: {points} of 12");
    }
}
