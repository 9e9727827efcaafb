//! Any bytes are a pack or an error of one line, before which the games are complete; games that were read survive being written
//! and read again.
#![no_main]

use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use libfuzzer_sys::fuzz_target;
use packs::{Keep, Pack, PackWriter, Record, ScoredGame, read_raw};

/// Returns a member of a gzip stream, with its checksum.
fn member(content: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::none());
    encoder.write_all(content).expect("writing to memory");
    encoder.finish().expect("writing to memory")
}

fn check(pack: &Pack) -> Vec<ScoredGame> {
    let mut games = Vec::new();
    for game in pack.games() {
        match game {
            Ok(game) => games.push(game),
            Err(error) => assert_eq!(error.to_string().lines().count(), 1, "{error}"),
        }
    }
    for game in &games {
        for scored in game.kept(&Keep::default()) {
            Record::new(game, &scored).to_bullet().expect("a result");
            Record::without_result(game, &scored);
            game.line(&scored);
        }
    }
    pack.inspect();
    games
}

// The first byte selects the form: a whole file; a block, of which the checksum is right; the uncompressed format.
fuzz_target!(|bytes: &[u8]| {
    let Some((&form, bytes)) = bytes.split_first() else {
        return;
    };
    let path = Path::new("fuzz.pack");
    let header = member(b"espalier games 1\n{\"player\":\"fuzz\"}\n");
    let pack = match form % 3 {
        0 => match Pack::from_bytes(path, bytes.to_vec()) {
            Ok(pack) => pack,
            Err(error) => {
                assert_eq!(error.to_string().lines().count(), 1, "{error}");
                return;
            }
        },
        1 => Pack::from_bytes(path, [header, member(bytes)].concat()).expect("a header"),
        _ => {
            if let Err(reason) = read_raw(bytes, 1) {
                assert_eq!(reason.lines().count(), 1, "{reason}");
            }
            return;
        }
    };
    let games = check(&pack);
    if games.is_empty() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("again.pack");
    let mut writer = PackWriter::create(&path, &pack.origin).expect("a file");
    for game in &games {
        writer.add(game.clone()).expect("a file");
    }
    writer.flush().expect("a file");
    assert_eq!(check(&Pack::open(&path).expect("a pack")), games);
});
