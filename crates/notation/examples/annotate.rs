//! Builds a game with a variation, a comment and an evaluation, and writes it as PGN.
//!
//! ```text
//! cargo run --example annotate
//! ```

use std::error::Error;

use chess::{Game as Played, san};
use notation::{Comment, Game};

fn main() -> Result<(), Box<dyn Error>> {
    let mut played = Played::default();
    for text in ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7"] {
        let m = san::parse(played.position(), text)?;
        played.play(m)?;
    }

    let mut game = Game::from(&played);
    game.tags.set("White", "Anna")?;
    game.tags.set("Black", "Bernd")?;

    // 3...Nf6 is a mistake (glyph 4, "??"): 3...g6 defends f7.
    let g6 = san::parse(&played.positions()[5], "g6")?;
    game.add_variation(5, &[g6])?;
    let mistake = &mut game.main_line_mut().nodes_mut()[5];
    mistake.nags.push(4);
    mistake
        .comments
        .push(Comment::new("allows mate [%eval #1]"));
    print!("{game}");
    Ok(())
}
