//! Packs of earlier versions can still be read.

use std::path::Path;

use packs::{Keep, Pack};

/// `tests/data/before.pack` has the first block of a pack that version 0.1.0 (commit efbe0c9) wrote.
#[test]
fn a_pack_of_an_earlier_version_is_read_game_by_game() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/before.pack");
    let pack = Pack::open(&path).expect("an old pack");
    let recipe = pack.origin.recipe.expect("a recipe");
    // Searches of that version looked for mates in won positions; its recipe does not have the setting.
    assert!(recipe.hunt && recipe.nodes == 400);
    let (tally, fault) = pack.tally();
    assert!(fault.is_none(), "{fault:?}");
    assert_eq!((tally.games, tally.kept), (256, 17_874));
    let keep = Keep::default();
    let positions = (pack.games()).map(|game| game.expect("a game").kept(&keep).count() as u64);
    assert_eq!(positions.sum::<u64>(), tally.kept);
}
