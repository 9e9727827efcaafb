//! Any text is a legal move or an error, in positions the fuzzer may choose; a move that was read survives being written.
#![no_main]

use chess::uci::{self, CastlingStyle};
use chess::{File, Game, Position, san};
use libfuzzer_sys::fuzz_target;

// Lines: a FEN perhaps, then moves.
fuzz_target!(|text: &str| {
    let mut lines = text.lines().peekable();
    let start = lines.peek().and_then(|line| Position::from_fen(line).ok());
    let mut game = match start {
        Some(position) => {
            lines.next();
            Game::new(position)
        }
        None => Game::default(),
    };
    for line in lines {
        let position = *game.position();
        let parsed = san::parse(&position, line);
        if let Err(error) = &parsed {
            assert!(!error.to_string().contains('\n'), "an error is one line");
        }
        let coordinates = uci::parse(&position, line);
        if let Some(m) = parsed.ok().or(coordinates.ok()) {
            assert!(position.is_legal(m));
            assert_eq!(san::parse(&position, &m.to_san(&position)), Ok(m));
            let read_back = |style| uci::parse(&position, &m.to_uci(style));
            assert_eq!(read_back(CastlingStyle::KingTakesRook), Ok(m), "{m} in {position}");
            // From another file than e, where the king goes may be one step away and mean just that.
            if !m.is_castle() || m.from().file() == File::E {
                assert_eq!(read_back(CastlingStyle::KingMoves), Ok(m), "{m} in {position}");
            }
            game.play(m).expect("a legal move");
            game.outcome();
        }
    }
});
