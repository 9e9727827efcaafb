//! A class from its file to its pages, with correct and faulty programs, killed and resumed.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use gametree::SplitMix64;
use serde_json::Value;

use crate::common::{Folder, run};

/// A program that takes the first or the last free square of tic-tac-toe. It starts quickly.
fn shell_program(last: bool) -> String {
    let (cut, step) = if last { ("%.", "%?") } else { ("#.", "#?") };
    let square = if last { "$((8 - i))" } else { "$i" };
    format!(
        "while read -r line; do\n  p=${{line#*\\\"position\\\":\\\"}}; p=${{p%%\\\"*}}; i=0\n  \
         while [ \"${{p{cut}}}\" = \"$p\" ] && [ -n \"$p\" ]; do p=${{p{step}}}; i=$((i+1)); done\n  s={square}\n  \
         case $((s % 3)) in 0) c=a;; 1) c=b;; *) c=c;; esac\n  echo \"{{\\\"move\\\":\\\"$c$((s / 3 + 1))\\\"}}\"\ndone\n"
    )
}

/// An assignment of three questions about legal moves.
pub const ASSIGNMENT: &str = "name = \"legal\"\ntitle = \"Legal moves\"\n[questions.positions]\ngame = \"tictactoe\"\n\
    search = \"minimax\"\ndepth = [2, 2]\ncount = 3\n[[criterion]]\ncheck = \"legal\"\ntitle = \"Legal\"\nweight = 3\n";

/// Returns a student of a class file.
pub fn student(name: &str, program: &str) -> String {
    format!("[[student]]\nname = \"{name}\"\nprogram = \"{program}\"\n")
}

#[test]
fn a_class_is_graded_and_plays_and_faults_are_reported() {
    let folder = Folder::new("class");
    let write = |name: &str, text: &str| fs::write(folder.file(name), text).expect("a file");
    write("good.sh", &shell_program(false));
    write(
        "crash.py",
        "import sys\nfor line in sys.stdin: raise SystemExit('oh no')\n",
    );
    write(
        "hang.py",
        "import sys, time\nfor line in sys.stdin:\n    if 'movetime' in line: time.sleep(100)\n    print('{}', flush=True)\n",
    );
    write("broken.cpp", "int main( { return 0; }\n");
    write("legal.toml", ASSIGNMENT);
    let mut class = "title = \"Game trees\"\nassignment = \"legal.toml\"\n".to_owned();
    class += "[tournament]\ngame = \"tictactoe\"\nmovetime = 100\nbaselines = []\n";
    class += &student("Ada <b>", "script:sh,arg=good.sh");
    class += &student("Bob", "crash.py");
    class += &student("Cleo", "hang.py");
    class += &student("Dan", "broken.cpp");
    write("class.toml", &class);

    let (file, pages) = (folder.file("class.toml"), folder.file("pages"));
    let csv = folder.file("marks.csv");
    let arguments = [
        "class",
        &file,
        "--html",
        &pages,
        "--csv",
        &csv,
        "--concurrency",
        "3",
    ];
    let shown = run(&arguments).succeeds().stdout;
    for line in [
        "Ada <b>  3 of 3  4 of 4\n",
        "Bob      0 of 3",
        "Dan      0 of 3       -  not run: ",
    ] {
        assert!(shown.contains(line), "{line:?} is not in {shown}");
    }
    assert!(
        shown.contains("error: "),
        "what the compiler says is told: {shown}"
    );
    let index = fs::read_to_string(folder.file("pages/index.html")).expect("a page");
    for part in [
        "<a href=\"student-1.html\">Ada &lt;b&gt;</a>",
        "crashed: exit status: 1, its last error: oh no",
        "does not answer: no answer within",
        "href=\"games.pgn\"",
    ] {
        assert!(index.contains(part), "{part} is not in {index}");
    }
    assert!(!index.contains("<b>"), "a name is no HTML");
    let names = [
        "games.pgn",
        "index.html",
        "student-1.html",
        "student-2.html",
        "student-3.html",
    ];
    for name in names {
        assert!(
            fs::metadata(folder.file(&format!("pages/{name}"))).is_ok(),
            "{name}"
        );
    }
    let marks = fs::read_to_string(&csv).expect("a file");
    assert!(marks.contains("Ada <b>,"), "{marks}");

    // A second run plays no game and prints the same.
    let start = Instant::now();
    let again = run(&["class", &file, "--json"]).succeeds().stdout;
    assert!(start.elapsed() < Duration::from_secs(30));
    let report: Value = serde_json::from_str(&again).expect("JSON");
    assert_eq!(report["complete"], true);
    let kinds = report["faults"].as_array().expect("faults");
    assert!(
        kinds
            .iter()
            .any(|fault| fault["kind"] == "crash" && fault["player"] == "Bob")
    );
    assert!(
        kinds
            .iter()
            .any(|fault| fault["kind"] == "stall" && fault["player"] == "Cleo")
    );
    assert!(
        kinds.iter().all(|fault| fault["player"] != "Ada <b>"),
        "{again}"
    );

    // A changed program is rejected.
    write("good.sh", &shell_program(true));
    run(&["class", &file]).fails_saying(&["the program of Ada <b> has changed since", "--keep"]);
}

/// Returns the complete lines of a journal with this beginning.
fn lines(folder: &Folder, file: &str, beginning: &str) -> Vec<String> {
    let text = fs::read_to_string(folder.file(file)).unwrap_or_default();
    let complete = text.rfind('\n').map_or("", |end| &text[..end]);
    let found = complete.lines().filter(|line| line.starts_with(beginning));
    found.map(str::to_owned).collect()
}

/// Returns the numbers of graded students and played games.
fn done(folder: &Folder, keep: &str) -> usize {
    lines(folder, &format!("{keep}/grades.jsonl"), "{\"grade\"").len()
        + lines(folder, &format!("{keep}/games.jsonl"), "{\"game\"").len()
}

/// Returns the numbers that identify a grade or a game; each must occur once.
fn once(lines: &[String], part: &str, number: &str) -> BTreeMap<u64, Value> {
    let mut found = BTreeMap::new();
    for line in lines {
        let mut line: Value = serde_json::from_str(line).expect("JSON");
        let entry = line[part].take();
        let key = entry[number].as_u64().expect("a number");
        assert_eq!(found.insert(key, entry), None, "{key} is there twice");
    }
    found
}

/// Runs a class of twelve programs that is killed `kills` times, and checks its files.
fn survives(kills: u64) {
    const STUDENTS: u64 = 12;
    let folder = Folder::new(&format!("class-kills-{kills}"));
    let mut class = "title = \"Twelve\"\nassignment = \"legal.toml\"\n".to_owned();
    class += "[tournament]\ngame = \"tictactoe\"\nmovetime = 20000\nbaselines = [\"random\"]\n";
    fs::write(folder.file("legal.toml"), ASSIGNMENT).expect("a file");
    for number in 1..=STUDENTS {
        let name = format!("{number}.sh");
        let text = format!("# {number}\n{}", shell_program(number % 3 == 0));
        fs::write(folder.file(&name), text).expect("a file");
        class += &student(
            &format!("Student {number}"),
            &format!("script:sh,arg={name}"),
        );
    }
    let file = folder.file("class.toml");
    fs::write(&file, class).expect("a file");
    let games = STUDENTS * (STUDENTS + 1);
    let all = STUDENTS + games;

    // Not near the end, which could come before the kill. The first kill is during grading.
    let mut chance = SplitMix64::new(kills);
    let mut moments: Vec<u64> = (1..kills).map(|_| chance.below(all * 9 / 10)).collect();
    moments.push(chance.below(STUDENTS));
    moments.sort_unstable();
    let mut killed = 0;
    for moment in moments {
        let mut child = Command::new(env!("CARGO_BIN_EXE_espalier"))
            .args(["class", &file])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut is_over = || child.try_wait().expect("a status").is_some();
        while done(&folder, "class.class") < moment as usize && !is_over() {
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(Duration::from_micros(chance.below(15_000)));
        assert!(!is_over(), "the class is over too soon for this test");
        child.kill().expect("it runs");
        child.wait().expect("the program ends");
        killed += 1;
    }
    assert_eq!(killed, kills);
    let report = run(&["class", &file, "--json"]).succeeds().stdout;
    let report: Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!(report["complete"], true);

    // Each student has one grade, and each game one result.
    let grades = once(
        &lines(&folder, "class.class/grades.jsonl", "{\"grade\""),
        "grade",
        "student",
    );
    assert_eq!(
        grades.into_keys().collect::<Vec<_>>(),
        (0..STUDENTS).collect::<Vec<_>>()
    );
    let played = once(
        &lines(&folder, "class.class/games.jsonl", "{\"game\""),
        "game",
        "number",
    );
    assert_eq!(
        played.keys().copied().collect::<Vec<_>>(),
        (1..=games).collect::<Vec<_>>()
    );
    let pgn = fs::read_to_string(folder.file("class.class/games.pgn")).expect("games");
    for round in 1..=games {
        assert_eq!(
            pgn.matches(&format!("[Round \"{round}\"]")).count(),
            1,
            "round {round}"
        );
    }

    // Marks, games and points equal those of an uninterrupted class.
    let keep = folder.file("whole");
    let whole = run(&[
        "class",
        &file,
        "--keep",
        &keep,
        "--json",
        "--concurrency",
        "2",
    ])
    .succeeds();
    let whole: Value = serde_json::from_str(&whole.stdout).expect("JSON");
    assert_eq!(
        report["tournament"]["fingerprint"],
        whole["tournament"]["fingerprint"]
    );
    assert_eq!(report["students"], whole["students"]);
    assert_eq!(report["faults"], whole["faults"]);
    assert_eq!(report["students"][0]["sheet"]["marks"][0]["points"], 3.0);
}

#[test]
fn a_class_survives_being_killed_ten_times() {
    survives(10);
}

/// Returns the block of a document with this beginning.
fn shown(beginning: &str) -> String {
    let document = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/teaching-class.md");
    let text = fs::read_to_string(document).expect("a document");
    let mut blocks = text.split("```").skip(1).step_by(2).map(str::trim_start);
    blocks
        .find(|block| block.starts_with(beginning))
        .expect(beginning)
        .to_owned()
}

#[test]
fn the_class_of_the_documents_is_real() {
    let folder = Folder::new("class-shown");
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/teaching/class.toml"
    );
    let found = run(&["class", file, "--keep", &folder.file("kept")]).succeeds();
    assert_eq!(found.stdout.trim(), shown("Game trees, group 3").trim());
    let written = fs::read_to_string(file).expect("a class");
    let (_, without_title) = written.split_once('\n').expect("lines");
    assert_eq!(
        shown("toml\n").trim_start_matches("toml").trim(),
        without_title.trim()
    );
}

/// The C++ player of the documents is compiled and graded against every baseline.
#[test]
fn a_player_in_cpp_is_compiled_and_graded_by_one_command() {
    let folder = Folder::new("cpp");
    let page = folder.file("sheet.html");
    let source = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/teaching/i2p3_player.cpp"
    );
    // It searches three plies and exits, so the test does not wait for its ten seconds.
    let program = format!("file:{source},arg=3");
    let sheet = run(&["grade", &program, "--assignment", "i2p3", "--html", &page]);
    assert_eq!(
        sheet.status,
        Some(1),
        "it does not beat the best: {}",
        sheet.stderr
    );
    let shown = shown("I2P3: MiniChess");
    assert!(sheet.stdout.contains("\nThe program was "), "its isolation");
    // The path of the program is in the first line. The isolation depends on the machine.
    let body = |text: &str| -> Vec<String> {
        let lines = text.trim().lines().skip(1);
        let kept = lines.filter(|line| !line.is_empty() && !line.starts_with("The program was "));
        kept.map(str::to_owned).collect()
    };
    assert_eq!(body(&sheet.stdout), body(&shown));
    assert!(
        fs::read_to_string(&page)
            .expect("a page")
            .contains("baseline 5")
    );
    // No compiled file remains in the folder.
    let beside = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/teaching"));
    let is_left = |name: &str| name == "i2p3_player" || name.ends_with(".o");
    assert!(
        !beside
            .expect("a folder")
            .any(|it| is_left(&it.expect("a file").file_name().to_string_lossy()))
    );
}

/// Names, numbers, verdicts and every criterion, for thirty students of whom one does not compile; and the standings for a projector.
#[test]
fn the_marks_have_a_column_for_each_criterion_and_the_standings_a_page() {
    let folder = Folder::new("class-thirty");
    fs::write(folder.file("broken.cpp"), "int main() { return x; }\n").expect("a file");
    let mut class = "title = \"Thirty\"\nassignment = \"minimax\"\n[tournament]\ngame = \"tictactoe\"\nmovetime = 1000\ndepth = 1\n\
        baselines = []\n"
        .to_owned();
    class += &(student("Eve", "alphabeta") + "id = \"s1\"\nemail = \"eve@example.org\"\n");
    class += &student("Fay", "broken.cpp");
    class += &student("Gil", "random");
    fs::write(folder.file("class.toml"), class).expect("a file");
    let arguments = [
        "class",
        "class.toml",
        "--html",
        "pages",
        "--csv",
        "marks.csv",
    ];
    let run = crate::common::run_in(&folder, &arguments, "");
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    let csv = fs::read_to_string(folder.file("marks.csv")).expect("a file");
    let lines: Vec<&str> = csv.lines().collect();
    assert!(
        lines[0]
            .starts_with("student,id,email,marks,of,passed,Values of trees,Values of positions,"),
        "{csv}"
    );
    assert!(
        lines[1].starts_with("Eve,s1,eve@example.org,14,14,true,4,3,"),
        "{csv}"
    );
    assert!(lines[2].starts_with("Fay,,,0,14,false,0,0,"), "{csv}");
    let index = fs::read_to_string(folder.file("pages/index.html")).expect("a page");
    assert!(
        index.contains("Values of trees, of 4") && index.contains("leaderboard.html"),
        "{index}"
    );
    let standings = fs::read_to_string(folder.file("pages/leaderboard.html")).expect("a page");
    let place = |name: &str| standings.find(&format!(">{name}<")).expect("a player");
    assert!(place("Eve") < place("Gil"), "{standings}");
    assert!(
        !standings.contains("Fay") && !standings.contains("of 14"),
        "no marks: {standings}"
    );
}
