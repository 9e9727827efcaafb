//! The engine's settings.

use engine::Strength;
use games::GameKind;

use super::textbook::MOVETIME;
use crate::key::{Cost, Key, Preset};
use crate::master::{ONLY, TECHNIQUES};
use crate::registry::{Entry, Kind};
use crate::spec::Takes;

use Preset::{Absent, Is};

/// The engine.
pub(super) const ENGINE: Entry = Entry {
    name: "engine",
    about: "the master: everything that makes a search strong; each technique can be switched off",
    keys: &[
        Key::new(
            "depth",
            Takes::Number(1, 127),
            Absent("no limit"),
            "plies to look ahead",
        ),
        Key::new(
            "nodes",
            Takes::Number(1, u64::MAX),
            Absent("1000000 if nothing limits the player"),
            "nodes a move",
        ),
        MOVETIME,
        Key::new(
            "hash",
            Takes::Number(1, 65_536),
            Is("16"),
            "transposition table, in mebibytes",
        )
        .costs(Cost::Mebibytes),
        Key::new(
            "threads",
            Takes::Number(1, 256),
            Is("1"),
            "threads that search together",
        )
        .costs(Cost::Threads),
        Key::new(
            "off",
            Takes::List(TECHNIQUES),
            Absent("nothing"),
            "techniques to do without",
        ),
        Key::new(
            "only",
            Takes::List(ONLY),
            Absent("all of them"),
            "the only techniques to use",
        ),
        Key::new(
            "elo",
            Takes::Number(Strength::MIN as u64, Strength::MAX as u64),
            Absent("no limit"),
            "plays as strongly as this rating says, by seeing less",
        ),
        Key::new(
            "person",
            Takes::Switch,
            Is("on"),
            "with a rating: takes its time on a clock, and opens from the repertoire",
        ),
        Key::new(
            "seed",
            Takes::Number(0, u64::MAX),
            Is("0"),
            "with a rating: what it misjudges and overlooks",
        ),
    ],
    game: Some(GameKind::Chess),
    kind: Kind::Engine,
};
