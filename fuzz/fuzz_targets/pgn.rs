//! Any bytes are games or errors of one line; a game that was read survives being written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pgn::{Game, Games};

fuzz_target!(|bytes: &[u8]| {
    for game in Games::new(bytes) {
        match game {
            Ok(game) => {
                let written = game.to_string();
                let again: Game = match written.parse() {
                    Ok(again) => again,
                    Err(error) => panic!("{error} in {written}"),
                };
                assert_eq!(again, game, "{written}");
            }
            Err(error) => assert!(!error.to_string().contains('\n'), "an error is one line"),
        }
    }
});
