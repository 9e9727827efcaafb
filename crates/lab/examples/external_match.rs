//! Plays games between two contestants by their specs and says what went wrong: a check of external programs, not a
//! match. `cargo run --release --example external_match -- uci:stockfish classic 20 100`: games, milliseconds a move.

use std::time::{Duration, Instant};

use games::{BoardGame, Chess};
use gametree::Game;
use lab::Record;
use lab::contest::{self, Budget};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize, default| {
        let given = args.get(index).map(|text| text.parse());
        given.unwrap_or(Ok(default)).expect("a number")
    };
    let spec = |index: usize| {
        args.get(index)
            .expect("two specs, games, milliseconds a move")
    };
    let specs = [spec(0), spec(1)];
    let (games, milliseconds): (u64, u64) = (number(2, 20), number(3, 100));
    let budget = Budget {
        move_time: Some(Duration::from_millis(milliseconds)),
        ..Budget::default()
    };
    let game = Chess::default();
    let mut players = specs.map(|spec| {
        contest::build::<Chess>(spec).unwrap_or_else(|error| {
            eprintln!("{error}");
            std::process::exit(2);
        })
    });
    let (mut faults, mut warnings, mut moves) = (0, 0, 0);
    // What each took beyond its time, in microseconds.
    let mut over: [Vec<u128>; 2] = Default::default();
    for number in 0..games {
        for player in &mut players {
            if let Err(fault) = player.new_game() {
                eprintln!("game {number}: {fault}");
                faults += 1;
            }
        }
        let mut record = Record::new(game.start());
        // Two random moves, so that no two games are alike.
        for choice in [number * 7, number / 2 * 13] {
            let legal = game.legal_moves(record.state());
            record.play(&game, legal[choice as usize % legal.len()]);
        }
        let mut seat = (number % 2) as usize;
        while game.terminal(record.state()).is_none() && record.moves().len() < 400 {
            let start = Instant::now();
            let answer = players[seat].choose(&game, &record, &budget);
            let time = start.elapsed();
            over[seat].push(
                time.saturating_sub(Duration::from_millis(milliseconds))
                    .as_micros(),
            );
            match answer {
                Ok(reply) => {
                    for warning in &reply.thought.warnings {
                        println!("game {number}: {} warned: {warning}", specs[seat]);
                        warnings += 1;
                    }
                    record.play(&game, reply.best);
                    moves += 1;
                }
                Err(fault) => {
                    println!("game {number}: {} {fault}", specs[seat]);
                    faults += 1;
                    break;
                }
            }
            seat = 1 - seat;
        }
        let end = game.terminal(record.state());
        println!("game {number}: {} plies, {end:?}", record.moves().len());
    }
    println!("{games} games, {moves} moves, {faults} faults, {warnings} warnings");
    for (spec, mut over) in specs.into_iter().zip(over) {
        over.sort_unstable();
        if let (Some(middle), Some(most)) = (over.get(over.len() / 2), over.last()) {
            println!("{spec}: beyond its time {middle} us median, {most} us at most");
        }
    }
}
