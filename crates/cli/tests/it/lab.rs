//! `espalier suite` and `espalier book`.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use crate::common::run;

/// A file in a temporary folder, removed with its folder when the test ends.
struct Temporary {
    path: PathBuf,
    _folder: TempDir,
}

impl Temporary {
    fn new(name: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self {
            path: folder.path().join(name),
            _folder: folder,
        }
    }

    fn with(name: &str, text: &str) -> Self {
        let file = Self::new(name);
        fs::write(&file.path, text).expect("a temporary file");
        file
    }

    fn path(&self) -> &str {
        self.path.to_str().expect("a path in Unicode")
    }

    fn text(&self) -> String {
        fs::read_to_string(&self.path).expect("the command wrote it")
    }
}

const SUITE: &str = "\
6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id \"back rank\";
4k3/8/8/3q4/8/2N5/8/4K2R w - - bm Ke2; id \"a bad idea\";
4k3/8/8/3q4/8/2N5/8/4K2R w - - bm Nxd6;
";

#[test]
fn a_suite_is_solved_and_written() {
    let suite = Temporary::with("suite.epd", SUITE);
    let (csv, html) = (Temporary::new("suite.csv"), Temporary::new("suite.html"));
    let text = run(&[
        "suite",
        suite.path(),
        "--depth",
        "3",
        "--concurrency",
        "2",
        "--csv",
        csv.path(),
        "--html",
        html.path(),
    ])
    .succeeds()
    .stdout;
    assert!(
        text.contains("line 3 left out: in the operation bm, there is no legal move Nxd6 here")
    );
    assert!(
        text.lines().last().is_some_and(|line| line
            .contains("suite.epd: engine solves 1 of 2 (depth 3;")
            && line.ends_with("1 record left out")),
        "{text}"
    );
    assert_eq!(csv.text().lines().count(), 3);
    assert!(html.text().contains("a bad idea"));
    let json = run(&[
        "suite",
        suite.path(),
        "alphabeta",
        "--nodes",
        "500",
        "--json",
    ]);
    let json = json.succeeds().stdout;
    assert!(
        json.contains("\"solved\":1") && json.contains("\"limit\":\"500 nodes\""),
        "{json}"
    );
}

/// Without a limit of the arguments or the player, each position gets a second.
#[test]
fn a_suite_has_a_default_limit() {
    let suite = Temporary::with("limits.epd", &SUITE[..SUITE.find('\n').expect("lines") + 1]);
    let text = run(&["suite", suite.path()]).succeeds().stdout;
    assert!(text.contains("(1000 ms;"), "{text}");
    let text = run(&["suite", suite.path(), "classic:depth=2"])
        .succeeds()
        .stdout;
    assert!(text.contains("(each player's own limit;"), "{text}");
}

#[test]
fn unusable_suites_are_errors_of_one_line() {
    run(&["suite", "no-such-file.epd"]).fails_saying(&["cannot read no-such-file.epd"]);
    let suite = Temporary::with("empty.epd", "nonsense\n");
    run(&["suite", suite.path()]).fails_saying(&["has no position to solve", "line 1"]);
    let suite = Temporary::with("player.epd", SUITE);
    run(&["suite", suite.path(), "clasic"]).fails_saying(&["clasic", "classic"]);
    run(&["suite", suite.path(), "--concurrency", "0"]).fails_saying(&["from 1 to 1024"]);
}

#[test]
fn a_book_is_the_same_for_the_same_seed() {
    let make = |name: &str, extra: &[&str]| {
        let book = Temporary::new(name);
        let player = "classic:eval=squares,nodes=1000,tt=1";
        let mut arguments = vec!["book", "--count", "12", "--plies", "4", "--player", player];
        arguments.extend(["-o", book.path()]);
        arguments.extend(extra);
        let summary = run(&arguments).succeeds().stdout;
        assert!(summary.starts_with("12 positions in "), "{summary}");
        book.text()
    };
    let one = make("one.epd", &["--seed", "5", "--concurrency", "1"]);
    let two = make("two.epd", &["--seed", "5", "--concurrency", "3"]);
    assert_eq!(one, two);
    assert_eq!(one.lines().count(), 12);
    for line in one.lines() {
        assert!(
            line.contains(" w ") && line.ends_with("; fmvn 3;"),
            "{line}"
        );
    }
    assert_ne!(one, make("three.epd", &["--seed", "6"]));
    assert_ne!(one, make("four.epd", &["--seed", "5", "--random"]));
}

/// `compare` reads the files of `book`, for every game.
#[test]
fn other_games_have_books_too() {
    for game in ["minichess", "othello"] {
        let book = Temporary::new(&format!("{game}.txt"));
        run(&[
            "book",
            "--game",
            game,
            "--count",
            "3",
            "--plies",
            "4",
            "-o",
            book.path(),
        ])
        .succeeds();
        let positions = run(&[
            "compare",
            "alphabeta",
            "--game",
            game,
            "--depth",
            "1",
            "--epd",
            book.path(),
        ]);
        let headings = positions.succeeds().stdout;
        assert_eq!(
            headings.matches(&format!("{game}: ")).count(),
            3,
            "{headings}"
        );
    }
}

#[test]
fn impossible_books_are_rejected() {
    run(&["book", "--count", "10"]).fails_saying(&["--output"]);
    let book = Temporary::new("impossible.txt");
    run(&["book", "--count", "0", "-o", book.path()]).fails_saying(&["from 1 to"]);
    run(&["book", "--balance", "-1", "-o", book.path()]).fails_saying(&["from 0 to"]);
    run(&["book", "--random", "--margin", "5", "-o", book.path()]).fails_saying(&["--margin"]);
    run(&["book", "--player", "no-player", "-o", book.path()]).fails_saying(&["no-player"]);
    let many = [
        "book",
        "--random",
        "--game",
        "tictactoe",
        "--plies",
        "2",
        "--count",
        "500",
        // It evaluates two thousand positions before it fails.
        "--player",
        "alphabeta:depth=2",
        "-o",
    ];
    run(&[&many[..], &[book.path()]].concat()).fails_saying(&["only", "ask for fewer"]);
    assert!(
        !book.path.exists(),
        "nothing is written if there is no book"
    );
}

/// A packed book has the same positions in a tenth of the size, and plays the same matches.
#[test]
fn a_book_is_packed_and_unpacked() {
    let (packed, plain, unpacked) = (
        Temporary::new("packed.book"),
        Temporary::new("plain.epd"),
        Temporary::new("unpacked.epd"),
    );
    let player = "classic:nodes=500,tt=1";
    for file in [&packed, &plain] {
        run(&[
            "book",
            "--count",
            "12",
            "--plies",
            "4",
            "--least",
            "20",
            "--balance",
            "150",
            "--guide",
            "squares",
            "--player",
            player,
            "-o",
            file.path(),
        ])
        .succeeds();
    }
    run(&["book", "--unpack", packed.path(), "-o", unpacked.path()]).succeeds();
    let lines = |text: String| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(lines(unpacked.text()), lines(plain.text()));
    let sizes = [&packed, &plain].map(|file| fs::metadata(file.path()).expect("a file").len());
    assert!(5 * sizes[0] < sizes[1], "{sizes:?}");
    for book in [packed.path(), "level"] {
        run(&[
            "match",
            "random",
            "random",
            "--games",
            "2",
            "--openings",
            book,
        ])
        .succeeds();
    }
    run(&["book", "--unpack", "nothing", "-o", unpacked.path()])
        .fails_saying(&["nothing", "level and unbalanced"]);
    run(&[
        "book",
        "--least",
        "50",
        "--balance",
        "40",
        "-o",
        plain.path(),
    ])
    .fails_saying(&["--least"]);
}
