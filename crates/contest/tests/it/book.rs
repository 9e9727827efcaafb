//! Books are what their recipe says, and the same for the same seed.

use std::collections::HashSet;
use std::num::NonZeroUsize;

use contest::book::{self, BookError, Packed, Recipe, Way, make, read, write_line};
use contest::{Openings, Order};
use games::{BoardGame, Chess, MiniChess, Othello, TicTacToe};
use games::{GameKind, Record};
use gametree::{Game, Request};
use players::Seat;

fn threads(n: usize) -> NonZeroUsize {
    NonZeroUsize::new(n).expect("not zero")
}

fn small(game: GameKind, count: usize, plies: u32) -> Recipe {
    let player = match game {
        GameKind::Chess => "classic:eval=squares,nodes=2000,tt=1",
        _ => "classic:nodes=2000,tt=1",
    };
    Recipe {
        player: player.to_owned(),
        ..Recipe::new(game, count, plies)
    }
}

/// Every position is as the recipe wants it: so many plies old, open, balanced, and there once.
fn is_as_ordered<G: BoardGame>(game: &G, recipe: &Recipe) {
    let made = make(game, recipe, threads(2), |_| {}).expect("a book");
    assert_eq!(made.openings.len(), recipe.count);
    let mut keys = HashSet::new();
    let mut judge = Seat::<G>::sit(&recipe.player).expect("a player");
    for state in &made.openings {
        let name = game.write_position(state);
        assert!(keys.insert(game.key(state)), "{name} twice");
        assert!(!game.legal_moves(state).is_empty(), "{name} is over");
        assert!(!game.in_check(state), "{name} is in check");
        judge.new_game().expect("a new game");
        let record = Record::<G>::new(state.clone());
        let answer = judge.answer(game, &record, &Request::default());
        let value = answer
            .expect("an answer")
            .value
            .expect("an opinion")
            .score();
        assert!(recipe.wants(value), "{name} is worth {value}");
    }
    let sum = made.openings.len() as u64 + made.over + made.check + made.unbalanced + made.doubles;
    assert_eq!(made.tried, sum);
    // What is written reads back as the same positions.
    let text = made.to_text(game);
    let again = read(game, &text).expect("our own book");
    let lines: String = again.iter().map(|s| write_line(game, s) + "\n").collect();
    assert_eq!(lines, text);
}

#[test]
fn books_are_as_ordered() {
    is_as_ordered(&Chess::default(), &small(GameKind::Chess, 25, 6));
    is_as_ordered(&MiniChess::default(), &small(GameKind::MiniChess, 25, 4));
    is_as_ordered(&Othello::<8>::default(), &small(GameKind::Othello, 25, 7));
    let random = Recipe {
        way: Way::Random,
        ..small(GameKind::Chess, 25, 5)
    };
    is_as_ordered(&Chess::default(), &random);
    // Somebody is to be better, but not by much.
    let unbalanced = Recipe {
        least: 60,
        balance: 120,
        guide: Some("squares".to_owned()),
        ..small(GameKind::Chess, 5, 5)
    };
    is_as_ordered(&Chess::default(), &unbalanced);
}

#[test]
fn the_seed_decides_and_the_threads_do_not() {
    let game = Chess::default();
    let recipe = small(GameKind::Chess, 20, 6);
    let one = make(&game, &recipe, threads(1), |_| {}).expect("a book");
    let four = make(&game, &recipe, threads(4), |_| {}).expect("a book");
    assert_eq!(one, four);
    let other = Recipe { seed: 2, ..recipe };
    let other = make(&game, &other, threads(4), |_| {}).expect("a book");
    assert_ne!(one.openings, other.openings);
}

/// A larger book begins with the smaller one.
#[test]
fn more_positions_come_behind() {
    let game = Chess::default();
    let few = make(&game, &small(GameKind::Chess, 10, 6), threads(2), |_| {});
    let many = make(&game, &small(GameKind::Chess, 30, 6), threads(2), |_| {});
    let (few, many) = (few.expect("a book"), many.expect("a book"));
    assert_eq!(few.openings, many.openings[..10]);
}

/// Random moves leave pieces hanging, and the judge turns such positions away; guided ones hardly ever do.
#[test]
fn guidance_keeps_the_balance() {
    let game = Chess::default();
    let guided = small(GameKind::Chess, 40, 8);
    let random = Recipe {
        way: Way::Random,
        ..guided.clone()
    };
    let unbalanced = |recipe: &Recipe| {
        make(&game, recipe, threads(2), |_| {})
            .expect("a book")
            .unbalanced
    };
    let (guided, random) = (unbalanced(&guided), unbalanced(&random));
    assert!(guided < random, "{guided} guided, {random} random");
}

#[test]
fn a_game_without_so_many_positions_is_told_apart() {
    let recipe = Recipe {
        balance: 100_000,
        ..small(GameKind::TicTacToe, 5_000, 2)
    };
    let error = make(&TicTacToe::default(), &recipe, threads(2), |_| {});
    match error {
        // 9 * 8 positions after two plies.
        Err(BookError::TooFew { found, .. }) => assert!(found <= 72, "{found}"),
        other => panic!("{other:?}"),
    }
    let nobody = Recipe {
        player: "nobody".to_owned(),
        ..recipe
    };
    let error = make(&TicTacToe::default(), &nobody, threads(1), |_| {}).expect_err("no player");
    assert!(error.to_string().contains("nobody"), "{error}");
}

/// What comes with the program can be used as it is.
#[test]
fn the_books_of_the_project_are_sound() {
    fn check<G: BoardGame>(game: &G, count: usize) {
        let text = book::default(G::KIND).expect("a book");
        let states = read(game, text).expect("positions");
        assert_eq!(states.len(), count);
        let keys: HashSet<u64> = states.iter().map(|state| game.key(state)).collect();
        assert_eq!(keys.len(), count, "no position is there twice");
        for state in &states {
            assert!(!game.legal_moves(state).is_empty());
            assert!(!game.in_check(state));
        }
        let lines: String = states.iter().map(|s| write_line(game, s) + "\n").collect();
        assert_eq!(lines, text);
    }
    check(&Chess::default(), 3_000);
    check(&MiniChess::default(), 500);
    check(&Othello::<8>::default(), 500);
    assert_eq!(book::default(GameKind::TicTacToe), None);
}

/// The large books are what their names say: so many different openings, all of which can be played on.
#[test]
fn the_packed_books_of_the_project_are_sound() {
    let game = Chess::default();
    let mut keys = HashSet::new();
    for (name, count) in [("level", 5_000), ("unbalanced", 20_000)] {
        let bytes = book::named(GameKind::Chess, name).expect(name);
        assert!(bytes.len() < 7 * count, "{name} is packed small");
        let packed = Packed::read(bytes).expect(name);
        assert_eq!(packed.len(), count, "{name}");
        // Every hundredth: all of them take a second.
        for index in (0..count).step_by(100) {
            let mut state = game.start();
            for mv in packed.moves(&game, index).expect("an opening") {
                game.play(&mut state, mv);
            }
            assert!(!game.legal_moves(&state).is_empty() && !game.in_check(&state));
            assert!(keys.insert(game.key(&state)), "there once");
        }
    }
    assert_eq!(book::named(GameKind::Othello, "level"), None);
    assert!(
        book::NAMES
            .iter()
            .all(|(name, _)| book::named(GameKind::Chess, name).is_some())
    );
}

/// A match takes them by name, shuffled by the seed, and a test takes them by itself.
#[test]
fn openings_come_from_the_packed_books() {
    let game = Chess::default();
    let named = |seed| Openings::named(&game, "unbalanced", Order::Random, seed).expect("a book");
    let texts = |openings: &Openings<Chess>| -> Vec<String> {
        let lines = (0..6).map(|round| openings.get(&game, round).moves);
        lines
            .map(|line| line.iter().map(|&mv| game.write_move(mv)).collect())
            .collect()
    };
    assert_eq!(texts(&named(1)), texts(&named(1)));
    assert_ne!(texts(&named(1)), texts(&named(2)));
    assert!(named(1).get(&game, 0).moves.len() == 8);
    let test = Openings::of_match(&game, true, 1);
    assert_eq!(texts(&test), texts(&named(1)));
    assert_ne!(texts(&Openings::of_match(&game, false, 1)), texts(&test));
    assert!(Openings::named(&game, "nothing", Order::Random, 1).is_none());
}

#[test]
fn bad_lines_are_named() {
    let game = Chess::default();
    let text = "# a comment\n\n4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 3; fmvn 9;\n4k3/8 w - -\n";
    let error = read(&game, text).expect_err("the last line");
    assert_eq!(error.line, 4);
    assert!(error.to_string().starts_with("line 4: "), "{error}");
    let fine = read(&game, &text[..text.len() - 12]).expect("one position");
    assert_eq!(
        game.write_position(&fine[0]),
        "4k3/8/8/8/8/8/4P3/4K3 w - - 3 9"
    );
}
