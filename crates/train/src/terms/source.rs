//! The weights as Rust source.

use super::model::Pair;
use engine::eval::GROUPS;

/// Returns the text of `engine/src/eval/weights.rs` with these weights. `origin` is a sentence about the data.
#[must_use]
pub fn source(params: &[Pair], origin: &str) -> String {
    let mut text = format!(
        "//! The weights of the hand-crafted evaluation.
//!
//! `espalier tune` writes this file. Each pair is the value in the middlegame and in the endgame, in hundredths of a
//! pawn; `layout` documents the meaning and the order of each group.
//!
//! {origin}

use super::layout::Weights;
use super::tapered::Tapered;

const fn t(middlegame: i32, endgame: i32) -> Tapered {{
    Tapered::new(middlegame, endgame)
}}

/// The weights that the engine plays with.
#[rustfmt::skip]
pub const DEFAULT: Weights = Weights {{
"
    );
    for group in GROUPS {
        for line in group.meaning {
            text += &format!("    //{line}\n");
        }
        let cells: Vec<String> = params[group.start..group.start + group.len]
            .iter()
            .map(|pair| format!("t({:.0}, {:.0}),", whole(pair[0]), whole(pair[1])))
            .collect();
        if group.len <= group.row {
            let line = cells.join(" ");
            text += &format!("    {}: [{}],\n", group.name, line.trim_end_matches(','));
            continue;
        }
        let width = cells.iter().map(String::len).max().unwrap_or(0);
        text += &format!("    {}: [\n", group.name);
        for row in cells.chunks(group.row) {
            let row: Vec<String> = row.iter().map(|cell| format!("{cell:<width$}")).collect();
            text += &format!("        {}\n", row.join(" ").trim_end());
        }
        text += "    ],\n";
    }
    text + "};\n"
}

/// Rounds to the nearest whole number; zero has no minus sign.
fn whole(x: f64) -> f64 {
    x.round() + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn current_weights_reproduce_the_file() {
        let file = include_str!("../../../engine/src/eval/weights.rs");
        let origin = file
            .lines()
            .skip(5)
            .map_while(|line| line.strip_prefix("//! "))
            .collect::<Vec<_>>()
            .join("\n//! ");
        assert_eq!(source(&super::super::current(), &origin), file);
    }
}
