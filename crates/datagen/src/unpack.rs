//! Writes the quiet positions of packs for a trainer.

use std::io::{self, Write};
use std::path::PathBuf;
use std::str::FromStr;

use packs::{Keep, Pack, PackError, Record, Scored};

use super::{Neighbours, Terms};

/// The format of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Records of 32 bytes.
    Records,
    /// Lines `FEN|result|score`, for White.
    Text,
    /// Records of 32 bytes for bullet, a trainer for GPUs.
    Bullet,
}

impl FromStr for Form {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "records" => Ok(Self::Records),
            "text" => Ok(Self::Text),
            "bullet" => Ok(Self::Bullet),
            _ => Err("a form is records, text or bullet".to_owned()),
        }
    }
}

/// The positions to write, and their format.
pub struct Unpacking {
    /// The positions that are kept.
    pub keep: Keep,
    /// The format.
    pub form: Form,
    /// Positions near those of the games instead.
    pub neighbours: Option<Neighbours>,
    /// The hand-crafted evaluation instead of the score of the search.
    pub terms: Option<Terms>,
}

/// Writes the positions of packs and returns their number.
///
/// # Errors
/// A pack cannot be read. If `output` cannot be written, `cannot` converts the error.
pub fn unpack<E: From<PackError>>(
    packs: &[PathBuf],
    mut how: Unpacking,
    output: &mut impl Write,
    cannot: impl Fn(io::Error) -> E,
) -> Result<u64, E> {
    let mut count = 0_u64;
    for pack in packs {
        for game in Pack::open(pack)?.games() {
            let game = game?;
            let mut write = |scored: &Scored| {
                count += 1;
                match how.form {
                    Form::Records => output.write_all(&Record::new(&game, scored).0),
                    Form::Text => writeln!(output, "{}", game.line(scored)),
                    Form::Bullet => {
                        let record = Record::new(&game, scored).to_bullet();
                        output.write_all(&record.unwrap_or_default())
                    }
                }
            };
            let mut kept = game.kept(&how.keep);
            let written = match (&mut how.neighbours, &mut how.terms) {
                (Some(neighbours), _) => neighbours.of(&game, &how.keep, &mut write),
                (None, Some(terms)) => kept.try_for_each(|scored| write(&terms.instead(&scored))),
                (None, None) => kept.try_for_each(|scored| write(&scored)),
            };
            written.map_err(&cannot)?;
        }
    }
    output.flush().map_err(cannot)?;
    Ok(count)
}
