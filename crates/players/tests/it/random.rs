//! The player that picks any legal move.

use std::collections::HashSet;

use games::{BoardGame, Chess};
use gametree::Request;

use games::Record;
use players::Seat;

fn choice(seed: u64, record: &Record<Chess>) -> chess::Move {
    let mut seat = Seat::<Chess>::builtin(&format!("random:seed={seed}")).expect("a player");
    let answer = seat.answer(&Chess::default(), record, &Request::default());
    answer.expect("a move").best.expect("a move")
}

#[test]
fn the_same_seed_plays_the_same_game_and_another_seed_another() {
    let game = Chess::default();
    let play = |seed| {
        let mut record = Record::<Chess>::new(game.start());
        while record.moves().len() < 60 && !game.legal_moves(record.state()).is_empty() {
            let mv = choice(seed, &record);
            record.play(&game, mv);
        }
        record.moves().to_vec()
    };
    assert_eq!(play(7), play(7));
    assert_ne!(play(7), play(8));
}

#[test]
fn every_move_is_chosen_by_some_seed() {
    let record = Record::<Chess>::new(Chess::default().start());
    let chosen: HashSet<_> = (0..500).map(|seed| choice(seed, &record)).collect();
    assert_eq!(chosen.len(), 20);
}

#[test]
fn a_random_player_reports_no_value() {
    let record = Record::<Chess>::new(Chess::default().start());
    let mut seat = Seat::<Chess>::builtin("random").expect("a player");
    let answer = seat.answer(&Chess::default(), &record, &Request::default());
    assert_eq!(answer.expect("a move").value, None);
}
