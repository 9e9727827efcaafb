//! Trains a small network and reports its state, and lets it play.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use ::train::lesson::{Lesson, Progress, SAMPLES};
use ::train::play;
use games::{BoardGame, Chess};
use gametree::{Limits, clock};
use nnue::Network;

use crate::data::LESSON;
use crate::job::Job;
use crate::position::record;
use crate::protocol::{Line, Reply, Training};

/// The time between two reports.
const PERIOD: Duration = Duration::from_millis(500);

/// The depth to which alpha-beta searches with a trained network, and its time limit.
const DEPTH: u32 = 4;
const MOVE_TIME: Duration = Duration::from_secs(3);

/// Answers `train`. A stopped training reports its state as a complete one does.
pub fn train(seed: u32, job: &Job) -> Result<Reply, String> {
    let games = job.page.config.data(LESSON)?;
    let lesson = Lesson::with_games(&games, seed.into(), SAMPLES);
    let mut lesson = lesson.map_err(|error| error.to_string())?;
    job.try_send(shown(&lesson.progress(), None));
    let mut next = clock::now() + PERIOD;
    while !lesson.is_done() && !job.is_stopped() {
        lesson.step();
        if clock::now() >= next {
            job.try_send(shown(&lesson.progress(), None));
            next = clock::now() + PERIOD;
        }
    }
    let network = lesson.network().map_err(|error| error.to_string())?;
    Ok(shown(&lesson.progress(), Some(&network)))
}

fn shown(progress: &Progress, network: Option<&Network>) -> Reply {
    let squares = progress.values.squares.iter().map(|squares| {
        let rounded = squares
            .iter()
            .map(|value| value.map(|value| value.round() as i32));
        rounded.collect()
    });
    Reply::Trained {
        training: Training {
            samples: progress.samples,
            of: progress.of,
            error: progress.held_out,
            kinds: progress.values.kinds.to_vec(),
            squares: squares.collect(),
            network: network.map(|network| digits(&network.to_bytes())),
        },
    }
}

/// Answers `trained-move`. The page sends the network, because its next request may be answered by another worker.
pub fn choose(line: &Line, network: &str, job: &Job) -> Result<Reply, String> {
    let game = Chess::default();
    if line.game != Chess::ID {
        return Err("the network plays chess only".to_owned());
    }
    let record = record(&game, line)?;
    let bytes = bytes(network).ok_or("the network is not a sequence of hexadecimal digits")?;
    let network = Network::from_bytes(&bytes).map_err(|error| error.to_string())?;
    let limits = Limits {
        depth: Some(DEPTH),
        time: Some(MOVE_TIME),
        stop: Some(Arc::clone(&job.stop)),
        ..Limits::default()
    };
    let found = play::search(&Arc::new(network), record.state(), &limits);
    Ok(Reply::TrainedMove {
        mv: found.best.map(|mv| game.wire_move(record.state(), mv)),
        value: found.score,
    })
}

/// Returns the hexadecimal digits of bytes.
fn digits(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Writing to memory cannot fail.
        _ = write!(text, "{byte:02x}");
    }
    text
}

/// Returns the bytes of hexadecimal digits.
fn bytes(digits: &str) -> Option<Vec<u8>> {
    let (pairs, []) = digits.as_bytes().as_chunks::<2>() else {
        return None;
    };
    let byte = |pair: &[u8; 2]| {
        let digit = |digit: u8| char::from(digit).to_digit(16);
        Some((digit(pair[0])? << 4 | digit(pair[1])?) as u8)
    };
    pairs.iter().map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_survive_as_digits() {
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(bytes(&digits(&all)), Some(all));
        assert_eq!(bytes("0"), None);
        assert_eq!(bytes("0g"), None);
    }
}
