//! How long a move takes beyond what the engine takes for it: the time around a question less what the fake engine says
//! it took from hearing the position to answering. `cargo run --release --example runner_overhead [MOVES]`, after
//! `cargo build --release -p contest --examples`.

use std::time::{Duration, Instant};

use games::{BoardGame, Chess, Record};
use gametree::{Clocks, Game, Request};
use players::Seat;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let moves = std::env::args()
        .nth(1)
        .map_or(Ok(2_000), |text| text.parse())?;
    let here = std::env::current_exe()?;
    let folder = here.ancestors().nth(2).ok_or("no folder of programs")?;
    let path = folder
        .join("examples/fake_engine_of_contest")
        .display()
        .to_string();
    let spec = format!("uci:{},arg=timed", path.replace(',', ",,"));
    let mut engine = Seat::<Chess>::new(&programs::registry().parse(&spec)?)?;
    let game = Chess::default();
    let request = Request {
        clocks: Clocks {
            left: [Some(Duration::from_secs(1)); 2],
            ..Clocks::default()
        },
        ..Request::default()
    };
    engine.new_game()?;
    let mut record = Record::<Chess>::new(game.start());
    let mut overheads: Vec<Duration> = Vec::new();
    while overheads.len() < moves {
        if game.terminal(record.state()).is_some() || record.moves().len() >= 200 {
            engine.new_game()?;
            record = Record::new(game.start());
        }
        let start = Instant::now();
        let reply = engine.answer(&game, &record, &request)?;
        let time = start.elapsed();
        let engine_took = Duration::from_micros(reply.stats.nodes);
        overheads.push(time.saturating_sub(engine_took));
        record.play(&game, reply.best.ok_or("no move")?);
    }
    overheads.sort_unstable();
    let part = |percent: usize| overheads[(overheads.len() - 1) * percent / 100].as_micros();
    println!(
        "{moves} moves: {} us median, {} us 90%, {} us 99%, {} us at most",
        part(50),
        part(90),
        part(99),
        part(100)
    );
    Ok(())
}
