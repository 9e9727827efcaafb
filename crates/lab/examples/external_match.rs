//! Plays games between two contestants by their specs and says what went wrong: a check of external programs, not a
//! match. `cargo run --release --example external_match -- uci:stockfish classic 20 1000+10`: games, and milliseconds
//! for the game and after each move.

use std::time::{Duration, Instant};

use games::{BoardGame, Chess};
use gametree::Game;
use lab::Record;
use lab::contest::{self, Budget};

/// Longer games are no use here.
const LONGEST: usize = 400;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [first, second, games, clock] = args.as_slice() else {
        return Err("two specs, the number of games, the clock such as 1000+10".into());
    };
    let specs = [first, second];
    let games: u64 = games.parse()?;
    let (time, increment) = clock.split_once('+').unwrap_or((clock, "0"));
    let time = Duration::from_millis(time.parse()?);
    let increment = Duration::from_millis(increment.parse()?);

    let game = Chess::default();
    let mut players = [contest::build::<Chess>(first)?, contest::build(second)?];
    let (mut faults, mut warnings, mut losses, mut moves) = (0, 0, 0, 0);
    let mut least = time;
    for number in 0..games {
        for player in &mut players {
            player.new_game()?;
        }
        let mut record = Record::<Chess>::new(game.start());
        // Two odd moves, so that no two games are alike.
        for choice in [number * 7, number / 2 * 13] {
            let legal = game.legal_moves(record.state());
            record.play(&game, legal[choice as usize % legal.len()]);
        }
        let mut seat = (number % 2) as usize;
        let mut budget = Budget {
            clock: Some([time; 2]),
            increment: [increment; 2],
            ..Budget::default()
        };
        while game.terminal(record.state()).is_none() && record.moves().len() < LONGEST {
            let side = game.side(record.state()).index();
            let start = Instant::now();
            let answer = players[seat].choose(&game, &record, &budget);
            let took = start.elapsed();
            let reply = match answer {
                Ok(reply) => reply,
                Err(fault) => {
                    println!("game {number}: {} {fault}", specs[seat]);
                    faults += 1;
                    break;
                }
            };
            for warning in &reply.thought.warnings {
                println!("game {number}: {}: {warning}", specs[seat]);
                warnings += 1;
            }
            if let Some(clock) = &mut budget.clock {
                if took > clock[side] {
                    println!(
                        "game {number}: {} lost on time, {took:?} of {:?}",
                        specs[seat], clock[side]
                    );
                    losses += 1;
                    break;
                }
                clock[side] -= took;
                least = least.min(clock[side]);
                clock[side] += increment;
            }
            record.play(&game, reply.best);
            moves += 1;
            seat = 1 - seat;
        }
        let end = game.terminal(record.state());
        println!("game {number}: {} plies, {end:?}", record.moves().len());
    }
    println!(
        "{games} games, {moves} moves, {faults} faults, {losses} lost on time, {warnings} warnings, {least:?} the least left on a clock"
    );
    Ok(())
}
