//! The players of the five course documents and their settings.

use classroom::a8::Idea;
use classroom::presets::{Document, PRESETS, Preset as CoursePreset};
use games::GameKind;

use super::textbook::{MOVETIME, SEED};
use crate::key::{Cost, Key, Preset};
use crate::registry::{Entry, Kind};
use crate::spec::Takes;

const BOOK: Key = Key::new(
    "book",
    Takes::Text,
    Preset::Absent("32 well-known openings"),
    "a Polyglot book (.bin) or a file of opening lines",
)
.costs(Cost::File);

const A8_OFF: Key = Key::new(
    "off",
    Takes::List(A8_IDEAS),
    Preset::Absent("nothing"),
    "ideas of the evaluator to do without",
);

/// The names of [`classroom::a8::Idea`].
const A8_IDEAS: &[&str] = &[
    Idea::Asymmetry.name(),
    Idea::PawnCount.name(),
    Idea::Squares.name(),
    Idea::EndGame.name(),
    Idea::Shield.name(),
    Idea::Doubled.name(),
    Idea::Mobility.name(),
];

const fn depth(preset: &CoursePreset) -> Key {
    Key::new(
        "depth",
        Takes::Number(0, 8),
        Preset::Number(preset.depth as u64),
        "as the document counts: the report's depth 3 looks four plies ahead",
    )
}

/// One entry for each player of the documents.
pub(super) fn entries() -> impl Iterator<Item = Entry> {
    PRESETS.iter().map(|preset| {
        let mut keys = vec![depth(preset), MOVETIME, SEED];
        if preset.document == Document::A8 {
            keys.push(A8_OFF);
        }
        if preset.name.starts_with("report-book") {
            keys.push(BOOK);
        }
        Entry {
            name: preset.name,
            about: preset.about,
            // Made once, when the list of all players is.
            keys: keys.leak(),
            game: Some(match preset.document {
                Document::I2p3 => GameKind::MiniChess,
                _ => GameKind::Chess,
            }),
            kind: Kind::Course,
        }
    })
}
