//! Books match their recipe, and equal seeds make equal books.

use std::collections::HashSet;
use std::num::NonZeroUsize;

use contest::book::{self, BookError, Packed, Recipe, Way, make, read, write_line};
use contest::{Openings, Order};
use games::{BoardGame, Chess, GameId, MiniChess, Othello, Record, TicTacToe};
use gametree::{Game, Request};
use players::{Seat, builtin};

fn threads(n: usize) -> NonZeroUsize {
    NonZeroUsize::new(n).expect("not zero")
}

fn small(game: GameId, count: usize, plies: u32) -> Recipe {
    let player = match game {
        Chess::ID => "classic:eval=squares,nodes=2000,tt=1",
        _ => "classic:nodes=2000,tt=1",
    };
    Recipe {
        player: builtin(player).expect(player),
        ..Recipe::new(game, count, plies)
    }
}

/// Checks that every position fits the recipe: its number of plies, not over, balanced, and no duplicate.
fn is_as_ordered<G: BoardGame>(game: &G, recipe: &Recipe) {
    let made = make(game, recipe, threads(2), |_| {}).expect("a book");
    assert_eq!(made.openings.len(), recipe.count);
    let mut keys = HashSet::new();
    let mut judge = Seat::<G>::new(&recipe.player).expect("a player");
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
        assert!(recipe.accepts(value), "{name} has the value {value}");
    }
    let sum = made.openings.len() as u64 + made.over + made.check + made.unbalanced + made.doubles;
    assert_eq!(made.tried, sum);
    // The text of a book can be read again.
    let text = made.to_text(game);
    let again = read(game, &text).expect("our own book");
    let lines: String = again.iter().map(|s| write_line(game, s) + "\n").collect();
    assert_eq!(lines, text);
}

#[test]
fn books_match_their_recipes() {
    is_as_ordered(&Chess::default(), &small(Chess::ID, 25, 6));
    is_as_ordered(&MiniChess::default(), &small(MiniChess::ID, 25, 4));
    is_as_ordered(&Othello::<8>::default(), &small(Othello::<8>::ID, 25, 7));
    let random = Recipe {
        way: Way::Random,
        ..small(Chess::ID, 25, 5)
    };
    is_as_ordered(&Chess::default(), &random);
    // One side has a small advantage.
    let unbalanced = Recipe {
        least: 60,
        balance: 120,
        guide: Some("squares".to_owned()),
        ..small(Chess::ID, 5, 5)
    };
    is_as_ordered(&Chess::default(), &unbalanced);
}

#[test]
fn a_book_depends_on_the_seed_and_not_on_the_threads() {
    let game = Chess::default();
    let recipe = small(Chess::ID, 20, 6);
    let one = make(&game, &recipe, threads(1), |_| {}).expect("a book");
    let four = make(&game, &recipe, threads(4), |_| {}).expect("a book");
    assert_eq!(one, four);
    let other = Recipe { seed: 2, ..recipe };
    let other = make(&game, &other, threads(4), |_| {}).expect("a book");
    assert_ne!(one.openings, other.openings);
}

#[test]
fn a_larger_book_begins_with_the_smaller_one() {
    let game = Chess::default();
    let few = make(&game, &small(Chess::ID, 10, 6), threads(2), |_| {});
    let many = make(&game, &small(Chess::ID, 30, 6), threads(2), |_| {});
    let (few, many) = (few.expect("a book"), many.expect("a book"));
    assert_eq!(few.openings, many.openings[..10]);
}

/// Random moves leave pieces hanging, and such positions are rejected; guided moves rarely do.
#[test]
fn guidance_keeps_the_balance() {
    let game = Chess::default();
    let guided = small(Chess::ID, 40, 8);
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
fn too_few_positions_are_an_error() {
    let recipe = Recipe {
        balance: 100_000,
        ..small(TicTacToe::ID, 5_000, 2)
    };
    let error = make(&TicTacToe::default(), &recipe, threads(2), |_| {});
    match error {
        // 9 * 8 positions after two plies.
        Err(BookError::TooFew { found, .. }) => assert!(found <= 72, "{found}"),
        other => panic!("{other:?}"),
    }
    let unable = Recipe {
        player: builtin("i2p3").expect("a player"),
        ..recipe
    };
    let error = make(&TicTacToe::default(), &unable, threads(1), |_| {}).expect_err("no player");
    assert!(error.to_string().contains("i2p3"), "{error}");
}

/// The built-in books are valid.
#[test]
fn the_built_in_books_are_valid() {
    fn check<G: BoardGame>(game: &G, count: usize) {
        let text = book::default(G::ID).expect("a book");
        let states = read(game, text).expect("positions");
        assert_eq!(states.len(), count);
        let keys: HashSet<u64> = states.iter().map(|state| game.key(state)).collect();
        assert_eq!(keys.len(), count, "no duplicates");
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
    assert_eq!(book::default(TicTacToe::ID), None);
}

/// The large books have the number of openings in their description, without duplicates, and no game is over.
#[test]
fn the_packed_books_are_valid() {
    let game = Chess::default();
    let mut keys = HashSet::new();
    for (name, count) in [("level", 5_000), ("unbalanced", 20_000)] {
        let bytes = book::named(Chess::ID, name).expect(name);
        assert!(bytes.len() < 7 * count, "{name} is packed small");
        let packed = Packed::read(bytes).expect(name);
        assert_eq!(packed.len(), count, "{name}");
        // Every 100th; all of them take a second.
        for index in (0..count).step_by(100) {
            let mut state = game.start();
            for mv in packed.moves(&game, index).expect("an opening") {
                game.play(&mut state, mv);
            }
            assert!(!game.legal_moves(&state).is_empty() && !game.in_check(&state));
            assert!(keys.insert(game.key(&state)), "no duplicates");
        }
    }
    assert_eq!(book::named(Othello::<8>::ID, "level"), None);
    assert!(
        book::NAMES
            .iter()
            .all(|(name, _)| book::named(Chess::ID, name).is_some())
    );
}

/// A match uses them by name, shuffled by the seed; a sequential test uses one by default.
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
    assert!(error.to_string().starts_with("line 4: "), "{error}");
    let fine = read(&game, &text[..text.len() - 12]).expect("one position");
    assert_eq!(
        game.write_position(&fine[0]),
        "4k3/8/8/8/8/8/4P3/4K3 w - - 3 9"
    );
}
