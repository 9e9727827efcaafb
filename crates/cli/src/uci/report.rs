//! Answers as the protocol writes them.

use std::fmt::Write as _;

use chess::uci::CastlingStyle;
use chess::{Bitboard, File, Move, Piece, Position, Rank, Square};

use engine::{Choice, Info};
use gametree::{Bound, Value, Wdl};

use super::command::COMMANDS;

/// How what is found is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Form {
    /// How castling is written.
    pub castling: CastlingStyle,
    /// Whether the chances to win, draw and lose are told.
    pub wdl: bool,
}

/// `info depth ... pv ...`, in the order that Stockfish uses and tools expect. All numbers are whole.
pub fn info(info: &Info, form: Form) -> String {
    if info.line.is_empty() {
        return format!("info depth {} score {}", info.depth, score(info.score));
    }
    let wdl = match info.wdl.filter(|_| form.wdl) {
        Some(Wdl { win, draw, loss }) => format!(" wdl {win} {draw} {loss}"),
        None => String::new(),
    };
    let micros = info.time.as_micros().max(1);
    let nps = u128::from(info.nodes) * 1_000_000 / micros;
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    format!(
        "info depth {} seldepth {} multipv {} score {}{bound}{wdl} nodes {} nps {nps} hashfull {} tbhits {} time {} pv {}",
        info.depth,
        info.selective_depth,
        info.rank,
        score(info.score),
        info.nodes,
        info.hash_full.unwrap_or(0),
        info.table_hits,
        info.time.as_millis(),
        moves(&info.line, form.castling),
    )
}

fn score(score: Value) -> String {
    match score {
        Value::Mate(moves) => format!("mate {moves}"),
        // The protocol knows no other units.
        value => format!("cp {}", value.score()),
    }
}

fn moves(moves: &[Move], style: CastlingStyle) -> String {
    let words: Vec<String> = moves.iter().map(|m| m.to_uci(style)).collect();
    words.join(" ")
}

/// `bestmove ...`.
pub fn best_move(choice: Choice, style: CastlingStyle) -> String {
    match (choice.best, choice.ponder) {
        (None, _) => "bestmove (none)".to_owned(),
        (Some(best), None) => format!("bestmove {}", best.to_uci(style)),
        (Some(best), Some(ponder)) => format!(
            "bestmove {} ponder {}",
            best.to_uci(style),
            ponder.to_uci(style)
        ),
    }
}

/// The board and all that is known about a position.
pub fn position(position: &Position, style: CastlingStyle) -> String {
    const LINE: &str = " +---+---+---+---+---+---+---+---+\n";
    let mut text = String::from(LINE);
    for rank in Rank::ALL.into_iter().rev() {
        for file in File::ALL {
            let letter = position
                .piece_at(Square::new(file, rank))
                .map_or(' ', Piece::letter);
            _ = write!(text, " | {letter}");
        }
        _ = write!(text, " | {}\n{LINE}", rank.digit());
    }
    let checkers: Vec<String> = position
        .checkers()
        .into_iter()
        .map(|square| square.to_string())
        .collect();
    let mut legal: Vec<String> = position
        .legal_moves()
        .iter()
        .map(|m| m.to_uci(style))
        .collect();
    legal.sort_unstable();
    _ = write!(
        text,
        "   a   b   c   d   e   f   g   h\n\nFen: {position}\nKey: {:016X}\nCheckers: {}\nLegal moves: {}\n",
        position.key(),
        checkers.join(" "),
        legal.join(" "),
    );
    text
}

/// The position with the colours swapped: what White had, Black has now.
pub fn flipped(position: &Position) -> Option<Position> {
    let before = position.to_setup();
    let mut after = before.clone();
    for square in Square::ALL {
        after.board[square] =
            before.board[square.flip_rank()].map(|piece| Piece::new(!piece.color(), piece.kind()));
    }
    after.side = !before.side;
    after.castling = before
        .castling
        .into_iter()
        .fold(Bitboard::EMPTY, |rooks, rook| {
            rooks | rook.flip_rank().bitboard()
        });
    after.en_passant = before.en_passant.map(Square::flip_rank);
    Position::try_from(&after).ok()
}

/// The list of commands.
pub fn help() -> String {
    let mut text = String::from(
        "Espalier speaks UCI, the language between chess programs and their boards: connect it to a GUI,\n\
         or type commands here. `espalier --help` lists what else it can do.\n\n",
    );
    for (name, rest, what) in COMMANDS {
        let call = if rest.is_empty() {
            name.to_owned()
        } else {
            format!("{name} {rest}")
        };
        if call.len() > 38 {
            _ = writeln!(text, "  {call}\n  {:38}  {what}", "");
        } else {
            _ = writeln!(text, "  {call:38}  {what}");
        }
    }
    text
}

/// What the program was built with and for.
pub fn compiler() -> String {
    let extensions: Vec<&str> = [
        ("bmi2", cfg!(target_feature = "bmi2")),
        ("avx2", cfg!(target_feature = "avx2")),
        ("popcnt", cfg!(target_feature = "popcnt")),
        ("neon", cfg!(target_feature = "neon")),
    ]
    .into_iter()
    .filter_map(|(name, present)| present.then_some(name))
    .collect();
    format!(
        "Compiled by {} for {} on {}\nBuilt in: {}\nAssertions: {}\n",
        env!("ESPALIER_COMPILER"),
        std::env::consts::ARCH,
        std::env::consts::OS,
        if extensions.is_empty() {
            "no special instructions".to_owned()
        } else {
            extensions.join(" ")
        },
        if cfg!(debug_assertions) { "on" } else { "off" },
    )
}

/// The licence in short.
pub const LICENSE: &str = "\
Espalier is free software: you can redistribute it and/or modify it under the terms of the GNU General Public
License as published by the Free Software Foundation, either version 3 of the License, or (at your option) any
later version. It comes without any warranty. The full text is in the file LICENSE of the source, and at
https://www.gnu.org/licenses/gpl-3.0.html
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flipping_twice_gives_the_same_position_back() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        ] {
            let position = Position::from_fen(fen).expect("a good FEN");
            let once = flipped(&position).expect("flips");
            assert_ne!(once, position);
            assert_eq!(once.count_moves(), position.count_moves(), "{fen}");
            assert_eq!(flipped(&once), Some(position), "{fen}");
        }
    }
}
