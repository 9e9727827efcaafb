//! Any bytes are opening positions, a packed opening book, or an error of one line; a packed book that was read survives being
//! written and read again.
#![no_main]

use contest::book::{self, Packed};
use games::{BoardGame, GameId, WithGame};
use libfuzzer_sys::fuzz_target;

struct Read<'a>(&'a [u8]);

impl WithGame for Read<'_> {
    type Output = ();

    fn run<G: BoardGame>(self, rules: &G) {
        if let Ok(text) = str::from_utf8(self.0)
            && let Err(error) = book::read(rules, text)
        {
            assert_eq!(error.to_string().lines().count(), 1, "{error}");
        }
        match Packed::read(self.0) {
            Ok(packed) => {
                assert_eq!(Packed::read(&packed.to_bytes()).as_ref(), Ok(&packed));
                packed.to_lines(rules);
            }
            Err(error) => assert_eq!(error.to_string().lines().count(), 1, "{error}"),
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    for kind in GameId::ALL {
        kind.with(Read(bytes));
    }
});
