//! `espalier train`: a network from a pack of games.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::common::{Folder, run};

/// Plays a few games and returns the path of their pack.
fn pack(folder: &Folder) -> String {
    let pack = folder.file("games.pack");
    let played = [
        "datagen", &pack, "--games", "12", "--nodes", "20", "--seed", "3",
    ];
    run(&played).succeeds();
    pack
}

/// The arguments of a training that takes little time.
fn small<'a>(pack: &'a str, net: &'a str) -> Vec<&'a str> {
    let words = [
        "train",
        pack,
        "-o",
        net,
        "--random",
        "--width",
        "32",
        "--batch",
        "1024",
        "--samples",
        "10240",
        "--held-out",
        "20",
    ];
    words.to_vec()
}

#[test]
fn a_network_is_trained_resumed_and_used() {
    let folder = Folder::new("train");
    let pack = pack(&folder);
    let [net, again, exam, vectors] =
        ["net.nnue", "again.nnue", "exam.txt", "net.vectors"].map(|name| folder.file(name));
    fs::write(&exam, "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1|900|a1a8\n").expect("a file");
    let mut words = small(&pack, &net);
    words.extend(["--exam", &exam, "--vectors", &vectors]);
    let said = run(&words).succeeds().stdout;
    for part in ["to learn from", "held-out error 0.", "exam of 1 positions"] {
        assert!(said.contains(part), "{part} is not in {said}");
    }
    let names = folder.names();
    for name in ["net.csv", "net.svg", "net.manifest.json", "net.vectors"] {
        assert!(
            names.iter().any(|one| one == name),
            "{name} is not in {names:?}"
        );
    }
    assert!(
        !names.iter().any(|name| name == "net.checkpoint"),
        "{names:?}"
    );
    assert!(
        run(&["eval", "--evalfile", &net])
            .succeeds()
            .stdout
            .contains("network")
    );

    // Another kernel and number of threads do not change a byte.
    let mut words = small(&pack, &again);
    words.extend(["--kernel", "portable", "--threads", "1"]);
    run(&words).succeeds();
    let first = fs::read(&net).expect("a network");
    assert!(
        first == fs::read(&again).expect("a network"),
        "the files differ"
    );

    // A wider network continues from it.
    let words = [
        "train",
        &pack,
        "-o",
        &again,
        "--from",
        &net,
        "--width",
        "64",
        "--batch",
        "1024",
        "--samples",
        "1024",
        "--held-out",
        "20",
    ];
    run(&words).succeeds();

    // Without a checkpoint --resume begins at the start.
    let mut words = small(&pack, &again);
    words.push("--resume");
    run(&words).succeeds();
    assert!(
        first == fs::read(&again).expect("a network"),
        "the files differ"
    );
}

#[test]
fn wrong_input_is_one_sentence() {
    let folder = Folder::new("train-errors");
    let pack = pack(&folder);
    let [net, bad, records] = ["net.nnue", "bad.pack", "bad.bin"].map(|name| folder.file(name));
    let bytes = fs::read(&pack).expect("a pack");
    let mut damaged = bytes.clone();
    let middle = bytes.len() - 40;
    damaged[middle] ^= 0x55;
    fs::write(&bad, damaged).expect("a file");
    run(&small(&bad, &net)).fails_saying(&["bad.pack", "damaged"]);
    fs::write(&bad, "no pack").expect("a file");
    run(&small(&bad, &net)).fails_saying(&["bad.pack is not a pack of games"]);
    fs::write(&records, [0; 33]).expect("a file");
    run(&small(&records, &net)).fails_saying(&["bad.bin has 33 bytes", "multiple of 32"]);
    fs::write(&records, [0; 64]).expect("a file");
    run(&small(&records, &net)).fails_saying(&["record 1", "bad.bin", "not a position"]);

    let shape = |width| ["train", &pack, "-o", &net, "--width", width].map(str::to_owned);
    let fails = |words: [String; 6], parts: &[&str]| {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        run(&words).fails_saying(parts);
    };
    fails(shape("33"), &["width 33", "multiple of 32"]);
    fails(shape("64"), &["width 512", "width 64", "--random"]);
    fs::write(&records, b"ESPALNET").expect("a file");
    let words = ["train", &pack, "-o", &net, "--from", &records];
    run(&words).fails_saying(&["bad.bin", "too short"]);
    let nowhere = folder.file("nowhere/net.nnue");
    run(&small(&pack, &nowhere)).fails_saying(&["cannot write", "nowhere"]);

    // A checkpoint of another training.
    let checkpoint = folder.file("net.checkpoint");
    fs::write(&checkpoint, "no checkpoint").expect("a file");
    let mut words = small(&pack, &net);
    words.push("--resume");
    run(&words).fails_saying(&["net.checkpoint", "without --resume"]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    let folder = Folder::new("train-full");
    let pack = pack(&folder);
    let net = folder.file("net.nnue");
    let mut words = small(&pack, &net);
    words.extend(["--vectors", "/dev/full"]);
    let failed = run(&words);
    assert_eq!(failed.status, Some(2));
    assert_eq!(failed.stderr.lines().count(), 1, "{}", failed.stderr);
    let expected = "error: cannot write /dev/full: No space left on device";
    assert!(failed.stderr.starts_with(expected), "{}", failed.stderr);
}

/// A pack becomes records for bullet: as many as for this trainer, from the view of the side to move.
#[test]
fn a_pack_is_unpacked_for_bullet() {
    let folder = Folder::new("train-bullet");
    let pack = pack(&folder);
    let [own, other] = ["own.bin", "bullet.data"].map(|name| folder.file(name));
    run(&["pack", "unpack", &pack, "-o", &own]).succeeds();
    run(&["pack", "unpack", &pack, "-o", &other, "--as", "bullet"]).succeeds();
    let [own, bullet] = [&own, &other].map(|path| fs::read(path).expect("a file"));
    assert_eq!(own.len(), bullet.len());
    for (own, bullet) in own.chunks(32).zip(bullet.chunks(32)) {
        assert_eq!(own[24..27], bullet[24..27]);
        let bits = |record: &[u8]| {
            let bytes = record[..8].try_into().expect("8 bytes");
            u64::from_le_bytes(bytes)
        };
        let flipped = if own[27] == 1 {
            bits(own).swap_bytes()
        } else {
            bits(own)
        };
        assert_eq!(bits(bullet), flipped);
        assert_ne!(bits(bullet) >> bullet[27] & 1, 0, "the own king");
        assert_ne!(bits(bullet) >> (bullet[28] ^ 56) & 1, 0, "the other king");
    }
    let words = [
        "pack",
        "unpack",
        &pack,
        "-o",
        &other,
        "--as",
        "bullet",
        "--neighbours",
        "1",
    ];
    run(&words).fails_saying(&["--neighbours", "bullet"]);
}

/// Ctrl-C leaves a usable network and a checkpoint.
#[test]
#[cfg(unix)]
fn an_interrupted_training_leaves_a_network() {
    let folder = Folder::new("train-interrupted");
    let pack = pack(&folder);
    let net = folder.file("net.nnue");
    let mut words = small(&pack, &net);
    words[10] = "1e9";
    let mut child = Command::new(env!("CARGO_BIN_EXE_espalier"))
        .args(words)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let stdout = child.stdout.take().expect("a pipe");
    let mut stdout = BufReader::new(stdout);
    stdout.read_line(&mut line).expect("a line");
    assert!(line.contains("to learn from"), "{line}");
    let interrupt = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(interrupt.expect("kill").success());
    stdout.read_to_string(&mut line).expect("the rest");
    let ended = child.wait_with_output().expect("the program ends");
    let stderr = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(130), "{stderr}");
    assert!(stderr.contains("--resume continues"), "{stderr}");
    assert!(folder.names().iter().any(|name| name == "net.checkpoint"));
    run(&["eval", "--evalfile", &net]).succeeds();
}

/// A killed training loses at most the time since its last checkpoint, and continues with the same result.
#[test]
#[ignore = "some minutes: cargo test --release -p espalier-cli --test it train::a_killed -- --ignored"]
fn a_killed_training_continues() {
    let folder = Folder::new("train-killed");
    let pack = pack(&folder);
    let [net, whole] = ["net.nnue", "whole.nnue"].map(|name| folder.file(name));
    let words = |net| {
        let mut words = small(&pack, net);
        words.extend(["--samples", "4e8", "--resume"]);
        // Only one number of samples can be given.
        words.drain(9..11);
        words
    };
    let mut child = Command::new(env!("CARGO_BIN_EXE_espalier"))
        .args(words(&net))
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    let checkpoint = folder.file("net.checkpoint");
    while !Path::new(&checkpoint).exists() {
        assert!(
            child.try_wait().expect("a child").is_none(),
            "it ended before its first checkpoint"
        );
        thread::sleep(Duration::from_millis(100));
    }
    child.kill().expect("the program is killed");
    child.wait().expect("the program ends");
    run(&words(&net)).succeeds();
    run(&words(&whole)).succeeds();
    assert!(fs::read(&net).expect("a network") == fs::read(&whole).expect("a network"));
}
