//! Plays a game of Othello on the 6x6 board between two searches: alpha-beta with the difference in discs, and with mobility and
//! corners.
//!
//! ```text
//! cargo run --release --example play_othello
//! ```

use games::othello::{DiscDifference, MobilityAndCorners};
use games::{BoardGame, Ending, Othello, Reason, Record};
use gametree::searches::AlphaBeta;
use gametree::{Game, Limits, Searcher};

fn main() {
    let game = Othello::<6>::default();
    let limits = Limits::depth(5);
    let mut black = AlphaBeta::new(DiscDifference);
    let mut white = AlphaBeta::new(MobilityAndCorners);
    let mut record = Record::new(game.start());

    loop {
        let state = *record.state();
        if let Some(score) = game.terminal(&state) {
            let ending = Ending::scored(game.side(&state), score, Reason::Rules);
            println!(
                "{}{}",
                game.render(&state),
                game.describe_end(&record, &ending)
            );
            return;
        }
        let black_moves = record.moves().len() % 2 == 0;
        let result = if black_moves {
            black.search(&game, &state, &limits)
        } else {
            white.search(&game, &state, &limits)
        };
        let mv = result.best.expect("a game that is not over has a move");
        println!("{} (score {})", game.write_move(mv), result.score);
        record.play(&game, mv);
    }
}
