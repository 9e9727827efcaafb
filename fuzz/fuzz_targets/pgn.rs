//! Any bytes are games or errors of one line, in every kind of game; a game that was read survives being written and
//! read again.
#![no_main]

use games::{BoardGame, GameId, WithGame};
use libfuzzer_sys::fuzz_target;
use notation::{Game, Games, Limits};

struct Read<'a>(&'a [u8]);

impl WithGame for Read<'_> {
    type Output = ();

    fn run<G: BoardGame>(self, rules: &G) {
        for game in Games::of(rules, self.0, Limits::default()) {
            match game {
                Ok(game) => {
                    let written = game.to_string();
                    let again: Game<G> = match written.parse() {
                        Ok(again) => again,
                        Err(error) => panic!("{error} in {written}"),
                    };
                    assert_eq!(again, game, "{written}");
                }
                Err(error) => assert!(!error.to_string().contains('\n'), "an error is one line"),
            }
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    for kind in GameId::ALL {
        kind.with(Read(bytes));
    }
});
