//! The output of the protocol.

use std::fmt::Write as _;

use chess::uci::CastlingStyle;
use chess::{File, Move, Piece, Position, Rank, Square, perft};

use engine::{Choice, Info};
use gametree::{Bound, Value, Wdl};

use super::command::COMMANDS;

/// The form of search results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Form {
    /// The notation of castling.
    pub castling: CastlingStyle,
    /// Whether `info` has the probabilities of win, draw and loss.
    pub wdl: bool,
}

/// Returns `info depth ... pv ...`, in Stockfish's order, which tools expect. All numbers are integers.
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
        // The protocol has no other units.
        value => format!("cp {}", value.score()),
    }
}

fn moves(moves: &[Move], style: CastlingStyle) -> String {
    let words: Vec<String> = moves.iter().map(|m| m.to_uci(style)).collect();
    words.join(" ")
}

/// Returns `bestmove ...`.
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

/// Returns the counts of perft and their sum.
pub fn perft(counts: &[(Move, u64)], depth: u32, style: CastlingStyle) -> String {
    let total = match depth {
        0 => 1,
        _ => counts.iter().map(|(_, count)| count).sum(),
    };
    let listing = perft::listing(counts, style);
    format!("{listing}\nNodes searched: {total}\n")
}

/// Returns the board, the FEN, the Zobrist key, the checkers and the legal moves.
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
    let checkers = position.checkers().into_iter();
    let checkers: Vec<String> = checkers.map(|square| square.to_string()).collect();
    let legal = position.legal_moves();
    let mut legal: Vec<String> = legal.iter().map(|m| m.to_uci(style)).collect();
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

/// Returns the list of commands.
pub fn help() -> String {
    let mut text = String::from(
        "Espalier is a UCI engine: connect it to a chess GUI, or type commands here.\n\
         `espalier --help` lists its other commands.\n\n",
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

/// Returns the compiler, the target and the build settings.
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

/// A summary of the licence.
pub const LICENSE: &str = "\
Espalier is free software: you can redistribute it and/or modify it under the terms of the GNU General Public
License as published by the Free Software Foundation, either version 3 of the License, or (at your option) any
later version. It comes without any warranty. The full text is in the file LICENSE of the source, and at
https://www.gnu.org/licenses/gpl-3.0.html
";
